import { fileURLToPath } from 'node:url';
import { processUsage } from '../load/process-usage.ts';
import { now } from '../load/submit-one.ts';
import { submitTo } from '../load/submit-to.ts';
import { runLoad } from '../load/wrk.ts';
import type { Services } from '../scenario.ts';
import { createDeployment, type Deployment } from './deployment.ts';

const INTERVAL_MS = 10_000;
const SOAK_API = fileURLToPath(new URL('../offload/soak-api.ts', import.meta.url));

const SIZES = `select pg_table_size('tasks') / 1e6 as "tableMb", pg_indexes_size('tasks') / 1e6 as "indexesMb"`;

/** What was read at one time. */
export interface Sample {
  /** Hours since the start. */
  hours: number;
  apiMb: number;
  workerMb: number;
  tableMb: number;
  indexesMb: number;
}

export interface Observation {
  connections: number;
  /** Tasks that the worker runs at once. */
  concurrency: number;
  /** Tasks per second. */
  rate: number;
  minutes: number;
  /** Minutes that finished tasks are kept. */
  retentionMinutes: number;
  log(line: string): void;
}

/** Keeps an API and a worker under a steady load. @returns what was read every ten seconds */
export async function observe(services: Services, observation: Observation): Promise<Sample[]> {
  const { connections, concurrency, rate, minutes, retentionMinutes, log } = observation;
  const deployment = await createDeployment(services);
  const variables = { RETENTION_MINUTES: `${retentionMinutes}` };
  const api = await deployment.startApi({ entry: SOAK_API, variables });
  const worker = await deployment.startWorker(concurrency);
  const samples: Sample[] = [];
  const startedAt = now();
  const timer = setInterval(() => {
    sample(deployment, startedAt, { api: api.pid, worker: worker.pid }).then(
      (one) => samples.push(one),
      (error: unknown) => log(`no sample: ${String(error)}`),
    );
  }, INTERVAL_MS);
  try {
    await runLoad({ submit: submitTo(api.url), connections, seconds: minutes * 60, rate });
    return samples;
  } finally {
    clearInterval(timer);
    await Promise.all([api.stop(), worker.stop()]);
    await deployment.close();
  }
}

async function sample(
  { query }: Deployment,
  startedAt: number,
  pids: { api: number; worker: number },
): Promise<Sample> {
  const [sizes] = await query<Pick<Sample, 'tableMb' | 'indexesMb'>>(SIZES);
  return {
    hours: (now() - startedAt) / 3_600_000,
    apiMb: processUsage(pids.api).rssBytes / 1e6,
    workerMb: processUsage(pids.worker).rssBytes / 1e6,
    tableMb: Number(sizes?.tableMb),
    indexesMb: Number(sizes?.indexesMb),
  };
}
