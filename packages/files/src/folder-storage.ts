import { createReadStream } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { FileMissingError, StorageUnavailableError } from './errors.ts';
import type { ByteRange, FileStorage } from './port.ts';

/** Files in a folder, which every process that needs them mounts. */
export class FolderStorage implements FileStorage {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async write(key: string, content: Readable): Promise<void> {
    const path = this.#pathOf(key);
    const part = `${path}.part`;
    try {
      await available(mkdir(dirname(path), { recursive: true }));
      const file = await available(open(part, 'w'));
      // `flush`: on the disk before it has its name.
      await pipeline(content, file.createWriteStream({ flush: true }));
      await available(rename(part, path));
      await available(sync(dirname(path)));
    } catch (error) {
      await rm(part, { force: true }).catch(() => undefined);
      throw isSystemError(error) ? unavailable(error) : error;
    }
  }

  async read(key: string, range?: ByteRange): Promise<Readable> {
    const options = range && { start: range.first, end: range.last };
    const stream = createReadStream(this.#pathOf(key), options);
    await new Promise<void>((resolve, reject) => {
      stream.once('open', () => resolve());
      stream.once('error', (error: NodeJS.ErrnoException) =>
        reject(error.code === 'ENOENT' ? new FileMissingError(key, { cause: error }) : unavailable(error)),
      );
    });
    return stream;
  }

  async remove(key: string): Promise<void> {
    await available(rm(this.#pathOf(key), { force: true }));
  }

  close(): void {}

  /** Spread over folders by the random end of the key, so that none has too many. */
  #pathOf(key: string): string {
    return join(this.#folder, key.slice(-2), key);
  }
}

/** A name in a folder is on the disk once the folder is. */
async function sync(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function available<Value>(work: Promise<Value>): Promise<Value> {
  try {
    return await work;
  } catch (error) {
    throw unavailable(error);
  }
}

function isSystemError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error && 'path' in error;
}

function unavailable(cause: unknown): StorageUnavailableError {
  return new StorageUnavailableError(`the folder of files cannot be used: ${(cause as Error).message}`, { cause });
}
