-- An arrival that a driver reports from elsewhere: nobody hears of it and nothing counts until a position shows the car near the
-- pickup.
select no_plan();
-- The pickup is 47.141, 9.5209. 0.001 degrees of latitude are 111 m.
create function tests.report_at(metres double precision, later interval default '15 seconds', measured interval default '0') returns void
language sql volatile security definer as $$
  select tests.turn(later);
  select tests.let('driver', format('select public.report_position(%s, 9.5209, 0, 5, app.now() - %L::interval)', 47.141 + metres / 111195, measured))
$$;
create function tests.told_of_arrival(rider text default 'rider') returns bigint language sql volatile security definer as $$
  select count(*) from public.notices n where n.user_id = tests.id(rider) and n.booking_id = tests.booking() and n.key = 'driver_arrived'
$$;
create function tests.queued(key text) returns bigint language sql volatile security definer as $$
  select count(*) from app.outbox o where o.payload ->> 'title' = queued.key || '.title'
$$;
create function tests.leave_at() returns timestamptz language plpgsql as $$
begin
  perform tests.act_as('driver');
  return (select o.leave_at from public.trip_options(tests.booking()) o);
end $$;
create function tests.shared() returns jsonb language plpgsql as $$
declare v_token text;
begin
  perform tests.act_as('rider');
  v_token := public.share_trip(tests.booking());
  perform tests.as_visitor();
  return public.shared_trip(v_token);
end $$;
create function tests.reasons() returns text language plpgsql as $$
begin
  perform tests.act_as('admin');
  return (select string_agg(a.reason, ' ' order by a.reason) from tests.attention_list() a where a.booking_id = tests.booking());
end $$;
-- Accepts a booking this far from the pickup, and reports the arrival there.
create function tests.arrive_from(metres double precision, rider text default 'rider') returns void language plpgsql as $$
begin
  perform tests.as_owner(), tests.turn('1 day'), tests.clear_wallet(rider), tests.go_online('driver', 47.141 + metres / 111195, 9.5209), tests.book(rider);
  perform tests.let('driver', format('select public.accept_booking(%1$L)', tests.booking()));
  perform tests.report_at(metres), tests.let('driver', format('select public.arrive_at_pickup(%L)', tests.booking()));
end $$;
create function tests.give_back() returns void language sql volatile as $$
  select tests.as_owner(), tests.let('rider', format('select public.cancel_booking(%L)', tests.booking())), tests.clear_wallet('rider')
$$;
update public.car_types set waiting_rate_per_hour = 60 where id = tests.car();

-- From 860 m away
select tests.arrive_from(860);
select is(tests.status(), 'ARRIVED', 'an arrival reported from 860 m away is accepted, because positions can be wrong');
select is(tests.told_of_arrival(), 0::bigint, 'the rider hears nothing of an arrival from 860 m away');
select is(tests.queued('driver_arrived'), 0::bigint, 'an arrival from 860 m away is not pushed to the rider''s phone');
select is(tests.leave_at(), null, 'an arrival from 860 m away has no time from which the driver may leave');
select is((select o.earns_from from public.trip_options(tests.booking()) o), null, 'waiting from 860 m away earns nothing');
select tests.act_as('rider');
select is((select b.arrival_confirmed_at from public.bookings b where b.id = tests.booking()), null, 'the rider''s page reads that the car has not been at the pickup');
select is((public.trip_progress(tests.booking()))."to", 'pickup', 'after an arrival from afar the progress still leads to the pickup');
select is(round((public.trip_progress(tests.booking())).remaining_km, 1), 1.1, 'after an arrival from afar the rider reads the way that remains to the pickup');
select is(tests.shared() ->> 'status', 'ACCEPTED', 'people with the link of the trip see the car on its way');
select isnt(tests.shared() ->> 'pickup_eta', null, 'people with the link of the trip read when the car will be at the pickup');
select tests.turn('20 minutes'), tests.report_at(860), tests.as_owner();
select is(tests.reasons(), 'late', 'a driver who reports the arrival from afar is late for the desk, and not waiting');
select tests.act_as('admin');
select ok((select f.eta is not null and f.due is not null from public.desk_facts(array[tests.booking()]) f), 'the desk reads when the car will really be there');
select tests.act_as('driver');
select throws_ok($$ select public.no_show(tests.booking()) $$, 'PT409', 'not_at_pickup', 'a driver cannot report a no-show from 860 m away, however long ago the arrival was reported');
select ok(not (select 'no_show' = any (o.actions) from public.trip_options(tests.booking()) o), 'a driver at 860 m is not offered to report a no-show');

-- The car comes to the pickup
select tests.report_at(520);
select is(tests.told_of_arrival(), 0::bigint, 'the rider hears nothing while the car is 520 m away');
select tests.report_at(480), tests.as_owner();
create temp table there as select app.now() as at;
grant select on there to public;
select is(tests.told_of_arrival(), 1::bigint, 'the rider hears of the arrival when the car is 480 m away');
select is((select b.arrival_confirmed_at from public.bookings b where b.id = tests.booking()), (select at from there), 'the time at the pickup is that of the first position near it');
select is(tests.leave_at(), (select at + interval '5 minutes' from there), 'the free wait begins with the first position near the pickup');
select is((select o.earns_from from public.trip_options(tests.booking()) o), (select at + interval '5 minutes' from there), 'paid waiting begins after the free minutes from the first position near the pickup');
select is(tests.shared() ->> 'status', 'ARRIVED', 'people with the link of the trip see the arrival once the car is near');
select tests.as_owner();
select is((select string_agg(e.note, ' ' order by e.id) from public.booking_events e where e.booking_id = tests.booking() and e.from_status = e.to_status), 'at_pickup', 'the history notes when the car came to the pickup');
select is_empty($$ select 1 from (select e.hash, e.prev_hash, lag(e.hash, 1, '') over (order by e.id) as before from public.booking_events e where e.booking_id = tests.booking()) h where h.prev_hash <> h.before $$, 'the history stays a chain after the car came to the pickup');
select tests.report_at(900), tests.report_at(20);
select is(tests.told_of_arrival(), 1::bigint, 'the rider hears of the arrival once, although the car leaves and returns');
select is(tests.leave_at(), (select at + interval '5 minutes' from there), 'a second round of the car does not move the free wait');
select is(tests.reasons(), null, 'a driver at the pickup is not on the attention list');
select tests.turn('10 minutes'), tests.report_at(10), tests.as_owner(), tests.let('driver', format('select public.start_trip(%L, %L)', tests.booking(), tests.code()));
select tests.let('driver', format('select public.reach_drop(%L)', tests.booking())), tests.as_owner();
select is((select coalesce(f.final_inputs ->> 'wait_secs', f.final_inputs #>> '{measured,wait_secs}')::integer from public.booking_finances f where f.booking_id = tests.booking()),
  (select extract(epoch from b.started_at - t.at)::integer from public.bookings b, there t where b.id = tests.booking()), 'the fare counts waiting from the first position near the pickup');
select tests.let('driver', format('select public.confirm_cash(%L)', tests.booking()));

-- At once at the pickup, and with positions that are missing or old
select tests.arrive_from(20);
select is(tests.told_of_arrival() || ' ' || (select (b.arrival_confirmed_at = b.arrived_at)::text from public.bookings b where b.id = tests.booking()), '1 true', 'a driver at the pickup is announced at once');
select tests.give_back();
select tests.turn('1 hour'), tests.go_online('driver', 47.141, 9.5209), tests.book();
select tests.let('driver', format('select public.accept_booking(%L)', tests.booking())), tests.turn('4 minutes');
select tests.let('driver', format('select public.arrive_at_pickup(%L)', tests.booking()));
select is(tests.told_of_arrival() || ' ' || coalesce(tests.leave_at()::text, 'never'), '0 never', 'a position of four minutes ago at the pickup announces no arrival and starts no wait');
select tests.give_back();
select tests.turn('1 hour'), tests.go_online('driver', 47.141, 9.5209), tests.book();
select tests.let('driver', format('select public.accept_booking(%L)', tests.booking())), tests.turn('30 seconds');
select tests.let('driver', format('select public.arrive_at_pickup(%L)', tests.booking()));
select is(tests.told_of_arrival() || ' ' || coalesce(tests.leave_at()::text, 'never'), '0 never', 'a position of thirty seconds ago at the pickup announces no arrival and starts no wait');
select tests.report_at(30, '10 seconds', '30 seconds');
select is(tests.told_of_arrival() || ' ' || coalesce(tests.leave_at()::text, 'never'), '0 never', 'a position that arrives thirty seconds after it was measured announces no arrival');
select tests.report_at(30, '10 seconds', '29 seconds');
select is(tests.told_of_arrival() || ' ' || coalesce((tests.leave_at() - app.now())::text, 'never'), '1 00:04:40', 'a position that arrives 29 seconds after it was measured announces the arrival, and the wait counts from the arrival');
select tests.give_back();
select tests.turn('1 hour'), tests.go_online('driver', 47.141, 9.5209), tests.book();
select tests.let('driver', format('select public.accept_booking(%L)', tests.booking())), tests.turn('6 minutes');
select tests.let('driver', format('select public.arrive_at_pickup(%L)', tests.booking()));
select is(tests.told_of_arrival() || ' ' || coalesce(tests.leave_at()::text, 'never'), '0 never', 'a position that is six minutes old announces no arrival and starts no wait');
select tests.act_as('driver');
select throws_ok($$ select public.no_show(tests.booking()) $$, 'PT409', 'not_at_pickup', 'a driver without a position cannot report a no-show');
select tests.report_at(30);
select is(tests.told_of_arrival(), 1::bigint, 'the first new position at the pickup announces the driver');
select tests.give_back();

-- Positions that arrive late, and jumps
select tests.arrive_from(2000), tests.report_at(1500, '3 minutes'), tests.report_at(1000, '5 minutes', '2 minutes');
select is(tests.told_of_arrival(), 0::bigint, 'late positions far from the pickup announce no arrival');
select tests.report_at(100, '1 minute', '2 minutes');
select is(tests.told_of_arrival(), 0::bigint, 'a position at the pickup that was measured two minutes ago announces no arrival');
select is(tests.leave_at(), null, 'a position that was measured two minutes ago starts no wait, because only the phone says so');
select tests.report_at(90, '10 seconds');
select is(tests.told_of_arrival(), 1::bigint, 'the first position in time announces the driver who came without a signal');
select is(tests.leave_at(), (select app.now() + interval '5 minutes'), 'the wait counts from the first position in time');
select tests.give_back();
select tests.arrive_from(5000), tests.report_at(0, '5 seconds');
select is(tests.told_of_arrival() || ' ' || coalesce(tests.leave_at()::text, 'never'), '0 never', 'a jump of five kilometres in five seconds is no arrival');
select tests.give_back();

-- An arrival without a signal, reported later with the time of the phone
select tests.as_owner(), tests.turn('1 day'), tests.go_online('driver', 47.16, 9.5209), tests.book();
select tests.let('driver', format('select public.accept_booking(%L)', tests.booking())), tests.report_at(2100);
select tests.turn('10 minutes'), tests.let('driver', $$ select public.report_positions(jsonb_build_array(jsonb_build_object('lat', 47.1411, 'lng', 9.5209, 'accuracy', 5, 'at', app.now() - interval '4 minutes'))) $$);
select tests.let('driver', format('select public.arrive_at_pickup(%L, null, gen_random_uuid(), app.now() - interval ''3 minutes 50 seconds'')', tests.booking()));
select is(tests.told_of_arrival() || ' ' || coalesce(tests.leave_at()::text, 'never'), '0 never', 'an arrival that the phone reports later announces nothing: its positions of that time are only a claim');
select is((select f.flags::text from public.booking_finances f where f.booking_id = tests.booking()), '{reported_time}', 'an arrival that the phone reports later with positions at the pickup is not flagged as far away');
select tests.report_at(20, '1 second');
select is(tests.told_of_arrival() || ' ' || (tests.leave_at() - app.now())::text, '1 00:05:00', 'a driver who arrived without a signal is announced, and the wait begins, with the first position in time');
select tests.give_back();

-- Parcels from one door are announced each to its sender; a booking that goes back to dispatch forgets its time
select tests.arrive_from(860);
select tests.let('driver', format('select public.cancel_booking(%L)', tests.booking())), tests.as_owner();
select tests.turn('10 minutes'), tests.go_online('driver2', 47.141, 9.5209);
select is((select num_nonnulls(b.arrival_confirmed_at, b.arrived_at) from public.bookings b where b.id = tests.booking()), 0, 'a booking that its driver gave back has no time at the pickup');
select tests.give_back();
select throws_ok($$ update public.bookings set arrival_confirmed_at = arrived_at - interval '1 second' where id = (select id from public.bookings where arrived_at is not null limit 1) $$, '23514', null, 'a car cannot be at the pickup before the arrival');
select tests.act_as('driver');
select throws_ok($$ update public.bookings set arrival_confirmed_at = app.now() $$, '42501', null, 'a driver cannot write the time at the pickup');

select tests.as_owner();
-- Whatever a driver reports, and in whatever order: announced and waiting exactly when a position in time was within 500 m
create function tests.any_arrival(seed integer) returns text language plpgsql as $$
declare
  v_metres double precision := 300 + 1200 * random();
  v_was_near boolean;
  v_at timestamptz;
  v_says text;
begin
  perform tests.arrive_from(v_metres);
  v_was_near := v_metres <= 499.9;
  if v_was_near then v_at := (select b.arrived_at from public.bookings b where b.id = tests.booking()); end if;
  for i in 1 .. 6 loop
    v_metres := greatest(0, v_metres + 800 * (random() - 0.55));
    perform tests.report_at(v_metres, make_interval(secs => 20 + 60 * random()));
    if not v_was_near and v_metres <= 499.9 then
      v_was_near := true;
      v_at := (select t.at from public.tracking_points t where t.booking_id = tests.booking() order by t.at desc limit 1);
    end if;
    v_says := tests.told_of_arrival() || ' ' || (tests.leave_at() is not distinct from v_at + interval '5 minutes');
    perform tests.as_owner();
    if v_says <> v_was_near::integer || ' true' then return format('seed %s, report %s at %s m: %s, near: %s', seed, i, round(v_metres), v_says, v_was_near); end if;
  end loop;
  perform tests.give_back();
  return null;
end $$;
select setseed(0.4);
select is((select string_agg(tests.any_arrival(i), '; ') from generate_series(1, 12) i), null, 'in random drives around the pickup the rider hears of the arrival, and the wait begins, exactly at the first position within 500 m');
select * from finish();
