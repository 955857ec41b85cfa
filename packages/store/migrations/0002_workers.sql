-- One row per worker process that beats; a handful of rows, each changed every few seconds.
create table workers (
  name text primary key,
  queue text not null,
  concurrency integer not null,
  running integer not null,
  started_at timestamptz not null,
  heartbeat_at timestamptz not null
)
with (fillfactor = 50);
