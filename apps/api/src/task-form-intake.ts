import type { Readable } from 'node:stream';
import { filesIn, type Task } from '@offload/contract';
import { type FileRecord, StoreUnavailableError } from '@offload/store';
import type { FastifyRequest } from 'fastify';
import type { ApiDependencies } from './api-instance.ts';
import type { FileIntake } from './file-intake.ts';
import { type FormPart, formParts, notAForm } from './form-parts.ts';
import { parseJson } from './plugins/json-bodies.ts';
import { ProblemError } from './problem.ts';
import { invalidBody } from './submission.ts';
import { TaskForm } from './task-form.ts';
import type { Acceptance, TaskIntake } from './task-intake.ts';

/** The part that says what the others are for, and so comes before them. */
const TASK = 'task';

/** Files by the names of their parts. */
type Files = Map<string, FileRecord>;

export interface TaskFormIntakeOptions {
  tasks: TaskIntake;
  files: FileIntake;
  /** Bytes that the part with the task may have. */
  maxTaskBytes: number;
}

/** Accepts tasks that come as a form, together with their files. Where no task comes of it, none of the files is kept. */
export class TaskFormIntake {
  readonly #dependencies: Pick<ApiDependencies, 'store' | 'catalogue'>;
  readonly #tasks: TaskIntake;
  readonly #files: FileIntake;
  readonly #maxTaskBytes: number;

  constructor(
    dependencies: Pick<ApiDependencies, 'store' | 'catalogue'>,
    { tasks, files, maxTaskBytes }: TaskFormIntakeOptions,
  ) {
    this.#dependencies = dependencies;
    this.#tasks = tasks;
    this.#files = files;
    this.#maxTaskBytes = maxTaskBytes;
  }

  /**
   * @param key as its client has written it
   * @throws ProblemError as for any submission and any file, or INVALID_REQUEST for a form with other parts than it says
   * @throws StorageUnavailableError, StoreUnavailableError
   */
  async accept(request: FastifyRequest, key: string | undefined): Promise<Acceptance> {
    const files: Files = new Map();
    let isNeeded = false;
    try {
      const form = await this.#receive(request, key, files);
      const submission = form.withFiles(({ file }) => files.get(file)?.id ?? file);
      const asSent = { submission: form.submission, files: digests(files) };
      const accepted = await this.#tasks.accept(submission, key, request, asSent).catch((error: unknown) => {
        // Then it is not known whether there is a task.
        isNeeded = error instanceof StoreUnavailableError;
        throw error;
      });
      isNeeded = accepted.kind === 'inserted';
      return isNeeded ? accepted : { ...accepted, task: await this.#asOfThen(form, accepted.task) };
    } finally {
      if (!isNeeded) await this.#files.discard(files.values(), request.log);
    }
  }

  /** @param files those that have come so far, whatever happens to the rest */
  async #receive(request: FastifyRequest, key: string | undefined, files: Files): Promise<TaskForm> {
    let form: TaskForm | undefined;
    for await (const part of formParts(request.raw)) {
      if (form) files.set(part.name, await this.#takeFile(part, form, files, request));
      else form = await this.#readTask(part, key);
    }
    if (!form) throw invalidForm(`must have the part '${TASK}'`);
    form.checkComplete(files);
    return form;
  }

  async #readTask({ name, content }: FormPart, key: string | undefined): Promise<TaskForm> {
    if (name !== TASK) throw invalidForm(`must begin with the part '${TASK}', before ${shown(name)}`);
    const body = parseJson(await bytesOf(content, this.#maxTaskBytes), `part '${TASK}'`);
    const form = new TaskForm(body, this.#dependencies.catalogue);
    // With a key, it may be answered as it was before, which its files have to tell.
    if (key === undefined) this.#tasks.check(form.submission);
    return form;
  }

  async #takeFile(part: FormPart, form: TaskForm, files: Files, { client }: FastifyRequest): Promise<FileRecord> {
    const { name, filename = null, mediaType, content } = part;
    if (!form.names(name)) throw invalidForm(`must not have the part ${shown(name)}, which the payload does not name`);
    if (files.has(name)) throw invalidForm(`must have the part ${shown(name)} once`);
    return this.#files.take({ content, name: filename, client: client.name, claimed: mediaType, part: shown(name) });
  }

  /** The files of now are copies; the task has those of then. Where it is kept no more, it has their names. */
  async #asOfThen(form: TaskForm, task: Task): Promise<Task> {
    const stored = await this.#dependencies.store.get(task.id);
    const ids = new Map(filesIn({ payload: stored?.payload }).map(({ pointer, file }) => [pointer, file]));
    return { ...task, payload: form.withFiles(({ pointer, file }) => ids.get(pointer) ?? file).payload };
  }
}

function digests(files: Files): Record<string, string> {
  return Object.fromEntries([...files].map(([name, { sha256 }]) => [name, sha256]));
}

/** @throws ProblemError INVALID_REQUEST, or BODY_TOO_LARGE */
async function bytesOf(content: Readable, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of content as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > maxBytes) break;
      chunks.push(chunk);
    }
  } catch (error) {
    throw notAForm((error as Error).message);
  }
  if (bytes > maxBytes) throw new ProblemError('BODY_TOO_LARGE', `The part '${TASK}' has more than ${maxBytes} bytes.`);
  return Buffer.concat(chunks);
}

/** It goes into an answer and a log. */
function shown(name: string): string {
  return `'${name.length > 100 ? `${name.slice(0, 100)}…` : name}'`;
}

function invalidForm(message: string): ProblemError {
  return invalidBody([{ pointer: '', message }]);
}
