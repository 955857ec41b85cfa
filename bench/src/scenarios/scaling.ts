import { now } from '../product/program.ts';
import { completedAt, submitTasks } from '../product/submit-tasks.ts';
import { median } from '../report/statistics.ts';
import type { Measurement, Scenario, Services } from '../scenario.ts';
import { offload } from '../systems/offload.ts';

const WORKERS = [1, 2, 4, 8] as const;
const WORK_MS = 100;
const SUBMITTING_CONNECTIONS = 8;

/** The same work for every worker: with twice the workers, twice as much is done in the same time, or it does not scale. */
export const scaling: Scenario = {
  name: 'scaling',
  title: `Tasks of ${WORK_MS} ms per second on 1 to 8 workers, one task at a time each (prefetch 1)`,
  seconds: 90,
  async run({ services, quick, rounds, log }) {
    const tasksPerWorker = quick ? 20 : 50;
    const rates = new Map<number, number[]>(WORKERS.map((workers) => [workers, []]));
    for (let round = 1; round <= (quick ? 1 : rounds); round++) {
      for (const workers of WORKERS) {
        const rate = await measure(services, workers, workers * tasksPerWorker);
        rates.get(workers)?.push(rate);
        log(`round ${round}: ${workers} worker(s), ${rate.toFixed(2)} tasks/s of ${(workers * 1000) / WORK_MS} ideal`);
      }
    }
    const rateOf = (workers: number): number => median(rates.get(workers) ?? []);
    const single = rateOf(1);
    return {
      measurements: WORKERS.map((workers) => measurementOf(workers, rates.get(workers) ?? [])),
      targets: WORKERS.filter((workers) => workers > 1).map((workers) => {
        const value = rateOf(workers) / (workers * single);
        return { text: `scaling: ${workers} workers over ${workers} × one`, value, goal: '≥ 0.95', met: value >= 0.95 };
      }),
    };
  },
};

function measurementOf(workers: number, samples: number[]): Measurement {
  return {
    scenario: 'scaling',
    system: `${offload.name}, ${workers} worker${workers === 1 ? '' : 's'}`,
    connections: null,
    median: median(samples),
    p50: null,
    p99: null,
    unit: 'tasks/s',
    ratioToLimit: null,
    durability: offload.durability,
    samples,
  };
}

/** Tasks per second from the first POST to the last result. */
async function measure(services: Services, workers: number, count: number): Promise<number> {
  const system = await offload.start(services, { workers, concurrency: 1 });
  try {
    const startedAt = now();
    await submitTasks(system, Array<number>(count).fill(WORK_MS), SUBMITTING_CONNECTIONS);
    return (count * 1000) / ((await completedAt(system, count, 60_000)) - startedAt);
  } finally {
    await system.stop();
  }
}
