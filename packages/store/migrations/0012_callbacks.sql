-- `callback`: the task to make when this one finishes, but for its payload; see NewCallback in packages/store/src/port.ts.
-- `callback_of`: the task of whose end this one tells.
alter table tasks
  add column callback json,
  add column callback_of uuid;

-- A task's callbacks, newest last. Tasks that are no callbacks are not in it and pay nothing for it.
create index tasks_callback_index on tasks (callback_of, id) where callback_of is not null;

-- URLs whose server has answered 410 Gone.
create table disabled_callback_urls (
  url text primary key,
  disabled_at timestamptz not null default now()
);

create function offload_rfc3339(at timestamptz) returns text language sql stable as $$
  select to_char(date_trunc('milliseconds', at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$$;

-- A UUIDv7 of now (RFC 9562, section 5.7): a UUIDv4 with the milliseconds put over its first bits; 4 and two bits more are 7.
create function offload_uuidv7() returns uuid language sql volatile as $$
  select encode(
    set_bit(set_bit(
      overlay(uuid_send(gen_random_uuid())
        placing substring(int8send(floor(extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6),
      52, 1), 53, 1),
    'hex')::uuid
$$;

-- Makes the callback of a task that has just finished: whoever finishes it, they are stored together or not at all. Its
-- payload is that of `deliver-callback` in packages/contract; 16384 is MAX_EVENT_RESULT_BYTES there.
create function offload_make_callback() returns trigger language plpgsql as $$
begin
  insert into tasks
    (id, type, state, queue, max_attempts, timeout_ms, request_id, client, trace_context, result_ttl_ms, created_at, run_at, callback_of,
      payload)
  values (
    offload_uuidv7(), new.callback ->> 'type', 'scheduled', new.callback ->> 'queue',
    (new.callback ->> 'maxAttempts')::int, (new.callback ->> 'timeoutMs')::int,
    new.request_id, new.client, new.trace_context, new.result_ttl_ms, date_trunc('milliseconds', now()), now(), new.id,
    json_build_object(
      'url', new.callback ->> 'url',
      'event', json_build_object(
        'type', 'task.' || new.state,
        'timestamp', offload_rfc3339(new.finished_at),
        'data', json_build_object(
          'id', new.id,
          'type', new.type,
          'state', new.state,
          'queue', new.queue,
          'priority', new.priority,
          'result', case when octet_length(new.result::text) <= 16384 then new.result end,
          'isResultOmitted', coalesce(octet_length(new.result::text) > 16384, false),
          'error', new.error,
          'attempt', new.attempt,
          'maxAttempts', new.max_attempts,
          'tags', new.tags,
          'metadata', new.metadata,
          'createdAt', offload_rfc3339(new.created_at),
          'startedAt', offload_rfc3339(new.started_at),
          'finishedAt', offload_rfc3339(new.finished_at)
        )
      )
    )
  );
  return null;
end
$$;

create trigger tasks_callback_trigger after update of state on tasks
for each row when (new.callback is not null and new.finished_at is not null and old.finished_at is null)
execute function offload_make_callback();
