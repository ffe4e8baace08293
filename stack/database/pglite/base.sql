-- What the base holds beyond initdb: the superuser's role, and the extensions that take long to create.

create role supabase_admin login superuser createrole createdb replication bypassrls;
set role supabase_admin;
create schema extensions;
create extension postgis with schema extensions;
create extension pgcrypto with schema extensions;
create extension "uuid-ossp" with schema extensions;
create extension pg_cron;
reset role;
