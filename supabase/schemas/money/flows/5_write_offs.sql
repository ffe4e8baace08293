-- Write-offs: debts that the operator gives up.
-- Access: admins with the permission money
-- Tests:  tests/db/write_offs.sql

create function public.write_off(booking_id uuid default null, user_id uuid default null, reason text default null,
  on_day date default null,
  client_key uuid default gen_random_uuid()) returns public.write_offs
language plpgsql security definer set search_path = '' as $$
declare
  v_me public.profiles := app.require_editor('money');
  v_key uuid := coalesce(write_off.client_key, gen_random_uuid());
  v_on date := coalesce(write_off.on_day, app.today());
  v_booking public.bookings;
  v_debt record;
  v_row public.write_offs;
begin
  if (write_off.booking_id is null) = (write_off.user_id is null) or coalesce(btrim(write_off.reason), '') = '' then
    perform app.refuse('no_details_error', 422, 'Give a booking or a person, and a reason');
  end if;
  if write_off.booking_id is not null then
    v_booking := app.lock_booking(write_off.booking_id);
    perform app.check_no_capture(v_booking);
    perform app.lock_booking_wallets(v_booking);
  else
    perform app.lock_wallets(write_off.user_id);
  end if;
  select w.* into v_row from public.write_offs w where w.created_by = v_me.id and w.client_key = v_key
    or w.booking_id = v_booking.id;
  if found then return v_row; end if;
  select d.* into v_debt from app.debt_of(write_off.booking_id, write_off.user_id) d;
  if v_debt.debtor is null then perform app.refuse('person_not_found', 404, 'No such person'); end if;
  if v_debt.amount <= 0 then
    perform app.refuse('nothing_owed', 409, 'The booking is not PENDING, or the wallet is not below zero');
  end if;
  perform app.check_period(v_on);
  perform app.check_approval_limit(v_me, 'write_off', coalesce(write_off.booking_id, write_off.user_id), v_debt.debtor,
    v_debt.amount);
  v_row.transaction_id := app.post_ledger('write_off',
    format('write_off:%s', coalesce(v_booking.id::text, v_me.id || ':' || v_key)), v_booking.id, jsonb_build_array(
    app.entry('expense.write_off', -v_debt.amount),
    app.entry(case when v_booking.id is null then 'wallet:' || v_debt.debtor else 'held:' || v_booking.id end,
      v_debt.amount)));
  insert into public.write_offs (booking_id, user_id, amount, reason, on_day, transaction_id, created_by, client_key)
  values (v_booking.id, v_debt.debtor, v_debt.amount, btrim(left(write_off.reason, app.reason_length())), v_on,
    v_row.transaction_id, v_me.id, v_key) returning * into v_row;
  perform app.record_decision('write_off', v_debt.debtor, v_debt.amount, v_row.transaction_id, v_booking.id,
    v_me.id, v_row.reason);
  if v_booking.id is null then
    -- Drops the driver's share of an unpaid fee, because the driver gets it only if the rider pays, and the rider will
    -- not.
    delete from app.fee_debts d where d.customer_id = v_debt.debtor;
  else
    perform app.set_actor('admin', v_me.id, note => 'write_off');
    perform app.credit_booking(v_booking, v_debt.amount, 0, null);
  end if;
  perform app.audit('write_off', case when v_booking.id is null then 'profiles' else 'bookings' end,
    coalesce(v_booking.id, v_debt.debtor)::text, null,
    jsonb_build_object('user_id', v_debt.debtor, 'amount', v_debt.amount, 'reason', v_row.reason, 'on_day', v_on));
  return v_row;
end $$;
comment on function public.write_off is
  'Writes off a debt: the rest of a PENDING booking, which becomes PAID so that its driver is paid, or a person''s '
  'negative wallet balance. on_day: date in the books (default today), never in a locked period. Idempotent. Above '
  'settings.credit_limit two people decide (request_approval(write_off, …)). '
  'Errors: must_login, not_allowed (also for oneself), demo_mode, no_details_error, booking_not_found, '
  'person_not_found, nothing_owed, payment_running (a reserved card is being charged), period_locked, needs_approval.';
grant execute on function public.write_off(uuid, uuid, text, date, uuid) to authenticated;
