-- The trail of a trip: what its recorded points are worth, and as a line to draw.
-- Needs:  positions, trip
-- Access: whoever has a part in the booking
-- Tests:  tests/db/trail.sql, tests/db/metering.sql

-- Each point with what it is worth. moved: metres since the point before it that moved; start: the trail begins, or begins
-- again after a minute nobody knows; still: less than 10 m, or than the point is true to (30 m at most), so that a standing
-- car gathers no way; leap: faster than 200 km/h; vague: true to more than 100 m. Three leaps that follow from one
-- another were no leaps: the car is there, and only the way to there is not known.
create function app.trail(booking public.bookings) returns table (at timestamptz, lat double precision, lng double precision,
  verdict text, metres double precision)
language plpgsql stable security definer set search_path = '' rows 200 as $$
declare
  c_fastest constant double precision := 200 / 3.6;
  v_base public.tracking_points;
  v_last public.tracking_points;
  v_leap public.tracking_points;
  v_leaps integer := 0;
  p public.tracking_points;
begin
  for p in
    select t.* from public.tracking_points t
    where t.booking_id = (booking).id and t.driver_id = (booking).driver_id
      and t.at between (booking).started_at and coalesce((booking).reached_at, app.now())
    order by t.at, t.id
  loop
    at := p.at; lat := p.lat; lng := p.lng; metres := 0;
    if p.accuracy > 100 then
      verdict := 'vague'; return next; continue;
    end if;
    if v_last.at is null or p.at > v_last.at + interval '60 seconds' then
      verdict := 'start';
    elsif app.distance_m(v_last.lat, v_last.lng, p.lat, p.lng) > c_fastest * extract(epoch from p.at - v_last.at) then
      v_leaps := case when v_leaps > 0 and app.distance_m(v_leap.lat, v_leap.lng, p.lat, p.lng)
        <= c_fastest * extract(epoch from p.at - v_leap.at) then v_leaps + 1 else 1 end;
      v_leap := p;
      verdict := case when v_leaps < 3 then 'leap' else 'start' end;
    else
      metres := app.distance_m(v_base.lat, v_base.lng, p.lat, p.lng);
      verdict := case when metres < greatest(10, least(30, coalesce(p.accuracy, 0))) then 'still' else 'moved' end;
    end if;
    if verdict <> 'leap' then v_leaps := 0; v_last := p; end if;
    if verdict in ('start', 'moved') then v_base := p; end if;
    if verdict = 'still' then metres := 0; end if;
    return next;
  end loop;
end $$;
comment on function app.trail is 'The points of a trip by its driver, oldest first, each with its verdict (start, moved, still, leap, vague) and the metres it adds.';

-- Where nothing credible was heard for more than a minute, the ends of the trip included.
create function app.trail_gaps(booking public.bookings) returns table (since timestamptz, until timestamptz, secs double precision)
language sql stable security definer set search_path = '' as $$
  select g.since, g.until, extract(epoch from g.until - g.since)::double precision
  from (select lag(h.at) over (order by h.at) as since, h.at as until from (
    select t.at from app.trail(booking) t where t.verdict not in ('leap', 'vague')
    union all values ((booking).started_at), (coalesce((booking).reached_at, app.now()))) h) g
  where g.until - g.since > interval '60 seconds'
$$;
comment on function app.trail_gaps is 'Silences of a trip over a minute, and those in which every point was vague or a leap.';

-- Silence counts pro rata of the quoted distance, never more than all of it together.
create function app.meter_trip(booking public.bookings) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_m double precision := (select coalesce(sum(t.metres), 0) from app.trail(booking) t);
  v_gap_secs double precision := (select coalesce(sum(g.secs), 0) from app.trail_gaps(booking) g);
begin
  if v_gap_secs > 0 then
    v_m := v_m + 1000 * (booking).estimate_distance::double precision * least(1, v_gap_secs / greatest((booking).estimate_time, 1));
  end if;
  return jsonb_build_object('distance_km', round((v_m / 1000)::numeric, 3),
    'flags', case when v_gap_secs > 0 then '["trail_gap"]' else '[]' end::jsonb);
end $$;
comment on function app.meter_trip is 'What the trail is worth: {distance_km, flags}.';

-- As many providers take 25 points and no more: the ends, and between them what lies nearest to equal distances.
create function app.sample_trail(booking public.bookings, most integer default 25) returns table (at timestamptz, lat double precision, lng double precision)
language sql stable security definer set search_path = '' as $$
  with way as (
    select t.at, t.lat, t.lng, sum(t.metres) over (order by t.at rows unbounded preceding) as gone,
      row_number() over (order by t.at) as n, count(*) over () as total
    from app.trail(booking) t where t.verdict in ('start', 'moved')),
  -- Which of the equal distances a point stands for, and how well.
  marked as (
    select w.*, (most - 1) * w.gone / nullif(max(w.gone) over (), 0) as mark from way w),
  chosen as (
    select distinct on (x.place) m.at, m.lat, m.lng from marked m
    cross join lateral (select case m.n when 1 then 0 when m.total then most - 1 else greatest(1, least(most - 2, round(m.mark))) end as place) x
    where m.total > most and (x.place between 1 and most - 2 or m.n in (1, m.total))
    order by x.place, abs(m.mark - x.place), m.at)
  select c.at, c.lat, c.lng from chosen c
  union all select m.at, m.lat, m.lng from marked m where m.total <= most
  order by 1
$$;
comment on function app.sample_trail is 'At most so many points (2 or more) of a trail that stand for it, oldest first: its ends, and others at equal distances.';

create function public.trip_trail(booking_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_booking public.bookings := app.booking_of_mine(trip_trail.booking_id);
begin
  return (select app.meter_trip(v_booking) || jsonb_build_object(
      'points', count(*), 'left_out', jsonb_build_object('still', count(*) filter (where t.verdict = 'still'),
        'leap', count(*) filter (where t.verdict = 'leap'), 'vague', count(*) filter (where t.verdict = 'vague')),
      'polyline', coalesce(extensions.st_asencodedpolyline(extensions.st_makeline(
        extensions.st_setsrid(extensions.st_makepoint(t.lng, t.lat), 4326) order by t.at)
        filter (where t.verdict in ('start', 'moved')), 5), ''))
    from app.trail(v_booking) t)
  || jsonb_build_object('gaps', (select coalesce(jsonb_agg(jsonb_build_object('since', g.since, 'until', g.until, 'secs', round(g.secs)) order by g.since), '[]')
      from app.trail_gaps(v_booking) g),
    'sample', (select coalesce(jsonb_agg(jsonb_build_object('lat', s.lat, 'lng', s.lng, 'at', s.at) order by s.at), '[]') from app.sample_trail(v_booking) s));
end $$;
comment on function public.trip_trail is
  'The way a trip went, as far as it was recorded: {distance_km, flags, points, left_out {still, leap, vague}, polyline (precision 5), gaps [{since, until, secs}], sample (at most 25 of {lat, lng, at})}. Empty before the start. Errors: must_login, booking_not_found.';
revoke execute on function public.trip_trail(uuid) from public, anon;
grant execute on function public.trip_trail(uuid) to authenticated;
