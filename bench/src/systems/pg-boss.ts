import { createSystemOnPostgres } from './on-postgres.ts';

export const pgBoss = createSystemOnPostgres({
  name: 'pg-boss',
  durability: 'row committed in Postgres (fsync): survives a crash of it; the result is in the same row',
  recommendedConcurrency: 50,
  apiFile: 'servers/pg-boss-api.ts',
  workerFile: 'servers/pg-boss-worker.ts',
  completedSql: `select count(*)::int as count from pgboss.job where name = 'bench' and state = 'completed'`,
  startedAtSql: `select output ->> 'startedAt' as "startedAt" from pgboss.job
    where name = 'bench' and id = $1 and state = 'completed'`,
});
