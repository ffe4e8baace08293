-- Vehicles: what a driver's car carries, and what a booking requires.

-- A driver has at most one row, which the first edit writes. A car without a row carries as many passengers as its car
-- type says, two pieces of luggage, no child seat and no wheelchair.
create table public.vehicles (
  driver_id uuid primary key references public.drivers (id) on delete cascade,
  seats integer check (seats between 1 and 20),
  luggage integer not null default 2 check (luggage between 0 and 20),
  child_seats integer not null default 0 check (child_seats between 0 and 4),
  wheelchair boolean not null default false
);
call app.describe('public.vehicles', $$
  What a driver's car carries. A car without a row carries as many passengers as its car type says, two pieces of
    luggage and nothing else.
  driver_id: The driver of the car.
  seats: Number of passenger seats; null: as many as the car type says.
  luggage: Number of large pieces of luggage.
  child_seats: Number of child seats in the car.
  wheelchair: Whether a wheelchair user can ride in the car.
$$);
grant select on public.vehicles to authenticated;

-- Indexes the few cars that carry more than usual, because searches for special requirements read only these.
create index vehicles_special on public.vehicles (driver_id) where seats is not null or luggage > 2
  or child_seats > 0 or wheelchair;

alter table public.vehicles enable row level security;

create policy "drivers read their own vehicle" on public.vehicles for select to authenticated
  using (driver_id = (select auth.uid()));
create policy "admins read every vehicle" on public.vehicles for select to authenticated
  using ((select app.has_current_role('admin')));
create policy "fleet admins read their drivers' vehicles" on public.vehicles for select to authenticated
  using ((select app.has_current_role('fleetadmin'))
    and exists (select 1 from public.drivers d where d.id = vehicles.driver_id and d.fleet_id = (select auth.uid())));

create function app.is_whole_number(value jsonb, most integer) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select case when jsonb_typeof(value) = 'number' then (value #>> '{}')::numeric between 0 and most
    and (value #>> '{}')::numeric % 1 = 0 else false end
$$;
comment on function app.is_whole_number is 'Whether a JSON value is a whole number from 0 to most.';

-- Unknown keys are refused, because they may be requirements that would never be checked.
create function app.is_requirements(input jsonb) returns boolean
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return case when jsonb_typeof(input) = 'object' then coalesce((select bool_and(case e.key
      when 'seats' then app.is_whole_number(e.value, 16)
      when 'luggage' then app.is_whole_number(e.value, 16)
      when 'child_seats' then app.is_whole_number(e.value, 4)
      when 'wheelchair' then jsonb_typeof(e.value) = 'boolean'
      else false end) from jsonb_each(input) e), true) else false end;
end $$;
grant execute on function app.is_whole_number(jsonb, integer), app.is_requirements(jsonb) to service_role;
comment on function app.is_requirements is
  'Whether JSON is a valid requirement: {seats, luggage, child_seats, wheelchair}, each optional.';
