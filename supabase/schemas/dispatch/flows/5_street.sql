-- Street trips: metered rides of passengers who hail a cab in the street without booking.
-- Access: drivers on duty start street trips; the service role compares their trails with the roads; any client with
--         the link for paying sees the bill
-- Tests:  tests/db/street.sql, tests/db/races.test.ts

create function app.insert_street_trip(driver public.drivers, lat double precision, lng double precision,
  client_key uuid) returns public.bookings
language plpgsql security definer set search_path = '' as $$
declare
  v_booking public.bookings;
  v_car public.car_types;
  v_price jsonb;
begin
  select c.* into v_car from public.car_types c where c.id = (driver).car_type_id;
  v_price := app.street_price(v_car, insert_street_trip.lat, insert_street_trip.lng);
  perform app.set_actor('driver', (driver).id, insert_street_trip.lat, insert_street_trip.lng, 'street');
  select b.* into v_booking from (select
    app.unused_letters(6, 'public.bookings', 'reference') as reference, 'taxi' as category, 'street' as source,
      'STARTED' as status, '' as customer_name,
    v_car.id as car_type_id, v_car.name as car_type, v_car.image as car_image,
    insert_street_trip.lat as pickup_lat, insert_street_trip.lng as pickup_lng,
      app.format_place(insert_street_trip.lat, insert_street_trip.lng) as pickup_address,
    app.now() as trip_at, 0 as estimate, 0 as estimate_distance, 0 as estimate_time,
    case when (app.settings()).cash_payments then 'cash' else 'card' end as payment_mode,
    v_price #> '{fare,trip_cost}' as trip_cost, v_price #> '{fare,trip_cost}' as payable_amount,
      v_price #> '{fare,tax}' as tax_amount,
    v_price #> '{fare,rider_lines}' as fare_lines,
    p.id as driver_id, btrim(p.first_name || ' ' || p.last_name) as driver_name, p.profile_image as driver_image,
      p.rating as driver_rating,
    (driver).vehicle_number, (driver).vehicle_make, (driver).vehicle_model, (driver).vehicle_color, (driver).fleet_id,
    app.now() as accepted_at, app.now() as engaged_at, app.now() as arrived_at, app.now() as started_at,
    p.id as created_by, insert_street_trip.client_key
  from public.profiles p where p.id = (driver).id) facts cross join lateral app.add_booking(to_jsonb(facts)) b;
  insert into public.booking_finances (booking_id, driver_id, fleet_id, rule, quote_inputs, quote_fare, ride_cost,
    driver_share, convenience_fees, flags)
  values (v_booking.id, v_booking.driver_id, v_booking.fleet_id, v_price -> 'rule', v_price -> 'inputs',
    v_price -> 'fare', (v_price #>> '{fare,ride_cost}')::numeric,
    (v_price #>> '{fare,driver_share}')::numeric, (v_price #>> '{fare,convenience_fees}')::numeric,
      '{route_unchecked}');
  insert into public.booking_contacts (booking_id) values (v_booking.id);
  perform app.copy_driver_contact(v_booking);
  perform app.add_trail_point(v_booking, 'STARTED');
  perform app.close_offers(v_booking.id, v_booking.driver_id, true);
  return v_booking;
exception when unique_violation then
  perform app.refuse('driver_busy', 409, 'Finish the trip you are on first');
  return null;
end $$;

create function public.start_street_trip(lat double precision, lng double precision,
  client_key uuid default gen_random_uuid()) returns public.bookings
language plpgsql security definer set search_path = '' as $$
declare
  v_driver public.drivers := app.me_as_driver();
  v_booking public.bookings;
  v_key uuid := coalesce(start_street_trip.client_key, gen_random_uuid());
begin
  perform pg_advisory_xact_lock(hashtextextended(v_driver.id::text || v_key::text, 0));
  select b.* into v_booking from public.bookings b where b.created_by = v_driver.id and b.client_key = v_key;
  if found then return v_booking; end if;
  if not (app.settings()).street_trips then
    perform app.refuse('street_trips_off', 409, 'settings.street_trips is off');
  end if;
  perform app.check_category('taxi');
  if not v_driver.driver_active_status then perform app.refuse('driver_offline', 409, 'Go on duty first'); end if;
  if v_driver.car_type_id is null then
    perform app.refuse('no_car', 409, 'An admin has to assign a car type first');
  end if;
  if not exists (select 1 from public.car_types c where c.id = v_driver.car_type_id and c.category = 'taxi') then
    perform app.refuse('taxis_only', 409, 'Only taxi drivers can start street trips');
  end if;
  if app.is_busy(v_driver.id) then perform app.refuse('driver_busy', 409, 'Finish the trip you are on first'); end if;
  if app.has_expired_document(v_driver.id) then
    perform app.refuse('document_expired', 409, 'Renew the document first');
  end if;
  -- A driver whose last street trip is unpaid cannot start another one: the operator's share becomes due only when the
  -- payment is confirmed, so a driver could otherwise avoid it for trip after trip.
  if exists (select 1 from public.bookings b where b.driver_id = v_driver.id and b.status = 'PENDING'
    and b.source = 'street') then
    perform app.refuse('unpaid_booking', 409, 'Confirm the payment of the last street trip first');
  end if;
  if not app.is_place(start_street_trip.lat, start_street_trip.lng) then
    perform app.refuse('position_needed', 422, 'Give lat and lng in degrees');
  end if;
  -- Reports the given position like any other report, then requires that the stored position is at this place and at
  -- most a minute old. So an impossible jump, which is not stored, cannot start a trip.
  perform app.store_position(v_driver, start_street_trip.lat, start_street_trip.lng, null, null, app.now());
  if not app.is_at(v_driver.id, start_street_trip.lat, start_street_trip.lng) then
    perform app.refuse('position_needed', 409, 'Report a position within 500 m of this place first');
  end if;
  perform app.require_served(start_street_trip.lat, start_street_trip.lng);
  return app.insert_street_trip(v_driver, start_street_trip.lat, start_street_trip.lng, v_key);
end $$;
comment on function public.start_street_trip is
  'A driver on duty starts a trip with a passenger who did not book. Creates a booking with source street and status '
  'STARTED, without customer, quote and drop; the drop is where reach_drop ends it. Always metered, without code, '
  'promotion and referral. lat and lng are the car''s position. A repeated client_key returns the first booking. '
  'Errors: must_login, account_suspended, require_approval, not_a_driver, street_trips_off, '
  'category_unavailable, driver_offline, no_car, taxis_only, driver_busy, document_expired, unpaid_booking, '
  'position_needed, outside_service_area, zone_no_service, outside_area.';
grant execute on function public.start_street_trip(double precision, double precision, uuid) to authenticated;

create function app.lock_street_trip(booking_id uuid) returns public.bookings
language plpgsql security definer set search_path = '' as $$
declare v_booking public.bookings := app.lock_driver_booking(lock_street_trip.booking_id, finishing => true);
begin
  if v_booking.source <> 'street' then
    perform app.refuse('booking_not_found', 404, 'No such street trip of the caller');
  end if;
  return v_booking;
end $$;

-- Paying by card ------------------------------------------------------------------------------------------------------

create function public.ask_street_card(booking_id uuid) returns text
language plpgsql security definer set search_path = '' as $$
declare
  v_booking public.bookings := app.lock_driver_booking(ask_street_card.booking_id, finishing => true);
  v_token text;
begin
  if not app.is_paid_by_link(v_booking) then
    perform app.refuse('booking_not_found', 404, 'No such street trip or telephone order of the caller');
  end if;
  if v_booking.status <> 'PENDING' then perform app.refuse_status(v_booking); end if;
  if v_booking.payment_mode <> 'card' and not (app.settings()).card_payments then
    perform app.refuse('payment_mode_unavailable', 422, 'settings.card_payments is off');
  end if;
  insert into app.street_pay_links as l (booking_id, token)
    values (v_booking.id, replace(gen_random_uuid()::text, '-', ''))
  on conflict on constraint street_pay_links_pkey do update set token = l.token returning l.token into v_token;
  if v_booking.payment_mode <> 'card' then
    update public.bookings b set payment_mode = 'card', payable_amount = app.open_amount(v_booking), cash_rounding = 0,
      cash_payment_amount = 0 where b.id = v_booking.id;
  end if;
  return v_token;
end $$;
comment on function public.ask_street_card is
  'Switches a street trip to payment by card and returns the token of the link for paying, the same each time. '
  'confirm_cash switches it back to cash. Of a ride that the desk booked, to be paid by card, it returns the token, '
  'too: its customer may have no app. '
  'Errors: must_login, not_a_driver, booking_not_found, wrong_status, payment_mode_unavailable.';
grant execute on function public.ask_street_card(uuid) to authenticated;

-- Receipts by text message --------------------------------------------------------------------------------------------

create function public.send_street_receipt(booking_id uuid, mobile text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_booking public.bookings := app.lock_street_trip(send_street_receipt.booking_id);
  v_mobile text := app.mobile_of(send_street_receipt.mobile);
  v_receipt record;
begin
  if v_mobile is null then perform app.refuse('mobile_no_blank_error', 422, 'Give the passenger''s number'); end if;
  if not app.is_paid(v_booking.status) then perform app.refuse_status(v_booking); end if;
  perform app.issue_if_due(v_booking.id);
  select r.* into v_receipt from public.receipts r where r.booking_id = v_booking.id and r.kind = 'receipt';
  if not found then
    perform app.refuse('receipt_not_issued', 409, 'The receipt is issued within seconds after the payment; retry');
  end if;
  -- The owner of the number did not ask for the text message.
  perform app.enforce_limit('street_receipt', v_booking.id::text);
  perform app.enforce_limit('street_receipt_of_driver', v_booking.driver_id::text);
  insert into app.outbox (kind, user_id, payload, expires_at)
  values ('sms', null, jsonb_build_object('phone', v_mobile, 'lang', v_receipt.lang, 'title', 'street_receipt.title',
    'msg', 'street_receipt.text',
    'params', jsonb_build_object('number', v_receipt.number, 'amount', v_receipt.content -> 'due',
      'name', coalesce(nullif(v_receipt.content #>> '{company,name}', ''), v_receipt.content #>> '{company,app_name}'),
        'vehicle_number', coalesce(v_booking.vehicle_number, ''))),
    app.now() + interval '6 hours');
end $$;
comment on function public.send_street_receipt is
  'Sends the receipt of a paid street trip to the passenger''s phone: number, amount, tax and cab. At most three '
  'times per trip. '
  'Errors: must_login, not_a_driver, booking_not_found, mobile_no_blank_error, wrong_status, receipt_not_issued, '
  'too_many_requests.';
grant execute on function public.send_street_receipt(uuid, text) to authenticated;

-- Comparing the route with the roads ----------------------------------------------------------------------------------

create function app.queue_street_check(booking_id uuid) returns void
language sql volatile security definer set search_path = '' as $$
  insert into app.street_checks (booking_id) values (queue_street_check.booking_id) on conflict do nothing
$$;
comment on function app.queue_street_check is
  'Queues a street trip once for the comparison of its route with the roads.';

-- Takes street trips whose trail must be compared with the roads, at most 200. A taken trip is due again after 1, 2, 4
-- minutes and so on, at most twelve hours. So two workers never take a trip at once, and after a failure, which a
-- worker need not report, the trip is retried. After 14 attempts it is given up.
create function public.take_street_checks(most integer default 20)
returns table (booking_id uuid, points jsonb, pickup_lat double precision, pickup_lng double precision,
  drop_lat double precision, drop_lng double precision)
language plpgsql security definer set search_path = '' as $$
begin
  update app.street_checks c set status = 'dead' where c.status = 'queued' and c.due_at <= app.now()
    and c.attempts >= 14;
  return query
  with due as materialized (
    select q.booking_id from app.street_checks q where q.status = 'queued' and q.due_at <= app.now()
    order by q.due_at limit least(greatest(coalesce(take_street_checks.most, 20), 1), 200)
      for no key update skip locked),
  taken as (
    update app.street_checks c
      set attempts = c.attempts + 1, due_at = app.now() + least(interval '12 hours',
      interval '1 minute' * 2 ^ c.attempts)
    from due where c.booking_id = due.booking_id returning c.booking_id)
  select b.id, (select coalesce(jsonb_agg(jsonb_build_object('lat', t.lat, 'lng', t.lng) order by t.at), '[]')
    from app.sample_trail(b) t),
    b.pickup_lat, b.pickup_lng, b.drop_lat, b.drop_lng
  from taken join public.bookings b on b.id = taken.booking_id;
end $$;
comment on function public.take_street_checks is
  'Takes street trips that are due for the comparison with the roads, each with at most 25 points of its trail. A '
  'worker reports the result with check_street_trip. Without a result a trip is due again later, for almost three '
  'days.';
grant execute on function public.take_street_checks(integer) to service_role;

create function public.check_street_trip(booking_id uuid, route_km numeric, pickup_name text default null,
  drop_name text default null) returns void
language plpgsql security definer set search_path = '' as $$
declare v_booking public.bookings;
begin
  select b.* into v_booking from public.bookings b where b.id = check_street_trip.booking_id and b.source = 'street'
    and b.reached_at is not null for no key update;
  if not found then perform app.refuse('booking_not_found', 404, 'This is no street trip that ended'); end if;
  if not coalesce(check_street_trip.route_km between 0 and 100000, false) then
    perform app.refuse('no_route_found', 422, 'The route has no distance');
  end if;
  -- The measured distance may exceed the route by 10 percent, and on a short trip by 50 metres.
  update public.booking_finances f set flags = array_remove(f.flags, 'route_unchecked')
    || case when v_booking.distance > greatest(1.1 * check_street_trip.route_km, check_street_trip.route_km + 0.05)
      and not 'long_way' = any (f.flags) then '{long_way}'::text[] else '{}' end
  where f.booking_id = v_booking.id;
  update public.bookings b
    set pickup_address = coalesce(nullif(left(app.plain(check_street_trip.pickup_name), 500), ''), b.pickup_address),
    drop_address = coalesce(nullif(left(app.plain(check_street_trip.drop_name), 500), ''), b.drop_address)
  where b.id = v_booking.id;
  delete from app.street_checks c where c.booking_id = v_booking.id;
end $$;
comment on function public.check_street_trip is
  'Stores the comparison of a street trip with the roads: the kilometres of the route along its trail (flagged '
  'long_way if more than 1.1 times as much was driven) and the names of its two ends. '
  'Errors: booking_not_found, no_route_found.';
grant execute on function public.check_street_trip(uuid, numeric, text, text) to service_role;
