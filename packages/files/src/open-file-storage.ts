import { FolderStorage } from './folder-storage.ts';
import type { FileStorage } from './port.ts';

export interface FileStorageOptions {
  folder: string;
  /** Instead of the folder. */
  bucket?: string | undefined;
  /** Of an S3 server that is not Amazon's. */
  endpoint?: string | undefined;
}

/** Files in a bucket, where there is one, or else in a folder. */
export async function openFileStorage({ folder, bucket, endpoint }: FileStorageOptions): Promise<FileStorage> {
  if (bucket === undefined) return new FolderStorage(folder);
  // Loaded where it is needed: it takes longer than all the rest.
  const { S3Storage } = await import('./s3-storage.ts');
  return new S3Storage({ bucket, endpoint });
}
