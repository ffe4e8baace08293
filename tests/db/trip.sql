-- A trip: arriving, the code, starting, ending; saved places; explaining the fare.
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
select throws_ok($$ select public.arrive_at_pickup(tests.booking()) $$, 'PT403', 'not_a_driver', 'a rider cannot confirm the arrival at the pickup');
select tests.act_as('admin');
select throws_ok($$ select public.arrive_at_pickup(tests.booking()) $$, 'PT403', 'not_a_driver', 'an admin cannot confirm the arrival at the pickup');
select tests.act_as('driver2');
select throws_ok($$ select public.arrive_at_pickup(tests.booking()) $$, 'PT404', 'booking_not_found', 'another driver cannot confirm the arrival at the pickup');
select tests.as_visitor();
select throws_ok($$ select public.arrive_at_pickup(gen_random_uuid()) $$, '42501', null, 'a visitor cannot confirm the arrival at the pickup');
select tests.act_as('driver');
select throws_ok($$ select public.start_trip(tests.booking(), tests.code()) $$, 'PT409', 'wrong_status', 'a driver cannot start the trip before arriving');
select throws_ok($$ select public.reach_drop(tests.booking()) $$, 'PT409', 'wrong_status', 'a driver cannot end the trip before starting');
-- Spec 4.16, 7.23
select is((public.arrive_at_pickup(tests.booking())).status, 'ARRIVED', 'the driver arrives at the pickup');
select is((public.arrive_at_pickup(tests.booking())).arrived_at, app.now(), 'the driver can confirm the arrival twice');

-- The code
select throws_ok($$ select public.start_code(tests.booking()) $$, 'PT404', 'booking_not_found', 'the driver cannot read the start code');
select tests.act_as('admin');
select throws_ok($$ select public.start_code(tests.booking()) $$, 'PT404', 'booking_not_found', 'an admin cannot read the start code');
select tests.act_as('rider2');
select throws_ok($$ select public.start_code(tests.booking()) $$, 'PT404', 'booking_not_found', 'another rider cannot read the start code');
select tests.as_visitor();
select throws_ok($$ select public.start_code(gen_random_uuid()) $$, '42501', null, 'a visitor cannot read the start code');
select tests.act_as('rider');
select is(public.start_code(tests.booking()), tests.code(), 'the rider reads the start code');
select throws_ok($$ select public.start_trip(tests.booking(), tests.code()) $$, 'PT403', 'not_a_driver', 'the rider cannot start the trip');
select tests.act_as('driver2');
select throws_ok($$ select public.start_trip(tests.booking(), tests.code()) $$, 'PT404', 'booking_not_found', 'another driver cannot start the trip with the code');
select tests.act_as('driver');
select is(public.start_trip(tests.booking()) ->> 'message', 'start_code_required', 'the driver cannot start the trip without a code');
select is(public.start_trip(tests.booking(), tests.wrong()) ->> 'message', 'start_code_wrong', 'the driver cannot start the trip with a wrong code');
select is(current_setting('response.status', true), '403', 'a wrong code is refused with the status 403, so that the count is committed');
select is(public.start_trip(tests.booking(), tests.wrong()) ->> 'hint', '3 attempts left', 'the second wrong code leaves 3 attempts');
select is(public.start_trip(tests.booking(), tests.wrong()) ->> 'hint', '2 attempts left', 'the third wrong code leaves 2 attempts');
select is(public.start_trip(tests.booking(), tests.wrong()) ->> 'hint', '1 attempts left', 'the fourth wrong code leaves 1 attempt');
select is(tests.status(), 'ARRIVED', 'wrong codes do not start the trip');
-- Spec 7.23
select is(public.start_trip(tests.booking(), ' ' || tests.code() || ' ') ->> 'status', 'STARTED', 'the driver starts the trip with the right code');
select is(public.start_trip(tests.booking(), 'whatever') ->> 'status', 'STARTED', 'the driver can start the trip twice');
-- Spec 4.19
select is((select count(*) from public.tracking_points where status = 'STARTED'), 1::bigint, 'the trail begins at the driver''s position');

-- Ending
select tests.turn('7 minutes');
select tests.let('driver', 'select public.report_position(47.1655, 9.5103)');
select tests.act_as('rider');
select throws_ok($$ select public.reach_drop(tests.booking()) $$, 'PT403', 'not_a_driver', 'a rider cannot end the trip');
select tests.act_as('driver2');
select throws_ok($$ select public.reach_drop(tests.booking()) $$, 'PT404', 'booking_not_found', 'another driver cannot end the trip');
select tests.as_visitor();
select throws_ok($$ select public.reach_drop(gen_random_uuid()) $$, '42501', null, 'a visitor cannot end a trip');
select throws_ok($$ select public.start_trip(gen_random_uuid()) $$, '42501', null, 'a visitor cannot start a trip');
select tests.act_as('driver');
select is(public.reach_drop(tests.booking()) ->> 'status', 'PENDING', 'the driver ends the trip, which then waits for payment');
select results_eq($$ select trip_cost, cash_payment_amount, payable_amount, customer_paid, distance, total_trip_time, reached_at from public.bookings $$,
  -- Spec 3.23
  $$ values (14.80, 14.80, 14.80, 0::numeric, 3.500, 420, app.now()) $$, 'the metered fare of the ended trip is due in cash');
select is(public.reach_drop(tests.booking()) ->> 'status', 'PENDING', 'the driver can end the trip twice');
select results_eq($$ select lat, lng from public.tracking_points where status = 'REACHED' $$, $$ values (47.1655::double precision, 9.5103::double precision) $$,
  -- Spec 4.21
  'the trail ends where the trip ended');
-- Spec 4.27, 4.28
select ok(not tests.is_busy('driver'), 'the driver is free after the trip');
-- Spec 4.27
select is((select available from public.driver_positions), true, 'a driver who ended a trip is available');

-- Saved places
select tests.act_as('rider');
select results_eq($$ select description, count from public.saved_addresses $$, $$ values ('Schaan, Bahnhof', 1) $$, 'the drop of the trip is saved for the rider');
select throws_ok($$ insert into public.saved_addresses (user_id, description, lat, lng) values (tests.id('rider'), 'x', 1, 1) $$, '42501', null, 'a rider cannot insert a saved address');
select tests.act_as('rider2');
select is_empty($$ select 1 from public.saved_addresses $$, 'another rider cannot read the saved address');
select is_empty($$ delete from public.saved_addresses returning id $$, 'another rider cannot delete the saved address');
select tests.act_as('driver');
select is_empty($$ select 1 from public.saved_addresses $$, 'the driver cannot read the rider''s saved address');

-- Explaining the fare
select tests.act_as('rider');
select is(to_jsonb(public.explain_fare(tests.booking())) ->> 'replays', 'true', 'the fare can be computed again');
select is((to_jsonb(public.explain_fare(tests.booking())) #>> '{final,trip_cost}')::numeric, (select trip_cost from public.bookings), 'the explained fare equals the charged one');
-- Spec 6.24
select ok(not to_jsonb(public.explain_fare(tests.booking()))::text ~ 'convenience|driver_share', 'the rider does not see the fee in the explained fare');
select is(to_jsonb(public.explain_fare(tests.booking())) #> '{final,lines}', (select fare_lines from public.bookings), 'the explained fare has the lines of the receipt');
select tests.act_as('driver');
-- Spec 4.24
select is(to_jsonb(public.explain_fare(tests.booking())) #>> '{final,driver_share}', '13.80', 'the driver sees the own share in the explained fare');
select tests.act_as('admin');
select is(to_jsonb(public.explain_fare(tests.booking())) #>> '{quote,convenience_fees}', '1.00', 'an admin sees the fee in the explained fare');
select tests.act_as('rider2');
select throws_ok($$ select public.explain_fare(tests.booking()) $$, 'PT404', 'booking_not_found', 'another rider cannot explain the fare');
select tests.act_as('fleet');
select throws_ok($$ select public.explain_fare(tests.booking()) $$, 'PT404', 'booking_not_found', 'another fleet''s admin cannot explain the fare');
select tests.as_visitor();
select throws_ok($$ select public.explain_fare(gen_random_uuid()) $$, '42501', null, 'a visitor cannot explain the fare');

-- Five wrong codes
select tests.as_owner();
select tests.let('driver', format('select public.confirm_cash(%L)', tests.booking()));
select tests.turn('1 minute'), tests.ride('ARRIVED');
select tests.act_as('driver');
select public.start_trip(tests.booking(), tests.wrong()), public.start_trip(tests.booking(), tests.wrong()), public.start_trip(tests.booking(), tests.wrong()),
  public.start_trip(tests.booking(), tests.wrong()), public.start_trip(tests.booking(), tests.wrong());
select is(public.start_trip(tests.booking(), tests.code()) ->> 'message', 'start_code_locked', 'after five wrong codes the right one is refused');
select is(tests.status(), 'ARRIVED', 'the trip does not start after five wrong codes');
-- An admin overrides the code
select throws_ok($$ select public.override_start_code(tests.booking(), 'x') $$, 'PT403', 'not_allowed', 'a driver cannot override the start code');
select tests.act_as('rider');
select throws_ok($$ select public.override_start_code(tests.booking(), 'x') $$, 'PT403', 'not_allowed', 'a rider cannot override the start code');
select tests.as_visitor();
select throws_ok($$ select public.override_start_code(gen_random_uuid(), 'x') $$, '42501', null, 'a visitor cannot override the start code');
select tests.act_as('admin');
select throws_ok($$ select public.override_start_code(tests.booking(), ' ') $$, 'PT422', 'reason_required', 'an admin cannot override the start code without a reason');
select is((public.override_start_code(tests.booking(), 'rider on the phone')).status, 'ARRIVED', 'an admin overrides the start code with a reason');
select is((public.override_start_code(tests.booking(), 'twice')).status, 'ARRIVED', 'an admin can repeat the override of the start code');
select results_eq($$ select after ->> 'reason' from public.audit_log where action = 'override_start_code' $$, $$ values ('rider on the phone') $$, 'an override of the start code is audited once');
select tests.act_as('driver');
select is(public.start_trip(tests.booking()) ->> 'status', 'STARTED', 'the driver starts the trip without a code after the override');
select is((select note from public.booking_events where booking_id = tests.booking() and to_status = 'STARTED'), 'start_code_overridden', 'the history notes that the start code was overridden');
select tests.act_as('admin');
select throws_ok($$ select public.override_start_code(tests.booking(), 'late') $$, 'PT409', 'wrong_status', 'the start code of a started trip cannot be overridden');
select tests.as_owner();
select tests.let('driver', format('select public.reach_drop(%L)', tests.booking())), tests.let('driver', format('select public.confirm_cash(%L)', tests.booking()));
select tests.turn('1 minute'), tests.ride('ARRIVED');

-- Wrong codes whose transaction is rolled back
select tests.as_owner();
select tests.let('driver', format('select public.cancel_booking(%L)', tests.booking()));
select tests.turn('1 minute'), tests.ride('ARRIVED');
select tests.act_as('driver');
select tests.throw_away(20);
select is(public.start_trip(tests.booking(), tests.code()) ->> 'message', 'start_code_locked', 'twenty wrong codes that were rolled back lock the code, too');
select tests.as_owner();
select tests.turn('2 hours'), app.housekeeping();
select tests.act_as('driver');
select is(public.start_trip(tests.booking(), tests.code()) ->> 'message', 'start_code_locked', 'a locked start code is still locked after two hours');
-- The counter belongs to one booking and driver. Earlier, drivers shared 64 counters, and one could lock another's right code.
select tests.as_owner();
update public.drivers set car_type_id = tests.car() where id = tests.id('driver2');
select tests.turn('1 minute'), tests.go_online('driver2');
create temp table others as select tests.book('rider2') as id;
select tests.let('driver2', format('select public.accept_booking(%L)', id)), tests.let('driver2', format('select public.arrive_at_pickup(%L)', id)) from others;
grant select on others to public;
-- Every other slot counts 25 rolled-back attempts; none is this booking's.
do $$ declare v_slot integer; begin
  for v_slot in select t.slot from app.code_tries t where t.booking_id is distinct from (select id from others) loop
    perform nextval(format('app.code_tries_%s', v_slot)::regclass) from generate_series(1, 25);
  end loop;
end $$;
select tests.act_as('driver2');
select is(public.start_trip((select id from others), tests.code((select id from others))) ->> 'status', 'STARTED', 'wrong codes of other drivers do not lock a right code');
select tests.as_owner();
select is((select count(*) from app.code_tries t where t.booking_id = (select id from others)), 0::bigint, 'a started trip releases its counter');
select tests.let('driver2', format('select public.reach_drop(%L)', id)), tests.let('driver2', format('select public.confirm_cash(%L)', id)),
  tests.let('driver2', 'select public.set_driver_active(false)') from others;
select tests.let('admin', format('select public.override_start_code(%L, ''x'')', (select b.id from public.bookings b where b.status = 'ARRIVED')));
select tests.let('driver', format('select public.start_trip(%L)', (select b.id from public.bookings b where b.status = 'ARRIVED')));
select tests.let('driver', format('select public.reach_drop(%1$L), public.confirm_cash(%1$L)', (select b.id from public.bookings b where b.status = 'STARTED')));
select tests.turn('1 minute'), tests.ride('ARRIVED');
select tests.act_as('driver');
select tests.throw_away(19);
select is(public.start_trip(tests.booking(), tests.code()) ->> 'status', 'STARTED', 'nineteen rolled-back codes lock nothing on a reused counter');
select tests.as_owner();
update app.code_tries set server_start = '2000-01-01';
select app.housekeeping();
select is((select count(*) from app.code_tries t where t.server_start <> pg_postmaster_start_time() or t.kept <> app.tries_made(t.slot)), 0::bigint,
  'counters start again after a restart of the server');
select tests.let('driver', format('select public.reach_drop(%L)', tests.booking()));
select tests.let('driver', format('select public.confirm_cash(%L)', tests.booking()));

-- Arriving far away
select tests.turn('1 minute'), tests.go_online('driver', 47.15, 9.53);
select tests.book();
select tests.let('driver', format('select public.accept_booking(%L)', tests.booking())), tests.let('driver', format('select public.arrive_at_pickup(%L)', tests.booking()));
select is((select flags from public.booking_finances where booking_id = tests.booking()), '{arrived_far}', 'an arrival a kilometre from the pickup is flagged');
select tests.turn('2 seconds'), tests.let('driver', 'select public.report_position(47.141, 9.52)');

-- A breakdown
select tests.let('driver', format('select public.cancel_booking(%L)', tests.booking()));
select tests.turn('1 minute'), tests.ride('STARTED');
select tests.act_as('admin');
select is(public.reach_drop(tests.booking()) ->> 'status', 'PENDING', 'an admin ends a trip that broke down');
select results_eq($$ select actor_role, note from public.booking_events where booking_id = tests.booking() and to_status = 'REACHED' $$,
  $$ values ('admin', 'ended_by_admin') $$, 'the history notes that an admin ended the trip');
select is((select count from public.saved_addresses where user_id = tests.id('rider')), null, 'an admin cannot read a rider''s saved addresses');
select tests.act_as('rider');
select is((select count from public.saved_addresses), 5, 'another trip to the same place raises its count');

-- A parcel
select tests.as_owner();
update public.drivers set car_type_id = tests.car('Courier') where id = tests.id('driver2');
select tests.go_online('driver2');
select tests.turn('1 second');
select tests.let('admin', format($$ select public.create_booking(%L, 'cash', null, '{"delivery_person": "Eva", "delivery_person_phone": "+4235551212"}') $$, tests.quote('rider4', 'Courier')));
select tests.act_as('driver2');
select is((public.accept_booking(tests.booking())).category, 'delivery', 'a driver accepts a parcel');
select public.arrive_at_pickup(tests.booking());
select is(public.start_trip(tests.booking()) ->> 'status', 'STARTED', 'a parcel is picked up without a code');
select is(public.reach_drop(tests.booking()) ->> 'message', 'start_code_required', 'a parcel cannot be delivered without a code');
select is(public.reach_drop(tests.booking(), tests.wrong()) ->> 'message', 'start_code_wrong', 'a parcel cannot be delivered with a wrong code');
select is(public.reach_drop(tests.booking(), tests.code()) ->> 'status', 'PENDING', 'a parcel is delivered with the right code');
select is((select trip_cost from public.bookings where id = tests.booking()), (select estimate from public.bookings where id = tests.booking()), 'a delivered parcel costs what was quoted');
select * from finish();
