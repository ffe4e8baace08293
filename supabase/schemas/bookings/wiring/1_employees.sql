-- Employees: a ride that an employee accepts is the operator's.
-- Access: internal
-- Tests:  tests/db/employees.sql

-- Divides the price anew if the ride's driver is an employee, or no longer one. It is decided when the driver accepts,
-- like the fleet: a later change of the setting or of the driver's fleet changes only rides accepted after it, and a
-- new route keeps it.
create function app.tg_booking_finances__divide() returns trigger
language plpgsql security definer set search_path = '' as $$
declare v_employed boolean;
begin
  v_employed := case when new.driver_id is null or new.fleet_id is not null then false
    when tg_op = 'UPDATE' and new.driver_id is not distinct from old.driver_id then app.is_employed(old.rule)
    else (app.settings()).drivers_employed end;
  if v_employed = app.is_employed(new.rule) then return new; end if;
  new.rule := case when v_employed then new.rule || '{"employed": true}' else new.rule - 'employed' end;
  new.quote_fare := app.compute_fare(new.rule, new.quote_inputs);
  new.ride_cost := (new.quote_fare ->> 'ride_cost')::numeric;
  new.driver_share := (new.quote_fare ->> 'driver_share')::numeric;
  new.convenience_fees := (new.quote_fare ->> 'convenience_fees')::numeric;
  return new;
end $$;

create trigger booking_finances__divide before insert or update of driver_id, rule on public.booking_finances
  for each row execute function app.tg_booking_finances__divide();
