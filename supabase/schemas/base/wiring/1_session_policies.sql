-- Session policies: a token whose session has ended, or whose member of staff has not confirmed the sign-in with a
-- second factor, reads and writes no row, although it is valid until it expires.
-- Access: applies to signed-in people, in addition to all other policies
-- Tests:  tests/db/sweeps.sql (each table has the policy), tests/db/former.test.ts

-- Applies to every table except those that visitors read, too, and to files. The policies choose the tables, not the
-- grants, because a hosted project grants visitors more than they can use. A table of a later release comes after this
-- block has run, so it has the policy in its own file. The one row that needs no second factor is the own profile: the
-- page that asks for the factor reads the role there.
do $$
declare t record;
begin
  for t in select c.oid::regclass as name from pg_class c
    where (c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relrowsecurity
        and not exists (select 1 from pg_policy p where p.polrelid = c.oid
          and p.polroles && array['anon'::regrole::oid, 0::oid])
        and not exists (select 1 from pg_depend d where d.objid = c.oid and d.classid = 'pg_class'::regclass
          and d.deptype = 'e')
      or c.oid = 'storage.objects'::regclass)
      and not exists (select 1 from pg_policy p where p.polrelid = c.oid
        and p.polname = 'only people who are signed in reach anything')
  loop
    execute format('create policy "only people who are signed in reach anything" on %s as restrictive for all to authenticated
      using (%s) with check ((select app.is_signed_in()))', t.name, case when t.name = 'public.profiles'::regclass
        then '(select app.is_signed_in()) or id = (select auth.uid()) and (select app.has_session())'
          else '(select app.is_signed_in())' end);
  end loop;
end $$;

-- A suspended driver, who is signed in only to finish the ride of the passenger in the car, reads the rows of that
-- trip, and the own account and driver row, which say so. A table of a later release has the policy in its own file.
do $$
declare t record;
begin
  for t in select c.oid::regclass as name, c.relname, exists (select 1 from pg_attribute a where a.attrelid = c.oid
    and a.attname = 'booking_id'
      and a.atttypid = 'uuid'::regtype and not a.attisdropped) as of_booking
    from pg_policy p join pg_class c on c.oid = p.polrelid
    where p.polname = 'only people who are signed in reach anything' and c.relnamespace = 'public'::regnamespace
      and not exists (select 1 from pg_policy q where q.polrelid = c.oid
        and q.polname = 'suspended drivers read the trip that they finish')
  loop
    execute format('create policy "suspended drivers read the trip that they finish" on %s as restrictive for all to authenticated using (%s)', t.name,
      case
        when t.of_booking then
        'not (select app.is_finishing_only()) or booking_id = any ((select app.trips_to_finish())::uuid[])'
        when t.relname = 'bookings' then
          'not (select app.is_finishing_only()) or id = any ((select app.trips_to_finish())::uuid[])'
        when t.relname in ('profiles', 'drivers') then
          'not (select app.is_finishing_only()) or id = (select auth.uid())'
        else 'not (select app.is_finishing_only())' end);
  end loop;
end $$;

create policy "suspended drivers read the pictures of the trip they finish" on storage.objects as restrictive
  for select to authenticated
  using (not (select app.is_finishing_only()) or bucket_id = 'bookings'
    and split_part(name, '/', 1) = any ((select app.trips_to_finish())::text[]));
