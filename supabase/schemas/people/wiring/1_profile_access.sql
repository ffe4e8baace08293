-- Profiles and drivers: the triggers that check their rows, and who may read them.

create function app.tg_drivers__version() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  update public.profiles p set version = p.version + 1 where p.id = new.id;
  return null;
end $$;

create trigger drivers__version after update of car_type_id, fleet_id, vehicle_make, vehicle_model, vehicle_color,
  vehicle_number, other_info on public.drivers
  for each row when (row(old.car_type_id, old.fleet_id, old.vehicle_make, old.vehicle_model, old.vehicle_color,
    old.vehicle_number, old.other_info)
    is distinct from row(new.car_type_id, new.fleet_id, new.vehicle_make, new.vehicle_model, new.vehicle_color,
      new.vehicle_number, new.other_info))
  execute function app.tg_drivers__version();
