-- SOS: a rider on a trip, or a driver at any time, calls the desk for help.
-- Access: riders raise an alarm during and shortly after a trip, drivers at any time, also in a demo and when
--         suspended; admins with the permission bookings close it
-- Tests:  tests/db/alarms.sql

-- Returns whether rider and driver may be together now: from the acceptance until the fare is paid, and in any case for
-- 30 minutes after the trip's end or the cancellation. A rider can raise an alarm during this time.
create function app.is_near_trip(booking public.bookings) returns boolean language sql stable set search_path = '' as $$
  select (booking).driver_id is not null and (app.is_at_work((booking).status)
    or coalesce((booking).cancelled_at, (booking).reached_at) > app.now() - interval '30 minutes')
$$;
comment on function app.is_near_trip is
  'Whether rider and driver may be together now: from the acceptance until the fare is paid, and at least until 30 '
  'minutes after the end.';

-- Returns the booking that an alarm is about. If a driver gives no booking_id, it is the driver's current trip. Returns
-- null for a driver without a current trip, and for a driver who gives a booking that ended long ago.
create function app.alarm_booking(me public.profiles, booking_id uuid) returns public.bookings
language plpgsql stable security definer set search_path = '' as $$
declare v_booking public.bookings;
begin
  if alarm_booking.booking_id is null and (me).usertype = 'driver' then
    select b.* into v_booking from public.bookings b where b.driver_id = (me).id and b.engaged_at is not null
      and app.is_under_way(b.status) order by b.is_along, b.id limit 1;
    return v_booking;
  end if;
  select b.* into v_booking from public.bookings b
  where b.id = alarm_booking.booking_id and (me).id in (b.customer_id, b.driver_id);
  if not found then perform app.refuse('booking_not_found', 404, 'No such booking of the caller'); end if;
  if not app.is_near_trip(v_booking) then
    if (me).usertype <> 'driver' then perform app.refuse_status(v_booking); end if;
    -- Drivers may raise an alarm without a booking, so a booking that ended long ago is ignored instead of refused.
    v_booking := null;
  end if;
  return v_booking;
end $$;

create function app.alarm_state(person_id uuid) returns public.raised_alarm
language sql stable security definer set search_path = '' as $$
  select row(a.id, a.since, a.lat is not null or exists (select 1 from public.driver_positions p
      where p.driver_id = coalesce(b.driver_id, a.person_id) and app.is_position_current(p.updated_at)),
    (select w.number is not null from app.person_to_call(b, a.reason, a.person_id) w))::public.raised_alarm
  from app.alarms a left join public.bookings b on b.id = a.booking_id where a.person_id = alarm_state.person_id
    and a.reason = 'sos'
$$;

create function public.my_alarm() returns setof public.raised_alarm
language plpgsql stable security definer set search_path = '' as $$
declare v_me public.profiles := app.caller();
begin
  return query select t.* from app.alarm_state(v_me.id) t where t.id is not null;
end $$;
comment on function public.my_alarm is
  'The caller''s open alarm: {id, since, has_place, has_number}; no row if there is none. '
  'Errors: must_login, user_issue_contact_admin.';
grant execute on function public.my_alarm() to authenticated;
