import type { Writable } from 'node:stream';
import { type Channel, type ChannelModel, type ConfirmChannel, connect } from 'amqplib';
import { DeadlineError, withDeadline } from '../deadline.ts';
import { ConnectionLostError } from '../errors.ts';
import { ChannelSession } from './channel-session.ts';
import { CLOSE_DEADLINE_MS, REQUEST_DEADLINE_MS } from './deadlines.ts';
import type { Endpoint } from './endpoint.ts';
import type { Session } from './keep-open.ts';
import { writeTogether } from './write-together.ts';

/** Milliseconds in which the operating system sends what is left after the end. */
const LINGER_MS = 1_000;

export interface ConnectOptions {
  /** Shown by `rabbitmqctl list_connections name client_properties`. */
  connectionName: string;
  deadlineMs: number;
  /** An alarm of the broker stops, or lets go on, everything that this connection publishes. */
  onBlockedChange(isBlocked: boolean): void;
  signal: AbortSignal;
}

/** One open AMQP connection, until it ends. */
export class AmqpConnection implements Session {
  readonly endpoint: Endpoint;
  readonly ended: Promise<Error>;
  readonly #model: ChannelModel;
  readonly #socket: AbortController;
  readonly #end: (reason: Error) => void;

  private constructor(endpoint: Endpoint, model: ChannelModel, socket: AbortController) {
    this.endpoint = endpoint;
    this.#model = model;
    this.#socket = socket;
    let end: (reason: Error) => void = () => {};
    this.ended = new Promise((resolve) => {
      end = resolve;
    });
    this.#end = end;
    // 'close' follows in every case, and says why.
    model.on('error', () => {});
    model.on('close', (cause) => {
      end(new ConnectionLostError(cause?.message ?? 'the connection was closed', { cause }));
      // amqplib ends its side only: towards a peer that is gone, the socket would stay for minutes.
      setTimeout(() => socket.abort(), LINGER_MS).unref();
    });
  }

  /** @throws ConnectionLostError after `deadlineMs` at the latest */
  static async open(endpoint: Endpoint, options: ConnectOptions): Promise<AmqpConnection> {
    const socket = new AbortController();
    const abort = () => socket.abort();
    options.signal.addEventListener('abort', abort, { once: true });
    const socketOptions = {
      // Node destroys the socket when it is aborted: the only way out of a connection whose peer is silent.
      signal: socket.signal,
      noDelay: true,
      keepAlive: true,
      clientProperties: { connection_name: options.connectionName },
    };
    try {
      const model = await withDeadline(connect(endpoint.url, socketOptions), options.deadlineMs, 'open a connection');
      // amqplib's types leave its socket out.
      writeTogether((model.connection as unknown as { stream: Writable }).stream);
      model.on('blocked', () => options.onBlockedChange(true));
      model.on('unblocked', () => options.onBlockedChange(false));
      return new AmqpConnection(endpoint, model, socket);
    } catch (cause) {
      abort();
      const message = `cannot connect to ${endpoint.label}: ${(cause as Error).message}`;
      throw new ConnectionLostError(message, { cause });
    } finally {
      options.signal.removeEventListener('abort', abort);
    }
  }

  openChannel(): Promise<ChannelSession> {
    return this.#openChannel(() => this.#model.createChannel());
  }

  openConfirmChannel(): Promise<ChannelSession<ConfirmChannel>> {
    return this.#openChannel(() => this.#model.createConfirmChannel());
  }

  /** Waits for an answer of the broker; without one, the connection is taken as dead and dropped. */
  async answer<T>(request: Promise<T>, what: string, deadlineMs = REQUEST_DEADLINE_MS): Promise<T> {
    try {
      return await withDeadline(request, deadlineMs, what);
    } catch (error) {
      if (error instanceof DeadlineError) this.drop(error);
      throw error;
    }
  }

  /** Ends the connection at once, without a word to the broker. */
  drop(cause: Error): void {
    this.#end(new ConnectionLostError(`the connection was dropped: ${cause.message}`, { cause }));
    this.#socket.abort();
  }

  async close(): Promise<void> {
    try {
      await withDeadline(this.#model.close(), CLOSE_DEADLINE_MS, 'close the connection');
    } catch {
      // It is closed already, or the broker is silent: destroying the socket is all that is left.
    }
    this.drop(new Error('it was closed'));
  }

  async #openChannel<C extends Channel>(create: () => Promise<C>): Promise<ChannelSession<C>> {
    try {
      return new ChannelSession(this, await this.answer(create(), 'open a channel'));
    } catch (cause) {
      // amqplib may have told of the end of the connection before anybody listened.
      this.drop(cause as Error);
      throw new ConnectionLostError(`cannot open a channel: ${(cause as Error).message}`, { cause });
    }
  }
}
