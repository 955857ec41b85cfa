-- The queues that a worker serves beside `queue`: by name, how far each has come, as `frontiers` has it of the first.
alter table workers add column other_queues jsonb not null default '{}';

-- Of each queue that the worker serves: `slots`, tasks that it runs at once, and `taken`, deliveries since its start. A worker that says
-- nothing of it serves one queue, with all that it has.
alter table workers add column shares jsonb not null default '{}';

-- Queues that workers take no tasks from; one whose `until` has passed counts as resumed.
create table queue_pauses (
  queue text primary key,
  paused_by text not null,
  reason text not null,
  since timestamptz not null,
  until timestamptz
);
