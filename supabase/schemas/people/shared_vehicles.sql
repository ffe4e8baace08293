-- Shared vehicles: cars of a fleet or of the operator that drivers use for a shift.
-- Needs:  drivers, vehicles, car_types, staff roles, audit, the positions' app.is_busy
-- Access: admins edit all cars, a fleet admin the cars of the fleet; a driver takes a free car of their own fleet unless it is
--   reserved for other drivers; only functions read the tables
-- Tests:  tests/db/shared_vehicles.sql, tests/db/shift_photos.sql

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
-- A plate is unique within a fleet. If it were unique among all fleets, a fleet admin could try which plates the others have.
create unique index shared_vehicles_number on app.shared_vehicles (coalesce(fleet_id, '00000000-0000-0000-0000-000000000000'), lower(vehicle_number)) where retired_at is null;
create index shared_vehicles_plate on app.shared_vehicles (lower(vehicle_number)) where retired_at is null;
create index shared_vehicles_fleet_id on app.shared_vehicles (fleet_id);
create index shared_vehicles_car_type_id on app.shared_vehicles (car_type_id);
comment on table app.shared_vehicles is 'Cars that several drivers share, one shift after another.';
alter table app.shared_vehicles enable row level security;

-- Reserves a car for certain drivers. If a car has no row, every driver of its fleet may take it.
create table app.shared_vehicle_drivers (
  vehicle_id uuid not null references app.shared_vehicles (id) on delete cascade,
  driver_id uuid not null references public.drivers (id) on delete cascade,
  primary key (vehicle_id, driver_id)
);
create index shared_vehicle_drivers_driver_id on app.shared_vehicle_drivers (driver_id);
comment on table app.shared_vehicle_drivers is 'Drivers for whom a car is reserved; a car without rows is open to every driver of its fleet.';
alter table app.shared_vehicle_drivers enable row level security;

create function app.may_take(vehicle app.shared_vehicles, driver public.drivers) returns boolean
language sql stable security definer set search_path = '' as $$
  select (vehicle).retired_at is null and (vehicle).fleet_id is not distinct from (driver).fleet_id
    and (not exists (select 1 from app.shared_vehicle_drivers o where o.vehicle_id = (vehicle).id)
      or exists (select 1 from app.shared_vehicle_drivers o where o.vehicle_id = (vehicle).id and o.driver_id = (driver).id))
$$;
comment on function app.may_take is 'Whether this driver may start a shift with this car, without checking whether the car is free.';

create table app.driver_shifts (
  id uuid primary key default app.uuid_v7(),
  driver_id uuid not null references public.drivers (id) on delete cascade,
  vehicle_id uuid references app.shared_vehicles (id),
  began_at timestamptz not null default app.now(),
  ended_at timestamptz check (ended_at >= began_at),
  mileage_begin integer check (mileage_begin between 0 and 9999999),
  mileage_end integer check (mileage_end between 0 and 9999999),
  own jsonb not null default '{}' check (jsonb_typeof(own) = 'object'),
  note text not null default '' check (length(note) <= 1000),
  photos text[] not null default '{}' check (cardinality(photos) <= 8 and array_position(photos, null) is null),
  constraint driver_shifts_mileage check (mileage_end >= mileage_begin)
);
create unique index driver_shifts_driver on app.driver_shifts (driver_id) where ended_at is null;
create unique index driver_shifts_vehicle on app.driver_shifts (vehicle_id) where ended_at is null;
create index driver_shifts_driver_id on app.driver_shifts (driver_id, began_at);
create index driver_shifts_vehicle_id on app.driver_shifts (vehicle_id, began_at);
call app.describe('app.driver_shifts', $$
  Which driver used which car from when until when, with the mileage.
  note: Damage that the driver noticed before the shift, up to 1000 characters.
  photos: Pictures of the car at the start of the shift: up to 8 paths in the bucket `shifts`, <driver>/<name>. The files are kept for a year.
$$);
create index driver_shifts_photos on app.driver_shifts using gin (photos);
create trigger driver_shifts__attach_file after insert or update of photos on app.driver_shifts
  for each row when (cardinality(new.photos) > 0) execute function app.tg_attach_file('photos', 'shifts');
comment on column app.driver_shifts.own is 'Data of the driver''s own car, restored when the shift ends. app.driver_shifts.taken: the shared car''s data that replaced it, so that later edits are recognised.';
alter table app.driver_shifts enable row level security;

create type public.shared_vehicle as (
  id uuid, fleet_id uuid, car_type_id uuid, car_type text, vehicle_number text, vehicle_make text, vehicle_model text,
  vehicle_color text, seats integer, luggage integer, child_seats integer, wheelchair boolean, mileage integer,
  retired boolean, driver_id uuid, driver_name text, since timestamptz, fleet_name text, drivers jsonb
);
comment on type public.shared_vehicle is 'A shared car with its current driver (driver_id, driver_name, since) and the drivers for whom it is reserved (drivers: [{id, name}], empty if every driver of the fleet may take it). Of another driver''s shift, drivers see only `since`.';

create function app.vehicle_view(vehicle app.shared_vehicles, me public.profiles) returns public.shared_vehicle
language sql stable security definer set search_path = '' as $$
  select ((vehicle).id, (vehicle).fleet_id, (vehicle).car_type_id, c.name, (vehicle).vehicle_number, (vehicle).vehicle_make, (vehicle).vehicle_model,
    (vehicle).vehicle_color, coalesce((vehicle).seats, c.seats), (vehicle).luggage, (vehicle).child_seats, (vehicle).wheelchair, (vehicle).mileage,
    (vehicle).retired_at is not null, case when (me).usertype <> 'driver' or s.driver_id = (me).id then s.driver_id end,
    case when (me).usertype <> 'driver' then btrim(p.first_name || ' ' || p.last_name) end, s.began_at,
    case when (me).usertype <> 'driver' then (select btrim(f.first_name || ' ' || f.last_name) from public.profiles f where f.id = (vehicle).fleet_id) end,
    case when (me).usertype <> 'driver' then (select coalesce(jsonb_agg(jsonb_build_object('id', o.driver_id, 'name', btrim(n.first_name || ' ' || n.last_name)) order by n.first_name, n.last_name, o.driver_id), '[]')
      from app.shared_vehicle_drivers o join public.profiles n on n.id = o.driver_id where o.vehicle_id = (vehicle).id) end)::public.shared_vehicle
  from public.car_types c left join app.driver_shifts s on s.vehicle_id = (vehicle).id and s.ended_at is null
  left join public.profiles p on p.id = s.driver_id where c.id = (vehicle).car_type_id
$$;

create function public.shared_vehicles() returns setof public.shared_vehicle language plpgsql stable security definer set search_path = '' as $$
declare v_me public.profiles := app.me();
begin
  if v_me.usertype = 'driver' then
    return query select s.* from app.shared_vehicles v join public.drivers d on d.id = v_me.id and d.fleet_id is not distinct from v.fleet_id
      cross join lateral app.vehicle_view(v, v_me) s where app.may_take(v, d) order by v.vehicle_number, v.id limit 500;
  else
    v_me := app.require_staff('people');
    return query select s.* from app.shared_vehicles v cross join lateral app.vehicle_view(v, v_me) s
      where v_me.usertype = 'admin' or v.fleet_id = v_me.id order by v.retired_at is not null, v.vehicle_number, v.id limit 1000;
  end if;
end $$;
comment on function public.shared_vehicles is 'Lists shared cars. Drivers get the cars that they may take, of their own fleet (or of the operator, if they have no fleet); admins get all, a fleet admin those of the fleet. Errors: must_login, account_suspended, require_approval, not_allowed.';
grant execute on function public.shared_vehicles() to authenticated;

create function app.check_carried(vehicle jsonb) returns void language plpgsql stable security definer set search_path = '' as $$
begin
  if not (coalesce(jsonb_typeof(vehicle -> 'seats'), 'null') = 'null' or app.is_whole(vehicle -> 'seats', 20) and vehicle -> 'seats' <> '0')
    or not app.is_whole(coalesce(vehicle -> 'luggage', '0'), 20) or not app.is_whole(coalesce(vehicle -> 'child_seats', '0'), 4)
    or coalesce(jsonb_typeof(vehicle -> 'wheelchair'), 'boolean') <> 'boolean' then
    perform app.person_invalid('A car has 1 to 20 seats (null: as its car type), 0 to 20 pieces of luggage and 0 to 4 child seats; wheelchair is true or false');
  end if;
end $$;
comment on function app.check_carried is 'Refuses invalid capacities of a car ({seats, luggage, child_seats, wheelchair}): person_invalid.';

create function app.check_vehicle(vehicle jsonb) returns void language plpgsql stable security definer set search_path = '' as $$
begin
  if exists (select 1 from jsonb_object_keys(vehicle) k where k not in ('id', 'fleet_id', 'car_type_id', 'vehicle_number', 'vehicle_make', 'vehicle_model', 'vehicle_color',
      'seats', 'luggage', 'child_seats', 'wheelchair', 'mileage', 'retired', 'drivers')) then perform app.person_invalid('Unknown field of a car'); end if;
  if vehicle ? 'car_type_id' and not exists (select 1 from public.car_types c where c.id::text = vehicle ->> 'car_type_id') then perform app.person_invalid('There is no such car type'); end if;
  if vehicle ->> 'fleet_id' is not null and not exists (select 1 from public.profiles p where p.id::text = vehicle ->> 'fleet_id' and p.usertype = 'fleetadmin' and p.deleted_at is null) then
    perform app.person_invalid('fleet_id names no fleet admin');
  end if;
  if exists (select 1 from jsonb_each(vehicle) e where e.key like 'vehicle\_%' and (jsonb_typeof(e.value) <> 'string' or length(e.value #>> '{}') > 40)) then
    perform app.person_invalid('Plate, make, model and colour are texts of 40 characters at most');
  end if;
  perform app.check_carried(vehicle);
  if coalesce(jsonb_typeof(vehicle -> 'retired'), 'boolean') <> 'boolean'
    or not (coalesce(jsonb_typeof(vehicle -> 'mileage'), 'null') = 'null' or app.is_whole(vehicle -> 'mileage', 9999999)) then
    perform app.person_invalid('A car has a mileage; retired is true or false');
  end if;
end $$;
comment on function app.check_vehicle is 'Refuses invalid data of a shared car: person_invalid.';

-- Refuses to reserve a car for drivers of another fleet, because they could not take the car anyway.
create function app.set_vehicle_drivers(vehicle app.shared_vehicles, drivers jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if jsonb_typeof(set_vehicle_drivers.drivers) <> 'array' or jsonb_array_length(set_vehicle_drivers.drivers) > 200
    or exists (select 1 from jsonb_array_elements_text(set_vehicle_drivers.drivers) e where not exists (
      select 1 from public.drivers d where d.id = app.uuid_of(e) and d.fleet_id is not distinct from (vehicle).fleet_id)) then
    perform app.person_invalid('drivers are ids of up to 200 drivers of the fleet');
  end if;
  delete from app.shared_vehicle_drivers o where o.vehicle_id = (vehicle).id;
  insert into app.shared_vehicle_drivers (vehicle_id, driver_id)
  select distinct (vehicle).id, e::uuid from jsonb_array_elements_text(set_vehicle_drivers.drivers) e;
end $$;

create function app.refuse_plate() returns void language plpgsql stable set search_path = '' as $$
begin
  perform app.refuse('vehicle_exists', 409, 'Another car has this plate');
end $$;

create function public.save_shared_vehicle(vehicle jsonb) returns public.shared_vehicle language plpgsql security definer set search_path = '' as $$
declare
  v_me public.profiles := app.require_staff('people');
  v_input jsonb := case when jsonb_typeof(save_shared_vehicle.vehicle) = 'object' then save_shared_vehicle.vehicle else '{}' end;
  v_was app.shared_vehicles;
  v_now app.shared_vehicles;
begin
  perform app.require_edits();
  if v_me.usertype = 'fleetadmin' then v_input := v_input || jsonb_build_object('fleet_id', v_me.id); end if;
  perform app.check_vehicle(v_input);
  if v_input ->> 'id' is not null then
    select v.* into v_was from app.shared_vehicles v where v.id = app.uuid_of(v_input ->> 'id') and (v_me.usertype = 'admin' or v.fleet_id = v_me.id)
    for no key update;
    if not found then perform app.refuse('vehicle_not_found', 404, 'No such car, or not in your fleet'); end if;
  end if;
  -- Only admins decide which car types a fleet drives, so a fleet admin's car must have a type that one of the fleet's drivers
  -- has.
  if v_me.usertype = 'fleetadmin' and (v_input ->> 'car_type_id') is distinct from v_was.car_type_id::text and v_input ? 'car_type_id'
    and not exists (select 1 from public.drivers d where d.fleet_id = v_me.id and d.car_type_id::text = v_input ->> 'car_type_id') then
    perform app.refuse('not_allowed', 403, 'No driver of the fleet has this car type; an admin has to add such a car');
  end if;
  v_now := jsonb_populate_record(v_was, v_input - 'drivers');
  v_now.id := coalesce(v_was.id, app.uuid_v7());
  v_now.vehicle_number := app.plain(coalesce(v_now.vehicle_number, ''));
  v_now.vehicle_make := app.plain(coalesce(v_now.vehicle_make, ''));
  v_now.vehicle_model := app.plain(coalesce(v_now.vehicle_model, ''));
  v_now.vehicle_color := app.plain(coalesce(v_now.vehicle_color, ''));
  v_now.luggage := coalesce(v_now.luggage, 2);
  v_now.child_seats := coalesce(v_now.child_seats, 0);
  v_now.wheelchair := coalesce(v_now.wheelchair, false);
  v_now.created_at := coalesce(v_was.created_at, app.now());
  v_now.retired_at := case when coalesce((v_input ->> 'retired')::boolean, v_was.retired_at is not null) then coalesce(v_was.retired_at, app.now()) end;
  if v_now.car_type_id is null or app.is_blank(v_now.vehicle_number) then perform app.person_invalid('A car has a car type and a plate'); end if;
  -- Admins see the cars of all fleets, so they are told of one that another fleet has, too.
  if v_me.usertype = 'admin' and v_now.retired_at is null and lower(v_now.vehicle_number) is distinct from lower(v_was.vehicle_number)
    and exists (select 1 from app.shared_vehicles v where lower(v.vehicle_number) = lower(v_now.vehicle_number) and v.retired_at is null and v.id <> v_now.id) then
    perform app.refuse_plate();
  end if;
  insert into app.shared_vehicles as v select v_now.*
  on conflict on constraint shared_vehicles_pkey do update set fleet_id = excluded.fleet_id, car_type_id = excluded.car_type_id, vehicle_number = excluded.vehicle_number,
    vehicle_make = excluded.vehicle_make, vehicle_model = excluded.vehicle_model, vehicle_color = excluded.vehicle_color, seats = excluded.seats, luggage = excluded.luggage,
    child_seats = excluded.child_seats, wheelchair = excluded.wheelchair, mileage = excluded.mileage, retired_at = excluded.retired_at;
  -- If the car moves to another fleet, drivers of the former fleet may no longer take it.
  if v_input ? 'drivers' or v_was.fleet_id is distinct from v_now.fleet_id then
    perform app.set_vehicle_drivers(v_now, coalesce(v_input -> 'drivers', '[]'));
  end if;
  perform app.audit('save_vehicle', 'shared_vehicles', v_now.id::text, to_jsonb(v_was),
    to_jsonb(v_now) || case when v_input ? 'drivers' then jsonb_build_object('drivers', v_input -> 'drivers') else '{}' end);
  return app.vehicle_view(v_now, v_me);
exception when unique_violation then
  perform app.refuse_plate();
  return null;
end $$;
comment on function public.save_shared_vehicle is 'Adds a shared car, or changes the one with this id: {id?, fleet_id, car_type_id, vehicle_number, vehicle_make, vehicle_model, vehicle_color, seats, luggage, child_seats, wheelchair, mileage, retired, drivers: ids of the drivers it is reserved for, [] for all of the fleet}. A fleet admin''s car belongs to their fleet and has a car type that one of its drivers has. A shift that is running keeps the old data; the next shift uses the new data. Errors: must_login, not_allowed, demo_mode, vehicle_not_found, vehicle_exists (in the fleet; for admins in any fleet), person_invalid.';
grant execute on function public.save_shared_vehicle(jsonb) to authenticated;
