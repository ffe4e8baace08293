-- Vehicles: their capacity, the requirements of a booking, and that only matching drivers are asked.
select no_plan();
create function tests.wish(requirements text, more jsonb default '{}') returns uuid language plpgsql security definer as $$
begin
  perform tests.let('rider', format('select public.create_booking(%L, ''cash'', details => %L, client_key => %L)', tests.quote(),
    jsonb_build_object('requirements', requirements::jsonb) || more, gen_random_uuid()));
  return tests.booking();
end $$;
create function tests.refusal(requirements text) returns text language plpgsql as $$
begin
  perform tests.wish(requirements);
  return 'none';
exception when others then return sqlstate || ' ' || sqlerrm;
end $$;
update public.drivers set car_type_id = tests.car() where id in (tests.id('driver2'), tests.id('driver3'));
delete from public.vehicles;
select tests.go_online('driver', 47.141, 9.52), tests.go_online('driver2', 47.142, 9.53);

-- Who can edit and read vehicles
select tests.as_visitor();
select throws_ok($$ select 1 from public.vehicles $$, '42501', null, 'a visitor cannot read vehicles');
select tests.act_as('rider');
select throws_ok(format('select public.edit_person(%L, ''{"wheelchair": true}'')', tests.id('driver2')), 'PT403', 'not_allowed', 'a rider cannot edit a driver''s vehicle');
select throws_ok(format('insert into public.vehicles (driver_id) values (%L)', tests.id('driver2')), '42501', null, 'a rider cannot insert a vehicle');
select tests.act_as('driver2');
select throws_ok(format('select public.edit_person(%L, ''{"wheelchair": true}'')', tests.id('driver2')), 'PT403', 'not_allowed', 'a driver cannot edit the capacity of the own vehicle');
select tests.act_as('fleet2');
select throws_ok(format('select public.edit_person(%L, ''{"wheelchair": true}'')', tests.id('driver2')), 'PT404', 'person_not_found', 'another fleet''s admin cannot edit the driver''s vehicle');
select tests.act_as('admin');
select throws_ok(format('select public.edit_person(%L, ''{"wheelchair": true}'')', tests.id('rider')), 'PT403', 'not_allowed', 'an admin cannot set a vehicle for a rider');
select throws_ok(format('select public.edit_person(%L, %L)', tests.id('driver2'), p.patch), 'PT422', 'person_invalid', 'a vehicle is refused with ' || p.patch)
from unnest(array['{"seats": 0}', '{"seats": 21}', '{"seats": 4.5}', '{"seats": "4"}', '{"luggage": -1}', '{"luggage": null}', '{"luggage": 1e300}', '{"child_seats": 5}',
  '{"wheelchair": "yes"}', '{"wheelchair": 1}', '{"seats": [4]}']) p (patch);
select public.edit_person(tests.id('driver2'), '{"wheelchair": true, "child_seats": 1}');
select results_eq($$ select f ->> 'seats', f ->> 'type_seats', f ->> 'luggage', f ->> 'child_seats', f ->> 'wheelchair' from public.list_people(person_id => tests.id('driver2')) l, lateral (select l #> '{rows,0,driver_facts}') r (f) $$,
  $$ values (null, '4', '2', '1', 'true') $$, 'an admin reads the edited capacity and that of the car type');
select throws_ok(format('select public.edit_person(%L, ''{"seats": 3, "version": 1}'')', tests.id('driver2')), 'PT409', 'version_conflict', 'an edit with an old version of the driver is refused');
select tests.as_owner();
select ok(exists (select 1 from public.audit_log a where a.action = 'edit' and a.target_id = tests.id('driver2')::text and a.after ->> 'wheelchair' = 'true'), 'an edit of a vehicle is audited');
select tests.act_as('driver2');
select results_eq($$ select wheelchair, child_seats from public.vehicles $$, $$ values (true, 1) $$, 'a driver reads only the own vehicle');
select tests.as_owner();
select results_eq($$ select p.seats, p.luggage, p.child_seats, p.wheelchair from public.driver_positions p where p.driver_id = tests.id('driver2') $$,
  $$ values (4, 2, 1, true) $$, 'dispatch uses an edited capacity at once');
update public.car_types set seats = 6 where id = tests.car();
select is((select p.seats from public.driver_positions p where p.driver_id = tests.id('driver')), 6, 'a vehicle without own data has the seats of its car type');
update public.car_types set seats = 4 where id = tests.car();

-- Invalid requirements
select is(tests.refusal(r), 'PT422 requirements_invalid', 'a booking is refused with the requirements ' || left(r, 60))
from unnest(array['[]', '"wheelchair"', 'true', '7', '{"seats": "4"}', '{"seats": -1}', '{"seats": 17}', '{"seats": 1.5}', '{"seats": 1e300}', '{"luggage": 99}', '{"child_seats": 5}',
  '{"wheelchair": "true"}', '{"wheelchair": 1}', '{"wheelchair": null}', '{"seats": null}', '{"seats": [2]}', '{"wheel_chair": true}', '{"driver_id": "x"}', '{"seats": 2, "__proto__": {}}',
  format('{"%s": 1}', repeat('x', 10000))]) r;
select throws_ok($$ select public.cars_that_carry('{"seats": "many"}') $$, 'PT422', 'requirements_invalid', 'cars_that_carry refuses invalid requirements');
select tests.as_owner();
select throws_ok($$ select tests.wish('{"child_seats": 3}') $$, 'PT422', 'car_type_unsuitable', 'a booking with requirements that no vehicle of the type meets is refused');
select is(tests.refusal('{"seats": 4, "luggage": 5, "wheelchair": true}'), 'PT422 car_type_unsuitable', 'a booking with requirements that no single vehicle meets is refused');
select tests.as_visitor();
select results_eq($$ select c.fits, c.seats, c.luggage, c.child_seats, c.wheelchair from public.cars_that_carry('{"wheelchair": true, "luggage": 9}') c where c.car_type_id = tests.car() $$,
  $$ values (false, 4, 2, 1, true) $$, 'a visitor reads whether a car type meets the requirements, and its maximum of each');
select tests.as_owner();
update public.profiles set approved = false where id = tests.id('driver2');
select is(tests.refusal('{"wheelchair": true}'), 'PT422 car_type_unsuitable', 'the vehicle of a disapproved driver does not count for the requirements');
update public.profiles set approved = true where id = tests.id('driver2');
select tests.go_online('driver2', 47.142, 9.53);
select tests.set('app_category', 'both');
select throws_ok($$ select tests.let('rider', format('select public.create_booking(%L, ''wallet'', details => %L)', tests.quote('rider', 'Courier'),
  '{"delivery_person": "Eva", "delivery_person_phone": "+4235550099", "requirements": {"seats": 2}}')) $$, 'PT422', 'requirements_invalid', 'a parcel with a requirement of seats is refused');

-- Only matching drivers are asked
select tests.wish('{"wheelchair": true, "seats": 1, "luggage": 0}');
select is((select b.requirements from public.bookings b where b.id = tests.booking()), '{"wheelchair": true}', 'a booking stores only requirements that are not the default');
select results_eq($$ select tests.drivers_asked() $$, array['driver2'], 'the driver with a matching vehicle is asked instead of the nearest');
select is(tests.exclusion('driver'), 'vehicle_unsuitable', 'the dispatch log says that the nearest vehicle does not match');
select is((select o.requirements from public.booking_offers o where o.booking_id = tests.booking() and o.driver_id = tests.id('driver2')), '{"wheelchair": true}', 'an offer contains the requirements');
select tests.act_as('admin');
select results_eq($$ select d.assignable, d.reason from tests.assignable_drivers(tests.booking()) d where d.driver_id = tests.id('driver') $$, $$ values (false, 'vehicle_unsuitable') $$, 'an admin reads which driver cannot be assigned, and why');
select tests.as_owner();

-- The vehicle changes
select tests.let('admin', format('select public.edit_person(%L, ''{"wheelchair": false}'')', tests.id('driver2')));
select throws_ok(format($$ select tests.let('driver2', 'select public.accept_booking(''%s'')') $$, tests.booking()), 'PT422', 'vehicle_unsuitable', 'a driver whose vehicle no longer matches cannot accept');
select tests.turn('30 seconds'), tests.go_online('driver', 47.141, 9.52), tests.go_online('driver2', 47.142, 9.53);
select is(app.dispatch_tick(), 0, 'a second search makes no offer without a matching vehicle');
select is_empty($$ select tests.drivers_asked() $$, 'no driver is asked without a matching vehicle');
select is(tests.exclusion('driver2'), 'vehicle_unsuitable', 'the dispatch log says that the changed vehicle does not match');
select tests.set('auto_dispatch', 'false');
select throws_ok(format($$ select tests.let('admin', 'select public.assign_driver(''%s'', ''%s'')') $$, tests.booking(), tests.id('driver2')), 'PT422', 'vehicle_unsuitable', 'an admin cannot assign a driver without a matching vehicle');
select tests.set('auto_dispatch', 'true');
update public.driver_positions set wheelchair = true where driver_id = tests.id('driver2');
select tests.turn('5 seconds'), app.dispatch_tick();
select is_empty($$ select tests.drivers_asked() $$, 'dispatch checks the vehicle itself when its copy is outdated');
update public.driver_positions set wheelchair = false where driver_id = tests.id('driver2');
select tests.let('admin', format('select public.edit_person(%L, ''{"wheelchair": true}'')', tests.id('driver2')));
select tests.turn('2 minutes'), tests.go_online('driver2', 47.142, 9.53), app.dispatch_tick();
select results_eq($$ select tests.drivers_asked() $$, array['driver2'], 'a driver is asked when the vehicle matches again');
select tests.let('driver2', format('select public.accept_booking(%L)', tests.booking()));
select is(tests.status(), 'ACCEPTED', 'a driver with a matching vehicle accepts');
select tests.let('rider', format('select public.cancel_booking(%L, %L)', tests.booking(), 'My plans changed'));

-- One matching vehicle behind a crowd of others, beyond any limit of the search: the filter must be inside the search
select tests.turn('1 minute'), tests.go_online('driver2', 47.16, 9.53);
select tests.as_owner();
-- Only positions make this crowd: as no one of it is asked, no drivers are needed.
alter table public.driver_positions drop constraint driver_positions_driver_id_fkey;
insert into public.driver_positions (driver_id, car_type, lat, lng, updated_at, available, pt)
select ('0f000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, tests.car(), 47.141 + n * 1e-6, 9.52, app.now(), true, app.search_point(tests.car(), 47.141 + n * 1e-6, 9.52)
from generate_series(1, 1500) n;
select tests.wish('{"wheelchair": true}');
select results_eq($$ select tests.drivers_asked() $$, array['driver2'], 'a matching vehicle is found behind 1,500 nearer ones');
analyze public.driver_positions;
select set_config('enable_bitmapscan', 'off', true);
select matches(tests.plan(format('select * from app.nearest_drivers(%L, 47.141, 9.5209, 10000, 10, 5, 2, 1, true)', tests.car())),
  'Limit.*Index Scan using driver_positions_near .*Order By: .*Filter: .*wheelchair', 'requirements are a filter of the index scan below its limit');
select * from finish();
