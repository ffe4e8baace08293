-- Claims and next jobs: drivers accept later bookings ahead of time (claim them), and get their next job shortly before a trip
-- ends.
-- Needs:  bookings, dispatch, accepting, the trip's app.set_driver_actor, app.trip_watch
-- Access: approved drivers; before they claim a booking they see its area and times, but no exact address
-- Tests:  tests/db/claims.sql, tests/db/next_job.sql, tests/db/races.test.ts

create function app.is_open_later(booking public.bookings) returns boolean language sql stable security definer set search_path = '' as $$
  select (booking).status = 'NEW' and (booking).book_later and s.later_claims
    and (booking).trip_at - make_interval(mins => s.lead_minutes) > app.now() and not app.has_open_offer((booking).id)
  from public.settings s where s.id = 1
$$;
comment on function app.is_open_later is 'Whether drivers may claim a booking: it is for later, the search for a driver has not begun, and the desk has no open offer for it.';

-- Returns the time that a booking occupies its driver: from when the driver must set out until the expected end of the ride.
create function app.job_window(booking public.bookings, lead_minutes integer) returns tstzrange language sql immutable set search_path = '' as $$
  select tstzrange(w.since, greatest(w.since, (booking).trip_at, (booking).started_at) + make_interval(secs => (booking).estimate_time))
  from (select case when (booking).book_later then (booking).trip_at - make_interval(mins => job_window.lead_minutes)
    else coalesce((booking).accepted_at, (booking).trip_at) end as since) w
$$;

-- Returns whether a driver has declined or returned the booking. Dispatch does not offer it to such a driver again.
create function app.has_left_job(booking_id uuid, driver_id uuid) returns boolean language sql stable security definer set search_path = '' as $$
  select exists (select 1 from public.booking_offers o where o.booking_id = has_left_job.booking_id and o.driver_id = has_left_job.driver_id
    and o.status in ('declined', 'accepted'))
$$;

create function public.open_later_bookings()
returns table (booking_id uuid, category text, car_type text, trip_at timestamptz, pickup_area_lat double precision, pickup_area_lng double precision,
  drop_area_lat double precision, drop_area_lng double precision, pickup_km numeric, trip_distance numeric, trip_time integer, driver_share numeric,
  trip_cost numeric, payment_mode text, requirements jsonb)
language plpgsql stable security definer set search_path = '' as $$
declare v_driver public.drivers := app.me_as_driver();
begin
  return query
  select b.id, b.category, b.car_type, b.trip_at, a.area_lat, a.area_lng, z.area_lat, z.area_lng,
    round((app.distance_m(a.area_lat, a.area_lng, p.lat, p.lng) / 1000)::numeric, 1), w.km, w.secs,
    (f.fare ->> 'driver_share')::numeric, (f.fare ->> 'trip_cost')::numeric, b.payment_mode, b.requirements
  from public.bookings b
  join public.booking_finances m on m.booking_id = b.id
  cross join app.area_of(b.pickup_lat, b.pickup_lng) a
  cross join app.area_of(b.drop_lat, b.drop_lng) z
  -- Rounds distance and time as for an offer, and computes the fare from them, because the exact values of the quote would
  -- reveal the addresses.
  cross join lateral (select round(b.estimate_distance, 1) as km, (ceil(b.estimate_time / 60.0) * 60)::integer as secs) w
  cross join lateral (select app.compute_fare(m.rule, m.quote_inputs || jsonb_build_object('distance_km', w.km, 'secs', w.secs)) as fare) f
  left join public.driver_positions p on p.driver_id = v_driver.id
  where b.status = 'NEW' and b.book_later and b.reminded_at is null and b.trip_at > app.now() and b.car_type_id = v_driver.car_type_id
    and app.is_open_later(b) and app.driver_carries(b.requirements, v_driver.id) and not app.has_left_job(b.id, v_driver.id)
    and not app.refuses_bonus(b, v_driver.id)
  order by b.trip_at, b.id limit 100;
end $$;
comment on function public.open_later_bookings is 'Later bookings that the caller may claim, the soonest 100: areas of 300 m instead of exact places, distance rounded to 100 m, and earnings as in an offer. Errors: must_login, account_suspended, require_approval, not_a_driver.';
grant execute on function public.open_later_bookings() to authenticated;

-- Assigns a later booking to the driver who claims it. Locks the booking; if another call has locked it, refuses with
-- try_again. Locks the driver's row as well: of two concurrent claims of one driver, the second waits, so that the first
-- already counts towards settings.later_claims_max.
create function public.claim_booking(booking_id uuid) returns public.bookings language plpgsql security definer set search_path = '' as $$
declare
  v_driver public.drivers := app.me_as_driver();
  v_booking public.bookings;
  v_settings public.settings;
begin
  select b.* into v_booking from public.bookings b where b.id = claim_booking.booking_id and b.book_later for no key update skip locked;
  if not found then
    if exists (select 1 from public.bookings b where b.id = claim_booking.booking_id and b.book_later) then
      perform app.refuse('try_again', 409, 'Another answer is being recorded; retry');
    end if;
    perform app.refuse('booking_not_found', 404, 'No such later booking');
  end if;
  if v_booking.driver_id = v_driver.id and v_booking.status <> 'CANCELLED' then return v_booking; end if;
  if v_booking.status <> 'NEW' then perform app.refuse('booking_taken', 409, 'This booking is no longer open'); end if;
  if not app.is_open_later(v_booking) or app.has_left_job(v_booking.id, v_driver.id) then
    perform app.refuse('booking_not_open', 409, 'It has an open offer, or this driver returned it before');
  end if;
  if v_driver.car_type_id is distinct from v_booking.car_type_id then
    perform app.refuse('driver_unsuitable', 422, 'The booking is for a different car type than the driver''s');
  end if;
  v_settings := app.settings();
  perform 1 from public.drivers d where d.id = v_driver.id for no key update;
  if (select count(*) from public.bookings b where b.driver_id = v_driver.id and b.book_later and b.status = 'ACCEPTED') >= v_settings.later_claims_max then
    perform app.refuse('too_many_claims', 409, format('At most %s later bookings at a time', v_settings.later_claims_max));
  end if;
  if exists (select 1 from public.bookings b where b.driver_id = v_driver.id and b.status in ('ACCEPTED', 'ARRIVED', 'STARTED')
      and app.job_window(b, v_settings.lead_minutes) && app.job_window(v_booking, v_settings.lead_minutes)) then
    perform app.refuse('claims_overlap', 409, 'The driver has another booking at that time');
  end if;
  perform app.check_driver(v_booking, v_driver.id);
  perform app.make_offers(v_booking, array[v_driver.id], 0, v_settings.assign_timeout);
  -- No position is stored with the claim, because the driver may be at home.
  perform app.set_actor('driver', v_driver.id, note => 'claimed');
  return app.take_booking(v_booking, v_driver);
end $$;
comment on function public.claim_booking is 'The caller claims a later booking ahead of time, on or off duty: at most settings.later_claims_max at a time, without overlaps. Idempotent. Errors: must_login, account_suspended, require_approval, not_a_driver, booking_not_found, try_again (retry after 200 ms), booking_taken, booking_not_open, driver_unsuitable, vehicle_unsuitable, too_many_claims, claims_overlap, document_expired, cannot_afford, driver_busy.';
grant execute on function public.claim_booking(uuid) to authenticated;

-- The next job ---------------------------------------------------------------------------------------------------------

create index bookings_waiting on public.bookings (driver_id) where status = 'ACCEPTED' and engaged_at is null;

create function app.takes_next(driver_id uuid) returns boolean language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select 1 from public.bookings b
    join app.trip_watch w on w.booking_id = b.id and w.driver_id = b.driver_id and w.ending_at is not null
    join public.settings s on s.id = 1 and s.next_job_km > 0
    where b.driver_id = takes_next.driver_id and b.engaged_at is not null and b.status = 'STARTED'
      -- A driver with another parcel on board gets no next job.
      and not exists (select 1 from public.bookings o where o.driver_id = b.driver_id and o.engaged_at is not null
        and o.status in ('ACCEPTED', 'ARRIVED', 'STARTED', 'REACHED') and o.id <> b.id)
      and not exists (select 1 from public.bookings n where n.driver_id = b.driver_id and n.status = 'ACCEPTED' and n.engaged_at is null
        and n.trip_at - make_interval(mins => s.lead_minutes) <= app.now()));
end $$;
comment on function app.takes_next is 'Whether a driver on a trip may already get the next job: near the drop, and no other job is waiting for the end of the trip.';

create function app.is_taken(driver_id uuid) returns boolean language plpgsql stable security definer set search_path = '' as $$
begin
  return app.is_busy(is_taken.driver_id) and not app.takes_next(is_taken.driver_id);
end $$;
comment on function app.is_taken is 'Whether a trip prevents the driver from getting offers: the driver is busy and may not get the next job yet.';

create function app.watch_end(booking public.bookings, lat double precision, lng double precision) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_km double precision := (app.settings()).next_job_km;
  v_near boolean;
begin
  if v_km = 0 or (booking).drop_lat is null then return; end if;
  v_near := app.distance_m((booking).drop_lat, (booking).drop_lng, watch_end.lat, watch_end.lng) <= 1000 * v_km and (booking).returning_at is null
    and not exists (select 1 from public.booking_stops s where s.booking_id = (booking).id and s.arrived_at is null);
  if v_near = exists (select 1 from app.trip_watch w where w.booking_id = (booking).id and w.driver_id = (booking).driver_id and w.ending_at is not null) then return; end if;
  insert into app.trip_watch as w (booking_id, driver_id, ending_at) values ((booking).id, (booking).driver_id, case when v_near then app.now() end)
  on conflict on constraint trip_watch_pkey do update set ending_at = excluded.ending_at;
  perform app.refresh_driver((booking).driver_id);
end $$;
comment on function app.watch_end is 'Records that a trip has come within settings.next_job_km of its drop, or is farther away again.';

create function app.engage_next(driver_id uuid) returns void language plpgsql volatile security definer set search_path = '' as $$
declare v_id uuid;
begin
  if app.is_busy(engage_next.driver_id) then
    perform app.promote_parcel(engage_next.driver_id);
    return;
  end if;
  update public.bookings b set engaged_at = app.now(), vehicle_number = d.vehicle_number, vehicle_make = d.vehicle_make, vehicle_model = d.vehicle_model,
    vehicle_color = d.vehicle_color
  from public.drivers d where d.id = b.driver_id and b.id = (
    select n.id from public.bookings n, public.settings s where n.driver_id = engage_next.driver_id and n.status = 'ACCEPTED' and n.engaged_at is null
      and s.id = 1 and n.trip_at - make_interval(mins => s.lead_minutes) <= app.now()
    order by n.trip_at limit 1 for no key update of n skip locked)
  returning b.id into v_id;
  if v_id is null then return; end if;
  perform app.refresh_driver(engage_next.driver_id);
  perform app.broadcast('driver:' || engage_next.driver_id, 'booking', v_id);
exception when unique_violation then
  null; -- the driver accepted another booking concurrently; the next run retries
end $$;
comment on function app.engage_next is 'Called when a driver''s trip has ended: makes the booking that waited for it the driver''s engaged booking. If the driver still carries parcels, makes the next parcel the engaged one.';

-- An accepted booking waits (engaged_at is null) while its driver is still on another trip. If it still waits ten minutes after
-- the promised arrival, returns it to dispatch, so that another driver can serve the rider, and notifies the driver.
create function app.return_late_jobs() returns void language plpgsql volatile security definer set search_path = '' as $$
declare
  v_id uuid;
  v_booking public.bookings;
begin
  for v_id in select b.id from public.bookings b where b.status = 'ACCEPTED' and b.engaged_at is null and b.promised_at < app.now() - interval '10 minutes' limit 50 loop
    begin
      select b.* into v_booking from public.bookings b where b.id = v_id and b.status = 'ACCEPTED' and b.engaged_at is null for no key update skip locked;
      continue when not found;
      perform app.return_booking(v_booking, 'next_job_late', by_desk => true);
      perform app.notify(v_booking.driver_id, 'job_passed_on', app.notice_params(v_booking), v_booking.id);
    exception when others then raise warning 'giving back % failed: %', v_id, sqlerrm;
    end;
  end loop;
end $$;
comment on function app.return_late_jobs is 'Returns to dispatch the waiting jobs whose driver is more than 10 minutes later than promised.';

-- The driver's lists -----------------------------------------------------------------------------------------------------

create function public.driver_jobs()
returns table (list text, booking_id uuid, reference text, status text, category text, source text, trip_at timestamptz, book_later boolean,
  accepted_at timestamptz, engaged_at timestamptz, promised_at timestamptz, pickup_address text, drop_address text, payment_mode text, driver_share numeric,
  trip_cost numeric, payable_amount numeric, requirements jsonb, ended_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
declare
  v_driver public.drivers := app.me_as_driver();
  v_midnight timestamptz := (select date_trunc('day', app.now() at time zone s.time_zone) at time zone s.time_zone from public.settings s where s.id = 1);
begin
  return query
  with jobs as (
    select b.*, coalesce(b.reached_at, b.cancelled_at) as over_at, case
      when b.status in ('ACCEPTED', 'ARRIVED', 'STARTED', 'REACHED') and b.engaged_at is not null then 'current'
      when b.status = 'ACCEPTED' and b.trip_at - make_interval(mins => s.lead_minutes) <= app.now() then 'next'
      when b.status = 'ACCEPTED' then 'later'
      when coalesce(b.reached_at, b.cancelled_at) >= v_midnight then 'today' end as list
    from public.bookings b, public.settings s where s.id = 1 and b.driver_id = v_driver.id
      and b.created_at > app.now() - make_interval(days => s.later_days + 1)
      and (b.status in ('ACCEPTED', 'ARRIVED', 'STARTED', 'REACHED') or coalesce(b.reached_at, b.cancelled_at) >= v_midnight))
  select j.list, j.id, j.reference, j.status::text, j.category, j.source, j.trip_at, j.book_later, j.accepted_at, j.engaged_at, j.promised_at, j.pickup_address,
    j.drop_address, j.payment_mode, f.driver_share, j.trip_cost, j.payable_amount, j.requirements, j.over_at
  from jobs j join public.booking_finances f on f.booking_id = j.id where j.list is not null
  order by array_position('{current,next,later,today}'::text[], j.list), j.over_at desc nulls last, j.trip_at, j.id limit 200;
end $$;
comment on function public.driver_jobs is 'Bookings of the calling driver. list is one of: current (engaged), next (waits for the end of a trip), later (accepted ahead of time, soonest first) or today (ended since midnight in settings.time_zone, newest first). Errors: must_login, account_suspended, require_approval, not_a_driver.';
grant execute on function public.driver_jobs() to authenticated;
