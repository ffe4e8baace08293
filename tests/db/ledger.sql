-- The ledger: balanced, append-only, equal to the wallets' balances, readable only by the people concerned.
select no_plan();
create function tests.wallet(name text) returns text language sql stable security definer as $$ select 'wallet:' || tests.id(name) $$;
create function tests.post(key text, entries jsonb) returns bigint language sql volatile security definer as $$
  select app.post_ledger('testing', key, null, entries)
$$;
create function tests.two(a text, b text, amount numeric) returns jsonb language sql immutable as $$
  select jsonb_build_array(app.entry(a, amount), app.entry(b, -amount))
$$;

select tests.as_owner();
select ok(tests.post('one', tests.two(tests.wallet('rider'), 'adjustments', 20)) > 0, 'a balanced transaction is posted');
select ok(app.ledger_has_entries(), 'ledger_has_entries is true after a transaction');
select is(tests.wallet_of('rider'), 20::numeric, 'a posted transaction changes the wallet''s balance');
select is(tests.post('one', tests.two(tests.wallet('rider'), 'adjustments', 50)), (select id from public.ledger_transactions where idempotency_key = 'one'),
  'a repeated key answers the first transaction');
select is(tests.wallet_of('rider'), 20::numeric, 'a repeated key does not change the balance');
select ok(tests.post('two', jsonb_build_array(app.entry(tests.wallet('driver'), 20), app.entry(tests.wallet('driver'), -17),
  app.entry('revenue.convenience', 2), app.entry('expense.promotions', -5), app.entry('tax', 0))) > 0, 'a transaction can have two entries for one wallet');
select is(tests.wallet_of('driver'), 3::numeric, 'two entries for one wallet both count in its balance');
select results_eq($$ select e.amount, e.balance from public.ledger_entries e join public.ledger_accounts a on a.id = e.account_id
  where a.user_id = tests.id('driver') order by e.id $$, $$ values (20::numeric, 20::numeric), (-17, 3) $$, 'each entry stores the wallet''s balance after it, in order');
select is((select count(*) from public.ledger_entries e join public.ledger_transactions t on t.id = e.transaction_id where t.idempotency_key = 'two'), 4::bigint,
  'an entry of zero is not stored');
set constraints all immediate;
select pass('the ledger balances after the transactions');
set constraints all deferred;

-- Refused, also for the database owner
select throws_ok($$ select tests.post('x', jsonb_build_array(app.entry('bank', 1))) $$, '23514', null, 'an unbalanced transaction is refused');
select throws_ok($$ select tests.post('x', tests.two('bank', 'tax', 'NaN')) $$, null, null,
  'a transaction with an amount of NaN is refused');
select throws_ok($$ select tests.post('x', tests.two('bank', 'tax', 'Infinity')) $$, null, null,
  'a transaction with an infinite amount is refused');
select throws_ok($$ select tests.post('x', tests.two('bank', 'tax', 1e12)) $$, '23514', null,
  'a transaction with an amount of 10^12 is refused');
select throws_ok($$ select tests.post('x', tests.two('bank', 'tax', 0.00001)) $$, '23514', null, 'a transaction with an amount of five decimals is refused');
select throws_ok($$ select tests.post('x', tests.two('bank', 'pocket', 1)) $$, '23514', null,
  'a transaction with an unknown account is refused');
select throws_ok($$ select tests.post('x', tests.two('bank', 'wallet:' || gen_random_uuid(), 1)) $$, '23503', null, 'a transaction with the wallet of an unknown person is refused');
select throws_ok($$ select tests.post('x', tests.two('bank', 'clearing', 1)) $$, '23514', null,
  'a transaction with a clearing account without a provider is refused');
select throws_ok($$ update public.ledger_entries set amount = 1 $$, 'PT409', 'append_only',
  'updating a ledger entry is refused');
select throws_ok($$ delete from public.ledger_entries $$, 'PT409', 'append_only', 'deleting a ledger entry is refused');
select throws_ok($$ truncate public.ledger_entries $$, 'PT409', 'append_only', 'truncating the ledger entries is refused');
select throws_ok($$ update public.ledger_transactions set kind = 'other' $$, 'PT409', 'append_only',
  'updating a ledger transaction is refused');
select throws_ok($$ delete from public.ledger_transactions $$, 'PT409', 'append_only',
  'deleting a ledger transaction is refused');
select throws_ok($$ truncate public.ledger_transactions cascade $$, 'PT409', 'append_only', 'truncating the ledger transactions is refused');
select throws_ok($$ update public.ledger_accounts set user_id = tests.id('rider2') where user_id = tests.id('rider') $$, 'PT409', 'append_only', 'giving a ledger account to another person is refused');
select throws_ok($$ delete from public.ledger_accounts $$, 'PT409', 'append_only', 'deleting ledger accounts is refused');
create function tests.forge(statement text) returns void language plpgsql as $$
begin
  execute statement;
  set constraints all immediate;
  set constraints all deferred;
end $$;
select throws_ok($$ select tests.forge($f$ update public.profiles set wallet_balance = 100 where id = tests.id('rider') $f$) $$, '23514', null,
  'changing a balance without an entry is refused');
select throws_ok($$ select tests.forge($f$ update public.profiles set wallet_balance = 100 where id = tests.id('rider');
  select tests.post('x', tests.two(tests.wallet('rider'), 'adjustments', 5)) $f$) $$, '23514', null, 'changing a balance is refused also when an entry follows');
select throws_ok($$ select tests.forge($f$ update public.profiles set wallet_balance = 'NaN' where id = tests.id('rider2') $f$) $$, '23514', null, 'setting a balance to NaN is refused');
select throws_ok($$ select tests.forge($f$ insert into public.ledger_entries (transaction_id, account_id, amount)
  select max(id), app.ledger_account(tests.wallet('rider')), 5 from public.ledger_transactions $f$) $$, '23514', null, 'inserting an entry without its counterpart is refused');
select lives_ok($$ select tests.forge($f$ insert into public.ledger_entries (id, transaction_id, account_id, amount, balance)
  select 1, (select max(id) from public.ledger_transactions), app.ledger_account(v.name), v.amount, 1000
  from (values (tests.wallet('rider'), 1), (tests.wallet('rider'), 1), ('adjustments', -2)) v (name, amount) $f$) $$, 'the database owner can insert balanced entries by hand');
select results_eq($$ select tests.wallet_of('rider'), (select e.balance from public.ledger_entries e join public.ledger_accounts a on a.id = e.account_id
  where a.user_id = tests.id('rider') order by e.id desc limit 1) $$, $$ values (22::numeric, 22::numeric) $$, 'entries inserted by hand get the real balances');

-- Read access
select tests.act_as('rider');
select results_eq($$ select amount from public.ledger_entries order by id $$, $$ values (20::numeric), (1), (1) $$, 'a rider can read the own ledger entries');
select is((select count(*) from public.ledger_transactions), 2::bigint, 'a rider can read the transactions of the own entries');
select is((select count(*) from public.ledger_accounts), 1::bigint, 'a rider can read the own ledger account');
select throws_ok($$ insert into public.ledger_transactions (kind, idempotency_key) values ('mine', 'mine') $$, '42501', null, 'a rider cannot insert a ledger transaction');
select throws_ok($$ insert into public.ledger_entries (id, transaction_id, account_id, amount) values (1, 1, 1, 1) $$, '42501', null, 'a rider cannot insert a ledger entry');
select throws_ok($$ select app.post_ledger('mine', 'mine', null, '[]') $$, '42501', null, 'a rider cannot call post_ledger');
select throws_ok($$ update public.profiles set wallet_balance = 1000 $$, '42501', null, 'a rider cannot set the own balance');
select tests.act_as('rider2');
select is_empty($$ select 1 from public.ledger_entries $$, 'another rider cannot read the ledger entries');
select is_empty($$ select 1 from public.ledger_transactions $$, 'another rider cannot read the ledger transactions');
select tests.act_as('fleet');
select is_empty($$ select 1 from public.ledger_entries $$, 'a fleet admin cannot read the ledger entries of others');
select tests.act_as('admin');
select is((select sum(amount) from public.ledger_entries), 0::numeric,
  'an admin can read all ledger entries, which add up to zero');
select throws_ok($$ insert into public.ledger_entries (id, transaction_id, account_id, amount) values (1, 1, 1, 1) $$, '42501', null, 'an admin cannot insert a ledger entry');
select tests.as_visitor();
select throws_ok($$ select 1 from public.ledger_entries $$, '42501', null, 'a visitor cannot read ledger entries');
select tests.as_service();
select throws_ok($$ insert into public.ledger_transactions (kind, idempotency_key) values ('mine', 'mine') $$, '42501', null, 'the service role cannot insert a ledger transaction');
select throws_ok($$ delete from public.ledger_entries $$, '42501', null, 'the service role cannot delete ledger entries');

-- Broadcast
select tests.as_owner();
select is((select count(*) from tests.events_of('user:' || tests.id('driver')) e where e = 'wallet'), 1::bigint, 'a ledger transaction is broadcast once to the wallet''s owner');
select * from finish();
