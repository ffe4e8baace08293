-- Dispatch: who is asked, in which wave, until when, and why not.
-- Needs:  bookings, positions, audit, notices, the ledger's app.affords
-- Access: a driver reads the own open offers; the log answers admins, the rider and the driver who asks
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
comment on table public.booking_offers is 'A booking offered to a driver, with what the driver needs to decide: areas, ways and money. Who was only asked learns no place, and after the answer reads nothing.';
comment on column public.booking_offers.distance_km is 'From the driver to the middle of the pickup''s area when it was offered; null where no position was known.';
comment on column public.booking_offers.pickup_area_lat is 'Middle of the area that holds the pickup, which is within 300 m of it (app.area_of).';
comment on column public.booking_offers.pickup_area_lng is 'Middle of the area that holds the pickup.';
comment on column public.booking_offers.drop_area_lat is 'Middle of the area that holds the drop.';
comment on column public.booking_offers.drop_area_lng is 'Middle of the area that holds the drop.';
comment on column public.booking_offers.pickup_time is 'Seconds from the driver to the pickup''s area at 30 km/h; null where no position was known.';
comment on column public.booking_offers.wave is '1, 2, … as searched; 0 when an admin assigned.';
comment on column public.booking_offers.status is 'open, accepted, declined, lapsed or withdrawn; an open one past expires_at counts as lapsed.';
comment on column public.booking_offers.reference is 'The booking''s six letters.';
comment on column public.booking_offers.category is 'taxi or delivery.';
comment on column public.booking_offers.trip_distance is 'Kilometres from pickup to drop, as quoted, to 100 m.';
comment on column public.booking_offers.trip_time is 'Seconds from pickup to drop, as quoted, up to the next whole minute.';
comment on column public.booking_offers.driver_share is 'What the driver would earn for trip_distance and trip_time: close to the quote, without giving its exact length away.';
comment on column public.booking_offers.trip_cost is 'What the rider would pay for them.';
comment on column public.booking_offers.payment_mode is 'cash, card or wallet: what the driver has to collect.';
comment on column public.booking_offers.requirements is 'What the car has to carry, as the booking says it.';
comment on column public.booking_offers.book_later is 'Whether it is for trip_at instead of now.';
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
comment on table public.dispatch_waves is 'Every search for a driver: who was asked and who was not, with the reason.';
comment on column public.dispatch_waves.candidates is '[{driver_id, distance_km}], nearest first.';
comment on column public.dispatch_waves.exclusions is
  '[{driver_id, distance_km, reason}], the 50 nearest; reason: beyond_wave, declined, lapsed, cannot_afford, bonus_refused, document_expired, busy, off_duty, not_approved, stale_position, other_car_type, vehicle_unsuitable.';
comment on column public.dispatch_waves.reasons is '{reason: how many}, of all that were looked at.';
comment on column public.dispatch_waves.radius_km is 'The circle that held those asked; where fewer were found than wanted, the whole radius.';
comment on column public.dispatch_waves.wave is '1, 2, … of this booking; 0 when an admin assigned.';
comment on column public.dispatch_waves.mode is 'waves or all as settings said then, assigned by the desk, or door: who fetches a parcel at the same door was asked first.';
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
comment on table app.dispatch_queue is 'Bookings that wait for a driver, and when each is looked at next.';
comment on column app.dispatch_queue.waves_before is 'Waves of an earlier search for the same booking, whose driver gave it back.';
comment on column app.dispatch_queue.rest_until is 'After wave_count waves: until when nobody is asked, unless someone declines.';
create index dispatch_queue_due_at on app.dispatch_queue (due_at);

alter table public.booking_offers enable row level security;
alter table public.dispatch_waves enable row level security;
alter table app.dispatch_queue enable row level security;
grant select on public.booking_offers, public.dispatch_waves to authenticated;
create policy "drivers read their own offers while they can answer" on public.booking_offers for select to authenticated
  using (driver_id = (select auth.uid()) and status = 'open' and expires_at > (select app.now()));
create policy "admins read every offer" on public.booking_offers for select to authenticated
  using ((select ((select auth.jwt()) ->> 'user_role') = 'admin'));
create policy "admins read every wave" on public.dispatch_waves for select to authenticated
  using ((select ((select auth.jwt()) ->> 'user_role') = 'admin'));

-- Expiry is checked here and wherever an offer counts, so no job has to run for an offer to end.
create view public.requested_drivers with (security_invoker = true) as
  select o.booking_id, o.driver_id, o.wave, o.distance_km, o.created_at, o.expires_at
  from public.booking_offers o
  where o.status = 'open' and o.expires_at > app.now();
comment on view public.requested_drivers is 'The drivers being asked now.';
comment on column public.requested_drivers.wave is 'In which search; 0 when an admin assigned.';
comment on column public.requested_drivers.distance_km is 'From the driver to the pickup when it was offered.';
grant select on public.requested_drivers to authenticated, service_role;

-- Making offers -----------------------------------------------------------------------------------------------------

create function app.has_open_offer(booking_id uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select 1 from public.booking_offers o
    where o.booking_id = has_open_offer.booking_id and o.status = 'open' and o.expires_at > app.now());
end $$;

create function app.area_metres() returns integer
language sql immutable parallel safe set search_path = '' as $$ select 300 $$;
comment on function app.area_metres is 'How far a place is from the middle of its area at most, metres; pages draw that circle.';

-- The middle of the cell of a fixed grid, whose sides are 1.4 times as long as its corners are away (420 m for 300 m). Random
-- shifts would average out over the offers of one door, and circles around the door would meet in it; a cell says the same
-- each time.
create function app.area_of(lat double precision, lng double precision, out area_lat double precision, out area_lng double precision)
language sql immutable parallel safe set search_path = '' as $$
  select m.lat, round(greatest(-180, least(180, (floor(area_of.lng / s.width) + 0.5) * s.width))::numeric, 6)::double precision
  from (select round(app.area_metres() * 1.4 / 111320, 6)::double precision as high) c
  cross join lateral (select round(((floor(area_of.lat / c.high) + 0.5) * c.high)::numeric, 6)::double precision as lat) m
  cross join lateral (select c.high / greatest(0.05, cos(radians(m.lat))) as width) s
$$;
comment on function app.area_of is 'The middle of the area that holds a place: what a driver who is asked may know of it.';

-- The fare is that of the way as it is shown. The quote's own, to the cent, would give the length away to a few metres, and
-- with it the doors.
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
  -- Measured to the area: exact distances from three places would give the door away.
  left join public.driver_positions p on p.driver_id = i.id
  cross join lateral (select round((app.distance_m(a.area_lat, a.area_lng, p.lat, p.lng) / 1000)::numeric, 2) as km) d
  order by i.place;
end $$;

-- Why a driver who is near, free and heard of is not to be asked for this booking; null where nothing speaks against it.
-- Availability is kept beside the position; here it is asked again where it is true.
create function app.reason_against(booking public.bookings, driver_id uuid) returns text
language plpgsql stable security definer set search_path = '' as $$
declare v_reason text;
begin
  select case
    when not pr.approved or pr.usertype <> 'driver' then 'not_approved'
    when not d.driver_active_status then 'off_duty'
    when d.car_type_id is distinct from (booking).car_type_id then 'other_car_type'
    when not app.driver_carries((booking).requirements, d.id) then 'vehicle_unsuitable'
    when app.is_taken(d.id) and not app.can_join(booking, d.id) then 'busy'
    when o.declined then 'declined'
    when o.lapsed then 'lapsed' end into v_reason
  from public.drivers d
  join public.profiles pr on pr.id = d.id
  -- Who accepted and gave the booking back will not be asked again either.
  cross join lateral (select coalesce(bool_or(o.status in ('declined', 'accepted')), false) as declined,
      coalesce(bool_or(o.status = 'lapsed' and o.expires_at > app.now() - interval '2 minutes'), false) as lapsed
    from public.booking_offers o where o.booking_id = (booking).id and o.driver_id = d.id) o
  where d.id = reason_against.driver_id;
  return case
    when v_reason is not null then v_reason
    when app.has_expired_document(reason_against.driver_id) then 'document_expired'
    when not app.affords(reason_against.driver_id, (booking).id) then 'cannot_afford'
    when app.bars_bonus(booking, reason_against.driver_id) then 'bonus_refused' end;
end $$;

-- The nearest drivers judged, until so many may be asked or the radius is exhausted. Those whom this booking asked
-- before are fetched on top; should others fall out, the search doubles. Without bitmaps: the planner believes that a box
-- holds a thousandth of all, and would rather sort the drivers of a whole city than walk the index from near to far.
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
      'reason', app.reason_against(booking, n.driver_id)) order by n.distance_m), '[]') into v_judged
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
comment on function app.judge_drivers is 'The nearest free drivers within the radius, nearest first; reason is null for those to be asked.';

-- Those near who were not looked at, and why: for the log alone. Bounded by the limits, however many there are, and so
-- looked up one by one: the planner expects more and would read every driver of the city into a hash. The radius and the
-- time are asked for once; the fence keeps a reason from being found twice.
create function app.passed_over(booking public.bookings)
returns table (driver_id uuid, distance_km numeric, reason text)
language plpgsql stable security definer set search_path = '' set enable_bitmapscan = off
  set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  v_radius_m double precision := app.radius_m();
  v_now timestamptz := app.now();
begin
  return query
  with seen as (
    select f.driver_id, f.lat, f.lng, f.updated_at from public.car_types c
    cross join lateral (
      select p.* from public.driver_positions p
      where p.car_type = c.id and p.pt is not null
        and p.pt operator(pg_catalog.<@) app.box_around(app.search_point(c.id, (booking).pickup_lat, (booking).pickup_lng), (booking).pickup_lat, v_radius_m)
      order by p.pt operator(pg_catalog.<->) app.search_point(c.id, (booking).pickup_lat, (booking).pickup_lng)
      limit case when c.id = (booking).car_type_id then 50 else 10 end) f
    union all
    select a.driver_id, a.lat, a.lng, a.updated_at from (
      select p.* from public.driver_positions p
      where p.away_pt is not null
        and p.away_pt operator(pg_catalog.<@) app.box_around(app.anchor((booking).pickup_lat, (booking).pickup_lng), (booking).pickup_lat, v_radius_m, 500)
      order by p.away_pt operator(pg_catalog.<->) app.anchor((booking).pickup_lat, (booking).pickup_lng) limit 50) a
  )
  select j.id, round((j.m / 1000)::numeric, 2), j.reason from (
    select d.id, m.m, case
      when d.car_type_id is distinct from (booking).car_type_id then 'other_car_type'
      when not pr.approved or pr.usertype <> 'driver' then 'not_approved'
      when not d.driver_active_status then 'off_duty'
      when app.is_taken(d.id) then 'busy'
      when not app.driver_carries((booking).requirements, d.id) then 'vehicle_unsuitable'
      when s.updated_at <= v_now - interval '60 seconds' then 'stale_position' end as reason
    from seen s
    join public.drivers d on d.id = s.driver_id
    join public.profiles pr on pr.id = s.driver_id
    cross join lateral (select app.distance_m((booking).pickup_lat, (booking).pickup_lng, s.lat, s.lng) as m) m
    -- Who went home hours ago was nobody's driver; who is on duty and silent should know.
    where m.m <= v_radius_m and (d.driver_active_status or s.updated_at > v_now - interval '1 hour')
    offset 0) j
  where j.reason is not null;
end $$;

create function app.lapse_offers(booking_id uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  update public.booking_offers o set status = 'lapsed', answered_at = app.now()
  where o.booking_id = lapse_offers.booking_id and o.status = 'open' and o.expires_at <= app.now();
end $$;

-- exclusions: everyone who was not asked. The log keeps the 50 nearest and the numbers of all.
create function app.record_wave(booking public.bookings, wave integer, mode text, radius_km numeric, candidates jsonb, exclusions jsonb)
returns void language plpgsql security definer set search_path = '' as $$
declare
  v_last public.dispatch_waves;
  v_listed jsonb;
  v_reasons jsonb;
begin
  select coalesce(jsonb_agg(e.line order by (e.line ->> 'distance_km')::numeric, e.line ->> 'driver_id') filter (where e.n <= 50), '[]') into v_listed
  from (select x.line, row_number() over (order by (x.line ->> 'distance_km')::numeric, x.line ->> 'driver_id') as n
    from jsonb_array_elements(exclusions) x (line)) e;
  select coalesce(jsonb_object_agg(g.reason, g.n), '{}') into v_reasons
  from (select x.line ->> 'reason' as reason, count(*) as n from jsonb_array_elements(exclusions) x (line) group by 1) g;
  select w.* into v_last from public.dispatch_waves w where w.booking_id = (booking).id order by w.id desc limit 1;
  -- A search that finds the same nobody every few seconds is one entry, not hundreds. Order and distances may differ.
  if candidates = '[]' and v_last.mode <> 'assigned' and v_last.candidates = '[]' and v_last.reasons = v_reasons
    and (select coalesce(jsonb_object_agg(x.line ->> 'driver_id', x.line -> 'reason'), '{}') from jsonb_array_elements(v_last.exclusions) x (line))
      = (select coalesce(jsonb_object_agg(x.line ->> 'driver_id', x.line -> 'reason'), '{}') from jsonb_array_elements(v_listed) x (line)) then
    return;
  end if;
  -- Nor do drivers who come and go make an endless log of a booking that nobody takes.
  if candidates = '[]' and (select count(*) from public.dispatch_waves w where w.booking_id = (booking).id) >= 100 then return; end if;
  insert into public.dispatch_waves (booking_id, wave, mode, radius_km, candidates, exclusions, reasons)
  values ((booking).id, record_wave.wave, record_wave.mode, record_wave.radius_km, candidates, v_listed, v_reasons);
end $$;

create function app.note_dispatch(booking_id uuid, note text) returns void
language sql volatile security definer set search_path = '' as $$
  update public.bookings b set dispatch_note = note_dispatch.note
  where b.id = note_dispatch.booking_id and b.dispatch_note is distinct from note_dispatch.note
$$;

create function app.cancel_undriven(booking_id uuid, reason text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform app.act('system', note => cancel_undriven.reason);
  perform app.move_booking(cancel_undriven.booking_id, 'CANCELLED',
    jsonb_build_object('cancelled_by', 'system', 'reason', cancel_undriven.reason, 'cancelled_at', app.now()));
end $$;

-- The circle of a wave: a part of the radius that grows with each wave, wider at once where it holds too few. As the
-- nearest are asked first, that is the smallest of the circles, not below this wave's own, which holds them all.
create function app.wave_circle(settings public.settings, wave integer, asked integer, farthest_km numeric) returns numeric
language sql immutable set search_path = '' as $$
  select round(case when asked < (settings).wave_size then r.km
    else least(r.km, r.km / (settings).wave_count * greatest(wave, ceil(farthest_km * (settings).wave_count / nullif(r.km, 0)))) end, 3)
  from (select (settings).driver_radius * case when (settings).convert_to_mile then 1.609344 else 1 end as km) r
$$;

-- Asks the next wave and records it; answers how many were asked.
create function app.ask_wave(booking public.bookings, queue app.dispatch_queue, settings public.settings) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  -- In mode "all" everyone within the radius, up to a number that a server can ask at once.
  v_size integer := case when (settings).dispatch_mode = 'all' then 500 else (settings).wave_size end;
  v_wave integer := (queue).wave + 1;
  v_in_search integer := v_wave - (queue).waves_before;
  v_candidates jsonb;
  v_exclusions jsonb;
  v_asked integer;
begin
  with judged as (
    select j.*, row_number() over (partition by j.reason is null order by j.distance_km, j.driver_id) as place
    from app.judge_drivers(booking, v_size) j
  ), passed as (
    select j.driver_id, j.distance_km, coalesce(j.reason, 'beyond_wave') as reason from judged j where j.reason is not null or j.place > v_size
    union all
    select o.driver_id, o.distance_km, o.reason from app.passed_over(booking) o where not exists (select 1 from judged j where j.driver_id = o.driver_id)
  )
  select
    (select coalesce(jsonb_agg(jsonb_build_object('driver_id', j.driver_id, 'distance_km', j.distance_km) order by j.place), '[]')
      from judged j where j.reason is null and j.place <= v_size),
    (select coalesce(jsonb_agg(to_jsonb(p)), '[]') from passed p)
    into v_candidates, v_exclusions;
  v_asked := jsonb_array_length(v_candidates);

  perform app.make_offers(booking, (select array_agg(c.driver_id) from jsonb_to_recordset(v_candidates) as c (driver_id uuid)),
    v_wave, (settings).offer_timeout);
  perform app.record_wave(booking, v_wave, (settings).dispatch_mode,
    case when (settings).dispatch_mode = 'all' then round((app.radius_m() / 1000)::numeric, 3)
      else app.wave_circle(settings, v_in_search, v_asked, (v_candidates -> -1 ->> 'distance_km')::numeric) end,
    v_candidates, v_exclusions);
  -- An empty search is repeated soon: drivers come on duty or free, and riders should not wait for a round minute.
  update app.dispatch_queue q set wave = q.wave + (v_asked > 0)::integer,
    due_at = app.now() + make_interval(secs => case when v_asked > 0 then (settings).offer_timeout else 4 end),
    rest_until = case when v_asked > 0 and v_in_search >= (settings).wave_count then app.now() + interval '1 minute' end
  where q.booking_id = (booking).id;
  perform app.note_dispatch((booking).id, case when v_asked > 0 then null
    when v_exclusions @> '[{"reason": "lapsed"}]' then 'no_driver_answered' else 'no_driver_nearby' end);
  return v_asked;
end $$;

-- One look at one booking, whose row the caller has locked. Answers how many drivers were asked.
create function app.dispatch_booking(booking_id uuid) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  v_booking public.bookings;
  v_queue app.dispatch_queue;
  v_settings public.settings;
  v_expires_at timestamptz;
begin
  select b.* into v_booking from public.bookings b where b.id = dispatch_booking.booking_id;
  select q.* into v_queue from app.dispatch_queue q where q.booking_id = dispatch_booking.booking_id for update;
  select s.* into v_settings from public.settings s where s.id = 1;
  if v_booking.status is distinct from 'NEW' or v_queue.booking_id is null then return 0; end if;
  perform app.lapse_offers(v_booking.id);
  select max(o.expires_at) into v_expires_at from public.booking_offers o where o.booking_id = v_booking.id and o.status = 'open';
  if v_expires_at is not null then
    update app.dispatch_queue q set due_at = v_expires_at where q.booking_id = v_booking.id;
    return 0;
  end if;
  if not v_settings.auto_dispatch then
    update app.dispatch_queue q set due_at = app.now() + interval '1 minute' where q.booking_id = v_booking.id;
    return 0;
  end if;
  if v_queue.first_at + interval '30 minutes' <= app.now() then
    perform app.cancel_undriven(v_booking.id, 'no_driver_available');
    return 0;
  end if;
  if v_queue.rest_until > app.now() then
    perform app.note_dispatch(v_booking.id, 'no_driver_answered');
    update app.dispatch_queue q set due_at = v_queue.rest_until where q.booking_id = v_booking.id;
    return 0;
  end if;
  update app.dispatch_queue q set first_at = coalesce(q.first_at, app.now()) where q.booking_id = v_booking.id;
  return coalesce(nullif(app.ask_at_door(v_booking, v_queue, v_settings), 0), app.ask_wave(v_booking, v_queue, v_settings));
end $$;
comment on function app.dispatch_booking is
  'Asks the next wave unless offers stand, the search rests or auto-dispatch is off; after 30 minutes ends the booking. Answers how many were asked.';

create function app.queue_search(booking public.bookings) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if (booking).status = 'NEW' then
    insert into app.dispatch_queue as q (booking_id, due_at, wave, waves_before)
    select (booking).id, case when (booking).book_later then greatest(app.now(), (booking).trip_at - make_interval(mins => s.lead_minutes)) else app.now() end, w.n, w.n
    from public.settings s
    cross join lateral (select coalesce(max(w.wave), 0) as n from public.dispatch_waves w where w.booking_id = (booking).id) w
    where s.id = 1
    on conflict on constraint dispatch_queue_pkey do nothing;
  else
    delete from app.dispatch_queue q where q.booking_id = (booking).id;
  end if;
  if (booking).status = 'CANCELLED' then
    update public.booking_offers o set status = 'withdrawn', answered_at = app.now() where o.booking_id = (booking).id and o.status = 'open';
  end if;
end $$;
comment on function app.queue_search is 'A NEW booking waits for a driver, any other does not; a cancelled one is not offered any more.';

-- Advancing -----------------------------------------------------------------------------------------------------------

-- A later booking accepted ahead of time makes its driver busy at its lead time, once the driver is free.
create function app.engage_due() returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_driver_id uuid;
  v_id uuid;
begin
  for v_driver_id, v_id in
    update public.bookings b set engaged_at = app.now()
    where b.id in (
      select distinct on (d.driver_id) d.id from public.bookings d, public.settings s
      where d.status = 'ACCEPTED' and d.engaged_at is null and s.id = 1
        and d.trip_at - make_interval(mins => s.lead_minutes) <= app.now() and not app.is_busy(d.driver_id)
      order by d.driver_id, d.trip_at)
      and b.status = 'ACCEPTED' and b.engaged_at is null
    returning b.driver_id, b.id
  loop
    perform app.refresh_driver(v_driver_id);
    perform app.tell('driver:' || v_driver_id, 'booking', v_id);
  end loop;
end $$;
create index bookings_to_engage on public.bookings (trip_at) where status = 'ACCEPTED' and engaged_at is null;

-- Rider and assigned driver hear of a later booking once before it begins; not where it was booked later than that.
create function app.remind_due() returns void
language plpgsql security definer set search_path = '' as $$
declare v_booking public.bookings;
begin
  for v_booking in
    update public.bookings b set reminded_at = app.now()
    where b.id in (select r.id from public.bookings r, public.settings s
      where r.book_later and r.reminded_at is null and r.status in ('NEW', 'ACCEPTED') and s.id = 1
        and r.trip_at - make_interval(mins => s.reminder_minutes) <= app.now()
      order by r.trip_at limit 200 for no key update of r skip locked)
    returning b.*
  loop
    continue when v_booking.trip_at <= app.now()
      or v_booking.created_at >= v_booking.trip_at - make_interval(mins => (select s.reminder_minutes from public.settings s where s.id = 1));
    perform app.notify(p.id, 'trip_reminder', app.notice_params(v_booking), v_booking.id)
    from unnest(array[v_booking.customer_id, v_booking.driver_id]) p (id) where p.id is not null;
  end loop;
end $$;
create index bookings_to_remind on public.bookings (trip_at) where book_later and reminded_at is null and status in ('NEW', 'ACCEPTED');

create function app.dispatch_tick() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  v_asked integer := 0;
  v_id uuid;
begin
  -- Whoever comes second has nothing to add: the one inside does the same work.
  if not pg_try_advisory_xact_lock(4841001) then return 0; end if;
  begin
    perform app.engage_due();
  exception when unique_violation then
    null; -- the driver took another booking this moment; the next tick looks again
  end;
  perform app.give_back_late();
  perform app.remind_due();
  for v_id in select q.booking_id from app.dispatch_queue q where q.due_at <= app.now() order by q.due_at limit 200 loop
    perform 1 from public.bookings b where b.id = v_id for no key update skip locked;
    continue when not found;
    -- One booking that cannot be dispatched must not keep the others waiting.
    begin
      v_asked := v_asked + app.dispatch_booking(v_id);
    exception when others then
      raise warning 'dispatch of % failed: %', v_id, sqlerrm;
      update app.dispatch_queue q set due_at = app.now() + interval '30 seconds' where q.booking_id = v_id;
    end;
  end loop;
  return v_asked;
end $$;
comment on function app.dispatch_tick is 'Does everything in dispatch that is due. Safe to call at any time, by anyone, any number of times.';

create function public.nudge_dispatch(booking_id uuid) returns public.bookings
language plpgsql security definer set search_path = '' as $$
declare
  v_me public.profiles := app.me();
  v_booking public.bookings;
begin
  select b.* into v_booking from public.bookings b where b.id = nudge_dispatch.booking_id
    and (b.customer_id = v_me.id or v_me.usertype = 'admin');
  if not found then
    raise sqlstate 'PT404' using message = 'booking_not_found', hint = 'There is no such booking of yours';
  end if;
  perform 1 from public.bookings b where b.id = v_booking.id for no key update skip locked;
  if found and exists (select 1 from app.dispatch_queue q where q.booking_id = v_booking.id and q.due_at <= app.now()) then
    perform app.dispatch_booking(v_booking.id);
  end if;
  select b.* into v_booking from public.bookings b where b.id = v_booking.id;
  return v_booking;
end $$;
comment on function public.nudge_dispatch is 'Looks for a driver if the last search is over; for the rider''s page. Answers the booking. Errors: must_login, booking_not_found.';
revoke execute on function public.nudge_dispatch(uuid) from public, anon;
grant execute on function public.nudge_dispatch(uuid) to authenticated;

-- Assigning -------------------------------------------------------------------------------------------------------------

create function app.uuid_of(said text) returns uuid
language plpgsql immutable set search_path = '' as $$
begin
  return said::uuid;
exception when invalid_text_representation then
  return null;
end $$;
comment on function app.uuid_of is 'A uuid from text; null where it is none.';

-- What else speaks against a driver taking this booking: the car as it is now, papers and money.
create function app.check_driver(booking public.bookings, driver_id uuid) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if not app.driver_carries((booking).requirements, check_driver.driver_id) then
    raise sqlstate 'PT422' using message = 'vehicle_unsuitable', hint = 'The car does not carry what the booking asks for';
  end if;
  if app.has_expired_document(check_driver.driver_id) then
    raise sqlstate 'PT409' using message = 'document_expired', hint = 'Renew the document first';
  end if;
  if not app.affords(check_driver.driver_id, (booking).id) then
    raise sqlstate 'PT409' using message = 'cannot_afford', hint = 'The wallet would fall below zero; settle it first';
  end if;
  if app.bars_bonus(booking, check_driver.driver_id) then
    raise sqlstate 'PT422' using message = 'driver_unsuitable', hint = 'It was paid with a bonus that may not pay this driver';
  end if;
end $$;
comment on function app.check_driver is 'Refuses a driver with vehicle_unsuitable, document_expired, cannot_afford or driver_unsuitable.';

-- An admin asks one driver for one booking, whose row is locked here. Raises where that cannot be.
-- Without auto-dispatch the desk may ask several, each once.
create function app.is_being_asked(booking public.bookings, driver_id uuid default null) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select 1 from public.booking_offers o, public.settings s where s.id = 1 and o.booking_id = (booking).id and o.status = 'open'
    and o.expires_at > app.now() and (s.auto_dispatch or o.driver_id = is_being_asked.driver_id))
$$;
comment on function app.is_being_asked is 'Whether an open offer keeps the desk from asking this driver, or anybody.';

create function app.assign(booking_id uuid, driver_id uuid) returns public.bookings
language plpgsql security definer set search_path = '' as $$
declare
  v_booking public.bookings := app.lock_booking(assign.booking_id);
  v_settings public.settings;
  v_km numeric;
begin
  select s.* into v_settings from public.settings s where s.id = 1;
  if v_booking.status <> 'NEW' then perform app.refuse_status(v_booking); end if;
  perform app.lapse_offers(v_booking.id);
  if app.is_being_asked(v_booking, assign.driver_id) then
    raise sqlstate 'PT409' using message = 'offer_open', hint = 'Drivers are being asked; wait for their answer';
  end if;
  if not exists (select 1 from public.drivers d join public.profiles p on p.id = d.id
      where d.id = assign.driver_id and p.usertype = 'driver' and p.approved and d.car_type_id = v_booking.car_type_id) then
    raise sqlstate 'PT422' using message = 'driver_unsuitable', hint = 'Choose an approved driver with this car type';
  end if;
  perform app.check_driver(v_booking, assign.driver_id);
  if app.is_busy(assign.driver_id) and not app.can_join(v_booking, assign.driver_id) and v_booking.trip_at - make_interval(mins => v_settings.lead_minutes) <= app.now() then
    raise sqlstate 'PT409' using message = 'driver_busy', hint = 'This driver is on a trip';
  end if;
  select round((app.distance_m(v_booking.pickup_lat, v_booking.pickup_lng, p.lat, p.lng) / 1000)::numeric, 2) into v_km
  from public.driver_positions p where p.driver_id = assign.driver_id;
  perform app.make_offers(v_booking, array[assign.driver_id], 0, v_settings.assign_timeout);
  insert into public.dispatch_waves (booking_id, wave, mode, candidates)
  values (v_booking.id, 0, 'assigned', jsonb_build_array(jsonb_build_object('driver_id', assign.driver_id, 'distance_km', v_km)));
  update app.dispatch_queue q set due_at = greatest(q.due_at, app.now() + make_interval(secs => v_settings.assign_timeout))
  where q.booking_id = v_booking.id;
  perform app.audit('assign_driver', 'bookings', v_booking.id::text, null, jsonb_build_object('driver_id', assign.driver_id));
  return v_booking;
end $$;

create function public.assign_driver(booking_id uuid, driver_id uuid) returns public.bookings
language plpgsql security definer set search_path = '' as $$
begin
  perform app.require_permission('bookings');
  return app.assign(assign_driver.booking_id, assign_driver.driver_id);
end $$;
comment on function public.assign_driver is
  'An admin asks one driver, who has settings.assign_timeout seconds to answer. Answers the booking. Errors: not_allowed, booking_not_found, wrong_status, offer_open, driver_unsuitable, vehicle_unsuitable, document_expired, cannot_afford, driver_busy.';
revoke execute on function public.assign_driver(uuid, uuid) from public, anon;
grant execute on function public.assign_driver(uuid, uuid) to authenticated;

create type public.assignment_result as (
  booking_id text,
  driver_id text,
  assigned boolean,
  message text,
  hint text
);
comment on type public.assignment_result is 'One answer of assign_drivers; message and hint say why there was no offer.';

create function public.assign_drivers(assignments jsonb) returns setof public.assignment_result
language plpgsql security definer set search_path = '' as $$
declare
  v_results jsonb := jsonb_build_array();
  v_hint text;
  p record;
begin
  perform app.require_permission('bookings');
  if jsonb_typeof(assignments) is distinct from 'array' or jsonb_array_length(assignments) not between 1 and 200 then
    raise sqlstate 'PT422' using message = 'assignments_invalid', hint = 'Give 1 to 200 of {booking_id, driver_id}';
  end if;
  -- In the order of ids, as every row stays locked until the end: two desks cannot wait for one another.
  for p in
    select a.place, app.uuid_of(a.line ->> 'booking_id') as booking_id, app.uuid_of(a.line ->> 'driver_id') as driver_id,
      a.line ->> 'booking_id' as said_booking, a.line ->> 'driver_id' as said_driver
    from jsonb_array_elements(assignments) with ordinality a (line, place) order by 2, 1
  loop
    -- Each on its own: a refusal undoes nothing but itself.
    begin
      perform app.assign(p.booking_id, p.driver_id);
      v_results := v_results || jsonb_build_object('place', p.place, 'booking_id', p.booking_id, 'driver_id', p.driver_id, 'assigned', true);
    exception when others then
      if sqlstate not like 'PT4%' then raise; end if;
      get stacked diagnostics v_hint = pg_exception_hint;
      v_results := v_results || jsonb_build_object('place', p.place, 'booking_id', p.said_booking, 'driver_id', p.said_driver,
        'assigned', false, 'message', sqlerrm, 'hint', v_hint);
    end;
  end loop;
  return query select t.* from jsonb_array_elements(v_results) r (line), jsonb_populate_record(null::public.assignment_result, r.line) t
    order by (r.line ->> 'place')::integer;
end $$;
comment on function public.assign_drivers is
  'assign_driver for many: [{booking_id, driver_id}], 200 at most. Answers in the same order [{booking_id, driver_id, assigned, message, hint}], message being the key of the refusal. Errors: not_allowed, assignments_invalid.';
revoke execute on function public.assign_drivers(jsonb) from public, anon;
grant execute on function public.assign_drivers(jsonb) to authenticated;

-- Explaining --------------------------------------------------------------------------------------------------------------

create type public.dispatch_log_wave as (
  wave integer,
  at timestamptz,
  mode text,
  radius_km numeric,
  asked integer,
  not_asked integer,
  candidates jsonb,
  exclusions jsonb,
  reasons jsonb,
  you text
);
comment on type public.dispatch_log_wave is 'One wave, as dispatch_log tells it; null is what is not for the caller.';

-- Names are for the desk, which may ask everybody.
create function app.named_driver(line jsonb, outcome text default null) returns jsonb
language sql stable security definer set search_path = '' as $$
  select line || jsonb_build_object('outcome', outcome, 'driver_name', btrim(p.first_name || ' ' || p.last_name), 'vehicle_number', d.vehicle_number)
  from public.profiles p left join public.drivers d on d.id = p.id where p.id = app.uuid_of(line ->> 'driver_id')
$$;

create function public.dispatch_log(booking_id uuid) returns setof public.dispatch_log_wave
language plpgsql stable security definer set search_path = '' as $$
declare
  v_me public.profiles := app.me();
  v_booking public.bookings;
begin
  select b.* into v_booking from public.bookings b where b.id = dispatch_log.booking_id;
  -- To a driver the log exists where it mentions them: whoever was considered may ask why.
  if v_booking.id is null or not (v_me.usertype = 'admin' or v_booking.customer_id = v_me.id
      or (v_me.usertype = 'driver' and exists (select 1 from public.dispatch_waves w where w.booking_id = v_booking.id
        and (w.candidates || w.exclusions) @> jsonb_build_array(jsonb_build_object('driver_id', v_me.id))))) then
    raise sqlstate 'PT404' using message = 'booking_not_found', hint = 'There is no such booking of yours';
  end if;
  return query select w.wave::integer, w.at, w.mode::text, w.radius_km::numeric,
    case when v_me.usertype <> 'driver' then jsonb_array_length(w.candidates) end,
    case when v_me.usertype <> 'driver' then coalesce((select sum(n.value::integer) from jsonb_each_text(w.reasons) n), 0)::integer end,
    case when v_me.usertype <> 'rider' then jsonb_strip_nulls(c.list) end, case when v_me.usertype <> 'rider' then jsonb_strip_nulls(x.list) end,
    case when v_me.usertype <> 'driver' then w.reasons end,
    case when v_me.usertype = 'driver' then coalesce(c.outcome::text, x.reason, 'not_available_nearby') end
  from public.dispatch_waves w
  cross join lateral (
    -- Without the distances, which lead a driver who asks from three places to the door.
    select coalesce(jsonb_agg(case v_me.usertype when 'driver' then e - 'distance_km' || jsonb_build_object('outcome', o.status) else app.named_driver(e, o.status) end), '[]') as list,
      max(o.status) as outcome
    from jsonb_array_elements(w.candidates) e
    left join public.booking_offers o on o.booking_id = w.booking_id and o.driver_id::text = e ->> 'driver_id' and o.wave = w.wave
      and o.created_at = w.at
    where v_me.usertype = 'admin' or e ->> 'driver_id' = v_me.id::text) c
  cross join lateral (
    select coalesce(jsonb_agg(case v_me.usertype when 'driver' then e - 'distance_km' else app.named_driver(e) end), '[]') as list, max(e ->> 'reason') as reason from jsonb_array_elements(w.exclusions) e
    where v_me.usertype = 'admin' or e ->> 'driver_id' = v_me.id::text) x
  where w.booking_id = v_booking.id order by w.id;
end $$;
comment on function public.dispatch_log is
  'Why did nobody come, why was I not asked: [{wave, at, mode, radius_km, asked, not_asked, candidates, exclusions, reasons, you}]. Admins see everyone by name, a driver the own lines without distances and "you", a rider numbers and reasons. Errors: must_login, booking_not_found.';
revoke execute on function public.dispatch_log(uuid) from public, anon;
grant execute on function public.dispatch_log(uuid) to authenticated;

-- One line per booking: what became of the last request where there was one, else why the last search passed the driver over.
create type public.dispatch_answer as (
  booking_id uuid,
  reference text,
  at timestamptz,
  asked boolean,
  reason text,
  distance_km numeric,
  times integer
);
comment on type public.dispatch_answer is
  'A booking near a driver: whether the driver was asked, and reason: what became of it (open, accepted, declined, lapsed, withdrawn) or why not, as dispatch_waves.exclusions names it. times: how many searches say so.';

create function public.why_not_asked(driver_id uuid, hours integer default 24) returns setof public.dispatch_answer
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
declare
  v_me public.profiles := app.require_staff('desk');
  v_is_admin boolean := v_me.usertype = 'admin';
  v_since timestamptz := app.now() - make_interval(hours => least(greatest(coalesce(why_not_asked.hours, 24), 1), 168));
begin
  if not exists (select 1 from public.drivers d where d.id = why_not_asked.driver_id and (v_is_admin or d.fleet_id = v_me.id)) then
    raise sqlstate 'PT404' using message = 'person_not_found', hint = 'There is no such driver, or not of your fleet';
  end if;
  return query
  with passed as (
    select distinct on (w.booking_id) w.booking_id, w.at, x.reason, x.distance_km, count(*) over (partition by w.booking_id) as n
    from public.dispatch_waves w
    cross join lateral jsonb_to_recordset(w.exclusions) x (driver_id uuid, distance_km numeric, reason text)
    where w.at > v_since and jsonb_path_query_array(w.exclusions, '$[*].driver_id') ? why_not_asked.driver_id::text and x.driver_id = why_not_asked.driver_id
    order by w.booking_id, w.id desc
  ), asked as (
    select distinct on (o.booking_id) o.booking_id, o.created_at as at, o.status, o.distance_km, count(*) over (partition by o.booking_id) as n
    from public.booking_offers o where o.driver_id = why_not_asked.driver_id and o.created_at > v_since
    order by o.booking_id, o.created_at desc
  )
  -- To a fleet a booking that it did not carry does not exist; distances from three places would give its door away.
  select case when v_is_admin or b.fleet_id = v_me.id then b.id end, case when v_is_admin or b.fleet_id = v_me.id then b.reference end,
    a.at, a.is_asked, a.reason, case when v_is_admin then a.km end, a.n::integer
  from (
    select q.booking_id, q.at, true as is_asked,
      case when q.status = 'open' and not exists (select 1 from public.requested_drivers r where r.booking_id = q.booking_id and r.driver_id = why_not_asked.driver_id)
        then 'lapsed' else q.status::text end as reason, q.distance_km as km, q.n from asked q
    union all
    select p.booking_id, p.at, false, p.reason, p.distance_km, p.n from passed p where not exists (select 1 from asked q where q.booking_id = p.booking_id)) a
  join public.bookings b on b.id = a.booking_id
  order by a.at desc, b.id limit 200;
end $$;
comment on function public.why_not_asked is
  'Why a driver was not asked for bookings near them within the last hours (24; 168 at most), newest first, the last 200: for admins, and without other fleets'' bookings and without distances for the driver''s fleet admin. Errors: must_login, not_allowed, person_not_found.';
revoke execute on function public.why_not_asked(uuid, integer) from public, anon;
grant execute on function public.why_not_asked(uuid, integer) to authenticated;
