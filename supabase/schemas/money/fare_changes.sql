-- What changed in the price of a ride after it was paid.
-- Needs:  bookings, ledger
-- Access: internal; only app.post_fare_change (payment_requests.sql) writes
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
  constraint fare_changes_amounts check (greatest(abs(driver_share), abs(convenience_fees), abs(discount_amount), abs(tax), abs(tax_booked), abs(fleet_share)) < 1e12)
);
call app.describe('app.fare_changes', $$
  What changed in the price of a ride after it was paid, one row per ledger transaction, with signed amounts. The booking's row and its receipt stay; the price now is theirs plus these rows (app.fare_now).
  driver_share: Change of the driver's share, tax and the fleet's part included.
  tax: Change of the tax that the price includes.
  tax_booked: Change of the part of the tax that is booked on the account `tax`: the part of the driver's share.
  discount_amount: Change of the promotion's discount.
  to_operator: What went back to the operator, who had paid a part of the price for the rider (app.borne).
$$);
create index fare_changes_booking_id on app.fare_changes (booking_id);
alter table app.fare_changes enable row level security;
create trigger fare_changes__append_only before update or delete or truncate on app.fare_changes
  for each statement execute function app.tg_append_only();

create type app.fare_sums as (driver_share numeric, convenience_fees numeric, discount_amount numeric, tax numeric, tax_booked numeric, fleet_share numeric);

-- Returns how the price of a paid booking is divided now: as settled, plus all later changes.
create function app.fare_now(booking public.bookings) returns app.fare_sums language plpgsql stable security definer set search_path = '' as $$
begin
  return (select row(f.driver_share + c.driver_share, f.convenience_fees + c.convenience_fees, least((booking).discount_amount, (booking).trip_cost) + c.discount_amount,
      (booking).tax_amount + c.tax, c.tax_booked + (select coalesce(sum(e.amount), 0) from public.ledger_transactions t
        join public.ledger_entries e on e.transaction_id = t.id join public.ledger_accounts a on a.id = e.account_id
        where t.idempotency_key = 'settlement:' || (booking).id and a.kind = 'tax'), f.fleet_share + c.fleet_share)::app.fare_sums
    from public.booking_finances f cross join (select coalesce(sum(c.driver_share), 0) as driver_share, coalesce(sum(c.convenience_fees), 0) as convenience_fees,
      coalesce(sum(c.discount_amount), 0) as discount_amount, coalesce(sum(c.tax), 0) as tax, coalesce(sum(c.tax_booked), 0) as tax_booked,
      coalesce(sum(c.fleet_share), 0) as fleet_share from app.fare_changes c where c.booking_id = (booking).id) c
    where f.booking_id = (booking).id);
end $$;
comment on function app.fare_now is 'How the price of a paid booking is divided now. driver_share plus convenience_fees is the price; less discount_amount it is what the rider owes for it.';

-- What refunds have taken back from those who shared the price: tax, fleet and driver, as positive amounts.
create function app.reclaimed(booking public.bookings) returns numeric[] language sql stable security definer set search_path = '' as $$
  select array[coalesce(-sum(e.amount) filter (where a.kind = 'tax'), 0), coalesce(-sum(e.amount) filter (where a.user_id = (booking).fleet_id), 0),
    coalesce(-sum(e.amount) filter (where a.user_id = (booking).driver_id), 0)]
  from public.ledger_transactions t join public.ledger_entries e on e.transaction_id = t.id join public.ledger_accounts a on a.id = e.account_id
  where t.booking_id = (booking).id and t.kind = 'refund'
$$;
