import { fillBacklog } from '../product/backlog.ts';
import {
  listLatency,
  pickupByFreshWorker,
  residentMemory,
  type Site,
  submitCount,
  submitRate,
  visitApi,
} from '../product/backlog-readings.ts';
import { createDeployment } from '../product/deployment.ts';
import { atMost, measurementOf } from '../report/measurement.ts';
import { median, quantile } from '../report/statistics.ts';
import type { Measurement, Scenario, ScenarioResult } from '../scenario.ts';
import { offload } from '../systems/offload.ts';

const TASKS = 1_000_000;
const TASKS_QUICK = 50_000;
/** Tasks that both have in any case, more than a page of `GET /tasks`: a page with nothing on it would be quick. */
const LISTED_TASKS = 100;
const WARM_UP_LISTS = 200;
/** The slowest hundredth of a thousand requests differs by half from one thousand to the next: the median of several counts. */
const LIST_ROUNDS = 5;
const LISTS_PER_ROUND = 1000;
const PICKUPS = 5;
/** Share by which a figure may be worse than without a backlog. */
const TOLERANCE = 1.1;
const API_LIMIT_MB = 200;
const WORKER_LIMIT_MB = 150;

/** What was read on one site, whose API runs meanwhile. */
interface Readings {
  /** Such as `none queued`. */
  state: string;
  site: Site;
  perSecond: number[];
  /** One list per round, with one entry per request. */
  listMs: number[][];
  pickupMs: number[];
  apiMb: number;
  workerMb: number;
}

/** A million queued tasks, in the store and on the queue, against an empty deployment on the same servers. */
export const backlog: Scenario = {
  name: 'backlog',
  title: 'Submit, pickup, list and memory with a million queued tasks, against none',
  seconds: 120,
  async run({ services, quick, log }) {
    const count = quick ? TASKS_QUICK : TASKS;
    const empty = await createDeployment(services);
    const full = await createDeployment(services);
    try {
      for (const deployment of [empty, full]) await visitApi(deployment, async () => undefined);
      const { storeSeconds, queueSeconds } = await fillBacklog(full, count);
      log(`${count} tasks: rows in ${storeSeconds.toFixed(1)} s, messages in ${queueSeconds.toFixed(1)} s`);
      return await visitApi(empty, (one) =>
        visitApi(full, async (other) => {
          const sides = [nothingRead('none queued', one), nothingRead(`${count} queued`, other)] as const;
          await read(sides, quick ? 3 : 4);
          for (const side of sides) log(summary(side));
          return resultOf(...sides);
        }),
      );
    } finally {
      await empty.close();
      await full.close();
    }
  },
};

function nothingRead(state: string, site: Site): Readings {
  return { state, site, perSecond: [], listMs: [], pickupMs: [], apiMb: Number.NaN, workerMb: Number.NaN };
}

/** Each figure of both before the next one: what drifts on the machine drifts for both, and an idle API costs nothing. */
async function read(sides: readonly Readings[], seconds: number): Promise<void> {
  for (const { site } of sides) await submitCount(site, LISTED_TASKS);
  await listInTurn(sides, WARM_UP_LISTS);
  for (let round = 0; round < LIST_ROUNDS; round++) {
    const latencies = await listInTurn(sides, LISTS_PER_ROUND);
    for (const [index, { listMs }] of sides.entries()) listMs.push(latencies[index] ?? []);
  }
  for (let pickup = 0; pickup < PICKUPS; pickup++) {
    for (const { site, pickupMs } of sides) pickupMs.push(await pickupByFreshWorker(site));
  }
  // The second one finds a warmer server: there and back.
  for (const { site, perSecond } of [...sides, ...sides.toReversed()]) perSecond.push(await submitRate(site, seconds));
  for (const side of sides) Object.assign(side, await residentMemory(side.site, seconds));
}

/** @returns milliseconds of each request, by side */
async function listInTurn(sides: readonly Readings[], count: number): Promise<number[][]> {
  const latencies = sides.map((): number[] => []);
  for (let request = 0; request < count; request++) {
    for (const [index, { site }] of sides.entries()) latencies[index]?.push(await listLatency(site));
  }
  return latencies;
}

function summary({ state, perSecond, listMs, pickupMs, apiMb, workerMb }: Readings): string {
  const [rate, pickup, api, worker] = [median(perSecond), median(pickupMs), apiMb, workerMb].map((value) =>
    value.toFixed(0),
  );
  const list = `GET /tasks p50 ${median(listMs.flat()).toFixed(1)}, p99 ${median(listMs.map(p99)).toFixed(1)} ms`;
  return `${state}: ${rate} POSTs/s, first start after ${pickup} ms, ${list}, API ${api} MB, worker ${worker} MB`;
}

function resultOf(empty: Readings, full: Readings): ScenarioResult {
  const listP99 = ({ listMs }: Readings): number => median(listMs.map(p99));
  return {
    measurements: [...measurements(empty), ...measurements(full)],
    targets: [
      atMost('backlog: submit rate, empty over full', median(empty.perSecond) / median(full.perSecond), TOLERANCE),
      atMost('backlog: pickup by a fresh worker over empty', median(full.pickupMs) / median(empty.pickupMs), TOLERANCE),
      atMost('backlog: GET /tasks p99 over empty', listP99(full) / listP99(empty), TOLERANCE),
      atMost('backlog: RSS of the API, MB', full.apiMb, API_LIMIT_MB),
      atMost('backlog: RSS of the worker, MB', full.workerMb, WORKER_LIMIT_MB),
    ],
  };
}

function measurements({ state, perSecond, listMs, pickupMs, apiMb, workerMb }: Readings): Measurement[] {
  const figure = (what: string, unit: string, samples: number[], more: Partial<Measurement> = {}): Measurement =>
    measurementOf(offload, { scenario: 'backlog', variant: `${what}, ${state}`, unit, samples, ...more });
  const p99s = listMs.map(p99);
  return [
    figure('submit', 'POSTs/s', perSecond, { connections: 64 }),
    figure('pickup by a fresh worker', 'ms', pickupMs),
    figure('GET /tasks, p99', 'ms', p99s, { p50: median(listMs.flat()), p99: median(p99s), connections: 1 }),
    figure('RSS of the API', 'MB', [apiMb]),
    figure('RSS of the worker', 'MB', [workerMb]),
  ];
}

function p99(values: readonly number[]): number {
  return quantile(values, 0.99);
}
