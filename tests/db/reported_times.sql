-- Steps that a phone reports late: their times, the acceptance, the key of a press, late positions, refused steps.
select no_plan();
create function tests.wrong() returns text language sql as $$ select lpad(((tests.code()::integer + 1) % 100000)::text, 5, '0') $$;
create function tests.flags() returns text[] language sql volatile security definer as $$ select f.flags from public.booking_finances f where f.booking_id = tests.booking() $$;
create function tests.last_event(of text) returns timestamptz language sql volatile security definer as $$
  select (to_jsonb(e) ->> last_event.of)::timestamptz from public.booking_events e where e.booking_id = tests.booking() order by e.id desc limit 1
$$;
create function tests.row_of(of text, booking_id uuid default tests.booking()) returns text language sql volatile security definer as $$
  select to_jsonb(b) ->> row_of.of from public.bookings b where b.id = row_of.booking_id
$$;
create function tests.time_of(of text) returns timestamptz language sql volatile as $$ select tests.row_of(time_of.of)::timestamptz $$;

-- Arriving
select tests.ride('ACCEPTED');
select tests.turn('20 minutes');
select tests.act_as('driver');
select throws_ok($$ select public.arrive_at_pickup(tests.booking(), at => 'infinity') $$, 'PT422', 'reported_time_invalid', 'an arrival at infinity is refused');
select throws_ok($$ select public.arrive_at_pickup(tests.booking(), at => '-infinity') $$, 'PT422', 'reported_time_invalid', 'an arrival at -infinity is refused');
select throws_ok($$ select public.arrive_at_pickup(tests.booking(), accepted_at => app.now() - interval '1 day') $$, 'PT409', 'job_changed', 'a step with another acceptance time is refused');
select public.report_positions(jsonb_build_array(jsonb_build_object('lat', 47.141, 'lng', 9.5205, 'at', app.now() - interval '15 minutes')));
select is((public.arrive_at_pickup(tests.booking(), accepted_at => date_trunc('milliseconds', tests.time_of('accepted_at')),
  client_key => '00000000-0000-4000-8000-000000000001', at => app.now() - interval '15 minutes')).arrived_at, app.now() - interval '10 minutes',
  'an arrival reported 15 minutes late counts from 10 minutes ago');
select is(tests.last_event('reported_at'), app.now() - interval '15 minutes', 'the history keeps the reported time of an arrival');
select is(tests.last_event('at'), app.now(), 'the history keeps the time when an arrival was received');
select is(tests.flags(), '{reported_time}', 'an arrival that was reported late is flagged only with reported_time when the trail confirms it');
select is((public.arrive_at_pickup(tests.booking(), client_key => '00000000-0000-4000-8000-000000000001', at => app.now())).arrived_at, app.now() - interval '10 minutes', 'an arrival with a repeated key changes nothing');
select tests.as_owner();
select ok((select bool_and(e.hash = app.event_hash(e)) from public.booking_events e where e.booking_id = tests.booking()), 'a reported time is covered by the event''s hash');
select isnt((select app.event_hash(jsonb_populate_record(e, jsonb_build_object('reported_at', app.now()))) from public.booking_events e where e.booking_id = tests.booking() order by e.id desc limit 1),
  (select e.hash from public.booking_events e where e.booking_id = tests.booking() order by e.id desc limit 1), 'another reported time changes the event''s hash');

-- No-shows count from the time when the server received the arrival
select tests.set('free_wait', '5');
select tests.act_as('driver');
select throws_ok($$ select public.no_show(tests.booking()) $$, 'PT409', 'not_at_pickup', 'an arrival reported late does not make a no-show possible: nothing proves where the car is');
select is((select leave_at from public.trip_options(tests.booking())), null, 'an arrival reported late starts no wait before a position in time');
select public.report_position(47.141, 9.5205);
select throws_ok($$ select public.no_show(tests.booking()) $$, 'PT409', 'no_show_too_early', 'an arrival reported late does not make a no-show possible earlier');
select ok((select leave_at from public.trip_options(tests.booking())) = app.now() + interval '5 minutes', 'the driver''s free wait begins with the first position in time');

-- Given back and accepted again: an old step does not apply to the new job
select tests.as_owner();
create temporary table old on commit drop as select tests.time_of('accepted_at') as accepted_at;
grant select on old to public;
select tests.act_as('driver');
select public.cancel_booking(tests.booking(), 'flat tyre');
select tests.as_owner();
delete from public.booking_offers o where o.booking_id = tests.booking() and o.driver_id = tests.id('driver');
select tests.turn('3 minutes');
select tests.go_online();
select app.dispatch_tick();
select tests.act_as('driver');
select is((public.accept_booking(tests.booking())).status, 'ACCEPTED', 'a driver accepts the booking again after giving it back');
select throws_ok($$ select public.arrive_at_pickup(tests.booking(), accepted_at => (select accepted_at from old)) $$, 'PT409', 'job_changed', 'an arrival of the first acceptance is refused');
select is((public.arrive_at_pickup(tests.booking(), client_key => '00000000-0000-4000-8000-000000000001')).status, 'ACCEPTED', 'a repeated key of the first acceptance does not apply to the second');
select is((public.arrive_at_pickup(tests.booking(), tests.time_of('accepted_at'), gen_random_uuid(), app.now() + interval '1 hour')).arrived_at, app.now(), 'an arrival reported by a clock that is an hour fast counts from now');
select is(tests.last_event('reported_at'), app.now(), 'a reported time in the future is stored as the server''s time');
select ok(not 'reported_time' = any (tests.flags()), 'an arrival that counts from now is not flagged');

-- The code
select tests.turn('8 minutes');
select is(public.start_trip(tests.booking(), tests.wrong(), client_key => '00000000-0000-4000-8000-000000000002', at => app.now() - interval '4 minutes') ->> 'hint', '4 attempts left', 'a wrong code that was queued is counted');
select is(public.start_trip(tests.booking(), tests.wrong(), client_key => '00000000-0000-4000-8000-000000000002', at => app.now() - interval '4 minutes') ->> 'hint', '4 attempts left', 'a wrong code with a repeated key is counted once');
select is(current_setting('response.status', true), '403', 'a wrong code with a repeated key is refused with the status 403');
select is(public.start_trip(tests.booking(), tests.code(), client_key => '00000000-0000-4000-8000-000000000002') ->> 'message', 'start_code_wrong', 'the right code under the key of a wrong one is refused');
select is(public.start_trip(tests.booking(), tests.wrong(), client_key => gen_random_uuid()) ->> 'hint', '3 attempts left', 'a wrong code with another key is counted');
select is(tests.status(), 'ARRIVED', 'a refused start leaves the status unchanged');
select public.report_positions(jsonb_build_array(
  jsonb_build_object('lat', 47.141, 'lng', 9.5209, 'at', app.now() - interval '4 minutes'),
  jsonb_build_object('lat', 47.145, 'lng', 9.5195, 'at', app.now() - interval '3 minutes')));
select is((public.start_trip(tests.booking(), tests.code(), tests.time_of('accepted_at'), '00000000-0000-4000-8000-000000000003', app.now() - interval '4 minutes') ->> 'started_at')::timestamptz,
  app.now() - interval '4 minutes', 'a start reported four minutes late counts from then');
select ok('reported_time' = any (tests.flags()), 'a start that was reported late is flagged');
select is(public.start_trip(tests.booking(), null, client_key => '00000000-0000-4000-8000-000000000003') ->> 'status', 'STARTED', 'a start with a repeated key returns the trip');
select is((public.start_trip(tests.booking(), null, at => app.now() - interval '9 minutes') ->> 'started_at')::timestamptz, app.now() - interval '4 minutes', 'a second start does not change the start time');

-- Late positions get the status of their time
select is(public.report_positions(jsonb_build_array(
  jsonb_build_object('lat', 47.149, 'lng', 9.518, 'at', app.now() - interval '2 minutes'),
  jsonb_build_object('lat', 47.153, 'lng', 9.5165, 'at', app.now() - interval '65 seconds'),
  jsonb_build_object('lat', 47.156, 'lng', 9.515, 'at', app.now()))), 3, 'positions that are reported late are stored');
select tests.as_owner();
select results_eq(format($$ select status::text, received_at is not null from public.tracking_points where booking_id = %L and at > app.now() - interval '5 minutes' order by at, id $$, tests.booking()),
  $$ values ('ARRIVED', true), ('STARTED', true), ('ARRIVED', true), ('STARTED', true), ('STARTED', true), ('STARTED', false) $$, 'late positions have the status of their time and the time of receipt');
select tests.act_as('driver');
select is(public.report_positions(jsonb_build_array(jsonb_build_object('lat', 47.1411, 'lng', 9.5209, 'at', app.now() - interval '6 minutes'))), 1, 'a late position from before the start is stored after later ones');
select tests.as_owner();
select is((select status::text from public.tracking_points where booking_id = tests.booking() and lat = 47.1411), 'ARRIVED', 'a late position from before the start has the status ARRIVED');
select tests.act_as('driver');
select is(public.report_positions(jsonb_build_array(jsonb_build_object('lat', 47.1505, 'lng', 9.525, 'at', app.now() - interval '30 seconds'))), 1, 'a late position fills a gap of a minute');
select is(public.report_positions(jsonb_build_array(jsonb_build_object('lat', 47.1505, 'lng', 9.518, 'at', app.now() - interval '15 seconds'))), 0, 'a late position between close points is dropped');
select is(public.report_positions(jsonb_build_array(jsonb_build_object('lat', 47.1505, 'lng', 9.6, 'at', app.now() - interval '100 seconds'))), 0, 'a late position that the car could not reach is dropped');
select is(public.report_positions(jsonb_build_array(jsonb_build_object('lat', 47.141, 'lng', 9.52, 'at', app.now() - interval '3 days'))), 0, 'a position from before the job belongs to no trip');

-- Reaching the drop
select tests.turn('7 minutes');
select tests.let('driver', 'select public.report_position(47.1655, 9.5103)');
select tests.turn('30 minutes');
select tests.act_as('driver');
select throws_ok($$ select public.reach_drop(tests.booking(), at => 'infinity') $$, 'PT422', 'reported_time_invalid', 'an end of the trip at infinity is refused');
select is((public.reach_drop(tests.booking(), accepted_at => tests.time_of('accepted_at'), client_key => '00000000-0000-4000-8000-000000000004', at => app.now() - interval '30 minutes') ->> 'reached_at')::timestamptz,
  app.now() - interval '10 minutes', 'an end of the trip reported 30 minutes late counts from 10 minutes ago');
select is(tests.row_of('status'), 'PENDING', 'a trip that was ended late waits for the payment');
select is(tests.row_of('total_trip_time')::integer, 31 * 60, 'the duration of the trip follows the times that count');
select is(round(tests.row_of('drop_lat')::numeric, 4), 47.1655, 'the drop is where the car was at the end');
select is((select max(e.reported_at) from public.booking_events e where e.booking_id = tests.booking()), app.now() - interval '30 minutes', 'the history keeps the reported end of the trip');
select is(public.reach_drop(tests.booking(), client_key => '00000000-0000-4000-8000-000000000004') ->> 'status', 'PENDING', 'an end of the trip with a repeated key returns the trip');
select is((public.trip_trail(tests.booking()) ->> 'distance_km')::numeric, (select distance from public.bookings where id = tests.booking()), 'the shown trail has the distance that was charged');

-- Positions after the end do not change the fare
select is(public.report_positions(jsonb_build_array(jsonb_build_object('lat', 47.16, 'lng', 9.51, 'at', app.now() - interval '33 minutes'))), 1, 'a late position of an ended trip is stored');
select is((public.trip_trail(tests.booking()) ->> 'distance_km')::numeric, (select distance from public.bookings where id = tests.booking()), 'a late position of an ended trip does not change its distance');
select is(public.report_positions(jsonb_build_array(jsonb_build_object('lat', 47.18, 'lng', 9.50, 'at', app.now() - interval '5 minutes'))), 1, 'a late position from after the end updates the driver''s position');
select tests.as_owner();
select is((select count(*) from public.tracking_points where booking_id = tests.booking() and lat = 47.18), 0::bigint, 'a late position from after the end is not part of the trail');

-- Cash
select tests.act_as('driver');
select is((public.confirm_cash(tests.booking(), tests.time_of('accepted_at'), gen_random_uuid(), app.now() - interval '20 minutes')).paid_at, app.now(), 'a cash payment counts from when the server received it');
select is(tests.last_event('reported_at'), app.now() - interval '20 minutes', 'the history keeps the reported time of a cash payment');
select tests.as_owner();
select is((select t.created_at from public.ledger_transactions t where t.idempotency_key = 'settlement:' || tests.booking()), app.now(), 'the ledger uses the server''s time for a late cash payment');
select ok((select bool_and(e.reported_at is null) from public.booking_events e where e.booking_id = tests.booking() and e.actor_role = 'system'), 'events of the system have no reported time');

-- The setting
select tests.set('late_report_minutes', '0');
select tests.ride('ACCEPTED'), tests.turn('5 minutes');
select tests.act_as('driver');
select is((public.arrive_at_pickup(tests.booking(), at => app.now() - interval '3 minutes')).arrived_at, app.now(), 'with late_report_minutes = 0 a reported time does not count');
select tests.as_owner();
select tests.set('late_report_minutes', '10');

-- An earlier event of the booking
select tests.turn('6 minutes');
select tests.act_as('driver');
select is((public.start_trip(tests.booking(), tests.code(), at => app.now() - interval '9 minutes') ->> 'started_at')::timestamptz, app.now() - interval '6 minutes', 'a reported time does not count before the previous event');

-- A conflict keeps the evidence
select tests.turn('8 minutes'), tests.let('driver', 'select public.report_position(47.1655, 9.5103)'), tests.let('driver', format('select public.reach_drop(%L)', tests.booking())),
  tests.let('driver', format('select public.confirm_cash(%L)', tests.booking()));
select tests.ride('ACCEPTED');
select tests.turn('4 minutes');
select tests.let('rider', format('select public.cancel_booking(%L, ''changed my mind'')', tests.booking()));
select tests.turn('2 minutes');
select tests.act_as('driver');
select throws_ok($$ select public.arrive_at_pickup(tests.booking(), tests.time_of('accepted_at'), gen_random_uuid(), app.now() - interval '3 minutes') $$, 'PT409', 'wrong_status', 'an arrival at a cancelled booking is refused');
select is(public.report_positions(jsonb_build_array(jsonb_build_object('lat', 47.14095, 'lng', 9.5207, 'at', app.now() - interval '3 minutes'))), 1, 'a position from before the cancellation is stored');
select ok(public.record_missed_step(tests.booking(), 'arrived', 'wrong_status', '00000000-0000-4000-8000-000000000005', app.now() - interval '3 minutes'), 'a refused step is kept in the history');
select ok(not public.record_missed_step(tests.booking(), 'arrived', 'wrong_status', '00000000-0000-4000-8000-000000000005', app.now() - interval '3 minutes'), 'a refused step with a repeated key is kept once');
select is(tests.last_event('reported_at'), app.now() - interval '3 minutes', 'a refused step keeps its reported time before the cancellation');
select is((select note || ' ' || to_status from public.booking_events e where e.booking_id = tests.booking() order by id desc limit 1), 'missed_arrived: wrong_status CANCELLED', 'a refused step keeps the step and the reason');
select is(tests.status(), 'CANCELLED', 'a refused step does not change the status');
select throws_ok($$ select public.record_missed_step(tests.booking(), 'paid', 'wrong_status', gen_random_uuid(), app.now()) $$, 'PT422', 'select_proper', 'a refused step of an unknown kind cannot be kept');
select throws_ok($$ select public.record_missed_step(tests.booking(), 'arrived', 'Wrong; drop table', gen_random_uuid(), app.now()) $$, 'PT422', 'select_proper', 'a refused step with a reason that is not a key cannot be kept');
select throws_ok($$ select public.record_missed_step(tests.booking(), 'arrived', 'wrong_status', gen_random_uuid(), 'infinity') $$, 'PT422', 'reported_time_invalid', 'a refused step at infinity cannot be kept');
select is((select count(*) from generate_series(1, 30) n where public.record_missed_step(tests.booking(), 'arrived', 'wrong_status', gen_random_uuid(), app.now())), 19::bigint, 'at most twenty refused steps of a booking are kept');
select tests.act_as('driver2');
select throws_ok($$ select public.record_missed_step(tests.booking(), 'arrived', 'wrong_status', gen_random_uuid(), app.now()) $$, 'PT404', 'booking_not_found', 'a driver who never had the booking cannot keep a refused step');
select tests.act_as('rider');
select throws_ok($$ select public.record_missed_step(tests.booking(), 'arrived', 'wrong_status', gen_random_uuid(), app.now()) $$, 'PT403', 'not_a_driver', 'a rider cannot keep a refused step');
select tests.as_visitor();
select throws_ok($$ select public.record_missed_step(gen_random_uuid(), 'arrived', 'wrong_status', gen_random_uuid(), now()) $$, '42501', null, 'a visitor cannot keep a refused step');
select * from finish();
