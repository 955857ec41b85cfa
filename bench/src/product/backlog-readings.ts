import { setTimeout as delay } from 'node:timers/promises';
import { processUsage } from '../load/process-usage.ts';
import { now, submitOne } from '../load/submit-one.ts';
import { submitTo } from '../load/submit-to.ts';
import { runLoad } from '../load/wrk.ts';
import type { Deployment, RunningApi } from './deployment.ts';

const CONNECTIONS = 64;
const CONCURRENCY = 50;
const POLL_MS = 20;
const PICKUP_DEADLINE_MS = 30_000;
/** A million is the default limit, at which new tasks are refused. */
const API_VARIABLES = { MAX_QUEUED: '5000000' };

// On the index of states; the answer comes with the first row that is found.
const FIRST_START = `
  select (result ->> 'startedAt')::float8 as at from tasks
  where state = 'succeeded' and started_at >= to_timestamp($1::float8 / 1000)
  order by 1 limit 1`;

/** A deployment whose API runs. */
export interface Site {
  deployment: Deployment;
  api: RunningApi;
}

/** Runs an API for as long as `work` takes. */
export async function visitApi<T>(deployment: Deployment, work: (site: Site) => Promise<T>): Promise<T> {
  const api = await deployment.startApi({ variables: API_VARIABLES });
  try {
    return await work({ deployment, api });
  } finally {
    await api.stop();
  }
}

/** Answers per second to POST /tasks, as fast as they come. */
export async function submitRate({ api }: Site, seconds: number): Promise<number> {
  const submit = submitTo(api.url);
  await runLoad({ submit, connections: CONNECTIONS, seconds: 1 });
  return (await runLoad({ submit, connections: CONNECTIONS, seconds })).perSecond;
}

/** Submits so many tasks. */
export async function submitCount({ api }: Site, count: number): Promise<void> {
  for (let task = 0; task < count; task++) await submitOne(submitTo(api.url));
}

/** Milliseconds until the whole first page of `GET /tasks` is there. */
export async function listLatency({ api }: Site): Promise<number> {
  const startedAt = now();
  const response = await fetch(`${api.url}/tasks`);
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`GET /tasks was answered ${response.status}`);
  return now() - startedAt;
}

/** Milliseconds from the start of a worker's process to that of the first handler in it; one task waits at least. */
export async function pickupByFreshWorker({ deployment, api }: Site): Promise<number> {
  await submitOne(submitTo(api.url));
  const worker = await deployment.startWorker(CONCURRENCY, { isAwaited: false });
  try {
    const deadline = now() + PICKUP_DEADLINE_MS;
    for (;;) {
      const [row] = await deployment.query<{ at: number }>(FIRST_START, [worker.spawnedAt]);
      if (row) return row.at - worker.spawnedAt;
      if (now() > deadline) throw new Error(`no task was started within ${PICKUP_DEADLINE_MS} ms`);
      await delay(POLL_MS);
    }
  } finally {
    await worker.stop();
  }
}

/** The most resident memory, in megabytes, of an API under full load and of a worker that empties the queue meanwhile. */
export async function residentMemory(
  { deployment, api }: Site,
  seconds: number,
): Promise<{ apiMb: number; workerMb: number }> {
  const worker = await deployment.startWorker(CONCURRENCY);
  let [apiMb, workerMb] = [0, 0];
  const sample = (): void => {
    apiMb = Math.max(apiMb, megabytes(api.pid));
    workerMb = Math.max(workerMb, megabytes(worker.pid));
  };
  const timer = setInterval(sample, 250);
  try {
    await runLoad({ submit: submitTo(api.url), connections: CONNECTIONS, seconds });
    sample();
    return { apiMb, workerMb };
  } finally {
    clearInterval(timer);
    await worker.stop();
  }
}

function megabytes(pid: number): number {
  return processUsage(pid).rssBytes / 1e6;
}
