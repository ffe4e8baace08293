-- Previews of a tariff before it is saved, and references to a car type.
select no_plan();

create function tests.tariff(change jsonb default '{}') returns jsonb language sql stable as $$
  select to_jsonb(c) || change from public.car_types c where c.name = 'Cab'
$$;

-- Acting as others
select tests.as_visitor();
select throws_ok($$ select public.preview_fares('{}', '[]') $$, '42501', null, 'a visitor cannot preview fares');
select tests.act_as('rider');
select throws_ok($$ select public.preview_fares('{}', '[]') $$, 'PT403', 'not_allowed', 'a rider cannot preview fares');
select throws_ok($$ select public.car_type_uses(tests.car()) $$, 'PT403', 'not_allowed', 'a rider cannot count the uses of a car type');
select tests.act_as('fleet');
select throws_ok($$ select public.preview_fares('{}', '[]') $$, 'PT403', 'not_allowed', 'a fleet admin cannot preview fares');

-- Acting as an admin
select tests.act_as('admin');
select is((select count(*) from public.preview_fares(tests.tariff(), '[{"distance": 5, "minutes": 12}, {"distance": 0.1, "minutes": 1}]')),
  2::bigint, 'an admin gets a fare for each previewed ride');
select is((select trip_cost from public.preview_fares(tests.tariff('{"base_fare": 3.5, "rate_per_unit_distance": 1.6, "rate_per_hour": 18, "min_fare": 8, "convenience_fees": 1, "convenience_fee_type": "flat",
    "parcel_types": [{"description": "Letter", "amount": 0}, {"description": "Small", "amount": 1.2}]}'),
    '[{"distance": 5, "minutes": 12, "parcel_type_index": 1}]')), 17.30, 'an admin previews the fare of a tariff that is not saved');
select is((select trip_cost from public.preview_fares(tests.tariff('{"base_fare": "NaN", "rate_per_unit_distance": -5, "rate_per_hour": null, "min_fare": {}, "convenience_fees": "x"}'),
  '[{"distance": 5, "minutes": 12}]')), 0.00, 'invalid amounts of a previewed tariff count as zero');
select is((select string_agg(l ->> 'key', ' ') from public.preview_fares(tests.tariff(), '[{"distance": 5, "minutes": 12}]') f, jsonb_array_elements(f.lines) l),
  'base_fare distance time convenience_fee', 'an admin''s preview shows the fee as a line of its own');
select throws_ok($$ select public.preview_fares('[]', '[]') $$, 'PT422', 'tariff_invalid', 'a previewed tariff that is not an object is refused');
select throws_ok($$ select public.preview_fares('{}', '{}') $$, 'PT422', 'tariff_invalid', 'previewed rides that are not a list are refused');
select throws_ok($$ select public.preview_fares('{"options": {}}', '[]') $$, 'PT422', 'tariff_invalid', 'options of a previewed tariff that are not a list are refused');
select throws_ok($$ select public.preview_fares('{}', (select jsonb_agg('{}'::jsonb) from generate_series(1, 51))) $$, 'PT422', 'tariff_invalid', 'a preview of more than fifty rides is refused');
select throws_ok($$ select public.preview_fares(tests.tariff('{"options": [{"description": "Seat", "amount": 2}]}'), '[{"distance": 5, "minutes": 12, "option_index": 4}]') $$,
  'PT422', 'select_proper', 'a previewed ride with an unknown option is refused');

-- A quote for the same route costs the same
select set_config('tests.previewed', (select trip_cost::text from public.preview_fares(tests.tariff(), '[{"distance": 3.5, "minutes": 7}]')), true);
select tests.as_owner();
select is(current_setting('tests.previewed'), app.compute_fare(app.fare_rule(tests.car()), '{"distance_km": 3.5, "secs": 420}') ->> 'trip_cost', 'a preview uses the same formula as a quote');
update public.settings set convert_to_mile = true;
select tests.act_as('admin');
select is((select lines #> '{1,quantity}' from public.preview_fares(tests.tariff(), '[{"distance": 10, "minutes": 0}]')), '10.000', 'a preview is in miles where the operator uses miles');
select tests.as_owner();
update public.settings set convert_to_mile = false;

-- What refers to a car type
select tests.act_as('admin');
select is((public.car_type_uses(tests.car())).drivers, (select count(*) from public.drivers where car_type_id = tests.car()), 'the drivers of a car type are counted');
select is(public.car_type_uses(gen_random_uuid()), row(0, 0, 0, 0, 0)::public.counted_uses, 'a car type that does not exist has no uses');
select ok((u).bookings >= (u).bookings_this_month, 'the bookings of a car type are counted') from (select public.car_type_uses(tests.car()) as u) n;
select throws_ok(format('delete from public.car_types where id = %L', (select d.car_type_id from public.drivers d where d.car_type_id is not null limit 1)),
  '23503', null, 'a car type that a driver has cannot be deleted');

-- Sort orders
select tests.act_as('rider');
select throws_ok($$ select public.order_car_types('{}') $$, 'PT403', 'not_allowed', 'a rider cannot sort the car types');
select throws_ok($$ select public.order_cancel_reasons('{}') $$, 'PT403', 'not_allowed', 'a rider cannot sort the cancel reasons');
select tests.act_as('admin');
select set_config('tests.last', (select name from public.car_types order by sort_order desc, name desc limit 1), true);
select lives_ok($$ select public.order_car_types((select array_agg(id order by sort_order desc, name desc) from public.car_types)) $$, 'an admin reverses the order of the car types');
select is((select name from public.car_types order by sort_order limit 1), current_setting('tests.last'), 'the last car type is first after the order is reversed');
select set_config('tests.last', (select label from public.cancel_reasons order by value desc limit 1), true);
select lives_ok($$ select public.order_cancel_reasons((select array_agg(id order by value desc) from public.cancel_reasons)) $$, 'an admin reverses the order of the cancel reasons');
select is((select label from public.cancel_reasons where value = 0), current_setting('tests.last'), 'the last cancel reason is first after the order is reversed');
select lives_ok($$ select public.order_cancel_reasons((select array_agg(id) from (select id from public.cancel_reasons order by value desc limit 2) l)) $$, 'an admin can sort only some of the cancel reasons');
select results_eq($$ select value from public.cancel_reasons order by value $$, $$ select generate_series(0, (select count(*)::integer - 1 from public.cancel_reasons)) $$,
  'cancel reasons are numbered without gaps after each sorting');

-- Limits of names and lists
select throws_ok($$ update public.car_types set name = repeat('x', 81) where name = 'Cab' $$, '23514', null, 'a car type''s name of more than 80 characters is refused');
select throws_ok($$ update public.car_types set name = '   ' where name = 'Cab' $$, '23514', null, 'a blank name of a car type is refused');
select throws_ok($$ update public.car_types set extra_info = repeat('x', 501) where name = 'Cab' $$, '23514', null, 'a car type''s extra info of more than 500 characters is refused');
select throws_ok($$ update public.car_types set options = jsonb_build_array(jsonb_build_object('description', repeat('x', 201), 'amount', 1)) where name = 'Cab' $$,
  '23514', null, 'an option''s description of more than 200 characters is refused');
select throws_ok($$ insert into public.cancel_reasons (label) values (repeat('x', 201)) $$, '23514', null, 'a cancel reason of more than 200 characters is refused');
select throws_ok($$ insert into public.cancel_reasons (label) values (' ') $$, '23514', null, 'a blank cancel reason is refused');

select * from finish();
