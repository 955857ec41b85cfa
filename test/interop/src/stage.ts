import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { createDeployment, type Deployment } from '@offload/test-deployment';
import { type Program, uniqueName } from '@offload/test-services';
import type { Language, ProgramName } from './languages.ts';
import { startCommand, waitForLines } from './start-command.ts';

export interface StageOptions {
  /** @default the test run's broker */
  amqpUrl?: string;
  /** Whether our processes publish through the exchange that the PHP programs bind the queue to. @default false */
  throughExchange?: boolean;
}

/** Our processes and a tutorial's programs on a queue of their own. */
export interface Stage extends Deployment {
  /** Sends a text with the language's producer. */
  produce(language: Language, text: string): Promise<void>;
  /** Starts the language's worker; resolves when it waits for messages. */
  startTutorialWorker(language: Language): Promise<Program>;
}

export const WAITING = ' [*] Waiting for messages. To exit press CTRL+C';

/** Prepares a stage that is cleared when the test ends. */
export async function createStage(t: TestContext, { amqpUrl, throughExchange }: StageOptions = {}): Promise<Stage> {
  const exchange = uniqueName('demo');
  const deployment = await createDeployment(t, {
    ...(amqpUrl === undefined ? {} : { amqpUrl }),
    ...(throughExchange ? { exchange } : {}),
  });
  const env = { AMQP_URL: deployment.amqpUrl, TASK_QUEUE: deployment.queue, TASK_EXCHANGE: exchange };

  async function start(language: Language, name: ProgramName, ...args: string[]): Promise<Program> {
    const command = await language.command(name);
    const program = await startCommand([...command, ...args], env);
    t.after(() => program.close());
    return program;
  }

  return {
    ...deployment,
    async produce(language, text) {
      const producer = await start(language, 'new_task', text);
      await waitForLines(producer, [` [x] Sent '${text}'`]);
      const { code } = await producer.exited;
      assert.equal(code, 0, producer.output());
    },
    async startTutorialWorker(language) {
      const worker = await start(language, 'worker');
      await waitForLines(worker, [WAITING]);
      return worker;
    },
  };
}
