-- Explains a fare: recomputes it from the stored rule and inputs, line by line.
-- Access: rider, driver and fleet admin of the booking, and admins; riders do not see the operator's fee
-- Tests:  tests/db/trip.sql, tests/db/extras.sql

create function app.visible_fare(fare jsonb, inputs jsonb, in_full boolean) returns jsonb
language sql immutable set search_path = '' as $$
  select case when fare is null then null
    when in_full then jsonb_build_object('lines', fare -> 'lines', 'trip_cost', fare -> 'trip_cost', 'inputs', inputs,
      'driver_share', fare -> 'driver_share', 'convenience_fees', fare -> 'convenience_fees')
    else jsonb_build_object('lines', fare -> 'rider_lines', 'trip_cost', fare -> 'trip_cost', 'inputs', inputs) end
$$;

-- The desk's corrections of a fare, oldest first, with what became of each.
create function app.corrections_of(booking_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('at', c.created_at, 'amount_before', c.amount_before, 'amount_after',
    c.amount_after, 'returned',
    c.returned, 'reason', c.reason,
    'asked', r.amount, 'status', case when c.transaction_id is not null then 'returned'
      when r.id is null then 'changed' else r.status end) order by c.id), '[]')
  from public.fare_corrections c left join public.payment_requests r on r.id = c.request_id
    where c.booking_id = corrections_of.booking_id
$$;

-- The price of a paid booking with everything that changed after the payment; null if nothing did.
create function app.visible_price(booking public.bookings, in_full boolean) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare v_now app.fare_sums;
begin
  if not exists (select 1 from app.fare_changes c where c.booking_id = (booking).id) then return null; end if;
  v_now := app.current_fare(booking);
  return jsonb_build_object('trip_cost', v_now.driver_share + v_now.convenience_fees, 'discount',
    v_now.discount_amount, 'tax', v_now.tax)
    || case when in_full then jsonb_build_object('driver_share', v_now.driver_share, 'convenience_fees',
      v_now.convenience_fees) else '{}' end;
end $$;

create function public.explain_fare(booking_id uuid) returns public.fare_explanation
language plpgsql stable security definer set search_path = '' as $$
declare
  v_me public.profiles := app.caller();
  v_booking public.bookings := app.readable_booking(explain_fare.booking_id);
  v_money public.booking_finances;
  v_quote jsonb;
  v_final jsonb;
  v_full boolean;
  v_later numeric := (select coalesce(sum(c.driver_share + c.convenience_fees - c.discount_amount), 0)
    from app.fare_changes c where c.booking_id = v_booking.id);
begin
  v_full := v_booking.customer_id is distinct from v_me.id;
  select f.* into v_money from public.booking_finances f where f.booking_id = v_booking.id;
  v_quote := app.compute_fare(v_money.rule, v_money.quote_inputs);
  v_final := case when v_money.final_inputs is not null then app.compute_fare(v_money.rule, v_money.final_inputs) end;
  return row(v_booking.id, (v_money.rule ->> 'version')::integer, v_money.rule ->> 'code', v_money.flags,
    jsonb_build_object('percent', coalesce(v_money.rule -> 'tax_percent', '0'),
      'amount', coalesce(v_final, v_quote) -> 'tax', 'included', true),
    app.visible_fare(v_quote, v_money.quote_inputs, v_full),
    app.visible_fare(v_final, v_money.final_inputs, v_full),
    -- Promotion, rounding and tip are not part of the fare; their lines follow the lines of the fare.
    (select app.fare_line('promo', p.amount, name => p.name) from app.money_parts(v_booking) p where p.side = 'price'
      and p.kind = 'promotion'),
    (select app.fare_line(p.kind, p.amount) from app.money_parts(v_booking) p where p.side = 'price'
      and p.kind like '%rounding'),
    (select app.fare_line('tip', sum(p.amount)) from app.money_parts(v_booking) p where p.side = 'tip'
      having sum(p.amount) > 0),
    v_booking.total_amount + v_later,
    v_money.final_inputs -> 'trail', case when v_full then v_money.rule end,
    v_quote = v_money.quote_fare and v_final is not distinct from v_money.final_fare,
    app.corrections_of(v_booking.id), app.visible_price(v_booking, v_full))::public.fare_explanation;
end $$;
comment on function public.explain_fare is
  'Recomputes quote and final fare from the stored data: {booking_id, version, code, flags, tax, quote, final, promo, '
  'cash_rounding, tip, total, trail, rule, replays, corrections, now}, where quote and final are {lines, trip_cost, '
  'inputs} and, except for the rider, driver_share and convenience_fees. tax {percent, amount, included} is included '
  'in the fare; promo (negative), cash_rounding (either sign) and tip come after it; total is what the booking costs '
  'the rider: the fare with promo and rounding, or the fee of a cancelled booking, and with what changed after the '
  'payment. corrections: those of the desk, [{at, amount_before, amount_after, returned, asked, status (changed: '
  'before the payment; returned; or that of the payment request), reason}]; now: the price after changes that follow '
  'the payment, {trip_cost, discount, tax, and except for the rider driver_share, convenience_fees}, else null. '
  'trail, of a metered ride: {distance_km (measured), silent_km (the part estimated over gaps), quoted_km, points, '
  'left_out (number of points not counted): {still (car did not move), leap (impossible jump), vague (inaccurate)}}. '
  'replays: whether the recomputed results equal the stored ones. '
  'Errors: must_login, booking_not_found.';
grant execute on function public.explain_fare(uuid) to authenticated;
