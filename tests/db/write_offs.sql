-- Writing off debts.
select no_plan();
create function tests.day(days integer default 0) returns date language sql stable security definer as $$ select app.today() + days $$;
create function tests.spent() returns numeric language sql volatile security definer as $$ select -app.ledger_balance('expense.write_off') $$;
create function tests.papers() returns jsonb language sql volatile security definer as $$
  select r.content -> 'payments' from public.receipts r where r.booking_id = tests.booking() and r.kind = 'receipt'
$$;
select tests.clear_wallet('rider'), tests.clear_wallet('rider2'), tests.clear_wallet('driver'), tests.ride('PENDING');
select app.post_ledger('testing', 'debt', null, jsonb_build_array(app.entry('wallet:' || tests.id('rider2'), -12), app.entry('adjustments', 12)));

select tests.as_visitor();
select throws_ok($$ select public.write_off(tests.booking(), null, 'x') $$, '42501', null, 'a visitor cannot write off a debt');
select tests.act_as('rider');
select throws_ok($$ select public.write_off(tests.booking(), null, 'x') $$, 'PT403', 'not_allowed', 'a rider cannot write off their own debt');
select throws_ok($$ select * from public.list_write_offs() $$, 'PT403', 'not_allowed', 'a rider cannot list write-offs');
select tests.act_as('admin');
select tests.set('allow_critical_edits_admin', 'false');
select throws_ok($$ select public.write_off(tests.booking(), null, 'x') $$, 'PT403', 'demo_mode', 'an admin cannot write off a debt in demo mode');
select tests.set('allow_critical_edits_admin', 'true');
select throws_ok($$ select public.write_off(tests.booking(), null, ' ') $$, 'PT422', 'no_details_error', 'an admin cannot write off a debt without a reason');
select throws_ok($$ select public.write_off(tests.booking(), tests.id('rider'), 'x') $$, 'PT422', 'no_details_error', 'an admin cannot write off a ride and a wallet at once');
select throws_ok($$ select public.write_off(null, null, 'x') $$, 'PT422', 'no_details_error', 'an admin cannot write off a debt without a ride or a person');
select throws_ok($$ select public.write_off(gen_random_uuid(), null, 'x') $$, 'PT404', 'booking_not_found', 'an admin cannot write off a ride that does not exist');
select throws_ok($$ select public.write_off(null, gen_random_uuid(), 'x') $$, 'PT404', 'person_not_found', 'an admin cannot write off the debt of a person who does not exist');
select throws_ok($$ select public.write_off(null, tests.id('rider'), 'x') $$, 'PT409', 'nothing_owed', 'an admin cannot write off a wallet at zero');
select throws_ok($$ select public.write_off(tests.booking(), null, 'x', tests.day(1)) $$, 'PT409', 'period_locked', 'an admin cannot write off a debt on a future day');

-- An unpaid ride
create temp table due as select payable_amount as amount from tests.list_bookings(booking_id => tests.booking());
grant select on due to public;
select is((public.write_off(tests.booking(), null, U&'Moved \202Eaway')).amount, (select amount from due), 'an admin writes off an unpaid ride');
select is((select status from tests.list_bookings(booking_id => tests.booking()))::text, 'PAID', 'a ride that was written off is PAID');
select is(tests.spent(), (select amount from due), 'a ride that was written off is an expense of the operator');
select cmp_ok(tests.wallet_of('driver'), '>', 0::numeric, 'the driver is paid for a ride that was written off');
select is(tests.wallet_of('rider'), 0::numeric, 'writing off a ride does not change the rider''s wallet');
select is((public.write_off(tests.booking(), null, 'again')).reason, 'Moved away', 'a second write-off of a ride returns the first');
select is(tests.spent(), (select amount from due), 'a second write-off of a ride books no further expense');
select throws_ok($$ select public.refund_booking(tests.booking(), 1, 'x') $$, 'PT409', 'refund_too_high', 'a ride that was written off cannot be refunded');
select tests.as_owner();
select app.issue_receipts();
select is(tests.papers(), jsonb_build_array(jsonb_build_object('way', 'written_off', 'amount', (select amount from due))), 'the receipt of a ride that was written off says so');

-- A wallet below zero
select tests.act_as('admin');
select is((public.write_off(null, tests.id('rider2'), 'Gone', client_key => '00000000-0000-4000-8000-00000000000f')).amount, 12::numeric, 'an admin writes off a wallet below zero');
select is((public.write_off(null, tests.id('rider2'), 'Gone', client_key => '00000000-0000-4000-8000-00000000000f')).amount, 12::numeric, 'a write-off with a repeated key returns the first');
select is(tests.wallet_of('rider2'), 0::numeric, 'a wallet that was written off is at zero');
select results_eq($$ select amount, reason, reference is null from public.list_write_offs() $$, $$ values (12::numeric, 'Gone', true), ((select amount from due), 'Moved away', false) $$, 'an admin lists the write-offs');
select is((select count(*) from public.list_write_offs(page_size => 1) a, public.list_write_offs(before_id => a.id) b), 1::bigint, 'write-offs are listed in pages');
select is((select count(*) from public.audit_log where action = 'write_off'), 2::bigint, 'each write-off is audited once');

-- A ride paid in part, and the driver's part of a fee
select tests.as_owner(), tests.turn('1 hour'), tests.ride('PENDING');
select app.post_ledger('testing', 'part', null, jsonb_build_array(app.entry('wallet:' || tests.id('rider'), 3), app.entry('adjustments', -3)));
select tests.let('rider', format('select public.pay_with_wallet(%L)', tests.booking()));
select tests.act_as('admin');
select is((public.write_off(tests.booking(), null, 'rest')).amount, (select amount - 3 from due), 'an admin writes off the rest of a ride that was paid in part');
select is((public.refund_booking(tests.booking(), 3, 'x')).amount, 3::numeric, 'the paid part of a written-off ride can be refunded');
select tests.as_owner(), tests.set('cancellation_driver_percent', '50'), tests.clear_wallet('rider');
update public.car_types set cancel_slab = '[{"mins_delayed": 0, "amount": 6}]';
select tests.set('free_cancellations', '0'), tests.turn('1 hour'), tests.ride('ACCEPTED'), tests.turn('30 minutes');
select tests.let('rider', format('select public.cancel_booking(%L, ''x'')', tests.booking()));
select is((select unpaid from app.fee_debts where customer_id = tests.id('rider')), 6::numeric, 'an unpaid cancellation fee is a debt of the rider');
select tests.act_as('admin');
select is((public.write_off(null, tests.id('rider'), 'fee')).amount, 6::numeric, 'an admin writes off an unpaid cancellation fee');
select tests.as_owner();
create temp table before as select tests.wallet_of('driver') as amount;
select app.collect_debts();
select is(tests.wallet_of('driver'), (select amount from before), 'the driver gets no part of a fee that was written off');

-- A second person approves
select tests.set('credit_limit', '5');
select app.post_ledger('testing', 'debt2', null, jsonb_build_array(app.entry('wallet:' || tests.id('rider3'), -20 - tests.wallet_of('rider3')), app.entry('adjustments', 20 + tests.wallet_of('rider3'))));
select tests.act_as('admin');
select throws_ok($$ select public.write_off(null, tests.id('rider3'), 'Gone') $$, 'PT409', 'needs_approval', 'an admin cannot write off more than credit_limit without an approval');
create temp table asked as select * from public.request_approval('write_off', tests.id('rider3'), null, 'Gone');
grant select on asked to public;
select results_eq($$ select amount, user_id from asked $$, $$ values (20::numeric, tests.id('rider3')) $$, 'the approval request for a write-off holds the amount and the person');
select throws_ok($$ select public.approve((select id from asked)) $$, 'PT403', 'second_person_needed', 'an admin cannot approve their own request for a write-off');
select tests.act_as('admin2');
select is((public.approve((select id from asked))).status, 'approved', 'a second admin approves a write-off');
select is(tests.wallet_of('rider3'), 0::numeric, 'an approved write-off brings the wallet to zero');
select is((select distinct reason from public.write_offs where user_id = tests.id('rider3')), 'Gone', 'an approved write-off has the reason of the request');
select throws_ok($$ select public.request_approval('write_off', tests.id('rider3')) $$, 'PT422', 'no_details_error', 'a write-off cannot be requested where nothing is owed');
select tests.as_owner();
update public.profiles set staff_role = 'support' where id = tests.id('admin2');
select tests.act_as('admin2');
select throws_ok($$ select public.write_off(null, tests.id('rider2'), 'x') $$, 'PT403', 'not_allowed', 'an admin with the support role cannot write off debts');
select is_empty($$ select 1 from public.write_offs $$, 'an admin with the support role cannot read write-offs');
select tests.as_owner();
set constraints all immediate;
select pass('the ledger balances after write-offs');
select * from finish();
