-- The trip until it starts: arriving at the pickup, and starting the trip.
-- Access: the booking's driver confirms these steps
-- Tests:  tests/db/trip.sql

-- Adds a point to the trail when a step is confirmed: the driver's last reported position, unless it is more than a
-- minute old. The point gets the time of the step. If the phone reported the step later (reported_at), the last
-- position before reported_at is added. When a driver accepts, the car may be moving, so the point keeps the time of
-- the report: with a later time the next report could look like an impossible jump.
create function app.add_trail_point(booking public.bookings, status text,
  reported_at timestamptz default null) returns void
language sql volatile security definer set search_path = '' as $$
  insert into public.tracking_points (booking_id, driver_id, status, lat, lng, heading, accuracy, at, received_at)
  select booking.id, booking.driver_id, add_trail_point.status, p.lat, p.lng, p.heading, p.accuracy,
    add_trail_point.reported_at,
    case when not app.is_fresh_position(add_trail_point.reported_at) then app.now() end
  from app.place_at(booking, add_trail_point.reported_at) p where add_trail_point.reported_at is not null;
  insert into public.tracking_points (booking_id, driver_id, status, lat, lng, heading, accuracy, at)
  select booking.id, p.driver_id, add_trail_point.status, p.lat, p.lng, p.heading, p.accuracy,
    case add_trail_point.status when 'ACCEPTED' then p.updated_at else app.now() end
  from public.driver_positions p where add_trail_point.reported_at is null and p.driver_id = booking.driver_id
    and p.updated_at > app.now() - interval '60 seconds'
$$;

-- Confirms that the driver is at the pickup. An arrival reported far from the pickup is flagged, not refused, because
-- positions are wrong in garages and tunnels. The rider is then told nothing, and everybody but the driver sees the car
-- as on its way, until a position within 500 m of the pickup arrives in time (app.watch_arrival). Waiting counts from
-- that position (app.at_pickup_since), and a no-show can be reported only from within 500 m of the pickup. A step that
-- a phone reports later is not flagged if its positions of that time were at the pickup, but these positions are only
-- its claim, so the rider is told, and the wait begins, with the next position in time.
create function public.arrive_at_pickup(booking_id uuid, accepted_at timestamptz default null,
  client_key uuid default null,
  at timestamptz default null) returns public.bookings
language plpgsql security definer set search_path = '' as $$
declare
  v_booking public.bookings := app.lock_driver_booking(arrive_at_pickup.booking_id);
  v_time record;
  v_is_there boolean;
begin
  if (app.find_repeated_step(v_booking, 'arrived', arrive_at_pickup.client_key)).is_repeat then
    return v_booking;
  end if;
  perform app.check_acceptance(v_booking, arrive_at_pickup.accepted_at);
  if v_booking.status = 'ARRIVED' then return v_booking; end if;
  if v_booking.status <> 'ACCEPTED' then perform app.refuse_status(v_booking); end if;
  if v_booking.engaged_at is null and app.is_busy(v_booking.driver_id) then
    perform app.refuse('driver_busy', 409, 'Finish the trip you are on first');
  end if;
  v_time := app.limit_reported_time(v_booking, arrive_at_pickup.at);
  v_is_there := app.is_at(v_booking.driver_id, v_booking.pickup_lat, v_booking.pickup_lng);
  if not v_is_there and not app.was_at(v_booking, v_time.reported_at, v_booking.pickup_lat, v_booking.pickup_lng,
    interval '30 seconds') then
    update public.booking_finances f set flags = f.flags || '{arrived_far}' where f.booking_id = v_booking.id;
  end if;
  perform app.flag_reported_time(v_booking.id, v_time.counts_at);
  perform app.set_driver_actor_at(v_booking, v_time.reported_at);
  v_booking := app.move_booking(v_booking.id, 'ARRIVED', jsonb_build_object('arrived_at', v_time.counts_at,
    'arrival_confirmed_at', case when v_is_there then v_time.counts_at end, 'engaged_at',
      coalesce(v_booking.engaged_at, app.now())));
  perform app.record_step(v_booking, 'arrived', arrive_at_pickup.client_key);
  return v_booking;
end $$;
comment on function public.arrive_at_pickup is
  'The driver is at the pickup. Without a position within 500 m of it that is less than 30 s old, the rider hears '
  'nothing and no waiting counts until there is one (bookings.arrival_confirmed_at). Idempotent. A step that the '
  'phone sends later has three more arguments. accepted_at: when the driver accepted the booking; a step of an '
  'earlier acceptance is refused. client_key: made when the driver pressed the button; a retry with the same key does '
  'nothing. at: when the step happened; stored in the history, counts at most settings.late_report_minutes back, and '
  'is flagged. '
  'Errors: not_a_driver, require_approval, booking_not_found, job_changed, wrong_status, driver_busy, '
  'reported_time_invalid.';
grant execute on function public.arrive_at_pickup(uuid, timestamptz, uuid, timestamptz) to authenticated;

create function public.start_trip(booking_id uuid, otp text default null, accepted_at timestamptz default null,
  client_key uuid default null,
  at timestamptz default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_booking public.bookings := app.lock_driver_booking(start_trip.booking_id);
  v_before record;
  v_time record;
  v_refusal jsonb;
begin
  v_before := app.find_repeated_step(v_booking, 'started', start_trip.client_key);
  if v_before.is_repeat then return coalesce(v_before.refusal, to_jsonb(v_booking)); end if;
  perform app.check_acceptance(v_booking, start_trip.accepted_at);
  if v_booking.status = 'STARTED' then return to_jsonb(v_booking); end if;
  if v_booking.status <> 'ARRIVED' then perform app.refuse_status(v_booking); end if;
  v_time := app.limit_reported_time(v_booking, start_trip.at);
  if v_booking.category = 'taxi' then
    v_refusal := app.check_code(v_booking.id, start_trip.otp);
    if v_refusal ->> 'message' = 'start_code_wrong' then
      perform app.record_step(v_booking, 'started', start_trip.client_key, v_refusal);
    end if;
    if v_refusal is not null then return v_refusal; end if;
  end if;
  perform app.record_start_without_code(v_booking);
  perform app.flag_reported_time(v_booking.id, v_time.counts_at);
  perform app.set_driver_actor_at(v_booking, v_time.reported_at, app.override_note(v_booking));
  v_booking := app.move_booking(v_booking.id, 'STARTED', jsonb_build_object('started_at', v_time.counts_at));
  perform app.add_trail_point(v_booking, 'STARTED', v_time.reported_at);
  perform app.record_step(v_booking, 'started', start_trip.client_key);
  return to_jsonb(v_booking);
end $$;
comment on function public.start_trip is
  'The driver starts the trip; a taxi ride requires the rider''s code. Idempotent. A retry of a wrong code with the '
  'same client_key is refused again and counts once. accepted_at, client_key and at as in arrive_at_pickup. Returns '
  'the booking (@returns bookings). '
  'Errors: not_a_driver, require_approval, booking_not_found, job_changed, wrong_status, reported_time_invalid, '
  'start_code_wrong, start_code_required, start_code_locked.';
grant execute on function public.start_trip(uuid, text, timestamptz, uuid, timestamptz) to authenticated;
