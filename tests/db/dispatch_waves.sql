-- Dispatch in waves: offers at a time, radius, excluded drivers and reasons; assigning many drivers; reminders.
select no_plan();
-- Twelve drivers at every 300 m to the north of the pickup, crowd1 the nearest.
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
  $$ select tests.id('crowd' || n), round(app.distance_m(47.141, 9.5209, 47.141 + n * 0.0027, 9.5209)) from generate_series(1, 3) n $$, 'nearest_drivers finds drivers within the radius with exact distances');
select results_eq($$ select count(*) from app.nearest_drivers(tests.car(), 47.141, 9.5209, 10000, 5) $$, array[5::bigint], 'nearest_drivers returns as many drivers as requested');
select is_empty($$ select 1 from app.nearest_drivers(tests.car('Courier'), 47.141, 9.5209, 10000, 5) $$, 'nearest_drivers returns only drivers of the requested car type');

-- Waves
select tests.book();
select results_eq($$ select tests.drivers_asked() $$, $$ select 'crowd' || n from generate_series(1, 8) n $$, 'the first wave makes offers to the eight nearest drivers');
select results_eq($$ select wave, mode, radius_km, reasons from public.dispatch_waves where booking_id = tests.booking() $$,
  $$ values (1, 'waves', 3.333::numeric, '{"beyond_wave": 4}'::jsonb || (select reasons - 'beyond_wave' from public.dispatch_waves where booking_id = tests.booking())) $$, 'the first wave searches a third of the radius and logs the drivers beyond it');
select is(tests.exclusion('crowd12'), 'beyond_wave', 'a driver beyond the first wave is excluded as beyond_wave');
select tests.turn('20 seconds'), tests.crowd();
select is(tests.tick(), 4, 'the second wave follows after twenty seconds');
select results_eq($$ select tests.drivers_asked() $$, $$ select 'crowd' || n from generate_series(9, 12) n $$, 'the second wave makes offers only to drivers without an offer so far');
select is((select radius_km from public.dispatch_waves where booking_id = tests.booking() and wave = 2), 10.000, 'the second wave searches the full radius when a smaller one holds too few drivers');
select tests.turn('20 seconds'), tests.crowd();
select is(tests.tick(), 0, 'no wave follows when all drivers let their offers lapse');
select is(tests.exclusion('crowd1'), 'lapsed', 'a driver whose offer lapsed is excluded as lapsed');
select tests.go_online('driver', 47.2, 9.5209);
select is(tests.tick('5 seconds'), 1, 'a third wave makes an offer to a driver who came nearby since');
select results_eq($$ select tests.drivers_asked() $$, array['driver'], 'the third wave reaches a driver near the edge of the radius');
select tests.turn('20 seconds');
select is(tests.tick(), 0, 'the search pauses after the third wave');
select is((select dispatch_note from public.bookings where id = tests.booking()), 'no_driver_answered', 'a paused search has the note no_driver_answered');
select tests.turn('39 seconds');
select is(tests.tick(), 0, 'the search pauses for a minute');
select tests.go_online('driver2', 47.141, 9.52);
select is(tests.tick('1 second'), 1, 'the search continues after a minute');
select results_eq($$ select tests.drivers_asked() $$, array['driver2'],
  'a continued search makes offers to drivers who are eligible by then');

-- Declining
select tests.let('driver2', format('select public.decline_booking(%L)', tests.booking()));
select is(tests.status(), 'CANCELLED', 'a booking is cancelled when the last driver declines');
select tests.turn('10 minutes'), tests.crowd(), tests.book();
select tests.let('crowd' || n, format('select public.decline_booking(%L)', tests.booking())) from generate_series(1, 8) n;
select results_eq($$ select tests.drivers_asked() $$, $$ select 'crowd' || n from generate_series(9, 12) n $$, 'a wave that all drivers declined is followed by the next at once');
select is(tests.exclusion('crowd1'), 'declined', 'a driver who declined is excluded from the next wave');
select tests.let('crowd' || n, format('select public.decline_booking(%L)', tests.booking())) from generate_series(9, 11) n;
select is(tests.status(), 'NEW', 'a booking stays NEW while one offer is open');
select tests.let('crowd12', format('select public.accept_booking(%L)', tests.booking()));
select tests.let('crowd12', format('select public.cancel_booking(%L)', tests.booking()));
select is(tests.status(), 'NEW', 'a booking given back by its driver is NEW again');
select is_empty($$ select tests.drivers_asked() $$, 'a driver who gave a booking back gets no new offer for it');
select is(tests.exclusion('crowd12'), 'declined', 'a driver who gave a booking back is excluded as declined');
select tests.let('rider', format('select public.cancel_booking(%L)', tests.booking()));

-- Reasons for exclusion
select tests.turn('1 hour'), tests.go_online('driver'), tests.go_online('driver2'), tests.go_online('driver3'), tests.go_online('driver4');
select tests.let('driver3', 'select public.set_driver_active(false)');
select tests.book('rider2');
select tests.let('driver', format('select public.accept_booking(%L)', tests.booking()));
select tests.turn('1 second'), tests.book('rider3');
select results_eq($$ select tests.drivers_asked() $$, array['driver2'], 'only the eligible driver gets an offer');
select is(tests.exclusion('driver'), 'busy', 'a driver on a trip is excluded as busy');
select is(tests.exclusion('driver3'), 'off_duty', 'a driver who went off duty is excluded as off_duty');
select is(tests.exclusion('driver4'), 'other_car_type', 'a driver with another car type is excluded as other_car_type');
select is(tests.exclusion('crowd1'), 'stale_position', 'a driver with an old position is excluded as stale_position');
select ok((select pt is null and away_pt is not null from public.driver_positions where driver_id = tests.id('driver')), 'a busy driver has no point in the search index');
select tests.act_as('driver3');
select is((select jsonb_agg(l) from public.dispatch_log(tests.booking()) l) -> -1 ->> 'you', 'off_duty', 'an excluded driver can read the own reason in the dispatch log');
select tests.act_as('rider3');
select is(((select jsonb_agg(l) from public.dispatch_log(tests.booking()) l) -> -1 -> 'reasons' ->> 'busy')::integer, 1, 'a rider can read how many drivers were excluded for each reason');
select tests.as_owner();

-- Expired documents and wallets
create or replace function app.has_expired_document(driver_id uuid) returns boolean language sql stable as $$ select driver_id = tests.id('driver2') $$;
select tests.act_as('driver2');
select throws_ok($$ select public.accept_booking(tests.booking()) $$, 'PT409', 'document_expired', 'a driver whose document expired after the offer cannot accept');
select tests.as_owner(), tests.let('rider3', format('select public.cancel_booking(%L)', tests.booking()));
select tests.turn('1 second'), tests.book('rider3');
select is(tests.exclusion('driver2'), 'document_expired', 'a driver with an expired document is excluded as document_expired');
create or replace function app.has_expired_document(driver_id uuid) returns boolean language sql stable as $$ select driver_id is null $$;
select is(tests.tick('5 seconds'), 1, 'a driver gets offers again once the document is renewed');
create or replace function app.can_afford(driver_id uuid, booking_id uuid) returns boolean language sql stable as $$ select driver_id <> tests.id('driver2') and booking_id is not null $$;
select tests.act_as('driver2');
select throws_ok($$ select public.accept_booking(tests.booking()) $$, 'PT409', 'cannot_afford', 'a driver whose wallet cannot cover the ride cannot accept it');
select tests.as_owner(), tests.let('rider3', format('select public.cancel_booking(%L)', tests.booking()));
select tests.turn('1 second'), tests.book('rider3');
select is(tests.exclusion('driver2'), 'cannot_afford', 'a driver whose wallet cannot cover the ride is excluded as cannot_afford');
select tests.act_as('admin');
select throws_ok($$ select public.assign_driver(tests.booking(), tests.id('driver2')) $$, 'PT409', 'cannot_afford', 'a driver whose wallet cannot cover the ride cannot be assigned');
select tests.as_owner();
create or replace function app.can_afford(driver_id uuid, booking_id uuid) returns boolean language sql stable as $$ select driver_id is not null and booking_id is not null $$;

-- Dispatch mode all
select tests.let('rider3', format('select public.cancel_booking(%L)', tests.booking()));
select tests.turn('1 second'), tests.set('dispatch_mode', 'all'), tests.crowd(), tests.book('rider3');
select is((select count(*) from public.requested_drivers where booking_id = tests.booking()), 13::bigint, 'dispatch mode all makes offers to all thirteen eligible drivers');
select is((select mode || radius_km from public.dispatch_waves where booking_id = tests.booking()), 'all10.000', 'dispatch mode all searches the full radius');
select tests.let('rider3', format('select public.cancel_booking(%L)', tests.booking()));
select tests.set('dispatch_mode', 'waves');

-- With many drivers nearby the log stays short
insert into auth.users (id, email, raw_app_meta_data)
select gen_random_uuid(), 'other' || n || '@hackney.test', '{"usertype": "driver"}' from generate_series(1, 70) n;
update public.drivers set car_type_id = tests.car() where car_type_id is null;
insert into public.driver_positions (driver_id, car_type, lat, lng, updated_at, away_pt)
select p.id, tests.car(), 47.141, 9.5209, app.now(), app.anchor(47.141, 9.5209) from public.profiles p where p.email like 'other%';
select tests.turn('1 second'), tests.book('rider3');
select is((select jsonb_array_length(exclusions) from public.dispatch_waves where booking_id = tests.booking()), 50, 'a wave lists at most fifty exclusions');
select ok((select (reasons ->> 'off_duty')::integer >= 50 from public.dispatch_waves where booking_id = tests.booking()), 'a wave counts all excluded drivers by reason');
select tests.let('rider3', format('select public.cancel_booking(%L)', tests.booking()));

-- Assigning many
select tests.turn('1 hour'), tests.set('auto_dispatch', 'false'), tests.go_online('driver2'), tests.go_online('driver3');
create temp table desk as select 1 as n, tests.book('rider3') as id;
select tests.turn('1 second');
insert into desk select 2, tests.book('rider4');
grant select on desk to public;
select tests.act_as('fleet');
select throws_ok($$ select public.assign_drivers('[]') $$, 'PT403', 'not_allowed',
  'a fleet admin cannot assign drivers in bulk');
select tests.as_visitor();
select throws_ok($$ select public.assign_drivers('[]') $$, '42501', null, 'a visitor cannot assign drivers in bulk');
select tests.act_as('admin');
select throws_ok($$ select public.assign_drivers('[]') $$, 'PT422', 'assignments_invalid',
  'an empty list of assignments is refused');
select throws_ok($$ select public.assign_drivers('{}') $$, 'PT422', 'assignments_invalid', 'assignments that are an object are refused');
select throws_ok($$ select public.assign_drivers(null) $$, 'PT422', 'assignments_invalid',
  'assignments that are null are refused');
select throws_ok($$ select public.assign_drivers((select jsonb_agg(n) from generate_series(1, 201) n)) $$, 'PT422', 'assignments_invalid', 'more than 200 assignments are refused');
create temp table answers as select a.* from public.assign_drivers(jsonb_build_array(
  jsonb_build_object('booking_id', (select id from desk where n = 2), 'driver_id', tests.id('driver3')),
  jsonb_build_object('booking_id', 'x', 'driver_id', tests.id('driver3')), '7',
  jsonb_build_object('booking_id', (select id from desk where n = 1), 'driver_id', tests.id('driver4')),
  jsonb_build_object('booking_id', (select id from desk where n = 1), 'driver_id', tests.id('driver2')),
  jsonb_build_object('booking_id', (select id from desk where n = 1), 'driver_id', tests.id('driver2')))) with ordinality a (booking_id, driver_id, assigned, message, hint, place);
select results_eq($$ select assigned, message from answers order by place $$, $$ values (true, null), (false, 'booking_not_found'),
  (false, 'booking_not_found'), (false, 'driver_unsuitable'), (true, null), (false, 'offer_open') $$, 'each assignment of a bulk call has its own result, in the given order');
select ok((select bool_and((hint is not null) = not assigned) from answers), 'each refused assignment has a hint');
select tests.as_owner();
select set_eq($$ select booking_id, driver_id from public.requested_drivers $$,
  $$ values ((select id from desk where n = 1), tests.id('driver2')), ((select id from desk where n = 2), tests.id('driver3')) $$, 'each driver assigned in bulk gets an offer');
select is((select count(*) from public.audit_log where action = 'assign_driver' and target_id in (select id::text from desk)), 2::bigint, 'successful bulk assignments are recorded in the audit log');
select tests.let('admin', format('select public.assign_driver(%L, %L)', tests.booking(), tests.id('driver2')));
select is((select count(*) from public.requested_drivers where booking_id = tests.booking()), 2::bigint, 'several drivers can be assigned to one booking by hand');
select tests.let('driver3', format('select public.decline_booking(%L)', tests.booking()));
select is(tests.status(), 'NEW', 'a booking stays NEW while another assigned driver has an open offer');
select tests.let('driver2', format('select public.decline_booking(%L)', tests.booking()));
select is(tests.status(), 'CANCELLED', 'a booking is cancelled when the last assigned driver declines');

-- Later
select tests.set('auto_dispatch', 'true'), tests.turn('1 hour'), tests.go_online('driver2');
select tests.book('rider5', 'Cab', app.now() + interval '2 hours');
select tests.let('admin', format('select public.assign_driver(%L, %L)', tests.booking(), tests.id('driver2')));
select tests.let('driver2', format('select public.decline_booking(%L)', tests.booking()));
select is(tests.status(), 'NEW', 'a booking for later whose assignment was declined waits for its lead time');
select is_empty($$ select tests.drivers_asked() $$, 'a declined booking for later makes no offers before its lead time');
select tests.turn('1 minute'), tests.go_online('driver3');
select tests.let('admin', format('select public.assign_driver(%L, %L)', tests.booking(), tests.id('driver3')));
select tests.let('driver3', format('select public.accept_booking(%L)', tests.booking()));
create temp table told (user_id uuid, key text, booking_id uuid);
create or replace function app.notify(user_id uuid, key text, params jsonb default '{}', booking_id uuid default null) returns void
language sql security definer as $$ insert into told values (user_id, key, booking_id) $$;
select tests.tick('88 minutes');
select is_empty($$ select 1 from told where key = 'trip_reminder' $$, 'rider and driver get no reminder 32 minutes before the booking');
select tests.tick('1 minute'), tests.tick('1 minute');
select set_eq($$ select user_id, booking_id from told where key = 'trip_reminder' $$,
  $$ values (tests.id('rider5'), tests.booking()), (tests.id('driver3'), tests.booking()) $$, 'rider and driver are reminded half an hour before the booking');
select is((select count(*) from told where key = 'trip_reminder'), 2::bigint, 'rider and driver are reminded once');
delete from told;
select tests.book('rider4', 'Cab', app.now() + interval '20 minutes');
select tests.tick('10 seconds');
select is_empty($$ select 1 from told where key = 'trip_reminder' $$, 'a rider who just booked gets no reminder');

-- Ingesting positions
select tests.turn('1 hour'), tests.go_online('driver2', 47.15, 9.52);
create function tests.ingest(drivers text[], lat double precision, after integer default 0) returns integer language sql volatile security definer as $$
  select app.ingest_positions(array(select tests.id(n) from unnest(drivers) n), array_fill(ingest.lat, array[cardinality(drivers)]),
    array_fill(9.52::double precision, array[cardinality(drivers)]), array_fill(90::double precision, array[cardinality(drivers)]),
    array_fill(app.now() + make_interval(secs => after), array[cardinality(drivers)]))
$$;
select tests.turn('5 minutes');
select is(tests.ingest('{driver2,driver3,rider}', 47.1502), 2, 'a batch stores only the positions of drivers');
select is(tests.ingest('{driver2}', 47.16, -5), 0, 'a batch ignores positions older than the stored ones');
select ok((select lat = 47.1502 and pt ~= app.search_point(tests.car(), 47.15, 9.52) from public.driver_positions where driver_id = tests.id('driver2')), 'a small move does not change the driver''s search point');
select tests.turn('5 seconds');
select is(tests.ingest('{driver2,driver2}', 47.1506), 1, 'a batch stores one position per driver');
select ok((select pt ~= app.search_point(tests.car(), 47.1506, 9.52) from public.driver_positions where driver_id = tests.id('driver2')), 'a longer move changes the driver''s search point');
select is(app.ingest_positions('{}', '{}', '{}', '{}', '{}'), 0, 'an empty batch stores nothing');
select tests.turn('6 minutes');
select app.park_silent_drivers();
select ok((select pt is null and away_pt is not null and available from public.driver_positions where driver_id = tests.id('driver2')), 'a silent driver leaves the search');
select tests.ingest('{driver2}', 47.1506);
select ok((select pt is not null and away_pt is null from public.driver_positions where driver_id = tests.id('driver2')), 'a silent driver returns to the search with the next position');
select * from finish();
