import { type ConfirmChannel, IllegalOperationError, type Message as ReturnedMessage } from 'amqplib';
import { PublishNotConfirmedError, UnsendableMessageError } from '../errors.ts';
import type { BrokerCounters, Message } from '../port.ts';
import { toPublishOptions } from './properties.ts';
import type { Route } from './route.ts';

export interface PublishChannelEvents {
  /** A message came back because no queue was bound for it. */
  onUnroutable(): void;
  /** The broker seems to have stopped confirming on this channel. */
  onStalled(): void;
}

interface InFlight {
  resolve(): void;
  reject(error: Error): void;
  sentAt: number;
  deadlineAt: number;
  deadlineMs: number;
  /** Why the broker sent it back. */
  returned: string | undefined;
  /** It is one that must not be lost. */
  isCounted: boolean;
  isExpired: boolean;
}

/** Names a publish whose message id does not; only on messages that need it and may come back. */
const PUBLISH_HEADER = 'x-offload-publish';
/** Milliseconds between two looks at the deadlines: one timer for all messages. */
const SWEEP_INTERVAL_MS = 50;
/** Milliseconds past its deadline after which a confirm counts as lost even though others still arrive. */
const LOST_AFTER_MS = 30_000;
/**
 * Milliseconds of nothing but refusals after which another channel is tried. RabbitMQ 3 may refuse all that is published
 * on a channel that was opened while its queue had no leader, and takes it on the next one.
 */
const NACKED_FOR_MS = 1_000;

/** Publishes on one confirm channel, and matches what the broker answers with what was sent. */
export class PublishChannel {
  readonly #channel: ConfirmChannel;
  readonly #events: PublishChannelEvents;
  readonly #counters: BrokerCounters;
  /** By message id, or by number where the message has none or the same one is in flight already. */
  readonly #inFlight = new Map<string | number, InFlight>();
  #nextNumber = 1;
  #lastConfirmAt = 0;
  /** When the broker began to refuse everything. */
  #nackingSince: number | undefined;
  #sweepTimer: NodeJS.Timeout | undefined;

  constructor(channel: ConfirmChannel, events: PublishChannelEvents, counters: BrokerCounters) {
    this.#channel = channel;
    this.#events = events;
    this.#counters = counters;
    channel.on('return', (message) => this.#onReturn(message));
  }

  /** @throws PublishNotConfirmedError as `Publisher.publish` says */
  publish(route: Route, message: Message, deadlineMs: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const options = toPublishOptions(message.properties, route);
      const key = this.#keyOf(message);
      if (typeof key === 'number' && route.mandatory) options.headers = { ...options.headers, [PUBLISH_HEADER]: key };
      const sentAt = performance.now();
      const deadlineAt = sentAt + deadlineMs;
      const isCounted = route.persistent;
      const entry = {
        resolve,
        reject,
        sentAt,
        deadlineAt,
        deadlineMs,
        isCounted,
        returned: undefined,
        isExpired: false,
      };
      try {
        // amqplib calls back with an error, too, for everything that is in flight when the channel ends.
        this.#channel.publish(route.exchange, route.routingKey, message.body, options, (error: Error | null) =>
          this.#onConfirm(key, entry, error),
        );
      } catch (cause) {
        const message = `cannot send: ${(cause as Error).message}`;
        const isChannelGone = cause instanceof IllegalOperationError;
        reject(new (isChannelGone ? PublishNotConfirmedError : UnsendableMessageError)(message, { cause }));
        return;
      }
      this.#inFlight.set(key, entry);
      this.#sweepTimer ??= setTimeout(() => this.#sweep(), SWEEP_INTERVAL_MS);
    });
  }

  #keyOf({ properties: { messageId, headers } }: Message): string | number {
    // A copy of a message that once needed the header must not be taken for the first one.
    const isUnique =
      messageId !== undefined && !this.#inFlight.has(messageId) && headers?.[PUBLISH_HEADER] === undefined;
    return isUnique ? messageId : this.#nextNumber++;
  }

  /** The broker sends a message back before it confirms it: https://www.rabbitmq.com/docs/confirms#when-publishes-are-confirmed */
  #onReturn({ fields, properties }: ReturnedMessage): void {
    const entry = this.#inFlight.get(properties.headers?.[PUBLISH_HEADER] ?? properties.messageId);
    if (entry) entry.returned = `no queue for routing key '${fields.routingKey}' on exchange '${fields.exchange}'`;
    this.#events.onUnroutable();
  }

  #onConfirm(key: string | number, entry: InFlight, error: Error | null): void {
    this.#inFlight.delete(key);
    // Counted once, when it was late already.
    if (entry.isCounted && !entry.isExpired) this.#counters[outcomeOf(entry, error)]++;
    if (error) {
      this.#nackingSince ??= performance.now();
      if (performance.now() - this.#nackingSince >= NACKED_FOR_MS) this.#events.onStalled();
      entry.reject(new PublishNotConfirmedError(`not confirmed: ${error.message}`, { cause: error }));
      return;
    }
    this.#lastConfirmAt = performance.now();
    this.#nackingSince = undefined;
    if (entry.returned === undefined) entry.resolve();
    else entry.reject(new PublishNotConfirmedError(`unroutable: ${entry.returned}`));
  }

  #sweep(): void {
    const now = performance.now();
    let isStalled = false;
    for (const entry of this.#inFlight.values()) {
      if (now < entry.deadlineAt) continue;
      if (!entry.isExpired) {
        entry.isExpired = true;
        if (entry.isCounted) this.#counters.late++;
        entry.reject(new PublishNotConfirmedError(`no confirm within ${entry.deadlineMs} ms`));
      }
      // Where confirms still arrive, the broker is slow: a new channel would only fail what else is in flight.
      isStalled ||= this.#lastConfirmAt < entry.sentAt || now > entry.deadlineAt + LOST_AFTER_MS;
    }
    if (this.#inFlight.size === 0) this.#sweepTimer = undefined;
    else this.#sweepTimer?.refresh();
    if (isStalled) this.#events.onStalled();
  }
}

/** amqplib has no other way to tell a nack from the end of the channel. */
function outcomeOf(
  { returned }: InFlight,
  error: Error | null,
): keyof Pick<BrokerCounters, 'confirmed' | 'returned' | 'refused' | 'lost'> {
  if (error) return error.message === 'message nacked' ? 'refused' : 'lost';
  return returned === undefined ? 'confirmed' : 'returned';
}
