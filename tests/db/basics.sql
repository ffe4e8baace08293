-- The clock, ids, codes, distances.
select no_plan();

update app.clock set "offset" = '0';
select is(app.now(), now(), 'time is now() while the clock is not turned');
select tests.turn('2 hours');
select is(app.now(), now() + interval '2 hours', 'the clock turns time');
select tests.act_as('admin');
select throws_ok($$ update app.clock set "offset" = '1 day' $$, '42501', null, 'an admin cannot turn the clock');
select tests.as_service();
select throws_ok($$ update app.clock set "offset" = '1 day' $$, '42501', null, 'the service role cannot turn the clock');
select tests.as_owner();
select throws_ok($$ insert into app.clock values (false, '1 day') $$, '23514', null, 'there is one clock');

select matches(app.uuid_v7()::text, '^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$', 'an id has the layout of version 7');
select ok(abs(('x' || left(replace(app.uuid_v7()::text, '-', ''), 12))::bit(48)::bigint - extract(epoch from clock_timestamp()) * 1000) < 5000,
  'an id carries the wall clock');
select is((select count(distinct app.uuid_v7()) from generate_series(1, 1000)), 1000::bigint, 'ids do not repeat');
select matches(app.random_letters(6), '^[A-Z]{6}$', 'letters are letters');
select ok((select bool_and(app.random_digits(5) ~ '^[0-9]{5}$') from generate_series(1, 500)), 'digits are digits, zeros in front kept');
select ok((select count(distinct app.random_digits(5)) from generate_series(1, 300)) > 280, 'digits vary');

select is(round(app.distance_m(47.141, 9.5209, 47.141, 9.5209)), 0::double precision, 'nowhere is no distance');
select is(round(app.distance_m(0, 0, 0, 1)), 111195::double precision, 'a degree at the equator');
select ok(abs(app.distance_m(47.1410, 9.5209, 47.1655, 9.5103) - 2840) < 20, 'Vaduz to Schaan');
select ok(abs((app.anchor(47.1410, 9.5209) <-> app.anchor(47.1655, 9.5103)) * 0.99888 * cos(radians(47.153)) - 2840) < 20,
  'anchors are that far apart, scaled by latitude');
select ok(app.is_place(47, 9) and not app.is_place(91, 9) and not app.is_place(47, 200) and not app.is_place(null, 9)
  and not app.is_place('NaN', 9), 'a place is on the map');

select is(app.time_of('"2026-01-02T03:04:05Z"'), '2026-01-02T03:04:05Z'::timestamptz, 'a time from text');
select is(app.time_of('1767323045000'), '2026-01-02T03:04:05Z'::timestamptz, 'a time from milliseconds');
select is(app.time_of('"yesterday-ish"'), null, 'nonsense is no time');
select is(app.time_of('{}'), null, 'an object is no time');
select * from finish();
