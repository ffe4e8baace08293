-- Going on duty with a position, inside the service area or near it.
select no_plan();

select tests.as_owner();
update public.driver_positions set updated_at = app.now() - interval '1 hour';
select tests.act_as('driver2');
select ok(public.is_served(40.7, -74), 'without a service area each place is served');
select tests.as_service();
select throws_ok($$ select public.set_service_area(9.7, 47, 9.4, 47.3) $$, 'PT422', 'service_area_invalid', 'a service area whose west is east of its east is refused');
select throws_ok($$ select public.set_service_area(9.4, 47) $$, 'PT422', 'service_area_invalid', 'a service area with two of four bounds is refused');
select public.set_service_area(9.4, 47, 9.7, 47.3);
select public.set_service_area(9.47, 47.04, 9.64, 47.28);
select tests.act_as('driver2');
select ok(public.is_served(47.14, 9.52), 'a place inside the service area is served');
select ok(public.is_served(47.28 + 9 / 111.2, 9.52), 'a place within the search radius of the service area is served');
select ok(not public.is_served(47.28 + 11 / 111.2, 9.52), 'a place beyond the search radius of the service area is not served');
select ok(not public.is_served(91, 9.52), 'a place that is not on the map is not served');
select throws_ok($$ select public.set_driver_active(true, '{"lat": 40.7128, "lng": -74.006}') $$, 'PT409', 'outside_service_area', 'a driver far from the service area cannot go on duty');
select ok(not (select driver_active_status from public.drivers), 'a driver who was refused stays off duty');
select throws_ok($$ select public.set_driver_active(true, '{"lat": "here"}') $$, 'PT422', 'position_needed', 'a driver with an invalid position cannot go on duty');
select throws_ok(format($$ select public.set_driver_active(true, '{"lat": 47.14, "lng": 9.52, "at": "%s"}') $$, app.now() - interval '2 minutes'), 'PT422', 'position_needed', 'a driver with a position of two minutes ago cannot go on duty');
select throws_ok($$ select public.set_driver_active(true, '{"lat": 47.14, "lng": 9.52, "accuracy": 5000}') $$, 'PT422', 'position_needed', 'a driver with an accuracy of 5 km cannot go on duty');
select ok((public.set_driver_active(true, '{"lat": 47.1402, "lng": 9.5203, "accuracy": 5}')).driver_active_status, 'a driver with a valid position can go on duty');
select results_eq($$ select lat, lng, available, updated_at from public.driver_positions $$, $$ values (47.1402::float8, 9.5203::float8, true, app.now()) $$, 'a driver who goes on duty with a position is available there at once');
select public.set_driver_active(false);
select tests.as_owner();
update public.driver_positions set lat = 40.7128, lng = -74.006 where driver_id = tests.id('driver2');
select tests.act_as('driver2');
select throws_ok($$ select public.set_driver_active(true) $$, 'PT409', 'outside_service_area', 'a driver whose last position is far from the service area cannot go on duty');
select tests.turn('2 minutes');
select ok((public.set_driver_active(true)).driver_active_status,
  'a driver without a recent position can go on duty without one');
select tests.turn('1 second');
select is(public.report_position(47.1402, 9.5203), 1,
  'the first position after going on duty without one is accepted anywhere');
select public.set_driver_active(false);
select tests.as_service();
select public.set_service_area();
select tests.act_as('driver2');
select ok(public.is_served(40.7, -74), 'a service area can be removed');
select * from finish();
