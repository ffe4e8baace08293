-- Payment: what was asked of a provider, and paying by cash and wallet. Cards: checkout, payment_events, holds.
-- Needs:  bookings, ledger, wallets; settlement and refunds follow
-- Access: drivers confirm cash (admins for the record), riders pay with their wallet; people read their own payments
-- Tests:  tests/db/payment.sql, tests/db/card_payment.sql

create domain public.payment_provider as text check (value in ('paypal', 'braintree', 'stripe', 'paytm', 'payulatam', 'flutterwave',
  'paystack', 'securepay', 'payfast', 'liqpay', 'culqi', 'mercadopago', 'squareup', 'wipay', 'razorpay', 'test'));

create table public.payments (
  id uuid primary key default app.uuid_v7(),
  purpose text not null check (purpose in ('booking', 'topup', 'tip', 'debt')),
  booking_id uuid references public.bookings (id),
  customer_id uuid references public.profiles (id),
  provider public.payment_provider not null,
  amount numeric not null check (amount > 0 and amount < 1000000000),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  is_hold boolean not null default false,
  status text not null default 'created' check (status in ('created', 'authorized', 'paid', 'failed', 'voided', 'expired')),
  authorized_amount numeric not null default 0 check (authorized_amount between 0 and amount),
  captured_amount numeric not null default 0 check (captured_amount between 0 and amount),
  refunded_amount numeric not null default 0,
  disputed_amount numeric not null default 0,
  fee numeric not null default 0,
  provider_ref text check (length(provider_ref) between 1 and 300),
  charge_ref text check (length(charge_ref) between 1 and 300),
  created_at timestamptz not null default app.now(),
  authorized_at timestamptz,
  paid_at timestamptz,
  expires_at timestamptz,
  client_key uuid not null,
  unique (customer_id, client_key),
  constraint payments_customer check (customer_id is not null or purpose = 'booking' and not is_hold),
  constraint payments_purpose check ((purpose in ('booking', 'tip')) = (booking_id is not null)),
  constraint payments_hold check (purpose = 'booking' or not is_hold),
  constraint payments_authorized check ((authorized_amount > 0) = (authorized_at is not null) and (status <> 'authorized' or authorized_amount > 0)
    and (authorized_amount = 0 or is_hold)),
  constraint payments_paid check ((status = 'paid') = (paid_at is not null) and (status = 'paid') = (captured_amount > 0)),
  constraint payments_refunded check (refunded_amount between 0 and captured_amount),
  constraint payments_disputed check (disputed_amount between 0 and captured_amount),
  constraint payments_fee check (fee between 0 and captured_amount)
);
comment on table public.payments is 'What was asked of a payment provider: the amount and currency that an event has to match, and what became of it.';
comment on column public.payments.purpose is 'booking (a ride or a parcel), topup (of the wallet), tip (for the driver of booking_id) or debt (what the wallet is below zero).';
comment on column public.payments.status is 'created: nothing is decided; authorized: a hold stands; paid: the money is taken. One that failed or expired may still be paid by a later event.';
comment on column public.payments.is_hold is 'Authorised before the ride and captured after it. amount is its ceiling.';
comment on column public.payments.authorized_amount is 'What the hold reserves; no entry of the ledger.';
comment on column public.payments.captured_amount is 'What was taken; of a hold up to authorized_amount.';
comment on column public.payments.refunded_amount is 'What went back: to the card, or, of a payment that came too late, to the wallet.';
comment on column public.payments.disputed_amount is 'What chargebacks took back that are open or lost; none of it is refunded again.';
comment on column public.payments.fee is 'What the provider keeps of it.';
comment on column public.payments.provider is 'Who was asked.';
comment on column public.payments.provider_ref is 'The provider''s reference: a session, an order.';
comment on column public.payments.charge_ref is 'The charge, which refunds, captures and chargebacks name.';
comment on column public.payments.amount is 'What was still to pay then, or what the customer chose; of a hold the most that can be captured.';
comment on column public.payments.currency is 'settings.code then.';
comment on column public.payments.expires_at is 'After it the provider takes no money any more; of a hold, when it ends.';
create index payments_customer_id on public.payments (customer_id, created_at desc, id);
create index payments_booking_id on public.payments (booking_id);
create index payments_provider_ref on public.payments (provider, provider_ref) where provider_ref is not null;
create index payments_charge_ref on public.payments (provider, charge_ref) where charge_ref is not null;
create index payments_open on public.payments (created_at) where status in ('created', 'authorized');

alter table public.payments enable row level security;
grant select on public.payments to authenticated;
revoke insert, update, delete, truncate on public.payments from service_role;
create policy "people read their own payments" on public.payments for select to authenticated
  using (customer_id = (select auth.uid()));
create policy "admins read every payment" on public.payments for select to authenticated
  using ((select ((select auth.jwt()) ->> 'user_role') = 'admin'));

-- The ledger stands before bookings do.
alter table public.ledger_transactions add foreign key (booking_id) references public.bookings (id);
alter table public.ledger_accounts add foreign key (booking_id) references public.bookings (id);

-- Nobody gets at the wallet of a person who left, nor has the passenger of a street trip one: money stays away from it.
create function app.has_left(user_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select has_left.user_id is null or exists (select 1 from public.profiles p where p.id = has_left.user_id and p.deleted_at is not null)
$$;

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

create function public.confirm_cash(booking_id uuid, accepted_at timestamptz default null, client_key uuid default null,
  at timestamptz default null) returns public.bookings
language plpgsql security definer set search_path = '' as $$
declare
  v_me public.profiles := app.caller();
  v_was public.bookings;
  v_booking public.bookings;
  v_cash numeric;
  v_time record;
begin
  perform app.check_permission(v_me, 'cash');
  if v_me.usertype = 'admin' then
    perform app.require_edits();
    v_was := app.lock_booking(confirm_cash.booking_id);
  else
    v_was := app.lock_carried(confirm_cash.booking_id, finishing => true);
  end if;
  if (app.repeated(v_was, 'cash', confirm_cash.client_key)).is_repeat then return v_was; end if;
  perform app.check_acceptance(v_was, confirm_cash.accepted_at);
  if v_was.status in ('PAID', 'COMPLETE') then return v_was; end if;
  if v_me.usertype = 'admin' then perform app.refuse_own(v_me, v_was.customer_id), app.refuse_own(v_me, v_was.driver_id); end if;
  if v_was.status <> 'PENDING' then perform app.refuse_status(v_was); end if;
  -- What a wallet does not cover is paid in cash; of a card only an admin knows better.
  if v_was.payment_mode = 'card' and v_me.usertype <> 'admin' and v_was.source <> 'street' then
    perform app.refuse('not_a_cash_booking', 409, 'This ride is not paid in cash');
  end if;
  -- Only the history keeps when the driver was given the money: the books have the server's time.
  v_time := app.told_time(v_was, case when v_me.usertype <> 'admin' then confirm_cash.at end);
  if v_time.told_at is null then perform app.act(v_me.usertype, v_me.id, note => 'cash');
  else perform app.act_as_teller(v_was, v_time.told_at, 'cash'); end if;
  v_cash := app.cash_to_collect(v_was.id, app.open_amount(v_was));
  v_booking := app.move_booking(v_was.id, 'PAID', jsonb_build_object('cash_payment_amount', v_cash, 'cash_rounding', v_cash - app.open_amount(v_was))
    || case v_was.source when 'street' then '{"payment_mode": "cash"}' else '{}' end::jsonb);
  if v_me.usertype = 'admin' then
    perform app.audit('confirm_cash', 'bookings', v_booking.id::text, jsonb_build_object('status', v_was.status),
      jsonb_build_object('status', v_booking.status, 'cash_payment_amount', v_booking.cash_payment_amount));
  end if;
  perform app.note_step(v_booking, 'cash', confirm_cash.client_key);
  return v_booking;
end $$;
comment on function public.confirm_cash is
  'The driver holds the money, all or what wallet and card left open; an admin may record it. Safe to call twice. accepted_at, client_key and at as in arrive_at_pickup, but at is kept only in the history. Errors: must_login, not_a_driver, require_approval, booking_not_found, job_changed, wrong_status, not_a_cash_booking, demo_mode, told_time_invalid.';
grant execute on function public.confirm_cash(uuid, timestamptz, uuid, timestamptz) to authenticated;

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
  if v_booking.customer_id is distinct from v_me.id then
    perform app.refuse('booking_not_found', 404, 'There is no such booking of yours');
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
grant execute on function public.pay_with_wallet(uuid, uuid) to authenticated;

create function public.quote_payment(quote_id uuid)
returns table (wallet_balance numeric, from_wallet numeric, left_in_cash numeric, card_hold numeric)
language plpgsql stable security definer set search_path = '' as $$
declare
  v_me public.profiles := app.me();
  v_quote public.fare_quotes;
  v_part numeric;
  v_rest numeric;
begin
  select q.* into v_quote from public.fare_quotes q where q.id = quote_payment.quote_id and q.customer_id = v_me.id;
  if not found then perform app.refuse('quote_not_found', 404, 'Ask for the fare again'); end if;
  v_part := greatest(0, least(v_me.wallet_balance, v_quote.payable_amount));
  v_rest := v_quote.payable_amount - v_part;
  return query select v_me.wallet_balance, v_part, v_rest + app.cash_rounding(v_rest, v_quote.cash_unit), app.hold_ceiling(v_quote.payable_amount);
end $$;
comment on function public.quote_payment is
  'What the caller''s wallet would pay of a quote now, what would be left for cash, and the most that a card would be reserved for and charged. Moves nothing: pay_with_wallet does, of the final fare. Errors: must_login, account_suspended, quote_not_found.';
grant execute on function public.quote_payment(uuid) to authenticated;
