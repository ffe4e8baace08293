-- Dispatch: offers, the queue of bookings that wait for a driver, and the rules that decide which drivers may get an offer and
-- why others may not.
-- Needs:  bookings, positions, audit, notices, the ledger's app.affords
-- Access: drivers read their own open offers; admins read every offer. dispatch_log.sql says who reads the logs of searches.
-- Tests:  tests/db/dispatch.sql, tests/db/races.test.ts

create domain public.offer_status as text check (value in ('open', 'accepted', 'declined', 'lapsed', 'withdrawn'));

create table public.booking_offers (
  id uuid primary key default app.uuid_v7(),
  booking_id uuid not null references public.bookings (id),
  driver_id uuid not null references public.drivers (id),
  wave integer not null,
  distance_km numeric,
  status public.offer_status not null default 'open',
  created_at timestamptz not null default app.now(),
  expires_at timestamptz not null,
  answered_at timestamptz,
  reference text not null,
  category text not null,
  pickup_area_lat double precision not null,
  pickup_area_lng double precision not null,
  drop_area_lat double precision not null,
  drop_area_lng double precision not null,
  pickup_time integer,
  trip_distance numeric not null,
  trip_time integer not null,
  driver_share numeric not null,
  trip_cost numeric not null,
  payment_mode text not null,
  book_later boolean not null,
  trip_at timestamptz not null,
  requirements jsonb not null default '{}' check (app.is_requirements(requirements)),
  constraint booking_offers_places check (app.is_place(pickup_area_lat, pickup_area_lng) and app.is_place(drop_area_lat, drop_area_lng)),
  constraint booking_offers_amounts check (least(wave, pickup_time, distance_km, trip_distance, trip_time, driver_share, trip_cost) >= 0
    and greatest(distance_km, trip_distance, driver_share, trip_cost) < 1e12),
  constraint booking_offers_times check (expires_at > created_at and (status = 'open') = (answered_at is null))
);
call app.describe('public.booking_offers', $$
  A booking offered to a driver, with the data needed to decide: areas, distances and money. It contains no exact address, and the driver cannot read it after answering.
  distance_km: Kilometres from the driver to the middle of the pickup's area at the time of the offer; null if the driver's position was unknown.
  pickup_area_lat: Latitude of the middle of the area that contains the pickup, at most 300 m from it (app.area_of).
  pickup_area_lng: Longitude of the middle of the area that contains the pickup.
  drop_area_lat: Latitude of the middle of the area that contains the drop.
  drop_area_lng: Longitude of the middle of the area that contains the drop.
  pickup_time: Estimated seconds from the driver to the pickup's area, at 30 km/h; null if the driver's position was unknown.
  wave: Number of the search in which the offer was made: 1, 2, …; 0 if an admin assigned the driver.
  status: Whether the driver answered: open, accepted, declined, lapsed (expired) or withdrawn. An open offer past expires_at counts as lapsed.
  reference: The booking's reference of six letters.
  category: taxi or delivery, copied from the booking.
  trip_distance: Kilometres from pickup to drop as quoted, rounded to 100 m.
  trip_time: Seconds from pickup to drop as quoted, rounded up to a minute.
  driver_share: The driver's earnings, computed from trip_distance and trip_time: close to the quote, but without revealing its exact distance.
  trip_cost: The rider's price, computed from trip_distance and trip_time.
  payment_mode: cash, card or wallet; it tells whether the driver collects the fare.
  requirements: What the car must carry, copied from the booking.
  book_later: Whether the booking is for a later time (trip_at) instead of now.
$$);
create unique index booking_offers_one_open on public.booking_offers (booking_id, driver_id) where status = 'open';
create index booking_offers_booking_id on public.booking_offers (booking_id, created_at);
create index booking_offers_driver_id on public.booking_offers (driver_id, created_at desc, id);
create index booking_offers_open on public.booking_offers (expires_at) where status = 'open';

create table public.dispatch_waves (
  id bigint generated always as identity primary key,
  booking_id uuid not null references public.bookings (id),
  wave integer not null,
  mode text not null check (mode in ('waves', 'all', 'assigned', 'door')),
  radius_km numeric,
  candidates jsonb not null default '[]',
  exclusions jsonb not null default '[]',
  reasons jsonb not null default '{}',
  at timestamptz not null default app.now(),
  constraint dispatch_waves_amounts check (wave >= 0 and radius_km between 0 and 10000),
  constraint dispatch_waves_lists check (jsonb_typeof(candidates) = 'array' and jsonb_typeof(exclusions) = 'array' and jsonb_typeof(reasons) = 'object')
);
call app.describe('public.dispatch_waves', $$
  One row per search for a driver: which drivers got an offer, and which did not and why.
  candidates: Drivers who got an offer, nearest first: [{driver_id, distance_km}].
  exclusions: Drivers who got no offer, the 50 nearest: [{driver_id, distance_km, reason}]. reason: beyond_wave, declined, lapsed, cannot_afford, bonus_refused, document_expired, busy, off_duty, last_ride, not_approved, stale_position, other_car_type, vehicle_unsuitable.
  reasons: Number of drivers per reason, of all who got no offer: {reason: count}.
  radius_km: Radius in kilometres of the circle that contains all drivers asked; the full radius if there were fewer drivers than wanted.
  wave: Number of the search for this booking: 1, 2, …; 0 if an admin assigned the driver.
  mode: How drivers were chosen: waves or all (settings.dispatch_mode at that time), assigned (by the desk), or door (drivers who fetch a parcel at the same door are asked first).
$$);
create index dispatch_waves_booking_id on public.dispatch_waves (booking_id, id);
create index dispatch_waves_at on public.dispatch_waves (at);
create index dispatch_waves_passed on public.dispatch_waves using gin (jsonb_path_query_array(exclusions, '$[*].driver_id'));

create table app.dispatch_queue (
  booking_id uuid primary key references public.bookings (id),
  due_at timestamptz not null,
  first_at timestamptz,
  wave integer not null default 0,
  waves_before integer not null default 0,
  rest_until timestamptz,
  constraint dispatch_queue_waves check (waves_before between 0 and wave)
);
call app.describe('app.dispatch_queue', $$
  Bookings that wait for a driver, and when the search for each continues.
  waves_before: Number of waves that do not count in the current search: those of earlier searches, after which a driver accepted and returned the booking, and offers at the door of a parcel.
  rest_until: Until when the search pauses after wave_count waves; it continues earlier if a driver declines.
$$);
create index dispatch_queue_due_at on app.dispatch_queue (due_at);

alter table public.booking_offers enable row level security;
alter table public.dispatch_waves enable row level security;
alter table app.dispatch_queue enable row level security;
grant select on public.booking_offers, public.dispatch_waves to authenticated;
create policy "drivers read their own offers while they can answer" on public.booking_offers for select to authenticated
  using (driver_id = (select auth.uid()) and status = 'open' and expires_at > (select app.now()));
create policy "admins read every offer" on public.booking_offers for select to authenticated using ((select app.has_current_role('admin')));
create policy "admins read every wave" on public.dispatch_waves for select to authenticated using ((select app.has_current_role('admin')));

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

-- Making offers -----------------------------------------------------------------------------------------------------

create function app.has_open_offer(booking_id uuid) returns boolean language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select 1 from public.booking_offers o
    where o.booking_id = has_open_offer.booking_id and o.status = 'open' and o.expires_at > app.now());
end $$;

create function app.area_metres() returns integer
language sql immutable parallel safe set search_path = '' as $$ select 300 $$;
comment on function app.area_metres is 'Maximum distance in metres from a place to the middle of the area that is shown instead; pages draw this circle.';

-- Hides an exact place from drivers: returns the middle of its cell in a fixed grid, the same for each offer. Areas that are
-- shifted at random would reveal an address that is offered several times: it lies where all these areas overlap. A cell is a
-- square with a side of 420 m (1.4 times app.area_metres), so its corners are 300 m from its middle.
create function app.area_of(lat double precision, lng double precision, out area_lat double precision, out area_lng double precision)
language sql immutable parallel safe set search_path = '' as $$
  select m.lat, round(greatest(-180, least(180, (floor(area_of.lng / s.width) + 0.5) * s.width))::numeric, 6)::double precision
  from (select round(app.area_metres() * 1.4 / 111320, 6)::double precision as high) c
  cross join lateral (select round(((floor(area_of.lat / c.high) + 0.5) * c.high)::numeric, 6)::double precision as lat) m
  cross join lateral (select c.high / greatest(0.05, cos(radians(m.lat))) as width) s
$$;
comment on function app.area_of is 'The middle of the area that contains a place: the only position that a driver may know before accepting.';

-- Inserts an offer for each driver, with distance and time of the trip rounded and a fare computed from them. The quote's exact
-- fare would reveal the distance to a few metres, and with it the addresses.
create function app.make_offers(booking public.bookings, driver_ids uuid[], wave integer, seconds integer)
returns void language plpgsql volatile security definer set search_path = '' as $$
declare
  v_km numeric := round(booking.estimate_distance, 1);
  v_secs integer := ceil(booking.estimate_time / 60.0) * 60;
  v_fare jsonb;
begin
  select app.compute_fare(f.rule, f.quote_inputs || jsonb_build_object('distance_km', v_km, 'secs', v_secs)) into v_fare
  from public.booking_finances f where f.booking_id = booking.id;
  insert into public.booking_offers (booking_id, driver_id, wave, distance_km, expires_at, reference, category,
    pickup_area_lat, pickup_area_lng, drop_area_lat, drop_area_lng, pickup_time, trip_distance, trip_time, driver_share,
    trip_cost, payment_mode, book_later, trip_at, requirements)
  select booking.id, i.id, make_offers.wave, d.km, app.now() + make_interval(secs => make_offers.seconds),
    booking.reference, booking.category, a.area_lat, a.area_lng, z.area_lat, z.area_lng, case when d.km is not null then greatest(1, ceil(2 * d.km)) * 60 end,
    v_km, v_secs, (v_fare ->> 'driver_share')::numeric,
    (v_fare ->> 'trip_cost')::numeric, booking.payment_mode, booking.book_later, booking.trip_at, booking.requirements
  from unnest(make_offers.driver_ids) with ordinality i (id, place)
  cross join app.area_of(booking.pickup_lat, booking.pickup_lng) a
  cross join app.area_of(booking.drop_lat, booking.drop_lng) z
  -- The distance is measured to the area's middle, because exact distances from three places would reveal the address.
  left join public.driver_positions p on p.driver_id = i.id
  cross join lateral (select round((app.distance_m(a.area_lat, a.area_lng, p.lat, p.lng) / 1000)::numeric, 2) as km) d
  order by i.place;
end $$;

-- Returns why a driver whom the search found may not get this booking; null if nothing prevents it. Reads the original tables,
-- because the copies of their columns in driver_positions may be outdated.
create function app.exclusion_reason(booking public.bookings, driver_id uuid) returns text
language plpgsql stable security definer set search_path = '' as $$
declare v_reason text;
begin
  select case
    when not pr.approved or pr.usertype <> 'driver' then 'not_approved'
    when not d.driver_active_status then 'off_duty'
    when d.last_ride then 'last_ride'
    when d.car_type_id is distinct from (booking).car_type_id then 'other_car_type'
    when not app.driver_carries((booking).requirements, d.id) then 'vehicle_unsuitable'
    when app.is_taken(d.id) and not app.can_join(booking, d.id) then 'busy'
    when o.declined then 'declined'
    when o.lapsed then 'lapsed' end into v_reason
  from public.drivers d
  join public.profiles pr on pr.id = d.id
  -- `declined` is also true for a driver who accepted the booking and then returned it; such a driver is not asked again.
  cross join lateral (select coalesce(bool_or(o.status in ('declined', 'accepted')), false) as declined,
      coalesce(bool_or(o.status = 'lapsed' and o.expires_at > app.now() - interval '2 minutes'), false) as lapsed
    from public.booking_offers o where o.booking_id = (booking).id and o.driver_id = d.id) o
  where d.id = exclusion_reason.driver_id;
  return case
    when v_reason is not null then v_reason
    when app.has_expired_document(exclusion_reason.driver_id) then 'document_expired'
    when not app.affords(exclusion_reason.driver_id, (booking).id) then 'cannot_afford'
    when app.refuses_bonus(booking, exclusion_reason.driver_id) then 'bonus_refused' end;
end $$;

-- Checks the nearest drivers until enough of them may be asked, until all drivers within the radius are checked, or until 1000
-- are checked. First fetches twice the wanted number, plus one for each driver already asked for this booking. Doubles the
-- number while too few of the fetched drivers may be asked. Bitmap scans are off: the planner estimates that the search box
-- contains a thousandth of all rows, and would rather sort all drivers of a city than read the index from near to far.
create function app.judge_drivers(booking public.bookings, wanted integer)
returns table (driver_id uuid, distance_km numeric, reason text)
language plpgsql stable security definer set search_path = '' set enable_bitmapscan = off as $$
declare
  v_judged jsonb;
  v_asked jsonb := (booking).requirements;
  v_k integer := least(1000, 2 * wanted + (select count(*) from public.booking_offers o where o.booking_id = (booking).id));
begin
  loop
    select coalesce(jsonb_agg(jsonb_build_object('driver_id', n.driver_id, 'distance_km', round((n.distance_m / 1000)::numeric, 2),
      'reason', app.exclusion_reason(booking, n.driver_id)) order by n.distance_m), '[]') into v_judged
    from app.nearest_drivers((booking).car_type_id, (booking).pickup_lat, (booking).pickup_lng, app.radius_m(), v_k,
      coalesce((v_asked ->> 'seats')::integer, 0), coalesce((v_asked ->> 'luggage')::integer, 0), coalesce((v_asked ->> 'child_seats')::integer, 0),
      coalesce((v_asked ->> 'wheelchair')::boolean, false)) n;
    exit when jsonb_array_length(v_judged) < v_k or v_k >= 1000
      or jsonb_array_length(jsonb_path_query_array(v_judged, '$[*] ? (@.reason == null)')) >= wanted;
    v_k := least(1000, 2 * v_k);
  end loop;
  return query select j.driver_id, j.distance_km, j.reason
  from jsonb_to_recordset(v_judged) as j (driver_id uuid, distance_km numeric, reason text);
end $$;
comment on function app.judge_drivers is 'The nearest free drivers within the radius, nearest first; reason is null for those who may be asked.';

-- Reads the indexes on positions, nearest first. Bitmap scans, hash joins and merge joins are off, because the planner would
-- otherwise read every driver of the city.
create function app.positions_near(booking public.bookings, radius_m double precision, own_type integer, other_types integer)
returns setof public.driver_positions
language plpgsql stable rows 100 security definer set search_path = '' set enable_bitmapscan = off
  set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  return query
  select n.* from public.car_types c
  cross join lateral (
    select p.* from public.driver_positions p
    where p.car_type = c.id and p.pt is not null
      and p.pt operator(pg_catalog.<@) app.box_around(app.search_point(c.id, (booking).pickup_lat, (booking).pickup_lng), (booking).pickup_lat, radius_m)
    order by p.pt operator(pg_catalog.<->) app.search_point(c.id, (booking).pickup_lat, (booking).pickup_lng)
    limit case when c.id = (booking).car_type_id then own_type else other_types end) n
  union all
  select a.* from (
    select p.* from public.driver_positions p
    where p.away_pt is not null
      and p.away_pt operator(pg_catalog.<@) app.box_around(app.anchor((booking).pickup_lat, (booking).pickup_lng), (booking).pickup_lat, radius_m, 500)
    order by p.away_pt operator(pg_catalog.<->) app.anchor((booking).pickup_lat, (booking).pickup_lng) limit 50) a;
end $$;
comment on function app.positions_near is 'Positions around a pickup: at most own_type of the booking''s car type, at most other_types of each other type, and 50 of drivers who may not get offers now.';

-- Returns near drivers who may not get this booking, each with the reason, for the log of a search. The caller leaves out those
-- whom judge_drivers has checked as well. At most 50 drivers of the booking's car type, 10 of each other type and 50 who may
-- not get offers now are checked. Hash joins and merge joins are off, because the planner expects more rows and would load
-- every driver of the city into a hash table. `offset 0` prevents a reason from being computed twice.
create function app.unjudged_drivers(booking public.bookings)
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
      when app.is_taken(d.id) then 'busy'
      when not app.driver_carries((booking).requirements, d.id) then 'vehicle_unsuitable'
      when s.updated_at <= v_now - interval '60 seconds' then 'stale_position' end as reason
    from app.positions_near(booking, v_radius_m, 50, 10) s
    join public.drivers d on d.id = s.driver_id
    join public.profiles pr on pr.id = s.driver_id
    cross join lateral (select app.distance_m((booking).pickup_lat, (booking).pickup_lng, s.lat, s.lng) as m) m
    -- Leaves out a driver off duty whose last position is more than an hour old. A driver on duty is listed however old the
    -- position is.
    where m.m <= v_radius_m and (d.driver_active_status or s.updated_at > v_now - interval '1 hour')
    offset 0) j
  where j.reason is not null;
end $$;
