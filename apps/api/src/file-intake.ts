import type { Readable } from 'node:stream';
import { ContentBrokenError, FileTooLargeError, writeMeasured } from '@offload/files';
import type { FileRecord, NewFile } from '@offload/store';
import type { FastifyBaseLogger } from 'fastify';
import type { ApiDependencies } from './api-instance.ts';
import { ProblemError } from './problem.ts';

/** Characters of a name, which goes into a header. */
const LONGEST_NAME = 255;

export interface Upload extends NewFile {
  content: Readable;
  /** Media type that the client says it has. */
  claimed: string | undefined;
  /** What the client is told that it comes in, where there may be several. */
  part?: string;
}

/** Takes files as they arrive: no more of one is in memory than is on its way. */
export class FileIntake {
  readonly #dependencies: Pick<ApiDependencies, 'store' | 'files'>;
  readonly #maxBytes: number;

  constructor(dependencies: Pick<ApiDependencies, 'store' | 'files'>, maxBytes: number) {
    this.#dependencies = dependencies;
    this.#maxBytes = maxBytes;
  }

  /**
   * The file is known before its first byte is kept, so that whatever ends the upload, what has come of it is removed in time.
   * @throws ProblemError FILE_TOO_LARGE, or INVALID_REQUEST where the content breaks off
   * @throws StorageUnavailableError, StoreUnavailableError
   */
  async take({ content, name, client, claimed, part }: Upload): Promise<FileRecord> {
    const { store, files } = this.#dependencies;
    const id = await store.addFile({ name: name?.slice(0, LONGEST_NAME) ?? null, client });
    try {
      const maxBytes = this.#maxBytes;
      const file = await store.completeFile(id, await writeMeasured(files, id, content, { maxBytes, claimed }));
      if (!file) throw new Error(`file ${id} was removed while it arrived`);
      return file;
    } catch (cause) {
      if (cause instanceof FileTooLargeError) {
        const file = ['The file', part].filter(Boolean).join(' ');
        throw new ProblemError('FILE_TOO_LARGE', `${file} has more than ${this.#maxBytes} bytes.`, { cause });
      }
      if (cause instanceof ContentBrokenError) {
        throw new ProblemError('INVALID_REQUEST', `The upload broke off: ${cause.message}.`, { cause });
      }
      throw cause;
    }
  }

  /** Removes files of which nothing came. One that cannot be removed now goes as everything does that no task needs. */
  async discard(files: Iterable<FileRecord>, log: FastifyBaseLogger): Promise<void> {
    const removals = [...files].map(({ id }) =>
      this.#dependencies.store.removeFile(id).catch((err: unknown) => {
        log.warn({ err, fileId: id }, 'file of which nothing came not removed');
      }),
    );
    await Promise.all(removals);
  }
}
