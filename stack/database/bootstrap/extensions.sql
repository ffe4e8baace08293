-- Extensions that only a superuser can create. This file creates them first, so that a migration's `create extension if not
-- exists` finds them. (Supabase lets `postgres` create them itself; plain PostgreSQL has no such setting.) Migrations create
-- the trusted extensions themselves (pg_trgm, btree_gist, …).

create extension if not exists postgis with schema extensions;
create extension if not exists pgcrypto with schema extensions;
create extension if not exists "uuid-ossp" with schema extensions;

-- These roles may read PostGIS's reference systems, but not change them.
grant select on extensions.spatial_ref_sys to postgres, anon, authenticated, service_role;
