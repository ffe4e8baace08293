-- Vehicles: what a driver's car carries, and what a booking requires. Make, model, colour and plate are in the table
--           drivers.
-- Access: drivers read their own row, fleet admins the rows of their drivers, admins all rows; edit_person
--         (people/rules/2_people_admin.sql) writes
-- Tests:  tests/db/vehicles.sql

create function app.requirements_of(input jsonb) returns jsonb language plpgsql immutable set search_path = '' as $$
begin
  if jsonb_typeof(input) is null or jsonb_typeof(input) = 'null' then return '{}'::jsonb; end if;
  if not app.is_requirements(input) then
    perform app.refuse('requirements_invalid', 422,
      'Give seats and luggage (0 to 16), child_seats (0 to 4), wheelchair (true or false), and nothing else');
  end if;
  return jsonb_strip_nulls(jsonb_build_object('seats', nullif(greatest((input ->> 'seats')::integer, 1), 1), 'luggage',
    nullif((input ->> 'luggage')::integer, 0),
    'child_seats', nullif((input ->> 'child_seats')::integer, 0), 'wheelchair',
      nullif((input ->> 'wheelchair')::boolean, false)));
end $$;
comment on function app.requirements_of is
  'The requirements of a booking without those that every car meets; {} if nothing remains. '
  'Errors: requirements_invalid.';

create function app.can_carry(requirements jsonb, seats integer, luggage integer, child_seats integer,
  wheelchair boolean) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select coalesce((requirements ->> 'seats')::integer, 0) <= coalesce(seats, 0)
    and coalesce((requirements ->> 'luggage')::integer, 0) <= luggage
    and coalesce((requirements ->> 'child_seats')::integer, 0) <= child_seats
    and (wheelchair or not coalesce((requirements ->> 'wheelchair')::boolean, false))
$$;
comment on function app.can_carry is 'Whether a car with these attributes meets the requirements.';

create function app.car_of(driver_id uuid, out seats integer, out luggage integer, out child_seats integer,
  out wheelchair boolean)
language plpgsql stable security definer set search_path = '' as $$
begin
  select coalesce(v.seats, c.seats, 0), coalesce(v.luggage, 2), coalesce(v.child_seats, 0),
    coalesce(v.wheelchair, false)
  into car_of.seats, car_of.luggage, car_of.child_seats, car_of.wheelchair
  from public.drivers d
  left join public.vehicles v on v.driver_id = d.id
  left join public.car_types c on c.id = d.car_type_id
  where d.id = car_of.driver_id;
end $$;
comment on function app.car_of is 'What a driver''s car carries, with the defaults if the car has no row in vehicles.';

create function app.car_of(driver public.drivers) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('car_type_id', (driver).car_type_id, 'vehicle_number', (driver).vehicle_number,
    'vehicle_make', (driver).vehicle_make,
      'vehicle_model', (driver).vehicle_model, 'vehicle_color', (driver).vehicle_color)
    || coalesce((select to_jsonb(o) - 'driver_id' from public.vehicles o where o.driver_id = (driver).id), '{}')
$$;

create function app.driver_can_carry(requirements jsonb, driver_id uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return requirements = '{}' or (select app.can_carry(requirements, c.seats, c.luggage, c.child_seats, c.wheelchair)
    from app.car_of(driver_can_carry.driver_id) c);
end $$;
comment on function app.driver_can_carry is 'Whether a driver''s current car meets the requirements.';

-- Returns whether a car of a type can meet the requirements. Only cars with a row in vehicles can carry more than their
-- type says, so only these are checked.
create function app.car_type_can_carry(requirements jsonb, car_type_id uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return requirements = '{}'
    or (select app.can_carry(requirements, c.seats, 2, 0, false) from public.car_types c
      where c.id = car_type_can_carry.car_type_id)
    or exists (select 1 from public.vehicles v join public.drivers d on d.id = v.driver_id
      join public.profiles p on p.id = d.id
      join public.car_types c on c.id = d.car_type_id
      where d.car_type_id = car_type_can_carry.car_type_id and p.approved and p.usertype = 'driver'
        and (v.seats is not null or v.luggage > 2 or v.child_seats > 0 or v.wheelchair)
        and app.can_carry(requirements, coalesce(v.seats, c.seats), v.luggage, v.child_seats, v.wheelchair));
end $$;
comment on function app.car_type_can_carry is 'Whether any car of a type meets the requirements.';

create function public.cars_that_carry(requirements jsonb)
returns table (car_type_id uuid, fits boolean, seats integer, luggage integer, child_seats integer, wheelchair boolean)
language plpgsql stable security definer set search_path = '' as $$
declare v_requirements jsonb := app.requirements_of(cars_that_carry.requirements);
begin
  if auth.uid() is not null then perform app.me(); end if;
  return query
  select c.id, app.car_type_can_carry(v_requirements, c.id), greatest(c.seats, m.seats), greatest(2, m.luggage),
    greatest(0, m.child_seats), coalesce(m.wheelchair, false)
  from public.car_types c
  left join lateral (select max(v.seats) as seats, max(v.luggage) as luggage, max(v.child_seats) as child_seats,
    bool_or(v.wheelchair) as wheelchair
    from public.vehicles v join public.drivers d on d.id = v.driver_id join public.profiles p on p.id = d.id
    where d.car_type_id = c.id and p.approved and p.usertype = 'driver'
      and (v.seats is not null or v.luggage > 2 or v.child_seats > 0 or v.wheelchair)) m on true
  order by c.sort_order, c.id;
end $$;
comment on function public.cars_that_carry is
  'Returns for each car type whether one of its cars meets the requirements ({seats, luggage, child_seats, '
  'wheelchair}), and the maximum of each. '
  'Errors: requirements_invalid, account_suspended.';
grant execute on function public.cars_that_carry(jsonb) to anon, authenticated;
