-- Shifts: a driver takes a car and returns it, with mileage and pictures; and the list of shifts for staff.

create type public.driver_shift as (
  id uuid, vehicle_id uuid, vehicle_number text, began_at timestamptz, ended_at timestamptz, mileage_begin integer,
  mileage_end integer, note text, photos text[]
);
comment on type public.driver_shift is 'A shift of the calling driver.';

create type public.vehicle_shift as (
  id uuid, driver_id uuid, driver_name text, began_at timestamptz, ended_at timestamptz, mileage_begin integer,
  mileage_end integer, note text, photos text[]
);
comment on type public.vehicle_shift is 'A shift with a shared car, as staff sees it.';
