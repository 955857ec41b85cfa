import { setMaxListeners } from 'node:events';
import type { Topology } from '@offload/contract';
import type { ConsumeMessage } from 'amqplib';
import { ConnectionLostError } from '../errors.ts';
import type { ConsumeOptions, Consumer } from '../port.ts';
import { Readiness } from '../readiness.ts';
import type { ChannelSession } from './channel-session.ts';
import { CLOSE_DEADLINE_MS } from './deadline.ts';
import { RabbitMqDelivery } from './delivery.ts';
import { keepOpen } from './keep-open.ts';
import type { OutageLog } from './outage-log.ts';
import type { SupervisedConnection } from './supervised-connection.ts';
import { declareTopology } from './topology-declaration.ts';

export interface ConsumerOptions extends ConsumeOptions {
  connection: SupervisedConnection;
  topology: Topology;
  outages: OutageLog;
}

/** Tags are unique within their channel, and each channel has one consumer. */
const CONSUMER_TAG = 'offload';

const PART = 'consumer';

/** One channel for each subscription, so that a delivery is ours exactly as long as its channel is open. */
export class RabbitMqConsumer implements Consumer {
  readonly #options: ConsumerOptions;
  readonly #lifetime = new AbortController();
  readonly #live = new Readiness();
  readonly #running: Promise<void>;
  /** Has a consumer, or is about to. */
  #session: ChannelSession | undefined;
  #cancellation: Promise<void> | undefined;

  constructor(options: ConsumerOptions) {
    this.#options = options;
    this.#running = keepOpen({
      open: (signal) => this.#open(signal),
      onFailure: (error) => {
        // A lost connection reports itself.
        if (!(error instanceof ConnectionLostError)) options.outages.failed(PART, error);
      },
      signal: this.#lifetime.signal,
    });
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
    const { connection, topology, outages, prefetch } = this.#options;
    const session = await (await connection.current(signal)).openChannel();
    await declareTopology(session, topology);
    await session.answer(session.channel.prefetch(prefetch), 'set the prefetch');
    const lost = new AbortController();
    setMaxListeners(0, lost.signal);
    void session.ended.then((reason) => this.#onEnd(lost, reason));
    this.#session = session;
    const onMessage = (received: ConsumeMessage | null) => this.#onMessage(session, received, lost.signal);
    const consuming = session.channel.consume(topology.queue, onMessage, { consumerTag: CONSUMER_TAG });
    await session.answer(consuming, 'consume');
    if (!this.#cancellation) {
      this.#live.set(true);
      outages.recovered(PART);
    }
    return session;
  }

  #onMessage(session: ChannelSession, received: ConsumeMessage | null, lost: AbortSignal): void {
    if (received === null) {
      // Its queue was deleted, or moved, or a delivery was not acknowledged in time: what it has delivered is no longer ours.
      this.#live.set(false);
      void session.close('the broker cancelled the consumer');
    } else if (this.#cancellation) {
      session.channel.nack(received);
    } else {
      this.#options.onDelivery(new RabbitMqDelivery(session.channel, received, lost));
    }
  }

  #onEnd(lost: AbortController, reason: Error): void {
    this.#live.set(false);
    this.#session = undefined;
    lost.abort(reason);
    if (this.#cancellation) this.#lifetime.abort();
  }
}
