-- No-show fees: the trail at the pickup, the fee, the rider's objection, the desk's decision.
select no_plan();
-- Waits at the pickup with a position every 30 seconds, or with only one at the end.
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
  return (select string_agg(a.reason, ' ') from tests.attention_list() a where a.booking_id = tests.booking());
end $$;
select tests.clear_wallet('rider');
create temp table before as select tests.money('rider') as rider, tests.revenue() as revenue, tests.month() as month;
grant select on before to public;

-- A car that waited
select is((tests.leave(true)).cancellation_fee, 6.00, 'a no-show with a trail at the pickup is charged the highest slab at once');
select is((select status from public.no_show_fees where booking_id = tests.booking()), 'charged', 'a no-show fee charged at once has the status charged');
select is(tests.money('rider') - (select rider from before), -6.00, 'a no-show fee charged at once is debited from the wallet');
select is(tests.listed(), null, 'a no-show fee charged at once does not need the desk''s attention');

-- The rider objects
select tests.act_as('rider2');
select throws_ok($$ select public.object_to_no_show(tests.booking(), 'x') $$, 'PT404', 'no_show_fee_not_found', 'another rider cannot object to the no-show fee');
select tests.act_as('driver');
select throws_ok($$ select public.object_to_no_show(tests.booking(), 'x') $$, 'PT404', 'no_show_fee_not_found', 'the driver cannot object to the no-show fee');
select is_empty($$ select 1 from public.no_show_fees $$, 'the driver cannot read the no-show fee');
select throws_ok($$ select public.decide_no_show_fee(tests.booking(), true) $$, 'PT403', 'not_allowed', 'the driver cannot decide the no-show fee');
select tests.act_as('rider');
select throws_ok($$ select public.decide_no_show_fee(tests.booking(), false) $$, 'PT403', 'not_allowed', 'the rider cannot decide the no-show fee');
select throws_ok($$ update public.no_show_fees set status = 'waived' $$, '42501', null,
  'the rider cannot update the no-show fee');
select throws_ok($$ select public.object_to_no_show(tests.booking(), ' ') $$, 'PT422', 'reason_required', 'an objection without a reason is refused');
select is((public.object_to_no_show(tests.booking(), 'I stood at the door')).objection, 'I stood at the door', 'the rider can object to the no-show fee');
select is((public.object_to_no_show(tests.booking(), 'twice')).objection, 'I stood at the door',
  'a second objection keeps the first reason');
select is(tests.listed(), 'no_show_fee', 'an objection appears on the attention list');
create temp table objected as select tests.booking() as id;
grant select on objected to public;
select tests.as_owner(), tests.set('negative_balance', 'true');
select lives_ok(format('select tests.let(%L, %L)', 'rider', format('select public.create_booking(%L, %L)', tests.quote('rider'), 'cash')), 'a rider whose objection is open can book');
select tests.let('rider', format('select public.cancel_booking(%L)', tests.booking()));
select app.post_ledger('testing', gen_random_uuid()::text, null, jsonb_build_array(
  app.entry('wallet:' || tests.id('rider'), -0.01), app.entry('adjustments', 0.01)));
select throws_ok(format('select tests.let(%L, %L)', 'rider', format('select public.create_booking(%L, %L)', tests.quote('rider'), 'cash')), 'PT409', 'unpaid_booking', 'a rider with another debt cannot book while the objection is open');
select app.post_ledger('testing', gen_random_uuid()::text, null, jsonb_build_array(
  app.entry('wallet:' || tests.id('rider'), 0.01), app.entry('adjustments', -0.01)));
select tests.as_visitor();
select throws_ok($$ select public.object_to_no_show(gen_random_uuid(), 'x') $$, '42501', null,
  'a visitor cannot object to a no-show fee');
select throws_ok($$ select public.decide_no_show_fee(gen_random_uuid(), true) $$, '42501', null,
  'a visitor cannot decide a no-show fee');
select tests.act_as('admin');
select throws_ok($$ select public.decide_no_show_fee((select id from objected), null) $$, 'PT422', 'select_proper', 'a decision without a choice is refused');
select is((public.decide_no_show_fee((select id from objected), false)).status, 'waived', 'an admin can waive the no-show fee');
select is((public.decide_no_show_fee((select id from objected), false)).status, 'waived',
  'waiving the no-show fee twice succeeds both times');
select throws_ok($$ select public.decide_no_show_fee((select id from objected), true) $$, 'PT409', 'no_show_fee_decided', 'a waived no-show fee cannot be charged');
select is((select after ->> 'status' from public.audit_log where action = 'decide_no_show_fee' order by id desc limit 1), 'waived', 'the decision on a no-show fee is recorded in the audit log');
select is(tests.listed(), null, 'a decided no-show fee leaves the attention list');
select tests.as_owner();
select results_eq($$ select tests.money('rider'), tests.revenue(), tests.month() $$, $$ select rider, revenue, month from before $$, 'waiving a no-show fee restores wallet, revenue and report');
select is((select cancellation_fee from public.bookings where id = (select id from objected)), 0::numeric, 'waiving a no-show fee sets the booking''s fee to zero');
select tests.act_as('rider');
select is((public.object_to_no_show((select id from objected), 'again')).status, 'waived',
  'objecting again after the decision answers waived');

-- A no-show without a trail
select tests.as_owner(), tests.set('cancellation_driver_percent', '50');
select is((tests.leave(false)).cancellation_fee, 0::numeric,
  'a no-show with one position at the pickup cancels the booking without a fee');
select results_eq($$ select status, amount from public.no_show_fees where booking_id = tests.booking() $$, $$ values ('review', 6.00) $$, 'a no-show with one position at the pickup waits for the desk''s review');
select is(tests.money('rider') - (select rider from before), 0::numeric, 'a no-show fee in review is not debited');
select is(tests.listed(), 'no_show_fee', 'a no-show fee in review appears on the attention list');
select tests.set('allow_critical_edits_admin', 'false');
select throws_ok($$ select public.decide_no_show_fee(tests.booking(), true) $$, 'PT403', 'demo_mode', 'an admin cannot decide a no-show fee in a demo');
select tests.set('allow_critical_edits_admin', 'true');
select tests.as_owner();
select app.post_ledger('testing', gen_random_uuid()::text, null, jsonb_build_array(app.entry('wallet:' || tests.id('rider'), 6), app.entry('adjustments', -6)));
select tests.act_as('admin');
select is((public.decide_no_show_fee(tests.booking(), true)).status, 'charged', 'an admin can charge a no-show fee in review');
select tests.as_owner();
select is((select cancellation_fee from public.bookings where id = tests.booking()), 6.00,
  'a no-show fee charged by the desk is stored in the booking');
select is(tests.money('rider') - (select rider from before), 0.00,
  'a no-show fee charged by the desk is debited from the wallet');
select is(tests.revenue() - (select revenue from before), 3.00, 'half of the no-show fee is the platform''s revenue');
select is(tests.month(), '1 6 3', 'half of the no-show fee is the driver''s share in the report');
select tests.act_as('rider');
select throws_ok($$ select public.object_to_no_show(tests.booking(), 'x') $$, 'PT409', 'no_show_fee_decided', 'a rider cannot object to a fee that the desk decided');

-- Objection too late
select tests.as_owner(), tests.clear_wallet('rider'), tests.leave(true), tests.turn('7 days 1 second');
select tests.act_as('rider');
select throws_ok($$ select public.object_to_no_show(tests.booking(), 'x') $$, 'PT409', 'objection_too_late', 'a rider cannot object to a no-show fee after seven days');
-- A trail that left the pickup
select tests.as_owner(), tests.clear_wallet('rider'), tests.turn('1 day'), tests.ride('ARRIVED');
select tests.turn('60 seconds'), tests.let('driver', 'select public.report_position(47.141, 9.5201)');
select tests.turn('90 seconds'), tests.let('driver', 'select public.report_position(47.149, 9.5201)');
select tests.turn('90 seconds'), tests.let('driver', 'select public.report_position(47.141, 9.5201)');
select tests.turn('60 seconds'), tests.let('driver', 'select public.report_position(47.141, 9.5201)');
select tests.let('driver', format('select public.no_show(%L)', tests.booking()));
select is((select status from public.no_show_fees where booking_id = tests.booking()), 'review', 'a no-show whose car drove away meanwhile waits for review');
-- A trail with a gap of 2 minutes and 30 seconds at the pickup
select tests.as_owner(), tests.clear_wallet('rider'), tests.turn('1 day'), tests.ride('ARRIVED');
select tests.turn(w), tests.let('driver', 'select public.report_position(47.141, 9.5201)') from unnest('{30 seconds,30 seconds,30 seconds,150 seconds,60 seconds}'::interval[]) w;
select tests.let('driver', format('select public.no_show(%L)', tests.booking()));
select is((select status from public.no_show_fees where booking_id = tests.booking()), 'review', 'a no-show with a gap of more than two minutes waits for review');
-- A short wait with one position
select tests.as_owner(), tests.clear_wallet('rider'), tests.set('free_wait', '1'), tests.turn('1 day'), tests.ride('ARRIVED');
select tests.turn('70 seconds'), tests.let('driver', 'select public.report_position(47.141, 9.5201)');
select tests.let('driver', format('select public.no_show(%L)', tests.booking()));
select is((select status from public.no_show_fees where booking_id = tests.booking()), 'review', 'a no-show with one position waits for review even with a short free wait');
select tests.as_owner(), tests.set('free_wait', '5');
select tests.act_as('admin');
select is((public.decide_no_show_fee(tests.booking(), false)).status, 'waived', 'an admin can waive a no-show fee in review');
select tests.as_owner();
select is((select cancellation_fee from public.bookings where id = tests.booking()), 0::numeric,
  'a waived no-show fee in review is not charged');
-- Frozen phones: an old position is no proof that the car waits
select tests.as_owner(), tests.set('free_wait', '5'), tests.clear_wallet('rider'), tests.turn('1 day'), tests.ride('ARRIVED');
select tests.turn('30 seconds'), tests.let('driver', 'select public.report_position(47.141, 9.5201)') from generate_series(1, 10);
select tests.turn('30 seconds');
select throws_ok(format('select tests.let(%L, %L)', 'driver', format('select public.no_show(%L)', tests.booking())), 'PT409', 'not_at_pickup', 'a driver whose last position is thirty seconds old cannot report a no-show');
select tests.let('driver', 'select public.report_position(47.141, 9.5201, null, 5, app.now() - interval ''40 seconds'')');
select throws_ok(format('select tests.let(%L, %L)', 'driver', format('select public.no_show(%L)', tests.booking())), 'PT409', 'not_at_pickup', 'a position that was measured forty seconds before it arrived does not make a no-show possible');
select tests.let('driver', 'select public.report_position(47.141, 9.5201, null, 5, app.now() - interval ''20 seconds'')');
select tests.let('driver', format('select public.no_show(%L)', tests.booking()));
select is((select status from public.no_show_fees where booking_id = tests.booking()), 'charged', 'a driver whose position is twenty seconds old can report a no-show');
-- A phone that repeats one position with the time at which it was measured
select tests.as_owner(), tests.clear_wallet('rider'), tests.turn('1 day'), tests.ride('ACCEPTED');
create temp table frozen on commit drop as select app.now() as at;
grant select on frozen to public;
select tests.turn('1 minute'), tests.let('driver', 'select public.report_position(47.141, 9.5201, null, 5, (select at from frozen))') from generate_series(1, 3);
select tests.let('driver', format('select public.arrive_at_pickup(%L)', tests.booking()));
select tests.turn('1 minute'), tests.let('driver', 'select public.report_position(47.141, 9.5201, null, 5, (select at from frozen))') from generate_series(1, 8);
select is((select arrival_confirmed_at from public.bookings where id = tests.booking()), null, 'a frozen phone is never at the pickup');
select throws_ok(format('select tests.let(%L, %L)', 'driver', format('select public.no_show(%L)', tests.booking())), 'PT409', 'not_at_pickup', 'a driver with a frozen phone cannot report a no-show');
select is((select count(*)::integer from public.no_show_fees where booking_id = tests.booking()), 0, 'a frozen phone costs the rider no fee');
select tests.as_owner(), tests.let('rider', format('select public.cancel_booking(%L)', tests.booking())), tests.clear_wallet('rider');
select * from finish();
