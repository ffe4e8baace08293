-- Arriving, the code, starting, ending; places saved; explaining.
select no_plan();
create function tests.wrong() returns text language sql as $$ select lpad(((tests.code()::integer + 1) % 100000)::text, 5, '0') $$;
create function tests.throw_away(times integer) returns void language plpgsql as $$
begin
  for i in 1 .. times loop
    begin
      perform (public.start_trip(tests.booking(), tests.wrong()) ->> 'code')::integer;
    exception when invalid_text_representation then null;
    end;
  end loop;
end $$;
select tests.ride('ACCEPTED');

-- Arriving
select tests.act_as('rider');
select throws_ok($$ select public.arrive_at_pickup(tests.booking()) $$, 'PT403', 'not_a_driver', 'a rider does not arrive');
select tests.act_as('admin');
select throws_ok($$ select public.arrive_at_pickup(tests.booking()) $$, 'PT403', 'not_a_driver', 'an admin does not arrive');
select tests.act_as('driver2');
select throws_ok($$ select public.arrive_at_pickup(tests.booking()) $$, 'PT404', 'booking_not_found', 'another driver does not arrive');
select tests.as_visitor();
select throws_ok($$ select public.arrive_at_pickup(gen_random_uuid()) $$, '42501', null, 'a visitor does not arrive');
select tests.act_as('driver');
select throws_ok($$ select public.start_trip(tests.booking(), tests.code()) $$, 'PT409', 'wrong_status', 'a trip starts after arriving');
select throws_ok($$ select public.reach_drop(tests.booking()) $$, 'PT409', 'wrong_status', 'a trip ends after starting');
select is((public.arrive_at_pickup(tests.booking())).status, 'ARRIVED', 'the driver arrives');
select is((public.arrive_at_pickup(tests.booking())).arrived_at, app.now(), 'arriving twice is arriving once');

-- The code
select throws_ok($$ select public.start_code(tests.booking()) $$, 'PT404', 'booking_not_found', 'the driver does not read the code');
select tests.act_as('admin');
select throws_ok($$ select public.start_code(tests.booking()) $$, 'PT404', 'booking_not_found', 'an admin does not read the code');
select tests.act_as('rider2');
select throws_ok($$ select public.start_code(tests.booking()) $$, 'PT404', 'booking_not_found', 'another rider does not read the code');
select tests.as_visitor();
select throws_ok($$ select public.start_code(gen_random_uuid()) $$, '42501', null, 'a visitor does not read the code');
select tests.act_as('rider');
select is(public.start_code(tests.booking()), tests.code(), 'the rider does');
select throws_ok($$ select public.start_trip(tests.booking(), tests.code()) $$, 'PT403', 'not_a_driver', 'the rider does not start the trip');
select tests.act_as('driver2');
select throws_ok($$ select public.start_trip(tests.booking(), tests.code()) $$, 'PT404', 'booking_not_found', 'another driver does not start the trip with the code');
select tests.act_as('driver');
select is(public.start_trip(tests.booking()) ->> 'message', 'start_code_required', 'no code, no start');
select is(public.start_trip(tests.booking(), tests.wrong()) ->> 'message', 'start_code_wrong', 'a wrong code is refused');
select is(current_setting('response.status', true), '403', 'with a status, so that the count is kept');
select is(public.start_trip(tests.booking(), tests.wrong()) ->> 'hint', '3 attempts left', 'a wrong code is counted');
select is(public.start_trip(tests.booking(), tests.wrong()) ->> 'hint', '2 attempts left', 'again');
select is(public.start_trip(tests.booking(), tests.wrong()) ->> 'hint', '1 attempts left', 'each wrong code is counted again');
select is(tests.status(), 'ARRIVED', 'nothing started');
select is(public.start_trip(tests.booking(), ' ' || tests.code() || ' ') ->> 'status', 'STARTED', 'the right code starts');
select is(public.start_trip(tests.booking(), 'whatever') ->> 'status', 'STARTED', 'starting twice is starting once');
select is((select count(*) from public.tracking_points where status = 'STARTED'), 1::bigint, 'the trail begins where the driver is');

-- Ending
select tests.turn('7 minutes');
select tests.let('driver', 'select public.report_position(47.1655, 9.5103)');
select tests.act_as('rider');
select throws_ok($$ select public.reach_drop(tests.booking()) $$, 'PT403', 'not_a_driver', 'a rider does not end the trip');
select tests.act_as('driver2');
select throws_ok($$ select public.reach_drop(tests.booking()) $$, 'PT404', 'booking_not_found', 'another driver does not end the trip');
select tests.as_visitor();
select throws_ok($$ select public.reach_drop(gen_random_uuid()) $$, '42501', null, 'a visitor does not end the trip');
select throws_ok($$ select public.start_trip(gen_random_uuid()) $$, '42501', null, 'a visitor does not start a trip');
select tests.act_as('driver');
select is(public.reach_drop(tests.booking()) ->> 'status', 'PENDING', 'the driver ends it, and it is to be paid');
select results_eq($$ select trip_cost, cash_payment_amount, payable_amount, customer_paid, distance, total_trip_time, reached_at from public.bookings $$,
  $$ values (14.80, 14.80, 14.80, 0::numeric, 3.500, 420, app.now()) $$, 'in cash, what the meter says');
select is(public.reach_drop(tests.booking()) ->> 'status', 'PENDING', 'ending twice is ending once');
select results_eq($$ select lat, lng from public.tracking_points where status = 'REACHED' $$, $$ values (47.1655::double precision, 9.5103::double precision) $$,
  'the trail ends where the ride did');
select ok(not tests.is_busy('driver'), 'the driver is free');
select is((select available from public.driver_positions), true, 'a driver who ended a trip can be found');

-- Saved places
select tests.act_as('rider');
select results_eq($$ select description, count from public.saved_addresses $$, $$ values ('Schaan, Bahnhof', 1) $$, 'the rider finds the place again');
select throws_ok($$ insert into public.saved_addresses (user_id, description, lat, lng) values (tests.id('rider'), 'x', 1, 1) $$, '42501', null, 'a rider writes no saved address');
select tests.act_as('rider2');
select is_empty($$ select 1 from public.saved_addresses $$, 'nobody else does');
select is_empty($$ delete from public.saved_addresses returning id $$, 'nobody else deletes a saved address');
select tests.act_as('driver');
select is_empty($$ select 1 from public.saved_addresses $$, 'not even the driver');

-- Explaining
select tests.act_as('rider');
select is(to_jsonb(public.explain_fare(tests.booking())) ->> 'replays', 'true', 'the fare can be computed again');
select is((to_jsonb(public.explain_fare(tests.booking())) #>> '{final,trip_cost}')::numeric, (select trip_cost from public.bookings), 'to what was charged');
select ok(not to_jsonb(public.explain_fare(tests.booking()))::text ~ 'convenience|driver_share', 'without showing the rider the fee');
select is(to_jsonb(public.explain_fare(tests.booking())) #> '{final,lines}', (select fare_lines from public.bookings), 'in the lines of the receipt');
select tests.act_as('driver');
select is(to_jsonb(public.explain_fare(tests.booking())) #>> '{final,driver_share}', '13.80', 'the driver sees the share');
select tests.act_as('admin');
select is(to_jsonb(public.explain_fare(tests.booking())) #>> '{quote,convenience_fees}', '1.00', 'an admin the fee');
select tests.act_as('rider2');
select throws_ok($$ select public.explain_fare(tests.booking()) $$, 'PT404', 'booking_not_found', 'a stranger nothing');
select tests.act_as('fleet');
select throws_ok($$ select public.explain_fare(tests.booking()) $$, 'PT404', 'booking_not_found', 'a fleet that has no part in a trip learns nothing of it');
select tests.as_visitor();
select throws_ok($$ select public.explain_fare(gen_random_uuid()) $$, '42501', null, 'a visitor learns nothing of a trip');

-- Five wrong codes
select tests.as_owner();
select tests.let('driver', format('select public.confirm_cash(%L)', tests.booking()));
select tests.turn('1 minute'), tests.ride('ARRIVED');
select tests.act_as('driver');
select public.start_trip(tests.booking(), tests.wrong()), public.start_trip(tests.booking(), tests.wrong()), public.start_trip(tests.booking(), tests.wrong()),
  public.start_trip(tests.booking(), tests.wrong()), public.start_trip(tests.booking(), tests.wrong());
select is(public.start_trip(tests.booking(), tests.code()) ->> 'message', 'start_code_locked', 'after five wrong codes the right one is too late');
select is(tests.status(), 'ARRIVED', 'nothing starts after five wrong codes');
-- An admin lets it start
select throws_ok($$ select public.override_start_code(tests.booking(), 'x') $$, 'PT403', 'not_allowed', 'a driver does not override the code');
select tests.act_as('rider');
select throws_ok($$ select public.override_start_code(tests.booking(), 'x') $$, 'PT403', 'not_allowed', 'a rider does not override the code');
select tests.as_visitor();
select throws_ok($$ select public.override_start_code(gen_random_uuid(), 'x') $$, '42501', null, 'a visitor does not override the code');
select tests.act_as('admin');
select throws_ok($$ select public.override_start_code(tests.booking(), ' ') $$, 'PT422', 'reason_required', 'an admin says why');
select is((public.override_start_code(tests.booking(), 'rider on the phone')).status, 'ARRIVED', 'an admin who says why overrides the code');
select is((public.override_start_code(tests.booking(), 'twice')).status, 'ARRIVED', 'once');
select results_eq($$ select after ->> 'reason' from public.audit_log where action = 'override_start_code' $$, $$ values ('rider on the phone') $$, 'audited');
select tests.act_as('driver');
select is(public.start_trip(tests.booking()) ->> 'status', 'STARTED', 'the trip starts without the code');
select is((select note from public.booking_events where booking_id = tests.booking() and to_status = 'STARTED'), 'start_code_overridden', 'as its history says');
select tests.act_as('admin');
select throws_ok($$ select public.override_start_code(tests.booking(), 'late') $$, 'PT409', 'wrong_status', 'afterwards there is nothing to override');
select tests.as_owner();
select tests.let('driver', format('select public.reach_drop(%L)', tests.booking())), tests.let('driver', format('select public.confirm_cash(%L)', tests.booking()));
select tests.turn('1 minute'), tests.ride('ARRIVED');
select tests.act_as('admin');
select throws_ok($$ select public.override_start_code(tests.booking(), 'x') $$, 'PT409', 'start_code_not_locked', 'while there are attempts left the code counts');

-- Wrong codes whose answer was made to fail
select tests.as_owner();
select tests.let('driver', format('select public.cancel_booking(%L)', tests.booking()));
select tests.turn('1 minute'), tests.ride('ARRIVED');
select tests.act_as('driver');
select tests.throw_away(20);
select is(public.start_trip(tests.booking(), tests.code()) ->> 'message', 'start_code_locked', 'twenty wrong codes thrown away lock, too');
select tests.as_owner();
select tests.turn('2 hours'), app.housekeeping();
select tests.act_as('driver');
select is(public.start_trip(tests.booking(), tests.code()) ->> 'message', 'start_code_locked', 'time alone unlocks no code');
-- The counter is the booking's and the driver's: before, drivers shared 64 of them, and one locked another's right code.
select tests.as_owner();
update public.drivers set car_type_id = tests.car() where id = tests.id('driver2');
select tests.turn('1 minute'), tests.go_online('driver2');
create temp table others as select tests.book('rider2') as id;
select tests.let('driver2', format('select public.accept_booking(%L)', id)), tests.let('driver2', format('select public.arrive_at_pickup(%L)', id)) from others;
grant select on others to public;
-- Every other slot counts as many thrown-away checks: none is this booking's.
do $$ declare v_slot integer; begin
  for v_slot in select t.slot from app.code_tries t where t.booking_id is distinct from (select id from others) loop
    perform nextval(format('app.code_tries_%s', v_slot)::regclass) from generate_series(1, 25);
  end loop;
end $$;
select tests.act_as('driver2');
select is(public.start_trip((select id from others), tests.code((select id from others))) ->> 'status', 'STARTED', 'guesses of every other driver lock no right code');
select tests.as_owner();
select is((select count(*) from app.code_tries t where t.booking_id = (select id from others)), 0::bigint, 'a started ride gives its counter back');
select tests.let('driver2', format('select public.reach_drop(%L)', id)), tests.let('driver2', format('select public.confirm_cash(%L)', id)),
  tests.let('driver2', 'select public.set_driver_active(false)') from others;
select tests.let('admin', format('select public.override_start_code(%L, ''x'')', (select b.id from public.bookings b where b.status = 'ARRIVED')));
select tests.let('driver', format('select public.start_trip(%L)', (select b.id from public.bookings b where b.status = 'ARRIVED')));
select tests.let('driver', format('select public.reach_drop(%1$L), public.confirm_cash(%1$L)', (select b.id from public.bookings b where b.status = 'STARTED')));
select tests.turn('1 minute'), tests.ride('ARRIVED');
select tests.act_as('driver');
select tests.throw_away(19);
select is(public.start_trip(tests.booking(), tests.code()) ->> 'status', 'STARTED', 'nineteen thrown away lock nothing, on a counter that was used before');
select tests.as_owner();
update app.code_tries set server_start = '2000-01-01';
select app.housekeeping();
select is((select count(*) from app.code_tries t where t.server_start <> pg_postmaster_start_time() or t.kept <> app.tries_made(t.slot)), 0::bigint,
  'a start of the server begins anew');
select tests.let('driver', format('select public.reach_drop(%L)', tests.booking()));
select tests.let('driver', format('select public.confirm_cash(%L)', tests.booking()));

-- Arriving far away
select tests.turn('1 minute'), tests.go_online('driver', 47.15, 9.53);
select tests.book();
select tests.let('driver', format('select public.accept_booking(%L)', tests.booking())), tests.let('driver', format('select public.arrive_at_pickup(%L)', tests.booking()));
select is((select flags from public.booking_finances where booking_id = tests.booking()), '{arrived_far}', 'arriving a kilometre away is flagged');
select tests.turn('2 seconds'), tests.let('driver', 'select public.report_position(47.141, 9.52)');

-- A breakdown
select tests.let('driver', format('select public.cancel_booking(%L)', tests.booking()));
select tests.turn('1 minute'), tests.ride('STARTED');
select tests.act_as('admin');
select is(public.reach_drop(tests.booking()) ->> 'status', 'PENDING', 'an admin ends a trip that broke down');
select results_eq($$ select actor_role, note from public.booking_events where booking_id = tests.booking() and to_status = 'REACHED' $$,
  $$ values ('admin', 'ended_by_admin') $$, 'a trip that broke down stands in the history');
select is((select count from public.saved_addresses where user_id = tests.id('rider')), null, 'an admin reads no one''s places');
select tests.act_as('rider');
select is((select count from public.saved_addresses), 5, 'the same place counts up');

-- A parcel
select tests.as_owner();
update public.drivers set car_type_id = tests.car('Courier') where id = tests.id('driver2');
select tests.go_online('driver2');
select tests.turn('1 second');
select tests.let('admin', format($$ select public.create_booking(%L, 'cash', null, '{"delivery_person": "Eva", "delivery_person_phone": "+423 555 12 12"}') $$, tests.quote('rider4', 'Courier')));
select tests.act_as('driver2');
select is((public.accept_booking(tests.booking())).category, 'delivery', 'a parcel is accepted');
select public.arrive_at_pickup(tests.booking());
select is(public.start_trip(tests.booking()) ->> 'status', 'STARTED', 'a parcel is fetched without a code');
select is(public.reach_drop(tests.booking()) ->> 'message', 'start_code_required', 'a parcel is handed over with its code');
select is(public.reach_drop(tests.booking(), tests.wrong()) ->> 'message', 'start_code_wrong', 'the right one');
select is(public.reach_drop(tests.booking(), tests.code()) ->> 'status', 'PENDING', 'it is delivered');
select is((select trip_cost from public.bookings where id = tests.booking()), (select estimate from public.bookings where id = tests.booking()), 'for what was quoted');
select * from finish();
