-- Payment flags: events of providers about money that do not match our data, and what the office decided about them.
-- Access: admins with the permission money
-- Tests:  tests/db/payment_flags.sql

-- Creates a separate payment for the unbooked money of an event, so that its charge can be refunded, disputed and
-- reconciled like any other.
create function app.book_flag(event public.payment_events, payment public.payments, decision text)
  returns public.payments
language plpgsql security definer set search_path = '' as $$
declare
  -- The passenger of a street trip is unknown, so only the ride can be credited.
  v_of_ride boolean := (payment).purpose = 'booking'
    and ((payment).customer_id is null or decision = 'give_back' or decision = 'book'
      and app.books_to(event, payment) = 'ride');
  v_row public.payments;
begin
  insert into public.payments (purpose, booking_id, customer_id, provider, amount, currency, status, paid_at,
    captured_amount, refunded_amount, charge_ref, client_key)
  values (case when v_of_ride then 'booking' else 'topup' end, case when v_of_ride then (payment).booking_id end,
    (payment).customer_id, (payment).provider,
    (event).amount, (payment).currency, 'paid', app.now(), (event).amount,
      case when decision = 'give_back' then (event).amount else 0 end,
    (event).charge_ref, md5('payment_flag:' || (event).id)::uuid) returning * into v_row;
  return v_row;
end $$;

create function app.decide_flag(event public.payment_events, payment public.payments, booking public.bookings,
  decision text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  v_to text := app.books_to(event, payment);
  v_row public.payments;
begin
  if decision = 'settle' then return null; end if;
  if decision = 'book' and v_to = 'ride' then perform app.check_no_capture(booking); end if;
  v_row := app.book_flag(event, payment, decision);
  if decision = 'give_back' then
    insert into public.refunds (booking_id, customer_id, payment_id, amount, reason, status)
    values (v_row.booking_id, v_row.customer_id, v_row.id, v_row.captured_amount, 'paid_twice', 'due');
    perform app.post_ledger('late_payment', 'late_payment:' || v_row.id, v_row.booking_id, jsonb_build_array(
      app.entry('clearing:' || v_row.provider, -v_row.captured_amount),
        app.entry('refunds_due:' || v_row.provider, v_row.captured_amount)));
  elsif decision = 'write_off' then
    perform app.post_ledger('card_payment', 'card_payment:' || v_row.id, null, jsonb_build_array(
      app.entry('clearing:' || v_row.provider, -v_row.captured_amount),
        app.entry('expense.write_off', v_row.captured_amount)));
  elsif v_to = 'ride' then
    perform app.take_booking_money(v_row, booking);
  else
    perform app.take_wallet_money(v_row, 'topup');
  end if;
  perform app.post_provider_fee(v_row.id, v_row.id::text, (event).fee);
  return v_row.id;
end $$;

create function public.decide_payment_flag(event_id uuid, decision text, reason text) returns public.payment_flags
language plpgsql security definer set search_path = '' as $$
declare
  v_me public.profiles := app.require_editor('money');
  v_event public.payment_events;
  v_payment public.payments;
  v_booking public.bookings;
  v_row public.payment_flags;
begin
  select e.* into v_event from public.payment_events e where e.id = decide_payment_flag.event_id
    and app.is_flagged(e.outcome);
  if not found then perform app.refuse('flag_not_found', 404, 'No such flagged event'); end if;
  if coalesce(btrim(decide_payment_flag.reason), '') = '' then
    perform app.refuse('no_details_error', 422, 'Give a reason');
  end if;
  v_payment := app.lock_payment(v_event.payment_id);
  select b.* into v_booking from public.bookings b where b.id = v_payment.booking_id;
  perform pg_advisory_xact_lock(hashtextextended('payment_flag' || v_event.id::text, 0));
  select f.* into v_row from public.payment_flags f where f.event_id = v_event.id;
  if found then return v_row; end if;
  if v_payment.id is not null then perform app.refuse_own(v_me, v_payment.customer_id); end if;
  perform app.lock_charge(v_event.provider, v_event.charge_ref);
  if not app.is_first_flag(v_event)
    or not coalesce(decide_payment_flag.decision = any (app.flag_choices(v_event, v_payment)), false) then
    perform app.refuse('decision_not_possible', 409,
      format('Possible decisions: %s', app.flag_choices(v_event, v_payment)));
  end if;
  if decide_payment_flag.decision = 'write_off' then
    perform app.check_approval_limit(v_me, 'write_off', v_event.id, v_payment.customer_id, v_event.amount);
  end if;
  if v_booking.id is not null then perform app.lock_booking_wallets(v_booking); elsif v_payment.id is not null then
    perform app.lock_wallets(v_payment.customer_id); end if;
  v_row.payment_id := app.decide_flag(v_event, v_payment, v_booking, decide_payment_flag.decision);
  insert into public.payment_flags (event_id, decision, reason, payment_id, created_by)
  values (v_event.id, decide_payment_flag.decision, btrim(left(app.plain_lines(decide_payment_flag.reason), 500)),
    v_row.payment_id, v_me.id) returning * into v_row;
  perform app.audit(case decide_payment_flag.decision when 'write_off' then 'write_off' else 'decide_payment_flag' end,
    'payment_events', v_event.id::text,
    jsonb_build_object('outcome', v_event.outcome), jsonb_build_object('user_id', v_payment.customer_id, 'amount',
      v_event.amount, 'decision', v_row.decision, 'reason', v_row.reason));
  perform app.broadcast('admin', 'money');
  return v_row;
end $$;
comment on function public.decide_payment_flag is
  'The office decides about a flagged event of a provider: give_back (a refund to the card), book (credit the ride '
  'that waits for this amount, otherwise the customer''s wallet), write_off (the operator keeps it; above '
  'settings.credit_limit two people decide: request_approval(write_off, event)), or settle, if it contains no money '
  'of ours. list_payment_flags lists the possible decisions. Idempotent; the first decision counts. '
  'Errors: must_login, not_allowed (also for one''s own payment), demo_mode, flag_not_found, no_details_error, '
  'decision_not_possible, needs_approval, payment_running.';
grant execute on function public.decide_payment_flag(uuid, text, text) to authenticated;
