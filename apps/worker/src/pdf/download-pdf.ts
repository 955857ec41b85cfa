import type { FileRef } from '@offload/contract';
import { UNKNOWN_MEDIA_TYPE } from '@offload/files';
import { type LocalFile, NonRetryableError, type TaskFiles } from '@offload/handler';

/** A document need not begin with its signature; what is recognised as something else is none. */
const MEDIA_TYPES = ['application/pdf', UNKNOWN_MEDIA_TYPE];

export async function downloadPdf(files: TaskFiles, document: FileRef): Promise<LocalFile> {
  const file = await files.download(document);
  if (!MEDIA_TYPES.includes(file.mediaType)) {
    throw new NonRetryableError(`the file is no PDF, but ${file.mediaType}`);
  }
  return file;
}
