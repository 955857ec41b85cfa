import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FileRef } from '@offload/contract';
import type { FileRecord } from '@offload/store';
import type { LocalFile, SaveOptions, TaskFiles } from '../task-files.ts';
import type { FileRequest, ToHandler } from './messages.ts';
import { unpackError } from './portable-error.ts';

type Reply = Exclude<ToHandler, { kind: 'abort' }>;

interface Waiting {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

/** The files of an attempt for a handler apart: the worker has them, and does what it is asked. */
export class RequestedFiles implements TaskFiles {
  readonly #post: (number: number, request: FileRequest) => void;
  readonly #waiting = new Map<number, Waiting>();
  #requests = 0;

  constructor(post: (number: number, request: FileRequest) => void) {
    this.#post = post;
  }

  take(reply: Reply): void {
    const waiting = this.#waiting.get(reply.number);
    this.#waiting.delete(reply.number);
    if (reply.kind === 'given') waiting?.resolve(reply.value);
    else waiting?.reject(unpackError(reply.error));
  }

  async open(ref: FileRef): Promise<FileRecord & { content: Readable }> {
    const { path, ...record } = await this.download(ref);
    return { ...record, content: createReadStream(path) };
  }

  download(ref: FileRef): Promise<LocalFile> {
    return this.#request({ verb: 'download', args: [ref] });
  }

  folder(): Promise<string> {
    return this.#request({ verb: 'folder', args: [] });
  }

  async save(content: Readable | string, options?: SaveOptions): Promise<FileRecord & FileRef> {
    if (typeof content === 'string') return this.#request({ verb: 'save', args: [content, options] });
    const path = join(await this.folder(), randomUUID());
    try {
      await pipeline(content, createWriteStream(path));
      return await this.save(path, options);
    } finally {
      await rm(path, { force: true });
    }
  }

  #request<Value>(request: FileRequest): Promise<Value> {
    return new Promise<Value>((resolve, reject) => {
      const number = ++this.#requests;
      this.#waiting.set(number, { resolve: resolve as (value: unknown) => void, reject });
      this.#post(number, request);
    });
  }
}
