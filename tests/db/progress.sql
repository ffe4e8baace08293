-- Progress: how far it still is, near, and off the way.
select no_plan();
-- The quoted way: north along a street, in metres from the pickup; as many corners as given.
create function tests.line(corners text) returns text language sql as $$
  select extensions.st_asencodedpolyline(extensions.st_makeline(extensions.st_setsrid(extensions.st_makepoint(
    9.5209 + p[2]::double precision / (111195 * cos(radians(47.141))), 47.141 + p[1]::double precision / 111195), 4326) order by n), 5)
  from unnest(string_to_array(corners, ' ')) with ordinality s (s, n), lateral (select string_to_array(s, ',') as p) x
$$;
create function tests.at(north double precision, east double precision default 0, accuracy double precision default 5) returns void
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
create function tests.told() returns bigint language sql security definer as $$
  select count(*) from public.notices n where n.booking_id = tests.booking() and n.key = 'driver_approaching'
$$;

-- Points on lines
select results_eq($$ select round(along_m), round(off_m), round(length_m) from app.on_line(tests.line('0,0 1000,0'), 47.141 + 400 / 111195.0, 9.5209) $$,
  $$ values (400::double precision, 0::double precision, 1000::double precision) $$, 'a point on a line');
select results_eq($$ select round(along_m), round(off_m) from app.on_line(tests.line('0,0 1000,0'), 47.141 - 300 / 111195.0, 9.5209) $$,
  $$ values (0::double precision, 300::double precision) $$, 'before its start');
select is((select round(along_m) from app.on_line(tests.line('0,0 1000,0 1000,500'), 47.141 + 1000 / 111195.0, 9.5209 + 200 / (111195 * cos(radians(47.141))))),
  1200::double precision, 'around the corner');
select is((select 10 * round(along_m / 10) from app.on_line(tests.line('0,0 1000,0 0,0'), 47.141 + 300 / 111195.0, 9.5209, 1500)),
  1700::double precision, 'there and back: the one that fits what was driven');
select is((select 10 * round(along_m / 10) from app.on_line(tests.line('0,0 1000,0 0,0'), 47.141 + 300 / 111195.0, 9.5209, 100)), 300::double precision, 'either way');
select is((select 10 * round(along_m / 10) from app.on_line(tests.line('0,0 1000,0 0,0'), 47.141 + 300 / 111195.0, 9.5209, null, 1000)),
  1700::double precision, 'a car lies behind the last stop that it reached');
select ok((select max(abs(app.beside_m(w.line, 47.141 + n / 111195.0, 9.5209 + e / (111195 * cos(radians(47.141)))) - l.off_m)) < 0.5
  from (select tests.line('0,0 1000,0 1000,500 300,700') as line) w, generate_series(-400, 1200, 200) n, generate_series(-300, 900, 150) e,
  lateral (select min(o.off_m) as off_m from app.on_line(w.line, 47.141 + n / 111195.0, 9.5209 + e / (111195 * cos(radians(47.141)))) o) l), 'how far beside it, computed the quick way, is the same');
select is_empty($$ select * from app.on_line('', 47, 9) $$, 'no line, no place on it');
select is_empty($$ select * from app.on_line('abc', 47, 9) $$, 'a line of a single point has no place on it');
select lives_ok($$ select * from app.on_line('~~~~~~~~ _ö', 47, 9) $$, 'nonsense is no error');
select is((select round(along_m) from app.on_line(tests.line('0,0 0,0 1000,0'), 47.141 + 400 / 111195.0, 9.5209)), 400::double precision, 'corners on one spot are none');

-- On the way to the pickup
select tests.go_online('driver', 47.141 - 2000 / 111195.0, 9.5209), tests.book();
select is(tests.progress('to'), null, 'nobody comes yet');
select tests.let('driver', format('select public.accept_booking(%L)', tests.booking()));
update public.bookings set polyline = tests.line('0,0 1000,0 1000,500') where id = tests.booking();
select tests.turn('1 minute'), tests.at(-1000);
select is(tests.progress('to'), 'pickup', 'first to the pickup');
select is(tests.progress('remaining_km'), '1.30', 'the straight line and a third');
select is(tests.progress('remaining_secs'), '156', 'at the speed of the quote, 30 km/h');
select is(tests.progress('by'), 'beeline', 'which is a guess');
select is(tests.progress('near') || tests.told(), 'false0', 'not near yet');
select tests.turn('1 minute'), tests.at(-310);
select is(tests.told(), 0::bigint, '310 m away is not near');
select tests.turn('10 seconds'), tests.at(-290);
select is(tests.progress('near') || tests.told(), 'true1', 'at 290 m the rider is told');
select is((select n.user_id = tests.id('rider') and n.screen = 'BookedCab' and n.params ? 'vehicle_number' from public.notices n
  where n.booking_id = tests.booking() and n.key = 'driver_approaching'), true, 'with what to look for');
select tests.turn('10 seconds'), tests.at(-400), tests.turn('10 seconds'), tests.at(-200);
select is(tests.told(), 1::bigint, 'once');

-- Under way
select tests.let('driver', format('select public.arrive_at_pickup(%L)', tests.booking()));
select is(tests.progress('to'), 'drop', 'then to the drop');
select tests.turn('10 seconds'), tests.at(0), tests.let('driver', format('select public.start_trip(%L, %L)', tests.booking(), tests.code()));
select tests.turn('28 seconds'), tests.at(100);
select is(tests.progress('share'), '0.067', 'a hundred metres of 1,500');
select is(tests.progress('remaining_km'), '3.27', 'of the quoted 3.5 km');
select is(tests.progress('remaining_secs'), '392', 'of the quoted seven minutes: in the first of them the pace says nothing');
select is(tests.progress('by') || tests.progress('off_route'), 'wayfalse', 'on the way');
select tests.turn('182 seconds'), tests.at(750);
select is(tests.progress('remaining_secs'), '210', 'in time half way: half of the time is left');
select tests.turn('210 seconds'), tests.at(751);
select is(tests.progress('remaining_secs'), '419', 'who took twice as long will go on so');
select is((select to_jsonb(public.trip_progress(tests.booking())) ->> 'eta' is not null), true, 'with the time of arrival') from (select tests.act_as('driver')) x;
select tests.act_as('admin');
select is(to_jsonb(public.trip_progress(tests.booking())) ->> 'share', '0.501', 'the desk sees it');
select tests.act_as('rider2');
select throws_ok($$ select public.trip_progress(tests.booking()) $$, 'PT404', 'booking_not_found', 'a stranger does not');
select tests.as_visitor();
select throws_ok($$ select public.trip_progress(gen_random_uuid()) $$, '42501', null, 'a visitor does not see the progress');
select tests.as_owner(), tests.act_as('rider');
create temp table link as select public.share_trip(tests.booking()) as token;
grant all on link to public;
select tests.as_visitor();
select is(to_jsonb(public.shared_trip((select token from link))) -> 'progress' ->> 'share', '0.501', 'whoever has the link does');

-- Off the way
select tests.as_owner();
create function tests.reason() returns bigint language plpgsql as $$
begin
  perform tests.act_as('admin');
  return (select count(*) from public.attention_list() a where a.booking_id = tests.booking() and a.reason = 'off_route');
end $$;
select tests.turn('5 seconds'), tests.at(751, 140);
select is(tests.progress('off_route'), 'false', 'a street beside is on the way');
select tests.turn('5 seconds'), tests.at(751, 195, 100);
select is(tests.progress('off_route'), 'false', 'a bad fix beside the way is on the way');
select tests.turn('20 seconds'), tests.at(751, 900, 460);
select is(tests.progress('off_route'), 'true', 'whoever claims a worse one is not');
select is_empty($$ select 1 from app.trip_watch where off_since is not null $$, 'a worse fix starts no watch');
select tests.turn('20 seconds'), tests.at(751, 195, 100);
select tests.turn('10 seconds'), tests.at(400, 300);
select is(tests.progress('off_route') || ' ' || tests.progress('by') || ' ' || tests.progress('off_route_m'), 'true beeline 300', '300 m are not');
select is(tests.progress('share'), null, 'off the route, what is left is a guess');
select tests.turn('30 seconds'), tests.at(400, 900), tests.turn('30 seconds'), tests.at(400, 1500), tests.turn('30 seconds'), tests.at(400, 1800), tests.turn('50 seconds'), tests.at(400, 1900), tests.turn('39 seconds'), tests.at(400, 1900);
select is(tests.reason(), 0::bigint, 'three minutes are a driver''s own way');
select tests.as_owner(), tests.turn('2 seconds'), tests.at(400, 1900);
select is(tests.reason(), 1::bigint, 'then the desk looks at one who drives away');
select tests.as_owner(), tests.turn('5 seconds'), tests.at(400, 1890, 300);
select is(tests.reason(), 1::bigint, 'which a poor fix does not change');
select tests.as_owner(), tests.turn('40 seconds'), tests.at(400, 400);
select is(tests.reason(), 0::bigint, 'not at one who comes back');
select tests.as_owner(), tests.turn('40 seconds'), tests.at(800);
select is((select off_since is null and off_target_m is null and target_m is null from app.trip_watch), true, 'on the way all is forgotten');

-- Silence
select tests.turn('121 seconds');
select is(tests.progress('eta') || tests.progress('near'), null, 'a car not heard of for two minutes has no time of arrival');
select ok(tests.progress('at') is not null, 'only the time of its last word');

-- Stops, and the end
select tests.let('driver', format('select public.reach_drop(%L)', tests.booking())), tests.let('driver', format('select public.confirm_cash(%L)', tests.booking()));
select is(tests.progress('to'), null, 'after the end nothing is left');
select tests.turn('1 minute'), tests.go_online();
select tests.let('rider', format('select public.create_booking(%L, ''cash'')', (to_jsonb(public.quote_fare(tests.id('rider'), tests.order() || jsonb_build_object(
  'polyline', tests.line('0,0 1000,0 0,0 0,700'), 'drop', '{"lat": 47.141, "lng": 9.5302, "add": "East"}'::jsonb,
  'waypoints', '[{"lat": 47.150, "lng": 9.5209, "add": "North"}]'::jsonb))) ->> 'quote_id')));
select tests.let('driver', format('select public.accept_booking(%L)', tests.booking()));
select tests.turn('5 seconds'), tests.at(0);
select is(tests.told(), 0::bigint, 'who accepts around the corner was just told of');
select tests.let('driver', format('select public.arrive_at_pickup(%L)', tests.booking())), tests.let('driver', format('select public.start_trip(%L, %L)', tests.booking(), tests.code()));
select tests.turn('30 seconds'), tests.at(500);
select ok(tests.progress('to') || ' ' || tests.progress('share') like 'stop 0.18%', 'to the stop first');
select tests.turn('60 seconds'), tests.at(1000), tests.let('driver', format('select public.arrive_at_stop(%L, 1)', tests.booking()));
select tests.turn('60 seconds'), tests.at(500);
select ok(tests.progress('to') || ' ' || tests.progress('share') like 'drop 0.55%', 'on the way back the same street is farther along');
select is((select round(along_m, -1) from (select along_m::numeric from public.booking_stops) s), 1000::numeric, 'a stop knows where on the way it is');
update app.trip_watch set off_since = app.now(), off_target_m = 1, target_m = 1 where booking_id = tests.booking();
update public.booking_stops set arrived_at = null;
select tests.let('driver', format('select public.arrive_at_stop(%L, 1)', tests.booking()));
select is_empty($$ select 1 from app.trip_watch where off_since is not null $$, 'at a stop the watch begins anew');
-- The driver said "arrived" short of the stop.
select tests.turn('60 seconds'), tests.at(940);
update public.bookings set polyline = tests.line('0,0 2000,0') where id = tests.booking();
select ok(tests.progress('by') = 'way' and tests.progress('share') like '0.5%' and tests.progress('off_route') = 'false', 'short of a stop that is done the car is at it');

-- Odd ways
select is(round(app.first_pass_m(tests.line('0,0 2000,0 2000,12 0,12'), 47.141 + 300 / 111195.0, 9.5209 + 10 / (111195 * cos(radians(47.141))), 0)), 300::double precision,
  'a stop beside a street that is driven twice is on the first way');
select is(round(app.first_pass_m(tests.line('0,0 2000,0 2000,12 0,12'), 47.141 + 300 / 111195.0, 9.5209 + 10 / (111195 * cos(radians(47.141))), 2000) / 10), 371::double precision,
  'unless a stop before it is farther on');
select is(app.first_pass_m('', 47, 9, 0), null, 'no way, no stop on it');
select ok(app.beside_m(extensions.st_asencodedpolyline(extensions.st_geomfromtext('LINESTRING(179.99 -17, -179.99 -17)', 4326), 5), -17, -179.995) < 2, 'ways cross the antimeridian');
select ok((select bool_and(l.off_m >= 0 and l.along_m between 0 and l.length_m + 1e-6) from (select (array['a','_','~','?','abcd','_p~iF~ps|U_ulLnnqC_mqNvxq`@','ÿÿÿÿ'])[1 + n % 7] || repeat(chr(63 + n % 60), n % 40) as line, n from generate_series(1, 300) n) r,
  lateral app.on_line(r.line, 47.1, 9.5, r.n * 50, r.n * 10) l), 'no line makes it fail');
select * from finish();
