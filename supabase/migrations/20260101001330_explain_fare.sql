-- Explaining a fare: computed again from what was kept, to the last line.
-- Needs:  bookings, compute_fare, profiles
-- Access: whoever has a part in the booking; riders without the operator's fee
-- Tests:  tests/db/trip.sql, tests/db/extras.sql

create function app.fare_as_seen(fare jsonb, inputs jsonb, in_full boolean) returns jsonb
language sql immutable set search_path = '' as $$
  select case when fare is null then null
    when in_full then jsonb_build_object('lines', fare -> 'lines', 'trip_cost', fare -> 'trip_cost', 'inputs', inputs,
      'driver_share', fare -> 'driver_share', 'convenience_fees', fare -> 'convenience_fees')
    else jsonb_build_object('lines', fare -> 'rider_lines', 'trip_cost', fare -> 'trip_cost', 'inputs', inputs) end
$$;

create function public.explain_fare(booking_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_me public.profiles := app.caller();
  v_booking public.bookings := app.booking_of_mine(explain_fare.booking_id);
  v_money public.booking_finances;
  v_quote jsonb;
  v_final jsonb;
  v_full boolean;
begin
  v_full := v_booking.customer_id <> v_me.id;
  select f.* into v_money from public.booking_finances f where f.booking_id = v_booking.id;
  v_quote := app.compute_fare(v_money.rule, v_money.quote_inputs);
  v_final := case when v_money.final_inputs is not null then app.compute_fare(v_money.rule, v_money.final_inputs) end;
  return jsonb_build_object('booking_id', v_booking.id, 'version', v_money.rule -> 'version', 'code', v_money.rule -> 'code',
    'flags', to_jsonb(v_money.flags), 'tax', jsonb_build_object('percent', coalesce(v_money.rule -> 'tax_percent', '0'),
      'amount', coalesce(v_final, v_quote) -> 'tax', 'included', true),
    'quote', app.fare_as_seen(v_quote, v_money.quote_inputs, v_full),
    'final', app.fare_as_seen(v_final, v_money.final_inputs, v_full),
    -- What follows the fare: neither is a part of it.
    'promo', case when v_booking.discount_amount > 0 then app.fare_line('promo', -v_booking.discount_amount, name => v_booking.promo_code) end,
    'tip', case when v_booking.tip_amount > 0 then app.fare_line('tip', v_booking.tip_amount) end,
    'total', coalesce((v_final ->> 'trip_cost')::numeric, (v_quote ->> 'trip_cost')::numeric) - v_booking.discount_amount,
    'trail', v_money.final_inputs -> 'trail',
    'rule', case when v_full then v_money.rule end,
    'replays', v_quote = v_money.quote_fare and v_final is not distinct from v_money.final_fare);
end $$;
comment on function public.explain_fare is
  'Computes quote and final fare again from what was kept: {booking_id, version, code, flags, tax, quote, final, promo, tip, total, trail, rule, replays}, each fare {lines, trip_cost, inputs} and, for all but the rider, driver_share and convenience_fees; tax {percent, amount, included} is inside, promo (a line below zero) and tip come after, total is the fare less promo. trail: {distance_km (measured), silent_km (of it, for silences), quoted_km, points, left_out {still, leap, vague}} of a ride that was measured. replays: whether it came out as stored. Errors: must_login, booking_not_found.';
revoke execute on function public.explain_fare(uuid) from public, anon;
grant execute on function public.explain_fare(uuid) to authenticated;
