import { Agent, request } from 'node:http';
import { processUsage } from '../load/process-usage.ts';
import { atMost, measurementOf } from '../product/measurement.ts';
import { routesOf } from '../product/routes.ts';
import { completedAt } from '../product/submit-tasks.ts';
import { median } from '../report/statistics.ts';
import type { RunningSystem, Scenario, Services, Submit } from '../scenario.ts';
import { offload } from '../systems/offload.ts';

const CLIENTS = 2000;
const WORK_MS = 500;
const CONCURRENCY = 100;
const WAIT_SECONDS = 60;

interface Sample {
  /** Milliseconds of processor time of API and worker per finished task. */
  waiting: number;
  submitting: number;
}

/** What it costs that two thousand clients wait for their tasks on an open request, over submitting the same tasks and going away. */
export const waiters: Scenario = {
  name: 'waiters',
  title: `Processor time per task while ${CLIENTS} clients wait with \`Prefer: wait\``,
  seconds: 90,
  async run({ services, quick, rounds, log }) {
    const samples: Sample[] = [];
    for (let round = 1; round <= (quick ? 1 : rounds); round++) {
      const sample = await measure(services);
      if (sample === undefined) {
        log('`Prefer: wait` is not in the product yet');
        return { measurements: [], targets: [] };
      }
      samples.push(sample);
      const { waiting, submitting } = sample;
      log(`round ${round}: ${waiting.toFixed(2)} ms per task with waiters, ${submitting.toFixed(2)} without`);
    }
    const waiting = samples.map((sample) => sample.waiting);
    const submitting = samples.map((sample) => sample.submitting);
    const shared = { scenario: 'waiters', unit: 'ms CPU/task', connections: CLIENTS };
    return {
      measurements: [
        measurementOf(offload, { ...shared, variant: 'Prefer: wait', samples: waiting }),
        measurementOf(offload, { ...shared, variant: 'not waiting', samples: submitting }),
      ],
      targets: [atMost('waiters: CPU per task over not waiting', median(waiting) / median(submitting), 2)],
    };
  },
};

/** @returns undefined when the API does not know the header */
async function measure(services: Services): Promise<Sample | undefined> {
  const system = await offload.start(services, { workers: 1, concurrency: CONCURRENCY });
  try {
    if (!(await routesOf(system.submit.url)).hasWait) return undefined;
    // Both code paths are compiled before either is measured.
    await cost(system, {}, 202, 0);
    await cost(system, { prefer: `wait=${WAIT_SECONDS}` }, 200, 1);
    const submitting = await cost(system, {}, 202, 2);
    const waiting = await cost(system, { prefer: `wait=${WAIT_SECONDS}` }, 200, 3);
    return { waiting, submitting };
  } finally {
    await system.stop();
  }
}

/** @param before clients' rounds that the system has had already @returns milliseconds of processor time per task */
async function cost(
  system: RunningSystem,
  headers: Record<string, string>,
  status: number,
  before: number,
): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });
  const { submit } = system;
  const used = cpuMs(system);
  const answers = Array.from({ length: CLIENTS }, () => answered(submit, agent, headers));
  for (const answer of await Promise.all(answers)) {
    if (answer !== status) throw new Error(`${submit.url} was answered ${answer}, not ${status}`);
  }
  await completedAt(system, (before + 1) * CLIENTS, WAIT_SECONDS * 1000);
  agent.destroy();
  return (cpuMs(system) - used) / CLIENTS;
}

function cpuMs({ pids }: RunningSystem): number {
  return Object.values(pids).reduce((sum, pid) => sum + processUsage(pid).cpuSeconds * 1000, 0);
}

/** Submits one task and reads the whole answer. @returns its status */
function answered({ url, headers, body }: Submit, agent: Agent, more: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method: 'POST', agent, headers: { ...headers, ...more } }, (response) => {
      response
        .once('end', () => resolve(response.statusCode ?? 0))
        .once('error', reject)
        .resume();
    });
    outgoing.once('error', reject).end(body(WORK_MS));
  });
}
