-- Shifts: a driver takes a car and returns it, with mileage and pictures; and the list of shifts for staff.
-- Access: drivers begin and end their own shifts; admins and the car's fleet admin read shifts and free a car
-- Tests:  tests/db/shared_vehicles.sql, tests/db/shift_photos.sql

-- Copies the shared car's data to the driver's row, because bookings and dispatch read the car there.
create function app.set_car(driver_id uuid, car jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.vehicles as v (driver_id, seats, luggage, child_seats, wheelchair)
  values (set_car.driver_id, (car ->> 'seats')::integer, coalesce((car ->> 'luggage')::integer, 2),
    coalesce((car ->> 'child_seats')::integer, 0), coalesce((car ->> 'wheelchair')::boolean, false))
  on conflict on constraint vehicles_pkey do update set seats = excluded.seats, luggage = excluded.luggage,
    child_seats = excluded.child_seats, wheelchair = excluded.wheelchair;
  update public.drivers d set car_type_id = (car ->> 'car_type_id')::uuid, vehicle_number = car ->> 'vehicle_number',
    vehicle_make = car ->> 'vehicle_make',
    vehicle_model = car ->> 'vehicle_model', vehicle_color = car ->> 'vehicle_color' where d.id = set_car.driver_id;
  perform app.refresh_driver(set_car.driver_id);
end $$;

create function public.start_shift(vehicle_id uuid default null, mileage integer default null,
  photos text[] default '{}', note text default '') returns public.driver_shift
language plpgsql security definer set search_path = '' as $$
declare
  v_driver public.drivers := app.me_as_driver();
  v_vehicle app.shared_vehicles;
  v_shift app.driver_shifts;
  v_photos text[] := coalesce(start_shift.photos, '{}');
  v_note text := btrim(app.plain_lines(left(coalesce(start_shift.note, ''), app.message_length() + 1)));
begin
  if length(v_note) > app.message_length() then
    perform app.refuse('message_invalid', 422, format('A note has up to %s characters', app.message_length()));
  end if;
  select d.* into v_driver from public.drivers d where d.id = v_driver.id for no key update;
  select s.* into v_shift from app.driver_shifts s where s.driver_id = v_driver.id and s.ended_at is null;
  if found and v_shift.vehicle_id is not distinct from start_shift.vehicle_id then
    return app.shift_view(v_shift);
  end if;
  if found then perform app.refuse('shift_open', 409, 'End the shift with the other car first'); end if;
  if app.is_busy(v_driver.id) then perform app.refuse('driver_busy', 409, 'Finish the trip you are on first'); end if;
  if start_shift.vehicle_id is not null then
    select v.* into v_vehicle from app.shared_vehicles v where v.id = start_shift.vehicle_id
      and app.can_take_vehicle(v, v_driver) for no key update;
    if not found then perform app.refuse('vehicle_not_found', 404, 'No such car for this driver'); end if;
    if exists (select 1 from app.driver_shifts s where s.vehicle_id = v_vehicle.id and s.ended_at is null) then
      perform app.refuse('vehicle_in_use', 409, 'Another driver uses this car');
    end if;
  end if;
  perform app.require_mileage(start_shift.mileage, v_vehicle.mileage);
  perform app.require_photos(v_driver.id, v_photos);
  insert into app.driver_shifts (driver_id, vehicle_id, mileage_begin, photos, note, own_car)
  values (v_driver.id, v_vehicle.id, start_shift.mileage, v_photos, v_note,
    case when v_vehicle.id is null then '{}' else app.car_of(v_driver) end)
  returning * into v_shift;
  if v_vehicle.id is not null then
    update app.shared_vehicles v set mileage = coalesce(start_shift.mileage, v.mileage) where v.id = v_vehicle.id;
    perform app.set_car(v_driver.id, to_jsonb(v_vehicle));
    update app.driver_shifts s
      set own_car = s.own_car || jsonb_build_object('taken', (select app.car_of(d) from public.drivers d
      where d.id = v_driver.id))
    where s.id = v_shift.id;
  end if;
  return app.shift_view(v_shift);
end $$;
comment on function public.start_shift is
  'Starts a shift of the calling driver with a shared car, or with their own car (null). settings.shift_mileage '
  'requires the mileage, settings.shift_photos pictures (up to 8, already uploaded to the bucket `shifts`); note '
  'describes damage. Bookings accepted from now on show this car, and dispatch uses its capacity. Idempotent. '
  'Errors: must_login, account_suspended, require_approval, not_a_driver, shift_open, driver_busy, vehicle_not_found, '
  'vehicle_in_use, mileage_required, mileage_invalid, photos_required, image_invalid, message_invalid.';
grant execute on function public.start_shift(uuid, integer, text[], text) to authenticated;

create function app.close_shift(shift app.driver_shifts, mileage integer) returns app.driver_shifts
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_shift app.driver_shifts;
  v_edited jsonb;
begin
  update app.driver_shifts s set ended_at = greatest(s.began_at, app.now()), mileage_end = close_shift.mileage
    where s.id = (shift).id returning s.* into v_shift;
  update app.shared_vehicles v set mileage = coalesce(close_shift.mileage, v.mileage) where v.id = v_shift.vehicle_id;
  update public.drivers d set driver_active_status = false where d.id = v_shift.driver_id and d.driver_active_status;
  if v_shift.vehicle_id is not null then
    -- Values that differ from the shared car's data at the start of the shift were edited during the shift. Such edits
    -- are meant for the driver's own car, so they are kept.
    select coalesce(jsonb_object_agg(e.key, e.value), '{}') into v_edited
    from public.drivers d cross join lateral jsonb_each(app.car_of(d)) e
    where d.id = v_shift.driver_id and v_shift.own_car ? 'taken'
      and e.value is distinct from v_shift.own_car -> 'taken' -> e.key;
    perform app.set_car(v_shift.driver_id, v_shift.own_car || v_edited);
  end if;
  return v_shift;
end $$;

create function public.end_shift(mileage integer default null) returns public.driver_shift
language plpgsql security definer set search_path = '' as $$
declare
  v_driver public.drivers := app.me_as_driver();
  v_shift app.driver_shifts;
begin
  select d.* into v_driver from public.drivers d where d.id = v_driver.id for no key update;
  select s.* into v_shift from app.driver_shifts s where s.driver_id = v_driver.id order by s.ended_at is null desc,
    s.began_at desc limit 1;
  if not found then perform app.refuse('shift_not_found', 404, 'No shift has begun'); end if;
  if v_shift.ended_at is not null then return app.shift_view(v_shift); end if;
  if app.is_busy(v_driver.id) then perform app.refuse('driver_busy', 409, 'Finish the trip you are on first'); end if;
  perform app.require_mileage(end_shift.mileage, v_shift.mileage_begin);
  return app.shift_view(app.close_shift(v_shift, end_shift.mileage));
end $$;
comment on function public.end_shift is
  'Ends the calling driver''s shift: they go off duty, the shared car is free, and their own car''s data is restored. '
  'Idempotent. '
  'Errors: must_login, account_suspended, require_approval, not_a_driver, shift_not_found, driver_busy, '
  'mileage_required, mileage_invalid.';
grant execute on function public.end_shift(integer) to authenticated;

-- Staff can free a car: a driver who went home without ending the shift would block it.
create function public.free_vehicle(vehicle_id uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_me public.profiles := app.require_staff('people');
  v_vehicle app.shared_vehicles;
  v_shift app.driver_shifts;
begin
  perform app.require_edits();
  select s.* into v_shift from app.driver_shifts s where s.vehicle_id = free_vehicle.vehicle_id and s.ended_at is null;
  perform 1 from public.drivers d where d.id = v_shift.driver_id for no key update;
  v_vehicle := app.vehicle_of(free_vehicle.vehicle_id, v_me);
  select s.* into v_shift from app.driver_shifts s where s.id = v_shift.id and s.ended_at is null;
  if not found then return; end if;
  if app.is_busy(v_shift.driver_id) then
    perform app.refuse('driver_busy', 409, 'The driver is on a trip with it');
  end if;
  perform app.close_shift(v_shift, null);
  perform app.notify(v_shift.driver_id, 'account_shift_ended', jsonb_build_object('vehicle', v_vehicle.vehicle_number));
  perform app.audit('free_vehicle', 'shared_vehicles', v_vehicle.id::text,
    jsonb_build_object('driver_id', v_shift.driver_id), null);
end $$;
comment on function public.free_vehicle is
  'Ends the current shift with a shared car without entering a mileage, so that another driver can take the car, and '
  'notifies the driver whose shift ended. For staff; fleet admins for their own fleet. Idempotent. '
  'Errors: must_login, not_allowed, demo_mode, vehicle_not_found, driver_busy.';
grant execute on function public.free_vehicle(uuid) to authenticated;
