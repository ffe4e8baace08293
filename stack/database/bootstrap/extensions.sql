-- Extensions that only a superuser can create, so that a migration's `create extension if not exists` finds them.
-- (Supabase lets `postgres` create them itself; plain PostgreSQL has no such switch.) Trusted ones (pg_trgm,
-- btree_gist, …) are left to the migrations.

create extension if not exists postgis with schema extensions;
create extension if not exists pgcrypto with schema extensions;
create extension if not exists "uuid-ossp" with schema extensions;

-- PostGIS would let everyone rewrite its reference systems.
grant select on extensions.spatial_ref_sys to postgres, anon, authenticated, service_role;
