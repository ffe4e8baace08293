-- Shifts: a driver takes a car and returns it, with mileage and pictures; and the list of shifts for staff.

create function app.shift_view(shift app.driver_shifts) returns public.driver_shift
language sql stable security definer set search_path = '' as $$
  select ((shift).id, (shift).vehicle_id, (select v.vehicle_number from app.shared_vehicles v
    where v.id = (shift).vehicle_id), (shift).began_at, (shift).ended_at,
    (shift).mileage_begin, (shift).mileage_end, (shift).note, (shift).photos)::public.driver_shift
$$;

create function app.require_mileage(mileage integer, driven integer) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if require_mileage.mileage is null and (app.settings()).shift_mileage then
    perform app.refuse('mileage_required', 422, 'settings.shift_mileage asks for the mileage of the car');
  end if;
  if require_mileage.mileage not between 0 and app.most_mileage()
    or require_mileage.mileage < require_mileage.driven then
    perform app.refuse('mileage_invalid', 422,
      format('The car already has a mileage of %s', coalesce(require_mileage.driven, 0)));
  end if;
end $$;

create function app.require_photos(driver_id uuid, photos text[]) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if cardinality(require_photos.photos) = 0 and (app.settings()).shift_photos then
    perform app.refuse('photos_required', 422, 'settings.shift_photos asks for pictures of the car');
  end if;
  -- A picture that another shift already uses is refused, because it does not show the car's present state.
  if cardinality(require_photos.photos) > 8 or array_position(require_photos.photos, null) is not null
    or exists (select 1 from unnest(require_photos.photos) p where not starts_with(p, require_photos.driver_id || '/')
      or not exists (select 1 from storage.objects o where o.bucket_id = 'shifts' and o.name = p)
        or app.is_shift_photo(p)
      or exists (select 1 from app.outbox q where q.kind = 'file' and q.status = 'queued'
        and q.payload ->> 'bucket' = 'shifts' and q.payload ->> 'path' = p)) then
    perform app.refuse('image_invalid', 422,
      'photos are up to 8 new files of yours in the bucket shifts: <own id>/<name>');
  end if;
end $$;

create function public.my_shift() returns setof public.driver_shift
language plpgsql stable security definer set search_path = '' as $$
declare v_driver public.drivers := app.me_as_driver();
begin
  return query select x.* from app.driver_shifts s cross join lateral app.shift_view(s) x
    where s.driver_id = v_driver.id and s.ended_at is null;
end $$;
comment on function public.my_shift is
  'The calling driver''s open shift, or no row. '
  'Errors: must_login, account_suspended, require_approval, not_a_driver.';
grant execute on function public.my_shift() to authenticated;

-- Going on duty requires an open shift only if the operator wants mileage or pictures at its start.
create function app.require_shift(driver_id uuid) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if (select s.shift_mileage or s.shift_photos from public.settings s where s.id = 1)
    and not exists (select 1 from app.driver_shifts s where s.driver_id = require_shift.driver_id
      and s.ended_at is null) then
    perform app.refuse('shift_required', 409, 'Check the car first: start_shift');
  end if;
end $$;
comment on function app.require_shift is
  'Refuses a driver without an open shift if settings.shift_mileage or shift_photos requires a check of the car: '
  'shift_required.';

create function app.vehicle_of(vehicle_id uuid, me public.profiles) returns app.shared_vehicles
language plpgsql stable security definer set search_path = '' as $$
declare v_vehicle app.shared_vehicles;
begin
  select v.* into v_vehicle from app.shared_vehicles v where v.id = vehicle_of.vehicle_id
    and ((me).usertype = 'admin' or v.fleet_id = (me).id);
  if not found then perform app.refuse('vehicle_not_found', 404, 'No such car, or not in your fleet'); end if;
  return v_vehicle;
end $$;

create function public.vehicle_shifts(vehicle_id uuid) returns setof public.vehicle_shift
language plpgsql stable security definer set search_path = '' as $$
declare v_vehicle app.shared_vehicles := app.vehicle_of(vehicle_shifts.vehicle_id, app.require_staff('people'));
begin
  return query select s.id, s.driver_id, btrim(p.first_name || ' ' || p.last_name), s.began_at, s.ended_at,
    s.mileage_begin, s.mileage_end, s.note, s.photos
    from app.driver_shifts s join public.profiles p on p.id = s.driver_id where s.vehicle_id = v_vehicle.id
      order by s.began_at desc, s.id limit 100;
end $$;
comment on function public.vehicle_shifts is
  'The last 100 shifts with a shared car, latest first: driver, start and end, mileage, note on damage and pictures '
  '(bucket shifts). For staff; fleet admins for cars of their own fleet. '
  'Errors: must_login, not_allowed, vehicle_not_found.';
grant execute on function public.vehicle_shifts(uuid) to authenticated;
