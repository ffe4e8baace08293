-- What changed in the price of a ride after it was paid.
-- Access: internal; only app.post_fare_change (money/flows/2_payment_requests.sql) writes
-- Tests:  tests/db/fare_corrections.sql, tests/db/payment_requests.sql, tests/db/corrections.test.ts

create table app.fare_changes (
  transaction_id bigint primary key references public.ledger_transactions (id),
  booking_id uuid not null references public.bookings (id),
  driver_share numeric not null,
  convenience_fees numeric not null,
  discount_amount numeric not null,
  tax numeric not null,
  tax_booked numeric not null,
  fleet_share numeric not null,
  to_operator numeric not null default 0 check (to_operator >= 0 and to_operator < 1e12),
  at timestamptz not null default app.now(),
  constraint fare_changes_amounts check (greatest(abs(driver_share), abs(convenience_fees), abs(discount_amount),
    abs(tax), abs(tax_booked), abs(fleet_share)) < 1e12)
);
call app.describe('app.fare_changes', $$
  What changed in the price of a ride after it was paid, one row per ledger transaction, with signed amounts. The
    booking's row and its receipt stay; the price now is theirs plus these rows (app.current_fare).
  driver_share: Change of the driver's share, tax and the fleet's part included.
  tax: Change of the tax that the price includes.
  tax_booked: Change of the part of the tax that is booked on the account `tax`: the part of the driver's share.
  discount_amount: Change of the promotion's discount.
  to_operator: What went back to the operator, who had paid a part of the price for the rider (app.paid_by_operator).
$$);

create index fare_changes_booking_id on app.fare_changes (booking_id);

alter table app.fare_changes enable row level security;

create trigger fare_changes__append_only before update or delete or truncate on app.fare_changes
  for each statement execute function app.tg_append_only();

create type app.fare_sums as (driver_share numeric, convenience_fees numeric, discount_amount numeric, tax numeric,
  tax_booked numeric, fleet_share numeric);
