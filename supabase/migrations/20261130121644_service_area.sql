-- service_area: from supabase/schemas, by npm run migration. Read it before it is applied.

set lock_timeout = '10s';
set statement_timeout = '10min';

create table app.drawn_area (
  id boolean primary key default true check (id),
  area extensions.geometry (MultiPolygon, 4326) not null,
  updated_at timestamptz not null default app.now(),
  constraint drawn_area_area check (extensions.st_npoints(area) between 4 and 10000 and extensions.st_isvalid(area))
);

call app.describe('app.drawn_area', $$
  One row: the area in which trips begin or end, as the owner has drawn it. Without the row it is the whole map.
  area: The area as a multipolygon in WGS 84. Its edge is taken wider by 250 m, because few corners draw a border.
$$);

alter table app.drawn_area enable row level security;

create type public.drawn_area as (geojson jsonb, updated_at timestamptz);

comment on type public.drawn_area is
  'Result of service_area: the drawn area as a GeoJSON MultiPolygon, and when it was drawn; both null if there is '
  'none.';

create function app.require_drawn_area(pickup extensions.geometry, drop extensions.geometry) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if exists (select 1 from app.drawn_area a where not extensions.st_dwithin(a.area::extensions.geography,
    extensions.st_collect(require_drawn_area.pickup, require_drawn_area.drop)::extensions.geography, 250)) then
    perform app.refuse('outside_area', 422, 'Trips begin or end in the service area');
  end if;
end $$;

create function public.service_area() returns public.drawn_area
language plpgsql stable security definer set search_path = '' as $$
begin
  perform app.require_permission('prices');
  return row((select extensions.st_asgeojson(a.area, 6, 0)::jsonb from app.drawn_area a),
    (select a.updated_at from app.drawn_area a))::public.drawn_area;
end $$;

comment on function public.service_area is
  'The area in which trips begin or end, as the owner has drawn it; without it they begin and end anywhere on the map. '
  'Errors: must_login, not_allowed.';

grant execute on function public.service_area() to authenticated;

create or replace function app.zone_rule(car_type_id uuid, pickup jsonb, drop jsonb, waypoints jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_drops extensions.geometry := (select extensions.st_collect(app.point_of(p))
    from jsonb_array_elements(coalesce(zone_rule.waypoints, '[]') || jsonb_build_array(zone_rule.drop)) p);
  v_fixed jsonb;
  v_zones jsonb;
  z public.zones;
begin
  perform app.require_drawn_area(app.point_of(zone_rule.pickup), app.point_of(zone_rule.drop));
  for z in select m.* from app.zones_met(zone_rule.car_type_id, app.point_of(zone_rule.pickup), v_drops) m
    order by case m.kind when 'fixed' then extensions.st_area(m.area::extensions.geography) end, m.name, m.id loop
    if z.kind = 'no_service' then
      perform app.refuse('zone_no_service', 422, format('Zone %s has no service', z.name));
    elsif z.kind = 'fixed' and v_fixed is null and jsonb_array_length(coalesce(zone_rule.waypoints, '[]')) = 0 then
      v_fixed := jsonb_build_object('id', z.id, 'name', z.name, 'amount', z.amount);
    elsif z.kind = 'surcharge' then
      v_zones := coalesce(v_zones, '[]') || jsonb_strip_nulls(jsonb_build_object('id', z.id, 'name', z.name, 'amount',
        z.amount, 'percent', z.percent));
    end if;
  end loop;
  return case when v_fixed is not null then jsonb_build_object('zone_fixed', v_fixed)
    when v_zones is not null then jsonb_build_object('zones', v_zones) else '{}' end;
end $$;

comment on function app.zone_rule is
  'The effect of zones on a tariff, as part of a rule for compute_fare: {zone_fixed}, {zones} or {}. '
  'Errors: zone_no_service, outside_area.';

comment on function app.price_route is
  'Prices a route for a car: {rule, inputs, fare}. '
  'Errors: select_proper, zone_no_service, outside_area.';

comment on function app.street_price is
  'The tariff of a trip that starts at this place now, before it has a distance: {rule, inputs, fare}. '
  'Errors: zone_no_service, outside_area.';

create or replace function app.is_served(lat double precision, lng double precision) returns boolean
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

comment on function public.quote_fare is
  'Prices a measured route. quote: {car_type_id, pickup:{lat,lng,add,point_name?}, drop: same keys, waypoints:[…], '
  'distance_in_km, time_in_secs, polyline, parcel_type_index?, option_index?, trip_at?}; point_name comes from the '
  'server''s map, never from a client. Returns {quote_id, trip_cost, cash_amount, lines, tax, currency, expires_at, '
  'price_parts}; cash_amount is trip_cost rounded for cash, price_parts is [{side: price, kind: fare or '
  'cash_rounding, amount, tax?}], tax is included in trip_cost, quote_id is null if customer_id is not a rider. '
  'Errors: select_proper, too_many_stops, no_route_found, zone_no_service, outside_area.';

create function public.save_service_area(area jsonb default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_area extensions.geometry := app.read_area(save_service_area.area);
  v_before jsonb := (select extensions.st_asgeojson(a.area, 6, 0)::jsonb from app.drawn_area a);
begin
  perform app.require_editor('prices');
  if save_service_area.area is null or save_service_area.area = 'null' then
    delete from app.drawn_area where true;
  elsif v_area is null then
    perform app.refuse('service_area_invalid', 422,
      'Give a Polygon or MultiPolygon without self-intersections and with at most 10000 points, or nothing');
  else
    insert into app.drawn_area as a (area) values (v_area)
    on conflict (id) do update set area = excluded.area, updated_at = app.now();
  end if;
  perform app.audit('save_service_area', 'settings', '1', v_before, save_service_area.area);
end $$;

comment on function public.save_service_area is
  'Sets the area in which trips begin or end, as a GeoJSON Polygon or MultiPolygon; without one it is the whole map. '
  'Drivers get offers in and around it. Idempotent. For staff who may change prices. '
  'Errors: must_login, not_allowed, demo_mode, service_area_invalid.';

grant execute on function public.save_service_area(jsonb) to authenticated;

create or replace function public.set_service_area(west double precision default null, south double precision default null,
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

comment on function public.start_street_trip is
  'A driver on duty starts a trip with a passenger who did not book. Creates a booking with source street and status '
  'STARTED, without customer, quote and drop; the drop is where reach_drop ends it. Always metered, without code, '
  'promotion and referral. lat and lng are the car''s position. A repeated client_key returns the first booking. '
  'Errors: must_login, account_suspended, require_approval, not_a_driver, street_trips_off, driver_offline, no_car, '
  'taxis_only, driver_busy, document_expired, unpaid_booking, position_needed, outside_service_area, zone_no_service, '
  'outside_area.';

-- Sources of this migration, for the next one to compare with:
--   54c0b4239e09 table app.drawn_area
--   90289dbbae9e description of app.drawn_area
--   6d2875b70fed alter table app.drawn_area enable row level security
--   80ab5fc5c258 type public.drawn_area
--   04fc552e86f4 comment on type public.drawn_area
--   513fdf8b8c51 function app.require_drawn_area(extensions.geometry, extensions.geometry)
--   a7b6f75c7dbe function public.service_area()
--   1388b513565e comment on function public.service_area
--   075c4ea54ca0 grant execute on function public.service_area() to authenticated
--   d7c647e145b5 function app.zone_rule(uuid, jsonb, jsonb, jsonb)
--   aa49e6f09e7b comment on function app.zone_rule
--   007a9dd5c91f comment on function app.price_route
--   926459933c2e comment on function app.street_price
--   5871a524d2b0 function app.is_served(double precision, double precision)
--   9ad0388b8cc3 comment on function app.is_served
--   9e7c38b842ff comment on function public.quote_fare
--   e8168aa32aa5 function public.save_service_area(jsonb)
--   bb15f2d63916 comment on function public.save_service_area
--   3e05da36b5b2 grant execute on function public.save_service_area(jsonb) to authenticated
--   66ef9401c434 function public.set_service_area(double precision, double precision, double precision, double precision, text)
--   e9d4d5cd124a comment on function public.set_service_area
--   0f212645bc99 comment on function public.start_street_trip
