-- Rights on pg_cron, or on the tables that stand in for it where the server has none. Either exists by now.

grant usage on schema cron to postgres with grant option;
grant all on all tables in schema cron to postgres with grant option;
alter default privileges for role supabase_admin in schema cron grant all on tables to postgres with grant option;
alter default privileges for role supabase_admin in schema cron grant all on functions to postgres with grant option;
alter default privileges for role supabase_admin in schema cron grant all on sequences to postgres with grant option;
