import { now } from '../load/submit-one.ts';
import { runLoad } from '../load/wrk.ts';
import { atLeast, measurementOf } from '../product/measurement.ts';
import { type Routes, routesOf } from '../product/routes.ts';
import { median } from '../report/statistics.ts';
import type { Scenario, Services, Submit } from '../scenario.ts';
import { offload } from '../systems/offload.ts';

const TASKS_PER_BATCH = 1000;
/** Batches under way at once. */
const CONNECTIONS = 4;
const SINGLE_CONNECTIONS = 64;

interface Sample {
  /** Tasks per second. */
  batched: number;
  single: number;
}

/** Tasks accepted in batches of a thousand, against single requests in the same round. */
export const batch: Scenario = {
  name: 'batch',
  title: `Tasks per second by POST /tasks/batch of ${TASKS_PER_BATCH}`,
  seconds: 55,
  async run({ services, quick, rounds, log }) {
    const samples: Sample[] = [];
    for (let round = 1; round <= (quick ? 1 : rounds); round++) {
      const sample = await measure(services, quick ? 3 : 6);
      if (sample === undefined) {
        log('POST /tasks/batch is not in the product yet');
        return { measurements: [], targets: [] };
      }
      samples.push(sample);
      const { batched, single } = sample;
      log(`round ${round}: ${batched.toFixed(0)} tasks/s in batches, ${single.toFixed(0)} by single requests`);
    }
    const batched = samples.map((sample) => sample.batched);
    const single = samples.map((sample) => sample.single);
    const shared = { scenario: 'batch', unit: 'tasks/s' };
    return {
      measurements: [
        measurementOf(offload, { ...shared, connections: CONNECTIONS, samples: batched }),
        measurementOf(offload, { ...shared, variant: 'single', connections: SINGLE_CONNECTIONS, samples: single }),
      ],
      targets: [atLeast('batch: tasks/s over single requests', median(batched) / median(single), 3)],
    };
  },
};

/** @returns undefined when there is no such route */
async function measure(services: Services, seconds: number): Promise<Sample | undefined> {
  const system = await offload.start(services, { workers: 0, concurrency: 1 });
  try {
    const { submit } = system;
    const { batchBody } = await routesOf(submit.url);
    if (batchBody === undefined) return undefined;
    await runLoad({ submit, connections: SINGLE_CONNECTIONS, seconds: 2 });
    const { perSecond } = await runLoad({ submit, connections: SINGLE_CONNECTIONS, seconds });
    return { batched: await submitBatches(submit, batchBody, seconds), single: perSecond };
  } finally {
    await system.stop();
  }
}

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
