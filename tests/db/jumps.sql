-- Jumps: a driver who is not driving cannot report from 20 km away and win an offer.
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
select is(tests.place(), 47.321::float8, 'the first report after a day counts');
select is(tests.reports(47.141, '5 seconds'), 0, 'a jump of 20 km is not kept');
select is(tests.place(), 47.321::float8, 'a jump leaves the old position');
select tests.as_owner(), tests.book();
select is((select count(*) from public.booking_offers where booking_id = tests.booking() and driver_id = tests.id('driver')), 0::bigint, 'so it wins no offer');
select is(tests.reports(47.3211, '5 seconds'), 1, 'a true report counts');
select tests.turn('5 seconds'), tests.act_as('driver'), public.set_driver_active(true);
select is(tests.reports(47.141, '5 seconds'), 0, 'saying again to be on duty changes nothing');
-- Two minutes later, so that the jumps above are forgotten
select tests.reports(47.3211, '2 minutes');
select public.set_driver_active(false), public.set_driver_active(true);
select is(tests.reports(47.141, '5 seconds'), 1, 'the first report after going on duty counts wherever it is');
select is(tests.place(), 47.141::float8, 'the car is there');
select is(tests.reports(47.3211, '5 seconds'), 0, 'the second is a jump again');
select tests.turn('5 seconds'), tests.act_as('driver'), public.set_driver_active(false), public.set_driver_active(true);
select is(tests.reports(47.1411, '5 seconds'), 1, 'a first report near by counts');
select is(tests.reports(47.3211, '5 seconds'), 0, 'a first report near by leaves nothing over for a jump');
select tests.turn('15 minutes'), tests.act_as('driver');
select is(tests.reports(47.3211), 1, 'a drive of a quarter of an hour counts');

-- Claimed times do not help
select tests.turn('1 minute'), tests.act_as('driver');
select is(public.report_positions((select jsonb_agg(jsonb_build_object('lat', 47.141, 'lng', 9.52, 'at', app.now() - n * interval '12 seconds')) from generate_series(0, 4) n)), 0,
  'five points of the last minute in one report are one claim');
select is(public.report_positions((select jsonb_agg(jsonb_build_object('lat', 47.3211 - n * 0.0009, 'lng', 9.52, 'at', app.now() - interval '1 second' + n * interval '1 millisecond')) from generate_series(0, 200) n)), 0,
  'many small steps at once are a jump');
select is(tests.place(), 47.3211::float8, 'many small steps at once move nothing');

-- Who really is there
select tests.turn('5 minutes'), tests.reports(47.3211);
select is(tests.reports(47.141, '5 seconds'), 0, 'a jump');
select is(tests.reports(47.1411, '10 seconds'), 0, 'is not believed at the second point');
select is(tests.reports(47.1412, '9 seconds'), 0, 'a jump is not believed at the third point within 19 s');
select is(tests.reports(47.1413, '1 second'), 1, 'a jump is believed after 20 s');
select is(tests.place(), 47.1413::float8, 'then the car is there');
select is(tests.reports(47.1414, '5 seconds'), 1, 'a car that jumped goes on from there');
select tests.as_owner();
select is((select count(*) from app.position_jumps where driver_id = tests.id('driver')), 0::bigint, 'the jump is forgotten');
select tests.reports(47.5, '5 seconds'), tests.reports(47.3, '10 seconds'), tests.reports(47.5, '10 seconds'), tests.reports(47.3, '10 seconds');
select is(tests.place(), 47.1414::float8, 'points that do not follow from one another are none');
select tests.turn('5 minutes'), tests.reports(47.1414), tests.reports(47.5, '5 seconds'), tests.reports(47.5, '10 seconds'), tests.turn('55 seconds'), tests.reports(47.1414);
select is(tests.reports(47.5, '10 seconds'), 0, 'points that were reported minutes apart confirm no jump');
select is(tests.reports(47.1414 + 0.0095, '30 seconds'), 1, 'a fast drive is none');

-- In batches, too
select tests.as_owner(), tests.turn('1 hour'), tests.go_online('driver'), tests.go_online('driver2'), tests.turn('10 seconds');
select is(app.ingest_positions(array[tests.id('driver'), tests.id('driver2')], '{47.5,47.1411}', '{9.52,9.52}', '{0,0}', array[app.now(), app.now()]), 1, 'a jump in a batch is dropped, the rest is kept');
select tests.turn('10 seconds');
select app.ingest_positions(array[tests.id('driver')], '{47.5}', '{9.52}', '{0}', array[app.now()]);
select tests.turn('10 seconds');
select is(app.ingest_positions(array[tests.id('driver'), tests.id('driver2')], '{47.5,47.1412}', '{9.52,9.52}', '{0,0}', array[app.now(), app.now()]), 2, 'a jump in a batch counts with the third point after 20 s');
select is(tests.place(), 47.5::float8, 'there');

-- Arriving by a claim
select tests.turn('1 hour'), tests.go_online('driver', 47.15, 9.52), tests.book();
select tests.let('driver', format('select public.accept_booking(%L)', tests.booking()));
select tests.turn('5 seconds'), tests.let('driver', 'select public.report_position(47.141, 9.5209)');
select tests.let('driver', format('select public.arrive_at_pickup(%L)', tests.booking()));
select is((select flags::text from public.booking_finances where booking_id = tests.booking()), '{arrived_far}', 'a driver does not arrive by a claim');
select * from finish();
