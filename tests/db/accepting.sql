-- Accepting and declining offers, one driver at a time (a separate file tests concurrent accepts).
select no_plan();
update public.drivers set car_type_id = tests.car() where id in (tests.id('driver2'), tests.id('driver3'));
select tests.go_online('driver'), tests.go_online('driver2');
select tests.book();

-- Acting as users without an offer
select tests.act_as('rider');
select throws_ok($$ select public.accept_booking(tests.booking()) $$, 'PT403', 'not_a_driver',
  'a rider cannot accept a booking');
select throws_ok($$ select public.decline_booking(tests.booking()) $$, 'PT403', 'not_a_driver',
  'a rider cannot decline a booking');
select tests.act_as('admin');
select throws_ok($$ select public.accept_booking(tests.booking()) $$, 'PT403', 'not_a_driver',
  'an admin cannot accept a booking as a driver');
select tests.act_as('fleet');
select throws_ok($$ select public.accept_booking(tests.booking()) $$, 'PT403', 'not_a_driver',
  'a fleet admin cannot accept a booking as a driver');
select tests.act_as('driver3');
-- Spec 4.7
select throws_ok($$ select public.accept_booking(tests.booking()) $$, 'PT404', 'offer_not_found', 'a driver without an offer cannot accept the booking');
-- Spec 4.15
select throws_ok($$ select public.decline_booking(tests.booking()) $$, 'PT404', 'offer_not_found', 'a driver without an offer cannot decline the booking');
select throws_ok($$ select public.accept_booking(gen_random_uuid()) $$, 'PT404', 'offer_not_found', 'a driver cannot accept a booking that does not exist');
select tests.as_visitor();
select throws_ok($$ select public.accept_booking(gen_random_uuid()) $$, '42501', null, 'a visitor cannot accept a booking');
select throws_ok($$ select public.decline_booking(gen_random_uuid()) $$, '42501', null, 'a visitor cannot decline a booking');

-- Acting as the driver
select tests.act_as('driver');
-- Spec 6.25
select is_empty($$ select 1 from public.bookings $$, 'a driver cannot read the booking before accepting it');
select is((select count(*) from public.booking_offers where status = 'open'), 1::bigint,
  'a driver can read the own open offer before accepting it');
select is((public.accept_booking(tests.booking())).status, 'ACCEPTED', 'a driver with an offer can accept the booking');
select results_eq($$ select driver_id, driver_name, vehicle_make, vehicle_model, vehicle_color, vehicle_number, fleet_id,
    accepted_at, engaged_at from public.bookings $$,
  $$ values (tests.id('driver'), 'Lukas Marxer', 'Škoda', 'Octavia', 'white', 'FL 28 114', null::uuid, app.now(), app.now()) $$,
  -- Spec 3.31, 4.8
  'accepting copies the driver''s name and vehicle into the booking');
select is((public.accept_booking(tests.booking())).status, 'ACCEPTED', 'accepting the same booking twice succeeds both times');
select is((select count(*) from public.booking_events where to_status = 'ACCEPTED'), 1::bigint,
  'accepting the same booking twice writes only one event');
select results_eq($$ select status::text, lat, lng, at from public.tracking_points where booking_id = tests.booking() $$,
  -- Spec 3.50, 4.11
  $$ values ('ACCEPTED', 47.141::double precision, 9.52::double precision, app.now()) $$, 'accepting writes the driver''s last position as the first tracking point');
-- Spec 4.12
select is_empty($$ select 1 from public.booking_offers $$, 'after accepting, the driver no longer sees the offer');
select tests.act_as('driver2');
select throws_ok($$ select public.accept_booking(tests.booking()) $$, 'PT409', 'booking_taken', 'a second driver who accepts a taken booking gets booking_taken');
-- Spec 4.8
select is_empty($$ select 1 from public.booking_offers $$, 'a driver who accepted too late cannot read the offer any more');
-- Spec 4.15
select lives_ok($$ select public.decline_booking(tests.booking()) $$, 'a driver can decline a booking that was already taken');
select is(tests.status(), 'ACCEPTED', 'declining a booking that another driver took does not change its status');

-- Declining after the offer expired
select tests.as_owner(), tests.turn('1 minute'), tests.go_online('driver2'), tests.book('rider2');
select is((select count(*) from public.requested_drivers), 1::bigint, 'a new booking is offered to the one driver on duty');
select tests.turn('20 seconds');
select tests.let('driver2', format('select public.decline_booking(%L)', tests.booking()));
select is(tests.status(), 'NEW', 'declining after the answer time does not cancel the booking');
select is((select status::text from public.booking_offers where booking_id = tests.booking()), 'declined', 'declining after the answer time marks the offer as declined');
select tests.let('rider2', format('select public.cancel_booking(%L)', tests.booking()));

-- The driver changed to another car type after the offer
select tests.turn('1 minute'), tests.go_online('driver2'), tests.book('rider2');
update public.drivers set car_type_id = tests.car('Courier') where id = tests.id('driver2');
select tests.act_as('driver2');
select throws_ok($$ select public.accept_booking(tests.booking()) $$, 'PT422', 'driver_unsuitable', 'a driver who changed to another car type cannot accept the offer');
select tests.as_owner();
update public.drivers set car_type_id = tests.car() where id = tests.id('driver2');
select tests.let('rider2', format('select public.cancel_booking(%L)', tests.booking()));

-- One trip at a time
select tests.turn('1 minute'), tests.go_online('driver2'), tests.book('rider2');
select tests.as_owner();
select app.make_offers(b, array[tests.id('driver')], 9, 20) from public.bookings b where b.id = tests.booking();
select tests.act_as('driver');
select throws_ok($$ select public.accept_booking(tests.booking()) $$, 'PT409', 'driver_busy', 'a driver on a trip cannot accept another booking');
select tests.act_as('driver2');
select tests.let('driver2', 'select public.set_driver_active(false)');
select throws_ok($$ select public.accept_booking(tests.booking()) $$, 'PT410', 'offer_expired', 'a driver who went off duty has no offer to accept');
select tests.as_owner();
update public.booking_offers set status = 'open', answered_at = null where booking_id = tests.booking() and driver_id = tests.id('driver2');
select tests.act_as('driver2');
select throws_ok($$ select public.accept_booking(tests.booking()) $$, 'PT409', 'driver_offline', 'a driver off duty cannot accept a booking');
select tests.let('driver2', 'select public.set_driver_active(true)');
select tests.as_owner();
update public.profiles set approved = false where id = tests.id('driver2');
select set_config('request.jwt.claims', jsonb_build_object('sub', tests.id('driver2'), 'role', 'authenticated', 'user_role', 'driver')::text, true), set_config('role', 'authenticated', true);
select throws_ok($$ select public.accept_booking(tests.booking()) $$, 'PT403', 'account_suspended', 'a driver whose approval was revoked cannot accept a booking with an old token');
select tests.as_owner();
update public.profiles set approved = true, usertype = 'rider' where id = tests.id('driver2');
select set_config('request.jwt.claims', jsonb_build_object('sub', tests.id('driver2'), 'role', 'authenticated', 'user_role', 'driver')::text, true), set_config('role', 'authenticated', true);
select throws_ok($$ select public.accept_booking(tests.booking()) $$, 'PT403', 'not_a_driver', 'a person who is no longer a driver cannot accept a booking with an old token');
select tests.as_owner();
update public.profiles set usertype = 'driver' where id = tests.id('driver2');

-- Accepting one booking withdraws the driver's other offers
select tests.turn('1 minute'), tests.go_online('driver2'), tests.book('rider3');
select tests.turn('1 second'), tests.book('rider4');
select is((select count(*) from public.requested_drivers where driver_id = tests.id('driver2')), 2::bigint, 'one driver can have offers for two bookings');
select tests.let('driver2', format('select public.accept_booking(%L)', tests.booking()));
select is((select count(*) from public.requested_drivers where driver_id = tests.id('driver2')), 0::bigint, 'accepting one booking withdraws the driver''s offer for the other');
select is((select status::text from public.bookings where customer_id = tests.id('rider3') order by created_at desc limit 1), 'NEW', 'a booking whose offer was withdrawn stays NEW');

-- A booking for later leaves its driver free until its lead time
select tests.turn('1 hour'), tests.go_online('driver3');
select tests.book('rider5', 'Cab', app.now() + interval '3 hours');
select tests.let('admin', format('select public.assign_driver(%L, %L)', tests.booking(), tests.id('driver3')));
select tests.let('driver3', format('select public.accept_booking(%L)', tests.booking()));
select is((select engaged_at from public.bookings where id = tests.booking()), null,
  'accepting a booking three hours ahead does not engage the driver yet');
select ok(not tests.is_busy('driver3'), 'a driver who accepted a booking three hours ahead is not busy');
select tests.turn('2 hours 45 minutes'), tests.go_online('driver3');
select app.dispatch_tick();
select is((select engaged_at from public.bookings where id = tests.booking()), app.now(),
  'a booking for later engages its driver at the lead time');
-- Spec 4.9
select ok(tests.is_busy('driver3'), 'a driver is busy from the lead time of an accepted later booking on');
select * from finish();
