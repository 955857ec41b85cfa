import type { GetMessage } from 'amqplib';
import type { DeadLetters, Message, Publisher } from '../port.ts';
import type { ChannelSession } from './channel-session.ts';
import type { Enquiries } from './enquiries.ts';
import { toMessage } from './properties.ts';
import { readQueueFigures } from './queue-figures.ts';

export interface DeadLettersOptions {
  enquiries: Enquiries;
  publisher: Publisher;
  deadQueue: string;
}

/** How often a message came back to a quorum queue. */
const RETURNS_HEADER = 'x-delivery-count';
/** A quorum queue drops what comes back more often than its `delivery-limit`, which is 20 in RabbitMQ 4 unless a policy says otherwise. */
const MAX_RETURNS = 15;

/** What is not acknowledged goes back to its place when the channel of the enquiry is closed. */
export class RabbitMqDeadLetters implements DeadLetters {
  readonly #options: DeadLettersOptions;

  constructor(options: DeadLettersOptions) {
    this.#options = options;
  }

  async count(deadlineMs: number): Promise<number> {
    const { enquiries, deadQueue } = this.#options;
    const { messagesReady } = await enquiries.ask('count the dead letters', deadlineMs, (session) =>
      readQueueFigures(session, deadQueue),
    );
    return messagesReady;
  }

  peek(limit: number, deadlineMs: number): Promise<Message[]> {
    return this.#options.enquiries.ask('read the dead letters', deadlineMs, async (session, signal) => {
      const oldest: GetMessage[] = [];
      for await (const received of this.#oldest(limit, session, signal)) oldest.push(received);
      await this.#renew(oldest, session, deadlineMs);
      return oldest.map(toMessage);
    });
  }

  async redrive(limit: number, deadlineMs: number, take: (message: Message) => Promise<boolean>): Promise<number> {
    const what = 'redrive the dead letters';
    let removed = 0;
    const refusal = await this.#options.enquiries.ask(what, deadlineMs, async (session, signal) => {
      // Gives back what `take` is busy with: it may be busy for long.
      signal.addEventListener('abort', () => session.close(), { once: true });
      const left: GetMessage[] = [];
      let refusal: PromiseRejectedResult | undefined;
      for await (const received of this.#oldest(limit, session, signal)) {
        const [answer] = await Promise.allSettled([take(toMessage(received))]);
        signal.throwIfAborted();
        if (answer.status === 'fulfilled' && answer.value) {
          session.channel.ack(received);
          removed++;
        } else {
          left.push(received);
        }
        if (answer.status === 'rejected') {
          refusal = answer;
          break;
        }
      }
      await this.#renew(left, session, deadlineMs);
      return refusal;
    });
    if (refusal) throw refusal.reason;
    return removed;
  }

  async *#oldest(limit: number, session: ChannelSession, signal: AbortSignal): AsyncGenerator<GetMessage> {
    for (let number = 1; number <= limit; number++) {
      signal.throwIfAborted();
      const received = await session.answer(session.channel.get(this.#options.deadQueue), 'get a message');
      if (!received) return;
      yield received;
    }
  }

  /** Puts a copy that never came back in the place of each message that is about to be dropped. */
  async #renew(left: readonly GetMessage[], session: ChannelSession, deadlineMs: number): Promise<void> {
    for (const received of left) {
      const { properties, body } = toMessage(received);
      const { [RETURNS_HEADER]: returns, ...headers } = properties.headers ?? {};
      if (typeof returns !== 'number' || returns < MAX_RETURNS) continue;
      await this.#options.publisher.publish('deadQueue', { properties: { ...properties, headers }, body }, deadlineMs);
      session.channel.ack(received);
    }
  }
}
