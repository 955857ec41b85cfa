import {
  type Backoff,
  CallbackSchema,
  DEFAULT_BACKOFF,
  MetadataSchema,
  metadataIssues,
  PrioritySchema,
  type Retry,
  RetrySchema,
  TagsSchema,
  TimeoutSchema,
  type ValueIssue,
} from '@offload/contract';
import type { NewTask } from '@offload/store';
import { type Static, Type } from 'typebox';
import { storableTime, timeIssue } from './point-in-time.ts';
import { QueueNameSchema } from './queue-of.ts';

/** Milliseconds: 366 days. */
const YEAR_MS = 366 * 24 * 60 * 60_000;

/** How a client may change the way in which its task is run; what is left out is as the task's type says. */
export const TaskOptionsSchema = Type.Object({
  runAt: Type.Optional(
    Type.String({
      format: 'date-time',
      description: 'RFC 3339. Not to be started before this time; at most a year ahead. One that has passed means now.',
    }),
  ),
  expiresAt: Type.Optional(
    Type.String({
      format: 'date-time',
      description:
        'RFC 3339. Not to be started after this time; in the future, after `runAt` or `delayMs`, at most two years ahead.',
    }),
  ),
  delayMs: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: YEAR_MS,
      description: 'Instead of `runAt`: milliseconds from when the task is accepted; at most a year.',
    }),
  ),
  ttlMs: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: YEAR_MS,
      description:
        'Instead of `expiresAt`: milliseconds in which the task has to be started, from when it may be; at most a year.',
    }),
  ),
  queue: Type.Optional(QueueNameSchema),
  priority: Type.Optional(PrioritySchema),
  tags: Type.Optional(TagsSchema),
  metadata: Type.Optional(MetadataSchema),
  resultTtlMs: Type.Optional(
    Type.Integer({
      minimum: 1000,
      maximum: YEAR_MS,
      description:
        'Milliseconds for which the finished task is kept, to within a minute or so; at most as long as others (`RETENTION_DAYS`).',
    }),
  ),
  timeoutMs: Type.Optional(TimeoutSchema),
  retry: Type.Optional(RetrySchema),
  callback: Type.Optional(CallbackSchema),
});

export type TaskOptions = Static<typeof TaskOptionsSchema>;

/** What a schema cannot say of options that match it, and no time can mend. */
export function optionIssues({ runAt, delayMs, expiresAt, ttlMs, metadata, retry }: TaskOptions): ValueIssue[] {
  const issues = [
    ...timeIssue('/runAt', runAt),
    ...timeIssue('/expiresAt', expiresAt),
    ...metadataIssues('/metadata', metadata),
  ];
  if (runAt !== undefined && delayMs !== undefined) {
    issues.push({ pointer: '/delayMs', message: 'must not come together with runAt' });
  }
  if (expiresAt !== undefined && ttlMs !== undefined) {
    issues.push({ pointer: '/ttlMs', message: 'must not come together with expiresAt' });
  }
  const { initialMs, maxMs } = completed(retry?.backoff);
  if (initialMs > maxMs) {
    issues.push(
      retry?.backoff?.initialMs === undefined
        ? { pointer: '/retry/backoff/maxMs', message: `must be at least initialMs (${initialMs}, the default)` }
        : { pointer: '/retry/backoff/initialMs', message: `must be at most maxMs (${maxMs}${defaultMark(retry)})` },
    );
  }
  return issues;
}

/** What is wrong with the times of a task that is submitted now; both are milliseconds since the epoch. */
export function timeIssues(options: TaskOptions, nowMs: number): ValueIssue[] {
  const runAt = startMs(options, nowMs);
  const issues: ValueIssue[] = [];
  if (runAt > nowMs + YEAR_MS) issues.push({ pointer: '/runAt', message: 'must be at most a year ahead' });
  if (options.expiresAt === undefined) return issues;
  const pointer = '/expiresAt';
  const expiresAt = Date.parse(options.expiresAt);
  if (expiresAt <= nowMs) issues.push({ pointer, message: 'must be in the future' });
  else if (expiresAt <= runAt) issues.push({ pointer, message: `must be after ${startName(options)}` });
  else if (expiresAt > nowMs + 2 * YEAR_MS) issues.push({ pointer, message: 'must be at most two years ahead' });
  return issues;
}

/** Whether no worker may start the task yet. */
export function isForLater(options: TaskOptions, nowMs: number): boolean {
  return startMs(options, nowMs) > nowMs;
}

/** From when on a worker may start the task, in milliseconds since the epoch, by this process's clock. */
function startMs({ runAt, delayMs = 0 }: TaskOptions, nowMs: number): number {
  return runAt === undefined ? nowMs + delayMs : Date.parse(runAt);
}

function startName({ delayMs }: TaskOptions): string {
  return delayMs === undefined ? 'runAt' : 'delayMs has passed';
}

/** The options as the store takes them. */
export function storedOptions({ runAt, expiresAt, timeoutMs, retry, ...others }: Omit<TaskOptions, 'callback'>) {
  return {
    ...others,
    ...(runAt === undefined ? {} : { runAt: storableTime(runAt) }),
    ...(expiresAt === undefined ? {} : { expiresAt: storableTime(expiresAt) }),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    ...(retry?.maxAttempts === undefined ? {} : { maxAttempts: retry.maxAttempts }),
    ...(retry?.backoff === undefined ? {} : { backoff: completed(retry.backoff) }),
  } satisfies Partial<NewTask>;
}

function defaultMark({ backoff }: Retry): string {
  return backoff?.maxMs === undefined ? ', the default' : '';
}

function completed(backoff: Partial<Backoff> = {}): Backoff {
  return { ...DEFAULT_BACKOFF, ...backoff };
}
