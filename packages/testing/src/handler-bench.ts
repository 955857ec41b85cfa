import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { type FileRef, TaskCatalogue, type TaskType } from '@offload/contract';
import { FolderStorage, writeMeasured } from '@offload/files';
import {
  checkResult,
  type Ending,
  execute,
  type Handler,
  type HandlerLogger,
  NonRetryableError,
  TaskCancelledError,
  taskFiles,
} from '@offload/handler';
import type { FileRecord } from '@offload/store';
import type { Static, TSchema } from 'typebox';
import { uuidv7 } from 'uuidv7';
import { MemoryFileRegistry } from './memory-file-registry.ts';

export interface AttemptOptions {
  /** Aborted to cancel the task. */
  signal?: AbortSignal;
  /** Milliseconds that the attempt may take. @default that of the task type */
  timeoutMs?: number;
  /** Milliseconds from the end of its time, or from its cancellation, until the handler is cut off. @default 5000 */
  abortGraceMs?: number;
  taskId?: string;
  /** @default 1 */
  attempt?: number;
  /** Attempts that have failed before. @default 0 */
  failures?: number;
}

export interface KeptFile extends FileRecord {
  content: Buffer;
}

/** What an attempt came to, and what its handler has said. */
export interface AttemptReport {
  /** How it has ended, by what it returned or threw, in time or not; a result that is not what the task type promises is `returned_wrongly`. */
  ending: Ending;
  /** As it was reported: what a client sees never goes back, and is written twice a second at most. */
  progress: [percent: number, message: string | undefined][];
  logs: [level: keyof HandlerLogger, fields: object, message: string][];
  /** What it has saved, in order. */
  files: FileRecord[];
}

export interface HandlerBench<Payload, Result> {
  /** Keeps a file that a payload may name. */
  upload(content: string | Uint8Array, name?: string): Promise<FileRef>;

  /** A file that was uploaded or saved. Rejects if there is none. */
  download(ref: FileRef): Promise<KeptFile>;

  /** An attempt, whatever it comes to. Rejects only where the payload is not what the task type takes. */
  attempt(payload: Payload, options?: AttemptOptions): Promise<AttemptReport>;

  /** An attempt that must succeed. @returns its result; rejects with what went wrong */
  run(payload: Payload, options?: AttemptOptions): Promise<Result>;

  /** An attempt that must fail, and that nobody should repeat. @returns why; rejects if it ends in any other way */
  refusal(payload: Payload, options?: AttemptOptions): Promise<string>;

  /** Ends the handler, and removes the files. Rejects if an attempt has left a folder behind. */
  close(): Promise<void>;
}

/** Bytes that a file may have. */
const MAX_BYTES = 100_000_000;

/**
 * Runs a handler as a worker does, without store and broker: the payload and the result are checked, time and cancellation end it, its
 * files are on disk, and its folder goes with the attempt.
 */
export async function openHandlerBench<Name extends string, Payload extends TSchema, Result extends TSchema>(
  taskType: TaskType<Name, Payload, Result>,
  handler: Handler<Static<Payload>, Static<Result>>,
): Promise<HandlerBench<Static<Payload>, Static<Result>>> {
  const { name: type } = taskType;
  const catalogue = new TaskCatalogue([taskType as unknown as TaskType]);
  const home = await mkdtemp(join(tmpdir(), 'offload-testing-'));
  const storage = new FolderStorage(join(home, 'files'));
  const registry = new MemoryFileRegistry();

  async function attempt(payload: Static<Payload>, options: AttemptOptions = {}): Promise<AttemptReport> {
    const mistakes = catalogue.payloadIssues(type, payload);
    if (mistakes.length > 0) throw new Error(mistakes.map((one) => `payload${one.pointer} ${one.message}`).join('; '));
    const { taskId = uuidv7(), attempt = 1, failures = 0, signal } = options;
    const report: Omit<AttemptReport, 'ending' | 'files'> = { progress: [], logs: [] };
    const log = (level: keyof HandlerLogger) => (fields: object, message: string) =>
      void report.logs.push([level, fields, message]);
    const held = { taskId, attempt };
    const { files, clear } = taskFiles({ store: registry, storage, held, maxBytes: MAX_BYTES, parent: home });
    const stop = new AbortController();
    const cancel = () => stop.abort(new TaskCancelledError());
    signal?.addEventListener('abort', cancel);
    if (signal?.aborted) cancel();
    const ending = await execute({
      handler: handler as Handler<never, unknown>,
      context: {
        // As it comes out of a message.
        payload: JSON.parse(JSON.stringify(payload)),
        ...held,
        failures,
        files,
        logger: { debug: log('debug'), info: log('info'), warn: log('warn'), error: log('error') },
        progress: (percent, message) => void report.progress.push([percent, message]),
      },
      timeoutMs: options.timeoutMs ?? taskType.timeoutMs,
      stop,
      abortGraceMs: options.abortGraceMs ?? 5000,
    });
    signal?.removeEventListener('abort', cancel);
    await clear();
    return { ...report, ending: checkResult(ending, type, catalogue), files: registry.outputsOf(held) };
  }

  return {
    attempt,

    async upload(content, name) {
      const id = registry.add(name ?? null);
      const bytes = Readable.from([Buffer.from(content)]);
      await registry.completeFile(id, await writeMeasured(storage, id, bytes, { maxBytes: MAX_BYTES }));
      return { file: id };
    },

    async download({ file }) {
      const record = await registry.getFile(file);
      if (!record) throw new Error(`there is no file ${file}`);
      return { ...record, content: await buffer(await storage.read(file)) };
    },

    async run(payload, options) {
      const { ending } = await attempt(payload, options);
      if (ending.kind === 'returned') return ending.result as Static<Result>;
      throw errorOf(ending);
    },

    async refusal(payload, options) {
      const { ending } = await attempt(payload, options);
      if (ending.kind === 'threw' && ending.error instanceof NonRetryableError) return ending.error.message;
      throw ending.kind === 'returned' ? new Error('the attempt has succeeded') : errorOf(ending);
    },

    async close() {
      await handler.close?.();
      const left = (await readdir(home)).filter((name) => name !== 'files');
      await rm(home, { recursive: true, force: true });
      if (left.length > 0) throw new Error(`attempts have left ${left.join(', ')} behind`);
    },
  };
}

/** What is wrong with an ending that should have been another. */
function errorOf(ending: Ending): unknown {
  return 'error' in ending ? ending.error : new Error(`the attempt has ended as ${ending.kind}`);
}
