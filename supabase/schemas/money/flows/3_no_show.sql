-- No-shows: the driver waits in vain and leaves, the rider is charged a fee and may object, and the desk decides.
-- Access: the booking's driver reports a no-show; the rider objects; admins decide
-- Tests:  tests/db/no_show.sql, tests/db/cancelling.sql

create function public.no_show(booking_id uuid) returns public.bookings
language plpgsql security definer set search_path = '' as $$
declare
  v_booking public.bookings := app.lock_driver_booking(no_show.booking_id);
  v_fee numeric;
  v_waited boolean;
  v_ends timestamptz;
  v_is_there boolean;
begin
  if v_booking.status = 'CANCELLED' then return v_booking; end if;
  if v_booking.status <> 'ARRIVED' then perform app.refuse_status(v_booking); end if;
  v_ends := app.wait_ends(v_booking);
  v_is_there := app.is_at(v_booking.driver_id, v_booking.pickup_lat, v_booking.pickup_lng);
  if v_ends > app.now() or v_ends is null and v_is_there then
    perform app.refuse('no_show_too_early', 409, 'Wait for the free minutes to pass');
  end if;
  if not v_is_there then
    perform app.refuse('not_at_pickup', 409, 'Report a position within 500 m of the pickup first, less than 30 s old');
  end if;
  v_fee := app.no_show_fee(v_booking);
  v_waited := app.waited_at_pickup(v_booking);
  perform app.set_driver_actor(v_booking.driver_id, 'no_show');
  v_booking := app.end_booking(v_booking, 'driver', 'no_show', case when v_waited then v_fee else 0 end);
  if v_fee > 0 then
    insert into public.no_show_fees (booking_id, customer_id, amount, status)
    values (v_booking.id, v_booking.customer_id, v_fee, case when v_waited then 'charged' else 'review' end);
  end if;
  return v_booking;
end $$;
comment on function public.no_show is
  'The driver reports that the rider did not come within settings.free_wait minutes. The fee, the last step of the '
  'car type''s cancel_slab, is charged at once if the trail shows that the car waited at the pickup, otherwise when '
  'the desk agrees (no_show_fees). '
  'Errors: not_a_driver, require_approval, booking_not_found, wrong_status, no_show_too_early, not_at_pickup.';
grant execute on function public.no_show(uuid) to authenticated;

create function public.object_to_no_show(booking_id uuid, reason text) returns public.no_show_fees
language plpgsql security definer set search_path = '' as $$
declare
  v_me public.profiles := app.me();
  v_fee public.no_show_fees;
  v_reason text := left(nullif(btrim(app.plain(object_to_no_show.reason)), ''), 500);
begin
  select f.* into v_fee from public.no_show_fees f where f.booking_id = object_to_no_show.booking_id
    and f.customer_id = v_me.id for no key update;
  if not found then perform app.refuse('no_show_fee_not_found', 404, 'The caller has no fee for this booking'); end if;
  if v_fee.objected_at is not null then return v_fee; end if;
  if v_fee.decided_at is not null then
    perform app.refuse('no_show_fee_decided', 409, 'The desk has already decided');
  end if;
  if v_fee.created_at < app.now() - app.objection_time() then perform app.refuse_objection(); end if;
  if v_reason is null then perform app.refuse('reason_required', 422, 'Give a reason'); end if;
  update public.no_show_fees f set objection = v_reason, objected_at = app.now() where f.booking_id = v_fee.booking_id
    returning f.* into v_fee;
  return v_fee;
end $$;
comment on function public.object_to_no_show is
  'The rider objects to a no-show fee within 7 days; the desk then decides. Idempotent. Returns the fee. '
  'Errors: must_login, no_show_fee_not_found, no_show_fee_decided, objection_too_late, reason_required.';
grant execute on function public.object_to_no_show(uuid, text) to authenticated;

-- Charges a fee for a booking that was cancelled. If `back` is given, reverses a charged fee instead under that kind,
-- and deletes its fee debt. The charge counts in the month of the charge and the reversal in the month of the reversal,
-- so that months already reported do not change.
create function app.move_fee(booking public.bookings, amount numeric, back text default null) returns bigint
language plpgsql security definer set search_path = '' as $$
declare
  v_sign integer := case when back is null then 1 else -1 end;
  v_driver numeric;
  v_id bigint;
  e public.earnings_months := app.empty_earnings(booking, app.now());
begin
  perform app.lock_wallets(variadic array_remove(array[(booking).customer_id, (booking).driver_id], null));
  if app.has_no_account((booking).customer_id) then
    perform app.refuse('person_not_found', 404, 'The account of the rider was deleted');
  end if;
  if back is not null then
    -- All that the driver got of this booking's fees, less what earlier reversals took back.
    select coalesce(sum(l.amount), 0) into v_driver from public.ledger_transactions t
    join public.ledger_entries l on l.transaction_id = t.id join public.ledger_accounts a on a.id = l.account_id
    where t.booking_id = (booking).id and t.kind in ('cancellation', 'cancellation_share', 'no_show_waived',
      'fee_reversed')
      and a.user_id = (booking).driver_id and not app.has_no_account((booking).driver_id);
    delete from app.fee_debts d where d.booking_id = (booking).id;
  else
    v_driver := app.share_fee(booking, move_fee.amount, app.real_balance((booking).customer_id));
  end if;
  v_id := app.post_ledger(coalesce(back, 'cancellation'), coalesce(back, 'no_show_fee') || ':' || (booking).id,
    (booking).id, jsonb_build_array(
      app.entry('wallet:' || (booking).customer_id, -v_sign * move_fee.amount),
      app.entry('wallet:' || (booking).driver_id, v_sign * v_driver),
      app.entry('revenue.cancellation', v_sign * (move_fee.amount - v_driver))));
  perform app.share_cancelled(booking, v_sign * v_driver);
  e.cancellations := v_sign;
  e.cancellation_fee := v_sign * move_fee.amount;
  e.cancellation_share := v_sign * v_driver;
  perform app.add_earnings((booking).id, app.now(), e);
  update public.bookings b set cancellation_fee = case when back is null then move_fee.amount else 0 end
    where b.id = (booking).id;
  return v_id;
end $$;
comment on function app.move_fee is
  'Charges a fee that the desk agreed to, or reverses a charged one (back: no_show_waived or fee_reversed). Returns '
  'the transaction. '
  'Errors: person_not_found.';

create function public.decide_no_show_fee(booking_id uuid, charge boolean) returns public.no_show_fees
language plpgsql security definer set search_path = '' as $$
declare
  v_me public.profiles := app.require_editor('refund');
  v_booking public.bookings := app.lock_booking(decide_no_show_fee.booking_id);
  v_fee public.no_show_fees;
  v_was text;
  v_id bigint;
begin
  select f.* into v_fee from public.no_show_fees f where f.booking_id = v_booking.id for no key update;
  if not found then perform app.refuse('no_show_fee_not_found', 404, 'The booking has no no-show fee'); end if;
  v_was := v_fee.status;
  if v_fee.decided_at is not null then
    if (v_was = 'charged') = decide_no_show_fee.charge then return v_fee; end if;
    perform app.refuse('no_show_fee_decided', 409, format('The fee is %s', v_was));
  end if;
  if decide_no_show_fee.charge is null then
    perform app.refuse('select_proper', 422, 'Give charge: true or false');
  end if;
  if decide_no_show_fee.charge <> (v_was = 'charged') then
    v_id := app.move_fee(v_booking, v_fee.amount, case when not decide_no_show_fee.charge then 'no_show_waived' end);
  end if;
  perform app.record_decision(case when decide_no_show_fee.charge then 'no_show_fee' else 'no_show_waiver' end,
    v_fee.customer_id, v_fee.amount, v_id, v_booking.id, v_me.id);
  update public.no_show_fees f set status = case when decide_no_show_fee.charge then 'charged' else 'waived' end,
    decided_by = v_me.id, decided_at = app.now() where f.booking_id = v_booking.id returning f.* into v_fee;
  perform app.audit('decide_no_show_fee', 'bookings', v_booking.id::text, jsonb_build_object('status', v_was),
    jsonb_build_object('status', v_fee.status, 'amount', v_fee.amount, 'objection', v_fee.objection));
  perform app.broadcast('booking:' || v_booking.id, 'booking', v_booking.id);
  return v_fee;
end $$;
comment on function public.decide_no_show_fee is
  'An admin agrees to a no-show fee (charge) or waives it, which refunds a charged fee. Audited; reverse_decision '
  'takes it back once, within 30 days. Idempotent. Returns the fee. '
  'Errors: must_login, not_allowed, demo_mode, booking_not_found, no_show_fee_not_found, no_show_fee_decided, '
  'select_proper, person_not_found (the rider''s account was deleted).';
grant execute on function public.decide_no_show_fee(uuid, boolean) to authenticated;
