-- Maps for the desk: demand for rides, and positions of drivers.
-- Access: admins, fleet admins and drivers read the heat map, with different detail; admins and fleet admins read
--         positions of drivers
-- Tests:  tests/db/heatmap.sql

create function app.cell_of(lat double precision, lng double precision, cell_m integer) returns point
language sql immutable parallel safe set search_path = '' as $$
  -- The width of a cell in degrees is computed for the nearest whole degree of latitude, so that all cells near this
  -- latitude are aligned.
  select point((floor(cell_of.lng / s.east) + 0.5) * s.east, (floor(cell_of.lat / s.north) + 0.5) * s.north)
  from (select cell_m / 111195.08 as north, cell_m / (111195.08 * cos(radians(round(cell_of.lat)))) as east) s
$$;
comment on function app.cell_of is
  'Centre (x = lng, y = lat) of the grid cell of about cell_m metres that contains a place.';

create function app.check_area(south double precision, west double precision, north double precision,
  east double precision,
  hours integer, cell_m integer) returns void
language plpgsql immutable set search_path = '' as $$
begin
  if (app.is_place(south, west) and app.is_place(north, east) and south < north and west < east
      and hours between 1 and 168 and cell_m between 250 and 5000) is not true then
    perform app.refuse('area_invalid', 422,
      'Give south < north and west < east in degrees, 1 to 168 hours, cells of 250 to 5000 m');
  end if;
end $$;

-- Counts bookings for each cell of a grid. To protect riders, only admins see cells with fewer than three riders.
-- Drivers get counts rounded down to a multiple of three, so that comparing two requests does not reveal a single
-- booking.
create function app.demand_cells(south double precision, west double precision, north double precision,
  east double precision,
  hours integer, cell_m integer, viewer text) returns table (cell point, demand bigint, unmet bigint)
language sql stable security definer set search_path = '' as $$
  select (array_agg(c.cell))[1], case viewer when 'driver' then count(*) - count(*) % 3 else count(*) end,
    case viewer when 'driver' then null else count(*) filter (where b.cancelled_by = 'system'
      and b.accepted_at is null) end
  from public.bookings b
  cross join lateral (select app.cell_of(b.pickup_lat, b.pickup_lng, demand_cells.cell_m) as cell) c
  where b.created_at > app.now() - make_interval(hours => demand_cells.hours) and b.created_at <= app.now()
    and b.pickup_lat between south and north and b.pickup_lng between west and east
  group by c.cell[0], c.cell[1]
  having viewer = 'admin' or count(distinct b.customer_id) >= 3
$$;

create function app.supply_cells(south double precision, west double precision, north double precision,
  east double precision,
  cell_m integer, fleet_id uuid) returns table (cell point, supply bigint)
language sql stable security definer set search_path = '' as $$
  -- The index contains each driver's anchor (driver_positions.pt), a point up to 50 m from the driver's position. So
  -- the searched box is larger than the area. The cell is computed from the exact position.
  select (array_agg(g.cell))[1], count(*)
  from public.car_types c
  join public.driver_positions p on p.car_type = c.id and p.pt is not null
    and p.pt operator(pg_catalog.<@) box(app.search_point(c.id, south - 0.001, greatest(-180, west - 0.01)),
      app.search_point(c.id, north + 0.001, least(180, east + 0.01)))
  join public.drivers d on d.id = p.driver_id
  cross join lateral (select app.cell_of(p.lat, p.lng, supply_cells.cell_m) as cell) g
  where p.updated_at > app.now() - interval '60 seconds' and p.lat between south and north
    and p.lng between west and east
    and (supply_cells.fleet_id is null or d.fleet_id = supply_cells.fleet_id)
  group by g.cell[0], g.cell[1]
$$;

create function public.heat_map(south double precision, west double precision, north double precision,
  east double precision,
  hours integer default 3, cell_m integer default 500)
returns table (lat double precision, lng double precision, demand bigint, unmet bigint, supply bigint)
language plpgsql stable security definer set search_path = '' as $$
declare v_me public.profiles := app.me();
begin
  if not app.is_staff(v_me.usertype) then
    perform app.me_as_driver();
  end if;
  perform app.check_area(south, west, north, east, hours, cell_m);
  return query
  with wanted as (select w.* from app.demand_cells(south, west, north, east, hours, cell_m, v_me.usertype) w),
  there as (select t.* from app.supply_cells(south, west, north, east, cell_m,
    case v_me.usertype when 'fleetadmin' then v_me.id end) t
    where v_me.usertype <> 'driver')
  select coalesce(w.cell[1], t.cell[1]), coalesce(w.cell[0], t.cell[0]), coalesce(w.demand, 0),
    case when v_me.usertype <> 'driver' then coalesce(w.unmet, 0) end,
      case when v_me.usertype <> 'driver' then coalesce(t.supply, 0) end
  from wanted w full join there t on w.cell[0] = t.cell[0] and w.cell[1] = t.cell[1]
  order by 3 desc, 5 desc nulls last, 1, 2 limit 2000;
end $$;
comment on function public.heat_map is
  'Demand for rides in cells (centre in degrees, about cell_m metres wide): bookings with a pickup in the cell in the '
  'last hours, those for which no driver was found (unmet), and the free drivers in it now (supply). Admins see all. '
  'Fleet admins see only their own drivers as supply and, like drivers, only cells with at least three riders; '
  'drivers see only demand, rounded down to threes. At most 2000 cells, busiest first. '
  'Errors: must_login, not_a_driver, require_approval, area_invalid.';
grant execute on function public.heat_map(double precision, double precision, double precision, double precision,
  integer, integer) to authenticated;

create function app.map_fleet() returns uuid language plpgsql stable security definer set search_path = '' as $$
declare v_me public.profiles := app.me();
begin
  if not app.is_staff(v_me.usertype) then
    perform app.refuse('not_allowed', 403, 'Only admins and fleet admins have the live map');
  end if;
  return case v_me.usertype when 'fleetadmin' then v_me.id end;
end $$;
comment on function app.map_fleet is
  'The fleet whose drivers the caller may see on the map; null: all drivers. '
  'Errors: must_login, not_allowed.';

create function app.map_state(booking_id uuid, updated_at timestamptz) returns text
language sql stable set search_path = '' as $$
  select case when not app.is_position_current(map_state.updated_at) then 'silent'
    when map_state.booking_id is not null then 'busy' else 'free' end
$$;
comment on function app.map_state is
  'State of a driver on duty on the live map. A driver without a signal is silent, also on a trip: nobody knows where '
  'the car is.';

create function public.duty_drivers(driver_ids uuid[] default null)
  returns table (driver_id uuid, driver_name text, vehicle_number text, car_type_id uuid,
  car_type text, car_image text, lat double precision, lng double precision, heading double precision,
    updated_at timestamptz,
  state text, booking_id uuid)
language plpgsql stable security definer set search_path = '' as $$
declare v_fleet uuid := app.map_fleet();
begin
  return query
  select d.id, btrim(p.first_name || ' ' || p.last_name), d.vehicle_number, d.car_type_id, c.name, c.image, o.lat,
    o.lng, o.heading,
    o.updated_at, app.map_state(b.id, o.updated_at), b.id
  from public.drivers d
  join public.profiles p on p.id = d.id and p.approved and p.usertype = 'driver'
  join public.driver_positions o on o.driver_id = d.id
  left join public.car_types c on c.id = d.car_type_id
  left join public.bookings b on b.driver_id = d.id and b.engaged_at is not null and not b.is_along
    and app.is_under_way(b.status)
  where d.driver_active_status and (v_fleet is null or d.fleet_id = v_fleet)
    and (duty_drivers.driver_ids is null or d.id = any (duty_drivers.driver_ids))
  order by o.updated_at desc, d.id limit 5000;
end $$;
comment on function public.duty_drivers is
  'Drivers on duty (optionally only those with the given ids) with car, last position and state: free, busy (on a '
  'trip) or silent (no report for a minute); booking_id if on a trip. Admins see all, fleet admins their own. '
  'drivers_for_map then returns changes of their positions. '
  'Errors: must_login, not_allowed.';
grant execute on function public.duty_drivers(uuid[]) to authenticated;

create function public.drivers_for_map(south double precision, west double precision, north double precision,
  east double precision,
  since timestamptz default null) returns public.map_view
language plpgsql stable security definer set search_path = '' as $$
declare
  v_fleet uuid := app.map_fleet();
  -- `at` is one second in the past, so that the next response includes positions that were stored during this call.
  v_view public.map_view := row(app.now() - interval '1 second', null, null, null, null, null, null, '{}');
begin
  perform app.check_area(south, west, north, east, 1, 250);
  with duty as materialized (
    select d.id, o.lat, o.lng, o.heading, o.updated_at, o.lat between south and north
      and o.lng between west and east as is_inside,
      since is null or o.updated_at > since or s.changed_at > since
        or o.updated_at between since - interval '60 seconds' and app.now() - interval '60 seconds' as is_news
    from public.drivers d
    join public.profiles p on p.id = d.id and p.approved and p.usertype = 'driver'
    join public.driver_positions o on o.driver_id = d.id
    left join app.driver_states s on s.driver_id = d.id
    where d.driver_active_status and (v_fleet is null or d.fleet_id = v_fleet)
  ), shown as (
    select d.*, app.map_state(b.id, d.updated_at) as state
    from (select * from duty where is_inside and is_news order by updated_at desc, id limit 5000) d
    left join public.bookings b on b.driver_id = d.id and b.engaged_at is not null and not b.is_along
      and app.is_under_way(b.status)
  )
  select array_agg(s.id), array_agg(round(s.lat::numeric, 5)::double precision),
    array_agg(round(s.lng::numeric, 5)::double precision),
    array_agg(round(s.heading)::integer), array_agg(s.state),
      array_agg(greatest(0, extract(epoch from app.now() - s.updated_at))::integer),
    (select array_agg(g.id) from (
      select d.id from duty d where since is not null and not d.is_inside and d.is_news
      union all
      select s.driver_id from app.driver_states s join public.drivers d on d.id = s.driver_id
      where s.state = 'off' and s.changed_at > since and (v_fleet is null or d.fleet_id = v_fleet)) g)
    into v_view.ids, v_view.lats, v_view.lngs, v_view.headings, v_view.states, v_view.ages, v_view.gone
  from shown s;
  return row(v_view.at, coalesce(v_view.ids, '{}'), coalesce(v_view.lats, '{}'), coalesce(v_view.lngs, '{}'),
    coalesce(v_view.headings, '{}'),
    coalesce(v_view.states, '{}'), coalesce(v_view.ages, '{}'), coalesce(v_view.gone, '{}'))::public.map_view;
end $$;
comment on function public.drivers_for_map is
  'Drivers on duty in a part of the map, in parallel arrays: ids, positions (to 1 m), headings (degrees; null while '
  'the car stands), states (free, busy, or silent: no report for a minute) and ages of the positions in seconds; at '
  'most 5000. With since (the `at` of the previous response) only drivers who moved or changed since then, and in '
  '`gone` those who left the part or went off duty. Clients should sometimes call without since, because a driver who '
  'leaves a fleet is not reported. Admins see all, fleet admins their own. '
  'Errors: must_login, not_allowed, area_invalid.';
grant execute on function public.drivers_for_map(double precision, double precision, double precision,
  double precision, timestamptz) to authenticated;
