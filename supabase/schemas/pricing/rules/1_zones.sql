-- Zones: areas with a surcharge, with a fixed fare, or without service.
-- Access: admins edit, fleet admins read; riders see only the result on their quote
-- Tests:  tests/db/zones.sql, tests/db/service_area.sql

create function app.read_area(geojson jsonb) returns extensions.geometry
language plpgsql immutable set search_path = '' as $$
declare v_area extensions.geometry;
begin
  if length(geojson::text) <= 500000 and geojson ->> 'type' in ('Polygon', 'MultiPolygon') then
    v_area :=
      extensions.st_multi(extensions.st_force2d(extensions.st_setsrid(extensions.st_geomfromgeojson(geojson::text),
      4326)));
    if extensions.st_isvalid(v_area) and not extensions.st_isempty(v_area)
      and extensions.st_npoints(v_area) <= 10000 then
      return v_area;
    end if;
  end if;
  return null;
exception when others then
  return null;
end $$;
comment on function app.read_area is
  'The area of a GeoJSON polygon; null if it is invalid, crosses itself or is too large.';

create function app.point_of(place jsonb) returns extensions.geometry language sql immutable set search_path = '' as $$
  select extensions.st_setsrid(extensions.st_makepoint((place ->> 'lng')::double precision,
    (place ->> 'lat')::double precision), 4326)
$$;

-- Refuses a trip with both ends outside of the area that the owner has drawn. One end is enough: people also go to an
-- airport outside, and come home from it.
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

create function app.zones_met(car_type_id uuid, pickup extensions.geometry, drops extensions.geometry)
  returns setof public.zones
language sql stable security definer set search_path = '' as $$
  select z.* from public.zones z
  where z.active and (z.car_type_id is null or z.car_type_id = zones_met.car_type_id)
    and z.area operator(extensions.&&) extensions.st_collect(pickup, drops)
    and case z.applies_to
      when 'pickup' then extensions.st_intersects(z.area, pickup)
      when 'drop' then extensions.st_intersects(z.area, drops)
      when 'both' then extensions.st_intersects(z.area, pickup) and extensions.st_intersects(z.area, drops)
      else extensions.st_intersects(z.area, pickup) or extensions.st_intersects(z.area, drops) end
$$;

-- Returns what zones change in the tariff of a trip: a fixed fare or surcharges. Refuses a trip that touches a zone
-- without service. Of several fixed fares, that of the smallest zone counts. A fixed fare is the price of one known
-- route. A stop can lead anywhere, so trips with stops get no fixed fare.
create function app.zone_rule(car_type_id uuid, pickup jsonb, drop jsonb, waypoints jsonb) returns jsonb
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
