import { setMaxListeners } from 'node:events';
import type { Topology } from '@offload/contract';
import type { ConsumeMessage } from 'amqplib';
import { ConnectionLostError } from '../errors.ts';
import { Readiness } from '../readiness.ts';
import type { ChannelSession } from './channel-session.ts';
import { CLOSE_DEADLINE_MS } from './deadlines.ts';
import { keepOpen } from './keep-open.ts';
import type { OutageLog } from './outage-log.ts';
import type { SupervisedConnection } from './supervised-connection.ts';
import { declareTopology } from './topology-declaration.ts';

/** What every subscription of a broker shares. */
export interface SubscriptionContext {
  connection: SupervisedConnection;
  topology: Topology;
  outages: OutageLog;
}

export interface SubscriptionOptions extends SubscriptionContext {
  /** Names it in the log. */
  part: string;
  /** Prepares a new channel, on which the topology is declared. `lost` is aborted when the channel is gone. */
  prepare(session: ChannelSession, lost: AbortSignal): Promise<Source>;
  /** Called whenever the broker has its consumer, anew. */
  onLive?(): void;
}

/** Where the messages of one channel come from, and where they go. */
export interface Source {
  queue: string;
  /** The broker needs no acknowledgement of what it sends. */
  noAck: boolean;
  onMessage(received: ConsumeMessage): void;
}

/** Tags are unique within their channel, and each channel has one consumer. */
const CONSUMER_TAG = 'offload';

/** A consumer of the broker's, on a channel of its own, that comes back after every loss until it is closed. */
export class Subscription {
  readonly #options: SubscriptionOptions;
  readonly #lifetime = new AbortController();
  readonly #live = new Readiness();
  readonly #running: Promise<void>;
  /** Has a consumer, or is about to. */
  #session: ChannelSession | undefined;
  #cancellation: Promise<void> | undefined;

  constructor(options: SubscriptionOptions) {
    this.#options = options;
    this.#running = keepOpen({
      open: (signal) => this.#open(signal),
      onFailure: (error) => {
        // A lost connection reports itself.
        if (!(error instanceof ConnectionLostError)) options.outages.failed(options.part, error);
      },
      signal: this.#lifetime.signal,
    });
  }

  /** Resolves when it has been closed. */
  get ended(): Promise<void> {
    return this.#running;
  }

  get isLive(): boolean {
    return this.#live.isReady;
  }

  live(signal: AbortSignal): Promise<void> {
    return this.#live.wait(signal);
  }

  cancel(): Promise<void> {
    this.#cancellation ??= this.#cancel();
    return this.#cancellation;
  }

  async close(): Promise<void> {
    this.#cancellation ??= Promise.resolve();
    this.#live.set(false);
    // What was acknowledged just now is sent first.
    await undefined;
    this.#lifetime.abort();
    await this.#running;
  }

  async #cancel(): Promise<void> {
    this.#live.set(false);
    const session = this.#session;
    if (!session) {
      this.#lifetime.abort();
      return;
    }
    try {
      await session.answer(session.channel.cancel(CONSUMER_TAG), 'cancel a consumer', CLOSE_DEADLINE_MS);
    } catch {
      await session.close();
    }
  }

  async #open(signal: AbortSignal): Promise<ChannelSession> {
    const { part, connection, topology, outages, prepare, onLive } = this.#options;
    const session = await (await connection.current(signal)).openChannel();
    await declareTopology(session, topology);
    const lost = new AbortController();
    setMaxListeners(0, lost.signal);
    void session.ended.then((reason) => this.#onEnd(lost, reason));
    const source = await prepare(session, lost.signal);
    lost.signal.throwIfAborted();
    const { queue, noAck } = source;
    const onMessage = (received: ConsumeMessage | null) => this.#onMessage(session, source, received);
    this.#session = session;
    await session.answer(session.channel.consume(queue, onMessage, { noAck, consumerTag: CONSUMER_TAG }), 'consume');
    if (!this.#cancellation) {
      this.#live.set(true);
      outages.recovered(part);
      onLive?.();
    }
    return session;
  }

  #onMessage(session: ChannelSession, source: Source, received: ConsumeMessage | null): void {
    if (received === null) {
      // Its queue was deleted, or moved, or a delivery was not acknowledged in time: what it has delivered is no longer ours.
      this.#live.set(false);
      void session.close('the broker cancelled the consumer');
    } else if (!this.#cancellation) {
      source.onMessage(received);
    } else if (!source.noAck) {
      session.channel.nack(received);
    }
  }

  #onEnd(lost: AbortController, reason: Error): void {
    this.#live.set(false);
    this.#session = undefined;
    lost.abort(reason);
    if (this.#cancellation) this.#lifetime.abort();
  }
}
