-- How long a task is kept once it has finished, in milliseconds; null: as long as others.
alter table tasks add column result_ttl_ms bigint;

-- When each of them is to be deleted, since the epoch; an index takes no `timestamptz` plus interval, which a time zone could
-- change. Tasks without a time of their own are not in it.
create index tasks_result_ttl_index on tasks ((finished_at - timestamptz 'epoch' + result_ttl_ms * interval '1 millisecond'))
  where result_ttl_ms is not null and finished_at is not null;
