-- On duty: the area in which trips can begin, going on and off duty, and the search for the nearest free drivers.

-- Stores the area in which trips begin. Drivers can go on duty only near it: a driver farther away than the search
-- radius would never get an offer.
create table app.service_area (
  id boolean primary key default true check (id),
  west double precision not null,
  south double precision not null,
  east double precision not null,
  north double precision not null,
  constraint service_area_box check (west >= -180 and west < east and east <= 180 and south >= -85 and south < north
    and north <= 85),
  country text constraint service_area_country check (country ~ '^[A-Z]{2}$')
);
call app.describe('app.service_area', $$
  One row: the bounding box of the map region that this database serves. Without the row trips can begin anywhere.
  country: The country that the region's borders or addresses name (ISO 3166); null if they name none.
$$);

alter table app.service_area enable row level security;

create function app.tg_drivers__end_last_ride() returns trigger language plpgsql set search_path = '' as $$
begin
  new.last_ride := false;
  return new;
end $$;

create trigger drivers__end_last_ride before update of driver_active_status on public.drivers
  for each row when (new.last_ride and not new.driver_active_status) execute function app.tg_drivers__end_last_ride();

create type public.nearby_driver as (car_type_id uuid, lat double precision, lng double precision,
  heading double precision, distance_km double precision, pickup_secs integer);
comment on type public.nearby_driver is
  'A row of nearby_drivers: a free car with its rounded position; pickup_secs: estimated seconds to arrive.';
