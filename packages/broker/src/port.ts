import type { Message, MessageProperties, TaskEvent, Topology } from '@offload/contract';

/**
 * Where a message is sent: a task through the topology's exchange to its queue (`queue`: the main one, or
 * another by its full name), what nobody understands to the dead queue, what everybody has to hear now to those that listen, and what has happened to tasks to those that follow them.
 */
export type Destination = 'queue' | { queue: string } | 'deadQueue' | 'control' | 'events';

/**
 * The broker's side of Offload. Both adapters pass the same conformance suite.
 *
 * A broker heals itself: it connects, declares the topology, and does both again after every loss, with jittered
 * backoff and without end, until it is closed. Nothing here waits without a deadline except `ready`, which takes a signal.
 */
export interface Broker {
  readonly topology: Topology;
  readonly publisher: Publisher;
  readonly deadLetters: DeadLetters;
  readonly counters: Readonly<BrokerCounters>;

  /** Starts consuming a task queue, now and after every loss, until the consumer is closed. */
  consume(options: ConsumeOptions): Consumer;

  /**
   * Starts listening to what is published to `control`, now and after every loss, until the listener is closed. What is
   * published while it is away is lost to it, and so is what comes after somebody has deleted the exchange, until it connects anew: a control message makes things fast, and something else must make them
   * certain (the workers' heartbeat in the store).
   */
  listenToControl(options: ListenOptions): Listener;

  /** The same for what is announced. */
  listenToEvents(options: ListenOptions): Listener;

  /**
   * Tells whoever listens that something has happened to a task: soon, and perhaps. All that is announced in one turn of the
   * event loop travels as one message that nobody waits for; while the publisher is not ready it is dropped. Never throws.
   */
  announce(event: TaskEvent): void;

  /**
   * Figures of a task queue of the topology. Throws `BrokerError` when the broker does not answer within `deadlineMs`.
   * @param queue @default the main one
   */
  queueFigures(deadlineMs: number, queue?: string): Promise<QueueFigures>;

  /** Closes the publisher, every consumer, every listener and every connection. Idempotent; resolves within seconds in any state. */
  close(): Promise<void>;
}

/** Since the start of the process; they only ever grow. Every message that was sent ends up in one of the first five. */
export interface BrokerCounters {
  /** Of messages to queues, as the others: nobody waits for the confirms of what is only to be heard now. */
  confirmed: number;
  /** No queue was bound for it. */
  returned: number;
  /** Nacked. */
  refused: number;
  /** Its channel or connection was gone before the confirm. */
  lost: number;
  /** There was no confirm in time. */
  late: number;
  /** Connections that were made anew after a loss. */
  reconnects: number;
}

export interface Publisher {
  /** Whether a message published now would be sent: connected, topology declared, not blocked by an alarm. */
  readonly isReady: boolean;

  /** Resolves once `isReady`; rejects with the signal's reason. */
  ready(signal: AbortSignal): Promise<void>;

  /**
   * Sends a persistent, mandatory message and resolves when the broker has confirmed it, i.e. taken responsibility.
   * Many may be under way at once; confirms are pipelined. One to `control` or `events` is transient, and well sent when nobody
   * listens.
   *
   * @throws PublishNotConfirmedError at once while not ready; when the message is returned as unroutable, when the
   * broker refuses it, when the channel or the connection is lost, or when `deadlineMs` have passed. The message may
   * still arrive in the last two cases.
   * @throws UnsendableMessageError when AMQP cannot carry the message, however often it is tried
   */
  publish(destination: Destination, message: Message, deadlineMs: number): Promise<void>;
}

export interface ConsumeOptions {
  /** A task queue of the topology. @default the main one */
  queue?: string;
  /** Deliveries that may be unacknowledged at once. From 1. */
  prefetch: number;
  /** Called for every delivery; must not throw. */
  onDelivery(delivery: Delivery): void;
}

export interface Consumer {
  /** Whether the broker currently has this consumer. */
  readonly isLive: boolean;

  /** Resolves once `isLive`; rejects with the signal's reason. */
  live(signal: AbortSignal): Promise<void>;

  /** No more deliveries after it resolves; those already handed over stay ours to acknowledge. Idempotent. */
  cancel(): Promise<void>;

  /** Closes the channel: whatever is still unacknowledged goes back to the queue, for others. Idempotent. */
  close(): Promise<void>;
}

/** The broker handing one message to this consumer. */
export interface Delivery {
  readonly message: Message;
  /** The broker has handed it out before; the former consumer may have started on it. */
  readonly redelivered: boolean;
  /** Aborted when the delivery is no longer ours: its channel is gone and the broker will hand it to another consumer. */
  readonly lost: AbortSignal;
  /** Acknowledges on the channel that delivered; does nothing once `lost`. At most once. */
  ack(): void;
  /** Hands it back unstarted, for another consumer, where it will be marked as redelivered. In place of `ack`, and as often. */
  giveBack(): void;
}

export interface ListenOptions {
  /** Called for every message; must not throw. */
  onMessage(message: Message): void;
  /** Called whenever it begins to hear: at first, and after every loss. Must not throw. */
  onLive?(): void;
}

export interface Listener {
  /** Whether what is published now would arrive. */
  readonly isLive: boolean;

  /** Resolves once `isLive`; rejects with the signal's reason. */
  live(signal: AbortSignal): Promise<void>;

  /** No more messages from now on. Idempotent. */
  close(): Promise<void>;
}

/**
 * The messages of the dead queue, for operators. A dead queue that somebody has deleted is declared anew, and empty.
 * Everything throws `BrokerError` when the broker does not answer within `deadlineMs`.
 */
export interface DeadLetters {
  /** Those that nobody holds. */
  count(deadlineMs: number): Promise<number>;

  /**
   * The oldest `limit` messages, which keep their place. They are taken out and given back: for a moment nobody else gets
   * them, and afterwards the broker marks them as redelivered. As a quorum queue drops what came back too often, such a
   * message is replaced by a copy, at the end of the queue, in time.
   */
  peek(limit: number, deadlineMs: number): Promise<Message[]>;

  /**
   * Hands the oldest `limit` messages to `take`, one after the other, and removes each for which it has resolved true. The
   * others keep their place, as does everything that is left when `take` rejects (with its error) or `deadlineMs` have passed. A message
   * may be handed out again after it was taken: when the broker is lost in between, or the deadline passes during `take`.
   *
   * @returns how many were removed
   */
  redrive(limit: number, deadlineMs: number, take: (message: Message) => Promise<boolean>): Promise<number>;
}

/** What `rabbitmqctl list_queues name messages_ready messages_unacknowledged consumers` prints. */
export interface QueueFigures {
  messagesReady: number;
  /** `null` where the broker does not tell: AMQP itself has no word for it. */
  messagesUnacknowledged: number | null;
  consumers: number;
}

export type { Message, MessageProperties, Topology };
