-- The service area that an owner draws: who may, which trips it refuses, and which drivers it lets on duty. Trips are from Vaduz,
-- Post (47.141, 9.5209), to Schaan (47.1655, 9.5103).
select no_plan();
create function tests.box(lat numeric, lng numeric, size numeric default 0.005) returns jsonb language sql as $$
  select jsonb_build_object('type', 'Polygon', 'coordinates', jsonb_build_array(jsonb_build_array(
    jsonb_build_array(lng - size, lat - size), jsonb_build_array(lng + size, lat - size), jsonb_build_array(lng + size, lat + size),
    jsonb_build_array(lng - size, lat + size), jsonb_build_array(lng - size, lat - size))))
$$;
create function tests.price(change jsonb default '{}') returns text language sql security definer as $$
  select (public.quote_fare(null, tests.order('Cab') || change)).trip_cost::text
$$;
create function tests.vaduz() returns jsonb language sql as $$ select tests.box(47.141, 9.5209) $$;

-- Who may
select tests.as_visitor();
select throws_ok($$ select public.service_area() $$, '42501', null, 'a visitor cannot read the service area');
select tests.act_as('rider');
select throws_ok($$ select public.service_area() $$, 'PT403', 'not_allowed', 'a rider cannot read the service area');
select throws_ok($$ select public.save_service_area(tests.vaduz()) $$, 'PT403', 'not_allowed', 'a rider cannot draw the service area');
select throws_ok($$ select 1 from app.drawn_area $$, '42501', null, 'a rider cannot read the table of the service area');
select tests.act_as('admin');
select is((public.service_area()).geojson, null, 'a firm that drew no area drives on the whole map');
select throws_ok($$ select public.save_service_area('{"type": "Point", "coordinates": [9, 47]}') $$, 'PT422', 'service_area_invalid', 'a point is no service area');
select throws_ok($$ select public.save_service_area('{"type": "Polygon", "coordinates": [[[9, 47], [10, 48], [10, 47], [9, 48], [9, 47]]]}') $$,
  'PT422', 'service_area_invalid', 'a service area whose edges cross is refused');
select lives_ok($$ select public.save_service_area(tests.vaduz()) $$, 'an owner draws the service area');
select is((public.service_area()).geojson ->> 'type', 'MultiPolygon', 'the service area is read as it was drawn');
select is((select count(*) from public.audit_log where action = 'save_service_area'), 1::bigint, 'drawing the service area is in the audit log');

-- Which trips
select is(tests.price(), '14.80', 'a trip that begins in the service area has its price');
select is(tests.price('{"pickup": {"lat": 47.1655, "lng": 9.5103}, "drop": {"lat": 47.141, "lng": 9.5209}}'), '14.80', 'a trip that ends in the service area has its price');
select throws_ok($$ select tests.price('{"pickup": {"lat": 47.1655, "lng": 9.5103}, "drop": {"lat": 47.2, "lng": 9.5}}') $$, 'PT422', 'outside_area', 'a trip with both ends outside of the service area is refused');
select throws_ok($$ select tests.price('{"pickup": {"lat": 47.1655, "lng": 9.5103}, "waypoints": [{"lat": 47.141, "lng": 9.5209}], "drop": {"lat": 47.2, "lng": 9.5}}') $$,
  'PT422', 'outside_area', 'a stop in the service area does not make a trip from and to elsewhere one of the firm');
select is(tests.price('{"pickup": {"lat": 47.1480, "lng": 9.5209}, "drop": {"lat": 47.2, "lng": 9.5}}'), '14.80', 'a pickup 220 m beyond the edge counts as inside, because few corners draw a border');
select throws_ok($$ select tests.price('{"pickup": {"lat": 47.1485, "lng": 9.5209}, "drop": {"lat": 47.2, "lng": 9.5}}') $$, 'PT422', 'outside_area', 'a pickup 280 m beyond the edge of the service area is outside');

-- Which drivers
select tests.act_as('driver2');
select ok(public.is_served(47.141, 9.5209), 'a driver in the drawn area is served');
select ok(public.is_served(47.2, 9.52), 'a driver within the search radius of the drawn area is served');
select ok(not public.is_served(47.27, 9.52), 'a driver in the map but far from the drawn area is not served');

-- The map
select tests.as_service();
select public.set_service_area(9.4, 47, 9.7, 47.3);
select tests.act_as('admin');
select isnt((public.service_area()).geojson, null, 'the drawn area stays with a new import of its map');
select tests.as_service();
select public.set_service_area(14.1, 35.7, 14.6, 36.1);
select tests.act_as('admin');
select is((public.service_area()).geojson, null, 'an area on another map is forgotten, else no trip could begin');
select public.save_service_area(tests.vaduz());
select public.save_service_area();
select is(tests.price('{"pickup": {"lat": 47.1655, "lng": 9.5103}, "drop": {"lat": 47.2, "lng": 9.5}}'), '14.80', 'without a drawn area each trip on the map has its price');
