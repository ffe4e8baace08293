-- Maps for the desk: demand for rides, and positions of drivers.

create index drivers_on_duty on public.drivers (fleet_id) where driver_active_status;

-- The type is compact (arrays instead of rows, no names, only drivers who changed since the last request), because each
-- open page with the desk's map requests the positions every few seconds.
create type public.map_view as (
  at timestamptz, ids uuid[], lats double precision[], lngs double precision[], headings integer[], states text[],
  ages integer[], gone uuid[]
);
comment on type public.map_view is 'Result of drivers_for_map: drivers in a part of the map, in parallel arrays.';
