import type { Delivery, Publisher } from '@offload/broker';
import { decodeMessage, type TaskCatalogue, type TaskTicket } from '@offload/contract';
import type { Logger } from '@offload/process';
import type { Store } from '@offload/store';
import { adopt } from './adopt.ts';
import { bury } from './bury.ts';
import { checkResult } from './check-result.ts';
import { execute } from './execute.ts';
import type { HandlerMap } from './handler.ts';
import type { Narrator } from './narrator.ts';
import { createProgressReporter } from './progress-reporter.ts';
import { outcomeOf, outcomeOfUnknownType } from './retry-policy.ts';
import { settle } from './settle.ts';
import { LOST, whileOurs } from './while-ours.ts';

export interface ConsumerDependencies {
  store: Store;
  publisher: Publisher;
  catalogue: TaskCatalogue;
  handlers: HandlerMap;
  queue: string;
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

/** A delivery's way through the worker: understand, claim, execute, settle. Every delivery is settled once or lost. */
export async function consume(delivery: Delivery, dependencies: ConsumerDependencies): Promise<void> {
  const decoded = decodeMessage(delivery.message, dependencies.catalogue);
  switch (decoded.kind) {
    case 'task':
      return attempt(delivery, decoded.ticket, dependencies);
    case 'foreign':
      return adopt(delivery, decoded.type, decoded.payload, dependencies);
    case 'malformed':
      return bury(delivery, decoded.reason, dependencies);
  }
}

async function attempt(delivery: Delivery, ticket: TaskTicket, dependencies: ConsumerDependencies): Promise<void> {
  const { store, handlers, worker, interruption, abortGraceMs, narrator } = dependencies;
  const { id: taskId, type, payload, timeoutMs } = ticket;
  const waiting = dependencies.logger.child({ taskId, type, requestId: ticket.requestId });

  const { redelivered } = delivery;
  let repeated = false;
  const claim = await whileOurs([delivery.lost, dependencies.stopping], waiting, () => {
    const request = { taskId, worker, redelivered, repeated };
    repeated = true;
    return store.claim(request);
  });
  if (claim === LOST) return;
  if (claim.kind === 'refused') {
    delivery.ack();
    waiting.info({ reason: claim.reason, redelivered }, 'not claimed');
    return;
  }

  narrator?.received(type, payload);
  const logger = waiting.child({ attempt: claim.attempt });
  // The type comes from a message: 'constructor' is no handler.
  const handler = Object.hasOwn(handlers, type) ? handlers[type] : undefined;
  const startedAt = performance.now();
  const progress = createProgressReporter((latest) =>
    store
      .reportProgress({ taskId, attempt: claim.attempt, progress: latest })
      .catch((err: unknown) => logger.warn({ err }, 'progress not stored')),
  );
  const context = { payload, attempt: claim.attempt, logger, progress: progress.report };
  const interruptions = [interruption, delivery.lost];
  const ending = handler && (await execute({ handler, context, timeoutMs, interruptions, abortGraceMs }));
  const outcome = ending
    ? outcomeOf(checkResult(ending, type, dependencies.catalogue), claim)
    : outcomeOfUnknownType(type, claim);
  await progress.flush();

  const stored = await settle(store, delivery, { taskId, attempt: claim.attempt, outcome }, logger);
  const fields = {
    outcome: outcome.kind,
    durationMs: Math.round(performance.now() - startedAt),
    queuedMs: claim.queuedMs,
    ...('error' in outcome ? { error: outcome.error } : {}),
    // With its stack, which the task's own error never has.
    ...(ending?.kind === 'threw' ? { err: ending.error } : {}),
  };
  if (stored === LOST) logger.warn(fields, 'outcome not stored: the delivery was lost');
  else if (stored === 'superseded') logger.warn(fields, 'outcome refused: the attempt is no longer the current one');
  else if (outcome.kind === 'succeeded') logger.info(fields, 'task succeeded');
  else if (outcome.kind === 'failed') logger.error(fields, 'task failed');
  else logger.warn(fields, 'attempt did not succeed');
  if (outcome.kind === 'succeeded') narrator?.done();
}
