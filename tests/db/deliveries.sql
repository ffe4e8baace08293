-- Parcels: paid before pickup, photos, signatures, and the return to the sender.
select no_plan();
select tests.set('app_category', 'both');
update public.drivers set car_type_id = tests.car('Courier') where id = tests.id('driver');
create function tests.parcel(mode text, details jsonb default '{"delivery_person": "Eva", "delivery_person_phone": "+4235551212"}', rider text default 'rider')
returns public.bookings language sql volatile as $$ select public.create_booking(tests.quote(rider, 'Courier'), mode, null, details) $$;
create function tests.phone(number text) returns text language sql volatile as $$
  select (tests.parcel('card', jsonb_build_object('delivery_person', 'Eva', 'delivery_person_phone', number))).status
$$;
create function tests.fund(amount numeric) returns void language sql volatile security definer as $$
  select app.post_ledger('testing', gen_random_uuid()::text, null, jsonb_build_array(app.entry('wallet:' || tests.id('rider'), amount), app.entry('adjustments', -amount)))
$$;
create function tests.drive_to(lat double precision, lng double precision) returns void language sql volatile security definer as $$
  select tests.turn('10 minutes'), tests.let('driver', format('select public.report_position(%s, %s)', lat, lng))
$$;

-- Booking
select tests.act_as('rider');
select throws_ok($$ select tests.parcel('cash') $$, 'PT422', 'delivery_cash_refused', 'a rider cannot pay a parcel in cash');
select throws_ok($$ select tests.parcel('card', '{}') $$, 'PT422', 'deliveryDetailMissing',
  -- Spec 1.16, 5.9, 8.7
  'a parcel without a receiver is refused');
-- Spec 5.9
select throws_ok($$ select tests.parcel('card', '{"delivery_person": "  ", "delivery_person_phone": "+4235551212"}') $$, 'PT422', 'deliveryDetailMissing', 'a parcel whose receiver has a blank name is refused');
select throws_ok($$ select tests.phone(null) $$, 'PT422', 'deliveryDetailMissing',
  'a parcel whose receiver has no phone number is refused');
select throws_ok($$ select tests.phone('555121') $$, 'PT422', 'deliveryDetailMissing',
  -- Spec 5.8
  'a receiver''s phone number of six digits is refused');
select throws_ok($$ select tests.phone('+42355512a34') $$, 'PT422', 'deliveryDetailMissing',
  -- Spec 5.8
  'a receiver''s phone number with a letter among its digits is refused');
select throws_ok($$ select tests.phone('       ') $$, 'PT422', 'deliveryDetailMissing',
  'a receiver''s phone number of only blanks is refused');
select throws_ok($$ select tests.phone(repeat('5', 60)) $$, 'PT422', 'deliveryDetailMissing',
  'a receiver''s phone number of 60 digits is refused');
-- Spec 3.38, 4.3
select is(tests.phone('+376345678'), 'PAYMENT_PENDING', 'a parcel with a short number in E.164 form waits for its payment');
-- Spec 5.8
select is(tests.phone('+4235551212;ext=12'), 'PAYMENT_PENDING', 'a receiver''s phone number can have an extension');
select is(tests.phone('+15551234567'), 'PAYMENT_PENDING', 'a receiver''s phone number can be of another country');
select throws_ok($$ select tests.phone('+4235551212') $$, 'PT409', 'too_many_open_bookings',
  'a rider with three unpaid parcels cannot book a fourth');
select tests.let('admin', format('select public.cancel_booking(%L, ''whatever'')', tests.booking()));
select public.cancel_booking(b.id, 'whatever') from public.bookings b where b.status = 'PAYMENT_PENDING';
select results_eq($$ select status::text, reason, cancelled_by, cancellation_fee, count(*) from public.bookings group by 1, 2, 3, 4 order by 3 $$,
  $$ values ('CANCELLED', 'incomplete_booking', 'admin', 0::numeric, 1::bigint), ('CANCELLED', 'incomplete_booking', 'rider', 0::numeric, 2::bigint) $$,
  -- Spec 4.38
  'cancelling an unpaid parcel stores a fixed reason and no fee, by rider or admin');
select is_empty($$ select 1 from public.booking_offers $$, 'an unpaid parcel makes no offers');
select tests.act_as('admin');
-- Spec 4.2
select is((tests.parcel('cash')).status, 'NEW', 'an admin''s parcel is NEW at once');
select results_eq($$ select prepaid, booking_type_admin from public.bookings where id = tests.booking() $$, $$ values (false, true) $$, 'an admin''s parcel is paid at its end');
select public.cancel_booking(tests.booking(), 'x');

-- Paid and picked up
select tests.as_owner(), tests.turn('1 minute'), tests.go_online(), tests.fund(100), tests.act_as('rider');
select is((tests.parcel('wallet')).status, 'PAYMENT_PENDING', 'a parcel by wallet waits for its payment');
select throws_ok($$ select public.change_route(tests.booking(), tests.quote('rider', 'Courier')) $$, 'PT409', 'wrong_status', 'the route of an unpaid parcel cannot be changed');
select results_eq($$ select status::text, prepaid from public.pay_with_wallet(tests.booking()) $$, $$ values ('NEW', true) $$, 'a wallet payment makes the parcel NEW and prepaid');
select throws_ok($$ select public.change_route(tests.booking(), tests.quote('rider', 'Courier')) $$, 'PT409', 'route_fixed', 'the route of a prepaid parcel cannot be changed');
select tests.act_as('driver');
select is((public.accept_booking(tests.booking())).status, 'ACCEPTED', 'a courier can accept a prepaid parcel');

-- Photos
select throws_ok($$ select public.set_booking_image(tests.booking(), 'pickup', tests.booking() || '/pickup_image') $$, 'PT409', 'image_capture_off', 'a photo is refused while photos are off');
select tests.set('allow_delivery_pickup_image_capture', 'true'), tests.set('allow_final_delivery_image_capture', 'true');
select throws_ok($$ select public.set_booking_image(tests.booking(), 'pickup', tests.booking() || '/pickup_image') $$, 'PT409', 'wrong_status', 'a photo of the pickup before the driver arrived is refused');
select public.arrive_at_pickup(tests.booking());
select throws_ok($$ select public.set_booking_image(tests.booking(), 'pickup', gen_random_uuid() || '/pickup_image') $$, 'PT422', 'image_invalid', 'a photo with the path of another booking is refused');
select throws_ok($$ select public.set_booking_image(tests.booking(), 'pickup', tests.booking() || '/deliver_image') $$, 'PT422', 'image_invalid', 'a photo of the pickup with the path of a delivery photo is refused');
select throws_ok($$ select public.set_booking_image(tests.booking(), 'selfie', tests.booking() || '/selfie_image') $$, 'PT422', 'image_invalid', 'a photo of an unknown kind is refused');
select throws_ok($$ select public.set_booking_image(tests.booking(), null, null) $$, 'PT422', 'image_invalid', 'a photo without a kind is refused');
-- Spec 3.36, 4.66, 7.61
select is((public.set_booking_image(tests.booking(), 'pickup', tests.booking() || '/pickup_image')).pickup_image, tests.booking() || '/pickup_image', 'a driver can store a photo of the pickup after arriving');
select throws_ok($$ select public.set_booking_image(tests.booking(), 'deliver', tests.booking() || '/deliver_image') $$, 'PT409', 'wrong_status', 'a photo of the delivery before the start is refused');
select tests.act_as('driver2');
select throws_ok($$ select public.set_booking_image(tests.booking(), 'pickup', 'x') $$, 'PT404', 'booking_not_found', 'another driver cannot store a photo of the parcel');
select tests.act_as('rider');
select throws_ok($$ select public.set_booking_image(tests.booking(), 'pickup', 'x') $$, 'PT403', 'not_a_driver', 'a rider cannot store a photo of the parcel');
select tests.as_visitor();
select throws_ok($$ select public.set_booking_image(gen_random_uuid(), 'pickup', 'x') $$, '42501', null, 'a visitor cannot store a photo of a parcel');

-- Signatures
select throws_ok($$ select public.sign_delivery(gen_random_uuid(), 'Eva') $$, '42501', null,
  'a visitor cannot sign for a parcel');
select tests.act_as('rider');
select throws_ok($$ select public.sign_delivery(tests.booking(), 'Eva') $$, 'PT403', 'not_a_driver', 'a rider cannot sign for a parcel');
select tests.act_as('driver2');
select throws_ok($$ select public.sign_delivery(tests.booking(), 'Eva') $$, 'PT404', 'booking_not_found', 'another driver cannot store a signature for the parcel');
select tests.act_as('driver');
select throws_ok($$ select public.sign_delivery(tests.booking(), 'Eva') $$, 'PT409', 'wrong_status', 'a signature before the start is refused');
select tests.as_visitor();

-- Back to the sender
select throws_ok($$ select public.return_to_sender(gen_random_uuid(), 'x') $$, '42501', null,
  'a visitor cannot return a parcel');
select tests.act_as('driver');
select throws_ok($$ select public.return_to_sender(tests.booking(), 'x') $$, 'PT409', 'wrong_status', 'a parcel cannot be returned before the start');
select public.start_trip(tests.booking());
-- Spec 3.36
select is((public.set_booking_image(tests.booking(), 'deliver', tests.booking() || '/deliver_image')).deliver_image, tests.booking() || '/deliver_image', 'a driver can store a photo of the delivery after the start');
select throws_ok(format('select public.sign_delivery(tests.booking(), %L, %L)', name, path), 'PT422', key, why) from (values
  (' ', null, 'name_invalid', 'a signature with a blank name is refused'), (null, null, 'name_invalid', 'a signature whose name is null is refused'),
  (repeat('a', 201), null, 'name_invalid', 'a signature with a name of 201 characters is refused'), (U&'\0410nna', null, 'name_invalid', 'a signature with a name of two scripts is refused'),
  ('Eva', '<svg>', 'signature_invalid', 'a signature that is markup is refused'), ('Eva', '', 'signature_invalid', 'an empty signature is refused'),
  ('Eva', 'M0 0' || repeat('L1 1', 5000), 'signature_invalid', 'a signature of more than 20,000 characters is refused')) v (name, path, key, why);
select lives_ok($$ select public.sign_delivery(tests.booking(), ' Eva Matt ', 'M0 0L10 10') $$, 'a driver can store the receiver''s name and signature');
select lives_ok($$ select public.sign_delivery(tests.booking(), 'Eva Matt') $$, 'a driver can send the receiver''s name again without a signature');
select results_eq($$ select received_by, signature from public.booking_contacts where booking_id = tests.booking() $$, $$ values ('Eva Matt', 'M0 0L10 10') $$, 'sending the name again keeps the stored signature');
select throws_ok($$ select public.return_to_sender(tests.booking(), 'x') $$, 'PT409', 'not_at_drop', 'a driver cannot return a parcel without having been at the drop');
select throws_ok($$ select public.return_to_sender(tests.booking(), 'x', app.now() - interval '1 day') $$, 'PT409', 'job_changed', 'a return dated before the acceptance is refused');
select throws_ok($$ select public.return_to_sender(tests.booking(), 'x', at => 'infinity') $$, 'PT422', 'reported_time_invalid', 'a return at an infinite time is refused');
select lives_ok($$ select public.set_booking_image(tests.booking(), 'pickup', tests.booking() || '/pickup_image') $$, 'a delayed photo of the pickup can be stored during the trip');
select is(public.reach_drop(tests.booking()) ->> 'message', 'start_code_required',
  'a parcel with a start code cannot be handed over without it');
select tests.drive_to(47.1655, 9.5103);
select tests.act_as('rider');
select throws_ok($$ select public.return_to_sender(tests.booking(), 'x') $$, 'PT403', 'not_a_driver', 'a rider cannot return a parcel');
select tests.act_as('driver2');
select throws_ok($$ select public.return_to_sender(tests.booking(), 'x') $$, 'PT404', 'booking_not_found', 'another driver cannot return the parcel');
select tests.act_as('driver');
select results_eq($$ select status::text, returning_at, drop_address, drop_lat from public.return_to_sender(tests.booking(), 'Nobody home') $$,
  $$ values ('STARTED', app.now(), 'Vaduz, Post', 47.141::double precision) $$,
    'returning a parcel sets the sender''s address as its drop');
select is((public.return_to_sender(tests.booking(), 'again')).returning_at, app.now(),
  'returning a parcel twice succeeds both times');
select is((select note from public.booking_events order by id desc limit 1), 'returning: Nobody home',
  'the history records the reason of a return');
select tests.act_as('rider');
select is((select key || ' ' || (params ->> 'reason') from public.notices where key = 'trip_returning'), 'trip_returning Nobody home', 'the rider gets a notice of the return with its reason');
select throws_ok($$ select public.change_route(tests.booking(), tests.quote('rider', 'Courier')) $$, 'PT409', 'route_fixed', 'a rider cannot change the route of a returning parcel');
select results_eq($$ select kind, before ->> 'drop_address' from public.booking_revisions $$, $$ values ('return', 'Schaan, Bahnhof') $$, 'the original drop of a returned parcel is kept as a revision');
select tests.drive_to(47.141, 9.5209);
select tests.act_as('driver');
select results_eq($$ select r ->> 'status', (r ->> 'trip_cost')::numeric = (r ->> 'estimate')::numeric from public.reach_drop(tests.booking()) r $$, $$ values ('PAID', true) $$,
  'a parcel back at the sender needs no code and keeps its fare');
select tests.as_owner();
select is((select wallet_balance from public.profiles where id = tests.id('rider')), (select 100 - trip_cost from public.bookings where id = tests.booking()), 'a returned parcel is paid once');

-- Rides cannot be returned; the desk can return a parcel
update public.drivers set car_type_id = tests.car() where id = tests.id('driver');
select tests.turn('1 minute'), tests.ride('STARTED'), tests.act_as('driver');
select throws_ok($$ select public.return_to_sender(tests.booking(), 'x') $$, 'PT409', 'not_a_delivery', 'a ride cannot be returned to the sender');
select throws_ok($$ select public.set_booking_image(tests.booking(), 'pickup', tests.booking() || '/pickup_image') $$, 'PT409', 'image_capture_off', 'a photo of a ride is refused');
select public.reach_drop(tests.booking()), public.confirm_cash(tests.booking());
select tests.as_owner(), tests.turn('1 minute'), tests.go_online();
update public.drivers set car_type_id = tests.car('Courier') where id = tests.id('driver');
select tests.go_online(), tests.act_as('admin');
select is((tests.parcel('cash')).status, 'NEW', 'an admin can book a parcel in cash for a rider');
select tests.let('driver', format('select public.accept_booking(%L)', tests.booking())), tests.let('driver', format('select public.arrive_at_pickup(%L)', tests.booking())),
  tests.let('driver', format('select public.start_trip(%L)', tests.booking()));
select is((public.return_to_sender(tests.booking(), 'Refused')).drop_address, 'Vaduz, Post', 'an admin can return a parcel from any place');
select is((select action from public.audit_log order by id desc limit 1), 'return_to_sender',
  'an admin''s return is recorded in the audit log');

-- A parcel that costs nothing
select tests.as_owner();
insert into public.promos (promo_name, promo_discount_value, promo_validity, promo_usage_limit) values ('GIFT', 1000, '2100-01-01', 9);
select tests.turn('1 minute'), tests.act_as('rider3');
create temp table gift as select tests.quote('rider3', 'Courier') as id;
select public.apply_promo((select id from gift), 'gift');
select results_eq($$ select status::text, prepaid, payable_amount from public.create_booking((select id from gift), 'card', null, '{"delivery_person": "Eva", "delivery_person_phone": "+4235551212"}') $$,
  $$ values ('NEW', true, 0::numeric) $$, 'a parcel that costs nothing does not wait for a payment');
select * from finish();
