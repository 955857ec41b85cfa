import type { Topology } from '@offload/contract';
import { ConnectionLostError, PublishNotConfirmedError } from '../errors.ts';
import type { BrokerCounters, Destination, Message, Publisher } from '../port.ts';
import { Readiness } from '../readiness.ts';
import type { ChannelSession } from './channel-session.ts';
import { keepOpen } from './keep-open.ts';
import type { OutageLog } from './outage-log.ts';
import { PublishChannel } from './publish-channel.ts';
import { type Routes, routesOf } from './route.ts';
import type { SupervisedConnection } from './supervised-connection.ts';
import { declareTopology } from './topology-declaration.ts';

export interface PublisherOptions {
  connection: SupervisedConnection;
  topology: Topology;
  outages: OutageLog;
  counters: BrokerCounters;
}

const PART = 'publisher';

export class RabbitMqPublisher implements Publisher {
  readonly #options: PublisherOptions;
  readonly #routeTo: Routes;
  readonly #lifetime = new AbortController();
  readonly #readiness = new Readiness();
  readonly #running: Promise<void>;
  #channel: PublishChannel | undefined;
  #redeclaration: Promise<void> | undefined;

  constructor(options: PublisherOptions) {
    this.#options = options;
    this.#routeTo = routesOf(options.topology);
    options.connection.onBlockedChange(() => this.#updateReadiness());
    this.#running = keepOpen({
      open: (signal) => this.#open(signal),
      onFailure: (error) => {
        // A lost connection reports itself.
        if (!(error instanceof ConnectionLostError)) options.outages.failed(PART, error);
      },
      signal: this.#lifetime.signal,
    });
  }

  get isReady(): boolean {
    return this.#readiness.isReady;
  }

  ready(signal: AbortSignal): Promise<void> {
    return this.#readiness.wait(signal);
  }

  publish(destination: Destination, message: Message, deadlineMs: number): Promise<void> {
    if (!this.#channel || !this.isReady) return Promise.reject(this.#notReady());
    return this.#channel.publish(this.#routeTo(destination), message, deadlineMs);
  }

  /** Idempotent; resolves within seconds. */
  async close(): Promise<void> {
    this.#lifetime.abort();
    await this.#running;
  }

  async #open(signal: AbortSignal): Promise<ChannelSession> {
    const { connection, topology, outages, counters } = this.#options;
    const session = await (await connection.current(signal)).openConfirmChannel();
    await declareTopology(session, topology);
    this.#channel = new PublishChannel(
      session.channel,
      { onUnroutable: () => this.#redeclare(session), onStalled: () => this.#abandon(session) },
      counters,
    );
    outages.recovered(PART);
    this.#updateReadiness();
    void session.ended.then(() => this.#forgetChannel());
    return session;
  }

  /** On the same channel, and so before anything that is published from now on. */
  #redeclare(session: ChannelSession): void {
    this.#redeclaration ??= declareTopology(session, this.#options.topology)
      .catch(() => {}) // the channel is closed, and the next one reports what is wrong
      .finally(() => {
        this.#redeclaration = undefined;
      });
  }

  #abandon(session: ChannelSession): void {
    if (this.#options.connection.isBlocked || !this.#channel) return;
    this.#forgetChannel();
    void session.close('the broker stopped confirming');
  }

  #forgetChannel(): void {
    this.#channel = undefined;
    this.#updateReadiness();
  }

  #updateReadiness(): void {
    this.#readiness.set(this.#channel !== undefined && !this.#options.connection.isBlocked);
  }

  #notReady(): PublishNotConfirmedError {
    if (this.#lifetime.signal.aborted) return new PublishNotConfirmedError('not sent: the broker is closed');
    const reason = this.#channel ? 'an alarm of the broker blocks publishing' : 'there is no channel to the broker';
    return new PublishNotConfirmedError(`not sent: ${reason}`);
  }
}
