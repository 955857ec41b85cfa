import { clearBacklog, fillBacklog } from '../product/backlog.ts';
import {
  listLatencies,
  pickupByFreshWorker,
  residentMemory,
  submitRate,
  visitApi,
} from '../product/backlog-readings.ts';
import { createDeployment, type Deployment } from '../product/deployment.ts';
import { atMost, measurementOf } from '../product/measurement.ts';
import { median, quantile } from '../report/statistics.ts';
import type { Measurement, Scenario, ScenarioContext, ScenarioResult } from '../scenario.ts';
import { offload } from '../systems/offload.ts';

const TASKS = 1_000_000;
const TASKS_QUICK = 50_000;
const MAX_ROUNDS = 2;
/** Share by which a figure may be worse than without a backlog. */
const TOLERANCE = 1.1;
const API_LIMIT_MB = 200;
const WORKER_LIMIT_MB = 150;

/** What was read on one deployment, a sample per round but for `listMs`, which has one per request. */
interface Readings {
  perSecond: number[];
  listMs: number[];
  pickupMs: number[];
  apiMb: number[];
  workerMb: number[];
}

/** A million queued tasks, in the store and on the queue, against an empty deployment on the same servers. */
export const backlog: Scenario = {
  name: 'backlog',
  title: 'Submit, pickup, list and memory with a million queued tasks, against none',
  seconds: 230,
  async run(context) {
    const { services, quick, log } = context;
    const count = quick ? TASKS_QUICK : TASKS;
    const deployments = { empty: await createDeployment(services), full: await createDeployment(services) };
    try {
      for (const deployment of Object.values(deployments)) await visitApi(deployment, async () => undefined);
      const { storeSeconds, queueSeconds } = await fillBacklog(deployments.full, count);
      log(`${count} tasks: rows in ${storeSeconds.toFixed(1)} s, messages in ${queueSeconds.toFixed(1)} s`);
      const empty = noReadings();
      const full = noReadings();
      for (let round = 1; round <= (quick ? 1 : Math.min(context.rounds, MAX_ROUNDS)); round++) {
        await read(deployments.empty, empty, quick);
        await clearBacklog(deployments.empty);
        await read(deployments.full, full, quick);
        log(`round ${round}: empty ${latest(empty)}`);
        log(`round ${round}: ${count} queued ${latest(full)}`);
      }
      return resultOf(empty, full, count);
    } finally {
      for (const deployment of Object.values(deployments)) await deployment.close();
    }
  },
};

function noReadings(): Readings {
  return { perSecond: [], listMs: [], pickupMs: [], apiMb: [], workerMb: [] };
}

/** An API and a worker that have seen nothing else; the empty deployment fills in the course of it. */
async function read(deployment: Deployment, readings: Readings, quick: ScenarioContext['quick']): Promise<void> {
  readings.pickupMs.push(await pickupByFreshWorker(deployment));
  await visitApi(deployment, async (api) => {
    readings.listMs.push(...(await listLatencies(api, 300)));
    readings.perSecond.push(await submitRate(api, quick ? 3 : 5));
    const { apiMb, workerMb } = await residentMemory(deployment, api, 5);
    readings.apiMb.push(apiMb);
    readings.workerMb.push(workerMb);
  });
}

function latest({ perSecond, listMs, pickupMs, apiMb, workerMb }: Readings): string {
  const [rate, pickup, api, worker] = [perSecond, pickupMs, apiMb, workerMb].map((values) => values.at(-1)?.toFixed(0));
  const list = quantile(listMs, 0.99).toFixed(1);
  return `${rate} POSTs/s, first start after ${pickup} ms, GET /tasks p99 ${list} ms, API ${api} MB, worker ${worker} MB`;
}

function resultOf(empty: Readings, full: Readings, count: number): ScenarioResult {
  const listP99 = (readings: Readings): number => quantile(readings.listMs, 0.99);
  return {
    measurements: [...measurements('empty', empty), ...measurements(`${count} queued`, full)],
    targets: [
      atMost('backlog: submit rate, empty over full', median(empty.perSecond) / median(full.perSecond), TOLERANCE),
      atMost('backlog: pickup by a fresh worker over empty', median(full.pickupMs) / median(empty.pickupMs), TOLERANCE),
      atMost('backlog: GET /tasks p99 over empty', listP99(full) / listP99(empty), TOLERANCE),
      atMost('backlog: RSS of the API, MB', Math.max(...full.apiMb), API_LIMIT_MB),
      atMost('backlog: RSS of the worker, MB', Math.max(...full.workerMb), WORKER_LIMIT_MB),
    ],
  };
}

function measurements(state: string, { perSecond, listMs, pickupMs, apiMb, workerMb }: Readings): Measurement[] {
  const figure = (what: string, unit: string, samples: number[], more: Partial<Measurement> = {}): Measurement =>
    measurementOf(offload, { scenario: 'backlog', variant: `${what}, ${state}`, unit, samples, ...more });
  const list = { median: median(listMs), p50: quantile(listMs, 0.5), p99: quantile(listMs, 0.99) };
  return [
    figure('submit', 'POSTs/s', perSecond, { connections: 64 }),
    figure('pickup by a fresh worker', 'ms', pickupMs),
    figure('GET /tasks', 'ms', [list.p99], { ...list, connections: 1 }),
    figure('RSS of the API', 'MB', apiMb),
    figure('RSS of the worker', 'MB', workerMb),
  ];
}
