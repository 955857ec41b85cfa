import { Agent, request } from 'node:http';
import { untilCompleted } from '../load/completion.ts';
import { processUsage } from '../load/process-usage.ts';
import { routesOf } from '../product/routes.ts';
import { atMost, measurementOf } from '../report/measurement.ts';
import { median } from '../report/statistics.ts';
import type { RunningSystem, Scenario, Submit } from '../scenario.ts';
import { offload } from '../systems/offload.ts';
import { withSystem } from '../systems/with-system.ts';

const CLIENTS = 2000;
const WORK_MS = 500;
const CONCURRENCY = 100;
const WAIT_SECONDS = 60;
const MAX_ROUNDS = 1;

/** How clients submit, and what they are answered. */
interface Manner {
  headers: Readonly<Record<string, string>>;
  status: number;
}

const leaving: Manner = { headers: {}, status: 202 };
const waiting: Manner = { headers: { prefer: `wait=${WAIT_SECONDS}` }, status: 200 };

/** What it costs that two thousand clients wait for their tasks on an open request, over submitting the same tasks and going away. */
export const waiters: Scenario = {
  name: 'waiters',
  title: `Processor time per task while ${CLIENTS} clients wait with \`Prefer: wait\``,
  seconds: 30,
  run: ({ services, rounds, log }) =>
    withSystem(offload, services, { workers: 1, concurrency: CONCURRENCY }, async (system) => {
      if (!(await routesOf(system.submit.url)).hasWait) {
        log('waiters is left out: `Prefer: wait` is not in the product yet');
        return { measurements: [], targets: [] };
      }
      // Both code paths are compiled before either is measured.
      await cost(system, leaving, CLIENTS / 10);
      await cost(system, waiting, CLIENTS / 10);
      const [withWaiters, without]: [number[], number[]] = [[], []];
      for (let round = 1; round <= Math.min(rounds, MAX_ROUNDS); round++) {
        const left = await cost(system, leaving, CLIENTS);
        const waited = await cost(system, waiting, CLIENTS);
        without.push(left);
        withWaiters.push(waited);
        log(`round ${round}: ${waited.toFixed(2)} ms per task with waiters, ${left.toFixed(2)} without`);
      }
      const shared = { scenario: 'waiters', unit: 'ms CPU/task', connections: CLIENTS };
      return {
        measurements: [
          measurementOf(offload, { ...shared, variant: 'Prefer: wait', samples: withWaiters }),
          measurementOf(offload, { ...shared, variant: 'not waiting', samples: without }),
        ],
        targets: [atMost('waiters: CPU per task over not waiting', median(withWaiters) / median(without), 2)],
      };
    }),
};

/** @returns milliseconds of processor time of API and worker per finished task */
async function cost(system: RunningSystem, manner: Manner, clients: number): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const before = await system.completed();
  const used = cpuMs(system);
  const answers = Array.from({ length: clients }, () => answered(system.submit, agent, manner.headers));
  for (const answer of await Promise.all(answers)) {
    if (answer !== manner.status) throw new Error(`${system.submit.url} was answered ${answer}, not ${manner.status}`);
  }
  await untilCompleted(system, before + clients, WAIT_SECONDS * 1000);
  agent.destroy();
  return (cpuMs(system) - used) / clients;
}

function cpuMs({ pids }: RunningSystem): number {
  return Object.values(pids).reduce((sum, pid) => sum + processUsage(pid).cpuSeconds * 1000, 0);
}

/** Submits one task and reads the whole answer. @returns its status */
function answered({ url, headers, body }: Submit, agent: Agent, more: Manner['headers']): Promise<number> {
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
