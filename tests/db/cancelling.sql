-- Cancelling per actor and status, its fee, giving back, not showing up.
select no_plan();

-- Acting as strangers
select tests.ride('ACCEPTED');
select tests.act_as('rider2');
select throws_ok($$ select public.cancel_booking(tests.booking(), 'x') $$, 'PT404', 'booking_not_found', 'a stranger cancels nothing');
select tests.act_as('driver2');
select throws_ok($$ select public.cancel_booking(tests.booking(), 'x') $$, 'PT404', 'booking_not_found', 'another driver cancels nothing');
select throws_ok($$ select public.no_show(tests.booking()) $$, 'PT404', 'booking_not_found', 'who sees no no-show either');
select tests.act_as('fleet');
select throws_ok($$ select public.cancel_booking(tests.booking(), 'x') $$, 'PT404', 'booking_not_found', 'a fleet admin cancels nothing');
select tests.as_visitor();
select throws_ok($$ select public.cancel_booking(gen_random_uuid(), 'x') $$, '42501', null, 'a visitor cancels nothing');
select throws_ok($$ select public.no_show(gen_random_uuid()) $$, '42501', null, 'a visitor reports no no-show');

-- Acting as the rider
select tests.act_as('rider');
select throws_ok($$ select public.no_show(tests.booking()) $$, 'PT403', 'not_a_driver', 'a rider does not declare themself absent');
select tests.turn('2 minutes');
select results_eq($$ select status::text, cancelled_by, reason, cancellation_fee from public.cancel_booking(tests.booking(), 'My plans changed') $$,
  $$ values ('CANCELLED', 'rider', 'My plans changed', 0.00) $$, 'within two minutes of acceptance a rider cancels free');
select is((public.cancel_booking(tests.booking(), 'again')).reason, 'My plans changed', 'cancelling twice is cancelling once');
select ok(not tests.is_busy('driver'), 'the driver is free');
select is((select count(*) from public.booking_offers), 0::bigint, 'a rider sees no offers');
select tests.as_owner(), tests.clear_wallet('rider'), tests.turn('1 minute'), tests.ride('ACCEPTED');
select tests.turn('2 minutes 1 second'), tests.act_as('rider');
select is(public.cancellation_quote(tests.booking()), 3.00, 'a rider can ask what it costs');
select tests.act_as('rider2');
select throws_ok($$ select public.cancellation_quote(tests.booking()) $$, 'PT404', 'booking_not_found', 'a stranger cannot');
select tests.act_as('driver');
select is(public.cancellation_quote(tests.booking()), 0::numeric, 'a driver never pays');
select tests.as_visitor();
select throws_ok($$ select public.cancellation_quote(gen_random_uuid()) $$, '42501', null, 'a visitor asks for no cancellation fee');
select tests.act_as('rider');
select is((public.cancel_booking(tests.booking(), 'x')).cancellation_fee, 3.00, 'then pays the first slab');
select tests.as_owner(), tests.clear_wallet('rider'), tests.turn('1 minute'), tests.ride('ARRIVED');
select tests.turn('5 minutes 1 second'), tests.act_as('rider');
select is((public.cancel_booking(tests.booking(), 'x')).cancellation_fee, 6.00, 'then the next');
select tests.as_owner(), tests.clear_wallet('rider'), tests.turn('1 minute'), tests.ride('NEW');
select tests.turn('9 minutes'), tests.act_as('rider');
select is((public.cancel_booking(tests.booking())).cancellation_fee, 0::numeric, 'before acceptance nothing');
select is_empty($$ select 1 from public.requested_drivers $$, 'nobody is asked any more after a ride was cancelled');
select tests.as_owner();
select is((select status::text from public.booking_offers where booking_id = tests.booking()), 'withdrawn', 'the offer is withdrawn');
select is((select count(*) from app.dispatch_queue where booking_id = tests.booking()), 0::bigint, 'the search is over when a ride is cancelled');
select tests.turn('1 minute'), tests.ride('STARTED');
select tests.act_as('rider');
select throws_ok($$ select public.cancel_booking(tests.booking(), 'x') $$, 'PT409', 'cannot_cancel', 'a ride under way is not cancelled');
select tests.act_as('driver');
select throws_ok($$ select public.cancel_booking(tests.booking(), 'x') $$, 'PT409', 'cannot_cancel', 'by nobody');
select tests.act_as('admin');
select throws_ok($$ select public.cancel_booking(tests.booking(), 'x') $$, 'PT409', 'cannot_cancel', 'at all');
select tests.as_owner();
select tests.let('driver', format('select public.reach_drop(%L)', tests.booking())), tests.let('driver', format('select public.confirm_cash(%L)', tests.booking()));

select tests.act_as('rider');
select throws_ok($$ select public.cancellation_quote(tests.booking()) $$, 'PT409', 'cannot_cancel', 'a paid ride has no price for cancelling');
select tests.as_owner();

-- While a driver is later than promised the clock stands still
select tests.turn('1 minute'), tests.go_online('driver', 47.16, 9.52);
create temp table promise as select tests.book() as id;
update public.car_types set cancel_slab = '[{"mins_delayed": 2, "amount": 3}, {"mins_delayed": 12, "amount": 6}]' where name = 'Cab';
select tests.let('driver', format('select public.accept_booking(%L)', tests.booking()));
select is((select round(extract(epoch from promised_at - accepted_at)) from public.bookings where id = tests.booking()),
  (select round(300 + 120 * distance_km) from public.booking_offers where booking_id = tests.booking()), 'promised is the way at 30 km/h and five minutes more');
select tests.turn('60 minutes'), tests.act_as('rider');
select is(public.cancellation_quote(tests.booking()), 3.00, 'an hour late is not the rider''s hour');
select tests.let('driver', 'select public.report_position(47.141, 9.5209)'), tests.let('driver', format('select public.arrive_at_pickup(%L)', tests.booking()));
select tests.turn('2 minutes');
select is(public.cancellation_quote(tests.booking()), 3.00, 'it goes on from where it stood');
select tests.turn('3 minutes');
select is(public.cancellation_quote(tests.booking()), 6.00, 'once the driver is there');
select is((public.cancel_booking(tests.booking(), 'x')).cancellation_fee, 6.00, 'the fee of a cancelled ride is owed');
select tests.as_owner(), tests.clear_wallet('rider');
update public.car_types set cancel_slab = '[{"mins_delayed": 2, "amount": 3}, {"mins_delayed": 5, "amount": 6}]' where name = 'Cab';

-- A later booking counts from its lead time
select tests.turn('1 minute'), tests.go_online();
select tests.book('rider', 'Cab', app.now() + interval '60 minutes');
select tests.let('admin', format('select public.assign_driver(%L, %L)', tests.booking(), tests.id('driver')));
select tests.let('driver', format('select public.accept_booking(%L)', tests.booking()));
select tests.turn('45 minutes'), tests.act_as('rider');
select is((public.cancel_booking(tests.booking(), 'x')).cancellation_fee, 0.00, 'a later booking is free until its lead time has passed');

-- Acting as an admin
select tests.as_owner(), tests.clear_wallet('rider'), tests.turn('1 minute'), tests.ride('ACCEPTED');
select tests.turn('10 minutes'), tests.act_as('admin');
select results_eq($$ select status::text, cancelled_by, cancellation_fee from public.cancel_booking(tests.booking(), 'Road closed') $$,
  $$ values ('CANCELLED', 'admin', 0::numeric) $$, 'an admin cancels an accepted ride, and nobody pays');
select is((select after ->> 'reason' from public.audit_log where action = 'cancel_booking' order by id desc limit 1), 'Road closed', 'which the log knows');
select tests.as_owner(), tests.clear_wallet('rider'), tests.turn('1 minute'), tests.ride('ARRIVED');
select tests.act_as('admin');
select throws_ok($$ select public.cancel_booking(tests.booking(), 'x') $$, 'PT409', 'cannot_cancel', 'an admin does not cancel once the driver is there');

-- Not showing up
select tests.act_as('driver');
select throws_ok($$ select public.no_show(tests.booking()) $$, 'PT409', 'no_show_too_early', 'the driver waits');
select tests.turn('4 minutes 59 seconds');
select throws_ok($$ select public.no_show(tests.booking()) $$, 'PT409', 'no_show_too_early', 'five minutes');
select tests.turn('1 second');
select throws_ok($$ select public.no_show(tests.booking()) $$, 'PT409', 'not_at_pickup', 'with a position that is true now');
select tests.let('driver', 'select public.report_position(47.141 + 510 / 111195.0, 9.5209)');
select throws_ok($$ select public.no_show(tests.booking()) $$, 'PT409', 'not_at_pickup', 'at the pickup');
select tests.turn('10 seconds'), tests.let('driver', 'select public.report_position(47.141 + 490 / 111195.0, 9.5209)');
select results_eq($$ select status::text, cancelled_by, reason, cancellation_fee from public.no_show(tests.booking()) $$,
  $$ values ('CANCELLED', 'driver', 'no_show', 0::numeric) $$, 'then it ends; without a trail at the pickup the fee waits for the desk');
select is((public.no_show(tests.booking())).status, 'CANCELLED', 'twice is once');
select tests.as_owner(), tests.clear_wallet('rider'), tests.turn('1 minute'), tests.ride('ACCEPTED');
select tests.act_as('driver');
select throws_ok($$ select public.no_show(tests.booking()) $$, 'PT409', 'wrong_status', 'nobody is absent before the driver is there');

-- In a demo
select tests.set('allow_critical_edits_admin', 'false');
select throws_ok($$ select public.cancel_booking(tests.booking(), 'x') $$, 'PT403', 'demo_mode', 'in a demo no driver cancels');
select tests.set('allow_critical_edits_admin', 'true');

-- Giving back
select tests.as_owner();
update public.drivers set car_type_id = tests.car() where id in (tests.id('driver2'), tests.id('driver3'));
select tests.act_as('driver');
select results_eq($$ select status::text, driver_id, driver_name, vehicle_number, accepted_at, engaged_at, driver_cancel_count
  from public.cancel_booking(tests.booking(), 'Flat tyre') $$, $$ values ('NEW', null::uuid, null::text, null::text, null::timestamptz, null::timestamptz, 1) $$,
  'a driver who cancels gives the booking back');
select is_empty($$ select 1 from public.bookings where status = 'NEW' $$, 'a driver who gave a booking back reads it no more');
select ok(not tests.is_busy('driver'), 'a driver who gave a booking back is free');
select tests.as_owner();
select is((select driver_id from public.booking_finances where booking_id = tests.booking()), null, 'a driver who gave a booking back earns nothing from it');
select is_empty($$ select 1 from public.requested_drivers where booking_id = tests.booking() $$, 'a driver who gave a booking back is not asked again');
select is((select note from public.booking_events where booking_id = tests.booking() order by id desc limit 1), 'Flat tyre', 'the history keeps the reason');
select tests.turn('10 seconds'), tests.go_online('driver2'), tests.go_online('driver3');
select app.dispatch_tick();
select is((select count(*) from public.requested_drivers where booking_id = tests.booking()), 2::bigint, 'others are');
select tests.let('driver2', format('select public.accept_booking(%L)', tests.booking()));
select tests.let('driver2', format('select public.arrive_at_pickup(%L)', tests.booking()));
select tests.let('driver2', format('select public.cancel_booking(%L)', tests.booking()));
select is((select driver_cancel_count from public.bookings where id = tests.booking()), 2, 'a second driver gives it back from the door');
select is(tests.status(), 'NEW', 'it is searched again');
select is((select count(*) from public.requested_drivers where booking_id = tests.booking()), 1::bigint, 'at once');
select tests.let('driver3', format('select public.accept_booking(%L)', tests.booking()));
select tests.let('driver3', format('select public.cancel_booking(%L)', tests.booking()));
select results_eq($$ select status::text, cancelled_by, cancellation_fee from public.bookings where id = tests.booking() $$,
  $$ values ('CANCELLED', 'driver', 0::numeric) $$, 'the third time it ends, and nobody pays');
select * from finish();
