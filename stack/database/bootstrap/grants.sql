-- What `postgres`, no superuser, may do in the schemas that Supabase owns: read and write the tables of auth, put
-- triggers on them, and make policies on storage.objects and realtime.messages. Supabase grants the last two by an
-- extension of its own; here membership in the owning role does the same.

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
