-- Vehicles: what a driver's car carries, and what a booking requires.

-- A change of the car increases the version of its driver's profile, because staff edits both in one form.
create function app.tg_vehicles__version() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  update public.profiles p set version = p.version + 1 where p.id = new.driver_id;
  return null;
end $$;

create trigger vehicles__version after insert or update on public.vehicles for each row
  execute function app.tg_vehicles__version();
