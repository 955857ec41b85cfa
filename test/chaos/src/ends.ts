import { setTimeout as delay } from 'node:timers/promises';
import type { Task } from '@offload/client';
import type { AcceptedTask } from './ledger.ts';

/** What the product says of an accepted task at last; `null`: that there is none. */
export type End = Task | null;

const FINAL_STATES = ['succeeded', 'failed', 'cancelled', 'expired'];
const PAUSE_MS = 500;
const REQUEST_DEADLINE_MS = 5000;
const REQUESTS_AT_ONCE = 8;

/**
 * Asks for each task until it has ended, or the deadline passes.
 * @throws Error when a task could not be asked for at all
 */
export async function awaitEnds(
  accepted: readonly AcceptedTask[],
  apiUrls: readonly string[],
  deadlineMs: number,
  signal: AbortSignal,
): Promise<Map<string, End>> {
  const startedAt = performance.now();
  const ends = new Map<string, End>();
  let open = accepted.map(({ id }) => id);
  while (open.length > 0) {
    const unended: string[] = [];
    await inParallel(open, async (id, index) => {
      signal.throwIfAborted();
      const end = await ask(id, apiUrls[index % apiUrls.length] ?? '');
      if (end !== undefined) ends.set(id, end);
      if (!end || !FINAL_STATES.includes(end.state)) unended.push(id);
    });
    open = unended;
    if (performance.now() - startedAt > deadlineMs) break;
    if (open.length > 0) await delay(PAUSE_MS, undefined, { signal });
  }
  const unanswered = open.filter((id) => !ends.has(id));
  if (unanswered.length > 0) throw new Error(`no API answers for ${unanswered.length} tasks, such as ${unanswered[0]}`);
  return ends;
}

async function inParallel<T>(members: readonly T[], work: (member: T, index: number) => Promise<void>): Promise<void> {
  const entries = members.entries();
  const runner = async (): Promise<void> => {
    for (const [index, member] of entries) await work(member, index);
  };
  await Promise.all(Array.from({ length: REQUESTS_AT_ONCE }, runner));
}

/** @returns undefined when there was no answer */
async function ask(id: string, api: string): Promise<End | undefined> {
  try {
    const response = await fetch(`${api}/tasks/${id}`, { signal: AbortSignal.timeout(REQUEST_DEADLINE_MS) });
    const body = await response.text();
    if (response.status === 404) return null;
    return response.ok ? (JSON.parse(body) as Task) : undefined;
  } catch {
    return undefined;
  }
}
