import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { amqpUrl, createDatabase, type Program, startProcess, uniqueName } from '@offload/test-services';
import { deleteTopology } from './delete-topology.ts';
import type { Language, ProgramName } from './languages.ts';
import { OUTPUT_TIMEOUT_MS, startCommand, type Variables, waitForLines } from './start-command.ts';

export interface StageOptions {
  /** @default the test run's broker */
  amqpUrl?: string;
  /** Whether our processes publish through the exchange that the PHP programs bind the queue to. @default false */
  throughExchange?: boolean;
}

/** A queue of its own for a test, with what our processes and a tutorial's programs need to share it. */
export interface Stage {
  readonly queue: string;
  /** Starts our API; resolves with its URL. */
  startApi(): Promise<string>;
  /** Starts our worker; resolves when it waits for messages. */
  startWorker(): Promise<Program>;
  /** Sends a text with the language's producer. */
  produce(language: Language, text: string): Promise<void>;
  /** Starts the language's worker; resolves when it waits for messages. */
  startTutorialWorker(language: Language): Promise<Program>;
}

export const WAITING = ' [*] Waiting for messages. To exit press CTRL+C';

/** Prepares a stage that is cleared when the test ends. */
export async function createStage(t: TestContext, options: StageOptions = {}): Promise<Stage> {
  const broker = options.amqpUrl ?? amqpUrl();
  const queue = uniqueName('interop');
  const exchange = uniqueName('demo');
  const theirs: Variables = { AMQP_URL: broker, TASK_QUEUE: queue, TASK_EXCHANGE: exchange };
  const ours: Variables = {
    ...theirs,
    TASK_EXCHANGE: options.throughExchange ? exchange : undefined,
    // The test run's management API knows nothing of another broker.
    ...(options.amqpUrl === undefined ? {} : { AMQP_MANAGEMENT_URL: undefined }),
  };
  const programs: Program[] = [];
  const database = await createDatabase();
  t.after(async () => {
    await Promise.all(programs.map((program) => program.close()));
    await Promise.all([database.drop(), deleteTopology(broker, queue, exchange)]);
  });

  async function startOurs(workspace: '@offload/api' | '@offload/worker', env: Variables): Promise<Program> {
    const entry = fileURLToPath(new URL('main.js', import.meta.resolve(workspace)));
    const program = await startProcess({
      entry,
      env: { ...ours, DATABASE_URL: database.url, LOG_LEVEL: 'info', ...env },
    });
    programs.push(program);
    return program;
  }

  async function startTheirs(language: Language, name: ProgramName, ...args: string[]): Promise<Program> {
    const command = await language.command(name);
    const program = await startCommand([...command, ...args], theirs);
    programs.push(program);
    return program;
  }

  return {
    queue,
    async startApi() {
      const api = await startOurs('@offload/api', { HOST: '127.0.0.1', PORT: '0' });
      const [url] = await api.waitForOutput(/http:\/\/127\.0\.0\.1:\d+/, OUTPUT_TIMEOUT_MS);
      return url;
    },
    async startWorker() {
      const worker = await startOurs('@offload/worker', { WORKER_CONCURRENCY: '1', HEALTH_PORT: '0' });
      await worker.waitForOutput(/waiting for messages/, OUTPUT_TIMEOUT_MS);
      return worker;
    },
    async produce(language, text) {
      const producer = await startTheirs(language, 'new_task', text);
      await waitForLines(producer, [` [x] Sent '${text}'`]);
      const { code } = await producer.exited;
      assert.equal(code, 0, producer.output());
    },
    async startTutorialWorker(language) {
      const worker = await startTheirs(language, 'worker');
      await waitForLines(worker, [WAITING]);
      return worker;
    },
  };
}
