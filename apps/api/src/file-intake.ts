import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { FileTooLargeError, Measured, StorageUnavailableError } from '@offload/files';
import type { FileRecord, NewFile } from '@offload/store';
import type { ApiDependencies } from './api-instance.ts';
import { ProblemError } from './problem.ts';

/** Characters of a name, which goes into a header. */
const LONGEST_NAME = 255;

export interface Upload extends NewFile {
  content: Readable;
  /** Media type that the client says it has. */
  claimed: string | undefined;
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
  async take({ content, name, client, claimed }: Upload): Promise<FileRecord> {
    const { store, files } = this.#dependencies;
    const id = await store.addFile({ name: name?.slice(0, LONGEST_NAME) ?? null, client });
    const measured = new Measured(this.#maxBytes);
    const [piped, written] = await Promise.allSettled([pipeline(content, measured), files.write(id, measured)]);
    // Each one's failure ends the other: the storage knows best whether it was the first.
    if (isRejected(written) && written.reason instanceof StorageUnavailableError) throw written.reason;
    if (isRejected(piped)) throw this.#explained(piped.reason);
    if (isRejected(written)) throw written.reason;
    const file = await store.completeFile(id, await measured.measurements(claimed));
    if (!file) throw new Error(`file ${id} was removed while it arrived`);
    return file;
  }

  /** What ended the content is its client's fault. */
  #explained(cause: Error): ProblemError {
    return cause instanceof FileTooLargeError
      ? new ProblemError('FILE_TOO_LARGE', `The file has more than ${this.#maxBytes} bytes.`, { cause })
      : new ProblemError('INVALID_REQUEST', `The upload broke off: ${cause.message}.`, { cause });
  }
}

function isRejected(result: PromiseSettledResult<unknown>): result is PromiseRejectedResult {
  return result.status === 'rejected';
}
