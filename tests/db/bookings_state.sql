-- Booking status: allowed transitions, the history, and who can read it.
select no_plan();

-- Transitions
-- Spec 4.1
select is((select count(*) from public.booking_transitions), 31::bigint, 'there are 31 transitions of a booking''s status');
create function tests.force(id uuid, to_status text, as_role text default 'system') returns void language plpgsql as $$
begin
  perform app.set_actor(as_role);
  perform app.move_booking(force.id, to_status);
end $$;
select tests.ride('NEW');
select tests.as_owner();
create function tests.refused(to_status text, as_role text) returns boolean language plpgsql as $$
begin
  perform tests.force(tests.booking(), to_status, as_role);
  raise exception 'went through' using errcode = 'P0002';
exception when sqlstate 'PT409' then return true;
  -- An allowed transition that lacks the columns of its new status.
  when sqlstate 'P0002' or check_violation then return false;
end $$;
create function tests.every_other_refused(from_status text) returns text language sql as $$
  select string_agg(s || ' by ' || r, ', ') from unnest(array['PAYMENT_PENDING', 'NEW', 'ACCEPTED', 'ARRIVED', 'STARTED', 'REACHED', 'PENDING', 'PAID', 'COMPLETE', 'CANCELLED']) s,
    unnest(array['rider', 'driver', 'admin', 'system']) r
  where s <> from_status and tests.refused(s, r) = exists (select 1 from public.booking_transitions t
    where t.from_status::text = every_other_refused.from_status and t.to_status = s and t.actor = r)
$$;
select is(tests.every_other_refused('NEW'), null, 'from NEW exactly the transitions of the table are allowed');
select tests.as_service();
-- Spec 4.4
select throws_ok($$ update public.bookings set status = 'PAID' $$, 'PT409', 'transition_refused', 'the service role cannot set a booking to PAID');
select tests.as_owner();
select tests.let('driver', format('select public.accept_booking(%L)', tests.booking()));
select is(tests.every_other_refused('ACCEPTED'), null, 'from ACCEPTED exactly the transitions of the table are allowed');
select tests.let('driver', format('select public.arrive_at_pickup(%L)', tests.booking()));
select is(tests.every_other_refused('ARRIVED'), null, 'from ARRIVED exactly the transitions of the table are allowed');
select tests.let('driver', format('select public.start_trip(%L, %L)', tests.booking(), tests.code()));
select is(tests.every_other_refused('STARTED'), null, 'from STARTED exactly the transitions of the table are allowed');
select tests.let('driver', format('select public.reach_drop(%L)', tests.booking()));
select is(tests.status(), 'PENDING', 'reach_drop ends in the status PENDING');
select is(tests.every_other_refused('PENDING'), null, 'from PENDING exactly the transitions of the table are allowed');
select tests.let('driver', format('select public.confirm_cash(%L)', tests.booking()));
select is(tests.every_other_refused('PAID'), null, 'from PAID exactly the transitions of the table are allowed');
select tests.let('rider', format('select public.rate_booking(%L)', tests.booking()));
select is(tests.every_other_refused('COMPLETE'), null, 'from COMPLETE exactly the transitions of the table are allowed');

-- History
select results_eq($$ select to_status::text || ' ' || actor_role from public.booking_events where booking_id = tests.booking() order by id $$,
  array['NEW rider', 'ACCEPTED driver', 'ARRIVED driver', 'STARTED driver', 'REACHED driver', 'PENDING system', 'PAID driver', 'COMPLETE rider'],
  'the history records each status with the role that set it');
select ok((select bool_and(lat is not null and actor_id = tests.id('driver')) from public.booking_events
  where to_status in ('ACCEPTED', 'ARRIVED', 'STARTED', 'REACHED')),
    'the history records the driver and the driver''s position');
select ok((select bool_and(app.event_hash(e) = e.hash and e.prev_hash = coalesce(p.hash, '')) from (
  select e, lag(e.hash) over (order by e.id) as hash from public.booking_events e where e.booking_id = tests.booking()) x (row, hash)
  cross join lateral (select (x.row).*) e cross join lateral (select x.hash) p (hash)),
    'each event of the history contains the hash of the previous event');
select throws_ok($$ update public.booking_events set note = 'forged' $$, 'PT409', 'append_only',
  'the database owner cannot update the history');
select throws_ok($$ delete from public.booking_events $$, 'PT409', 'append_only',
  'the database owner cannot delete from the history');
select throws_ok($$ truncate public.booking_events cascade $$, 'PT409', 'append_only', 'the database owner cannot truncate the history');
select tests.as_service();
select throws_ok($$ update public.booking_events set note = 'forged' $$, '42501', null,
  'the service role cannot update the history');

-- One engaged booking per driver
select tests.as_owner();
select tests.ride('ACCEPTED');
create temp table mine as select tests.booking() as id;
select tests.turn('1 minute');
select tests.book('rider2');
select throws_ok($$ select app.set_actor('driver'), null; $$ || format($$ select tests.move('ACCEPTED', jsonb_build_object('driver_id', tests.id('driver'), 'accepted_at', app.now(), 'engaged_at', app.now()), %L) $$, tests.booking()),
  '23505', null, 'a driver cannot have two engaged bookings');

-- Acting as readers
select tests.act_as('rider');
-- Spec 6.5
select is((select count(*) from public.bookings), 2::bigint, 'a rider can read the own bookings');
select is((select count(distinct booking_id) from public.booking_events), 2::bigint, 'a rider can read the history of the own bookings');
-- Spec 3.27, 6.24
select is_empty($$ select 1 from public.booking_finances $$, 'a rider cannot read booking finances');
select is((select count(*) from public.booking_transitions), 31::bigint, 'a signed-in user can read the transitions');
select throws_ok($$ update public.bookings set trip_cost = 1 $$, '42501', null, 'a rider cannot update a booking directly');
select throws_ok($$ insert into public.bookings (status) values ('NEW') $$, '42501', null,
  'a rider cannot insert a booking directly');
select throws_ok($$ insert into public.booking_events (to_status) values ('NEW') $$, '42501', null, 'a rider cannot insert into the history');
select throws_ok($$ select 1 from app.start_codes $$, '42501', null, 'a rider cannot read the start codes table');
select tests.act_as('rider3');
select is_empty($$ select 1 from public.bookings $$, 'another rider cannot read the bookings');
select is_empty($$ select 1 from public.booking_events $$, 'another rider cannot read the history');
select tests.act_as('driver');
-- Spec 6.5
select is((select count(*) from public.bookings), 2::bigint, 'a driver can read the bookings they drive and drove');
select is((select count(*) from public.booking_finances), 2::bigint, 'a driver can read the finances of the own bookings');
select tests.act_as('driver2');
select is_empty($$ select 1 from public.bookings $$, 'another driver cannot read the bookings');
select is_empty($$ select 1 from public.booking_finances $$, 'another driver cannot read the finances');
select tests.act_as('fleet');
select is_empty($$ select 1 from public.bookings $$, 'a fleet admin cannot read the bookings of drivers outside the fleet');
select tests.act_as('admin');
-- Spec 1.14, 6.5
select is((select count(*) from public.bookings), 3::bigint, 'an admin can read all bookings');
select is((select count(*) from public.booking_finances), 3::bigint, 'an admin can read all booking finances');
select tests.as_visitor();
select throws_ok($$ select 1 from public.bookings $$, '42501', null, 'a visitor cannot read bookings');

-- A fleet's booking
select tests.as_owner();
select tests.turn('2 minutes');
select tests.go_online('driver2', 47.2, 9.5);
select tests.let('admin', format('select public.assign_driver(%L, %L)', tests.booking(), tests.id('driver2')));
select tests.let('driver2', format('select public.accept_booking(%L)', tests.booking()));
select tests.act_as('fleet');
-- Spec 6.5
select results_eq($$ select id from public.bookings $$, $$ select tests.booking() $$, 'a fleet admin can read the fleet''s bookings');
select is((select count(*) from public.booking_finances), 1::bigint,
  -- Spec 3.27
  'a fleet admin can read the finances of the fleet''s bookings');
select tests.act_as('fleet2');
select is_empty($$ select 1 from public.bookings $$, 'an admin of another fleet cannot read the fleet''s bookings');
select * from finish();
