-- Employees: drivers without a fleet, in a firm that employs its drivers (settings.drivers_employed). The firm is their
--            house fleet: it keeps the whole price, so it owes itself neither an invoice nor a payout.
-- Access: internal
-- Tests:  tests/db/employees.sql, tests/db/corrections.test.ts

create function app.is_employee(driver_id uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return (app.settings()).drivers_employed
    and exists (select 1 from public.drivers d where d.id = is_employee.driver_id and d.fleet_id is null);
end $$;
comment on function app.is_employee is 'Whether a driver is an employee of the operator now.';
