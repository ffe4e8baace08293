-- Roles, schemas and default privileges of a fresh Supabase project.
-- Runs once, as the superuser supabase_admin, before everything else. `__PASSWORD__` is the cluster's own password.

do $$ begin
  if not exists (select from pg_roles where rolname = 'supabase_admin') then
    create role supabase_admin login superuser createrole createdb replication bypassrls;
  end if;
  if not exists (select from pg_roles where rolname = 'postgres') then
    create role postgres nosuperuser login createrole createdb replication bypassrls password '__PASSWORD__';
  end if;
end $$;

create role anon nologin noinherit;
create role authenticated nologin noinherit;
create role service_role nologin noinherit bypassrls;
create role authenticator noinherit login password '__PASSWORD__';
create role supabase_auth_admin noinherit createrole login password '__PASSWORD__';
create role supabase_storage_admin noinherit createrole login password '__PASSWORD__';
create role supabase_realtime_admin noinherit nologin;
create role dashboard_user nologin createdb createrole replication;

grant anon, authenticated, service_role to authenticator;
grant anon, authenticated, service_role to postgres with admin option;
grant authenticator, supabase_auth_admin to postgres;
grant anon, authenticated, service_role to supabase_storage_admin;

alter role anon set statement_timeout = '3s';
alter role authenticated set statement_timeout = '8s';
alter role authenticator set statement_timeout = '8s';
alter role supabase_auth_admin set search_path = 'auth';
alter role supabase_storage_admin set search_path = 'storage';

alter database postgres owner to postgres;
alter database postgres set search_path = "$user", public, extensions;
set search_path = public, extensions;

-- (PGlite's base already contains this schema, with the extensions in it.)
create schema if not exists extensions;
alter schema extensions owner to postgres;
create schema auth authorization supabase_auth_admin;
create schema storage authorization supabase_storage_admin;
create schema realtime authorization supabase_admin;

grant usage on schema public, extensions to postgres, anon, authenticated, service_role;
grant usage on schema auth, storage, realtime to postgres, anon, authenticated, service_role;
grant all on schema auth to postgres, dashboard_user;
grant all on schema storage to postgres;
grant all on schema extensions to dashboard_user;
grant usage on schema extensions to supabase_auth_admin, supabase_storage_admin;

-- The rights that a new Supabase project grants on everything that `postgres` creates in `public`. Our migrations revoke them
-- again on purpose.
alter default privileges for role postgres in schema public
  grant all on tables to postgres, anon, authenticated, service_role;
alter default privileges for role postgres in schema public
  grant all on functions to postgres, anon, authenticated, service_role;
alter default privileges for role postgres in schema public
  grant all on sequences to postgres, anon, authenticated, service_role;
alter default privileges for role supabase_admin in schema public
  grant all on tables to postgres, anon, authenticated, service_role;
alter default privileges for role supabase_admin in schema public
  grant all on functions to postgres, anon, authenticated, service_role;
alter default privileges for role supabase_admin in schema public
  grant all on sequences to postgres, anon, authenticated, service_role;
