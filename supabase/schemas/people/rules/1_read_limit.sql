-- Read limit: how many bookings and people one staff member may read within a day (settings.export_limit).
-- Access: functions that list rows count them and refuse more than the limit; while a limit is set, staff reads from
--         the tables only rows that a list has returned to them
-- Tests:  tests/db/read_limit.sql

-- Days after which an admin counts without a confirmation, because every owner was told and had time to object.
create function app.probation_time() returns interval
language sql immutable set search_path = '' as $$ select interval '14 days' $$;

-- Admins who do not count as people of their own yet, with those who made each. Fleet admins read what their fleet
-- drives, not what the admin who added them may read.
create function app.accounts_on_probation() returns table (person_id uuid, changed_by uuid)
language sql stable security definer set search_path = '' as $$
  select c.person_id, u.id from app.staff_changes c, unnest(c.changed_by) u (id)
    where c.at > app.now() - app.probation_time() and c.confirmed_by is null and u.id <> c.person_id
$$;

create function app.rows_approved(user_id uuid) returns numeric
language sql stable security definer set search_path = '' as $$
  select coalesce(sum(a.amount), 0) from public.approvals a where a.kind = 'export' and a.status = 'approved'
    and a.user_id = rows_approved.user_id and a.decided_at > app.now() - interval '1 day'
$$;
comment on function app.rows_approved is
  'Number of additional rows that a second person approved for a staff member within the last day.';

-- The limit is one of people, not of accounts: admins whom an admin adds share the admin's count until they are
-- settled.
create function app.read_limit_owner() returns uuid language sql stable security definer set search_path = '' as $$
  with recursive up as (select auth.uid() as id, 1 as depth
    union all select a.changed_by, u.depth + 1 from up u join app.accounts_on_probation() a on a.person_id = u.id
      where u.depth < 50)
  select u.id from up u order by u.depth desc limit 1
$$;
comment on function app.read_limit_owner is
  'The settled account whose read limit the caller shares: the caller''s own, or that of the admin who added the '
  'caller, directly or through others.';

create function app.read_limit_group() returns setof uuid
language sql stable security definer set search_path = '' as $$
  with recursive down as (select app.read_limit_owner() as id
    union select a.person_id from down d join app.accounts_on_probation() a on a.changed_by = d.id)
  select d.id from down d
$$;

create function app.rows_counted() returns setof uuid language sql stable security definer set search_path = '' as $$
  select distinct r.row_id from app.shown_rows r where r.actor_id in (select app.read_limit_group()) and r.is_counted
    and r.at > app.now() - interval '1 day'
$$;
comment on function app.rows_counted is 'Ids of the rows that count towards the caller''s read limit.';

create function app.rows_left() returns bigint language sql volatile security definer set search_path = '' as $$
  select greatest(0, s.export_limit + app.rows_approved(auth.uid()) - (select count(*) from app.rows_counted()))::bigint
  from public.settings s where s.id = 1 and s.export_limit > 0
$$;
comment on function app.rows_left is
  'How many further bookings and people the caller may read within a day; null without a read limit.';

create function app.files_shown() returns setof text language sql stable security definer set search_path = '' as $$
  select f.path from app.shown_files f where f.actor_id = auth.uid() and f.at > app.now() - interval '1 minute'
    and (app.has_permission('people') or app.has_current_role('fleetadmin'))
$$;
comment on function app.files_shown is
  'Paths of the files that the caller has opened within a minute; used in policies of storage.';
grant execute on function app.files_shown() to authenticated;
