import { PROBLEMS, type ProblemCode, problemName, type Task, TaskSchema, type ValueIssue } from '@offload/contract';
import { type Static, Type } from 'typebox';

/** RFC 9457 problem details, with a stable `code` and, where a request has several mistakes, each of them. */
export const ProblemSchema = Type.Object(
  {
    type: Type.String({ description: 'Path of the explanation.', examples: ['/problems/invalid-payload'] }),
    title: Type.String({ examples: ['Payload is not valid'] }),
    status: Type.Integer({ examples: [422] }),
    detail: Type.String({
      description: 'What is wrong with this very request.',
      examples: ['body/payload/message must be string'],
    }),
    instance: Type.String({ description: 'Path of the request.', examples: ['/tasks'] }),
    code: Type.String({ description: 'Stable, for programs.', examples: ['INVALID_PAYLOAD'] }),
    requestId: Type.String({
      description: 'Also in the log and in `X-Request-Id`.',
      examples: ['2a659f03-bba0-4d56-b155-7c230305705d'],
    }),
    task: Type.Optional(
      Type.Object(Type.Pick(TaskSchema, ['id', 'state', 'error']).properties, {
        description: 'What became of the task that was asked for.',
      }),
    ),
    errors: Type.Optional(
      Type.Array(
        Type.Object({
          pointer: Type.String({
            description: 'JSON pointer (RFC 6901) into the body, the query or the path parameters.',
            examples: ['/payload/message'],
          }),
          message: Type.String({ examples: ['must be string'] }),
        }),
      ),
    ),
  },
  { $id: 'Problem', description: 'RFC 9457 problem details.' },
);

export type Problem = Static<typeof ProblemSchema>;

export interface ProblemOptions {
  /** One entry per mistake. */
  errors?: ValueIssue[];
  /** The task that it is about, where that is more than its id. */
  task?: Pick<Task, 'id' | 'state' | 'error'>;
  /** Headers of the answer. */
  headers?: Record<string, string>;
  cause?: unknown;
}

/** An error that a client is told about. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  readonly code: ProblemCode;
  readonly statusCode: number;
  readonly errors: ValueIssue[] | undefined;
  readonly task: ProblemOptions['task'];
  readonly headers: Record<string, string>;

  constructor(code: ProblemCode, detail: string, { errors, task, headers = {}, cause }: ProblemOptions = {}) {
    super(detail, { cause });
    this.code = code;
    this.statusCode = PROBLEMS[code].status;
    this.errors = errors;
    this.task = task;
    this.headers = headers;
  }
}

/** Without the query, where clients put what is no business of a log. */
export function pathOf(url: string): string {
  return url.split('?', 1)[0] ?? url;
}

/** The body of the answer to a request that ended in an error. */
export function problemBody(error: ProblemError, request: { url: string; id: string }): Problem {
  return {
    type: `/problems/${problemName(error.code)}`,
    title: PROBLEMS[error.code].title,
    status: error.statusCode,
    detail: error.message,
    instance: pathOf(request.url),
    code: error.code,
    requestId: request.id,
    ...(error.task ? { task: error.task } : {}),
    ...(error.errors ? { errors: error.errors } : {}),
  };
}
