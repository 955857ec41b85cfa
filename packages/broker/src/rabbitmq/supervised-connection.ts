import { ConnectionLostError } from '../errors.ts';
import type { BrokerCounters } from '../port.ts';
import { Readiness } from '../readiness.ts';
import { AmqpConnection } from './amqp-connection.ts';
import type { Endpoint } from './endpoint.ts';
import { keepOpen } from './keep-open.ts';
import type { OutageLog } from './outage-log.ts';

export interface SupervisedConnectionOptions {
  /** Tried in turn, beginning with the one that served last. */
  endpoints: readonly Endpoint[];
  processName: string;
  /** What the connection is for, in its name and in the log. */
  purpose: string;
  connectDeadlineMs: number;
  outages: OutageLog;
  counters: BrokerCounters;
}

/** A connection that comes back after every loss, from `open` until `close`. */
export class SupervisedConnection {
  readonly #options: SupervisedConnectionOptions;
  readonly #lifetime = new AbortController();
  readonly #connected = new Readiness();
  #running: Promise<void> | undefined;
  #current: AmqpConnection | undefined;
  #lastUsed: Endpoint | undefined;
  #isBlocked = false;
  #onBlockedChange = () => {};

  constructor(options: SupervisedConnectionOptions) {
    this.#options = options;
  }

  get isOpened(): boolean {
    return this.#running !== undefined;
  }

  get #part(): string {
    return `${this.#options.purpose} connection`;
  }

  /** Whether an alarm of the broker stops everything that this connection publishes. */
  get isBlocked(): boolean {
    return this.#isBlocked;
  }

  onBlockedChange(listener: () => void): void {
    this.#onBlockedChange = listener;
  }

  open(): void {
    this.#running ??= keepOpen({
      open: (signal) => this.#connect(signal),
      onFailure: (error) => this.#options.outages.failed(this.#part, error),
      signal: this.#lifetime.signal,
    });
  }

  /** The connection of now, or the next one; rejects with the signal's reason. */
  async current(signal: AbortSignal): Promise<AmqpConnection> {
    for (;;) {
      await this.#connected.wait(signal);
      if (this.#current) return this.#current;
    }
  }

  /** Idempotent; resolves within seconds. */
  async close(): Promise<void> {
    this.#lifetime.abort();
    await this.#running;
  }

  async #connect(signal: AbortSignal): Promise<AmqpConnection> {
    const isFirst = this.#lastUsed === undefined;
    const connection = await this.#connectToAny(signal);
    if (!isFirst) this.#options.counters.reconnects++;
    this.#current = connection;
    this.#connected.set(true);
    this.#options.outages.recovered(this.#part, { broker: connection.endpoint.label });
    void connection.ended.then(() => {
      this.#current = undefined;
      this.#connected.set(false);
      this.#setBlocked(false);
    });
    return connection;
  }

  async #connectToAny(signal: AbortSignal): Promise<AmqpConnection> {
    const { endpoints, processName, purpose, connectDeadlineMs } = this.#options;
    const failures: Error[] = [];
    const start = this.#lastUsed ? endpoints.indexOf(this.#lastUsed) : 0;
    for (const endpoint of [...endpoints.slice(start), ...endpoints.slice(0, start)]) {
      try {
        const connection = await AmqpConnection.open(endpoint, {
          connectionName: `${processName} ${purpose}`,
          deadlineMs: connectDeadlineMs,
          onBlockedChange: (isBlocked) => this.#setBlocked(isBlocked),
          signal,
        });
        this.#lastUsed = endpoint;
        return connection;
      } catch (error) {
        signal.throwIfAborted();
        failures.push(error as Error);
      }
    }
    const [cause] = failures;
    throw new ConnectionLostError(failures.map(({ message }) => message).join('; '), { cause });
  }

  #setBlocked(isBlocked: boolean): void {
    if (isBlocked === this.#isBlocked) return;
    this.#isBlocked = isBlocked;
    this.#onBlockedChange();
  }
}
