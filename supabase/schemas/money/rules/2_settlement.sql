-- Settlement: how money is distributed when a booking is PAID, and returned when it is CANCELLED.

create function app.lock_booking_wallets(booking public.bookings) returns uuid
language plpgsql security definer set search_path = '' as $$
declare v_referrer uuid := app.due_referrer(booking);
begin
  perform app.lock_wallets(variadic array_remove(
    array[(booking).customer_id, (booking).driver_id, (booking).fleet_id, v_referrer], null));
  return v_referrer;
end $$;
comment on function app.lock_booking_wallets is
  'Locks the wallets of everyone who may get money from a booking, before the first wallet changes. Returns the '
  'person who may earn a referral bonus from it, or null.';

-- Returns the part of a fare that the operator pays in its settlement, because the driver collected less cash.
create function app.settled_by_goodwill(booking_id uuid) returns numeric
language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce((select r.goodwill from public.cash_reports r where r.booking_id = settled_by_goodwill.booking_id
    and r.reason = 'no_signal'), 0);
end $$;

-- Returns the part of a paid fare that the operator bears now, after the desk's decisions about the cash.
create function app.goodwill_paid(booking_id uuid) returns numeric
language sql stable security definer set search_path = '' as $$
  select coalesce(-sum(e.amount), 0) from public.ledger_transactions t
    join public.ledger_entries e on e.transaction_id = t.id
  join public.ledger_accounts a on a.id = e.account_id
  where t.booking_id = goodwill_paid.booking_id and t.kind in ('settlement', 'cash_difference')
    and a.kind = 'expense.goodwill'
$$;

-- Fills in the amounts paid in the row of a booking that becomes PAID. A trigger calls it, so it runs for every
-- function that marks a booking as PAID. If the fare rose after the booking was prepaid, the wallet pays the
-- difference.
create function app.fill_payment(booking public.bookings) returns public.bookings
language plpgsql security definer set search_path = '' as $$
declare v_due numeric := greatest(0, (booking).trip_cost - (booking).discount_amount + (booking).cash_rounding);
begin
  booking.used_wallet_money := (booking).used_wallet_money + greatest(0,
    v_due - app.ledger_balance('held:' || (booking).id)
    - (booking).cash_payment_amount - app.settled_by_goodwill((booking).id));
  booking.customer_paid := v_due;
  booking.payable_amount := 0;
  booking.paid_at := coalesce((booking).paid_at, app.now());
  return booking;
end $$;
comment on function app.fill_payment is 'The row of a booking that becomes PAID, with the amounts paid.';
