import type { Channel } from 'amqplib';
import { ChannelClosedError, ConnectionLostError } from '../errors.ts';
import { CLOSE_DEADLINE_MS } from './deadlines.ts';
import type { Endpoint } from './endpoint.ts';
import type { Session } from './keep-open.ts';

/** What a channel needs of its connection. */
export interface ChannelOwner {
  readonly endpoint: Endpoint;
  answer<T>(request: Promise<T>, what: string, deadlineMs?: number): Promise<T>;
}

/** One open channel, until it ends. */
export class ChannelSession<C extends Channel = Channel> implements Session {
  readonly channel: C;
  readonly ended: Promise<Error>;
  readonly #connection: ChannelOwner;
  #reason: Error | undefined;

  constructor(connection: ChannelOwner, channel: C) {
    this.#connection = connection;
    this.channel = channel;
    channel.on('error', (cause) => {
      this.#reason ??= new ChannelClosedError(cause.message, { cause });
    });
    this.ended = new Promise((resolve) => {
      channel.on('close', () =>
        resolve(this.#reason ?? new ConnectionLostError('the connection of the channel ended')),
      );
    });
  }

  get vhost(): string {
    return this.#connection.endpoint.vhost;
  }

  /** Waits for an answer of the broker; without one, the connection is taken as dead and dropped. */
  answer<T>(request: Promise<T>, what: string, deadlineMs?: number): Promise<T> {
    return this.#connection.answer(request, what, deadlineMs);
  }

  async close(reason = 'the channel was closed'): Promise<void> {
    this.#reason ??= new ChannelClosedError(reason);
    try {
      await this.answer(this.channel.close(), 'close a channel', CLOSE_DEADLINE_MS);
    } catch {
      // It is closed already, or its connection was dropped.
    }
  }
}
