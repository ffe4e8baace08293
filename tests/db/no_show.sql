-- A rider who did not come: the trail at the pickup, the fee, the objection, the desk.
select no_plan();
-- Waits at the door as a phone does, a report each 30 seconds; or reports only at the end.
create function tests.leave(reports boolean, rider text default 'rider') returns public.bookings language plpgsql security definer as $$
declare v_id uuid;
begin
  perform tests.turn('1 minute');
  if rider = 'rider' then v_id := tests.ride('ARRIVED');
  else
    perform tests.go_online();
    v_id := tests.book(rider);
    perform tests.let('driver', format('select public.accept_booking(%1$L), public.arrive_at_pickup(%1$L)', v_id));
  end if;
  for i in 1 .. 10 loop
    perform tests.turn('30 seconds');
    if reports or i = 10 then perform tests.let('driver', 'select public.report_position(47.141, 9.5201)'); end if;
  end loop;
  perform tests.let('driver', format('select public.no_show(%L)', v_id));
  return (select b from public.bookings b where b.id = v_id);
end $$;
create function tests.money(name text) returns numeric language sql volatile security definer as $$
  select p.wallet_balance from public.profiles p where p.id = tests.id(name)
$$;
create function tests.revenue() returns numeric language sql volatile security definer as $$ select app.ledger_balance('revenue.cancellation') $$;
create function tests.month() returns text language sql volatile security definer as $$
  select coalesce(sum(m.cancellations), 0) || ' ' || trim_scale(coalesce(sum(m.cancellation_fee), 0)) || ' ' || trim_scale(coalesce(sum(m.cancellation_share), 0)) from public.earnings_months m where m.driver_id = tests.id('driver')
$$;
create function tests.listed() returns text language plpgsql as $$
begin
  perform tests.act_as('admin');
  return (select string_agg(a.reason, ' ') from public.attention_list() a where a.booking_id = tests.booking());
end $$;
select tests.clear_wallet('rider');
create temp table before as select tests.money('rider') as rider, tests.revenue() as revenue, tests.month() as month;
grant select on before to public;

-- A car that waited
select is((tests.leave(true)).cancellation_fee, 6.00, 'where the trail shows a car that waited, the highest slab is charged at once');
select is((select status from public.no_show_fees where booking_id = tests.booking()), 'charged', 'a fee charged at once is kept as charged');
select is(tests.money('rider') - (select rider from before), -6.00, 'from the wallet');
select is(tests.listed(), null, 'the desk has nothing to decide about a fee charged at once');

-- The rider objects
select tests.act_as('rider2');
select throws_ok($$ select public.object_to_no_show(tests.booking(), 'x') $$, 'PT404', 'no_show_fee_not_found', 'a stranger has nothing to object to');
select tests.act_as('driver');
select throws_ok($$ select public.object_to_no_show(tests.booking(), 'x') $$, 'PT404', 'no_show_fee_not_found', 'the driver has nothing to object to');
select is_empty($$ select 1 from public.no_show_fees $$, 'who does not read what the rider says');
select throws_ok($$ select public.decide_no_show_fee(tests.booking(), true) $$, 'PT403', 'not_allowed', 'a driver decides nothing');
select tests.act_as('rider');
select throws_ok($$ select public.decide_no_show_fee(tests.booking(), false) $$, 'PT403', 'not_allowed', 'a rider does not decide');
select throws_ok($$ update public.no_show_fees set status = 'waived' $$, '42501', null, 'a rider does not write the fees');
select throws_ok($$ select public.object_to_no_show(tests.booking(), ' ') $$, 'PT422', 'reason_required', 'an objection has a reason');
select is((public.object_to_no_show(tests.booking(), 'I stood at the door')).objection, 'I stood at the door', 'the rider objects');
select is((public.object_to_no_show(tests.booking(), 'twice')).objection, 'I stood at the door', 'once');
select is(tests.listed(), 'no_show_fee', 'the desk sees an objection');
create temp table objected as select tests.booking() as id;
grant select on objected to public;
select tests.as_owner(), tests.set('negative_balance', 'true');
select lives_ok(format('select tests.let(%L, %L)', 'rider', format('select public.create_booking(%L, %L)', tests.quote('rider'), 'cash')), 'while the desk has not decided, the rider can book');
select tests.let('rider', format('select public.cancel_booking(%L)', tests.booking()));
select app.post_ledger('testing', gen_random_uuid()::text, null, jsonb_build_array(
  app.entry('wallet:' || tests.id('rider'), -0.01), app.entry('adjustments', 0.01)));
select throws_ok(format('select tests.let(%L, %L)', 'rider', format('select public.create_booking(%L, %L)', tests.quote('rider'), 'cash')), 'PT409', 'unpaid_booking', 'what the rider owes besides still has to be paid');
select app.post_ledger('testing', gen_random_uuid()::text, null, jsonb_build_array(
  app.entry('wallet:' || tests.id('rider'), 0.01), app.entry('adjustments', -0.01)));
select tests.as_visitor();
select throws_ok($$ select public.object_to_no_show(gen_random_uuid(), 'x') $$, '42501', null, 'a visitor objects to nothing');
select throws_ok($$ select public.decide_no_show_fee(gen_random_uuid(), true) $$, '42501', null, 'a visitor decides nothing');
select tests.act_as('admin');
select throws_ok($$ select public.decide_no_show_fee((select id from objected), null) $$, 'PT422', 'select_proper', 'the desk says which');
select is((public.decide_no_show_fee((select id from objected), false)).status, 'waived', 'the desk waives it');
select is((public.decide_no_show_fee((select id from objected), false)).status, 'waived', 'twice is once');
select throws_ok($$ select public.decide_no_show_fee((select id from objected), true) $$, 'PT409', 'no_show_fee_decided', 'what the desk waived stays waived');
select is((select after ->> 'status' from public.audit_log where action = 'decide_no_show_fee' order by id desc limit 1), 'waived', 'the log knows');
select is(tests.listed(), null, 'the list is empty again');
select tests.as_owner();
select results_eq($$ select tests.money('rider'), tests.revenue(), tests.month() $$, $$ select rider, revenue, month from before $$, 'all money is where it was, and the report counts nothing');
select is((select cancellation_fee from public.bookings where id = (select id from objected)), 0::numeric, 'the booking costs nothing');
select tests.act_as('rider');
select is((public.object_to_no_show((select id from objected), 'again')).status, 'waived', 'the rider reads the end of it');

-- A claim
select tests.as_owner(), tests.set('cancellation_driver_percent', '50');
select is((tests.leave(false)).cancellation_fee, 0::numeric, 'one report at the pickup ends the booking, but charges nothing');
select results_eq($$ select status, amount from public.no_show_fees where booking_id = tests.booking() $$, $$ values ('review', 6.00) $$, 'the fee waits for the desk');
select is(tests.money('rider') - (select rider from before), 0::numeric, 'the wallet is untouched');
select is(tests.listed(), 'no_show_fee', 'the desk sees it');
select tests.set('allow_critical_edits_admin', 'false');
select throws_ok($$ select public.decide_no_show_fee(tests.booking(), true) $$, 'PT403', 'demo_mode', 'in a demo nothing is decided');
select tests.set('allow_critical_edits_admin', 'true');
select tests.as_owner();
select app.post_ledger('testing', gen_random_uuid()::text, null, jsonb_build_array(app.entry('wallet:' || tests.id('rider'), 6), app.entry('adjustments', -6)));
select tests.act_as('admin');
select is((public.decide_no_show_fee(tests.booking(), true)).status, 'charged', 'the desk agrees');
select tests.as_owner();
select is((select cancellation_fee from public.bookings where id = tests.booking()), 6.00, 'now it is charged');
select is(tests.money('rider') - (select rider from before), 0.00, 'from what was in the wallet');
select is(tests.revenue() - (select revenue from before), 3.00, 'half to the platform');
select is(tests.month(), '1 6 3', 'half to the driver, as the report says');
select tests.act_as('rider');
select throws_ok($$ select public.object_to_no_show(tests.booking(), 'x') $$, 'PT409', 'no_show_fee_decided', 'what is decided is decided');

-- Too late
select tests.as_owner(), tests.clear_wallet('rider'), tests.leave(true), tests.turn('7 days 1 second');
select tests.act_as('rider');
select throws_ok($$ select public.object_to_no_show(tests.booking(), 'x') $$, 'PT409', 'objection_too_late', 'after 7 days it stands');
-- A trail that left
select tests.as_owner(), tests.clear_wallet('rider'), tests.turn('1 day'), tests.ride('ARRIVED');
select tests.turn('60 seconds'), tests.let('driver', 'select public.report_position(47.141, 9.5201)');
select tests.turn('90 seconds'), tests.let('driver', 'select public.report_position(47.149, 9.5201)');
select tests.turn('90 seconds'), tests.let('driver', 'select public.report_position(47.141, 9.5201)');
select tests.turn('60 seconds'), tests.let('driver', 'select public.report_position(47.141, 9.5201)');
select tests.let('driver', format('select public.no_show(%L)', tests.booking()));
select is((select status from public.no_show_fees where booking_id = tests.booking()), 'review', 'a car that drove away meanwhile did not wait');
-- A trail with a hole: there, 2 minutes and 30 seconds of silence, there again
select tests.as_owner(), tests.clear_wallet('rider'), tests.turn('1 day'), tests.ride('ARRIVED');
select tests.turn(w), tests.let('driver', 'select public.report_position(47.141, 9.5201)') from unnest('{30 seconds,30 seconds,30 seconds,150 seconds,60 seconds}'::interval[]) w;
select tests.let('driver', format('select public.no_show(%L)', tests.booking()));
select is((select status from public.no_show_fees where booking_id = tests.booking()), 'review', 'a car that was silent for more than two minutes did not wait');
-- A short wait with one report
select tests.as_owner(), tests.clear_wallet('rider'), tests.set('free_wait', '1'), tests.turn('1 day'), tests.ride('ARRIVED');
select tests.turn('70 seconds'), tests.let('driver', 'select public.report_position(47.141, 9.5201)');
select tests.let('driver', format('select public.no_show(%L)', tests.booking()));
select is((select status from public.no_show_fees where booking_id = tests.booking()), 'review', 'one report is no trail, however short the wait is');
select tests.as_owner(), tests.set('free_wait', '5');
select tests.act_as('admin');
select is((public.decide_no_show_fee(tests.booking(), false)).status, 'waived', 'the desk lets the rider off');
select tests.as_owner();
select is((select cancellation_fee from public.bookings where id = tests.booking()), 0::numeric, 'who pays nothing');
select * from finish();
