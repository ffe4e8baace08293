-- Extensions, schemas and closed defaults.
-- Owns:   schemas app and extensions, the default privileges of everything later migrations create
-- Needs:  a Supabase database (roles anon, authenticated, service_role, supabase_auth_admin)
-- Access: new functions and tables have no grants until their file adds them
-- Tests:  tests/db/sweeps.sql

create schema if not exists extensions;
create extension if not exists postgis with schema extensions;
create extension if not exists btree_gist with schema extensions;
create extension if not exists pg_trgm with schema extensions;

create schema app;
comment on schema app is 'Helpers and secrets behind the API. Never exposed; its tables have no grants.';
grant usage on schema app to anon, authenticated, service_role, supabase_auth_admin;

-- Only the owner and the service role may execute a new function: functions have grants, but no revokes
-- (tests/db/sweeps.sql lists what visitors and signed-in people may execute). IN SCHEMA cannot revoke PUBLIC's default
-- privileges, hence the global statement first.
alter default privileges revoke execute on functions from public;
alter default privileges in schema public revoke execute on functions from anon, authenticated;
alter default privileges in schema public revoke all on tables from anon, authenticated;
alter default privileges in schema public revoke all on sequences from anon, authenticated;

alter default privileges in schema public grant execute on functions to service_role;
alter default privileges in schema public grant all on tables to service_role;
alter default privileges in schema public grant all on sequences to service_role;

-- The comments of a table and its columns in one statement. With `comment on column` the longest part of each line was the
-- table's name.
create procedure app.describe(object regclass, lines text)
language plpgsql set search_path = '' as $$
declare
  v_lines text[] := regexp_split_to_array(btrim(describe.lines, E' \n'), '\n\s*');
  v_line text;
begin
  execute format(case (select c.relkind from pg_class c where c.oid = describe.object)
    when 'c' then 'comment on type %s is %L' when 'v' then 'comment on view %s is %L' else 'comment on table %s is %L' end,
    describe.object, v_lines[1]);
  foreach v_line in array v_lines[2:] loop
    execute format('comment on column %s.%I is %L', describe.object, split_part(v_line, ': ', 1), substring(v_line from ': (.*)'));
  end loop;
end $$;
comment on procedure app.describe is
  'Comments on a table, view or composite type: the first line describes the object, each further line (column: text) a column.';
