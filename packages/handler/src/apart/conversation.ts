import type { HandlerContext } from '../handler.ts';
import type { TaskFiles } from '../task-files.ts';
import type { Answer, FileRequest, FromHandler, ToHandler } from './messages.ts';
import { packError, unpackError } from './portable-error.ts';

/** The worker's side of an attempt whose handler runs apart. */
export class Conversation {
  readonly #context: HandlerContext<unknown>;
  readonly #post: (message: ToHandler) => void;
  #answer: Answer | undefined;
  #isClosed = false;

  /** @param post called until `close` */
  constructor(context: HandlerContext<unknown>, post: (message: ToHandler) => void) {
    this.#context = context;
    this.#post = post;
    const { signal } = context;
    if (signal.aborted) this.#abort();
    else signal.addEventListener('abort', this.#abort, { once: true });
  }

  get hasAnswer(): boolean {
    return this.#answer !== undefined;
  }

  /** What the handler says. Of one that was cut off, nothing is heard. */
  take(message: FromHandler): void {
    const { cutOff, progress, logger } = this.#context;
    if (cutOff.aborted) return;
    switch (message.kind) {
      case 'progress':
        progress(message.percent, message.message);
        break;
      case 'log': {
        const { level, fields, err, message: text } = message;
        logger[level](err ? { ...fields, err: unpackError(err) } : fields, text);
        break;
      }
      case 'request':
        void this.#give(message.number, message.request);
        break;
      default:
        this.#answer = message;
    }
  }

  /** Nothing is said any more, to nobody. Idempotent. */
  close(): void {
    this.#isClosed = true;
    this.#context.signal.removeEventListener('abort', this.#abort);
  }

  /** @returns the handler's result; throws what it has thrown, and an error if it has not answered */
  conclude(): unknown {
    if (this.#answer?.kind === 'returned') return this.#answer.result;
    throw this.#answer ? unpackError(this.#answer.error) : new Error('the handler gave no answer');
  }

  readonly #abort = (): void => {
    this.#post({ kind: 'abort', reason: packError(this.#context.signal.reason) });
  };

  async #give(number: number, request: FileRequest): Promise<void> {
    let reply: ToHandler;
    try {
      reply = { kind: 'given', number, value: await fulfil(this.#context.files, request) };
    } catch (error) {
      reply = { kind: 'refused', number, error: packError(error) };
    }
    if (!this.#isClosed) this.#post(reply);
  }
}

function fulfil(files: TaskFiles, request: FileRequest): Promise<unknown> {
  switch (request.verb) {
    case 'download':
      return files.download(...request.args);
    case 'folder':
      return files.folder();
    case 'save':
      return files.save(...request.args);
  }
}
