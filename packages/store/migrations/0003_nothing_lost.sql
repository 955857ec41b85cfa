-- `backoff`: how long the task waits between attempts; null for rows that a version without it has written.
-- `ticket` names the message that the current attempt was started with (its `queued-at`), so that only the redelivery of that
-- very message, and not of a double, takes the attempt away from its worker.
-- `detached`: the attempt's worker has lost that message and goes on all the same; nobody but the rescuer takes it away.
alter table tasks
  add column backoff jsonb,
  add column ticket bigint,
  add column detached boolean not null default false;

-- Unfinished tasks that may expire, and no others: tasks without `expires_at` pay nothing for it.
create index tasks_expiry_index on tasks (expires_at) where expires_at is not null and finished_at is null;

-- `frontiers`: by priority, when the youngest message that the worker was given had been queued, in milliseconds since the
-- epoch. `started`: attempts since its start.
alter table workers
  add column frontiers jsonb not null default '{}',
  add column started bigint not null default 0;
