-- Several parcels from one door: who is asked for the next one, the limits, positions, steps confirmed at once, what ends.
select no_plan();
update public.settings set app_category = 'both' where id = 1;
-- A parcel of a rider; its pickup is so many metres north of the first door, its drop north of the first drop.
create function tests.parcel(rider text, metres double precision default 0, away double precision default 0) returns uuid language plpgsql security definer as $$
begin
  perform tests.let('admin', format('select public.create_booking(%L, ''cash'', details => %L)', to_jsonb(public.quote_fare(tests.id(rider), tests.order()
    || jsonb_build_object('car_type_id', tests.car('Courier'), 'pickup', jsonb_build_object('lat', 47.141 + parcel.metres / 111195, 'lng', 9.5209, 'add', 'Vaduz'),
      'drop', jsonb_build_object('lat', 47.1655 + parcel.away / 111195, 'lng', 9.5103, 'add', 'Schaan')))) ->> 'quote_id', '{"delivery_person": "Ida", "delivery_person_phone": "+423 555 77 66"}'));
  return tests.booking();
end $$;
create function tests.offer_of(booking_id uuid, name text default 'driver') returns text language sql volatile security definer as $$
  select max(o.status::text) from public.booking_offers o where o.booking_id = offer_of.booking_id and o.driver_id = tests.id(name)
$$;
create function tests.along(booking_id uuid) returns boolean language sql volatile security definer as $$ select b.is_along from public.bookings b where b.id = along.booking_id $$;
create function tests.points_of(booking_id uuid) returns bigint language sql volatile security definer as $$ select count(*) from public.tracking_points t where t.booking_id = points_of.booking_id $$;
create function tests.do(name text, statement text) returns text language plpgsql security definer as $$
declare v_before text := current_setting('request.jwt.claims', true);
begin
  perform tests.let(name, statement);
  return 'done';
exception when others then
  perform set_config('request.jwt.claims', v_before, true);
  return sqlerrm;
end $$;
update public.drivers set car_type_id = tests.car('Courier') where id in (tests.id('driver'), tests.id('driver2'));
insert into public.vehicles (driver_id, seats, luggage, child_seats, wheelchair) values (tests.id('driver'), 4, 10, 0, false)
  on conflict (driver_id) do update set luggage = 10;
select tests.go_online();
create temporary table p on commit drop as select tests.parcel('rider') as a, null::uuid as b, null::uuid as c, null::uuid as d;
grant all on p to public;
create function tests.steps(step text, codes boolean default false) returns jsonb language sql volatile security definer as $$
  select jsonb_agg(jsonb_build_object('step', steps.step, 'booking_id', x, 'client_key', md5(x || steps.step)::uuid, 'accepted_at', (select accepted_at from public.bookings where id = x),
    'otp', case when steps.codes then tests.code(x) end)) from p, unnest(array[a, b, c]) x
$$;
select is(tests.do('driver', format('select public.accept_booking(%L)', a)), 'done', 'the first parcel is accepted') from p;
select ok(not tests.along(a), 'it engages its driver') from p;

-- Who is asked
update p set b = tests.parcel('rider2', 20);
select is(tests.offer_of(b), 'open', 'who fetches a parcel at the door is asked for the next one') from p;
select results_eq($$ select w.mode::text, jsonb_array_length(w.candidates), w.wave from public.dispatch_waves w join p on p.b = w.booking_id $$,
  $$ values ('door', 1, 1) $$, 'the log says that it is the same door');
select is((select waves_before || ' ' || wave from app.dispatch_queue q join p on p.b = q.booking_id), '1 1', 'it is none of the waves that widen the search');
select tests.act_as('driver');
select is((select mode || ' ' || you from public.dispatch_log((select b from p))), 'door open', 'the driver reads the same');
select tests.as_owner();
update p set c = tests.parcel('rider3', 80);
select is(tests.offer_of(c), null, 'a door 80 m on is another one') from p;
select is(tests.do('driver', format('select public.accept_booking(%L)', c)), 'offer_not_found', 'a parcel at another door is not taken along') from p;
select tests.let('rider3', format('select public.cancel_booking(%L)', c)) from p;
create temporary table ride on commit drop as select tests.book('rider3') as id;
grant select on ride to public;
update public.booking_offers set status = 'withdrawn', answered_at = app.now() where booking_id = (select id from ride) and status = 'open';
update public.drivers set car_type_id = tests.car() where id = tests.id('driver');
select is(app.can_join(x, tests.id('driver')), false, 'a passenger never shares with a parcel') from public.bookings x join ride on ride.id = x.id;
update public.drivers set car_type_id = tests.car('Courier') where id = tests.id('driver');
select tests.let('rider3', format('select public.cancel_booking(%L)', id)) from ride;

-- Taken along
select is(tests.do('driver', format('select public.accept_booking(%L)', b)), 'done', 'the second parcel is accepted') from p;
select is((select status || ' ' || is_along || ' ' || (engaged_at = app.now()) from public.bookings where id = (select b from p)), 'ACCEPTED true true', 'it is taken along and engages at once');
select is(tests.do('driver', format('select public.accept_booking(%L)', b)), 'done', 'accepting is safe to repeat') from p;
update p set c = tests.parcel('rider3', -20);
select is(tests.do('driver', format('select public.accept_booking(%L)', c)), 'done', 'a third parcel is accepted, too') from p;
update p set d = tests.parcel('rider4');
select is(tests.offer_of(d), null, 'three at a time by the setting') from p;
select tests.set('parcels_at_once', '10');
update public.vehicles set luggage = 3 where driver_id = tests.id('driver');
select ok(not app.can_join(x, tests.id('driver')), 'the car has room for three') from public.bookings x join p on p.d = x.id;
update public.vehicles set luggage = 4 where driver_id = tests.id('driver');
select ok(app.can_join(x, tests.id('driver')), 'another car has room for four') from public.bookings x join p on p.d = x.id;
select tests.let('rider4', format('select public.cancel_booking(%L)', d)) from p;
select tests.set('parcels_at_once', '3');
select throws_ok(format($$ update public.bookings set is_along = false where id = %L $$, (select b from p)), '23505', null, 'one of them engages the driver, the index holds');
select throws_ok(format($$ update public.bookings set is_along = true where id = %L $$, (select id from ride)), '23514', null, 'no ride is taken along');
select ok(tests.is_busy('driver'), 'the driver is busy');
select tests.act_as('driver');
select is((select string_agg(list, ',') from public.driver_jobs()), 'current,current,current', 'all are the driver''s work now');
select throws_ok($$ select public.start_street_trip(47.141, 9.5209) $$, 'PT409', null, 'nobody gets in beside parcels');

-- Positions
select tests.as_owner();
select tests.turn('20 seconds'), tests.let('driver', 'select public.report_position(47.1412, 9.5209)');
select is((select count(distinct n) || ' ' || min(n) from (select tests.points_of(x) as n from p, unnest(array[a, b, c]) x) q), '1 2', 'a position goes into the trail of each parcel') from p limit 1;
select tests.act_as('rider2');
select ok(exists (select 1 from public.driver_positions where driver_id = tests.id('driver')), 'each rider sees the car');
select is((select count(distinct booking_id) from public.tracking_points), 1::bigint, 'each rider reads the own trail alone');
select tests.as_owner();
select isnt((select topic from app.position_topics where booking_id = b), (select topic from app.position_topics where booking_id = c), 'each has a topic of its own') from p;

-- Confirmed at once
select tests.act_as('driver');
select is((select count(*) filter (where done) from public.confirm_steps(tests.steps('arrived'))), 3::bigint, 'one call says that the driver arrived for all');
select is((select count(*) filter (where done) from public.confirm_steps(tests.steps('arrived'))), 3::bigint, 'repeating it does nothing');
select tests.as_owner();
select is((select count(*) from public.booking_events e, p where e.booking_id in (a, b, c) and e.to_status = 'ARRIVED'), 3::bigint, 'each has its event, once');
select is((select count(*) from app.told_steps t, p where t.booking_id in (a, b, c)), 3::bigint, 'each has its press');
select tests.act_as('driver2');
select is((select string_agg(distinct message, ',') from public.confirm_steps(tests.steps('started'))), 'booking_not_found', 'another driver confirms none');
select tests.act_as('rider');
select throws_ok($$ select public.confirm_steps('[]') $$, 'PT403', 'not_a_driver', 'a rider confirms nothing');
select tests.act_as('driver');
select throws_ok($$ select public.confirm_steps('{}') $$, 'PT422', 'select_proper', 'a list is needed');
select is((select message from public.confirm_steps(jsonb_build_array(jsonb_build_object('step', 'paid', 'booking_id', (select a from p))))), 'select_proper', 'money is not confirmed that way');
select is((select message from public.confirm_steps(jsonb_build_array(jsonb_build_object('step', 'started', 'booking_id', (select a from p), 'at', 'infinity')))), 'told_time_invalid', 'infinity is no moment');
select is((select message from public.confirm_steps(jsonb_build_array(jsonb_build_object('step', 'started', 'booking_id', (select a from p), 'at', 'soon')))), 'told_time_invalid', 'a word is no moment');
select is((select count(*) filter (where done) from public.confirm_steps(tests.steps('started'))), 3::bigint, 'all are picked up at once');

-- On the way
select tests.as_owner();
update p set d = tests.parcel('rider4');
select is(tests.offer_of(d), null, 'who drove off is not asked for more') from p;
select tests.let('rider4', format('select public.cancel_booking(%L)', d)) from p;
select tests.turn('6 minutes'), tests.let('driver', 'select public.report_position(47.158, 9.5133)');
select tests.turn('2 minutes'), tests.let('driver', 'select public.report_position(47.1654, 9.5103)');
select ok(not (select available from public.driver_positions where driver_id = tests.id('driver')), 'near one drop with other parcels on board no ride is offered');
select is_empty($$ select 1 from app.trip_watch w, p where w.booking_id in (a, b, c) and w.off_since is not null $$, 'a way to another door is no detour');

-- Handed over: one code wrong, one parcel sent back
select tests.act_as('driver');
create temporary table wrong on commit drop as select jsonb_set(tests.steps('reached', true), '{1,otp}', '"00000"') as steps;
select is((select string_agg(coalesce(message, 'done'), ',') from wrong, public.confirm_steps(wrong.steps - 2)),
  case when (select tests.code(b) from p) = '00000' then 'done,done' else 'done,start_code_wrong' end, 'a wrong code refuses its own parcel alone');
select is(current_setting('response.status', true), '200', 'the answer is served');
select tests.as_owner();
select is((select attempts from app.start_codes where booking_id = (select b from p)), 1, 'it is counted');
select is((select status || ' ' || (payable_amount = estimate) from public.bookings where id = (select a from p)), 'PENDING true', 'the first is delivered for what was quoted');
select ok((select not is_along from public.bookings where id = (select b from p)), 'the next one engages the driver now');
select ok(tests.is_busy('driver'), 'who is still busy');
select tests.let('driver', format('select public.return_to_sender(%L, ''nobody there'')', c)) from p;
select ok((select returning_at is not null from public.bookings where id = (select c from p)) and (select returning_at is null from public.bookings where id = (select b from p)), 'one goes back, the other does not');
select is(tests.do('driver', format('select public.reach_drop(%L, %L)', b, tests.code(b))), 'done', 'the second is handed over') from p;
select ok((select not is_along from public.bookings where id = (select c from p)), 'the last one engages the driver');
select tests.turn('6 minutes'), tests.let('driver', 'select public.report_position(47.15, 9.515)'), tests.turn('3 minutes'), tests.let('driver', 'select public.report_position(47.141, 9.5209)');
select is(tests.do('driver', format('select public.reach_drop(%L)', c)), 'done', 'the third comes back to its sender') from p;
select ok(not tests.is_busy('driver'), 'the driver is free');
select tests.let('driver', format('select public.confirm_cash(%L)', x)) from p, unnest(array[a, b, c]) x;
select is((select count(*) from public.ledger_transactions t, p where t.booking_id in (a, b, c) and t.kind = 'settlement'), 3::bigint, 'each has its settlement');
select is((select string_agg(distinct (b.customer_paid = b.estimate)::text, ',') from public.bookings b, p where b.id in (p.a, p.b, p.c)), 'true', 'each costs what was quoted, whatever the way');
select app.issue_receipts();
select is((select count(*) from public.receipts r, p where r.booking_id in (a, b, c)), 3::bigint, 'each has its receipt');
select tests.act_as('driver');
select ok((select busy_secs_today <= extract(epoch from app.now() - (select min(engaged_at) from public.bookings b, p where b.id in (p.a, p.b, p.c))) + 1 from public.driver_hours()), 'the time of the round counts once');

-- Late points belong to each
select tests.as_owner();
create temporary table before on commit drop as select tests.points_of(a) as a, tests.points_of(b) as b from p;
select tests.let('driver', format('select public.report_positions(%L)', jsonb_build_array(jsonb_build_object('lat', 47.15, 'lng', 9.517, 'at', (select started_at + interval '3 minutes' from public.bookings where id = (select a from p))))));
select is((select (tests.points_of(p.a) - q.a) || ' ' || (tests.points_of(p.b) - q.b) from p, before q), '1 1', 'a point that arrives late is kept for each of them');

-- Given back, and offers that stay
select tests.turn('1 hour'), tests.go_online();
update p set a = tests.parcel('rider'), b = tests.parcel('rider2');
select is(tests.do('driver', format('select public.accept_booking(%L)', a)), 'done', 'of two parcels that are offered at once the first is accepted') from p;
select is(tests.offer_of(b), 'open', 'the offer of the other one stands') from p;
select is(tests.do('driver', format('select public.accept_booking(%L)', b)), 'done', 'the other one is accepted, too') from p;
select is(tests.do('driver', format('select public.cancel_booking(%L, ''flat'')', a)), 'done', 'the first is given back') from p;
select ok(not tests.along(a) and not tests.along(b), 'the second engages the driver alone') from p;
select is(tests.status(a), 'NEW', 'the first is searched for') from p;
select isnt(tests.offer_of(a), 'open', 'who gave it back is not asked again') from p;
select tests.let('rider2', format('select public.cancel_booking(%L)', b)) from p;
select ok(not tests.is_busy('driver'), 'nothing engages the driver');

-- Several of one sender
select tests.let('rider', format('select public.cancel_booking(%L)', a)) from p;
select tests.turn('10 minutes'), tests.go_online();
update p set a = tests.parcel('rider');
update p set b = tests.parcel('rider');
update p set c = tests.parcel('rider', 80);
select is(tests.offer_of(a), 'open', 'the first of a sender''s parcels is offered') from p;
select is(tests.offer_of(b), null, 'the second waits for who takes the first') from p;
select is((select q.due_at from app.dispatch_queue q where q.booking_id = b), (select o.expires_at from public.booking_offers o where o.booking_id = a), 'for one round of offers at most') from p;
select is(tests.offer_of(c), 'open', 'one from another door does not wait') from p;
select is(tests.do('driver', format('select public.accept_booking(%L)', a)), 'done', 'the first is accepted') from p;
select is((select string_agg(w.mode || ' ' || jsonb_array_length(w.candidates), ',') from public.dispatch_waves w where w.booking_id = b), 'door 1', 'its driver is asked for the second at once, and nobody else') from p;
select is(tests.do('driver', format('select public.accept_booking(%L)', b)), 'done', 'the driver takes it') from p;
select ok(tests.along(b), 'it is taken along') from p;
select tests.do('driver', format('select public.cancel_booking(%L, ''flat'')', b)), tests.let('rider', format('select public.cancel_booking(%L)', x)) from p, unnest(array[a, b, c]) x;
select tests.turn('10 minutes'), tests.go_online();
update p set a = tests.parcel('rider');
update p set b = tests.parcel('rider');
select is(tests.offer_of(b), null, 'again the second waits') from p;
select tests.turn(make_interval(secs => s.offer_timeout + 1)), tests.let('driver', 'select public.report_position(47.141, 9.5209)') from public.settings s where s.id = 1;
select app.dispatch_tick();
select is(tests.offer_of(b), 'open', 'nobody answered: it looks for a driver of its own') from p;
select tests.let('rider', format('select public.cancel_booking(%L)', x)) from p, unnest(array[a, b]) x;
update p set a = tests.parcel('rider');

-- Declined, and switched off
select tests.let('rider', format('select public.cancel_booking(%L)', a)) from p;
select tests.turn('10 minutes'), tests.go_online();
update p set a = tests.parcel('rider');
select tests.let('driver', format('select public.accept_booking(%L)', a)) from p;
update p set b = tests.parcel('rider2');
select is(tests.do('driver', format('select public.decline_booking(%L)', b)), 'done', 'the driver may decline') from p;
select is(tests.do('driver', format('select public.accept_booking(%L)', b)), 'offer_not_found', 'what was declined is not taken along') from p;
select tests.set('parcels_at_once', '1');
update p set c = tests.parcel('rider3');
select is(tests.offer_of(c), null, 'at 1 nobody is asked for a second parcel') from p;
select * from finish();
