-- Cancelling per actor and status, its fee, giving a booking back, no-shows.
select no_plan();

-- Acting as people outside the booking
select tests.ride('ACCEPTED');
select tests.act_as('rider2');
-- Spec 6.22
select throws_ok($$ select public.cancel_booking(tests.booking(), 'x') $$, 'PT404', 'booking_not_found', 'another rider cannot cancel the booking');
select tests.act_as('driver2');
select throws_ok($$ select public.cancel_booking(tests.booking(), 'x') $$, 'PT404', 'booking_not_found', 'another driver cannot cancel the booking');
select throws_ok($$ select public.no_show(tests.booking()) $$, 'PT404', 'booking_not_found',
  'another driver cannot report a no-show');
select tests.act_as('fleet');
select throws_ok($$ select public.cancel_booking(tests.booking(), 'x') $$, 'PT404', 'booking_not_found', 'a fleet admin cannot cancel a booking outside the fleet');
select tests.as_visitor();
select throws_ok($$ select public.cancel_booking(gen_random_uuid(), 'x') $$, '42501', null,
  'a visitor cannot cancel a booking');
select throws_ok($$ select public.no_show(gen_random_uuid()) $$, '42501', null, 'a visitor cannot report a no-show');

-- Acting as the rider
select tests.act_as('rider');
select throws_ok($$ select public.no_show(tests.booking()) $$, 'PT403', 'not_a_driver', 'a rider cannot report a no-show');
select tests.turn('2 minutes');
select results_eq($$ select status::text, cancelled_by, reason, cancellation_fee from public.cancel_booking(tests.booking(), 'My plans changed') $$,
  $$ values ('CANCELLED', 'rider', 'My plans changed', 0.00) $$,
    -- Spec 6.22
    'a rider can cancel free of charge within two minutes of acceptance');
select is((public.cancel_booking(tests.booking(), 'again')).reason, 'My plans changed',
  'cancelling twice keeps the first reason');
-- Spec 4.34
select ok(not tests.is_busy('driver'), 'a driver is free after the rider cancelled');
select is((select count(*) from public.booking_offers), 0::bigint, 'a rider cannot see offers');
select tests.as_owner(), tests.clear_wallet('rider'), tests.turn('1 minute'), tests.ride('ACCEPTED');
select tests.turn('2 minutes 1 second'), tests.act_as('rider');
select is(public.cancellation_quote(tests.booking()), 3.00, 'a rider can read the cancellation fee before cancelling');
select tests.act_as('rider2');
select throws_ok($$ select public.cancellation_quote(tests.booking()) $$, 'PT404', 'booking_not_found',
  'another rider cannot read the cancellation fee');
select tests.act_as('driver');
select is(public.cancellation_quote(tests.booking()), 0::numeric, 'a driver''s cancellation fee is zero');
select tests.as_visitor();
select throws_ok($$ select public.cancellation_quote(gen_random_uuid()) $$, '42501', null, 'a visitor cannot read a cancellation fee');
select tests.act_as('rider');
select is((public.cancel_booking(tests.booking(), 'x')).cancellation_fee, 3.00,
  -- Spec 3.33
  'a rider who cancels after two minutes pays the first slab');
select tests.as_owner(), tests.clear_wallet('rider'), tests.turn('1 minute'), tests.ride('ARRIVED');
select tests.turn('5 minutes 1 second'), tests.act_as('rider');
select is((public.cancel_booking(tests.booking(), 'x')).cancellation_fee, 6.00,
  'a rider who cancels after five minutes at the pickup pays the second slab');
select tests.as_owner(), tests.clear_wallet('rider'), tests.turn('1 minute'), tests.ride('NEW');
select tests.turn('9 minutes'), tests.act_as('rider');
select is((public.cancel_booking(tests.booking())).cancellation_fee, 0::numeric,
  'a rider can cancel free of charge before acceptance');
-- Spec 4.35
select is_empty($$ select 1 from public.requested_drivers $$, 'a cancelled ride has no open offers');
select tests.as_owner();
-- Spec 4.35
select is((select status::text from public.booking_offers where booking_id = tests.booking()), 'withdrawn', 'the offer of a cancelled ride is withdrawn');
select is((select count(*) from app.dispatch_queue where booking_id = tests.booking()), 0::bigint, 'a cancelled ride leaves the dispatch queue');
select tests.turn('1 minute'), tests.ride('STARTED');
select tests.act_as('rider');
select throws_ok($$ select public.cancel_booking(tests.booking(), 'x') $$, 'PT409', 'cannot_cancel', 'a rider cannot cancel a started ride');
select tests.act_as('driver');
select throws_ok($$ select public.cancel_booking(tests.booking(), 'x') $$, 'PT409', 'cannot_cancel',
  'a driver cannot cancel a started ride');
select tests.act_as('admin');
select throws_ok($$ select public.cancel_booking(tests.booking(), 'x') $$, 'PT409', 'cannot_cancel',
  'an admin cannot cancel a started ride');
select tests.as_owner();
select tests.let('driver', format('select public.reach_drop(%L)', tests.booking())), tests.let('driver', format('select public.confirm_cash(%L)', tests.booking()));

select tests.act_as('rider');
select throws_ok($$ select public.cancellation_quote(tests.booking()) $$, 'PT409', 'cannot_cancel', 'a paid ride has no cancellation fee to quote');
select tests.as_owner();

-- The time for the fee stops while a driver is later than promised
select tests.turn('1 minute'), tests.go_online('driver', 47.16, 9.52);
create temp table promise as select tests.book() as id;
update public.car_types set cancel_slab = '[{"mins_delayed": 2, "amount": 3}, {"mins_delayed": 12, "amount": 6}]' where name = 'Cab';
select tests.let('driver', format('select public.accept_booking(%L)', tests.booking()));
select is((select round(extract(epoch from promised_at - accepted_at)) from public.bookings where id = tests.booking()),
  (select round(300 + 120 * distance_km) from public.booking_offers where booking_id = tests.booking()), 'the promised arrival is the way at 30 km/h plus five minutes');
select tests.turn('60 minutes'), tests.act_as('rider');
select is(public.cancellation_quote(tests.booking()), 3.00, 'a driver''s delay does not raise the cancellation fee');
select tests.let('driver', 'select public.report_position(47.141, 9.5209)'), tests.let('driver', format('select public.arrive_at_pickup(%L)', tests.booking()));
select tests.turn('2 minutes');
select is(public.cancellation_quote(tests.booking()), 3.00,
  'the time for the fee continues from where it stopped once the driver arrived');
select tests.turn('3 minutes');
select is(public.cancellation_quote(tests.booking()), 6.00, 'three minutes after the late arrival the next slab applies');
select is((public.cancel_booking(tests.booking(), 'x')).cancellation_fee, 6.00,
  'a rider who cancels after the late arrival pays the second slab');
select tests.as_owner(), tests.clear_wallet('rider');
update public.car_types set cancel_slab = '[{"mins_delayed": 2, "amount": 3}, {"mins_delayed": 5, "amount": 6}]' where name = 'Cab';

-- A later booking counts from its lead time
select tests.turn('1 minute'), tests.go_online();
select tests.book('rider', 'Cab', app.now() + interval '60 minutes');
select tests.let('admin', format('select public.assign_driver(%L, %L)', tests.booking(), tests.id('driver')));
select tests.let('driver', format('select public.accept_booking(%L)', tests.booking()));
select tests.turn('45 minutes'), tests.act_as('rider');
select is((public.cancel_booking(tests.booking(), 'x')).cancellation_fee, 0.00, 'a booking for later can be cancelled free of charge before its lead time');

-- Acting as an admin
select tests.as_owner(), tests.clear_wallet('rider'), tests.turn('1 minute'), tests.ride('ACCEPTED');
select tests.turn('10 minutes'), tests.act_as('admin');
select results_eq($$ select status::text, cancelled_by, cancellation_fee from public.cancel_booking(tests.booking(), 'Road closed') $$,
  -- Spec 4.36, 7.22
  $$ values ('CANCELLED', 'admin', 0::numeric) $$, 'an admin can cancel an accepted ride free of charge');
-- Spec 4.37
select is((select after ->> 'reason' from public.audit_log where action = 'cancel_booking' order by id desc limit 1), 'Road closed', 'an admin''s cancellation is recorded with its reason in the audit log');
select tests.as_owner(), tests.clear_wallet('rider'), tests.turn('1 minute'), tests.ride('ARRIVED');
select tests.act_as('admin');
-- Spec 4.36
select throws_ok($$ select public.cancel_booking(tests.booking(), 'x') $$, 'PT409', 'cannot_cancel', 'an admin cannot cancel a ride whose driver has arrived');

-- No-shows
select tests.act_as('driver');
select throws_ok($$ select public.no_show(tests.booking()) $$, 'PT409', 'no_show_too_early',
  'a driver cannot report a no-show on arrival');
select tests.turn('4 minutes 59 seconds');
select throws_ok($$ select public.no_show(tests.booking()) $$, 'PT409', 'no_show_too_early',
  'a driver cannot report a no-show before five minutes have passed');
select tests.turn('1 second');
select throws_ok($$ select public.no_show(tests.booking()) $$, 'PT409', 'not_at_pickup',
  'a driver without a current position cannot report a no-show');
select tests.let('driver', 'select public.report_position(47.141 + 510 / 111195.0, 9.5209)');
select throws_ok($$ select public.no_show(tests.booking()) $$, 'PT409', 'not_at_pickup',
  'a driver more than 500 m from the pickup cannot report a no-show');
select tests.turn('10 seconds'), tests.let('driver', 'select public.report_position(47.141 + 490 / 111195.0, 9.5209)');
select results_eq($$ select status::text, cancelled_by, reason, cancellation_fee from public.no_show(tests.booking()) $$,
  $$ values ('CANCELLED', 'driver', 'no_show', 0::numeric) $$, 'a no-show without a trail at the pickup cancels the ride without a fee');
select is((public.no_show(tests.booking())).status, 'CANCELLED', 'reporting a no-show twice succeeds both times');
select tests.as_owner(), tests.clear_wallet('rider'), tests.turn('1 minute'), tests.ride('ACCEPTED');
select tests.act_as('driver');
select throws_ok($$ select public.no_show(tests.booking()) $$, 'PT409', 'wrong_status', 'a driver cannot report a no-show before arriving');

-- In a demo
select tests.set('allow_critical_edits_admin', 'false');
select throws_ok($$ select public.cancel_booking(tests.booking(), 'x') $$, 'PT403', 'demo_mode',
  'a driver cannot cancel a booking in a demo');
select tests.set('allow_critical_edits_admin', 'true');

-- Giving a booking back
select tests.as_owner();
update public.drivers set car_type_id = tests.car() where id in (tests.id('driver2'), tests.id('driver3'));
select tests.act_as('driver');
select results_eq($$ select status::text, driver_id, driver_name, vehicle_number, accepted_at, engaged_at, driver_cancel_count
  from public.cancel_booking(tests.booking(), 'Flat tyre') $$, $$ values ('NEW', null::uuid, null::text, null::text, null::timestamptz, null::timestamptz, 1) $$,
  'a driver who cancels gives the booking back to the search');
select is_empty($$ select 1 from public.bookings where status = 'NEW' $$,
  'a driver who gave a booking back can no longer read it');
select ok(not tests.is_busy('driver'), 'a driver who gave a booking back is free');
select tests.as_owner();
select is((select driver_id from public.booking_finances where booking_id = tests.booking()), null, 'a booking given back has no driver in its finances');
select is_empty($$ select 1 from public.requested_drivers where booking_id = tests.booking() $$, 'a driver who gave a booking back gets no new offer for it');
select is((select note from public.booking_events where booking_id = tests.booking() order by id desc limit 1), 'Flat tyre', 'the history keeps the reason for giving a booking back');
select tests.turn('10 seconds'), tests.go_online('driver2'), tests.go_online('driver3');
select app.dispatch_tick();
select is((select count(*) from public.requested_drivers where booking_id = tests.booking()), 2::bigint,
  'a booking given back is offered to other drivers');
select tests.let('driver2', format('select public.accept_booking(%L)', tests.booking()));
select tests.let('driver2', format('select public.arrive_at_pickup(%L)', tests.booking()));
select tests.let('driver2', format('select public.cancel_booking(%L)', tests.booking()));
select is((select driver_cancel_count from public.bookings where id = tests.booking()), 2, 'a second driver can give the booking back after arriving');
select is(tests.status(), 'NEW', 'a booking given back twice is NEW again');
select is((select count(*) from public.requested_drivers where booking_id = tests.booking()), 1::bigint,
  'a booking given back twice is offered to the next driver at once');
select tests.let('driver3', format('select public.accept_booking(%L)', tests.booking()));
select tests.let('driver3', format('select public.cancel_booking(%L)', tests.booking()));
select results_eq($$ select status::text, cancelled_by, cancellation_fee from public.bookings where id = tests.booking() $$,
  $$ values ('CANCELLED', 'driver', 0::numeric) $$, 'a booking given back three times is cancelled without a fee');
select * from finish();
