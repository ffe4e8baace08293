-- Progress of a trip: the remaining distance and time, whether the car is near, and whether it has left its route.
-- Access: rider, driver and fleet admin of the booking, and admins; people with the link of a shared trip see the
--         progress, too
-- Tests:  tests/db/progress.sql

-- Converts a route to a plane whose unit is one degree of latitude; planar_point does the same with a point. Only the
-- part of the route near the given point is exact, but no other part is used. Near the antimeridian longitudes are
-- counted from 0 to 360.
create function app.planar_line(polyline text, lat double precision, lng double precision) returns extensions.geometry
language sql immutable set search_path = '' as $$
  select extensions.st_scale(case when abs(planar_line.lng) > 90 then extensions.st_shiftlongitude(l.line)
    else l.line end, cos(radians(planar_line.lat)), 1)
  from (select extensions.st_linefromencodedpolyline(nullif(planar_line.polyline, ''), 5) as line) l
    where extensions.st_npoints(l.line) > 1
$$;

create function app.planar_point(lat double precision, lng double precision) returns extensions.geometry
language sql immutable set search_path = '' as $$
  select extensions.st_setsrid(extensions.st_makepoint(cos(radians(planar_point.lat))
    * case when abs(planar_point.lng) > 90 then planar_point.lng + case when planar_point.lng < 0 then 360 else 0 end
      else planar_point.lng end, planar_point.lat), 4326)
$$;

create function app.distance_to_line_m(polyline text, lat double precision, lng double precision)
  returns double precision
language sql stable security definer set search_path = '' as $$
  select 111195 * extensions.st_distance(app.planar_line(distance_to_line_m.polyline, distance_to_line_m.lat,
    distance_to_line_m.lng),
    app.planar_point(distance_to_line_m.lat, distance_to_line_m.lng))
$$;
comment on function app.distance_to_line_m is
  'Metres from a point to the nearest part of an encoded polyline (precision 5); null for an empty line.';

-- Finds how far along a route a point is: metres from the start, metres beside the line, total metres. Only the route
-- from least_m on is searched. If a route passes the same street twice (there and back), two places on it match the
-- point. The place closer to the distance driven so far (driven_m) is taken, unless the other place is more than 25 m
-- nearer to the point.
create function app.locate_on_line(polyline text, lat double precision, lng double precision,
  driven_m double precision default null,
  least_m double precision default 0)
returns table (along_m double precision, off_m double precision, length_m double precision)
language plpgsql stable security definer set search_path = '' rows 1 as $$
declare
  v_line extensions.geometry := app.planar_line(locate_on_line.polyline, locate_on_line.lat, locate_on_line.lng);
  v_point extensions.geometry := app.planar_point(locate_on_line.lat, locate_on_line.lng);
  v_rest extensions.geometry;
  v_near extensions.geometry;
  v_from double precision;
  v_begin double precision;
  v_end double precision := 1;
begin
  length_m := 111195 * extensions.st_length(v_line);
  if coalesce(length_m, 0) = 0 then return; end if;
  v_from := greatest(0, least(1, locate_on_line.least_m / length_m));
  v_rest := extensions.st_linesubstring(v_line, v_from, 1);
  if locate_on_line.driven_m is not null then
    v_begin := greatest(v_from, least(1, (0.8 * locate_on_line.driven_m - 300) / length_m));
    v_end := greatest(v_begin, least(1, (1.25 * locate_on_line.driven_m + 300) / length_m));
    v_near := extensions.st_linesubstring(v_line, v_begin, v_end);
    if 111195 * (extensions.st_distance(v_near, v_point) - extensions.st_distance(v_rest, v_point)) <= 25 then
      v_rest := v_near;
      v_from := v_begin;
    else
      v_end := 1;
    end if;
  end if;
  off_m := 111195 * extensions.st_distance(v_rest, v_point);
  along_m := length_m * (v_from + (v_end - v_from) * case when extensions.st_npoints(v_rest) < 2
    or extensions.st_length(v_rest) = 0 then 0
    else extensions.st_linelocatepoint(v_rest, v_point) end);
  return next;
end $$;
comment on function app.locate_on_line is
  'The place of a point on an encoded polyline (precision 5): {along_m (from the start), off_m (beside the line), '
  'length_m}, not before least_m and near driven_m; no row for an empty line.';

-- Finds where the route passes a stop. A route may pass it several times. Of the passes after the previous stop, this
-- is the first that is at most 25 m farther from the stop than the closest one.
create function app.first_pass_m(polyline text, lat double precision, lng double precision, least_m double precision)
  returns double precision
language plpgsql stable security definer set search_path = '' as $$
declare
  v_line extensions.geometry := app.planar_line(first_pass_m.polyline, first_pass_m.lat, first_pass_m.lng);
  v_point extensions.geometry := app.planar_point(first_pass_m.lat, first_pass_m.lng);
  v_length_m double precision := 111195 * extensions.st_length(v_line);
  v_from double precision;
  v_rest extensions.geometry;
begin
  if coalesce(v_length_m, 0) = 0 then return null; end if;
  v_from := greatest(0, least(1, first_pass_m.least_m / v_length_m));
  v_rest := extensions.st_linesubstring(v_line, v_from, 1);
  if extensions.st_npoints(v_rest) < 2 or extensions.st_length(v_rest) = 0 then return v_length_m; end if;
  return v_length_m * (v_from + (1 - v_from) * (
    select min(extensions.st_linelocatepoint(v_rest, extensions.st_closestpoint(d.geom, v_point)))
    from extensions.st_dump(extensions.st_intersection(v_rest,
      extensions.st_buffer(v_point, extensions.st_distance(v_rest, v_point) + 25 / 111195.0))) d));
end $$;
comment on function app.first_pass_m is
  'Metres from the start of an encoded polyline to where it first passes a point, not before least_m; null for an '
  'empty line.';

-- kind is pickup, stop or drop; n is 0 for the pickup, the position of a stop, and 1000 for the drop.
create function app.places_ahead(booking public.bookings)
  returns table (n integer, kind text, lat double precision, lng double precision, add text)
language sql stable security definer set search_path = '' rows 3 as $$
  select 0, 'pickup', (booking).pickup_lat, (booking).pickup_lng, (booking).pickup_address
    where (booking).status = 'NEW' or app.is_approaching(booking)
  union all
  select s.position, 'stop', s.lat, s.lng, s.address from public.booking_stops s
  where s.booking_id = (booking).id and s.arrived_at is null and (booking).returning_at is null
  union all
  select 1000, 'drop', (booking).drop_lat, (booking).drop_lng, (booking).drop_address
    where app.is_before_end((booking).status)
  order by 1
$$;
comment on function app.places_ahead is 'The places of a trip that the car has not reached yet, in order.';

-- Returns how far along the quoted route (from the pickup to the drop) the car is: never before the last reached stop.
-- Returns no row for a parcel that goes back to its sender, because the quoted route does not lead back.
create function app.locate_on_route(booking public.bookings, lat double precision, lng double precision)
returns table (along_m double precision, off_m double precision, length_m double precision)
language plpgsql stable security definer set search_path = '' rows 1 as $$
declare
  v_least_m double precision := (select coalesce(max(s.along_m), 0) from public.booking_stops s
    where s.booking_id = (booking).id and s.arrived_at is not null);
  v_driven_m double precision := 1000 * (app.meter_trip(booking) ->> 'distance_km')::double precision;
begin
  if (booking).returning_at is null then
    return query select l.* from app.locate_on_line((booking).polyline, locate_on_route.lat, locate_on_route.lng,
      v_driven_m, v_least_m) l;
  end if;
end $$;

-- Returns whether a car is off its route. A distance of up to 150 m (a parallel street) still counts as on the route,
-- and up to 200 m if the inaccuracy of the position explains it.
create function app.is_off_route(off_m double precision, accuracy double precision) returns boolean
language sql immutable set search_path = '' as $$ select off_m > greatest(150,
  least(200, 2 * coalesce(accuracy, 0))) $$;

-- Estimates the metres to the pickup or the drop (`until`) without a route: 1.3 times the straight lines through the
-- places ahead, because streets are about 30 percent longer.
create function app.beeline_m(booking public.bookings, lat double precision, lng double precision, until text)
  returns double precision
language sql stable security definer set search_path = '' as $$
  select 1.3 * sum(app.distance_m(w.from_lat, w.from_lng, w.lat, w.lng)) from (
    select p.kind, p.lat, p.lng, lag(p.lat, 1, beeline_m.lat) over (order by p.n) as from_lat,
      lag(p.lng, 1, beeline_m.lng) over (order by p.n) as from_lng
    from app.places_ahead(booking) p where until = 'drop' or p.kind = until) w
$$;

create function app.quoted_mps(distance_km numeric, secs integer) returns double precision
language sql immutable parallel safe as $$
  select greatest(15, least(50, 3600 * quoted_mps.distance_km::double precision / greatest(quoted_mps.secs, 1))) / 3.6
$$;
comment on function app.quoted_mps is 'The quote''s average speed in metres per second, limited to 15 to 50 km/h.';

create function app.progress(booking public.bookings) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_next record;
  v_car record;
  v_along_m double precision;
  v_off_m double precision;
  v_length_m double precision;
  v_next_m double precision;
  v_left_m double precision;
  v_secs double precision;
  v_speed double precision := app.quoted_mps((booking).estimate_distance, (booking).estimate_time);
  v_pace double precision := 1;
  v_share double precision;
  v_off boolean := true;
begin
  select p.* into v_next from app.places_ahead(booking) p order by p.n limit 1;
  if v_next.kind is null or v_next.lat is null or (booking).driver_id is null
    or not app.is_on_the_road((booking).status) then
    return null;
  end if;
  select p.lat, p.lng, coalesce(p.accuracy, 0) as accuracy, p.updated_at into v_car from public.driver_positions p
  where p.driver_id = (booking).driver_id and (booking).engaged_at is not null;
  if v_car.lat is null then return jsonb_build_object('to', v_next.kind); end if;
  -- An old position says nothing about the way that is left, so only its age is returned.
  if not app.is_position_current(v_car.updated_at) then
    return jsonb_build_object('to', v_next.kind, 'at', v_car.updated_at);
  end if;
  v_next_m := app.distance_m(v_car.lat, v_car.lng, v_next.lat, v_next.lng);
  v_left_m := app.beeline_m(booking, v_car.lat, v_car.lng, case when app.is_approaching(booking) then 'pickup'
    else 'drop' end);
  v_secs := v_left_m / v_speed;
  if (booking).status = 'STARTED' then
    select w.along_m, w.off_m, w.length_m into v_along_m, v_off_m, v_length_m
      from app.locate_on_route(booking, v_car.lat, v_car.lng) w;
    v_off := coalesce(app.is_off_route(v_off_m, v_car.accuracy), true);
  end if;
  if not v_off then
    v_share := v_along_m / greatest(v_length_m, 1);
    -- Adjusts the quoted time by how fast the car was so far; the more of the route is driven, the more this counts.
    if v_share * (booking).estimate_time > 60 then
      v_pace := 1 + least(1, 2 * v_share) * (greatest(0.75, least(2.5,
        extract(epoch from v_car.updated_at - (booking).started_at) / (v_share * (booking).estimate_time))) - 1);
    end if;
    v_left_m := (1 - v_share) * 1000 * (booking).estimate_distance;
    v_secs := (1 - v_share) * (booking).estimate_time * v_pace;
  end if;
  return jsonb_build_object('to', v_next.kind, 'remaining_km', round((v_left_m / 1000)::numeric, 2),
    'remaining_secs', round(v_secs),
    'by', case when v_off then 'beeline' else 'way' end, 'at', v_car.updated_at,
      'eta', v_car.updated_at + v_secs * interval '1 second', 'near', v_next_m <= 300)
    || case when v_share is not null then jsonb_build_object('share', round(v_share::numeric, 3)) else '{}' end
    || case when (booking).status = 'STARTED' and v_off_m is not null
      then jsonb_build_object('off_route', v_off, 'off_route_m', round(v_off_m)) else '{}' end;
end $$;
comment on function app.progress is
  'The result of trip_progress, without checking the caller''s rights; null while no car is under way.';

create function public.trip_progress(booking_id uuid) returns public.trip_outlook
language plpgsql stable security definer set search_path = '' as $$
begin
  return jsonb_populate_record(null::public.trip_outlook, app.progress(app.readable_booking(trip_progress.booking_id)));
end $$;
comment on function public.trip_progress is
  'The remaining way, to the pickup while the driver approaches and then to the drop: {to (the next place: pickup, '
  'stop or drop), remaining_km, remaining_secs, by (how it was computed: way: along the quoted route; beeline: '
  'estimated from the straight line, before the start and off the route), at (time of the position), eta, near '
  '(within 300 m of the next place), share? (part of the route driven, 0 to 1), off_route?, off_route_m?}; only {to, '
  'at} if the position is older than a minute, only {to} if there is none, null while no car is under way. '
  'Errors: must_login, booking_not_found.';
grant execute on function public.trip_progress(uuid) to authenticated;
