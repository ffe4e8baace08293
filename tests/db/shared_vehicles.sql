-- Shared vehicles: cars that drivers take by the shift.
select no_plan();
create function tests.van(more jsonb default '{}') returns jsonb language sql stable security definer as $$
  select jsonb_build_object('car_type_id', tests.car('Van'), 'vehicle_number', 'FL 99 001', 'vehicle_make', 'VW', 'vehicle_model', 'Crafter', 'vehicle_color', 'white',
    'wheelchair', true, 'child_seats', 2, 'mileage', 1000) || more
$$;
create function tests.plate(name text) returns text language sql volatile security definer as $$ select d.vehicle_number from public.drivers d where d.id = tests.id(name) $$;
create function tests.carried(name text) returns text language sql volatile security definer as $$ select c::text from app.car_of(tests.id(name)) c $$;
create function tests.vehicle() returns uuid language sql volatile security definer as $$ select v.id from app.shared_vehicles v order by v.created_at, v.id limit 1 $$;
update public.drivers set car_type_id = tests.car('Cab') where fleet_id = tests.id('fleet');
update public.drivers set fleet_id = tests.id('fleet') where id in (tests.id('driver2'), tests.id('driver3'));
update public.drivers set fleet_id = null where id = tests.id('driver');
create temporary table own on commit drop as select tests.plate('driver2') as plate, tests.carried('driver2') as carried;
grant select on own to public;

-- Keeping them
select tests.act_as('fleet');
select throws_ok($$ select public.save_shared_vehicle(tests.van()) $$, 'PT403', 'not_allowed', 'a fleet admin gives the drivers no car type that none of them has');
select tests.as_owner();
update public.drivers set car_type_id = tests.car('Van') where id = tests.id('driver3');
select tests.act_as('driver2');
select throws_ok($$ select public.save_shared_vehicle(tests.van()) $$, 'PT403', 'not_allowed', 'a driver adds no car');
select tests.act_as('rider');
select throws_ok($$ select public.save_shared_vehicle(tests.van()) $$, 'PT403', 'not_allowed', 'a rider adds no car');
select throws_ok($$ select public.shared_vehicles() $$, 'PT403', 'not_allowed', 'a rider sees no cars');
select throws_ok($$ select public.start_shift() $$, 'PT403', 'not_a_driver', 'a rider begins no shift');
select throws_ok($$ select public.end_shift() $$, 'PT403', 'not_a_driver', 'a rider ends no shift');
select tests.as_visitor();
select throws_ok($$ select public.start_shift() $$, '42501', null, 'a visitor begins no shift');
select tests.act_as('fleet');
select is((public.save_shared_vehicle(tests.van(jsonb_build_object('fleet_id', tests.id('fleet2'))))).fleet_id, tests.id('fleet'), 'a fleet admin adds a car to the own fleet, whatever is said');
select throws_ok($$ select public.save_shared_vehicle(tests.van()) $$, 'PT409', 'vehicle_exists', 'a plate is one car''s');
select throws_ok($$ select public.save_shared_vehicle(tests.van('{"vehicle_number": " "}')) $$, 'PT422', 'person_invalid', 'a car has a plate');
select throws_ok($$ select public.save_shared_vehicle(tests.van('{"seats": 0}')) $$, 'PT422', 'person_invalid', 'a car has a seat');
select throws_ok($$ select public.save_shared_vehicle(tests.van('{"mileage": -1}')) $$, 'PT422', 'person_invalid', 'nobody drives backwards');
select throws_ok($$ select public.save_shared_vehicle(tests.van('{"wings": 2}')) $$, 'PT422', 'person_invalid', 'a field that nobody knows is refused');
select throws_ok($$ select public.save_shared_vehicle(tests.van('{"id": "x"}')) $$, 'PT404', 'vehicle_not_found', 'an unknown car is not changed');
select tests.act_as('fleet2');
select is_empty($$ select 1 from public.shared_vehicles() $$, 'another fleet does not see it');
select throws_ok($$ select public.save_shared_vehicle(tests.van() || jsonb_build_object('id', tests.vehicle())) $$, 'PT404', 'vehicle_not_found', 'another fleet does not change it');

-- A shift
select tests.act_as('driver');
select is_empty($$ select 1 from public.shared_vehicles() $$, 'a driver of no fleet sees none of a fleet');
select throws_ok($$ select public.start_shift(tests.vehicle()) $$, 'PT404', 'vehicle_not_found', 'a driver of no fleet takes none of a fleet');
select tests.act_as('driver2');
select results_eq($$ select vehicle_number, wheelchair, since from public.shared_vehicles() $$, $$ values ('FL 99 001', true, null::timestamptz) $$, 'a driver sees the free cars of the fleet');
select throws_ok($$ select public.start_shift(tests.vehicle(), 999) $$, 'PT422', 'mileage_invalid', 'a car has not driven less than before');
select is((public.start_shift(tests.vehicle(), 1005)).vehicle_number, 'FL 99 001', 'a driver begins a shift with it');
select is((public.start_shift(tests.vehicle(), 1005)).mileage_begin, 1005, 'beginning twice is beginning once');
select is(tests.plate('driver2'), 'FL 99 001', 'bookings from now on show its plate');
select ok(tests.carried('driver2') like '%,2,2,t)', 'dispatch counts on what it carries');
select throws_ok($$ select public.start_shift() $$, 'PT409', 'shift_open', 'one shift at a time');
select tests.act_as('driver3');
select throws_ok($$ select public.start_shift(tests.vehicle(), 1005) $$, 'PT409', 'vehicle_in_use', 'nobody else takes it meanwhile');
select results_eq($$ select driver_id, driver_name, since from public.shared_vehicles() $$, $$ values (null::uuid, null::text, app.now()) $$, 'another driver sees that it is taken, not by whom');
select tests.act_as('fleet');
select is((select driver_id from public.shared_vehicles()), tests.id('driver2'), 'the fleet sees by whom');

-- Its end
select tests.act_as('driver2');
select throws_ok($$ select public.end_shift(1000) $$, 'PT422', 'mileage_invalid', 'a shift ends with no less than it began');
select is((public.end_shift(1100)).mileage_end, 1100, 'a driver ends the shift');
select is((public.end_shift(1200)).mileage_end, 1100, 'ending twice is ending once');
select is(tests.plate('driver2') || tests.carried('driver2'), (select plate || carried from own), 'the driver''s own car is theirs again');
select tests.act_as('driver3');
select throws_ok($$ select public.end_shift() $$, 'PT404', 'shift_not_found', 'who began no shift ends none');
select tests.set('shift_mileage', 'true');
select throws_ok($$ select public.start_shift(tests.vehicle()) $$, 'PT422', 'mileage_required', 'the operator may ask for the mileage');
select tests.set('shift_mileage', 'false');
select is((public.start_shift(tests.vehicle())).mileage_begin, null, 'where it does not ask, none is needed');
select public.end_shift();
select public.start_shift(tests.vehicle());
select tests.as_owner();
update public.drivers set vehicle_color = 'edited' where id = tests.id('driver3');
update public.vehicles set child_seats = 4 where driver_id = tests.id('driver3');
select tests.act_as('driver3');
select public.end_shift();
select tests.as_owner();
select results_eq($$ select d.vehicle_color, v.child_seats, d.vehicle_number = 'FL 99 001' from public.drivers d join public.vehicles v on v.driver_id = d.id where d.id = tests.id('driver3') $$,
  $$ values ('edited', 4, false) $$, 'what staff edit meanwhile stays with the own car, all else comes back');
select tests.act_as('driver3');
select is((public.start_shift()).vehicle_id, null, 'a shift with the own car changes nothing');
select public.end_shift();
select tests.act_as('fleet');
select ok((public.save_shared_vehicle(jsonb_build_object('id', tests.vehicle(), 'retired', true))).retired, 'a car is retired');
select tests.act_as('driver3');
select throws_ok($$ select public.start_shift(tests.vehicle()) $$, 'PT404', 'vehicle_not_found', 'nobody takes a retired car');
select tests.as_owner();
select is((select mileage from app.shared_vehicles), 1100, 'the car keeps its mileage');
select ok(exists (select 1 from public.audit_log where action = 'save_vehicle'), 'the log knows who keeps the cars');

-- Not in the middle of a trip
select tests.let('admin', format('select public.save_shared_vehicle(%L)', tests.van(jsonb_build_object('vehicle_number', 'FL 99 002', 'car_type_id', tests.car('Cab')))));
select tests.ride('ACCEPTED');
select tests.act_as('driver');
select throws_ok(format($$ select public.start_shift(%L) $$, (select id from public.shared_vehicles() limit 1)), 'PT409', 'driver_busy', 'nobody changes the car in the middle of a trip');
select * from finish();
