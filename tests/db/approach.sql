-- The promised arrival by road.
select no_plan();
create function tests.promised() returns interval language sql volatile security definer as $$ select b.promised_at - b.accepted_at from public.bookings b where b.id = tests.booking() $$;
create function tests.report(secs integer, driver text default 'driver', accepted_at timestamptz default null) returns timestamptz language sql volatile security definer as $$
  select public.promise_by_road(b.id, tests.id(driver), coalesce(report.accepted_at, b.accepted_at), secs) from public.bookings b where b.id = tests.booking()
$$;
select tests.go_online('driver', 47.16, 9.52);
select tests.book('rider2');
select tests.let('driver', format('select public.accept_booking(%L)', tests.booking()));
create temporary table air on commit drop as select interval '5 minutes' + o.distance_km::double precision * interval '2 minutes' as promised
from public.booking_offers o where o.booking_id = tests.booking() and o.status = 'accepted';
grant select on air to public;
select is(tests.promised(), (select promised from air), 'the promise is first estimated by the straight line');
select results_eq($$ select booking_id, driver_id, points from app.approach_checks $$,
  $$ select tests.booking(), tests.id('driver'), '[{"lat": 47.16, "lng": 9.52}, {"lat": 47.141, "lng": 9.5209}]'::jsonb $$, 'the way of a driver who accepts waits for its measurement');
select tests.act_as('driver');
select throws_ok($$ select * from public.take_approaches() $$, '42501', null, 'a driver cannot take ways to measure');
select throws_ok($$ select public.promise_by_road(tests.booking(), tests.id('driver'), app.now(), 1) $$, '42501', null, 'a driver cannot move the own promise');
select tests.as_service();
select results_eq($$ select points -> 0 ->> 'lat' from public.take_approaches() $$, array['47.16'], 'a worker takes the way');
select is_empty($$ select 1 from public.take_approaches() $$, 'a way is taken once');
select tests.as_owner();
select tests.turn('4 seconds');
select is(tests.report(900, 'driver2'), null, 'a measurement of another driver moves no promise');
select is(tests.report(900, accepted_at => app.now() - interval '4.5 seconds'), null, 'a measurement for another acceptance moves no promise');
select is(tests.report(-1), null, 'a negative time moves no promise');
select is(tests.promised(), (select promised from air), 'the promise stays without a valid measurement');
select ok(tests.report(900) is not null, 'a measurement within five seconds moves the promise');
select is(tests.promised(), interval '20 minutes', 'the promise is the measured time and five minutes');
select ok(exists (select 1 from tests.events_of('booking:' || tests.booking()) e where e = 'booking'), 'a moved promise is broadcast');
select tests.turn('1 second');
select is(tests.report(60), null, 'five seconds after the acceptance a measurement moves no promise');
select is(tests.promised(), interval '20 minutes', 'the promise does not move again');

-- Too late for a worker, claims, unknown positions
select tests.let('rider2', format('select public.cancel_booking(%L)', tests.booking()));
select tests.book('rider3');
select tests.let('driver', format('select public.accept_booking(%L)', tests.booking()));
select tests.turn('5 seconds');
select is_empty($$ select 1 from public.take_approaches() $$, 'a way that is five seconds old is not measured any more');
select is_empty($$ select 1 from app.approach_checks $$, 'no way is left that is too old');
select tests.let('rider3', format('select public.cancel_booking(%L)', tests.booking()));
select tests.book('rider3', 'Cab', app.now() + interval '2 hours');
select tests.let('driver', format('select public.claim_booking(%L)', tests.booking()));
select is_empty($$ select 1 from app.approach_checks $$, 'a claim is not measured: nobody drives yet');
select tests.let('rider3', format('select public.cancel_booking(%L)', tests.booking()));
select tests.book('rider2');
update public.driver_positions set updated_at = app.now() - interval '2 minutes' where driver_id = tests.id('driver');
select tests.let('driver', format('select public.accept_booking(%L)', tests.booking()));
select is_empty($$ select 1 from app.approach_checks $$, 'an unknown position is not measured');
select tests.let('rider2', format('select public.cancel_booking(%L)', tests.booking()));

-- A job that waits for the end of a trip
select tests.ride('STARTED');
select tests.turn('7 minutes'), tests.let('driver', 'select public.report_position(47.162, 9.511)');
delete from app.approach_checks where true;
select tests.let('rider2', format('select public.create_booking(%L, ''cash'')', tests.quote('rider2')));
select tests.let('driver', format('select public.accept_booking(%L)', tests.booking()));
select is((select points #>> '{1,lat}' from app.approach_checks), '47.1655', 'the way to a next job goes over the drop of the trip under way');
select tests.report(600);
select is(tests.promised(), interval '20 minutes', 'the promise of a next job has five minutes more for the passenger who gets out');
select * from finish();
