-- On duty: the area in which trips can begin, going on and off duty, and the search for the nearest free drivers.

create function app.radius_m() returns double precision
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select s.driver_radius::double precision * case when s.convert_to_mile then 1609.344 else 1000 end
    from public.settings s where s.id = 1);
end $$;

create function app.is_served(lat double precision, lng double precision) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return app.is_place(is_served.lat, is_served.lng)
    and not exists (select 1 from app.drawn_area a where not extensions.st_dwithin(a.area::extensions.geography,
      extensions.st_setsrid(extensions.st_makepoint(is_served.lng, is_served.lat), 4326)::extensions.geography,
      app.radius_m()))
    and coalesce((select app.distance_m(is_served.lat, is_served.lng,
      least(a.north, greatest(a.south, is_served.lat)), least(a.east, greatest(a.west, is_served.lng)))
        <= app.radius_m()
    from app.service_area a), true);
end $$;
comment on function app.is_served is
  'Whether a place is within the service area (as drawn, and within the map), or outside by at most the search radius '
  '(settings.driver_radius).';

create function public.is_served(lat double precision, lng double precision) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  perform app.me();
  return app.is_served(is_served.lat, is_served.lng);
end $$;
comment on function public.is_served is
  'Whether a driver at this place can be offered trips. '
  'Errors: must_login, require_approval.';
grant execute on function public.is_served(double precision, double precision) to authenticated;

create function app.require_served(lat double precision, lng double precision) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if not app.is_served(require_served.lat, require_served.lng) then
    perform app.refuse('outside_service_area', 409, 'Drivers get offers only in and around the service area');
  end if;
end $$;

-- Finds the k nearest drivers of a car type who may get offers, whose car meets the requirements and who reported
-- within a minute. This is the most frequent query of dispatch. The car is checked while the index is read: if it were
-- checked after the limit, a rare car behind common ones would be missed. The index contains an anchor, a point up to
-- 50 m behind the driver, so the order in the index is not exact. Therefore about 2 * sqrt(k) more drivers are fetched
-- (as many as lie along the edge of a circle that contains k drivers), and the exact distance selects k of them. The
-- box prevents a search in a region without drivers from reading the whole index. The function has one statement and no
-- SECURITY DEFINER or SET, so that it is planned as part of its caller's query. The search point is in a subquery of
-- its own, which is computed once and not for each neighbour. Figures and rejected alternatives:
-- docs/reference/benchmarks.md.
create function app.nearest_drivers(car_type uuid, lat double precision, lng double precision,
  radius_m double precision, k integer,
  seats integer default 0, luggage integer default 0, child_seats integer default 0, wheelchair boolean default false)
returns table (driver_id uuid, distance_m double precision)
language sql stable parallel safe as $$
  select e.driver_id, e.m from (
    select n.driver_id, app.distance_m(nearest_drivers.lat, nearest_drivers.lng, n.lat, n.lng) as m from (
      select p.driver_id, p.lat, p.lng from public.driver_positions p
      where p.car_type = nearest_drivers.car_type and p.pt is not null
        and p.pt operator(pg_catalog.<@) app.box_around(app.search_point(nearest_drivers.car_type, nearest_drivers.lat,
          nearest_drivers.lng),
          nearest_drivers.lat, nearest_drivers.radius_m)
        and p.updated_at > (select t.at - interval '60 seconds' from app.present t)
        and p.seats >= nearest_drivers.seats and p.luggage >= nearest_drivers.luggage
          and p.child_seats >= nearest_drivers.child_seats
        and p.wheelchair >= nearest_drivers.wheelchair
      order by p.pt operator(pg_catalog.<->) (select app.search_point(nearest_drivers.car_type, nearest_drivers.lat,
        nearest_drivers.lng))
      limit nearest_drivers.k + (2 * sqrt(nearest_drivers.k))::integer) n
    -- offset 0 keeps the planner from merging the subquery; otherwise the distance is computed twice, for the filter
    -- and for the order.
    offset 0) e
  where e.m <= nearest_drivers.radius_m order by e.m limit nearest_drivers.k
$$;
comment on function app.nearest_drivers is
  'The k nearest free drivers of a car type within a radius in metres whose cars meet the requirements, with exact '
  'distances in metres.';

-- Estimates a driver's time to the pickup in seconds: streets are 1.35 times as long as the straight line, and a cab
-- averages 28 km/h in a town. One minute is added, in which the driver reads the offer and sets off.
create function app.pickup_secs(distance_km double precision) returns integer
language sql immutable parallel safe set search_path = '' as $$
  select (60 + pickup_secs.distance_km * 1.35 / 28 * 3600)::integer
$$;
comment on function app.pickup_secs is
  'Estimated seconds until a car this many kilometres away reaches the pickup; only for choosing a car, never part of '
  'a price.';
