import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../../../test/services/dist/src/index.js';
import { now } from '../load/submit-one.ts';
import { createDeployment, shipped } from '../product/deployment.ts';
import { type Program, startProgram } from '../product/program.ts';
import { atMost, measurementOf } from '../report/measurement.ts';
import { median } from '../report/statistics.ts';
import type { Scenario, Services } from '../scenario.ts';
import { connectTo } from '../services/connect-to.ts';
import { offload } from '../systems/offload.ts';
import { offloadEmbedded } from '../systems/offload-embedded.ts';

const EXISTING_TASKS = 3000;
const SUBMITTING_CONNECTIONS = 16;
const DEADLINE_MS = 30_000;
const BODY = JSON.stringify({ type: 'sleep', payload: { message: 'No dots, no work' } });

/** A way to run the product whose data outlives its process. */
interface Installation {
  start(): Promise<{ program: Program; url: string }>;
  close(): Promise<void>;
}

/** From the start of a process, on data that is there already, to its first `202`. */
export const coldStart: Scenario = {
  name: 'cold-start',
  title: `Process start to the first 202, on ${EXISTING_TASKS} tasks of former runs`,
  seconds: 40,
  async run({ services, quick, log }) {
    const runs = quick ? 3 : 5;
    const embedded = await measure(await embeddedInstallation(services), runs);
    log(`embedded: ${embedded.map((ms) => ms.toFixed(0)).join(', ')} ms`);
    const servers = await measure(await serverInstallation(services), runs);
    log(`API on RabbitMQ and Postgres: ${servers.map((ms) => ms.toFixed(0)).join(', ')} ms`);
    const shared = { scenario: 'cold-start', unit: 'ms', connections: 1 };
    return {
      measurements: [
        measurementOf(offloadEmbedded, { ...shared, samples: embedded }),
        measurementOf(offload, { ...shared, samples: servers }),
      ],
      targets: [
        atMost('cold start: embedded, ms', median(embedded), 2000),
        atMost('cold start: API on RabbitMQ and Postgres, ms', median(servers), 1000),
      ],
    };
  },
};

async function measure(installation: Installation, runs: number): Promise<number[]> {
  try {
    await seed(installation);
    const samples: number[] = [];
    for (let run = 0; run < runs; run++) {
      const { program, url } = await installation.start();
      samples.push((await firstAcceptedAt(url)) - program.spawnedAt);
      await program.stop();
    }
    return samples;
  } finally {
    await installation.close();
  }
}

async function seed(installation: Installation): Promise<void> {
  const { program, url } = await installation.start();
  await firstAcceptedAt(url);
  let left = EXISTING_TASKS;
  async function client(): Promise<void> {
    while (left-- > 0) {
      if (!(await isAccepted(url))) throw new Error(`${url} refused a task`);
    }
  }
  await Promise.all(Array.from({ length: SUBMITTING_CONNECTIONS }, client));
  await program.stop();
}

/** Milliseconds since the epoch. */
async function firstAcceptedAt(url: string): Promise<number> {
  const deadline = now() + DEADLINE_MS;
  const isThere = async (): Promise<boolean> => {
    await connectTo(url);
    return isAccepted(url);
  };
  while (!(await isThere().catch(() => false))) {
    if (now() > deadline) throw new Error(`no 202 from ${url} within ${DEADLINE_MS} ms`);
    await delay(5);
  }
  return now();
}

async function isAccepted(url: string): Promise<boolean> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${url}/tasks`, { method: 'POST', headers, body: BODY });
  await response.arrayBuffer();
  return response.status === 202;
}

async function embeddedInstallation({ nodePath }: Services): Promise<Installation> {
  const folder = await mkdtemp(join(tmpdir(), 'offload-bench-'));
  return {
    async start() {
      const port = `${await freePort()}`;
      const variables = { DATA_DIR: folder, PORT: port, WORKER_CONCURRENCY: '50' };
      const program = await startProgram({ nodePath, entry: shipped.standalone, variables, folder });
      return { program, url: `http://127.0.0.1:${port}` };
    },
    close: () => rm(folder, { recursive: true, force: true }),
  };
}

async function serverInstallation(services: Services): Promise<Installation> {
  const deployment = await createDeployment(services);
  return {
    async start() {
      const api = await deployment.startApi({ entry: shipped.api, isAwaited: false });
      return { program: api, url: api.url };
    },
    close: () => deployment.close(),
  };
}
