-- Progress of a trip: the remaining distance and time, the notice when the driver is near, and leaving the route.
select no_plan();
-- The quoted route: corners in metres north and east of the pickup.
create function tests.line(corners text) returns text language sql as $$
  select extensions.st_asencodedpolyline(extensions.st_makeline(extensions.st_setsrid(extensions.st_makepoint(
    9.5209 + p[2]::double precision / (111195 * cos(radians(47.141))), 47.141 + p[1]::double precision / 111195), 4326) order by n), 5)
  from unnest(string_to_array(corners, ' ')) with ordinality s (s, n), lateral (select string_to_array(s, ',') as p) x
$$;
create function tests.report_at(north double precision, east double precision default 0, accuracy double precision default 5) returns void
language plpgsql security definer as $$
begin
  perform tests.let('driver', format('select public.report_position(%s, %s, null, %s)', 47.141 + north / 111195,
    9.5209 + east / (111195 * cos(radians(47.141))), accuracy));
end $$;
create function tests.progress(key text, who text default 'rider') returns text language plpgsql as $$
declare v_answer text;
begin
  perform tests.act_as(who);
  v_answer := to_jsonb(public.trip_progress(tests.booking())) ->> key;
  perform tests.as_owner();
  return v_answer;
end $$;
create function tests.count_notices() returns bigint language sql security definer as $$
  select count(*) from public.notices n where n.booking_id = tests.booking() and n.key = 'driver_approaching'
$$;

-- Points on lines
select results_eq($$ select round(along_m), round(off_m), round(length_m) from app.locate_on_line(tests.line('0,0 1000,0'), 47.141 + 400 / 111195.0, 9.5209) $$,
  $$ values (400::double precision, 0::double precision, 1000::double precision) $$, 'a point on a line lies at its distance along the line');
select results_eq($$ select round(along_m), round(off_m) from app.locate_on_line(tests.line('0,0 1000,0'), 47.141 - 300 / 111195.0, 9.5209) $$,
  $$ values (0::double precision, 300::double precision) $$, 'a point before the start of a line lies at 0 m along it');
select is((select round(along_m) from app.locate_on_line(tests.line('0,0 1000,0 1000,500'), 47.141 + 1000 / 111195.0, 9.5209 + 200 / (111195 * cos(radians(47.141))))),
  1200::double precision, 'a point after a corner lies at its distance along the line');
select is((select 10 * round(along_m / 10) from app.locate_on_line(tests.line('0,0 1000,0 0,0'), 47.141 + 300 / 111195.0, 9.5209, 1500)),
  1700::double precision, 'on a line there and back a point lies on the part that fits the driven distance');
select is((select 10 * round(along_m / 10) from app.locate_on_line(tests.line('0,0 1000,0 0,0'), 47.141 + 300 / 111195.0, 9.5209, 100)), 300::double precision, 'on a line there and back a point lies on the way out after a short drive');
select is((select 10 * round(along_m / 10) from app.locate_on_line(tests.line('0,0 1000,0 0,0'), 47.141 + 300 / 111195.0, 9.5209, null, 1000)),
  1700::double precision, 'a point lies on the line behind the last reached stop');
select ok((select max(abs(app.distance_to_line_m(w.line, 47.141 + n / 111195.0, 9.5209 + e / (111195 * cos(radians(47.141)))) - l.off_m)) < 0.5
  from (select tests.line('0,0 1000,0 1000,500 300,700') as line) w, generate_series(-400, 1200, 200) n, generate_series(-300, 900, 150) e,
  lateral (select min(o.off_m) as off_m from app.locate_on_line(w.line, 47.141 + n / 111195.0, 9.5209 + e / (111195 * cos(radians(47.141)))) o) l), 'distance_to_line_m gives the same distance to the line as locate_on_line');
select is_empty($$ select * from app.locate_on_line('', 47, 9) $$, 'an empty line has no place on it');
select is_empty($$ select * from app.locate_on_line('abc', 47, 9) $$, 'a line of a single point has no place on it');
select lives_ok($$ select * from app.locate_on_line('~~~~~~~~ _ö', 47, 9) $$, 'an invalid line causes no error');
select is((select round(along_m) from app.locate_on_line(tests.line('0,0 0,0 1000,0'), 47.141 + 400 / 111195.0, 9.5209)), 400::double precision, 'repeated corners do not change the distance along a line');

-- On the way to the pickup
select tests.go_online('driver', 47.141 - 2000 / 111195.0, 9.5209), tests.book();
select is(tests.progress('to'), null, 'a booking without a driver has no progress');
select tests.let('driver', format('select public.accept_booking(%L)', tests.booking()));
update public.bookings set polyline = tests.line('0,0 1000,0 1000,500') where id = tests.booking();
select tests.turn('1 minute'), tests.report_at(-1000);
select is(tests.progress('to'), 'pickup', 'an accepted booking shows the progress to the pickup');
select is(tests.progress('remaining_km'), '1.30', 'the distance to the pickup is the straight line plus a third');
select is(tests.progress('remaining_secs'), '156', 'the time to the pickup is computed at the quote''s speed of 30 km/h');
select is(tests.progress('by'), 'beeline', 'the progress to the pickup is marked as a straight-line estimate');
select is(tests.progress('near') || tests.count_notices(), 'false0', 'a driver 1 km from the pickup is not near');
select tests.turn('1 minute'), tests.report_at(-310);
select is(tests.count_notices(), 0::bigint, 'the rider gets no notice when the driver is 310 m away');
select tests.turn('10 seconds'), tests.report_at(-290);
select is(tests.progress('near') || tests.count_notices(), 'true1', 'the rider gets a notice when the driver is 290 m away');
select is((select n.user_id = tests.id('rider') and n.screen = 'BookedCab' and n.params ? 'vehicle_number' from public.notices n
  where n.booking_id = tests.booking() and n.key = 'driver_approaching'), true, 'the notice of an approaching driver names the vehicle');
select tests.turn('10 seconds'), tests.report_at(-400), tests.turn('10 seconds'), tests.report_at(-200);
select is(tests.count_notices(), 1::bigint, 'the rider gets the notice of an approaching driver once');

-- Under way
select tests.let('driver', format('select public.arrive_at_pickup(%L)', tests.booking()));
select is(tests.progress('to'), 'drop', 'after the arrival the progress is to the drop');
select tests.turn('10 seconds'), tests.report_at(0), tests.let('driver', format('select public.start_trip(%L, %L)', tests.booking(), tests.code()));
select tests.turn('28 seconds'), tests.report_at(100);
select is(tests.progress('share'), '0.067', 'the share of the trip is the driven part of the route: 100 of 1,500 m');
select is(tests.progress('remaining_km'), '3.27', 'the remaining distance is the remaining share of the quoted 3.5 km');
select is(tests.progress('remaining_secs'), '392', 'in the first minute the remaining time is the remaining share of the quoted time');
select is(tests.progress('by') || tests.progress('off_route'), 'wayfalse', 'a car on the route is shown by the route, not off it');
select tests.turn('182 seconds'), tests.report_at(750);
select is(tests.progress('remaining_secs'), '210', 'half way in the quoted time the remaining time is half of it');
select tests.turn('210 seconds'), tests.report_at(751);
select is(tests.progress('remaining_secs'), '419', 'a trip that took twice as long is expected to go on at that pace');
select is((select to_jsonb(public.trip_progress(tests.booking())) ->> 'eta' is not null), true, 'the progress of a trip has a time of arrival') from (select tests.act_as('driver')) x;
select tests.act_as('admin');
select is(to_jsonb(public.trip_progress(tests.booking())) ->> 'share', '0.501', 'an admin reads the progress of a trip');
select tests.act_as('rider2');
select throws_ok($$ select public.trip_progress(tests.booking()) $$, 'PT404', 'booking_not_found', 'another rider cannot read the progress of a trip');
select tests.as_visitor();
select throws_ok($$ select public.trip_progress(gen_random_uuid()) $$, '42501', null, 'a visitor cannot read the progress of a trip');
select tests.as_owner(), tests.act_as('rider');
create temp table link as select public.share_trip(tests.booking()) as token;
grant all on link to public;
select tests.as_visitor();
select is(to_jsonb(public.shared_trip((select token from link))) -> 'progress' ->> 'share', '0.501', 'a visitor with the shared link reads the progress');

-- Leaving the route
select tests.as_owner();
create function tests.reason() returns bigint language plpgsql as $$
begin
  perform tests.act_as('admin');
  return (select count(*) from tests.attention_list() a where a.booking_id = tests.booking() and a.reason = 'off_route');
end $$;
select tests.turn('5 seconds'), tests.report_at(751, 140);
select is(tests.progress('off_route'), 'false', 'a car 140 m beside the route counts as on it');
select tests.turn('5 seconds'), tests.report_at(751, 195, 100);
select is(tests.progress('off_route'), 'false', 'a car 195 m beside the route with an accuracy of 100 m counts as on it');
select tests.turn('20 seconds'), tests.report_at(751, 900, 460);
select is(tests.progress('off_route'), 'true', 'a car 900 m beside the route counts as off it in spite of an accuracy of 460 m');
select is_empty($$ select 1 from app.trip_watch where off_since is not null $$, 'a position with a poor accuracy starts no off-route watch');
select tests.turn('20 seconds'), tests.report_at(751, 195, 100);
select tests.turn('10 seconds'), tests.report_at(400, 300);
select is(tests.progress('off_route') || ' ' || tests.progress('by') || ' ' || tests.progress('off_route_m'), 'true beeline 300', 'a car 300 m beside the route counts as off it');
select is(tests.progress('share'), null, 'off the route the share of the trip is unknown');
select tests.turn('30 seconds'), tests.report_at(400, 900), tests.turn('30 seconds'), tests.report_at(400, 1500), tests.turn('30 seconds'), tests.report_at(400, 1800), tests.turn('50 seconds'), tests.report_at(400, 1900), tests.turn('39 seconds'), tests.report_at(400, 1900);
select is(tests.reason(), 0::bigint, 'three minutes off the route do not need the desk''s attention');
select tests.as_owner(), tests.turn('2 seconds'), tests.report_at(400, 1900);
select is(tests.reason(), 1::bigint, 'a driver who drives away for more than three minutes needs the desk''s attention');
select tests.as_owner(), tests.turn('5 seconds'), tests.report_at(400, 1890, 300);
select is(tests.reason(), 1::bigint, 'a position with a poor accuracy does not end the attention for an off-route trip');
select tests.as_owner(), tests.turn('40 seconds'), tests.report_at(400, 400);
select is(tests.reason(), 0::bigint, 'a driver who comes back to the route needs no attention');
select tests.as_owner(), tests.turn('40 seconds'), tests.report_at(800);
select is((select off_since is null and off_target_m is null and target_m is null from app.trip_watch), true, 'the off-route watch is reset on the route');

-- No positions
select tests.turn('121 seconds');
select is(tests.progress('eta') || tests.progress('near'), null, 'a car without a position for two minutes has no time of arrival');
select ok(tests.progress('at') is not null, 'a car without a position for two minutes still shows the time of the last one');

-- Stops, and the end of the trip
select tests.let('driver', format('select public.reach_drop(%L)', tests.booking())), tests.let('driver', format('select public.confirm_cash(%L)', tests.booking()));
select is(tests.progress('to'), null, 'a finished trip has no progress');
select tests.turn('1 minute'), tests.go_online();
select tests.let('rider', format('select public.create_booking(%L, ''cash'')', (to_jsonb(public.quote_fare(tests.id('rider'), tests.order() || jsonb_build_object(
  'polyline', tests.line('0,0 1000,0 0,0 0,700'), 'drop', '{"lat": 47.141, "lng": 9.5302, "add": "East"}'::jsonb,
  'waypoints', '[{"lat": 47.150, "lng": 9.5209, "add": "North"}]'::jsonb))) ->> 'quote_id')));
select tests.let('driver', format('select public.accept_booking(%L)', tests.booking()));
select tests.turn('5 seconds'), tests.report_at(0);
select is(tests.count_notices(), 0::bigint, 'a driver who accepts within 300 m of the pickup causes no second notice');
select tests.let('driver', format('select public.arrive_at_pickup(%L)', tests.booking())), tests.let('driver', format('select public.start_trip(%L, %L)', tests.booking(), tests.code()));
select tests.turn('30 seconds'), tests.report_at(500);
select ok(tests.progress('to') || ' ' || tests.progress('share') like 'stop 0.18%', 'a trip with a stop shows the progress to the stop first');
select tests.turn('60 seconds'), tests.report_at(1000), tests.let('driver', format('select public.arrive_at_stop(%L, 1)', tests.booking()));
select tests.turn('60 seconds'), tests.report_at(500);
select ok(tests.progress('to') || ' ' || tests.progress('share') like 'drop 0.55%', 'on the way back the same street counts as farther along the route');
select is((select round(along_m, -1) from (select along_m::numeric from public.booking_stops) s), 1000::numeric, 'a stop stores its distance along the route');
update app.trip_watch set off_since = app.now(), off_target_m = 1, target_m = 1 where booking_id = tests.booking();
update public.booking_stops set arrived_at = null;
select tests.let('driver', format('select public.arrive_at_stop(%L, 1)', tests.booking()));
select is_empty($$ select 1 from app.trip_watch where off_since is not null $$, 'arriving at a stop resets the off-route watch');
-- The driver confirmed the arrival short of the stop.
select tests.turn('60 seconds'), tests.report_at(940);
update public.bookings set polyline = tests.line('0,0 2000,0') where id = tests.booking();
select ok(tests.progress('by') = 'way' and tests.progress('share') like '0.5%' and tests.progress('off_route') = 'false', 'a car short of a stop that was confirmed counts as at the stop');

-- Unusual routes
select is(round(app.first_pass_m(tests.line('0,0 2000,0 2000,12 0,12'), 47.141 + 300 / 111195.0, 9.5209 + 10 / (111195 * cos(radians(47.141))), 0)), 300::double precision,
  'a stop beside a street that is driven twice lies on the first pass');
select is(round(app.first_pass_m(tests.line('0,0 2000,0 2000,12 0,12'), 47.141 + 300 / 111195.0, 9.5209 + 10 / (111195 * cos(radians(47.141))), 2000) / 10), 371::double precision,
  'a stop beside a street that is driven twice lies on the second pass after a farther stop');
select is(app.first_pass_m('', 47, 9, 0), null, 'a stop has no distance along an empty route');
select ok(app.distance_to_line_m(extensions.st_asencodedpolyline(extensions.st_geomfromtext('LINESTRING(179.99 -17, -179.99 -17)', 4326), 5), -17, -179.995) < 2, 'the distance beside a route is right across the antimeridian');
select ok((select bool_and(l.off_m >= 0 and l.along_m between 0 and l.length_m + 1e-6) from (select (array['a','_','~','?','abcd','_p~iF~ps|U_ulLnnqC_mqNvxq`@','ÿÿÿÿ'])[1 + n % 7] || repeat(chr(63 + n % 60), n % 40) as line, n from generate_series(1, 300) n) r,
  lateral app.locate_on_line(r.line, 47.1, 9.5, r.n * 50, r.n * 10) l), 'no encoded line makes locate_on_line fail');
select * from finish();
