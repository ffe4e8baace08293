-- The nearest drivers compared with brute force; batches of positions, also hostile ones.
select no_plan();
-- This crowd consists of positions only: they get no offers, so they need no driver rows.
alter table public.driver_positions drop constraint driver_positions_driver_id_fkey;
alter table app.position_jumps drop constraint position_jumps_driver_id_fkey;
update public.driver_positions set pt = null, away_pt = null;
create function tests.car_type(n integer) returns uuid language sql immutable as $$
  select ('0c000000-0000-4000-8000-' || lpad(to_hex(n), 12, '0'))::uuid
$$;
-- Drivers within some degrees of a place, anchors up to trail_m metres behind them, of four car types; 3 and 4 share a plane.
create function tests.crowd(many integer, lat double precision, degrees double precision, trail_m double precision) returns void language sql volatile as $$
  delete from public.driver_positions where driver_id::text like '0f%';
  insert into public.driver_positions (driver_id, car_type, lat, lng, updated_at, available, pt)
  select ('0f000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, t.id, p.lat, p.lng,
    app.now() - case when n % 10 = 0 then interval '2 minutes' else interval '0' end, true,
    app.search_point(t.id, p.lat + p.back * cos(p.turn) / 111195, p.lng + p.back * sin(p.turn) / 111195 / cos(radians(p.lat)))
  from (select n, crowd.lat + (random() - 0.5) * degrees as lat, 9.5 + (random() - 0.5) * degrees as lng,
      random() * trail_m as back, random() * 2 * pi() as turn, floor(random() * 4)::integer as type
    from generate_series(1, many) n) p
  cross join lateral (select tests.car_type((array[1, 2, 3, 65539])[p.type + 1]) as id) t
$$;
-- Differences between the results and brute force: another count, another order, an inexact distance, or a missing driver who
-- is more than tolerance_m nearer than the one found.
create function tests.misses(lat double precision, degrees double precision, tolerance_m double precision) returns table (car_type uuid, lat double precision,
  lng double precision, radius_m double precision, k integer, found double precision[], brute double precision[]) language sql volatile as $$
  select q.*, f.found, b.brute from (
    select tests.car_type((array[1, 2, 3, 65539])[n % 4 + 1]) as car_type, misses.lat + (random() - 0.5) * degrees as lat,
      9.5 + (random() - 0.5) * degrees as lng, 300 + random() ^ 3 * 60000 as radius_m, 1 + n % 24 as k
    from generate_series(1, 60) n) q
  cross join lateral (select coalesce(array_agg(d.distance_m order by d.place), '{}') as found,
      coalesce(bool_and(d.distance_m = app.distance_m(q.lat, q.lng, p.lat, p.lng) and p.car_type = q.car_type), true) as is_true
    from app.nearest_drivers(q.car_type, q.lat, q.lng, q.radius_m, q.k) with ordinality d (driver_id, distance_m, place)
    join public.driver_positions p on p.driver_id = d.driver_id) f
  cross join lateral (select coalesce(array_agg(s.m order by s.m), '{}') as brute from (
      select app.distance_m(q.lat, q.lng, p.lat, p.lng) as m from public.driver_positions p
      where p.car_type = q.car_type and p.available and p.updated_at > app.now() - interval '60 seconds'
        and app.distance_m(q.lat, q.lng, p.lat, p.lng) <= q.radius_m order by m limit q.k) s) b
  where not f.is_true or cardinality(f.found) <> cardinality(b.brute)
    or exists (select 1 from unnest(f.found, b.brute) d (found, brute) where d.found - d.brute not between -1e-6 and tolerance_m)
$$;

select diag('seed ' || seed), setseed(seed) from (select coalesce(nullif(current_setting('tests.seed', true), '')::numeric, round(random()::numeric, 4)) as seed) s;
select tests.crowd(4000, 47.14, 0.3, 0);
select is_empty($$ select * from tests.misses(47.14, 0.3, 0.5) $$, 'with anchors at the drivers the search finds the same drivers as brute force');
select tests.crowd(4000, 47.14, 0.3, 50);
select is_empty($$ select * from tests.misses(47.14, 0.3, 100) $$, 'with anchors up to 50 m behind the search misses no driver who is 100 m nearer');
select tests.crowd(4000, 47.14, 0.05, 50);
select cmp_ok((select count(*) from tests.misses(47.14, 0.05, 1)), '<=', 3::bigint, 'in a dense crowd at most three of 60 searches differ from brute force by more than a metre');
select tests.crowd(300, 64.1, 1.5, 50);
select is_empty($$ select * from tests.misses(64.1, 2, 100) $$, 'at 64 degrees north, where Mercator stretches, the search misses no nearer driver');
select tests.crowd(300, -33.9, 1.5, 50);
select is_empty($$ select * from tests.misses(-33.9, 2, 100) $$, 'south of the equator the search misses no nearer driver');
select tests.crowd(300, 0, 1.5, 50);
select is_empty($$ select * from tests.misses(0, 2, 100) $$, 'on the equator the search misses no nearer driver');
update public.driver_positions set lat = 47.141, lng = 9.52, pt = app.search_point(car_type, 47.141, 9.52) where driver_id::text like '0f%';
select is((select count(*) from app.nearest_drivers(tests.car_type(1), 47.141, 9.52, 100, 500)),
  (select count(*) from public.driver_positions where car_type = tests.car_type(1) and updated_at = app.now()), 'all drivers at the same place are found');

-- The index is used
select tests.crowd(4000, 47.14, 0.3, 50);
analyze public.driver_positions;
select set_eq($$ select p.proname::text from pg_proc p where p.proconfig @> '{enable_bitmapscan=off}' $$, array['rank_candidates', 'nearby_drivers', 'positions_near', 'excluded_drivers'], 'only the search functions disable bitmap scans');
select set_eq($$ select p.proname::text from pg_proc p where p.proconfig @> '{enable_hashjoin=off,enable_mergejoin=off}' $$, array['ingest_positions', 'positions_near', 'read_feed', 'excluded_drivers'], 'batch functions disable hash and merge joins');
select set_config('enable_bitmapscan', 'off', true);
select matches(tests.plan(format('select * from app.nearest_drivers(%L, 47.141, 9.5209, 10000, 10)', tests.car_type(1))),
  'Index Scan using driver_positions_near .*Order By: ',
    'a search of the nearest drivers walks the index in order of distance');
select set_config('enable_bitmapscan', 'on', true);

-- Batches
create function tests.lat(n integer) returns double precision language sql stable as $$
  select p.lat from public.driver_positions p where p.driver_id = ('0f000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid
$$;
create function tests.ingest(ns integer[], lats double precision[], lngs double precision[] default null, ats timestamptz[] default null,
  headings double precision[] default null, accuracies double precision[] default null) returns integer language sql volatile as $$
  select app.ingest_positions(array(select ('0f000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid from unnest(ns) with ordinality u (n, place) order by place), lats,
    coalesce(lngs, array_fill(9.52::float8, array[cardinality(ns)])), coalesce(headings, array_fill(90::float8, array[cardinality(ns)])),
    coalesce(ats, array_fill(app.now(), array[cardinality(ns)])), accuracies)
$$;
select tests.turn('2 hours');
select is(tests.ingest(array(select 1 + (n * 7919) % 1000 from generate_series(1, 1000) n), array_fill(47.15::float8, array[1000])), 1000, 'a batch of a thousand drivers in any order is accepted');
select ok((select bool_and(tests.lat(n) = 47.15) from generate_series(1, 1000) n),
  'a batch of a thousand drivers is stored in full');
select tests.turn('20 minutes');
select is(tests.ingest('{1,2,1,1}', '{47.1,47.2,47.3,47.4}', ats => array[app.now() - interval '2 seconds', app.now(), app.now(), app.now() - interval '1 second']), 2, 'of several positions of one driver in a batch only one counts');
select results_eq($$ select tests.lat(1), tests.lat(2) $$, $$ values (47.3::float8, 47.2::float8) $$,
  'the newest position of a driver in a batch is stored');
select tests.turn('20 minutes');
select is(tests.ingest('{1,2}', '{47.5,47.5}', ats => array[app.now() - interval '20 minutes 3 seconds', app.now()]), 1, 'a batch drops a late position and stores the others');
select results_eq($$ select tests.lat(1), tests.lat(2) $$, $$ values (47.3::float8, 47.5::float8) $$, 'a late position in a batch does not change the driver''s position');
select tests.turn('20 minutes');
select is(tests.ingest(array[3, 3, 4, 5, 6, 7, 8, null, 9], array['NaN', 47.6, 'infinity', 91, -86, null, '-infinity', 47.6, 47.6]), 2, 'a batch drops invalid places and stores the same driver''s valid position');
select is(tests.ingest('{9,9,9,9}', '{47.7,47.7,47.7,47.7}', array['NaN', 181, -180.5, 'infinity']::float8[]), 0, 'a batch drops positions with an invalid longitude');
select is(tests.ingest('{9,9,9,9}', '{47.7,47.7,47.7,47.7}', ats => array['infinity', '-infinity', null, app.now() + interval '31 seconds']::timestamptz[]), 0, 'a batch drops positions with an infinite, missing or future time');
select is(tests.ingest('{9}', '{47.7}', accuracies => '{NaN}') + tests.ingest('{9}', '{47.7}', accuracies => '{-1}') + tests.ingest('{9}', '{47.7}', accuracies => '{501}'), 0, 'a batch drops positions with an invalid or poor accuracy');
select tests.turn('20 minutes');
select is(tests.ingest('{9,10,11}', '{47.7,47.7,47.7}', headings => '{NaN,infinity,361}'), 3,
  'a batch stores positions with an invalid heading');
select is((select count(*) from public.driver_positions where lat = 47.7 and heading is null), 3::bigint,
  'an invalid heading in a batch is stored as null');
select is(app.ingest_positions(array['0f000000-0000-4000-8000-000000000012'::uuid, '0f000000-0000-4000-8000-000000000013'], '{47.8}', '{9.52,9.52}', '{}', array[app.now(), app.now()]), 1, 'a batch with arrays of different lengths uses the shortest length');
select is(app.ingest_positions(null, null, null, null, null), 0, 'a batch of null stores nothing');
select is(tests.ingest('{999999}', '{47.1}'), 0, 'a batch skips an unknown driver');
select is_empty($$ select 1 from public.driver_positions where pt is not null and app.metres_apart(pt, app.search_point(car_type, lat, lng), lat) > 51 $$, 'no anchor is more than 51 m from its driver');
select throws_ok($$ update public.driver_positions set lat = 'NaN' $$, '23514', null, 'a latitude of NaN violates a check constraint');
select throws_ok($$ update public.driver_positions set updated_at = 'infinity' $$, '23514', null, 'an infinite time of a position violates a check constraint');

-- Positions reported by phones
select tests.as_owner(), tests.turn('1 hour'), tests.act_as('driver');
select is(public.report_positions('[{"lat": 1e400, "lng": 9.5}, {"lat": -1e400, "lng": 9.5}, {"lat": 47, "lng": 1e999}, {"lat": 91, "lng": 9.5}]'), 0, 'report_positions ignores coordinates too large for a float');
select is(public.report_positions('[{"lat": 47.14, "lng": 9.5, "at": "infinity"}, {"lat": 47.14, "lng": 9.5, "at": "-infinity"}, {"lat": 47.14, "lng": 9.5, "at": 1e300}]'), 0, 'report_positions ignores infinite times');
select is(public.report_positions('[{"lat": 47.14, "lng": 9.5, "accuracy": 1e400}]'), 0,
  'report_positions ignores an accuracy too large for a float');
select is(public.report_positions('[{"lat": 47.14, "lng": 1e-400, "heading": 1e400, "accuracy": 1e-400}]'), 1, 'report_positions accepts numbers too small for a float as zero');
select results_eq($$ select lng, heading, accuracy from public.driver_positions $$, $$ values (0::float8, null::float8, 0::float8) $$, 'report_positions stores an invalid heading as null');
select * from finish();
