-- The trail: noise, leaps, standing still, silence, sampling; who may see it.
select no_plan();
-- A trail as phones write it: seconds after the start, metres north and east of the pickup, accuracy.
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
select is(tests.verdicts(), 'start moved moved moved', 'a clean trail counts whole');
select is(tests.metres(), 300::numeric, 'around the corner, too');

select tests.record('0,0,0,5 10,3,2,5 20,-4,3,5 30,2,-5,5 40,100,0,5');
select is(tests.verdicts(), 'start still still still moved', 'a standing car gathers no way');
select is(tests.metres(), 100::numeric, 'a car goes on from where it stood');
select tests.record('0,0,0,25 10,20,0,25 20,-12,0,25 30,100,0,25');
select is(tests.verdicts(), 'start still still moved', 'what moves less than the fix is true to does not move');
select tests.record('0,0,0,90 10,29,0,90 20,62,0,90 30,150,0,90');
select is(tests.verdicts(), 'start still still moved', 'a fix true to 90 m tells no smaller move');
select tests.record('0,0,0,5 4,6,0,5 8,12,0,5 12,18,0,5 16,24,0,5 20,30,0,5 24,36,0,5 28,42,0,5 32,48,0,5');
select is(tests.metres(), 48::numeric, 'a car that creeps forward loses no way, once it left where it stood');

select tests.record('0,0,0,5 10,100,0,5 20,3000,0,5 30,300,0,5');
select is(tests.verdicts(), 'start moved leap moved', 'faster than 200 km/h is no drive');
select is(tests.metres(), 300::numeric, 'a leap adds nothing, there or back');
select tests.record('0,0,0,5 10,550,0,5 20,1110,0,5');
select is(tests.verdicts(), 'start moved leap', '198 km/h is one, 201 is not');
select tests.record('0,5000,5000,5 10,0,0,5 20,100,0,5 30,200,0,5 40,300,0,5');
select is(tests.verdicts(), 'start leap leap start moved', 'three leaps that follow from one another were none: the first point was wrong');
select is(tests.metres(), 100::numeric, 'the way to there is not known');
select tests.record('0,0,0,5 10,5000,0,5 20,-5000,0,5 30,5000,5000,5 40,100,0,5');
select is(tests.verdicts(), 'start leap leap leap moved', 'leaps to everywhere stay leaps');

select tests.record('0,0,0,5 10,100,0,5 20,180,60,250 30,300,0,5');
select throws_like($$ select tests.record('0,0,0,501') $$, '%tracking_points_place%', 'nobody stores more than 500 m');
select is(tests.verdicts(), 'start moved vague moved', 'a fix true to 250 m says nothing');
select is(tests.metres(), 300::numeric, 'a fix true to 250 m does not bend the way');
select tests.record('0,0,0, 10,100,0,');
select is(tests.metres(), 100::numeric, 'a phone that does not say how true its fix is is believed');

-- Silence
create function tests.gaps() returns text language sql security definer as $$
  select string_agg(round(g.secs)::text, ' ' order by g.since) from public.bookings b, app.trail_gaps(b) g where b.id = tests.booking()
$$;
select tests.record('0,0,0,5 60,100,0,5 540,200,0,5 600,300,0,5');
select is(tests.gaps(), '480', 'a minute is no silence, eight are');
select is(tests.verdicts(), 'start moved start moved', 'after it the trail begins again');
select tests.record('0,0,0,5 50,100,0,5 100,110,0,300 150,120,0,300 200,130,0,300 250,600,0,5');
select is(tests.gaps(), '200 350', 'what is vague is as good as silence, and so is the end when nothing comes');
-- A phone that keeps talking nonsense
create function tests.km() returns text language sql security definer as $$
  select app.meter_trip(jsonb_populate_record(b, jsonb_build_object('reached_at', b.started_at + interval '400 seconds',
    'drop_lat', 47.141 + 2000 / 111195.0, 'drop_lng', 9.5209))) ->> 'distance_km' from public.bookings b where b.id = tests.booking()
$$;
select tests.record((select string_agg(format('%s,%s,0,5', n * 10, n * 100), ' ') from generate_series(0, 20) n)
  || (select string_agg(format(' %s,2000,0,101', 200 + n * 10), '') from generate_series(1, 20) n));
select is(tests.km(), '2.000', 'a parked car that claims poor reception gathers no way');
select tests.record((select string_agg(format('%s,%s,0,%s', n * 10, n * 50, case when n % 7 = 0 then 5 else 101 end), ' ') from generate_series(0, 40) n));
select ok(tests.km()::numeric between 2.0 and 2.6, 'a short cut under it counts the straight line and a third, not the quote');
select tests.record((select string_agg(format('%s,%s,0,5', n * 10, n * 100), ' ') from generate_series(0, 20) n));
select is(tests.km(), (2 + round(3.5 * 200 / 420, 3))::text, 'while silence counts pro rata, as it may be any way');

select tests.record('0,0,0,5');
select is(tests.gaps(), '600', 'a trail of one point is one silence');
delete from public.tracking_points where booking_id = tests.booking();
select is(tests.gaps(), '600', 'no trail is one silence');
insert into public.tracking_points (booking_id, driver_id, status, lat, lng, at)
select tests.booking(), tests.id('driver2'), 'STARTED', 47.15, 9.52, app.now() - interval '5 minutes';
select is(tests.verdicts(), null, 'another driver''s points are not of this trip');

-- Sampling
create function tests.sample(most integer) returns bigint language sql security definer as $$
  select count(*) from public.bookings b, app.sample_trail(b, most) s where b.id = tests.booking()
$$;
select tests.record((select string_agg(format('%s,%s,0,5', n * 5, n * 30), ' ') from generate_series(0, 23) n));
select is(tests.sample(25), 24::bigint, 'a short trail stays as it is');
select tests.record((select string_agg(format('%s,%s,0,5', n * 5, n * 30), ' ') from generate_series(0, 100) n));
select is(tests.sample(25), 25::bigint, 'of 101 points 25 stay');
select is(tests.sample(2), 2::bigint, 'of a long trail at least its ends are kept');
create function tests.legs() returns setof double precision language sql security definer as $$
  select app.distance_m(l.lat, l.lng, l.next_lat, l.next_lng) from (
    select s.lat, s.lng, lead(s.lat) over (order by s.at) as next_lat, lead(s.lng) over (order by s.at) as next_lng
    from public.bookings b, app.sample_trail(b) s where b.id = tests.booking()) l where l.next_lat is not null
$$;
select is((select string_agg(distinct round(l)::text, ' ' order by round(l)::text) from tests.legs() l), '120 150', 'at equal distances, as far as there are points');
select is((select round(sum(l)) from tests.legs() l), 3000::double precision, 'from its first point to its last');
select tests.record((select string_agg(format('%s,%s,0,5', n * 5, case when n < 90 then n * 20 else 1800 + n - 90 end), ' ') from generate_series(0, 119) n));
select ok(tests.sample(25) <= 25, 'a car that then stood still has no more');
select tests.record((select string_agg(format('%s,%s,0,5', n * 61, n * 100), ' ') from generate_series(0, 9) n));
select is(tests.sample(5), 5::bigint, 'where each point begins the trail anew, they are as far apart all the same');

-- Who sees it
select tests.record('0,0,0,5 10,100,0,5 20,3000,0,5 30,300,0,5 40,302,0,5 50,320,0,300 200,400,0,5 210,500,0,5');
select tests.act_as('rider');
create temp table seen as select to_jsonb(public.trip_trail(tests.booking())) as t;
grant all on seen to public;
select is(t - 'polyline' - 'sample' - 'gaps' - 'expired', '{"distance_km": 3.777, "silent_km": 3.377, "flags": ["trail_gap"], "points": 8, "left_out": {"still": 1, "leap": 1, "vague": 1}}',
  'the rider sees what was counted and left out') from seen;
select is(jsonb_array_length(t -> 'gaps'), 2, 'the rider sees which silences were filled in') from seen;
select is(jsonb_array_length(t -> 'sample'), 5, 'with the points that count') from seen;
select is((select extensions.st_npoints(extensions.st_linefromencodedpolyline(t ->> 'polyline', 5))), 5, 'as a line') from seen;
select tests.act_as('driver');
select is(to_jsonb(public.trip_trail(tests.booking())), (select t from seen), 'the driver sees the same');
select tests.act_as('admin');
select is(to_jsonb(public.trip_trail(tests.booking())), (select t from seen), 'the desk sees what was counted');
select tests.act_as('rider2');
select throws_ok($$ select public.trip_trail(tests.booking()) $$, 'PT404', 'booking_not_found', 'a stranger does not');
select tests.act_as('driver2');
select throws_ok($$ select public.trip_trail(tests.booking()) $$, 'PT404', 'booking_not_found', 'another driver does not see what was counted');
select tests.as_visitor();
select throws_ok($$ select public.trip_trail(gen_random_uuid()) $$, '42501', null, 'a visitor does not see what was counted');
select tests.as_owner(), tests.let('driver', format('select public.reach_drop(%L)', tests.booking())), tests.let('driver', format('select public.confirm_cash(%L)', tests.booking()));
select tests.turn('1 minute'), tests.ride('ACCEPTED');
select tests.act_as('rider');
select is(to_jsonb(public.trip_trail(tests.booking())) - 'flags', '{"distance_km": 0.000, "silent_km": 0.000, "points": 0, "left_out": {"still": 0, "leap": 0, "vague": 0}, "polyline": "", "gaps": [], "sample": [], "expired": false}',
  'before the start there is none');

-- What is forgotten
select tests.as_owner(), tests.let('driver', format('select public.arrive_at_pickup(%L)', tests.booking())), tests.let('driver', format('select public.start_trip(%L, %L)', tests.booking(), tests.code()));
select tests.turn('7 minutes'), tests.let('driver', format('select public.reach_drop(%L)', tests.booking())), tests.let('driver', format('select public.confirm_cash(%L)', tests.booking()));
select tests.turn('181 days'), app.purge();
select tests.act_as('rider');
select is((select to_jsonb(public.trip_trail(tests.booking())) - 'left_out'), (select jsonb_build_object('distance_km', b.distance, 'silent_km', 0, 'flags', '[]'::jsonb, 'points', 0, 'expired', true,
  'polyline', '', 'gaps', '[]'::jsonb, 'sample', '[]'::jsonb) from public.bookings b where b.id = tests.booking()), 'after half a year the trail is forgotten, and says so');
select tests.as_owner();
select is_empty($$ select * from app.trip_watch $$, 'what was noticed of a trail is forgotten after half a year');
select * from finish();
