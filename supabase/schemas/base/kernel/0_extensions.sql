-- Extensions, schemas, and default privileges that grant nothing. Owns: schemas app and extensions, the default
-- privileges of everything that later migrations create
-- Access: clients may use a new function or table only if its file grants it
-- Tests:  tests/db/sweeps.sql

create schema if not exists extensions;

create extension if not exists postgis with schema extensions;
create extension if not exists btree_gist with schema extensions;
create extension if not exists pg_trgm with schema extensions;

create schema app;

-- Revokes the right to execute new functions, which PostgreSQL grants to everyone by default. Only the owner and the
-- service role keep it; each file then grants what clients need. tests/db/sweeps.sql lists what visitors and signed-in
-- people may execute. The first statement has no IN SCHEMA, because a statement for one schema cannot revoke what
-- PUBLIC gets by default.
alter default privileges revoke execute on functions from public;
alter default privileges in schema public revoke execute on functions from anon, authenticated;
alter default privileges in schema public revoke all on tables from anon, authenticated;
alter default privileges in schema public revoke all on sequences from anon, authenticated;
alter default privileges in schema public grant execute on functions to service_role;
alter default privileges in schema public grant all on tables to service_role;
alter default privileges in schema public grant all on sequences to service_role;

-- Sets the comments on a table and its columns in one call. With `comment on column` each line would repeat the table's
-- name.
create procedure app.describe(object regclass, lines text)
language plpgsql set search_path = '' as $$
declare
  v_lines text[] := regexp_split_to_array(regexp_replace(btrim(describe.lines, E' \n'), '\n {4,}', ' ', 'g'), '\n\s*');
  v_line text;
begin
  execute format(case (select c.relkind from pg_class c where c.oid = describe.object)
    when 'c' then 'comment on type %s is %L' when 'v' then
      'comment on view %s is %L' else 'comment on table %s is %L' end,
    describe.object, v_lines[1]);
  foreach v_line in array v_lines[2:] loop
    execute format('comment on column %s.%I is %L', describe.object, split_part(v_line, ': ', 1), substring(v_line
      from ': (.*)'));
  end loop;
end $$;
comment on procedure app.describe is
  'Comments on a table, view or composite type: the first line describes the object, each further line (column: text) '
  'a column.';
comment on schema app is 'Helpers and secrets that the API does not expose; clients have no grants on its tables.';
grant usage on schema app to anon, authenticated, service_role, supabase_auth_admin;
