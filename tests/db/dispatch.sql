-- Dispatch: who gets an offer and why not, waves, bookings for later, assigning.
select no_plan();
update public.drivers set car_type_id = tests.car() where id in (tests.id('driver2'), tests.id('driver3'));

-- Who gets an offer
select tests.book();
select is_empty($$ select tests.drivers_asked() $$, 'a booking makes no offer while no driver is on duty');
select is(tests.exclusion('driver'), 'stale_position', 'a driver with an old position is excluded as stale_position');
select is((select dispatch_note from public.bookings where id = tests.booking()), 'no_driver_nearby',
  'a booking without an offer has the note no_driver_nearby');
select is(tests.status(), 'NEW', 'a booking without a driver nearby stays NEW');
select tests.go_online('driver2', 47.142, 9.53);
select tests.go_online('driver', 47.141, 9.52);
select tests.go_online('driver3', 46.9, 9.52);
select tests.go_online('driver4', 47.14, 9.52);
select is(tests.tick(), 0, 'a search is not repeated within five seconds');
select is(tests.tick('5 seconds'), 2, 'a search is repeated after five seconds');
select results_eq($$ select tests.drivers_asked() $$, array['driver', 'driver2'],
  -- Spec 3.30
  'all suitable drivers within the radius get an offer, nearest first');
-- Spec 4.51
select is(tests.exclusion('driver3'), null, 'a driver outside the radius is not listed as excluded');
-- Spec 4.51
select is(tests.exclusion('driver4'), 'other_car_type', 'a driver of another car type is excluded as other_car_type');
select is((select dispatch_note from public.bookings where id = tests.booking()), null,
  'open offers clear the booking''s dispatch note');
select ok((select bool_and(expires_at = app.now() + interval '20 seconds' and driver_share = 13.80 and trip_cost = 14.80 and pickup_time > 0
    and trip_distance = 3.5 and trip_time = 420)
  from public.booking_offers where booking_id = tests.booking()),
    'an offer contains its expiry, the driver''s share, the price and the trip');
select is(tests.tick(), 0, 'another tick makes no second offer to the same drivers');
select is(tests.tick('10 seconds'), 0, 'no new offers are made while the first ones are open');

-- Offers expire without a job
select tests.turn('10 seconds');
select is_empty($$ select tests.drivers_asked() $$, 'an offer expires by itself');
select throws_ok(format($$ select tests.let('driver', 'select public.accept_booking(''%s'')') $$, tests.booking()), 'PT410', 'offer_expired', 'an expired offer cannot be accepted');
select is(tests.tick(), 0, 'a driver whose offer lapsed gets no new offer at once');
select is((select count(*) from public.booking_offers where booking_id = tests.booking() and status = 'lapsed'), 2::bigint, 'expired offers are marked as lapsed');
select is(tests.exclusion('driver'), 'lapsed', 'the dispatch log excludes a driver whose offer lapsed');
select is((select dispatch_note from public.bookings where id = tests.booking()), 'no_driver_answered', 'a booking whose offers lapsed has the note no_driver_answered');
select tests.go_online('driver', 47.141, 9.52);
select tests.turn('115 seconds'), tests.go_online('driver', 47.141, 9.52);
select is(tests.tick(), 0, 'a driver whose offer lapsed gets no new offer for two minutes');
select is(tests.tick('6 seconds'), 1, 'two minutes after an offer lapsed the driver gets a new one');
select is((select max(wave) from public.dispatch_waves where booking_id = tests.booking()), 2,
  'repeated offers belong to a second wave');
select tests.let('driver', format('select public.decline_booking(%L)', tests.booking()));
-- Spec 4.13
select is(tests.status(), 'CANCELLED', 'the last driver declining with no other driver left cancels the booking');
select results_eq($$ select cancelled_by, reason from public.bookings where id = tests.booking() $$, $$ values ('system', 'no_driver_available') $$, 'a booking declined by all drivers is cancelled by the system with its reason');

-- Declined offers are not repeated
select tests.turn('10 minutes');
select tests.go_online('driver'), tests.go_online('driver2');
select tests.book();
select tests.let('driver', format('select public.decline_booking(%L)', tests.booking()));
-- Spec 4.14
select is(tests.status(), 'NEW', 'a booking stays NEW while one of two drivers declines');
-- Spec 4.14
select results_eq($$ select tests.drivers_asked() $$, array['driver2'], 'the other driver''s offer stays open when one declines');
select tests.turn('3 minutes'), tests.go_online('driver');
select is(tests.tick(), 0, 'a driver who declined gets no new offer for the booking');
select is(tests.exclusion('driver'), 'declined', 'the dispatch log excludes a driver who declined');
select is(tests.status(), 'NEW', 'a booking whose offers only lapsed stays NEW');

-- Thirty minutes
select tests.tick('26 minutes 59 seconds');
select is(tests.status(), 'NEW', 'a booking without a driver stays NEW for half an hour');
select tests.tick('5 seconds');
select is(tests.status(), 'CANCELLED', 'a booking without a driver is cancelled after half an hour');

-- Drivers who get no offers
select tests.turn('1 minute');
select tests.go_online('driver'), tests.go_online('driver2'), tests.go_online('driver3');
select tests.let('driver2', 'select public.set_driver_active(false)');
update public.profiles set approved = false where id = tests.id('driver3');
select tests.book();
-- Spec 4.51
select results_eq($$ select tests.drivers_asked() $$, array['driver'], 'drivers off duty or without approval get no offer');
select tests.let('driver', format('select public.accept_booking(%L)', tests.booking()));
select tests.turn('1 second');
select tests.book('rider2');
-- Spec 4.51
select is_empty($$ select tests.drivers_asked() $$, 'a driver on a trip gets no offer');
select is((select available from public.driver_positions where driver_id = tests.id('driver')), false, 'a driver on a trip is not available');
update public.profiles set approved = true where id = tests.id('driver3');
select tests.go_online('driver3');
select tests.tick('5 seconds');
-- Spec 6.26
select results_eq($$ select tests.drivers_asked() $$, array['driver3'], 'a driver who is approved again gets offers');

-- Riders can nudge dispatch
select tests.turn('21 seconds');
select tests.act_as('rider');
select throws_ok($$ select public.nudge_dispatch(tests.booking()) $$, 'PT404', 'booking_not_found', 'a rider cannot nudge the dispatch of another rider''s booking');
select tests.act_as('driver3');
select throws_ok($$ select public.nudge_dispatch(tests.booking()) $$, 'PT404', 'booking_not_found', 'a driver cannot nudge dispatch');
select tests.act_as('rider2');
select is((public.nudge_dispatch(tests.booking())).dispatch_note, 'no_driver_answered', 'a rider''s nudge moves dispatch on');
select tests.as_owner();
create temp table ends as select q.first_at + interval '30 minutes' as at from app.dispatch_queue q where q.booking_id = tests.booking();
grant select on ends to public;
select tests.act_as('rider2');
select is(public.search_ends(tests.booking()), (select at from ends), 'a rider reads that the search ends 30 minutes after the first offer');
select tests.act_as('rider');
select throws_ok($$ select public.search_ends(tests.booking()) $$, 'PT404', 'booking_not_found', 'a rider cannot read when the search for another rider''s driver ends');
select tests.as_visitor();
select throws_ok($$ select public.nudge_dispatch(gen_random_uuid()) $$, '42501', null, 'a visitor cannot nudge dispatch');
select tests.as_owner();

-- Later
select tests.turn('1 hour'), tests.go_online('driver2');
select tests.book('rider3', 'Cab', app.now() + interval '60 minutes');
-- Spec 4.50
select is_empty($$ select tests.drivers_asked() $$, 'a booking for later makes no offers when it is created');
select tests.turn('44 minutes'), tests.go_online('driver2');
select is(tests.tick(), 0, 'a booking for later makes no offers a minute before its lead time');
select tests.turn('1 minute'), tests.go_online('driver2');
-- Spec 4.50
select is(tests.tick(), 1, 'a booking for later makes offers 15 minutes before its time');
select tests.let('driver2', format('select public.accept_booking(%L)', tests.booking()));
select ok((select engaged_at = app.now() from public.bookings where id = tests.booking()),
  'a booking accepted within its lead time engages the driver at once');

-- Assigning
select tests.turn('1 hour'), tests.book('rider4');
select tests.act_as('rider4');
-- Spec 4.40
select throws_ok($$ select public.assign_driver(tests.booking(), tests.id('driver3')) $$, 'PT403', 'not_allowed', 'a rider cannot assign a driver');
select tests.act_as('driver3');
select throws_ok($$ select public.assign_driver(tests.booking(), tests.id('driver3')) $$, 'PT403', 'not_allowed', 'a driver cannot assign themself');
select tests.act_as('fleet');
-- Spec 6.9
select throws_ok($$ select public.assign_driver(tests.booking(), tests.id('driver3')) $$, 'PT403', 'not_allowed', 'a fleet admin cannot assign a driver');
select tests.as_visitor();
select throws_ok($$ select public.assign_driver(gen_random_uuid(), gen_random_uuid()) $$, '42501', null, 'a visitor cannot assign a driver');
select tests.act_as('admin');
select throws_ok($$ select public.assign_driver(gen_random_uuid(), tests.id('driver3')) $$, 'PT404', 'booking_not_found', 'a driver cannot be assigned to a booking that does not exist');
select throws_ok($$ select public.assign_driver(tests.booking(), tests.id('driver4')) $$, 'PT422', 'driver_unsuitable', 'a driver of another car type cannot be assigned');
select throws_ok($$ select public.assign_driver(tests.booking(), tests.id('rider')) $$, 'PT422', 'driver_unsuitable', 'a rider cannot be assigned as the driver');
select throws_ok($$ select public.assign_driver(tests.booking(), tests.id('driver2')) $$, 'PT409', 'driver_busy', 'a driver on a trip cannot be assigned');
-- Spec 4.40, 6.9
select lives_ok($$ select public.assign_driver(tests.booking(), tests.id('driver3')) $$, 'an admin can assign a driver');
-- Spec 4.41
select results_eq($$ select tests.drivers_asked() $$, array['driver3'], 'an assigned driver gets an offer');
-- Spec 4.40
select throws_ok($$ select public.assign_driver(tests.booking(), tests.id('driver3')) $$, 'PT409', 'offer_open', 'a driver with an open offer cannot be assigned again');
select ok((select expires_at = app.now() + interval '2 minutes' and wave = 0 from public.requested_drivers where booking_id = tests.booking()), 'an assigned driver has two minutes to answer');

-- Manual dispatch
select tests.as_owner();
select tests.set('auto_dispatch', 'false');
select tests.let('driver3', format('select public.decline_booking(%L)', tests.booking()));
-- Spec 4.13
select is(tests.status(), 'CANCELLED', 'without auto-dispatch the assigned driver''s decline cancels the booking');
select tests.turn('1 minute'), tests.set('on_decline', 'requeue'), tests.book('rider4'), tests.go_online('driver3');
-- Spec 4.50
select is(tests.tick('10 seconds'), 0, 'without auto-dispatch a tick makes no offers');
select tests.let('admin', format('select public.assign_driver(%L, %L)', tests.booking(), tests.id('driver3')));
select tests.let('driver3', format('select public.decline_booking(%L)', tests.booking()));
select is(tests.status(), 'NEW', 'with on_decline requeue a declined assignment leaves the booking NEW');
select tests.turn('1 second');
select tests.let('admin', format('select public.assign_driver(%L, %L)', tests.booking(), tests.id('driver3')));
select lives_ok(format($$ select tests.let('driver3', 'select public.accept_booking(''%s'')') $$, tests.booking()), 'an admin can assign a driver again who declined');

-- Read access
select tests.act_as('driver3');
select is_empty($$ select 1 from public.booking_offers $$, 'a driver cannot read answered offers');
select is_empty($$ select 1 from public.dispatch_waves $$, 'a driver cannot read dispatch waves');
select is((select jsonb_agg(l) from public.dispatch_log(tests.booking()) l) -> -1 ->> 'you', 'accepted', 'a driver can read the own outcome in the dispatch log');
select tests.act_as('driver5');
select throws_ok($$ select public.dispatch_log(tests.booking()) $$, 'PT404', 'booking_not_found', 'a driver whom no search considered cannot read the dispatch log');
select tests.as_owner();
insert into public.dispatch_waves (booking_id, wave, mode, exclusions, at)
values (tests.booking(), 9, 'all', jsonb_build_array(jsonb_build_object('driver_id', tests.id('driver5'), 'reason', 'busy')), app.now() - interval '1 second');
select tests.act_as('driver5');
select is((select jsonb_agg(l) from public.dispatch_log(tests.booking()) l) -> -1 ->> 'you', 'busy', 'an excluded driver can read the own reason in the dispatch log');
select ok(not (select jsonb_agg(l) from public.dispatch_log(tests.booking()) l)::text like '%' || tests.id('driver3') || '%', 'an excluded driver does not see other drivers in the dispatch log');
select tests.as_owner();
delete from public.dispatch_waves where wave = 9;
select tests.act_as('rider4');
-- Spec 6.25
select is_empty($$ select 1 from public.booking_offers $$, 'a rider cannot read offers');
select is_empty($$ select 1 from public.requested_drivers $$, 'a rider cannot read which drivers have offers');
select is(((select jsonb_agg(l) from public.dispatch_log(tests.booking()) l) -> -1 ->> 'asked')::integer, 1, 'a rider can read the number of drivers asked');
select ok(not (select jsonb_agg(l) from public.dispatch_log(tests.booking()) l)::text like '%' || tests.id('driver3') || '%', 'a rider does not see drivers in the dispatch log');
select tests.act_as('rider');
select throws_ok($$ select public.dispatch_log(tests.booking()) $$, 'PT404', 'booking_not_found',
  'another rider cannot read the dispatch log');
select tests.act_as('admin');
select is((select jsonb_agg(l) from public.dispatch_log(tests.booking()) l) #>> '{-1,candidates,0,driver_id}', tests.id('driver3')::text, 'an admin sees the candidates in the dispatch log');
select isnt_empty($$ select 1 from public.booking_offers $$, 'an admin can read offers');
select isnt_empty($$ select 1 from public.dispatch_waves $$, 'an admin can read dispatch waves');
select tests.as_visitor();
select throws_ok($$ select 1 from public.requested_drivers $$, '42501', null,
  'a visitor cannot read which drivers have offers');
select throws_ok($$ select public.dispatch_log(gen_random_uuid()) $$, '42501', null, 'a visitor cannot read the dispatch log');
select * from finish();
