-- Rights of `postgres` in the schemas that Supabase owns. `postgres` is no superuser, but may read and write the tables of
-- auth, put triggers on them, and create policies on storage.objects and realtime.messages. For the policies, hosted Supabase
-- has an extension. This file makes `postgres` a member of the owning roles instead.

grant all on all tables in schema auth to postgres, dashboard_user;
grant all on all sequences in schema auth to postgres, dashboard_user;
grant execute on all functions in schema auth to postgres, anon, authenticated, service_role;

grant supabase_storage_admin to postgres;
grant supabase_realtime_admin to postgres;

create schema supabase_migrations authorization postgres;
create table supabase_migrations.schema_migrations (
  version text not null primary key,
  statements text[],
  name text
);
create table supabase_migrations.seed_files (
  path text not null primary key,
  hash text not null
);
alter table supabase_migrations.schema_migrations owner to postgres;
alter table supabase_migrations.seed_files owner to postgres;
