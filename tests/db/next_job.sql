-- The next job of a driver whose trip ends soon.
select no_plan();
create function tests.near_end(name text default 'driver') returns void language sql security definer as $$
  select tests.turn('7 minutes'), tests.let(name, 'select public.report_position(47.162, 9.511)')
$$;
create function tests.near_the_drop(rider text default 'rider2') returns uuid language plpgsql security definer as $$
begin
  perform tests.let(rider, format('select public.create_booking(%L, ''cash'')', to_jsonb(public.quote_fare(tests.id(rider), tests.order()
    || '{"pickup": {"lat": 47.166, "lng": 9.511, "add": "Schaan"}, "drop": {"lat": 47.141, "lng": 9.5209, "add": "Vaduz"}}')) ->> 'quote_id'));
  return tests.booking();
end $$;
select tests.ride('STARTED');
create temporary table t on commit drop as select tests.booking() as first, null::uuid as next;
grant select on t to public;

-- Far from the drop
select tests.near_the_drop();
select is((select count(*) from public.booking_offers where booking_id = tests.booking()), 0::bigint, 'a driver in the middle of a trip gets no offer');
select is(w.exclusions @> jsonb_build_array(jsonb_build_object('driver_id', tests.id('driver'), 'reason', 'busy')), true, 'a driver in the middle of a trip is excluded as busy') from public.dispatch_waves w where w.booking_id = tests.booking() order by w.id desc limit 1;
select tests.let('rider2', format('select public.cancel_booking(%L)', tests.booking()));

-- Near the drop
select tests.near_end();
select tests.let('driver', 'select public.set_last_ride(true)');
select ok(not (select available from public.driver_positions where driver_id = tests.id('driver')), 'a driver on the last ride is not available near the drop either');
select is(app.exclusion_reason(b, tests.id('driver')), 'last_ride', 'a search leaves out a driver on the last ride') from public.bookings b where b.id = tests.booking();
select tests.let('driver', 'select public.set_last_ride(false)');
select ok((select available from public.driver_positions where driver_id = tests.id('driver')), 'a driver near the drop is available');
update t set next = tests.near_the_drop();
select is((select status::text from public.booking_offers where booking_id = (select next from t) and driver_id = tests.id('driver')), 'open', 'a driver near the drop gets an offer');
select tests.act_as('driver');
select is((select status || ' ' || coalesce(engaged_at::text, 'waits') from public.accept_booking((select next from t))), 'ACCEPTED waits', 'a next job does not engage the driver before the trip ends');
select results_eq($$ select list, booking_id from public.driver_jobs() $$, $$ select 'current', first from t union all select 'next', next from t $$, 'driver_jobs lists the current and the next job');
select throws_ok($$ select public.arrive_at_pickup((select next from t)) $$, 'PT409', 'driver_busy', 'a driver cannot arrive at the next job before the trip ends');
select tests.as_owner();
select ok(not (select available from public.driver_positions where driver_id = tests.id('driver')),
  'a driver with a next job is not available');
select is((select count(*) from public.tracking_points where booking_id = (select next from t)), 0::bigint, 'the next job''s rider gets no tracking points of the current trip');
select is((select promised_at from public.bookings where id = (select next from t)), app.now() + interval '11 minutes', 'the next job''s promised arrival includes the rest of the current trip');
select app.dispatch_tick();
select is((select engaged_at from public.bookings where id = (select next from t)), null,
  'a dispatch tick does not engage the next job early');
select tests.turn('1 minute'), tests.let('driver', 'select public.report_position(47.1655, 9.5103)');
select tests.let('driver', format('select public.reach_drop(%L)', (select first from t)));
select is((select engaged_at from public.bookings where id = (select next from t)), app.now(), 'the end of the trip engages the next job');
select ok(tests.is_busy('driver'), 'the driver is busy with the next job');
select ok(exists (select 1 from tests.events_of('driver:' || tests.id('driver')) e where e = 'booking'), 'engaging the next job is broadcast to the driver');
select tests.act_as('driver');
select is((public.arrive_at_pickup((select next from t))).status, 'ARRIVED', 'the driver can arrive at the next job');

-- Two offers at once, and the setting
select tests.as_owner();
select tests.let('driver', format('select public.start_trip(%L, %L)', (select next from t), tests.code((select next from t)))),
  tests.let('driver', format('select public.confirm_cash(%L)', (select first from t)));
select tests.turn('7 minutes'), tests.let('driver', 'select public.report_position(47.143, 9.52)');
create temporary table two on commit drop as select tests.book('rider') as a, tests.book('rider3') as b;
grant select on two to public;
select is((select count(*) from public.booking_offers where driver_id = tests.id('driver') and status = 'open'), 2::bigint, 'a driver near the drop can have two offers');
select tests.act_as('driver');
select is((public.accept_booking((select a from two))).status, 'ACCEPTED',
  'a driver near the drop can accept one of two offers');
select throws_ok($$ select public.accept_booking((select b from two)) $$, 'PT409', 'booking_taken', 'accepting a next job ends the driver''s other offer');
select tests.as_owner();
update public.booking_offers set status = 'open', answered_at = null where booking_id = (select b from two) and driver_id = tests.id('driver');
select tests.act_as('driver');
select throws_ok($$ select public.accept_booking((select b from two)) $$, 'PT409', 'driver_busy',
  'a driver cannot have two next jobs');

-- Given back when the trip takes too long
select tests.as_owner();
select tests.turn('12 minutes'), app.dispatch_tick();
select is(tests.status((select a from two)), 'ACCEPTED', 'a next job two minutes late stays with its driver');
select tests.turn('12 minutes'), app.dispatch_tick();
select is(tests.status((select a from two)), 'NEW', 'a next job more than ten minutes late is given back');
select is((select driver_cancel_count from public.bookings where id = (select a from two)), 0, 'a next job given back by the system does not count against the driver');
select is((select note from public.booking_events where booking_id = (select a from two) and to_status = 'NEW' order by id desc limit 1), 'next_job_late', 'the history records next_job_late');
select ok(exists (select 1 from public.notices where user_id = tests.id('driver') and key = 'job_passed_on'), 'the driver gets a notice that the next job was given back');
select ok(exists (select 1 from public.notices where user_id = tests.id('rider') and key = 'driver_gave_back'), 'the rider gets a notice that the driver gave the job back');

select tests.set('next_job_km', '0');
select tests.let('driver', 'select public.report_position(47.1425, 9.5205)');
select app.refresh_driver(tests.id('driver'));
select ok(not (select available from public.driver_positions where driver_id = tests.id('driver')), 'with next_job_km 0 a driver near the drop is not available');

-- The last ride of a time on duty
select tests.let('driver', 'select public.set_last_ride(true)');
update public.drivers set driver_active_status = false where id = tests.id('driver');
select ok(not (select last_ride from public.drivers where id = tests.id('driver')), 'going off duty ends the last ride');
select tests.let('driver', 'select public.set_last_ride(true)');
select ok(not (select last_ride from public.drivers where id = tests.id('driver')), 'a driver off duty has no last ride');
select throws_ok($$ select tests.let('rider', 'select public.set_last_ride(true)') $$, 'PT403', 'not_a_driver', 'a rider has no last ride');
select * from finish();
