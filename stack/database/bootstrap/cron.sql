-- Rights on pg_cron's tables, or on the tables that replace them on a server without pg_cron. bootstrap.ts creates one of the
-- two before it runs this file.

grant usage on schema cron to postgres with grant option;
grant all on all tables in schema cron to postgres with grant option;
alter default privileges for role supabase_admin in schema cron grant all on tables to postgres with grant option;
alter default privileges for role supabase_admin in schema cron grant all on functions to postgres with grant option;
alter default privileges for role supabase_admin in schema cron grant all on sequences to postgres with grant option;
