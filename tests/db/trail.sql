-- The trail: noise, jumps, standing still, gaps, sampling; who can read it.
select no_plan();
-- A trail as phones record it: seconds after the start, metres north and east of the pickup, accuracy.
create function tests.record(points text) returns void language plpgsql security definer as $$
declare v_start timestamptz := (select started_at from public.bookings where id = tests.booking());
begin
  delete from public.tracking_points where booking_id = tests.booking();
  insert into public.tracking_points (booking_id, driver_id, status, lat, lng, accuracy, at)
  select tests.booking(), tests.id('driver'), 'STARTED', 47.141 + p[2]::double precision / 111195,
    9.5209 + p[3]::double precision / (111195 * cos(radians(47.141))), nullif(p[4], '')::double precision, v_start + p[1]::double precision * interval '1 second'
  from unnest(string_to_array(points, ' ')) s, lateral (select string_to_array(s, ',') as p) x;
end $$;
create function tests.verdicts() returns text language sql security definer as $$
  select string_agg(t.verdict, ' ' order by t.at) from public.bookings b, app.trail(b) t where b.id = tests.booking()
$$;
create function tests.metres() returns numeric language sql security definer as $$
  select round(sum(t.metres)::numeric) from public.bookings b, app.trail(b) t where b.id = tests.booking()
$$;
select tests.ride('STARTED'), tests.turn('10 minutes');

select tests.record('0,0,0,5 10,100,0,5 20,200,0,5 30,200,100,5');
select is(tests.verdicts(), 'start moved moved moved', 'all points of a clean trail count');
select is(tests.metres(), 300::numeric, 'the distance of a clean trail follows its corner');

select tests.record('0,0,0,5 10,3,2,5 20,-4,3,5 30,2,-5,5 40,100,0,5');
select is(tests.verdicts(), 'start still still still moved', 'small moves of a standing car do not count');
select is(tests.metres(), 100::numeric, 'the distance goes on from where the car stood');
select tests.record('0,0,0,25 10,20,0,25 20,-12,0,25 30,100,0,25');
select is(tests.verdicts(), 'start still still moved', 'a move smaller than the accuracy does not count');
select tests.record('0,0,0,90 10,29,0,90 20,62,0,90 30,150,0,90');
select is(tests.verdicts(), 'start still still moved', 'a move smaller than an accuracy of 90 m does not count');
select tests.record('0,0,0,5 4,6,0,5 8,12,0,5 12,18,0,5 16,24,0,5 20,30,0,5 24,36,0,5 28,42,0,5 32,48,0,5');
select is(tests.metres(), 48::numeric, 'a slow car that left where it stood loses no distance');

select tests.record('0,0,0,5 10,100,0,5 20,3000,0,5 30,300,0,5');
select is(tests.verdicts(), 'start moved leap moved', 'a point that needs more than 200 km/h is a jump');
select is(tests.metres(), 300::numeric, 'a jump adds no distance, there or back');
select tests.record('0,0,0,5 10,550,0,5 20,1110,0,5');
select is(tests.verdicts(), 'start moved leap', '198 km/h is a move, and 201 km/h is a jump');
select tests.record('0,5000,5000,5 10,0,0,5 20,100,0,5 30,200,0,5 40,300,0,5');
select is(tests.verdicts(), 'start leap leap start moved', 'three consistent jumps are a new start: the first point was wrong');
select is(tests.metres(), 100::numeric, 'the distance to a new start is not counted');
select tests.record('0,0,0,5 10,5000,0,5 20,-5000,0,5 30,5000,5000,5 40,100,0,5');
select is(tests.verdicts(), 'start leap leap leap moved', 'inconsistent jumps stay jumps');

select tests.record('0,0,0,5 10,100,0,5 20,180,60,250 30,300,0,5');
select throws_like($$ select tests.record('0,0,0,501') $$, '%tracking_points_place%', 'a point with an accuracy above 500 m cannot be stored');
select is(tests.verdicts(), 'start moved vague moved', 'a point with an accuracy of 250 m is ignored');
select is(tests.metres(), 300::numeric, 'a point with an accuracy of 250 m does not change the distance');
select tests.record('0,0,0, 10,100,0,');
select is(tests.metres(), 100::numeric, 'a point without an accuracy counts');

-- Gaps
create function tests.gaps() returns text language sql security definer as $$
  select string_agg(round(g.secs)::text, ' ' order by g.since) from public.bookings b, app.trail_gaps(b) g where b.id = tests.booking()
$$;
select tests.record('0,0,0,5 60,100,0,5 540,200,0,5 600,300,0,5');
select is(tests.gaps(), '480', 'a minute without points is no gap, eight minutes are');
select is(tests.verdicts(), 'start moved start moved', 'the trail starts again after a gap');
select tests.record('0,0,0,5 50,100,0,5 100,110,0,300 150,120,0,300 200,130,0,300 250,600,0,5');
select is(tests.gaps(), '200 350', 'vague points and missing points at the end count as a gap');
-- A phone that keeps sending inaccurate positions
create function tests.km() returns text language sql security definer as $$
  select app.meter_trip(jsonb_populate_record(b, jsonb_build_object('reached_at', b.started_at + interval '400 seconds',
    'drop_lat', 47.141 + 2000 / 111195.0, 'drop_lng', 9.5209))) ->> 'distance_km' from public.bookings b where b.id = tests.booking()
$$;
select tests.record((select string_agg(format('%s,%s,0,5', n * 10, n * 100), ' ') from generate_series(0, 20) n)
  || (select string_agg(format(' %s,2000,0,101', 200 + n * 10), '') from generate_series(1, 20) n));
select is(tests.km(), '2.000', 'a parked car with inaccurate positions gains no distance');
select tests.record((select string_agg(format('%s,%s,0,%s', n * 10, n * 50, case when n % 7 = 0 then 5 else 101 end), ' ') from generate_series(0, 40) n));
select ok(tests.km()::numeric between 2.0 and 2.6, 'a short cut under inaccurate positions counts the straight line plus a third');
select tests.record((select string_agg(format('%s,%s,0,5', n * 10, n * 100), ' ') from generate_series(0, 20) n));
select is(tests.km(), (2 + round(3.5 * 200 / 420, 3))::text, 'a gap in the trail counts the quoted distance in proportion to its time');

select tests.record('0,0,0,5');
select is(tests.gaps(), '600', 'a trail of one point is one gap');
delete from public.tracking_points where booking_id = tests.booking();
select is(tests.gaps(), '600', 'a trip without points is one gap');
insert into public.tracking_points (booking_id, driver_id, status, lat, lng, at)
select tests.booking(), tests.id('driver2'), 'STARTED', 47.15, 9.52, app.now() - interval '5 minutes';
select is(tests.verdicts(), null, 'another driver''s points do not belong to the trip');

-- Sampling
create function tests.sample(most integer) returns bigint language sql security definer as $$
  select count(*) from public.bookings b, app.sample_trail(b, most) s where b.id = tests.booking()
$$;
select tests.record((select string_agg(format('%s,%s,0,5', n * 5, n * 30), ' ') from generate_series(0, 23) n));
select is(tests.sample(25), 24::bigint, 'a short trail is not sampled');
select tests.record((select string_agg(format('%s,%s,0,5', n * 5, n * 30), ' ') from generate_series(0, 100) n));
-- Spec 9.16
select is(tests.sample(25), 25::bigint, 'a trail of 101 points is sampled to 25');
select is(tests.sample(2), 2::bigint, 'the ends of a long trail are kept with two samples');
create function tests.legs() returns setof double precision language sql security definer as $$
  select app.distance_m(l.lat, l.lng, l.next_lat, l.next_lng) from (
    select s.lat, s.lng, lead(s.lat) over (order by s.at) as next_lat, lead(s.lng) over (order by s.at) as next_lng
    from public.bookings b, app.sample_trail(b) s where b.id = tests.booking()) l where l.next_lat is not null
$$;
select is((select string_agg(distinct round(l)::text, ' ' order by round(l)::text) from tests.legs() l), '120 150', 'sampled points are at equal distances, as far as points exist');
select is((select round(sum(l)) from tests.legs() l), 3000::double precision, 'samples reach from the first point of a trail to its last');
select tests.record((select string_agg(format('%s,%s,0,5', n * 5, case when n < 90 then n * 20 else 1800 + n - 90 end), ' ') from generate_series(0, 119) n));
select ok(tests.sample(25) <= 25, 'a trail that ends with a standing car is sampled to 25 points at most');
select tests.record((select string_agg(format('%s,%s,0,5', n * 61, n * 100), ' ') from generate_series(0, 9) n));
select is(tests.sample(5), 5::bigint, 'a trail with a gap before each point is sampled evenly');

-- Who can read the trail
select tests.record('0,0,0,5 10,100,0,5 20,3000,0,5 30,300,0,5 40,302,0,5 50,320,0,300 200,400,0,5 210,500,0,5');
select tests.act_as('rider');
create temp table seen as select public.trip_trail(tests.booking()) as t;
grant all on seen to public;
select is(t - 'polyline' - 'sample' - 'gaps' - 'expired', '{"distance_km": 3.777, "silent_km": 3.377, "flags": ["trail_gap"], "points": 8, "left_out": {"still": 1, "leap": 1, "vague": 1}}',
  'a rider reads which points were counted and left out') from seen;
select is(jsonb_array_length(t -> 'gaps'), 2, 'a rider reads which gaps were filled') from seen;
select is(jsonb_array_length(t -> 'sample'), 5, 'a rider reads the sampled points of the trail') from seen;
select is((select extensions.st_npoints(extensions.st_linefromencodedpolyline(t ->> 'polyline', 5))), 5, 'a rider reads the trail as an encoded line') from seen;
select tests.act_as('driver');
select is(public.trip_trail(tests.booking()), (select t from seen), 'the driver reads the same trail as the rider');
select tests.act_as('admin');
select is(public.trip_trail(tests.booking()), (select t from seen), 'an admin reads the same trail as the rider');
select tests.act_as('rider2');
select throws_ok($$ select public.trip_trail(tests.booking()) $$, 'PT404', 'booking_not_found', 'another rider cannot read the trail');
select tests.act_as('driver2');
select throws_ok($$ select public.trip_trail(tests.booking()) $$, 'PT404', 'booking_not_found', 'another driver cannot read the trail');
select tests.as_visitor();
select throws_ok($$ select public.trip_trail(gen_random_uuid()) $$, '42501', null, 'a visitor cannot read a trail');
select tests.as_owner(), tests.let('driver', format('select public.reach_drop(%L)', tests.booking())), tests.let('driver', format('select public.confirm_cash(%L)', tests.booking()));
select tests.turn('1 minute'), tests.ride('ACCEPTED');
select tests.act_as('rider');
select is(public.trip_trail(tests.booking()) - 'flags', '{"distance_km": 0.000, "silent_km": 0.000, "points": 0, "left_out": {"still": 0, "leap": 0, "vague": 0}, "polyline": "", "gaps": [], "sample": [], "expired": false}',
  'a trip that has not started has an empty trail');

-- Expiry
select tests.as_owner(), tests.let('driver', format('select public.arrive_at_pickup(%L)', tests.booking())), tests.let('driver', format('select public.start_trip(%L, %L)', tests.booking(), tests.code()));
select tests.turn('7 minutes'), tests.let('driver', format('select public.reach_drop(%L)', tests.booking())), tests.let('driver', format('select public.confirm_cash(%L)', tests.booking()));
select tests.turn('181 days'), app.purge();
select tests.act_as('rider');
select is((select public.trip_trail(tests.booking()) - 'left_out'), (select jsonb_build_object('distance_km', b.distance, 'silent_km', 0, 'flags', '[]'::jsonb, 'points', 0, 'expired', true,
  'polyline', '', 'gaps', '[]'::jsonb, 'sample', '[]'::jsonb) from public.bookings b where b.id = tests.booking()), 'the trail expires after half a year and is marked as expired');
select tests.as_owner();
select is_empty($$ select * from app.trip_watch $$, 'off-route watches are deleted after half a year');
select * from finish();
