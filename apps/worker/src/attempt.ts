import { setTimeout as delay } from 'node:timers/promises';
import type { Delivery } from '@offload/broker';
import type { TaskCatalogue, TaskTicket } from '@offload/contract';
import type { Logger } from '@offload/process';
import type { Claim, Outcome, Store } from '@offload/store';
import { checkResult } from './check-result.ts';
import { type Ending, execute } from './execute.ts';
import type { HandlerMap } from './handler.ts';
import type { Narrator } from './narrator.ts';
import { outliveDelivery } from './outlive-delivery.ts';
import { createProgressReporter } from './progress-reporter.ts';
import { outcomeOf, outcomeOfUnknownType } from './retry-policy.ts';
import type { RunningAttempt, RunningAttempts } from './running-attempts.ts';
import { settle } from './settle.ts';
import { LOST, whileOurs } from './while-ours.ts';

export interface AttemptDependencies {
  store: Store;
  catalogue: TaskCatalogue;
  handlers: HandlerMap;
  /** Name of this worker. */
  worker: string;
  concurrency: number;
  attempts: RunningAttempts;
  /** Aborted when the worker starts nothing any more. */
  stopping: AbortSignal;
  /** Aborted when attempts have to stop because the worker does. */
  interruption: AbortSignal;
  /** Aborted when the worker waits for nothing any more. */
  closed: AbortSignal;
  /** Milliseconds that a handler may take to obey its signal. */
  abortGraceMs: number;
  narrator?: Narrator | undefined;
  logger: Logger;
}

type Claimed = Extract<Claim, { kind: 'claimed' }>;

/**
 * Milliseconds before a message that came back is taken for that of a dead worker: one that lives and has only lost its
 * channel says so within them.
 */
const TAKEOVER_DELAY_MS = 250;

/** One attempt at a task: claim, execute, settle. */
export async function attempt(
  delivery: Delivery,
  ticket: TaskTicket,
  dependencies: AttemptDependencies,
): Promise<void> {
  const { attempts } = dependencies;
  const { id: taskId, type, requestId } = ticket;
  const logger = dependencies.logger.child({ taskId, type, requestId });

  const claim = await claimTask(delivery, ticket, logger, dependencies);
  if (claim === LOST) return;
  if (claim.kind === 'refused') {
    delivery.ack();
    logger.info({ reason: claim.reason, redelivered: delivery.redelivered }, 'not claimed');
    return;
  }
  await attempts.during({ taskId, attempt: claim.attempt }, (running) =>
    carryOut(running, delivery, ticket, claim, { ...dependencies, logger: logger.child({ attempt: claim.attempt }) }),
  );
}

async function claimTask(
  delivery: Delivery,
  { id: taskId, queuedAt }: TaskTicket,
  logger: Logger,
  { store, worker, attempts, stopping }: AttemptDependencies,
): Promise<Claim | typeof LOST> {
  if (delivery.redelivered) {
    const over = AbortSignal.any([delivery.lost, stopping]);
    await delay(TAKEOVER_DELAY_MS, undefined, { signal: over }).catch(() => undefined);
    if (attempts.has(taskId)) return { kind: 'refused', reason: 'running' };
  }
  let repeated = false;
  return whileOurs([delivery.lost, stopping], logger, () => {
    const request = { taskId, worker, redelivered: delivery.redelivered, ticket: queuedAt, repeated };
    repeated = true;
    return store.claim(request);
  });
}

async function carryOut(
  running: RunningAttempt,
  delivery: Delivery,
  ticket: TaskTicket,
  claim: Claimed,
  dependencies: AttemptDependencies,
): Promise<void> {
  const { store, closed, narrator, logger } = dependencies;
  outliveDelivery(delivery, running, dependencies);
  narrator?.received(ticket.type, ticket.payload);
  const startedAt = performance.now();
  const ending = await run(running, ticket, dependencies);
  if (ending === LOST) {
    delivery.ack();
    logger.warn({}, 'attempt given up: its task has gone on without it');
    return;
  }
  const outcome = ending ? outcomeOf(ending, claim) : outcomeOfUnknownType(ticket.type, claim);

  const { taskId, attempt } = running;
  const stored = await settle(store, delivery, { taskId, attempt, outcome }, closed, logger);
  const times = { durationMs: Math.round(performance.now() - startedAt), queuedMs: claim.queuedMs };
  report(logger, stored, outcome, { ...times, ...stackOf(ending) });
  if (outcome.kind === 'succeeded') narrator?.done();
}

/** @returns how the handler ended; undefined when this worker has none, LOST when nobody asks any more */
async function run(
  running: RunningAttempt,
  { type, payload, timeoutMs }: TaskTicket,
  { store, catalogue, handlers, interruption, abortGraceMs, logger }: AttemptDependencies,
): Promise<Ending | typeof LOST | undefined> {
  // The type comes from a message: 'constructor' is no handler.
  const handler = catalogue.get(type) && Object.hasOwn(handlers, type) ? handlers[type] : undefined;
  if (!handler) return undefined;
  const { taskId, attempt, cancellation } = running;
  const progress = createProgressReporter((latest) =>
    store
      .reportProgress({ taskId, attempt, progress: latest })
      .catch((err: unknown) => logger.warn({ err }, 'progress not stored')),
  );
  const context = { payload, attempt, logger, progress: progress.report };
  const interruptions = [interruption, running.interruption];
  const ending = await execute({ handler, context, timeoutMs, cancellation, interruptions, abortGraceMs });
  await progress.flush();
  return ending === LOST ? LOST : checkResult(ending, type, catalogue);
}

/** What a handler threw, with the stack that its task's own error never has. */
function stackOf(ending: Ending | undefined): { err?: unknown } {
  return ending?.kind === 'threw' ? { err: ending.error } : {};
}

function report(
  logger: Logger,
  stored: 'stored' | 'superseded' | typeof LOST,
  outcome: Outcome,
  details: object,
): void {
  const fields = { outcome: outcome.kind, ...details, ...('error' in outcome ? { error: outcome.error } : {}) };
  if (stored === LOST) logger.warn(fields, 'outcome not stored: the worker ends');
  else if (stored === 'superseded') logger.warn(fields, 'outcome refused: the attempt is no longer the current one');
  else if (outcome.kind === 'succeeded') logger.info(fields, 'task succeeded');
  else if (outcome.kind === 'cancelled') logger.info(fields, 'task cancelled');
  else if (outcome.kind === 'failed') logger.error(fields, 'task failed');
  else logger.warn(fields, 'attempt did not succeed');
}
