-- Positions: where drivers are now, in a narrow table that is written often and that the search for drivers reads.

create function app.tg_drivers__refresh() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform app.refresh_driver(new.id);
  return null;
end $$;

create trigger drivers__refresh after update of driver_active_status, last_ride, car_type_id on public.drivers
  for each row execute function app.tg_drivers__refresh();

create function app.tg_vehicles__refresh() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform app.refresh_driver(coalesce(new.driver_id, old.driver_id));
  return null;
end $$;

create trigger vehicles__refresh after insert or update or delete on public.vehicles for each row
  execute function app.tg_vehicles__refresh();

create function app.tg_car_types__refresh() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform app.refresh_driver(t.id) from (select d.id from public.drivers d where d.car_type_id = new.id
    order by d.id) t;
  return null;
end $$;

create trigger car_types__refresh after update of seats on public.car_types
  for each row when (old.seats is distinct from new.seats) execute function app.tg_car_types__refresh();
