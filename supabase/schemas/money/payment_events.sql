-- Payment events: what providers say of a payment, compared with what we stored before it counts.
-- Needs:  payment, checkout, bookings, ledger; holds, refunds, chargebacks and jobs follow
-- Access: the service role tells, once a provider's word is verified; admins read
-- Tests:  tests/db/card_payment.sql, tests/db/topups.sql, tests/db/attacks_payments.sql, tests/db/races.test.ts

create table public.payment_events (
  id uuid primary key default app.uuid_v7(),
  provider public.payment_provider not null,
  event_id text not null check (length(event_id) between 1 and 300),
  payment_id uuid references public.payments (id),
  amount numeric,
  currency text,
  status text not null,
  provider_ref text,
  charge_ref text,
  fee numeric,
  refund_id uuid,
  refund_ref text,
  dispute_ref text,
  due_at timestamptz,
  outcome text not null default 'recorded' check (outcome in ('recorded', 'paid', 'authorized', 'voided', 'failed', 'late', 'repeated', 'refunded',
    'refund_failed', 'chargeback', 'chargeback_won', 'chargeback_lost', 'already_paid', 'charge_reused', 'unknown_payment', 'unknown_refund',
    'provider_mismatch', 'amount_mismatch', 'currency_mismatch', 'contradicted')),
  payload jsonb not null default '{}',
  received_at timestamptz not null default app.now(),
  unique (provider, event_id)
);
comment on table public.payment_events is 'What providers said, each event once. Append-only.';
comment on column public.payment_events.outcome is
  'paid: it paid; late: the booking no longer waited, so the money went back; repeated: said before; recorded: nothing follows, or not before the payment is paid. For the office (payment_flags), nothing was moved: already_paid (by another charge), charge_reused (it paid another payment), contradicted (the opposite was said before), *_mismatch, unknown_payment, unknown_refund (made at the provider).';
comment on column public.payment_events.provider is 'Who says so.';
comment on column public.payment_events.amount is 'What the provider says was paid, reserved, given back or disputed.';
comment on column public.payment_events.currency is 'What the provider says it was paid in.';
comment on column public.payment_events.status is 'paid, authorized, pending, failed, voided, refunded, refund_failed, chargeback, chargeback_won, chargeback_lost, or a word of the provider.';
comment on column public.payment_events.provider_ref is 'The provider''s reference of the payment.';
comment on column public.payment_events.charge_ref is 'The charge, as the provider names it.';
comment on column public.payment_events.fee is 'What the provider says it keeps.';
comment on column public.payment_events.refund_ref is 'The provider''s name of a refund; refund_id is ours.';
comment on column public.payment_events.dispute_ref is 'The provider''s name of a chargeback.';
comment on column public.payment_events.payload is 'What the provider sent, for the desk.';
create index payment_events_payment_id on public.payment_events (payment_id);
create index payment_events_flagged on public.payment_events (received_at desc)
  where outcome in ('already_paid', 'charge_reused', 'unknown_payment', 'unknown_refund', 'provider_mismatch', 'amount_mismatch', 'currency_mismatch', 'contradicted');

create function app.is_flagged(outcome text) returns boolean
language plpgsql immutable set search_path = '' as $$
begin
  return outcome in ('already_paid', 'charge_reused', 'unknown_payment', 'unknown_refund', 'provider_mismatch', 'amount_mismatch', 'currency_mismatch', 'contradicted');
end $$;
comment on function app.is_flagged is 'Whether an outcome of an event is for the office: nothing was moved by it.';

alter table public.payment_events enable row level security;
grant select on public.payment_events to authenticated;
revoke insert, update, delete, truncate on public.payment_events from service_role;
-- Not in demo mode: what providers say names those who paid.
create policy "admins read every payment event" on public.payment_events for select to authenticated
  using ((select ((select auth.jwt()) ->> 'user_role') = 'admin' and s.allow_critical_edits_admin from public.settings s where s.id = 1));
create trigger payment_events__append_only before delete or truncate on public.payment_events
  for each statement execute function app.tg_append_only();
create trigger payment_events__settled before update on public.payment_events
  for each row when (old.outcome <> 'recorded') execute function app.tg_append_only();

-- Card money in wallets ---------------------------------------------------------------------------------------------------

create table app.card_credits (
  transaction_id bigint not null references public.ledger_transactions (id),
  user_id uuid not null references public.profiles (id),
  kind text not null check (kind in ('topup', 'tip')),
  amount numeric not null check (amount > 0),
  payment_id uuid references public.payments (id),
  at timestamptz not null default app.now(),
  primary key (transaction_id, user_id)
);
comment on table app.card_credits is
  'What came into wallets from cards: such money is no way to turn a card into cash, so withdrawals wait. topup: paid in, or returned by a ride paid by card; tip: given by card, or out of what a card had paid in.';
comment on column app.card_credits.payment_id is 'The payment where it was one; null for what a booking''s cards paid together.';
create index card_credits_user_id on app.card_credits (user_id, at);
create index card_credits_payment_id on app.card_credits (payment_id);
alter table app.card_credits enable row level security;

create function app.note_card_credit(transaction_id bigint, user_id uuid, kind text, amount numeric, payment_id uuid default null) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not coalesce(note_card_credit.amount > 0, false) then return; end if;
  insert into app.card_credits (transaction_id, user_id, kind, amount, payment_id)
  values (note_card_credit.transaction_id, note_card_credit.user_id, note_card_credit.kind, note_card_credit.amount, note_card_credit.payment_id)
  on conflict on constraint card_credits_pkey do nothing;
end $$;

-- Money is taken --------------------------------------------------------------------------------------------------------------

-- What a paid event has to say: of a hold what was asked to be captured, or all of it where nothing was asked.
create function app.expected_amount(payment public.payments) returns numeric
language plpgsql stable security definer set search_path = '' as $$
begin
  if (payment).status = 'paid' then return (payment).captured_amount; end if;
  if not (payment).is_hold then return (payment).amount; end if;
  return coalesce((select j.amount from app.payment_jobs j where j.payment_id = (payment).id and j.kind = 'capture'
    and j.amount is not null order by j.id desc limit 1), (payment).amount);
end $$;

create function app.is_fee_payment(payment public.payments) returns boolean
language sql stable security definer set search_path = '' as $$
  select (payment).is_hold and exists (select 1 from app.payment_jobs j where j.payment_id = (payment).id and j.kind = 'capture' and j.amount is not null)
    and not app.has_left((payment).customer_id)
$$;
comment on function app.is_fee_payment is 'Whether a captured hold of a cancelled booking pays its fee.';

-- In plpgsql, which keeps its plans: functions in SQL are planned at every call.
create function app.is_wanted(payment public.payments, booking public.bookings) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return case (payment).purpose
    when 'booking' then (booking).status in ('PAYMENT_PENDING', 'PENDING') or (booking).status = 'CANCELLED' and app.is_fee_payment(payment)
    when 'tip' then not app.has_left((booking).driver_id)
    else not app.has_left((payment).customer_id) end;
end $$;

-- The provider keeps its fee: an entry of its own, as it may be known later than the payment. The first word stands; a
-- report of the provider corrects it.
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
  if not coalesce(post_provider_fee.fee > 0, false) or exists (select 1 from public.ledger_transactions t where t.idempotency_key = v_key) then return; end if;
  update public.payments p set fee = p.fee + post_provider_fee.fee
  where p.id = post_provider_fee.payment_id and p.status = 'paid' and p.fee + post_provider_fee.fee <= p.captured_amount
    and (post_provider_fee.key <> p.id::text or p.fee = 0) returning p.* into v_payment;
  if not found then return; end if;
  perform app.post_fee(v_payment, post_provider_fee.key, post_provider_fee.fee);
end $$;
comment on function app.post_provider_fee is 'Books what a provider keeps of a payment, once per key; nothing where it is none, or more than was taken.';

create function app.take_booking_money(payment public.payments, booking public.bookings) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform app.post_ledger('card_payment', 'card_payment:' || (payment).id, (booking).id, jsonb_build_array(
    app.entry('clearing:' || (payment).provider, -(payment).captured_amount), app.entry('held:' || (booking).id, (payment).captured_amount)));
  perform app.act('system', note => 'card');
  booking := app.credit_booking(booking, 0, (payment).captured_amount, (payment).provider);
  if (payment).is_hold and (booking).status = 'PENDING' then perform app.notify_due(booking); end if;
end $$;

-- The fee was charged to the wallet when the booking was cancelled; the card makes up for it.
create function app.take_wallet_money(payment public.payments, kind text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_owed numeric := greatest(0, -app.real_balance((payment).customer_id));
  v_id bigint;
begin
  v_id := app.post_ledger(take_wallet_money.kind, 'card_payment:' || (payment).id, (payment).booking_id, jsonb_build_array(
    app.entry('clearing:' || (payment).provider, -(payment).captured_amount), app.entry('wallet:' || (payment).customer_id, (payment).captured_amount)));
  -- What only covers a debt was spent before it came.
  perform app.note_card_credit(v_id, (payment).customer_id, 'topup', (payment).captured_amount - v_owed, (payment).id);
  if (payment).purpose = 'booking' then return; end if;
  perform app.notify((payment).customer_id, 'wallet_credited', jsonb_build_object('amount', (payment).captured_amount));
end $$;

create function app.take_tip(payment public.payments, booking public.bookings) returns void
language plpgsql security definer set search_path = '' as $$
declare v_id bigint;
begin
  v_id := app.post_ledger('tip', 'card_payment:' || (payment).id, (booking).id, jsonb_build_array(
    app.entry('clearing:' || (payment).provider, -(payment).captured_amount), app.entry('wallet:' || (booking).driver_id, (payment).captured_amount)));
  perform app.note_card_credit(v_id, (booking).driver_id, 'tip', (payment).captured_amount, (payment).id);
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
comment on function app.take_payment is 'Books a payment, locked and paid, where its purpose says; late: it goes back.';

create function app.hear_paid(event public.payment_events, payment public.payments, booking public.bookings) returns text
language plpgsql security definer set search_path = '' as $$
declare v_outcome text;
begin
  if upper((event).currency) is distinct from (payment).currency then return 'currency_mismatch'; end if;
  if (event).amount is distinct from app.expected_amount(payment) then return 'amount_mismatch'; end if;
  if (payment).status = 'paid' then
    if (event).charge_ref is distinct from (payment).charge_ref or (event).charge_ref is null then return 'already_paid'; end if;
    perform app.post_provider_fee((payment).id, (payment).id::text, (event).fee);
    return 'repeated';
  end if;
  perform app.lock_charge((payment).provider, (event).charge_ref);
  if (event).charge_ref is not null and exists (select 1 from public.payments p where p.provider = (payment).provider
      and p.charge_ref = (event).charge_ref and p.id <> (payment).id) then return 'charge_reused'; end if;
  v_outcome := case when app.is_wanted(payment, booking) then 'paid' else 'late' end;
  update public.payments p set status = 'paid', paid_at = app.now(), captured_amount = (event).amount,
    charge_ref = coalesce((event).charge_ref, p.charge_ref), provider_ref = coalesce(p.provider_ref, (event).provider_ref),
    -- Nothing was booked of it before: one update of the row is enough.
    fee = case when (event).fee > 0 and (event).fee <= (event).amount then (event).fee else p.fee end
  where p.id = (payment).id returning p.* into payment;
  perform app.take_payment(payment, booking, v_outcome);
  if (payment).fee > 0 then perform app.post_fee(payment, (payment).id::text, (payment).fee); end if;
  perform app.hear_waiting((payment).id, booking);
  return v_outcome;
end $$;

-- What follows a payment may be told before it: a refund, a chargeback.
create function app.hear_waiting(payment_id uuid, booking public.bookings) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_event public.payment_events;
  v_payment public.payments;
  v_outcome text;
begin
  for v_event in select e.* from public.payment_events e where e.payment_id = hear_waiting.payment_id and e.outcome = 'recorded'
    and e.status in ('refunded', 'refund_failed', 'chargeback', 'chargeback_won', 'chargeback_lost') order by e.received_at, e.id
  loop
    select p.* into v_payment from public.payments p where p.id = hear_waiting.payment_id;
    v_outcome := app.hear_event(v_event, v_payment, booking);
    if v_outcome <> 'recorded' then update public.payment_events e set outcome = v_outcome where e.id = v_event.id; end if;
  end loop;
end $$;

-- Of a hold it counts once its capture was asked for: what is told before is an attempt before the one that succeeded.
create function app.hear_failed(payment public.payments) returns text
language plpgsql security definer set search_path = '' as $$
begin
  if (payment).status = 'authorized' and exists (select 1 from app.payment_jobs j where j.payment_id = (payment).id and j.kind = 'capture' and j.attempts > 0) then
    perform app.lose_hold((payment).id);
  end if;
  update public.payments p set status = 'failed' where p.id = (payment).id and p.status = 'created';
  return 'failed';
end $$;

-- An event of a payment that is locked, with its booking; answers what came of it.
create function app.hear_event(event public.payment_events, payment public.payments, booking public.bookings) returns text
language plpgsql security definer set search_path = '' as $$
begin
  if (payment).id is null then return 'unknown_payment'; end if;
  if (event).provider <> (payment).provider then return 'provider_mismatch'; end if;
  return case
    when (event).status = 'paid' then app.hear_paid(event, payment, booking)
    when (event).status = 'authorized' then app.hear_authorized(event, payment, booking)
    when (event).status = 'voided' then app.hear_voided(payment)
    when (event).status = 'failed' then app.hear_failed(payment)
    when (event).status in ('refunded', 'refund_failed') then app.hear_refund(event, payment)
    when (event).status in ('chargeback', 'chargeback_won', 'chargeback_lost') then app.hear_chargeback(event, payment)
    else 'recorded' end;
end $$;
comment on function app.hear_event is 'Does what an event says, where it fits what we stored. Answers payment_events.outcome.';

-- The office booked a second charge of a payment as a payment of its own: what is told of that charge is told of it.
create function app.charged_again(payment_id uuid, charge_ref text) returns public.payments
language plpgsql stable security definer set search_path = '' as $$
declare v_payment public.payments;
begin
  select p.* into v_payment from public.payment_events e join public.payment_flags f on f.event_id = e.id join public.payments p on p.id = f.payment_id
  where e.payment_id = charged_again.payment_id and p.charge_ref = charged_again.charge_ref limit 1;
  return case when found then v_payment end;
end $$;

-- Two payments at once cannot both be paid by one charge.
create function app.lock_charge(provider text, charge_ref text) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if lock_charge.charge_ref is not null then
    perform pg_advisory_xact_lock(hashtextextended(format('charge:%s:%s', lock_charge.provider, lock_charge.charge_ref), 0));
  end if;
end $$;

-- Our id where the provider repeats it, else its own references.
create function app.find_payment(provider text, payment_id uuid, provider_ref text, charge_ref text) returns public.payments
language plpgsql stable security definer set search_path = '' as $$
declare v_payment public.payments;
begin
  if find_payment.payment_id is not null then
    select p.* into v_payment from public.payments p where p.id = find_payment.payment_id;
    if find_payment.charge_ref is distinct from v_payment.charge_ref then v_payment := coalesce(app.charged_again(v_payment.id, find_payment.charge_ref), v_payment); end if;
    return v_payment;
  end if;
  select p.* into v_payment from public.payments p
  where p.provider = find_payment.provider and p.provider_ref = find_payment.provider_ref order by p.created_at desc limit 1;
  if found and find_payment.charge_ref is distinct from v_payment.charge_ref then
    v_payment := coalesce(app.charged_again(v_payment.id, find_payment.charge_ref), v_payment);
  elsif v_payment.id is null then
    select p.* into v_payment from public.payments p
    where p.provider = find_payment.provider and p.charge_ref = find_payment.charge_ref order by p.created_at desc limit 1;
  end if;
  return v_payment;
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
  payload jsonb default '{}', provider_ref text default null, charge_ref text default null, fee numeric default null, refund_id uuid default null,
  refund_ref text default null, dispute_ref text default null, due_at timestamptz default null) returns public.payment_effect
language plpgsql security definer set search_path = '' as $$
declare
  v_event public.payment_events;
  v_payment public.payments;
  v_booking public.bookings;
  v_new boolean;
begin
  perform app.check_provider(record_payment_event.provider);
  v_payment := app.find_payment(record_payment_event.provider, record_payment_event.payment_id, record_payment_event.provider_ref, record_payment_event.charge_ref);
  if v_payment.id is not null then
    if v_payment.booking_id is not null then v_booking := app.lock_booking(v_payment.booking_id); end if;
    select p.* into v_payment from public.payments p where p.id = v_payment.id for update;
  end if;
  insert into public.payment_events (provider, event_id, payment_id, amount, currency, status, payload, provider_ref, charge_ref, fee, refund_id,
    refund_ref, dispute_ref, due_at)
  values (record_payment_event.provider, left(record_payment_event.event_id, 300), v_payment.id, record_payment_event.amount,
    record_payment_event.currency, coalesce(record_payment_event.status, ''), coalesce(record_payment_event.payload, '{}'),
    record_payment_event.provider_ref, left(nullif(record_payment_event.charge_ref, ''), 300), record_payment_event.fee, record_payment_event.refund_id,
    record_payment_event.refund_ref, record_payment_event.dispute_ref, record_payment_event.due_at)
  on conflict on constraint payment_events_provider_event_id_key do nothing returning * into v_event;
  v_new := found;
  if v_new then
    v_event.outcome := app.hear_event(v_event, v_payment, v_booking);
    update public.payment_events e set outcome = v_event.outcome where e.id = v_event.id;
    if v_event.outcome not in ('recorded', 'repeated') and v_payment.id is not null then perform app.tell('user:' || v_payment.customer_id, 'payment'); end if;
    if app.is_flagged(v_event.outcome) or v_event.outcome like 'chargeback%' then perform app.tell('admin', 'money'); end if;
  else
    select e.* into strict v_event from public.payment_events e
    where e.provider = record_payment_event.provider and e.event_id = left(record_payment_event.event_id, 300);
  end if;
  return row(v_event.outcome, not v_new, v_event.payment_id, v_booking.id, (select b.status from public.bookings b where b.id = v_booking.id))::public.payment_effect;
end $$;
comment on function public.record_payment_event is
  'A verified event of a provider, or its answer to a question. status: paid, authorized, pending, failed, voided, refunded, refund_failed, chargeback, chargeback_won, chargeback_lost; other words are kept. Only paid, of the stored amount and currency, pays, and each (provider, event_id) has one effect however often it comes. Without payment_id the payment is found by provider_ref or charge_ref. Answers {outcome, duplicate, payment_id, booking_id, booking_status}; outcomes: payment_events.outcome. Errors: no_provider_found.';
grant execute on function public.record_payment_event(text, text, uuid, numeric, text, text, jsonb, text, text, numeric, uuid, text, text, timestamptz) to service_role;
