import { untilCompleted } from '../load/completion.ts';
import { now } from '../load/submit-one.ts';
import { awaitWorkers } from '../product/await-workers.ts';
import { submitTasks } from '../product/submit-tasks.ts';
import { atLeast, measurementOf } from '../report/measurement.ts';
import { median } from '../report/statistics.ts';
import type { RunningSystem, Scenario } from '../scenario.ts';
import { offload } from '../systems/offload.ts';
import { withSystem } from '../systems/with-system.ts';

const WORKERS = [1, 2, 4, 8] as const;
const WORK_MS = 100;
const MAX_ROUNDS = 2;
const SUBMITTING_CONNECTIONS = 8;
/** Seconds are measured, to the percent. */
const POLL_MS = 20;

/** The same work for every worker: with twice the workers, twice as much is done in the same time, or it does not scale. */
export const scaling: Scenario = {
  name: 'scaling',
  title: `Tasks of ${WORK_MS} ms per second on 1 to 8 workers, one task at a time each (prefetch 1)`,
  seconds: 55,
  async run({ services, quick, rounds, log }) {
    const tasksPerWorker = quick ? 20 : 50;
    const rates = new Map<number, number[]>(WORKERS.map((workers) => [workers, []]));
    for (let round = 1; round <= Math.min(rounds, MAX_ROUNDS); round++) {
      await withSystem(offload, services, { workers: 0, concurrency: 1 }, async (system) => {
        for (const workers of WORKERS) {
          await growTo(system, workers);
          const rate = await measure(system, workers * tasksPerWorker);
          rates.get(workers)?.push(rate);
          log(
            `round ${round}: ${workers} worker(s), ${rate.toFixed(2)} tasks/s of ${(workers * 1000) / WORK_MS} ideal`,
          );
        }
      });
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

async function growTo(system: RunningSystem, workers: number): Promise<void> {
  const running = Object.keys(system.pids).filter((name) => name.startsWith('worker-')).length;
  for (let count = running; count < workers; count++) await system.addWorker();
  await awaitWorkers(system.submit.url, workers);
}

/** Tasks per second from the first POST to the last result. */
async function measure(system: RunningSystem, count: number): Promise<number> {
  const before = await system.completed();
  const startedAt = now();
  await submitTasks(system, Array<number>(count).fill(WORK_MS), SUBMITTING_CONNECTIONS);
  const { at } = await untilCompleted(system, before + count, 60_000, POLL_MS);
  return (count * 1000) / (at - startedAt);
}
