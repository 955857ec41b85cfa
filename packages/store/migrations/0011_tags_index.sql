-- Tasks by tag. Tasks without tags are not in it and pay nothing for it.
create index tasks_tags_index on tasks using gin (tags) where tags <> '{}';
