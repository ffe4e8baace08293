-- The rehearsal: a whole ride through the rules of the product, of which nothing stays.
-- Access: owners
-- Tests:  tests/db/rehearsal.sql

-- From here on the functions see this person as their caller.
create function app.speak_as(user_id uuid) returns void language sql volatile set search_path = '' as $$
  select set_config('request.jwt.claims', case when speak_as.user_id is null then ''
    else jsonb_build_object('sub', speak_as.user_id, 'role', 'authenticated')::text end, true),
    -- Some servers also give each claim by itself, and auth.uid() prefers these.
    set_config('request.jwt.claim.sub', coalesce(speak_as.user_id::text, ''), true),
    set_config('request.jwt.claim.role', '', true), set_config('request.jwt.claim.email', '', true)
$$;

create function app.add_rehearsing(usertype text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare v_id uuid := gen_random_uuid();
begin
  insert into auth.users (id, aud, role, email, raw_app_meta_data, raw_user_meta_data)
  values (v_id, 'authenticated', 'authenticated', v_id || '@rehearsal.invalid',
    jsonb_build_object('provider', 'email', 'usertype', add_rehearsing.usertype, 'approved', true),
    '{"first_name": "Test", "last_name": "Ride"}');
  return v_id;
end $$;

-- Makes a driver with a car who may go on duty at once. Papers, the check of the car and a wallet belong to real
-- drivers, and only cash can be paid without a provider.
create function app.add_rehearsing_driver(pickup jsonb) returns public.drivers
language plpgsql security definer set search_path = '' as $$
declare
  v_driver public.drivers;
  v_id uuid := app.add_rehearsing('driver');
begin
  perform app.speak_as(null);
  update public.settings s set shift_mileage = false, shift_photos = false, negative_balance = true,
    cash_payments = true
  where s.id = 1 and (s.shift_mileage or s.shift_photos or not s.negative_balance or not s.cash_payments);
  update public.paper_kinds k set needed_from = null where k.needed_from <= app.today();
  update public.drivers d set vehicle_number = 'TEST', car_type_id = (select c.id from public.car_types c
    where c.category = 'taxi' order by c.sort_order, c.id limit 1) where d.id = v_id;
  perform app.speak_as(v_id);
  v_driver := public.set_driver_active(true, add_rehearsing_driver.pickup);
  return v_driver;
end $$;

create function app.rehearse_drive(booking public.bookings, route jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_points jsonb := rehearse_drive.route -> 'points';
  v_count integer := jsonb_array_length(v_points);
  v_code text := (select c.code from app.start_codes c where c.booking_id = (booking).id);
begin
  update app.clock c set "offset" = c."offset" + interval '2 minutes' where true;
  perform public.report_position((booking).pickup_lat, (booking).pickup_lng);
  perform public.arrive_at_pickup((booking).id);
  update app.clock c set "offset" = c."offset" + interval '30 seconds' where true;
  perform public.start_trip((booking).id, v_code);
  for i in 0 .. v_count - 1 loop
    update app.clock c set "offset" = c."offset"
      + make_interval(secs => (rehearse_drive.route ->> 'time_in_secs')::numeric::double precision
        / v_count) where true;
    perform public.report_position((v_points -> i ->> 'lat')::double precision,
      (v_points -> i ->> 'lng')::double precision);
  end loop;
  perform public.reach_drop((booking).id);
  perform public.confirm_cash((booking).id);
end $$;

create function app.rehearsal_result(booking_id uuid) returns public.rehearsed_ride
language sql volatile security definer set search_path = '' as $$
  select b.reference,
    (select count(*)::integer from public.booking_offers o where o.booking_id = b.id), b.car_type,
    (select jsonb_agg(jsonb_build_object('status', e.to_status, 'at', e.at) order by e.id)
      from public.booking_events e where e.booking_id = b.id),
    b.fare_lines, b.distance, b.cash_payment_amount, f.driver_share, f.convenience_fees,
    (select r.number from public.receipts r where r.booking_id = b.id),
    (select jsonb_agg(jsonb_build_object('account', a.kind, 'amount', e.amount) order by e.id)
      from public.ledger_transactions t join public.ledger_entries e on e.transaction_id = t.id
      join public.ledger_accounts a on a.id = e.account_id where t.booking_id = b.id)
  from public.bookings b join public.booking_finances f on f.booking_id = b.id
  where b.id = rehearsal_result.booking_id
$$;

create function app.rehearse(route jsonb) returns public.rehearsed_ride
language plpgsql security definer set search_path = '' as $$
declare
  v_rider uuid := app.add_rehearsing('rider');
  v_driver public.drivers := app.add_rehearsing_driver(rehearse.route -> 'pickup');
  v_booking public.bookings;
begin
  perform app.speak_as(v_rider);
  v_booking := public.create_booking((public.quote_fare(v_rider, rehearse.route
    || jsonb_build_object('car_type_id', v_driver.car_type_id))).quote_id, 'cash');
  if not (app.settings()).auto_dispatch then
    perform app.speak_as(null);
    perform app.assign(v_booking.id, v_driver.id);
  end if;
  if not exists (select 1 from public.booking_offers o
    where o.booking_id = v_booking.id and o.driver_id = v_driver.id) then
    perform app.refuse('rehearsal_failed', 409, 'The search for drivers did not reach the one at the pickup');
  end if;
  perform app.speak_as(v_driver.id);
  v_booking := public.accept_booking(v_booking.id);
  perform app.rehearse_drive(v_booking, rehearse.route);
  perform app.issue_receipts();
  -- What is checked at the end of a transaction, such as that entries add up to zero, is checked now.
  set constraints all immediate;
  return app.rehearsal_result(v_booking.id);
end $$;

-- The ride takes place in a subtransaction that is always undone. So nobody else ever sees it, no message leaves, and
-- ledger, reports and the numbers of receipts are as before.
create function public.rehearse_ride(route jsonb) returns public.rehearsed_ride
language plpgsql security definer set search_path = '' as $$
declare
  r jsonb := rehearse_ride.route;
  v_ride public.rehearsed_ride;
begin
  perform app.require_editor('settings');
  if not coalesce(app.is_route_place(r -> 'pickup') and app.is_route_place(r -> 'drop')
    and jsonb_typeof(r -> 'points') = 'array' and jsonb_array_length(r -> 'points') between 1 and 60
    and app.amount_in(r -> 'distance_in_km') between 0 and 500
    and app.amount_in(r -> 'time_in_secs') between 1 and 36000, false)
    or exists (select 1 from jsonb_array_elements(r -> 'points') p
      where not coalesce(app.is_route_place(p), false)) then
    perform app.refuse('select_proper', 422, 'Give pickup, drop, 1 to 60 points, distance_in_km and time_in_secs');
  end if;
  begin
    v_ride := app.rehearse(r - 'waypoints');
    raise exception using errcode = 'HKREH', message = 'rehearsed';
  exception when sqlstate 'HKREH' then null;
  end;
  update app.setup s set confirmed = s.confirmed || '{first_ride}' where s.id and 'first_ride' <> all (s.confirmed);
  perform app.audit('rehearse_ride', 'settings', '1', null, jsonb_build_object('payable', v_ride.payable));
  return v_ride;
end $$;
comment on function public.rehearse_ride is
  'A driver made up for this call drives a rider made up for it, by the functions that real ones call: quote, booking, '
  'search, offer, start code, positions, fare, cash, ledger, receipt. All of it is undone before the call returns, '
  'except that the set-up''s first ride is done. route: {pickup: {lat, lng, add}, drop, points [{lat, lng}], '
  'distance_in_km, time_in_secs, polyline}; as nothing stays, its measures may come from the page. For owners. '
  'Errors: must_login, not_allowed, demo_mode, select_proper, rehearsal_failed, no_car, and those of quote_fare and '
  'create_booking.';
grant execute on function public.rehearse_ride(jsonb) to authenticated;
