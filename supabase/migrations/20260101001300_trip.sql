-- The trip: arriving, starting with a code, ending with the fare that was driven.
-- Needs:  bookings, fares, positions
-- Access: the driver who carries the booking; the rider reads the code; an admin may end a broken-down trip
-- Tests:  tests/db/trip.sql, tests/db/metering.sql

-- Names the driver and where the driver is, for the event that follows.
create function app.act_as_driver(driver_id uuid, note text default null) returns void
language sql volatile security definer set search_path = '' as $$
  select app.act('driver', act_as_driver.driver_id, p.lat, p.lng, act_as_driver.note)
  from (select 1) one left join public.driver_positions p on p.driver_id = act_as_driver.driver_id
$$;

-- The driver's last report becomes a point of the trail, unless it is too old to be where the car is.
create function app.mark_trail(booking public.bookings, status text) returns void
language sql volatile security definer set search_path = '' as $$
  insert into public.tracking_points (booking_id, driver_id, status, lat, lng, heading, accuracy, at)
  select booking.id, p.driver_id, mark_trail.status, p.lat, p.lng, p.heading, p.accuracy, app.now()
  from public.driver_positions p where p.driver_id = booking.driver_id and p.updated_at > app.now() - interval '60 seconds'
$$;

-- Whether the driver's last report, not older than a minute, is within 500 m of a place.
create function app.is_at(driver_id uuid, lat double precision, lng double precision) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select 1 from public.driver_positions p where p.driver_id = is_at.driver_id
    and p.updated_at > app.now() - interval '60 seconds' and app.distance_m(is_at.lat, is_at.lng, p.lat, p.lng) <= 500)
$$;

-- Arriving elsewhere is not refused, as positions fail in garages and tunnels; it is flagged, and makes no no-show.
create function public.arrive_at_pickup(booking_id uuid) returns public.bookings
language plpgsql security definer set search_path = '' as $$
declare v_booking public.bookings := app.lock_carried(arrive_at_pickup.booking_id);
begin
  if v_booking.status = 'ARRIVED' then return v_booking; end if;
  if v_booking.status <> 'ACCEPTED' then perform app.refuse_status(v_booking); end if;
  if v_booking.engaged_at is null and app.is_busy(v_booking.driver_id) then
    raise sqlstate 'PT409' using message = 'driver_busy', hint = 'Finish the trip you are on first';
  end if;
  if not app.is_at(v_booking.driver_id, v_booking.pickup_lat, v_booking.pickup_lng) then
    update public.booking_finances f set flags = f.flags || '{arrived_far}' where f.booking_id = v_booking.id;
  end if;
  perform app.act_as_driver(v_booking.driver_id);
  update public.bookings b set status = 'ARRIVED', arrived_at = app.now(), engaged_at = coalesce(b.engaged_at, app.now())
  where b.id = v_booking.id returning b.* into v_booking;
  return v_booking;
end $$;
comment on function public.arrive_at_pickup is
  'The driver is at the pickup; safe to call twice. Errors: not_a_driver, require_approval, booking_not_found, wrong_status, driver_busy.';
revoke execute on function public.arrive_at_pickup(uuid) from public, anon;
grant execute on function public.arrive_at_pickup(uuid) to authenticated;

-- The code ------------------------------------------------------------------------------------------------------------

create function public.start_code(booking_id uuid) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  v_me public.profiles := app.me();
  v_booking public.bookings;
begin
  select b.* into v_booking from public.bookings b where b.id = start_code.booking_id and b.customer_id = v_me.id;
  if not found then
    raise sqlstate 'PT404' using message = 'booking_not_found', hint = 'There is no such booking of yours';
  end if;
  return (select c.code from app.start_codes c where c.booking_id = v_booking.id
    and v_booking.status in ('NEW', 'ACCEPTED', 'ARRIVED', 'STARTED'));
end $$;
comment on function public.start_code is
  'The rider''s five digits for the driver; null where none is needed or no longer. Errors: must_login, booking_not_found.';
revoke execute on function public.start_code(uuid) from public, anon;
grant execute on function public.start_code(uuid) to authenticated;

create table app.code_tries (
  bucket integer primary key check (bucket between 0 and 63),
  kept bigint not null default 0,
  reset_at timestamptz not null default app.now(),
  server_start timestamptz not null default pg_postmaster_start_time()
);
comment on table app.code_tries is 'Code checks whose transaction was kept, per bucket of drivers; a sequence per bucket counts all.';
alter table app.code_tries enable row level security;
do $$ begin
  for bucket in 0 .. 63 loop
    execute format('create sequence app.code_tries_%s', bucket);
    insert into app.code_tries (bucket) values (bucket);
  end loop;
end $$;

-- A caller can make the answer fail after it was computed (a cast of it, or a filter on it), which rolls every count
-- back. A sequence is never rolled back: what it is ahead of the kept tries was thrown away.
create function app.spend_try(driver_id uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_bucket integer := (hashtextextended(driver_id::text, 0) & 63)::integer;
  v_kept bigint;
begin
  update app.code_tries t set kept = t.kept + 1 where t.bucket = v_bucket returning t.kept into v_kept;
  return nextval(format('app.code_tries_%s', v_bucket)::regclass) - v_kept < 20;
end $$;
comment on function app.spend_try is 'Counts a code check of a driver; false once 20 of the bucket were thrown away since its reset.';

-- Hourly, and after a start of the server: a crash moves a sequence on by up to 32.
create function app.reset_tries() returns void
language sql volatile security definer set search_path = '' as $$
  update app.code_tries t set reset_at = app.now(), server_start = pg_postmaster_start_time(),
    kept = coalesce(pg_sequence_last_value(format('app.code_tries_%s', t.bucket)::regclass), 0)
  where t.reset_at <= app.now() - interval '1 hour' or t.server_start is distinct from pg_postmaster_start_time()
$$;

-- A wrong code must be remembered, and a raise would roll its count back: the refusal is an answer with a status.
-- Null where the code is right or none is needed.
create function app.check_code(booking_id uuid, otp text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare v_code app.start_codes;
begin
  select c.* into v_code from app.start_codes c where c.booking_id = check_code.booking_id for update;
  if not found then return null; end if;
  if v_code.attempts >= 5 or not app.spend_try(auth.uid()) then
    perform set_config('response.status', '403', true);
    return jsonb_build_object('code', 'PT403', 'message', 'start_code_locked', 'hint', 'Too many wrong codes; ask the desk');
  end if;
  if v_code.code = btrim(check_code.otp) then return null; end if;
  perform set_config('response.status', '403', true);
  if coalesce(btrim(check_code.otp), '') = '' then
    return jsonb_build_object('code', 'PT403', 'message', 'start_code_required', 'hint', 'Ask the rider for the code');
  end if;
  update app.start_codes c set attempts = c.attempts + 1 where c.booking_id = check_code.booking_id;
  return jsonb_build_object('code', 'PT403', 'message', 'start_code_wrong',
    'hint', format('%s attempts left', 4 - v_code.attempts));
end $$;
comment on function app.check_code is 'Refusals: start_code_wrong (counted, five at most), start_code_required, start_code_locked.';

create function public.start_trip(booking_id uuid, otp text default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_booking public.bookings := app.lock_carried(start_trip.booking_id);
  v_refusal jsonb;
begin
  if v_booking.status = 'STARTED' then return to_jsonb(v_booking); end if;
  if v_booking.status <> 'ARRIVED' then perform app.refuse_status(v_booking); end if;
  if v_booking.category = 'taxi' then
    v_refusal := app.check_code(v_booking.id, start_trip.otp);
    if v_refusal is not null then return v_refusal; end if;
  end if;
  perform app.act_as_driver(v_booking.driver_id);
  update public.bookings b set status = 'STARTED', started_at = app.now() where b.id = v_booking.id returning b.* into v_booking;
  perform app.mark_trail(v_booking, 'STARTED');
  return to_jsonb(v_booking);
end $$;
comment on function public.start_trip is
  'The ride begins, in a taxi with the rider''s code; safe to call twice. Answers the booking (@returns bookings). Errors: not_a_driver, require_approval, booking_not_found, wrong_status, start_code_wrong, start_code_required, start_code_locked.';
revoke execute on function public.start_trip(uuid, text) from public, anon;
grant execute on function public.start_trip(uuid, text) to authenticated;

-- Metering --------------------------------------------------------------------------------------------------------------

-- What the trail is worth: {distance_km, flags}. Steps under 10 m are noise of a standing car, steps over 60 m/s are
-- not true, and silences over 60 s count pro rata of the quoted distance, never more than all of it together.
create function app.meter_trip(booking public.bookings) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_m double precision := 0;
  v_gap_secs double precision := 0;
  v_flags text[] := array[]::text[];
  v_at timestamptz := (booking).started_at;
  v_from record;
  v_step double precision;
  p record;
begin
  for p in
    select t.lat, t.lng, t.at from public.tracking_points t where t.booking_id = (booking).id
      and t.driver_id = (booking).driver_id and t.at between (booking).started_at and (booking).reached_at
    union all select null, null, (booking).reached_at
    order by 3, 1 nulls last
  loop
    if p.at - v_at > interval '60 seconds' then
      v_gap_secs := v_gap_secs + extract(epoch from p.at - v_at);
      v_from := null;
    end if;
    v_at := p.at;
    continue when p.lat is null;
    if v_from is null then v_from := p; continue; end if;
    v_step := app.distance_m(v_from.lat, v_from.lng, p.lat, p.lng);
    continue when v_step < 10 or v_step > 60 * extract(epoch from p.at - v_from.at);
    v_m := v_m + v_step;
    v_from := p;
  end loop;
  if v_gap_secs > 0 then
    v_flags := array['trail_gap'];
    v_m := v_m + 1000 * (booking).estimate_distance::double precision
      * least(1, v_gap_secs / greatest((booking).estimate_time, 1));
  end if;
  return jsonb_build_object('distance_km', round((v_m / 1000)::numeric, 3), 'flags', to_jsonb(v_flags));
end $$;

-- The fare at the end, by the tariff of the quote. A metered taxi pays what was driven; everything else what was quoted.
create function app.final_fare(booking public.bookings) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_money public.booking_finances;
  v_inputs jsonb;
  v_meter jsonb;
  v_fare jsonb;
  v_flags jsonb := jsonb_build_array();
begin
  select f.* into v_money from public.booking_finances f where f.booking_id = (booking).id;
  v_inputs := v_money.quote_inputs;
  if (booking).category = 'taxi' then
    v_inputs := v_inputs || jsonb_build_object('wait_secs', greatest(0, round(extract(epoch from
      (booking).started_at - greatest((booking).arrived_at, case when (booking).book_later then (booking).trip_at else (booking).arrived_at end)))));
    if v_money.rule ->> 'fare_mode' = 'metered' then
      v_meter := app.meter_trip(booking);
      v_flags := v_meter -> 'flags';
      v_inputs := v_inputs || jsonb_build_object('distance_km', v_meter -> 'distance_km',
        'secs', round(extract(epoch from (booking).reached_at - (booking).started_at)));
    end if;
  end if;
  v_fare := app.compute_fare(v_money.rule, v_inputs);
  if (v_fare ->> 'trip_cost')::numeric > 1.5 * (booking).estimate then
    v_flags := v_flags || '"held_at_quote"';
    v_fare := v_money.quote_fare;
  end if;
  return jsonb_build_object('inputs', v_inputs, 'fare', v_fare, 'flags', v_flags,
    'distance_km', coalesce(v_meter -> 'distance_km', v_inputs -> 'distance_km'));
end $$;
comment on function app.final_fare is 'The fare at the end: {inputs, fare, flags, distance_km}.';

-- Ending ------------------------------------------------------------------------------------------------------------------

-- Riders find the places they went to again.
create function app.save_address(booking public.bookings) returns void
language plpgsql security definer set search_path = '' as $$
declare v_id uuid;
begin
  select a.id into v_id from public.saved_addresses a where a.user_id = (booking).customer_id
    and app.distance_m(a.lat, a.lng, (booking).drop_lat, (booking).drop_lng) <= 100
  order by app.distance_m(a.lat, a.lng, (booking).drop_lat, (booking).drop_lng) limit 1 for update;
  if found then
    update public.saved_addresses a set count = a.count + 1 where a.id = v_id;
  else
    insert into public.saved_addresses (user_id, description, lat, lng)
    values ((booking).customer_id, (booking).drop_address, (booking).drop_lat, (booking).drop_lng);
  end if;
end $$;

create function app.settle_fare(booking public.bookings) returns public.bookings
language plpgsql security definer set search_path = '' as $$
declare
  v_final jsonb := app.final_fare(booking);
  v_fare jsonb := v_final -> 'fare';
  v_cost numeric := (v_fare ->> 'trip_cost')::numeric;
  v_booking public.bookings;
begin
  update public.booking_finances f set final_inputs = v_final -> 'inputs', final_fare = v_fare,
    ride_cost = (v_fare ->> 'ride_cost')::numeric, driver_share = (v_fare ->> 'driver_share')::numeric,
    convenience_fees = (v_fare ->> 'convenience_fees')::numeric,
    flags = f.flags || array(select jsonb_array_elements_text(v_final -> 'flags'))
  where f.booking_id = (booking).id;
  perform app.act('system');
  update public.bookings b set status = case when b.prepaid then 'PAID' else 'PENDING' end,
    distance = (v_final ->> 'distance_km')::numeric, trip_cost = v_cost, fare_lines = v_fare -> 'rider_lines',
    payable_amount = v_cost, cash_payment_amount = case when b.payment_mode = 'cash' then v_cost else 0 end,
    paid_at = case when b.prepaid then app.now() end
  where b.id = (booking).id returning b.* into v_booking;
  return v_booking;
end $$;

create function app.end_trip(booking public.bookings) returns public.bookings
language plpgsql security definer set search_path = '' as $$
declare v_booking public.bookings;
begin
  perform app.save_address(booking);
  perform app.mark_trail(booking, 'REACHED');
  update public.bookings b set status = 'REACHED', reached_at = app.now(),
    total_trip_time = round(extract(epoch from app.now() - b.started_at)),
    drop_lat = case when b.category = 'taxi' then coalesce(p.lat, b.drop_lat) else b.drop_lat end,
    drop_lng = case when b.category = 'taxi' then coalesce(p.lng, b.drop_lng) else b.drop_lng end
  from (select 1) one left join public.driver_positions p
    on p.driver_id = (booking).driver_id and p.updated_at > app.now() - interval '60 seconds'
  where b.id = (booking).id returning b.* into v_booking;
  return app.settle_fare(v_booking);
end $$;

create function public.reach_drop(booking_id uuid, otp text default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_me public.profiles := app.me();
  v_booking public.bookings;
  v_refusal jsonb;
begin
  if v_me.usertype = 'admin' then
    v_booking := app.lock_booking(reach_drop.booking_id);
  else
    v_booking := app.lock_carried(reach_drop.booking_id);
  end if;
  if v_booking.status in ('REACHED', 'PENDING', 'PAID', 'COMPLETE') then return to_jsonb(v_booking); end if;
  if v_booking.status <> 'STARTED' then perform app.refuse_status(v_booking); end if;
  if v_me.usertype = 'admin' then
    perform app.act('admin', v_me.id, p.lat, p.lng, 'ended_by_admin')
    from (select 1) one left join public.driver_positions p on p.driver_id = v_booking.driver_id;
  else
    if v_booking.category = 'delivery' then
      v_refusal := app.check_code(v_booking.id, reach_drop.otp);
      if v_refusal is not null then return v_refusal; end if;
    end if;
    perform app.act_as_driver(v_booking.driver_id);
  end if;
  return to_jsonb(app.end_trip(v_booking));
end $$;
comment on function public.reach_drop is
  'The ride ends and its fare stands; a parcel needs the code. An admin may end a trip that broke down. Safe to call twice. Answers the booking, PENDING or PAID (@returns bookings). Errors: must_login, not_a_driver, require_approval, booking_not_found, wrong_status, start_code_wrong, start_code_required, start_code_locked.';
revoke execute on function public.reach_drop(uuid, text) from public, anon;
grant execute on function public.reach_drop(uuid, text) to authenticated;

-- Explaining ----------------------------------------------------------------------------------------------------------------

create function public.explain_fare(booking_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_me public.profiles := app.me();
  v_booking public.bookings;
  v_money public.booking_finances;
  v_quote jsonb;
  v_final jsonb;
  v_full boolean;
begin
  select b.* into v_booking from public.bookings b where b.id = explain_fare.booking_id and (v_me.usertype = 'admin'
    or v_me.id in (b.customer_id, b.driver_id) or (v_me.usertype = 'fleetadmin' and v_me.id = b.fleet_id));
  if not found then
    raise sqlstate 'PT404' using message = 'booking_not_found', hint = 'There is no such booking of yours';
  end if;
  v_full := v_booking.customer_id <> v_me.id;
  select f.* into v_money from public.booking_finances f where f.booking_id = v_booking.id;
  v_quote := app.compute_fare(v_money.rule, v_money.quote_inputs);
  v_final := case when v_money.final_inputs is null then null
    when 'held_at_quote' = any (v_money.flags) then v_quote
    else app.compute_fare(v_money.rule, v_money.final_inputs) end;
  return jsonb_build_object('booking_id', v_booking.id, 'version', v_money.rule -> 'version', 'code', v_money.rule -> 'code',
    'flags', to_jsonb(v_money.flags),
    'quote', app.fare_as_seen(v_quote, v_money.quote_inputs, v_full),
    'final', app.fare_as_seen(v_final, v_money.final_inputs, v_full),
    'rule', case when v_full then v_money.rule end,
    'replays', v_quote = v_money.quote_fare and v_final is not distinct from v_money.final_fare);
end $$;
comment on function public.explain_fare is
  'Computes quote and final fare again from what was kept: {booking_id, version, code, flags, quote, final, rule, replays}, each fare {lines, trip_cost, inputs} and, for all but the rider, driver_share and convenience_fees. Errors: must_login, booking_not_found.';
revoke execute on function public.explain_fare(uuid) from public, anon;
grant execute on function public.explain_fare(uuid) to authenticated;

create function app.fare_as_seen(fare jsonb, inputs jsonb, in_full boolean) returns jsonb
language sql immutable set search_path = '' as $$
  select case when fare is null then null
    when in_full then jsonb_build_object('lines', fare -> 'lines', 'trip_cost', fare -> 'trip_cost', 'inputs', inputs,
      'driver_share', fare -> 'driver_share', 'convenience_fees', fare -> 'convenience_fees')
    else jsonb_build_object('lines', fare -> 'rider_lines', 'trip_cost', fare -> 'trip_cost', 'inputs', inputs) end
$$;
