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
-- The free third of a page takes a row's next versions (claimed, settled), so that a claim dirties one page and not two.
-- A task leaves two dead entries in each index: vacuum at a twentieth of the table, not at the default fifth, or counting
-- the running tasks would walk through those of all that ran lately.
with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.05);

-- Indexes. A row can change without any index being touched (a HOT update) only when no index mentions a changed column, be
-- it in a predicate. There are as few as possible, and progress reports stay HOT; each index says what it is paid for.

-- Waiting tasks by the time at which they become due. On the usual way (queued, running, succeeded) `run_at` stays null, so
-- this index has no entry for it; a predicate on the state would say the same and cost every change of state.
create index tasks_due_index on tasks (run_at, id) where run_at is not null;

-- Lists of one state, newest first, and the number of running tasks, at any size of the table: without it, the ten failed
-- ones among a million queued take a third of a second, and the whole table's reads, each time that someone looks. It costs
-- a claim and a settlement a quarter of their time in the database. A partial index for rare states would cost hardly less:
-- a task enters it when it starts. There is none for the type: a rare type is found by reading the table, a common one at once.
create index tasks_state_index on tasks (state, id);
