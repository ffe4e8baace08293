-- Zones: areas with a surcharge, with a fixed fare, or without service.
-- Needs:  car_types, profiles, audit
-- Access: admins edit, fleet admins read; riders see only the result on their quote
-- Tests:  tests/db/zones.sql

create table public.zones (
  id uuid primary key default app.uuid_v7(),
  name text not null check (btrim(name) <> '' and length(name) <= 100),
  kind text not null check (kind in ('surcharge', 'fixed', 'no_service')),
  amount numeric check (amount >= 0 and amount < 1000000),
  percent numeric check (percent > 0 and percent <= 1000),
  applies_to text not null default 'either' check (applies_to in ('pickup', 'drop', 'either', 'both')),
  car_type_id uuid references public.car_types (id) on delete cascade,
  active boolean not null default true,
  area extensions.geometry (MultiPolygon, 4326) not null,
  geojson jsonb generated always as (extensions.st_asgeojson(area, 6, 0)::jsonb) stored,
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null default app.now(),
  constraint zones_price check (case kind when 'surcharge' then num_nonnulls(amount, percent) = 1
    when 'fixed' then amount is not null and percent is null else num_nonnulls(amount, percent) = 0 end),
  constraint zones_area check (extensions.st_npoints(area) between 4 and 10000 and extensions.st_isvalid(area)
    and extensions.st_xmin(area) >= -180 and extensions.st_xmax(area) <= 180
    and extensions.st_ymin(area) >= -85 and extensions.st_ymax(area) <= 85)
);
call app.describe('public.zones', $$
  Areas that change the price of a trip or exclude it, when it is quoted. no_service is checked first. For a trip without stops the smallest zone with a fixed fare replaces base fare, distance, time and the surcharges of zones. Otherwise all surcharges add up.
  version: Number of the row's changes. An update with an outdated version is refused with version_conflict.
  amount: The surcharge, or the fixed fare, as an amount.
  percent: Surcharge as percent of base fare, distance and time; only for kind surcharge.
  applies_to: Which end of the trip must lie inside the area. Stops count as drops.
  car_type_id: The car type to which the zone applies; null: every car type.
  geojson: The area as GeoJSON, for clients; written by save_zone, or by a client that sends `area` as GeoJSON.
  name: Name of the zone on the rider's fare line.
  kind: What the zone does: surcharge, fixed (fare) or no_service.
  active: Whether the zone is applied; if not, it is only stored.
  area: The area as a multipolygon in WGS 84.
$$);
create index zones_area_idx on public.zones using gist (area) where active;
create index zones_car_type_id on public.zones (car_type_id);

alter table public.zones enable row level security;
grant select, insert, update, delete on public.zones to authenticated;
create policy "staff read zones" on public.zones for select to authenticated using ((select app.has_current_role('admin', 'fleetadmin')));
create policy "admins add zones" on public.zones for insert to authenticated with check ((select app.has_current_role('admin')));
create policy "admins change zones" on public.zones for update to authenticated using ((select app.has_current_role('admin'))) with check ((select app.has_current_role('admin')));
create policy "admins delete zones" on public.zones for delete to authenticated using ((select app.has_current_role('admin')));

create trigger zones__require_edits before insert or update or delete on public.zones for each row execute function app.tg_require_edits();
-- The version ignores geojson, because it is a generated column, which PostgreSQL computes only after this trigger.
create trigger zones__version before insert or update on public.zones for each row execute function app.tg_version('geojson');
create trigger zones__audit after insert or update or delete on public.zones
  for each row when (pg_trigger_depth() = 0) execute function app.tg_audit();

-- Editing zones -----------------------------------------------------------------------------------------------------

create function app.read_area(geojson jsonb) returns extensions.geometry language plpgsql immutable set search_path = '' as $$
declare v_area extensions.geometry;
begin
  if length(geojson::text) <= 500000 and geojson ->> 'type' in ('Polygon', 'MultiPolygon') then
    v_area := extensions.st_multi(extensions.st_force2d(extensions.st_setsrid(extensions.st_geomfromgeojson(geojson::text), 4326)));
    if extensions.st_isvalid(v_area) and not extensions.st_isempty(v_area) and extensions.st_npoints(v_area) <= 10000 then
      return v_area;
    end if;
  end if;
  return null;
exception when others then
  return null;
end $$;
comment on function app.read_area is 'The area of a GeoJSON polygon; null if it is invalid, crosses itself or is too large.';

create function public.save_zone(zone jsonb) returns public.zones language plpgsql security definer set search_path = '' as $$
declare
  z jsonb := save_zone.zone;
  v_area extensions.geometry := app.read_area(coalesce(z #> '{geojson,geometry}', z -> 'geojson'));
  v_zone public.zones;
begin
  perform app.require_permission('prices');
  if v_area is null then
    perform app.refuse('zone_invalid', 422, 'Give geojson: a Polygon or MultiPolygon without self-intersections and with at most 10000 points');
  end if;
  insert into public.zones as t (id, name, kind, amount, percent, applies_to, car_type_id, active, area)
  values (coalesce((z ->> 'id')::uuid, app.uuid_v7()), btrim(z ->> 'name'), z ->> 'kind', (z ->> 'amount')::numeric, (z ->> 'percent')::numeric,
    coalesce(z ->> 'applies_to', 'either'), (z ->> 'car_type_id')::uuid, coalesce((z ->> 'active')::boolean, true), v_area)
  on conflict on constraint zones_pkey do update set name = excluded.name, kind = excluded.kind, amount = excluded.amount, percent = excluded.percent,
    applies_to = excluded.applies_to, car_type_id = excluded.car_type_id, active = excluded.active, area = excluded.area,
    version = coalesce((z ->> 'version')::integer, t.version)
  returning t.* into v_zone;
  return v_zone;
exception when check_violation or not_null_violation or invalid_text_representation or foreign_key_violation or numeric_value_out_of_range then
  perform app.refuse('zone_invalid', 422, sqlerrm);
  return null;
end $$;
comment on function public.save_zone is 'Adds a zone or replaces the one with this id. zone: {id?, name, kind, amount?, percent?, applies_to?, car_type_id?, active?, version?, geojson} (a Polygon, a MultiPolygon or a Feature of one). A retry is safe if the caller chooses the id. Errors: must_login, not_allowed, demo_mode, zone_invalid, version_conflict.';
grant execute on function public.save_zone(jsonb) to authenticated;

-- Zones of a trip -----------------------------------------------------------------------------------------------------

create function app.point_of(place jsonb) returns extensions.geometry language sql immutable set search_path = '' as $$
  select extensions.st_setsrid(extensions.st_makepoint((place ->> 'lng')::double precision, (place ->> 'lat')::double precision), 4326)
$$;

create function app.zones_met(car_type_id uuid, pickup extensions.geometry, drops extensions.geometry) returns setof public.zones
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

-- Returns what zones change in the tariff of a trip: a fixed fare or surcharges. Refuses a trip that touches a zone without
-- service. Of several fixed fares, that of the smallest zone counts. A fixed fare is the price of one known route. A stop can
-- lead anywhere, so trips with stops get no fixed fare.
create function app.zone_rule(car_type_id uuid, pickup jsonb, drop jsonb, waypoints jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_drops extensions.geometry := (select extensions.st_collect(app.point_of(p))
    from jsonb_array_elements(coalesce(zone_rule.waypoints, '[]') || jsonb_build_array(zone_rule.drop)) p);
  v_fixed jsonb;
  v_zones jsonb;
  z public.zones;
begin
  for z in select m.* from app.zones_met(zone_rule.car_type_id, app.point_of(zone_rule.pickup), v_drops) m
    order by case m.kind when 'fixed' then extensions.st_area(m.area::extensions.geography) end, m.name, m.id loop
    if z.kind = 'no_service' then
      perform app.refuse('zone_no_service', 422, format('Zone %s has no service', z.name));
    elsif z.kind = 'fixed' and v_fixed is null and jsonb_array_length(coalesce(zone_rule.waypoints, '[]')) = 0 then
      v_fixed := jsonb_build_object('id', z.id, 'name', z.name, 'amount', z.amount);
    elsif z.kind = 'surcharge' then
      v_zones := coalesce(v_zones, '[]') || jsonb_strip_nulls(jsonb_build_object('id', z.id, 'name', z.name, 'amount', z.amount, 'percent', z.percent));
    end if;
  end loop;
  return case when v_fixed is not null then jsonb_build_object('zone_fixed', v_fixed)
    when v_zones is not null then jsonb_build_object('zones', v_zones) else '{}' end;
end $$;
comment on function app.zone_rule is 'The effect of zones on a tariff, as part of a rule for compute_fare: {zone_fixed}, {zones} or {}. Errors: zone_no_service.';
