-- Whether a project has all that the product needs: `supabase test db` runs it. The whole suite is tests/db.
begin;
create extension if not exists pgtap with schema extensions;
set local search_path = extensions, public;
select plan(5);

select is_empty(
  $$ select c.oid::regclass from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relrowsecurity $$,
  'every table of public has row-level security'
);
select is_empty(
  $$ select p.oid::regprocedure from pg_proc p
     where p.pronamespace in ('public'::regnamespace, 'app'::regnamespace) and p.prosecdef
       and not coalesce(p.proconfig, '{}') @> array['search_path=""'] $$,
  'every security definer function has an empty search path'
);
select ok(
  has_function_privilege('supabase_auth_admin', 'app.access_token_hook(jsonb)', 'execute'),
  'the auth server may call the access token hook'
);
select ok(
  (select count(*) >= 13 from cron.job),
  'the jobs are scheduled'
);
select is_empty(
  $$ select 1 where not exists (select from pg_policies where schemaname = 'realtime' and tablename = 'messages') $$,
  'topics have policies'
);

select * from finish();
rollback;
