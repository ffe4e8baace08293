-- The end of a trip: the final fare and the amount left to pay.
-- Access: the booking's driver ends the trip; an admin may end the trip of a car that broke down
-- Tests:  tests/db/metering.sql, tests/db/trip.sql, tests/db/extras.sql, tests/db/attacks_trips.sql

-- Counts the extras of a trip (tolls, parking and similar) up to a cap of 1.5 times the quote. Extras that the desk or
-- the system entered always count in full. Of a driver's extra at most what the driver was told at entry counts
-- (countable_amount), and only until the fare reaches the cap.
create function app.count_extras(booking public.bookings, rule jsonb, inputs jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  -- A street trip has no quote, so its cap is computed from the metered fare.
  v_cap numeric := trunc(1.5 * case (booking).source
    when 'street' then (app.compute_fare(rule, inputs) ->> 'trip_cost')::numeric else (booking).estimate end,
    (rule ->> 'decimal')::integer);
  v_counted jsonb := jsonb_build_array();
  v_capped boolean := false;
  v_part numeric;
  e public.booking_extras;
begin
  for e in select x.* from public.booking_extras x where x.booking_id = (booking).id and x.removed_at is null
    order by x.by_role <> 'driver', x.created_at, x.id loop
    v_part := case when e.by_role <> 'driver' then e.amount
      else least(e.amount, e.countable_amount,
        app.extra_room(rule, inputs || jsonb_build_object('extras', v_counted), v_cap)) end;
    v_capped := v_capped or v_part < e.amount;
    continue when v_part = 0;
    v_counted := v_counted || jsonb_strip_nulls(jsonb_build_object('id', e.id, 'key', e.key, 'amount', v_part,
      'declared', case when v_part < e.amount then e.amount end, 'note', e.note));
  end loop;
  return jsonb_build_object('extras', v_counted, 'capped', v_capped);
end $$;
comment on function app.count_extras is
  'The extras as inputs of the fare, and whether the cap of 1.5 times the quote reduced them: {extras, capped}.';

-- Returns the inputs of the final fare, which uses the tariff of the quote. A metered taxi ride is charged by the
-- recorded trail and the clock. An upfront ride is charged as quoted, plus the waiting time at stops. If an upfront
-- ride was not driven completely (app.is_whole_ride), its measured distance and time are charged, each at most as
-- quoted. Every taxi ride is also charged for waiting at the pickup. A parcel costs the quoted price. `measured` is
-- stored for the desk, even if the quoted fare is charged in the end; `trail` says how the distance was measured and
-- which points were not counted.
create function app.final_inputs(booking public.bookings, money public.booking_finances) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_meter jsonb := app.meter_trip(booking);
  v_secs numeric := round(extract(epoch from (booking).reached_at - (booking).started_at));
  v_metered boolean := (money).rule ->> 'fare_mode' = 'metered';
  v_measured jsonb;
  v_inputs jsonb := (money).quote_inputs;
  v_flags jsonb := jsonb_build_array();
begin
  if (booking).category <> 'taxi' then
    return jsonb_build_object('inputs', v_inputs, 'flags', '[]'::jsonb, 'distance_km', v_inputs -> 'distance_km');
  end if;
  v_measured := jsonb_build_object('wait_secs', greatest(0, round(extract(epoch from
    (booking).started_at - greatest(coalesce(app.at_pickup_since(booking), (booking).started_at),
      case when (booking).book_later then (booking).trip_at end)))));
  if v_metered then
    v_measured := v_measured || jsonb_build_object('distance_km', v_meter -> 'distance_km', 'secs', v_secs);
    v_flags := v_meter -> 'flags';
  else
    if not app.is_whole_ride(booking, (v_meter ->> 'distance_km')::numeric) then
      v_flags := v_meter -> 'flags' || '"ended_elsewhere"';
      v_measured := v_measured || jsonb_build_object('secs', least(v_secs, (v_inputs ->> 'secs')::numeric),
        'distance_km', least((v_meter ->> 'distance_km')::numeric, (v_inputs ->> 'distance_km')::numeric));
    end if;
    -- Only upfront fares count waiting at stops separately: a metered fare already includes the time at stops.
    v_measured := v_measured || jsonb_build_object('stop_wait_secs',
      app.stop_wait_secs(booking, app.amount_in((money).rule -> 'free_wait')));
  end if;
  return jsonb_build_object('inputs', v_inputs || v_measured, 'measured', v_measured, 'flags', v_flags,
    'way', case when v_metered
      and (booking).source <> 'street' then
      app.classify_distance(booking, (v_meter ->> 'distance_km')::numeric, (v_meter ->> 'silent_km')::numeric) end,
    'trail', case when v_measured ? 'distance_km' then v_meter - 'flags' || jsonb_build_object('quoted_km',
      (booking).estimate_distance) end,
    'distance_km', coalesce(v_measured -> 'distance_km', v_inputs -> 'distance_km'));
end $$;

-- Computes the final fare and limits how far a metered fare may exceed its quote, because the trail consists only of
-- what the driver's phone reported. A distance between 1.2 and 1.5 times the quoted distance is paid and flagged for
-- the desk. Above that, the lower of the metered and the quoted fare is charged. If the metered fare is above 1.5 times
-- the quoted fare, the quoted fare is charged. A street trip has no quote, so it has none of these limits.
create function app.final_fare(booking public.bookings) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_money public.booking_finances;
  v_driven jsonb;
  v_inputs jsonb;
  v_flags jsonb;
  v_extras jsonb;
  v_metered numeric;
begin
  select f.* into v_money from public.booking_finances f where f.booking_id = (booking).id;
  v_driven := app.final_inputs(booking, v_money);
  v_inputs := v_driven -> 'inputs';
  v_flags := v_driven -> 'flags';
  v_metered := (app.compute_fare(v_money.rule, v_inputs) ->> 'trip_cost')::numeric;
  if (booking).source <> 'street' and (v_metered > 1.5 * (booking).estimate)
    or (v_driven ->> 'way' = 'too_long' and v_metered > (booking).estimate) then
    v_flags := v_flags || '"held_at_quote"';
    v_inputs := v_money.quote_inputs || jsonb_build_object('measured', v_driven -> 'measured');
  elsif v_driven ->> 'way' in ('long', 'too_long') then
    v_flags := v_flags || '"long_way"';
  -- The other direction, by the same factor: a lost trail makes a ride cheap, which nobody in the car reports.
  elsif v_driven ->> 'way' is not null and 1.2 * v_metered < (booking).estimate then
    v_flags := v_flags || '"below_quote"';
  end if;
  v_inputs := v_inputs || jsonb_strip_nulls(jsonb_build_object('trail', v_driven -> 'trail'));
  v_extras := app.count_extras(booking, v_money.rule, v_inputs);
  if v_extras -> 'extras' <> '[]' then
    v_inputs := v_inputs || jsonb_build_object('extras', v_extras -> 'extras');
  end if;
  if v_extras -> 'capped' = 'true' then v_flags := v_flags || '"extras_capped"'; end if;
  -- The desk's price stays until it corrects it again, also if an extra is removed afterwards.
  if v_money.final_inputs ? 'corrected_to' then
    v_inputs := v_inputs || jsonb_build_object('corrected_to', v_money.final_inputs -> 'corrected_to');
  end if;
  return jsonb_build_object('inputs', v_inputs, 'fare', app.compute_fare(v_money.rule, v_inputs), 'flags', v_flags,
    'distance_km', v_driven -> 'distance_km');
end $$;
comment on function app.final_fare is
  'The final fare: {inputs, fare, flags, distance_km}. fare always equals compute_fare of the stored rule and these '
  'inputs.';

-- Returns what the rider has already paid: for a prepaid parcel at least its price after the discount, otherwise what
-- was paid by wallet and card.
create function app.paid_before(booking public.bookings) returns numeric
language sql immutable set search_path = '' as $$
  select case when (booking).prepaid then greatest((booking).customer_paid,
    (booking).trip_cost - (booking).discount_amount)
    else (booking).customer_paid end
$$;

-- Returns the cash rounding of an open amount: only where cash was chosen, because wallets and cards pay the exact
-- amount.
create function app.cash_part(booking public.bookings, open numeric) returns numeric
language plpgsql stable security definer set search_path = '' as $$
begin
  return case when not (booking).prepaid and (booking).payment_mode = 'cash'
    then app.cash_to_collect((booking).id, cash_part.open) - cash_part.open else 0 end;
end $$;
comment on function app.cash_part is
  'The cash rounding that payable_amount includes for an open amount; 0 if it is not paid in cash.';

create function app.format_place(lat double precision, lng double precision) returns text
language sql immutable set search_path = '' as $$ select format('%s, %s', round(format_place.lat::numeric, 5),
  round(format_place.lng::numeric, 5)) $$;

-- Returns the place where a street trip ends: the position that the driver sends, otherwise the last point of the
-- trail, otherwise the pickup.
create function app.street_end(booking public.bookings, lat double precision, lng double precision) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('drop_lat', e.lat, 'drop_lng', e.lng, 'drop_address', app.format_place(e.lat, e.lng))
  from (select x.lat, x.lng from (
    select 1 as place, street_end.lat, street_end.lng where street_end.lat is not null
    union all (select 2, t.lat, t.lng from public.tracking_points t where t.booking_id = (booking).id
      order by t.at desc limit 1)
    union all select 3, (booking).pickup_lat, (booking).pickup_lng) x order by x.place limit 1) e
$$;

-- Returns what a rider agreed to pay for a ride that is under way: the fare of its last route after the promotion, and
-- the compensation that the rider accepted with a cheaper route.
create function app.agreed_amount(booking public.bookings) returns numeric
language sql stable security definer set search_path = '' as $$
  select (booking).estimate - (booking).discount_amount + app.route_compensation(booking)
$$;
comment on function app.agreed_amount is
  'What the rider agreed to pay, before the ride ends: fare less promotion, plus the accepted compensation for a '
  'cheaper route.';
