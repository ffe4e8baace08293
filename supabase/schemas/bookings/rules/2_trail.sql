-- The trail of a trip: which of the recorded points count for the distance, and the line that pages draw.
-- Access: rider, driver and fleet admin of the booking, and admins
-- Tests:  tests/db/trail.sql, tests/db/metering.sql

-- Returns the highest speed of a car that counts as plausible, in metres per second (200 km/h).
create function app.fastest_mps() returns double precision
language sql immutable parallel safe as $$ select 200 / 3.6::double precision $$;

create function app.is_trail_step(verdict text) returns boolean language sql immutable parallel safe as $$
  select verdict in ('start', 'moved')
$$;
comment on function app.is_trail_step is 'Whether a point of a trail is part of the line that the car drove.';

-- Gives each recorded point a verdict:
-- start: The trail begins, or begins again after a minute without points.
-- moved: The car has moved since the last point with the verdict start or moved. Only these points add metres.
-- still: The point is less than 25 m (or less than its accuracy) from the car's average position since it last moved,
--        so that a waiting car adds no distance. The average is used, because two positions that are wrong by 20 m to
--        either side would each count as a move.
-- vague: The accuracy is worse than 100 m.
-- leap: An impossible jump, faster than 200 km/h (the limit that dispatch/flows/2_position_reports.sql applies to the
--       car's current position). The third of three leaps in a row that match each other is accepted as a start: the
--       car is there, only its way is unknown.
create function app.trail(booking public.bookings)
  returns table (at timestamptz, lat double precision, lng double precision,
  verdict text, metres double precision)
language plpgsql stable security definer set search_path = '' rows 200 as $$
declare
  v_base public.tracking_points;
  v_mean public.tracking_points;
  v_fixes integer := 0;
  v_last public.tracking_points;
  v_leap public.tracking_points;
  v_leaps integer := 0;
  p public.tracking_points;
  v_span record := app.trail_span(booking);
begin
  for p in
    select t.* from public.tracking_points t
    where t.booking_id = (booking).id and t.driver_id = (booking).driver_id
      and t.at between v_span.since and v_span.until
        and (t.received_at is null or t.received_at <= v_span.received_until)
    order by t.at, t.id
  loop
    at := p.at; lat := p.lat; lng := p.lng; metres := 0;
    if p.accuracy > 100 then
      verdict := 'vague'; return next; continue;
    end if;
    if v_last.at is null or p.at > v_last.at + interval '60 seconds' then
      verdict := 'start';
    elsif app.distance_m(v_last.lat, v_last.lng, p.lat, p.lng) > app.fastest_mps()
      * extract(epoch from p.at - v_last.at) then
      v_leaps := case when v_leaps > 0 and app.distance_m(v_leap.lat, v_leap.lng, p.lat, p.lng)
        <= app.fastest_mps() * extract(epoch from p.at - v_leap.at) then v_leaps + 1 else 1 end;
      v_leap := p;
      verdict := case when v_leaps < 3 then 'leap' else 'start' end;
    else
      verdict := case when app.distance_m(v_mean.lat, v_mean.lng, p.lat, p.lng) < greatest(25, p.accuracy) then 'still'
        else 'moved' end;
      if verdict = 'moved' then metres := app.distance_m(v_base.lat, v_base.lng, p.lat, p.lng); end if;
    end if;
    if verdict <> 'leap' then v_leaps := 0; v_last := p; end if;
    if app.is_trail_step(verdict) then
      v_base := p; v_mean := p; v_fixes := 1;
    elsif verdict = 'still' then
      v_fixes := v_fixes + 1;
      v_mean.lat := v_mean.lat + (p.lat - v_mean.lat) / v_fixes;
      v_mean.lng := v_mean.lng + (p.lng - v_mean.lng) / v_fixes;
    end if;
    return next;
  end loop;
end $$;
comment on function app.trail is
  'The points of a trip by its driver, oldest first, each with a verdict (start, moved, still (not moving), leap '
  '(impossible jump) or vague (inaccurate)) and the metres that it adds.';

-- Returns gaps of more than a minute without a credible point, also at the start and the end of the trip. most_m is the
-- largest distance that counts for a gap. In a gap without any report the car may have taken any route, so most_m is
-- null. If the phone kept reporting inaccurate points or jumps, most_m is 1.3 times the straight line between the
-- points around the gap, so that a parked car whose phone pretends to have poor reception adds no distance. On a street
-- trip most_m is always the straight line, because there is no quoted distance that could limit the gap.
create function app.trail_gaps(booking public.bookings)
returns table (since timestamptz, until timestamptz, secs double precision, most_m double precision)
language plpgsql stable security definer set search_path = '' as $$
declare
  v_lat double precision := (booking).pickup_lat;
  v_lng double precision := (booking).pickup_lng;
  v_babble boolean := false;
  p record;
begin
  since := (booking).started_at;
  for p in
    select t.at, t.lat, t.lng, t.verdict in ('leap', 'vague') as babble from app.trail(booking) t
    union all select coalesce((booking).reached_at, app.now()), coalesce((booking).drop_lat, v_lat),
      coalesce((booking).drop_lng, v_lng), false
  loop
    if p.babble then v_babble := true; continue; end if;
    until := p.at;
    if until > since + interval '60 seconds' then
      secs := extract(epoch from until - since);
      most_m := case when (booking).source = 'street' then app.distance_m(v_lat, v_lng, p.lat, p.lng)
        when v_babble then 1.3 * app.distance_m(v_lat, v_lng, p.lat, p.lng) end;
      return next;
    end if;
    -- A gap counts only from the start of the ride. For the time before, only recorded points add distance.
    since := greatest(p.at, (booking).started_at); v_lat := p.lat; v_lng := p.lng; v_babble := false;
  end loop;
end $$;
comment on function app.trail_gaps is
  'Gaps of a trip longer than a minute, including those with only inaccurate points or impossible jumps, with the '
  'maximum metres that count for each.';

-- Returns the distance of a trip: the metres recorded in its trail, and an estimate for gaps. The estimate for a gap is
-- the quoted distance times the gap's share of the quoted time, but at most most_m (app.trail_gaps). All gaps together
-- count at most as the quoted distance. A street trip has no quote, so its gaps count as straight lines.
create function app.meter_trip(booking public.bookings) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_quoted_m double precision := 1000 * (booking).estimate_distance;
  v_street boolean := (booking).source = 'street';
  v_silent_m double precision := (select sum(case when v_street then g.most_m
      else least(coalesce(g.most_m, v_quoted_m), v_quoted_m * g.secs / greatest((booking).estimate_time, 1)) end)
    from app.trail_gaps(booking) g);
  v_counted_m double precision := case when v_street then coalesce(v_silent_m, 0)
    else least(v_quoted_m, coalesce(v_silent_m, 0)) end;
begin
  return (select jsonb_build_object(
      'distance_km', round(((coalesce(sum(t.metres), 0) + v_counted_m) / 1000)::numeric, 3),
      'silent_km', round((v_counted_m / 1000)::numeric, 3),
      'flags', case when v_silent_m is not null then '["trail_gap"]' else '[]' end::jsonb, 'points', count(*),
      'left_out', jsonb_build_object('still', count(*) filter (where t.verdict = 'still'),
        'leap', count(*) filter (where t.verdict = 'leap'), 'vague', count(*) filter (where t.verdict = 'vague')))
    from app.trail(booking) t);
end $$;
comment on function app.meter_trip is
  'The distance of a trip, measured by its trail: {distance_km, silent_km (the part estimated over gaps), flags, '
  'points, left_out (number of points not counted) {still, leap, vague}}.';

-- Returns whether the driver's report at the end was within 500 m of the quoted destination. The quote is compared,
-- because bookings.drop_lat and drop_lng may have been set to where the ride really ended.
create function app.ended_at_drop(booking public.bookings) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select 1 from public.tracking_points t join public.fare_quotes q on q.id = (booking).quote_id
    where t.booking_id = (booking).id and t.driver_id = (booking).driver_id and t.status = 'REACHED'
      and app.distance_m(q.drop_lat, q.drop_lng, t.lat, t.lng) <= 500)
$$;

-- Returns whether a ride with an upfront fare was driven completely, so that the fixed fare is due: it ended at its
-- destination, after at least half of the quoted distance and a third of the quoted time. A ride cannot be much shorter
-- than the fastest route, or three times as fast as the route service estimates.
create function app.is_whole_ride(booking public.bookings, distance_km numeric) returns boolean
language sql stable security definer set search_path = '' as $$
  select app.ended_at_drop(booking) and is_whole_ride.distance_km >= 0.5 * (booking).estimate_distance
    and extract(epoch from (booking).reached_at - (booking).started_at) >= (booking).estimate_time / 3.0
$$;

-- Compares the measured distance with the quote. too_long: more than 1.5 times the quote. long: more than 1.2 times the
-- quote. A ride that ended elsewhere is also long if its recorded distance is more than 2.5 times the straight line via
-- the reached stops, plus one kilometre.
create function app.classify_distance(booking public.bookings, distance_km numeric, silent_km numeric) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  v_straight_m double precision;
  v_recorded_km numeric := classify_distance.distance_km - classify_distance.silent_km;
begin
  if classify_distance.distance_km > 1.5 * (booking).estimate_distance then return 'too_long'; end if;
  if classify_distance.distance_km > 1.2 * (booking).estimate_distance then return 'long'; end if;
  if v_recorded_km <= 1 or app.ended_at_drop(booking) then return 'plausible'; end if;
  select sum(app.distance_m(w.lat, w.lng, w.next_lat, w.next_lng)) into v_straight_m from (
    select p.lat, p.lng, lead(p.lat) over (order by p.n) as next_lat, lead(p.lng) over (order by p.n) as next_lng from (
      select 0 as n, (booking).pickup_lat as lat, (booking).pickup_lng as lng
      union all select s.position, s.lat, s.lng from public.booking_stops s where s.booking_id = (booking).id
        and s.arrived_at is not null
      union all (select 100, t.lat, t.lng from public.tracking_points t where t.booking_id = (booking).id
        and t.driver_id = (booking).driver_id
        and t.at between (booking).started_at and (booking).reached_at order by t.at desc limit 1)) p) w
  where w.next_lat is not null;
  return case when 1000 * (v_recorded_km - 1) > 2.5 * v_straight_m then 'long' else 'plausible' end;
end $$;
comment on function app.classify_distance is
  'Compares a measured distance with the quote (or its revision): plausible, long (flagged for the desk) or too_long '
  '(not paid above the quote).';

-- Returns at most `most` points of a trail, by default 25, because many route services accept no more: the first and
-- the last point, and between them the points closest to equal distances along the trail.
create function app.sample_trail(booking public.bookings, most integer default 25)
  returns table (at timestamptz, lat double precision, lng double precision)
language sql stable security definer set search_path = '' as $$
  with way as (
    select p.at, p.lat, p.lng, p.n, p.total,
      sum(case when p.n > 1 then app.distance_m(p.from_lat, p.from_lng, p.lat, p.lng) else 0 end)
      over (order by p.n rows unbounded preceding) as gone
    from (select t.at, t.lat, t.lng, row_number() over w as n, count(*) over () as total,
      lag(t.lat) over w as from_lat, lag(t.lng) over w as from_lng
      from app.trail(booking) t where app.is_trail_step(t.verdict) window w as (order by t.at)) p),
  -- The way is divided into most - 1 equal parts. `mark` is the point's distance from the start, counted in such parts.
  -- For each end of a part, the point closest to it is chosen.
  marked as (
    select w.*, (most - 1) * w.gone / nullif(max(w.gone) over (), 0) as mark from way w),
  chosen as (
    select distinct on (x.place) m.at, m.lat, m.lng from marked m
    cross join lateral (select case m.n when 1 then 0 when m.total then most - 1
      else greatest(1, least(most - 2, round(m.mark))) end as place) x
    where m.total > most and (x.place between 1 and most - 2 or m.n in (1, m.total))
    order by x.place, abs(m.mark - x.place), m.at)
  select c.at, c.lat, c.lng from chosen c
  union all select m.at, m.lat, m.lng from marked m where m.total <= most
  order by 1
$$;
comment on function app.sample_trail is
  'At most `most` points (2 or more) that represent a trail, oldest first: its ends, and others at equal distances.';

-- Returns how long trails are kept: as long as a fare may be disputed.
create function app.trail_retention() returns interval
language sql immutable set search_path = '' as $$ select interval '180 days' $$;

create function public.trip_trail(booking_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_booking public.bookings := app.readable_booking(trip_trail.booking_id);
begin
  if v_booking.reached_at < app.now() - app.trail_retention() then
    return to_jsonb(row(v_booking.distance, 0, array[]::text[], 0, '{"still": 0, "leap": 0, "vague": 0}'::jsonb, '',
      array[]::public.trail_gap[], array[]::public.trail_point[], true)::public.recorded_trail);
  end if;
  return to_jsonb(jsonb_populate_record(null::public.recorded_trail,
    (select app.meter_trip(v_booking) || jsonb_build_object('expired', false,
      'polyline', coalesce(extensions.st_asencodedpolyline(extensions.st_makeline(
        extensions.st_setsrid(extensions.st_makepoint(t.lng, t.lat), 4326) order by t.at)
        filter (where app.is_trail_step(t.verdict)), 5), ''))
    from app.trail(v_booking) t)
  || jsonb_build_object('gaps',
    (select coalesce(jsonb_agg(jsonb_build_object('since', g.since, 'until', g.until, 'secs', round(g.secs))
    order by g.since), '[]')
      from app.trail_gaps(v_booking) g),
    'sample', (select coalesce(jsonb_agg(jsonb_build_object('lat', s.lat, 'lng', s.lng, 'at', s.at) order by s.at),
      '[]') from app.sample_trail(v_booking) s))));
end $$;
comment on function public.trip_trail is
  'The recorded route of a trip: {distance_km, silent_km (the part estimated over gaps), flags, points, left_out '
  '(number of points not counted) {still, leap, vague}, polyline (precision 5), gaps [{since, until, secs}], sample '
  '(at most 25 of {lat, lng, at}), expired?}. Empty before the start, and 180 days after the end, when trails are '
  'deleted: expired. @returns recorded_trail '
  'Errors: must_login, booking_not_found.';
grant execute on function public.trip_trail(uuid) to authenticated;
