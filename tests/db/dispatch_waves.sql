-- Dispatch in waves: how many are asked at a time, in which circle, who is left out and why; assigning many; reminders.
select no_plan();
create function tests.asked() returns setof text language sql volatile security definer as $$
  select split_part(p.email, '@', 1) from public.requested_drivers r join public.profiles p on p.id = r.driver_id
  where r.booking_id = tests.booking() order by r.distance_km
$$;
create function tests.tick(after interval default '0') returns integer language sql security definer as $$
  select tests.turn(after); select app.dispatch_tick()
$$;
create function tests.reason(driver text) returns text language sql volatile security definer as $$
  select e ->> 'reason' from (select w.* from public.dispatch_waves w where w.booking_id = tests.booking() order by w.id desc limit 1) w,
    jsonb_array_elements(w.exclusions) e where e ->> 'driver_id' = tests.id(driver)::text
$$;
-- Twelve drivers every 300 m to the north of the pickup, crowd1 the nearest.
insert into auth.users (id, email, raw_app_meta_data)
select gen_random_uuid(), 'crowd' || n || '@hackney.test', '{"usertype": "driver"}' from generate_series(1, 12) n;
update public.drivers set car_type_id = tests.car(), driver_active_status = true where car_type_id is null;
update public.drivers set car_type_id = tests.car() where id in (tests.id('driver2'), tests.id('driver3'));
create function tests.crowd() returns void language sql volatile security definer as $$
  insert into public.driver_positions (driver_id, lat, lng, updated_at)
  select tests.id('crowd' || n), 47.141 + n * 0.0027, 9.5209, app.now() from generate_series(1, 12) n
  on conflict (driver_id) do update set updated_at = excluded.updated_at;
  select app.refresh_driver(tests.id('crowd' || n)) from generate_series(1, 12) n
$$;

-- Finding
select tests.crowd();
select results_eq($$ select driver_id, round(distance_m) from app.nearest_drivers(tests.car(), 47.141, 9.5209, 1000, 8) $$,
  $$ select tests.id('crowd' || n), round(app.distance_m(47.141, 9.5209, 47.141 + n * 0.0027, 9.5209)) from generate_series(1, 3) n $$, 'the nearest within the radius, with exact distances');
select results_eq($$ select count(*) from app.nearest_drivers(tests.car(), 47.141, 9.5209, 10000, 5) $$, array[5::bigint], 'as many as asked for');
select is_empty($$ select 1 from app.nearest_drivers(tests.car('Courier'), 47.141, 9.5209, 10000, 5) $$, 'of that car type alone');

-- Waves
select tests.book();
select results_eq($$ select tests.asked() $$, $$ select 'crowd' || n from generate_series(1, 8) n $$, 'the eight nearest are asked first');
select results_eq($$ select wave, mode, radius_km, reasons from public.dispatch_waves where booking_id = tests.booking() $$,
  $$ values (1, 'waves', 3.333::numeric, '{"beyond_wave": 4}'::jsonb || (select reasons - 'beyond_wave' from public.dispatch_waves where booking_id = tests.booking())) $$, 'in the first circle, and the log tells of the rest');
select is(tests.reason('crowd12'), 'beyond_wave', 'who is farther comes later');
select tests.turn('20 seconds'), tests.crowd();
select is(tests.tick(), 4, 'after twenty seconds the next wave');
select results_eq($$ select tests.asked() $$, $$ select 'crowd' || n from generate_series(9, 12) n $$, 'asks those not asked before');
select is((select radius_km from public.dispatch_waves where booking_id = tests.booking() and wave = 2), 10.000, 'in a circle that was widened at once, as it held too few');
select tests.turn('20 seconds'), tests.crowd();
select is(tests.tick(), 0, 'then all let it lapse');
select is(tests.reason('crowd1'), 'lapsed', 'which keeps them out');
select tests.go_online('driver', 47.2, 9.5209);
select is(tests.tick('5 seconds'), 1, 'a third wave asks who came since');
select results_eq($$ select tests.asked() $$, array['driver'], 'even far away');
select tests.turn('20 seconds'), tests.go_online('driver2', 47.141, 9.52);
select is(tests.tick(), 0, 'after the third wave the search rests');
select is((select dispatch_note from public.bookings where id = tests.booking()), 'no_driver_answered', 'a search that rests says so');
select tests.turn('39 seconds'), tests.go_online('driver2', 47.141, 9.52);
select is(tests.tick(), 0, 'for a minute');
select is(tests.tick('1 second'), 1, 'then asks again');
select results_eq($$ select tests.asked() $$, array['driver2'], 'who may be asked by then');

-- Declining
select tests.let('driver2', format('select public.decline_booking(%L)', tests.booking()));
select is(tests.status(), 'CANCELLED', 'the last one declined and nobody is left');
select tests.turn('10 minutes'), tests.crowd(), tests.book();
select tests.let('crowd' || n, format('select public.decline_booking(%L)', tests.booking())) from generate_series(1, 8) n;
select results_eq($$ select tests.asked() $$, $$ select 'crowd' || n from generate_series(9, 12) n $$, 'a wave that all declined is followed at once');
select is(tests.reason('crowd1'), 'declined', 'without them');
select tests.let('crowd' || n, format('select public.decline_booking(%L)', tests.booking())) from generate_series(9, 11) n;
select is(tests.status(), 'NEW', 'while one is asked the booking stands');
select tests.let('crowd12', format('select public.accept_booking(%L)', tests.booking()));
select tests.let('crowd12', format('select public.cancel_booking(%L)', tests.booking()));
select is(tests.status(), 'NEW', 'given back it is searched for again');
select is_empty($$ select tests.asked() $$, 'the driver who gave a booking back is not asked again');
select is(tests.reason('crowd12'), 'declined', 'the log tells why a driver was not asked again');
select tests.let('rider', format('select public.cancel_booking(%L)', tests.booking()));

-- Why not
select tests.turn('1 hour'), tests.go_online('driver'), tests.go_online('driver2'), tests.go_online('driver3'), tests.go_online('driver4');
select tests.let('driver3', 'select public.set_driver_active(false)');
select tests.book('rider2');
select tests.let('driver', format('select public.accept_booking(%L)', tests.booking()));
select tests.turn('1 second'), tests.book('rider3');
select results_eq($$ select tests.asked() $$, array['driver2'], 'one can come');
select is(tests.reason('driver'), 'busy', 'one is on a trip');
select is(tests.reason('driver3'), 'off_duty', 'one went off duty');
select is(tests.reason('driver4'), 'other_car_type', 'one has another car');
select is(tests.reason('crowd1'), 'stale_position', 'one was not heard of');
select ok((select pt is null and away_pt is not null from public.driver_positions where driver_id = tests.id('driver')), 'the busy are no part of the search');
select tests.act_as('driver3');
select is((select jsonb_agg(l) from public.dispatch_log(tests.booking()) l) -> -1 ->> 'you', 'off_duty', 'a driver learns why they were not asked');
select tests.act_as('rider3');
select is(((select jsonb_agg(l) from public.dispatch_log(tests.booking()) l) -> -1 -> 'reasons' ->> 'busy')::integer, 1, 'the rider in numbers');
select tests.as_owner();

-- Papers and money
create or replace function app.has_expired_document(driver_id uuid) returns boolean language sql stable as $$ select driver_id = tests.id('driver2') $$;
select tests.act_as('driver2');
select throws_ok($$ select public.accept_booking(tests.booking()) $$, 'PT409', 'document_expired', 'who is asked and whose document expired since takes nothing');
select tests.as_owner(), tests.let('rider3', format('select public.cancel_booking(%L)', tests.booking()));
select tests.turn('1 second'), tests.book('rider3');
select is(tests.reason('driver2'), 'document_expired', 'a driver whose document expired is not asked again');
create or replace function app.has_expired_document(driver_id uuid) returns boolean language sql stable as $$ select driver_id is null $$;
select is(tests.tick('5 seconds'), 1, 'until it is renewed');
create or replace function app.affords(driver_id uuid, booking_id uuid) returns boolean language sql stable as $$ select driver_id <> tests.id('driver2') and booking_id is not null $$;
select tests.act_as('driver2');
select throws_ok($$ select public.accept_booking(tests.booking()) $$, 'PT409', 'cannot_afford', 'a wallet that cannot bear the ride takes none');
select tests.as_owner(), tests.let('rider3', format('select public.cancel_booking(%L)', tests.booking()));
select tests.turn('1 second'), tests.book('rider3');
select is(tests.reason('driver2'), 'cannot_afford', 'a driver whose wallet cannot bear the ride is not asked');
select tests.act_as('admin');
select throws_ok($$ select public.assign_driver(tests.booking(), tests.id('driver2')) $$, 'PT409', 'cannot_afford', 'a driver whose wallet cannot bear the ride is not assigned');
select tests.as_owner();
create or replace function app.affords(driver_id uuid, booking_id uuid) returns boolean language sql stable as $$ select driver_id is not null and booking_id is not null $$;

-- Everyone at once
select tests.let('rider3', format('select public.cancel_booking(%L)', tests.booking()));
select tests.turn('1 second'), tests.set('dispatch_mode', 'all'), tests.crowd(), tests.book('rider3');
select is((select count(*) from public.requested_drivers where booking_id = tests.booking()), 13::bigint, 'in mode all everyone is asked');
select is((select mode || radius_km from public.dispatch_waves where booking_id = tests.booking()), 'all10.000', 'within the whole radius');
select tests.let('rider3', format('select public.cancel_booking(%L)', tests.booking()));
select tests.set('dispatch_mode', 'waves');

-- Many are near, the log stays short
insert into auth.users (id, email, raw_app_meta_data)
select gen_random_uuid(), 'other' || n || '@hackney.test', '{"usertype": "driver"}' from generate_series(1, 70) n;
update public.drivers set car_type_id = tests.car() where car_type_id is null;
insert into public.driver_positions (driver_id, car_type, lat, lng, updated_at, away_pt)
select p.id, tests.car(), 47.141, 9.5209, app.now(), app.anchor(47.141, 9.5209) from public.profiles p where p.email like 'other%';
select tests.turn('1 second'), tests.book('rider3');
select is((select jsonb_array_length(exclusions) from public.dispatch_waves where booking_id = tests.booking()), 50, 'fifty exclusions are listed');
select ok((select (reasons ->> 'off_duty')::integer >= 50 from public.dispatch_waves where booking_id = tests.booking()), 'all that were looked at are counted');
select tests.let('rider3', format('select public.cancel_booking(%L)', tests.booking()));

-- Assigning many
select tests.turn('1 hour'), tests.set('auto_dispatch', 'false'), tests.go_online('driver2'), tests.go_online('driver3');
create temp table desk as select 1 as n, tests.book('rider3') as id;
select tests.turn('1 second');
insert into desk select 2, tests.book('rider4');
grant select on desk to public;
select tests.act_as('fleet');
select throws_ok($$ select public.assign_drivers('[]') $$, 'PT403', 'not_allowed', 'a fleet admin assigns nobody');
select tests.as_visitor();
select throws_ok($$ select public.assign_drivers('[]') $$, '42501', null, 'a visitor assigns nobody');
select tests.act_as('admin');
select throws_ok($$ select public.assign_drivers('[]') $$, 'PT422', 'assignments_invalid', 'an empty list is none');
select throws_ok($$ select public.assign_drivers('{}') $$, 'PT422', 'assignments_invalid', 'nonsense is no list of assignments');
select throws_ok($$ select public.assign_drivers(null) $$, 'PT422', 'assignments_invalid', 'nothing is no list of assignments');
select throws_ok($$ select public.assign_drivers((select jsonb_agg(n) from generate_series(1, 201) n)) $$, 'PT422', 'assignments_invalid', 'too many assignments are refused');
create temp table answers as select a.* from public.assign_drivers(jsonb_build_array(
  jsonb_build_object('booking_id', (select id from desk where n = 2), 'driver_id', tests.id('driver3')),
  jsonb_build_object('booking_id', 'x', 'driver_id', tests.id('driver3')), '7',
  jsonb_build_object('booking_id', (select id from desk where n = 1), 'driver_id', tests.id('driver4')),
  jsonb_build_object('booking_id', (select id from desk where n = 1), 'driver_id', tests.id('driver2')),
  jsonb_build_object('booking_id', (select id from desk where n = 1), 'driver_id', tests.id('driver2')))) with ordinality a (booking_id, driver_id, assigned, message, hint, place);
select results_eq($$ select assigned, message from answers order by place $$, $$ values (true, null), (false, 'booking_not_found'),
  (false, 'booking_not_found'), (false, 'driver_unsuitable'), (true, null), (false, 'offer_open') $$, 'each answers for itself, in the order given');
select ok((select bool_and((hint is not null) = not assigned) from answers), 'a refusal with a hint');
select tests.as_owner();
select set_eq($$ select booking_id, driver_id from public.requested_drivers $$,
  $$ values ((select id from desk where n = 1), tests.id('driver2')), ((select id from desk where n = 2), tests.id('driver3')) $$, 'who was assigned is asked, each');
select is((select count(*) from public.audit_log where action = 'assign_driver' and target_id in (select id::text from desk)), 2::bigint, 'the audit log knows who was assigned');
select tests.let('admin', format('select public.assign_driver(%L, %L)', tests.booking(), tests.id('driver2')));
select is((select count(*) from public.requested_drivers where booking_id = tests.booking()), 2::bigint, 'by hand several may be asked for one booking');
select tests.let('driver3', format('select public.decline_booking(%L)', tests.booking()));
select is(tests.status(), 'NEW', 'one of them declining leaves the others');
select tests.let('driver2', format('select public.decline_booking(%L)', tests.booking()));
select is(tests.status(), 'CANCELLED', 'the last one ends it');

-- Later
select tests.set('auto_dispatch', 'true'), tests.turn('1 hour'), tests.go_online('driver2');
select tests.book('rider5', 'Cab', app.now() + interval '2 hours');
select tests.let('admin', format('select public.assign_driver(%L, %L)', tests.booking(), tests.id('driver2')));
select tests.let('driver2', format('select public.decline_booking(%L)', tests.booking()));
select is(tests.status(), 'NEW', 'assigned ahead and declined, a later booking waits for its time');
select is_empty($$ select tests.asked() $$, 'without asking anybody yet');
select tests.turn('1 minute'), tests.go_online('driver3');
select tests.let('admin', format('select public.assign_driver(%L, %L)', tests.booking(), tests.id('driver3')));
select tests.let('driver3', format('select public.accept_booking(%L)', tests.booking()));
create temp table told (user_id uuid, key text, booking_id uuid);
create or replace function app.notify(user_id uuid, key text, params jsonb default '{}', booking_id uuid default null) returns void
language sql security definer as $$ insert into told values (user_id, key, booking_id) $$;
select tests.tick('88 minutes');
select is_empty($$ select 1 from told where key = 'trip_reminder' $$, 'nobody is reminded too early');
select tests.tick('1 minute'), tests.tick('1 minute');
select set_eq($$ select user_id, booking_id from told where key = 'trip_reminder' $$,
  $$ values (tests.id('rider5'), tests.booking()), (tests.id('driver3'), tests.booking()) $$, 'rider and driver are reminded half an hour before');
select is((select count(*) from told where key = 'trip_reminder'), 2::bigint, 'once');
delete from told;
select tests.book('rider4', 'Cab', app.now() + interval '20 minutes');
select tests.tick('10 seconds');
select is_empty($$ select 1 from told where key = 'trip_reminder' $$, 'who just booked needs no reminder');

-- Ingesting
select tests.turn('1 hour'), tests.go_online('driver2', 47.15, 9.52);
create function tests.ingest(drivers text[], lat double precision, after integer default 0) returns integer language sql volatile security definer as $$
  select app.ingest_positions(array(select tests.id(n) from unnest(drivers) n), array_fill(ingest.lat, array[cardinality(drivers)]),
    array_fill(9.52::double precision, array[cardinality(drivers)]), array_fill(90::double precision, array[cardinality(drivers)]),
    array_fill(app.now() + make_interval(secs => after), array[cardinality(drivers)]))
$$;
select tests.turn('5 minutes');
select is(tests.ingest('{driver2,driver3,rider}', 47.1502), 2, 'a batch stores the positions of drivers');
select is(tests.ingest('{driver2}', 47.16, -5), 0, 'not older ones');
select ok((select lat = 47.1502 and pt ~= app.search_point(tests.car(), 47.15, 9.52) from public.driver_positions where driver_id = tests.id('driver2')), 'a small move leaves the anchor');
select tests.turn('5 seconds');
select is(tests.ingest('{driver2,driver2}', 47.1506), 1, 'one of a driver');
select ok((select pt ~= app.search_point(tests.car(), 47.1506, 9.52) from public.driver_positions where driver_id = tests.id('driver2')), 'a longer one moves it');
select is(app.ingest_positions('{}', '{}', '{}', '{}', '{}'), 0, 'none is none');
select tests.turn('6 minutes');
select app.park_silent_drivers();
select ok((select pt is null and away_pt is not null and available from public.driver_positions where driver_id = tests.id('driver2')), 'who falls silent leaves the search');
select tests.ingest('{driver2}', 47.1506);
select ok((select pt is not null and away_pt is null from public.driver_positions where driver_id = tests.id('driver2')), 'a driver who was silent comes back with the next report');
select * from finish();
