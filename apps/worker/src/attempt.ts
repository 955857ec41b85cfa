import type { Delivery } from '@offload/broker';
import type { TaskCatalogue, TaskEvent, TaskTicket } from '@offload/contract';
import type { FileStorage } from '@offload/files';
import {
  checkResult,
  createProgressReporter,
  type Ending,
  execute,
  type HandlerLogger,
  type HandlerMap,
  taskFiles,
} from '@offload/handler';
import type { TaskMetrics } from '@offload/metrics';
import type { Claim, Outcome } from '@offload/store';
import { type ClaimDependencies, claimTask } from './claim-task.ts';
import { FieldedLogger } from './fielded-logger.ts';
import { keepLogs } from './log-keeper.ts';
import type { Narrator } from './narrator.ts';
import { outliveDelivery } from './outlive-delivery.ts';
import type { Quarantine } from './quarantine.ts';
import { outcomeOf, outcomeOfUnknownType } from './retry-policy.ts';
import type { RunningAttempt } from './running-attempts.ts';
import { settle } from './settle.ts';
import type { Turnstile } from './turnstile.ts';
import { LOST } from './while-ours.ts';

export interface AttemptDependencies extends ClaimDependencies {
  catalogue: TaskCatalogue;
  handlers: HandlerMap;
  concurrency: number;
  /** Tells those that follow the task. */
  announce(event: TaskEvent): void;
  quarantine: Quarantine;
  /** Of the task types of which only so many attempts may run at once. */
  turnstiles: ReadonlyMap<string, Turnstile>;
  /** Aborted when the worker waits for nothing any more. */
  closed: AbortSignal;
  /** Milliseconds that a handler may take to obey its signal. */
  abortGraceMs: number;
  narrator?: Narrator | undefined;
  metrics: TaskMetrics;
  /** Where files are. */
  storage: FileStorage;
  /** Bytes that a file of a handler may have. */
  fileLimit: number;
}

/** Those of one attempt: its logger says whose. */
type OwnDependencies = AttemptDependencies & { logger: FieldedLogger };

type Claimed = Extract<Claim, { kind: 'claimed' }>;

/** One attempt at a task: claim, execute, settle. */
export async function attempt(
  delivery: Delivery,
  ticket: TaskTicket,
  dependencies: AttemptDependencies,
): Promise<void> {
  const { id: taskId, type, requestId } = ticket;
  const logger = new FieldedLogger(dependencies.logger, { taskId, type, requestId });
  const own = { ...dependencies, logger };
  const claim = await claimTask(delivery, ticket, false, own);
  if (claim !== LOST && claim.kind === 'refused' && claim.reason === 'suspect') {
    logger.warn({}, 'its workers have died: waiting to run without other suspects');
    await dependencies.quarantine.alone(async () =>
      followUp(await claimTask(delivery, ticket, true, own), delivery, ticket, own),
    );
  } else await followUp(claim, delivery, ticket, own);
}

async function followUp(
  claim: Claim | typeof LOST,
  delivery: Delivery,
  ticket: TaskTicket,
  dependencies: OwnDependencies,
): Promise<void> {
  const { attempts, announce, logger } = dependencies;
  if (claim === LOST) {
    delivery.giveBack();
    return;
  }
  if (claim.kind === 'refused') {
    delivery.ack();
    if (hasEnded(claim)) announce({ taskId: ticket.id, kind: 'settled' });
    logger.info({ reason: claim.reason, redelivered: delivery.redelivered }, 'not claimed');
    return;
  }
  announce({ taskId: ticket.id, kind: 'changed' });
  const { attempt } = claim;
  await attempts.during({ taskId: ticket.id, attempt }, async (running) => {
    const own = { ...dependencies, logger: logger.with({ attempt }) };
    const callOff = outliveDelivery(delivery, running, own);
    try {
      const turnstile = dependencies.turnstiles.get(ticket.type);
      const work = () => carryOut(running, delivery, ticket, claim, own);
      if (turnstile?.isFull) own.logger.info({}, 'waits: as many of its type run as may');
      await (turnstile ? turnstile.pass(running.stop.signal, work) : work());
    } finally {
      callOff();
    }
  });
}

async function carryOut(
  running: RunningAttempt,
  delivery: Delivery,
  ticket: TaskTicket,
  claim: Claimed,
  dependencies: OwnDependencies,
): Promise<void> {
  const { store, closed, announce, narrator, metrics, logger } = dependencies;
  narrator?.received(ticket.type, ticket.payload);
  metrics.wait.of(ticket.type).observe(claim.queuedMs / 1000);
  const startedAt = performance.now();
  const ending = await run(running, claim, ticket, dependencies);
  metrics.run.of(ticket.type).observe((performance.now() - startedAt) / 1000);
  if (ending?.kind === 'lost') {
    metrics.ended.given_up.of(ticket.type).add();
    delivery.ack();
    logger.warn({}, 'attempt given up: its task has gone on without it');
    return;
  }
  const outcome = ending ? outcomeOf(ending, claim) : outcomeOfUnknownType(ticket.type, claim);

  metrics.ended[outcome.kind].of(ticket.type).add();
  const { taskId, attempt } = running;
  const stored = await settle(store, delivery, { taskId, attempt, outcome }, closed, logger);
  if (stored === 'stored') announce({ taskId, kind: 'settled' });
  const times = { durationMs: Math.round(performance.now() - startedAt), queuedMs: claim.queuedMs };
  report(logger, stored, outcome, { ...times, ...stackOf(ending) });
  if (outcome.kind === 'succeeded') narrator?.done();
}

/** The claim itself has ended the task. */
function hasEnded({ reason }: Extract<Claim, { kind: 'refused' }>): boolean {
  return reason === 'exhausted' || reason === 'cancelled' || reason === 'expired';
}

/** @returns how the handler ended; undefined when this worker has none */
async function run(
  running: RunningAttempt,
  { failures }: Claimed,
  { type, payload, timeoutMs }: TaskTicket,
  { store, catalogue, handlers, announce, abortGraceMs, storage, fileLimit, logger }: OwnDependencies,
): Promise<Ending | undefined> {
  // The type comes from a message: 'constructor' is no handler.
  const handler = catalogue.get(type) && Object.hasOwn(handlers, type) ? handlers[type] : undefined;
  if (!handler) return undefined;
  const { taskId, attempt, stop } = running;
  const progress = createProgressReporter((latest) =>
    store
      .reportProgress({ taskId, attempt, progress: latest })
      .then(() => announce({ taskId, kind: 'progress' }))
      .catch((err: unknown) => logger.warn({ err }, 'progress not stored')),
  );
  const logs = keepLogs(logger, (lines) =>
    store
      .appendLogs({ taskId, attempt, lines })
      .then(() => announce({ taskId, kind: 'log' }))
      .catch((err: unknown) => logger.warn({ err }, 'log lines not stored')),
  );
  const { files, clear } = taskFiles({ store, storage, held: { taskId, attempt }, maxBytes: fileLimit });
  const own = { logger: logs.logger, files, progress: progress.report };
  const context = { payload, taskId, attempt, failures, ...own };
  const ending = await execute({ handler, context, timeoutMs, stop, abortGraceMs });
  const cleared = clear().catch((err: unknown) => logger.warn({ err }, 'folder of the attempt not removed'));
  await Promise.all([progress.flush(), logs.flush(), cleared]);
  return checkResult(ending, type, catalogue);
}

/** What a handler threw, with the stack that its task's own error never has. */
function stackOf(ending: Ending | undefined): { err?: unknown } {
  return ending?.kind === 'threw' ? { err: ending.error } : {};
}

function report(
  logger: HandlerLogger,
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
