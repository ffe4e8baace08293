-- The clock, ids, random codes and distances.
select no_plan();

update app.clock set "offset" = '0';
select is(app.now(), now(), 'app.now() equals now() while the clock has no offset');
select tests.turn('2 hours');
select is(app.now(), now() + interval '2 hours', 'app.now() includes the clock''s offset');
select tests.act_as('admin');
select throws_ok($$ update app.clock set "offset" = '1 day' $$, '42501', null, 'an admin cannot turn the clock');
select tests.as_service();
select throws_ok($$ update app.clock set "offset" = '1 day' $$, '42501', null, 'the service role cannot turn the clock');
select tests.as_owner();
select throws_ok($$ insert into app.clock values (false, '1 day') $$, '23514', null,
  'the clock table cannot hold a second row');

select matches(app.uuid_v7()::text, '^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$', 'uuid_v7 has the layout of version 7');
select ok(abs(('x' || left(replace(app.uuid_v7()::text, '-', ''), 12))::bit(48)::bigint - extract(epoch from clock_timestamp()) * 1000) < 5000,
  'uuid_v7 contains the current wall clock time');
select is((select count(distinct app.uuid_v7()) from generate_series(1, 1000)), 1000::bigint,
  'uuid_v7 does not repeat in 1000 calls');
select matches(app.random_letters(6), '^[A-Z]{6}$', 'random_letters(6) returns six capital letters');
select ok((select bool_and(app.random_digits(5) ~ '^[0-9]{5}$') from generate_series(1, 500)), 'random_digits(5) always returns five digits, with leading zeros');
select ok((select count(distinct app.random_digits(5)) from generate_series(1, 300)) > 280,
  'random_digits(5) varies between calls');

select is(round(app.distance_m(47.141, 9.5209, 47.141, 9.5209)), 0::double precision,
  'the distance from a place to itself is zero');
select is(round(app.distance_m(0, 0, 0, 1)), 111195::double precision, 'one degree of longitude at the equator is 111,195 m');
select ok(abs(app.distance_m(47.1410, 9.5209, 47.1655, 9.5103) - 2840) < 20,
  'the distance between Vaduz and Schaan is about 2840 m');
select ok(abs((app.anchor(47.1410, 9.5209) <-> app.anchor(47.1655, 9.5103)) * 0.99888 * cos(radians(47.153)) - 2840) < 20,
  'the distance between two anchors, scaled by latitude, is about 2840 m');
select ok(app.is_place(47, 9) and not app.is_place(91, 9) and not app.is_place(47, 200) and not app.is_place(null, 9)
  and not app.is_place('NaN', 9), 'is_place refuses coordinates out of range, missing or not a number');

select is(app.time_of('"2026-01-02T03:04:05Z"'), '2026-01-02T03:04:05Z'::timestamptz, 'time_of reads an ISO time from text');
select is(app.time_of('1767323045000'), '2026-01-02T03:04:05Z'::timestamptz, 'time_of reads a time in milliseconds');
select is(app.time_of('"yesterday-ish"'), null, 'time_of answers null for text that is no time');
select is(app.time_of('{}'), null, 'time_of answers null for an object');
select * from finish();
