import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FileRef } from '@offload/contract';
import {
  ContentBrokenError,
  FileMissingError,
  type FileStorage,
  FileTooLargeError,
  writeMeasured,
} from '@offload/files';
import type { FileRecord, FileRegistry, HeldAttempt } from '@offload/store';
import { NonRetryableError } from './errors.ts';

export interface LocalFile extends FileRecord {
  /** Where its bytes are, until the attempt ends. */
  path: string;
}

/** The files of one attempt, as its handler has them. */
export interface TaskFiles {
  /** @throws NonRetryableError where there is no such file any more */
  open(ref: FileRef): Promise<FileRecord & { content: Readable }>;

  /** The same for programs and libraries that want a path. */
  download(ref: FileRef): Promise<LocalFile>;

  /** A folder of the attempt's own, which goes when it ends. */
  folder(): Promise<string>;

  /**
   * Keeps what the handler has made, from a stream or from the path of a file. It belongs to the client of the task, and is kept as long
   * as the task is.
   * @throws NonRetryableError where it is too large
   */
  save(content: Readable | string, options?: SaveOptions): Promise<FileRecord & FileRef>;
}

export interface SaveOptions {
  name?: string;
  /** Believed of text alone; what anything else is, its bytes say. */
  mediaType?: string;
}

export interface TaskFilesOptions {
  store: Pick<FileRegistry, 'getFile' | 'addOutput' | 'completeFile'>;
  storage: FileStorage;
  held: HeldAttempt;
  maxBytes: number;
  /** Where the attempt's folder is made. @default where temporary files go */
  parent?: string;
}

/** @returns the files, and what removes the attempt's folder */
export function taskFiles({ store, storage, held, maxBytes, parent = tmpdir() }: TaskFilesOptions): {
  files: TaskFiles;
  clear(): Promise<void>;
} {
  let folder: Promise<string> | undefined;
  let cleared = false;
  const files: TaskFiles = {
    async open({ file: id }) {
      const record = await store.getFile(id);
      if (!record) throw gone(id);
      try {
        return { ...record, content: await storage.read(id) };
      } catch (error) {
        throw error instanceof FileMissingError ? gone(id) : error;
      }
    },
    async download(ref) {
      const { content, ...record } = await files.open(ref);
      const path = join(await files.folder(), record.id);
      await pipeline(content, createWriteStream(path));
      return { ...record, path };
    },
    async folder() {
      // A handler that was given up may still come here, and nobody would remove what it makes.
      if (cleared) throw new Error('the attempt has ended');
      folder ??= mkdtemp(join(parent, 'offload-'));
      return folder;
    },
    async save(content, { name, mediaType } = {}) {
      const id = await store.addOutput(held, name ?? null);
      if (id === null) throw new NonRetryableError('the attempt is no longer the current one');
      try {
        const stream = typeof content === 'string' ? createReadStream(content) : content;
        const measurements = await writeMeasured(storage, id, stream, { maxBytes, claimed: mediaType });
        const record = await store.completeFile(id, measurements);
        if (!record) throw gone(id);
        return { ...record, file: id };
      } catch (error) {
        if (error instanceof FileTooLargeError) throw new NonRetryableError(error.message, { cause: error });
        throw error instanceof ContentBrokenError ? error.cause : error;
      }
    },
  };
  return {
    files,
    async clear() {
      cleared = true;
      if (folder) await rm(await folder, { recursive: true, force: true });
    },
  };
}

function gone(id: string): NonRetryableError {
  return new NonRetryableError(`there is no file ${id}`);
}
