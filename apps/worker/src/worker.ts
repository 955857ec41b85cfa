import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import type { Broker, Delivery } from '@offload/broker';
import { decodeControl, type Message, type TaskCatalogue } from '@offload/contract';
import { exposeBroker, Metrics, TaskMetrics } from '@offload/metrics';
import type { Logger } from '@offload/process';
import type { Store } from '@offload/store';
import { type ConsumerDependencies, consume } from './consumer.ts';
import { Frontiers } from './frontiers.ts';
import type { HandlerMap } from './handler.ts';
import type { Narrator } from './narrator.ts';
import { Quarantine } from './quarantine.ts';
import { register } from './registration.ts';
import { RunningAttempts } from './running-attempts.ts';

export interface WorkerOptions {
  broker: Broker;
  store: Store;
  catalogue: TaskCatalogue;
  handlers: HandlerMap;
  /** Handlers that may run at once; the broker hands out no more messages than that (fair dispatch). */
  concurrency: number;
  /** Milliseconds that attempts under way may take to finish once the worker is stopped. */
  shutdownGraceMs: number;
  /** Milliseconds that a handler may take to obey its signal. @default 5000 */
  abortGraceMs?: number;
  /** Unique among the workers of a store. @default `<host>-<pid>-<random>` */
  name?: string;
  narrator?: Narrator | undefined;
  /** What this process measures. @default of the worker alone */
  metrics?: Metrics;
  logger: Logger;
}

export interface Worker {
  readonly name: string;
  /** Whether it takes tasks: the broker has its consumer and the store its heartbeat. */
  readonly isReady: boolean;
  /** Drains: takes nothing new, finishes what runs within the grace period, hands the rest back. Idempotent. */
  stop(): Promise<void>;
}

/** Milliseconds for interrupted attempts to be stored, beyond the time that their handlers may take to obey. */
const SETTLE_GRACE_MS = 2000;

/** Consumes tasks until it is stopped. */
export function startWorker(options: WorkerOptions): Worker {
  const { broker, store, concurrency, shutdownGraceMs, abortGraceMs = 5000, narrator, logger } = options;
  const { metrics = new Metrics() } = options;
  exposeBroker(metrics, broker);
  const name = options.name ?? uniqueName();
  const { queue } = broker.topology;
  const stopping = new AbortController();
  const closed = new AbortController();
  const attempts = new RunningAttempts();
  const frontiers = new Frontiers();
  const running = new Set<Promise<void>>();
  const dependencies: ConsumerDependencies = {
    store,
    publisher: broker.publisher,
    announce: (event) => broker.announce(event),
    catalogue: options.catalogue,
    handlers: options.handlers,
    queue,
    worker: name,
    concurrency,
    attempts,
    quarantine: new Quarantine(),
    frontiers,
    stopping: stopping.signal,
    closed: closed.signal,
    abortGraceMs,
    narrator,
    metrics: new TaskMetrics(metrics, options.catalogue.names),
    logger,
  };

  const consumer = broker.consume({ prefetch: concurrency, onDelivery: take });
  // At once, while it is heard; the answers to the heartbeats make it certain.
  const control = broker.listenToControl({ onMessage: obey });
  const registration = register({
    store,
    describe: () => ({
      name,
      queue,
      concurrency,
      attempts: attempts.held,
      frontiers: frontiers.byPriority,
      started: attempts.started,
    }),
    onAnswer({ cancelled, lost }) {
      for (const { taskId } of cancelled) attempts.cancel(taskId);
      for (const held of lost) attempts.lose(held);
    },
    logger,
  });
  consumer.live(stopping.signal).then(
    () => {
      narrator?.waiting();
      logger.info({ worker: name, queue, concurrency }, 'waiting for messages');
    },
    () => undefined,
  );

  function take(delivery: Delivery): void {
    const done = consume(delivery, dependencies)
      // The delivery stays unacknowledged: its message is handed out again once the channel closes.
      .catch((err: unknown) => logger.error({ err }, 'delivery not settled'))
      .finally(() => running.delete(done));
    running.add(done);
  }

  function obey(message: Message): void {
    const signal = decodeControl(message);
    if (signal?.kind === 'cancel') attempts.cancel(signal.taskId);
  }

  async function drain(): Promise<void> {
    stopping.abort();
    await consumer.cancel();
    await settled(running, shutdownGraceMs);
    attempts.interrupt();
    await settled(running, abortGraceMs + SETTLE_GRACE_MS);
    closed.abort();
    await Promise.all([consumer.close(), control.close()]);
    await Promise.all(Object.values(options.handlers).map((handler) => handler.close?.()));
    await registration.stop();
  }

  let stopped: Promise<void> | undefined;
  return {
    name,
    get isReady() {
      return consumer.isLive && registration.isBeating;
    },
    stop() {
      stopped ??= drain();
      return stopped;
    },
  };
}

/** In a container, host and pid are the same after a restart, and the worker is another one. */
function uniqueName(): string {
  return `${hostname()}-${process.pid}-${randomBytes(2).toString('hex')}`;
}

/** Resolves when all have ended, or after the deadline. */
async function settled(running: ReadonlySet<Promise<void>>, deadlineMs: number): Promise<void> {
  const deadline = new AbortController();
  const expired = delay(deadlineMs, undefined, { signal: deadline.signal }).catch(() => undefined);
  await Promise.race([Promise.all(running), expired]);
  deadline.abort();
}
