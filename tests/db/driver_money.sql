-- A driver's money: days, trips, the balance, and the weekly statement.
select no_plan();
create function tests.today() returns date language sql volatile security definer as $$ select app.today() $$;
select tests.clear_wallet('driver');
update public.settings set tax_percent = 10 where id = 1;
select tests.ride('PAID');
select tests.act_as('driver');
select results_eq($$ select trips, fares, tips, fees, charges, payouts, other, net from public.driver_money(tests.today(), tests.today()) $$,
  $$ select 1, f.driver_share, 0.0, 0.0, 0.0, 0.0, 0.0, p.wallet_balance from public.booking_finances f, public.profiles p where f.booking_id = tests.booking() and p.id = auth.uid() $$,
  'a day''s fares are the driver''s share, and its net is the change of the wallet');
select ok((select fares + tips + fees + cash + tax + fleet_part + charges + payouts + other = net from public.driver_money(tests.today(), tests.today())), 'the parts of a day add up to its net');
select is((select cash from public.driver_money(tests.today(), tests.today())), (select -cash_payment_amount from public.bookings where id = tests.booking()), 'cash that the driver kept is subtracted');
select ok((select tax < 0 from public.driver_money(tests.today(), tests.today())), 'tax of the share is subtracted');
select results_eq($$ select booking_id, source, payment_mode, net from public.driver_money_trips(tests.today(), tests.today()) $$,
  $$ select tests.booking(), 'booked', 'cash', wallet_balance from public.profiles where id = auth.uid() $$, 'a trip shows its source, payment mode and net');

-- Tips, credits, withdrawals
select tests.fill_wallet('rider', 50);
select tests.let('rider', format('select public.tip_driver(%L, 3)', tests.booking()));
select tests.let('admin', format('select public.add_to_wallet(%L, 20)', tests.id('driver')));
select tests.act_as('driver');
select is((select tips || ' ' || other from public.driver_money(tests.today(), tests.today())), '3.00 20.00', 'tips and wallet credits are separate parts');
select is((select sum(net) from public.driver_money(tests.today() - 30, tests.today())), (select wallet_balance from public.profiles where id = auth.uid()), 'the nets of all days add up to the wallet');

-- The balance
select ok((select owed = wallet_balance and owing = 0 and settled_on is null from public.driver_account()), 'a positive wallet is owed to the driver, with no settlement date by default');
select tests.set('payout_weekday', extract(isodow from tests.today())::text);
select is((select settled_on from public.driver_account()), tests.today(),
  'the settlement date is today on the weekday of the payout run');
select tests.set('payout_weekday', extract(isodow from tests.today() - 1)::text);
select is((select settled_on from public.driver_account()), tests.today() + 6,
  'after the weekday of the payout run the settlement date is next week');
select tests.as_owner(), tests.fill_wallet('driver', -7);
select tests.act_as('driver');
select ok((select owed = 0 and owing = 7 and not blocks from public.driver_account()),
  'a negative wallet is owed by the driver and blocks nothing');
select tests.set('negative_balance', 'false');
select ok((select blocks from public.driver_account()), 'with negative_balance off a negative wallet blocks cash rides');
select tests.set('negative_balance', 'true');

-- The week
select is((s ->> 'opening')::numeric + (s #>> '{totals,net}')::numeric, (s ->> 'closing')::numeric, 'the statement''s opening balance plus net is its closing balance') from (select to_jsonb(w) as s from public.driver_statement(tests.today()) w) x;
select is((s ->> 'closing')::numeric, -7.00, 'the closing balance of the current week is the wallet now') from (select to_jsonb(w) as s from public.driver_statement(tests.today()) w) x;
select is(extract(isodow from (s ->> 'week_begins')::date), 1::numeric, 'a statement''s week starts on Monday') from (select to_jsonb(w) as s from public.driver_statement(tests.today()) w) x;
select is((s #>> '{trips,0,booking_id}')::uuid, tests.booking(), 'a statement lists the trips of its week') from (select to_jsonb(w) as s from public.driver_statement(tests.today()) w) x;
select is((s ->> 'closing')::numeric, (s ->> 'opening')::numeric, 'a week without money has equal opening and closing balances') from (select to_jsonb(w) as s from public.driver_statement(tests.today() - 70) w) x;

-- Bounds and access
select throws_ok($$ select public.driver_money(tests.today(), tests.today() - 1) $$, 'PT422', 'period_invalid', 'a period that ends before its start is refused');
select throws_ok($$ select public.driver_money(tests.today() - 500, tests.today()) $$, 'PT422', 'period_invalid', 'a period of 500 days is refused');
select throws_ok($$ select public.driver_money('-infinity', 'infinity') $$, 'PT422', 'period_invalid',
  'an infinite period is refused');
select throws_ok($$ select public.driver_money(null, null) $$, 'PT422', 'period_invalid', 'a period without dates is refused');
select throws_ok($$ select public.driver_statement('infinity') $$, 'PT422', 'period_invalid',
  'a statement of an infinite date is refused');
select throws_ok($$ select public.driver_statement(tests.today() + 30) $$, 'PT422', 'period_invalid', 'a statement of a future week is refused');
select tests.act_as('driver2');
select is_empty($$ select 1 from public.driver_money_trips(tests.today(), tests.today()) where booking_id = tests.booking() $$, 'another driver cannot read the trip');
select tests.act_as('rider');
select throws_ok($$ select public.driver_money(tests.today(), tests.today()) $$, 'PT403', 'not_a_driver', 'a rider cannot read a driver''s money by day');
select throws_ok($$ select public.driver_money_trips(tests.today(), tests.today()) $$, 'PT403', 'not_a_driver', 'a rider cannot read a driver''s money by trip');
select throws_ok($$ select public.driver_account() $$, 'PT403', 'not_a_driver', 'a rider cannot read a driver''s account');
select throws_ok($$ select public.driver_statement(tests.today()) $$, 'PT403', 'not_a_driver',
  'a rider cannot read a driver''s statement');
select tests.as_visitor();
select throws_ok($$ select public.driver_account() $$, '42501', null, 'a visitor cannot read a driver''s account');
select * from finish();
