-- Shared vehicles: cars of a fleet or of the operator that drivers use for a shift.

create function app.most_mileage() returns integer language sql immutable parallel safe as $$ select 9999999 $$;
comment on function app.most_mileage is 'Largest mileage of a car. @shared';

create table app.shared_vehicles (
  id uuid primary key default app.uuid_v7(),
  fleet_id uuid references public.profiles (id),
  car_type_id uuid not null references public.car_types (id),
  vehicle_number text not null check (btrim(vehicle_number) <> '' and length(vehicle_number) <= 40),
  vehicle_make text not null default '' check (length(vehicle_make) <= 80),
  vehicle_model text not null default '' check (length(vehicle_model) <= 80),
  vehicle_color text not null default '' check (length(vehicle_color) <= 80),
  seats integer check (seats between 1 and 20),
  luggage integer not null default 2 check (luggage between 0 and 20),
  child_seats integer not null default 0 check (child_seats between 0 and 4),
  wheelchair boolean not null default false,
  mileage integer check (mileage between 0 and 9999999),
  retired_at timestamptz,
  created_at timestamptz not null default app.now()
);
comment on table app.shared_vehicles is 'Cars that several drivers share, one shift after another.';

-- A plate is unique within a fleet. If it were unique among all fleets, a fleet admin could try which plates the others
-- have.
create unique index shared_vehicles_number
  on app.shared_vehicles (coalesce(fleet_id, '00000000-0000-0000-0000-000000000000'), lower(vehicle_number))
  where retired_at is null;
create index shared_vehicles_plate on app.shared_vehicles (lower(vehicle_number)) where retired_at is null;
create index shared_vehicles_fleet_id on app.shared_vehicles (fleet_id);
create index shared_vehicles_car_type_id on app.shared_vehicles (car_type_id);

alter table app.shared_vehicles enable row level security;

-- Reserves a car for certain drivers. If a car has no row, every driver of its fleet may take it.
create table app.shared_vehicle_drivers (
  vehicle_id uuid not null references app.shared_vehicles (id) on delete cascade,
  driver_id uuid not null references public.drivers (id) on delete cascade,
  primary key (vehicle_id, driver_id)
);
comment on table app.shared_vehicle_drivers is
  'Drivers for whom a car is reserved; a car without rows is open to every driver of its fleet.';

create index shared_vehicle_drivers_driver_id on app.shared_vehicle_drivers (driver_id);

alter table app.shared_vehicle_drivers enable row level security;

create table app.driver_shifts (
  id uuid primary key default app.uuid_v7(),
  driver_id uuid not null references public.drivers (id) on delete cascade,
  vehicle_id uuid references app.shared_vehicles (id),
  began_at timestamptz not null default app.now(),
  ended_at timestamptz check (ended_at >= began_at),
  mileage_begin integer check (mileage_begin between 0 and 9999999),
  mileage_end integer check (mileage_end between 0 and 9999999),
  own_car jsonb not null default '{}' check (jsonb_typeof(own_car) = 'object'),
  note text not null default '' check (length(note) <= 1000),
  photos text[] not null default '{}' check (cardinality(photos) <= 8 and array_position(photos, null) is null),
  constraint driver_shifts_mileage check (mileage_end >= mileage_begin)
);
call app.describe('app.driver_shifts', $$
  Which driver used which car from when until when, with the mileage.
  note: Damage that the driver noticed before the shift, up to 1000 characters.
  photos: Pictures of the car at the start of the shift: up to 8 paths in the bucket `shifts`, <driver>/<name>. The
    files are kept for a year.
$$);
comment on column app.driver_shifts.own_car is
  'Data of the driver''s own car, restored when the shift ends. app.driver_shifts.taken: the shared car''s data that '
  'replaced it, so that later edits are recognised.';

create unique index driver_shifts_driver on app.driver_shifts (driver_id) where ended_at is null;
create unique index driver_shifts_vehicle on app.driver_shifts (vehicle_id) where ended_at is null;
create index driver_shifts_driver_id on app.driver_shifts (driver_id, began_at);
create index driver_shifts_vehicle_id on app.driver_shifts (vehicle_id, began_at);
create index driver_shifts_photos on app.driver_shifts using gin (photos);

alter table app.driver_shifts enable row level security;

create type public.shared_vehicle as (
  id uuid, fleet_id uuid, car_type_id uuid, car_type text, vehicle_number text, vehicle_make text, vehicle_model text,
  vehicle_color text, seats integer, luggage integer, child_seats integer, wheelchair boolean, mileage integer,
  retired boolean, driver_id uuid, driver_name text, since timestamptz, fleet_name text, drivers jsonb
);
comment on type public.shared_vehicle is
  'A shared car with its current driver (driver_id, driver_name, since) and the drivers for whom it is reserved '
  '(drivers: [{id, name}], empty if every driver of the fleet may take it). Of another driver''s shift, drivers see '
  'only `since`.';
