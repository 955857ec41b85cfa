import { untilCompleted } from '../load/completion.ts';
import { now } from '../load/submit-one.ts';
import { awaitWorkers } from '../product/await-workers.ts';
import { submitTasks } from '../product/submit-tasks.ts';
import { dispatchedMakespan, shortestMakespan, shuffled } from '../product/work-mix.ts';
import { atMost, measurementOf } from '../report/measurement.ts';
import { median } from '../report/statistics.ts';
import type { Scenario, Services } from '../scenario.ts';
import { offload } from '../systems/offload.ts';
import { withSystem } from '../systems/with-system.ts';

const WORKERS = 4;
const MAX_ROUNDS = 2;
/** Seconds are measured, to the percent. */
const POLL_MS = 20;
/** Milliseconds of work: 8 heavy tasks and 120 light ones, 7 s on four workers. */
const MIX = [...Array<number>(8).fill(2000), ...Array<number>(120).fill(100)];
const BEST_MS = shortestMakespan(MIX, WORKERS);
/** How close to the best an order must come by itself. */
const LUCK = 1.005;

/** Heavy and light tasks, mixed, on four workers: how long until all are done, over the shortest time that any schedule can have. */
export const fairness: Scenario = {
  name: 'fairness',
  title: `Makespan of 8 heavy and 120 light tasks on ${WORKERS} workers, over the best possible`,
  seconds: 24,
  async run({ services, rounds, log }) {
    const ratios: number[] = [];
    for (const seed of seeds(Math.min(rounds, MAX_ROUNDS))) {
      const makespanMs = await measure(services, shuffled(MIX, seed));
      ratios.push(makespanMs / BEST_MS);
      log(`order ${seed}: ${makespanMs.toFixed(0)} ms, best possible ${BEST_MS} ms`);
    }
    return {
      measurements: [measurementOf(offload, { scenario: 'fairness', unit: '× best makespan', samples: ratios })],
      targets: [atMost('fairness: makespan over the best possible', median(ratios), 1.05)],
    };
  },
};

/**
 * The first orders in which the ideal fair dispatch is as good as any schedule, so that what is missing is the product's. In
 * others a heavy task comes last, and nobody who has to take the tasks as they come can help it.
 */
function seeds(count: number): number[] {
  const found: number[] = [];
  for (let seed = 1; found.length < count; seed++) {
    if (dispatchedMakespan(shuffled(MIX, seed), WORKERS) <= BEST_MS * LUCK) found.push(seed);
  }
  return found;
}

async function measure(services: Services, workMs: readonly number[]): Promise<number> {
  return withSystem(offload, services, { workers: WORKERS, concurrency: 1 }, async (system) => {
    await awaitWorkers(system.submit.url, WORKERS);
    const startedAt = now();
    await submitTasks(system, workMs);
    return (await untilCompleted(system, workMs.length, BEST_MS * 4, POLL_MS)).at - startedAt;
  });
}
