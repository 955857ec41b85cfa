import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { FileRef } from '@offload/contract';
import { writeMeasured } from '@offload/files';
import type { FileRecord } from '@offload/store';
import { NonRetryableError } from '../src/errors.ts';
import { type Execution, execute } from '../src/execute.ts';
import type { Handler, HandlerLogger } from '../src/handler.ts';
import { taskFiles } from '../src/task-files.ts';
import { openTestStore } from './test-store.ts';

const MAX_BYTES = 100_000_000;

export type FileBench = Awaited<ReturnType<typeof openFileBench>>;

/** Runs a handler as attempts of tasks in the store, with files as they are in a worker. */
export async function openFileBench<Payload, Result>(type: string, handler: Handler<Payload, Result>) {
  const { store, storage, remove } = await openTestStore();

  async function upload(content: string | Uint8Array, name: string | null = null): Promise<FileRef> {
    const file = await store.addFile({ name, client: null });
    const bytes = Readable.from([Buffer.from(content)]);
    await store.completeFile(file, await writeMeasured(storage, file, bytes, { maxBytes: MAX_BYTES }));
    return { file };
  }

  async function download({ file }: FileRef): Promise<FileRecord & { content: Buffer }> {
    const record = await store.getFile(file);
    assert.ok(record, `the file ${file} exists`);
    return { ...record, content: await buffer(await storage.read(file)) };
  }

  async function attempt(payload: Payload, changes: Partial<Execution> = {}) {
    const { id: taskId } = await store.insert({
      type,
      payload,
      queue: 'task_queue',
      maxAttempts: 3,
      timeoutMs: 60_000,
      requestId: null,
    });
    const claim = await store.claim({ taskId, worker: 'host-1', redelivered: false });
    assert.ok(claim.kind === 'claimed');
    const held = { taskId, attempt: claim.attempt };
    const { files, clear } = taskFiles({ store, storage, held, maxBytes: MAX_BYTES });
    const said: unknown[] = [];
    const progress: [percent: number, message: string | undefined][] = [];
    const log = (level: keyof HandlerLogger) => (fields: object, message: string) =>
      said.push([level, fields, message]);
    const ending = await execute({
      handler: handler as Handler<never, unknown>,
      context: {
        payload,
        ...held,
        failures: 0,
        files,
        logger: { debug: log('debug'), info: log('info'), warn: log('warn'), error: log('error') },
        progress: (percent, message) => progress.push([percent, message]),
      },
      timeoutMs: 60_000,
      stop: new AbortController(),
      abortGraceMs: 200,
      ...changes,
    }).finally(clear);
    return { ending, progress, said };
  }

  return {
    upload,
    download,
    attempt,

    /** An attempt that must succeed. */
    async run(payload: Payload): Promise<Result> {
      const { ending } = await attempt(payload);
      assert.ok(typeof ending === 'object');
      if (ending.kind === 'threw') throw ending.error;
      assert.ok(ending.kind === 'returned', ending.kind);
      return ending.result as Result;
    },

    /** An attempt that must fail, and that nobody should repeat. @returns why */
    async refusal(payload: Payload): Promise<string> {
      const { ending } = await attempt(payload);
      assert.ok(typeof ending === 'object' && ending.kind === 'threw', JSON.stringify(ending));
      assert.ok(ending.error instanceof NonRetryableError, String(ending.error));
      assert.equal(ending.retryable, false);
      return ending.error.message;
    },

    async close(): Promise<void> {
      await handler.close?.();
      await remove();
    },
  };
}
