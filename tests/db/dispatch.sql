-- Dispatch: who is asked and why not, waves, later bookings, assigning.
select no_plan();
create function tests.asked() returns setof text language sql volatile security definer as $$
  select split_part(p.email, '@', 1) from public.requested_drivers r join public.profiles p on p.id = r.driver_id
  where r.booking_id = tests.booking() order by r.distance_km
$$;
create function tests.tick(after interval default '0') returns integer language sql security definer as $$
  select tests.turn(after); select app.dispatch_tick()
$$;
create function tests.reason(driver text) returns text language sql volatile security definer as $$
  select e ->> 'reason' from public.dispatch_waves w, jsonb_array_elements(w.exclusions) e
  where w.booking_id = tests.booking() and e ->> 'driver_id' = tests.id(driver)::text order by w.id desc limit 1
$$;
update public.drivers set car_type_id = tests.car() where id in (tests.id('driver2'), tests.id('driver3'));

-- Who is asked
select tests.book();
select is_empty($$ select tests.asked() $$, 'with nobody on duty nobody is asked');
select is(tests.reason('driver'), 'stale_position', 'driver@ is on duty with an old position');
select is((select dispatch_note from public.bookings where id = tests.booking()), 'no_driver_nearby', 'the booking says so');
select is(tests.status(), 'NEW', 'a booking that nobody is near waits');
select tests.go_online('driver2', 47.142, 9.53);
select tests.go_online('driver', 47.141, 9.52);
select tests.go_online('driver3', 46.9, 9.52);
select tests.go_online('driver4', 47.14, 9.52);
select is(tests.tick(), 0, 'a search is not repeated at once');
select is(tests.tick('5 seconds'), 2, 'a search is repeated after five seconds');
select results_eq($$ select tests.asked() $$, array['driver', 'driver2'], 'all within the radius, nearest first');
select is(tests.reason('driver3'), null, 'who is too far away is not even considered');
select is(tests.reason('driver4'), 'other_car_type', 'another car is not asked');
select is((select dispatch_note from public.bookings where id = tests.booking()), null, 'the note is gone');
select ok((select bool_and(expires_at = app.now() + interval '20 seconds' and driver_share = 13.80 and trip_cost = 14.80 and pickup_time > 0
    and trip_distance = 3.5 and trip_time = 420)
  from public.booking_offers where booking_id = tests.booking()), 'an offer says all a driver needs to decide');
select is(tests.tick(), 0, 'ticking again asks nobody twice');
select is(tests.tick('10 seconds'), 0, 'nobody is asked anew while the offers stand');

-- Expiry needs no job
select tests.turn('10 seconds');
select is_empty($$ select tests.asked() $$, 'an offer ends by itself');
select throws_ok(format($$ select tests.let('driver', 'select public.accept_booking(''%s'')') $$, tests.booking()), 'PT410', 'offer_expired', 'an offer that ended cannot be accepted');
select is(tests.tick(), 0, 'who let it lapse is not asked again');
select is((select count(*) from public.booking_offers where booking_id = tests.booking() and status = 'lapsed'), 2::bigint, 'the offers are marked');
select is(tests.reason('driver'), 'lapsed', 'the log knows which offers lapsed');
select is((select dispatch_note from public.bookings where id = tests.booking()), 'no_driver_answered', 'the rider sees that nobody answered');
select tests.go_online('driver', 47.141, 9.52);
select tests.turn('115 seconds'), tests.go_online('driver', 47.141, 9.52);
select is(tests.tick(), 0, 'for two minutes');
select is(tests.tick('6 seconds'), 1, 'then they are asked again');
select is((select max(wave) from public.dispatch_waves where booking_id = tests.booking()), 2, 'in a second wave');
select tests.let('driver', format('select public.decline_booking(%L)', tests.booking()));
select is(tests.status(), 'CANCELLED', 'the last one declining with nobody left cancels');
select results_eq($$ select cancelled_by, reason from public.bookings where id = tests.booking() $$, $$ values ('system', 'no_driver_available') $$, 'a booking that everybody declined says why it was cancelled');

-- A decline is for good
select tests.turn('10 minutes');
select tests.go_online('driver'), tests.go_online('driver2');
select tests.book();
select tests.let('driver', format('select public.decline_booking(%L)', tests.booking()));
select is(tests.status(), 'NEW', 'one of two declining changes nothing');
select results_eq($$ select tests.asked() $$, array['driver2'], 'the other is still asked');
select tests.turn('3 minutes'), tests.go_online('driver');
select is(tests.tick(), 0, 'who declined is not asked again');
select is(tests.reason('driver'), 'declined', 'the log knows');
select is(tests.status(), 'NEW', 'lapsing alone cancels nothing');

-- Thirty minutes
select tests.tick('26 minutes 59 seconds');
select is(tests.status(), 'NEW', 'a booking waits half an hour');
select tests.tick('5 seconds');
select is(tests.status(), 'CANCELLED', 'a booking that nobody takes ends after half an hour');

-- Not candidates
select tests.turn('1 minute');
select tests.go_online('driver'), tests.go_online('driver2'), tests.go_online('driver3');
select tests.let('driver2', 'select public.set_driver_active(false)');
update public.profiles set approved = false where id = tests.id('driver3');
select tests.book();
select results_eq($$ select tests.asked() $$, array['driver'], 'nobody off duty or unapproved is asked');
select tests.let('driver', format('select public.accept_booking(%L)', tests.booking()));
select tests.turn('1 second');
select tests.book('rider2');
select is_empty($$ select tests.asked() $$, 'no busy driver is asked');
select is((select available from public.driver_positions where driver_id = tests.id('driver')), false, 'who is not findable meanwhile');
update public.profiles set approved = true where id = tests.id('driver3');
select tests.go_online('driver3');
select tests.tick('5 seconds');
select results_eq($$ select tests.asked() $$, array['driver3'], 'approval makes findable');

-- A rider may nudge
select tests.turn('21 seconds');
select tests.act_as('rider');
select throws_ok($$ select public.nudge_dispatch(tests.booking()) $$, 'PT404', 'booking_not_found', 'not for somebody else''s booking');
select tests.act_as('driver3');
select throws_ok($$ select public.nudge_dispatch(tests.booking()) $$, 'PT404', 'booking_not_found', 'a driver does not nudge dispatch');
select tests.act_as('rider2');
select is((public.nudge_dispatch(tests.booking())).dispatch_note, 'no_driver_answered', 'the rider''s page moves dispatch on');
select tests.as_visitor();
select throws_ok($$ select public.nudge_dispatch(gen_random_uuid()) $$, '42501', null, 'a visitor does not');
select tests.as_owner();

-- Later
select tests.turn('1 hour'), tests.go_online('driver2');
select tests.book('rider3', 'Cab', app.now() + interval '60 minutes');
select is_empty($$ select tests.asked() $$, 'a later booking is not offered yet');
select tests.turn('44 minutes'), tests.go_online('driver2');
select is(tests.tick(), 0, 'a later booking is not offered a minute before its lead time');
select tests.turn('1 minute'), tests.go_online('driver2');
select is(tests.tick(), 1, 'a later booking is offered 15 minutes before');
select tests.let('driver2', format('select public.accept_booking(%L)', tests.booking()));
select ok((select engaged_at = app.now() from public.bookings where id = tests.booking()), 'accepted then, it engages at once');

-- Assigning
select tests.turn('1 hour'), tests.book('rider4');
select tests.act_as('rider4');
select throws_ok($$ select public.assign_driver(tests.booking(), tests.id('driver3')) $$, 'PT403', 'not_allowed', 'a rider assigns nobody');
select tests.act_as('driver3');
select throws_ok($$ select public.assign_driver(tests.booking(), tests.id('driver3')) $$, 'PT403', 'not_allowed', 'a driver does not help themself');
select tests.act_as('fleet');
select throws_ok($$ select public.assign_driver(tests.booking(), tests.id('driver3')) $$, 'PT403', 'not_allowed', 'a fleet admin assigns nobody');
select tests.as_visitor();
select throws_ok($$ select public.assign_driver(gen_random_uuid(), gen_random_uuid()) $$, '42501', null, 'a visitor assigns nobody');
select tests.act_as('admin');
select throws_ok($$ select public.assign_driver(gen_random_uuid(), tests.id('driver3')) $$, 'PT404', 'booking_not_found', 'the booking exists');
select throws_ok($$ select public.assign_driver(tests.booking(), tests.id('driver4')) $$, 'PT422', 'driver_unsuitable', 'the car fits');
select throws_ok($$ select public.assign_driver(tests.booking(), tests.id('rider')) $$, 'PT422', 'driver_unsuitable', 'a driver drives');
select throws_ok($$ select public.assign_driver(tests.booking(), tests.id('driver2')) $$, 'PT409', 'driver_busy', 'a driver who ended a trip is free');
select lives_ok($$ select public.assign_driver(tests.booking(), tests.id('driver3')) $$, 'an admin assigns');
select results_eq($$ select tests.asked() $$, array['driver3'], 'that driver is asked');
select throws_ok($$ select public.assign_driver(tests.booking(), tests.id('driver3')) $$, 'PT409', 'offer_open', 'once at a time');
select ok((select expires_at = app.now() + interval '2 minutes' and wave = 0 from public.requested_drivers where booking_id = tests.booking()), 'with more time to answer');

-- By hand
select tests.as_owner();
select tests.set('auto_dispatch', 'false');
select tests.let('driver3', format('select public.decline_booking(%L)', tests.booking()));
select is(tests.status(), 'CANCELLED', 'without auto-dispatch the assigned driver''s decline cancels');
select tests.turn('1 minute'), tests.set('on_decline', 'requeue'), tests.book('rider4'), tests.go_online('driver3');
select is(tests.tick('10 seconds'), 0, 'nobody is searched');
select tests.let('admin', format('select public.assign_driver(%L, %L)', tests.booking(), tests.id('driver3')));
select tests.let('driver3', format('select public.decline_booking(%L)', tests.booking()));
select is(tests.status(), 'NEW', 'a declined assignment goes back to the desk where settings say so');
select tests.turn('1 second');
select tests.let('admin', format('select public.assign_driver(%L, %L)', tests.booking(), tests.id('driver3')));
select lives_ok(format($$ select tests.let('driver3', 'select public.accept_booking(''%s'')') $$, tests.booking()), 'an admin may ask again who declined');

-- Reading
select tests.act_as('driver3');
select is_empty($$ select 1 from public.booking_offers $$, 'a driver reads no offer that is answered');
select is_empty($$ select 1 from public.dispatch_waves $$, 'a driver reads no waves');
select is((select jsonb_agg(l) from public.dispatch_log(tests.booking()) l) -> -1 ->> 'you', 'accepted', 'a driver may ask how the search went');
select tests.act_as('driver5');
select throws_ok($$ select public.dispatch_log(tests.booking()) $$, 'PT404', 'booking_not_found', 'one whom no search met learns of no booking');
select tests.as_owner();
insert into public.dispatch_waves (booking_id, wave, mode, exclusions, at)
values (tests.booking(), 9, 'all', jsonb_build_array(jsonb_build_object('driver_id', tests.id('driver5'), 'reason', 'busy')), app.now() - interval '1 second');
select tests.act_as('driver5');
select is((select jsonb_agg(l) from public.dispatch_log(tests.booking()) l) -> -1 ->> 'you', 'busy', 'else why they were not asked');
select ok(not (select jsonb_agg(l) from public.dispatch_log(tests.booking()) l)::text like '%' || tests.id('driver3') || '%', 'without learning who was');
select tests.as_owner();
delete from public.dispatch_waves where wave = 9;
select tests.act_as('rider4');
select is_empty($$ select 1 from public.booking_offers $$, 'a rider reads no offers');
select is_empty($$ select 1 from public.requested_drivers $$, 'a rider does not read who is asked');
select is(((select jsonb_agg(l) from public.dispatch_log(tests.booking()) l) -> -1 ->> 'asked')::integer, 1, 'a rider reads how many are asked');
select ok(not (select jsonb_agg(l) from public.dispatch_log(tests.booking()) l)::text like '%' || tests.id('driver3') || '%', 'a rider does not read whom the log names');
select tests.act_as('rider');
select throws_ok($$ select public.dispatch_log(tests.booking()) $$, 'PT404', 'booking_not_found', 'a stranger learns nothing');
select tests.act_as('admin');
select is((select jsonb_agg(l) from public.dispatch_log(tests.booking()) l) #>> '{-1,candidates,0,driver_id}', tests.id('driver3')::text, 'an admin sees who');
select isnt_empty($$ select 1 from public.booking_offers $$, 'an admin reads offers');
select isnt_empty($$ select 1 from public.dispatch_waves $$, 'an admin reads waves');
select tests.as_visitor();
select throws_ok($$ select 1 from public.requested_drivers $$, '42501', null, 'a visitor reads none of it');
select throws_ok($$ select public.dispatch_log(gen_random_uuid()) $$, '42501', null, 'a visitor asks for no log');
select * from finish();
