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
