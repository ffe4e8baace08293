-- The desk's actions on a booking: choosing a driver from a list that contains the reasons against each driver,
-- withdrawing an offer, and sending a message to the driver.

create type public.assignable_driver as (
  driver_id uuid, driver_name text, vehicle_number text, vehicle text, car_type text, lat double precision,
  lng double precision, distance_km numeric, seen_at timestamptz, state text, assignable boolean, reason text
);
comment on type public.assignable_driver is
  'A row of assignable_drivers: a driver whom the desk may ask, or the reason against it.';
