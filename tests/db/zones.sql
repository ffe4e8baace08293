-- Zones: who can edit them, and how they change a quote. The trip is Vaduz, Post (47.141, 9.5209) to Schaan (47.1655, 9.5103).
select no_plan();
create function tests.box(lat numeric, lng numeric, size numeric default 0.005) returns jsonb language sql as $$
  select jsonb_build_object('type', 'Polygon', 'coordinates', jsonb_build_array(jsonb_build_array(
    jsonb_build_array(lng - size, lat - size), jsonb_build_array(lng + size, lat - size), jsonb_build_array(lng + size, lat + size),
    jsonb_build_array(lng - size, lat + size), jsonb_build_array(lng - size, lat - size))))
$$;
create function tests.vaduz(size numeric default 0.005) returns jsonb language sql as $$ select tests.box(47.141, 9.5209, size) $$;
create function tests.schaan() returns jsonb language sql as $$ select tests.box(47.1655, 9.5103) $$;
-- Saves a zone as an admin and returns its id.
create function tests.zone(fields jsonb, area jsonb default tests.vaduz()) returns uuid language plpgsql security definer as $$
declare v_id uuid := gen_random_uuid();
begin
  perform tests.let('admin', format('select public.save_zone(%L)', '{"name": "Old town", "kind": "surcharge", "amount": 2.5}'::jsonb || fields
    || jsonb_build_object('id', v_id, 'geojson', area)));
  return v_id;
end $$;
create function tests.price(change jsonb default '{}', car text default 'Cab') returns jsonb language sql security definer as $$
  select to_jsonb(public.quote_fare(null, tests.order(car) || change))
$$;
create function tests.keys(quote jsonb) returns text language sql as $$
  select string_agg(l ->> 'key', ' ') from jsonb_array_elements(quote -> 'lines') l
$$;

-- Editing
select tests.as_visitor();
select throws_ok($$ select public.save_zone('{}') $$, '42501', null, 'a visitor cannot save zones');
select throws_ok($$ select 1 from public.zones $$, '42501', null, 'a visitor cannot read zones');
select tests.act_as('rider');
select throws_ok($$ select public.save_zone(jsonb_build_object('name', 'x', 'kind', 'no_service', 'geojson', tests.vaduz())) $$, 'PT403', 'not_allowed', 'a rider cannot save zones');
select throws_ok($$ insert into public.zones (name, kind, area) values ('x', 'no_service', extensions.st_multi(tests.vaduz()::text::extensions.geometry)) $$, '42501', null, 'a rider cannot insert a zone into the table');
select tests.act_as('fleet');
select throws_ok($$ select public.save_zone(jsonb_build_object('name', 'x', 'kind', 'no_service', 'geojson', tests.vaduz())) $$, 'PT403', 'not_allowed', 'a fleet admin cannot save zones');
select tests.act_as('admin');
select throws_ok($$ select public.save_zone('{"name": "x", "kind": "no_service"}') $$, 'PT422', 'zone_invalid', 'a zone without an area is refused');
select throws_ok($$ select public.save_zone('{"name": "x", "kind": "no_service", "geojson": {"type": "Point", "coordinates": [9, 47]}}') $$, 'PT422', 'zone_invalid', 'a zone with a point as its area is refused');
select throws_ok($$ select public.save_zone('{"name": "x", "kind": "no_service", "geojson": {"type": "Polygon", "coordinates": [[[9, 47], [10, 48], [10, 47], [9, 48], [9, 47]]]}}') $$,
  'PT422', 'zone_invalid', 'a zone whose area crosses itself is refused');
select throws_ok($$ select public.save_zone('{"name": "x", "kind": "no_service", "geojson": {"type": "Polygon", "coordinates": "all"}}') $$, 'PT422', 'zone_invalid', 'a zone with invalid coordinates is refused');
select throws_ok($$ select public.save_zone(jsonb_build_object('name', 'x', 'kind', 'no_service', 'geojson', tests.box(89, 9))) $$, 'PT422', 'zone_invalid', 'a zone too close to a pole is refused');
select throws_ok($$ select public.save_zone(jsonb_build_object('name', 'x', 'kind', 'surcharge', 'geojson', tests.vaduz())) $$, 'PT422', 'zone_invalid', 'a surcharge zone without an amount is refused');
select throws_ok($$ select public.save_zone(jsonb_build_object('name', 'x', 'kind', 'surcharge', 'amount', 1, 'percent', 5, 'geojson', tests.vaduz())) $$, 'PT422', 'zone_invalid', 'a surcharge zone with both an amount and a percentage is refused');
select throws_ok($$ select public.save_zone(jsonb_build_object('name', 'x', 'kind', 'surcharge', 'amount', -1, 'geojson', tests.vaduz())) $$, 'PT422', 'zone_invalid', 'a surcharge zone with a negative amount is refused');
select throws_ok($$ select public.save_zone(jsonb_build_object('name', 'x', 'kind', 'surcharge', 'amount', 'NaN', 'geojson', tests.vaduz())) $$, 'PT422', 'zone_invalid', 'a surcharge zone with an amount of NaN is refused');
select throws_ok($$ select public.save_zone(jsonb_build_object('name', 'x', 'kind', 'fixed', 'percent', 5, 'geojson', tests.vaduz())) $$, 'PT422', 'zone_invalid', 'a fixed zone with a percentage is refused');
select is((public.save_zone(jsonb_build_object('id', '00000000-0000-4000-8000-000000000001', 'name', 'First', 'kind', 'no_service', 'geojson',
  jsonb_build_object('type', 'Feature', 'geometry', tests.schaan())))).geojson ->> 'type', 'MultiPolygon', 'an admin saves a zone as a GeoJSON feature');
select is((public.save_zone(jsonb_build_object('id', '00000000-0000-4000-8000-000000000001', 'name', 'Second', 'kind', 'no_service', 'geojson', tests.schaan()))).name,
  'Second', 'saving a zone with the same id changes it');
select results_eq($$ select name, geojson #> '{coordinates,0,0,0}' from public.zones $$, $$ values ('Second', '[9.5053, 47.1605]'::jsonb) $$, 'the area of a zone is read as GeoJSON');
select lives_ok($$ insert into public.zones (name, kind, amount, area) values ('Table', 'surcharge', 1, '{"type": "MultiPolygon", "coordinates": [[[[1, 1], [2, 1], [2, 2], [1, 1]]]]}') $$,
  'an admin inserts a zone with a GeoJSON area into the table');
select throws_ok($$ update public.zones set amount = 'Infinity' where name = 'Table' $$, '23514', null, 'an infinite amount of a zone is refused in the table');
delete from public.zones;
select tests.act_as('fleet');
select lives_ok($$ select 1 from public.zones $$, 'a fleet admin reads zones');
select tests.as_owner();
select is((select count(*) from public.zones), 0::bigint, 'deleted zones are gone');

-- Surcharges
select tests.zone('{}') as old_town;
select is(tests.price() ->> 'trip_cost', '17.30', 'a pickup in a surcharge zone costs the surcharge');
select is(tests.price() #> '{lines,3}', '{"key": "zone_surcharge", "name": "Old town", "amount": 2.50}', 'the surcharge of a zone is a line of the fare with the zone''s name');
select is(tests.price('{"pickup": {"lat": 47.2, "lng": 9.5}}') ->> 'trip_cost', '14.80', 'a pickup outside a surcharge zone costs no surcharge');
select tests.zone('{"name": "Station", "amount": null, "percent": 10, "applies_to": "drop"}', tests.schaan());
select is(tests.price() #>> '{lines,4,amount}', '1.38', 'a percentage of a zone applies to base fare, distance and time');
select is(tests.price() ->> 'trip_cost', '18.68', 'surcharges of several zones add up');
select is(tests.price('{"waypoints": [{"lat": 47.1655, "lng": 9.5103}], "drop": {"lat": 47.2, "lng": 9.5}}') ->> 'trip_cost', '18.68', 'a stop in a zone for drops costs the surcharge');
select is(tests.price('{"pickup": {"lat": 47.1655, "lng": 9.5103}, "drop": {"lat": 47.2, "lng": 9.5}}') ->> 'trip_cost', '14.80', 'a pickup in a zone for drops costs no surcharge');
select is(tests.keys(tests.price('{}', 'Courier')), 'base_fare distance time zone_surcharge zone_surcharge', 'a surcharge zone applies to every car type');
update public.zones set car_type_id = tests.car('Van') where name = 'Station';
select is(tests.price() ->> 'trip_cost', '17.30', 'a surcharge zone for one car type does not apply to others');
update public.zones set active = false;
select is(tests.price() ->> 'trip_cost', '14.80', 'an inactive zone does not apply');
delete from public.zones;

-- Fixed fares
select tests.zone('{"name": "Wide", "kind": "fixed", "amount": 40}', tests.vaduz(0.05)), tests.zone('{"name": "Narrow", "kind": "fixed", "amount": 25}'), tests.zone('{}');
select is(tests.price() -> 'lines', '[{"key": "zone_fixed", "name": "Narrow", "amount": 26.00}]', 'the smallest fixed zone replaces base fare, distance, time and surcharges');
select is(tests.price('{"distance_in_km": 90, "time_in_secs": 9000}') ->> 'trip_cost', '26.00', 'a fixed fare does not depend on the distance');
select is(tests.price('{"option_index": 1}', 'Courier') ->> 'trip_cost', '27.00', 'chosen options are added to a fixed fare');
select is(tests.keys(tests.price('{"waypoints": [{"lat": 47.15, "lng": 9.52}]}')), 'base_fare distance time zone_surcharge', 'a trip with stops has no fixed fare');
update public.zones set applies_to = 'both' where name = 'Narrow';
select is(tests.price() #>> '{lines,0,name}', 'Wide', 'a fixed zone for both ends does not apply when the drop is outside');
select is(tests.price('{"drop": {"lat": 47.142, "lng": 9.522}}') #>> '{lines,0,name}', 'Narrow', 'a fixed zone for both ends applies when both are inside');

-- Zones without service
select tests.zone('{"name": "Closed", "kind": "no_service", "amount": null, "applies_to": "pickup"}');
select throws_ok($$ select tests.price() $$, 'PT422', 'zone_no_service', 'a zone without service takes precedence over a fixed fare');
select lives_ok($$ select tests.price('{"pickup": {"lat": 47.2, "lng": 9.5}, "drop": {"lat": 47.141, "lng": 9.5209}}') $$, 'a zone without service for pickups allows drops');
update public.zones set applies_to = 'drop' where name = 'Closed';
select lives_ok($$ select tests.price() $$, 'a zone without service for drops allows pickups');
select throws_ok($$ select tests.price('{"pickup": {"lat": 47.2, "lng": 9.5}, "drop": {"lat": 47.141, "lng": 9.5209}}') $$, 'PT422', 'zone_no_service', 'a zone without service for drops refuses drops');
select throws_ok($$ select tests.price('{"pickup": {"lat": 47.2, "lng": 9.5}, "waypoints": [{"lat": 47.141, "lng": 9.5209}]}') $$, 'PT422', 'zone_no_service', 'a zone without service for drops refuses stops');
select throws_ok($$ select tests.price('{"waypoints": "x"}') $$, 'PT422', 'select_proper', 'waypoints that are not a list are refused');
select throws_ok($$ select tests.price('{"waypoints": [{"lat": "x"}]}') $$, 'PT422', 'select_proper', 'a waypoint with invalid coordinates is refused');
delete from public.zones;

-- A quote keeps its zones
select tests.zone('{}'), tests.ride('STARTED');
delete from public.zones;
select tests.turn('7 minutes'), tests.let('driver', format('select public.reach_drop(%L)', tests.booking()));
select is((select trip_cost from public.bookings where id = tests.booking()), 17.30, 'a deleted zone still counts in the final fare of an earlier quote');
select tests.act_as('rider');
select is(to_jsonb(public.explain_fare(tests.booking())) ->> 'replays', 'true', 'the fare with a deleted zone can be computed again');
select * from finish();
