-- The end of a trip: the final fare and the amount left to pay.
-- Needs:  trip, trail, compute_fare, promos (the discount), extras, stops (waiting time)
-- Access: the booking's driver ends the trip; an admin may end the trip of a car that broke down
-- Tests:  tests/db/metering.sql, tests/db/trip.sql, tests/db/extras.sql, tests/db/attacks_trips.sql

-- Counts the extras of a trip (tolls, parking and similar) up to a cap of 1.5 times the quote. Extras that the desk or the
-- system entered always count in full. Of a driver's extra at most what the driver was told at entry counts (counts), and only
-- until the fare reaches the cap.
create function app.count_extras(booking public.bookings, rule jsonb, inputs jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  -- A street trip has no quote, so its cap is computed from the metered fare.
  v_cap numeric := trunc(1.5 * case (booking).source when 'street' then (app.compute_fare(rule, inputs) ->> 'trip_cost')::numeric else (booking).estimate end,
    (rule ->> 'decimal')::integer);
  v_counted jsonb := jsonb_build_array();
  v_capped boolean := false;
  v_part numeric;
  e public.booking_extras;
begin
  for e in select x.* from public.booking_extras x where x.booking_id = (booking).id and x.removed_at is null
    order by x.by_role <> 'driver', x.created_at, x.id loop
    v_part := case when e.by_role <> 'driver' then e.amount
      else least(e.amount, e.counts, app.extra_room(rule, inputs || jsonb_build_object('extras', v_counted), v_cap)) end;
    v_capped := v_capped or v_part < e.amount;
    continue when v_part = 0;
    v_counted := v_counted || jsonb_strip_nulls(jsonb_build_object('id', e.id, 'key', e.key, 'amount', v_part,
      'declared', case when v_part < e.amount then e.amount end, 'note', e.note));
  end loop;
  return jsonb_build_object('extras', v_counted, 'capped', v_capped);
end $$;
comment on function app.count_extras is 'The extras as inputs of the fare, and whether the cap of 1.5 times the quote reduced them: {extras, capped}.';

-- Returns the inputs of the final fare, which uses the tariff of the quote. A metered taxi ride is charged by the recorded
-- trail and the clock. An upfront ride is charged as quoted, plus the waiting time at stops. If an upfront ride was not driven
-- completely (app.is_whole_ride), its measured distance and time are charged, each at most as quoted. Every taxi ride is also
-- charged for waiting at the pickup. A parcel costs the quoted price. `measured` is stored for the desk, even if the quoted
-- fare is charged in the end; `trail` says how the distance was measured and which points were not counted.
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
    (booking).started_at - greatest(coalesce(app.there_since(booking), (booking).started_at), case when (booking).book_later then (booking).trip_at end)))));
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
    v_measured := v_measured || jsonb_build_object('stop_wait_secs', app.stop_wait_secs(booking, app.amount_in((money).rule -> 'free_wait')));
  end if;
  return jsonb_build_object('inputs', v_inputs || v_measured, 'measured', v_measured, 'flags', v_flags,
    'way', case when v_metered and (booking).source <> 'street' then app.judge_way(booking, (v_meter ->> 'distance_km')::numeric, (v_meter ->> 'silent_km')::numeric) end,
    'trail', case when v_measured ? 'distance_km' then v_meter - 'flags' || jsonb_build_object('quoted_km', (booking).estimate_distance) end,
    'distance_km', coalesce(v_measured -> 'distance_km', v_inputs -> 'distance_km'));
end $$;

-- Computes the final fare and limits how far a metered fare may exceed its quote, because the trail consists only of what the
-- driver's phone reported. A distance between 1.2 and 1.5 times the quoted distance is paid and flagged for the desk. Above
-- that, the lower of the metered and the quoted fare is charged. If the metered fare is above 1.5 times the quoted fare, the
-- quoted fare is charged. A street trip has no quote, so it has none of these limits.
create function app.final_fare(booking public.bookings) returns jsonb language plpgsql stable security definer set search_path = '' as $$
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
  if (booking).source <> 'street' and (v_metered > 1.5 * (booking).estimate) or (v_driven ->> 'way' = 'too_long' and v_metered > (booking).estimate) then
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
  if v_extras -> 'extras' <> '[]' then v_inputs := v_inputs || jsonb_build_object('extras', v_extras -> 'extras'); end if;
  if v_extras -> 'capped' = 'true' then v_flags := v_flags || '"extras_capped"'; end if;
  -- The desk's price stays until it corrects it again, also if an extra is removed afterwards.
  if v_money.final_inputs ? 'corrected_to' then v_inputs := v_inputs || jsonb_build_object('corrected_to', v_money.final_inputs -> 'corrected_to'); end if;
  return jsonb_build_object('inputs', v_inputs, 'fare', app.compute_fare(v_money.rule, v_inputs), 'flags', v_flags,
    'distance_km', v_driven -> 'distance_km');
end $$;
comment on function app.final_fare is 'The final fare: {inputs, fare, flags, distance_km}. fare always equals compute_fare of the stored rule and these inputs.';

-- Ending a trip -----------------------------------------------------------------------------------------------------

-- Stores the destination as one of the rider's saved places, so that they can choose it again. If one of their saved places is
-- within 100 m of it, only the count of that place increases.
create function app.save_address(booking public.bookings) returns void language plpgsql security definer set search_path = '' as $$
declare v_id uuid;
begin
  if (booking).customer_id is null then return; end if;
  select a.id into v_id from public.saved_addresses a where a.user_id = (booking).customer_id
    and app.distance_m(a.lat, a.lng, (booking).drop_lat, (booking).drop_lng) <= 100
  order by app.distance_m(a.lat, a.lng, (booking).drop_lat, (booking).drop_lng) limit 1 for no key update;
  if found then
    update public.saved_addresses a set count = a.count + 1 where a.id = v_id;
  else
    insert into public.saved_addresses (user_id, description, lat, lng)
    values ((booking).customer_id, (booking).drop_address, (booking).drop_lat, (booking).drop_lng);
  end if;
end $$;

-- Returns what the rider has already paid: for a prepaid parcel at least its price after the discount, otherwise what was paid
-- by wallet and card.
create function app.paid_before(booking public.bookings) returns numeric language sql immutable set search_path = '' as $$
  select case when (booking).prepaid then greatest((booking).customer_paid, (booking).trip_cost - (booking).discount_amount)
    else (booking).customer_paid end
$$;

-- Returns the cash rounding of an open amount: only where cash was chosen, because wallets and cards pay the exact amount.
create function app.cash_part(booking public.bookings, open numeric) returns numeric
language plpgsql stable security definer set search_path = '' as $$
begin
  return case when not (booking).prepaid and (booking).payment_mode = 'cash'
    then app.cash_to_collect((booking).id, cash_part.open) - cash_part.open else 0 end;
end $$;
comment on function app.cash_part is 'The cash rounding that payable_amount includes for an open amount; 0 if it is not paid in cash.';

-- Computes and stores the fare and the amount left to pay. The booking becomes PAID if nothing is left to pay, otherwise
-- PENDING. The booking is changed by one UPDATE, because each update is broadcast. May be called again: when an extra is
-- removed before the ride is paid, the fare is computed again.
create function app.store_fare(booking public.bookings) returns public.bookings language plpgsql security definer set search_path = '' as $$
declare
  v_final jsonb := app.final_fare(booking);
  v_fare jsonb := v_final -> 'fare';
  v_cost numeric := (v_fare ->> 'trip_cost')::numeric;
  v_keeps boolean := app.keeps_promo(booking, v_cost);
  v_discount numeric := case when v_keeps then least(v_cost, greatest(0, app.promo_discount((booking).id, v_cost))) else 0 end;
  v_open numeric := greatest(0, v_cost - v_discount - app.paid_before(booking));
  v_rounding numeric := app.cash_part(booking, v_open);
  v_payable numeric := v_open + v_rounding;
  v_booking public.bookings;
begin
  update public.booking_finances f set final_inputs = v_final -> 'inputs', final_fare = v_fare,
    ride_cost = (v_fare ->> 'ride_cost')::numeric, driver_share = (v_fare ->> 'driver_share')::numeric,
    convenience_fees = (v_fare ->> 'convenience_fees')::numeric,
    flags = array(select g from unnest(f.flags) g where g not in ('trail_gap', 'held_at_quote', 'long_way', 'below_quote', 'ended_elsewhere', 'extras_capped'))
      || array(select jsonb_array_elements_text(v_final -> 'flags'))
  where f.booking_id = (booking).id;
  update public.booking_extras x set waits = x.amount - coalesce((select sum((e ->> 'amount')::numeric)
      from jsonb_array_elements(case when jsonb_typeof(v_final #> '{inputs,extras}') = 'array' then v_final #> '{inputs,extras}' else '[]' end) e where e ->> 'id' = x.id::text), 0)
  where x.booking_id = (booking).id and x.by_role = 'driver' and x.removed_at is null and x.decided_at is null;
  v_booking := app.move_booking((booking).id, case when v_payable = 0 then 'PAID' else 'PENDING' end, jsonb_build_object(
    'paid_at', case when v_payable = 0 then app.now() end, 'distance', v_final -> 'distance_km', 'trip_cost', v_cost, 'fare_lines', v_fare -> 'rider_lines',
    'tax_amount', v_fare -> 'tax', 'discount_amount', v_discount, 'cash_rounding', v_rounding, 'payable_amount', v_payable,
    'cash_payment_amount', case when (booking).payment_mode = 'cash' and not (booking).prepaid then v_payable else 0 end)
    || case when v_keeps then '{}' else '{"promo_applied": false, "promo_code": null, "promo_details": null}'::jsonb end);
  -- Releases the promotion after move_booking, which locks wallets (rows of profiles). create_booking also locks a profile
  -- first and a promotion second; with the same order the two cannot deadlock.
  if (booking).promo_applied and not v_keeps then perform app.drop_promo(booking); end if;
  return v_booking;
end $$;
comment on function app.store_fare is 'Stores the final fare, its discount (none if the fare is too low for the promotion) and the amount left to pay. PAID if nothing is left, else PENDING. The caller sets the actor.';

create function app.settle_fare(booking public.bookings) returns public.bookings language plpgsql security definer set search_path = '' as $$
begin
  perform app.set_actor('system');
  return app.store_fare(booking);
end $$;

create function app.written_place(lat double precision, lng double precision) returns text
language sql immutable set search_path = '' as $$ select format('%s, %s', round(written_place.lat::numeric, 5), round(written_place.lng::numeric, 5)) $$;

-- Returns the place where a street trip ends: the position that the driver sends, otherwise the last point of the trail,
-- otherwise the pickup.
create function app.street_end(booking public.bookings, lat double precision, lng double precision) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('drop_lat', e.lat, 'drop_lng', e.lng, 'drop_address', app.written_place(e.lat, e.lng))
  from (select x.lat, x.lng from (
    select 1 as place, street_end.lat, street_end.lng where street_end.lat is not null
    union all (select 2, t.lat, t.lng from public.tracking_points t where t.booking_id = (booking).id order by t.at desc limit 1)
    union all select 3, (booking).pickup_lat, (booking).pickup_lng) x order by x.place limit 1) e
$$;

-- Returns what a rider agreed to pay for a ride that is under way: the fare of its last route after the promotion, and the
-- compensation that the rider accepted with a cheaper route.
create function app.agreed_amount(booking public.bookings) returns numeric language sql stable security definer set search_path = '' as $$
  select (booking).estimate - (booking).discount_amount + app.route_compensation(booking)
$$;
comment on function app.agreed_amount is 'What the rider agreed to pay, before the ride ends: fare less promotion, plus the accepted compensation for a cheaper route.';

create function app.end_trip(booking public.bookings, told_at timestamptz default null, counts_at timestamptz default app.now()) returns public.bookings
language plpgsql security definer set search_path = '' as $$
declare v_booking public.bookings;
begin
  perform app.mark_trail(booking, 'REACHED', end_trip.told_at);
  select b.* into v_booking
  from (select 1) one
  left join lateral app.place_at(booking, end_trip.told_at) p on true
  cross join lateral app.move_booking((booking).id, 'REACHED', jsonb_build_object('reached_at', end_trip.counts_at,
      'total_trip_time', round(extract(epoch from end_trip.counts_at - (booking).started_at)))
    || case when (booking).category = 'taxi' and p.lat is not null then jsonb_build_object('drop_lat', p.lat, 'drop_lng', p.lng) else '{}' end
    || case when (booking).source = 'street' then app.street_end(booking, p.lat, p.lng) else '{}' end) b;
  v_booking := app.settle_fare(v_booking);
  -- Saves the place after settle_fare, which locks wallets (rows of profiles). public.save_address also locks the profile
  -- before addresses; with the same order the two cannot deadlock.
  perform app.save_address(booking);
  return app.charge_wallet(v_booking, app.agreed_amount(booking));
end $$;

create function public.reach_drop(booking_id uuid, otp text default null, accepted_at timestamptz default null, client_key uuid default null,
  at timestamptz default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_me public.profiles := app.caller();
  v_booking public.bookings;
  v_before record;
  v_time record;
  v_refusal jsonb;
begin
  perform app.check_permission(v_me, 'bookings');
  if v_me.usertype = 'admin' then
    v_booking := app.lock_booking(reach_drop.booking_id);
  else
    v_booking := app.lock_carried(reach_drop.booking_id, finishing => true);
  end if;
  v_before := app.repeated(v_booking, 'reached', reach_drop.client_key);
  if v_before.is_repeat then return coalesce(v_before.refusal, to_jsonb(v_booking)); end if;
  perform app.check_acceptance(v_booking, reach_drop.accepted_at);
  if v_booking.status in ('REACHED', 'PENDING', 'PAID', 'COMPLETE') then return to_jsonb(v_booking); end if;
  if v_booking.status <> 'STARTED' then perform app.refuse_status(v_booking); end if;
  -- Only the driver may report that the trip ended earlier, because an admin was not present.
  v_time := app.told_time(v_booking, case when v_me.usertype <> 'admin' then reach_drop.at end);
  if v_me.usertype = 'admin' then
    perform app.set_actor('admin', v_me.id, p.lat, p.lng, 'ended_by_admin')
    from (select 1) one left join public.driver_positions p on p.driver_id = v_booking.driver_id;
    perform app.audit('end_trip', 'bookings', v_booking.id::text, jsonb_build_object('status', v_booking.status), jsonb_build_object('status', 'REACHED'));
  else
    if v_booking.category = 'delivery' and v_booking.returning_at is null then
      v_refusal := app.check_code(v_booking.id, reach_drop.otp);
      if v_refusal ->> 'message' = 'start_code_wrong' then perform app.record_step(v_booking, 'reached', reach_drop.client_key, v_refusal); end if;
      if v_refusal is not null then return v_refusal; end if;
    end if;
    -- A parcel that goes back to its sender needs no code. Instead the driver must be within 500 m of the destination, which
    -- is the sender's address: return_to_sender has copied the pickup to drop_lat and drop_lng.
    if v_booking.returning_at is not null and not app.was_at(v_booking, v_time.told_at, v_booking.drop_lat, v_booking.drop_lng) then
      perform app.refuse('not_at_pickup', 409, 'Report a position within 500 m of the sender first, or ask the desk');
    end if;
    perform app.note_unheard_end(v_booking, v_time.told_at);
    perform app.flag_told(v_booking.id, v_time.counts_at);
    perform app.set_driver_actor_at(v_booking, v_time.told_at, app.override_note(v_booking));
  end if;
  perform app.record_step(v_booking, 'reached', reach_drop.client_key);
  return to_jsonb(app.end_trip(v_booking, v_time.told_at, v_time.counts_at));
end $$;
comment on function public.reach_drop is 'Ends the trip and stores its final fare. A parcel requires the code; a parcel that is returned requires the driver to be at the sender instead. An admin may end the trip of a car that broke down, which is audited. Idempotent. accepted_at, client_key and at as in arrive_at_pickup; payments and reports use the server''s time. Returns the booking, PENDING or PAID (@returns bookings). Errors: must_login, not_a_driver, require_approval, not_allowed, booking_not_found, job_changed, wrong_status, told_time_invalid, not_at_pickup, start_code_wrong, start_code_required, start_code_locked.';
grant execute on function public.reach_drop(uuid, text, timestamptz, uuid, timestamptz) to authenticated;
