-- Reports of positions: reading a batch, weighing jumps, and storing it.
-- Needs:  driver_positions, tracking_points
-- Access: internal; app.ingest_positions is the batch write
-- Tests:  tests/db/positions.sql

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
