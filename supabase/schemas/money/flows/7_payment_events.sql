-- Payment events: messages of providers about a payment, compared with the stored payment before they have an effect.
-- Access: the service role records messages of providers whose origin it has verified; admins with the permission
--   money read
-- Tests:  tests/db/card_payment.sql, tests/db/topups.sql, tests/db/attacks_payments.sql, tests/db/races.test.ts

-- Marks a payment as failed, because the provider reported a failure. An authorized hold fails only after a worker has
-- tried its capture. A failure that is reported before the capture is about an earlier attempt of the customer to pay,
-- not about the attempt that reserved the amount.
create function app.apply_failed(payment public.payments) returns text
language plpgsql security definer set search_path = '' as $$
begin
  if (payment).status = 'authorized' and exists (select 1 from app.payment_jobs j where j.payment_id = (payment).id
    and j.kind = 'capture' and j.attempts > 0) then
    perform app.fail_hold((payment).id);
  end if;
  update public.payments p set status = 'failed' where p.id = (payment).id and p.status = 'created';
  return 'failed';
end $$;

-- Applies an event. The caller has locked the payment and its booking.
create function app.apply_event(event public.payment_events, payment public.payments,
  booking public.bookings) returns text
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
comment on function app.apply_event is
  'Applies an event if it matches the stored payment. Returns the value of payment_events.outcome.';

-- Applies refunds and chargebacks that a provider reported before the payment.
create function app.apply_waiting_events(payment_id uuid, booking public.bookings) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_event public.payment_events;
  v_payment public.payments;
  v_outcome text;
begin
  for v_event in select e.* from public.payment_events e where e.payment_id = apply_waiting_events.payment_id
    and e.outcome = 'recorded'
    and e.status in ('refunded', 'refund_failed', 'chargeback', 'chargeback_won', 'chargeback_lost')
      order by e.received_at, e.id
  loop
    select p.* into v_payment from public.payments p where p.id = apply_waiting_events.payment_id;
    v_outcome := app.apply_event(v_event, v_payment, booking);
    if v_outcome <> 'recorded' then
      update public.payment_events e set outcome = v_outcome where e.id = v_event.id;
    end if;
  end loop;
end $$;

create function app.apply_paid(event public.payment_events, payment public.payments,
  booking public.bookings) returns text
language plpgsql security definer set search_path = '' as $$
declare v_outcome text;
begin
  if not app.is_in_currency(event, payment) then return 'currency_mismatch'; end if;
  if (event).amount is distinct from app.expected_amount(payment) then return 'amount_mismatch'; end if;
  if (payment).status = 'paid' then
    if (event).charge_ref is distinct from (payment).charge_ref or (event).charge_ref is null then
      return 'already_paid';
    end if;
    perform app.post_provider_fee((payment).id, (payment).id::text, (event).fee);
    return 'repeated';
  end if;
  perform app.lock_charge((payment).provider, (event).charge_ref);
  if (event).charge_ref is not null and exists (select 1 from public.payments p where p.provider = (payment).provider
      and p.charge_ref = (event).charge_ref and p.id <> (payment).id) then return 'charge_reused'; end if;
  v_outcome := case when app.is_payment_due(payment, booking) then 'paid' else 'late' end;
  update public.payments p set status = 'paid', paid_at = app.now(), captured_amount = (event).amount,
    charge_ref = coalesce((event).charge_ref, p.charge_ref),
      provider_ref = coalesce(p.provider_ref, (event).provider_ref),
    -- The same update can set the fee, because no fee was booked for this payment before.
    fee = case when (event).fee > 0 and (event).fee <= (event).amount then (event).fee else p.fee end
  where p.id = (payment).id returning p.* into payment;
  perform app.take_payment(payment, booking, v_outcome);
  if (payment).fee > 0 then perform app.post_fee(payment, (payment).id::text, (payment).fee); end if;
  perform app.apply_waiting_events((payment).id, booking);
  return v_outcome;
end $$;

create function public.record_payment_event(provider text, event_id text, payment_id uuid, amount numeric,
  currency text, status text,
  payload jsonb default '{}', provider_ref text default null, charge_ref text default null, fee numeric default null,
    refund_id uuid default null,
  refund_ref text default null, dispute_ref text default null, due_at timestamptz default null)
    returns public.payment_effect
language plpgsql security definer set search_path = '' as $$
declare
  v_event public.payment_events;
  v_payment public.payments;
  v_booking public.bookings;
  v_new boolean;
begin
  perform app.check_provider(record_payment_event.provider);
  v_payment := app.find_payment(record_payment_event.provider, record_payment_event.payment_id,
    record_payment_event.provider_ref, record_payment_event.charge_ref);
  if v_payment.id is not null then
    v_payment := app.lock_payment(v_payment.id);
    select b.* into v_booking from public.bookings b where b.id = v_payment.booking_id;
  end if;
  insert into public.payment_events (provider, event_id, payment_id, amount, currency, status, payload, provider_ref,
    charge_ref, fee, refund_id,
    refund_ref, dispute_ref, due_at)
  values (record_payment_event.provider, left(record_payment_event.event_id, 300), v_payment.id,
    record_payment_event.amount,
    record_payment_event.currency, coalesce(record_payment_event.status, ''),
      coalesce(record_payment_event.payload, '{}'),
    record_payment_event.provider_ref, left(nullif(record_payment_event.charge_ref, ''), 300),
      record_payment_event.fee, record_payment_event.refund_id,
    record_payment_event.refund_ref, record_payment_event.dispute_ref, record_payment_event.due_at)
  on conflict on constraint payment_events_provider_event_id_key do nothing returning * into v_event;
  v_new := found;
  if v_new then
    v_event.outcome := app.apply_event(v_event, v_payment, v_booking);
    update public.payment_events e set outcome = v_event.outcome where e.id = v_event.id;
    if v_event.outcome not in ('recorded', 'repeated') and v_payment.id is not null then
      perform app.broadcast('user:' || v_payment.customer_id, 'payment');
    end if;
    if app.is_flagged(v_event.outcome) or v_event.outcome like 'chargeback%' then
      perform app.broadcast('admin', 'money');
    end if;
  else
    select e.* into strict v_event from public.payment_events e
    where e.provider = record_payment_event.provider and e.event_id = left(record_payment_event.event_id, 300);
  end if;
  return row(v_event.outcome, not v_new, v_event.payment_id, v_booking.id, (select b.status from public.bookings b
    where b.id = v_booking.id))::public.payment_effect;
end $$;
comment on function public.record_payment_event is
  'Records an event of a provider whose origin is verified, or the provider''s response to a request. status: paid, '
  'authorized, pending, failed, voided, refunded, refund_failed, chargeback, chargeback_won, chargeback_lost; others '
  'are stored without effect. Only `paid` with the stored amount and currency pays, and each (provider, event_id) has '
  'one effect however often it is delivered. Without payment_id the payment is found by provider_ref or charge_ref. '
  'Returns {outcome, duplicate, payment_id, booking_id, booking_status}; outcome as in payment_events.outcome. '
  'Errors: no_provider_found.';
grant execute on function public.record_payment_event(text, text, uuid, numeric, text, text, jsonb, text, text,
  numeric, uuid, text, text, timestamptz) to service_role;

-- Staff can record a chargeback, because some providers report chargebacks only by e-mail.
create function public.record_chargeback(payment_id uuid, status text default 'open', amount numeric default null,
  due_at timestamptz default null,
  dispute_ref text default null) returns public.chargebacks
language plpgsql security definer set search_path = '' as $$
declare
  v_me public.profiles := app.require_editor('money');
  v_payment public.payments := app.payment_of(record_chargeback.payment_id, null);
  v_ref text := coalesce(nullif(left(btrim(record_chargeback.dispute_ref), 200), ''), v_payment.id::text);
  v_case public.chargebacks;
  v_recorded public.payment_effect;
begin
  perform app.refuse_own(v_me, v_payment.customer_id);
  if not coalesce(record_chargeback.status in ('open', 'won', 'lost'), false) then
    perform app.refuse('no_details_error', 422, 'status is open, won or lost');
  end if;
  v_recorded := public.record_payment_event(v_payment.provider,
    format('desk:%s:%s:%s', v_payment.id, v_ref, record_chargeback.status), v_payment.id,
    record_chargeback.amount, v_payment.currency, 'chargeback' || case record_chargeback.status when 'open' then ''
      else '_' || record_chargeback.status end,
    dispute_ref => v_ref, due_at => record_chargeback.due_at);
  select c.* into v_case from public.chargebacks c where c.provider = v_payment.provider and c.dispute_ref = v_ref
    and c.payment_id = v_payment.id;
  if not found or v_recorded.outcome not in ('chargeback', 'chargeback_won', 'chargeback_lost', 'repeated') then
    perform app.refuse('chargeback_refused', 409,
      format('%s: the payment must be paid, the amount at most what was taken, and there is one decision',
      v_recorded.outcome));
  end if;
  if v_recorded.outcome <> 'repeated' and not v_recorded.duplicate then
    perform app.audit('record_chargeback', 'payments', v_payment.id::text, null,
      jsonb_build_object('user_id', v_payment.customer_id, 'status', v_case.status, 'amount', v_case.amount,
        'dispute_ref', v_ref));
  end if;
  return v_case;
end $$;
comment on function public.record_chargeback is
  'Staff records a chargeback that the provider reported by e-mail: opened (for amount, or for everything that is not '
  'yet disputed), won or lost. Idempotent. Has the same effect as the provider''s event. Returns the chargeback. '
  'Errors: must_login, not_allowed (also for one''s own payment), demo_mode, payment_not_found, no_details_error, '
  'chargeback_refused.';
grant execute on function public.record_chargeback(uuid, text, numeric, timestamptz, text) to authenticated;
