-- What a phone tells later: times, the acceptance, the key of a press, late positions, what was missed.
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
select throws_ok($$ select public.arrive_at_pickup(tests.booking(), at => 'infinity') $$, 'PT422', 'told_time_invalid', 'infinity is no moment');
select throws_ok($$ select public.arrive_at_pickup(tests.booking(), at => '-infinity') $$, 'PT422', 'told_time_invalid', 'the beginning of time is no moment');
select throws_ok($$ select public.arrive_at_pickup(tests.booking(), accepted_at => app.now() - interval '1 day') $$, 'PT409', 'job_changed', 'a step of an earlier acceptance is refused');
select public.report_positions(jsonb_build_array(jsonb_build_object('lat', 47.141, 'lng', 9.5205, 'at', app.now() - interval '15 minutes')));
select is((public.arrive_at_pickup(tests.booking(), accepted_at => date_trunc('milliseconds', tests.time_of('accepted_at')),
  client_key => '00000000-0000-4000-8000-000000000001', at => app.now() - interval '15 minutes')).arrived_at, app.now() - interval '10 minutes',
  'an arrival of a quarter of an hour ago counts from ten minutes ago; milliseconds name the acceptance');
select is(tests.last_event('told_at'), app.now() - interval '15 minutes', 'the history keeps what was told');
select is(tests.last_event('at'), app.now(), 'the history keeps when it was heard, too');
select is(tests.flags(), '{told_time}', 'the desk sees that the arrival was told later; the trail shows that the car was there');
select is((public.arrive_at_pickup(tests.booking(), client_key => '00000000-0000-4000-8000-000000000001', at => app.now())).arrived_at, app.now() - interval '10 minutes', 'a repeat changes nothing');
select tests.as_owner();
select ok((select bool_and(e.hash = app.event_hash(e)) from public.booking_events e where e.booking_id = tests.booking()), 'what was told is under the seal');
select isnt((select app.event_hash(jsonb_populate_record(e, jsonb_build_object('told_at', app.now()))) from public.booking_events e where e.booking_id = tests.booking() order by e.id desc limit 1),
  (select e.hash from public.booking_events e where e.booking_id = tests.booking() order by e.id desc limit 1), 'another told time breaks the seal');

-- No-shows rest on what the server heard
select tests.set('free_wait', '5');
select tests.act_as('driver');
select throws_ok($$ select public.no_show(tests.booking()) $$, 'PT409', 'no_show_too_early', 'a told arrival brings no no-show nearer');
select ok((select leave_at from public.trip_options(tests.booking())) = app.now() + interval '5 minutes', 'the driver waits from when the server heard of the arrival');

-- Given back and accepted again, an old step does not hit the new job
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
select is((public.accept_booking(tests.booking())).status, 'ACCEPTED', 'the booking is accepted again');
select throws_ok($$ select public.arrive_at_pickup(tests.booking(), accepted_at => (select accepted_at from old)) $$, 'PT409', 'job_changed', 'an arrival of the first acceptance is refused');
select is((public.arrive_at_pickup(tests.booking(), client_key => '00000000-0000-4000-8000-000000000001')).status, 'ACCEPTED', 'a repeat of the first arrival does nothing to the second job');
select is((public.arrive_at_pickup(tests.booking(), tests.time_of('accepted_at'), gen_random_uuid(), app.now() + interval '1 hour')).arrived_at, app.now(), 'a clock that is an hour fast arrives now');
select is(tests.last_event('told_at'), app.now(), 'no told time is ahead of the server');
select ok(not 'told_time' = any (tests.flags()), 'what counts from now is not flagged');

-- The code
select tests.turn('8 minutes');
select is(public.start_trip(tests.booking(), tests.wrong(), client_key => '00000000-0000-4000-8000-000000000002', at => app.now() - interval '4 minutes') ->> 'hint', '4 attempts left', 'a wrong code that was queued is counted');
select is(public.start_trip(tests.booking(), tests.wrong(), client_key => '00000000-0000-4000-8000-000000000002', at => app.now() - interval '4 minutes') ->> 'hint', '4 attempts left', 'its repeat counts as the same attempt');
select is(current_setting('response.status', true), '403', 'the repeat is refused with a status, too');
select is(public.start_trip(tests.booking(), tests.code(), client_key => '00000000-0000-4000-8000-000000000002') ->> 'message', 'start_code_wrong', 'another code under the same key is not looked at');
select is(public.start_trip(tests.booking(), tests.wrong(), client_key => gen_random_uuid()) ->> 'hint', '3 attempts left', 'another press is another attempt');
select is(tests.status(), 'ARRIVED', 'a refused start leaves the trip where it was');
select public.report_positions(jsonb_build_array(
  jsonb_build_object('lat', 47.141, 'lng', 9.5209, 'at', app.now() - interval '4 minutes'),
  jsonb_build_object('lat', 47.145, 'lng', 9.5195, 'at', app.now() - interval '3 minutes')));
select is((public.start_trip(tests.booking(), tests.code(), tests.time_of('accepted_at'), '00000000-0000-4000-8000-000000000003', app.now() - interval '4 minutes') ->> 'started_at')::timestamptz,
  app.now() - interval '4 minutes', 'a start of four minutes ago counts from then');
select ok('told_time' = any (tests.flags()), 'a start that was told later is flagged');
select is(public.start_trip(tests.booking(), null, client_key => '00000000-0000-4000-8000-000000000003') ->> 'status', 'STARTED', 'the repeat of a start answers the trip');
select is((public.start_trip(tests.booking(), null, at => app.now() - interval '9 minutes') ->> 'started_at')::timestamptz, app.now() - interval '4 minutes', 'a second start moves nothing');

-- Late positions belong to the status of their time
select is(public.report_positions(jsonb_build_array(
  jsonb_build_object('lat', 47.149, 'lng', 9.518, 'at', app.now() - interval '2 minutes'),
  jsonb_build_object('lat', 47.153, 'lng', 9.5165, 'at', app.now() - interval '65 seconds'),
  jsonb_build_object('lat', 47.156, 'lng', 9.515, 'at', app.now()))), 3, 'positions that come late are kept');
select tests.as_owner();
select results_eq(format($$ select status::text, received_at is not null from public.tracking_points where booking_id = %L and at > app.now() - interval '5 minutes' order by at, id $$, tests.booking()),
  $$ values ('ARRIVED', true), ('STARTED', true), ('ARRIVED', true), ('STARTED', true), ('STARTED', true), ('STARTED', false) $$, 'each has the status that was known of its time, and says that it came late');
select tests.act_as('driver');
select is(public.report_positions(jsonb_build_array(jsonb_build_object('lat', 47.1411, 'lng', 9.5209, 'at', app.now() - interval '6 minutes'))), 1, 'a point from before the start comes after those behind it');
select tests.as_owner();
select is((select status::text from public.tracking_points where booking_id = tests.booking() and lat = 47.1411), 'ARRIVED', 'it was waiting then');
select tests.act_as('driver');
select is(public.report_positions(jsonb_build_array(jsonb_build_object('lat', 47.1505, 'lng', 9.525, 'at', app.now() - interval '30 seconds'))), 1, 'a silence of a minute is filled');
select is(public.report_positions(jsonb_build_array(jsonb_build_object('lat', 47.1505, 'lng', 9.518, 'at', app.now() - interval '15 seconds'))), 0, 'between points that are closer nothing is put in between');
select is(public.report_positions(jsonb_build_array(jsonb_build_object('lat', 47.1505, 'lng', 9.6, 'at', app.now() - interval '100 seconds'))), 0, 'a late point that nobody could reach is dropped');
select is(public.report_positions(jsonb_build_array(jsonb_build_object('lat', 47.141, 'lng', 9.52, 'at', app.now() - interval '3 days'))), 0, 'a point from before the job belongs to no trip');

-- Reaching
select tests.turn('7 minutes');
select tests.let('driver', 'select public.report_position(47.1655, 9.5103)');
select tests.turn('30 minutes');
select tests.act_as('driver');
select throws_ok($$ select public.reach_drop(tests.booking(), at => 'infinity') $$, 'PT422', 'told_time_invalid', 'no trip ends at infinity');
select is((public.reach_drop(tests.booking(), accepted_at => tests.time_of('accepted_at'), client_key => '00000000-0000-4000-8000-000000000004', at => app.now() - interval '30 minutes') ->> 'reached_at')::timestamptz,
  app.now() - interval '10 minutes', 'an end of half an hour ago counts from ten minutes ago');
select is(tests.row_of('status'), 'PENDING', 'the trip waits for its payment');
select is(tests.row_of('total_trip_time')::integer, 31 * 60, 'the duration is that of the times that count');
select is(round(tests.row_of('drop_lat')::numeric, 4), 47.1655, 'it ended where the car was then');
select is((select max(e.told_at) from public.booking_events e where e.booking_id = tests.booking()), app.now() - interval '30 minutes', 'the history keeps when it ended by the driver''s word');
select is(public.reach_drop(tests.booking(), client_key => '00000000-0000-4000-8000-000000000004') ->> 'status', 'PENDING', 'a repeat of the end answers the trip');
select is((public.trip_trail(tests.booking())).distance_km, (select distance from public.bookings where id = tests.booking()), 'the trail that is shown is the one that was charged');

-- What comes after the end changes no fare
select is(public.report_positions(jsonb_build_array(jsonb_build_object('lat', 47.16, 'lng', 9.51, 'at', app.now() - interval '33 minutes'))), 1, 'a point of the trip that ended is kept');
select is((public.trip_trail(tests.booking())).distance_km, (select distance from public.bookings where id = tests.booking()), 'it measures nothing any more');
select is(public.report_positions(jsonb_build_array(jsonb_build_object('lat', 47.18, 'lng', 9.50, 'at', app.now() - interval '5 minutes'))), 1, 'what came after is where the driver is');
select tests.as_owner();
select is((select count(*) from public.tracking_points where booking_id = tests.booking() and lat = 47.18), 0::bigint, 'it is no part of the trip');

-- Cash
select tests.act_as('driver');
select is((public.confirm_cash(tests.booking(), tests.time_of('accepted_at'), gen_random_uuid(), app.now() - interval '20 minutes')).paid_at, app.now(), 'a payment counts from when the server heard of it');
select is(tests.last_event('told_at'), app.now() - interval '20 minutes', 'the history keeps when the driver had the money');
select tests.as_owner();
select is((select t.created_at from public.ledger_transactions t where t.idempotency_key = 'settlement:' || tests.booking()), app.now(), 'the ledger has the time of the server');
select ok((select bool_and(e.told_at is null) from public.booking_events e where e.booking_id = tests.booking() and e.actor_role = 'system'), 'what followed by itself was told by nobody');

-- The setting
select tests.set('told_minutes', '0');
select tests.ride('ACCEPTED'), tests.turn('5 minutes');
select tests.act_as('driver');
select is((public.arrive_at_pickup(tests.booking(), at => app.now() - interval '3 minutes')).arrived_at, app.now(), 'with told_minutes at 0 no told time counts');
select tests.as_owner();
select tests.set('told_minutes', '10');

-- An event of somebody else in between
select tests.turn('6 minutes');
select tests.act_as('driver');
select is((public.start_trip(tests.booking(), tests.code(), at => app.now() - interval '9 minutes') ->> 'started_at')::timestamptz, app.now() - interval '6 minutes', 'nothing happened before the event before it');

-- A conflict keeps the evidence
select tests.turn('8 minutes'), tests.let('driver', 'select public.report_position(47.1655, 9.5103)'), tests.let('driver', format('select public.reach_drop(%L)', tests.booking())),
  tests.let('driver', format('select public.confirm_cash(%L)', tests.booking()));
select tests.ride('ACCEPTED');
select tests.turn('4 minutes');
select tests.let('rider', format('select public.cancel_booking(%L, ''changed my mind'')', tests.booking()));
select tests.turn('2 minutes');
select tests.act_as('driver');
select throws_ok($$ select public.arrive_at_pickup(tests.booking(), tests.time_of('accepted_at'), gen_random_uuid(), app.now() - interval '3 minutes') $$, 'PT409', 'wrong_status', 'a cancelled booking is not arrived at');
select is(public.report_positions(jsonb_build_array(jsonb_build_object('lat', 47.14095, 'lng', 9.5207, 'at', app.now() - interval '3 minutes'))), 1, 'where the car was before the rider cancelled is kept');
select ok(public.keep_missed_step(tests.booking(), 'arrived', 'wrong_status', '00000000-0000-4000-8000-000000000005', app.now() - interval '3 minutes'), 'what was missed is kept');
select ok(not public.keep_missed_step(tests.booking(), 'arrived', 'wrong_status', '00000000-0000-4000-8000-000000000005', app.now() - interval '3 minutes'), 'it is kept once');
select is(tests.last_event('told_at'), app.now() - interval '3 minutes', 'with the moment, which lies before the cancelling');
select is((select note || ' ' || to_status from public.booking_events e where e.booking_id = tests.booking() order by id desc limit 1), 'missed_arrived: wrong_status CANCELLED', 'with what was refused and why');
select is(tests.status(), 'CANCELLED', 'it changes nothing');
select throws_ok($$ select public.keep_missed_step(tests.booking(), 'paid', 'wrong_status', gen_random_uuid(), app.now()) $$, 'PT422', 'select_proper', 'only steps of a trip are missed');
select throws_ok($$ select public.keep_missed_step(tests.booking(), 'arrived', 'Wrong; drop table', gen_random_uuid(), app.now()) $$, 'PT422', 'select_proper', 'a reason is a key');
select throws_ok($$ select public.keep_missed_step(tests.booking(), 'arrived', 'wrong_status', gen_random_uuid(), 'infinity') $$, 'PT422', 'told_time_invalid', 'nothing is missed at infinity');
select is((select count(*) from generate_series(1, 30) n where public.keep_missed_step(tests.booking(), 'arrived', 'wrong_status', gen_random_uuid(), app.now())), 19::bigint, 'twenty are enough');
select tests.act_as('driver2');
select throws_ok($$ select public.keep_missed_step(tests.booking(), 'arrived', 'wrong_status', gen_random_uuid(), app.now()) $$, 'PT404', 'booking_not_found', 'a driver who never had the booking missed nothing');
select tests.act_as('rider');
select throws_ok($$ select public.keep_missed_step(tests.booking(), 'arrived', 'wrong_status', gen_random_uuid(), app.now()) $$, 'PT403', 'not_a_driver', 'a rider has no steps');
select tests.as_visitor();
select throws_ok($$ select public.keep_missed_step(gen_random_uuid(), 'arrived', 'wrong_status', gen_random_uuid(), now()) $$, '42501', null, 'a visitor adds nothing to a history');
select * from finish();
