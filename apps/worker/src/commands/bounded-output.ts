import type { Readable } from 'node:stream';
import { NonRetryableError } from '@offload/handler';

/** Characters of what is no JSON that its error repeats. */
const SHOWN_LENGTH = 200;

/** What a command writes to standard output, held in memory up to a limit. */
export class BoundedOutput {
  /** Rejects once it is more. */
  readonly tooMuch: Promise<never>;
  readonly #chunks: Buffer[] = [];

  constructor(stream: Readable, maxBytes: number) {
    let bytes = 0;
    this.tooMuch = new Promise((_, reject) => {
      stream.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes <= maxBytes) this.#chunks.push(chunk);
        else reject(new NonRetryableError(`the command wrote more than ${maxBytes} bytes to standard output`));
      });
    });
    this.tooMuch.catch(() => undefined);
  }

  /** @throws NonRetryableError if it should be JSON and is none; nothing at all is null */
  read(as: 'json' | 'text'): unknown {
    const text = Buffer.concat(this.#chunks).toString('utf8');
    if (as === 'text') return text;
    if (text.trim() === '') return null;
    try {
      return JSON.parse(text);
    } catch (cause) {
      throw new NonRetryableError(`standard output is no JSON: ${text.slice(0, SHOWN_LENGTH)}`, { cause });
    }
  }
}
