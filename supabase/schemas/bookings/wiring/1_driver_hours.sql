-- Hours: how long drivers have been on duty, and when they need a break.

create function app.tg_drivers__duty() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if new.driver_active_status then
    insert into app.duty_periods (driver_id, began_at) values (new.id, app.now()) on conflict do nothing;
  else
    update app.duty_periods p set ended_at = greatest(p.began_at, app.now()) where p.driver_id = new.id
      and p.ended_at is null;
  end if;
  return null;
end $$;

create trigger drivers__duty_insert after insert on public.drivers
  for each row when (new.driver_active_status) execute function app.tg_drivers__duty();
create trigger drivers__duty after update of driver_active_status on public.drivers
  for each row when (old.driver_active_status is distinct from new.driver_active_status)
    execute function app.tg_drivers__duty();
