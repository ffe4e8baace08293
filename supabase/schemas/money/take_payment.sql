-- Taking a payment: booking a card payment for its purpose, the provider's fee, and card money in wallets.
-- Needs:  payment, bookings, ledger, wallets, payment_jobs
-- Access: internal; payment_events.sql calls it
-- Tests:  tests/db/card_payment.sql, tests/db/topups.sql, tests/db/withdrawable.sql

-- Card money in wallets ---------------------------------------------------------------------------------------------------

create table app.card_credits (
  transaction_id bigint not null references public.ledger_transactions (id),
  user_id uuid not null references public.profiles (id),
  kind text not null check (kind in ('topup', 'tip', 'cash')),
  amount numeric not null check (amount > 0),
  payment_id uuid references public.payments (id),
  at timestamptz not null default app.now(),
  primary key (transaction_id, user_id)
);
call app.describe('app.card_credits', $$
  Money that wallets received and that cannot be withdrawn for some days. Of cards, so that a card cannot be turned into cash; of cash that only a driver reported, so that rider and driver cannot take it together before the desk looks. kind topup: topped up by card, or returned from a ride that was paid by card; tip: a tip paid by card or with topped-up money; cash: what a driver reported to have collected above the fare.
  payment_id: The payment from which the money came; null for the sum of a booking's card payments.
$$);
create index card_credits_user_id on app.card_credits (user_id, at);
create index card_credits_payment_id on app.card_credits (payment_id);
alter table app.card_credits enable row level security;

create function app.record_card_credit(transaction_id bigint, user_id uuid, kind text, amount numeric, payment_id uuid default null) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not coalesce(record_card_credit.amount > 0, false) then return; end if;
  insert into app.card_credits (transaction_id, user_id, kind, amount, payment_id)
  values (record_card_credit.transaction_id, record_card_credit.user_id, record_card_credit.kind, record_card_credit.amount, record_card_credit.payment_id)
  on conflict on constraint card_credits_pkey do nothing;
end $$;

-- Booking the money of a payment ------------------------------------------------------------------------------------

-- Returns the amount that a provider's event with the status paid must have. If the payment is already paid, it is the amount
-- that was taken. For a hold it is the amount of the requested capture, or the whole hold if no capture was requested. For
-- other payments it is their amount.
create function app.expected_amount(payment public.payments) returns numeric language plpgsql stable security definer set search_path = '' as $$
begin
  if (payment).status = 'paid' then return (payment).captured_amount; end if;
  if not (payment).is_hold then return (payment).amount; end if;
  return coalesce((select j.amount from app.payment_jobs j where j.payment_id = (payment).id and j.kind = 'capture'
    and j.amount is not null order by j.id desc limit 1), (payment).amount);
end $$;

create function app.is_fee_payment(payment public.payments) returns boolean language sql stable security definer set search_path = '' as $$
  select (payment).is_hold and exists (select 1 from app.payment_jobs j where j.payment_id = (payment).id and j.kind = 'capture' and j.amount is not null)
    and not app.has_no_account((payment).customer_id)
$$;
comment on function app.is_fee_payment is 'Whether a captured hold of a cancelled booking pays its cancellation fee.';

-- Returns whether the purpose of a payment still needs its money. Written in plpgsql, which caches plans; a SQL function would
-- be planned at every call.
create function app.is_wanted(payment public.payments, booking public.bookings) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return case (payment).purpose
    when 'booking' then (booking).status in ('PAYMENT_PENDING', 'PENDING') or (booking).status = 'CANCELLED' and app.is_fee_payment(payment)
    when 'tip' then not app.has_no_account((booking).driver_id)
    else not app.has_no_account((payment).customer_id) end;
end $$;

-- Books the provider's fee as a separate transaction, because it may become known later than the payment. The first event that
-- reports a fee counts; a report of the provider can correct this fee later (reconciliation.sql).
create function app.post_fee(payment public.payments, key text, fee numeric) returns void language plpgsql security definer set search_path = '' as $$
begin
  perform app.post_ledger('provider_fee', 'provider_fee:' || post_fee.key, (payment).booking_id, jsonb_build_array(
    app.entry('clearing:' || (payment).provider, post_fee.fee), app.entry('expense.provider_fees', -post_fee.fee)));
end $$;

create function app.post_provider_fee(payment_id uuid, key text, fee numeric) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_payment public.payments;
  v_key text := 'provider_fee:' || post_provider_fee.key;
begin
  if not coalesce(post_provider_fee.fee > 0, false) or exists (select 1 from public.ledger_transactions t where t.idempotency_key = v_key) then return; end if;
  update public.payments p set fee = p.fee + post_provider_fee.fee
  where p.id = post_provider_fee.payment_id and p.status = 'paid' and p.fee + post_provider_fee.fee <= p.captured_amount
    and (post_provider_fee.key <> p.id::text or p.fee = 0) returning p.* into v_payment;
  if not found then return; end if;
  perform app.post_fee(v_payment, post_provider_fee.key, post_provider_fee.fee);
end $$;
comment on function app.post_provider_fee is 'Books a provider''s fee for a payment, once per key; does nothing if the fee is not positive or exceeds the payment.';

create function app.take_booking_money(payment public.payments, booking public.bookings) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform app.post_ledger('card_payment', 'card_payment:' || (payment).id, (booking).id, jsonb_build_array(
    app.entry('clearing:' || (payment).provider, -(payment).captured_amount), app.entry('held:' || (booking).id, (payment).captured_amount)));
  perform app.set_actor('system', note => 'card');
  booking := app.credit_booking(booking, 0, (payment).captured_amount, (payment).provider, (payment).step);
  if (payment).is_hold and (booking).status = 'PENDING' then perform app.notify_due(booking); end if;
end $$;

-- Credits the wallet with a card payment: a top-up, the payment of a debt, or the captured hold of a cancelled booking, whose
-- fee was charged to the wallet before.
create function app.take_wallet_money(payment public.payments, kind text) returns void language plpgsql security definer set search_path = '' as $$
declare
  v_owed numeric := greatest(0, -app.real_balance((payment).customer_id));
  v_id bigint;
begin
  v_id := app.post_ledger(take_wallet_money.kind, 'card_payment:' || (payment).id, (payment).booking_id, jsonb_build_array(
    app.entry('clearing:' || (payment).provider, -(payment).captured_amount), app.entry('wallet:' || (payment).customer_id, (payment).captured_amount)));
  -- The part that covers a debt does not count as card money in the wallet, because it was already spent.
  perform app.record_card_credit(v_id, (payment).customer_id, 'topup', (payment).captured_amount - v_owed, (payment).id);
  if (payment).purpose = 'booking' then return; end if;
  perform app.pay_topped_up(payment);
  if exists (select 1 from public.payment_requests q where q.id = (payment).request_id and q.status = 'accepted') then return; end if;
  perform app.notify((payment).customer_id, 'wallet_credited', jsonb_build_object('amount', (payment).captured_amount));
end $$;

create function app.take_tip(payment public.payments, booking public.bookings) returns void
language plpgsql security definer set search_path = '' as $$
declare v_id bigint;
begin
  v_id := app.post_ledger('tip', 'card_payment:' || (payment).id, (booking).id, jsonb_build_array(
    app.entry('clearing:' || (payment).provider, -(payment).captured_amount), app.entry('wallet:' || (booking).driver_id, (payment).captured_amount)));
  perform app.record_card_credit(v_id, (booking).driver_id, 'tip', (payment).captured_amount, (payment).id);
  update public.bookings b set tip_amount = b.tip_amount + (payment).captured_amount where b.id = (booking).id;
  perform app.notify((booking).driver_id, 'wallet_credited', jsonb_build_object('amount', (payment).captured_amount), (booking).id);
end $$;

create function app.take_payment(payment public.payments, booking public.bookings, outcome text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  case
    when outcome = 'late' then
      update public.payments p set refunded_amount = p.captured_amount where p.id = (payment).id;
      perform app.return_late_payment(payment);
    when (payment).purpose = 'tip' then perform app.take_tip(payment, booking);
    when (payment).purpose = 'booking' and (booking).status <> 'CANCELLED' then perform app.take_booking_money(payment, booking);
    else perform app.take_wallet_money(payment, case (payment).purpose when 'booking' then 'fee_payment' when 'debt' then 'debt_payment' else 'topup' end);
  end case;
end $$;
comment on function app.take_payment is 'Books a paid payment, which is locked, for its purpose; a payment that came too late is returned.';
