-- Setting up a firm: what is left to do until it can drive.
select no_plan();

create function pg_temp.setup() returns public.firm_setup language sql as $$ select public.firm_setup() $$;

create function pg_temp.empty_garage() returns void language plpgsql security definer as $$
begin
  perform set_config('session_replication_role', 'replica', true);
  delete from public.car_types where true;
  perform set_config('session_replication_role', 'origin', true);
end $$;
create function pg_temp.price(base numeric, per_km numeric, per_hour numeric, fee numeric) returns numeric language sql as $$
  select round((base + 5 * per_km + per_hour / 5) * (1 + fee / 100), 2) $$;

-- Who may
select tests.as_visitor();
select throws_ok($$ select public.firm_setup() $$, '42501', null, 'a visitor cannot read the set-up');
select tests.act_as('rider');
select throws_ok($$ select public.firm_setup() $$, 'PT403', 'not_allowed', 'a rider cannot read the set-up');
select throws_ok($$ select public.confirm_setup('live') $$, 'PT403', 'not_allowed', 'a rider cannot confirm a step of the set-up');
select throws_ok($$ select public.start_car_types(20, '{A,B,C,D,E}') $$, 'PT403', 'not_allowed', 'a rider cannot make car types');

-- The demo never began a set-up.
select tests.act_as('admin');
select is((pg_temp.setup()).begun, false, 'a firm from before the set-up has no list');
select is((select (s.firm, s.cars, s.drivers, s.legal) from pg_temp.setup() s)::text, '(f,t,t,f)', 'steps are computed from the data');
select lives_ok($$ select public.confirm_setup('live') $$, 'confirming a step without a set-up changes nothing');
select is((pg_temp.setup()).live, false, 'no step is confirmed without a set-up');
select is(public.start_car_types(20, '{A,B,C,D,E}'), 0, 'car types are not made beside others');

-- The country of the map
select tests.as_service();
select throws_ok($$ select public.set_service_area(9.4, 47, 9.7, 47.3, 'Austria') $$, 'PT422', 'service_area_invalid', 'the country of a region is a code');
select public.set_service_area(9.4, 47, 9.7, 47.3, 'AT');
select tests.act_as('admin');
select is((select (s.region_country, s.lat, s.lng) from pg_temp.setup() s)::text, '(AT,47.15,9.55)', 'the set-up knows country and middle of the region');
select tests.as_service();
select public.set_service_area(9.4, 47, 9.7, 47.3);
select tests.act_as('admin');
select is((pg_temp.setup()).region_country, null, 'a region without a country has none');

-- A new firm
select tests.as_owner();
select app.begin_setup();
select app.begin_setup();
select tests.act_as('admin');
select is((pg_temp.setup()).begun, true, 'a set-up begins once');
select throws_ok($$ select public.confirm_setup('town', '{"country": "MT", "time_zone": "Malta"}') $$, 'PT422', 'time_zone_invalid', 'a step with a wrong setting is refused');
select is((select (s.town, (app.settings()).country) from pg_temp.setup() s)::text, '(f,LI)', 'a refused step changes neither list nor settings');
select is((select (s.country, s.time_zone, s.panic) from public.confirm_setup('town', '{"country": "MT", "time_zone": "Europe/Malta", "panic": "112"}') s)::text,
  '(MT,Europe/Malta,112)', 'a step is confirmed together with its settings');
select is((pg_temp.setup()).town, true, 'a confirmed step is done');
select public.confirm_setup('town');
select public.confirm_setup('tax', '{"tax_percent": 7}');
select is((select (s.tax, s.town, s.offer, s.live) from pg_temp.setup() s)::text, '(t,t,f,f)', 'steps are confirmed one by one');
select throws_ok($$ select public.confirm_setup('cars') $$, 'PT422', 'settings_invalid', 'a computed step cannot be confirmed');
select throws_ok($$ select public.confirm_setup(null) $$, 'PT422', 'settings_invalid', 'a confirmation needs a step');
select is((pg_temp.setup()).firm, false, 'a firm without a name of its own has something to do');
select public.update_settings('{"app_name": "Malta Cabs"}');
select is((pg_temp.setup()).firm, true, 'a firm with name and phone is known');

-- A first ride
select is((pg_temp.setup()).first_ride, false, 'a firm that has driven nobody has something to do');
select tests.ride('PAID');
select tests.act_as('admin');
select is((pg_temp.setup()).first_ride, true, 'a paid ride is a first ride');
select tests.let('rider', format('select public.rate_booking(%L, 5)', tests.booking()));
select tests.act_as('admin');
select is((pg_temp.setup()).first_ride, true, 'a first ride that is completed stays done');

-- Cars
select pg_temp.empty_garage();
select tests.act_as('admin');
select throws_ok($$ select public.start_car_types(-1, '{A,B,C,D,E}') $$, 'PT422', 'settings_invalid', 'a ride costs something');
select throws_ok($$ select public.start_car_types('NaN', '{A,B,C,D,E}') $$, 'PT422', 'settings_invalid', 'the price of a ride is a number');
select throws_ok($$ select public.start_car_types(20, '{A,B,C,D,E}', 101) $$, 'PT422', 'settings_invalid', 'the share of the firm is a percentage');
select throws_ok($$ select public.start_car_types(20, '{A,B,C,D}') $$, 'PT422', 'settings_invalid', 'five names are needed');
select throws_ok($$ select public.start_car_types(20, '{A,B,C,NULL,E}') $$, 'PT422', 'settings_invalid', 'each type needs a name');
select throws_ok($$ select public.start_car_types(20, '{A,A,C,D,E}') $$, 'PT422', 'settings_invalid', 'the names differ');
select is((pg_temp.setup()).cars, false, 'a firm without car types has something to do');
select tests.set('app_category', 'taxi');
select is(public.start_car_types(20, '{Cab,Estate,Van,Premium,Courier}', 10), 4, 'a taxi firm starts with four types');
select results_eq($$ select c.name, pg_temp.price(c.base_fare, c.rate_per_unit_distance, c.rate_per_hour, 10) from public.car_types c order by c.sort_order $$,
  $$ values ('Cab', 20.00), ('Estate', 22.00), ('Van', 27.01), ('Premium', 32.00) $$, 'a ride of five kilometres costs what was asked for, to the cent');
select is(public.start_car_types(30, '{Cab,Estate,Van,Premium,Courier}'), 0, 'types are made once');
select is((pg_temp.setup()).cars, true, 'a firm with car types is ready to price');
select pg_temp.empty_garage();
select tests.set('app_category', 'both');
select tests.as_owner();
update public.settings set "decimal" = 0 where id = 1;
select tests.act_as('admin');
select is(public.start_car_types(2000, '{Cab,Estate,Van,Premium,Courier}'), 5, 'a firm that also delivers has a courier');
select is((select pg_temp.price(c.base_fare, c.rate_per_unit_distance, c.rate_per_hour, 0) from public.car_types c where c.name = 'Cab'), 2000.00,
  'fares without decimals are whole numbers that meet the price');
select is((select (c.rate_per_unit_distance, c.min_fare) from public.car_types c where c.name = 'Cab')::text, '(220,900)', 'rates are round numbers');
select pg_temp.empty_garage();
select tests.set('app_category', 'delivery');
select tests.act_as('admin');
select is(public.start_car_types(450000, '{Cab,Estate,Van,Premium,Courier}'), 1, 'a firm that only delivers has a courier, whatever its currency is worth');
select is((pg_temp.setup()).cars, true, 'a firm that only delivers needs no taxi');
select tests.set('app_category', 'taxi');
select tests.act_as('admin');
select is((pg_temp.setup()).cars, false, 'a firm that delivered and now drives people lacks cars');
select is(public.start_car_types(2000, '{Cab,Estate,Van,Premium,Courier}'), 4, 'cars for people are made beside a courier');
select is((pg_temp.setup()).cars, true, 'a firm with cars for people is ready to price');
select is(public.start_car_types(2000, '{A,B,C,D,E}'), 0, 'cars beside a courier are made once');
select tests.as_owner();
select is((select count(*) from public.audit_log a where a.action = 'confirm_setup'), 4::bigint, 'confirmations are in the audit log');
-- The price of own routes before there are car types, and fixed places
select tests.act_as('rider');
select throws_ok($$ select public.preview_start(22, 10, '[]') $$, 'PT403', 'not_allowed', 'a rider cannot price the routes of a set-up');
select tests.act_as('admin');
select throws_ok($$ select public.preview_start('NaN', 10, '[]') $$, 'PT422', 'settings_invalid', 'a fare of NaN is refused for own routes');
select throws_ok($$ select public.preview_start(22, null, '[]') $$, 'PT422', 'settings_invalid', 'own routes are priced with the share of the firm');
select throws_ok($$ select public.preview_start(22, 10, '{}') $$, 'PT422', 'tariff_invalid', 'own routes are a list');
select results_eq($$ select p.trip_cost from public.preview_start(22, 10, '[{"distance": 5, "minutes": 12}, {"distance": 0.1, "minutes": 1}]') p $$,
  $$ values (22::numeric), (10::numeric) $$, 'own routes cost what the first car type will charge, with its minimum');
select is((pg_temp.setup()).places, false, 'fixed places are to be confirmed');
select public.confirm_setup('places');
select is((pg_temp.setup()).places, true, 'fixed places can be confirmed, also without any');
-- Open for riders
select tests.act_as('admin');
select is((pg_temp.setup()).legal, false, 'a firm without a template for its legal pages has something to do');
select throws_ok($$ select public.confirm_setup('live') $$, 'PT409', 'setup_incomplete', 'a firm does not open before its set-up is done');
select is((pg_temp.setup()).live, false, 'a refused opening changes nothing');
select public.update_settings('{"legal_template": "plain"}');
select is((pg_temp.setup()).legal, true, 'a firm with company, address and template is ready for its legal pages');
select * from finish();
