-- The queues that a worker serves beside `queue`: by name, how far each has come, as `frontiers` has it of the first.
alter table workers add column other_queues jsonb not null default '{}';
