-- The fare formula and quotes.
select no_plan();

create function tests.rule(change jsonb default '{}') returns jsonb language sql as $$
  select '{"decimal": 2, "base_fare": 4, "rate_per_unit_distance": 2, "rate_per_hour": 24, "min_fare": 8,
    "convenience_fees": 1, "convenience_fee_type": "flat", "free_wait": 5, "waiting_rate_per_hour": 0}'::jsonb || change
$$;
create function tests.sum_of(lines jsonb) returns numeric language sql as $$
  select coalesce(sum((l ->> 'amount')::numeric), 0) from jsonb_array_elements(lines) l
$$;
create function tests.keys_of(lines jsonb) returns text language sql as $$
  select string_agg(l ->> 'key', ' ') from jsonb_array_elements(lines) l
$$;

-- The formula
-- Spec 9.6
select is(app.compute_fare(tests.rule(), '{"distance_km": 3.5, "secs": 420}') ->> 'trip_cost', '14.80', 'a fare is base fare, distance, time and fee: 4 + 3.5 km x 2 + 7 min x 24/h + 1');
select is(app.compute_fare(tests.rule(), '{"distance_km": 3.5, "secs": 420}') ->> 'driver_share', '13.80', 'the driver''s share is the fare less the convenience fee');
select is(app.compute_fare(tests.rule(), '{"distance_km": 3.5, "secs": 420}') -> 'lines', '[
  {"key": "base_fare", "amount": 4.00}, {"key": "distance", "amount": 7.00, "quantity": 3.50, "unit": "km", "rate": 2},
  {"key": "time", "amount": 2.80, "quantity": 7.0, "unit": "min", "rate": 0.4000}, {"key": "convenience_fee", "amount": 1.00}]', 'the fare''s lines list base fare, distance, time and fee');
-- Spec 5.33, 9.8
select is(app.compute_fare(tests.rule(), '{"distance_km": 0.5, "secs": 60}') #>> '{lines,3}', '{"key": "minimum_fare", "amount": 2.60}', 'a ride below the minimum fare gets a line for the difference');
select is(app.compute_fare(tests.rule(), '{"distance_km": 0.5, "secs": 60}') ->> 'ride_cost', '8.00', 'the ride cost is raised to the minimum fare before the fee');
-- Spec 9.6
select is(app.compute_fare(tests.rule('{"base_fare": 0}'), '{"distance_km": 10, "secs": 600}') -> 'lines' -> 0 ->> 'key', 'distance', 'a tariff without a base fare has no base fare line');
select is(app.compute_fare(tests.rule('{"convert_to_mile": true}'), '{"distance_km": 16.09344, "secs": 0}') #> '{lines,1}',
  '{"key": "distance", "amount": 20.00, "quantity": 10.00, "unit": "mi", "rate": 2}',
    -- Spec 9.4
    'the distance is charged in miles where the operator uses miles');
select is(app.compute_fare(tests.rule('{"convert_to_mile": true, "rate_per_unit_distance": 3.81}'), '{"distance_km": 53.1696, "secs": 0}') #>> '{lines,1,amount}',
  '125.88', 'an amount in miles that ends in exactly half a cent is rounded up');
select is(tests.keys_of(app.compute_fare(tests.rule(), '{"distance_km": 5, "secs": 60, "parcel_type": {"amount": 3}, "option": {"amount": 2}}') -> 'lines'),
  -- Spec 9.7
  'base_fare distance time parcel_type option convenience_fee', 'parcel type and option are separate lines');
select is(app.compute_fare(tests.rule('{"waiting_rate_per_hour": 30}'), '{"distance_km": 5, "secs": 60, "wait_secs": 900}') #> '{lines,3}',
  '{"key": "waiting", "amount": 5.00, "quantity": 10.0, "unit": "min", "rate": 0.5000}', 'waiting is charged beyond the free minutes');
select is(app.compute_fare(tests.rule('{"waiting_rate_per_hour": 30}'), '{"distance_km": 5, "secs": 60, "wait_secs": 300}') #>> '{lines,3,key}',
  'convenience_fee', 'waiting within the free minutes is not charged');
select is(app.compute_fare(tests.rule('{"rate_per_unit_distance": 1.005, "rate_per_hour": 0}'), '{"distance_km": 9, "secs": 0}') #>> '{lines,1,amount}',
  -- Spec 9.9
  '9.05', 'half cents are rounded up');
-- Spec 9.9
select is(app.compute_fare(tests.rule('{"decimal": 0}'), '{"distance_km": 3.4, "secs": 420}') ->> 'trip_cost', '15', 'amounts are rounded to the operator''s decimals');
select is(app.compute_fare(tests.rule('{"convenience_fee_type": "percentage", "convenience_fees": 8}'), '{"distance_km": 3.5, "secs": 420}') ->> 'convenience_fees',
  -- Spec 9.10
  '1.10', 'a percentage fee is computed from the ride cost');

-- The lines that riders see
-- Spec 9.10
select is(app.compute_fare(tests.rule(), '{"distance_km": 3.5, "secs": 420}') #>> '{rider_lines,0,amount}', '5.00', 'a flat fee is added to the rider''s base fare line');
select is(app.compute_fare(tests.rule('{"base_fare": 0}'), '{"distance_km": 8, "secs": 420}') #> '{rider_lines,0}', '{"key": "base_fare", "amount": 1.00}',
  'a flat fee becomes the rider''s base fare line where there is none');
select is(tests.keys_of(app.compute_fare(tests.rule('{"convenience_fee_type": "percentage", "convenience_fees": 8}'), '{"distance_km": 3.5, "secs": 420}') -> 'rider_lines'),
  'base_fare distance time', 'a percentage fee is spread over the rider''s lines');
create function tests.some(size numeric, places integer default 2) returns numeric language sql volatile as $$
  select round((random() * size)::numeric, places)
$$;
create function tests.any_fare() returns jsonb language sql volatile as $$
  select app.compute_fare(tests.rule(jsonb_build_object('convenience_fee_type', case when random() < 0.7 then 'percentage' else 'flat' end,
    'convenience_fees', tests.some(30), 'base_fare', tests.some(6) * (random() > 0.2)::integer, 'tax_percent', tests.some(25, 1),
    'rate_per_unit_distance', tests.some(5, 3), 'rate_per_hour', tests.some(60), 'waiting_rate_per_hour', tests.some(60),
    'min_fare', tests.some(20), 'decimal', floor(random() * 4), 'zones', jsonb_build_array(jsonb_build_object('percent', tests.some(50)), jsonb_build_object('amount', tests.some(9))),
    'windows', jsonb_build_array(jsonb_build_object('percent', tests.some(50)))) || case when random() < 0.2 then jsonb_build_object('zone_fixed', jsonb_build_object('amount', tests.some(50))) else '{}' end),
    jsonb_build_object('distance_km', tests.some(40, 3), 'secs', floor(random() * 4000), 'wait_secs', floor(random() * 900),
      'extras', jsonb_build_array(jsonb_build_object('key', 'toll', 'amount', tests.some(9)))))
$$;
select ok((select bool_and(tests.sum_of(f -> 'rider_lines') = (f ->> 'trip_cost')::numeric and tests.sum_of(f -> 'lines') = (f ->> 'trip_cost')::numeric
    and (f ->> 'driver_share')::numeric + (f ->> 'convenience_fees')::numeric = (f ->> 'trip_cost')::numeric
    and (f ->> 'tax')::numeric between 0 and (f ->> 'trip_cost')::numeric * 0.21 + 1
    and not f -> 'rider_lines' @> '[{"key": "convenience_fee"}]'
    and not exists (select 1 from jsonb_array_elements(f -> 'rider_lines' || (f -> 'lines')) l where (l ->> 'amount')::numeric < 0))
  from (select setseed(0.42)) s, lateral (select tests.any_fare() as f from generate_series(1, 1500)) r),
  'in 1500 random fares all lines add up, none is negative, and riders see no fee line');

-- Surcharges, extras, fixed fares, tax
select is(tests.keys_of(app.compute_fare(tests.rule('{"waiting_rate_per_hour": 30, "min_fare": 60, "windows": [{"name": "Night", "percent": 20}], "zones": [{"name": "Old town", "amount": 2}]}'),
  '{"distance_km": 5, "secs": 60, "wait_secs": 900, "parcel_type": {"amount": 3}, "option": {"amount": 2}, "extras": [{"key": "other", "amount": 2}, {"key": "toll", "amount": 4}, {"key": "parking", "amount": 1}]}') -> 'lines'),
  'base_fare distance time parcel_type option zone_surcharge tariff_window waiting extra toll parking minimum_fare convenience_fee', 'the lines of a fare have a fixed order');
select is(app.compute_fare(tests.rule('{"zones": [{"percent": 10}, {"percent": 10}], "windows": [{"percent": 50}]}'), '{"distance_km": 3, "secs": 0, "option": {"amount": 5}}') ->> 'ride_cost',
  '22.00', 'percentage surcharges apply only to the way and do not compound');
select is(app.compute_fare(tests.rule('{"zone_fixed": {"name": "Airport", "amount": 50}, "windows": [{"percent": 10}]}'), '{"distance_km": 3, "secs": 60}') -> 'rider_lines',
  '[{"key": "zone_fixed", "name": "Airport", "amount": 51.00}, {"key": "tariff_window", "amount": 5.00, "percent": 10}]', 'a fixed zone fare replaces the way''s lines and includes the fee');
select is(app.compute_fare(tests.rule('{"waiting_rate_per_hour": 30}'), '{"distance_km": 5, "secs": 60, "wait_secs": 60, "stop_wait_secs": 120}') #> '{lines,3}',
  '{"key": "waiting", "amount": 1.00, "quantity": 2.0, "unit": "min", "rate": 0.5000}', 'waiting at stops has no free minutes');
select is(app.compute_fare(tests.rule('{"tax_percent": 8.1}'), '{"distance_km": 3.5, "secs": 420}') ->> 'tax', '1.11', 'the tax is contained in the total');
select is(app.compute_fare(tests.rule('{"tax_percent": 8.1}'), '{"distance_km": 3.5, "secs": 420}') ->> 'trip_cost', '14.80', 'the tax does not change the total');

-- Invalid input
select is(app.compute_fare(tests.rule('{"base_fare": -4, "min_fare": "x", "convenience_fees": -1, "rate_per_hour": 1e300, "zones": [{"amount": -5}, 7, null], "windows": {"amount": 1}}'),
  '{"distance_km": -3, "secs": "NaN", "wait_secs": -60, "extras": [{"amount": -9}, {"amount": "Infinity"}], "option": {"amount": -2}}') ->> 'trip_cost', '0.00', 'invalid amounts in a tariff or trip count as zero');
select is(app.compute_fare('{}', '{}') ->> 'trip_cost', '0', 'an empty tariff gives a fare of zero');
select is(app.compute_fare('{"decimal": 0, "min_fare": 0, "convenience_fees": 50, "convenience_fee_type": "percentage", "zones": [{"amount": 1}, {"amount": 1}, {"amount": 1}, {"amount": 1}, {"amount": 1}, {"amount": 1}]}', '{}') -> 'rider_lines',
  (select jsonb_agg(jsonb_build_object('key', 'zone_surcharge', 'amount', case when n <= 3 then 2 else 1 end)) from generate_series(1, 6) n), 'a fee spread over many small lines makes none negative');

-- Quotes
select tests.as_service();
select is(to_jsonb(public.quote_fare(null, tests.order())) ->> 'quote_id', null, 'a visitor''s quote is not stored');
select is(to_jsonb(public.quote_fare(null, tests.order())) ->> 'trip_cost', '14.80', 'a visitor gets the price of a quote');
select is(to_jsonb(public.quote_fare(tests.id('driver'), tests.order())) ->> 'quote_id', null, 'a driver''s quote is not stored');
select matches(to_jsonb(public.quote_fare(tests.id('rider'), tests.order())) ->> 'quote_id', '^[0-9a-f-]{36}$', 'a rider''s quote is stored');
select is((to_jsonb(public.quote_fare(tests.id('rider'), tests.order())) ->> 'expires_at')::timestamptz, app.now() + interval '10 minutes', 'a stored quote expires after ten minutes');
-- Spec 4.48
select is(to_jsonb(public.quote_fare(null, tests.order('Courier', 3, 600))) ->> 'trip_cost', '12.30', 'a parcel''s quote uses the first parcel type and option by default');
-- Spec 3.38
select is(to_jsonb(public.quote_fare(null, tests.order('Courier', 3, 600) || '{"parcel_type_index": 1, "option_index": 1}')) ->> 'trip_cost', '14.80', 'a parcel''s quote uses the requested parcel type and option');
select throws_ok($$ select public.quote_fare(null, tests.order('Courier') || '{"parcel_type_index": 7}') $$, 'PT422', 'select_proper', 'a quote with an unknown parcel type is refused');
-- Spec 5.4
select throws_ok($$ select public.quote_fare(null, tests.order() || '{"car_type_id": "nonsense"}') $$, 'PT422', 'select_proper', 'a quote with an unknown car type is refused');
select throws_ok($$ select public.quote_fare(null, tests.order() - 'pickup') $$, 'PT422', 'select_proper',
  -- Spec 5.4, 5.16, 8.4
  'a quote without a pickup is refused');
select throws_ok($$ select public.quote_fare(null, tests.order() || '{"drop": {"lat": 147, "lng": 9}}') $$, 'PT422', 'select_proper', 'a quote whose drop is not on the map is refused');
select is(to_jsonb(public.quote_fare(null, tests.order())) ->> 'currency', 'CHF', 'a quote contains the currency');
select throws_ok($$ select public.quote_fare(null, tests.order() || '{"distance_in_km": "NaN"}') $$, 'PT422', 'no_route_found', 'a quote whose distance is NaN is refused');
select throws_ok($$ select public.quote_fare(null, tests.order() - 'distance_in_km') $$, 'PT422', 'no_route_found', 'a quote without a distance is refused');
select throws_ok($$ select public.quote_fare(null, tests.order() || jsonb_build_object('waypoints', (select jsonb_agg(n) from generate_series(1, 24) n))) $$,
  -- Spec 9.16
  'PT422', 'too_many_stops', 'a quote with 24 stops is refused');
select tests.act_as('rider');
select throws_ok($$ select public.quote_fare(tests.id('rider'), tests.order()) $$, '42501', null, 'a rider cannot call quote_fare directly');
select throws_ok($$ insert into public.fare_quotes (trip_cost) values (1) $$, '42501', null, 'a rider cannot insert a quote');
select ok((select count(*) >= 2 and bool_and(customer_id = tests.id('rider')) from public.fare_quotes), 'a rider can read the own quotes');
select tests.act_as('rider2');
select is_empty($$ select 1 from public.fare_quotes $$, 'a rider cannot read another rider''s quotes');
select tests.act_as('driver');
select is_empty($$ select 1 from public.fare_quotes $$, 'a driver cannot read quotes');
select tests.act_as('admin');
select isnt_empty($$ select 1 from public.fare_quotes $$, 'an admin can read quotes');
select * from finish();
