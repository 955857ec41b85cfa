import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import type { Broker } from '@offload/broker';
import { decodeControl, type Message, type TaskCatalogue } from '@offload/contract';
import type { FileStorage } from '@offload/files';
import type { HandlerMap } from '@offload/handler';
import { exposeBroker, Metrics, TaskMetrics } from '@offload/metrics';
import type { Logger } from '@offload/process';
import type { Store } from '@offload/store';
import type { Narrator } from './narrator.ts';
import { Quarantine } from './quarantine.ts';
import { QueueService, type ServiceDependencies } from './queue-service.ts';
import { register } from './registration.ts';
import { RunningAttempts } from './running-attempts.ts';
import type { ServedQueue } from './served-queues.ts';
import { turnstilesOf } from './turnstile.ts';

export interface WorkerOptions {
  broker: Broker;
  store: Store;
  catalogue: TaskCatalogue;
  handlers: HandlerMap;
  /** Where files are. */
  storage: FileStorage;
  /** Bytes that a file of a handler may have. */
  fileLimit: number;
  /**
   * Those that it serves, at least one. Of each as many handlers may run at once as its concurrency says; the broker hands
   * out no more messages than that (fair dispatch).
   */
  queues: readonly ServedQueue[];
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
  /** Whether it takes tasks: the broker has its consumers, but for paused queues, and the store its heartbeat. */
  readonly isReady: boolean;
  /** Drains: takes nothing new, finishes what runs within the grace period, hands the rest back. Idempotent. */
  stop(): Promise<void>;
}

/** Milliseconds for interrupted attempts to be stored, beyond the time that their handlers may take to obey. */
const SETTLE_GRACE_MS = 2000;

/** Consumes tasks until it is stopped. */
export function startWorker(options: WorkerOptions): Worker {
  const { broker, store, queues, shutdownGraceMs, abortGraceMs = 5000, narrator, logger } = options;
  const { metrics = new Metrics() } = options;
  exposeBroker(metrics, broker);
  const name = options.name ?? uniqueName();
  const stopping = new AbortController();
  const closed = new AbortController();
  const attempts = new RunningAttempts();
  const concurrency = queues.reduce((sum, queue) => sum + queue.concurrency, 0);
  const dependencies: ServiceDependencies = {
    store,
    publisher: broker.publisher,
    announce: (event) => broker.announce(event),
    catalogue: options.catalogue,
    handlers: options.handlers,
    worker: name,
    concurrency,
    attempts,
    quarantine: new Quarantine(),
    turnstiles: turnstilesOf(options.handlers),
    closed: closed.signal,
    abortGraceMs,
    narrator,
    storage: options.storage,
    fileLimit: options.fileLimit,
    metrics: new TaskMetrics(metrics, options.catalogue.names),
    logger,
  };

  const services = queues.map((queue) => new QueueService(queue, broker, dependencies));
  const [first, ...others] = services;
  if (!first) throw new Error('a worker serves at least one queue');
  // At once, while it is heard; the answers to the heartbeats make it certain.
  const control = broker.listenToControl({ onMessage: obey });
  const registration = register({
    store,
    describe: () => ({
      name,
      queue: first.queue,
      concurrency,
      attempts: attempts.held,
      frontiers: first.frontiers.byPriority,
      otherQueues: Object.fromEntries(others.map(({ queue, frontiers }) => [queue, frontiers.byPriority])),
      shares: Object.fromEntries(services.map(({ queue, share }) => [queue, share])),
      started: attempts.started,
    }),
    onAnswer({ cancelled, lost, pausedQueues }) {
      for (const { taskId } of cancelled) attempts.cancel(taskId);
      for (const held of lost) attempts.lose(held);
      for (const service of services) service.setPaused(pausedQueues.includes(service.queue));
      if (!hasBegun) void begin(pausedQueues);
    },
    logger,
  });
  let hasBegun = false;

  /** Once the store has said which queues are paused. */
  async function begin(pausedQueues: readonly string[]): Promise<void> {
    hasBegun = true;
    const paused = queues.filter((queue) => pausedQueues.includes(queue.name));
    if (paused.length > 0) logger.warn({ queues: paused }, 'queues are paused');
    try {
      await Promise.all(services.map((service) => service.live(stopping.signal)));
    } catch {
      return;
    }
    narrator?.waiting();
    logger.info({ worker: name, queues }, 'waiting for messages');
  }

  function obey(message: Message): void {
    const signal = decodeControl(message);
    if (signal?.kind === 'cancel') attempts.cancel(signal.taskId);
    else if (signal?.kind === 'queues') registration.hurry();
  }

  async function drain(): Promise<void> {
    stopping.abort();
    await Promise.all(services.map((service) => service.halt()));
    const running = services.flatMap((service) => [...service.running]);
    await settled(running, shutdownGraceMs);
    attempts.interrupt();
    await settled(running, abortGraceMs + SETTLE_GRACE_MS);
    closed.abort();
    await Promise.all([...services.map((service) => service.close()), control.close()]);
    await Promise.all(Object.values(options.handlers).map((handler) => handler.close?.()));
    await registration.stop();
  }

  let stopped: Promise<void> | undefined;
  return {
    name,
    get isReady() {
      return registration.isBeating && services.every((service) => service.isReady);
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
async function settled(running: readonly Promise<void>[], deadlineMs: number): Promise<void> {
  const deadline = new AbortController();
  const expired = delay(deadlineMs, undefined, { signal: deadline.signal }).catch(() => undefined);
  await Promise.race([Promise.all(running), expired]);
  deadline.abort();
}
