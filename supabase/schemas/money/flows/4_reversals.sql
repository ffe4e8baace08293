-- Reversals: a decision that charged a person or gave them money is taken back.
-- Access: admins with the permission refund
-- Tests:  tests/db/reversals.sql, tests/db/corrections.test.ts

-- Takes back a fee of a cancelled booking, or charges one that was waived. Only the last decision about the fee can be
-- reversed.
create function app.reverse_fee(decision public.money_decisions, booking public.bookings) returns bigint
language plpgsql security definer set search_path = '' as $$
declare
  v_id bigint;
  v_is_charged boolean := (decision).kind <> 'no_show_waiver';
begin
  if exists (select 1 from public.money_decisions d where d.booking_id = (booking).id and d.id > (decision).id)
    or v_is_charged <> ((booking).cancellation_fee > 0) then
    perform app.refuse('decision_closed', 409, 'A later decision about this fee counts');
  end if;
  if exists (select 1 from public.payments p where p.booking_id = (booking).id and p.purpose = 'booking'
    and p.disputed_amount > 0) then
    perform app.refuse('money_disputed', 409, 'A chargeback decides about this money');
  end if;
  if exists (select 1 from public.payments p join app.payment_jobs j on j.payment_id = p.id and j.kind = 'capture'
    and j.status = 'queued'
      where p.booking_id = (booking).id and p.status = 'authorized') then
    perform app.refuse('payment_running', 409, 'The reserved card is being charged; retry in a minute');
  end if;
  v_id := app.move_fee(booking, (decision).amount, case when v_is_charged then 'fee_reversed' end);
  if v_is_charged then
    -- What a card paid stays card money in the wallet.
    perform app.record_card_credit(v_id, (booking).customer_id, 'topup',
      least((decision).amount, (select coalesce(sum(p.captured_amount - p.refunded_amount), 0)
      from public.payments p where p.booking_id = (booking).id and p.purpose = 'booking' and p.status = 'paid')));
  end if;
  update public.no_show_fees f set status = case when v_is_charged then 'waived' else 'charged' end,
    decided_by = auth.uid(), decided_at = app.now()
  where f.booking_id = (booking).id;
  return v_id;
end $$;

-- Takes back what a decision moved on a wallet: the same accounts with the opposite sign. Money that was given and is
-- spent cannot be taken back. Cash that was not handed in after all is owed again. A write-off of a ride moved no
-- wallet; its rider owes the money in the wallet again.
create function app.reverse_wallet(decision public.money_decisions) returns bigint
language plpgsql security definer set search_path = '' as $$
declare
  v_sign integer := case (decision).kind when 'driver_charge' then 1 else -1 end;
  v_balance numeric;
begin
  perform app.lock_wallets((decision).user_id);
  if app.has_no_account((decision).user_id) then
    perform app.refuse('person_not_found', 404, 'The account was deleted');
  end if;
  if (decision).kind = 'credit' then
    v_balance := app.real_balance((decision).user_id);
    if v_balance < (decision).amount then perform app.refuse_balance((decision).amount, v_balance); end if;
  end if;
  return app.post_ledger(case (decision).kind when 'driver_charge' then 'charge' else (decision).kind end
    || '_reversed', 'reversal:' || (decision).id, (decision).booking_id,
    jsonb_build_array(app.entry('wallet:' || (decision).user_id, v_sign * (decision).amount),
      app.entry(case (decision).kind when 'credit' then 'adjustments' when 'driver_charge' then 'revenue.charges'
        when 'cash_in' then 'cash' else 'expense.write_off' end, -v_sign * (decision).amount)));
end $$;

-- Takes back what a decision about cash or a toll moved: the same entries with the opposite sign. Refuses a rider who
-- has spent the money, except what the wallet owed before (max_debt); a driver owes it.
create function app.reverse_entries(undone public.money_decisions, booking public.bookings,
  max_debt numeric default 0) returns bigint
language plpgsql security definer set search_path = '' as $$
declare
  v_entries jsonb;
  v_kind text;
  v_takes numeric;
begin
  if (undone).transaction_id is null then return null; end if;
  select jsonb_agg(app.entry(a.name, -e.amount) order by e.id), min(t.kind) into v_entries, v_kind
  from public.ledger_transactions t join public.ledger_entries e on e.transaction_id = t.id
    join public.ledger_accounts a on a.id = e.account_id
  where t.id = (undone).transaction_id;
  if exists (select 1 from jsonb_array_elements(v_entries) e where e ->> 'account' like 'wallet:%'
    and app.has_no_account(app.uuid_of(split_part(e ->> 'account', ':', 2)))) then
    perform app.refuse('person_not_found', 404, 'The account was deleted');
  end if;
  v_takes := (select -sum((e ->> 'amount')::numeric) - max_debt from jsonb_array_elements(v_entries) e
    where e ->> 'account' = 'wallet:' || (booking).customer_id);
  if v_takes > 0 and app.real_balance((booking).customer_id) < v_takes then
    perform app.refuse_balance(v_takes, app.real_balance((booking).customer_id));
  end if;
  return app.post_ledger(v_kind, 'reversal:' || (undone).id, (booking).id, v_entries);
end $$;

create function app.reverse_cash(undone public.money_decisions, booking public.bookings) returns bigint
language plpgsql security definer set search_path = '' as $$
declare
  v_report public.cash_reports;
  v_id bigint;
  v_more numeric;
  v_owed numeric;
begin
  select r.* into v_report from public.cash_reports r where r.booking_id = (booking).id;
  -- The driver's entry is the other side of the cash.
  v_more := coalesce((select -sum(e.amount) from public.ledger_entries e
    join public.ledger_accounts a on a.id = e.account_id
    where e.transaction_id = (undone).transaction_id and a.user_id = (booking).driver_id), 0);
  v_owed := least(greatest(0, v_more), v_report.owed);
  v_id := app.reverse_entries(undone, booking, v_owed);
  update public.bookings b set cash_payment_amount = b.cash_payment_amount - v_more,
    used_wallet_money = b.used_wallet_money + v_owed where b.id = (booking).id and v_more <> 0;
  update public.cash_reports r set counted = r.counted - v_more, status = 'review', decided_by = null,
    decided_at = null, decision = null where r.booking_id = (booking).id;
  return v_id;
end $$;
comment on function app.reverse_cash is
  'Takes a decision about cash back: the money moves back, and the report waits for the desk again.';

create function app.reverse_extra(undone public.money_decisions, booking public.bookings) returns bigint
language plpgsql security definer set search_path = '' as $$
declare
  v_extra public.booking_extras;
  v_request public.payment_requests;
begin
  select x.* into v_extra from public.booking_extras x where x.id = (undone).extra_id;
  select q.* into v_request from public.payment_requests q where q.id = v_extra.request_id for no key update;
  if v_request.status = 'accepted' then
    perform app.refuse('decision_closed', 409, 'The rider has paid the toll');
  end if;
  if v_request.status = 'open' then perform app.close_request(v_request, 'withdrawn'); end if;
  update public.booking_extras x set approved = null, decided_by = null, decided_at = null, decision = null,
    request_id = null where x.id = v_extra.id;
  perform app.broadcast('admin', 'attention');
  return app.reverse_entries(undone, booking);
end $$;
comment on function app.reverse_extra is
  'Takes a decision about a toll back: the operator gets the money, a request to the rider is withdrawn, and the toll '
  'waits for the desk again.';

create function public.reverse_decision(id uuid, reason text) returns public.money_decisions
language plpgsql security definer set search_path = '' as $$
declare
  v_me public.profiles := app.require_editor('refund');
  v_reason text := app.require_reason(reverse_decision.reason);
  v_was public.money_decisions;
  v_row public.money_decisions;
  v_booking public.bookings;
  v_takes boolean;
begin
  select d.* into v_was from public.money_decisions d where d.id = reverse_decision.id;
  if not found then perform app.refuse('decision_not_found', 404, 'No such decision'); end if;
  if v_was.booking_id is not null then v_booking := app.lock_booking(v_was.booking_id); end if;
  select d.* into v_was from public.money_decisions d where d.id = reverse_decision.id for no key update;
  -- A repeated call is a retry.
  if v_was.reversed_by = v_me.id then return v_was; end if;
  if v_was.reversed_at is not null or v_was.decided_at < app.now() - app.reversal_time() then
    perform app.refuse('decision_closed', 409, format('Already reversed, or older than %s days',
      extract(days from app.reversal_time())));
  end if;
  perform app.refuse_own(v_me, v_was.user_id), app.refuse_own(v_me, v_booking.driver_id);
  perform 1 from public.cash_reports r where v_was.kind = 'cash' and r.booking_id = v_booking.id for no key update;
  perform 1 from public.booking_extras x where x.id = v_was.extra_id for no key update;
  perform app.lock_wallets(variadic array_remove(array[v_was.user_id, v_booking.customer_id,
    v_booking.driver_id], null));
  if v_was.amount > 0 then
    perform app.check_approval_limit(v_me, 'reversal', v_was.id, v_was.user_id, v_was.amount);
  end if;
  v_row.reversal_id := case when v_was.kind in ('cancellation_fee', 'no_show_fee',
    'no_show_waiver') then app.reverse_fee(v_was, v_booking)
    when v_was.kind = 'cash' then app.reverse_cash(v_was, v_booking) when v_was.kind = 'extra' then
      app.reverse_extra(v_was, v_booking) else app.reverse_wallet(v_was) end;
  update public.money_decisions d set reversed_by = v_me.id, reversed_at = app.now(), reversal_reason = v_reason,
    reversal_id = v_row.reversal_id
  where d.id = v_was.id returning d.* into v_row;
  perform app.audit('reverse_decision', case when v_booking.id is null then 'profiles' else 'bookings' end,
    coalesce(v_booking.id, v_was.user_id)::text,
    jsonb_build_object('kind', v_was.kind, 'decided_at', v_was.decided_at, 'decided_by', v_was.decided_by),
    jsonb_build_object('user_id', v_was.user_id, 'amount', v_was.amount, 'reason', v_reason)
      || jsonb_strip_nulls(jsonb_build_object('approval', nullif(current_setting('app.approval', true), ''))));
  v_takes := v_was.kind in ('credit', 'no_show_waiver', 'write_off', 'cash_in');
  perform app.notify_and_email(v_was.user_id, case when v_takes then 'decision_reversed_debit'
    else 'decision_reversed_credit' end,
    jsonb_build_object('amount', v_was.amount, 'reason', v_reason), v_booking.id)
      where not app.is_trip_decision(v_was.kind);
  -- The driver who got a part of the fee loses it, and gets it if the fee is charged after all. Of cash each is told
  -- what they lose or get.
  perform app.notify_and_email(a.user_id, case when e.amount < 0 then 'decision_reversed_debit'
    else 'decision_reversed_credit' end,
    jsonb_build_object('amount', abs(e.amount), 'reason', v_reason), v_booking.id)
  from public.ledger_entries e join public.ledger_accounts a on a.id = e.account_id
  where e.transaction_id = v_row.reversal_id
    and (a.user_id = v_booking.driver_id and v_booking.driver_id <> v_was.user_id
    or app.is_trip_decision(v_was.kind) and a.user_id in (v_booking.customer_id, v_booking.driver_id));
  if v_booking.id is not null then perform app.broadcast('booking:' || v_booking.id, 'booking', v_booking.id); end if;
  return v_row;
end $$;
comment on function public.reverse_decision is
  'An admin takes back a decision about money (money_decisions) once, within 30 days: a credit, a charged or waived '
  'fee, a charge of a driver, cash that a driver handed in, a write-off, or a decision about cash or a toll, which '
  'then waits for the desk again. Entries of the ledger stay; a new transaction reverses them in the current month. A '
  'driver''s part of a fee is taken back too, below zero if it was paid out. Of decisions about one fee only the last '
  'can be reversed. Counts towards settings.credit_limit. The people concerned are told by notice and e-mail. '
  'Audited; a repeated call is a retry. '
  'Errors: must_login, not_allowed (also for one''s own money), demo_mode, reason_required, decision_not_found, '
  'decision_closed (reversed, older than 30 days, not the last, or of a toll that the rider has paid), '
  'insufficient_balance (a credit, or a rider''s cash, that is spent), money_disputed, payment_running, '
  'person_not_found, needs_approval (kind reversal).';
grant execute on function public.reverse_decision(uuid, text) to authenticated;
