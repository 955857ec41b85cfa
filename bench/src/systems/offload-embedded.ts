import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../../test/services/dist/src/index.js';
import { submitTo } from '../load/submit-to.ts';
import { startProgram } from '../product/program.ts';
import type { RunningSystem, System } from '../scenario.ts';

const ENTRY = fileURLToPath(new URL('../offload/standalone.ts', import.meta.url));

/** Everything in one process: PGlite and the in-process broker. Of the workers asked for, it has one at most. */
export const offloadEmbedded: System = {
  name: 'offload-embedded',
  durability: 'row written to the operating system: survives kill -9 of the process, not a power cut',
  recommendedConcurrency: 50,
  hasWorkers: true,
  async start({ nodePath }, { workers, concurrency }) {
    const [port, completedPort] = [await freePort(), await freePort()];
    const folder = await mkdtemp(join(tmpdir(), 'offload-bench-'));
    const args = ['--completed-port', `${completedPort}`, ...(workers === 0 ? ['--without-worker'] : [])];
    const variables = { DATA_DIR: folder, PORT: `${port}`, WORKER_CONCURRENCY: `${Math.max(1, concurrency)}` };
    const program = await startProgram({ nodePath, entry: ENTRY, args, variables, folder });
    const url = `http://127.0.0.1:${port}`;
    const completedUrl = `http://127.0.0.1:${completedPort}/`;
    const running: RunningSystem = {
      submit: submitTo(url),
      async completed() {
        const { completed } = (await (await fetch(completedUrl)).json()) as { completed: number };
        return completed;
      },
      async startedAt(id) {
        const { result } = (await (await fetch(`${url}/tasks/${id}`)).json()) as {
          result: { startedAt: number } | null;
        };
        return result?.startedAt;
      },
      pids: { process: program.pid },
      async addWorker() {
        throw new Error('its only worker runs from the start or not at all');
      },
      async stop() {
        await program.stop();
        await rm(folder, { recursive: true, force: true });
      },
    };
    try {
      await program.answers(`${url}/readyz`);
      await program.answers(completedUrl);
    } catch (error) {
      await running.stop();
      throw error;
    }
    return running;
  },
};
