-- Reports of positions: functions that read a report with several points, detect impossible jumps, and store the newest
-- position.

-- Reads a number of a report; null if the value is not a number. A JSON number may be too large for a float (1e400).
-- Such a number is replaced by 1,000,000, because a report must never raise an error.
create function app.number_of(value jsonb) returns double precision
language sql immutable parallel safe set search_path = '' as $$
  select case when jsonb_typeof(value) = 'number' then round(least(greatest((value #>> '{}')::numeric, -1e6), 1e6),
    12)::double precision end
$$;

-- Returns what must be added to the times of a report to get times of the application clock: the clock's offset or 0.
-- Tests and simulations can set the application clock ahead. Pages send times of this clock, but devices that do not
-- know it send real times. Of the two values, the one that puts the newest point closer to now is used for all points
-- of the report.
create function app.report_lag(points jsonb) returns interval
language plpgsql stable security definer set search_path = '' as $$
declare
  v_offset interval := (select c."offset" from app.clock c);
  v_reported timestamptz;
begin
  if v_offset = interval '0' then return v_offset; end if;
  select max(t.reported) into v_reported
  from jsonb_array_elements(case when jsonb_typeof(points) = 'array' then points
    else '[]' end) with ordinality e (point, place)
  cross join lateral (select app.time_of(e.point -> 'at') as reported) t
  where e.place <= 1000 and isfinite(t.reported) and t.reported <= greatest(app.now(), app.now() - v_offset)
    + interval '30 seconds';
  return case when abs(extract(epoch from v_reported + v_offset - app.now()))
    < abs(extract(epoch from v_reported - app.now()))
    then v_offset else interval '0' end;
end $$;

-- Returns the plausible points among the first 1000 of a report, ordered by time: on the globe, not in the future, and
-- at most 500 m inaccurate. A point without a time counts as measured now. Some phones send -1 for an unknown heading,
-- which becomes null.
create function app.read_points(points jsonb)
returns table (lat double precision, lng double precision, heading double precision, accuracy double precision,
  at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
declare v_lag interval := app.report_lag(read_points.points);
begin
  return query select p.lat, p.lng, case when p.heading between 0 and 360 then p.heading end, p.accuracy, t.at
  from (
    select app.number_of(e.point -> 'lat') as lat, app.number_of(e.point -> 'lng') as lng,
      app.number_of(e.point -> 'heading') as heading, app.number_of(e.point -> 'accuracy') as accuracy,
      app.time_of(e.point -> 'at') as reported, coalesce(jsonb_typeof(e.point -> 'at'), 'null') = 'null' as undated
    from jsonb_array_elements(case when jsonb_typeof(points) = 'array' then points
      else '[]' end) with ordinality e (point, place)
    where e.place <= 1000
  ) p
  cross join lateral (select case
    when p.undated then app.now()
    when p.reported + v_lag <= app.now() + interval '30 seconds' then least(p.reported + v_lag, app.now())
  end as at) t
  where app.is_place(p.lat, p.lng) and isfinite(t.at) and coalesce(p.accuracy, 0) between 0 and 500
  order by t.at;
end $$;

-- Returns the distance in metres as on a plane, exact to one percent over the distance that a car drives in a few
-- minutes. PostgreSQL can inline this function, which saves time, because every report calls it.
create function app.planar_distance_m(lat1 double precision, lng1 double precision, lat2 double precision,
  lng2 double precision)
returns double precision language sql immutable parallel safe as $$
  select 111195 * sqrt((lat2 - lat1) ^ 2 + ((lng2 - lng1) * cos(radians(lat2))) ^ 2)
$$;

create function app.is_next_jump_point(jump app.position_jumps, lat double precision, lng double precision,
  at timestamptz)
  returns boolean
language sql immutable set search_path = '' as $$
  select (jump).points > 0 and is_next_jump_point.at <= (jump).at + interval '1 minute'
    and app.distance_m((jump).lat, (jump).lng, is_next_jump_point.lat, is_next_jump_point.lng)
    <= app.fastest_mps() * extract(epoch from is_next_jump_point.at - (jump).at)
$$;
comment on function app.is_next_jump_point is
  'Whether a point can be the next one in a series that confirms a driver''s new position (app.position_jumps): '
  'within a minute and at most at 200 km/h from the last point.';

create function app.is_first_report(jump app.position_jumps) returns boolean
language sql stable security definer set search_path = '' as $$
  select (jump).points = 0 and exists (
    select 1 from public.driver_positions p where p.driver_id = (jump).driver_id and p.updated_at <= (jump).at)
$$;
comment on function app.is_first_report is 'Whether a driver has gone on duty and no report has been stored since.';
