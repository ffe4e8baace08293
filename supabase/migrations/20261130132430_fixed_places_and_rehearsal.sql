-- fixed_places_and_rehearsal: from supabase/schemas, by npm run migration. Read it before it is applied.

set lock_timeout = '10s';
set statement_timeout = '10min';

alter table app.setup drop constraint setup_confirmed_check;
alter table app.setup add constraint setup_confirmed_check
  check (confirmed <@ array['town', 'tax', 'offer', 'places', 'first_ride', 'live']) not valid;

alter type public.firm_setup add attribute places boolean;

create type public.rehearsed_ride as (
  reference text, asked integer, car_type text, steps jsonb, lines jsonb, distance_km numeric, payable numeric,
  driver_share numeric, convenience_fees numeric, receipt text, entries jsonb
);

comment on type public.rehearsed_ride is
  'Result of rehearse_ride: reference of the booking, number of drivers asked, car type, steps [{status, at}], fare '
  'lines, measured distance, what the rider paid, the shares of driver and firm, the number that the receipt would '
  'have (null while receipts are being issued), and the entries in the ledger [{account, amount}], which add up to '
  'zero.';

create or replace function public.firm_setup() returns public.firm_setup
language plpgsql stable security definer set search_path = '' as $$
declare
  v_settings public.settings;
  v_area app.service_area;
begin
  perform app.require_permission('settings');
  v_settings := app.settings();
  select a.* into v_area from app.service_area a;
  return row(exists (select 1 from app.setup),
    v_settings.app_name <> 'Hackney' and v_settings.company_phone <> '',
    app.is_confirmed('town'), app.is_confirmed('tax'), app.is_confirmed('offer'),
    exists (select 1 from public.car_types c
      where c.category = case v_settings.app_category when 'delivery' then 'delivery' else 'taxi' end),
    exists (select 1 from public.drivers d join public.profiles p on p.id = d.id
      where p.approved and p.deleted_at is null and d.car_type_id is not null),
    v_settings.company_name <> '' and v_settings.company_address <> '' and v_settings.legal_template <> 'none',
    app.is_confirmed('first_ride') or exists (select 1 from public.bookings b where app.is_paid(b.status)),
    app.is_confirmed('live'), app.ledger_has_entries(), v_area.country, (v_area.south + v_area.north) / 2,
    (v_area.west + v_area.east) / 2, app.is_confirmed('places'))::public.firm_setup;
end $$;

comment on function public.firm_setup is
  'What is left to do until a new firm can drive, computed from its data: name and phone (firm), town, tax, what it '
  'offers, cars with a tariff, a driver with a car, the company''s name and address with a template for '
  'its legal pages (legal), a ride that was paid or rehearsed, and live '
  'once the owner has said so. For owners. '
  'Errors: must_login, not_allowed.';

create function public.preview_start(fare numeric, fee_percent numeric, rides jsonb) returns setof public.previewed_fare
language plpgsql stable security definer set search_path = '' as $$
declare v_tariff record;
begin
  perform app.require_permission('settings');
  if not coalesce(preview_start.fare between 0.01 and 1000000
    and preview_start.fee_percent between 0 and 100, false) then
    perform app.refuse('settings_invalid', 422, 'fare is 0.01 to 1000000, fee_percent 0 to 100');
  end if;
  v_tariff := app.tariff_of(preview_start.fare, preview_start.fee_percent, app.settings());
  return query select f.* from public.preview_fares(jsonb_build_object('name', '', 'base_fare', v_tariff.base_fare,
    'rate_per_unit_distance', v_tariff.per_distance, 'rate_per_hour', v_tariff.per_hour, 'waiting_rate_per_hour', 0,
    'min_fare', v_tariff.min_fare, 'convenience_fees', preview_start.fee_percent,
    'convenience_fee_type', 'percentage'), preview_start.rides) f;
end $$;

comment on function public.preview_start is
  'The price of rides in the first car type that start_car_types would make for a fare and a share of the firm. rides, '
  'and the result: as of preview_fares. For owners. '
  'Errors: must_login, not_allowed, settings_invalid, tariff_invalid.';

grant execute on function public.preview_start(numeric, numeric, jsonb) to authenticated;

create or replace function app.check_ready() returns void
language plpgsql stable security definer set search_path = '' as $$
declare v_setup jsonb := to_jsonb(public.firm_setup());
begin
  if (v_setup ->> 'begun')::boolean and exists (
    select 1 from unnest('{town,firm,tax,offer,cars,places,legal,drivers,first_ride}'::text[]) s (step)
    where not (v_setup ->> s.step)::boolean) then
    perform app.refuse('setup_incomplete', 409, 'firm_setup says what is missing');
  end if;
end $$;

create or replace function public.confirm_setup(step text, patch jsonb default '{}') returns public.settings
language plpgsql volatile security definer set search_path = '' as $$
declare v_settings public.settings;
begin
  perform app.require_editor('settings');
  if confirm_setup.step is null or confirm_setup.step not in ('town', 'tax', 'offer', 'places', 'live') then
    perform app.refuse('settings_invalid', 422, 'step is town, tax, offer, places or live');
  end if;
  v_settings := public.update_settings(confirm_setup.patch);
  if confirm_setup.step = 'live' then perform app.check_ready(); end if;
  update app.setup s set confirmed = (select array_agg(distinct c.step)
    from unnest(s.confirmed || confirm_setup.step) c (step)) where s.id;
  perform app.audit('confirm_setup', 'settings', '1', null, jsonb_build_object('step', confirm_setup.step));
  return v_settings;
end $$;

comment on function public.confirm_setup is
  'Confirms a step of setting up a firm (town, tax, offer, places or live), together with the settings that belong to '
  'it, all or nothing. patch: as of update_settings. Idempotent. For owners. '
  'Errors: must_login, not_allowed, demo_mode, setup_incomplete (live, before all other steps are done), and those of '
  'update_settings.';

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

-- Sources of this migration, for the next one to compare with:
--   98220defe22c table app.setup
--   | create table app.setup (
--   |   id boolean primary key default true check (id),
--   |   begun_at timestamptz not null default app.now(),
--   |   confirmed text[] not null default '{}'
--   |     check (confirmed <@ array['town', 'tax', 'offer', 'places', 'first_ride', 'live'])
--   | )
--   a08fe53592a0 type public.firm_setup
--   | create type public.firm_setup as (
--   |   begun boolean, firm boolean, town boolean, tax boolean, offer boolean, cars boolean, drivers boolean, legal boolean,
--   |   first_ride boolean, live boolean, currency_locked boolean, region_country text, lat double precision,
--   |   lng double precision, places boolean
--   | )
--   60af66f8db47 type public.rehearsed_ride
--   f06d1a2507f3 comment on type public.rehearsed_ride
--   f5157513ad21 function public.firm_setup()
--   154985db0af4 comment on function public.firm_setup
--   14bab45f41dd function public.preview_start(numeric, numeric, jsonb)
--   affa8296eea6 comment on function public.preview_start
--   1a631b806b06 grant execute on function public.preview_start(numeric, numeric, jsonb) to authenticated
--   ec79ffc4f158 function app.check_ready()
--   8cab7f4d8f2f function public.confirm_setup(text, jsonb)
--   0ca90e2f8b89 comment on function public.confirm_setup
--   73b436676263 function app.speak_as(uuid)
--   8828b70570f4 function app.add_rehearsing(text)
--   62e14fe4919d function app.add_rehearsing_driver(jsonb)
--   58e8b6ae7c33 function app.rehearse_drive(public.bookings, jsonb)
--   022bd36c1513 function app.rehearsal_result(uuid)
--   8b98bbee7309 function app.rehearse(jsonb)
--   f0358b529979 function public.rehearse_ride(jsonb)
--   50c16ba04258 comment on function public.rehearse_ride
--   9b27833d526f grant execute on function public.rehearse_ride(jsonb) to authenticated
