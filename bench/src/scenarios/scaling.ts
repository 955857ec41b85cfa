import { now } from '../load/submit-one.ts';
import { awaitWorkers } from '../product/await-workers.ts';
import { atLeast, measurementOf } from '../product/measurement.ts';
import { completedAt, submitTasks } from '../product/submit-tasks.ts';
import { median } from '../report/statistics.ts';
import type { Scenario, Services } from '../scenario.ts';
import { offload } from '../systems/offload.ts';

const WORKERS = [1, 2, 4, 8] as const;
const WORK_MS = 100;
const MAX_ROUNDS = 2;
const SUBMITTING_CONNECTIONS = 8;

/** The same work for every worker: with twice the workers, twice as much is done in the same time, or it does not scale. */
export const scaling: Scenario = {
  name: 'scaling',
  title: `Tasks of ${WORK_MS} ms per second on 1 to 8 workers, one task at a time each (prefetch 1)`,
  seconds: 65,
  async run({ services, quick, rounds, log }) {
    const tasksPerWorker = quick ? 20 : 50;
    const rates = new Map<number, number[]>(WORKERS.map((workers) => [workers, []]));
    for (let round = 1; round <= (quick ? 1 : Math.min(rounds, MAX_ROUNDS)); round++) {
      for (const workers of WORKERS) {
        const rate = await measure(services, workers, workers * tasksPerWorker);
        rates.get(workers)?.push(rate);
        log(`round ${round}: ${workers} worker(s), ${rate.toFixed(2)} tasks/s of ${(workers * 1000) / WORK_MS} ideal`);
      }
    }
    const rateOf = (workers: number): number => median(rates.get(workers) ?? []);
    const single = rateOf(1);
    return {
      measurements: WORKERS.map((workers) => {
        const variant = `${workers} worker${workers === 1 ? '' : 's'}`;
        return measurementOf(offload, {
          scenario: 'scaling',
          variant,
          unit: 'tasks/s',
          samples: rates.get(workers) ?? [],
        });
      }),
      targets: WORKERS.filter((workers) => workers > 1).map((workers) =>
        atLeast(`scaling: ${workers} workers over ${workers} × one`, rateOf(workers) / (workers * single), 0.95),
      ),
    };
  },
};

/** Tasks per second from the first POST to the last result. */
async function measure(services: Services, workers: number, count: number): Promise<number> {
  const system = await offload.start(services, { workers, concurrency: 1 });
  try {
    await awaitWorkers(system.submit.url, workers);
    const startedAt = now();
    await submitTasks(system, Array<number>(count).fill(WORK_MS), SUBMITTING_CONNECTIONS);
    return (count * 1000) / ((await completedAt(system, count, 60_000)) - startedAt);
  } finally {
    await system.stop();
  }
}
