-- Zones: areas with a surcharge, with a fixed fare, or without service.

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
  Areas that change the price of a trip or exclude it, when it is quoted. no_service is checked first. For a trip
    without stops the smallest zone with a fixed fare replaces base fare, distance, time and the surcharges of zones.
    Otherwise all surcharges add up.
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
grant select, insert, update, delete on public.zones to authenticated;

create index zones_area_idx on public.zones using gist (area) where active;
create index zones_car_type_id on public.zones (car_type_id);

alter table public.zones enable row level security;

create policy "staff read zones" on public.zones for select to authenticated
  using ((select app.has_current_role('admin', 'fleetadmin')));
create policy "admins add zones" on public.zones
  for insert to authenticated with check ((select app.has_current_role('admin')));
create policy "admins change zones" on public.zones for update to authenticated
  using ((select app.has_current_role('admin'))) with check ((select app.has_current_role('admin')));
create policy "admins delete zones" on public.zones for delete to authenticated
  using ((select app.has_current_role('admin')));

create trigger zones__require_edits before insert or update or delete on public.zones for each row
  execute function app.tg_require_edits();

-- The version ignores geojson, because it is a generated column, which PostgreSQL computes only after this trigger.
create trigger zones__version before insert or update on public.zones for each row
  execute function app.tg_version('geojson');

-- Where the firm drives
-- ------------------------------------------------------------------------------------------------

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
