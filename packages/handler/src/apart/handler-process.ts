import { fileURLToPath } from 'node:url';
import { ProcessGroup } from '@offload/process-group';
import { NonRetryableError } from '../errors.ts';
import type { HandlerContext } from '../handler.ts';
import { Conversation } from './conversation.ts';
import type { FromHandler } from './messages.ts';
import type { ToProcess } from './process-main.ts';

const MAIN = fileURLToPath(new URL('./process-main.js', import.meta.url));

const MEBIBYTE = 2 ** 20;

/** A process that runs attempts, one at a time. */
export class HandlerProcess {
  readonly #group = new ProcessGroup({
    argv: [process.execPath, MAIN],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    serialization: 'advanced',
  });
  /** Rejects when it has ended. */
  readonly #ended: Promise<never>;
  #isEnding = false;

  constructor() {
    this.#ended = this.#group.exit
      .then(
        ({ code, signal }) => signal ?? `exit code ${code}`,
        ({ message }) => message,
      )
      .then((reason) => {
        void this.end();
        throw new Error(`the process of the handler ended: ${reason}`);
      });
    this.#ended.catch(() => undefined);
    this.#keepWorkerAlive(false);
  }

  get isUsable(): boolean {
    return !this.#isEnding;
  }

  /** Ends it with all that it has started. Idempotent. */
  async end(): Promise<void> {
    this.#isEnding = true;
    await this.#group.end();
  }

  /** @param maxMemoryMb mebibytes that it may have, with all that it starts */
  async run(module: URL, context: HandlerContext<unknown>, maxMemoryMb: number): Promise<unknown> {
    const { payload, taskId, attempt, failures, cutOff } = context;
    const over = new AbortController();
    const cut = () => void this.end();
    cutOff.addEventListener('abort', cut, { once: true });
    this.#keepWorkerAlive(true);
    this.#post({ kind: 'attempt', attempt: { module: module.href, payload, taskId, attempt, failures } });
    const conversation = new Conversation(context, (message) => this.#post(message));
    try {
      const answered = this.#answerIn(conversation, over.signal);
      const answeredWithin = this.#memoryWithin(maxMemoryMb, over.signal).then(() => answered);
      await Promise.race([answered, answeredWithin, this.#ended]);
      return conversation.conclude();
    } finally {
      over.abort();
      conversation.close();
      cutOff.removeEventListener('abort', cut);
      this.#keepWorkerAlive(false);
    }
  }

  #answerIn(conversation: Conversation, over: AbortSignal): Promise<void> {
    const { process: child } = this.#group;
    return new Promise((resolve) => {
      const hear = (message: FromHandler) => {
        conversation.take(message);
        if (conversation.hasAnswer) resolve();
      };
      child.on('message', hear);
      over.addEventListener('abort', () => child.off('message', hear));
    });
  }

  /** Rejects once it has more. */
  async #memoryWithin(maxMb: number, over: AbortSignal): Promise<void> {
    if (!(await this.#group.growsBeyond(maxMb * MEBIBYTE, over))) return;
    void this.end();
    throw new NonRetryableError(`the handler took more than ${maxMb} MiB of memory`);
  }

  #post(message: ToProcess): void {
    const { process: child } = this.#group;
    if (child.connected) child.send(message);
  }

  /** With nothing to do it must not keep the worker from its end. */
  #keepWorkerAlive(isBusy: boolean): void {
    const { process: child } = this.#group;
    for (const handle of [child, child.channel]) isBusy ? handle?.ref() : handle?.unref();
  }
}
