-- Positions: where drivers are, in a narrow hot table, and the trail of each trip.
-- Needs:  drivers, bookings
-- Access: a driver writes the own position by function; parties of a trip read its trail; the service role says where trips begin
-- Tests:  tests/db/positions.sql, tests/db/on_duty.sql

-- pt is the anchor of the search for a driver: set only while the driver may be asked, and moved only when the driver
-- moved more than 50 m, so that most reports are heap-only updates. A partial index on "available" instead would make
-- each report an index update (a column of an index predicate breaks HOT), hence the null. Vacuum comes early, since a
-- nearest-neighbour scan visits the dead entries of an index too. Who may not be asked has
-- away_pt instead, moved every 500 m: the log's answer to "why was I not asked" needs them, and no search waits for them.
-- Each car type has a plane of its own (app.search_point), as a quad tree over points alone answers in two thirds of the
-- time that a GiST index over (car_type, pt) takes, and is a third of its size.
create table public.driver_positions (
  driver_id uuid primary key with (fillfactor = 75) references public.drivers (id) on delete cascade,
  car_type uuid,
  lat double precision not null,
  lng double precision not null,
  heading double precision,
  accuracy double precision,
  updated_at timestamptz not null default app.now(),
  available boolean not null default false,
  wheelchair boolean not null default false,
  seats integer not null default 4,
  luggage integer not null default 2,
  child_seats integer not null default 0,
  pt point,
  away_pt point,
  check (pt is null or away_pt is null),
  constraint driver_positions_car check (seats between 0 and 1000 and luggage between 0 and 20 and child_seats between 0 and 4),
  -- Written out, as it is checked with every report.
  constraint driver_positions_place check (lat between -85 and 85 and lng between -180 and 180 and isfinite(updated_at)
    and heading between 0 and 360 and accuracy between 0 and 500)
) with (fillfactor = 60, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.2);
comment on table public.driver_positions is 'The latest position of each driver, and whether the driver may be asked.';
comment on column public.driver_positions.updated_at is 'When the position was true, not when it arrived. Older than 60 s makes nobody a candidate.';
comment on column public.driver_positions.available is 'On duty, approved and not busy, or so near the end of a trip that the next may be offered; kept by app.refresh_driver.';
comment on column public.driver_positions.pt is 'Anchor of the search (app.search_point), at most 50 m behind the driver; null unless the driver may be asked.';
comment on column public.driver_positions.away_pt is 'Mercator anchor in metres, at most 500 m behind a driver who is busy, off duty or silent.';
comment on column public.driver_positions.car_type is 'The driver''s car type, copied for the search.';
comment on column public.driver_positions.seats is 'Passengers the car takes, copied for the search like the other three: app.car_of.';
comment on column public.driver_positions.luggage is 'Large pieces of luggage the car takes.';
comment on column public.driver_positions.child_seats is 'Child seats on board.';
comment on column public.driver_positions.wheelchair is 'Whether somebody in a wheelchair can ride in it.';
comment on column public.driver_positions.heading is 'Degrees clockwise from north.';
comment on column public.driver_positions.accuracy is 'Metres, as the phone says.';
create index driver_positions_near on public.driver_positions using spgist (pt) where pt is not null;
create index driver_positions_away on public.driver_positions using gist (away_pt) where away_pt is not null;

create table public.tracking_points (
  id bigint generated always as identity primary key,
  booking_id uuid not null references public.bookings (id),
  driver_id uuid not null references public.drivers (id),
  status public.booking_status not null,
  lat double precision not null,
  lng double precision not null,
  heading double precision,
  accuracy double precision,
  at timestamptz not null,
  received_at timestamptz,
  constraint tracking_points_place check (app.is_place(lat, lng) and heading between 0 and 360 and accuracy between 0 and 500)
);
comment on table public.tracking_points is 'The trail of a trip, as its driver reported it; implausible points are not kept.';
comment on column public.tracking_points.status is 'Of the booking then.';
comment on column public.tracking_points.received_at is 'When it arrived, where that was more than a minute after at; such a point proves nothing that rests on what the server knew.';
comment on column public.tracking_points.heading is 'Degrees clockwise from north.';
comment on column public.tracking_points.accuracy is 'Metres, as the phone said.';
create index tracking_points_booking_id on public.tracking_points (booking_id, at);
create index tracking_points_driver_id on public.tracking_points (driver_id);

alter table public.driver_positions enable row level security;
alter table public.tracking_points enable row level security;
grant select on public.driver_positions, public.tracking_points to authenticated;

create policy "drivers read their own position" on public.driver_positions for select to authenticated
  using (driver_id = (select auth.uid()));
-- Off duty a driver is a private person: the desk and the fleet have no position then, not the last one either.
create policy "admins read the positions of drivers on duty" on public.driver_positions for select to authenticated
  using ((select ((select auth.jwt()) ->> 'user_role') = 'admin')
    and exists (select 1 from public.drivers d where d.id = driver_positions.driver_id and d.driver_active_status));
create policy "fleet admins read the positions of their drivers on duty" on public.driver_positions for select to authenticated
  using (((select auth.jwt()) ->> 'user_role') = 'fleetadmin'
    and exists (select 1 from public.drivers d where d.id = driver_positions.driver_id and d.driver_active_status
      and d.fleet_id = (select auth.uid())));
create policy "riders read the position of the driver who is coming" on public.driver_positions for select to authenticated
  using (exists (select 1 from public.bookings b where b.driver_id = driver_positions.driver_id
    and b.customer_id = (select auth.uid()) and b.engaged_at is not null and b.status in ('ACCEPTED', 'ARRIVED', 'STARTED')));
create policy "drivers read their own trails" on public.tracking_points for select to authenticated
  using (driver_id = (select auth.uid()));
create policy "riders read the trails of their bookings" on public.tracking_points for select to authenticated
  using (exists (select 1 from public.bookings b where b.id = tracking_points.booking_id and b.customer_id = (select auth.uid())));
create policy "fleet admins read the trails of their drivers" on public.tracking_points for select to authenticated
  using (((select auth.jwt()) ->> 'user_role') = 'fleetadmin' and exists (select 1 from public.bookings b
    where b.id = tracking_points.booking_id and b.driver_id = tracking_points.driver_id and b.fleet_id = (select auth.uid())));

create policy "admins read every trail" on public.tracking_points for select to authenticated
  using ((select ((select auth.jwt()) ->> 'user_role') = 'admin'));

-- Anchors ----------------------------------------------------------------------------------------------------------

-- A number that most car types have to themselves; where two share it, a search skips the other's drivers.
create function app.plane_of(car_type uuid) returns integer
language sql immutable parallel safe as $$
  select get_byte(uuid_send(car_type), 14) * 256 + get_byte(uuid_send(car_type), 15)
$$;

create function app.search_point(car_type uuid, lat double precision, lng double precision) returns point
language sql immutable parallel safe as $$
  select app.anchor(lat, lng) operator(pg_catalog.+) point(1e8::double precision * app.plane_of(car_type), 0)
$$;
comment on function app.search_point is 'The Mercator point in the plane of a car type: planes lie 100,000 km apart, twice the earth''s girth, side by side.';

-- A square over anchors that holds everyone within the radius: anchors trail by up to 50 m (500 m of those away), and
-- Mercator stretches most at the edge that is farther from the equator.
create function app.box_around(middle point, lat double precision, radius_m double precision, trail_m double precision default 50)
returns box language sql immutable parallel safe as $$
  -- The box of a circle is the square inside it, hence the square root of two.
  select box(circle(middle, 1.4143 * (radius_m + trail_m + 1) / (0.99888 * cos(radians(least(85.1, abs(lat) + (radius_m + trail_m) / 111000))))))
$$;

-- Ground metres between two anchors at a latitude.
create function app.metres_apart(a point, b point, lat double precision) returns double precision
language sql immutable parallel safe as $$
  select (metres_apart.a operator(pg_catalog.<->) metres_apart.b) * 0.99888 * cos(radians(lat))
$$;

-- Availability ----------------------------------------------------------------------------------------------------

-- In plpgsql, which keeps its plan, as each step of a trip asks (and refreshes) several times: a definer function in SQL
-- is planned at every call.
create function app.is_busy(driver_id uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select 1 from public.bookings b where b.driver_id = is_busy.driver_id and b.engaged_at is not null
    and b.status in ('ACCEPTED', 'ARRIVED', 'STARTED', 'REACHED'));
end $$;
comment on function app.is_busy is 'Whether a booking engages the driver now. Derived, so that no flag can drift.';

-- Beside the positions and not in them: a map that follows asks what changed since it last asked, and who went off duty
-- moves no more.
create table app.driver_states (
  driver_id uuid primary key references public.drivers (id) on delete cascade,
  state text not null check (state in ('off', 'free', 'busy')),
  changed_at timestamptz not null default app.now()
);
create index driver_states_changed_at on app.driver_states (changed_at);
comment on table app.driver_states is 'Since when each driver is off duty, free or busy; kept by app.refresh_driver for maps that follow.';
alter table app.driver_states enable row level security;

create function app.refresh_driver(driver_id uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  update public.driver_positions p
  set car_type = d.car_type_id, seats = v.seats, luggage = v.luggage, child_seats = v.child_seats, wheelchair = v.wheelchair, available = f.free, pt = case when f.free then app.search_point(d.car_type_id, p.lat, p.lng) end,
    away_pt = case when not f.free then app.anchor(p.lat, p.lng) end
  from public.drivers d
  join public.profiles pr on pr.id = d.id
  cross join lateral app.car_of(d.id) v
  cross join lateral (select d.driver_active_status and pr.approved and pr.usertype = 'driver' and not app.is_taken(d.id) as free offset 0) f
  where d.id = refresh_driver.driver_id and p.driver_id = d.id
    and (p.available is distinct from f.free or p.car_type is distinct from d.car_type_id
      or (p.seats, p.luggage, p.child_seats, p.wheelchair) <> (v.seats, v.luggage, v.child_seats, v.wheelchair));
  insert into app.driver_states as s (driver_id, state)
  select d.id, case when not (d.driver_active_status and pr.approved and pr.usertype = 'driver') then 'off' when app.is_busy(d.id) then 'busy' else 'free' end
  from public.drivers d join public.profiles pr on pr.id = d.id where d.id = refresh_driver.driver_id
  on conflict on constraint driver_states_pkey do update set state = excluded.state, changed_at = excluded.changed_at where s.state <> excluded.state;
end $$;
comment on function app.refresh_driver is 'Makes a driver findable or not, after anything that decides it.';

create function app.refresh_drivers(was public.bookings, booking public.bookings) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  -- Of several parcels two may end at once, and each would still see the other: one after the other.
  if (was).driver_id is not null and (booking).category = 'delivery' then
    perform 1 from public.drivers d where d.id = (was).driver_id for no key update;
  end if;
  if (was).driver_id is not null then perform app.refresh_driver((was).driver_id); end if;
  if (booking).driver_id is not null and (booking).driver_id is distinct from (was).driver_id then
    perform app.refresh_driver((booking).driver_id);
  end if;
end $$;
comment on function app.refresh_drivers is 'Engages or frees the driver before and the driver after a change of status.';

create function app.tg_drivers__refresh() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform app.refresh_driver(new.id);
  return null;
end $$;
create trigger drivers__refresh after update of driver_active_status, car_type_id on public.drivers
  for each row execute function app.tg_drivers__refresh();
create function app.tg_vehicles__refresh() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform app.refresh_driver(coalesce(new.driver_id, old.driver_id));
  return null;
end $$;
create trigger vehicles__refresh after insert or update or delete on public.vehicles
  for each row execute function app.tg_vehicles__refresh();
create function app.tg_car_types__refresh() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform app.refresh_driver(d.id) from public.drivers d where d.car_type_id = new.id;
  return null;
end $$;
create trigger car_types__refresh after update of seats on public.car_types
  for each row when (old.seats is distinct from new.seats) execute function app.tg_car_types__refresh();
create trigger profiles__refresh after update of approved, usertype on public.profiles
  for each row when (old.approved is distinct from new.approved or old.usertype is distinct from new.usertype)
  execute function app.tg_drivers__refresh();

-- Reporting -------------------------------------------------------------------------------------------------------

-- 200 km/h in metres a second: faster than any road allows.
create function app.fastest_mps() returns double precision language sql immutable parallel safe as $$ select 200 / 3.6::double precision $$;

-- JSON knows numbers that no float holds (1e400): they are cut, since a report is never an error.
create function app.number_of(value jsonb) returns double precision
language sql immutable parallel safe set search_path = '' as $$
  select case when jsonb_typeof(value) = 'number' then round(least(greatest((value #>> '{}')::numeric, -1e6), 1e6), 12)::double precision end
$$;

-- How far a report's times are behind the rules' clock. Pages tell the server's time, devices that know only their own tell
-- the wall clock: whichever brings the newest point closer to this moment is meant, for all points of the report.
create function app.report_lag(points jsonb) returns interval
language plpgsql stable security definer set search_path = '' as $$
declare
  v_offset interval := (select c."offset" from app.clock c);
  v_told timestamptz;
begin
  if v_offset = interval '0' then return v_offset; end if;
  select max(t.told) into v_told
  from jsonb_array_elements(case when jsonb_typeof(points) = 'array' then points else '[]' end) with ordinality e (point, place)
  cross join lateral (select app.time_of(e.point -> 'at') as told) t
  where e.place <= 1000 and isfinite(t.told) and t.told <= greatest(app.now(), app.now() - v_offset) + interval '30 seconds';
  return case when abs(extract(epoch from v_told + v_offset - app.now())) < abs(extract(epoch from v_told - app.now()))
    then v_offset else interval '0' end;
end $$;

-- The points of a report that can be true: numbers on the globe, not from the future, in order of time. Some write -1 for
-- a heading that they do not know: the point counts without one.
create function app.read_points(points jsonb)
returns table (lat double precision, lng double precision, heading double precision, accuracy double precision, at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
declare v_lag interval := app.report_lag(read_points.points);
begin
  return query select p.lat, p.lng, case when p.heading between 0 and 360 then p.heading end, p.accuracy, t.at
  from (
    select app.number_of(e.point -> 'lat') as lat, app.number_of(e.point -> 'lng') as lng,
      app.number_of(e.point -> 'heading') as heading, app.number_of(e.point -> 'accuracy') as accuracy,
      app.time_of(e.point -> 'at') as told, coalesce(jsonb_typeof(e.point -> 'at'), 'null') = 'null' as untold
    from jsonb_array_elements(case when jsonb_typeof(points) = 'array' then points else '[]' end) with ordinality e (point, place)
    where e.place <= 1000
  ) p
  cross join lateral (select case
    when p.untold then app.now()
    when p.told + v_lag <= app.now() + interval '30 seconds' then least(p.told + v_lag, app.now())
  end as at) t
  where app.is_place(p.lat, p.lng) and isfinite(t.at) and coalesce(p.accuracy, 0) between 0 and 500
  order by t.at;
end $$;

-- Metres on a plane, right to a percent as far as a car drives in minutes. Inlined: it is asked with every report.
create function app.flat_m(lat1 double precision, lng1 double precision, lat2 double precision, lng2 double precision)
returns double precision language sql immutable parallel safe as $$
  select 111195 * sqrt((lat2 - lat1) ^ 2 + ((lng2 - lng1) * cos(radians(lat2))) ^ 2)
$$;

-- Unlogged: after a crash a jump has to be reported three times again.
create unlogged table app.position_jumps (
  driver_id uuid primary key references public.drivers (id) on delete cascade,
  lat double precision not null,
  lng double precision not null,
  at timestamptz not null,
  since timestamptz not null,
  points integer not null check (points >= 0),
  constraint position_jumps_place check (app.is_place(lat, lng))
);
comment on table app.position_jumps is 'Where drivers claim to be whose report was faster than 200 km/h from their stored position.';
comment on column app.position_jumps.since is 'When the first of these points arrived, by the server''s clock.';
comment on column app.position_jumps.points is 'How many followed from one another, each within a minute of the one before; 0 for a driver who went on duty at `at`.';
alter table app.position_jumps enable row level security;

create function app.follows(jump app.position_jumps, lat double precision, lng double precision, at timestamptz) returns boolean
language sql immutable set search_path = '' as $$
  select (jump).points > 0 and follows.at <= (jump).at + interval '1 minute' and app.distance_m((jump).lat, (jump).lng, follows.lat, follows.lng)
    <= app.fastest_mps() * extract(epoch from follows.at - (jump).at)
$$;
comment on function app.follows is 'Whether a point can follow from the last one of a jump: within a minute, at 200 km/h at most.';

create function app.expect_anywhere(driver_id uuid) returns void
language sql volatile security definer set search_path = '' as $$
  insert into app.position_jumps as j (driver_id, lat, lng, at, since, points)
  select p.driver_id, p.lat, p.lng, app.now(), app.now(), 0 from public.driver_positions p where p.driver_id = expect_anywhere.driver_id
  on conflict on constraint position_jumps_pkey do update set at = excluded.at, since = excluded.since, points = 0
$$;
comment on function app.expect_anywhere is 'Lets the next report of a driver who goes on duty count wherever it is.';

create function app.is_first_report(jump app.position_jumps) returns boolean
language sql stable security definer set search_path = '' as $$
  select (jump).points = 0 and exists (
    select 1 from public.driver_positions p where p.driver_id = (jump).driver_id and p.updated_at <= (jump).at)
$$;
comment on function app.is_first_report is 'Whether a driver went on duty and no report was stored since.';

-- A report above 200 km/h leaves the old position: else a driver could jump to where a ride is and win its offer. A driver
-- who really is there (after a train, or a wrong fix before) says so by three points that follow from one another over
-- 20 s, timed by their arrival, as a client chooses "at". The first report after going on duty counts wherever it is: nobody
-- knows where the break was spent. Answers the drivers whose old position is given up.
create function app.weigh_jumps(driver_ids uuid[], lats double precision[], lngs double precision[], ats timestamptz[]) returns setof uuid
language plpgsql volatile security definer set search_path = '' as $$
declare v_jump app.position_jumps;
begin
  for v_jump in
    insert into app.position_jumps as j (driver_id, lat, lng, at, since, points)
    select distinct on (n.id) n.id, n.lat, n.lng, n.at, app.now(), 1
    from unnest(driver_ids, lats, lngs, ats) n (id, lat, lng, at) join public.driver_positions p on p.driver_id = n.id
    where app.is_place(n.lat, n.lng) and n.at <= app.now() + interval '30 seconds' and p.updated_at <= n.at
      and p.updated_at > n.at - make_interval(secs => app.flat_m(p.lat, p.lng, n.lat, n.lng) / app.fastest_mps())
    order by n.id, n.at desc
    on conflict on constraint position_jumps_pkey do update set lat = excluded.lat, lng = excluded.lng, at = excluded.at,
      since = case when app.is_first_report(j) then '-infinity'
        when app.follows(j, excluded.lat, excluded.lng, excluded.at) then j.since else excluded.since end,
      points = case when app.is_first_report(j) then 3
        when app.follows(j, excluded.lat, excluded.lng, excluded.at) then j.points + 1 else 1 end
    where excluded.at > j.at
    returning j.*
  loop
    continue when v_jump.points < 3 or v_jump.since > app.now() - interval '20 seconds';
    delete from app.position_jumps j where j.driver_id = v_jump.driver_id;
    return next v_jump.driver_id;
  end loop;
end $$;

-- Many drivers' newest positions in one statement; a driver without a row is skipped, as is what cannot be true. In the
-- order of ids, so that two batches cannot wait for one another: hence the nested loop, which keeps the order of the
-- batch. A report lost in a crash is repeated by the next: nobody waits for the disk.
create function app.ingest_positions(driver_ids uuid[], lats double precision[], lngs double precision[],
  headings double precision[], ats timestamptz[], accuracies double precision[] default null) returns integer
language plpgsql security definer set search_path = '' set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
declare
  v_stored integer;
  v_moved uuid[];
  v_latest timestamptz := app.now() + interval '30 seconds';
begin
  perform set_config('synchronous_commit', 'off', true);
  update public.driver_positions p set lat = u.lat, lng = u.lng, heading = u.heading, accuracy = u.accuracy, updated_at = u.at,
    pt = case
      when not p.available then null
      when app.metres_apart(p.pt, app.search_point(p.car_type, u.lat, u.lng), u.lat) <= 50 then p.pt
      else app.search_point(p.car_type, u.lat, u.lng) end,
    away_pt = case
      when p.available then null
      when app.metres_apart(p.away_pt, app.anchor(u.lat, u.lng), u.lat) <= 500 then p.away_pt
      else app.anchor(u.lat, u.lng) end
  from (
    select distinct on (n.id) n.id, n.lat, n.lng, case when n.heading between 0 and 360 then n.heading end as heading, n.at, n.accuracy
    from unnest(driver_ids, lats, lngs, headings, ats, accuracies) n (id, lat, lng, heading, at, accuracy)
    where app.is_place(n.lat, n.lng) and n.at <= v_latest and isfinite(n.at) and coalesce(n.accuracy, 0) between 0 and 500
    order by n.id, n.at desc) u
  -- Most moves are small: 0.0004 degrees are at most 44 m, and 0.8 s for them 200 km/h. The exact bound costs 5 % of a batch.
  where p.driver_id = u.id and case when abs(u.lat - p.lat) + abs(u.lng - p.lng) < 0.0004 and p.updated_at <= u.at - interval '0.8 seconds' then true
    else p.updated_at <= u.at - make_interval(secs => app.flat_m(p.lat, p.lng, u.lat, u.lng) / app.fastest_mps()) end;
  get diagnostics v_stored = row_count;
  -- Only what was not stored is looked at again, so that an ordinary batch costs no second statement.
  if v_stored < cardinality(driver_ids) then
    v_moved := array(select app.weigh_jumps(driver_ids, lats, lngs, ats));
    if v_moved <> '{}' then
      update public.driver_positions p set updated_at = p.updated_at - interval '10 days' where p.driver_id = any (v_moved);
      return v_stored + (select app.ingest_positions(array_agg(n.id), array_agg(n.lat), array_agg(n.lng), array_agg(n.heading),
          array_agg(n.at), array_agg(n.accuracy))
        from unnest(driver_ids, lats, lngs, headings, ats, accuracies) n (id, lat, lng, heading, at, accuracy) where n.id = any (v_moved));
    end if;
  end if;
  return v_stored;
end $$;
comment on function app.ingest_positions is
  'Stores the newest position of each driver, arrays side by side (degrees, metres); older than what is known, impossible or faster than 200 km/h is dropped (see app.weigh_jumps). Answers how many were stored.';

create function app.store_position(driver public.drivers, lat double precision, lng double precision,
  heading double precision, accuracy double precision, at timestamptz) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  if app.ingest_positions(array[(driver).id], array[store_position.lat], array[store_position.lng], array[store_position.heading],
    array[store_position.at], array[store_position.accuracy]) > 0 then return true; end if;
  insert into public.driver_positions as p (driver_id, car_type, lat, lng, heading, accuracy, updated_at, away_pt)
  values ((driver).id, (driver).car_type_id, store_position.lat, store_position.lng, store_position.heading,
    store_position.accuracy, store_position.at, app.anchor(store_position.lat, store_position.lng))
  on conflict on constraint driver_positions_pkey do nothing;
  if not found then return false; end if;
  perform app.refresh_driver((driver).id);
  return true;
end $$;
comment on function app.store_position is 'Stores where a driver is; false where the report is older than what is known, or a jump that is not believed yet.';

-- A driver who fell silent is taken out of the search, where those who can come are looked for; the next report is the
-- way back. Dispatch checks the age of a position itself, so nothing depends on when this runs.
create function app.park_silent_drivers() returns void
language sql volatile security definer set search_path = '' as $$
  update public.driver_positions p set pt = null, away_pt = app.anchor(p.lat, p.lng)
  where p.driver_id in (select s.driver_id from public.driver_positions s
    where s.pt is not null and s.updated_at < app.now() - interval '5 minutes' order by s.driver_id limit 5000 for no key update skip locked)
$$;

-- A point that arrives late belongs to the booking and the status of its time. Between points that are known it is kept only where
-- the phone was silent: elsewhere points in between would add up to a longer way.
create function app.keep_late_point_of(booking_id uuid, driver_id uuid, lat double precision, lng double precision, heading double precision,
  accuracy double precision, at timestamptz) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_id uuid := keep_late_point_of.booking_id;
  v_status text;
  v_before public.tracking_points;
  v_after public.tracking_points;
begin
  v_status := app.status_at(v_id, keep_late_point_of.at);
  if v_status is null or v_status not in ('ACCEPTED', 'ARRIVED', 'STARTED') then return false; end if;
  select t.* into v_before from public.tracking_points t where t.booking_id = v_id and t.driver_id = keep_late_point_of.driver_id
    and t.at <= keep_late_point_of.at order by t.at desc limit 1;
  select t.* into v_after from public.tracking_points t where t.booking_id = v_id and t.driver_id = keep_late_point_of.driver_id
    and t.at > keep_late_point_of.at order by t.at limit 1;
  if v_before.at is not null and (keep_late_point_of.at < v_before.at + interval '900 milliseconds'
      or app.distance_m(v_before.lat, v_before.lng, keep_late_point_of.lat, keep_late_point_of.lng) > app.fastest_mps() * extract(epoch from keep_late_point_of.at - v_before.at))
    or v_after.at is not null and (v_after.at < keep_late_point_of.at + interval '900 milliseconds'
      or v_before.at is not null and v_after.at <= v_before.at + interval '30 seconds'
      or app.distance_m(v_after.lat, v_after.lng, keep_late_point_of.lat, keep_late_point_of.lng) > app.fastest_mps() * extract(epoch from v_after.at - keep_late_point_of.at)) then
    return false;
  end if;
  insert into public.tracking_points (booking_id, driver_id, status, lat, lng, heading, accuracy, at, received_at)
  values (v_id, keep_late_point_of.driver_id, v_status, keep_late_point_of.lat, keep_late_point_of.lng, keep_late_point_of.heading, keep_late_point_of.accuracy,
    keep_late_point_of.at, case when keep_late_point_of.at < app.now() - interval '60 seconds' then app.now() end);
  return true;
end $$;

-- Of parcels that were carried at once each keeps it; of rides only the last that was accepted by then can have been under way.
create function app.keep_late_point(driver_id uuid, lat double precision, lng double precision, heading double precision,
  accuracy double precision, at timestamptz) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_job record;
  v_kept boolean := false;
begin
  for v_job in select b.id, b.category from public.bookings b
    where b.driver_id = keep_late_point.driver_id and b.engaged_at is not null and greatest(b.accepted_at, b.engaged_at) <= keep_late_point.at
      and coalesce(b.reached_at, b.cancelled_at, 'infinity') > app.now() - interval '24 hours'
    order by b.accepted_at desc limit 10
  loop
    v_kept := app.keep_late_point_of(v_job.id, keep_late_point.driver_id, keep_late_point.lat, keep_late_point.lng, keep_late_point.heading,
      keep_late_point.accuracy, keep_late_point.at) or v_kept;
    exit when v_job.category <> 'delivery';
  end loop;
  return v_kept;
end $$;
comment on function app.keep_late_point is 'Keeps a point of the last day in the trail of the trip that the driver was on then; false where there was none, or the point cannot be true.';

-- What was weighed for the first of several parcels is the way of the others, too, from when each was taken along.
create function app.trail_along(first_id uuid, driver_id uuid, lat double precision, lng double precision, heading double precision,
  accuracy double precision, at timestamptz) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  insert into public.tracking_points (booking_id, driver_id, status, lat, lng, heading, accuracy, at, received_at)
  select b.id, b.driver_id, case when trail_along.at >= greatest(b.accepted_at, b.engaged_at, b.arrived_at, b.started_at) then b.status
      else coalesce(app.status_at(b.id, trail_along.at), b.status) end,
    trail_along.lat, trail_along.lng, trail_along.heading, trail_along.accuracy, trail_along.at,
    case when trail_along.at < app.now() - interval '60 seconds' then app.now() end
  from public.bookings b where b.driver_id = trail_along.driver_id and b.is_along and b.status in ('ACCEPTED', 'ARRIVED', 'STARTED')
    and b.id <> trail_along.first_id and greatest(b.accepted_at, b.engaged_at) <= trail_along.at;
end $$;

create function public.report_positions(points jsonb) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  v_me public.profiles := app.caller();
  v_driver public.drivers := app.driver_row(v_me);
  v_trip record;
  v_last public.tracking_points;
  v_newest record;
  v_known timestamptz;
  v_kept integer := 0;
  v_has_others boolean := false;
  p record;
begin
  select d.updated_at into v_known from public.driver_positions d where d.driver_id = v_driver.id;
  select b.id, b.status, greatest(b.accepted_at, b.engaged_at) as since, greatest(b.accepted_at, b.engaged_at, b.arrived_at, b.started_at) as moved_at into v_trip
  from public.bookings b
  where b.driver_id = v_driver.id and b.engaged_at is not null and b.status in ('ACCEPTED', 'ARRIVED', 'STARTED')
  order by b.is_along, b.accepted_at, b.id limit 1;
  if v_trip.id is null then
    perform app.require_active(v_me);
  else
    -- One report at a time, so that each is measured against the one before: two at once could tell two ways in one.
    perform pg_advisory_xact_lock(hashtextextended('trail' || v_driver.id, 0));
    select t.* into v_last from public.tracking_points t where t.booking_id = v_trip.id
      and t.driver_id = v_driver.id order by t.at desc limit 1;
    v_has_others := exists (select 1 from public.bookings b where b.driver_id = v_driver.id and b.engaged_at is not null
      and b.status in ('ACCEPTED', 'ARRIVED', 'STARTED') and b.id <> v_trip.id);
  end if;
  for p in select r.* from app.read_points(report_positions.points) r loop
    if v_trip.id is not null and p.at >= v_trip.since and (v_last.at is null or p.at >= v_last.at) then
      -- Points closer in time than a second or so add nothing but their number,
      -- and many small steps between them would add up to a longer way.
      continue when v_last.at is not null and (p.at < v_last.at + interval '900 milliseconds'
        or app.distance_m(v_last.lat, v_last.lng, p.lat, p.lng) > app.fastest_mps() * extract(epoch from p.at - v_last.at));
      insert into public.tracking_points (booking_id, driver_id, status, lat, lng, heading, accuracy, at, received_at)
      values (v_trip.id, v_driver.id, case when p.at >= v_trip.moved_at then v_trip.status else coalesce(app.status_at(v_trip.id, p.at), v_trip.status) end,
        p.lat, p.lng, p.heading, p.accuracy, p.at, case when p.at < app.now() - interval '60 seconds' then app.now() end);
      if v_has_others then perform app.trail_along(v_trip.id, v_driver.id, p.lat, p.lng, p.heading, p.accuracy, p.at); end if;
      v_last.lat := p.lat; v_last.lng := p.lng; v_last.at := p.at;
    elsif p.at < app.now() - interval '60 seconds' or p.at < v_last.at then
      -- Late: of a trip it counts for the trail, else only where it is the newest that is known.
      if v_trip.id is null then perform pg_advisory_xact_lock(hashtextextended('trail' || v_driver.id, 0)); end if;
      if not app.keep_late_point(v_driver.id, p.lat, p.lng, p.heading, p.accuracy, p.at) then
        continue when v_trip.id is not null or p.at < v_known;
      end if;
    else
      continue when p.at < v_known;
    end if;
    v_newest := p;
    v_kept := v_kept + 1;
  end loop;
  -- The hot row is written once, however many points a report brings.
  if v_kept > 0 then
    if not app.store_position(v_driver, v_newest.lat, v_newest.lng, v_newest.heading, v_newest.accuracy, v_newest.at) then
      return case when v_trip.id is null and v_newest.at >= v_known then 0 else v_kept end;
    end if;
    if v_trip.id is not null then
      perform app.watch_trip(j.id, v_driver.id, v_newest.lat, v_newest.lng, v_newest.accuracy, v_newest.at)
      from (select v_trip.id union all select b.id from public.bookings b where v_has_others and b.driver_id = v_driver.id and b.engaged_at is not null
        and b.status in ('ACCEPTED', 'ARRIVED', 'STARTED') and b.id <> v_trip.id) j (id);
    end if;
  end if;
  return v_kept;
end $$;
comment on function public.report_positions is
  'Stores the caller''s positions [{lat, lng, heading, accuracy, at}] (degrees, metres, time or ms). Points that arrive late are kept for the booking and the status of their time, up to a day after its end. Implausible or out-of-trip points are dropped; a jump above 200 km/h leaves the old position until three points over 20 s follow from one another. Answers how many were kept. Errors: not_a_driver, require_approval.';
revoke execute on function public.report_positions(jsonb) from public, anon;
grant execute on function public.report_positions(jsonb) to authenticated;

create function public.report_position(lat double precision, lng double precision, heading double precision default null,
  accuracy double precision default null, at timestamptz default null) returns integer
language plpgsql security definer set search_path = '' as $$
begin
  return public.report_positions(jsonb_build_array(jsonb_build_object('lat', report_position.lat, 'lng', report_position.lng,
    'heading', report_position.heading, 'accuracy', report_position.accuracy, 'at', report_position.at)));
end $$;
comment on function public.report_position is 'report_positions for one point; without "at" it is true now.';
revoke execute on function public.report_position(double precision, double precision, double precision, double precision, timestamptz) from public, anon;
grant execute on function public.report_position(double precision, double precision, double precision, double precision, timestamptz) to authenticated;

-- Where trips begin ----------------------------------------------------------------------------------------------

-- Drivers farther from it than they are looked for would be online in vain.
create table app.service_area (
  id boolean primary key default true check (id),
  west double precision not null,
  south double precision not null,
  east double precision not null,
  north double precision not null,
  constraint service_area_box check (west >= -180 and west < east and east <= 180 and south >= -85 and south < north and north <= 85)
);
comment on table app.service_area is 'The box of the map region that this database serves; no row: trips begin anywhere.';
alter table app.service_area enable row level security;

create function public.set_service_area(west double precision default null, south double precision default null,
  east double precision default null, north double precision default null) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if set_service_area.west is null then
    delete from app.service_area;
    return;
  end if;
  if not coalesce(app.is_place(set_service_area.south, set_service_area.west) and app.is_place(set_service_area.north, set_service_area.east)
    and set_service_area.west < set_service_area.east and set_service_area.south < set_service_area.north, false) then
    raise sqlstate 'PT422' using message = 'service_area_invalid', hint = 'Give west, south, east and north in degrees, or nothing for everywhere';
  end if;
  insert into app.service_area as a (west, south, east, north) values (set_service_area.west, set_service_area.south, set_service_area.east, set_service_area.north)
  on conflict (id) do update set west = excluded.west, south = excluded.south, east = excluded.east, north = excluded.north;
end $$;
comment on function public.set_service_area is 'Says where trips begin, as the box of the map region (degrees); without arguments everywhere. Errors: service_area_invalid.';
revoke execute on function public.set_service_area(double precision, double precision, double precision, double precision) from public, anon, authenticated;
grant execute on function public.set_service_area(double precision, double precision, double precision, double precision) to service_role;

create function app.is_served(lat double precision, lng double precision) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return app.is_place(is_served.lat, is_served.lng) and coalesce((select app.distance_m(is_served.lat, is_served.lng,
      least(a.north, greatest(a.south, is_served.lat)), least(a.east, greatest(a.west, is_served.lng))) <= app.radius_m()
    from app.service_area a), true);
end $$;
comment on function app.is_served is 'Whether a place is within the service area, or as far from it as drivers are looked for (settings.driver_radius).';

create function public.is_served(lat double precision, lng double precision) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  perform app.me();
  return app.is_served(is_served.lat, is_served.lng);
end $$;
comment on function public.is_served is 'Whether a driver at this place can be offered trips. Errors: must_login, require_approval.';
revoke execute on function public.is_served(double precision, double precision) from public, anon;
grant execute on function public.is_served(double precision, double precision) to authenticated;

-- On duty ------------------------------------------------------------------------------------------------------------

create function app.require_served(lat double precision, lng double precision) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if not app.is_served(require_served.lat, require_served.lng) then
    raise sqlstate 'PT409' using message = 'outside_service_area', hint = 'Trips are offered to drivers in the service area and around it';
  end if;
end $$;

create function public.set_driver_active(active boolean, place jsonb default null) returns public.drivers
language plpgsql security definer set search_path = '' as $$
declare
  v_driver public.drivers := app.me_as_driver();
  v_known public.driver_positions;
  v_here record;
begin
  if not coalesce(set_driver_active.active, false) then
    update public.drivers d set driver_active_status = false where d.id = v_driver.id returning d.* into v_driver;
    return v_driver;
  end if;
  if v_driver.car_type_id is null then
    raise sqlstate 'PT409' using message = 'no_car', hint = 'An admin has to set the car type first';
  end if;
  if set_driver_active.place is not null then
    select p.* into v_here from app.read_points(jsonb_build_array(set_driver_active.place)) p where p.at > app.now() - interval '60 seconds';
    if not found then
      raise sqlstate 'PT422' using message = 'position_needed', hint = 'Give lat and lng of the last minute, to 500 m or better';
    end if;
    perform app.require_served(v_here.lat, v_here.lng);
  elsif not v_driver.driver_active_status then
    select p.* into v_known from public.driver_positions p where p.driver_id = v_driver.id and p.updated_at > app.now() - interval '60 seconds';
    if found then
      perform app.require_served(v_known.lat, v_known.lng);
    elsif (select s.duty_needs_position from public.settings s where s.id = 1) then
      raise sqlstate 'PT409' using message = 'position_needed', hint = 'Give the position with it, or report it before';
    end if;
  end if;
  if not v_driver.driver_active_status then
    perform app.require_shift(v_driver.id);
    perform app.expect_anywhere(v_driver.id);
  end if;
  update public.drivers d set driver_active_status = true where d.id = v_driver.id returning d.* into v_driver;
  if set_driver_active.place is not null then
    perform app.store_position(v_driver, v_here.lat, v_here.lng, v_here.heading, v_here.accuracy, v_here.at);
  end if;
  return v_driver;
end $$;
comment on function public.set_driver_active is
  'Goes on duty, with the place where the driver is ({lat, lng, heading, accuracy, at} as report_positions takes it), or off duty. Errors: not_a_driver, require_approval, no_car, outside_service_area, position_needed (no usable position, or none with settings.duty_needs_position), shift_required (settings.shift_mileage or shift_photos asks for a shift first).';
revoke execute on function public.set_driver_active(boolean, jsonb) from public, anon;
grant execute on function public.set_driver_active(boolean, jsonb) to authenticated;

-- Finding ---------------------------------------------------------------------------------------------------------

create function app.radius_m() returns double precision
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select s.driver_radius::double precision * case when s.convert_to_mile then 1609.344 else 1000 end from public.settings s where s.id = 1);
end $$;

-- The hot path of dispatch: the k nearest drivers of a car type who may be asked, carry what is asked and were heard of within
-- a minute. What a car carries is asked in the walk itself: after its limit a rare car would be missed behind common ones.
-- Nearest neighbours by anchor, and so many more as may lie in the wrong order since an anchor trails its driver: they
-- stand along the edge of a circle that holds k. Then the exact distance. The box keeps a search in an empty or silent
-- region from walking the whole index. No definer, no SET and one statement, so that it is planned as part of its
-- caller's query; the point in a subquery of its own, which is evaluated once and not for each neighbour. Figures and rejected ways: docs/benchmarks.md.
create function app.nearest_drivers(car_type uuid, lat double precision, lng double precision, radius_m double precision, k integer,
  seats integer default 0, luggage integer default 0, child_seats integer default 0, wheelchair boolean default false)
returns table (driver_id uuid, distance_m double precision)
language sql stable parallel safe as $$
  select e.driver_id, e.m from (
    select n.driver_id, app.distance_m(nearest_drivers.lat, nearest_drivers.lng, n.lat, n.lng) as m from (
      select p.driver_id, p.lat, p.lng from public.driver_positions p
      where p.car_type = nearest_drivers.car_type and p.pt is not null
        and p.pt operator(pg_catalog.<@) app.box_around(app.search_point(nearest_drivers.car_type, nearest_drivers.lat, nearest_drivers.lng),
          nearest_drivers.lat, nearest_drivers.radius_m)
        and p.updated_at > (select t.at - interval '60 seconds' from app.present t)
        and p.seats >= nearest_drivers.seats and p.luggage >= nearest_drivers.luggage and p.child_seats >= nearest_drivers.child_seats
        and p.wheelchair >= nearest_drivers.wheelchair
      order by p.pt operator(pg_catalog.<->) (select app.search_point(nearest_drivers.car_type, nearest_drivers.lat, nearest_drivers.lng))
      limit nearest_drivers.k + (2 * sqrt(nearest_drivers.k))::integer) n
    -- A fence: else the distance is computed for the cut and for the order again.
    offset 0) e
  where e.m <= nearest_drivers.radius_m order by e.m limit nearest_drivers.k
$$;
comment on function app.nearest_drivers is 'The k nearest free drivers of a car type within a radius in metres whose cars carry what is asked, with exact distances.';

-- A page asks every ten seconds, and once for each place that is tried. Visitors share one allowance: nothing about them
-- that a database sees is true, and without an answer their page goes on without cars.
create function app.spend_look() returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform set_config('synchronous_commit', 'off', true);
  if not app.is_person() or (case when auth.uid() is null then public.take_rate_limit('nearby:visitors', 1200, 60)
      else public.take_rate_limit('nearby:' || auth.uid(), 60, 60) end) then return; end if;
  raise sqlstate 'PT429' using message = 'too_many_requests', hint = 'Sixty looks a minute; wait a little';
end $$;

-- Streets are 1.35 times as long as the crow's flight and a cab makes 28 km/h in a town; a minute to read the offer and set off.
create function app.pickup_secs(distance_km double precision) returns integer
language sql immutable parallel safe set search_path = '' as $$
  select (60 + pickup_secs.distance_km * 1.35 / 28 * 3600)::integer
$$;
comment on function app.pickup_secs is 'Seconds until a car this far away stands at the pickup: a guess for choosing a car, never part of a price.';

create function public.nearby_drivers(lat double precision, lng double precision)
returns table (car_type_id uuid, lat double precision, lng double precision, heading double precision, distance_km double precision, pickup_secs integer)
language sql volatile security definer set search_path = '' set enable_bitmapscan = off as $$
  select app.spend_look();
  -- Distance, order and cut follow from the place that is shown: exact distances from three points would give the exact
  -- place away. Rounding moves a place by up to 80 m, hence the wider search.
  select f.car_type, f.lat, f.lng, f.heading, f.km, app.pickup_secs(f.km) from (
  select n.car_type, s.lat, s.lng, round(n.heading)::double precision as heading, round((d.m / 1000)::numeric, 1)::double precision as km, d.m
  from (select app.radius_m() as m offset 0) r
  cross join public.car_types c
  cross join lateral (
    -- Chosen by anchor, which tells no exact place either, and more than are shown, as rounding reorders them.
    select p.car_type, p.lat, p.lng, p.heading from public.driver_positions p
    where p.car_type = c.id and p.pt is not null and p.updated_at > (select app.now() - interval '60 seconds')
      and p.pt operator(pg_catalog.<@) app.box_around(app.search_point(c.id, nearby_drivers.lat, nearby_drivers.lng), nearby_drivers.lat, r.m + 100)
    order by p.pt operator(pg_catalog.<->) app.search_point(c.id, nearby_drivers.lat, nearby_drivers.lng) limit 60) n
  cross join lateral (select round(n.lat::numeric, 3)::double precision as lat, round(n.lng::numeric, 3)::double precision as lng) s
  cross join lateral (select app.distance_m(nearby_drivers.lat, nearby_drivers.lng, s.lat, s.lng) as m) d
  where app.is_place(nearby_drivers.lat, nearby_drivers.lng) and d.m <= r.m
  -- A crowd of one type hides no other: the nearest of each comes first into the twenty.
  order by row_number() over (partition by n.car_type order by d.m, s.lat, s.lng) > 1, d.m, s.lat, s.lng, n.car_type limit 20) f
  order by f.m, f.lat, f.lng, f.car_type
$$;
comment on function public.nearby_drivers is
  'Up to 20 free drivers around a point, the nearest of each car type among them: car type, position to about 100 m, heading, kilometres, seconds until the car would be there. Never who they are. Sixty calls a minute. Errors: too_many_requests.';
revoke execute on function public.nearby_drivers(double precision, double precision) from public;
grant execute on function public.nearby_drivers(double precision, double precision) to anon, authenticated;
