-- The trial balance of a month: every account, and that it balances.
select no_plan();
select tests.as_visitor();
select throws_ok($$ select * from public.trial_balance() $$, '42501', null, 'a visitor cannot read the trial balance');
select tests.act_as('rider');
select throws_ok($$ select * from public.trial_balance() $$, 'PT403', 'not_allowed', 'a rider cannot read the trial balance');
select tests.act_as('fleet');
select throws_ok($$ select * from public.trial_balance() $$, 'PT403', 'not_allowed',
  'a fleet admin cannot read the trial balance');

-- Last month: a ride, a tip, a withdrawal and a card payment. This month: a refund. Five days into the month are enough to
-- reach the month before.
select tests.as_owner(), tests.set('time_zone', 'Europe/Vaduz'), tests.set('tax_percent', '10'), tests.set('fleet_percent', '10');
update public.drivers set fleet_id = tests.id('fleet') where id = tests.id('driver');
select tests.turn((date_trunc('month', now()) + interval '1 month 5 days' - now())::interval);
select app.post_ledger('testing', 'books', null, jsonb_build_array(app.entry('wallet:' || tests.id('rider'), 100), app.entry('adjustments', -100)));
select tests.ride('PAID');
select tests.let('rider', format('select public.tip_driver(%L, 2)', tests.booking()));
select tests.turn('1 hour'), tests.ride('PENDING');
create temp table payment as select p.* from tests.create_payment(tests.booking(), 'stripe', tests.id('rider')) p;
grant select on payment to public;
select public.record_payment_event('stripe', 'evt_books', id, amount, currency, 'paid') from payment;
select tests.status();
select tests.let('driver', 'select public.request_withdrawal(1)');
select tests.let('admin', format('select public.complete_withdrawal(%L)', (select id from public.withdraw_requests where user_id = tests.id('driver'))));
select tests.act_as('admin');
select is((select sum(closing) from public.trial_balance()), 0::numeric, 'the closing balances add up to zero');
select is((select sum(opening) from public.trial_balance()), 0::numeric, 'the opening balances add up to zero');
select is((select sum(debit) - sum(credit) from public.trial_balance()), 0::numeric,
  'debits and credits of the month are equal');
select is_empty($$ select 1 from public.trial_balance() where closing <> opening - debit + credit $$, 'each account''s closing balance follows from its movements');
select is((select credit from public.trial_balance() where account = 'bank'), 1::numeric,
  'a completed withdrawal is a credit of the bank');
select is((select t.debit from public.trial_balance() t where account = 'clearing:stripe'), (select amount from payment), 'a card payment is a debit of the provider''s clearing account');
select ok((select closing > 0 from public.trial_balance() where account = 'tax'), 'the tax account has a balance due');
select is((select coalesce(sum(closing), 0) from public.trial_balance() where account = 'held'), 0::numeric, 'no money is held for finished rides');
select is((select sum(t.closing) from public.trial_balance() t where account like 'wallet.%'), (select sum(wallet_balance) from public.profiles), 'the wallet accounts add up to the people''s balances');
create temp table closed as select * from public.trial_balance();
grant select on closed to public;

-- The following month
select tests.as_owner(), tests.turn('1 month');
select tests.let('admin', format('select public.refund_booking(%L, 3, ''x'')', tests.booking()));
select tests.act_as('admin');
select results_eq($$ select account, opening from public.trial_balance() where opening <> 0 $$, $$ select account, closing from closed where closing <> 0 $$, 'the opening balances equal the previous month''s closing balances');
select is((select debit from public.trial_balance() where account = 'expense.goodwill'), 3::numeric, 'a goodwill refund appears in its own month');
select results_eq($$ select * from public.trial_balance((date_trunc('month', app.now()) - interval '1 month')::date, (date_trunc('month', app.now()) - interval '1 day')::date) $$,
  $$ select * from closed $$, 'an earlier month''s trial balance stays the same after later entries');

select lives_ok($$ select * from public.trial_balance('-infinity', 'infinity') $$, 'the trial balance accepts infinite dates');

-- A share that is taken back also takes back its tax
select is(to_jsonb(public.refund_booking(tests.booking(), (select b.customer_paid - 3 from public.bookings b where b.id = tests.booking()), 'all', true)) ->> 'amount' is not null, true, 'an admin can refund the rest out of the driver''s share');
select tests.as_owner();
select is((select coalesce(sum(e.amount), 0) from public.ledger_transactions t join public.ledger_entries e on e.transaction_id = t.id join public.ledger_accounts a on a.id = e.account_id
    where t.booking_id = tests.booking() and a.kind = 'tax'), (select round(s.tax - s.tax * least(b.customer_paid - 3, f.driver_share) / f.driver_share, 2)
    from public.bookings b join public.booking_finances f on f.booking_id = b.id, lateral (select e.amount as tax from public.ledger_transactions t
      join public.ledger_entries e on e.transaction_id = t.id join public.ledger_accounts a on a.id = e.account_id
      where t.idempotency_key = 'settlement:' || b.id and a.kind = 'tax') s where b.id = tests.booking()), 'tax on a driver''s share is reversed in proportion to the refund');

-- Deleted accounts receive no money
select tests.turn('1 hour'), tests.ride('PAID'), tests.clear_wallet('driver');
select tests.let('driver', 'select public.delete_my_account()');
select tests.act_as('rider');
select throws_ok($$ select public.tip_driver(tests.booking(), 1) $$, 'PT404', 'person_not_found', 'a rider cannot tip a driver who deleted the account');
select tests.act_as('admin');
select lives_ok($$ select public.refund_booking(tests.booking(), 1, 'x', true) $$,
  'an admin can refund a ride whose driver deleted the account');
select tests.as_owner();
select is(p.wallet_balance, 0::numeric, 'a refund takes nothing from a driver who deleted the account') from public.profiles p join public.bookings b on b.driver_id = p.id where b.id = tests.booking();
select tests.clear_wallet('rider'), tests.let('rider', 'select public.rate_booking(tests.booking())');
create temp table last as select tests.booking() as id;
grant select on last to public;
select tests.let('rider', 'select public.delete_my_account()');
select tests.act_as('admin');
select throws_ok($$ select public.refund_booking((select id from last), 1, 'x') $$, 'PT404', 'person_not_found', 'a rider who deleted the account cannot be refunded to the wallet');

-- Unused quotes are limited
select tests.as_owner();
select tests.quote('rider2') from generate_series(1, 120);
select is((select count(*) from public.fare_quotes where customer_id = tests.id('rider2') and used_at is null), 100::bigint, 'at most 100 unused quotes of a customer are kept');
set constraints all immediate;
select pass('the ledger balances after all postings of the month');
select * from finish();
