-- Credits by admins, the history of a wallet, and what a driver can afford.
select no_plan();
create function tests.credits() returns bigint language sql volatile security definer as $$
  select count(*) from public.ledger_transactions where kind = 'admin_credit'
$$;
create temp table before as select tests.wallet_of('rider') as rider, tests.wallet_of('driver') as driver, tests.credits() as credits;
grant select on before to public;

-- Who can credit a wallet
select tests.act_as('rider');
-- Spec 6.10
select throws_ok($$ select public.add_to_wallet(tests.id('rider'), 100) $$, 'PT403', 'not_allowed', 'a rider cannot credit a wallet');
select tests.act_as('driver');
select throws_ok($$ select public.add_to_wallet(tests.id('driver'), 100) $$, 'PT403', 'not_allowed', 'a driver cannot credit a wallet');
select tests.act_as('fleet');
-- Spec 6.10
select throws_ok($$ select public.add_to_wallet(tests.id('driver'), 100) $$, 'PT403', 'not_allowed', 'a fleet admin cannot credit a wallet');
select tests.as_visitor();
select throws_ok($$ select public.add_to_wallet(gen_random_uuid(), 100) $$, '42501', null, 'a visitor cannot credit a wallet');

select tests.act_as('admin');
-- Spec 5.26, 8.26, 8.32
select throws_ok($$ select public.add_to_wallet(null, 10) $$, 'PT422', 'no_details_error', 'an admin cannot credit a wallet without a person');
-- Spec 4.61
select throws_ok($$ select public.add_to_wallet(gen_random_uuid(), 10) $$, 'PT422', 'no_details_error', 'an admin cannot credit a person who does not exist');
select throws_ok($$ select public.add_to_wallet(tests.id('admin'), 10) $$, 'PT422', 'no_details_error', 'an admin cannot credit an admin');
select throws_ok(format('select public.add_to_wallet(tests.id(''rider''), %s)', a), 'PT422', 'no_details_error', 'a credit is refused for the amount ' || a)
from unnest(array['null', '0', '-1', '0.001', '''NaN''', '''Infinity''', '''-Infinity''', '1000000', '1e100', '1e-100']) a;
select is((to_jsonb(public.add_to_wallet(tests.id('rider'), 10.005, '00000000-0000-4000-8000-00000000000a'))) - 'id' - 'date',
  jsonb_build_object('user_id', tests.id('rider'), 'amount', 10.01, 'wallet_balance', (select rider from before) + 10.01, 'tx_ref', 'AdminCredit'),
  -- Spec 4.61, 5.26, 5.34, 6.10, 7.33
  'an admin''s credit is rounded to the cent');
select is((to_jsonb(public.add_to_wallet(tests.id('rider'), 99, '00000000-0000-4000-8000-00000000000a')) ->> 'amount')::numeric, 10.01, 'a credit with a repeated key returns the first');
select is((to_jsonb(public.add_to_wallet(tests.id('driver'), 99, '00000000-0000-4000-8000-00000000000a')) ->> 'wallet_balance')::numeric, (select rider from before) + 10.01, 'a repeated key for another person returns the first credit');
select is(tests.wallet_of('rider'), (select rider from before) + 10.01, 'a credit with a repeated key is booked once');
select is(tests.credits(), (select credits from before) + 1, 'a credit with a repeated key makes one transaction');
select is((select count(*) from public.audit_log where action = 'add_to_wallet' and target_id = tests.id('rider')::text and after ->> 'amount' = '10.01'), 1::bigint, 'an admin''s credit is audited once');
select tests.set('allow_critical_edits_admin', 'false');
-- Spec 6.30
select throws_ok($$ select public.add_to_wallet(tests.id('rider'), 10) $$, 'PT403', 'demo_mode', 'an admin cannot credit a wallet in demo mode');
select tests.set('allow_critical_edits_admin', 'true');
select tests.as_owner();
set constraints all immediate;
set constraints all deferred;

-- The history
select tests.act_as('rider');
select results_eq($$ select type, amount, balance, tx_ref, kind from public.wallet_history where user_id = tests.id('rider') order by id desc limit 1 $$,
  -- Spec 3.14, 3.18
  $$ select 'Credit', 10.01, rider + 10.01, 'AdminCredit', 'admin_credit' from before $$, 'a rider reads a credit in the wallet''s history');
select tests.act_as('rider2');
select is_empty($$ select 1 from public.wallet_history where user_id = tests.id('rider') $$, 'another rider cannot read the wallet''s history');
select tests.act_as('fleet');
select is_empty($$ select 1 from public.wallet_history where user_id <> tests.id('fleet') $$, 'a fleet admin reads only the own wallet''s history');
select tests.as_visitor();
select throws_ok($$ select 1 from public.wallet_history $$, '42501', null, 'a visitor cannot read a wallet''s history');
select tests.act_as('admin');
select isnt_empty($$ select 1 from public.wallet_history where user_id = tests.id('rider') $$, 'an admin reads a rider''s wallet history');

-- The list of credits
select results_eq($$ select user_id, amount, balance, tx_ref, usertype, credited_by from public.list_credits(page_size => 1) $$,
  $$ select tests.id('rider'), 10.01, rider + 10.01, 'AdminCredit', 'rider', btrim(p.first_name || ' ' || p.last_name) from before, public.profiles p where p.id = tests.id('admin') $$,
  'an admin reads who credited whom');
create temp table newest as select * from public.list_credits(of_user => tests.id('rider'));
select is_empty($$ select 1 from newest where user_id <> tests.id('rider') $$, 'an admin lists the credits of one person');
select results_eq($$ select id from public.list_credits(of_user => tests.id('rider'), before_id => (select max(id) from newest)) $$,
  $$ select id from newest offset 1 $$, 'the next page of credits begins after the last row');
select is_empty($$ select 1 from public.list_credits(to_at => '2000-01-01') $$, 'an admin lists the credits up to a time');
select tests.act_as('rider');
select throws_ok($$ select * from public.list_credits() $$, 'PT403', 'not_allowed', 'a rider cannot list credits');
select tests.act_as('fleet');
select throws_ok($$ select * from public.list_credits() $$, 'PT403', 'not_allowed', 'a fleet admin cannot list credits');
select tests.as_visitor();
select throws_ok($$ select * from public.list_credits() $$, '42501', null, 'a visitor cannot list credits');

-- What a driver can afford
select tests.as_owner();
select tests.ride('PENDING');
select ok(app.can_afford(tests.id('driver'), tests.booking()), 'a driver affords any booking while balances may be negative');
select tests.set('negative_balance', 'false');
select app.post_ledger('testing', 'level', null, jsonb_build_array(
  app.entry('wallet:' || tests.id('driver'), b.payable_amount - f.driver_share - tests.wallet_of('driver')),
  app.entry('adjustments', -(b.payable_amount - f.driver_share - tests.wallet_of('driver')))))
from public.bookings b join public.booking_finances f on f.booking_id = b.id where b.id = tests.booking();
select ok(app.can_afford(tests.id('driver'), tests.booking()), 'a driver affords a booking that leaves the wallet at zero');
select app.post_ledger('testing', 'below', null, jsonb_build_array(app.entry('wallet:' || tests.id('driver'), -0.01), app.entry('adjustments', 0.01)));
select ok(not app.can_afford(tests.id('driver'), tests.booking()), 'a driver does not afford a booking that leaves the wallet a cent below zero');
update public.bookings set payment_mode = 'card' where id = tests.booking();
select ok(app.can_afford(tests.id('driver'), tests.booking()), 'a driver with an empty wallet affords a booking that is paid by card');
select * from finish();
