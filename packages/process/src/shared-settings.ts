import { type TSchema, Type } from 'typebox';

/** What clients may call a queue; the others stand for the main one, and for what belongs to it. */
const QUEUE_NAME = '(?!(default|dead|control|events|callbacks)\\b(?!-))[a-z0-9-]{1,50}';

/** By Standard Webhooks 1.0.0. */
const SECRET = 'whsec_[A-Za-z0-9+/=]{32,88}';

/** Settings that the API and the worker must agree on, or that mean the same to every process. */
export const sharedSettings = {
  AMQP_URL: Type.String({
    writeOnly: true,
    pattern: '^amqps?://',
    description:
      'RabbitMQ, e.g. `amqp://user:password@host:5672/vhost`; several, separated by commas, are tried in turn',
  }),
  DATABASE_URL: Type.String({
    writeOnly: true,
    pattern: '^postgres(ql)?://',
    description: 'Postgres, e.g. `postgres://user:password@host:5432/database`',
  }),
  TASK_QUEUE: Type.String({
    default: 'task_queue',
    pattern: '^(?!amq\\.)[A-Za-z0-9_.:-]{1,200}$',
    description: 'Queue that the messages of tasks travel on',
  }),
  QUEUES: Type.String({
    default: '',
    pattern: `^\\s*(${QUEUE_NAME}(\\s*,\\s*${QUEUE_NAME})*)?\\s*$`,
    description:
      'Names of more queues, e.g. `reports,mail`, from `a-z`, `0-9` and `-`; each is `<TASK_QUEUE>.<name>` at the broker',
  }),
  TASK_EXCHANGE: Type.String({
    default: '',
    pattern: '^(?!amq\\.)[A-Za-z0-9_.:-]{0,200}$',
    description: 'Direct exchange that the queues are bound to; unset: the default exchange',
  }),
  CALLBACK_SECRETS: Type.String({
    default: '',
    writeOnly: true,
    pattern: `^\\s*(${SECRET}(\\s*,\\s*${SECRET})*)?\\s*$`,
    description:
      'Secrets that sign callbacks, `whsec_` and the Base64 of 24 to 64 bytes, separated by commas, the newest first; unset: no callbacks',
  }),
  OUTBOUND_ALLOWED_HOSTS: Type.String({
    default: '',
    description:
      'Hosts, addresses and networks inside that callbacks and `http.request` may go to, e.g. `hooks.internal,10.1.0.0/16`; unset: public addresses alone',
  }),
  FILES_DIR: Type.Optional(
    Type.String({ description: 'Folder of files, which API and workers share; unset: `files` in `DATA_DIR`' }),
  ),
  FILES_BUCKET: Type.Optional(
    Type.String({
      description: 'Bucket of S3 for files, instead of a folder; region and keys come from the usual `AWS_*` variables',
    }),
  ),
  FILES_ENDPOINT: Type.Optional(
    Type.String({ pattern: '^https?://', description: "S3 server that is not Amazon's, e.g. `http://minio:9000`" }),
  ),
  FILE_LIMIT: Type.Integer({
    default: 104_857_600,
    minimum: 1,
    // Of S3: 10,000 parts of 8 MiB.
    maximum: 83_886_080_000,
    description: 'Bytes that a file may have',
  }),
  COMMANDS_FILE: Type.Optional(
    Type.String({ description: 'File of commands, programs that are task types, e.g. `./offload.commands.yaml`' }),
  ),
  SHUTDOWN_GRACE_MS: Type.Integer({
    default: 25_000,
    minimum: 0,
    maximum: 3_600_000,
    description: 'Milliseconds that work under way may take to finish after SIGTERM',
  }),
  LOG_LEVEL: Type.Optional(
    Type.Enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      description: 'Least severe lines to log; unset: `info`, or `warn` on a terminal',
    }),
  ),
} satisfies Record<string, TSchema>;

/** The members of a comma-separated setting. */
export function listOf(setting: string): string[] {
  return setting
    .split(',')
    .map((member) => member.trim())
    .filter((member) => member !== '');
}

/** Where files are kept. @param dataDir folder that has theirs */
export function filesOf(
  { FILES_DIR, FILES_BUCKET, FILES_ENDPOINT }: { FILES_DIR?: string; FILES_BUCKET?: string; FILES_ENDPOINT?: string },
  dataDir = './data',
) {
  return { folder: FILES_DIR ?? `${dataDir}/files`, bucket: FILES_BUCKET, endpoint: FILES_ENDPOINT };
}
