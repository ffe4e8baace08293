-- One path for a booking's status: nothing but app.move_booking writes it, and nothing but booking_created and booking_moved follows.
select no_plan();
create function tests.bodies() returns table (name text, body text) language sql stable as $$
  select p.oid::regprocedure::text, regexp_replace(p.prosrc, '--[^\n]*', '', 'g') from pg_proc p
  join pg_namespace n on n.oid = p.pronamespace where n.nspname in ('app', 'public') and p.prokind in ('f', 'p')
$$;

-- Writers
select results_eq($$ select distinct name from tests.bodies()
  cross join lateral regexp_split_to_table(lower(body), 'update\s+public\.bookings\y') with ordinality u (rest, n)
  where n > 1 and split_part(rest, 'where', 1) ~ '\yset\y.*\ystatus\s*=' order by 1 $$,
  array['app.move_booking(uuid,booking_status,jsonb)'], 'one function writes the status of a booking');
select results_eq($$ select name from tests.bodies() where body ~* 'insert\s+into\s+public\.bookings\y' order by 1 $$,
  $$ select p.oid::regprocedure::text from pg_proc p where p.proname in ('insert_booking', 'insert_street_trip') order by 1 $$, 'one function makes what is booked, one what is hailed');
select results_eq($$ select distinct regexp_replace(name, '\(.*', '') from tests.bodies() where body ~ 'app\.booking_(created|moved)\(' $$,
  array['app.tg_bookings__life'], 'one trigger function runs the steps');
select ok((select count(*) <= 6 from pg_trigger t where t.tgrelid = 'public.bookings'::regclass and not t.tgisinternal), 'at most six triggers stand on bookings');

-- As the owner, who may do anything else
select tests.ride('NEW'), tests.as_owner(), app.set_actor('driver', tests.id('driver'));
select throws_ok($$ update public.bookings set status = 'ACCEPTED' where id = tests.booking() $$, 'PT409', 'transition_refused', 'the owner cannot update a status');
select throws_ok($$ update public.bookings set status = 'ACCEPTED', driver_id = tests.id('driver'), accepted_at = app.now(), engaged_at = app.now() where id = tests.booking() $$,
  'PT409', 'transition_refused', 'the owner cannot update a status along a transition with all that belongs to it');
select throws_ok($$ update public.bookings set driver_id = tests.id('driver'), accepted_at = app.now() where id = tests.booking() $$, 'PT409', 'transition_refused', 'the owner cannot give a booking to a driver');
select throws_ok($$ insert into public.bookings select (jsonb_populate_record(b, jsonb_build_object('id', app.uuid_v7(), 'reference', 'QQQQQQ', 'client_key', gen_random_uuid(),
  'quote_id', tests.quote(), 'status', 'PAID'))).* from public.bookings b where b.id = tests.booking() $$, 'PT409', 'transition_refused', 'the owner cannot insert a booking that is paid');
select lives_ok($$ update public.bookings set status = 'NEW', dispatch_note = 'no_driver_nearby' where id = tests.booking() $$, 'a status that stays is no move');
select tests.let('driver', format('select public.accept_booking(%L)', tests.booking()));
select is(current_setting('app.moving', true), '', 'after a move no booking is open to writing');
select throws_ok($$ update public.bookings set status = 'ARRIVED', arrived_at = app.now() where id = tests.booking() $$, 'PT409', 'transition_refused', 'a move before does not open the booking to the next');

-- Refused moves leave nothing open
select throws_ok($$ select tests.move('COMPLETE') $$, 'PT409', 'transition_refused', 'a move that no transition allows is refused');
select throws_ok($$ update public.bookings set status = 'ARRIVED', arrived_at = app.now() where id = tests.booking() $$, 'PT409', 'transition_refused', 'a refused move leaves the booking closed');

-- Every step has a comment, which docs/booking-life.md shows
select is_empty($$ select m[1] from tests.bodies() b cross join lateral regexp_matches(b.body, 'perform (app\.\w+)\(', 'g') m
  where b.name ~ '^app\.booking_(created|moved)\(' and not exists (select 1 from pg_proc p where p.oid::regproc::text = m[1] and obj_description(p.oid, 'pg_proc') is not null) $$,
  'each step says what it does');
select * from finish();
