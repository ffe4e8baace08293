-- Settings, flipped one by one: what each decides in the database, seen both ways. The name of a test begins with the key;
-- settings.test.ts asks for one for each key whose place is the database. What pages decide: src/app/settings-flips.test.tsx.
select no_plan();

-- Ends whatever is open, so that each setting meets the same town: nobody on duty, no booking, empty wallets.
create function tests.tidy() returns void language plpgsql security definer as $$
begin
  set local session_replication_role = replica;
  delete from public.bookings;
  delete from public.booking_offers;
  delete from public.booking_finances;
  delete from app.dispatch_queue;
  delete from app.start_codes;
  update public.drivers set driver_active_status = false;
  update public.driver_positions set updated_at = now() - interval '1 hour';
  set local session_replication_role = origin;
  perform app.refresh_driver(d.id) from public.drivers d;
  perform tests.clear_wallet(n) from unnest('{rider,rider2,driver,driver2,fleet}'::text[]) n;
end $$;
-- The town, tidied, under one value of a setting.
create function tests.under(key text, value text) returns void language sql as $$
  select tests.tidy(), tests.set(key, value)
$$;
create function tests.offers() returns bigint language sql volatile security definer as $$
  select count(*) from public.booking_offers o where o.status = 'open'
$$;
create function tests.asked(rider text default 'rider', trip_at timestamptz default null) returns bigint language plpgsql as $$
begin
  perform tests.book(rider, trip_at => asked.trip_at), app.dispatch_tick();
  return tests.offers();
end $$;
create function tests.priced(car text default 'Cab') returns jsonb language sql security definer as $$
  select to_jsonb(public.quote_fare(tests.id('rider'), tests.order(car)))
$$;
-- The key with which a statement is refused as somebody, or 'done'.
create function tests.outcome(name text, statement text) returns text language plpgsql security definer as $$
declare v_before text := current_setting('request.jwt.claims', true);
begin
  begin
    perform tests.let(name, statement);
  exception when others then
    perform set_config('request.jwt.claims', v_before, true);
    return sqlerrm;
  end;
  return 'done';
end $$;
-- How the second of two parcels from one door is searched for, while the first is being fetched.
create function tests.second_parcel() returns text language plpgsql security definer as $$
declare v_first uuid;
begin
  update public.drivers set car_type_id = tests.car('Courier') where id = tests.id('driver');
  perform tests.go_online();
  v_first := tests.parcel('cash', 'admin');
  perform tests.let('driver', format('select public.accept_booking(%L)', v_first));
  v_first := tests.parcel('cash', 'admin');
  update public.drivers set car_type_id = tests.car() where id = tests.id('driver');
  return (select w.mode from public.dispatch_waves w where w.booking_id = v_first order by w.id desc limit 1);
end $$;
create function tests.parcel(payment_mode text, by_whom text) returns uuid language plpgsql security definer as $$
begin
  perform tests.let(by_whom, format('select public.create_booking(%L, %L, details => %L)', tests.quote('rider', 'Courier'), payment_mode,
    '{"delivery_person": "Ida", "delivery_person_phone": "+423 555 77 66"}'));
  return tests.booking();
end $$;
create function tests.register(name text) returns boolean language sql volatile security definer as $$
  with made as (insert into auth.users (id, email, raw_app_meta_data) values (gen_random_uuid(), name || '@example.com', '{"usertype": "driver", "reg_type": "registration"}'))
  select true
$$;
select tests.as_owner();
select tests.set('app_category', 'both');

-- Money
select tests.under('code', 'CHF');
select is(tests.priced() ->> 'currency', 'CHF', 'code: quotes are in the currency');
select tests.set('code', 'EUR');
select is(tests.priced() ->> 'currency', 'EUR', 'code: whatever it is');
select tests.set('decimal', '2');
select is((tests.priced() ->> 'trip_cost')::numeric, 14.80, 'decimal: lines have two');
select tests.set('decimal', '0');
select is((tests.priced() ->> 'trip_cost')::numeric, 15::numeric, 'decimal: or none');
select tests.set('decimal', '2');
select tests.set('cash_unit', '0');
select is((tests.priced() ->> 'cash_amount')::numeric, 14.80, 'cash_unit: cash is paid to the cent');
select tests.set('cash_unit', '0.50');
select is((tests.priced() ->> 'cash_amount')::numeric, 15.00, 'cash_unit: or in the smallest coin');
select tests.set('cash_unit', '0');
select tests.set('tax_percent', '0');
select is((tests.priced() ->> 'tax')::numeric, 0.00, 'tax_percent: none is included');
select tests.set('tax_percent', '8');
select is((tests.priced() ->> 'tax')::numeric, 1.10, 'tax_percent: or a part of the fare');
select tests.set('tax_percent', '0');
create function tests.papered() returns public.receipts language plpgsql security definer as $$
begin
  perform tests.ride('PAID'), app.issue_receipts();
  return (select r from public.receipts r order by r.issued_at desc, r.serial desc limit 1);
end $$;
select tests.under('receipt_prefix', '');
select matches((tests.papered()).number, '^[0-9]{4}-[0-9]{6}$', 'receipt_prefix: none, a receipt has its year and serial alone');
select tests.set('receipt_prefix', 'R-');
select matches((tests.papered()).number, '^R-[0-9]{4}-[0-9]{6}$', 'receipt_prefix: or letters before it');
select tests.under('company_tax_number', '');
select is((tests.papered()).content #>> '{company,tax_number}', '', 'company_tax_number: none is on a receipt');
select tests.set('company_tax_number', 'CHE-1');
select is((tests.papered()).content #>> '{company,tax_number}', 'CHE-1', 'company_tax_number: or the operator''s');
select tests.under('company_bank_account', '');
select is((tests.papered()).content #>> '{company,bank_account}', '', 'company_bank_account: none is on a receipt');
select tests.set('company_bank_account', 'LI21 0881 0000 2324 013A A');
select is((tests.papered()).content #>> '{company,bank_account}', 'LI21 0881 0000 2324 013A A', 'company_bank_account: or the operator''s');
select tests.under('company_bank_code', '');
select is((tests.papered()).content #>> '{company,bank_code}', '', 'company_bank_code: none is on a receipt');
select tests.set('company_bank_code', 'LILALI2X');
select is((tests.papered()).content #>> '{company,bank_code}', 'LILALI2X', 'company_bank_code: or that of its bank');
select tests.set('convert_to_mile', 'false');
select ok(tests.priced() -> 'lines' @> '[{"key": "distance", "unit": "km", "quantity": 3.5}]', 'convert_to_mile: tariffs are per kilometre');
select tests.set('convert_to_mile', 'true');
select ok(tests.priced() -> 'lines' @> '[{"key": "distance", "unit": "mi", "quantity": 2.175}]', 'convert_to_mile: or per mile');
select tests.set('convert_to_mile', 'false');

update public.profiles set signup_via_referral = (select r.referral_id from public.profiles r where r.id = tests.id('rider2')) where id = tests.id('rider');
select tests.set('referral_min_km', '0'), tests.set('referral_min_minutes', '0');
select tests.under('bonus', '0'), tests.ride('PAID');
select is(tests.wallet_of('rider2'), 0::numeric, 'bonus: none, nobody is paid');
select tests.under('bonus', '7'), tests.ride('PAID');
select is(tests.wallet_of('rider2'), 7::numeric, 'bonus: what the inviting side receives');
create function tests.earns(km numeric, secs integer) returns boolean language sql volatile security definer as $$
  select app.is_referral_trip(jsonb_populate_record(null::public.bookings, jsonb_build_object('driver_id', tests.id('driver'), 'car_type_id', tests.car(),
    'distance', km, 'total_trip_time', secs, 'trip_cost', 20)), tests.id('rider2'))
$$;
select tests.set('referral_min_km', '3');
select is(tests.earns(2.9, 600), false, 'referral_min_km: a shorter ride earns no bonus');
select tests.set('referral_min_km', '2');
select is(tests.earns(2.9, 600), true, 'referral_min_km: one of that length does');
select tests.set('referral_min_minutes', '5');
select is(tests.earns(5, 299), false, 'referral_min_minutes: a quicker ride earns no bonus');
select tests.set('referral_min_minutes', '4');
select is(tests.earns(5, 299), true, 'referral_min_minutes: one of that duration does');
create function tests.next_referrer() returns uuid language plpgsql volatile security definer as $$
begin
  delete from app.referred_contacts; delete from app.referrals;
  insert into app.referrals (referred_id, referrer_id, driver_id, booking_id, amount) select tests.id('rider3'), tests.id('rider2'), tests.id('driver2'), b.id, 1 from public.bookings b limit 1;
  return app.due_referrer(jsonb_populate_record(null::public.bookings, jsonb_build_object('id', (select b.id from public.bookings b where b.customer_id = tests.id('rider') and b.paid_at is not null order by b.created_at limit 1),
    'customer_id', tests.id('rider'), 'driver_id', tests.id('driver'), 'car_type_id', tests.car(), 'distance', 5, 'total_trip_time', 600, 'trip_cost', 20)));
end $$;
update public.drivers set car_type_id = tests.car() where id = tests.id('driver');
create function tests.shortened() returns numeric language plpgsql volatile security definer as $$
begin
  perform tests.go_online(), tests.book(), tests.let('driver', format('select public.accept_booking(%L)', tests.booking()));
  perform tests.let('rider', format('select public.change_route(%L, %L)', tests.booking(), (to_jsonb(public.quote_fare(tests.id('rider'), tests.order(km => 1))) ->> 'quote_id')));
  return (select b.estimate_distance from public.bookings b where b.id = tests.booking());
end $$;
create function tests.compensation() returns numeric language sql volatile security definer as $$
  select x.amount from public.booking_extras x where x.booking_id = tests.booking()
$$;
select tests.under('cheaper_route', 'agree');
select is(tests.shortened(), 3.5, 'cheaper_route: the driver has to agree');
select tests.under('cheaper_route', 'compensate');
select is(tests.shortened(), 1.0, 'cheaper_route: or is compensated');
select tests.under('cheaper_route_percent', '100');
select is(tests.shortened() * 0 + tests.compensation(), 5.00, 'cheaper_route_percent: by all of the difference');
select tests.under('cheaper_route_percent', '50');
select is(tests.shortened() * 0 + tests.compensation(), 2.50, 'cheaper_route_percent: or by half of it');
create function tests.left_fee() returns numeric language plpgsql volatile security definer as $$
begin
  perform tests.go_online(), tests.book(), tests.let('driver', format('select public.accept_booking(%L)', tests.booking()));
  perform tests.let('rider', format('select public.cancel_booking(%L)', tests.booking()));
  return (select b.cancellation_fee from public.bookings b where b.id = tests.booking());
end $$;
select tests.under('free_cancellations', '1');
select is(tests.left_fee() + 10 * tests.left_fee(), 30.00, 'free_cancellations: one a day');
select tests.under('free_cancellations', '2');
select is(tests.left_fee() + 10 * tests.left_fee(), 0.00, 'free_cancellations: or two');
select tests.set('referral_monthly_cap', '1');
select is(tests.next_referrer(), null, 'referral_monthly_cap: who has earned so many in a month earns no more');
select tests.set('referral_monthly_cap', '2');
select is(tests.next_referrer(), tests.id('rider2'), 'referral_monthly_cap: below it they do');

update public.drivers set fleet_id = tests.id('fleet') where id = tests.id('driver');
select tests.under('fleet_percent', '0'), tests.ride('PAID');
select is(tests.wallet_of('fleet'), 0::numeric, 'fleet_percent: a fleet has no part');
select tests.under('fleet_percent', '50'), tests.ride('PAID');
select is(tests.wallet_of('fleet'), (select round(f.driver_share / 2, 2) from public.booking_finances f where f.booking_id = tests.booking()), 'fleet_percent: or half of the share');
select tests.set('fleet_percent', '0');

create function tests.cancel_late() returns numeric language plpgsql as $$
begin
  perform app.post_ledger('testing', gen_random_uuid()::text, null, jsonb_build_array(app.entry('wallet:' || tests.id('rider'), 100), app.entry('adjustments', -100)));
  perform tests.ride('ACCEPTED'), tests.turn('3 minutes'), tests.let('rider', format('select public.cancel_booking(%L)', tests.booking()));
  return tests.wallet_of('driver');
end $$;
select tests.under('cancellation_driver_percent', '0');
select is(tests.cancel_late(), 0::numeric, 'cancellation_driver_percent: a fee is the operator''s');
select tests.under('cancellation_driver_percent', '50');
select is(tests.cancel_late(), 1.50, 'cancellation_driver_percent: or shared with who came in vain');

create function tests.pay_and_cancel() returns text language plpgsql security definer as $$
declare
  v_id uuid := tests.parcel('card', 'rider');
  v_payment public.payments := tests.create_payment(v_id, 'stripe', tests.id('rider'));
begin
  perform public.record_payment_event('stripe', gen_random_uuid()::text, v_payment.id, v_payment.amount, v_payment.currency, 'paid');
  perform tests.let('rider', format('select public.cancel_booking(%L)', v_id));
  return (select string_agg(r.status, ' ') from public.refunds r where r.booking_id = v_id) || ' ' || (tests.wallet_of('rider') > 0);
end $$;
select tests.under('refund_to', 'wallet');
select is(tests.pay_and_cancel(), null, 'refund_to: what was paid by card goes to the wallet, which is no refund');
select ok(tests.wallet_of('rider') > 0, 'refund_to: and is there');
select tests.under('refund_to', 'source');
select is(tests.pay_and_cancel(), 'due false', 'refund_to: or back to the card');
select tests.set('refund_to', 'wallet');

select tests.under('negative_balance', 'true'), tests.go_online();
select is(tests.asked(), 1::bigint, 'negative_balance: a wallet at zero may fall below');
select tests.under('negative_balance', 'false'), tests.go_online();
select is(tests.asked(), 0::bigint, 'negative_balance: or is not asked to');
select tests.set('negative_balance', 'true');
select tests.under('rider_with_draw', 'false'), app.post_ledger('testing', 'flip', null, jsonb_build_array(app.entry('wallet:' || tests.id('rider'), 20), app.entry('adjustments', -20)));
select is(tests.outcome('rider', 'select public.request_withdrawal(5)'), 'withdrawal_not_allowed', 'rider_with_draw: riders do not withdraw');
select tests.set('rider_with_draw', 'true');
select is(tests.outcome('rider', 'select public.request_withdrawal(5)'), 'done', 'rider_with_draw: or do');
select tests.set('bank_fields', 'false');
select is(tests.outcome('driver', $$ select public.set_bank_details('LLB', '', 'LI21 0000') $$), 'bank_fields_off', 'bank_fields: bank details are not kept');
select tests.set('bank_fields', 'true');
select is(tests.outcome('driver', $$ select public.set_bank_details('LLB', '', 'LI21 0000') $$), 'done', 'bank_fields: or are');
select tests.under('test_payments', 'false'), tests.parcel('card', 'rider');
select throws_ok($$ select tests.create_payment(tests.booking(), 'test', tests.id('rider')) $$, 'PT403', 'no_provider_found', 'test_payments: the test provider takes no money');
select tests.set('test_payments', 'true');
select lives_ok($$ select tests.create_payment(tests.booking(), 'test', tests.id('rider')) $$, 'test_payments: or plays at it');
select tests.under('topup_min', '5'), tests.set('topup_max', '20');
select throws_ok($$ select tests.begin_payment('topup', 4) $$, 'PT422', 'topup_out_of_range', 'topup_min: less is not paid in');
select throws_ok($$ select tests.begin_payment('topup', 21) $$, 'PT422', 'topup_out_of_range', 'topup_max: more is not paid in');
select tests.set('topup_min', '4'), tests.set('topup_max', '21');
select lives_ok($$ select tests.begin_payment('topup', 4) $$, 'topup_min: or it is');
select lives_ok($$ select tests.begin_payment('topup', 21) $$, 'topup_max: or is taken');
select tests.under('tip_max', '0'), tests.ride('PAID');
select throws_ok($$ select tests.begin_payment('tip', 1, 'rider', tests.booking()) $$, 'PT422', 'tip_too_high', 'tip_max: cards do not tip');
select tests.set('tip_max', '1');
select lives_ok($$ select tests.begin_payment('tip', 1, 'rider', tests.booking()) $$, 'tip_max: or so much');
select tests.under('card_hold_percent', '0');
select is(app.hold_ceiling(10), 10.00, 'card_hold_percent: a hold is of the fare');
select tests.set('card_hold_percent', '50');
select is(app.hold_ceiling(10), 15.00, 'card_hold_percent: or of half as much again');
select tests.under('extra_limit', '50'), tests.ride('STARTED');
select is(tests.outcome('driver', format('select public.add_extra(%L, ''toll'', 60)', tests.booking())), 'extra_invalid', 'extra_limit: no toll is so high');
select tests.set('extra_limit', '60');
select is(tests.outcome('driver', format('select public.add_extra(%L, ''toll'', 60)', tests.booking())), 'done', 'extra_limit: or it may be');

-- Fares
select tests.under('fare_mode', 'metered'), tests.ride('PENDING');
select ok((select b.trip_cost < b.estimate from public.bookings b where b.id = tests.booking()), 'fare_mode: the way that was driven counts');
select tests.under('fare_mode', 'upfront'), tests.ride('STARTED');
select tests.turn('7 minutes'), tests.let('driver', 'select public.report_position(47.1655, 9.5103)'), tests.let('driver', format('select public.reach_drop(%L)', tests.booking()));
select ok((select b.trip_cost = b.estimate from public.bookings b where b.id = tests.booking()), 'fare_mode: or the one that was quoted');
select tests.set('fare_mode', 'metered');
select tests.under('free_wait', '5'), tests.ride('ARRIVED');
select is(tests.outcome('driver', format('select public.no_show(%L)', tests.booking())), 'no_show_too_early', 'free_wait: drivers wait');
select tests.set('free_wait', '0');
select is(tests.outcome('driver', format('select public.no_show(%L)', tests.booking())), 'done', 'free_wait: or go');
select tests.set('free_wait', '5');
select tests.under('app_category', 'taxi');
select is(tests.outcome('rider', format('select public.create_booking(%L, ''card'')', tests.quote('rider', 'Courier'))), 'category_unavailable', 'app_category: parcels are not taken');
select tests.set('app_category', 'both');
select is(tests.outcome('rider', format('select public.create_booking(%L, ''card'')', tests.quote('rider', 'Courier'))), 'deliveryDetailMissing', 'app_category: or are, and need a recipient');
select tests.set('time_zone', 'Pacific/Kiritimati');
select is(app.today(), (app.now() at time zone 'Pacific/Kiritimati')::date, 'time_zone: what today is');
create temporary table day as select app.today() as there;
grant select on day to public;
select tests.set('time_zone', 'Etc/GMT+12');
select ok(app.today() < (select there from day), 'time_zone: elsewhere it is yesterday');
select tests.set('time_zone', 'Europe/Vaduz');

-- Dispatch
select tests.under('auto_dispatch', 'true'), tests.go_online();
select is(tests.asked(), 1::bigint, 'auto_dispatch: drivers are asked');
select tests.under('auto_dispatch', 'false'), tests.go_online();
select is(tests.asked(), 0::bigint, 'auto_dispatch: or the desk assigns');
select is(tests.outcome('admin', format('select public.assign_driver(%L, %L)', tests.booking(), tests.id('driver'))), 'done', 'auto_dispatch: at any time');
select tests.set('auto_dispatch', 'true');
select tests.under('duty_needs_position', 'false');
select is(tests.outcome('driver', 'select public.set_driver_active(true)'), 'done', 'duty_needs_position: a driver may report the position after going on duty');
select tests.under('duty_needs_position', 'true');
select is(tests.outcome('driver', 'select public.set_driver_active(true)'), 'position_needed', 'duty_needs_position: or goes on duty with one');
select is(tests.outcome('driver', $$ select public.set_driver_active(true, '{"lat": 47.141, "lng": 9.52}') $$), 'done', 'duty_needs_position: given with the call');
select tests.under('duty_needs_position', 'true'), tests.let('driver', 'select public.report_position(47.141, 9.52)');
select is(tests.outcome('driver', 'select public.set_driver_active(true)'), 'done', 'duty_needs_position: or known since a minute at most');
select tests.set('duty_needs_position', 'false');
select tests.under('driver_radius', '10'), tests.go_online(lat => 47.141 + 12 / 111.2);
select is(tests.asked(), 0::bigint, 'driver_radius: twelve kilometres are too far');
select tests.under('driver_radius', '13'), tests.go_online(lat => 47.141 + 12 / 111.2);
select is(tests.asked(), 1::bigint, 'driver_radius: or near enough');
select tests.under('driver_radius', '10'), tests.set('convert_to_mile', 'true'), tests.go_online(lat => 47.141 + 12 / 111.2);
select is(tests.asked(), 1::bigint, 'driver_radius: ten miles are more than twelve kilometres');
select tests.set('convert_to_mile', 'false');
select tests.under('wave_size', '1'), tests.go_online(), tests.go_online('driver2');
select is(tests.asked(), 1::bigint, 'wave_size: one at a time');
select tests.under('wave_size', '2'), tests.go_online(), tests.go_online('driver2');
select is(tests.asked(), 2::bigint, 'wave_size: or two');
select tests.set('wave_size', '1');
select tests.under('dispatch_mode', 'all'), tests.go_online(), tests.go_online('driver2');
select is(tests.asked(), 2::bigint, 'dispatch_mode: everybody, whatever a wave is');
select tests.under('dispatch_mode', 'waves'), tests.go_online(), tests.go_online('driver2');
select is(tests.asked(), 1::bigint, 'dispatch_mode: or by waves');
select tests.set('wave_size', '8');
select tests.under('wave_count', '1'), tests.go_online(), tests.asked();
select isnt((select q.rest_until from app.dispatch_queue q), null, 'wave_count: after the last the search rests');
select tests.under('wave_count', '3'), tests.go_online(), tests.asked();
select is((select q.rest_until from app.dispatch_queue q), null, 'wave_count: of three the first is not the last');
select tests.under('offer_timeout', '20'), tests.go_online(), tests.asked();
select is((select o.expires_at - app.now() from public.booking_offers o), interval '20 seconds', 'offer_timeout: seconds to answer');
select tests.under('offer_timeout', '45'), tests.go_online(), tests.asked();
select is((select o.expires_at - app.now() from public.booking_offers o), interval '45 seconds', 'offer_timeout: or more of them');
select tests.set('auto_dispatch', 'false');
create function tests.assigned() returns interval language plpgsql as $$
begin
  perform tests.book(), tests.let('admin', format('select public.assign_driver(%L, %L)', tests.booking(), tests.id('driver')));
  return (select o.expires_at - app.now() from public.booking_offers o);
end $$;
select tests.under('assign_timeout', '120');
select is(tests.assigned(), interval '2 minutes', 'assign_timeout: an assignment waits longer');
select tests.under('assign_timeout', '300');
select is(tests.assigned(), interval '5 minutes', 'assign_timeout: or longer still');
create function tests.declined() returns text language plpgsql as $$
begin
  perform tests.assigned(), tests.let('driver', format('select public.decline_booking(%L)', tests.booking()));
  return tests.status();
end $$;
select tests.under('on_decline', 'cancel');
select is(tests.declined(), 'CANCELLED', 'on_decline: the only one asked says no, and it is over');
select tests.under('on_decline', 'requeue');
select is(tests.declined(), 'NEW', 'on_decline: or the desk asks another');
select tests.set('auto_dispatch', 'true');
select tests.under('later_days', '1');
select is((select l.latest from app.trip_at_limits() l), app.now() + interval '1 day', 'later_days: a day ahead at most');
select tests.under('later_days', '90');
select is((select l.latest from app.trip_at_limits() l), app.now() + interval '90 days', 'later_days: or three months');
select tests.under('lead_minutes', '15'), tests.go_online();
select is(tests.asked('rider', app.now() + interval '1 hour'), 0::bigint, 'lead_minutes: a later booking is not offered yet');
select tests.under('lead_minutes', '90'), tests.go_online();
select is(tests.asked('rider', app.now() + interval '1 hour'), 1::bigint, 'lead_minutes: or long before');
select tests.set('lead_minutes', '15');
create function tests.reminded() returns bigint language plpgsql as $$
begin
  perform tests.book('rider', trip_at => app.now() + interval '1 hour'), tests.turn('20 minutes'), app.remind_due();
  return (select count(*) from public.notices n where n.key = 'trip_reminder' and n.booking_id = tests.booking());
end $$;
select tests.under('reminder_minutes', '30');
select is(tests.reminded(), 0::bigint, 'reminder_minutes: forty minutes before is too early');
select tests.under('reminder_minutes', '45');
select is(tests.reminded(), 1::bigint, 'reminder_minutes: or it is time');

-- Rides
select tests.under('otp_secure', 'true'), tests.book();
select matches(tests.code(), '^[0-9]{5}$', 'otp_secure: a ride has a code');
select tests.under('otp_secure', 'false'), tests.book();
select is(tests.code(), null, 'otp_secure: or none');
create function tests.picture(kind text) returns text language plpgsql as $$
declare v_id uuid := tests.booking();
begin
  return tests.outcome('driver5', format('select public.set_booking_image(%L, %L, %L)', v_id, kind, v_id || '/' || kind || '_image'));
end $$;
select tests.under('allow_delivery_pickup_image_capture', 'false'), tests.set('allow_final_delivery_image_capture', 'false'), tests.go_online('driver5');
select tests.parcel('cash', 'admin');
select tests.let('driver5', format('select public.accept_booking(%L)', tests.booking())), tests.let('driver5', format('select public.arrive_at_pickup(%L)', tests.booking())),
  tests.let('driver5', format('select public.start_trip(%L)', tests.booking()));
select is(tests.picture('pickup'), 'image_capture_off', 'allow_delivery_pickup_image_capture: no picture at the pickup');
select tests.set('allow_delivery_pickup_image_capture', 'true');
select is(tests.picture('pickup'), 'done', 'allow_delivery_pickup_image_capture: or one');
select is(tests.picture('deliver'), 'image_capture_off', 'allow_final_delivery_image_capture: none at the delivery');
select tests.set('allow_final_delivery_image_capture', 'true');
select is(tests.picture('deliver'), 'done', 'allow_final_delivery_image_capture: or one');

-- People
select tests.set('driver_approval', 'true'), tests.register('ada');
select is((select p.approved from public.profiles p where p.email = 'ada@example.com'), false, 'driver_approval: who registers as a driver waits');
select is(tests.outcome('fleet', format('select public.set_approved(%L, false)', tests.id('driver2'))), 'not_allowed', 'driver_approval: for an admin alone');
select tests.set('driver_approval', 'false'), tests.register('bea');
select is((select p.approved from public.profiles p where p.email = 'bea@example.com'), true, 'driver_approval: or drives at once');
select is(tests.outcome('fleet', format('select public.set_approved(%L, false)', tests.id('driver2'))), 'done', 'driver_approval: and the fleet decides');
create function tests.channel() returns text language sql volatile security definer as $$
  select tests.let('rider', 'select public.register_push_token(''a-phone-of-theirs'', ''ANDROID'')'), app.notify(tests.id('rider'), 'wallet_credited', '{"amount": 1}');
  select o.payload ->> 'channelId' from app.outbox o order by o.id desc limit 1
$$;
select tests.set('car_horn_repeat', 'false');
select is(tests.channel(), 'bookings', 'car_horn_repeat: pushes sound once');
select tests.set('car_horn_repeat', 'true');
select is(tests.channel(), 'bookings-repeat', 'car_horn_repeat: or again and again');
select tests.set('allow_critical_edits_admin', 'true');
select is(tests.outcome('admin', 'select public.add_to_wallet(tests.id(''rider''), 1)'), 'done', 'allow_critical_edits_admin: admins do what they do');
select tests.set('allow_critical_edits_admin', 'false');
select is(tests.outcome('admin', 'select public.add_to_wallet(tests.id(''rider''), 1)'), 'demo_mode', 'allow_critical_edits_admin: or show a demo');

-- A number that was silent
select tests.as_owner();
insert into auth.users (id, phone, phone_confirmed_at, last_sign_in_at) values
  ('10000000-0000-4000-8000-000000000091', '4235559191', now() - interval '1 year', now() - interval '40 days');
create function tests.call_in(days text) returns text language plpgsql security definer as $$
begin
  perform tests.set('phone_silence_days', days);
  delete from app.silent_numbers;
  update auth.users u set phone_confirmed_at = clock_timestamp() where u.phone = '4235559191';
  return app.access_token_hook('{"user_id": "10000000-0000-4000-8000-000000000091", "claims": {}}') #>> '{error,message}';
end $$;
select is(tests.call_in('180'), null, 'phone_silence_days: a number that signed in 40 days ago opens its account');
select is(tests.call_in('30'), 'number_silent', 'phone_silence_days: with 30 it opens nothing');
select is(tests.call_in('0'), null, 'phone_silence_days: with none every number does');
-- Two people
select tests.set('allow_critical_edits_admin', 'true');
select tests.set('credit_limit', null), tests.set('payout_limit', null), tests.set('two_people_bank', 'false');
select is(tests.outcome('admin', format('select public.add_to_wallet(%L, 500)', tests.id('rider'))), 'done', 'credit_limit: without one an admin credits alone');
select tests.set('credit_limit', '100');
select is(tests.outcome('admin2', format('select public.add_to_wallet(%L, 500)', tests.id('rider2'))), 'needs_approval', 'credit_limit: above it a second one approves');
select tests.set('bank_change_hours', '0');
select tests.let('driver', 'select public.request_withdrawal(6)') from (select app.post_ledger('testing', gen_random_uuid()::text, null, jsonb_build_array(
  app.entry('wallet:' || tests.id('driver'), 10), app.entry('adjustments', -10)))) filled;
create function tests.payout() returns text language sql security definer as $$
  select tests.outcome('admin', format('select public.complete_withdrawal(%L)', (select w.id from public.withdraw_requests w where w.user_id = tests.id('driver') order by w.id desc limit 1)))
$$;
select tests.set('payout_limit', '5');
select is(tests.payout(), 'needs_approval', 'payout_limit: above it a second one approves');
select tests.set('payout_limit', null);
select is(tests.payout(), 'done', 'payout_limit: without one an admin pays alone');
select is(tests.outcome('admin', format('select public.release_payouts(%L, ''She called'')', tests.id('rider'))), 'done', 'two_people_bank: off, an admin ends a wait alone');
select tests.set('two_people_bank', 'true');
select is(tests.outcome('admin', format('select public.release_payouts(%L, ''She called'')', tests.id('rider'))), 'needs_approval', 'two_people_bank: on, a second one approves');

select tests.set('two_people_bank', 'false'), tests.set('export_limit', null);
select is(tests.outcome('admin', 'select public.list_people(page_size => 5)'), 'done', 'export_limit: without one an admin reads what there is');
select tests.set('export_limit', '4');
select is(tests.outcome('admin2', 'select public.list_people(page_size => 5)'), 'needs_approval', 'export_limit: above it a second person approves');
select tests.set('export_limit', null);

-- What may be withdrawn, and the day of the weekly run
select tests.tidy(), tests.set('rider_with_draw', 'true');
select app.record_card_credit(app.post_ledger('testing', 'card' || k, null, jsonb_build_array(app.entry('wallet:' || tests.id('rider'), 5), app.entry('adjustments', -5))), tests.id('rider'), k, 5)
from unnest('{topup,tip}'::text[]) k;
select tests.set('tip_lock_days', '0');
select is(tests.outcome('rider', 'select public.request_withdrawal(6)'), 'not_withdrawable', 'topup_lock_days: with some, what a card paid in stays');
select tests.set('topup_lock_days', '0');
select is(tests.outcome('rider', 'select public.request_withdrawal(6)'), 'done', 'topup_lock_days: with none it is withdrawn');
select tests.set('tip_lock_days', '14');
select is(tests.outcome('rider', 'select public.request_withdrawal(1)'), 'not_withdrawable', 'tip_lock_days: with some, a tip by card waits');
select tests.set('tip_lock_days', '0');
select is(tests.outcome('rider', 'select public.request_withdrawal(1)'), 'done', 'tip_lock_days: with none it does not');
select tests.set('payout_weekday', null);
select is(app.run_weekly_payouts(), 0, 'payout_weekday: without one nothing runs by itself');
select tests.set('payout_weekday', '1');
select cmp_ok(app.run_weekly_payouts(), '>', 0, 'payout_weekday: with one the week is paid from that day on');
select tests.set('payout_weekday', null);

-- bank_change_hours
select tests.tidy(), tests.set('bank_change_hours', '48');
insert into public.bank_details (user_id, bank_name, bank_account) values (tests.id('driver'), 'LLB', 'LI21 0881') on conflict do nothing;
update public.bank_details b set bank_account = 'LI99 ' || b.bank_account where b.user_id = tests.id('driver');
select app.post_ledger('testing', gen_random_uuid()::text, null, jsonb_build_array(app.entry('wallet:' || tests.id('driver'), 10), app.entry('adjustments', -10)));
select is(tests.outcome('driver', 'select public.request_withdrawal(1)'), 'payout_waits', 'bank_change_hours: with some, withdrawals wait after a change');
select tests.set('bank_change_hours', '0');
select is(tests.outcome('driver', 'select public.request_withdrawal(1)'), 'done', 'bank_change_hours: with none they do not');
-- What drivers may do
select tests.under('shift_mileage', 'true');
select is(tests.outcome('driver', 'select public.start_shift()'), 'mileage_required', 'shift_mileage: on, a shift begins with it');
select tests.set('shift_mileage', 'false');
select is(tests.outcome('driver', 'select public.start_shift()'), 'done', 'shift_mileage: off, without');
select tests.let('driver', 'select public.end_shift()');
select tests.under('shift_photos', 'true');
select is(tests.outcome('driver', 'select public.start_shift()'), 'photos_required', 'shift_photos: on, a shift begins with pictures of the car');
select tests.set('shift_photos', 'false');
select is(tests.outcome('driver', 'select public.start_shift()'), 'done', 'shift_photos: off, without pictures');
select tests.under('told_minutes', '10'), tests.ride('ACCEPTED'), tests.turn('8 minutes');
select tests.let('driver', format('select public.arrive_at_pickup(%L, at => app.now() - interval ''7 minutes'')', tests.booking()));
select is((select arrived_at from public.bookings where id = tests.booking()), app.now() - interval '7 minutes', 'told_minutes: an arrival of seven minutes ago counts from then');
select tests.under('told_minutes', '2'), tests.ride('ACCEPTED'), tests.turn('8 minutes');
select tests.let('driver', format('select public.arrive_at_pickup(%L, at => app.now() - interval ''7 minutes'')', tests.booking()));
select is((select arrived_at from public.bookings where id = tests.booking()), app.now() - interval '2 minutes', 'told_minutes: or from two minutes ago');
select tests.under('told_minutes', '10'), tests.under('later_claims', 'false');
select is(tests.outcome('driver', format('select public.claim_booking(%L)', tests.book('rider', 'Cab', app.now() + interval '5 hours'))), 'booking_not_open', 'later_claims: off, nobody claims');
select tests.under('later_claims', 'true');
select is(tests.outcome('driver', format('select public.claim_booking(%L)', tests.book('rider', 'Cab', app.now() + interval '5 hours'))), 'done', 'later_claims: on, a driver does');
select tests.set('later_claims_max', '1');
select is(tests.outcome('driver', format('select public.claim_booking(%L)', tests.book('rider2', 'Cab', app.now() + interval '9 hours'))), 'too_many_claims', 'later_claims_max: one is enough');
select tests.set('later_claims_max', '3');
select is(tests.outcome('driver', format('select public.claim_booking(%L)', tests.booking())), 'done', 'later_claims_max: or three are');
select tests.under('next_job_km', '0'), tests.ride('STARTED'), tests.turn('7 minutes'), tests.let('driver', 'select public.report_position(47.164, 9.5105)');
select ok(not (select available from public.driver_positions where driver_id = tests.id('driver')), 'next_job_km: at 0 nobody on a trip is asked');
select tests.under('next_job_km', '1'), tests.ride('STARTED'), tests.turn('7 minutes'), tests.let('driver', 'select public.report_position(47.164, 9.5105)');
select ok((select available from public.driver_positions where driver_id = tests.id('driver')), 'next_job_km: or in the last kilometre');
select tests.under('parcels_at_once', '1');
select is(tests.second_parcel(), 'waves', 'parcels_at_once: at 1 nobody is asked for a second one');
select tests.under('parcels_at_once', '2');
select is(tests.second_parcel(), 'door', 'parcels_at_once: or who is at the door');
select tests.under('break_after_minutes', '0'), tests.go_online();
select tests.act_as('driver');
select is((select break_due_at from public.driver_hours()), null, 'break_after_minutes: at 0 no break is due');
select tests.set('break_after_minutes', '60');
select isnt((select break_due_at from public.driver_hours()), null, 'break_after_minutes: after an hour one is');
select tests.set('break_minutes', '30');
select is((select break_minutes from public.driver_hours()), 30, 'break_minutes: half an hour');
select tests.set('break_minutes', '45');
select is((select break_minutes from public.driver_hours()), 45, 'break_minutes: or three quarters');
select tests.as_owner(), tests.under('street_trips', 'false'), tests.go_online();
select is(tests.outcome('driver', 'select public.start_street_trip(47.141, 9.52)'), 'street_trips_off', 'street_trips: off, every trip is booked');
select tests.set('street_trips', 'true');
select is(tests.outcome('driver', 'select public.start_street_trip(47.141, 9.52)'), 'done', 'street_trips: on, people hail a cab');
select * from finish();
