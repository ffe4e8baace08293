-- The end of a trip: the final fare and the amount left to pay.

-- Stores the destination as one of the rider's saved places, so that they can choose it again. If one of their saved
-- places is within 100 m of it, only the count of that place increases.
create function app.save_address(booking public.bookings) returns void
language plpgsql security definer set search_path = '' as $$
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

-- Computes and stores the fare and the amount left to pay. The booking becomes PAID if nothing is left to pay,
-- otherwise PENDING. The booking is changed by one UPDATE, because each update is broadcast. May be called again: when
-- an extra is removed before the ride is paid, the fare is computed again.
create function app.store_fare(booking public.bookings) returns public.bookings
language plpgsql security definer set search_path = '' as $$
declare
  v_final jsonb := app.final_fare(booking);
  v_fare jsonb := v_final -> 'fare';
  v_cost numeric := (v_fare ->> 'trip_cost')::numeric;
  v_keeps boolean := app.is_promo_kept(booking, v_cost);
  v_discount numeric := case
    when v_keeps then least(v_cost, greatest(0, app.promo_discount((booking).id, v_cost))) else 0 end;
  v_open numeric := greatest(0, v_cost - v_discount - app.paid_before(booking));
  v_rounding numeric := app.cash_part(booking, v_open);
  v_payable numeric := v_open + v_rounding;
  v_booking public.bookings;
begin
  update public.booking_finances f set final_inputs = v_final -> 'inputs', final_fare = v_fare,
    ride_cost = (v_fare ->> 'ride_cost')::numeric, driver_share = (v_fare ->> 'driver_share')::numeric,
    convenience_fees = (v_fare ->> 'convenience_fees')::numeric,
    flags = array(select g from unnest(f.flags) g
      where g not in ('trail_gap', 'held_at_quote', 'long_way', 'below_quote', 'ended_elsewhere', 'extras_capped'))
      || array(select jsonb_array_elements_text(v_final -> 'flags'))
  where f.booking_id = (booking).id;
  update public.booking_extras x set undecided_amount = x.amount - coalesce((select sum((e ->> 'amount')::numeric)
      from jsonb_array_elements(case when jsonb_typeof(v_final #> '{inputs,extras}')
        = 'array' then v_final #> '{inputs,extras}' else '[]' end) e where e ->> 'id' = x.id::text), 0)
  where x.booking_id = (booking).id and x.by_role = 'driver' and x.removed_at is null and x.decided_at is null;
  v_booking := app.move_booking((booking).id, case when v_payable = 0 then 'PAID' else 'PENDING' end,
    jsonb_build_object(
    'paid_at', case when v_payable = 0 then app.now() end, 'distance', v_final -> 'distance_km', 'trip_cost', v_cost,
      'fare_lines', v_fare -> 'rider_lines',
    'tax_amount', v_fare -> 'tax', 'discount_amount', v_discount, 'cash_rounding', v_rounding,
      'payable_amount', v_payable,
    'cash_payment_amount', case when (booking).payment_mode = 'cash'
      and not (booking).prepaid then v_payable else 0 end)
    || case when v_keeps then '{}'
      else '{"promo_applied": false, "promo_code": null, "promo_details": null}'::jsonb end);
  -- Releases the promotion after move_booking, which locks wallets (rows of profiles). create_booking also locks a
  -- profile first and a promotion second; with the same order the two cannot deadlock.
  if (booking).promo_applied and not v_keeps then perform app.drop_promo(booking); end if;
  return v_booking;
end $$;
comment on function app.store_fare is
  'Stores the final fare, its discount (none if the fare is too low for the promotion) and the amount left to pay. '
  'PAID if nothing is left, else PENDING. The caller sets the actor.';

create function app.settle_fare(booking public.bookings) returns public.bookings
language plpgsql security definer set search_path = '' as $$
begin
  perform app.set_actor('system');
  return app.store_fare(booking);
end $$;

create function app.end_trip(booking public.bookings, reported_at timestamptz default null,
  counts_at timestamptz default app.now()) returns public.bookings
language plpgsql security definer set search_path = '' as $$
declare v_booking public.bookings;
begin
  perform app.add_trail_point(booking, 'REACHED', end_trip.reported_at);
  select b.* into v_booking
  from (select 1) one
  left join lateral app.place_at(booking, end_trip.reported_at) p on true
  cross join lateral app.move_booking((booking).id, 'REACHED', jsonb_build_object('reached_at', end_trip.counts_at,
      'total_trip_time', round(extract(epoch from end_trip.counts_at - (booking).started_at)))
    || case when (booking).category = 'taxi' and p.lat is not null then jsonb_build_object('drop_lat', p.lat,
      'drop_lng', p.lng) else '{}' end
    || case when (booking).source = 'street' then app.street_end(booking, p.lat, p.lng) else '{}' end) b;
  v_booking := app.settle_fare(v_booking);
  -- Saves the place after settle_fare, which locks wallets (rows of profiles). public.save_address also locks the
  -- profile before addresses; with the same order the two cannot deadlock.
  perform app.save_address(booking);
  return app.charge_wallet(v_booking, app.agreed_amount(booking));
end $$;

create function public.reach_drop(booking_id uuid, otp text default null, accepted_at timestamptz default null,
  client_key uuid default null,
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
    v_booking := app.lock_driver_booking(reach_drop.booking_id, finishing => true);
  end if;
  v_before := app.find_repeated_step(v_booking, 'reached', reach_drop.client_key);
  if v_before.is_repeat then return coalesce(v_before.refusal, to_jsonb(v_booking)); end if;
  perform app.check_acceptance(v_booking, reach_drop.accepted_at);
  if v_booking.status in ('REACHED', 'PENDING', 'PAID', 'COMPLETE') then return to_jsonb(v_booking); end if;
  if v_booking.status <> 'STARTED' then perform app.refuse_status(v_booking); end if;
  -- Only the driver may report that the trip ended earlier, because an admin was not present.
  v_time := app.limit_reported_time(v_booking, case when v_me.usertype <> 'admin' then reach_drop.at end);
  if v_me.usertype = 'admin' then
    perform app.set_actor('admin', v_me.id, p.lat, p.lng, 'ended_by_admin')
    from (select 1) one left join public.driver_positions p on p.driver_id = v_booking.driver_id;
    perform app.audit('end_trip', 'bookings', v_booking.id::text, jsonb_build_object('status', v_booking.status),
      jsonb_build_object('status', 'REACHED'));
  else
    if v_booking.category = 'delivery' and v_booking.returning_at is null then
      v_refusal := app.check_code(v_booking.id, reach_drop.otp);
      if v_refusal ->> 'message' = 'start_code_wrong' then
        perform app.record_step(v_booking, 'reached', reach_drop.client_key, v_refusal);
      end if;
      if v_refusal is not null then return v_refusal; end if;
    end if;
    -- A parcel that goes back to its sender needs no code. Instead the driver must be within 500 m of the destination,
    -- which is the sender's address: return_to_sender has copied the pickup to drop_lat and drop_lng.
    if v_booking.returning_at is not null and not app.was_at(v_booking, v_time.reported_at, v_booking.drop_lat,
      v_booking.drop_lng) then
      perform app.refuse('not_at_pickup', 409, 'Report a position within 500 m of the sender first, or ask the desk');
    end if;
    perform app.record_offline_end(v_booking, v_time.reported_at);
    perform app.flag_reported_time(v_booking.id, v_time.counts_at);
    perform app.set_driver_actor_at(v_booking, v_time.reported_at, app.override_note(v_booking));
  end if;
  perform app.record_step(v_booking, 'reached', reach_drop.client_key);
  return to_jsonb(app.end_trip(v_booking, v_time.reported_at, v_time.counts_at));
end $$;
comment on function public.reach_drop is
  'Ends the trip and stores its final fare. A parcel requires the code; a parcel that is returned requires the driver '
  'to be at the sender instead. An admin may end the trip of a car that broke down, which is audited. Idempotent. '
  'accepted_at, client_key and at as in arrive_at_pickup; payments and reports use the server''s time. Returns the '
  'booking, PENDING or PAID (@returns bookings). '
  'Errors: must_login, not_a_driver, require_approval, not_allowed, booking_not_found, job_changed, wrong_status, '
  'reported_time_invalid, not_at_pickup, start_code_wrong, start_code_required, start_code_locked.';
grant execute on function public.reach_drop(uuid, text, timestamptz, uuid, timestamptz) to authenticated;
