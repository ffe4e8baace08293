-- Stops on the route; changing the route with a new quote.
select no_plan();
create function tests.way(stops jsonb default '[]', change jsonb default '{}', rider text default 'rider', km numeric default 6) returns uuid
language sql security definer as $$
  select (to_jsonb(public.quote_fare(tests.id(rider), tests.order(km => km) || jsonb_build_object('waypoints', stops) || change)) ->> 'quote_id')::uuid
$$;
create function tests.two_stops() returns jsonb language sql as $$
  select '[{"lat": 47.15, "lng": 9.515, "add": "Mühleholz"}, {"lat": 47.16, "lng": 9.512, "add": "Laurentius"}]'::jsonb
$$;
create function tests.follow() returns void language plpgsql security definer as $$
begin
  perform tests.let('driver', format('select public.accept_booking(%L)', tests.booking()));
  perform tests.let('driver', format('select public.arrive_at_pickup(%L)', tests.booking()));
  perform tests.let('driver', format('select public.start_trip(%L, %L)', tests.booking(), tests.code()));
end $$;

-- Stops
select tests.go_online();
select tests.let('rider', format('select public.create_booking(%L, ''cash'')', tests.way(tests.two_stops())));
select tests.act_as('rider');
select results_eq($$ select position, lat, lng, address, arrived_at from public.booking_stops $$,
  -- Spec 1.1, 3.22
  $$ values (1, 47.15::double precision, 9.515::double precision, 'Mühleholz', null::timestamptz), (2, 47.16, 9.512, 'Laurentius', null) $$, 'the stops of a booking are stored in order');
select throws_ok($$ update public.booking_stops set arrived_at = now() $$, '42501', null, 'a rider cannot update stops');
select throws_ok($$ select public.arrive_at_stop(tests.booking(), 1) $$, 'PT403', 'not_a_driver', 'a rider cannot confirm the arrival at a stop');
select tests.act_as('rider2');
select is_empty($$ select 1 from public.booking_stops $$, 'another rider cannot read the stops');
select tests.as_visitor();
select throws_ok($$ select public.arrive_at_stop(gen_random_uuid(), 1) $$, '42501', null, 'a visitor cannot confirm the arrival at a stop');
select tests.as_owner();
select tests.let('driver', format('select public.accept_booking(%L)', tests.booking()));
select tests.act_as('driver2');
select throws_ok($$ select public.arrive_at_stop(tests.booking(), 1) $$, 'PT404', 'booking_not_found', 'another driver cannot confirm the arrival at a stop');
select tests.act_as('driver');
select throws_ok($$ select public.arrive_at_stop(tests.booking(), 1) $$, 'PT409', 'wrong_status', 'a driver cannot confirm the arrival at a stop before the trip starts');
select public.arrive_at_pickup(tests.booking()), public.start_trip(tests.booking(), tests.code());
select throws_ok($$ select public.arrive_at_stop(tests.booking(), 3) $$, 'PT404', 'stop_not_found', 'a driver cannot confirm the arrival at a stop that does not exist');
select throws_ok($$ select public.arrive_at_stop(tests.booking(), null) $$, 'PT404', 'stop_not_found', 'a driver cannot confirm the arrival at a stop without a number');
select throws_ok($$ select public.arrive_at_stop(tests.booking(), 2) $$, 'PT409', 'stop_out_of_order', 'a driver cannot confirm the arrival at the second stop before the first');
select is((public.arrive_at_stop(tests.booking(), 1)).arrived_at, app.now(), 'a driver confirms the arrival at a stop');
select tests.turn('1 minute');
select is((public.arrive_at_stop(tests.booking(), 1)).arrived_at, app.now() - interval '1 minute', 'a second arrival at a stop keeps the first time');
select results_eq($$ select from_status::text, to_status::text, actor_role, lat is not null from public.booking_events where note = 'stop_reached' $$,
  $$ values ('STARTED', 'STARTED', 'driver', true) $$, 'the arrival at a stop is in the history with its place');
select tests.as_owner();
select ok((select bool_and(app.event_hash(e) = e.hash) from public.booking_events e where e.booking_id = tests.booking()), 'the history with arrivals at stops matches its hashes');

-- Changing the route under way
create temp table before as select * from public.bookings where id = tests.booking();
grant select on before to public;
create temp table longer as select tests.way(tests.two_stops() || '[{"lat": 47.18, "lng": 9.51}]', '{"drop": {"lat": 47.2122, "lng": 9.5062, "add": "Bendern"}}', km => 9) as id;
grant select on longer to public;
select tests.act_as('rider2');
select throws_ok($$ select public.change_route(tests.booking(), (select id from longer)) $$, 'PT404', 'booking_not_found', 'another rider cannot change the route');
select tests.act_as('driver');
select throws_ok($$ select public.change_route(tests.booking(), (select id from longer)) $$, 'PT403', 'not_allowed', 'the driver cannot change the route');
select tests.as_visitor();
select throws_ok($$ select public.change_route(gen_random_uuid(), gen_random_uuid()) $$, '42501', null, 'a visitor cannot change a route');
select tests.act_as('rider');
select throws_ok($$ select public.change_route(tests.booking(), tests.way(tests.two_stops(), rider => 'rider2')) $$, 'PT404', 'quote_not_found', 'a rider cannot change the route with another rider''s quote');
select throws_ok($$ select public.change_route(tests.booking(), (select quote_id from before)) $$, 'PT409', 'quote_used', 'a rider cannot change the route with a used quote');
select throws_ok($$ select public.change_route(tests.booking(), tests.way(tests.two_stops(), jsonb_build_object('car_type_id', tests.car('Van')))) $$, 'PT422', 'quote_unsuitable', 'a rider cannot change the car type with the route');
select throws_ok($$ select public.change_route(tests.booking(), tests.way(tests.two_stops(), '{"pickup": {"lat": 47.143, "lng": 9.5209}}')) $$, 'PT422', 'quote_unsuitable', 'a rider cannot change the pickup of a started trip');
select throws_ok($$ select public.change_route(tests.booking(), tests.way('[]', km => 20)) $$, 'PT422', 'quote_unsuitable', 'a rider cannot remove a stop that was reached');
select throws_ok($$ select public.change_route(tests.booking(), tests.way(tests.two_stops(), km => 1)) $$, 'PT422', 'route_shortened', 'a route that is shorter than the driven distance is refused');
select results_eq($$ select status::text, driver_id, drop_address, jsonb_array_length(waypoints), estimate, estimate_distance, trip_cost, quote_id
  from public.change_route(tests.booking(), (select id from longer), 'bbbbbbbb-0000-4000-8000-000000000001') $$,
  $$ values ('STARTED', tests.id('driver'), 'Bendern', 3, 25.80, 9.000, 25.80, (select id from longer)) $$, 'a rider extends the route of a started trip with the same driver');
select results_eq($$ select position, arrived_at is not null from public.booking_stops order by 1 $$, $$ values (1, true), (2, false), (3, false) $$, 'a reached stop stays reached after a change of the route');
select is((public.change_route(tests.booking(), gen_random_uuid(), 'bbbbbbbb-0000-4000-8000-000000000001')).drop_address, 'Bendern', 'a route change with a repeated key changes nothing');
select results_eq($$ select kind, status::text, before ->> 'drop_address', after ->> 'drop_address', (before ->> 'estimate')::numeric from public.booking_revisions $$,
  $$ values ('route', 'STARTED', 'Schaan, Bahnhof', 'Bendern', (select estimate from before)) $$, 'the route before a change is kept as a revision');
select ok((to_jsonb(public.explain_fare(tests.booking())) ->> 'replays')::boolean, 'the fare of a changed route can be computed again');
select tests.act_as('driver');
select is((select key from public.notices order by created_at desc, id desc limit 1), 'trip_rerouted', 'the driver gets a notice of a changed route');
select tests.as_owner();
select is((select trip_cost from public.fare_quotes where id = (select id from longer)), (select driver_share + convenience_fees from public.booking_finances where booking_id = tests.booking()), 'the driver''s share follows the quote of the changed route');
select tests.let('driver', format('select public.reach_drop(%L)', tests.booking()));
select ok((to_jsonb(public.explain_fare(id)) ->> 'replays')::boolean, 'the final fare of a changed route can be computed again') from (select tests.act_as('rider'), tests.booking() as id) x;
select throws_ok($$ select public.change_route(tests.booking(), tests.way()) $$, 'PT409', 'wrong_status', 'the route of a finished trip cannot be changed');
select tests.as_owner();
select tests.let('driver', format('select public.confirm_cash(%L)', tests.booking()));

-- While drivers have offers
select tests.turn('1 minute'), tests.go_online(), tests.book();
select tests.act_as('rider');
select is((public.change_route(tests.booking(), tests.way(km => 2))).estimate_distance, 2.000, 'a rider can shorten the route before the start');
select tests.act_as('driver');
select results_eq($$ select status::text, trip_distance from public.booking_offers where booking_id = tests.booking() order by id $$,
  $$ values ('open', 2.0) $$, 'a driver with an offer gets a new one after a change of the route');
select lives_ok($$ select public.accept_booking(tests.booking()) $$, 'a driver can accept the offer with the changed route');
select tests.act_as('admin');
select is((public.change_route(tests.booking(), tests.way(km => 4))).estimate_distance, 4.000, 'an admin changes the route of a booking');
select is((select actor_role || ' ' || action from public.audit_log order by id desc limit 1), 'admin change_route', 'an admin''s change of a route is audited');
select public.change_route(tests.booking(), tests.way(km => 4)) from generate_series(1, 8);
select throws_ok($$ select public.change_route(tests.booking(), tests.way()) $$, 'PT409', 'too_many_changes', 'a route cannot be changed more than ten times');
select tests.as_owner();
select tests.let('admin', format('select public.cancel_booking(%L)', tests.booking()));

-- With a promotion
insert into public.promos (promo_name, promo_discount_type, promo_discount_value, min_order, promo_validity, promo_usage_limit) values ('TENTH', 'percentage', 10, 12, '2100-01-01', 9);
create temp table promoted as select tests.way(km => 5) as id;
select tests.turn('1 minute'), tests.let('rider', format('select public.apply_promo(%L, ''TENTH'')', id)), tests.let('rider', format('select public.create_booking(%L, ''cash'')', id)) from promoted;
select tests.act_as('rider');
select results_eq($$ select trip_cost, discount_amount, payable_amount from public.change_route(tests.booking(), tests.way(km => 10)) $$,
  $$ values (27.80, 2.78, 25.02) $$, 'a promotion is applied to the fare of a changed route');
select throws_ok($$ select public.change_route(tests.booking(), tests.way(km => 0.5)) $$, 'PT422', 'promo_min_order', 'a route below the promotion''s minimum order is refused');

-- Waiting at stops
select tests.as_owner();
update public.car_types set waiting_rate_per_hour = 30 where name = 'Cab';
create function tests.stand(mode text, far boolean default false) returns jsonb language plpgsql security definer as $$
declare v_stop jsonb := tests.two_stops() -> 0;
begin
  perform tests.set('fare_mode', mode), tests.go_online(), tests.clear_wallet('rider3'),
    tests.let('rider3', format('select public.create_booking(%L, ''cash'')', tests.way(tests.two_stops(), rider => 'rider3'))),
    tests.follow(), tests.turn('3 minutes');
  perform tests.let('driver', format('select public.report_position(%s, %s)', (v_stop ->> 'lat')::double precision + case when far then 0.004 else 0 end, v_stop ->> 'lng')),
    tests.let('driver', format('select public.arrive_at_stop(%L, 1)', tests.booking()));
  -- Eleven minutes at the stop, three more to the end.
  for i in 1 .. 11 loop
    perform tests.turn('1 minute'), tests.let('driver', format('select public.report_position(%s, %s)',
      (v_stop ->> 'lat')::double precision + case when far then 0.004 else 0 end, v_stop ->> 'lng'));
  end loop;
  perform tests.turn('3 minutes'), tests.let('driver', 'select public.report_position(47.1655, 9.5103)'),
    tests.let('driver', format('select public.reach_drop(%L)', tests.booking())), tests.let('driver', format('select public.confirm_cash(%L)', tests.booking()));
  return (select f.final_inputs || jsonb_build_object('line', jsonb_path_query_first(f.final_fare, '$.lines[*] ? (@.key == "waiting")'))
    from public.booking_finances f where f.booking_id = tests.booking());
end $$;
create temp table stood as select tests.stand('upfront') as fare;
select is((select fare ->> 'stop_wait_secs' from stood), '360', 'waiting at a stop beyond the free minutes counts with an upfront fare');
select is((select fare -> 'line' ->> 'amount' from stood)::numeric, 3.00, 'waiting at a stop is charged at the waiting rate');
select is(tests.stand('metered') -> 'stop_wait_secs', null, 'waiting at a stop is not added to a metered fare');
select is(tests.stand('upfront', far => true) ->> 'stop_wait_secs', '0', 'waiting does not count when the car is not at the stop');
select tests.set('free_wait', '15');
select is(tests.stand('upfront') ->> 'stop_wait_secs', '0', 'waiting at a stop within the free minutes costs nothing');
select * from finish();
