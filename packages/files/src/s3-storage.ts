import type { Readable } from 'node:stream';
import { DeleteObjectCommand, GetObjectCommand, NoSuchKey, S3Client, type S3ClientConfig } from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { FileMissingError, StorageUnavailableError } from './errors.ts';
import type { ByteRange, FileStorage } from './port.ts';

/** Bytes that are sent at once, and so held in memory for each upload; S3 takes 10,000 parts of at least 5 MiB. */
const PART_BYTES = 8 * 1024 * 1024;

export interface S3Options {
  bucket: string;
  /** Of a server that is not Amazon's, e.g. `http://minio:9000`. */
  endpoint?: string | undefined;
}

/** Files in a bucket of S3, or of a server that speaks its protocol. Region and credentials come from the standard `AWS_*` variables. */
export class S3Storage implements FileStorage {
  readonly #client: S3Client;
  readonly #bucket: string;

  constructor({ bucket, endpoint }: S3Options, config: S3ClientConfig = {}) {
    this.#bucket = bucket;
    this.#client = new S3Client({
      ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
      // Servers that are not Amazon's do not all know the newer checksums.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      ...config,
    });
  }

  async write(key: string, content: Readable): Promise<void> {
    const upload = new Upload({
      client: this.#client,
      params: { Bucket: this.#bucket, Key: key, Body: content },
      queueSize: 1,
      partSize: PART_BYTES,
    });
    try {
      // Aborts the upload of a stream that fails, so that its parts are not kept.
      await upload.done();
    } catch (error) {
      throw content.errored ?? unavailable(error);
    }
  }

  async read(key: string, range?: ByteRange): Promise<Readable> {
    const Range = range && `bytes=${range.first}-${range.last}`;
    try {
      const { Body } = await this.#client.send(new GetObjectCommand({ Bucket: this.#bucket, Key: key, Range }));
      return Body as Readable;
    } catch (error) {
      throw error instanceof NoSuchKey ? new FileMissingError(key, { cause: error }) : unavailable(error);
    }
  }

  async remove(key: string): Promise<void> {
    try {
      await this.#client.send(new DeleteObjectCommand({ Bucket: this.#bucket, Key: key }));
    } catch (error) {
      throw unavailable(error);
    }
  }

  close(): void {
    this.#client.destroy();
  }
}

function unavailable(cause: unknown): StorageUnavailableError {
  return new StorageUnavailableError(`S3 cannot be used: ${(cause as Error).message}`, { cause });
}
