import type { Broker, Message } from '@offload/broker';
import { decodeMessage, type TaskCatalogue } from '@offload/contract';
import type { NewTask, Redriven, TaskStore } from '@offload/store';

/** Milliseconds that the broker may take for all of it. */
const DEADLINE_MS = 30_000;
/** Milliseconds after which the rest is left for the next time, so that what was done is answered. */
const BUDGET_MS = 20_000;

export interface MessageRedrive {
  /** Messages that are looked at, from the oldest. */
  limit: number;
  /** Tasks that become due per second. @default all at once */
  ratePerSecond: number | undefined;
  /** Only counts. */
  isDryRun: boolean;
}

interface Dependencies {
  store: TaskStore;
  broker: Broker;
  catalogue: TaskCatalogue;
}

/**
 * Dead messages that are understood by now become tasks; the others stay. A message is acknowledged once its task is
 * stored, so that a crash in between leaves one task too many rather than none.
 */
export async function redriveMessages(
  { store, broker, catalogue }: Dependencies,
  { limit, ratePerSecond, isDryRun }: MessageRedrive,
): Promise<Redriven> {
  const taskOf = (message: Message) => understood(message, catalogue, broker.topology.queue);
  if (isDryRun) {
    const messages = await broker.deadLetters.peek(limit, DEADLINE_MS);
    return { matched: messages.filter((message) => taskOf(message) !== undefined).length, redriven: 0 };
  }

  const startedAt = Date.now();
  const intervalMs = ratePerSecond === undefined ? 0 : 1000 / ratePerSecond;
  const outOfTime = new Error('the rest is left for the next time');
  let redriven = 0;
  await broker.deadLetters
    .redrive(limit, DEADLINE_MS, async (message) => {
      if (Date.now() - startedAt > BUDGET_MS) throw outOfTime;
      const task = taskOf(message);
      if (!task) return false;
      const runAt = new Date(startedAt + redriven * intervalMs).toISOString();
      const { id } = await store.insert({ ...task, runAt });
      // No message is sent here. A task of ours may well be stored already, and wait for the message that was dead.
      await store.makeDue([id]);
      redriven++;
      return true;
    })
    .catch((error: unknown) => {
      if (error !== outOfTime) throw error;
    });
  return { matched: redriven, redriven };
}

/** The task that a message stands for: one of ours under its own id, another producer's as a new one. */
function understood(message: Message, catalogue: TaskCatalogue, queue: string): NewTask | undefined {
  const decoded = decodeMessage(message, catalogue);
  if (decoded.kind === 'malformed') return undefined;
  const { type, payload } = decoded.kind === 'task' ? decoded.ticket : decoded;
  const taskType = catalogue.get(type);
  if (!taskType || catalogue.payloadIssues(type, payload).length > 0) return undefined;
  const { maxAttempts, timeoutMs } = taskType;
  const requestId = message.properties.correlationId ?? null;
  const ofType = { type, payload, queue, maxAttempts, timeoutMs, requestId };
  return decoded.kind === 'task' ? { ...ofType, id: decoded.ticket.id, timeoutMs: decoded.ticket.timeoutMs } : ofType;
}
