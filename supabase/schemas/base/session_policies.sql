-- Session policies: a token whose session has ended reads and writes no row, although it is valid until it expires.
-- Needs:  every table and policy, storage, app.has_session; realtime_policies.sql does the same for topics
-- Access: applies to signed-in people, in addition to all other policies
-- Tests:  tests/db/sweeps.sql (each table has the policy), tests/db/former.test.ts

-- Applies to every table except those that visitors read, too, and to files. The policies choose the tables, not the grants,
-- because a hosted project grants visitors more than they can use. A table of a later release comes after this block has run, so
-- it has the policy in its own file.
do $$
declare t record;
begin
  for t in select c.oid::regclass as name from pg_class c
    where (c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relrowsecurity
        and not exists (select 1 from pg_policy p where p.polrelid = c.oid and p.polroles && array['anon'::regrole::oid, 0::oid])
        and not exists (select 1 from pg_depend d where d.objid = c.oid and d.classid = 'pg_class'::regclass and d.deptype = 'e')
      or c.oid = 'storage.objects'::regclass)
      and not exists (select 1 from pg_policy p where p.polrelid = c.oid and p.polname = 'an ended session reaches nothing')
  loop
    execute format('create policy "an ended session reaches nothing" on %s as restrictive for all to authenticated
      using ((select app.has_session())) with check ((select app.has_session()))', t.name);
  end loop;
end $$;
