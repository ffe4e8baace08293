-- Debts that are given up.
select no_plan();
create function tests.day(days integer default 0) returns date language sql stable security definer as $$ select app.today() + days $$;
create function tests.spent() returns numeric language sql volatile security definer as $$ select -app.ledger_balance('expense.write_off') $$;
create function tests.papers() returns jsonb language sql volatile security definer as $$
  select r.content -> 'payments' from public.receipts r where r.booking_id = tests.booking() and r.kind = 'receipt'
$$;
select tests.clear_wallet('rider'), tests.clear_wallet('rider2'), tests.clear_wallet('driver'), tests.ride('PENDING');
select app.post_ledger('testing', 'debt', null, jsonb_build_array(app.entry('wallet:' || tests.id('rider2'), -12), app.entry('adjustments', 12)));

select tests.as_visitor();
select throws_ok($$ select public.write_off(tests.booking(), null, 'x') $$, '42501', null, 'a visitor gives up no debt');
select tests.act_as('rider');
select throws_ok($$ select public.write_off(tests.booking(), null, 'x') $$, 'PT403', 'not_allowed', 'a rider does not forgive the own debt');
select throws_ok($$ select * from public.list_write_offs() $$, 'PT403', 'not_allowed', 'a rider lists none');
select tests.act_as('admin');
select tests.set('allow_critical_edits_admin', 'false');
select throws_ok($$ select public.write_off(tests.booking(), null, 'x') $$, 'PT403', 'demo_mode', 'a demo gives up no debt');
select tests.set('allow_critical_edits_admin', 'true');
select throws_ok($$ select public.write_off(tests.booking(), null, ' ') $$, 'PT422', 'no_details_error', 'there is a reason');
select throws_ok($$ select public.write_off(tests.booking(), tests.id('rider'), 'x') $$, 'PT422', 'no_details_error', 'one debt at a time');
select throws_ok($$ select public.write_off(null, null, 'x') $$, 'PT422', 'no_details_error', 'a debt is somebody''s');
select throws_ok($$ select public.write_off(gen_random_uuid(), null, 'x') $$, 'PT404', 'booking_not_found', 'of a ride that is there');
select throws_ok($$ select public.write_off(null, gen_random_uuid(), 'x') $$, 'PT404', 'person_not_found', 'of a person who is there');
select throws_ok($$ select public.write_off(null, tests.id('rider'), 'x') $$, 'PT409', 'nothing_owed', 'a wallet at zero owes nothing');
select throws_ok($$ select public.write_off(tests.booking(), null, 'x', tests.day(1)) $$, 'PT409', 'period_locked', 'nothing is given up tomorrow');

-- An unpaid ride
create temp table due as select payable_amount as amount from public.list_bookings(booking_id => tests.booking());
grant select on due to public;
select is((public.write_off(tests.booking(), null, U&'Moved \202Eaway')).amount, (select amount from due), 'an unpaid ride is given up');
select is((select status from public.list_bookings(booking_id => tests.booking()))::text, 'PAID', 'it is PAID');
select is(tests.spent(), (select amount from due), 'the operator bears it');
select cmp_ok(tests.wallet_of('driver'), '>', 0::numeric, 'the driver is paid');
select is(tests.wallet_of('rider'), 0::numeric, 'the rider''s wallet stays as it is');
select is((public.write_off(tests.booking(), null, 'again')).reason, 'Moved away', 'it is given up once');
select is(tests.spent(), (select amount from due), 'however often');
select throws_ok($$ select public.refund_booking(tests.booking(), 1, 'x') $$, 'PT409', 'refund_too_high', 'what nobody paid nobody gets back');
select tests.as_owner();
select app.issue_receipts();
select is(tests.papers(), jsonb_build_array(jsonb_build_object('way', 'written_off', 'amount', (select amount from due))), 'the receipt says so');

-- A wallet below zero
select tests.act_as('admin');
select is((public.write_off(null, tests.id('rider2'), 'Gone', client_key => '00000000-0000-4000-8000-00000000000f')).amount, 12::numeric, 'a wallet below zero is given up');
select is((public.write_off(null, tests.id('rider2'), 'Gone', client_key => '00000000-0000-4000-8000-00000000000f')).amount, 12::numeric, 'a repeated key answers the first');
select is(tests.wallet_of('rider2'), 0::numeric, 'it is at zero');
select results_eq($$ select amount, reason, reference is null from public.list_write_offs() $$, $$ values (12::numeric, 'Gone', true), ((select amount from due), 'Moved away', false) $$, 'staff lists what was given up');
select is((select count(*) from public.list_write_offs(page_size => 1) a, public.list_write_offs(before_id => a.id) b), 1::bigint, 'in pages');
select is((select count(*) from public.audit_log where action = 'write_off'), 2::bigint, 'each is in the log once');

-- A part that was paid, and a driver's part of a fee
select tests.as_owner(), tests.turn('1 hour'), tests.ride('PENDING');
select app.post_ledger('testing', 'part', null, jsonb_build_array(app.entry('wallet:' || tests.id('rider'), 3), app.entry('adjustments', -3)));
select tests.let('rider', format('select public.pay_with_wallet(%L)', tests.booking()));
select tests.act_as('admin');
select is((public.write_off(tests.booking(), null, 'rest')).amount, (select amount - 3 from due), 'the rest of a ride is given up');
select is((public.refund_booking(tests.booking(), 3, 'x')).amount, 3::numeric, 'what was paid of it can be given back');
select tests.as_owner(), tests.set('cancellation_driver_percent', '50'), tests.clear_wallet('rider');
update public.car_types set cancel_slab = '[{"mins_delayed": 0, "amount": 6}]';
select tests.set('free_cancellations', '0'), tests.turn('1 hour'), tests.ride('ACCEPTED'), tests.turn('30 minutes');
select tests.let('rider', format('select public.cancel_booking(%L, ''x'')', tests.booking()));
select is((select unpaid from app.fee_debts where customer_id = tests.id('rider')), 6::numeric, 'a fee waits for its rider');
select tests.act_as('admin');
select is((public.write_off(null, tests.id('rider'), 'fee')).amount, 6::numeric, 'it is given up');
select tests.as_owner();
create temp table before as select tests.wallet_of('driver') as amount;
select app.collect_debts();
select is(tests.wallet_of('driver'), (select amount from before), 'the driver gets no part of what nobody paid');

-- Two people
select tests.set('credit_limit', '5');
select app.post_ledger('testing', 'debt2', null, jsonb_build_array(app.entry('wallet:' || tests.id('rider3'), -20 - tests.wallet_of('rider3')), app.entry('adjustments', 20 + tests.wallet_of('rider3'))));
select tests.act_as('admin');
select throws_ok($$ select public.write_off(null, tests.id('rider3'), 'Gone') $$, 'PT409', 'needs_approval', 'a second person decides above a limit');
create temp table asked as select * from public.request_approval('write_off', tests.id('rider3'), null, 'Gone');
grant select on asked to public;
select results_eq($$ select amount, user_id from asked $$, $$ values (20::numeric, tests.id('rider3')) $$, 'which is asked for');
select throws_ok($$ select public.approve((select id from asked)) $$, 'PT403', 'second_person_needed', 'not by who asked');
select tests.act_as('admin2');
select is((public.approve((select id from asked))).status, 'approved', 'another one approves');
select is(tests.wallet_of('rider3'), 0::numeric, 'an approved debt is given up');
select is((select distinct reason from public.write_offs where user_id = tests.id('rider3')), 'Gone', 'for the reason that was given');
select throws_ok($$ select public.request_approval('write_off', tests.id('rider3')) $$, 'PT422', 'no_details_error', 'nothing is asked for where nothing is owed');
select tests.as_owner();
update public.profiles set staff_role = 'support' where id = tests.id('admin2');
select tests.act_as('admin2');
select throws_ok($$ select public.write_off(null, tests.id('rider2'), 'x') $$, 'PT403', 'not_allowed', 'support gives up nothing');
select is_empty($$ select 1 from public.write_offs $$, 'support reads no debts');
select tests.as_owner();
set constraints all immediate;
select pass('the ledger adds up');
select * from finish();
