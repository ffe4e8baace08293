-- On duty: the area in which trips can begin, going on and off duty, and the search for the nearest free drivers.
-- Access: drivers go on duty; riders see nearby cars without names; the service role sets the area
-- Tests:  tests/db/on_duty.sql, tests/db/positions.sql

create function public.set_service_area(west double precision default null, south double precision default null,
  east double precision default null, north double precision default null, country text default null) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if set_service_area.west is null then
    delete from app.service_area where true;
    return;
  end if;
  if not coalesce(app.is_place(set_service_area.south, set_service_area.west)
    and app.is_place(set_service_area.north, set_service_area.east)
    and set_service_area.west < set_service_area.east and set_service_area.south < set_service_area.north
    and coalesce(set_service_area.country ~ '^[A-Z]{2}$', true), false) then
    perform app.refuse('service_area_invalid', 422,
      'Give west, south, east and north in degrees and country as LI, or no arguments for everywhere');
  end if;
  insert into app.service_area as a (west, south, east, north, country)
    values (set_service_area.west, set_service_area.south, set_service_area.east, set_service_area.north,
      set_service_area.country)
  on conflict (id) do update set west = excluded.west, south = excluded.south, east = excluded.east,
    north = excluded.north, country = excluded.country;
  -- An area on another map would leave no place to begin at.
  delete from app.drawn_area a where not extensions.st_intersects(a.area, extensions.st_makeenvelope(
    set_service_area.west, set_service_area.south, set_service_area.east, set_service_area.north, 4326));
end $$;
comment on function public.set_service_area is
  'Sets the area in which trips can begin, as the bounding box of the map region (degrees), and the country of the '
  'region (ISO 3166); without arguments trips can begin anywhere. An area that the owner drew on another map is '
  'forgotten. '
  'Errors: service_area_invalid.';
grant execute on function public.set_service_area(double precision, double precision, double precision,
  double precision, text) to service_role;

-- Going on and off duty -----------------------------------------------------------------------------------------------

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
    perform app.refuse('no_car', 409, 'An admin has to assign a car type first');
  end if;
  if set_driver_active.place is not null then
    select p.* into v_here from app.read_points(jsonb_build_array(set_driver_active.place)) p
      where p.at > app.now() - interval '60 seconds';
    if not found then
      perform app.refuse('position_needed', 422, 'Give lat and lng, at most a minute old, accurate to 500 m');
    end if;
    perform app.require_served(v_here.lat, v_here.lng);
  elsif not v_driver.driver_active_status then
    select p.* into v_known from public.driver_positions p where p.driver_id = v_driver.id
      and p.updated_at > app.now() - interval '60 seconds';
    if found then
      perform app.require_served(v_known.lat, v_known.lng);
    elsif (app.settings()).duty_needs_position then
      perform app.refuse('position_needed', 409, 'Pass the position as place, or report it before');
    end if;
  end if;
  if not v_driver.driver_active_status then
    if app.has_expired_document(v_driver.id) then
      perform app.refuse('document_expired', 409, 'Hand in the document that is missing or has expired first');
    end if;
    perform app.require_shift(v_driver.id);
    perform app.accept_next_position(v_driver.id);
  end if;
  update public.drivers d set driver_active_status = true where d.id = v_driver.id returning d.* into v_driver;
  if set_driver_active.place is not null then
    perform app.store_position(v_driver, v_here.lat, v_here.lng, v_here.heading, v_here.accuracy, v_here.at);
  end if;
  return v_driver;
end $$;
comment on function public.set_driver_active is
  'Puts the calling driver on duty, with a position ({lat, lng, heading, accuracy, at} as in report_positions), or '
  'off duty. '
  'Errors: not_a_driver, require_approval, no_car, document_expired (also if one that the driver needs is missing), '
  'outside_service_area, position_needed (no usable position, or none with settings.duty_needs_position), '
  'shift_required (settings.shift_mileage or shift_photos requires a shift first).';
grant execute on function public.set_driver_active(boolean, jsonb) to authenticated;

-- A driver who goes home after this trip.
create function public.set_last_ride(is_last boolean) returns public.drivers
language plpgsql security definer set search_path = '' as $$
declare v_driver public.drivers := app.me_as_driver();
begin
  update public.drivers d set last_ride = coalesce(set_last_ride.is_last, false) and d.driver_active_status
  where d.id = v_driver.id returning d.* into v_driver;
  return v_driver;
end $$;
comment on function public.set_last_ride is
  'Whether the trip under way is the calling driver''s last one: no offer is made until the driver takes it back or '
  'goes off duty. Offers that are open stay open, and the desk may still assign a booking. Off duty it stays false. '
  'Errors: must_login, account_suspended, require_approval, not_a_driver.';
grant execute on function public.set_last_ride(boolean) to authenticated;

-- Searching for drivers -----------------------------------------------------------------------------------------------

-- Limits calls of nearby_drivers by one person: a page calls it every ten seconds, and once more for each pickup that
-- the person tries. All visitors together have one limit, because the database cannot distinguish them reliably. While
-- they exceed it, their pages show no cars.
create function app.limit_nearby() returns void language plpgsql volatile security definer set search_path = '' as $$
begin
  perform set_config('synchronous_commit', 'off', true);
  if not app.is_person() then return; end if;
  if auth.uid() is null then
    perform app.enforce_limit('nearby_of_visitors', 'all');
  else
    perform app.enforce_limit('nearby', auth.uid()::text);
  end if;
end $$;

create function public.nearby_drivers(lat double precision, lng double precision) returns json
language sql volatile security definer set search_path = '' set enable_bitmapscan = off as $$
  select app.limit_nearby();
  -- Hides exact positions: distance, order and limit are based on the rounded position, because exact distances from
  -- three points would reveal the exact position. Rounding moves a position by up to 80 m, so the box of the search is
  -- 100 m larger.
  select app.page(json_agg(row(f.car_type, f.lat, f.lng, f.heading, f.km, app.pickup_secs(f.km))::public.nearby_driver
    order by f.m, f.lat, f.lng, f.car_type)) from (
  select n.car_type, s.lat, s.lng, round(n.heading)::double precision as heading,
    round((d.m / 1000)::numeric, 1)::double precision as km, d.m
  from (select app.radius_m() as m offset 0) r
  cross join public.car_types c
  cross join lateral (
    -- Selects cars by their anchor in the index, which does not reveal an exact position either. Selects more cars than
    -- are shown, because rounding changes their order.
    select p.car_type, p.lat, p.lng, p.heading from public.driver_positions p
    where p.car_type = c.id and p.pt is not null and p.updated_at > (select app.now() - interval '60 seconds')
      and p.pt operator(pg_catalog.<@) app.box_around(app.search_point(c.id, nearby_drivers.lat, nearby_drivers.lng),
        nearby_drivers.lat, r.m + 100)
    order by p.pt operator(pg_catalog.<->) app.search_point(c.id, nearby_drivers.lat, nearby_drivers.lng) limit 60) n
  cross join lateral (select round(n.lat::numeric, 3)::double precision as lat,
    round(n.lng::numeric, 3)::double precision as lng) s
  cross join lateral (select app.distance_m(nearby_drivers.lat, nearby_drivers.lng, s.lat, s.lng) as m) d
  where app.is_place(nearby_drivers.lat, nearby_drivers.lng) and d.m <= r.m
  -- The nearest car of each type comes first, so that many cars of one type do not hide the others.
  order by row_number() over (partition by n.car_type order by d.m, s.lat, s.lng) > 1, d.m, s.lat, s.lng,
    n.car_type limit 20) f
$$;
comment on function public.nearby_drivers is
  'Up to 20 free drivers around a point, including the nearest of each car type: car type, position to about 100 m, '
  'heading, kilometres, estimated seconds to arrive. Never who they are. 60 calls a minute. @returns page of '
  'nearby_driver. '
  'Errors: too_many_requests.';
grant execute on function public.nearby_drivers(double precision, double precision) to anon, authenticated;
