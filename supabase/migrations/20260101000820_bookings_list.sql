-- Lists of bookings for staff, and who is busy.
-- Needs:  bookings
-- Access: admins all, fleet admins their fleet's; queue: the driver, the fleet, admins
-- Tests:  tests/db/people.sql, tests/db/demo_mode.sql, tests/db/read_limit.sql

-- Planned anew for each call: what was not asked for is no condition then, and each list has the index that fits.
create function public.list_bookings(booking_id uuid default null, status text default null, customer_id uuid default null, driver_id uuid default null,
  reference text default null, before_at timestamptz default null, before_id uuid default null, page_size integer default 50,
  from_at timestamptz default null, to_at timestamptz default null, statuses text[] default null)
returns setof public.bookings
language plpgsql volatile security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
declare
  v_me public.profiles := app.require_staff('desk');
  v_fleet uuid := case when v_me.usertype = 'fleetadmin' then v_me.id end;
  v_reference text := nullif(upper(btrim(reference)), '');
begin
  return query
    with l as materialized (select b.* from public.bookings b
    where (v_fleet is null or b.fleet_id = v_fleet)
      and (list_bookings.booking_id is null or b.id = list_bookings.booking_id)
      and (list_bookings.status is null or b.status = list_bookings.status)
      and (list_bookings.statuses is null or b.status = any (list_bookings.statuses))
      and (list_bookings.customer_id is null or b.customer_id = list_bookings.customer_id)
      and (list_bookings.driver_id is null or b.driver_id = list_bookings.driver_id)
      and (v_reference is null or length(v_reference) < 6 or b.reference = v_reference)
      and (v_reference is null or length(v_reference) >= 6 or b.reference between v_reference and v_reference || 'ZZZZZZ')
      and (list_bookings.from_at is null or b.created_at >= list_bookings.from_at)
      and (list_bookings.to_at is null or b.created_at < list_bookings.to_at)
      -- The first bound is for the index, which an "or" alone would not enter in the middle.
      and (list_bookings.before_at is null or (b.created_at <= list_bookings.before_at
        and (b.created_at < list_bookings.before_at or b.id > list_bookings.before_id)))
    order by b.created_at desc, b.id
    limit least(greatest(coalesce(list_bookings.page_size, 50), 1), 1000)),
    s as materialized (select app.show_rows('addresses', list_bookings.booking_id, array_agg(l.id)) from l)
    select l.* from l cross join s order by l.created_at desc, l.id;
end $$;
comment on function public.list_bookings is
  'Bookings for staff, newest first, by status or several statuses, people, what the reference begins with and when they were made (from_at to before to_at); the last row''s created_at and id as before_at and before_id give the next page. The access log notes who read how many. Errors: must_login, not_allowed, needs_approval (above settings.export_limit).';
revoke execute on function public.list_bookings(uuid, text, uuid, uuid, text, timestamptz, uuid, integer, timestamptz, timestamptz, text[]) from public, anon;
grant execute on function public.list_bookings(uuid, text, uuid, uuid, text, timestamptz, uuid, integer, timestamptz, timestamptz, text[]) to authenticated;

-- A computed column: from('drivers').select('*, queue').
create function public.queue(driver public.drivers) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select app.is_busy(d.id) from public.drivers d where d.id = (driver).id
    and (auth.uid() in (d.id, d.fleet_id) or (auth.jwt() ->> 'user_role') = 'admin' or not app.is_person()));
end $$;
comment on function public.queue is 'Whether a booking engages the driver now (a column of drivers); null for drivers the caller does not see.';
revoke execute on function public.queue(public.drivers) from public, anon;
grant execute on function public.queue(public.drivers) to authenticated;
