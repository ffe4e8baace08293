-- Shared vehicles: cars of a fleet or of the operator that drivers use for a shift.

create function app.can_take_vehicle(vehicle app.shared_vehicles, driver public.drivers) returns boolean
language sql stable security definer set search_path = '' as $$
  select (vehicle).retired_at is null and (vehicle).fleet_id is not distinct from (driver).fleet_id
    and (not exists (select 1 from app.shared_vehicle_drivers o where o.vehicle_id = (vehicle).id)
      or exists (select 1 from app.shared_vehicle_drivers o where o.vehicle_id = (vehicle).id
        and o.driver_id = (driver).id))
$$;
comment on function app.can_take_vehicle is
  'Whether this driver may start a shift with this car, without checking whether the car is free.';

create function app.vehicle_view(vehicle app.shared_vehicles, me public.profiles) returns public.shared_vehicle
language sql stable security definer set search_path = '' as $$
  select ((vehicle).id, (vehicle).fleet_id, (vehicle).car_type_id, c.name, (vehicle).vehicle_number,
    (vehicle).vehicle_make, (vehicle).vehicle_model,
    (vehicle).vehicle_color, coalesce((vehicle).seats, c.seats), (vehicle).luggage, (vehicle).child_seats,
      (vehicle).wheelchair, (vehicle).mileage,
    (vehicle).retired_at is not null, case when (me).usertype <> 'driver' or s.driver_id = (me).id then s.driver_id end,
    case when (me).usertype <> 'driver' then btrim(p.first_name || ' ' || p.last_name) end, s.began_at,
    case when (me).usertype <> 'driver' then (select btrim(f.first_name || ' ' || f.last_name) from public.profiles f
      where f.id = (vehicle).fleet_id) end,
    case when (me).usertype <> 'driver' then (select coalesce(jsonb_agg(jsonb_build_object('id', o.driver_id, 'name',
      btrim(n.first_name || ' ' || n.last_name)) order by n.first_name, n.last_name, o.driver_id), '[]')
      from app.shared_vehicle_drivers o join public.profiles n on n.id = o.driver_id
        where o.vehicle_id = (vehicle).id) end)::public.shared_vehicle
  from public.car_types c left join app.driver_shifts s on s.vehicle_id = (vehicle).id and s.ended_at is null
  left join public.profiles p on p.id = s.driver_id where c.id = (vehicle).car_type_id
$$;

create function public.shared_vehicles() returns setof public.shared_vehicle
language plpgsql stable security definer set search_path = '' as $$
declare v_me public.profiles := app.me();
begin
  if v_me.usertype = 'driver' then
    return query select s.* from app.shared_vehicles v join public.drivers d on d.id = v_me.id
      and d.fleet_id is not distinct from v.fleet_id
      cross join lateral app.vehicle_view(v, v_me) s where app.can_take_vehicle(v, d)
        order by v.vehicle_number, v.id limit 500;
  else
    v_me := app.require_staff('people');
    return query select s.* from app.shared_vehicles v cross join lateral app.vehicle_view(v, v_me) s
      where v_me.usertype = 'admin' or v.fleet_id = v_me.id order by v.retired_at is not null, v.vehicle_number,
        v.id limit 1000;
  end if;
end $$;
comment on function public.shared_vehicles is
  'Lists shared cars. Drivers get the cars that they may take, of their own fleet (or of the operator, if they have '
  'no fleet); admins get all, a fleet admin those of the fleet. '
  'Errors: must_login, account_suspended, require_approval, not_allowed.';
grant execute on function public.shared_vehicles() to authenticated;

create function app.check_vehicle(vehicle jsonb) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if exists (select 1 from jsonb_object_keys(vehicle) k
    where k not in ('id', 'fleet_id', 'car_type_id', 'vehicle_number', 'vehicle_make', 'vehicle_model', 'vehicle_color',
      'seats', 'luggage', 'child_seats', 'wheelchair', 'mileage', 'retired', 'drivers')) then
        perform app.person_invalid('Unknown field of a car'); end if;
  if vehicle ? 'car_type_id' and not exists (select 1 from public.car_types c
    where c.id::text = vehicle ->> 'car_type_id') then
    perform app.person_invalid('There is no such car type');
  end if;
  if vehicle ->> 'fleet_id' is not null and not exists (select 1 from public.profiles p
    where p.id::text = vehicle ->> 'fleet_id' and p.usertype = 'fleetadmin' and p.deleted_at is null) then
    perform app.person_invalid('fleet_id names no fleet admin');
  end if;
  if exists (select 1 from jsonb_each(vehicle) e where e.key like 'vehicle\_%'
    and (jsonb_typeof(e.value) <> 'string' or length(e.value #>> '{}') > 40)) then
    perform app.person_invalid('Plate, make, model and colour are texts of 40 characters at most');
  end if;
  perform app.check_capacity(vehicle);
  if coalesce(jsonb_typeof(vehicle -> 'retired'), 'boolean') <> 'boolean'
    or not (coalesce(jsonb_typeof(vehicle -> 'mileage'), 'null') = 'null'
      or app.is_whole_number(vehicle -> 'mileage', app.most_mileage())) then
    perform app.person_invalid('A car has a mileage; retired is true or false');
  end if;
end $$;
comment on function app.check_vehicle is 'Refuses invalid data of a shared car: person_invalid.';

create function app.refuse_plate() returns void language plpgsql stable set search_path = '' as $$
begin
  perform app.refuse('vehicle_exists', 409, 'Another car has this plate');
end $$;
