-- A booking's status has one path: only app.move_booking writes it, and only booking_created and booking_moved follow.
select no_plan();
create function tests.bodies() returns table (name text, body text) language sql stable as $$
  select p.oid::regprocedure::text, regexp_replace(p.prosrc, '--[^\n]*', '', 'g') from pg_proc p
  join pg_namespace n on n.oid = p.pronamespace where n.nspname in ('app', 'public') and p.prokind in ('f', 'p')
$$;

-- Writers
select results_eq($$ select distinct name from tests.bodies()
  cross join lateral regexp_split_to_table(lower(body), 'update\s+public\.bookings\y') with ordinality u (rest, n)
  where n > 1 and split_part(rest, 'where', 1) ~ '\yset\y.*\ystatus\s*=' order by 1 $$,
  array['app.move_booking(uuid,booking_status,jsonb)'], 'only app.move_booking writes the status of a booking');
select results_eq($$ select name from tests.bodies() where body ~* 'insert\s+into\s+public\.bookings\y' order by 1 $$,
  array['app.add_booking(jsonb)'], 'only app.add_booking inserts bookings');
select results_eq($$ select distinct regexp_replace(name, '\(.*', '') from tests.bodies() where body ~ 'app\.booking_(created|moved)\(' $$,
  array['app.tg_bookings__life'], 'only the trigger function tg_bookings__life runs booking_created and booking_moved');
select ok((select count(*) <= 6 from pg_trigger t where t.tgrelid = 'public.bookings'::regclass and not t.tgisinternal), 'the bookings table has at most six triggers');

-- As the database owner, who has all other rights
select tests.ride('NEW'), tests.as_owner(), app.set_actor('driver', tests.id('driver'));
select throws_ok($$ update public.bookings set status = 'ACCEPTED' where id = tests.booking() $$, 'PT409', 'transition_refused', 'the database owner cannot update a booking''s status directly');
select throws_ok($$ update public.bookings set status = 'ACCEPTED', driver_id = tests.id('driver'), accepted_at = app.now(), engaged_at = app.now() where id = tests.booking() $$,
  'PT409', 'transition_refused', 'the database owner cannot accept a booking by an update of all its columns');
select throws_ok($$ update public.bookings set driver_id = tests.id('driver'), accepted_at = app.now() where id = tests.booking() $$, 'PT409', 'transition_refused', 'the database owner cannot give a booking to a driver by an update');
select throws_ok(format($$ insert into public.bookings (%1$s) select %1$s from (select (jsonb_populate_record(b, jsonb_build_object('id', app.uuid_v7(), 'reference', 'QQQQQQ',
  'client_key', gen_random_uuid(), 'quote_id', tests.quote(), 'status', 'PAID'))).* from public.bookings b where b.id = tests.booking()) n $$, tests.stored_columns('public.bookings')), 'PT409', 'transition_refused', 'the database owner cannot insert a paid booking');
select lives_ok($$ update public.bookings set status = 'NEW', dispatch_note = 'no_driver_nearby' where id = tests.booking() $$, 'an update that keeps the status is allowed');
select tests.let('driver', format('select public.accept_booking(%L)', tests.booking()));
select is(current_setting('app.writing', true), '', 'a move uses up what it was to write');
select throws_ok($$ update public.bookings set status = 'ARRIVED', arrived_at = app.now() where id = tests.booking() $$, 'PT409', 'transition_refused', 'a move does not allow a later direct update of the status');

-- Refused moves allow no direct update either
select throws_ok($$ select tests.move('COMPLETE') $$, 'PT409', 'transition_refused', 'a move without a transition is refused');
select throws_ok($$ update public.bookings set status = 'ARRIVED', arrived_at = app.now() where id = tests.booking() $$, 'PT409', 'transition_refused', 'a refused move does not allow a later direct update of the status');

-- Columns
select is_empty($$ select c.name from app.booking_move_columns c except select a.attname from pg_attribute a
  where a.attrelid = 'public.bookings'::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' $$, 'a move sets only columns of bookings');
select is_empty($$ select c.name from app.booking_move_columns c where not exists (select 1 from tests.bodies() b
  where b.body ~ ('[''"]' || c.name || '[''"]')) $$, 'a function sets each column that a move may set');
create function tests.hint_of(statement text) returns text language plpgsql as $$
declare v_hint text;
begin
  execute statement;
  return null;
exception when sqlstate 'PT409' then
  get stacked diagnostics v_hint = pg_exception_hint;
  return v_hint;
end $$;
select is(tests.hint_of($$ select tests.move('ARRIVED', '{"customer_id": null}') $$), 'customer_id is not written here', 'a move does not set a column outside the list of those that moves may set');
select is(tests.hint_of($$ select tests.move('ARRIVED', '{"status": "PAID"}') $$), 'status is not written here', 'the columns of a move do not contain another status');
select is(tests.hint_of($$ select app.add_booking('{"references": "ABCDEF"}') $$), 'references is not written here', 'a new booking is not written with a column that bookings lack');
select throws_ok(format($$ insert into public.bookings (%1$s) select %1$s from public.bookings b where b.id = tests.booking() $$, tests.stored_columns('public.bookings')),
  'PT409', 'transition_refused', 'a refused insert leaves nothing to write to the next one');

-- Each step has a comment, which docs/reference/booking-life.md shows
select is_empty($$ select m[1] from tests.bodies() b cross join lateral regexp_matches(b.body, 'perform (app\.\w+)\(', 'g') m
  where b.name ~ '^app\.booking_(created|moved)\(' and not exists (select 1 from pg_proc p where p.oid::regproc::text = m[1] and obj_description(p.oid, 'pg_proc') is not null) $$,
  'each step of booking_created and booking_moved has a comment');
select * from finish();
