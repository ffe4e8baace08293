-- Forged trails in both fare modes: a driver invents a distance, or ends a ride that was not driven.
select no_plan();
-- A batch of positions sent afterwards by a hostile client: expressions of the step n, in metres north and east of the pickup.
create function tests.forge(steps integer, over interval, north text, east text) returns integer language plpgsql security definer as $$
declare v_points jsonb; v_start timestamptz := (select started_at from public.bookings where id = tests.booking());
begin
  execute format('select jsonb_agg(jsonb_build_object(''lat'', 47.141 + (%s) / 111195.0, ''lng'', 9.52 + (%s) / (111195.0 * cos(radians(47.141))),
    ''accuracy'', 5, ''at'', $1 + n * $2 / %s) order by n) from generate_series(1, %s) n', north, east, steps, steps)
  into v_points using v_start, over;
  perform tests.turn(v_start + over - app.now());
  perform tests.let('driver', format('select public.report_positions(%L)', v_points));
  return (select count(*) from public.tracking_points t where t.booking_id = tests.booking() and t.at > v_start);
end $$;
-- A real drive to the quoted drop: a position every 10 s on a straight line.
create function tests.drive_to_drop(share double precision default 1, secs integer default 400) returns void language plpgsql security definer as $$
begin
  for i in 1 .. secs / 10 loop
    perform tests.turn('10 seconds'), tests.let('driver', format('select public.report_position(%s, %s, accuracy => 5)',
      47.141 + 0.0245 * share * i * 10 / secs, 9.52 - 0.0097 * share * i * 10 / secs));
  end loop;
end $$;
create function tests.ended() returns table (km numeric, ratio numeric, flags text) language plpgsql security definer as $$
declare v_id uuid := tests.booking();
begin
  perform tests.let('driver', format('select public.reach_drop(%L)', v_id));
  return query select b.distance, round(b.trip_cost / b.estimate, 2), array_to_string(f.flags, ',')
    from public.bookings b join public.booking_finances f on f.booking_id = b.id where b.id = v_id;
  perform tests.let('driver', format('select public.confirm_cash(%L)', v_id)), tests.turn('10 minutes');
end $$;
create function tests.reasons(id uuid default tests.booking()) returns text language plpgsql as $$
begin
  perform tests.act_as('admin');
  return (select string_agg(a.reason, ' ' order by a.reason) from tests.attention_list() a where a.booking_id = reasons.id);
end $$;
create temp table over (km numeric, ratio numeric, flags text);
grant all on over to public;

-- Metered: invented distance -----------------------------------------------------------------------------------------------
select tests.ride('STARTED');
select ok(tests.forge(234, '7 minutes', '15 * sin(n * 2.4)', '15 * cos(n * 1.7)') > 200,
  'a batch of positions sent afterwards is stored');
insert into over select * from tests.ended();
select ok(km < 0.1, 'position noise of a waiting car adds less than 0.1 km: ' || km || ' km') from over;

truncate over; select tests.as_owner(), tests.ride('STARTED');
select tests.forge(234, '7 minutes', '85 * sin(n * 0.38)', '85 * (1 - cos(n * 0.38))');
insert into over select * from tests.ended();
select ok(ratio <= 1.5 and flags ~ 'long_way|held_at_quote', '234 positions circling within 85 m of the pickup are flagged: ' || over::text) from over;
select ok(tests.reasons() ~ 'long_way|held_at_quote', 'a ride circling near the pickup appears on the attention list');

-- Back and forth on one street at 30 m/s.
truncate over; select tests.as_owner(), tests.ride('STARTED');
select tests.forge(42, '7 minutes', '100 * abs((n % 8) - 4)', '0');
insert into over select * from tests.ended();
select ok(km > 3.5 * 1.1, 'driving back and forth on one street at a plausible speed is measured: ' || over::text) from over;
select ok(flags ~ 'long_way', 'a ride back and forth that ends far from its drop is flagged as long_way') from over;
select is(tests.reasons(), 'long_way', 'a ride back and forth appears on the attention list');
truncate over; select tests.as_owner(), tests.ride('STARTED');
select tests.forge(42, '7 minutes', '110 * abs((n % 8) - 4)', '0');
insert into over select * from tests.ended();
select ok(km / 3.5 between 1.2 and 1.5 and ratio > 1 and ratio < 1.5 and flags = 'long_way', 'a distance of 1.2 to 1.5 times the quote is charged and flagged: ' || over::text) from over;
select tests.act_as('rider');
select ok((to_jsonb(public.explain_fare(tests.booking())) -> 'trail') @> '{"quoted_km": 3.5, "left_out": {"leap": 0}}', 'the rider''s receipt shows the quoted distance and the positions left out');
select ok(to_jsonb(public.explain_fare(tests.booking())) -> 'flags' ? 'long_way',
  'the rider''s receipt shows the flag long_way');
truncate over; select tests.as_owner(), tests.ride('STARTED');
select tests.forge(42, '7 minutes', '140 * abs((n % 8) - 4)', '0');
insert into over select * from tests.ended();
select is(ratio::text || ' ' || flags, '1.00 held_at_quote', 'a distance above 1.5 times the quote is charged at the quote: ' || over::text) from over;

-- A real route with bends: a position every second on a winding line at 15 km/h.
truncate over; select tests.as_owner(), tests.ride('STARTED');
select tests.forge(420, '7 minutes', '3.5 * n', '20 * sin(n / 10.0)');
insert into over select * from tests.ended();
create temp table snake as select sum(sqrt(3.5 ^ 2 + (20 * (sin(n / 10.0) - sin((n - 1) / 10.0))) ^ 2)) / 1000 as km from generate_series(1, 420) n;
select ok(abs(o.km / s.km - 1) < 0.05, 'a winding route is measured within 5 %: ' || o.km || ' of ' || round(s.km::numeric, 3)) from over o, snake s;
truncate over; select tests.as_owner(), tests.ride('STARTED');
select tests.drive_to_drop();
insert into over select * from tests.ended();
select ok(km between 2.7 and 3.0 and flags = '', 'a real drive is measured in full without a flag: ' || over::text) from over;
select is(tests.reasons(), null, 'a real drive does not appear on the attention list');

-- Ended immediately
truncate over; select tests.as_owner(), tests.ride('STARTED');
select tests.turn('1 second');
insert into over select * from tests.ended();
select ok(km = 0 and ratio < 0.65, 'a metered ride that ends after one second costs less than 65 % of the quote: ' || over::text) from over;

-- Upfront ------------------------------------------------------------------------------------------------------------------
select tests.as_owner(), tests.set('fare_mode', 'upfront');
truncate over; select tests.ride('STARTED');
select tests.turn('1 second');
insert into over select * from tests.ended();
select ok(ratio < 0.65 and flags = 'ended_elsewhere', 'an upfront ride that ends after one second is charged by the meter: ' || over::text) from over;
select is(tests.reasons(), 'ended_elsewhere', 'an upfront ride that ended elsewhere appears on the attention list');

truncate over; select tests.as_owner(), tests.ride('STARTED');
select tests.turn('1 second'), tests.let('driver', 'select public.report_position(47.1655, 9.5103)');
insert into over select * from tests.ended();
select ok(ratio < 0.65, 'an unreachable position at the drop does not raise an upfront fare: ' || over::text) from over;

-- To the drop at 50 m/s: one minute instead of seven.
truncate over; select tests.as_owner(), tests.ride('STARTED');
select tests.forge(7, '56 seconds', '2724 * n / 7.0', '-735 * n / 7.0');
insert into over select * from tests.ended();
select ok(ratio < 1 and flags = 'ended_elsewhere', 'a drive far faster than quoted is flagged and charged by the meter: ' || over::text) from over;

truncate over; select tests.as_owner(), tests.ride('STARTED');
select tests.drive_to_drop(0.5, 200);
insert into over select * from tests.ended();
select ok(ratio between 0.5 and 0.85 and flags = 'ended_elsewhere', 'an upfront ride that ends half way is charged for half the way: ' || over::text) from over;

truncate over; select tests.as_owner(), tests.ride('STARTED');
select tests.forge(42, '7 minutes', '140 * abs((n % 8) - 4)', '0');
insert into over select * from tests.ended();
select ok(ratio <= 1 and flags = 'ended_elsewhere', 'an upfront ride that ended elsewhere costs at most the quote: ' || over::text) from over;

truncate over; select tests.as_owner(), tests.ride('STARTED');
select tests.drive_to_drop();
insert into over select * from tests.ended();
select is(ratio::text || flags, '1.00', 'an upfront ride that reaches its drop costs the quote') from over;

truncate over; select tests.as_owner(), tests.ride('STARTED');
select tests.turn('8 minutes');
insert into over select * from tests.ended();
select is(ratio, 1.00, 'an upfront ride without any positions costs the quote') from over;

-- A round trip ends where it started
create temp table round as select (to_jsonb(public.quote_fare(tests.id('rider'), tests.order() || '{"drop": {"lat": 47.141, "lng": 9.52, "add": "Back"}}')) ->> 'quote_id')::uuid as id;
truncate over; select tests.go_online(), tests.let('rider', format('select public.create_booking(%L, ''cash'')', id)) from round;
select tests.let('driver', format('select public.accept_booking(%1$L), public.arrive_at_pickup(%1$L), public.start_trip(%1$L, %2$L)', tests.booking(), tests.code()));
insert into over select * from tests.ended();
select ok(ratio < 0.65 and flags = 'ended_elsewhere', 'a round trip of one second is flagged and charged by the meter: ' || over::text) from over;
select * from finish();
