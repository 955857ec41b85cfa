-- Keys of the API; a handful of rows. `hash` is the SHA-256 of the key itself, which is not kept. Keys of one `name` are one client.
create table api_keys (
  id uuid primary key,
  name text not null,
  scopes text[] not null,
  hash text not null unique,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  last_used_at timestamptz
);

-- Whose task it is: the name of the key that it was submitted with, null for everybody who had none.
alter table tasks add column client text;

-- The tasks of a client, newest first, at any size of the table. Tasks of nobody are not in it and pay nothing for it.
create index tasks_client_index on tasks (client, id) where client is not null;
