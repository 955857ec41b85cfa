import type { TaskEvent, Topology } from '@offload/contract';
import { Announcer } from '../announcer.ts';
import { createCounters } from '../counters.ts';
import { BrokerError } from '../errors.ts';
import type { BrokerLogger } from '../logger.ts';
import type { Broker, ConsumeOptions, Consumer, Listener, ListenOptions, QueueFigures } from '../port.ts';
import { assertPrefetch } from '../prefetch.ts';
import { RabbitMqDeadLetters } from './dead-letters.ts';
import { parseEndpoint } from './endpoint.ts';
import { Enquiries } from './enquiries.ts';
import { listenTo } from './exchange-listener.ts';
import { ManagementApi } from './management-api.ts';
import { OutageLog } from './outage-log.ts';
import { RabbitMqPublisher } from './publisher.ts';
import { readQueueFigures } from './queue-figures.ts';
import type { Subscription, SubscriptionContext } from './subscription.ts';
import { SupervisedConnection } from './supervised-connection.ts';
import { consumeTasks } from './task-consumer.ts';

export interface RabbitMqOptions {
  /** `amqp://` or `amqps://`, tried in turn; at least one. */
  urls: readonly string[];
  topology: Topology;
  /** Names the connections in the broker's lists: `{processName} publish` and `{processName} consume`. */
  processName: string;
  logger: BrokerLogger;
  /** RabbitMQ's management API, e.g. `http://user:password@host:15672`; credentials default to those of the first AMQP URL. */
  managementUrl?: string | undefined;
  /**
   * Seconds; after two without a word we end the connection. The broker looks once in each, and ends it after two or three of them.
   * @default 5
   */
  heartbeatSeconds?: number;
  /** Milliseconds for opening one connection. @default 5000 */
  connectDeadlineMs?: number;
}

/**
 * A broker that connects in the background: the publishing connection now, the consuming one with the first consumer or listener.
 *
 * @throws Error when a URL is malformed
 */
export function connectRabbitMq(options: RabbitMqOptions): Broker {
  return new RabbitMqBroker(options);
}

class RabbitMqBroker implements Broker {
  readonly topology: Topology;
  readonly publisher: RabbitMqPublisher;
  readonly deadLetters: RabbitMqDeadLetters;
  readonly counters = createCounters();
  readonly #enquiries: Enquiries;
  readonly #outages: OutageLog;
  readonly #management: ManagementApi | undefined;
  /** Two, because an alarm stops everything on a connection that publishes. */
  readonly #publishing: SupervisedConnection;
  readonly #consuming: SupervisedConnection;
  readonly #subscriptions = new Set<Subscription>();
  readonly #announcer: Announcer;
  #closing: Promise<void> | undefined;

  constructor(options: RabbitMqOptions) {
    const { urls, topology, processName, logger, managementUrl, heartbeatSeconds = 5 } = options;
    const endpoints = urls.map((url) => parseEndpoint(url, heartbeatSeconds));
    const [first] = endpoints;
    if (!first) throw new Error('no AMQP URL given');
    this.topology = topology;
    this.#outages = new OutageLog(logger);
    this.#management = managementUrl ? new ManagementApi(managementUrl, first, logger) : undefined;
    const { connectDeadlineMs = 5_000 } = options;
    const { counters } = this;
    const connection = (purpose: string) =>
      new SupervisedConnection({
        endpoints,
        processName,
        purpose,
        connectDeadlineMs,
        outages: this.#outages,
        counters,
      });
    this.#publishing = connection('publish');
    this.#consuming = connection('consume');
    this.publisher = new RabbitMqPublisher({
      connection: this.#publishing,
      topology,
      outages: this.#outages,
      counters,
    });
    this.#announcer = new Announcer(this.publisher);
    this.#enquiries = new Enquiries({
      topology,
      connection: () => (this.#consuming.isOpened ? this.#consuming : this.#publishing),
    });
    this.deadLetters = new RabbitMqDeadLetters({
      enquiries: this.#enquiries,
      publisher: this.publisher,
      deadQueue: topology.deadQueue,
    });
    this.#publishing.open();
  }

  consume(options: ConsumeOptions): Consumer {
    assertPrefetch(options.prefetch);
    return this.#subscribe((context) => consumeTasks(options, context));
  }

  listenToControl(options: ListenOptions): Listener {
    return this.#subscribe((context) => listenTo(this.topology.controlExchange, options, context));
  }

  listenToEvents(options: ListenOptions): Listener {
    return this.#subscribe((context) => listenTo(this.topology.eventsExchange, options, context));
  }

  announce(event: TaskEvent): void {
    this.#announcer.announce(event);
  }

  async queueFigures(deadlineMs: number, queue = this.topology.queue): Promise<QueueFigures> {
    const [figures, messagesUnacknowledged] = await Promise.all([
      this.#enquiries.ask('read the figures', deadlineMs, (session) => readQueueFigures(session, queue)),
      this.#management?.messagesUnacknowledged(queue, deadlineMs) ?? null,
    ]);
    return { ...figures, messagesUnacknowledged };
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  #subscribe(start: (context: SubscriptionContext) => Subscription): Subscription {
    if (this.#closing) throw new BrokerError('the broker is closed');
    this.#consuming.open();
    const subscription = start({ connection: this.#consuming, topology: this.topology, outages: this.#outages });
    this.#subscriptions.add(subscription);
    void subscription.ended.then(() => this.#subscriptions.delete(subscription));
    return subscription;
  }

  async #close(): Promise<void> {
    await Promise.all([
      this.publisher.close(),
      ...[...this.#subscriptions].map((subscription) => subscription.close()),
    ]);
    await Promise.all([this.#publishing.close(), this.#consuming.close()]);
  }
}
