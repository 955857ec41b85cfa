-- One row per `Idempotency-Key` of the last day. `scope` tells clients apart, `fingerprint` says what was asked for. A task
-- does not know its key, and a key outlives its task: what is answered again is the first answer.
create table idempotency_keys (
  scope text not null,
  key text not null,
  fingerprint text not null,
  task_id uuid not null,
  created_at timestamptz not null,
  primary key (scope, key)
);

-- For forgetting the old ones.
create index idempotency_keys_age_index on idempotency_keys (created_at);
