/** An answer of the API that is an error. `code` and `name` are stable; never reuse a retired one. */
export interface Problem {
  status: number;
  title: string;
  /** What it means and what to do, for `GET /problems/{name}` and `docs/errors.md`. */
  explanation: string;
}

/** Every `code` of an HTTP error. The path of its explanation is the code in kebab-case. */
export const PROBLEMS = {
  MALFORMED_JSON: {
    status: 400,
    title: 'Body is not JSON',
    explanation: 'The request body could not be parsed as JSON. Send one JSON object, UTF-8 encoded.',
  },
  INVALID_REQUEST: {
    status: 400,
    title: 'Request is not valid',
    explanation:
      'A path parameter, query parameter or body field is missing, unknown or out of range; `errors` names each.',
  },
  INVALID_CURSOR: {
    status: 400,
    title: 'Cursor is not valid',
    explanation: 'Use `nextCursor` of an earlier answer, or the URL of its `Link: rel="next"` header, unchanged.',
  },
  INVALID_IDEMPOTENCY_KEY: {
    status: 400,
    title: 'Idempotency key is not valid',
    explanation:
      'Send `Idempotency-Key: "order-4711"`, for example: a structured-field string of 1 to 255 printable ASCII characters in double quotes.',
  },
  UNAUTHORIZED: {
    status: 401,
    title: 'API key is missing or wrong',
    explanation:
      'Send `Authorization: Bearer <key>` with a key that is neither expired nor revoked: one of `API_KEYS`, or one that `POST /keys` has made.',
  },
  FORBIDDEN: {
    status: 403,
    title: 'API key does not allow this',
    explanation: 'The key is valid, but lacks the scope that `detail` names. An admin can make one that has it.',
  },
  NOT_FOUND: {
    status: 404,
    title: 'No such path',
    explanation: 'Nothing is served at this path. `/docs` lists what is.',
  },
  TASK_NOT_FOUND: {
    status: 404,
    title: 'No such task',
    explanation:
      'No task with this id was ever accepted here, or it is the task of another client than the one of your key.',
  },
  TASK_GONE: {
    status: 410,
    title: 'Task is no longer kept',
    explanation:
      'A task with this id may have been accepted here; it is older than finished tasks are kept (`RETENTION_DAYS`), and nothing is left of it.',
  },
  TASK_NOT_SUCCEEDED: {
    status: 424,
    title: 'Task has no result',
    explanation:
      'The task has failed, was cancelled or has expired, as `task` says. Read the task for its attempts; `POST /tasks/{id}/retry` starts it over.',
  },
  KEY_NOT_FOUND: {
    status: 404,
    title: 'No such API key',
    explanation: 'No key has this id, or it was revoked. `GET /keys` lists those there are.',
  },
  CALLBACK_NOT_FOUND: {
    status: 404,
    title: 'Task has no callback',
    explanation: 'The task exists, and was submitted without `callback`.',
  },
  FILE_NOT_FOUND: {
    status: 404,
    title: 'No such file',
    explanation:
      'There is no file of this id, or no longer, or it is the file of another client than the one of your key.',
  },
  QUEUE_NOT_FOUND: {
    status: 404,
    title: 'Queue not found',
    explanation:
      'The server has no queue of this name. `GET /queues` lists those it has, which are those of its `QUEUES`.',
  },
  METHOD_NOT_ALLOWED: {
    status: 405,
    title: 'Method not allowed',
    explanation: 'The path exists, but not with this method; the `Allow` header lists those it has.',
  },
  TASK_NOT_CANCELLABLE: {
    status: 409,
    title: 'Task cannot be cancelled',
    explanation: 'The task has finished already; its state is in `detail`.',
  },
  TASK_NOT_FINISHED: {
    status: 409,
    title: 'Task has not finished',
    explanation:
      'Only a finished task has a result, or can be started over; its state is in `detail`. Wait for its end, or cancel it.',
  },
  FILE_IN_USE: {
    status: 409,
    title: 'File is in use',
    explanation:
      'A task that has not finished needs the file. Delete it when the task has finished, or cancel the task.',
  },
  TOO_MANY_KEYS: {
    status: 409,
    title: 'Too many API keys',
    explanation: 'There are as many keys as there may be. Revoke those that have expired, or that nobody uses.',
  },
  BODY_TOO_LARGE: {
    status: 413,
    title: 'Body is too large',
    explanation: 'The request body is larger than `BODY_LIMIT` bytes.',
  },
  FILE_TOO_LARGE: {
    status: 413,
    title: 'File is too large',
    explanation: 'The file is larger than `FILE_LIMIT` bytes. Nothing of it was kept.',
  },
  URI_TOO_LONG: {
    status: 414,
    title: 'Path parameter is too long',
    explanation: 'A part of the path is longer than any id of ours.',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    title: 'Content type is not supported',
    explanation: 'Send the body with `Content-Type: application/json`.',
  },
  RANGE_NOT_SATISFIABLE: {
    status: 416,
    title: 'File has no such range',
    explanation:
      'The file ends before the range begins that `Range` asks for; `Content-Range` of the answer says how many bytes it has.',
  },
  IDEMPOTENCY_KEY_REUSED: {
    status: 422,
    title: 'Idempotency key was used for something else',
    explanation:
      'Within the last 24 hours this client has sent the same `Idempotency-Key` with another body. Use a new key for each new task.',
  },
  UNKNOWN_TASK_TYPE: {
    status: 422,
    title: 'Unknown task type',
    explanation: 'No worker knows this type; `errors` lists the known ones, `GET /task-types` describes them.',
  },
  INVALID_PAYLOAD: {
    status: 422,
    title: 'Payload is not valid',
    explanation: 'The payload does not match the schema of its task type; `errors` names each field.',
  },
  UNKNOWN_QUEUE: {
    status: 422,
    title: 'Unknown queue',
    explanation:
      'The server has no queue of this name; `errors` lists the known ones, which are those of its `QUEUES`.',
  },
  CALLBACKS_DISABLED: {
    status: 422,
    title: 'Callbacks are disabled',
    explanation:
      'The server has nothing to sign callbacks with, so this task was not accepted. Submit it without `callback`, or have `CALLBACK_SECRETS` set on the API and its workers.',
  },
  RATE_LIMITED: {
    status: 429,
    title: 'Too many requests',
    explanation:
      'More requests than `RATE_LIMIT_PER_MINUTE` came with this key, or from this address. Try again after `Retry-After` seconds; the `RateLimit` header of every answer says how many are left.',
  },
  TOO_MANY_STREAMS: {
    status: 429,
    title: 'Too many streams',
    explanation:
      'As many event streams as `MAX_STREAMS_PER_CLIENT` are open with this key, or from this address. Close one, or try again after `Retry-After` seconds.',
  },
  REQUEST_HEADERS_TOO_LARGE: {
    status: 431,
    title: 'Headers are too large',
    explanation: 'The request line and headers together are larger than 16 KiB.',
  },
  INTERNAL_ERROR: {
    status: 500,
    title: 'Internal error',
    explanation: 'A defect of ours. The log has the cause under the `requestId` of the answer.',
  },
  STORE_UNAVAILABLE: {
    status: 503,
    title: 'Store is unavailable',
    explanation:
      'The database did not answer in time, so the task may or may not have been accepted. Try again after `Retry-After` seconds.',
  },
  STORAGE_UNAVAILABLE: {
    status: 503,
    title: 'Storage of files is unavailable',
    explanation:
      'The folder or the bucket that files are kept in could not be used. Try again after `Retry-After` seconds.',
  },
  QUEUE_FULL: {
    status: 503,
    title: 'Too many tasks wait',
    explanation:
      'As many tasks as `MAX_QUEUED` allows wait for a worker; this one was not accepted. Try again after `Retry-After` seconds, by when there should be room at the rate at which workers take tasks.',
  },
  BROKER_UNAVAILABLE: {
    status: 503,
    title: 'Broker is unavailable',
    explanation: 'RabbitMQ could not be asked. Tasks are accepted all the same and sent when it is back.',
  },
} as const satisfies Record<string, Problem>;

export type ProblemCode = keyof typeof PROBLEMS;

export function problemName(code: ProblemCode): string {
  return code.toLowerCase().replaceAll('_', '-');
}

/** Every `code` of a task's or an attempt's own error, with what it means. */
export const TASK_ERRORS = {
  HANDLER_ERROR: 'The handler threw; `message` is its text.',
  TASK_TIMEOUT: 'The attempt took longer than its time limit.',
  WORKER_LOST: 'The worker died, or was cut off, while it executed the task.',
  UNKNOWN_TASK_TYPE: 'The worker that got the task has no handler for its type.',
  INVALID_RESULT: 'The handler returned something that is not JSON, not what its type promises, or too large to keep.',
  INTERRUPTED: 'The worker was stopped, or lost its delivery, before the handler ended; not counted as a failure.',
} as const;

export type TaskErrorCode = keyof typeof TASK_ERRORS;
