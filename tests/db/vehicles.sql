-- Vehicles: what a car carries, what a booking asks of it, and that nobody else is asked.
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
create function tests.asked() returns setof text language sql volatile security definer as $$
  select split_part(u.email, '@', 1) from public.requested_drivers r join auth.users u on u.id = r.driver_id
  where r.booking_id = tests.booking() order by r.distance_km
$$;
create function tests.reason(driver text) returns text language sql volatile security definer as $$
  select e ->> 'reason' from public.dispatch_waves w, jsonb_array_elements(w.exclusions) e
  where w.booking_id = tests.booking() and e ->> 'driver_id' = tests.id(driver)::text order by w.id desc limit 1
$$;
update public.drivers set car_type_id = tests.car() where id in (tests.id('driver2'), tests.id('driver3'));
delete from public.vehicles;
select tests.go_online('driver', 47.141, 9.52), tests.go_online('driver2', 47.142, 9.53);

-- Who edits, who reads
select tests.as_visitor();
select throws_ok($$ select 1 from public.vehicles $$, '42501', null, 'a visitor reads no cars');
select tests.act_as('rider');
select throws_ok(format('select public.edit_person(%L, ''{"wheelchair": true}'')', tests.id('driver2')), 'PT403', 'not_allowed', 'a rider edits no car');
select throws_ok(format('insert into public.vehicles (driver_id) values (%L)', tests.id('driver2')), '42501', null, 'nobody writes the table');
select tests.act_as('driver2');
select throws_ok(format('select public.edit_person(%L, ''{"wheelchair": true}'')', tests.id('driver2')), 'PT403', 'not_allowed', 'a driver does not say what the own car carries');
select tests.act_as('fleet2');
select throws_ok(format('select public.edit_person(%L, ''{"wheelchair": true}'')', tests.id('driver2')), 'PT404', 'person_not_found', 'to another fleet the driver does not exist');
select tests.act_as('admin');
select throws_ok(format('select public.edit_person(%L, ''{"wheelchair": true}'')', tests.id('rider')), 'PT403', 'not_allowed', 'a rider has no car');
select throws_ok(format('select public.edit_person(%L, %L)', tests.id('driver2'), p.patch), 'PT422', 'person_invalid', p.patch || ' is no car')
from unnest(array['{"seats": 0}', '{"seats": 21}', '{"seats": 4.5}', '{"seats": "4"}', '{"luggage": -1}', '{"luggage": null}', '{"luggage": 1e300}', '{"child_seats": 5}',
  '{"wheelchair": "yes"}', '{"wheelchair": 1}', '{"seats": [4]}']) p (patch);
select public.edit_person(tests.id('driver2'), '{"wheelchair": true, "child_seats": 1}');
select results_eq($$ select f ->> 'seats', f ->> 'type_seats', f ->> 'luggage', f ->> 'child_seats', f ->> 'wheelchair' from public.profiles p, public.driver_facts(p) f where p.id = tests.id('driver2') $$,
  $$ values (null, '4', '2', '1', 'true') $$, 'the office reads what it wrote, and what the car type says');
select throws_ok(format('select public.edit_person(%L, ''{"seats": 3, "version": 1}'')', tests.id('driver2')), 'PT409', 'version_conflict', 'the car and its driver have one version');
select tests.as_owner();
select ok(exists (select 1 from public.audit_log a where a.action = 'edit' and a.target_id = tests.id('driver2')::text and a.after ->> 'wheelchair' = 'true'), 'an edit is logged');
select tests.act_as('driver2');
select results_eq($$ select wheelchair, child_seats from public.vehicles $$, $$ values (true, 1) $$, 'the driver reads the own car alone');
select tests.as_owner();
select results_eq($$ select p.seats, p.luggage, p.child_seats, p.wheelchair from public.driver_positions p where p.driver_id = tests.id('driver2') $$,
  $$ values (4, 2, 1, true) $$, 'the search knows at once');
update public.car_types set seats = 6 where id = tests.car();
select is((select p.seats from public.driver_positions p where p.driver_id = tests.id('driver')), 6, 'a car that nobody counted takes as many as its type');
update public.car_types set seats = 4 where id = tests.car();

-- Requests that make no sense
select is(tests.refusal(r), 'PT422 requirements_invalid', left(r, 60) || ' is refused')
from unnest(array['[]', '"wheelchair"', 'true', '7', '{"seats": "4"}', '{"seats": -1}', '{"seats": 17}', '{"seats": 1.5}', '{"seats": 1e300}', '{"luggage": 99}', '{"child_seats": 5}',
  '{"wheelchair": "true"}', '{"wheelchair": 1}', '{"wheelchair": null}', '{"seats": null}', '{"seats": [2]}', '{"wheel_chair": true}', '{"driver_id": "x"}', '{"seats": 2, "__proto__": {}}',
  format('{"%s": 1}', repeat('x', 10000))]) r;
select throws_ok($$ select public.cars_that_carry('{"seats": "many"}') $$, 'PT422', 'requirements_invalid', 'cars are not looked for by nonsense');
select tests.as_owner();
select throws_ok($$ select tests.wish('{"child_seats": 3}') $$, 'PT422', 'car_type_unsuitable', 'what no car of the type carries is not booked');
select is(tests.refusal('{"seats": 4, "luggage": 5, "wheelchair": true}'), 'PT422 car_type_unsuitable', 'what several cars carry, but none at once, is not booked');
select tests.as_visitor();
select results_eq($$ select c.fits, c.seats, c.luggage, c.child_seats, c.wheelchair from public.cars_that_carry('{"wheelchair": true, "luggage": 9}') c where c.car_type_id = tests.car() $$,
  $$ values (false, 4, 2, 1, true) $$, 'a visitor hears whether a type carries it, and the most of each');
select tests.as_owner();
update public.profiles set approved = false where id = tests.id('driver2');
select is(tests.refusal('{"wheelchair": true}'), 'PT422 car_type_unsuitable', 'the car of who may not drive counts for nothing');
update public.profiles set approved = true where id = tests.id('driver2');
select tests.go_online('driver2', 47.142, 9.53);
select tests.set('app_category', 'both');
select throws_ok($$ select tests.let('rider', format('select public.create_booking(%L, ''wallet'', details => %L)', tests.quote('rider', 'Courier'),
  '{"delivery_person": "Eva", "delivery_person_phone": "+423 555 00 99", "requirements": {"seats": 2}}')) $$, 'PT422', 'requirements_invalid', 'a parcel asks for no seats');

-- Only who carries it is asked
select tests.wish('{"wheelchair": true, "seats": 1, "luggage": 0}');
select is((select b.requirements from public.bookings b where b.id = tests.booking()), '{"wheelchair": true}', 'the booking keeps what was asked, and no more');
select results_eq($$ select tests.asked() $$, array['driver2'], 'the nearest is passed over, who carries it is asked');
select is(tests.reason('driver'), 'vehicle_unsuitable', 'the log says why');
select is((select o.requirements from public.booking_offers o where o.booking_id = tests.booking() and o.driver_id = tests.id('driver2')), '{"wheelchair": true}', 'the offer says what is asked');
select tests.act_as('admin');
select results_eq($$ select d.assignable, d.reason from public.assignable_drivers(tests.booking()) d where d.driver_id = tests.id('driver') $$, $$ values (false, 'vehicle_unsuitable') $$, 'the desk sees who may not be asked, and why');
select tests.as_owner();

-- The car changes
select tests.let('admin', format('select public.edit_person(%L, ''{"wheelchair": false}'')', tests.id('driver2')));
select throws_ok(format($$ select tests.let('driver2', 'select public.accept_booking(''%s'')') $$, tests.booking()), 'PT422', 'vehicle_unsuitable', 'whose car does not carry it any more cannot accept');
select tests.turn('30 seconds'), tests.go_online('driver', 47.141, 9.52), tests.go_online('driver2', 47.142, 9.53);
select is(app.dispatch_tick(), 0, 'a second search asks nobody either');
select is_empty($$ select tests.asked() $$, 'nobody is');
select is(tests.reason('driver2'), 'vehicle_unsuitable', 'the log says so of both');
select tests.set('auto_dispatch', 'false');
select throws_ok(format($$ select tests.let('admin', 'select public.assign_driver(''%s'', ''%s'')') $$, tests.booking(), tests.id('driver2')), 'PT422', 'vehicle_unsuitable', 'the desk cannot ask them either');
select tests.set('auto_dispatch', 'true');
update public.driver_positions set wheelchair = true where driver_id = tests.id('driver2');
select tests.turn('5 seconds'), app.dispatch_tick();
select is_empty($$ select tests.asked() $$, 'a copy that is behind asks nobody: the car itself is looked at again');
update public.driver_positions set wheelchair = false where driver_id = tests.id('driver2');
select tests.let('admin', format('select public.edit_person(%L, ''{"wheelchair": true}'')', tests.id('driver2')));
select tests.turn('2 minutes'), tests.go_online('driver2', 47.142, 9.53), app.dispatch_tick();
select results_eq($$ select tests.asked() $$, array['driver2'], 'with the ramp back they are asked');
select tests.let('driver2', format('select public.accept_booking(%L)', tests.booking()));
select is(tests.status(), 'ACCEPTED', 'who carries it accepts');
select tests.let('rider', format('select public.cancel_booking(%L, %L)', tests.booking(), 'My plans changed'));

-- A rare car behind a crowd of others, farther than any limit of the search reaches: the filter stands inside of it
select tests.turn('1 minute'), tests.go_online('driver2', 47.16, 9.53);
select tests.as_owner();
-- Positions alone make this crowd: as none of them is asked, nobody stands behind them.
alter table public.driver_positions drop constraint driver_positions_driver_id_fkey;
insert into public.driver_positions (driver_id, car_type, lat, lng, updated_at, available, pt)
select ('0f000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, tests.car(), 47.141 + n * 1e-6, 9.52, app.now(), true, app.search_point(tests.car(), 47.141 + n * 1e-6, 9.52)
from generate_series(1, 1500) n;
select tests.wish('{"wheelchair": true}');
select results_eq($$ select tests.asked() $$, array['driver2'], 'one among 1,500 nearer ones is found');
analyze public.driver_positions;
select set_config('enable_bitmapscan', 'off', true);
select matches(tests.plan(format('select * from app.nearest_drivers(%L, 47.141, 9.5209, 10000, 10, 5, 2, 1, true)', tests.car())),
  'Limit.*Index Scan using driver_positions_near .*Order By: .*Filter: .*wheelchair', 'what is asked is a filter of the walk, below its limit');
select * from finish();
