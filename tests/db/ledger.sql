-- The ledger: zero-sum, append-only, equal to the balances, read by whom it concerns.
select no_plan();
create function tests.wallet(name text) returns text language sql stable security definer as $$ select 'wallet:' || tests.id(name) $$;
create function tests.post(key text, entries jsonb) returns bigint language sql volatile security definer as $$
  select app.post_ledger('testing', key, null, entries)
$$;
create function tests.balance(name text) returns numeric language sql volatile security definer as $$
  select p.wallet_balance from public.profiles p where p.id = tests.id(name)
$$;
create function tests.two(a text, b text, amount numeric) returns jsonb language sql immutable as $$
  select jsonb_build_array(app.entry(a, amount), app.entry(b, -amount))
$$;

select tests.as_owner();
select ok(tests.post('one', tests.two(tests.wallet('rider'), 'adjustments', 20)) > 0, 'money moves between accounts');
select ok(app.ledger_has_entries(), 'the ledger knows that money moves between accounts');
select is(tests.balance('rider'), 20::numeric, 'the wallet follows');
select is(tests.post('one', tests.two(tests.wallet('rider'), 'adjustments', 50)), (select id from public.ledger_transactions where idempotency_key = 'one'),
  'a repeated key answers the first transaction');
select is(tests.balance('rider'), 20::numeric, 'a repeated key moves nothing');
select ok(tests.post('two', jsonb_build_array(app.entry(tests.wallet('driver'), 20), app.entry(tests.wallet('driver'), -17),
  app.entry('revenue.convenience', 2), app.entry('expense.promotions', -5), app.entry('tax', 0))) > 0, 'a wallet may move twice in one transaction');
select is(tests.balance('driver'), 3::numeric, 'its balance is both');
select results_eq($$ select e.amount, e.balance from public.ledger_entries e join public.ledger_accounts a on a.id = e.account_id
  where a.user_id = tests.id('driver') order by e.id $$, $$ values (20::numeric, 20::numeric), (-17, 3) $$, 'step by step, in order');
select is((select count(*) from public.ledger_entries e join public.ledger_transactions t on t.id = e.transaction_id where t.idempotency_key = 'two'), 4::bigint,
  'nothing is written for nothing');
set constraints all immediate;
select pass('all of it adds up');
set constraints all deferred;

-- What is refused, even to the owner
select throws_ok($$ select tests.post('x', jsonb_build_array(app.entry('bank', 1))) $$, '23514', null, 'a transaction that is not zero');
select throws_ok($$ select tests.post('x', tests.two('bank', 'tax', 'NaN')) $$, null, null, 'an amount that is no number');
select throws_ok($$ select tests.post('x', tests.two('bank', 'tax', 'Infinity')) $$, null, null, 'an infinite amount');
select throws_ok($$ select tests.post('x', tests.two('bank', 'tax', 1e12)) $$, '23514', null, 'an amount beyond reason');
select throws_ok($$ select tests.post('x', tests.two('bank', 'tax', 0.00001)) $$, '23514', null, 'an amount of too many digits');
select throws_ok($$ select tests.post('x', tests.two('bank', 'pocket', 1)) $$, '23514', null, 'an account of no kind');
select throws_ok($$ select tests.post('x', tests.two('bank', 'wallet:' || gen_random_uuid(), 1)) $$, '23503', null, 'a wallet of nobody');
select throws_ok($$ select tests.post('x', tests.two('bank', 'clearing', 1)) $$, '23514', null, 'clearing without a provider');
select throws_ok($$ update public.ledger_entries set amount = 1 $$, 'PT409', 'append_only', 'changing an entry');
select throws_ok($$ delete from public.ledger_entries $$, 'PT409', 'append_only', 'deleting one');
select throws_ok($$ truncate public.ledger_entries $$, 'PT409', 'append_only', 'deleting all');
select throws_ok($$ update public.ledger_transactions set kind = 'other' $$, 'PT409', 'append_only', 'changing a transaction');
select throws_ok($$ delete from public.ledger_transactions $$, 'PT409', 'append_only', 'deleting one transaction is refused');
select throws_ok($$ truncate public.ledger_transactions cascade $$, 'PT409', 'append_only', 'deleting all transactions is refused');
select throws_ok($$ update public.ledger_accounts set user_id = tests.id('rider2') where user_id = tests.id('rider') $$, 'PT409', 'append_only', 'giving a wallet away');
select throws_ok($$ delete from public.ledger_accounts $$, 'PT409', 'append_only', 'closing accounts');
create function tests.forge(statement text) returns void language plpgsql as $$
begin
  execute statement;
  set constraints all immediate;
  set constraints all deferred;
end $$;
select throws_ok($$ select tests.forge($f$ update public.profiles set wallet_balance = 100 where id = tests.id('rider') $f$) $$, '23514', null,
  'a balance that no entry made');
select throws_ok($$ select tests.forge($f$ update public.profiles set wallet_balance = 100 where id = tests.id('rider');
  select tests.post('x', tests.two(tests.wallet('rider'), 'adjustments', 5)) $f$) $$, '23514', null, 'a balance that an entry follows is refused');
select throws_ok($$ select tests.forge($f$ update public.profiles set wallet_balance = 'NaN' where id = tests.id('rider2') $f$) $$, '23514', null, 'a balance that is no number is refused');
select throws_ok($$ select tests.forge($f$ insert into public.ledger_entries (transaction_id, account_id, amount)
  select max(id), app.ledger_account(tests.wallet('rider')), 5 from public.ledger_transactions $f$) $$, '23514', null, 'an entry without its other side');
select lives_ok($$ select tests.forge($f$ insert into public.ledger_entries (id, transaction_id, account_id, amount, balance)
  select 1, (select max(id) from public.ledger_transactions), app.ledger_account(v.name), v.amount, 1000
  from (values (tests.wallet('rider'), 1), (tests.wallet('rider'), 1), ('adjustments', -2)) v (name, amount) $f$) $$, 'entries written by hand');
select results_eq($$ select tests.balance('rider'), (select e.balance from public.ledger_entries e join public.ledger_accounts a on a.id = e.account_id
  where a.user_id = tests.id('rider') order by e.id desc limit 1) $$, $$ values (22::numeric, 22::numeric) $$, 'count what they are worth');

-- Who reads
select tests.act_as('rider');
select results_eq($$ select amount from public.ledger_entries order by id $$, $$ values (20::numeric), (1), (1) $$, 'a rider reads the own entries');
select is((select count(*) from public.ledger_transactions), 2::bigint, 'with their transactions');
select is((select count(*) from public.ledger_accounts), 1::bigint, 'a rider reads the own account');
select throws_ok($$ insert into public.ledger_transactions (kind, idempotency_key) values ('mine', 'mine') $$, '42501', null, 'a rider writes no transactions');
select throws_ok($$ insert into public.ledger_entries (id, transaction_id, account_id, amount) values (1, 1, 1, 1) $$, '42501', null, 'of them');
select throws_ok($$ select app.post_ledger('mine', 'mine', null, '[]') $$, '42501', null, 'a rider does not post');
select throws_ok($$ update public.profiles set wallet_balance = 1000 $$, '42501', null, 'a rider does not set the own balance');
select tests.act_as('rider2');
select is_empty($$ select 1 from public.ledger_entries $$, 'another rider reads none');
select is_empty($$ select 1 from public.ledger_transactions $$, 'another rider reads no transactions');
select tests.act_as('fleet');
select is_empty($$ select 1 from public.ledger_entries $$, 'a fleet admin reads no entries');
select tests.act_as('admin');
select is((select sum(amount) from public.ledger_entries), 0::numeric, 'an admin reads all, and it is zero');
select throws_ok($$ insert into public.ledger_entries (id, transaction_id, account_id, amount) values (1, 1, 1, 1) $$, '42501', null, 'an admin writes no entries');
select tests.as_visitor();
select throws_ok($$ select 1 from public.ledger_entries $$, '42501', null, 'a visitor reads nothing');
select tests.as_service();
select throws_ok($$ insert into public.ledger_transactions (kind, idempotency_key) values ('mine', 'mine') $$, '42501', null, 'not even the service role writes');
select throws_ok($$ delete from public.ledger_entries $$, '42501', null, 'not even the service role deletes entries');

-- Broadcast
select tests.as_owner();
select is((select count(*) from tests.events_of('user:' || tests.id('driver')) e where e = 'wallet'), 1::bigint, 'the person hears of it');
select * from finish();
