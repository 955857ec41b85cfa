import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ContentBrokenError, FileTooLargeError, StorageUnavailableError } from './errors.ts';
import { Measured, type Measurements } from './measured.ts';
import type { FileStorage } from './port.ts';

export interface WriteOptions {
  maxBytes: number;
  /** Media type that whoever brings it says it has. */
  claimed?: string | undefined;
}

/**
 * Keeps what a stream brings, and says what it was. Whatever goes wrong, nothing is kept under the key.
 * @throws FileTooLargeError, StorageUnavailableError, or ContentBrokenError where the stream fails
 */
export async function writeMeasured(
  storage: FileStorage,
  key: string,
  content: Readable,
  { maxBytes, claimed }: WriteOptions,
): Promise<Measurements> {
  const measured = new Measured(maxBytes);
  const [brought, written] = await Promise.allSettled([pipeline(content, measured), storage.write(key, measured)]);
  // Each one's failure ends the other: the storage knows best whether it was the first.
  if (written.status === 'rejected' && written.reason instanceof StorageUnavailableError) throw written.reason;
  if (brought.status === 'rejected') throw explained(brought.reason);
  if (written.status === 'rejected') throw written.reason;
  return measured.measurements(claimed);
}

function explained(cause: Error): Error {
  return cause instanceof FileTooLargeError ? cause : new ContentBrokenError(cause.message, { cause });
}
