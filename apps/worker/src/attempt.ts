import type { Delivery } from '@offload/broker';
import type { TaskCatalogue, TaskTicket } from '@offload/contract';
import type { Logger } from '@offload/process';
import type { Claim, Outcome, Store } from '@offload/store';
import { checkResult } from './check-result.ts';
import { type Ending, execute } from './execute.ts';
import type { HandlerMap } from './handler.ts';
import type { Narrator } from './narrator.ts';
import { createProgressReporter } from './progress-reporter.ts';
import { outcomeOf, outcomeOfUnknownType } from './retry-policy.ts';
import { settle } from './settle.ts';
import { LOST, whileOurs } from './while-ours.ts';

export interface AttemptDependencies {
  store: Store;
  catalogue: TaskCatalogue;
  handlers: HandlerMap;
  /** Name of this worker. */
  worker: string;
  /** Aborted when the worker starts nothing any more. */
  stopping: AbortSignal;
  /** Aborted when attempts have to stop because the worker does. */
  interruption: AbortSignal;
  /** Milliseconds that a handler may take to obey its signal. */
  abortGraceMs: number;
  narrator?: Narrator | undefined;
  logger: Logger;
}

type Claimed = Extract<Claim, { kind: 'claimed' }>;

/** One attempt at a task: claim, execute, settle. */
export async function attempt(
  delivery: Delivery,
  ticket: TaskTicket,
  dependencies: AttemptDependencies,
): Promise<void> {
  const { store, narrator } = dependencies;
  const { id: taskId, type, requestId } = ticket;
  const logger = dependencies.logger.child({ taskId, type, requestId });

  const claim = await claimTask(delivery, taskId, logger, dependencies);
  if (claim === LOST) return;
  if (claim.kind === 'refused') {
    delivery.ack();
    logger.info({ reason: claim.reason, redelivered: delivery.redelivered }, 'not claimed');
    return;
  }

  const ofAttempt = logger.child({ attempt: claim.attempt });
  narrator?.received(type, ticket.payload);
  const startedAt = performance.now();
  const ending = await run(delivery, ticket, claim, ofAttempt, dependencies);
  if (ending === LOST) {
    delivery.ack();
    ofAttempt.warn({}, 'nothing stored: the attempt is no longer the current one');
    return;
  }
  const outcome = ending ? outcomeOf(ending, claim) : outcomeOfUnknownType(type, claim);

  const stored = await settle(store, delivery, { taskId, attempt: claim.attempt, outcome }, ofAttempt);
  const times = { durationMs: Math.round(performance.now() - startedAt), queuedMs: claim.queuedMs };
  report(ofAttempt, stored, outcome, { ...times, ...stackOf(ending) });
  if (outcome.kind === 'succeeded') narrator?.done();
}

function claimTask(
  delivery: Delivery,
  taskId: string,
  logger: Logger,
  { store, worker, stopping }: AttemptDependencies,
): Promise<Claim | typeof LOST> {
  let repeated = false;
  return whileOurs([delivery.lost, stopping], logger, () => {
    const request = { taskId, worker, redelivered: delivery.redelivered, repeated };
    repeated = true;
    return store.claim(request);
  });
}

/** @returns how the handler ended; undefined when this worker has none; LOST when the task is another attempt's by now */
async function run(
  delivery: Delivery,
  { id: taskId, type, payload, timeoutMs }: TaskTicket,
  { attempt }: Claimed,
  logger: Logger,
  { store, catalogue, handlers, interruption, abortGraceMs }: AttemptDependencies,
): Promise<Ending | typeof LOST | undefined> {
  // The type comes from a message: 'constructor' is no handler.
  const handler = catalogue.get(type) && Object.hasOwn(handlers, type) ? handlers[type] : undefined;
  if (!handler) return undefined;
  const progress = createProgressReporter((latest) =>
    store
      .reportProgress({ taskId, attempt, progress: latest })
      .catch((err: unknown) => logger.warn({ err }, 'progress not stored')),
  );
  const context = { payload, attempt, logger, progress: progress.report };
  const interruptions = [interruption, delivery.lost];
  const ending = await execute({ handler, context, timeoutMs, interruptions, abortGraceMs });
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
  if (stored === LOST) logger.warn(fields, 'outcome not stored: the delivery was lost');
  else if (stored === 'superseded') logger.warn(fields, 'outcome refused: the attempt is no longer the current one');
  else if (outcome.kind === 'succeeded') logger.info(fields, 'task succeeded');
  else if (outcome.kind === 'failed') logger.error(fields, 'task failed');
  else logger.warn(fields, 'attempt did not succeed');
}
