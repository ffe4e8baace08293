-- Claims and next jobs: drivers accept later bookings ahead of time (claim them), and get their next job shortly before
-- a trip ends.

create function app.is_open_later(booking public.bookings) returns boolean
language sql stable security definer set search_path = '' as $$
  select (booking).status = 'NEW' and (booking).book_later and s.later_claims
    and (booking).trip_at - make_interval(mins => s.lead_minutes) > app.now() and not app.has_open_offer((booking).id)
  from public.settings s where s.id = 1
$$;
comment on function app.is_open_later is
  'Whether drivers may claim a booking: it is for later, the search for a driver has not begun, and the desk has no '
  'open offer for it.';

-- Returns the time that a booking occupies its driver: from when the driver must set out until the expected end of the
-- ride.
create function app.job_window(booking public.bookings, lead_minutes integer) returns tstzrange
language sql immutable set search_path = '' as $$
  select tstzrange(w.since, greatest(w.since, (booking).trip_at, (booking).started_at)
    + make_interval(secs => (booking).estimate_time))
  from (select case when (booking).book_later then (booking).trip_at - make_interval(mins => job_window.lead_minutes)
    else coalesce((booking).accepted_at, (booking).trip_at) end as since) w
$$;

-- Returns whether a driver has declined or returned the booking. Dispatch does not offer it to such a driver again.
create function app.has_left_job(booking_id uuid, driver_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select 1 from public.booking_offers o where o.booking_id = has_left_job.booking_id
    and o.driver_id = has_left_job.driver_id
    and app.is_answered(o.status))
$$;

create function public.open_later_bookings()
returns table (booking_id uuid, category text, car_type text, trip_at timestamptz, pickup_area_lat double precision,
  pickup_area_lng double precision,
  drop_area_lat double precision, drop_area_lng double precision, pickup_km numeric, trip_distance numeric,
    trip_time integer, driver_share numeric,
  trip_cost numeric, payment_mode text, requirements jsonb)
language plpgsql stable security definer set search_path = '' as $$
declare
  v_driver public.drivers := app.me_as_driver();
  v_is_employee boolean := app.is_employee(v_driver.id);
begin
  return query
  select b.id, b.category, b.car_type, b.trip_at, a.area_lat, a.area_lng, z.area_lat, z.area_lng,
    round((app.distance_m(a.area_lat, a.area_lng, p.lat, p.lng) / 1000)::numeric, 1), w.km, w.secs,
    case when v_is_employee then 0 else (f.fare ->> 'driver_share')::numeric end,
    (f.fare ->> 'trip_cost')::numeric, b.payment_mode, b.requirements
  from public.bookings b
  join public.booking_finances m on m.booking_id = b.id
  cross join app.area_of(b.pickup_lat, b.pickup_lng) a
  cross join app.area_of(b.drop_lat, b.drop_lng) z
  -- Rounds distance and time as for an offer, and computes the fare from them, because the exact values of the quote
  -- would reveal the addresses.
  cross join lateral (select round(b.estimate_distance, 1) as km,
    (ceil(b.estimate_time / 60.0) * 60)::integer as secs) w
  cross join lateral (select app.compute_fare(m.rule, m.quote_inputs || jsonb_build_object('distance_km', w.km, 'secs',
    w.secs)) as fare) f
  left join public.driver_positions p on p.driver_id = v_driver.id
  where b.status = 'NEW' and b.book_later and b.reminded_at is null and b.trip_at > app.now()
    and b.car_type_id = v_driver.car_type_id
    and app.is_open_later(b) and app.driver_can_carry(b.requirements, v_driver.id)
      and not app.has_left_job(b.id, v_driver.id)
    and not app.is_bonus_refused(b, v_driver.id)
  order by b.trip_at, b.id limit 100;
end $$;
comment on function public.open_later_bookings is
  'Later bookings that the caller may claim, the soonest 100: areas of 300 m instead of exact places, distance '
  'rounded to 100 m, and earnings as in an offer. '
  'Errors: must_login, account_suspended, require_approval, not_a_driver.';
grant execute on function public.open_later_bookings() to authenticated;

create function public.driver_jobs()
returns table (list text, booking_id uuid, reference text, status text, category text, source text,
  trip_at timestamptz, book_later boolean,
  accepted_at timestamptz, engaged_at timestamptz, promised_at timestamptz, pickup_address text, drop_address text,
    payment_mode text, driver_share numeric,
  trip_cost numeric, payable_amount numeric, requirements jsonb, ended_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
declare
  v_driver public.drivers := app.me_as_driver();
  v_midnight timestamptz := (select date_trunc('day', app.now() at time zone s.time_zone) at time zone s.time_zone
    from public.settings s where s.id = 1);
begin
  return query
  with jobs as (
    select b.*, coalesce(b.reached_at, b.cancelled_at) as over_at, case
      when app.is_under_way(b.status) and b.engaged_at is not null then 'current'
      when b.status = 'ACCEPTED' and b.trip_at - make_interval(mins => s.lead_minutes) <= app.now() then 'next'
      when b.status = 'ACCEPTED' then 'later'
      when coalesce(b.reached_at, b.cancelled_at) >= v_midnight then 'today' end as list
    from public.bookings b, public.settings s where s.id = 1 and b.driver_id = v_driver.id
      and b.created_at > app.now() - make_interval(days => s.later_days + 1)
      and (app.is_under_way(b.status) or coalesce(b.reached_at, b.cancelled_at) >= v_midnight))
  select j.list, j.id, j.reference, j.status::text, j.category, j.source, j.trip_at, j.book_later, j.accepted_at,
    j.engaged_at, j.promised_at, j.pickup_address,
    j.drop_address, j.payment_mode, f.driver_share, j.trip_cost, j.payable_amount, j.requirements, j.over_at
  from jobs j join public.booking_finances f on f.booking_id = j.id where j.list is not null
  order by array_position('{current,next,later,today}'::text[], j.list), j.over_at desc nulls last, j.trip_at,
    j.id limit 200;
end $$;
comment on function public.driver_jobs is
  'Bookings of the calling driver. list is one of: current (engaged), next (waits for the end of a trip), later '
  '(accepted ahead of time, soonest first) or today (ended since midnight in settings.time_zone, newest first). '
  'Errors: must_login, account_suspended, require_approval, not_a_driver.';
grant execute on function public.driver_jobs() to authenticated;
