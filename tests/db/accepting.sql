-- Accepting and declining, one driver at a time (the race has a file of its own).
select no_plan();
update public.drivers set car_type_id = tests.car() where id in (tests.id('driver2'), tests.id('driver3'));
select tests.go_online('driver'), tests.go_online('driver2');
select tests.book();

-- Acting as those without an offer
select tests.act_as('rider');
select throws_ok($$ select public.accept_booking(tests.booking()) $$, 'PT403', 'not_a_driver', 'a rider accepts nothing');
select throws_ok($$ select public.decline_booking(tests.booking()) $$, 'PT403', 'not_a_driver', 'a rider declines nothing');
select tests.act_as('admin');
select throws_ok($$ select public.accept_booking(tests.booking()) $$, 'PT403', 'not_a_driver', 'an admin accepts nothing');
select tests.act_as('fleet');
select throws_ok($$ select public.accept_booking(tests.booking()) $$, 'PT403', 'not_a_driver', 'a fleet admin accepts nothing');
select tests.act_as('driver3');
select throws_ok($$ select public.accept_booking(tests.booking()) $$, 'PT404', 'offer_not_found', 'a driver who was not asked accepts nothing');
select throws_ok($$ select public.decline_booking(tests.booking()) $$, 'PT404', 'offer_not_found', 'who cannot decline it either');
select throws_ok($$ select public.accept_booking(gen_random_uuid()) $$, 'PT404', 'offer_not_found', 'nobody accepts a booking that does not exist');
select tests.as_visitor();
select throws_ok($$ select public.accept_booking(gen_random_uuid()) $$, '42501', null, 'a visitor accepts nothing');
select throws_ok($$ select public.decline_booking(gen_random_uuid()) $$, '42501', null, 'a visitor declines nothing');

-- Acting as the driver
select tests.act_as('driver');
select is_empty($$ select 1 from public.bookings $$, 'before accepting the booking itself is closed');
select is((select count(*) from public.booking_offers where status = 'open'), 1::bigint, 'the offer is not');
select is((public.accept_booking(tests.booking())).status, 'ACCEPTED', 'a driver accepts');
select results_eq($$ select driver_id, driver_name, vehicle_make, vehicle_model, vehicle_color, vehicle_number, fleet_id,
    accepted_at, engaged_at from public.bookings $$,
  $$ values (tests.id('driver'), 'Lukas Marxer', 'Škoda', 'Octavia', 'white', 'FL 28 114', null::uuid, app.now(), app.now()) $$,
  'the booking shows who comes and in what');
select is((public.accept_booking(tests.booking())).status, 'ACCEPTED', 'accepting twice is accepting once');
select is((select count(*) from public.booking_events where to_status = 'ACCEPTED'), 1::bigint, 'with one event');
select results_eq($$ select status::text, lat, lng, at from public.tracking_points where booking_id = tests.booking() $$,
  $$ values ('ACCEPTED', 47.141::double precision, 9.52::double precision, app.now()) $$, 'accepting writes a first point of the trail, where the driver was');
select is_empty($$ select 1 from public.booking_offers $$, 'the offer is gone');
select tests.act_as('driver2');
select throws_ok($$ select public.accept_booking(tests.booking()) $$, 'PT409', 'booking_taken', 'the other one is told it is taken');
select is_empty($$ select 1 from public.booking_offers $$, 'the driver who came too late reads nothing more of the booking');
select lives_ok($$ select public.decline_booking(tests.booking()) $$, 'declining then does nothing');
select is(tests.status(), 'ACCEPTED', 'at all');

-- Too late a no
select tests.as_owner(), tests.turn('1 minute'), tests.go_online('driver2'), tests.book('rider2');
select is((select count(*) from public.requested_drivers), 1::bigint, 'one driver is asked');
select tests.turn('20 seconds');
select tests.let('driver2', format('select public.decline_booking(%L)', tests.booking()));
select is(tests.status(), 'NEW', 'a no after the time to answer ends no booking');
select is((select status::text from public.booking_offers where booking_id = tests.booking()), 'declined', 'though the driver is not asked again');
select tests.let('rider2', format('select public.cancel_booking(%L)', tests.booking()));

-- Another car since
select tests.turn('1 minute'), tests.go_online('driver2'), tests.book('rider2');
update public.drivers set car_type_id = tests.car('Courier') where id = tests.id('driver2');
select tests.act_as('driver2');
select throws_ok($$ select public.accept_booking(tests.booking()) $$, 'PT422', 'driver_unsuitable', 'an offer is for the car it was made to');
select tests.as_owner();
update public.drivers set car_type_id = tests.car() where id = tests.id('driver2');
select tests.let('rider2', format('select public.cancel_booking(%L)', tests.booking()));

-- One trip at a time
select tests.turn('1 minute'), tests.go_online('driver2'), tests.book('rider2');
select tests.as_owner();
select app.make_offers(b, array[tests.id('driver')], 9, 20) from public.bookings b where b.id = tests.booking();
select tests.act_as('driver');
select throws_ok($$ select public.accept_booking(tests.booking()) $$, 'PT409', 'driver_busy', 'a driver on a trip takes no other');
select tests.act_as('driver2');
select tests.let('driver2', 'select public.set_driver_active(false)');
select throws_ok($$ select public.accept_booking(tests.booking()) $$, 'PT409', 'driver_offline', 'a driver who went off duty accepts nothing');
select tests.let('driver2', 'select public.set_driver_active(true)');
select tests.as_owner();
update public.profiles set approved = false where id = tests.id('driver2');
select set_config('request.jwt.claims', jsonb_build_object('sub', tests.id('driver2'), 'role', 'authenticated', 'user_role', 'driver')::text, true), set_config('role', 'authenticated', true);
select throws_ok($$ select public.accept_booking(tests.booking()) $$, 'PT403', 'account_suspended', 'a driver whose approval was taken accepts nothing, whatever the token says');
select tests.as_owner();
update public.profiles set approved = true, usertype = 'rider' where id = tests.id('driver2');
select set_config('request.jwt.claims', jsonb_build_object('sub', tests.id('driver2'), 'role', 'authenticated', 'user_role', 'driver')::text, true), set_config('role', 'authenticated', true);
select throws_ok($$ select public.accept_booking(tests.booking()) $$, 'PT403', 'not_a_driver', 'a person who is no longer a driver accepts nothing');
select tests.as_owner();
update public.profiles set usertype = 'driver' where id = tests.id('driver2');

-- Taking one withdraws what else was on offer
select tests.turn('1 minute'), tests.go_online('driver2'), tests.book('rider3');
select tests.turn('1 second'), tests.book('rider4');
select is((select count(*) from public.requested_drivers where driver_id = tests.id('driver2')), 2::bigint, 'two bookings may ask one driver');
select tests.let('driver2', format('select public.accept_booking(%L)', tests.booking()));
select is((select count(*) from public.requested_drivers where driver_id = tests.id('driver2')), 0::bigint, 'taking one ends the other''s asking');
select is((select status::text from public.bookings where customer_id = tests.id('rider3') order by created_at desc limit 1), 'NEW', 'which goes on waiting');

-- A later booking leaves its driver free until then
select tests.turn('1 hour'), tests.go_online('driver3');
select tests.book('rider5', 'Cab', app.now() + interval '3 hours');
select tests.let('admin', format('select public.assign_driver(%L, %L)', tests.booking(), tests.id('driver3')));
select tests.let('driver3', format('select public.accept_booking(%L)', tests.booking()));
select is((select engaged_at from public.bookings where id = tests.booking()), null, 'accepted hours ahead it engages nobody');
select ok(not tests.is_busy('driver3'), 'its driver is free');
select tests.turn('2 hours 45 minutes');
select app.dispatch_tick();
select is((select engaged_at from public.bookings where id = tests.booking()), app.now(), 'until its lead time');
select ok(tests.is_busy('driver3'), 'then the driver is busy');
select * from finish();
