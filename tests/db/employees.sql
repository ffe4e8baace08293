-- Employees: the whole price of their rides is the firm's, and the cash that they collected is the firm's until they hand it in.
select no_plan();
create function tests.posted(kind text default 'settlement') returns table (account text, amount numeric) language sql volatile security definer as $$
  select replace(replace(replace(a.name, tests.id('driver')::text, 'driver'), tests.id('rider')::text, 'rider'), tests.id('fleet')::text, 'fleet'), e.amount
  from public.ledger_transactions t join public.ledger_entries e on e.transaction_id = t.id join public.ledger_accounts a on a.id = e.account_id
  where t.booking_id = tests.booking() and t.kind = posted.kind order by e.id
$$;
create function tests.shares() returns text language sql volatile security definer as $$
  select (f.driver_share = 0, f.convenience_fees = b.trip_cost, app.is_employed(f.rule))::text
  from public.booking_finances f join public.bookings b on b.id = f.booking_id where f.booking_id = tests.booking()
$$;
create function tests.revenue() returns numeric language sql volatile security definer as $$
  select sum(e.amount) from public.ledger_entries e join public.ledger_accounts a on a.id = e.account_id
  join public.ledger_transactions t on t.id = e.transaction_id where a.name = 'revenue.convenience' and app.day_of(t.created_at) = app.today()
$$;
create function tests.day() returns date language sql stable security definer as 'select app.today()';
create function tests.line() returns bigint language sql volatile security definer as $$ select l.id from public.bank_lines l where l.reference = 'cash' $$;
create function tests.earned() returns numeric language sql volatile security definer as $$
  select e.convenience_fees from app.earnings_entries e where e.booking_id = tests.booking() order by e.id desc limit 1
$$;
update public.drivers set fleet_id = null where id = tests.id('driver');
select tests.set('tax_percent', '10'), tests.set('cash_unit', '0'), tests.set('drivers_employed', 'true'), tests.set('negative_balance', 'false'),
  tests.clear_wallet('driver'), tests.fill_wallet('rider', 100);

-- Offers and rides
select tests.turn('1 hour'), tests.ride('NEW');
select is((select (o.driver_share, o.trip_cost > 0) from public.booking_offers o where o.booking_id = tests.booking() and o.driver_id = tests.id('driver'))::text,
  '(0,t)', 'an employee''s offer names no share, and the price');
select is(tests.shares(), '(f,f,f)', 'a ride that nobody accepted has the shares of its quote');
select tests.let('driver', format('select public.accept_booking(%L)', tests.booking()));
select is(tests.shares(), '(t,t,t)', 'the price of a ride that an employee accepts is the firm''s, although the wallet could not cover its cash');
select tests.let('driver', format('select public.cancel_booking(%L)', tests.booking()));
select is(tests.shares(), '(f,f,f)', 'a ride that an employee gives back has the shares of its quote');
select tests.let('rider', format('select public.cancel_booking(%L)', tests.booking()));

-- Settlement
select tests.turn('1 hour'), tests.ride('PAID');
create temp table paid as select b.* from public.bookings b where b.id = tests.booking();
grant select on paid to public;
select results_eq('select * from tests.posted()', $$ select * from (select 'wallet:driver', -trip_cost from paid union all select 'tax', tax_amount from paid
  union all select 'revenue.convenience', trip_cost - tax_amount from paid) e $$,
  'a cash ride of an employee is the firm''s revenue without its tax, and the driver owes the cash');
select is(tests.earned(), (select trip_cost - tax_amount from paid), 'an employee''s ride counts with its revenue');
select tests.act_as('admin');
select is((select t.today from public.dashboard_totals() t), tests.revenue(), 'the dashboard shows the revenue of the ledger');
select is((select sum((p ->> 'amount')::numeric) from jsonb_array_elements((public.booking_money(tests.booking())).parts) p where p ->> 'who' = 'driver' and p ->> 'side' = 'share'),
  null, 'an employee has no share of a ride');
select is((public.explain_fare(tests.booking())).replays, true, 'the fare of an employee''s ride can be computed again');
select tests.act_as('driver');
select is((select (m.trips, m.fares, m.tax, m.cash)::text from public.driver_money(tests.day(), tests.day()) m), format('(1,0,0,%s)', (select -trip_cost from paid)), 'an employee''s day has the cash and no fares');
select is((select d.earned from public.driver_day() d), 0::numeric, 'an employee earns nothing of a fare');
select is((public.driver_account()).blocks, false, 'no cash ride is kept from an employee');

-- What changes later
select tests.act_as('admin');
select public.refund_booking(tests.booking(), 3.3, 'Late', true);
select results_eq($$ select * from tests.posted('refund') where account <> 'wallet:rider' $$, $$ values ('revenue.convenience', -3.00), ('tax', -0.30) $$, 'a refund takes from revenue and tax');
select is(tests.earned(), -3.00, 'a refund takes from the firm''s earnings');
select public.correct_fare(tests.booking(), (select trip_cost - 2.2 from paid), 'Meter');
select results_eq($$ select * from tests.posted('fare_change') where account <> 'wallet:rider' $$, $$ values ('tax', -0.20), ('revenue.convenience', -2.00) $$, 'a lower fare takes from revenue and tax');
select public.request_payment(tests.booking(), 'damage', 11, 'Seat');
select tests.let('rider', format('select public.accept_payment_request(%L)', (select r.id from public.payment_requests r where r.booking_id = tests.booking() and r.status = 'open')));
select results_eq($$ select account, amount from tests.posted('fare_change') where amount in (1, 10) order by 2 $$, $$ values ('tax', 1.00), ('revenue.convenience', 10.00) $$, 'a damage is paid to the firm, with tax');
select tests.let('rider', format('select public.tip_driver(%L, 4)', tests.booking()));
select is(tests.wallet_of('driver'), (select 4 - trip_cost from paid), 'a tip is the employee''s');

-- Cash is handed in
select tests.as_visitor();
select throws_ok($$ select public.take_driver_cash(tests.id('driver'), 1) $$, '42501', null, 'a visitor cannot take a driver''s cash');
select tests.act_as('driver');
select throws_ok($$ select public.take_driver_cash(tests.id('driver'), 1) $$, 'PT403', 'not_allowed', 'a driver cannot book the own cash as handed in');
select tests.act_as('fleet');
select throws_ok($$ select public.take_driver_cash(tests.id('driver'), 1) $$, 'PT403', 'not_allowed', 'a fleet admin cannot take a driver''s cash');
select tests.act_as('admin');
select throws_ok(format($$ select public.take_driver_cash(tests.id('driver'), %s) $$, (select trip_cost - 3.99 from paid)), 'PT409', 'cash_above_debt', 'no more cash is taken than the driver owes');
select throws_ok($$ select public.take_driver_cash(tests.id('rider'), 1) $$, 'PT422', 'no_details_error', 'a rider hands in no cash');
select throws_ok($$ select public.take_driver_cash(tests.id('driver'), -1) $$, 'PT422', 'no_details_error', 'no negative cash is handed in');
select throws_ok($$ select public.take_driver_cash(tests.id('driver'), 'NaN') $$, 'PT422', 'no_details_error', 'cash that is handed in is a number');
select is((public.take_driver_cash(tests.id('driver'), (select trip_cost - 4 from paid), '00000000-0000-0000-0000-0000000000ca')).wallet_balance, 0::numeric, 'cash that was handed in settles the debt');
select public.take_driver_cash(tests.id('driver'), (select trip_cost - 4 from paid), '00000000-0000-0000-0000-0000000000ca');
select is(array[tests.wallet_of('driver'), tests.booked('cash')], array[0, (select 4 - trip_cost from paid)], 'a repeated call takes the cash once, and the office has it');
select tests.let('admin2', format('select public.reverse_decision(%L, ''Not counted'')', (select d.id from public.money_decisions d where d.kind = 'cash_in')));
select is(array[tests.wallet_of('driver'), tests.booked('cash')], array[(select 4 - trip_cost from paid), 0], 'cash that was not handed in after all is owed again');
select tests.act_as('admin');
select public.take_driver_cash(tests.id('driver'), 5);
select public.match_statement('[{"reference": "cash", "booked_on": "2026-01-01", "amount": 5, "currency": "CHF"}]');
select public.assign_bank_line(tests.line(), 'cash');
select is(tests.booked('cash'), 0::numeric, 'cash that was brought to the bank is no longer in the office');

-- The firm owes itself nothing
select tests.as_owner();
select is((select coalesce(sum(q.activities + q.consideration), 0) from app.driver_quarters(tests.id('driver'), extract(year from app.now())::integer) q
  join (select count(*) as n from public.bookings b join public.booking_finances f on f.booking_id = b.id where b.driver_id = tests.id('driver') and b.paid_at is not null and not app.is_employed(f.rule)) o on o.n = 0),
  0::numeric, 'the tax report names no employee');
select tests.set('cancellation_driver_percent', '50'), tests.set('drivers_employed', 'true'), tests.turn('1 hour'), tests.ride('ACCEPTED');
select app.set_actor('rider', tests.id('rider'));
select tests.cancel('rider', 3);
select results_eq($$ select a.kind, e.amount from public.ledger_transactions t join public.ledger_entries e on e.transaction_id = t.id
  join public.ledger_accounts a on a.id = e.account_id where t.booking_id = tests.booking() order by e.id $$,
  $$ values ('wallet', -3::numeric), ('revenue.cancellation', 3) $$, 'an employee has no part of a cancellation fee');

-- Fleets, and the way back
update public.drivers set fleet_id = tests.id('fleet') where id = tests.id('driver');
select tests.set('negative_balance', 'true'), tests.turn('1 hour'), tests.ride('ACCEPTED');
select is(tests.shares(), '(f,f,f)', 'the driver of a fleet is no employee');
update public.drivers set fleet_id = null where id = tests.id('driver');
select tests.let('driver', format('select public.arrive_at_pickup(%L)', tests.booking()));
select is(tests.shares(), '(f,f,f)', 'a ride stays divided as when the driver accepted it');
select tests.let('rider', format('select public.cancel_booking(%L)', tests.booking()));
select tests.turn('1 hour'), tests.ride('STARTED');
select tests.set('drivers_employed', 'false');
select tests.let('driver', format('select public.reach_drop(%L)', tests.booking())), tests.let('driver', format('select public.confirm_cash(%L)', tests.booking()));
select is(tests.shares(), '(t,t,t)', 'a ride that an employee accepted stays the firm''s after a switch');
select tests.turn('1 hour'), tests.ride('PAID');
select is(tests.shares(), '(f,f,f)', 'rides accepted after a switch are the owner-driver''s');

-- A ride without cash
select tests.set('drivers_employed', 'true'), tests.turn('1 day'), tests.go_online(), tests.fill_wallet('rider', 100);
select tests.let('rider', format('select public.create_booking(%L, ''wallet'')', tests.quote()));
select tests.let('driver', format(s, tests.booking(), tests.code())) from unnest('{select public.accept_booking(%L),select public.arrive_at_pickup(%L),"select public.start_trip(%L, %L)",select public.reach_drop(%L)}'::text[]) s;
select tests.let('rider', format('select public.pay_with_wallet(%L)', tests.booking()));
select is(tests.shares(), '(t,t,t)', 'a ride that a wallet paid is the firm''s, too');
select tests.act_as('driver');
select is((select (m.trips, m.cash, m.net)::text from public.driver_money(tests.day(), tests.day()) m), '(1,0,0)', 'a ride without cash counts in an employee''s day');
select is((select count(*) from public.driver_money_trips(tests.day(), tests.day())), 1::bigint, 'a ride without cash is among an employee''s trips');
select tests.as_owner();
set constraints all immediate;
select pass('the ledger balances after all of this');
select * from finish();
