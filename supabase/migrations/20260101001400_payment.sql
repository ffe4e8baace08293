-- Payment: cash, wallet, and cards by a provider's verified events.
-- Needs:  bookings, ledger, wallets; settlement and refunds follow
-- Access: drivers confirm cash (admins for the record), riders pay with their wallet; cards by the service role alone
-- Tests:  tests/db/payment.sql, tests/db/card_payment.sql

create domain public.payment_provider as text check (value in ('paypal', 'braintree', 'stripe', 'paytm', 'payulatam', 'flutterwave',
  'paystack', 'securepay', 'payfast', 'liqpay', 'culqi', 'mercadopago', 'squareup', 'wipay', 'razorpay', 'test'));

create table public.payments (
  id uuid primary key default app.uuid_v7(),
  booking_id uuid not null references public.bookings (id),
  customer_id uuid not null references public.profiles (id),
  provider public.payment_provider not null,
  amount numeric not null check (amount > 0 and amount < 1000000000),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  status text not null default 'created' check (status in ('created', 'failed', 'paid')),
  refunded_amount numeric not null default 0 check (refunded_amount between 0 and amount and (refunded_amount = 0 or status = 'paid')),
  created_at timestamptz not null default app.now(),
  paid_at timestamptz check ((status = 'paid') = (paid_at is not null)),
  client_key uuid not null,
  unique (booking_id, client_key)
);
comment on table public.payments is 'What was asked of a payment provider: the amount and currency that an event has to match.';
comment on column public.payments.status is 'A failed attempt may still be paid by a later one.';
comment on column public.payments.refunded_amount is 'What went back: to the card, or, of a payment that came too late, to the wallet.';
comment on column public.payments.provider is 'Who was asked.';
comment on column public.payments.amount is 'What was still to pay then.';
comment on column public.payments.currency is 'settings.code then.';
create index payments_customer_id on public.payments (customer_id, created_at desc, id);

create table public.payment_events (
  id uuid primary key default app.uuid_v7(),
  provider public.payment_provider not null,
  event_id text not null check (length(event_id) between 1 and 300),
  payment_id uuid references public.payments (id),
  amount numeric,
  currency text,
  status text not null,
  outcome text not null default 'recorded' check (outcome in ('recorded', 'paid', 'late', 'failed', 'already_paid',
    'unknown_payment', 'provider_mismatch', 'amount_mismatch', 'currency_mismatch')),
  payload jsonb not null default '{}',
  received_at timestamptz not null default app.now(),
  unique (provider, event_id)
);
comment on table public.payment_events is 'What providers said, each event once. Append-only.';
comment on column public.payment_events.outcome is
  'paid: it paid the booking; late: the booking no longer waited, so the money went back; already_paid: the payment had been paid by another event; *_mismatch and unknown_payment: for the desk, nothing was paid.';
comment on column public.payment_events.provider is 'Who says so.';
comment on column public.payment_events.amount is 'What the provider says was paid.';
comment on column public.payment_events.currency is 'What the provider says it was paid in.';
comment on column public.payment_events.status is 'The provider''s word: paid, failed, or one of its own.';
comment on column public.payment_events.payload is 'What the provider sent, for the desk.';
create index payment_events_payment_id on public.payment_events (payment_id);
create index payment_events_flagged on public.payment_events (received_at desc)
  where outcome in ('already_paid', 'unknown_payment', 'provider_mismatch', 'amount_mismatch', 'currency_mismatch');

alter table public.payments enable row level security;
alter table public.payment_events enable row level security;
grant select on public.payments, public.payment_events to authenticated;
revoke insert, update, delete, truncate on public.payments, public.payment_events from service_role;
create policy "riders read their own payments" on public.payments for select to authenticated
  using (customer_id = (select auth.uid()));
create policy "admins read every payment" on public.payments for select to authenticated
  using ((select ((select auth.jwt()) ->> 'user_role') = 'admin'));
-- Not in demo mode: what providers say names those who paid.
create policy "admins read every payment event" on public.payment_events for select to authenticated
  using ((select ((select auth.jwt()) ->> 'user_role') = 'admin' and s.allow_critical_edits_admin from public.settings s where s.id = 1));
create trigger payment_events__append_only before delete on public.payment_events
  for each row execute function app.tg_ledger__append_only();
create trigger payment_events__settled before update on public.payment_events
  for each row when (old.outcome <> 'recorded') execute function app.tg_ledger__append_only();
create trigger payment_events__no_truncate before truncate on public.payment_events
  for each statement execute function app.tg_ledger__append_only();

-- The ledger stands before bookings do.
alter table public.ledger_transactions add foreign key (booking_id) references public.bookings (id);
alter table public.ledger_accounts add foreign key (booking_id) references public.bookings (id);

-- Money arrives -----------------------------------------------------------------------------------------------------

-- The booking, locked, has received something. Once nothing is left to pay a parcel is dispatched and a ride is PAID.
create function app.credit_booking(booking public.bookings, from_wallet numeric, from_card numeric, gateway text) returns public.bookings
language plpgsql security definer set search_path = '' as $$
declare
  v_booking public.bookings;
  v_open numeric := greatest(0, app.open_amount(booking) - from_wallet - from_card);
  v_rounding numeric;
  v_rest numeric;
begin
  booking.used_wallet_money := (booking).used_wallet_money + from_wallet;
  v_rounding := app.cash_part(booking, v_open);
  v_rest := v_open + v_rounding;
  v_booking := app.move_booking((booking).id,
    case when v_rest > 0 then (booking).status when (booking).status = 'PAYMENT_PENDING' then 'NEW' else 'PAID' end,
    jsonb_build_object('used_wallet_money', (booking).used_wallet_money, 'card_payment_amount', (booking).card_payment_amount + from_card,
      'customer_paid', (booking).customer_paid + from_wallet + from_card, 'cash_rounding', v_rounding, 'payable_amount', v_rest,
      'cash_payment_amount', least((booking).cash_payment_amount, v_rest), 'gateway', coalesce(credit_booking.gateway, (booking).gateway),
      'payment_mode', case when v_rest > 0 then (booking).payment_mode when (booking).card_payment_amount + from_card > 0 then 'card' else 'wallet' end,
      'prepaid', (booking).prepaid or (v_rest = 0 and (booking).status = 'PAYMENT_PENDING')));
  if v_booking.status = 'NEW' and not v_booking.book_later then
    -- A search that fails must not undo a payment; the next tick searches again.
    begin
      perform app.dispatch_booking(v_booking.id);
    exception when others then
      raise warning 'dispatch of % failed: %', v_booking.id, sqlerrm;
    end;
    select b.* into v_booking from public.bookings b where b.id = v_booking.id;
  end if;
  return v_booking;
end $$;

-- Cash ----------------------------------------------------------------------------------------------------------------

create function public.confirm_cash(booking_id uuid) returns public.bookings
language plpgsql security definer set search_path = '' as $$
declare
  v_me public.profiles := app.caller();
  v_was public.bookings;
  v_booking public.bookings;
  v_cash numeric;
begin
  perform app.check_permission(v_me, 'cash');
  if v_me.usertype = 'admin' then
    perform app.require_edits();
    v_was := app.lock_booking(confirm_cash.booking_id);
  else
    v_was := app.lock_carried(confirm_cash.booking_id, finishing => true);
  end if;
  if v_was.status in ('PAID', 'COMPLETE') then return v_was; end if;
  if v_me.usertype = 'admin' then perform app.refuse_own(v_me, v_was.customer_id), app.refuse_own(v_me, v_was.driver_id); end if;
  if v_was.status <> 'PENDING' then perform app.refuse_status(v_was); end if;
  -- What a wallet does not cover is paid in cash; of a card only an admin knows better.
  if v_was.payment_mode = 'card' and v_me.usertype <> 'admin' then
    raise sqlstate 'PT409' using message = 'not_a_cash_booking', hint = 'This ride is not paid in cash';
  end if;
  perform app.act(v_me.usertype, v_me.id, note => 'cash');
  v_cash := app.cash_to_collect(v_was.id, app.open_amount(v_was));
  v_booking := app.move_booking(v_was.id, 'PAID', jsonb_build_object('cash_payment_amount', v_cash, 'cash_rounding', v_cash - app.open_amount(v_was)));
  if v_me.usertype = 'admin' then
    perform app.audit('confirm_cash', 'bookings', v_booking.id::text, jsonb_build_object('status', v_was.status),
      jsonb_build_object('status', v_booking.status, 'cash_payment_amount', v_booking.cash_payment_amount));
  end if;
  return v_booking;
end $$;
comment on function public.confirm_cash is
  'The driver holds the money, all or what wallet and card left open; an admin may record it. Safe to call twice. Errors: must_login, not_a_driver, require_approval, booking_not_found, wrong_status, not_a_cash_booking, demo_mode.';
revoke execute on function public.confirm_cash(uuid) from public, anon;
grant execute on function public.confirm_cash(uuid) to authenticated;

-- Wallet --------------------------------------------------------------------------------------------------------------

create function public.pay_with_wallet(booking_id uuid, client_key uuid default gen_random_uuid()) returns public.bookings
language plpgsql security definer set search_path = '' as $$
declare
  v_me public.profiles := app.caller();
  v_booking public.bookings := app.lock_booking(pay_with_wallet.booking_id);
  v_key text := format('wallet_payment:%s:%s', v_booking.id, coalesce(pay_with_wallet.client_key, gen_random_uuid()));
  v_open numeric := app.open_amount(v_booking);
  v_balance numeric;
  v_part numeric;
  v_bonus numeric;
begin
  if v_booking.customer_id <> v_me.id then
    raise sqlstate 'PT404' using message = 'booking_not_found', hint = 'There is no such booking of yours';
  end if;
  if v_booking.status in ('PAID', 'COMPLETE') or v_booking.prepaid
    or exists (select 1 from public.ledger_transactions t where t.idempotency_key = v_key) then return v_booking; end if;
  if v_booking.status not in ('PAYMENT_PENDING', 'PENDING') then perform app.refuse_status(v_booking); end if;
  perform app.lock_parties(v_booking);
  v_bonus := app.usable_bonus(v_booking);
  v_balance := least(app.wallet_balance(v_me.id), app.real_balance(v_me.id) + v_bonus);
  v_part := greatest(0, least(v_balance, v_open));
  if v_part <= 0 and v_open > 0 then perform app.refuse_balance(v_open, v_balance); end if;
  perform app.post_ledger('wallet_payment', v_key, v_booking.id, jsonb_build_array(
    app.entry('bonus:' || v_me.id, -least(v_bonus, v_part)), app.entry('wallet:' || v_me.id, least(v_bonus, v_part) - v_part),
    app.entry('held:' || v_booking.id, v_part)));
  perform app.act(case v_booking.status when 'PENDING' then 'rider' else 'system' end, v_me.id, note => 'wallet');
  return app.credit_booking(v_booking, v_part, 0, null);
end $$;
comment on function public.pay_with_wallet is
  'The rider pays a PENDING or PAYMENT_PENDING booking with the wallet, its bonus first: all of it, or what the wallet has; payable_amount then says what is left for cash or card. Answers the booking; safe to call twice. Errors: must_login, booking_not_found, wrong_status, insufficient_balance.';
revoke execute on function public.pay_with_wallet(uuid, uuid) from public, anon;
grant execute on function public.pay_with_wallet(uuid, uuid) to authenticated;

create function public.quote_payment(quote_id uuid)
returns table (wallet_balance numeric, from_wallet numeric, left_in_cash numeric)
language plpgsql stable security definer set search_path = '' as $$
declare
  v_me public.profiles := app.me();
  v_quote public.fare_quotes;
  v_part numeric;
  v_rest numeric;
begin
  select q.* into v_quote from public.fare_quotes q where q.id = quote_payment.quote_id and q.customer_id = v_me.id;
  if not found then
    raise sqlstate 'PT404' using message = 'quote_not_found', hint = 'Ask for the fare again';
  end if;
  v_part := greatest(0, least(v_me.wallet_balance, v_quote.payable_amount));
  v_rest := v_quote.payable_amount - v_part;
  return query select v_me.wallet_balance, v_part, v_rest + app.cash_rounding(v_rest, v_quote.cash_unit);
end $$;
comment on function public.quote_payment is
  'What the caller''s wallet would pay of a quote now, and what would be left for cash. Moves nothing: pay_with_wallet does, of the final fare. Errors: must_login, account_suspended, quote_not_found.';
revoke execute on function public.quote_payment(uuid) from public, anon;
grant execute on function public.quote_payment(uuid) to authenticated;

-- Cards ---------------------------------------------------------------------------------------------------------------

create function app.check_provider(provider text) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if not coalesce(check_provider.provider in ('paypal', 'braintree', 'stripe', 'paytm', 'payulatam', 'flutterwave', 'paystack', 'securepay',
      'payfast', 'liqpay', 'culqi', 'mercadopago', 'squareup', 'wipay', 'razorpay'), false)
    and not (check_provider.provider is not distinct from 'test' and (select s.test_payments from public.settings s where s.id = 1)) then
    raise sqlstate 'PT403' using message = 'no_provider_found', hint = 'Not a provider, or the test provider while settings.test_payments is off';
  end if;
end $$;
comment on function app.check_provider is 'Refuses with no_provider_found what may not take or confirm money.';

create function public.create_payment(booking_id uuid, provider text, customer_id uuid, client_key uuid default gen_random_uuid())
returns public.payments
language plpgsql security definer set search_path = '' as $$
declare
  v_booking public.bookings := app.lock_booking(create_payment.booking_id);
  v_payment public.payments;
begin
  perform app.check_provider(create_payment.provider);
  if v_booking.customer_id is distinct from create_payment.customer_id then
    raise sqlstate 'PT404' using message = 'booking_not_found', hint = 'This customer has no such booking';
  end if;
  select p.* into v_payment from public.payments p where p.booking_id = v_booking.id and p.client_key = create_payment.client_key;
  if found then return v_payment; end if;
  if v_booking.status not in ('PAYMENT_PENDING', 'PENDING') then perform app.refuse_status(v_booking); end if;
  insert into public.payments (booking_id, customer_id, provider, amount, currency, client_key)
  select v_booking.id, v_booking.customer_id, create_payment.provider, app.open_amount(v_booking), s.code, coalesce(create_payment.client_key, gen_random_uuid())
  from public.settings s where s.id = 1
  returning * into v_payment;
  return v_payment;
end $$;
comment on function public.create_payment is
  'Before a customer is sent to a provider: keeps what is still to pay of a PENDING or PAYMENT_PENDING booking. Send its id along; the event has to name it, with this amount and currency. A repeated client_key answers the first. Errors: booking_not_found, no_provider_found, wrong_status.';
revoke execute on function public.create_payment(uuid, text, uuid, uuid) from public, anon, authenticated;
grant execute on function public.create_payment(uuid, text, uuid, uuid) to service_role;

-- What an event is worth, compared with what we stored; the payment is locked.
create function app.judge_event(event public.payment_events, payment public.payments, status public.booking_status) returns text
language sql immutable set search_path = '' as $$
  select case
    when (payment).id is null then 'unknown_payment'
    when (event).provider <> (payment).provider then 'provider_mismatch'
    when (event).status = 'failed' then 'failed'
    when (event).status <> 'paid' then 'recorded'
    when upper((event).currency) is distinct from (payment).currency then 'currency_mismatch'
    when (event).amount is distinct from (payment).amount then 'amount_mismatch'
    when (payment).status = 'paid' then 'already_paid'
    when judge_event.status in ('PAYMENT_PENDING', 'PENDING') then 'paid'
    else 'late' end
$$;

create function app.take_card_payment(payment public.payments, booking public.bookings, outcome text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if outcome = 'late' then
    update public.payments p set status = 'paid', paid_at = app.now(), refunded_amount = p.amount where p.id = (payment).id;
    perform app.return_late_payment(payment);
    return;
  end if;
  update public.payments p set status = 'paid', paid_at = app.now() where p.id = (payment).id;
  perform app.post_ledger('card_payment', 'card_payment:' || (payment).id, (booking).id, jsonb_build_array(
    app.entry('clearing:' || (payment).provider, -(payment).amount), app.entry('held:' || (booking).id, (payment).amount)));
  perform app.act('system', note => 'card');
  perform app.credit_booking(booking, 0, (payment).amount, (payment).provider);
end $$;

create type public.payment_effect as (
  outcome text,
  duplicate boolean,
  payment_id uuid,
  booking_id uuid,
  booking_status public.booking_status
);
comment on type public.payment_effect is 'What record_payment_event answers.';

create function public.record_payment_event(provider text, event_id text, payment_id uuid, amount numeric, currency text, status text,
  payload jsonb default '{}') returns public.payment_effect
language plpgsql security definer set search_path = '' as $$
declare
  v_event public.payment_events;
  v_payment public.payments;
  v_booking public.bookings;
  v_new boolean;
begin
  perform app.check_provider(record_payment_event.provider);
  select p.* into v_payment from public.payments p where p.id = record_payment_event.payment_id;
  if found then
    v_booking := app.lock_booking(v_payment.booking_id);
    select p.* into v_payment from public.payments p where p.id = v_payment.id for update;
  end if;
  insert into public.payment_events (provider, event_id, payment_id, amount, currency, status, payload)
  values (record_payment_event.provider, record_payment_event.event_id, v_payment.id, record_payment_event.amount,
    record_payment_event.currency, coalesce(record_payment_event.status, ''), coalesce(record_payment_event.payload, '{}'))
  on conflict on constraint payment_events_provider_event_id_key do nothing returning * into v_event;
  v_new := found;
  if v_new then
    v_event.outcome := app.judge_event(v_event, v_payment, v_booking.status);
    update public.payment_events e set outcome = v_event.outcome where e.id = v_event.id;
    if v_event.outcome in ('paid', 'late') then
      perform app.take_card_payment(v_payment, v_booking, v_event.outcome);
    elsif v_event.outcome = 'failed' then
      update public.payments p set status = 'failed' where p.id = v_payment.id and p.status = 'created';
    end if;
  else
    select e.* into strict v_event from public.payment_events e
    where e.provider = record_payment_event.provider and e.event_id = record_payment_event.event_id;
  end if;
  return row(v_event.outcome, not v_new, v_event.payment_id, v_booking.id, (select b.status from public.bookings b where b.id = v_booking.id))::public.payment_effect;
end $$;
comment on function public.record_payment_event is
  'A verified event of a provider. status: paid, failed, or whatever the provider says in between. Only paid, of the stored amount and currency, pays, and each (provider, event_id) has one effect however often it comes. Answers {outcome, duplicate, payment_id, booking_id, booking_status}; outcomes: payment_events.outcome. Errors: no_provider_found.';
revoke execute on function public.record_payment_event(text, text, uuid, numeric, text, text, jsonb) from public, anon, authenticated;
grant execute on function public.record_payment_event(text, text, uuid, numeric, text, text, jsonb) to service_role;
