-- Payment events: messages of providers about a payment, compared with the stored payment before they have an effect.
-- Needs:  take_payment, checkout, bookings, ledger; used by holds, refunds, chargebacks and jobs
-- Access: the service role records messages of providers whose origin it has verified; admins with the permission
--   money read
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
call app.describe('public.payment_events', $$
  Messages of payment providers, each event once. Append-only.
  outcome: Effect of the event. paid: the payment is paid; late: the booking no longer waited for it, so the money was returned; repeated: already reported before; recorded: no effect, or none until the payment is paid. These are flagged for the office and move no money (payment_flags): already_paid (by another charge), charge_reused (the charge paid another payment), contradicted (the opposite was reported before), *_mismatch (amount, currency or provider differ), unknown_payment, unknown_refund (made at the provider, not by us).
  provider: The payment provider that sent the event.
  amount: The amount that was paid, reserved, returned or disputed, according to the provider.
  currency: Currency of the amount, according to the provider.
  status: What the provider reports: paid, authorized, pending, failed, voided, refunded, refund_failed, chargeback, chargeback_won, chargeback_lost, or a status of its own.
  provider_ref: The provider's reference of the payment.
  charge_ref: The provider's id of the charge.
  fee: The provider's fee for the payment, as reported.
  refund_ref: The provider's id of a refund; our id is in refund_id.
  dispute_ref: The provider's id of a chargeback.
  payload: The provider's complete message, for the desk.
$$);
create index payment_events_payment_id on public.payment_events (payment_id);
create index payment_events_flagged on public.payment_events (received_at desc)
  where outcome in ('already_paid', 'charge_reused', 'unknown_payment', 'unknown_refund', 'provider_mismatch', 'amount_mismatch', 'currency_mismatch', 'contradicted');

create function app.is_flagged(outcome text) returns boolean language plpgsql immutable set search_path = '' as $$
begin
  return outcome in ('already_paid', 'charge_reused', 'unknown_payment', 'unknown_refund', 'provider_mismatch', 'amount_mismatch', 'currency_mismatch', 'contradicted');
end $$;
comment on function app.is_flagged is 'Whether an outcome is flagged for the office, because the event did not match and moved no money.';

alter table public.payment_events enable row level security;
grant select on public.payment_events to authenticated;
revoke insert, update, delete, truncate on public.payment_events from service_role;
-- Admins cannot read payment events in demo mode, because the messages contain names of payers.
create policy "admins who keep the money read every payment event" on public.payment_events for select to authenticated
  using ((select app.has_permission('money') and s.allow_critical_edits_admin from public.settings s where s.id = 1));
create trigger payment_events__append_only before delete or truncate on public.payment_events
  for each statement execute function app.tg_append_only();
create trigger payment_events__settled before update on public.payment_events
  for each row when (old.outcome <> 'recorded') execute function app.tg_append_only();

-- An amount without a currency is of no known value, so it is not in the payment's currency. An event without an amount may name
-- no currency, except one that pays.
create function app.is_in_currency(event public.payment_events, payment public.payments) returns boolean
language sql immutable set search_path = '' as $$
  select upper((event).currency) is not distinct from (payment).currency
    or (event).amount is null and nullif((event).currency, '') is null and (event).status not in ('paid', 'authorized')
$$;

create function app.apply_paid(event public.payment_events, payment public.payments, booking public.bookings) returns text
language plpgsql security definer set search_path = '' as $$
declare v_outcome text;
begin
  if not app.is_in_currency(event, payment) then return 'currency_mismatch'; end if;
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
    -- The same update can set the fee, because no fee was booked for this payment before.
    fee = case when (event).fee > 0 and (event).fee <= (event).amount then (event).fee else p.fee end
  where p.id = (payment).id returning p.* into payment;
  perform app.take_payment(payment, booking, v_outcome);
  if (payment).fee > 0 then perform app.post_fee(payment, (payment).id::text, (payment).fee); end if;
  perform app.apply_waiting_events((payment).id, booking);
  return v_outcome;
end $$;

-- Applies refunds and chargebacks that a provider reported before the payment.
create function app.apply_waiting_events(payment_id uuid, booking public.bookings) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_event public.payment_events;
  v_payment public.payments;
  v_outcome text;
begin
  for v_event in select e.* from public.payment_events e where e.payment_id = apply_waiting_events.payment_id and e.outcome = 'recorded'
    and e.status in ('refunded', 'refund_failed', 'chargeback', 'chargeback_won', 'chargeback_lost') order by e.received_at, e.id
  loop
    select p.* into v_payment from public.payments p where p.id = apply_waiting_events.payment_id;
    v_outcome := app.apply_event(v_event, v_payment, booking);
    if v_outcome <> 'recorded' then update public.payment_events e set outcome = v_outcome where e.id = v_event.id; end if;
  end loop;
end $$;

-- Marks a payment as failed, because the provider reported a failure. An authorized hold fails only after a worker has tried
-- its capture. A failure that is reported before the capture is about an earlier attempt of the customer to pay, not about the
-- attempt that reserved the amount.
create function app.apply_failed(payment public.payments) returns text language plpgsql security definer set search_path = '' as $$
begin
  if (payment).status = 'authorized' and exists (select 1 from app.payment_jobs j where j.payment_id = (payment).id and j.kind = 'capture' and j.attempts > 0) then
    perform app.fail_hold((payment).id);
  end if;
  update public.payments p set status = 'failed' where p.id = (payment).id and p.status = 'created';
  return 'failed';
end $$;

-- Applies an event. The caller has locked the payment and its booking.
create function app.apply_event(event public.payment_events, payment public.payments, booking public.bookings) returns text
language plpgsql security definer set search_path = '' as $$
begin
  if (payment).id is null then return 'unknown_payment'; end if;
  if (event).provider <> (payment).provider then return 'provider_mismatch'; end if;
  return case
    when (event).status = 'paid' then app.apply_paid(event, payment, booking)
    when (event).status = 'authorized' then app.apply_authorized(event, payment, booking)
    when (event).status = 'voided' then app.apply_voided(payment)
    when (event).status = 'failed' then app.apply_failed(payment)
    when (event).status in ('refunded', 'refund_failed') then app.apply_refund(event, payment)
    when (event).status in ('chargeback', 'chargeback_won', 'chargeback_lost') then app.apply_chargeback(event, payment)
    else 'recorded' end;
end $$;
comment on function app.apply_event is 'Applies an event if it matches the stored payment. Returns the value of payment_events.outcome.';

-- Returns the payment that the office created for a second charge of the same customer (payment_flags.sql); null without one.
-- Events about this charge belong to that payment.
create function app.charged_again(payment_id uuid, charge_ref text) returns public.payments
language plpgsql stable security definer set search_path = '' as $$
declare v_payment public.payments;
begin
  select p.* into v_payment from public.payment_events e join public.payment_flags f on f.event_id = e.id join public.payments p on p.id = f.payment_id
  where e.payment_id = charged_again.payment_id and p.charge_ref = charged_again.charge_ref limit 1;
  return case when found then v_payment end;
end $$;

-- Locks a charge, so that it cannot pay two payments at the same time.
create function app.lock_charge(provider text, charge_ref text) returns void language plpgsql volatile security definer set search_path = '' as $$
begin
  if lock_charge.charge_ref is not null then
    perform pg_advisory_xact_lock(hashtextextended(format('charge:%s:%s', lock_charge.provider, lock_charge.charge_ref), 0));
  end if;
end $$;

-- Finds the payment of an event: by our id if the provider returns it, otherwise by the provider's references.
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

create type public.payment_effect as (outcome text, duplicate boolean, payment_id uuid, booking_id uuid, booking_status public.booking_status);
comment on type public.payment_effect is 'Result of record_payment_event: the effect of a provider''s event.';

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
    v_payment := app.lock_payment(v_payment.id);
    select b.* into v_booking from public.bookings b where b.id = v_payment.booking_id;
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
    v_event.outcome := app.apply_event(v_event, v_payment, v_booking);
    update public.payment_events e set outcome = v_event.outcome where e.id = v_event.id;
    if v_event.outcome not in ('recorded', 'repeated') and v_payment.id is not null then perform app.broadcast('user:' || v_payment.customer_id, 'payment'); end if;
    if app.is_flagged(v_event.outcome) or v_event.outcome like 'chargeback%' then perform app.broadcast('admin', 'money'); end if;
  else
    select e.* into strict v_event from public.payment_events e
    where e.provider = record_payment_event.provider and e.event_id = left(record_payment_event.event_id, 300);
  end if;
  return row(v_event.outcome, not v_new, v_event.payment_id, v_booking.id, (select b.status from public.bookings b where b.id = v_booking.id))::public.payment_effect;
end $$;
comment on function public.record_payment_event is 'Records an event of a provider whose origin is verified, or the provider''s response to a request. status: paid, authorized, pending, failed, voided, refunded, refund_failed, chargeback, chargeback_won, chargeback_lost; others are stored without effect. Only `paid` with the stored amount and currency pays, and each (provider, event_id) has one effect however often it is delivered. Without payment_id the payment is found by provider_ref or charge_ref. Returns {outcome, duplicate, payment_id, booking_id, booking_status}; outcome as in payment_events.outcome. Errors: no_provider_found.';
grant execute on function public.record_payment_event(text, text, uuid, numeric, text, text, jsonb, text, text, numeric, uuid, text, text, timestamptz) to service_role;
