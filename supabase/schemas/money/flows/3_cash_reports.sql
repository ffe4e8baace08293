-- Cash that a driver took and that is not the fare, and tolls of a driver above what counts. A phone without a signal
-- shows the quote, because only the server knows the final fare, so the driver collects the quote. Any other amount
-- waits for the desk.
-- Access: rider, driver and admins read the report of a booking; confirm_cash writes it, riders object, admins decide
-- Tests:  tests/db/cash_reports.sql, tests/db/cash_reports.test.ts (random fares, quotes and extras)

-- The end of a ride without a signal ----------------------------------------------------------------------------------

create function app.record_offline_end(booking public.bookings, reported_at timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if record_offline_end.reported_at is null or (booking).payment_mode <> 'cash' or (booking).category <> 'taxi'
    or (booking).source = 'street' then
    return;
  end if;
  insert into app.offline_ends (booking_id, driver_id, reported_at, quoted, minimum, was_online)
  values ((booking).id, (booking).driver_id, record_offline_end.reported_at, app.open_amount(booking),
    (select coalesce(sum((l ->> 'amount')::numeric), 0) from jsonb_array_elements((booking).fare_lines) l
      where l ->> 'key' = 'minimum_fare'), app.was_online_since(booking, record_offline_end.reported_at))
  on conflict do nothing;
end $$;
comment on function app.record_offline_end is
  'Stores the quote of a cash ride whose end was reported later, before the final fare replaces it.';

-- Reporting -----------------------------------------------------------------------------------------------------------

-- Stores the report of an amount that is not the fare. What is below the fare is paid by the operator up to the limit
-- of the driver's day, then by the wallet of the rider, who agreed to the fare. A passenger whom the desk or a driver
-- booked has no wallet to look at, so what is beyond the limit waits for the desk.
create function app.report_cash(booking public.bookings, reported numeric, at timestamptz, out cash numeric,
  out rounding numeric)
language plpgsql security definer set search_path = '' as $$
declare
  v_open numeric := app.open_amount(booking);
  v_due numeric := app.cash_to_collect((booking).id, v_open);
  v_reason text := app.cash_report_reason(booking, reported, at);
  v_has_account boolean := not app.has_no_account((booking).customer_id);
  v_short numeric := case when v_reason = 'no_signal' then greatest(0, v_open - reported) else 0 end;
  v_goodwill numeric := 0;
begin
  if v_short > 0 then
    perform app.lock_booking_wallets(booking);
    v_goodwill := least(v_short, app.goodwill_left((booking).driver_id));
    if v_goodwill < v_short and not (v_has_account
      and coalesce((booking).created_by = (booking).customer_id, false)) then
      v_reason := 'limit';
      v_short := 0;
      v_goodwill := 0;
    end if;
  end if;
  insert into public.cash_reports (booking_id, customer_id, driver_id, reported, due, counted, goodwill, owed,
    reason, status)
  -- What is not paid in whole coins alone is not rounded.
  values ((booking).id, (booking).customer_id, (booking).driver_id, reported,
    case v_reason when 'no_signal' then v_open else v_due end,
    case v_reason when 'no_signal' then reported else v_due end, v_goodwill,
    v_short - v_goodwill, v_reason, case when v_reason = 'no_signal'
      and (v_has_account or reported < v_due) then 'counted'
      else 'review' end)
  returning counted, case reason when 'no_signal' then 0 else v_due - v_open end into report_cash.cash,
    report_cash.rounding;
end $$;
comment on function app.report_cash is
  'Stores the report of an amount that is not the fare. Returns the cash that counts, and its rounding: none if the '
  'rest of the fare is not paid in cash.';

-- Tells both what the report changed. The driver already knows what the phone showed, so hears only of what waits.
create function app.notify_cash_report(booking public.bookings) returns void
language plpgsql security definer set search_path = '' as $$
declare
  report public.cash_reports;
  v_params jsonb;
begin
  select r.* into report from public.cash_reports r where r.booking_id = (booking).id;
  if not found then return; end if;
  v_params := jsonb_build_object('reference', (booking).reference, 'reported', (report).reported, 'fare', (report).due,
    'difference', abs((report).reported - (report).due), 'owed', (report).owed);
  if (report).status = 'review' then
    perform app.notify((booking).customer_id, 'cash_review', v_params, (booking).id);
    perform app.notify((booking).driver_id, 'cash_review', v_params, (booking).id);
  else
    perform app.notify((booking).customer_id, case when (report).reported > (report).due then 'cash_over'
      when (report).owed > 0 then 'cash_owed' else 'cash_under' end, v_params, (booking).id);
  end if;
end $$;

-- Objecting and deciding ----------------------------------------------------------------------------------------------

-- Moves the difference between the cash that counts and the cash that the desk believes. What the driver had beyond it
-- goes first to whom the fare was short of: the rider's wallet, the operator; the rest to the rider. What the driver
-- had less is the operator's. The booking gets the cash, whose other side is the driver's wallet.
create function app.move_cash(booking public.bookings, report public.cash_reports, amount numeric,
  idempotency_key text) returns bigint
language plpgsql security definer set search_path = '' as $$
declare
  v_more numeric := move_cash.amount - (report).counted;
  v_to_owed numeric := least(greatest(0, v_more), (report).owed);
  v_to_goodwill numeric := case when v_more < 0 then v_more else least(v_more - v_to_owed, (report).goodwill) end;
  v_id bigint;
begin
  if v_more = 0 then return null; end if;
  v_id := app.post_ledger('cash_difference', move_cash.idempotency_key, (booking).id, jsonb_build_array(
    app.entry('wallet:' || (booking).driver_id, -v_more), app.entry('expense.goodwill', v_to_goodwill),
    app.entry(case when app.has_no_account((booking).customer_id) then 'adjustments'
      else 'wallet:' || (booking).customer_id end, v_more - v_to_goodwill)));
  update public.bookings b set cash_payment_amount = b.cash_payment_amount + v_more,
    used_wallet_money = greatest(0, b.used_wallet_money - v_to_owed) where b.id = (booking).id;
  return v_id;
end $$;

-- Reporting -----------------------------------------------------------------------------------------------------------

-- Stores cash that a driver reports for a ride that was paid meanwhile, or whose fare a promotion covers. If it is what
-- the phone showed, the rider gets it back at once.
create function app.report_late_cash(booking public.bookings, reported numeric, at timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_counts boolean := app.cash_report_reason(booking, reported, at) = 'no_signal'
    and not app.has_no_account((booking).customer_id)
    and reported > (booking).cash_payment_amount;
  v_report public.cash_reports;
begin
  if (booking).paid_at < app.now() - app.objection_time() then return; end if;
  insert into public.cash_reports (booking_id, customer_id, driver_id, reported, due, counted, reason, status)
  values ((booking).id, (booking).customer_id, (booking).driver_id, reported, (booking).cash_payment_amount,
    (booking).cash_payment_amount,
    case when v_counts then 'no_signal' else 'amount' end, case when v_counts then 'counted' else 'review' end)
  on conflict do nothing returning * into v_report;
  if v_report.booking_id is null then return; end if;
  if v_counts then
    perform app.lock_booking_wallets(booking);
    perform app.record_card_credit(app.move_cash(booking, v_report, reported, 'cash_late:' || (booking).id),
      (booking).customer_id, 'cash', reported - v_report.counted);
    update public.cash_reports r set counted = report_late_cash.reported where r.booking_id = (booking).id;
  end if;
  perform app.notify_cash_report(booking);
end $$;

-- Objecting and deciding ----------------------------------------------------------------------------------------------

create function public.object_to_cash(booking_id uuid, reason text, paid numeric default null)
  returns public.cash_reports
language plpgsql security definer set search_path = '' as $$
declare
  v_me public.profiles := app.me();
  v_report public.cash_reports;
  v_reason text := left(nullif(btrim(app.plain_lines(object_to_cash.reason)), ''), 500);
  v_paid numeric;
begin
  select r.* into v_report from public.cash_reports r where r.booking_id = object_to_cash.booking_id
    and r.customer_id = v_me.id for no key update;
  if not found then perform app.refuse('cash_report_not_found', 404, 'No such report about the caller''s cash'); end if;
  if v_report.objected_at is not null then return v_report; end if;
  if v_report.status = 'decided' then
    perform app.refuse('cash_report_decided', 409, 'The desk has already decided');
  end if;
  if v_report.created_at < app.now() - app.objection_time() then perform app.refuse_objection(); end if;
  if v_reason is null then perform app.refuse('reason_required', 422, 'Give a reason'); end if;
  if object_to_cash.paid is not null then
    v_paid := case when object_to_cash.paid = 0 then 0 else app.to_money(object_to_cash.paid) end;
    if v_paid is null then perform app.refuse_amount(); end if;
  end if;
  update public.cash_reports r set objection = v_reason, paid = v_paid, objected_at = app.now()
    where r.booking_id = v_report.booking_id returning r.* into v_report;
  return v_report;
end $$;
comment on function public.object_to_cash is
  'The rider objects within 7 days to the cash that the driver reported, with a reason and the amount that they paid; '
  'the desk then decides. Idempotent. Returns the report. '
  'Errors: must_login, cash_report_not_found, cash_report_decided, objection_too_late, reason_required, '
  'amount_invalid.';
grant execute on function public.object_to_cash(uuid, text, numeric) to authenticated;

create function public.decide_cash(booking_id uuid, amount numeric, reason text default null)
  returns public.cash_reports
language plpgsql security definer set search_path = '' as $$
declare
  v_me public.profiles := app.require_editor('refund');
  v_booking public.bookings := app.lock_booking(decide_cash.booking_id);
  v_amount numeric := case when decide_cash.amount = 0 then 0 else app.to_money(decide_cash.amount) end;
  v_reason text := left(nullif(btrim(app.plain_lines(decide_cash.reason)), ''), 500);
  v_report public.cash_reports;
  v_moved numeric;
  v_gains uuid;
  v_id bigint;
begin
  select r.* into v_report from public.cash_reports r where r.booking_id = v_booking.id for no key update;
  if not found then perform app.refuse('cash_report_not_found', 404, 'The booking has no report of cash'); end if;
  if v_report.status = 'decided' then
    if v_report.counted = v_amount then return v_report; end if;
    perform app.refuse('cash_report_decided', 409, format('%s counts', v_report.counted));
  end if;
  if v_amount is null or v_amount < least(v_report.reported, v_report.counted)
    or v_amount > greatest(v_report.reported, v_report.counted, v_report.paid) then
    perform app.refuse('amount_invalid', 422, format('Choose an amount between %s and %s, which somebody named',
      least(v_report.reported, v_report.counted), greatest(v_report.reported, v_report.counted, v_report.paid)));
  end if;
  perform app.refuse_own(v_me, v_booking.driver_id);
  perform app.refuse_own(v_me, v_booking.customer_id);
  v_moved := v_report.counted - v_amount;
  perform app.lock_booking_wallets(v_booking);
  v_gains := case when v_moved < 0 then coalesce(v_booking.customer_id, v_booking.driver_id)
    else v_booking.driver_id end;
  -- What a passenger without an account gets is kept for them, so it is nobody's gain.
  if v_moved > 0 or v_moved < 0 and v_booking.customer_id is not null then
    perform app.check_approval_limit(v_me, 'cash', v_booking.id, v_gains, v_amount, abs(v_moved));
  end if;
  v_id := app.move_cash(v_booking, v_report, v_amount, format('cash_decided:%s:%s', v_booking.id,
    (select count(*) from public.money_decisions d where d.booking_id = v_booking.id and d.kind = 'cash')));
  update public.cash_reports r set counted = v_amount, status = 'decided', decided_by = v_me.id,
    decided_at = app.now(), decision = v_reason
  where r.booking_id = v_booking.id returning r.* into v_report;
  perform app.record_decision('cash', v_gains, abs(v_moved), v_id, v_booking.id, v_me.id, v_reason);
  perform app.audit('decide_cash', 'bookings', v_booking.id::text,
    jsonb_build_object('reported', v_report.reported, 'due',
    v_report.due, 'objection', v_report.objection, 'paid', v_report.paid),
    jsonb_build_object('counted', v_amount, 'reason', v_reason, 'amount', abs(v_moved), 'user_id', v_gains)
      || jsonb_strip_nulls(jsonb_build_object('approval', nullif(current_setting('app.approval', true), ''))));
  perform app.notify(p.id, 'cash_decided', jsonb_build_object('reference', v_booking.reference, 'amount', v_amount,
    'reason', coalesce(v_reason, '')), v_booking.id)
  from unnest(array[v_booking.customer_id, v_booking.driver_id]) p (id);
  return v_report;
end $$;
comment on function public.decide_cash is
  'An admin decides how much cash a driver collected: an amount between what driver and rider named. Above what '
  'counted, the driver''s wallet gives the difference to the rider; below it, the operator gives it to the driver. '
  'Audited, counted towards settings.credit_limit; both are notified. It can be taken back (reverse_decision); the '
  'desk then decides again. Idempotent. Returns the report. '
  'Errors: must_login, not_allowed (also for oneself), demo_mode, booking_not_found, cash_report_not_found, '
  'cash_report_decided, amount_invalid, needs_approval (kind cash).';
grant execute on function public.decide_cash(uuid, numeric, text) to authenticated;

-- Tolls above what counts ---------------------------------------------------------------------------------------------

-- Asks the rider for what the operator has paid the driver of an extra, once.
create function app.ask_for_extra(me public.profiles, booking public.bookings, extra public.booking_extras,
  reason text) returns public.booking_extras
language plpgsql security definer set search_path = '' as $$
declare v_id uuid;
begin
  if (extra).request_id is not null or (extra).approved = 0 then return extra; end if;
  perform app.require_editor('fares'), app.refuse_own(me, (booking).customer_id);
  v_id := (app.open_request(booking, 'toll', (extra).approved, ask_for_extra.reason, (me).id, to_goodwill => true)).id;
  update public.booking_extras x set request_id = v_id where x.id = (extra).id returning x.* into extra;
  perform app.audit('request_payment', 'bookings', (booking).id::text, null,
    jsonb_build_object('request_id', v_id, 'kind', 'toll', 'asked', (extra).approved, 'reason', ask_for_extra.reason));
  perform app.broadcast('booking:' || (booking).id, 'booking', (booking).id);
  return extra;
end $$;

create function public.decide_extra(id uuid, amount numeric, reason text default null, ask boolean default false)
  returns public.booking_extras
language plpgsql security definer set search_path = '' as $$
declare
  v_me public.profiles := app.require_editor('refund');
  v_amount numeric := case when decide_extra.amount = 0 then 0 else app.to_money(decide_extra.amount) end;
  v_reason text := left(nullif(btrim(app.plain_lines(decide_extra.reason)), ''), 500);
  v_booking public.bookings;
  v_extra public.booking_extras;
  v_id bigint;
begin
  select b.* into v_booking from public.booking_extras x join public.bookings b on b.id = x.booking_id
    where x.id = decide_extra.id;
  if not found then perform app.refuse('extra_not_found', 404, 'No such extra'); end if;
  v_booking := app.lock_booking(v_booking.id);
  select x.* into v_extra from public.booking_extras x where x.id = decide_extra.id for no key update;
  if v_extra.decided_at is not null then
    if v_extra.approved = v_amount then
      return case when decide_extra.ask then app.ask_for_extra(v_me, v_booking, v_extra,
        coalesce(v_reason, v_extra.decision)) else v_extra end;
    end if;
    perform app.refuse('extra_decided', 409, format('The desk has approved %s', v_extra.approved));
  end if;
  if not app.is_billed(v_booking.status) then perform app.refuse_status(v_booking); end if;
  if v_amount is null or v_amount > v_extra.undecided_amount or v_extra.undecided_amount = 0 then
    perform app.refuse('amount_invalid', 422, format('At most %s waits for the desk', v_extra.undecided_amount));
  end if;
  if v_amount = 0 and v_reason is null then
    perform app.refuse('reason_required', 422, 'Give a reason for approving nothing');
  end if;
  perform app.refuse_own(v_me, v_booking.driver_id);
  if v_amount > 0 then
    perform app.lock_wallets(v_booking.driver_id);
    if app.has_no_account(v_booking.driver_id) then
      perform app.refuse('person_not_found', 404, 'The account of the driver was deleted');
    end if;
    perform app.check_approval_limit(v_me, 'extra', v_extra.id, v_booking.driver_id, v_amount);
    v_id := app.post_ledger('extra', format('extra:%s:%s', v_extra.id, app.uuid_v7()), v_booking.id, jsonb_build_array(
      app.entry('wallet:' || v_booking.driver_id, v_amount), app.entry('expense.goodwill', -v_amount)));
  end if;
  update public.booking_extras x set approved = v_amount, decided_by = v_me.id, decided_at = app.now(),
    decision = v_reason where x.id = v_extra.id returning x.* into v_extra;
  perform app.record_decision('extra', v_booking.driver_id, v_amount, v_id, v_booking.id, v_me.id,
    v_reason, v_extra.id);
  perform app.audit('decide_extra', 'bookings', v_booking.id::text, jsonb_build_object('kind', v_extra.key, 'entered',
    v_extra.amount, 'waits', v_extra.undecided_amount),
    jsonb_build_object('amount', v_amount, 'reason', v_reason, 'user_id', v_booking.driver_id)
      || jsonb_strip_nulls(jsonb_build_object('approval', nullif(current_setting('app.approval', true), ''))));
  perform app.notify(v_booking.driver_id, 'extra_decided', jsonb_build_object('reference', v_booking.reference, 'kind',
    v_extra.key, 'amount', v_amount,
    'waits', v_extra.undecided_amount, 'reason', coalesce(v_reason, '')), v_booking.id);
  perform app.broadcast('booking:' || v_booking.id, 'booking', v_booking.id);
  perform app.broadcast('admin', 'attention');
  return case when decide_extra.ask then app.ask_for_extra(v_me, v_booking, v_extra, v_reason) else v_extra end;
end $$;
comment on function public.decide_extra is
  'An admin decides about the part of a driver''s extra that did not count: the operator pays the driver amount of it '
  '(0 with a reason). With ask, the rider of a paid ride is asked for the amount by a payment request, which needs a '
  'reason and the permission fares; a call with the same amount can ask later. Audited, counted towards '
  'settings.credit_limit; the driver is notified. It can be taken back (reverse_decision); the desk then decides '
  'again. Idempotent. Returns the extra. '
  'Errors: must_login, not_allowed (also for oneself), demo_mode, extra_not_found, booking_not_found, wrong_status, '
  'extra_decided, amount_invalid, reason_required, person_not_found, correction_too_late (asked 30 days after the '
  'ride), needs_approval (kind extra).';
grant execute on function public.decide_extra(uuid, numeric, text, boolean) to authenticated;
