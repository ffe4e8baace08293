-- Parcels: paid before they are fetched, their pictures, and the way back.
select no_plan();
select tests.set('app_category', 'both');
update public.drivers set car_type_id = tests.car('Courier') where id = tests.id('driver');
create function tests.parcel(mode text, details jsonb default '{"delivery_person": "Eva", "delivery_person_phone": "+423 555 12 12"}', rider text default 'rider')
returns public.bookings language sql volatile as $$ select public.create_booking(tests.quote(rider, 'Courier'), mode, null, details) $$;
create function tests.phone(number text) returns text language sql volatile as $$
  select (tests.parcel('card', jsonb_build_object('delivery_person', 'Eva', 'delivery_person_phone', number))).status
$$;
create function tests.fund(amount numeric) returns void language sql volatile security definer as $$
  select app.post_ledger('testing', gen_random_uuid()::text, null, jsonb_build_array(app.entry('wallet:' || tests.id('rider'), amount), app.entry('adjustments', -amount)))
$$;
create function tests.at(lat double precision, lng double precision) returns void language sql volatile security definer as $$
  select tests.turn('10 minutes'), tests.let('driver', format('select public.report_position(%s, %s)', lat, lng))
$$;

-- Booking
select tests.act_as('rider');
select throws_ok($$ select tests.parcel('cash') $$, 'PT422', 'delivery_cash_refused', 'a parcel is not paid in cash');
select throws_ok($$ select tests.parcel('card', '{}') $$, 'PT422', 'deliveryDetailMissing', 'somebody receives it');
select throws_ok($$ select tests.parcel('card', '{"delivery_person": "  ", "delivery_person_phone": "5551212"}') $$, 'PT422', 'deliveryDetailMissing', 'with a name');
select throws_ok($$ select tests.phone(null) $$, 'PT422', 'deliveryDetailMissing', 'a receiver has a phone');
select throws_ok($$ select tests.phone('555121') $$, 'PT422', 'deliveryDetailMissing', 'of more than six characters');
select throws_ok($$ select tests.phone('555-12a-34') $$, 'PT422', 'deliveryDetailMissing', 'digits, spaces and hyphens');
select throws_ok($$ select tests.phone('       ') $$, 'PT422', 'deliveryDetailMissing', 'not blanks alone');
select throws_ok($$ select tests.phone(repeat('5', 60)) $$, 'PT422', 'deliveryDetailMissing', 'a phone number ends');
select is(tests.phone('5551212'), 'PAYMENT_PENDING', 'seven are enough; the parcel waits for its payment');
select is(tests.phone('555-123-4567 ext 12'), 'PAYMENT_PENDING', 'an extension may follow');
select is(tests.phone('+423 555 12 12 x3'), 'PAYMENT_PENDING', 'a plus may lead');
select throws_ok($$ select tests.phone('5551212') $$, 'PT409', 'too_many_open_bookings', 'three wait for money, no fourth');
select tests.let('admin', format('select public.cancel_booking(%L, ''whatever'')', tests.booking()));
select public.cancel_booking(b.id, 'whatever') from public.bookings b where b.status = 'PAYMENT_PENDING';
select results_eq($$ select status::text, reason, cancelled_by, cancellation_fee, count(*) from public.bookings group by 1, 2, 3, 4 order by 3 $$,
  $$ values ('CANCELLED', 'incomplete_booking', 'admin', 0::numeric, 1::bigint), ('CANCELLED', 'incomplete_booking', 'rider', 0::numeric, 2::bigint) $$,
  'whoever ends one, for a fixed reason and no fee');
select is_empty($$ select 1 from public.booking_offers $$, 'nobody was asked');
select tests.act_as('admin');
select is((tests.parcel('cash')).status, 'NEW', 'an admin''s is fetched at once');
select results_eq($$ select prepaid, booking_type_admin from public.bookings where id = tests.booking() $$, $$ values (false, true) $$, 'a parcel of an admin is paid at its end');
select public.cancel_booking(tests.booking(), 'x');

-- Paid, fetched
select tests.as_owner(), tests.turn('1 minute'), tests.go_online(), tests.fund(100), tests.act_as('rider');
select is((tests.parcel('wallet')).status, 'PAYMENT_PENDING', 'another');
select throws_ok($$ select public.change_route(tests.booking(), tests.quote('rider', 'Courier')) $$, 'PT409', 'wrong_status', 'its way is not changed before it is paid');
select results_eq($$ select status::text, prepaid from public.pay_with_wallet(tests.booking()) $$, $$ values ('NEW', true) $$, 'paid, it is fetched');
select throws_ok($$ select public.change_route(tests.booking(), tests.quote('rider', 'Courier')) $$, 'PT409', 'route_fixed', 'by the way it was paid for');
select tests.act_as('driver');
select is((public.accept_booking(tests.booking())).status, 'ACCEPTED', 'a courier takes it');

-- Pictures
select throws_ok($$ select public.set_booking_image(tests.booking(), 'pickup', tests.booking() || '/pickup_image') $$, 'PT409', 'image_capture_off', 'where none is asked for none is kept');
select tests.set('allow_delivery_pickup_image_capture', 'true'), tests.set('allow_final_delivery_image_capture', 'true');
select throws_ok($$ select public.set_booking_image(tests.booking(), 'pickup', tests.booking() || '/pickup_image') $$, 'PT409', 'wrong_status', 'before the pickup there is nothing to see');
select public.arrive_at_pickup(tests.booking());
select throws_ok($$ select public.set_booking_image(tests.booking(), 'pickup', gen_random_uuid() || '/pickup_image') $$, 'PT422', 'image_invalid', 'another booking''s file');
select throws_ok($$ select public.set_booking_image(tests.booking(), 'pickup', tests.booking() || '/deliver_image') $$, 'PT422', 'image_invalid', 'another kind');
select throws_ok($$ select public.set_booking_image(tests.booking(), 'selfie', tests.booking() || '/selfie_image') $$, 'PT422', 'image_invalid', 'no kind');
select throws_ok($$ select public.set_booking_image(tests.booking(), null, null) $$, 'PT422', 'image_invalid', 'a picture without a kind is refused');
select is((public.set_booking_image(tests.booking(), 'pickup', tests.booking() || '/pickup_image')).pickup_image, tests.booking() || '/pickup_image', 'the own is kept');
select throws_ok($$ select public.set_booking_image(tests.booking(), 'deliver', tests.booking() || '/deliver_image') $$, 'PT409', 'wrong_status', 'delivered is later');
select tests.act_as('driver2');
select throws_ok($$ select public.set_booking_image(tests.booking(), 'pickup', 'x') $$, 'PT404', 'booking_not_found', 'another driver has no parcel');
select tests.act_as('rider');
select throws_ok($$ select public.set_booking_image(tests.booking(), 'pickup', 'x') $$, 'PT403', 'not_a_driver', 'a rider takes no picture');
select tests.as_visitor();
select throws_ok($$ select public.set_booking_image(gen_random_uuid(), 'pickup', 'x') $$, '42501', null, 'a visitor takes no picture');

-- Signed for
select throws_ok($$ select public.sign_delivery(gen_random_uuid(), 'Eva') $$, '42501', null, 'a visitor signs for nothing');
select tests.act_as('rider');
select throws_ok($$ select public.sign_delivery(tests.booking(), 'Eva') $$, 'PT403', 'not_a_driver', 'a rider signs for nothing');
select tests.act_as('driver2');
select throws_ok($$ select public.sign_delivery(tests.booking(), 'Eva') $$, 'PT404', 'booking_not_found', 'another driver keeps no signature');
select tests.act_as('driver');
select throws_ok($$ select public.sign_delivery(tests.booking(), 'Eva') $$, 'PT409', 'wrong_status', 'nobody signs before the parcel has left');
select tests.as_visitor();

-- Back to the sender
select throws_ok($$ select public.return_to_sender(gen_random_uuid(), 'x') $$, '42501', null, 'who sends nothing back');
select tests.act_as('driver');
select throws_ok($$ select public.return_to_sender(tests.booking(), 'x') $$, 'PT409', 'wrong_status', 'nothing goes back before it left');
select public.start_trip(tests.booking());
select is((public.set_booking_image(tests.booking(), 'deliver', tests.booking() || '/deliver_image')).deliver_image, tests.booking() || '/deliver_image', 'now it can be seen delivered');
select throws_ok(format('select public.sign_delivery(tests.booking(), %L, %L)', name, path), 'PT422', key, why) from (values
  (' ', null, 'name_invalid', 'a signature without a name is refused'), (null, null, 'name_invalid', 'a hand-over without a name is refused'),
  (repeat('a', 201), null, 'name_invalid', 'a name is 200 characters long at most'), (U&'\0410nna', null, 'name_invalid', 'a name of two scripts is refused'),
  ('Eva', '<svg>', 'signature_invalid', 'a signature is no markup'), ('Eva', '', 'signature_invalid', 'a signature is not empty'),
  ('Eva', 'M0 0' || repeat('L1 1', 5000), 'signature_invalid', 'a signature has an end')) v (name, path, key, why);
select lives_ok($$ select public.sign_delivery(tests.booking(), ' Eva Matt ', 'M0 0L10 10') $$, 'a driver keeps who took the parcel in and how they signed');
select lives_ok($$ select public.sign_delivery(tests.booking(), 'Eva Matt') $$, 'a repeat without the signature keeps the one that is there');
select results_eq($$ select received_by, signature from public.booking_contacts where booking_id = tests.booking() $$, $$ values ('Eva Matt', 'M0 0L10 10') $$, 'name and signature are kept');
select throws_ok($$ select public.return_to_sender(tests.booking(), 'x') $$, 'PT409', 'not_at_drop', 'the driver was at the door');
select throws_ok($$ select public.return_to_sender(tests.booking(), 'x', app.now() - interval '1 day') $$, 'PT409', 'job_changed', 'turning back belongs to one acceptance');
select throws_ok($$ select public.return_to_sender(tests.booking(), 'x', at => 'infinity') $$, 'PT422', 'told_time_invalid', 'nobody turns back at infinity');
select lives_ok($$ select public.set_booking_image(tests.booking(), 'pickup', tests.booking() || '/pickup_image') $$, 'a picture of the pickup that waited for a signal is kept on the way');
select is(public.reach_drop(tests.booking()) ->> 'message', 'start_code_required', 'where a code is needed');
select tests.at(47.1655, 9.5103);
select tests.act_as('rider');
select throws_ok($$ select public.return_to_sender(tests.booking(), 'x') $$, 'PT403', 'not_a_driver', 'a rider sends nothing back');
select tests.act_as('driver2');
select throws_ok($$ select public.return_to_sender(tests.booking(), 'x') $$, 'PT404', 'booking_not_found', 'another driver sends nothing back');
select tests.act_as('driver');
select results_eq($$ select status::text, returning_at, drop_address, drop_lat from public.return_to_sender(tests.booking(), 'Nobody home') $$,
  $$ values ('STARTED', app.now(), 'Vaduz, Post', 47.141::double precision) $$, 'nobody took it in: it goes back');
select is((public.return_to_sender(tests.booking(), 'again')).returning_at, app.now(), 'twice is once');
select is((select note from public.booking_events order by id desc limit 1), 'returning: Nobody home', 'the history knows why');
select tests.act_as('rider');
select is((select key || ' ' || (params ->> 'reason') from public.notices where key = 'trip_returning'), 'trip_returning Nobody home', 'the rider is told');
select throws_ok($$ select public.change_route(tests.booking(), tests.quote('rider', 'Courier')) $$, 'PT409', 'route_fixed', 'the rider cannot send a returning parcel elsewhere');
select results_eq($$ select kind, before ->> 'drop_address' from public.booking_revisions $$, $$ values ('return', 'Schaan, Bahnhof') $$, 'where it went is kept');
select tests.at(47.141, 9.5209);
select tests.act_as('driver');
select results_eq($$ select r ->> 'status', (r ->> 'trip_cost')::numeric = (r ->> 'estimate')::numeric from public.reach_drop(tests.booking()) r $$, $$ values ('PAID', true) $$,
  'back where it came from it needs no code, and its fare stands');
select tests.as_owner();
select is((select wallet_balance from public.profiles where id = tests.id('rider')), (select 100 - trip_cost from public.bookings where id = tests.booking()), 'paid once');

-- Rides do not go back; the desk may decide
update public.drivers set car_type_id = tests.car() where id = tests.id('driver');
select tests.turn('1 minute'), tests.ride('STARTED'), tests.act_as('driver');
select throws_ok($$ select public.return_to_sender(tests.booking(), 'x') $$, 'PT409', 'not_a_delivery', 'riders are not returned');
select throws_ok($$ select public.set_booking_image(tests.booking(), 'pickup', tests.booking() || '/pickup_image') $$, 'PT409', 'image_capture_off', 'riders are not photographed');
select public.reach_drop(tests.booking()), public.confirm_cash(tests.booking());
select tests.as_owner(), tests.turn('1 minute'), tests.go_online();
update public.drivers set car_type_id = tests.car('Courier') where id = tests.id('driver');
select tests.go_online(), tests.act_as('admin');
select is((tests.parcel('cash')).status, 'NEW', 'an admin''s parcel');
select tests.let('driver', format('select public.accept_booking(%L)', tests.booking())), tests.let('driver', format('select public.arrive_at_pickup(%L)', tests.booking())),
  tests.let('driver', format('select public.start_trip(%L)', tests.booking()));
select is((public.return_to_sender(tests.booking(), 'Refused')).drop_address, 'Vaduz, Post', 'the desk sends it back from anywhere');
select is((select action from public.audit_log order by id desc limit 1), 'return_to_sender', 'which is written down');

-- Given away
select tests.as_owner();
insert into public.promos (promo_name, promo_discount_value, promo_validity, promo_usage_limit) values ('GIFT', 1000, '2100-01-01', 9);
select tests.turn('1 minute'), tests.act_as('rider3');
create temp table gift as select tests.quote('rider3', 'Courier') as id;
select public.apply_promo((select id from gift), 'gift');
select results_eq($$ select status::text, prepaid, payable_amount from public.create_booking((select id from gift), 'card', null, '{"delivery_person": "Eva", "delivery_person_phone": "5551212"}') $$,
  $$ values ('NEW', true, 0::numeric) $$, 'a parcel that costs nothing waits for no payment');
select * from finish();
