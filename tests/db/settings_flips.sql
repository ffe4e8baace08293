-- Each setting that decides something in the database, tested with two values. A title begins with the key of the setting;
-- tests/contract/settings.test.ts counts them. Settings that pages use: src/app/settings-flips.test.tsx.
select no_plan();

-- Clears all open state, so that each setting is tested in the same state: no driver on duty, no booking, empty wallets.
create function tests.tidy() returns void language plpgsql security definer as $$
begin
  perform tests.delete_bookings();
  set local session_replication_role = replica;
  update public.drivers set driver_active_status = false;
  update public.driver_positions set updated_at = now() - interval '1 hour';
  set local session_replication_role = origin;
  perform app.refresh_driver(d.id) from public.drivers d;
  perform tests.clear_wallet(n) from unnest('{rider,rider2,driver,driver2,fleet}'::text[]) n;
end $$;
-- Clears all open state and sets one value of a setting.
create function tests.tidy_and_set(key text, value text) returns void language sql as $$
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
-- The error key of a statement run as a person, or 'done'.
-- The dispatch mode of the second of two parcels from one door, while the first is being fetched.
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
    '{"delivery_person": "Ida", "delivery_person_phone": "+4235557766"}'));
  return tests.booking();
end $$;
create function tests.register(name text) returns boolean language sql volatile security definer as $$
  with made as (insert into auth.users (id, email, raw_app_meta_data) values (gen_random_uuid(), name || '@example.com', '{"usertype": "driver", "reg_type": "registration"}'))
  select true
$$;
select tests.as_owner();
select tests.set('app_category', 'both');

-- Money
select tests.tidy_and_set('code', 'CHF');
select is(tests.priced() ->> 'currency', 'CHF', 'code: a quote is in the currency CHF');
select tests.set('code', 'EUR');
select is(tests.priced() ->> 'currency', 'EUR', 'code: a quote is in another currency after a change');
select tests.set('decimal', '2');
select is((tests.priced() ->> 'trip_cost')::numeric, 14.80, 'decimal: a fare has two decimals');
select tests.set('decimal', '0');
select is((tests.priced() ->> 'trip_cost')::numeric, 15::numeric, 'decimal: a fare is rounded to a whole number with 0');
select tests.set('decimal', '2');
select tests.set('cash_unit', '0');
select is((tests.priced() ->> 'cash_amount')::numeric, 14.80, 'cash_unit: cash is paid to the cent with 0');
select tests.set('cash_unit', '0.50');
select is((tests.priced() ->> 'cash_amount')::numeric, 15.00, 'cash_unit: cash is rounded to 0.50');
select tests.set('cash_unit', '0');
select tests.set('tax_percent', '0');
select is((tests.priced() ->> 'tax')::numeric, 0.00, 'tax_percent: a fare contains no tax with 0');
select tests.set('tax_percent', '8');
select is((tests.priced() ->> 'tax')::numeric, 1.10, 'tax_percent: a fare contains 8 percent tax');
select tests.set('tax_percent', '0');
create function tests.ride_with_receipt() returns public.receipts language plpgsql security definer as $$
begin
  perform tests.ride('PAID'), app.issue_receipts();
  return (select r from public.receipts r where r.booking_id = tests.booking() and r.kind = 'receipt');
end $$;
select tests.set('receipt_start', '481');
select matches((tests.ride_with_receipt()).number, '-000481$', 'receipt_start: the first receipt has this number');
select is(tests.outcome('admin', $$ select public.update_settings('{"receipt_start": 1}') $$), 'receipts_issued', 'receipt_start: after the first receipt it cannot change');
select tests.tidy_and_set('tax_name', 'MwSt.');
select is((tests.ride_with_receipt()).content ->> 'tax_name', 'MwSt.', 'tax_name: a receipt calls the tax by its name');
select tests.tidy_and_set('tax_name', '');
select is((tests.ride_with_receipt()).content ->> 'tax_name', '', 'tax_name: a receipt has no name of the tax if the firm gave none');
select tests.tidy_and_set('receipt_prefix', '');
select matches((tests.ride_with_receipt()).number, '^[0-9]{4}-[0-9]{6}$', 'receipt_prefix: a receipt number is only year and serial without a prefix');
select tests.set('receipt_prefix', 'R-');
select matches((tests.ride_with_receipt()).number, '^R-[0-9]{4}-[0-9]{6}$', 'receipt_prefix: a receipt number begins with the prefix');
select tests.tidy_and_set('company_tax_number', '');
select is((tests.ride_with_receipt()).content #>> '{company,tax_number}', '', 'company_tax_number: a receipt has no tax number when it is empty');
select tests.set('company_tax_number', 'CHE-1');
select is((tests.ride_with_receipt()).content #>> '{company,tax_number}', 'CHE-1', 'company_tax_number: a receipt has the operator''s tax number');
select tests.set('company_registration', 'FL-0002.123.456-7');
select is((tests.ride_with_receipt()).content #>> '{company,registration}', 'FL-0002.123.456-7', 'company_registration: a receipt names the register');
select tests.tidy_and_set('company_bank_account', '');
select is((tests.ride_with_receipt()).content #>> '{company,bank_account}', '', 'company_bank_account: a receipt has no bank account when it is empty');
select tests.set('company_bank_account', 'LI21 0881 0000 2324 013A A');
select is((tests.ride_with_receipt()).content #>> '{company,bank_account}', 'LI21 0881 0000 2324 013A A', 'company_bank_account: a receipt has the operator''s bank account');
select tests.tidy_and_set('company_bank_code', '');
select is((tests.ride_with_receipt()).content #>> '{company,bank_code}', '', 'company_bank_code: a receipt has no bank code when it is empty');
select tests.set('company_bank_code', 'LILALI2X');
select is((tests.ride_with_receipt()).content #>> '{company,bank_code}', 'LILALI2X', 'company_bank_code: a receipt has the operator''s bank code');
select tests.set('convert_to_mile', 'false');
select ok(tests.priced() -> 'lines' @> '[{"key": "distance", "unit": "km", "quantity": 3.5}]', 'convert_to_mile: off, a fare is computed per kilometre');
select tests.set('convert_to_mile', 'true');
select ok(tests.priced() -> 'lines' @> '[{"key": "distance", "unit": "mi", "quantity": 2.175}]', 'convert_to_mile: on, a fare is computed per mile');
select tests.set('convert_to_mile', 'false');

update public.profiles set signup_via_referral = (select r.referral_id from public.profiles r where r.id = tests.id('rider2')) where id = tests.id('rider');
select tests.set('referral_min_km', '0'), tests.set('referral_min_minutes', '0');
select tests.tidy_and_set('bonus', '0'), tests.ride('PAID');
select is(tests.wallet_of('rider2'), 0::numeric, 'bonus: a referrer gets nothing with 0');
select tests.tidy_and_set('bonus', '7'), tests.ride('PAID');
select is(tests.wallet_of('rider2'), 7::numeric, 'bonus: a referrer gets the bonus of 7');
create function tests.earns(km numeric, secs integer) returns boolean language sql volatile security definer as $$
  select app.is_referral_trip(jsonb_populate_record(null::public.bookings, jsonb_build_object('driver_id', tests.id('driver'), 'car_type_id', tests.car(),
    'distance', km, 'total_trip_time', secs, 'trip_cost', 20)), tests.id('rider2'))
$$;
select tests.set('referral_min_km', '3');
select is(tests.earns(2.9, 600), false, 'referral_min_km: a ride below the minimum length earns no bonus');
select tests.set('referral_min_km', '2');
select is(tests.earns(2.9, 600), true, 'referral_min_km: a ride above the minimum length earns a bonus');
select tests.set('referral_min_minutes', '5');
select is(tests.earns(5, 299), false, 'referral_min_minutes: a ride below the minimum duration earns no bonus');
select tests.set('referral_min_minutes', '4');
select is(tests.earns(5, 299), true, 'referral_min_minutes: a ride above the minimum duration earns a bonus');
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
select tests.tidy_and_set('cheaper_route', 'agree');
select is(tests.shortened(), 3.5, 'cheaper_route: agree, a shorter route waits for the driver');
select tests.tidy_and_set('cheaper_route', 'compensate');
select is(tests.shortened(), 1.0, 'cheaper_route: compensate, a shorter route applies at once');
select tests.tidy_and_set('cheaper_route_percent', '100');
select is(tests.shortened() * 0 + tests.compensation(), 5.00, 'cheaper_route_percent: with 100 the driver gets the whole difference');
select tests.tidy_and_set('cheaper_route_percent', '50');
select is(tests.shortened() * 0 + tests.compensation(), 2.50, 'cheaper_route_percent: with 50 the driver gets half of the difference');
create function tests.cancelled_ride_fee() returns numeric language plpgsql volatile security definer as $$
begin
  perform tests.go_online(), tests.book(), tests.let('driver', format('select public.accept_booking(%L)', tests.booking()));
  perform tests.let('rider', format('select public.cancel_booking(%L)', tests.booking()));
  return (select b.cancellation_fee from public.bookings b where b.id = tests.booking());
end $$;
select tests.tidy_and_set('free_cancellations', '1');
select is(tests.cancelled_ride_fee() + 10 * tests.cancelled_ride_fee(), 30.00, 'free_cancellations: with 1 the second cancellation of a day costs a fee');
select tests.tidy_and_set('free_cancellations', '2');
select is(tests.cancelled_ride_fee() + 10 * tests.cancelled_ride_fee(), 0.00, 'free_cancellations: with 2 the second cancellation of a day is free');
select tests.set('referral_monthly_cap', '1');
select is(tests.next_referrer(), null, 'referral_monthly_cap: a referrer who reached it earns no further bonus');
select tests.set('referral_monthly_cap', '2');
select is(tests.next_referrer(), tests.id('rider2'), 'referral_monthly_cap: a referrer below it earns a bonus');

update public.drivers set fleet_id = tests.id('fleet') where id = tests.id('driver');
select tests.tidy_and_set('fleet_percent', '0'), tests.ride('PAID');
select is(tests.wallet_of('fleet'), 0::numeric, 'fleet_percent: a fleet gets nothing with 0');
select tests.tidy_and_set('fleet_percent', '50'), tests.ride('PAID');
select is(tests.wallet_of('fleet'), (select round(f.driver_share / 2, 2) from public.booking_finances f where f.booking_id = tests.booking()), 'fleet_percent: a fleet gets half of the driver''s share with 50');
select tests.set('fleet_percent', '0');
update public.drivers set fleet_id = null where id = tests.id('driver');
select tests.tidy_and_set('drivers_employed', 'false'), tests.ride('PAID');
select ok((select f.driver_share > 0 from public.booking_finances f where f.booking_id = tests.booking()), 'drivers_employed: an owner-driver has a share of the price');
select tests.tidy_and_set('drivers_employed', 'true'), tests.ride('PAID');
select is((select f.driver_share from public.booking_finances f where f.booking_id = tests.booking()), 0::numeric, 'drivers_employed: an employee has no share of the price');
select tests.set('drivers_employed', 'false');
update public.drivers set fleet_id = tests.id('fleet') where id = tests.id('driver');

-- What is paid how
create function tests.order_by(mode text, who text default 'rider') returns text language sql as $$
  select tests.outcome(order_by.who, format('select public.create_booking(%L, %L)', tests.quote(), order_by.mode))
$$;
create function tests.top_up() returns text language sql as $$
  select tests.outcome('rider', $x$ select public.create_payment('topup', 'stripe', tests.id('rider'), amount => 20) $x$)
$$;
select tests.tidy_and_set('cash_payments', 'true');
select is(tests.order_by('cash'), 'done', 'cash_payments: a ride can be paid in cash');
select tests.tidy_and_set('cash_payments', 'false');
select is(tests.order_by('cash'), 'payment_mode_unavailable', 'cash_payments: no ride is paid in cash if it is off');
select is(tests.order_by('cash', 'admin'), 'payment_mode_unavailable', 'cash_payments: the desk takes no order for cash either');
select is(tests.order_by('card'), 'done', 'cash_payments: a card still pays if it is off');
select tests.tidy_and_set('cash_payments', 'true'), tests.set('card_payments', 'true');
select is(tests.order_by('card'), 'done', 'card_payments: a ride can be paid by card');
select tests.tidy(), tests.set('app_category', 'taxi'), tests.set('card_payments', 'false');
select is(tests.order_by('card'), 'payment_mode_unavailable', 'card_payments: no ride is paid by card if it is off');
select is(tests.order_by('wallet'), 'payment_mode_unavailable', 'card_payments: an empty wallet, which nobody can fill, pays nothing');
select is(tests.top_up(), 'no_provider_found', 'card_payments: no wallet is topped up if it is off');
select tests.fill_wallet('rider', 20);
select is(tests.order_by('wallet'), 'done', 'card_payments: money that a wallet still has can be used');
select is(tests.outcome('admin', $$ select public.update_settings('{"app_category": "both"}') $$), 'settings_invalid', 'card_payments: parcels, which are paid in advance, need cards');
select is(tests.outcome('admin', $$ select public.update_settings('{"cash_payments": false}') $$), 'settings_invalid', 'cash_payments: a firm takes cash, cards or both');
select tests.tidy_and_set('card_payments', 'true'), tests.set('app_category', 'both');
select tests.tidy_and_set('telephone_orders', 'true');
select is(tests.order_by('cash', 'admin'), 'done', 'telephone_orders: the desk books for a caller');
select tests.tidy_and_set('telephone_orders', 'false');
select is(tests.order_by('cash', 'admin'), 'telephone_orders_off', 'telephone_orders: off, the desk books for nobody');
select is(tests.order_by('cash'), 'done', 'telephone_orders: off, riders still book');
select tests.tidy_and_set('telephone_orders', 'true');

create function tests.cancel_late() returns numeric language plpgsql as $$
begin
  perform app.post_ledger('testing', gen_random_uuid()::text, null, jsonb_build_array(app.entry('wallet:' || tests.id('rider'), 100), app.entry('adjustments', -100)));
  perform tests.ride('ACCEPTED'), tests.turn('3 minutes'), tests.let('rider', format('select public.cancel_booking(%L)', tests.booking()));
  return tests.wallet_of('driver');
end $$;
select tests.tidy_and_set('cancellation_driver_percent', '0');
select is(tests.cancel_late(), 0::numeric, 'cancellation_driver_percent: with 0 the driver gets no part of the fee');
select tests.tidy_and_set('cancellation_driver_percent', '50');
select is(tests.cancel_late(), 1.50, 'cancellation_driver_percent: with 50 the driver gets half of the fee');

create function tests.pay_and_cancel() returns text language plpgsql security definer as $$
declare
  v_id uuid := tests.parcel('card', 'rider');
  v_payment public.payments := tests.create_payment(v_id, 'stripe', tests.id('rider'));
begin
  perform public.record_payment_event('stripe', gen_random_uuid()::text, v_payment.id, v_payment.amount, v_payment.currency, 'paid');
  perform tests.let('rider', format('select public.cancel_booking(%L)', v_id));
  return (select string_agg(r.status, ' ') from public.refunds r where r.booking_id = v_id) || ' ' || (tests.wallet_of('rider') > 0);
end $$;
select tests.tidy_and_set('refund_to', 'wallet');
select is(tests.pay_and_cancel(), null, 'refund_to: wallet, a cancelled card payment makes no refund to the card');
select ok(tests.wallet_of('rider') > 0, 'refund_to: wallet, a cancelled card payment is credited to the wallet');
select tests.tidy_and_set('refund_to', 'source');
select is(tests.pay_and_cancel(), 'due false', 'refund_to: source, a cancelled card payment is due to the card');
select tests.set('refund_to', 'wallet');

select tests.tidy_and_set('negative_balance', 'true'), tests.go_online();
select is(tests.asked(), 1::bigint, 'negative_balance: on, a driver with an empty wallet gets offers');
select tests.tidy_and_set('negative_balance', 'false'), tests.go_online();
select is(tests.asked(), 0::bigint, 'negative_balance: off, a driver with an empty wallet gets no offers');
select tests.set('negative_balance', 'true');
select tests.tidy_and_set('rider_with_draw', 'false'), app.post_ledger('testing', 'flip', null, jsonb_build_array(app.entry('wallet:' || tests.id('rider'), 20), app.entry('adjustments', -20)));
select is(tests.outcome('rider', 'select public.request_withdrawal(5)'), 'withdrawal_not_allowed', 'rider_with_draw: off, a rider cannot withdraw');
select tests.set('rider_with_draw', 'true');
select is(tests.outcome('rider', 'select public.request_withdrawal(5)'), 'done', 'rider_with_draw: on, a rider can withdraw');
select tests.set('bank_fields', 'false');
select is(tests.outcome('driver', $$ select public.set_bank_details('LLB', '', 'LI21 0000') $$), 'bank_fields_off', 'bank_fields: off, a driver cannot store bank details');
select tests.set('bank_fields', 'true');
select is(tests.outcome('driver', $$ select public.set_bank_details('LLB', '', 'LI21 0000') $$), 'done', 'bank_fields: on, a driver stores bank details');
select tests.tidy_and_set('test_payments', 'false'), tests.parcel('card', 'rider');
select throws_ok($$ select tests.create_payment(tests.booking(), 'test', tests.id('rider')) $$, 'PT403', 'no_provider_found', 'test_payments: off, the test provider cannot be used');
select tests.set('test_payments', 'true');
select lives_ok($$ select tests.create_payment(tests.booking(), 'test', tests.id('rider')) $$, 'test_payments: on, the test provider can be used');
select tests.tidy_and_set('topup_min', '5'), tests.set('topup_max', '20');
select throws_ok($$ select tests.begin_payment('topup', 4) $$, 'PT422', 'topup_out_of_range', 'topup_min: a top-up below the minimum is refused');
select throws_ok($$ select tests.begin_payment('topup', 21) $$, 'PT422', 'topup_out_of_range', 'topup_max: a top-up above the maximum is refused');
select tests.set('topup_min', '4'), tests.set('topup_max', '21');
select lives_ok($$ select tests.begin_payment('topup', 4) $$, 'topup_min: a top-up of the minimum is accepted');
select lives_ok($$ select tests.begin_payment('topup', 21) $$, 'topup_max: a top-up of the maximum is accepted');
select tests.tidy_and_set('tip_max', '0'), tests.ride('PAID');
select throws_ok($$ select tests.begin_payment('tip', 1, 'rider', tests.booking()) $$, 'PT422', 'tip_too_high', 'tip_max: with 0 a tip by card is refused');
select tests.set('tip_max', '1');
select lives_ok($$ select tests.begin_payment('tip', 1, 'rider', tests.booking()) $$, 'tip_max: with 1 a tip of 1 by card is accepted');
select tests.tidy_and_set('card_hold_percent', '0');
select is(app.hold_ceiling(10), 10.00, 'card_hold_percent: with 0 a hold is limited to the fare');
select tests.set('card_hold_percent', '50');
select is(app.hold_ceiling(10), 15.00, 'card_hold_percent: with 50 a hold is limited to one and a half fares');
select tests.tidy_and_set('extra_limit', '50'), tests.ride('STARTED');
select is(tests.outcome('driver', format('select public.add_extra(%L, ''toll'', 60)', tests.booking())), 'extra_invalid', 'extra_limit: a toll above the limit is refused');
select tests.set('extra_limit', '60');
select is(tests.outcome('driver', format('select public.add_extra(%L, ''toll'', 60)', tests.booking())), 'done', 'extra_limit: a toll at the limit is accepted');
select tests.tidy_and_set('cash_goodwill', '0');
select is(app.goodwill_left(tests.id('driver')), 0::numeric, 'cash_goodwill: with 0 the operator pays nothing of missing cash');
select tests.set('cash_goodwill', '30');
select is(app.goodwill_left(tests.id('driver')), 30::numeric, 'cash_goodwill: with 30 the operator pays up to 30 of missing cash');

-- Fares
select tests.tidy_and_set('fare_mode', 'metered'), tests.ride('PENDING');
select ok((select b.trip_cost < b.estimate from public.bookings b where b.id = tests.booking()), 'fare_mode: metered, the fare follows the driven distance');
select tests.tidy_and_set('fare_mode', 'upfront'), tests.ride('STARTED');
select tests.turn('7 minutes'), tests.let('driver', 'select public.report_position(47.1655, 9.5103)'), tests.let('driver', format('select public.reach_drop(%L)', tests.booking()));
select ok((select b.trip_cost = b.estimate from public.bookings b where b.id = tests.booking()), 'fare_mode: upfront, the fare is the quoted one');
select tests.set('fare_mode', 'metered');
select tests.tidy_and_set('free_wait', '5'), tests.ride('ARRIVED');
select is(tests.outcome('driver', format('select public.no_show(%L)', tests.booking())), 'no_show_too_early', 'free_wait: with 5 a driver cannot report a no-show at once');
select tests.set('free_wait', '0');
select is(tests.outcome('driver', format('select public.no_show(%L)', tests.booking())), 'done', 'free_wait: with 0 a driver can report a no-show at once');
select tests.set('free_wait', '5');
select tests.tidy_and_set('app_category', 'taxi');
select is(tests.outcome('rider', format('select public.create_booking(%L, ''card'')', tests.quote('rider', 'Courier'))), 'category_unavailable', 'app_category: taxi, a parcel cannot be booked');
select is(tests.outcome('admin', format('select public.create_booking(%L, ''card'')', tests.quote('rider', 'Courier'))), 'category_unavailable', 'app_category: taxi, the desk cannot book a parcel either');
select tests.set('app_category', 'delivery');
select is(tests.order_by('card', 'admin'), 'category_unavailable', 'app_category: delivery, the desk cannot book a ride');
select tests.set('app_category', 'both');
select is(tests.outcome('rider', format('select public.create_booking(%L, ''card'')', tests.quote('rider', 'Courier'))), 'deliveryDetailMissing', 'app_category: both, a parcel can be booked with a recipient');
select tests.set('time_zone', 'Pacific/Kiritimati');
select is(app.today(), (app.now() at time zone 'Pacific/Kiritimati')::date, 'time_zone: today is the date in the operator''s time zone');
create temporary table day as select app.today() as there;
grant select on day to public;
select tests.set('time_zone', 'Etc/GMT+12');
select ok(app.today() < (select there from day), 'time_zone: today is an earlier date in a time zone farther west');
select tests.set('time_zone', 'Europe/Vaduz');

-- Dispatch
select tests.tidy_and_set('auto_dispatch', 'true'), tests.go_online();
select is(tests.asked(), 1::bigint, 'auto_dispatch: on, drivers get offers');
select tests.tidy_and_set('auto_dispatch', 'false'), tests.go_online();
select is(tests.asked(), 0::bigint, 'auto_dispatch: off, drivers get no offers by themselves');
select is(tests.outcome('admin', format('select public.assign_driver(%L, %L)', tests.booking(), tests.id('driver'))), 'done', 'auto_dispatch: off, an admin assigns a driver');
select tests.set('auto_dispatch', 'true');
select tests.tidy_and_set('duty_needs_position', 'false');
select is(tests.outcome('driver', 'select public.set_driver_active(true)'), 'done', 'duty_needs_position: off, a driver goes on duty without a position');
select tests.tidy_and_set('duty_needs_position', 'true');
select is(tests.outcome('driver', 'select public.set_driver_active(true)'), 'position_needed', 'duty_needs_position: on, a driver cannot go on duty without a position');
select is(tests.outcome('driver', $$ select public.set_driver_active(true, '{"lat": 47.141, "lng": 9.52}') $$), 'done', 'duty_needs_position: on, a driver goes on duty with a position in the call');
select tests.tidy_and_set('duty_needs_position', 'true'), tests.let('driver', 'select public.report_position(47.141, 9.52)');
select is(tests.outcome('driver', 'select public.set_driver_active(true)'), 'done', 'duty_needs_position: on, a driver goes on duty with a position of the last minute');
select tests.set('duty_needs_position', 'false');
select tests.tidy_and_set('driver_radius', '10'), tests.go_online(lat => 47.141 + 12 / 111.2);
select is(tests.asked(), 0::bigint, 'driver_radius: with 10 a driver 12 km away gets no offer');
select tests.tidy_and_set('driver_radius', '13'), tests.go_online(lat => 47.141 + 12 / 111.2);
select is(tests.asked(), 1::bigint, 'driver_radius: with 13 a driver 12 km away gets an offer');
select tests.tidy_and_set('driver_radius', '10'), tests.set('convert_to_mile', 'true'), tests.go_online(lat => 47.141 + 12 / 111.2);
select is(tests.asked(), 1::bigint, 'driver_radius: with 10 miles a driver 12 km away gets an offer');
select tests.set('convert_to_mile', 'false');
select tests.tidy_and_set('wave_size', '1'), tests.go_online(), tests.go_online('driver2');
select is(tests.asked(), 1::bigint, 'wave_size: with 1 one driver is asked at a time');
select tests.tidy_and_set('wave_size', '2'), tests.go_online(), tests.go_online('driver2');
select is(tests.asked(), 2::bigint, 'wave_size: with 2 two drivers are asked at a time');
select tests.set('wave_size', '1');
select tests.tidy_and_set('dispatch_mode', 'all'), tests.go_online(), tests.go_online('driver2');
select is(tests.asked(), 2::bigint, 'dispatch_mode: all, every driver is asked regardless of wave_size');
select tests.tidy_and_set('dispatch_mode', 'waves'), tests.go_online(), tests.go_online('driver2');
select is(tests.asked(), 1::bigint, 'dispatch_mode: waves, only the drivers of a wave are asked');
select tests.set('wave_size', '8');
select tests.tidy_and_set('wave_count', '1'), tests.go_online(), tests.asked();
select isnt((select q.rest_until from app.dispatch_queue q), null, 'wave_count: with 1 the search rests after the first wave');
select tests.tidy_and_set('wave_count', '3'), tests.go_online(), tests.asked();
select is((select q.rest_until from app.dispatch_queue q), null, 'wave_count: with 3 the search does not rest after the first wave');
select tests.tidy_and_set('search_minutes', '30'), tests.go_online(), tests.asked(), tests.turn('20 minutes'), app.dispatch_tick();
select is(tests.status(tests.booking()), 'NEW', 'search_minutes: with 30 the search for a driver goes on after 20 minutes');
select tests.tidy_and_set('search_minutes', '15'), tests.go_online(), tests.asked(), tests.turn('20 minutes'), app.dispatch_tick();
select is(tests.status(tests.booking()), 'CANCELLED', 'search_minutes: with 15 the search for a driver has ended after 20 minutes');
select tests.set('search_minutes', '30');
select tests.tidy_and_set('offer_timeout', '20'), tests.go_online(), tests.asked();
select is((select o.expires_at - app.now() from public.booking_offers o), interval '20 seconds', 'offer_timeout: an offer expires after 20 seconds');
select tests.tidy_and_set('offer_timeout', '45'), tests.go_online(), tests.asked();
select is((select o.expires_at - app.now() from public.booking_offers o), interval '45 seconds', 'offer_timeout: an offer expires after 45 seconds');
select tests.set('auto_dispatch', 'false');
create function tests.assigned() returns interval language plpgsql as $$
begin
  perform tests.book(), tests.let('admin', format('select public.assign_driver(%L, %L)', tests.booking(), tests.id('driver')));
  return (select o.expires_at - app.now() from public.booking_offers o);
end $$;
select tests.tidy_and_set('assign_timeout', '120');
select is(tests.assigned(), interval '2 minutes', 'assign_timeout: an assignment expires after 2 minutes');
select tests.tidy_and_set('assign_timeout', '300');
select is(tests.assigned(), interval '5 minutes', 'assign_timeout: an assignment expires after 5 minutes');
create function tests.declined() returns text language plpgsql as $$
begin
  perform tests.assigned(), tests.let('driver', format('select public.decline_booking(%L)', tests.booking()));
  return tests.status();
end $$;
select tests.tidy_and_set('on_decline', 'cancel');
select is(tests.declined(), 'CANCELLED', 'on_decline: cancel, a declined assignment cancels the booking');
select tests.tidy_and_set('on_decline', 'requeue');
select is(tests.declined(), 'NEW', 'on_decline: requeue, a declined assignment leaves the booking open');
select tests.set('auto_dispatch', 'true');
select tests.tidy_and_set('later_days', '1');
select is((select l.latest from app.trip_at_limits() l), app.now() + interval '1 day', 'later_days: with 1 a booking can be one day ahead');
select tests.tidy_and_set('later_days', '90');
select is((select l.latest from app.trip_at_limits() l), app.now() + interval '90 days', 'later_days: with 90 a booking can be 90 days ahead');
select tests.tidy_and_set('lead_minutes', '15'), tests.go_online();
select is(tests.asked('rider', app.now() + interval '1 hour'), 0::bigint, 'lead_minutes: with 15 a booking in an hour is not offered yet');
select tests.tidy_and_set('lead_minutes', '90'), tests.go_online();
select is(tests.asked('rider', app.now() + interval '1 hour'), 1::bigint, 'lead_minutes: with 90 a booking in an hour is offered');
select tests.set('lead_minutes', '15');
create function tests.reminded() returns bigint language plpgsql as $$
begin
  perform tests.book('rider', trip_at => app.now() + interval '1 hour'), tests.turn('20 minutes'), app.remind_due();
  return (select count(*) from public.notices n where n.key = 'trip_reminder' and n.booking_id = tests.booking());
end $$;
select tests.tidy_and_set('reminder_minutes', '30');
select is(tests.reminded(), 0::bigint, 'reminder_minutes: with 30 no reminder is sent 40 minutes before a trip');
select tests.tidy_and_set('reminder_minutes', '45');
select is(tests.reminded(), 1::bigint, 'reminder_minutes: with 45 a reminder is sent 40 minutes before a trip');

-- Rides
select tests.tidy_and_set('otp_secure', 'true'), tests.book();
select matches(tests.code(), '^[0-9]{5}$', 'otp_secure: on, a ride has a code');
select tests.tidy_and_set('otp_secure', 'false'), tests.book();
select is(tests.code(), null, 'otp_secure: off, a ride has no code');
create function tests.picture(kind text) returns text language plpgsql as $$
declare v_id uuid := tests.booking();
begin
  return tests.outcome('driver5', format('select public.set_booking_image(%L, %L, %L)', v_id, kind, v_id || '/' || kind || '_image'));
end $$;
select tests.tidy_and_set('allow_delivery_pickup_image_capture', 'false'), tests.set('allow_final_delivery_image_capture', 'false'), tests.go_online('driver5');
select tests.parcel('cash', 'admin');
select tests.let('driver5', format('select public.accept_booking(%L)', tests.booking())), tests.let('driver5', format('select public.arrive_at_pickup(%L)', tests.booking())),
  tests.let('driver5', format('select public.start_trip(%L)', tests.booking()));
select is(tests.picture('pickup'), 'image_capture_off', 'allow_delivery_pickup_image_capture: off, a pickup picture is refused');
select tests.set('allow_delivery_pickup_image_capture', 'true');
select is(tests.picture('pickup'), 'done', 'allow_delivery_pickup_image_capture: on, a pickup picture is stored');
select is(tests.picture('deliver'), 'image_capture_off', 'allow_final_delivery_image_capture: off, a delivery picture is refused');
select tests.set('allow_final_delivery_image_capture', 'true');
select is(tests.picture('deliver'), 'done', 'allow_final_delivery_image_capture: on, a delivery picture is stored');

-- People
select tests.set('driver_approval', 'true'), tests.register('ada');
select is((select p.approved from public.profiles p where p.email = 'ada@example.com'), false, 'driver_approval: on, a driver who registers waits for approval');
select is(tests.outcome('fleet', format('select public.set_approved(%L, false)', tests.id('driver2'))), 'not_allowed', 'driver_approval: on, a fleet admin cannot withdraw an approval');
select tests.set('driver_approval', 'false'), tests.register('bea');
select is((select p.approved from public.profiles p where p.email = 'bea@example.com'), true, 'driver_approval: off, a driver who registers is approved at once');
select is(tests.outcome('fleet', format('select public.set_approved(%L, false)', tests.id('driver2'))), 'done', 'driver_approval: off, a fleet admin can withdraw an approval');
create function tests.channel() returns text language sql volatile security definer as $$
  select tests.let('rider', 'select public.register_push_token(''a-phone-of-theirs'', ''ANDROID'')'), app.notify(tests.id('rider'), 'wallet_credited', '{"amount": 1}');
  select o.payload ->> 'channelId' from app.outbox o order by o.id desc limit 1
$$;
select tests.set('car_horn_repeat', 'false');
select is(tests.channel(), 'bookings', 'car_horn_repeat: off, a push uses the channel that sounds once');
select tests.set('car_horn_repeat', 'true');
select is(tests.channel(), 'bookings-repeat', 'car_horn_repeat: on, a push uses the channel that repeats its sound');
select tests.set('allow_critical_edits_admin', 'true');
select is(tests.outcome('admin', 'select public.add_to_wallet(tests.id(''rider''), 1)'), 'done', 'allow_critical_edits_admin: on, an admin can credit a wallet');
select tests.set('allow_critical_edits_admin', 'false');
select is(tests.outcome('admin', 'select public.add_to_wallet(tests.id(''rider''), 1)'), 'demo_mode', 'allow_critical_edits_admin: off, an admin is refused in demo mode');

-- A phone number without a sign-in for some time
select tests.as_owner();
insert into auth.users (id, phone, phone_confirmed_at, last_sign_in_at) values
  ('10000000-0000-4000-8000-000000000091', '4235559191', now() - interval '1 year', now() - interval '40 days');
create function tests.call_in(days text) returns text language plpgsql security definer as $$
begin
  perform tests.set('phone_dormant_days', days);
  delete from app.dormant_numbers;
  update auth.users u set phone_confirmed_at = clock_timestamp() where u.phone = '4235559191';
  return app.access_token_hook('{"user_id": "10000000-0000-4000-8000-000000000091", "claims": {}}') #>> '{error,message}';
end $$;
select is(tests.call_in('180'), null, 'phone_dormant_days: with 180 a number silent for 40 days can sign in');
select is(tests.call_in('30'), 'number_dormant', 'phone_dormant_days: with 30 a number silent for 40 days is refused');
select is(tests.call_in('0'), null, 'phone_dormant_days: with 0 every number can sign in');
select tests.set('staff_second_factor', 'false');
select is(tests.outcome('admin', 'select public.caller_role()'), 'done', 'staff_second_factor: off, an admin signs in with a code only');
select tests.set('staff_second_factor', 'true');
select is(tests.outcome('admin', 'select public.caller_role()'), 'second_factor_needed', 'staff_second_factor: on, an admin needs a second factor');
-- Newcomers and codes
select tests.as_owner();
create function tests.newcomers(n integer) returns bigint language sql security definer as $$
  select count(*) from generate_series(1, n) where app.before_user_created_hook('{"metadata": {"ip_address": "203.0.113.9"}}') = '{}'
$$;
select tests.set('newcomers_per_network', '1');
select is(tests.newcomers(3), 1::bigint, 'newcomers_per_network: with 1 a network has one newcomer an hour');
select tests.set('newcomers_per_network', '0');
select is(tests.newcomers(3), 3::bigint, 'newcomers_per_network: with 0 all newcomers are admitted');
create function tests.codes(of_range text, step integer) returns bigint language sql security definer as $$
  select count(*) filter (where public.admit_code(of_range || (1000 + n * step)) is null) from generate_series(1, 6) n
$$;
select tests.set('codes_per_number', '2');
select is(tests.codes('+423581', 0), 2::bigint, 'codes_per_number: with 2 a number gets two codes an hour');
select tests.set('codes_per_number', '4');
select is(tests.codes('+423582', 0), 4::bigint, 'codes_per_number: with 4 a number gets four codes an hour');
select tests.set('codes_per_prefix', '3');
select is(tests.codes('+423583', 1), 1::bigint, 'codes_per_prefix: with 3 an unknown range of numbers gets one code an hour');
select tests.set('codes_per_prefix', '12');
select is(tests.codes('+423584', 1), 4::bigint, 'codes_per_prefix: with 12 an unknown range of numbers gets four codes an hour');
select tests.set('sms_day_limit', '0');
select is(public.admit_code('+4235850001'), 'no_texts_left', 'sms_day_limit: with 0 no code is sent');
select tests.set('sms_day_limit', '1000000');
select is(public.admit_code('+4235850001'), null, 'sms_day_limit: with a million a code is sent');
select tests.set('staff_second_factor', 'false');
-- Texts about trips
select tests.tidy();
delete from auth.sessions;
create function tests.desk_ride() returns void language plpgsql security definer as $$
begin
  perform tests.turn('1 minute'), tests.go_online();
  perform tests.let('admin', format('select public.create_booking(%L, ''cash'')', tests.quote('rider')));
  perform app.dispatch_tick();
end $$;
select tests.desk_ride();
create function tests.texted(kind text) returns integer language sql security definer as $$
  select app.text_trip(b, kind, gen_random_uuid()::text) from public.bookings b where b.id = tests.booking()
$$;
update auth.users set email_confirmed_at = null where id = tests.id('rider');
select tests.set('text_booked', 'off');
select is(tests.texted('booked'), 0, 'text_booked: off, nobody is texted that a trip is booked');
select tests.set('text_booked', 'without_app');
select is(tests.texted('booked'), 1, 'text_booked: on, people without the app are texted that a trip is booked');
select tests.set('text_driver', 'off');
select is(tests.texted('driver'), 0, 'text_driver: off, nobody is texted who drives');
select tests.set('text_driver', 'without_app');
select is(tests.texted('driver'), 1, 'text_driver: on, people without the app are texted who drives');
select tests.set('text_outside', 'off');
select is(tests.texted('outside'), 0, 'text_outside: off, nobody is texted that the car is there');
select tests.set('text_outside', 'without_app');
select is(tests.texted('outside'), 1, 'text_outside: on, people without the app are texted that the car is there');
select tests.set('text_delayed', 'off');
select is(tests.texted('delayed'), 0, 'text_delayed: off, nobody is texted that the car is late');
select tests.set('text_delayed', 'without_app');
select is(tests.texted('delayed'), 1, 'text_delayed: on, people without the app are texted that the car is late');
select tests.set('text_changed', 'off');
select is(tests.texted('changed'), 0, 'text_changed: off, nobody is texted that the route changed');
select tests.set('text_changed', 'without_app');
select is(tests.texted('changed'), 1, 'text_changed: on, people without the app are texted that the route changed');
select tests.set('text_cancelled', 'off');
select is(tests.texted('cancelled'), 0, 'text_cancelled: off, nobody is texted that the trip was cancelled');
select tests.set('text_cancelled', 'without_app');
select is(tests.texted('cancelled'), 1, 'text_cancelled: on, people without the app are texted that the trip was cancelled');
select tests.set('text_receipt', 'off');
select is(tests.texted('receipt'), 0, 'text_receipt: off, nobody is texted what was paid');
select tests.set('text_receipt', 'without_app');
select is(tests.texted('receipt'), 1, 'text_receipt: on, people without the app are texted what was paid');
update auth.users set email_confirmed_at = now() where id = tests.id('rider');
select tests.set('text_booked', 'off'), tests.set('mail_booked', 'off');
select is(tests.texted('booked'), 0, 'mail_booked: off, nobody is mailed that a trip is booked');
select tests.set('mail_booked', 'without_app');
select is(tests.texted('booked'), 1, 'mail_booked: on, people without the app are mailed that a trip is booked');
select tests.set('text_booked', 'without_app');
select tests.set('text_driver', 'off'), tests.set('mail_driver', 'off');
select is(tests.texted('driver'), 0, 'mail_driver: off, nobody is mailed who drives');
select tests.set('mail_driver', 'without_app');
select is(tests.texted('driver'), 1, 'mail_driver: on, people without the app are mailed who drives');
select tests.set('text_driver', 'without_app');
select tests.set('text_outside', 'off'), tests.set('mail_outside', 'off');
select is(tests.texted('outside'), 0, 'mail_outside: off, nobody is mailed that the car is there');
select tests.set('mail_outside', 'without_app');
select is(tests.texted('outside'), 1, 'mail_outside: on, people without the app are mailed that the car is there');
select tests.set('text_outside', 'without_app');
select tests.set('text_delayed', 'off'), tests.set('mail_delayed', 'off');
select is(tests.texted('delayed'), 0, 'mail_delayed: off, nobody is mailed that the car is late');
select tests.set('mail_delayed', 'without_app');
select is(tests.texted('delayed'), 1, 'mail_delayed: on, people without the app are mailed that the car is late');
select tests.set('text_delayed', 'without_app');
select tests.set('text_changed', 'off'), tests.set('mail_changed', 'off');
select is(tests.texted('changed'), 0, 'mail_changed: off, nobody is mailed that the route changed');
select tests.set('mail_changed', 'without_app');
select is(tests.texted('changed'), 1, 'mail_changed: on, people without the app are mailed that the route changed');
select tests.set('text_changed', 'without_app');
select tests.set('text_cancelled', 'off'), tests.set('mail_cancelled', 'off');
select is(tests.texted('cancelled'), 0, 'mail_cancelled: off, nobody is mailed that the trip was cancelled');
select tests.set('mail_cancelled', 'without_app');
select is(tests.texted('cancelled'), 1, 'mail_cancelled: on, people without the app are mailed that the trip was cancelled');
select tests.set('text_cancelled', 'without_app');
select tests.set('text_receipt', 'off'), tests.set('mail_receipt', 'off');
select is(tests.texted('receipt'), 0, 'mail_receipt: off, nobody is mailed what was paid');
select tests.set('mail_receipt', 'without_app');
select is(tests.texted('receipt'), 1, 'mail_receipt: on, people without the app are mailed what was paid');
select tests.set('text_receipt', 'without_app');
update auth.users set email_confirmed_at = null where id = tests.id('rider');
-- What the driver reads, and what a text costs
create function tests.read_by_driver() returns bigint language plpgsql as $$
declare v_count bigint;
begin
  perform tests.act_as('driver');
  select count(*) into v_count from public.passenger_texts(tests.booking());
  perform tests.as_owner();
  return v_count;
end $$;
select tests.tidy(), tests.ride('ACCEPTED');
insert into app.inbound_texts (provider, event, sender, words, intent, booking_id) values ('twilio', 'flip', '+4235550311', 'Back door', 'other', tests.booking());
select tests.set('driver_reads_texts', 'false');
select is(tests.read_by_driver(), 0::bigint, 'driver_reads_texts: off, the driver reads no texts');
select tests.set('driver_reads_texts', 'true');
select is(tests.read_by_driver(), 1::bigint, 'driver_reads_texts: on, the driver reads the texts of the trip');
delete from app.inbound_texts where event = 'flip';
create function tests.estimated() returns numeric language plpgsql as $$
declare v_amount numeric;
begin
  perform tests.act_as('admin');
  v_amount := (public.text_usage()).estimated;
  perform tests.as_owner();
  return v_amount;
end $$;
delete from app.message_log;
select public.log_code('sms', '+4235550312', null, 'sign_in_code', '{"state": "sent", "provider": "vonage", "segments": 2}');
select tests.set('sms_price', null);
select is(tests.estimated(), null, 'sms_price: empty, no cost is estimated');
select tests.set('sms_price', '0.07');
select is(tests.estimated(), 0.14, 'sms_price: with 0.07, two parts cost 0.14');
select tests.set('driver_reads_texts', 'false'), tests.set('sms_price', null);
select tests.tidy(), tests.set('late_text_minutes', '5');
select tests.desk_ride(), tests.let('driver', format('select public.accept_booking(%L)', tests.booking()));
create function tests.late(minutes integer) returns integer language sql security definer as $$
  delete from app.trip_texts where booking_id = tests.booking();
  update public.driver_positions set updated_at = app.now() - interval '10 minutes';
  update public.bookings set promised_at = app.now() - make_interval(mins => minutes) where id = tests.booking();
  select app.text_delays();
$$;
select is(tests.late(6), 1, 'late_text_minutes: with 5 a delay of six minutes is texted');
select tests.set('late_text_minutes', '10');
select is(tests.late(6), 0, 'late_text_minutes: with 10 a delay of six minutes is not texted');
create function tests.quiet() returns text language sql as $$
  select to_char(app.text_due(null, 'receipt', '2026-11-30 23:00+01') at time zone 'UTC', 'DD HH24:MI')
$$;
select tests.set('quiet_to', '07:00'), tests.set('quiet_from', '');
select is(tests.quiet(), '30 22:00', 'quiet_from: empty, a receipt leaves at night');
select tests.set('quiet_from', '22:00');
select is(tests.quiet(), '01 06:00', 'quiet_from: from ten, a receipt waits until the morning');
select is(tests.quiet(), '01 06:00', 'quiet_to: with seven, a receipt waits until seven');
select tests.set('quiet_to', '08:30');
select is(tests.quiet(), '01 07:30', 'quiet_to: with half past eight, a receipt waits until then');
select tests.set('quiet_from', ''), tests.set('quiet_to', '');
-- Approval by a second person
select tests.set('allow_critical_edits_admin', 'true');
select tests.set('credit_limit', null), tests.set('payout_limit', null), tests.set('two_people_bank', 'false');
select is(tests.outcome('admin', format('select public.add_to_wallet(%L, 500)', tests.id('rider'))), 'done', 'credit_limit: without a limit an admin credits 500 alone');
select tests.set('credit_limit', '100');
select is(tests.outcome('admin2', format('select public.add_to_wallet(%L, 500)', tests.id('rider2'))), 'needs_approval', 'credit_limit: above the limit a credit needs an approval');
select tests.set('bank_change_hours', '0');
select tests.let('driver', 'select public.request_withdrawal(6)') from (select app.post_ledger('testing', gen_random_uuid()::text, null, jsonb_build_array(
  app.entry('wallet:' || tests.id('driver'), 10), app.entry('adjustments', -10)))) filled;
create function tests.payout() returns text language sql security definer as $$
  select tests.outcome('admin', format('select public.complete_withdrawal(%L)', (select w.id from public.withdraw_requests w where w.user_id = tests.id('driver') order by w.id desc limit 1)))
$$;
select tests.set('payout_limit', '5');
select is(tests.payout(), 'needs_approval', 'payout_limit: above the limit a payout needs an approval');
select tests.set('payout_limit', null);
select is(tests.payout(), 'done', 'payout_limit: without a limit an admin completes a payout alone');
select is(tests.outcome('admin', format('select public.release_payouts(%L, ''She called'')', tests.id('rider'))), 'done', 'two_people_bank: off, an admin releases payouts alone');
select tests.set('two_people_bank', 'true');
select is(tests.outcome('admin', format('select public.release_payouts(%L, ''She called'')', tests.id('rider'))), 'needs_approval', 'two_people_bank: on, releasing payouts needs an approval');

select tests.set('two_people_bank', 'false'), tests.set('export_limit', null);
select is(tests.outcome('admin', 'select tests.list_people(page_size => 5)'), 'done', 'export_limit: without a limit an admin lists people');
select tests.set('export_limit', '4');
select is(tests.outcome('admin2', 'select tests.list_people(page_size => 5)'), 'needs_approval', 'export_limit: above the limit a list needs an approval');
select tests.set('export_limit', null);

-- What can be withdrawn, and the day of the weekly payout run
select tests.tidy(), tests.set('rider_with_draw', 'true');
select app.record_card_credit(app.post_ledger('testing', 'card' || k, null, jsonb_build_array(app.entry('wallet:' || tests.id('rider'), 5), app.entry('adjustments', -5))), tests.id('rider'), k, 5)
from unnest('{topup,tip}'::text[]) k;
select tests.set('tip_lock_days', '0');
select is(tests.outcome('rider', 'select public.request_withdrawal(6)'), 'not_withdrawable', 'topup_lock_days: by default a card top-up cannot be withdrawn');
select tests.set('topup_lock_days', '0');
select is(tests.outcome('rider', 'select public.request_withdrawal(6)'), 'done', 'topup_lock_days: with 0 a card top-up can be withdrawn');
select tests.set('tip_lock_days', '14');
select is(tests.outcome('rider', 'select public.request_withdrawal(1)'), 'not_withdrawable', 'tip_lock_days: with 14 a card tip cannot be withdrawn');
select tests.set('tip_lock_days', '0');
select is(tests.outcome('rider', 'select public.request_withdrawal(1)'), 'done', 'tip_lock_days: with 0 a card tip can be withdrawn');
select tests.set('payout_weekday', null);
select is(app.run_weekly_payouts(), 0, 'payout_weekday: without a weekday no payout runs by itself');
select tests.set('payout_weekday', '1');
select cmp_ok(app.run_weekly_payouts(), '>', 0, 'payout_weekday: with Monday the week is paid from Monday on');
select tests.set('payout_weekday', null);

-- bank_change_hours
select tests.tidy(), tests.set('bank_change_hours', '48');
insert into public.bank_details (user_id, bank_name, bank_account) values (tests.id('driver'), 'LLB', 'LI21 0881') on conflict do nothing;
update public.bank_details b set bank_account = 'LI99 ' || b.bank_account where b.user_id = tests.id('driver');
select app.post_ledger('testing', gen_random_uuid()::text, null, jsonb_build_array(app.entry('wallet:' || tests.id('driver'), 10), app.entry('adjustments', -10)));
select is(tests.outcome('driver', 'select public.request_withdrawal(1)'), 'payout_waits', 'bank_change_hours: with 48 a withdrawal waits after a change of bank details');
select tests.set('bank_change_hours', '0');
select is(tests.outcome('driver', 'select public.request_withdrawal(1)'), 'done', 'bank_change_hours: with 0 a withdrawal does not wait after a change');
-- What drivers can do
select tests.tidy_and_set('shift_mileage', 'true');
select is(tests.outcome('driver', 'select public.start_shift()'), 'mileage_required', 'shift_mileage: on, a shift cannot begin without the mileage');
select tests.set('shift_mileage', 'false');
select is(tests.outcome('driver', 'select public.start_shift()'), 'done', 'shift_mileage: off, a shift begins without the mileage');
select tests.let('driver', 'select public.end_shift()');
select tests.tidy_and_set('shift_photos', 'true');
select is(tests.outcome('driver', 'select public.start_shift()'), 'photos_required', 'shift_photos: on, a shift cannot begin without pictures');
select tests.set('shift_photos', 'false');
select is(tests.outcome('driver', 'select public.start_shift()'), 'done', 'shift_photos: off, a shift begins without pictures');
select tests.tidy_and_set('late_report_minutes', '10'), tests.ride('ACCEPTED'), tests.turn('8 minutes');
select tests.let('driver', format('select public.arrive_at_pickup(%L, at => app.now() - interval ''7 minutes'')', tests.booking()));
select is((select arrived_at from public.bookings where id = tests.booking()), app.now() - interval '7 minutes', 'late_report_minutes: with 10 an arrival reported 7 minutes late counts from then');
select tests.tidy_and_set('late_report_minutes', '2'), tests.ride('ACCEPTED'), tests.turn('8 minutes');
select tests.let('driver', format('select public.arrive_at_pickup(%L, at => app.now() - interval ''7 minutes'')', tests.booking()));
select is((select arrived_at from public.bookings where id = tests.booking()), app.now() - interval '2 minutes', 'late_report_minutes: with 2 an arrival reported late counts from 2 minutes ago');
select tests.tidy_and_set('late_report_minutes', '10'), tests.tidy_and_set('later_claims', 'false');
select is(tests.outcome('driver', format('select public.claim_booking(%L)', tests.book('rider', 'Cab', app.now() + interval '5 hours'))), 'booking_not_open', 'later_claims: off, a driver cannot claim a later booking');
select tests.tidy_and_set('later_claims', 'true');
select is(tests.outcome('driver', format('select public.claim_booking(%L)', tests.book('rider', 'Cab', app.now() + interval '5 hours'))), 'done', 'later_claims: on, a driver claims a later booking');
select tests.set('later_claims_max', '1');
select is(tests.outcome('driver', format('select public.claim_booking(%L)', tests.book('rider2', 'Cab', app.now() + interval '9 hours'))), 'too_many_claims', 'later_claims_max: with 1 a driver cannot claim a second booking');
select tests.set('later_claims_max', '3');
select is(tests.outcome('driver', format('select public.claim_booking(%L)', tests.booking())), 'done', 'later_claims_max: with 3 a driver claims a second booking');
select tests.tidy_and_set('next_job_km', '0'), tests.ride('STARTED'), tests.turn('7 minutes'), tests.let('driver', 'select public.report_position(47.164, 9.5105)');
select ok(not (select available from public.driver_positions where driver_id = tests.id('driver')), 'next_job_km: with 0 a driver on a trip is not available');
select tests.tidy_and_set('next_job_km', '1'), tests.ride('STARTED'), tests.turn('7 minutes'), tests.let('driver', 'select public.report_position(47.164, 9.5105)');
select ok((select available from public.driver_positions where driver_id = tests.id('driver')), 'next_job_km: with 1 a driver in the last kilometre of a trip is available');
select tests.tidy_and_set('parcels_at_once', '1');
select is(tests.second_parcel(), 'waves', 'parcels_at_once: with 1 a second parcel is searched for in waves');
select tests.tidy_and_set('parcels_at_once', '2');
select is(tests.second_parcel(), 'door', 'parcels_at_once: with 2 the driver at the door is offered a second parcel');
select tests.tidy_and_set('break_after_minutes', '0'), tests.go_online();
select tests.act_as('driver');
select is((select break_due_at from public.driver_hours()), null, 'break_after_minutes: with 0 no break is due');
select tests.set('break_after_minutes', '60');
select isnt((select break_due_at from public.driver_hours()), null, 'break_after_minutes: with 60 a break is due');
select tests.set('break_minutes', '30');
select is((select break_minutes from public.driver_hours()), 30, 'break_minutes: a break of 30 minutes is due');
select tests.set('break_minutes', '45');
select is((select break_minutes from public.driver_hours()), 45, 'break_minutes: a break of 45 minutes is due');
select tests.as_owner(), tests.tidy_and_set('street_trips', 'false'), tests.go_online();
select is(tests.outcome('driver', 'select public.start_street_trip(47.141, 9.52)'), 'street_trips_off', 'street_trips: off, a driver cannot start a street trip');
select tests.set('street_trips', 'true');
select is(tests.outcome('driver', 'select public.start_street_trip(47.141, 9.52)'), 'done', 'street_trips: on, a driver starts a street trip');
select * from finish();
