import { loadSettings, sharedSettings } from '@offload/process';
import { type Static, Type } from 'typebox';

/** Settings of the worker alone. */
export const workerSettings = {
  WORKER_CONCURRENCY: Type.Integer({
    default: 1,
    minimum: 1,
    maximum: 1000,
    description: 'Tasks of one queue that a worker runs at once, and the prefetch of its consumer',
  }),
  WORKER_QUEUES: Type.String({
    default: '',
    pattern: '^\\s*([a-z0-9-]+(:[1-9]\\d{0,2})?(\\s*,\\s*[a-z0-9-]+(:[1-9]\\d{0,2})?)*)?\\s*$',
    description:
      'Queues that a worker serves, e.g. `default,reports:4` with four tasks of `reports` at once; unset: all',
  }),
  REQUEST_SECRETS: Type.String({
    default: '',
    writeOnly: true,
    description:
      'Secrets that sign the requests of `http.request`, in the same form, and others than those of callbacks; unset: they are not signed',
  }),
};

export const WorkerConfigSchema = Type.Object({
  ...sharedSettings,
  ...workerSettings,
  HEALTH_HOST: Type.String({ default: '127.0.0.1', description: 'Address that the worker answers health checks on' }),
  HEALTH_PORT: Type.Integer({
    default: 0,
    minimum: 0,
    maximum: 65_535,
    description: 'Port that the worker answers `/healthz`, `/readyz` and `/metrics` on; 0: none',
  }),
});

export type WorkerConfig = Static<typeof WorkerConfigSchema>;

export type Environment = Readonly<Record<string, string | undefined>>;

/** What commands are given a part of. */
export function readEnvironment(): Environment {
  return process.env;
}

export function readConfig(): WorkerConfig {
  return loadSettings(WorkerConfigSchema, process.env);
}
