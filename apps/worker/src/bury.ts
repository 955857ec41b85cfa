import { type Delivery, type Publisher, UnsendableMessageError } from '@offload/broker';
import { deadLetter } from '@offload/contract';
import { PUBLISH_DEADLINE_MS } from '@offload/dispatch';
import type { HandlerLogger } from '@offload/handler';
import { LOST, whileOurs } from './while-ours.ts';

/** Sends what nobody can understand to the dead queue, with the reason, before the original is acknowledged. */
export async function bury(
  delivery: Delivery,
  reason: string,
  { publisher, logger }: { publisher: Publisher; logger: HandlerLogger },
): Promise<void> {
  const buried = await whileOurs([delivery.lost], logger, () => publishDead(publisher, delivery, reason));
  if (buried === LOST) return;
  delivery.ack();
  logger.error({ reason }, 'message not understood, moved to the dead queue');
}

async function publishDead(publisher: Publisher, { message }: Delivery, reason: string): Promise<void> {
  try {
    await publisher.publish('deadQueue', deadLetter(message, reason), PUBLISH_DEADLINE_MS);
  } catch (error) {
    if (!(error instanceof UnsendableMessageError)) throw error;
    // Headers that were received need not fit beside ours: the body matters more.
    await publisher.publish(
      'deadQueue',
      deadLetter({ properties: {}, body: message.body }, reason),
      PUBLISH_DEADLINE_MS,
    );
  }
}
