-- Reports of positions: functions that read a report with several points, detect impossible jumps, and store the newest
-- position.
-- Needs:  driver_positions, tracking_points
-- Access: internal; app.ingest_positions writes positions of many drivers
-- Tests:  tests/db/positions.sql

-- Returns the highest speed of a car that counts as plausible, in metres per second (200 km/h).
create function app.fastest_mps() returns double precision language sql immutable parallel safe as $$ select 200 / 3.6::double precision $$;

-- Reads a number of a report; null if the value is not a number. A JSON number may be too large for a float (1e400). Such a
-- number is replaced by 1,000,000, because a report must never raise an error.
create function app.number_of(value jsonb) returns double precision language sql immutable parallel safe set search_path = '' as $$
  select case when jsonb_typeof(value) = 'number' then round(least(greatest((value #>> '{}')::numeric, -1e6), 1e6), 12)::double precision end
$$;

-- Returns what must be added to the times of a report to get times of the application clock: the clock's offset or 0. Tests and
-- simulations can set the application clock ahead. Pages send times of this clock, but devices that do not know it send real
-- times. Of the two values, the one that puts the newest point closer to now is used for all points of the report.
create function app.report_lag(points jsonb) returns interval language plpgsql stable security definer set search_path = '' as $$
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

-- Returns the plausible points among the first 1000 of a report, ordered by time: on the globe, not in the future, and at most
-- 500 m inaccurate. A point without a time counts as measured now. Some phones send -1 for an unknown heading, which becomes
-- null.
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

-- Returns the distance in metres as on a plane, exact to one percent over the distance that a car drives in a few minutes.
-- PostgreSQL can inline this function, which saves time, because every report calls it.
create function app.flat_m(lat1 double precision, lng1 double precision, lat2 double precision, lng2 double precision)
returns double precision language sql immutable parallel safe as $$
  select 111195 * sqrt((lat2 - lat1) ^ 2 + ((lng2 - lng1) * cos(radians(lat2))) ^ 2)
$$;

-- The table is unlogged. A crash may lose its rows, but then the drivers only have to report the new position three more times.
create unlogged table app.position_jumps (
  driver_id uuid primary key references public.drivers (id) on delete cascade,
  lat double precision not null,
  lng double precision not null,
  at timestamptz not null,
  since timestamptz not null,
  points integer not null check (points >= 0),
  constraint position_jumps_place check (app.is_place(lat, lng))
);
call app.describe('app.position_jumps', $$
  New positions that a driver could reach from the stored position only at more than 200 km/h; kept until further reports confirm them.
  since: When the first point of the new position arrived, by the server's clock.
  points: Number of consecutive points at the new position, each within a minute of the previous one; 0 for a driver who went on duty at `at`.
$$);
alter table app.position_jumps enable row level security;

create function app.follows(jump app.position_jumps, lat double precision, lng double precision, at timestamptz) returns boolean
language sql immutable set search_path = '' as $$
  select (jump).points > 0 and follows.at <= (jump).at + interval '1 minute' and app.distance_m((jump).lat, (jump).lng, follows.lat, follows.lng)
    <= app.fastest_mps() * extract(epoch from follows.at - (jump).at)
$$;
comment on function app.follows is 'Whether a point can be the next one in a series that confirms a driver''s new position (app.position_jumps): within a minute and at most at 200 km/h from the last point.';

create function app.accept_next_position(driver_id uuid) returns void language sql volatile security definer set search_path = '' as $$
  insert into app.position_jumps as j (driver_id, lat, lng, at, since, points)
  select p.driver_id, p.lat, p.lng, app.now(), app.now(), 0 from public.driver_positions p where p.driver_id = accept_next_position.driver_id
  on conflict on constraint position_jumps_pkey do update set at = excluded.at, since = excluded.since, points = 0
$$;
comment on function app.accept_next_position is 'Makes a driver''s next report valid wherever it is; called when the driver goes on duty.';

create function app.is_first_report(jump app.position_jumps) returns boolean language sql stable security definer set search_path = '' as $$
  select (jump).points = 0 and exists (
    select 1 from public.driver_positions p where p.driver_id = (jump).driver_id and p.updated_at <= (jump).at)
$$;
comment on function app.is_first_report is 'Whether a driver has gone on duty and no report has been stored since.';

-- Returns the drivers whose new place is accepted although the car would have needed more than 200 km/h. Such a report is
-- usually not stored: otherwise a driver could pretend to be at a pickup and get its offer. A driver who really is there (after
-- a train ride, or because the stored position was wrong) is accepted after three consecutive points over 20 s. The 20 s are
-- measured by when the points arrive, because the client chooses `at`. The first report after going on duty is always accepted,
-- because the driver may have moved during the break.
create function app.judge_jumps(driver_ids uuid[], lats double precision[], lngs double precision[], ats timestamptz[]) returns setof uuid
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

-- Stores the newest positions of many drivers in one statement; skips drivers without a row and implausible reports. Rows are
-- locked in the order of ids, so that two concurrent calls cannot deadlock. A nested loop keeps this order; other joins are
-- off. Commits do not wait for the disk, because the next report replaces a position that a crash lost.
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
  -- Accepts the usual small moves by a quick check: 0.0004 degrees are at most 44 m, and 44 m in 0.8 s are 200 km/h. Always
  -- computing the exact distance would cost 5 % of the time.
  where p.driver_id = u.id and case when abs(u.lat - p.lat) + abs(u.lng - p.lng) < 0.0004 and p.updated_at <= u.at - interval '0.8 seconds' then true
    else p.updated_at <= u.at - make_interval(secs => app.flat_m(p.lat, p.lng, u.lat, u.lng) / app.fastest_mps()) end;
  get diagnostics v_stored = row_count;
  -- If some positions were not stored, checks whether they are jumps that may be accepted (app.judge_jumps). For these drivers
  -- the stored position is marked as ten days old, so that the new one is plausible, and the call is repeated.
  if v_stored < cardinality(driver_ids) then
    v_moved := array(select app.judge_jumps(driver_ids, lats, lngs, ats));
    if v_moved <> '{}' then
      update public.driver_positions p set updated_at = p.updated_at - interval '10 days' where p.driver_id = any (v_moved);
      return v_stored + (select app.ingest_positions(array_agg(n.id), array_agg(n.lat), array_agg(n.lng), array_agg(n.heading),
          array_agg(n.at), array_agg(n.accuracy))
        from unnest(driver_ids, lats, lngs, headings, ats, accuracies) n (id, lat, lng, heading, at, accuracy) where n.id = any (v_moved));
    end if;
  end if;
  return v_stored;
end $$;
comment on function app.ingest_positions is 'Stores the newest position of each driver from parallel arrays (degrees, metres). Drops reports that are older than the stored one, impossible or faster than 200 km/h (see app.judge_jumps). Returns the number stored.';

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
comment on function app.store_position is 'Stores a driver''s position; false if the report is older than the stored one, or a jump above 200 km/h that is not confirmed yet.';

-- Removes drivers who send no positions from the search index; their next report adds them again. Dispatch also checks the age
-- of a position, so its results do not depend on when this function runs.
create function app.park_silent_drivers() returns void language sql volatile security definer set search_path = '' as $$
  update public.driver_positions p set pt = null, away_pt = app.anchor(p.lat, p.lng)
  where p.driver_id in (select s.driver_id from public.driver_positions s
    where s.pt is not null and s.updated_at < app.now() - interval '5 minutes' order by s.driver_id limit 5000 for no key update skip locked)
$$;
