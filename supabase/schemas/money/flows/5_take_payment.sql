-- Taking a payment: booking a card payment for its purpose, the provider's fee, and card money in wallets.
-- Access: internal; money/flows/7_payment_events.sql calls it
-- Tests:  tests/db/card_payment.sql, tests/db/topups.sql, tests/db/withdrawable.sql

-- Books the provider's fee as a separate transaction, because it may become known later than the payment. The first
-- event that reports a fee counts; a report of the provider can correct this fee later
-- (money/rules/2_reconciliation.sql).
create function app.post_fee(payment public.payments, key text, fee numeric) returns void
language plpgsql security definer set search_path = '' as $$
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
  if not coalesce(post_provider_fee.fee > 0, false) or exists (select 1 from public.ledger_transactions t
    where t.idempotency_key = v_key) then
    return;
  end if;
  update public.payments p set fee = p.fee + post_provider_fee.fee
  where p.id = post_provider_fee.payment_id and p.status = 'paid' and p.fee + post_provider_fee.fee <= p.captured_amount
    and (post_provider_fee.key <> p.id::text or p.fee = 0) returning p.* into v_payment;
  if not found then return; end if;
  perform app.post_fee(v_payment, post_provider_fee.key, post_provider_fee.fee);
end $$;
comment on function app.post_provider_fee is
  'Books a provider''s fee for a payment, once per key; does nothing if the fee is not positive or exceeds the '
  'payment.';

create function app.take_booking_money(payment public.payments, booking public.bookings) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform app.post_ledger('card_payment', 'card_payment:' || (payment).id, (booking).id, jsonb_build_array(
    app.entry('clearing:' || (payment).provider, -(payment).captured_amount),
      app.entry('held:' || (booking).id, (payment).captured_amount)));
  perform app.set_actor('system', note => 'card');
  booking := app.credit_booking(booking, 0, (payment).captured_amount, (payment).provider, (payment).step);
  if (payment).is_hold and (booking).status = 'PENDING' then perform app.notify_due(booking); end if;
end $$;

-- Credits the wallet with a card payment: a top-up, the payment of a debt, or the captured hold of a cancelled booking,
-- whose fee was charged to the wallet before.
create function app.take_wallet_money(payment public.payments, kind text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_owed numeric := greatest(0, -app.real_balance((payment).customer_id));
  v_id bigint;
begin
  v_id := app.post_ledger(take_wallet_money.kind, 'card_payment:' || (payment).id, (payment).booking_id,
    jsonb_build_array(
    app.entry('clearing:' || (payment).provider, -(payment).captured_amount),
      app.entry('wallet:' || (payment).customer_id, (payment).captured_amount)));
  -- The part that covers a debt does not count as card money in the wallet, because it was already spent.
  perform app.record_card_credit(v_id, (payment).customer_id, 'topup',
    (payment).captured_amount - v_owed, (payment).id);
  if (payment).purpose = 'booking' then return; end if;
  perform app.pay_topped_up(payment);
  if exists (select 1 from public.payment_requests q where q.id = (payment).request_id and q.status = 'accepted') then
    return;
  end if;
  perform app.notify((payment).customer_id, 'wallet_credited', jsonb_build_object('amount', (payment).captured_amount));
end $$;

create function app.take_tip(payment public.payments, booking public.bookings) returns void
language plpgsql security definer set search_path = '' as $$
declare v_id bigint;
begin
  v_id := app.post_ledger('tip', 'card_payment:' || (payment).id, (booking).id, jsonb_build_array(
    app.entry('clearing:' || (payment).provider, -(payment).captured_amount),
      app.entry('wallet:' || (booking).driver_id, (payment).captured_amount)));
  perform app.record_card_credit(v_id, (booking).driver_id, 'tip', (payment).captured_amount, (payment).id);
  update public.bookings b set tip_amount = b.tip_amount + (payment).captured_amount where b.id = (booking).id;
  perform app.notify((booking).driver_id, 'wallet_credited',
    jsonb_build_object('amount', (payment).captured_amount), (booking).id);
end $$;

create function app.take_payment(payment public.payments, booking public.bookings, outcome text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  case
    when outcome = 'late' then
      update public.payments p set refunded_amount = p.captured_amount where p.id = (payment).id;
      perform app.return_late_payment(payment);
    when (payment).purpose = 'tip' then perform app.take_tip(payment, booking);
    when (payment).purpose = 'booking' and (booking).status <> 'CANCELLED' then
      perform app.take_booking_money(payment, booking);
    else perform app.take_wallet_money(payment, case (payment).purpose when 'booking' then 'fee_payment'
      when 'debt' then 'debt_payment' else 'topup' end);
  end case;
end $$;
comment on function app.take_payment is
  'Books a paid payment, which is locked, for its purpose; a payment that came too late is returned.';
