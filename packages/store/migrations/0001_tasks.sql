-- One row per task; see TaskSchema in packages/contract for what each field means.
--
-- Columns. `payload` and `result` are `json`, not `jsonb`: they are handed back byte for byte, and `jsonb` refuses the
-- escape \u0000. What the store itself writes or changes (`error`, `progress`, `attempts`) is `jsonb`.
-- `run_at` is set exactly while the task waits for its time, so that being due needs no look at the state.
-- `failures` are the attempts that count against `max_attempts`; `attempt` numbers all of them and fences.
create table tasks (
  id uuid primary key,
  type text not null,
  state text not null,
  queue text not null,
  priority smallint not null default 0,
  payload json not null,
  result json,
  error jsonb,
  progress jsonb,
  attempt integer not null default 0,
  failures integer not null default 0,
  max_attempts integer not null,
  timeout_ms integer not null,
  request_id text,
  attempts jsonb not null default '[]',
  worker text,
  tags text[] not null default '{}',
  metadata jsonb not null default '{}',
  created_at timestamptz not null,
  run_at timestamptz,
  queued_at timestamptz,
  started_at timestamptz,
  finished_at timestamptz,
  expires_at timestamptz,
  cancel_requested_at timestamptz,
  constraint tasks_state_check check (
    state in ('scheduled', 'queued', 'running', 'retrying', 'succeeded', 'failed', 'cancelled', 'expired')
  ),
  constraint tasks_run_at_check check ((run_at is not null) = (state in ('scheduled', 'retrying')))
)
with (fillfactor = 70);

create index tasks_due_index on tasks (run_at, id) where run_at is not null;

create index tasks_state_index on tasks (state, id);
