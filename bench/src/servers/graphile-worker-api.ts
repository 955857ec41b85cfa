import { makeWorkerUtils } from 'graphile-worker';
import { serveTasks } from './task-route.ts';

// Page "Adding jobs through JavaScript": one instance for the life of the process, whose pool all requests share.
const utils = await makeWorkerUtils({ connectionString: String(process.env.DATABASE_URL) });
await utils.migrate();
await utils.withPgClient((client) =>
  client.query('create table if not exists bench_results (job_id bigint primary key, result jsonb not null)'),
);

await serveTasks(async (payload) => (await utils.addJob('bench', payload)).id);
