-- Positions: where drivers are now, in a narrow table that is written often and that the search for drivers reads.

-- Returns the number of the plane of a car type: its points in the index are shifted by this many times 100,000 km. In
-- the rare case that two car types have the same number, a search skips the drivers of the other type.
create function app.plane_of(car_type uuid) returns integer language sql immutable parallel safe as $$
  select get_byte(uuid_send(car_type), 14) * 256 + get_byte(uuid_send(car_type), 15)
$$;

create function app.search_point(car_type uuid, lat double precision, lng double precision) returns point
language sql immutable parallel safe as $$
  select app.anchor(lat, lng) operator(pg_catalog.+) point(1e8::double precision * app.plane_of(car_type), 0)
$$;
comment on function app.search_point is
  'The Mercator point of a place on the plane of a car type. Planes are 100,000 km apart, more than twice the '
  'earth''s circumference.';

-- Returns a square that contains the index points of all drivers within the radius. The square is larger than the
-- radius, because these points are up to 50 m behind their drivers (away_pt: 500 m), and because Mercator stretches
-- lengths most at the edge that is farther from the equator.
create function app.box_around(middle point, lat double precision, radius_m double precision,
  trail_m double precision default 50)
returns box language sql immutable parallel safe as $$
  -- box(circle) is the square inside the circle, so the radius is multiplied by the square root of two.
  select box(circle(middle, 1.4143 * (radius_m + trail_m + 1)
    / (0.99888 * cos(radians(least(85.1, abs(lat) + (radius_m + trail_m) / 111000))))))
$$;

-- Returns the metres on the ground between two Mercator points at a latitude.
create function app.metres_apart(a point, b point, lat double precision) returns double precision
language sql immutable parallel safe as $$
  select (metres_apart.a operator(pg_catalog.<->) metres_apart.b) * 0.99888 * cos(radians(lat))
$$;

-- This function is in plpgsql, which caches the plan, because each step of a trip calls it several times. A SQL
-- function with SECURITY DEFINER would be planned at every call.
create function app.is_busy(driver_id uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select 1 from public.bookings b where b.driver_id = is_busy.driver_id and b.engaged_at is not null
    and app.is_under_way(b.status));
end $$;
comment on function app.is_busy is
  'Whether an engaged booking keeps the driver busy now. Computed from bookings, because a stored flag could become '
  'outdated.';
