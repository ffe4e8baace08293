-- Shared vehicles: cars that drivers take for a shift.
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

-- Adding and changing vehicles
select tests.act_as('fleet');
select throws_ok($$ select public.save_shared_vehicle(tests.van()) $$, 'PT403', 'not_allowed', 'a fleet admin cannot add a vehicle of a type that none of the drivers has');
select tests.as_owner();
update public.drivers set car_type_id = tests.car('Van') where id = tests.id('driver3');
select tests.act_as('driver2');
select throws_ok($$ select public.save_shared_vehicle(tests.van()) $$, 'PT403', 'not_allowed', 'a driver cannot add a shared vehicle');
select tests.act_as('rider');
select throws_ok($$ select public.save_shared_vehicle(tests.van()) $$, 'PT403', 'not_allowed', 'a rider cannot add a shared vehicle');
select throws_ok($$ select public.shared_vehicles() $$, 'PT403', 'not_allowed', 'a rider cannot list shared vehicles');
select throws_ok($$ select public.start_shift() $$, 'PT403', 'not_a_driver', 'a rider cannot begin a shift');
select throws_ok($$ select public.end_shift() $$, 'PT403', 'not_a_driver', 'a rider cannot end a shift');
select tests.as_visitor();
select throws_ok($$ select public.start_shift() $$, '42501', null, 'a visitor cannot begin a shift');
select tests.act_as('fleet');
select is((public.save_shared_vehicle(tests.van(jsonb_build_object('fleet_id', tests.id('fleet2'))))).fleet_id, tests.id('fleet'), 'a fleet admin adds a vehicle to the own fleet, whatever fleet is given');
select throws_ok($$ select public.save_shared_vehicle(tests.van()) $$, 'PT409', 'vehicle_exists', 'a second vehicle with the same plate is refused');
select throws_ok($$ select public.save_shared_vehicle(tests.van('{"vehicle_number": " "}')) $$, 'PT422', 'person_invalid', 'a vehicle with a blank plate is refused');
select throws_ok($$ select public.save_shared_vehicle(tests.van('{"seats": 0}')) $$, 'PT422', 'person_invalid', 'a vehicle without seats is refused');
select throws_ok($$ select public.save_shared_vehicle(tests.van('{"mileage": -1}')) $$, 'PT422', 'person_invalid', 'a vehicle with a negative mileage is refused');
select throws_ok($$ select public.save_shared_vehicle(tests.van('{"wings": 2}')) $$, 'PT422', 'person_invalid', 'a vehicle with an unknown field is refused');
select throws_ok($$ select public.save_shared_vehicle(tests.van('{"id": "x"}')) $$, 'PT404', 'vehicle_not_found', 'a vehicle with an unknown id cannot be changed');
select tests.act_as('fleet2');
select is_empty($$ select 1 from public.shared_vehicles() $$, 'another fleet''s admin cannot list the vehicle');
select throws_ok($$ select public.save_shared_vehicle(tests.van() || jsonb_build_object('id', tests.vehicle())) $$, 'PT404', 'vehicle_not_found', 'another fleet''s admin cannot change the vehicle');

-- A shift
select tests.act_as('driver');
select is_empty($$ select 1 from public.shared_vehicles() $$, 'a driver without a fleet sees no vehicle of a fleet');
select throws_ok($$ select public.start_shift(tests.vehicle()) $$, 'PT404', 'vehicle_not_found', 'a driver without a fleet cannot take a fleet''s vehicle');
select tests.act_as('driver2');
select results_eq($$ select vehicle_number, wheelchair, since from public.shared_vehicles() $$, $$ values ('FL 99 001', true, null::timestamptz) $$, 'a driver sees the free vehicles of the fleet');
select throws_ok($$ select public.start_shift(tests.vehicle(), 999) $$, 'PT422', 'mileage_invalid', 'a shift cannot begin with a lower mileage than the vehicle''s');
select is((public.start_shift(tests.vehicle(), 1005)).vehicle_number, 'FL 99 001', 'a driver begins a shift with a vehicle');
select is((public.start_shift(tests.vehicle(), 1005)).mileage_begin, 1005, 'a driver can repeat the beginning of a shift');
select is(tests.plate('driver2'), 'FL 99 001', 'the driver''s plate is the vehicle''s during a shift');
select ok(tests.carried('driver2') like '%,2,2,t)', 'the driver''s seats and equipment are the vehicle''s during a shift');
select throws_ok($$ select public.start_shift() $$, 'PT409', 'shift_open', 'a driver cannot begin a second shift');
select tests.act_as('driver3');
select throws_ok($$ select public.start_shift(tests.vehicle(), 1005) $$, 'PT409', 'vehicle_in_use', 'another driver cannot take a vehicle in use');
select results_eq($$ select driver_id, driver_name, since from public.shared_vehicles() $$, $$ values (null::uuid, null::text, app.now()) $$, 'another driver sees that a vehicle is in use, but not by whom');
select tests.act_as('fleet');
select is((select driver_id from public.shared_vehicles()), tests.id('driver2'), 'a fleet admin sees who uses a vehicle');

-- The end of a shift
select tests.act_as('driver2');
select throws_ok($$ select public.end_shift(1000) $$, 'PT422', 'mileage_invalid', 'a shift cannot end with a lower mileage than it began');
select is((public.end_shift(1100)).mileage_end, 1100, 'a driver ends the shift');
select is((public.end_shift(1200)).mileage_end, 1100, 'a second end of a shift keeps the first mileage');
select is(tests.plate('driver2') || tests.carried('driver2'), (select plate || carried from own), 'the driver''s own car is restored after the shift');
select tests.act_as('driver3');
select throws_ok($$ select public.end_shift() $$, 'PT404', 'shift_not_found', 'a driver without a shift cannot end one');
select tests.set('shift_mileage', 'true');
select throws_ok($$ select public.start_shift(tests.vehicle()) $$, 'PT422', 'mileage_required', 'with shift_mileage on a shift cannot begin without the mileage');
select tests.set('shift_mileage', 'false');
select is((public.start_shift(tests.vehicle())).mileage_begin, null, 'with shift_mileage off a shift begins without the mileage');
select public.end_shift();
select public.start_shift(tests.vehicle());
select tests.as_owner();
update public.drivers set vehicle_color = 'edited' where id = tests.id('driver3');
update public.vehicles set child_seats = 4 where driver_id = tests.id('driver3');
select tests.act_as('driver3');
select public.end_shift();
select tests.as_owner();
select results_eq($$ select d.vehicle_color, v.child_seats, d.vehicle_number = 'FL 99 001' from public.drivers d join public.vehicles v on v.driver_id = d.id where d.id = tests.id('driver3') $$,
  $$ values ('edited', 4, false) $$, 'the own car is restored after a shift with the edits that staff made meanwhile');
select tests.act_as('driver3');
select is((public.start_shift()).vehicle_id, null, 'a driver begins a shift with the own car');
select public.end_shift();
select tests.act_as('fleet');
select ok((public.save_shared_vehicle(jsonb_build_object('id', tests.vehicle(), 'retired', true))).retired, 'a fleet admin retires a vehicle');
select tests.act_as('driver3');
select throws_ok($$ select public.start_shift(tests.vehicle()) $$, 'PT404', 'vehicle_not_found', 'a driver cannot take a retired vehicle');
select tests.as_owner();
select is((select mileage from app.shared_vehicles), 1100, 'a vehicle keeps the mileage of the last shift');
select ok(exists (select 1 from public.audit_log where action = 'save_vehicle'), 'saving a vehicle is audited');

-- During a trip
select tests.let('admin', format('select public.save_shared_vehicle(%L)', tests.van(jsonb_build_object('vehicle_number', 'FL 99 002', 'car_type_id', tests.car('Cab')))));
select tests.ride('ACCEPTED');
select tests.act_as('driver');
select throws_ok(format($$ select public.start_shift(%L) $$, (select id from public.shared_vehicles() limit 1)), 'PT409', 'driver_busy', 'a driver on a trip cannot begin a shift with another vehicle');

-- Plates of other fleets
select tests.as_owner();
update public.drivers set car_type_id = tests.car('Van') where fleet_id in (tests.id('fleet'), tests.id('fleet2'));
create function tests.add_plate(name text) returns text language sql volatile security definer as $$
  select tests.outcome(name, $q$ select public.save_shared_vehicle(jsonb_build_object('car_type_id', tests.car('Van'), 'vehicle_number', 'FL 77 123')) $q$)
$$;
select is(tests.add_plate('fleet'), 'done', 'a fleet admin adds a vehicle by its plate');
select is(tests.add_plate('fleet2'), 'done', 'a fleet admin does not learn which plates another fleet has');
select is(tests.add_plate('fleet2'), 'vehicle_exists', 'a plate is unique within a fleet');
select is(tests.add_plate('admin'), 'vehicle_exists', 'an admin, who sees every fleet''s vehicles, is told of the plate of another fleet');
select * from finish();
