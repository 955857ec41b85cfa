import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { type PayloadOf, type ResultOf, TaskCatalogue, imageResize as type } from '@offload/contract';
import { taskFiles } from '@offload/handler';
import { handler } from '../../src/handlers/image-resize.ts';
import { handlerContext } from '../handler-context.ts';
import type { TestStore } from '../test-store.ts';

const catalogue = new TaskCatalogue([type]);

type Options = Omit<PayloadOf<'image.resize'>, 'image'>;

/** Has an image resized as an attempt does. @returns what came of it, with its bytes */
export async function resized(
  { store, storage }: TestStore,
  content: Buffer,
  options: Options,
  { mediaType = 'image/png', name = 'photo.png' } = {},
): Promise<ResultOf<'image.resize'> & { content: Buffer; name: string | null }> {
  const file = await store.addFile({ name, client: null });
  await storage.write(file, Readable.from([content]));
  await store.completeFile(file, { mediaType, bytes: content.length, sha256: '' });
  const task = { type: 'image.resize', payload: {}, queue: 'q', maxAttempts: 1, timeoutMs: 1000, requestId: null };
  const { id: taskId } = await store.insert(task);
  await store.claim({ taskId, worker: 'w', redelivered: false });
  const { files, clear } = taskFiles({ store, storage, held: { taskId, attempt: 1 }, maxBytes: 100_000_000 });
  const payload = { image: { file }, ...options };
  const issues = catalogue.payloadIssues('image.resize', payload);
  if (issues.length > 0) throw new Error(JSON.stringify(issues));
  try {
    const result = await handler(handlerContext(payload, { taskId, files }));
    const wrong = catalogue.resultIssues('image.resize', result);
    if (wrong.length > 0) throw new Error(JSON.stringify(wrong));
    const { content: made, name: madeName } = await files.open(result.image);
    return { ...result, content: await buffer(made), name: madeName };
  } finally {
    const folder = await files.folder();
    await clear();
    assert.equal(existsSync(folder), false, 'the folder of the attempt is gone');
  }
}
