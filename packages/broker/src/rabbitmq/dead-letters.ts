import type { GetMessage } from 'amqplib';
import type { DeadLetters, Message } from '../port.ts';
import type { ChannelSession } from './channel-session.ts';
import type { Enquiries } from './enquiries.ts';
import { toMessage } from './properties.ts';
import { readQueueFigures } from './queue-figures.ts';

/** What is not acknowledged goes back to its place when the channel of the enquiry is closed. */
export class RabbitMqDeadLetters implements DeadLetters {
  readonly #enquiries: Enquiries;
  readonly #queue: string;

  constructor(enquiries: Enquiries, deadQueue: string) {
    this.#enquiries = enquiries;
    this.#queue = deadQueue;
  }

  async count(deadlineMs: number): Promise<number> {
    const { messagesReady } = await this.#enquiries.ask('count the dead letters', deadlineMs, (session) =>
      readQueueFigures(session, this.#queue),
    );
    return messagesReady;
  }

  peek(limit: number, deadlineMs: number): Promise<Message[]> {
    return this.#enquiries.ask('read the dead letters', deadlineMs, async (session, signal) => {
      const messages: Message[] = [];
      for await (const received of this.#oldest(limit, session, signal)) messages.push(toMessage(received));
      return messages;
    });
  }

  async redrive(limit: number, deadlineMs: number, take: (message: Message) => Promise<boolean>): Promise<number> {
    let removed = 0;
    const refusal = await this.#enquiries.ask('redrive the dead letters', deadlineMs, async (session, signal) => {
      // Gives back what `take` is busy with: it may be busy for long.
      signal.addEventListener('abort', () => session.close(), { once: true });
      for await (const received of this.#oldest(limit, session, signal)) {
        const [answer] = await Promise.allSettled([take(toMessage(received))]);
        if (answer.status === 'rejected') return answer;
        if (!answer.value) continue;
        session.channel.ack(received);
        removed++;
      }
      return undefined;
    });
    if (refusal) throw refusal.reason;
    return removed;
  }

  async *#oldest(limit: number, session: ChannelSession, signal: AbortSignal): AsyncGenerator<GetMessage> {
    for (let number = 1; number <= limit; number++) {
      signal.throwIfAborted();
      const received = await session.answer(session.channel.get(this.#queue), 'get a message');
      if (!received) return;
      yield received;
    }
  }
}
