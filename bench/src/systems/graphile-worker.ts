import { createSystemOnPostgres } from './on-postgres.ts';

export const graphileWorker = createSystemOnPostgres({
  name: 'graphile-worker',
  durability:
    'row committed in Postgres (fsync): survives a crash of it; keeps no results, so the task writes its own row',
  // Page "Performance": the settings of its published figures.
  recommendedConcurrency: 24,
  apiFile: 'servers/graphile-worker-api.ts',
  workerFile: 'servers/graphile-worker-worker.ts',
  completedSql: 'select count(*)::int as count from bench_results',
  startedAtSql: `select result ->> 'startedAt' as "startedAt" from bench_results where job_id = $1`,
});
