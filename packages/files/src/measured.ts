import { createHash } from 'node:crypto';
import { Transform, type TransformCallback } from 'node:stream';
import { FileTooLargeError } from './errors.ts';

/** Bytes from the beginning that tell what a file is; as many as file-type looks at in a stream. */
const SAMPLE_BYTES = 4100;

export const UNKNOWN_MEDIA_TYPE = 'application/octet-stream';

/** Media types of text, which has no signature: what its sender says of it is believed. */
const TEXT = /^text\/(plain|csv|markdown|css|calendar)\b|^application\/(json|x-ndjson)\b/;

/** What a stream has turned out to be. */
export interface Measurements {
  bytes: number;
  /** In hexadecimal. */
  sha256: string;
  mediaType: string;
}

/** Lets a stream through and measures it; ends with FileTooLargeError when it has too many bytes. */
export class Measured extends Transform {
  readonly #maxBytes: number;
  readonly #hash = createHash('sha256');
  readonly #head: Buffer[] = [];
  #headBytes = 0;
  #bytes = 0;

  constructor(maxBytes: number) {
    super();
    this.#maxBytes = maxBytes;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.#bytes += chunk.length;
    if (this.#bytes > this.#maxBytes) {
      done(new FileTooLargeError(this.#maxBytes));
      return;
    }
    if (this.#headBytes < SAMPLE_BYTES) {
      this.#head.push(chunk);
      this.#headBytes += chunk.length;
    }
    this.#hash.update(chunk);
    done(null, chunk);
  }

  /**
   * Once the stream has ended.
   * @param claimed media type, believed only of text: what can be recognised is taken for what it is
   */
  async measurements(claimed?: string): Promise<Measurements> {
    // Loaded with the first file: a process without any has no use for it.
    const { fileTypeFromBuffer } = await import('file-type');
    const found = await fileTypeFromBuffer(Buffer.concat(this.#head));
    const text = claimed !== undefined && TEXT.test(claimed) ? claimed : UNKNOWN_MEDIA_TYPE;
    return { bytes: this.#bytes, sha256: this.#hash.digest('hex'), mediaType: found?.mime ?? text };
  }
}
