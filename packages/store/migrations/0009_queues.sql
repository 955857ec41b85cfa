-- The queues that a worker serves beside `queue`: by name, how far each has come, as `frontiers` has it of the first.
alter table workers add column other_queues jsonb not null default '{}';

-- Queues that workers take no tasks from; one whose `until` has passed counts as resumed.
create table queue_pauses (
  queue text primary key,
  paused_by text not null,
  reason text not null,
  since timestamptz not null,
  until timestamptz
);
