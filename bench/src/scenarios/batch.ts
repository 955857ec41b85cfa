import { now } from '../load/submit-one.ts';
import { runLoad } from '../load/wrk.ts';
import { type Routes, routesOf } from '../product/routes.ts';
import { atLeast, measurementOf } from '../report/measurement.ts';
import { median } from '../report/statistics.ts';
import type { Scenario, Submit } from '../scenario.ts';
import { offload } from '../systems/offload.ts';
import { withSystem } from '../systems/with-system.ts';

const TASKS_PER_BATCH = 1000;
/** Batches under way at once. */
const CONNECTIONS = 4;
const SINGLE_CONNECTIONS = 64;

/** Tasks accepted in batches of a thousand, against single requests in the same round. */
export const batch: Scenario = {
  name: 'batch',
  title: `Tasks per second by POST /tasks/batch of ${TASKS_PER_BATCH}`,
  seconds: 30,
  run: ({ services, quick, rounds, log }) =>
    withSystem(offload, services, { workers: 0, concurrency: 1 }, async ({ submit }) => {
      const { batchBody } = await routesOf(submit.url);
      if (batchBody === undefined) {
        log('batch is left out: POST /tasks/batch is not in the product yet');
        return { measurements: [], targets: [] };
      }
      const seconds = quick ? 2 : 4;
      const [single, batched]: [number[], number[]] = [[], []];
      await runLoad({ submit, connections: SINGLE_CONNECTIONS, seconds: 1 });
      await submitBatches(submit, batchBody, 1);
      for (let round = 1; round <= rounds; round++) {
        const { perSecond } = await runLoad({ submit, connections: SINGLE_CONNECTIONS, seconds });
        const inBatches = await submitBatches(submit, batchBody, seconds);
        single.push(perSecond);
        batched.push(inBatches);
        log(`round ${round}: ${inBatches.toFixed(0)} tasks/s in batches, ${perSecond.toFixed(0)} by single requests`);
      }
      const shared = { scenario: 'batch', unit: 'tasks/s' };
      return {
        measurements: [
          measurementOf(offload, { ...shared, connections: CONNECTIONS, samples: batched }),
          measurementOf(offload, { ...shared, variant: 'single', connections: SINGLE_CONNECTIONS, samples: single }),
        ],
        targets: [atLeast('batch: tasks/s over single requests', median(batched) / median(single), 3)],
      };
    }),
};

/** @returns tasks per second */
async function submitBatches(
  { url, headers, body }: Submit,
  batchBody: NonNullable<Routes['batchBody']>,
  seconds: number,
): Promise<number> {
  const submissions = Array.from({ length: TASKS_PER_BATCH }, () => JSON.parse(body(0)) as unknown);
  const request = { method: 'POST', headers, body: JSON.stringify(batchBody(submissions)) };
  const startedAt = now();
  let batches = 0;
  async function client(): Promise<void> {
    while (now() - startedAt < seconds * 1000) {
      const response = await fetch(`${url}/batch`, request);
      const answer = await response.text();
      if (!response.ok) throw new Error(`${url}/batch was answered ${response.status}: ${answer.slice(0, 500)}`);
      batches++;
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, client));
  return (batches * TASKS_PER_BATCH * 1000) / (now() - startedAt);
}
