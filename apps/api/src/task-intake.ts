import { filesIn, type TaskType } from '@offload/contract';
import { submitTask, submitTaskOnce } from '@offload/dispatch';
import type { TaskMetrics } from '@offload/metrics';
import { IDEMPOTENCY_HOURS, type IdempotencyKey, type InsertionOnce, type NewTask } from '@offload/store';
import type { FastifyRequest } from 'fastify';
import type { ApiDependencies } from './api-instance.ts';
import type { BacklogGauge } from './backlog-gauge.ts';
import type { CallbackIntake } from './callback-intake.ts';
import { seenBy } from './client.ts';
import { fingerprintOf } from './idempotency-key.ts';
import { ProblemError } from './problem.ts';
import { describe } from './problem-of-error.ts';
import { queueOf } from './queue-of.ts';
import { invalidBody, type Submission } from './submission.ts';
import { isForLater, storedOptions, type TaskOptions, timeIssues } from './task-options.ts';

/** A task that was accepted, now or before. */
export type Acceptance = Extract<InsertionOnce, { kind: 'inserted' | 'replayed' }>;

/** Accepts tasks whose submission is valid, one by one or many at once: those of one turn share a statement. */
export class TaskIntake {
  readonly #dependencies: ApiDependencies;
  readonly #backlog: BacklogGauge | undefined;
  readonly #metrics: TaskMetrics;
  readonly #callbacks: CallbackIntake;

  constructor(
    dependencies: ApiDependencies,
    callbacks: CallbackIntake,
    backlog: BacklogGauge | undefined,
    metrics: TaskMetrics,
  ) {
    this.#dependencies = dependencies;
    this.#callbacks = callbacks;
    this.#backlog = backlog;
    this.#metrics = metrics;
  }

  /**
   * @param key as its client has written it
   * @param asSent what the key is for, where that is not the submission alone
   * @throws ProblemError UNKNOWN_QUEUE, INVALID_PAYLOAD for a file that there is not, CALLBACKS_DISABLED, IDEMPOTENCY_KEY_REUSED, QUEUE_FULL, or INVALID_REQUEST for a time that has passed by now,
   * or a callback that must not be made
   * @throws StoreUnavailableError
   */
  async accept(
    submission: Submission,
    key: string | undefined,
    request: FastifyRequest,
    asSent: object = submission,
  ): Promise<Acceptance> {
    const { broker, catalogue } = this.#dependencies;
    const { type, payload, queue: queueName, callback, ...options } = submission;
    const taskType = catalogue.get(type);
    if (!taskType) throw new Error(`'${type}' passed validation without being known`);
    const { maxAttempts, timeoutMs } = taskType;
    const queue = queueOf(queueName, broker.topology);
    const defaults = { queue, maxAttempts, timeoutMs, requestId: request.id, client: request.client.name };
    const needs = taskType.takesFiles || callback ? await this.#needsOf(submission, taskType, request) : {};
    const isLacking = needs instanceof ProblemError;
    const newTask = { type, payload, ...defaults, ...storedOptions(options), ...(isLacking ? {} : needs) };
    const now = Date.now();
    const refusal = isLacking ? needs : this.#refusal(options, now);
    const submit = () => this.#submit(newTask, refusal, request, keyOf(asSent, key, request));
    const takesRoom = !refusal && !isForLater(options, now);
    const submitted = await (takesRoom ? this.#inItsRoom(submit) : submit());
    if (submitted.kind === 'conflict') {
      throw new ProblemError(
        'IDEMPOTENCY_KEY_REUSED',
        `This Idempotency-Key was sent with another body within the last ${IDEMPOTENCY_HOURS} hours.`,
      );
    }
    if (submitted.kind === 'inserted') {
      this.#metrics.submitted.of(type).add();
      broker.announce({ taskId: submitted.task.id, kind: 'changed' });
    }
    return submitted;
  }

  /**
   * The same refusals as far as they have nothing to do with files, for a submission whose files are still to come.
   * @throws ProblemError
   */
  check(submission: Submission): void {
    queueOf(submission.queue, this.#dependencies.broker.topology);
    this.#callbacks.of(submission.callback);
    const refusal = this.#refusal(submission, Date.now());
    if (refusal) throw refusal;
  }

  /** What the task needs beside itself, or the problem with it: a file may be gone by now, or a host forbidden. */
  async #needsOf(
    { payload, callback }: Submission,
    { takesFiles }: TaskType,
    request: FastifyRequest,
  ): Promise<Pick<NewTask, 'callback' | 'files'> | ProblemError> {
    try {
      const files = takesFiles ? { files: await this.#filesOf(payload, request) } : {};
      return { ...this.#callbacks.of(callback), ...files };
    } catch (error) {
      if (error instanceof ProblemError) return error;
      throw error;
    }
  }

  /**
   * Ids of the files that a payload names, kept for it from now on.
   * @throws ProblemError INVALID_PAYLOAD where the client has no such file
   */
  async #filesOf(payload: unknown, { client }: FastifyRequest): Promise<string[]> {
    const places = filesIn(payload);
    const ids = [...new Set(places.map(({ file }) => file.toLowerCase()))];
    const known = new Set(await this.#dependencies.store.useFiles(ids, seenBy(client)));
    const errors = places
      .filter(({ file }) => !known.has(file.toLowerCase()))
      .map(({ pointer }) => ({ pointer: `/payload${pointer}`, message: 'must be the id of a file that there is' }));
    if (errors.length > 0) throw new ProblemError('INVALID_PAYLOAD', describe(errors, 'body'), { errors });
    return ids;
  }

  /** What stands against the task now, and may not have when it was sent first. */
  #refusal(options: TaskOptions, now: number): ProblemError | undefined {
    const errors = timeIssues(options, now);
    if (errors.length > 0) return invalidBody(errors);
    const seconds = this.#backlog?.secondsUntilRoom;
    return seconds === undefined ? undefined : queueFull(seconds);
  }

  /** Reserves before anything else can run, so that no two submissions are given the same room. */
  async #inItsRoom(submit: () => Promise<InsertionOnce>): Promise<InsertionOnce> {
    let isAccepted = false;
    this.#backlog?.reserve();
    try {
      const submitted = await submit();
      isAccepted = submitted.kind === 'inserted';
      return submitted;
    } finally {
      this.#backlog?.settle(isAccepted);
    }
  }

  async #submit(
    newTask: NewTask,
    refusal: ProblemError | undefined,
    { log }: FastifyRequest,
    key: IdempotencyKey | undefined,
  ): Promise<InsertionOnce> {
    const { store, broker } = this.#dependencies;
    if (refusal) {
      const known = key && (await store.recall(newTask, key));
      if (known) return known;
      throw refusal;
    }
    const dependencies = { store, publisher: broker.publisher, logger: log };
    if (key) return submitTaskOnce(dependencies, newTask, key);
    return { kind: 'inserted', task: await submitTask(dependencies, newTask) };
  }
}

function keyOf(asSent: object, key: string | undefined, { client }: FastifyRequest): IdempotencyKey | undefined {
  return key === undefined ? undefined : { scope: client.id, key, fingerprint: fingerprintOf(asSent) };
}

function queueFull(seconds: number): ProblemError {
  return new ProblemError('QUEUE_FULL', `Too many tasks wait for a worker; try again in ${seconds} seconds.`, {
    headers: { 'retry-after': String(seconds) },
  });
}
