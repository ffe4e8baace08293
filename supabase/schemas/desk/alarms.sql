-- SOS: a rider on a trip, or a driver at any time, calls the desk for help.
-- Needs:  attention (app.alarms), bookings, positions, rate limits, staff roles, audit
-- Access: riders raise an alarm during and shortly after a trip, drivers at any time, also in a demo and when suspended; admins
--   with the permission bookings close it
-- Tests:  tests/db/alarms.sql

-- Returns whether rider and driver may be together now: from the acceptance until the fare is paid, and in any case for 30
-- minutes after the trip's end or the cancellation. A rider can raise an alarm during this time.
create function app.is_near_trip(booking public.bookings) returns boolean language sql stable set search_path = '' as $$
  select (booking).driver_id is not null and ((booking).status in ('ACCEPTED', 'ARRIVED', 'STARTED', 'REACHED', 'PENDING')
    or coalesce((booking).cancelled_at, (booking).reached_at) > app.now() - interval '30 minutes')
$$;
comment on function app.is_near_trip is 'Whether rider and driver may be together now: from the acceptance until the fare is paid, and at least until 30 minutes after the end.';

-- Returns the booking that an alarm is about. If a driver gives no booking_id, it is the driver's current trip. Returns null
-- for a driver without a current trip, and for a driver who gives a booking that ended long ago.
create function app.alarm_booking(me public.profiles, booking_id uuid) returns public.bookings
language plpgsql stable security definer set search_path = '' as $$
declare v_booking public.bookings;
begin
  if alarm_booking.booking_id is null and (me).usertype = 'driver' then
    select b.* into v_booking from public.bookings b where b.driver_id = (me).id and b.engaged_at is not null
      and b.status in ('ACCEPTED', 'ARRIVED', 'STARTED', 'REACHED') order by b.is_along, b.id limit 1;
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

create type public.raised_alarm as (id uuid, since timestamptz, has_place boolean, has_number boolean);
comment on type public.raised_alarm is 'The state of the caller''s alarm: since when the desk has it, whether it knows where the person is now, and whether it has a number to call back.';

create function app.alarm_state(person_id uuid) returns public.raised_alarm language sql stable security definer set search_path = '' as $$
  select row(a.id, a.since, a.lat is not null or exists (select 1 from public.driver_positions p
      where p.driver_id = coalesce(b.driver_id, a.person_id) and app.is_current(p.updated_at)),
    (select w.number is not null from app.person_to_call(b, a.reason, a.person_id) w))::public.raised_alarm
  from app.alarms a left join public.bookings b on b.id = a.booking_id where a.person_id = alarm_state.person_id and a.reason = 'sos'
$$;

create function public.raise_alarm(booking_id uuid default null, lat double precision default null, lng double precision default null)
returns public.raised_alarm
language plpgsql security definer set search_path = '' as $$
declare
  v_me public.profiles := app.caller();
  v_booking public.bookings;
  -- An invalid position is left out instead of refused, because the alarm must be raised in any case.
  v_is_place boolean := coalesce(app.is_place(raise_alarm.lat, raise_alarm.lng), false);
begin
  if v_me.usertype not in ('rider', 'driver') then perform app.refuse('not_allowed', 403, 'Only riders and drivers can raise an alarm'); end if;
  v_booking := app.alarm_booking(v_me, raise_alarm.booking_id);
  perform app.take_limit('alarm', v_me.id::text);
  insert into app.alarms as a (booking_id, reason, person_id, lat, lng)
  values (v_booking.id, 'sos', v_me.id, case when v_is_place then raise_alarm.lat end, case when v_is_place then raise_alarm.lng end)
  on conflict on constraint alarms_person do update set booking_id = coalesce(excluded.booking_id, a.booking_id),
    lat = coalesce(excluded.lat, a.lat), lng = coalesce(excluded.lng, a.lng), updated_at = app.now();
  return app.alarm_state(v_me.id);
end $$;
comment on function public.raise_alarm is 'A rider (from acceptance until 30 minutes after the end) or a driver (at any time) calls the desk for help: attention_list shows the alarm at once. A repeated call updates the same alarm. An invalid or missing position is ignored, and the position of the car is shown. Returns {id, since, has_place, has_number}. Errors: must_login, user_issue_contact_admin, not_allowed, booking_not_found, wrong_status, too_many_requests.';
grant execute on function public.raise_alarm(uuid, double precision, double precision) to authenticated;

create function public.my_alarm() returns setof public.raised_alarm language plpgsql stable security definer set search_path = '' as $$
declare v_me public.profiles := app.caller();
begin
  return query select t.* from app.alarm_state(v_me.id) t where t.id is not null;
end $$;
comment on function public.my_alarm is 'The caller''s open alarm: {id, since, has_place, has_number}; no row if there is none. Errors: must_login, user_issue_contact_admin.';
grant execute on function public.my_alarm() to authenticated;

create function public.close_alarm(id uuid, note text) returns void language plpgsql security definer set search_path = '' as $$
declare
  v_note text := nullif(btrim(app.plain_lines(left(close_alarm.note, 1001))), '');
  v_alarm app.alarms;
begin
  perform app.require_permission('bookings');
  if v_note is null or app.is_blank(v_note) then
    perform app.refuse('reason_required', 422, 'Say what was done about the alarm');
  elsif length(v_note) > 1000 then
    perform app.refuse('message_invalid', 422, 'Write 1 to 1000 characters');
  end if;
  delete from app.alarms a where a.id = close_alarm.id returning a.* into v_alarm;
  if not found then perform app.refuse('alarm_not_found', 404, 'No such alarm, or already closed'); end if;
  perform app.audit('close_alarm', case when v_alarm.booking_id is null then 'profiles' else 'bookings' end,
    coalesce(v_alarm.booking_id, v_alarm.person_id)::text,
    jsonb_build_object('reason', v_alarm.reason, 'person_id', v_alarm.person_id, 'since', v_alarm.since), jsonb_build_object('note', v_note));
end $$;
comment on function public.close_alarm is 'An admin records what was done about an alarm (up to 1000 characters) and closes it. Also allowed in a demo, whose visitors may raise alarms. Audited. Errors: must_login, not_allowed, reason_required, message_invalid, alarm_not_found.';
grant execute on function public.close_alarm(uuid, text) to authenticated;
