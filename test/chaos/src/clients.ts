import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Ledger } from './ledger.ts';
import { createRandom, type Random } from './random.ts';
import { drawTask, type PlannedTask } from './task-mix.ts';

export interface ClientsOptions {
  seed: number;
  count: number;
  /** Tasks a second, of all clients together. */
  rate: number;
  /** Tasks, of all clients together. */
  maxTasks: number;
  /** Replicas. */
  apiUrls: readonly string[];
  /** File that gets a line for each execution. */
  executionsFile: string;
  ledger: Ledger;
  /** Aborted when no client takes up another task. */
  ending: AbortSignal;
  /** Aborted when clients give up those that they have not got accepted. */
  givingUp: AbortSignal;
}

/** Milliseconds that a client waits for an answer. */
const DEADLINE_MS = 5000;
/** Tasks that a client submits without a pause, now and then. */
const BURST = 12;

/** Clients submit tasks, and each one again until it is accepted; resolves when all have ended. */
export async function runClients(options: ClientsOptions): Promise<void> {
  const { seed, count, rate, maxTasks, ending } = options;
  const pauseMs = (count / rate) * 1000;
  let submitted = 0;

  async function runClient(number: number): Promise<void> {
    const random = createRandom(seed, `client ${number}`);
    let replica = number;
    let burst = 0;
    for (let index = 1; !ending.aborted && submitted < maxTasks; index++) {
      submitted++;
      const task = drawTask(random, `${number}-${index}`, options.executionsFile);
      replica = await submit(task, replica, random, options);
      if (burst === 0 && random.chance(0.2 / BURST)) burst = BURST;
      // A burst is paid for by a longer pause, so that the rate stays.
      const share = burst > 1 ? 0 : burst === 1 ? BURST : 1;
      burst = Math.max(0, burst - 1);
      await pause(pauseMs * share * (0.5 + random.next()), ending);
    }
  }

  await Promise.all(Array.from({ length: count }, (_, index) => runClient(index + 1)));
}

/** Asks one replica and the other until the task is accepted, with one key. @returns the replica to begin with next time */
async function submit(task: PlannedTask, first: number, random: Random, options: ClientsOptions): Promise<number> {
  const { apiUrls, ledger, givingUp } = options;
  const key = randomUUID();
  for (let replica = first; ; replica++) {
    const api = apiUrls[replica % apiUrls.length] ?? '';
    const id = await post(api, task, key, ledger);
    if (id !== undefined) {
      ledger.accept(task, id, api);
      return replica;
    }
    if (givingUp.aborted) {
      ledger.note('given up', api);
      return replica;
    }
    await pause(100 + 300 * random.next(), givingUp);
  }
}

/** @returns the task's id, or undefined when it was not accepted for a reason that may pass */
async function post(
  api: string,
  { type, payload }: PlannedTask,
  key: string,
  ledger: Ledger,
): Promise<string | undefined> {
  try {
    const response = await fetch(`${api}/tasks`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': `"${key}"` },
      body: JSON.stringify({ type, payload }),
      signal: AbortSignal.timeout(DEADLINE_MS),
    });
    const answer = (await response.json()) as { id: string };
    ledger.note(String(response.status), api);
    return response.status === 202 ? answer.id : undefined;
  } catch (error) {
    ledger.note(error instanceof DOMException ? 'timeout' : 'connection failed', api);
    return undefined;
  }
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal }).catch(() => undefined);
}
