-- Shared vehicles: cars of a fleet or of the operator that drivers use for a shift.
-- Access: admins edit all cars, a fleet admin the cars of the fleet; a driver takes a free car of their own fleet
--         unless it is reserved for other drivers; only functions read the tables
-- Tests:  tests/db/shared_vehicles.sql, tests/db/shift_photos.sql

-- Refuses to reserve a car for drivers of another fleet, because they could not take the car anyway.
create function app.set_vehicle_drivers(vehicle app.shared_vehicles, drivers jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if jsonb_typeof(set_vehicle_drivers.drivers) <> 'array' or jsonb_array_length(set_vehicle_drivers.drivers) > 200
    or exists (select 1 from jsonb_array_elements_text(set_vehicle_drivers.drivers) e where not exists (
      select 1 from public.drivers d where d.id = app.uuid_of(e)
        and d.fleet_id is not distinct from (vehicle).fleet_id)) then
    perform app.person_invalid('drivers are ids of up to 200 drivers of the fleet');
  end if;
  delete from app.shared_vehicle_drivers o where o.vehicle_id = (vehicle).id;
  insert into app.shared_vehicle_drivers (vehicle_id, driver_id)
  select distinct (vehicle).id, e::uuid from jsonb_array_elements_text(set_vehicle_drivers.drivers) e;
end $$;

create function public.save_shared_vehicle(vehicle jsonb) returns public.shared_vehicle
language plpgsql security definer set search_path = '' as $$
declare
  v_me public.profiles := app.require_staff('people');
  v_input jsonb := case when jsonb_typeof(save_shared_vehicle.vehicle)
    = 'object' then save_shared_vehicle.vehicle else '{}' end;
  v_was app.shared_vehicles;
  v_now app.shared_vehicles;
begin
  perform app.require_edits();
  if v_me.usertype = 'fleetadmin' then v_input := v_input || jsonb_build_object('fleet_id', v_me.id); end if;
  perform app.check_vehicle(v_input);
  if v_input ->> 'id' is not null then
    select v.* into v_was from app.shared_vehicles v where v.id = app.uuid_of(v_input ->> 'id')
      and (v_me.usertype = 'admin' or v.fleet_id = v_me.id)
    for no key update;
    if not found then perform app.refuse('vehicle_not_found', 404, 'No such car, or not in your fleet'); end if;
  end if;
  -- Only admins decide which car types a fleet drives, so a fleet admin's car must have a type that one of the fleet's
  -- drivers has.
  if v_me.usertype = 'fleetadmin' and (v_input ->> 'car_type_id') is distinct from v_was.car_type_id::text
    and v_input ? 'car_type_id'
    and not exists (select 1 from public.drivers d where d.fleet_id = v_me.id
      and d.car_type_id::text = v_input ->> 'car_type_id') then
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
  v_now.retired_at := case when coalesce((v_input ->> 'retired')::boolean,
    v_was.retired_at is not null) then coalesce(v_was.retired_at, app.now()) end;
  if v_now.car_type_id is null or app.is_blank(v_now.vehicle_number) then
    perform app.person_invalid('A car has a car type and a plate');
  end if;
  -- Admins see the cars of all fleets, so they are told of one that another fleet has, too.
  if v_me.usertype = 'admin' and v_now.retired_at is null
    and lower(v_now.vehicle_number) is distinct from lower(v_was.vehicle_number)
    and exists (select 1 from app.shared_vehicles v where lower(v.vehicle_number) = lower(v_now.vehicle_number)
      and v.retired_at is null and v.id <> v_now.id) then
    perform app.refuse_plate();
  end if;
  insert into app.shared_vehicles as v select v_now.*
  on conflict on constraint shared_vehicles_pkey do update set fleet_id = excluded.fleet_id,
    car_type_id = excluded.car_type_id, vehicle_number = excluded.vehicle_number,
    vehicle_make = excluded.vehicle_make, vehicle_model = excluded.vehicle_model,
      vehicle_color = excluded.vehicle_color, seats = excluded.seats, luggage = excluded.luggage,
    child_seats = excluded.child_seats, wheelchair = excluded.wheelchair, mileage = excluded.mileage,
      retired_at = excluded.retired_at;
  -- If the car moves to another fleet, drivers of the former fleet may no longer take it.
  if v_input ? 'drivers' or v_was.fleet_id is distinct from v_now.fleet_id then
    perform app.set_vehicle_drivers(v_now, coalesce(v_input -> 'drivers', '[]'));
  end if;
  perform app.audit('save_vehicle', 'shared_vehicles', v_now.id::text, to_jsonb(v_was),
    to_jsonb(v_now) || case when v_input ? 'drivers' then jsonb_build_object('drivers', v_input -> 'drivers')
      else '{}' end);
  return app.vehicle_view(v_now, v_me);
exception when unique_violation then
  perform app.refuse_plate();
  return null;
end $$;
comment on function public.save_shared_vehicle is
  'Adds a shared car, or changes the one with this id: {id?, fleet_id, car_type_id, vehicle_number, vehicle_make, '
  'vehicle_model, vehicle_color, seats, luggage, child_seats, wheelchair, mileage, retired, drivers: ids of the '
  'drivers it is reserved for, [] for all of the fleet}. A fleet admin''s car belongs to their fleet and has a car '
  'type that one of its drivers has. A shift that is running keeps the old data; the next shift uses the new data. '
  'Errors: must_login, not_allowed, demo_mode, vehicle_not_found, vehicle_exists (in the fleet; for admins in any '
  'fleet), person_invalid.';
grant execute on function public.save_shared_vehicle(jsonb) to authenticated;
