-- A driver's money: days, trips, what is owed, the statement of a week.
select no_plan();
create function tests.today() returns date language sql volatile security definer as $$ select app.today() $$;
select tests.clear_wallet('driver');
update public.settings set tax_percent = 10 where id = 1;
select tests.ride('PAID');
select tests.act_as('driver');
select results_eq($$ select trips, fares, tips, fees, charges, payouts, other, net from public.driver_money(tests.today(), tests.today()) $$,
  $$ select 1, f.driver_share, 0.0, 0.0, 0.0, 0.0, 0.0, p.wallet_balance from public.booking_finances f, public.profiles p where f.booking_id = tests.booking() and p.id = auth.uid() $$,
  'a day has the share of its fares, and moves the wallet by its net');
select ok((select fares + tips + fees + cash + tax + fleet_part + charges + payouts + other = net from public.driver_money(tests.today(), tests.today())), 'the parts add up');
select is((select cash from public.driver_money(tests.today(), tests.today())), (select -cash_payment_amount from public.bookings where id = tests.booking()), 'cash that was kept is taken off');
select ok((select tax < 0 from public.driver_money(tests.today(), tests.today())), 'so is the tax of the share');
select results_eq($$ select booking_id, source, payment_mode, net from public.driver_money_trips(tests.today(), tests.today()) $$,
  $$ select tests.booking(), 'booked', 'cash', wallet_balance from public.profiles where id = auth.uid() $$, 'a trip has the same parts');

-- Tips, credits, withdrawals
select tests.fill_wallet('rider', 50);
select tests.let('rider', format('select public.tip_driver(%L, 3)', tests.booking()));
select tests.let('admin', format('select public.add_to_wallet(%L, 20)', tests.id('driver')));
select tests.act_as('driver');
select is((select tips || ' ' || other from public.driver_money(tests.today(), tests.today())), '3.00 20.00', 'tips and credits are told apart');
select is((select sum(net) from public.driver_money(tests.today() - 30, tests.today())), (select wallet_balance from public.profiles where id = auth.uid()), 'days add up to the wallet');

-- What is owed
select ok((select owed = wallet_balance and owing = 0 and settled_on is null from public.driver_account()), 'a wallet above zero is owed to the driver');
select tests.set('payout_weekday', extract(isodow from tests.today())::text);
select is((select settled_on from public.driver_account()), tests.today(), 'settled on the day of the payout run');
select tests.set('payout_weekday', extract(isodow from tests.today() - 1)::text);
select is((select settled_on from public.driver_account()), tests.today() + 6, 'after it, on that day of the next week');
select tests.as_owner(), tests.fill_wallet('driver', -7);
select tests.act_as('driver');
select ok((select owed = 0 and owing = 7 and not blocks from public.driver_account()), 'below zero the driver owes it');
select tests.set('negative_balance', 'false');
select ok((select blocks from public.driver_account()), 'where negative balances are off that blocks rides in cash');
select tests.set('negative_balance', 'true');

-- The week
select is((s ->> 'opening')::numeric + (s #>> '{totals,net}')::numeric, (s ->> 'closing')::numeric, 'opening and net make closing') from (select to_jsonb(w) as s from public.driver_statement(tests.today()) w) x;
select is((s ->> 'closing')::numeric, -7.00, 'closing is the wallet of now, in the week of today') from (select to_jsonb(w) as s from public.driver_statement(tests.today()) w) x;
select is(extract(isodow from (s ->> 'week_begins')::date), 1::numeric, 'a week begins on Monday') from (select to_jsonb(w) as s from public.driver_statement(tests.today()) w) x;
select is((s #>> '{trips,0,booking_id}')::uuid, tests.booking(), 'with its trips') from (select to_jsonb(w) as s from public.driver_statement(tests.today()) w) x;
select is((s ->> 'closing')::numeric, (s ->> 'opening')::numeric, 'a week without money has none') from (select to_jsonb(w) as s from public.driver_statement(tests.today() - 70) w) x;

-- Bounds and strangers
select throws_ok($$ select public.driver_money(tests.today(), tests.today() - 1) $$, 'PT422', 'period_invalid', 'days have an order');
select throws_ok($$ select public.driver_money(tests.today() - 500, tests.today()) $$, 'PT422', 'period_invalid', 'a period has an end');
select throws_ok($$ select public.driver_money('-infinity', 'infinity') $$, 'PT422', 'period_invalid', 'eternity is no period');
select throws_ok($$ select public.driver_money(null, null) $$, 'PT422', 'period_invalid', 'a period has days');
select throws_ok($$ select public.driver_statement('infinity') $$, 'PT422', 'period_invalid', 'eternity has no statement');
select throws_ok($$ select public.driver_statement(tests.today() + 30) $$, 'PT422', 'period_invalid', 'the future has no statement');
select tests.act_as('driver2');
select is_empty($$ select 1 from public.driver_money_trips(tests.today(), tests.today()) where booking_id = tests.booking() $$, 'another driver reads nothing of it');
select tests.act_as('rider');
select throws_ok($$ select public.driver_money(tests.today(), tests.today()) $$, 'PT403', 'not_a_driver', 'a rider has no such days');
select throws_ok($$ select public.driver_money_trips(tests.today(), tests.today()) $$, 'PT403', 'not_a_driver', 'a rider has no such trips');
select throws_ok($$ select public.driver_account() $$, 'PT403', 'not_a_driver', 'a rider has no such account');
select throws_ok($$ select public.driver_statement(tests.today()) $$, 'PT403', 'not_a_driver', 'a rider has no statement');
select tests.as_visitor();
select throws_ok($$ select public.driver_account() $$, '42501', null, 'a visitor has no account');
select * from finish();
