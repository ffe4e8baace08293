-- Offers of drivers who come on duty or go off duty, and the pushes of offers that have ended.
select no_plan();
create function tests.open_offers(name text) returns bigint language sql volatile security definer as $$
  select count(*) from public.booking_offers o where o.driver_id = tests.id(name) and o.status = 'open'
$$;
create function tests.pushes(title text) returns text[] language sql volatile security definer as $$
  select coalesce(array_agg(o.status order by o.id), '{}') from app.outbox o where o.kind = 'push' and o.payload ->> 'title' = pushes.title || '.title'
$$;
create function tests.stay(name text) returns void language sql security definer as $$
  update public.driver_positions p set updated_at = app.now() where p.driver_id = tests.id(name)
$$;
update public.drivers set driver_active_status = false where driver_active_status;
update public.drivers set car_type_id = tests.car('Cab') where id in (tests.id('driver'), tests.id('driver2'), tests.id('driver3'));
delete from app.outbox where true;
delete from public.push_tokens where true;
insert into public.push_tokens (token, user_id, platform) values ('browser-of-driver', tests.id('driver'), 'WEB'), ('phone-of-driver', tests.id('driver'), 'ANDROID');
select tests.set('wave_count', '1');

-- The rest after the last wave
select tests.go_online('driver');
select tests.book();
select is(tests.open_offers('driver'), 1::bigint, 'a driver on duty is asked');
select tests.tick('20 seconds');
select ok((select rest_until > app.now() from app.dispatch_queue where booking_id = tests.booking()), 'the search rests after its last wave');
select tests.go_online('driver2');
select app.dispatch_tick();
select is(tests.open_offers('driver2'), 1::bigint, 'a driver who comes on duty while the search rests is asked at once');
select is(tests.open_offers('driver'), 0::bigint, 'a driver who did not answer is not asked again during the rest');
select is((select array_agg(w.wave order by w.id) from public.dispatch_waves w where w.booking_id = tests.booking()), '{1,2}'::integer[], 'asking a driver during the rest is a wave of its own');
select tests.turn('20 seconds'), tests.go_online('driver3');
update public.driver_positions set updated_at = app.now() - interval '2 minutes' where driver_id = tests.id('driver3');
select app.dispatch_tick();
select is(tests.open_offers('driver3'), 0::bigint, 'a driver without a recent position is not asked');
select tests.stay('driver3'), tests.tick('4 seconds');
select is(tests.open_offers('driver3'), 1::bigint, 'a driver whose phone is heard again during the rest is asked within seconds');
select tests.let('rider', format('select public.cancel_booking(%L)', tests.booking()));

-- Drivers beyond the wave wait for the next one
update public.drivers set driver_active_status = false where driver_active_status;
select tests.set('wave_size', '1');
select tests.go_online('driver'), tests.go_online('driver2', 47.15);
select tests.book();
select is(tests.open_offers('driver') + tests.open_offers('driver2'), 1::bigint, 'a wave asks as many drivers as the setting says');
select tests.turn('20 seconds'), tests.stay('driver2'), app.dispatch_tick();
select is(tests.open_offers('driver2'), 0::bigint, 'a driver whom the last wave left out waits for the end of the rest');
select tests.turn('5 seconds'), tests.stay('driver2'), app.dispatch_tick();
select is(tests.open_offers('driver2'), 0::bigint, 'a driver whom the last wave left out is not asked by a later step of the rest');
select tests.turn('50 seconds'), tests.stay('driver2'), app.dispatch_tick();
select is(tests.open_offers('driver2'), 1::bigint, 'a driver whom the last wave left out is asked after the rest');
select tests.let('rider', format('select public.cancel_booking(%L)', tests.booking()));
select tests.set('wave_size', '8');

-- Going off duty
update public.drivers set driver_active_status = false where driver_active_status;
select tests.turn('1 hour');
delete from app.outbox where true;
select tests.go_online('driver'), tests.book(), tests.go_online('driver2');
select is(tests.pushes('trip_offered'), '{queued,queued}'::text[], 'an offer is pushed to each device');
select tests.let('driver', 'select public.set_driver_active(false)');
select is(tests.open_offers('driver'), 0::bigint, 'going off duty withdraws the open offer');
select is(tests.pushes('trip_offered'), '{dead,dead}'::text[], 'a push of an offer that was withdrawn is not sent any more');
select is(tests.pushes('trip_offer_over'), '{queued}'::text[], 'going off duty removes the offer from the browser''s notifications');
select is((select o.status from public.booking_offers o where o.booking_id = tests.booking() and o.driver_id = tests.id('driver')), 'left_duty', 'an offer that a driver left by going off duty says so');
select results_eq($$ select q.wave, q.waves_before, q.rest_until from app.dispatch_queue q where q.booking_id = tests.booking() $$, $$ values (1, 1, null::timestamptz) $$,
  'a wave whose only driver went off duty does not count, and the search does not rest for it');
select app.dispatch_tick();
select is(tests.open_offers('driver2'), 1::bigint, 'the next driver is asked at once when a driver with an offer goes off duty');
select is(tests.status(), 'NEW', 'going off duty does not cancel a booking');
select ok((select q.rest_until > app.now() from app.dispatch_queue q where q.booking_id = tests.booking()), 'the wave after one that did not count is the last one again');
-- Off and on duty as an answer
create function tests.missed(name text) returns integer language plpgsql as $$
begin
  perform tests.act_as(name);
  return (select d.missed from public.driver_day() d);
end $$;
create temp table missed_before as select count(*)::integer as n from public.booking_offers o where o.driver_id = tests.id('driver') and o.status = 'lapsed';
grant select on missed_before to public;
select is(tests.missed('driver'), (select n from missed_before), 'going off duty once with an open offer is not a missed offer');
select tests.as_owner(), tests.go_online('driver'), tests.turn('62 seconds'), tests.stay('driver'), tests.stay('driver2');
select app.dispatch_tick();
select is(tests.open_offers('driver'), 0::bigint, 'a driver who went off duty instead of answering is not asked for the same booking at once');
select is((select x ->> 'reason' from public.dispatch_waves w, jsonb_array_elements(w.exclusions) x where w.booking_id = tests.booking() and x ->> 'driver_id' = tests.id('driver')::text order by w.id desc limit 1),
  'left_duty', 'the log of the search says that a driver had gone off duty instead of answering');
select is((select b.dispatch_note from public.bookings b where b.id = tests.booking()), 'no_driver_answered', 'a search whose drivers went off duty was not answered');
select tests.act_as('driver');
select throws_ok(format('select public.accept_booking(%L)', tests.booking()), 'PT410', 'offer_expired', 'an offer that a driver left by going off duty cannot be accepted any more');
select tests.as_owner(), tests.turn('1 minute'), tests.stay('driver');
select app.dispatch_tick();
select is(tests.open_offers('driver'), 1::bigint, 'two minutes after leaving an offer the driver is asked again');
select tests.let('driver', 'select public.set_driver_active(false)');
select is(tests.missed('driver'), (select n from missed_before) + 1, 'an offer that is left by going off duty again within a day is a missed one');
select tests.as_owner();
select tests.let('rider', format('select public.cancel_booking(%L)', tests.booking()));
update public.drivers set driver_active_status = false where driver_active_status;
select tests.go_online('driver'), tests.go_online('driver2'), tests.book(), tests.let('driver', 'select public.set_driver_active(false)'), tests.turn('20 seconds'), tests.stay('driver2');
select app.expire_offers(tests.booking());
select is((select q.waves_before from app.dispatch_queue q where q.booking_id = tests.booking()), 0, 'a wave of which one driver did not answer counts');
select tests.let('rider', format('select public.cancel_booking(%L)', tests.booking()));
select tests.go_online('driver'), tests.book();
select tests.let('admin', format('select public.set_approved(%L, false)', tests.id('driver')));
select is((select o.status from public.booking_offers o where o.booking_id = tests.booking() and o.driver_id = tests.id('driver') order by o.created_at desc limit 1), 'withdrawn', 'an offer of a driver who is suspended is withdrawn, which is not the driver''s doing');
select tests.let('admin', format('select public.set_approved(%L, true)', tests.id('driver')));
select tests.let('rider', format('select public.cancel_booking(%L)', tests.booking()));
update public.drivers set driver_active_status = false where driver_active_status;

-- Going off duty by the end of a shift, and a desk's offer
select tests.let('driver', 'select public.start_shift()'), tests.go_online('driver');
update public.drivers set driver_active_status = false where id = tests.id('driver2');
select tests.book('rider2');
select tests.let('driver', 'select public.end_shift()');
select is(tests.open_offers('driver'), 0::bigint, 'the end of a shift withdraws the open offer');
select tests.let('rider2', format('select public.cancel_booking(%L)', tests.booking()));
delete from app.outbox where true;
select tests.book('rider2', 'Cab', app.now() + interval '5 hours'), tests.go_online('driver');
select tests.let('admin', format('select public.assign_driver(%L, %L)', tests.booking(), tests.id('driver')));
select is(tests.pushes('trip_assigned'), '{queued,queued}'::text[], 'an offer of the desk is pushed');
select tests.let('rider2', format('select public.cancel_booking(%L)', tests.booking()));
select is(tests.pushes('trip_assigned') || tests.pushes('trip_offer_over'), '{dead,dead,queued}'::text[], 'a cancelled booking withdraws the push of the desk''s offer');
select tests.book('rider2', 'Cab', app.now() + interval '5 hours');
select tests.let('admin', format('select public.assign_driver(%L, %L)', tests.booking(), tests.id('driver'))), tests.let('driver', 'select public.set_driver_active(false)');
select is((select due_at from app.dispatch_queue where booking_id = tests.booking()) > app.now() + interval '1 minute', true, 'a later booking whose offer was withdrawn is not searched for before its time');
select tests.let('rider2', format('select public.cancel_booking(%L)', tests.booking()));

-- A cancelled booking
select tests.go_online('driver');
delete from app.outbox where true;
select tests.book('rider3');
select tests.let('rider3', format('select public.cancel_booking(%L)', tests.booking()));
select is(tests.pushes('trip_offered') || tests.pushes('trip_offer_over'), '{dead,dead,queued}'::text[], 'a cancelled booking withdraws the pushes of its offers');

-- An acceptance keeps the push of the driver who answered
delete from app.outbox where true;
select tests.book('rider3');
select tests.let('driver', format('select public.accept_booking(%L)', tests.booking()));
select is(tests.pushes('trip_offer_over'), '{}'::text[], 'a driver who accepts gets no message that the offer is over');
select * from finish();
