-- What the storage of files has under each id. `completed_at` is null while its bytes arrive; `used_at`: when a task that names it was
-- last submitted; `removed_at`: nobody sees it any more, and its bytes are to be removed before the row is.
create table files (
  id uuid primary key,
  client text,
  name text,
  media_type text,
  bytes bigint,
  sha256 text,
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  completed_at timestamptz,
  used_at timestamptz not null default now(),
  removed_at timestamptz
);

create index files_used_index on files (used_at) where removed_at is null;
create index files_removed_index on files (removed_at) where removed_at is not null;

-- Files that its payload names, and those that its handler has made; they are kept as long as the task is.
alter table tasks add column files uuid[] not null default '{}';

-- Tasks by file. Tasks without files are not in it and pay nothing for it.
create index tasks_files_index on tasks using gin (files) where files <> '{}';
