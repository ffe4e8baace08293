-- Corrections of a fare that the meter got wrong, by the desk.
-- Access: admins with the permission fares correct; riders and admins read
-- Tests:  tests/db/fare_corrections.sql, tests/db/corrections.test.ts

-- A lower price is the rider's gain. A higher one is asked for, unless the promotion pays it all: then it is the
-- driver's.
create function app.correct_paid_fare(me public.profiles, booking public.bookings, was numeric, price numeric,
  reason text, client_key uuid) returns public.fare_corrections
language plpgsql security definer set search_path = '' as $$
declare
  v_row public.fare_corrections;
  v_change app.fare_sums := app.price_change(booking, correct_paid_fare.price);
  v_due numeric := v_change.driver_share + v_change.convenience_fees - v_change.discount_amount;
  v_left numeric;
  v_to_operator numeric;
  v_written_off numeric;
  v_back record;
begin
  if v_due > 0 then
    v_row.request_id := (app.open_request(booking, 'fare', v_due, correct_paid_fare.reason, (me).id,
      correct_paid_fare.client_key, v_change)).id;
    return v_row;
  end if;
  -- What the operator paid for the rider goes back first: nobody gets back what they did not pay.
  v_to_operator := least(-v_due, app.paid_by_operator(booking));
  v_written_off := least(v_to_operator, greatest(0, app.paid_by_operator(booking) - app.goodwill_paid((booking).id)));
  v_due := v_due + v_to_operator;
  v_left := app.refundable(booking);
  if -v_due > v_left then
    perform app.refuse('refund_too_high', 409, format('At most %s can be refunded', v_left));
  end if;
  perform app.lock_booking_wallets(booking);
  perform app.check_approval_limit(me, 'fare', (booking).id,
    case when correct_paid_fare.price > was then (booking).driver_id else (booking).customer_id end,
    correct_paid_fare.price, abs(correct_paid_fare.price - was));
  v_row.returned := -v_due;
  if v_due < 0 then v_back := app.give_back(booking, -v_due, v_left, correct_paid_fare.reason, (me).id);
  else select '[]'::jsonb as entries, 0::numeric as to_wallet, 0::numeric as bonus into v_back; end if;
  v_row.transaction_id := app.post_fare_change(booking,
    format('fare_correction:%s:%s', (me).id, correct_paid_fare.client_key), v_change,
    v_back.entries || jsonb_build_array(app.entry('expense.write_off', v_written_off),
      app.entry('expense.goodwill', v_to_operator - v_written_off)), to_operator => v_to_operator);
  perform app.record_card_credit(v_row.transaction_id, (booking).customer_id, 'topup',
    least(v_back.to_wallet - v_back.bonus, (booking).card_payment_amount));
  return v_row;
end $$;

create function public.correct_fare(booking_id uuid, amount numeric, reason text,
  client_key uuid default gen_random_uuid()) returns public.fare_corrections
language plpgsql security definer set search_path = '' as $$
declare
  v_me public.profiles := app.require_editor('fares');
  v_booking public.bookings := app.lock_booking(correct_fare.booking_id);
  v_key uuid := coalesce(correct_fare.client_key, gen_random_uuid());
  v_price numeric := app.to_money(correct_fare.amount);
  v_reason text := app.require_reason(correct_fare.reason);
  v_was numeric;
  v_row public.fare_corrections;
begin
  select c.* into v_row from public.fare_corrections c where c.created_by = v_me.id and c.client_key = v_key;
  if found then return v_row; end if;
  if not app.is_billed(v_booking.status) then perform app.refuse_status(v_booking); end if;
  if v_price is null then perform app.refuse_amount(); end if;
  if v_booking.reached_at < app.now() - app.correction_time() then perform app.refuse_correction(); end if;
  perform app.refuse_own(v_me, v_booking.customer_id), app.refuse_own(v_me, v_booking.driver_id),
    app.refuse_own(v_me, v_booking.fleet_id);
  -- A new decision replaces one that the rider has not answered.
  perform app.close_request(q, 'withdrawn') from public.payment_requests q where q.booking_id = v_booking.id
    and q.kind = 'fare' and q.status = 'open';
  v_was := app.current_price(v_booking);
  if v_was = v_price then perform app.refuse('fare_unchanged', 409, 'This is the fare already'); end if;
  if v_booking.status = 'PENDING' then
    perform app.check_no_capture(v_booking);
    perform app.lock_booking_wallets(v_booking);
    -- Up is the driver's gain and down the rider's.
    perform app.check_approval_limit(v_me, 'fare', v_booking.id, case when v_price > v_was then v_booking.driver_id
      else v_booking.customer_id end, v_price, abs(v_price - v_was));
    update public.booking_finances f set final_inputs = f.final_inputs || jsonb_build_object('corrected_to', v_price)
      where f.booking_id = v_booking.id;
    perform app.set_actor('admin', v_me.id, note => 'fare_corrected');
    perform app.store_fare(v_booking);
    v_row.returned := 0;
  else
    v_row := app.correct_paid_fare(v_me, v_booking, v_was, v_price, v_reason, v_key);
  end if;
  insert into public.fare_corrections (booking_id, customer_id, amount_before, amount_after, returned,
    reason, request_id,
    transaction_id, created_by, client_key)
  values (v_booking.id, v_booking.customer_id, v_was, v_price, coalesce(v_row.returned, 0), v_reason, v_row.request_id,
    v_row.transaction_id, v_me.id, v_key)
  returning * into v_row;
  perform app.audit('correct_fare', 'bookings', v_booking.id::text, jsonb_build_object('trip_cost', v_was),
    jsonb_build_object('trip_cost', v_price, 'reason', v_reason, 'asked', v_row.request_id is not null)
    || case when v_row.request_id is not null then '{}' else jsonb_build_object('amount', abs(v_price - v_was),
      'user_id', case when v_price > v_was then v_booking.driver_id else v_booking.customer_id end)
      || jsonb_strip_nulls(jsonb_build_object('approval', nullif(current_setting('app.approval', true), ''))) end);
  if v_row.request_id is null then
    perform app.notify_and_email(p.id, 'fare_corrected', jsonb_build_object('reference', v_booking.reference,
      'before', v_was,
      'amount', v_price, 'reason', v_reason), v_booking.id)
    from unnest(array[v_booking.customer_id, v_booking.driver_id]) p (id);
    perform app.broadcast('booking:' || v_booking.id, 'booking', v_booking.id);
  end if;
  return v_row;
end $$;
comment on function public.correct_fare is
  'An admin sets the right price (amount, the trip_cost with every line and before a promotion) of a ride or parcel '
  'whose fare was measured wrong, within 30 days of its end. Before the payment the fare changes, up or down. '
  'Afterwards a lower price is refunded with a credit note, from the shares of driver, fleet, operator and tax; a '
  'higher price becomes a payment request that the rider accepts or declines. Promotion, tax, fee and shares are '
  'computed anew. Rider and driver are told. Audited; a repeated client_key returns the first correction. '
  'Errors: must_login, not_allowed (also for one''s own money), demo_mode, booking_not_found, wrong_status, '
  'amount_invalid, reason_required, correction_too_late, fare_unchanged, payment_running, refund_too_high, '
  'person_not_found, needs_approval (kind fare).';
grant execute on function public.correct_fare(uuid, numeric, text, uuid) to authenticated;
