import type { Readable } from 'node:stream';

/** Where the bytes of files are kept. What a file is called, and whose it is, the store knows. */
export interface FileStorage {
  /**
   * Keeps what the stream brings under a key that has nothing yet: all of it, durably, or nothing. Rejects with the stream's error.
   * @throws StorageUnavailableError
   */
  write(key: string, content: Readable): Promise<void>;

  /**
   * @param range bytes, both included; @default all
   * @throws FileMissingError, StorageUnavailableError
   */
  read(key: string, range?: ByteRange): Promise<Readable>;

  /** Idempotent. @throws StorageUnavailableError */
  remove(key: string): Promise<void>;

  close(): void;
}

export interface ByteRange {
  first: number;
  last: number;
}
