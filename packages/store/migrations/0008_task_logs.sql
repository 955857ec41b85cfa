-- Lines that a handler has logged; see `TaskStore.appendLogs` for how many are kept. Numbered through all attempts of a task.
-- No foreign key: it would lock the task's row at each batch. They are deleted with their task.
create table task_logs (
  task_id uuid not null,
  number integer not null,
  attempt integer not null,
  at timestamptz not null,
  level text not null,
  message text not null,
  fields jsonb not null,
  bytes integer not null,
  primary key (task_id, number)
);
