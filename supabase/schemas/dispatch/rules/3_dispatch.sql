-- Dispatch: offers, the queue of bookings that wait for a driver, and the rules that decide which drivers may get an
--           offer and why others may not.
-- Access: drivers read their own open offers; admins read every offer. dispatch/rules/4_dispatch_log.sql says who reads
--         the logs of searches.
-- Tests:  tests/db/dispatch.sql, tests/db/races.test.ts

-- This view and every function that uses an offer compare expires_at with the clock, so no job has to expire offers.
create view public.requested_drivers with (security_invoker = true) as
  select o.booking_id, o.driver_id, o.wave, o.distance_km, o.created_at, o.expires_at
  from public.booking_offers o
  where o.status = 'open' and o.expires_at > app.now();
call app.describe('public.requested_drivers', $$
  Drivers who have an open offer now.
  wave: Number of the search in which the offer was made; 0 if an admin assigned the driver.
  distance_km: Kilometres from the driver to the pickup's area at the time of the offer.
$$);
grant select on public.requested_drivers to authenticated, service_role;

-- Making offers -------------------------------------------------------------------------------------------------------

create function app.has_open_offer(booking_id uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select 1 from public.booking_offers o
    where o.booking_id = has_open_offer.booking_id and o.status = 'open' and o.expires_at > app.now());
end $$;

create function app.area_metres() returns integer
language sql immutable parallel safe as $$ select 300 $$;
comment on function app.area_metres is
  'Maximum distance in metres from a place to the middle of the area that is shown instead; pages draw this circle. '
  '@shared';

-- Hides an exact place from drivers: returns the middle of its cell in a fixed grid, the same for each offer. Areas
-- that are shifted at random would reveal an address that is offered several times: it lies where all these areas
-- overlap. A cell is a square with a side of 420 m (1.4 times app.area_metres), so its corners are 300 m from its
-- middle.
create function app.area_of(lat double precision, lng double precision, out area_lat double precision,
  out area_lng double precision)
language sql immutable parallel safe set search_path = '' as $$
  select m.lat, round(greatest(-180, least(180, (floor(area_of.lng / s.width) + 0.5) * s.width))::numeric,
    6)::double precision
  from (select round(app.area_metres() * 1.4 / 111320, 6)::double precision as high) c
  cross join lateral (select round(((floor(area_of.lat / c.high) + 0.5) * c.high)::numeric,
    6)::double precision as lat) m
  cross join lateral (select c.high / greatest(0.05, cos(radians(m.lat))) as width) s
$$;
comment on function app.area_of is
  'The middle of the area that contains a place: the only position that a driver may know before accepting.';

-- The next job --------------------------------------------------------------------------------------------------------

create function app.can_take_next_job(driver_id uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select 1 from public.bookings b
    join app.trip_watch w on w.booking_id = b.id and w.driver_id = b.driver_id and w.ending_at is not null
    join public.settings s on s.id = 1 and s.next_job_km > 0
    where b.driver_id = can_take_next_job.driver_id and b.engaged_at is not null and b.status = 'STARTED'
      -- A driver with another parcel on board gets no next job.
      and not exists (select 1 from public.bookings o where o.driver_id = b.driver_id and o.engaged_at is not null
        and app.is_under_way(o.status) and o.id <> b.id)
      and not exists (select 1 from public.bookings n where n.driver_id = b.driver_id and n.status = 'ACCEPTED'
        and n.engaged_at is null
        and n.trip_at - make_interval(mins => s.lead_minutes) <= app.now()));
end $$;
comment on function app.can_take_next_job is
  'Whether a driver on a trip may already get the next job: near the drop, and no other job is waiting for the end of '
  'the trip.';

create function app.is_occupied(driver_id uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return app.is_busy(is_occupied.driver_id) and not app.can_take_next_job(is_occupied.driver_id);
end $$;
comment on function app.is_occupied is
  'Whether a trip prevents the driver from getting offers: the driver is busy and may not get the next job yet.';

-- Making offers -------------------------------------------------------------------------------------------------------

-- Returns why a driver whom the search found may not get this booking; null if nothing prevents it. Reads the original
-- tables, because the copies of their columns in driver_positions may be outdated.
create function app.exclusion_reason(booking public.bookings, driver_id uuid) returns text
language plpgsql stable security definer set search_path = '' as $$
declare v_reason text;
begin
  select case
    when not pr.approved or pr.usertype <> 'driver' then 'not_approved'
    when not d.driver_active_status then 'off_duty'
    when d.last_ride then 'last_ride'
    when d.car_type_id is distinct from (booking).car_type_id then 'other_car_type'
    when not app.driver_can_carry((booking).requirements, d.id) then 'vehicle_unsuitable'
    when app.is_occupied(d.id) and not app.can_join(booking, d.id) then 'busy'
    when o.declined then 'declined'
    when o.left_duty then 'left_duty'
    when o.lapsed then 'lapsed' end into v_reason
  from public.drivers d
  join public.profiles pr on pr.id = d.id
  -- `declined` is also true for a driver who accepted the booking and then returned it; such a driver is not asked
  -- again.
  cross join lateral (select coalesce(bool_or(app.is_answered(o.status)), false) as declined,
      coalesce(bool_or(o.status = 'lapsed' and o.expires_at > app.now() - interval '2 minutes'), false) as lapsed,
      -- Going off duty and on again must not be a better answer than none.
      coalesce(bool_or(o.status = 'left_duty' and o.answered_at > app.now() - interval '2 minutes'), false) as left_duty
    from public.booking_offers o where o.booking_id = (booking).id and o.driver_id = d.id) o
  where d.id = exclusion_reason.driver_id;
  return case
    when v_reason is not null then v_reason
    when app.has_expired_document(exclusion_reason.driver_id) then 'document_expired'
    when not app.can_afford(exclusion_reason.driver_id, (booking).id) then 'cannot_afford'
    when app.is_bonus_refused(booking, exclusion_reason.driver_id) then 'bonus_refused' end;
end $$;

-- Checks the nearest drivers until enough of them may be asked, until all drivers within the radius are checked, or
-- until 1000 are checked. First fetches twice the wanted number, plus one for each driver already asked for this
-- booking. Doubles the number while too few of the fetched drivers may be asked. Bitmap scans are off: the planner
-- estimates that the search box contains a thousandth of all rows, and would rather sort all drivers of a city than
-- read the index from near to far.
create function app.rank_candidates(booking public.bookings, wanted integer)
returns table (driver_id uuid, distance_km numeric, reason text)
language plpgsql stable security definer set search_path = '' set enable_bitmapscan = off as $$
declare
  v_judged jsonb;
  v_asked jsonb := (booking).requirements;
  v_k integer := least(1000, 2 * wanted + (select count(*) from public.booking_offers o
    where o.booking_id = (booking).id));
begin
  loop
    select coalesce(jsonb_agg(jsonb_build_object('driver_id', n.driver_id, 'distance_km',
      round((n.distance_m / 1000)::numeric, 2),
      'reason', app.exclusion_reason(booking, n.driver_id)) order by n.distance_m), '[]') into v_judged
    from app.nearest_drivers((booking).car_type_id, (booking).pickup_lat, (booking).pickup_lng, app.radius_m(), v_k,
      coalesce((v_asked ->> 'seats')::integer, 0), coalesce((v_asked ->> 'luggage')::integer, 0),
        coalesce((v_asked ->> 'child_seats')::integer, 0),
      coalesce((v_asked ->> 'wheelchair')::boolean, false)) n;
    exit when jsonb_array_length(v_judged) < v_k or v_k >= 1000
      or jsonb_array_length(jsonb_path_query_array(v_judged, '$[*] ? (@.reason == null)')) >= wanted;
    v_k := least(1000, 2 * v_k);
  end loop;
  return query select j.driver_id, j.distance_km, j.reason
  from jsonb_to_recordset(v_judged) as j (driver_id uuid, distance_km numeric, reason text);
end $$;
comment on function app.rank_candidates is
  'The nearest free drivers within the radius, nearest first; reason is null for those who may be asked.';

-- Reads the indexes on positions, nearest first. Bitmap scans, hash joins and merge joins are off, because the planner
-- would otherwise read every driver of the city.
create function app.positions_near(booking public.bookings, radius_m double precision, own_type integer,
  other_types integer)
returns setof public.driver_positions
language plpgsql stable rows 100 security definer set search_path = '' set enable_bitmapscan = off
  set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  return query
  select n.* from public.car_types c
  cross join lateral (
    select p.* from public.driver_positions p
    where p.car_type = c.id and p.pt is not null
      and p.pt operator(pg_catalog.<@) app.box_around(app.search_point(c.id, (booking).pickup_lat,
        (booking).pickup_lng), (booking).pickup_lat, radius_m)
    order by p.pt operator(pg_catalog.<->) app.search_point(c.id, (booking).pickup_lat, (booking).pickup_lng)
    limit case when c.id = (booking).car_type_id then own_type else other_types end) n
  union all
  select a.* from (
    select p.* from public.driver_positions p
    where p.away_pt is not null
      and p.away_pt operator(pg_catalog.<@) app.box_around(app.anchor((booking).pickup_lat, (booking).pickup_lng),
        (booking).pickup_lat, radius_m, 500)
    order by p.away_pt operator(pg_catalog.<->) app.anchor((booking).pickup_lat, (booking).pickup_lng) limit 50) a;
end $$;
comment on function app.positions_near is
  'Positions around a pickup: at most own_type of the booking''s car type, at most other_types of each other type, '
  'and 50 of drivers who may not get offers now.';

-- Returns near drivers who may not get this booking, each with the reason, for the log of a search. The caller leaves
-- out those whom rank_candidates has checked as well. At most 50 drivers of the booking's car type, 10 of each other
-- type and 50 who may not get offers now are checked. Hash joins and merge joins are off, because the planner expects
-- more rows and would load every driver of the city into a hash table. `offset 0` prevents a reason from being computed
-- twice.
create function app.excluded_drivers(booking public.bookings)
returns table (driver_id uuid, distance_km numeric, reason text)
language plpgsql stable security definer set search_path = '' set enable_bitmapscan = off
  set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  v_radius_m double precision := app.radius_m();
  v_now timestamptz := app.now();
begin
  return query
  select j.id, round((j.m / 1000)::numeric, 2), j.reason from (
    select d.id, m.m, case
      when d.car_type_id is distinct from (booking).car_type_id then 'other_car_type'
      when not pr.approved or pr.usertype <> 'driver' then 'not_approved'
      when not d.driver_active_status then 'off_duty'
      when d.last_ride then 'last_ride'
      when app.is_occupied(d.id) then 'busy'
      when not app.driver_can_carry((booking).requirements, d.id) then 'vehicle_unsuitable'
      when s.updated_at <= v_now - interval '60 seconds' then 'stale_position' end as reason
    from app.positions_near(booking, v_radius_m, 50, 10) s
    join public.drivers d on d.id = s.driver_id
    join public.profiles pr on pr.id = s.driver_id
    cross join lateral (select app.distance_m((booking).pickup_lat, (booking).pickup_lng, s.lat, s.lng) as m) m
    -- Leaves out a driver off duty whose last position is more than an hour old. A driver on duty is listed however old
    -- the position is.
    where m.m <= v_radius_m and (d.driver_active_status or s.updated_at > v_now - interval '1 hour')
    offset 0) j
  where j.reason is not null;
end $$;

-- A phone that lies in the boot counts as a free car: riders wait for it offer after offer. Since when is the third
-- lapse, so that further ones are no new matter; an answer, also a no, and the end of the duty end it.
create function app.deaf_drivers() returns table (person_id uuid, since timestamptz)
language sql stable security definer set search_path = '' as $$
  select p.driver_id, l.expires_at
  from app.duty_periods p
  cross join lateral (select coalesce(max(o.created_at), p.began_at) as at from public.booking_offers o
    where o.driver_id = p.driver_id and o.created_at > p.began_at and app.is_answered(o.status)) a
  cross join lateral (select o.expires_at from public.booking_offers o
    where o.driver_id = p.driver_id and o.created_at > a.at and o.status = 'lapsed'
    order by o.created_at, o.id offset 2 limit 1) l
  where p.ended_at is null
$$;
comment on function app.deaf_drivers is
  'Drivers on duty who let three offers in a row lapse, and since when.';
