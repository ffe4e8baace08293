-- Reports of positions: functions that read a report with several points, detect impossible jumps, and store the newest
-- position.
-- Access: internal; app.ingest_positions writes positions of many drivers
-- Tests:  tests/db/positions.sql

create function app.accept_next_position(driver_id uuid) returns void
language sql volatile security definer set search_path = '' as $$
  insert into app.position_jumps as j (driver_id, lat, lng, at, since, points)
  select p.driver_id, p.lat, p.lng, app.now(), app.now(), 0 from public.driver_positions p
    where p.driver_id = accept_next_position.driver_id
  on conflict on constraint position_jumps_pkey do update set at = excluded.at, since = excluded.since, points = 0
$$;
comment on function app.accept_next_position is
  'Makes a driver''s next report valid wherever it is; called when the driver goes on duty.';

-- Returns the drivers whose new place is accepted although the car would have needed more than 200 km/h. Such a report
-- is usually not stored: otherwise a driver could pretend to be at a pickup and get its offer. A driver who really is
-- there (after a train ride, or because the stored position was wrong) is accepted after three consecutive points over
-- 20 s. The 20 s are measured by when the points arrive, because the client chooses `at`. The first report after going
-- on duty is always accepted, because the driver may have moved during the break.
create function app.confirm_jumps(driver_ids uuid[], lats double precision[], lngs double precision[],
  ats timestamptz[])
  returns setof uuid
language plpgsql volatile security definer set search_path = '' as $$
declare v_jump app.position_jumps;
begin
  for v_jump in
    insert into app.position_jumps as j (driver_id, lat, lng, at, since, points)
    select distinct on (n.id) n.id, n.lat, n.lng, n.at, app.now(), 1
    from unnest(driver_ids, lats, lngs, ats) n (id, lat, lng, at) join public.driver_positions p on p.driver_id = n.id
    where app.is_place(n.lat, n.lng) and n.at <= app.now() + interval '30 seconds' and p.updated_at <= n.at
      and p.updated_at > n.at - make_interval(secs => app.planar_distance_m(p.lat, p.lng, n.lat, n.lng)
        / app.fastest_mps())
    order by n.id, n.at desc
    on conflict on constraint position_jumps_pkey do update set lat = excluded.lat, lng = excluded.lng,
      at = excluded.at,
      since = case when app.is_first_report(j) then '-infinity'
        when app.is_next_jump_point(j, excluded.lat, excluded.lng, excluded.at) then j.since else excluded.since end,
      points = case when app.is_first_report(j) then 3
        when app.is_next_jump_point(j, excluded.lat, excluded.lng, excluded.at) then j.points + 1 else 1 end
    where excluded.at > j.at
    returning j.*
  loop
    continue when v_jump.points < 3 or v_jump.since > app.now() - interval '20 seconds';
    delete from app.position_jumps j where j.driver_id = v_jump.driver_id;
    return next v_jump.driver_id;
  end loop;
end $$;

-- Stores the newest positions of many drivers in one statement; skips drivers without a row and implausible reports.
-- Rows are locked in the order of ids, so that two concurrent calls cannot deadlock. A nested loop keeps this order;
-- other joins are off. Commits do not wait for the disk, because the next report replaces a position that a crash lost.
create function app.ingest_positions(driver_ids uuid[], lats double precision[], lngs double precision[],
  headings double precision[], ats timestamptz[], accuracies double precision[] default null) returns integer
language plpgsql security definer set search_path = '' set enable_hashjoin = off set enable_mergejoin = off
  set enable_seqscan = off as $$
declare
  v_stored integer;
  v_moved uuid[];
  v_latest timestamptz := app.now() + interval '30 seconds';
begin
  perform set_config('synchronous_commit', 'off', true);
  update public.driver_positions p set lat = u.lat, lng = u.lng, heading = u.heading, accuracy = u.accuracy,
    updated_at = u.at,
    pt = case
      when not p.available then null
      when app.metres_apart(p.pt, app.search_point(p.car_type, u.lat, u.lng), u.lat) <= 50 then p.pt
      else app.search_point(p.car_type, u.lat, u.lng) end,
    away_pt = case
      when p.available then null
      when app.metres_apart(p.away_pt, app.anchor(u.lat, u.lng), u.lat) <= 500 then p.away_pt
      else app.anchor(u.lat, u.lng) end
  from (
    select distinct on (n.id) n.id, n.lat, n.lng, case when n.heading between 0 and 360 then n.heading end as heading,
      n.at, n.accuracy
    from unnest(driver_ids, lats, lngs, headings, ats, accuracies) n (id, lat, lng, heading, at, accuracy)
    where app.is_place(n.lat, n.lng) and n.at <= v_latest and isfinite(n.at)
      and coalesce(n.accuracy, 0) between 0 and 500
    order by n.id, n.at desc) u
  -- Accepts the usual small moves by a quick check: 0.0004 degrees are at most 44 m, and 44 m in 0.8 s are 200 km/h.
  -- Always computing the exact distance would cost 5 % of the time.
  where p.driver_id = u.id and case when abs(u.lat - p.lat) + abs(u.lng - p.lng) < 0.0004
    and p.updated_at <= u.at - interval '0.8 seconds' then true
    else p.updated_at <= u.at - make_interval(secs => app.planar_distance_m(p.lat, p.lng, u.lat, u.lng)
      / app.fastest_mps()) end;
  get diagnostics v_stored = row_count;
  -- If some positions were not stored, checks whether they are jumps that may be accepted (app.confirm_jumps). For
  -- these drivers the stored position is marked as ten days old, so that the new one is plausible, and the call is
  -- repeated.
  if v_stored < cardinality(driver_ids) then
    v_moved := array(select app.confirm_jumps(driver_ids, lats, lngs, ats));
    if v_moved <> '{}' then
      update public.driver_positions p set updated_at = p.updated_at - interval '10 days'
        where p.driver_id = any (v_moved);
      return v_stored + (select app.ingest_positions(array_agg(n.id), array_agg(n.lat), array_agg(n.lng),
        array_agg(n.heading),
          array_agg(n.at), array_agg(n.accuracy))
        from unnest(driver_ids, lats, lngs, headings, ats, accuracies) n (id, lat, lng, heading, at, accuracy)
          where n.id = any (v_moved));
    end if;
  end if;
  return v_stored;
end $$;
comment on function app.ingest_positions is
  'Stores the newest position of each driver from parallel arrays (degrees, metres). Drops reports that are older '
  'than the stored one, impossible or faster than 200 km/h (see app.confirm_jumps). Returns the number stored.';

create function app.store_position(driver public.drivers, lat double precision, lng double precision,
  heading double precision, accuracy double precision, at timestamptz) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  if app.ingest_positions(array[(driver).id], array[store_position.lat], array[store_position.lng],
    array[store_position.heading],
    array[store_position.at], array[store_position.accuracy]) > 0 then return true; end if;
  insert into public.driver_positions as p (driver_id, car_type, lat, lng, heading, accuracy, updated_at, away_pt)
  values ((driver).id, (driver).car_type_id, store_position.lat, store_position.lng, store_position.heading,
    store_position.accuracy, store_position.at, app.anchor(store_position.lat, store_position.lng))
  on conflict on constraint driver_positions_pkey do nothing;
  if not found then return false; end if;
  perform app.refresh_driver((driver).id);
  return true;
end $$;
comment on function app.store_position is
  'Stores a driver''s position; false if the report is older than the stored one, or a jump above 200 km/h that is '
  'not confirmed yet.';

-- Removes drivers who send no positions from the search index; their next report adds them again. Dispatch also checks
-- the age of a position, so its results do not depend on when this function runs.
create function app.park_silent_drivers() returns void language sql volatile security definer set search_path = '' as $$
  update public.driver_positions p set pt = null, away_pt = app.anchor(p.lat, p.lng)
  where p.driver_id in (select s.driver_id from public.driver_positions s
    where s.pt is not null and s.updated_at < app.now() - interval '5 minutes' order by s.driver_id limit 5000
      for no key update skip locked)
$$;
