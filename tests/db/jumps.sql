-- Jumps of positions: a driver who is not driving cannot report a place 20 km away and win an offer there.
select no_plan();
create function tests.place() returns double precision language sql security definer volatile as $$
  select p.lat from public.driver_positions p where p.driver_id = tests.id('driver')
$$;
create function tests.reports(lat double precision, by_how_much interval default '0') returns integer language plpgsql as $$
begin
  perform tests.turn(by_how_much), tests.act_as('driver');
  return public.report_position(reports.lat, 9.52, accuracy => 5);
end $$;
-- 20 km north of the pickup
select tests.go_online('driver', 47.321, 9.52);
select is(tests.place(), 47.321::float8, 'the first position after a day is accepted');
select is(tests.reports(47.141, '5 seconds'), 0, 'a jump of 20 km is not stored');
select is(tests.place(), 47.321::float8, 'a jump does not change the driver''s position');
select tests.as_owner(), tests.book();
select is((select count(*) from public.booking_offers where booking_id = tests.booking() and driver_id = tests.id('driver')), 0::bigint, 'a driver who jumped to the pickup gets no offer');
select is(tests.reports(47.3211, '5 seconds'), 1, 'a plausible position after a jump is accepted');
select tests.turn('5 seconds'), tests.act_as('driver'), public.set_driver_active(true);
select is(tests.reports(47.141, '5 seconds'), 0, 'going on duty again while on duty does not allow a jump');
-- Two minutes later, so that the jumps above have expired
select tests.reports(47.3211, '2 minutes');
select public.set_driver_active(false), public.set_driver_active(true);
select is(tests.reports(47.141, '5 seconds'), 1, 'the first position after going on duty is accepted anywhere');
select is(tests.place(), 47.141::float8, 'the first position after going on duty is stored');
select is(tests.reports(47.3211, '5 seconds'), 0, 'the second position after going on duty cannot jump');
select tests.turn('5 seconds'), tests.act_as('driver'), public.set_driver_active(false), public.set_driver_active(true);
select is(tests.reports(47.1411, '5 seconds'), 1, 'a first position near the last one is accepted');
select is(tests.reports(47.3211, '5 seconds'), 0, 'a first position near the last one does not allow a later jump');
select tests.turn('15 minutes'), tests.act_as('driver');
select is(tests.reports(47.3211), 1, 'a drive of 20 km in 15 minutes is accepted');

-- Claimed times do not help
select tests.turn('1 minute'), tests.act_as('driver');
select is(public.report_positions((select jsonb_agg(jsonb_build_object('lat', 47.141, 'lng', 9.52, 'at', app.now() - n * interval '12 seconds')) from generate_series(0, 4) n)), 0,
  'five positions with claimed times in one batch do not confirm a jump');
select is(public.report_positions((select jsonb_agg(jsonb_build_object('lat', 47.3211 - n * 0.0009, 'lng', 9.52, 'at', app.now() - interval '1 second' + n * interval '1 millisecond')) from generate_series(0, 200) n)), 0,
  '200 small steps with claimed times in one second are a jump');
select is(tests.place(), 47.3211::float8, 'small steps with claimed times do not change the position');

-- A car that really is at the other place
select tests.turn('5 minutes'), tests.reports(47.3211);
select is(tests.reports(47.141, '5 seconds'), 0, 'the first position of a jump is not stored');
select is(tests.reports(47.1411, '10 seconds'), 0, 'the second position of a jump is not stored');
select is(tests.reports(47.1412, '9 seconds'), 0, 'the third position of a jump within 19 seconds is not stored');
select is(tests.reports(47.1413, '1 second'), 1, 'a position of a jump is stored once it was confirmed for 20 seconds');
select is(tests.place(), 47.1413::float8, 'a confirmed jump changes the driver''s position');
select is(tests.reports(47.1414, '5 seconds'), 1, 'positions after a confirmed jump are accepted');
select tests.as_owner();
select is((select count(*) from app.position_jumps where driver_id = tests.id('driver')), 0::bigint,
  'a confirmed jump leaves no pending jump');
select tests.reports(47.5, '5 seconds'), tests.reports(47.3, '10 seconds'), tests.reports(47.5, '10 seconds'), tests.reports(47.3, '10 seconds');
select is(tests.place(), 47.1414::float8, 'jumps to and fro are not confirmed');
select tests.turn('5 minutes'), tests.reports(47.1414), tests.reports(47.5, '5 seconds'), tests.reports(47.5, '10 seconds'), tests.turn('55 seconds'), tests.reports(47.1414);
select is(tests.reports(47.5, '10 seconds'), 0, 'two positions of a jump minutes apart do not confirm it');
select is(tests.reports(47.1414 + 0.0095, '30 seconds'), 1, 'a fast drive is not a jump');

-- Jumps in batches
select tests.as_owner(), tests.turn('1 hour'), tests.go_online('driver'), tests.go_online('driver2'), tests.turn('10 seconds');
select is(app.ingest_positions(array[tests.id('driver'), tests.id('driver2')], '{47.5,47.1411}', '{9.52,9.52}', '{0,0}', array[app.now(), app.now()]), 1, 'a batch drops a jump and stores the other positions');
select tests.turn('10 seconds');
select app.ingest_positions(array[tests.id('driver')], '{47.5}', '{9.52}', '{0}', array[app.now()]);
select tests.turn('10 seconds');
select is(app.ingest_positions(array[tests.id('driver'), tests.id('driver2')], '{47.5,47.1412}', '{9.52,9.52}', '{0,0}', array[app.now(), app.now()]), 2, 'a jump confirmed over 20 seconds is stored from a batch');
select is(tests.place(), 47.5::float8, 'a jump confirmed in batches changes the driver''s position');

-- Arrival by a jump
select tests.turn('1 hour'), tests.go_online('driver', 47.15, 9.52), tests.book();
select tests.let('driver', format('select public.accept_booking(%L)', tests.booking()));
select tests.turn('5 seconds'), tests.let('driver', 'select public.report_position(47.141, 9.5209)');
select tests.let('driver', format('select public.arrive_at_pickup(%L)', tests.booking()));
select is((select flags::text from public.booking_finances where booking_id = tests.booking()), '{arrived_far}', 'a driver who jumps to the pickup is flagged as arrived_far');
select * from finish();
