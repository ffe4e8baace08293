-- Positions: going on duty, reporting, nearby drivers, and who can read positions.
select no_plan();

-- On duty
select tests.act_as('rider');
select throws_ok($$ select public.set_driver_active(true) $$, 'PT403', 'not_a_driver', 'a rider cannot go on duty');
select throws_ok($$ select public.report_position(47, 9) $$, 'PT403', 'not_a_driver', 'a rider cannot report a position');
select throws_ok($$ select public.report_positions('[]') $$, 'PT403', 'not_a_driver', 'a rider cannot report positions in a batch');
select tests.act_as('admin');
select throws_ok($$ select public.set_driver_active(true) $$, 'PT403', 'not_a_driver', 'an admin cannot go on duty');
select tests.act_as('fleet');
select throws_ok($$ select public.report_position(47, 9) $$, 'PT403', 'not_a_driver', 'a fleet admin cannot report a position');
select tests.as_visitor();
select throws_ok($$ select public.set_driver_active(true) $$, '42501', null, 'a visitor cannot go on duty');
select throws_ok($$ select public.report_position(47, 9) $$, '42501', null, 'a visitor cannot report a position');
select throws_ok($$ select public.report_positions('[]') $$, '42501', null, 'a visitor cannot report positions in a batch');
select tests.act_as('driver2');
-- Spec 3.7
select ok((public.set_driver_active(true)).driver_active_status, 'a driver goes on duty');
-- Spec 6.26
select ok((select available and pt is not null from public.driver_positions), 'a driver on duty can be found by dispatch');
select ok(not (public.set_driver_active(false)).driver_active_status, 'a driver goes off duty');
select ok((select not available and pt is null from public.driver_positions), 'a driver off duty cannot be found by dispatch');
select tests.as_owner();
update public.drivers set car_type_id = null where id = tests.id('driver2');
select tests.act_as('driver2');
select throws_ok($$ select public.set_driver_active(true) $$, 'PT409', 'no_car', 'a driver without a car cannot go on duty');
select throws_ok($$ update public.drivers set driver_active_status = true $$, '42501', null, 'a driver cannot go on duty by updating the table');
select throws_ok($$ update public.driver_positions set lat = 1 $$, '42501', null, 'a driver cannot update a position in the table');


-- Reporting
select tests.act_as('driver');
-- Spec 3.8
select is(public.report_position(47.15, 9.53, 90, 8), 1, 'a driver''s reported position is stored');
select results_eq($$ select lat, lng, heading, accuracy, updated_at, available from public.driver_positions $$,
  $$ values (47.15::float8, 9.53::float8, 90::float8, 8::float8, app.now(), true) $$, 'a position is stored with its heading, accuracy and time');
select is(public.report_position(47.16, 9.53, at => app.now() - interval '10 seconds'), 0, 'a position older than the last one is not stored');
select is(public.report_position(97, 9.53), 0, 'a position off the map is not stored');
select is(public.report_position(47.15, 9.53, at => app.now() + interval '1 hour'), 0, 'a position from the future is not stored');
select is(public.report_position(47.15, 9.53, accuracy => 5000), 0, 'a position with an accuracy of 5 km is not stored');
select is(public.report_position(null, 9.53), 0, 'a position without a latitude is not stored');
select is(public.report_position(47.35, 9.53, -1), 0, 'a jump of 20 km is dropped, whatever its heading');
select is(public.report_positions('"nonsense"'), 0, 'a batch of positions that is not a list is ignored without an error');
select is(public.report_positions('[1, {"lat": "x", "lng": []}, {"lat": 47.15, "lng": 9.53, "at": "whenever"}, null]'), 0, 'invalid positions in a batch are ignored without an error');
select tests.turn('4.5 seconds');
select is(public.report_positions(jsonb_build_array(
  jsonb_build_object('lat', 47.152, 'lng', 9.53, 'at', extract(epoch from now()) * 1000),
  jsonb_build_object('lat', 47.151, 'lng', 9.53, 'at', now() - interval '5 seconds'))), 1, 'positions in a batch are read in the order of their times');
select is((select lat from public.driver_positions), 47.152::float8, 'the latest position of a batch is the current one');
select is(current_setting('synchronous_commit'), 'off', 'reporting positions does not wait for the disk');
create temp table before as select pt from public.driver_positions;
select tests.turn('5 seconds'), public.report_position(47.1523, 9.53);
select ok((select p.pt ~= b.pt from public.driver_positions p, before b), 'a move of less than 50 m keeps the indexed point, so that the index is not updated');
select tests.turn('5 seconds'), public.report_position(47.1527, 9.53);
select ok((select not p.pt ~= b.pt from public.driver_positions p, before b), 'a move of more than 50 m updates the indexed point');
select is_empty($$ select 1 from public.tracking_points $$, 'a driver without a trip leaves no trail');
select tests.turn('1 hour');
select is(public.report_position(47.14, 9.52, at => now()), 1, 'a phone''s wall clock time is accepted while the server''s clock is turned');
select is((select updated_at from public.driver_positions), app.now(), 'a phone''s wall clock time is converted to the turned clock');

-- A page learns the server's time from its responses, also when the clock was moved by less than half a minute.
select tests.as_owner();
update app.clock set "offset" = interval '20 seconds';
update public.driver_positions set updated_at = app.now() - interval '1 minute' where driver_id = tests.id('driver');
select tests.act_as('driver');
select is(public.report_positions(jsonb_build_array(
  jsonb_build_object('lat', 47.1402, 'lng', 9.52, 'at', app.now() - interval '6 seconds'),
  jsonb_build_object('lat', 47.1403, 'lng', 9.52, 'at', app.now() - interval '2 seconds'))), 2, 'positions with the server''s time are accepted while its clock is turned by 20 seconds');
select is((select updated_at from public.driver_positions), app.now() - interval '2 seconds', 'a position with the server''s time keeps it');
select tests.as_owner();
update app.clock set "offset" = interval '1 hour' + interval '14.5 seconds';
select tests.act_as('driver');

-- On a trip
select tests.as_owner();
select tests.ride('ACCEPTED');
select tests.act_as('driver');
select tests.turn('1 minute');
select is(public.report_positions(jsonb_build_array(
  jsonb_build_object('lat', 47.1412, 'lng', 9.52, 'at', app.now() - interval '40 seconds'),
  jsonb_build_object('lat', 48.9, 'lng', 9.52, 'at', app.now() - interval '30 seconds'),
  jsonb_build_object('lat', 47.1420, 'lng', 9.52, 'at', app.now() - interval '20 seconds'),
  jsonb_build_object('lat', 47.1430, 'lng', 9.52, 'at', app.now() - interval '3 hours'))), 2, 'jumps and positions older than the trip are dropped on a trip');
-- Spec 4.6
select is((select count(*) from public.tracking_points where status = 'ACCEPTED' and booking_id = tests.booking()), 3::bigint, 'valid positions are added to the trail after the point of acceptance');
select tests.turn('1 second');
select is(public.report_positions((select jsonb_agg(jsonb_build_object('lat', 47.142 + n % 2 * 0.00009, 'lng', 9.52,
  'at', app.now() - interval '2 seconds' + n * interval '3 milliseconds')) from generate_series(1, 660) n)), 3, 'of 660 small steps within 2 seconds only 3 are stored');
select is(public.report_position(47.1421, 9.52), 0, 'a position a moment after the last one is not stored');
select tests.turn('1 second');
select is(public.report_position(47.142, 9.52, -1), 1, 'a position with a heading of -1 (unknown) is stored on a trip');
select tests.as_owner();
select is((select heading from public.tracking_points order by at desc, id desc limit 1), null, 'a heading of -1 is stored as null');
delete from public.tracking_points where at > app.now() - interval '1 second';
update app.clock set "offset" = "offset" - interval '1 second';
select tests.as_owner();
delete from public.tracking_points where at > app.now() - interval '3 seconds';
update public.driver_positions set lat = 47.142 where driver_id = tests.id('driver');
select tests.act_as('driver');

-- Who can read positions
select tests.act_as('rider');
select is((select lat from public.driver_positions), 47.142::float8, 'a rider reads the position of their driver');
select is((select count(*) from public.tracking_points), 3::bigint, 'a rider reads the trail of the own trip');
select throws_ok($$ insert into public.tracking_points (booking_id) values (tests.booking()) $$, '42501', null, 'a rider cannot write a position');
select tests.act_as('rider2');
select is_empty($$ select 1 from public.driver_positions $$, 'another rider cannot read the driver''s position');
select is_empty($$ select 1 from public.tracking_points $$, 'another rider cannot read the trail');
select tests.act_as('driver2');
select results_eq($$ select driver_id from public.driver_positions $$, $$ select tests.id('driver2') $$, 'another driver reads only the own position');
select is_empty($$ select 1 from public.tracking_points $$, 'another driver cannot read the trail');
select tests.act_as('fleet');
select set_eq($$ select driver_id from public.driver_positions $$, $$ select d.id from public.drivers d where d.id in (select tests.fleet('fleet')) and d.driver_active_status $$,
  -- Spec 6.19
  'a fleet admin reads the positions of the fleet''s drivers on duty');

select is_empty($$ select 1 from public.tracking_points $$, 'a fleet admin cannot read the trail of another fleet''s driver');
select tests.act_as('admin');
select ok((select count(*) > 0 and bool_and(d.driver_active_status) from public.driver_positions p join public.drivers d on d.id = p.driver_id), 'an admin reads every position of drivers on duty');
select is((select count(*) from public.tracking_points), 3::bigint, 'an admin reads every trail');
select tests.as_visitor();
select throws_ok($$ select 1 from public.driver_positions $$, '42501', null, 'a visitor cannot read positions');
select tests.act_as('rider');
select public.cancel_booking(tests.booking());
select is_empty($$ select 1 from public.driver_positions $$, 'a rider cannot read the driver''s position after cancelling');

-- A later driver does not read an earlier driver's trail
select tests.as_owner();
update public.drivers set car_type_id = tests.car() where id = tests.id('driver2');
select tests.turn('1 minute'), tests.ride('ACCEPTED');
select tests.turn('5 seconds'), tests.let('driver', 'select public.report_position(47.1411, 9.52)');
select tests.let('driver', format('select public.cancel_booking(%L)', tests.booking()));
select tests.turn('10 seconds'), tests.go_online('driver2');
select app.dispatch_tick();
select tests.let('driver2', format('select public.accept_booking(%L)', tests.booking()));
select tests.act_as('driver2');
select is_empty($$ select 1 from public.tracking_points where driver_id <> tests.id('driver2') $$, 'a later driver cannot read the trail of the booking''s earlier driver');

-- Nearby drivers
select tests.as_owner(), tests.turn('1 hour'), tests.go_online('driver', 47.14123, 9.52987), tests.go_online('driver3', 47.6, 9.5);
select tests.as_visitor();
select results_eq($$ select car_type_id, lat, lng, distance_km, pickup_secs from tests.nearby_drivers(47.141, 9.5209) $$,
  $$ values (tests.car(), 47.141::float8, 9.53::float8, 0.7::float8, 182) $$, 'a visitor sees a nearby cab with its place rounded to about 100 m');
select is_empty($$ select 1 from tests.nearby_drivers(46, 6) $$, 'a visitor does not see a cab far away');
select tests.act_as('rider4');
select lives_ok($$ select public.nearby_drivers(46, 6) from generate_series(1, 60) $$, 'a rider can look for nearby drivers sixty times a minute');
select throws_ok($$ select public.nearby_drivers(46, 6) $$, 'PT429', 'too_many_requests', 'a rider cannot look for nearby drivers a sixty-first time within a minute');
select tests.as_owner();
insert into app.rate_limits (bucket, window_start, count) values ('nearby_of_visitors:all', app.now(), 1200) on conflict (bucket) do update set count = 1200;
select tests.as_visitor();
select throws_ok($$ select public.nearby_drivers(46, 6) $$, 'PT429', 'too_many_requests', 'visitors share 1,200 searches for nearby drivers a minute');
select tests.act_as('rider');
select lives_ok($$ select public.nearby_drivers(46, 6) $$, 'a rider can look for nearby drivers when the visitors'' limit is reached');
select tests.as_owner();
delete from app.rate_limits;
select is_empty($$ select 1 from tests.nearby_drivers(null, null) $$, 'a search for nearby drivers without a place finds nobody');
select tests.as_owner(), tests.turn('2 seconds'), tests.let('driver', 'select public.report_position(47.14149, 9.52987)');
create temp table shown as select n, round((app.distance_m(47.141, 9.52 + n * 0.0003, 47.141, 9.53) / 1000)::numeric, 1)::float8 as km from generate_series(0, 30) n;
grant select on shown to public;
select tests.as_visitor();
select results_eq($$ select d.distance_km from shown s, tests.nearby_drivers(47.141, 9.52 + s.n * 0.0003) d order by s.n $$, $$ select km from shown order by n $$,
  'the distance to a nearby driver reveals no more than the rounded place');
select tests.turn('60 seconds');
-- Spec 6.26
select is_empty($$ select 1 from tests.nearby_drivers(47.141, 9.5209) $$, 'a driver with a position older than a minute is not nearby');
select tests.as_owner();
select tests.set('convert_to_mile', 'true');
select is(round(app.radius_m()), 16093::double precision, 'the search radius is 10 miles where the operator uses miles');
insert into auth.users (id, email, raw_app_meta_data) select gen_random_uuid(), 'crowd' || n || '@hackney.test', '{"usertype": "driver"}' from generate_series(1, 30) n;
update public.drivers set car_type_id = tests.car(), driver_active_status = true where car_type_id is null;
insert into public.driver_positions (driver_id, car_type, lat, lng, updated_at, available, pt)
select d.id, d.car_type_id, 47.141, 9.52, app.now(), true, app.search_point(d.car_type_id, 47.141, 9.52) from public.drivers d on conflict do nothing;
select is((select count(*) from tests.nearby_drivers(47.141, 9.5209)), 20::bigint, 'at most twenty nearby drivers are shown');
update public.driver_positions p set car_type = o.id, lat = 47.16, lng = 9.51, pt = app.search_point(o.id, 47.16, 9.51)
from (select c.id from public.car_types c where c.id <> tests.car() order by c.name limit 1) o
where p.driver_id = (select x.driver_id from public.driver_positions x where x.car_type = tests.car() and x.pt is not null and x.updated_at = app.now()
  and (select f.approved from public.profiles f where f.id = x.driver_id) order by x.driver_id limit 1);
select is((select count(distinct n.car_type_id) from tests.nearby_drivers(47.141, 9.5209) n), 2::bigint, 'a crowd of one car type does not hide a farther car of another type');
select * from finish();
