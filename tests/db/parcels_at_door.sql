-- Several parcels from one door: which driver is offered the next one, the limits, positions, steps confirmed together,
-- deliveries.
select no_plan();
update public.settings set app_category = 'both' where id = 1;
-- A parcel of a rider. Its pickup lies `metres` north of the first door, its drop `away` metres north of the first drop.
create function tests.parcel(rider text, metres double precision default 0, away double precision default 0) returns uuid language plpgsql security definer as $$
begin
  perform tests.let('admin', format('select public.create_booking(%L, ''cash'', details => %L)', to_jsonb(public.quote_fare(tests.id(rider), tests.order()
    || jsonb_build_object('car_type_id', tests.car('Courier'), 'pickup', jsonb_build_object('lat', 47.141 + parcel.metres / 111195, 'lng', 9.5209, 'add', 'Vaduz'),
      'drop', jsonb_build_object('lat', 47.1655 + parcel.away / 111195, 'lng', 9.5103, 'add', 'Schaan')))) ->> 'quote_id', '{"delivery_person": "Ida", "delivery_person_phone": "+4235557766"}'));
  return tests.booking();
end $$;
create function tests.offer_of(booking_id uuid, name text default 'driver') returns text language sql volatile security definer as $$
  select max(o.status::text) from public.booking_offers o where o.booking_id = offer_of.booking_id and o.driver_id = tests.id(name)
$$;
create function tests.is_along(booking_id uuid) returns boolean language sql volatile security definer as $$ select b.is_along from public.bookings b where b.id = is_along.booking_id $$;
create function tests.points_of(booking_id uuid) returns bigint language sql volatile security definer as $$ select count(*) from public.tracking_points t where t.booking_id = points_of.booking_id $$;
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
select is(tests.outcome('driver', format('select public.accept_booking(%L)', a)), 'done', 'a driver accepts the first parcel at a door') from p;
select ok(not tests.is_along(a), 'the first parcel engages its driver and is not taken along') from p;

-- Who is asked
update p set b = tests.parcel('rider2', 20);
select is(tests.offer_of(b), 'open', 'a driver who fetches a parcel at a door is offered the next parcel from that door') from p;
select results_eq($$ select w.mode::text, jsonb_array_length(w.candidates), w.wave from public.dispatch_waves w join p on p.b = w.booking_id $$,
  $$ values ('door', 1, 1) $$, 'the dispatch log marks an offer for a parcel at the same door with the mode "door"');
select is((select waves_before || ' ' || wave from app.dispatch_queue q join p on p.b = q.booking_id), '1 1', 'an offer at the same door does not count as a wave that widens the search');
select tests.act_as('driver');
select is((select mode || ' ' || you from public.dispatch_log((select b from p))), 'door open', 'the driver reads in the dispatch log that the offer was for the same door');
select tests.as_owner();
update p set c = tests.parcel('rider3', 80);
select is(tests.offer_of(c), null, 'a parcel 80 m from the door is not offered with the first one') from p;
select is(tests.outcome('driver', format('select public.accept_booking(%L)', c)), 'offer_not_found', 'a driver cannot take along a parcel from another door') from p;
select tests.let('rider3', format('select public.cancel_booking(%L)', c)) from p;
create temporary table ride on commit drop as select tests.book('rider3') as id;
grant select on ride to public;
update public.booking_offers set status = 'withdrawn', answered_at = app.now() where booking_id = (select id from ride) and status = 'open';
update public.drivers set car_type_id = tests.car() where id = tests.id('driver');
select is(app.can_join(x, tests.id('driver')), false, 'a driver with parcels cannot join a passenger ride') from public.bookings x join ride on ride.id = x.id;
update public.drivers set car_type_id = tests.car('Courier') where id = tests.id('driver');
select tests.let('rider3', format('select public.cancel_booking(%L)', id)) from ride;

-- Taken along
select is(tests.outcome('driver', format('select public.accept_booking(%L)', b)), 'done', 'a driver accepts the second parcel from the door') from p;
select is((select status || ' ' || is_along || ' ' || (engaged_at = app.now()) from public.bookings where id = (select b from p)), 'ACCEPTED true true', 'a second parcel is taken along and engages the driver at once');
select is(tests.outcome('driver', format('select public.accept_booking(%L)', b)), 'done', 'a driver can repeat the acceptance of a parcel safely') from p;
update p set c = tests.parcel('rider3', -20);
select is(tests.outcome('driver', format('select public.accept_booking(%L)', c)), 'done', 'a driver accepts a third parcel from the door') from p;
update p set d = tests.parcel('rider4');
select is(tests.offer_of(d), null, 'a driver with three parcels is not offered a fourth under the default limit') from p;
select tests.set('parcels_at_once', '10');
update public.vehicles set luggage = 3 where driver_id = tests.id('driver');
select ok(not app.can_join(x, tests.id('driver')), 'a parcel is not joined when the vehicle''s luggage space is full') from public.bookings x join p on p.d = x.id;
update public.vehicles set luggage = 4 where driver_id = tests.id('driver');
select ok(app.can_join(x, tests.id('driver')), 'a parcel can be joined when the vehicle has space for it') from public.bookings x join p on p.d = x.id;
select tests.let('rider4', format('select public.cancel_booking(%L)', d)) from p;
select tests.set('parcels_at_once', '3');
select throws_ok(format($$ update public.bookings set is_along = false where id = %L $$, (select b from p)), '23505', null, 'the unique index lets only one of the driver''s parcels engage the driver');
select throws_ok(format($$ update public.bookings set is_along = true where id = %L $$, (select id from ride)), '23514', null, 'a passenger ride cannot be marked as taken along');
select ok(tests.is_busy('driver'), 'a driver with parcels is busy');
select tests.act_as('driver');
select is((select string_agg(list, ',') from public.driver_jobs()), 'current,current,current', 'all parcels of a driver are listed as current jobs');
select throws_ok($$ select public.start_street_trip(47.141, 9.5209) $$, 'PT409', null, 'a driver with parcels cannot start a street trip');

-- Positions
select tests.as_owner();
select tests.turn('20 seconds'), tests.let('driver', 'select public.report_position(47.1412, 9.5209)');
select is((select count(distinct n) || ' ' || min(n) from (select tests.points_of(x) as n from p, unnest(array[a, b, c]) x) q), '1 2', 'a reported position is added to the trail of each parcel') from p limit 1;
select tests.act_as('rider2');
select ok(exists (select 1 from public.driver_positions where driver_id = tests.id('driver')), 'the rider of a parcel sees the driver''s position');
select is((select count(distinct booking_id) from public.tracking_points), 1::bigint, 'the rider of a parcel reads only that parcel''s trail');
select tests.as_owner();
select isnt((select topic from app.position_topics where booking_id = b), (select topic from app.position_topics where booking_id = c), 'each parcel has its own topic for positions') from p;

-- Confirmed at once
select tests.act_as('driver');
select is((select count(*) filter (where done) from public.confirm_steps(tests.steps('arrived'))), 3::bigint, 'a driver confirms the arrival for all parcels with one call');
select is((select count(*) filter (where done) from public.confirm_steps(tests.steps('arrived'))), 3::bigint, 'a driver can repeat the common arrival of the parcels safely');
select tests.as_owner();
select is((select count(*) from public.booking_events e, p where e.booking_id in (a, b, c) and e.to_status = 'ARRIVED'), 3::bigint, 'each parcel has one ARRIVED event after a repeated confirmation');
select is((select count(*) from app.reported_steps t, p where t.booking_id in (a, b, c)), 3::bigint, 'each parcel has one confirmed step after a repeated confirmation');
select tests.act_as('driver2');
select is((select string_agg(distinct message, ',') from public.confirm_steps(tests.steps('started'))), 'booking_not_found', 'another driver cannot confirm steps of the parcels');
select tests.act_as('rider');
select throws_ok($$ select public.confirm_steps('[]') $$, 'PT403', 'not_a_driver', 'a rider cannot confirm steps');
select tests.act_as('driver');
select throws_ok($$ select public.confirm_steps('{}') $$, 'PT422', 'select_proper', 'confirm_steps refuses an argument that is not a list');
select is((select message from public.confirm_steps(jsonb_build_array(jsonb_build_object('step', 'paid', 'booking_id', (select a from p))))), 'select_proper', 'confirm_steps refuses the step "paid"');
select is((select message from public.confirm_steps(jsonb_build_array(jsonb_build_object('step', 'started', 'booking_id', (select a from p), 'at', 'infinity')))), 'reported_time_invalid', 'confirm_steps refuses infinity as the time of a step');
select is((select message from public.confirm_steps(jsonb_build_array(jsonb_build_object('step', 'started', 'booking_id', (select a from p), 'at', 'soon')))), 'reported_time_invalid', 'confirm_steps refuses a word as the time of a step');
select is((select count(*) filter (where done) from public.confirm_steps(tests.steps('started'))), 3::bigint, 'a driver starts all parcels with one call');

-- On the way
select tests.as_owner();
update p set d = tests.parcel('rider4');
select is(tests.offer_of(d), null, 'a driver who has left the door is not offered further parcels from it') from p;
select tests.let('rider4', format('select public.cancel_booking(%L)', d)) from p;
select tests.turn('6 minutes'), tests.let('driver', 'select public.report_position(47.158, 9.5133)');
select tests.turn('2 minutes'), tests.let('driver', 'select public.report_position(47.1654, 9.5103)');
select ok(not (select available from public.driver_positions where driver_id = tests.id('driver')), 'a driver near one drop is not available for other rides while parcels are on board');
select is_empty($$ select 1 from app.trip_watch w, p where w.booking_id in (a, b, c) and w.off_since is not null $$, 'the way to another parcel''s drop is not noted as a detour');

-- Handed over: one code wrong, one parcel sent back
select tests.act_as('driver');
create temporary table wrong on commit drop as select jsonb_set(tests.steps('reached', true), '{1,otp}', '"00000"') as steps;
select is((select string_agg(coalesce(message, 'done'), ',') from wrong, public.confirm_steps(wrong.steps - 2)),
  case when (select tests.code(b) from p) = '00000' then 'done,done' else 'done,start_code_wrong' end, 'a wrong code refuses only its own parcel');
select is(current_setting('response.status', true), '200', 'a call that refuses one of several steps has the status 200');
select tests.as_owner();
select is((select attempts from app.start_codes where booking_id = (select b from p)), 1, 'a wrong code counts as an attempt on its parcel');
select is((select status || ' ' || (payable_amount = estimate) from public.bookings where id = (select a from p)), 'PENDING true', 'the first delivered parcel waits for payment of the quoted price');
select ok((select not is_along from public.bookings where id = (select b from p)), 'after the first delivery the next parcel engages the driver');
select ok(tests.is_busy('driver'), 'a driver with further parcels stays busy after a delivery');
select tests.let('driver', format('select public.return_to_sender(%L, ''nobody there'')', c)) from p;
select ok((select returning_at is not null from public.bookings where id = (select c from p)) and (select returning_at is null from public.bookings where id = (select b from p)), 'returning one parcel to its sender leaves the others on their way');
select is(tests.outcome('driver', format('select public.reach_drop(%L, %L)', b, tests.code(b))), 'done', 'a driver hands the second parcel over with its code') from p;
select ok((select not is_along from public.bookings where id = (select c from p)), 'after the second delivery the last parcel engages the driver');
select tests.turn('6 minutes'), tests.let('driver', 'select public.report_position(47.15, 9.515)'), tests.turn('3 minutes'), tests.let('driver', 'select public.report_position(47.141, 9.5209)');
select is(tests.outcome('driver', format('select public.reach_drop(%L)', c)), 'done', 'a driver brings the returned parcel back to its sender') from p;
select ok(not tests.is_busy('driver'), 'a driver is free after the last parcel');
select tests.let('driver', format('select public.confirm_cash(%L)', x)) from p, unnest(array[a, b, c]) x;
select is((select count(*) from public.ledger_transactions t, p where t.booking_id in (a, b, c) and t.kind = 'settlement'), 3::bigint, 'each parcel of a round is settled');
select is((select string_agg(distinct (b.customer_paid = b.estimate)::text, ',') from public.bookings b, p where b.id in (p.a, p.b, p.c)), 'true', 'each parcel of a round costs what was quoted, whatever the driven way');
select app.issue_receipts();
select is((select count(*) from public.receipts r, p where r.booking_id in (a, b, c)), 3::bigint, 'each parcel of a round gets a receipt');
select tests.act_as('driver');
select ok((select busy_secs_today <= extract(epoch from app.now() - (select min(engaged_at) from public.bookings b, p where b.id in (p.a, p.b, p.c))) + 1 from public.driver_hours()), 'the time of a round with several parcels counts once as busy time');

-- Late points
select tests.as_owner();
create temporary table before on commit drop as select tests.points_of(a) as a, tests.points_of(b) as b from p;
select tests.let('driver', format('select public.report_positions(%L)', jsonb_build_array(jsonb_build_object('lat', 47.15, 'lng', 9.517, 'at', (select started_at + interval '3 minutes' from public.bookings where id = (select a from p))))));
select is((select (tests.points_of(p.a) - q.a) || ' ' || (tests.points_of(p.b) - q.b) from p, before q), '1 1', 'a position that arrives late is added to the trail of each parcel');

-- Parcels given back, and offers that stay open
select tests.turn('1 hour'), tests.go_online();
update p set a = tests.parcel('rider'), b = tests.parcel('rider2');
select is(tests.outcome('driver', format('select public.accept_booking(%L)', a)), 'done', 'a driver with two parcel offers from one door accepts the first') from p;
select is(tests.offer_of(b), 'open', 'accepting one parcel leaves the offer of the other open') from p;
select is(tests.outcome('driver', format('select public.accept_booking(%L)', b)), 'done', 'a driver then accepts the other offered parcel') from p;
select is(tests.outcome('driver', format('select public.cancel_booking(%L, ''flat'')', a)), 'done', 'a driver gives the first of two parcels back') from p;
select ok(not tests.is_along(a) and not tests.is_along(b), 'after the first parcel is given back, the second engages the driver') from p;
select is(tests.status(a), 'NEW', 'a parcel that its driver gave back is searched for again') from p;
select isnt(tests.offer_of(a), 'open', 'a driver who gave a parcel back is not offered it again') from p;
select tests.let('rider2', format('select public.cancel_booking(%L)', b)) from p;
select ok(not tests.is_busy('driver'), 'a driver is free when the last parcel is cancelled');

-- Several of one sender
select tests.let('rider', format('select public.cancel_booking(%L)', a)) from p;
select tests.turn('10 minutes'), tests.go_online();
update p set a = tests.parcel('rider');
update p set b = tests.parcel('rider');
update p set c = tests.parcel('rider', 80);
select is(tests.offer_of(a), 'open', 'the first of several parcels of one sender is offered to a driver') from p;
select is(tests.offer_of(b), null, 'the second parcel of a sender waits until the first has a driver') from p;
select is((select q.due_at from app.dispatch_queue q where q.booking_id = b), (select o.expires_at from public.booking_offers o where o.booking_id = a), 'the second parcel of a sender waits for at most one round of offers') from p;
select is(tests.offer_of(c), 'open', 'a parcel of the same sender from another door does not wait') from p;
select is(tests.outcome('driver', format('select public.accept_booking(%L)', a)), 'done', 'a driver accepts the first of a sender''s parcels') from p;
select is((select string_agg(w.mode || ' ' || jsonb_array_length(w.candidates), ',') from public.dispatch_waves w where w.booking_id = b), 'door 1', 'only the driver of the first parcel is offered the sender''s second, at once') from p;
select is(tests.outcome('driver', format('select public.accept_booking(%L)', b)), 'done', 'the driver accepts the sender''s second parcel') from p;
select ok(tests.is_along(b), 'the sender''s second parcel is taken along') from p;
select tests.outcome('driver', format('select public.cancel_booking(%L, ''flat'')', b)), tests.let('rider', format('select public.cancel_booking(%L)', x)) from p, unnest(array[a, b, c]) x;
select tests.turn('10 minutes'), tests.go_online();
update p set a = tests.parcel('rider');
update p set b = tests.parcel('rider');
select is(tests.offer_of(b), null, 'a sender''s second parcel waits while the first has no driver') from p;
select tests.turn(make_interval(secs => s.offer_timeout + 1)), tests.let('driver', 'select public.report_position(47.141, 9.5209)') from public.settings s where s.id = 1;
select app.dispatch_tick();
select is(tests.offer_of(b), 'open', 'a sender''s second parcel is offered on its own when the first offer expires') from p;
select tests.let('rider', format('select public.cancel_booking(%L)', x)) from p, unnest(array[a, b]) x;
update p set a = tests.parcel('rider');

-- Declined, and switched off
select tests.let('rider', format('select public.cancel_booking(%L)', a)) from p;
select tests.turn('10 minutes'), tests.go_online();
update p set a = tests.parcel('rider');
select tests.let('driver', format('select public.accept_booking(%L)', a)) from p;
update p set b = tests.parcel('rider2');
select is(tests.outcome('driver', format('select public.decline_booking(%L)', b)), 'done', 'a driver can decline a parcel at the same door') from p;
select is(tests.outcome('driver', format('select public.accept_booking(%L)', b)), 'offer_not_found', 'a driver cannot take along a parcel after declining it') from p;
select tests.set('parcels_at_once', '1');
update p set c = tests.parcel('rider3');
select is(tests.offer_of(c), null, 'with parcels_at_once = 1 a driver is not offered a second parcel') from p;
select * from finish();
