-- Maps of the desk: demand and supply in cells, and drivers on duty.
select no_plan();
select tests.set('otp_secure', 'false');
create function tests.heat(who text, hours integer default 3) returns table (demand bigint, unmet bigint, supply bigint) language plpgsql as $$
begin
  perform tests.act_as(who);
  return query select h.demand, h.unmet, h.supply from public.heat_map(47.13, 9.51, 47.15, 9.53, hours) h;
end $$;

-- Cells
select is(app.cell_of(47.1412, 9.5211, 500)::text, app.cell_of(47.1411, 9.5212, 500)::text, 'two places close together share a cell');
select isnt(app.cell_of(47.1412, 9.5211, 500)::text, app.cell_of(47.1465, 9.5211, 500)::text,
  'two places 590 m apart have different cells');
select cmp_ok(max(app.distance_m(y, x, c.cell[1], c.cell[0]))::numeric, '<', 375.0, 'the centre of a cell is at most half its diagonal away')
from generate_series(46.6, 47.4, 0.0137) y, generate_series(9.2, 9.8, 0.0171) x, lateral (select app.cell_of(y::double precision, x::double precision, 500) as cell) c;

-- An empty map for each role: a year later nobody was nearby in the last hours
select tests.as_owner(), tests.turn('1 year');
select is_empty($$ select * from tests.heat('admin') $$, 'without bookings and drivers the heat map has no cells');
select tests.as_owner(), tests.go_online('driver', 47.141, 9.5200), tests.go_online('driver2', 47.1411, 9.5201);
update public.drivers set driver_active_status = true where id = tests.id('driver3');
select results_eq($$ select * from tests.heat('admin') $$, $$ values (0::bigint, 0::bigint, 2::bigint) $$, 'free drivers with a recent position count as supply');
select results_eq($$ select * from tests.heat('fleet') $$, $$ values (0::bigint, 0::bigint, 1::bigint) $$, 'a fleet admin sees the supply of the own fleet');
select is_empty($$ select * from tests.heat('fleet2') $$, 'a fleet admin does not see the supply of other fleets');
select tests.as_owner(), tests.turn('2 minutes');
select is_empty($$ select * from tests.heat('admin') $$,
  'a driver without a position for two minutes does not count as supply');

-- Demand
select tests.as_owner(), tests.set('auto_dispatch', 'false');
select tests.book('rider'), tests.book('rider'), tests.book('rider2');
select results_eq($$ select * from tests.heat('admin') $$, $$ values (3::bigint, 0::bigint, 0::bigint) $$, 'an admin sees all bookings as demand');
select is_empty($$ select * from tests.heat('fleet') $$, 'a fleet admin sees no demand from fewer than three riders');
select is_empty($$ select * from tests.heat('driver') $$, 'a driver sees no demand from fewer than three riders');
select tests.as_owner(), tests.book('rider3');
select results_eq($$ select * from tests.heat('fleet') $$, $$ values (4::bigint, 0::bigint, 0::bigint) $$, 'a fleet admin sees demand from three riders');
select results_eq($$ select * from tests.heat('driver') $$, $$ values (3::bigint, null::bigint, null::bigint) $$, 'a driver sees demand rounded to threes and no supply');
select tests.as_owner();
select app.cancel_undriven(tests.booking(), 'no_driver_available');
select results_eq($$ select * from tests.heat('admin') $$, $$ values (4::bigint, 1::bigint, 0::bigint) $$, 'a booking without a driver counts as unmet demand');
select tests.as_owner(), tests.turn('3 hours');
select is_empty($$ select * from tests.heat('admin') $$, 'demand disappears from the heat map after three hours');
select is((select demand from tests.heat('admin', 4)), 4::bigint,
  'demand of four hours ago is shown when four hours are requested');

-- Areas
select tests.act_as('admin');
select is_empty($$ select * from public.heat_map(46, 9, 47, 10, 168) where demand > 0 and lat > 47 $$, 'another area does not contain the demand');
select throws_ok($$ select * from public.heat_map(47, 9, 46, 10) $$, 'PT422', 'area_invalid',
  'an area whose south is above its north is refused');
select throws_ok($$ select * from public.heat_map('NaN', 9, 47, 10) $$, 'PT422', 'area_invalid', 'an area with a bound of NaN is refused');
select throws_ok($$ select * from public.heat_map(46, null, 47, 10) $$, 'PT422', 'area_invalid',
  'an area with a bound of null is refused');
select throws_ok($$ select * from public.heat_map(46, 9, 47, 10, 169) $$, 'PT422', 'area_invalid',
  'a heat map of more than a week is refused');
select throws_ok($$ select * from public.heat_map(46, 9, 47, 10, 3, 1) $$, 'PT422', 'area_invalid', 'a heat map with cells of one metre is refused');

-- Drivers on duty
select tests.as_owner(), tests.set('auto_dispatch', 'true'), tests.turn('10 minutes'), tests.ride('ACCEPTED');
select tests.act_as('admin');
select results_eq($$ select driver_name, vehicle_number, car_type, state, booking_id from public.duty_drivers() order by 1 $$,
  $$ values ('Lukas Marxer', 'FL 28 114', 'Cab', 'busy', tests.booking()), ('Marco Biedermann', 'FL 17 905', 'Estate', 'silent', null),
    -- Spec 2.37
    ('Nadia Hasler', 'FL 30 271', 'Cab', 'silent', null) $$, 'an admin can read all drivers on duty with their state');
select tests.as_owner(), tests.go_online('driver2');
select tests.act_as('fleet');
select results_eq($$ select driver_id, state from public.duty_drivers() order by 2 $$,
  $$ values (tests.id('driver2'), 'free'), (tests.id('driver3'), 'silent') $$,
    -- Spec 6.19
    'a fleet admin can read the own drivers on duty');
select tests.act_as('fleet3');
select is_empty($$ select * from public.duty_drivers() $$, 'another fleet admin does not see the drivers on duty');
select tests.as_owner(), tests.let('driver2', 'select public.set_driver_active(false)'), tests.act_as('fleet');
select is((select count(*) from public.duty_drivers()), 1::bigint, 'a driver who goes off duty leaves the map');

-- A live map requests only changes
select tests.as_owner();
create function tests.on_map(since timestamptz default null, east double precision default 10) returns text language sql security definer as $$
  select (select string_agg(n.id || ' ' || n.state, ', ' order by n.id) from unnest(v.ids, v.states) i (who, state) cross join lateral
    (select p.first_name as id, i.state from public.profiles p where p.id = i.who) n) || ' | ' || coalesce((select string_agg(p.first_name, ', ' order by 1)
    from public.profiles p where p.id = any (v.gone)), '') from public.drivers_for_map(47, 9, 48, on_map.east, on_map.since) v
$$;
grant execute on all functions in schema tests to authenticated;
select tests.act_as('admin');
select is(tests.on_map(), 'Lukas busy, Marco silent | ', 'the map lists the drivers on duty within its bounds');
select is((public.drivers_for_map(47, 9, 48, 10)).lats, (select array_agg(round(d.lat::numeric, 5)::double precision order by d.updated_at desc, d.driver_id) from public.duty_drivers() d), 'the map shows positions rounded to about a metre');
select is(tests.on_map(east => 9.1), null, 'a map of another area is empty');
select is(tests.on_map(app.now()), null, 'a driver who neither moved nor changed is not sent again');
select tests.as_owner(), tests.turn('10 seconds'), tests.let('driver', 'select public.report_position(47.1415, 9.5205)'), tests.act_as('admin');
select is(tests.on_map(app.now() - interval '5 seconds'), 'Lukas busy | ', 'a driver who moved is sent again');
select cmp_ok((public.drivers_for_map(47, 9, 48, 10)).at, '<', app.now(), 'the next request starts before the time of the answer');
select is((public.drivers_for_map(47, 9, 48, 9.1, app.now() - interval '5 seconds')).gone, array[tests.id('driver')], 'a driver who left the area is listed as gone');
select tests.as_owner(), tests.turn('70 seconds'), tests.act_as('admin');
select is(tests.on_map(app.now() - interval '15 seconds'), 'Lukas silent | ', 'a driver who falls silent during a trip is sent again, as without a signal');
select tests.as_owner(), tests.turn('10 seconds'), tests.let('driver3', 'select public.set_driver_active(false)'), tests.act_as('admin');
select is((public.drivers_for_map(47, 9, 48, 10, app.now() - interval '5 seconds')).gone, array[tests.id('driver3')], 'a driver who goes off duty is listed as gone');
select tests.act_as('fleet3');
select is((public.drivers_for_map(47, 9, 48, 10, app.now() - interval '5 seconds')).gone, '{}', 'another fleet admin gets no list of gone drivers');
select is((public.drivers_for_map(47, 9, 48, 10)).ids, '{}', 'another fleet admin gets no drivers for the map');
select tests.act_as('admin');
select throws_ok($$ select public.drivers_for_map(48, 9, 47, 10) $$, 'PT422', 'area_invalid',
  'a map whose south is above its north is refused');
select throws_ok($$ select public.drivers_for_map('NaN', 9, 47, 10) $$, 'PT422', 'area_invalid', 'a map with a bound of NaN is refused');

-- Refusals
select tests.act_as('rider');
select throws_ok($$ select public.drivers_for_map(47, 9, 48, 10) $$, 'PT403', 'not_allowed',
  'a rider cannot read the drivers for the map');
select throws_ok($$ select * from public.heat_map(46, 9, 47, 10) $$, 'PT403', 'not_a_driver',
  'a rider cannot read the heat map');
select throws_ok($$ select * from public.duty_drivers() $$, 'PT403', 'not_allowed', 'a rider cannot read the drivers on duty');
select tests.act_as('driver');
select throws_ok($$ select * from public.duty_drivers() $$, 'PT403', 'not_allowed', 'a driver cannot read the drivers on duty');
select tests.as_owner();
update public.profiles set approved = false where id = tests.id('driver');
select tests.let('driver2', 'select 1'), set_config('request.jwt.claims', jsonb_build_object('sub', tests.id('driver'), 'role', 'authenticated')::text, true);
select throws_ok($$ select * from public.heat_map(46, 9, 47, 10) $$, 'PT403', 'account_suspended', 'a suspended driver cannot read the heat map');
select tests.as_visitor();
select throws_ok($$ select * from public.heat_map(46, 9, 47, 10) $$, '42501', null, 'a visitor cannot read the heat map');
select throws_ok($$ select * from public.duty_drivers() $$, '42501', null, 'a visitor cannot read the drivers on duty');

select * from finish();
