-- From the wallet to the bank, once.
select no_plan();
create function tests.request() returns uuid language sql volatile security definer as $$
  select r.id from public.withdraw_requests r order by r.id desc limit 1
$$;
create function tests.moved(name text) returns numeric language sql volatile security definer as $$
  select coalesce(sum(e.amount), 0) from public.ledger_transactions t join public.ledger_entries e on e.transaction_id = t.id
  join public.ledger_accounts a on a.id = e.account_id
  where a.name = moved.name and t.idempotency_key like 'withdrawal%' || tests.request()
$$;
select tests.fill_wallet('driver', 50), tests.fill_wallet('rider', 50), tests.set('rider_with_draw', 'false');
select tests.let('driver', 'select public.set_bank_details(''Landesbank'', ''LILALI2X'', ''LI21 0881'')');
delete from public.bank_details where user_id = tests.id('rider');
select tests.act_as('driver');
select results_eq($$ select balance, free, may_withdraw, waits_until from public.own_wallet() $$, $$ values (50::numeric, 50::numeric, true, null::timestamptz) $$, 'a driver reads what may be taken out');
select tests.act_as('rider');
select is((public.own_wallet()).may_withdraw, false, 'a rider, that nothing may');
select tests.as_owner();
select tests.as_visitor();
select throws_ok($$ select public.own_wallet() $$, '42501', null, 'a visitor reads no wallet');
select throws_ok($$ select public.request_withdrawal(10) $$, '42501', null, 'a visitor has no wallet');
select tests.act_as('rider');
select throws_ok($$ select public.request_withdrawal(10) $$, 'PT403', 'withdrawal_not_allowed', 'a rider does not withdraw while it is off');
select tests.act_as('admin');
select throws_ok($$ select public.request_withdrawal(10) $$, 'PT403', 'withdrawal_not_allowed', 'an admin withdraws nothing');
select tests.act_as('driver');
select throws_ok(format('select public.request_withdrawal(%s)', a), 'PT422', 'amount_invalid', 'not ' || a)
from unnest(array['null', '0', '-1', '0.001', '''NaN''', '''Infinity''', '''-Infinity''', '1e100', '1e-100']) a;
select throws_ok($$ select public.request_withdrawal(50.01) $$, 'PT409', 'insufficient_balance', 'a driver withdraws no cent more than there is');
select results_eq($$ select amount, processed, name from public.request_withdrawal(30, '00000000-0000-4000-8000-00000000000d') $$,
  $$ select 30::numeric, false, btrim(first_name || ' ' || last_name) from public.profiles where id = tests.id('driver') $$, 'a driver withdraws');
select is(tests.wallet_of('driver'), 20::numeric, 'the money of a withdrawal leaves the wallet');
select results_eq($$ select bank_name, bank_code, bank_account from public.withdraw_requests where id = tests.request() $$,
  $$ values ('Landesbank', 'LILALI2X', 'LI21 0881') $$, 'to where the bank details of then say');
select is((public.request_withdrawal(5, '00000000-0000-4000-8000-00000000000d')).amount, 30::numeric, 'a repeated key answers the first');
select is(tests.wallet_of('driver'), 20::numeric, 'a repeated key moves nothing');
select throws_ok($$ select public.request_withdrawal(30) $$, 'PT409', 'insufficient_balance', 'what has left is gone');
select is((select type from public.wallet_history where user_id = tests.id('driver') order by id desc limit 1), 'Withdraw', 'the history says so');
select is((select count(*) from public.withdraw_requests where id = tests.request()), 1::bigint, 'the driver reads the request');
select throws_ok($$ select public.complete_withdrawal(tests.request()) $$, 'PT403', 'not_allowed', 'the driver does not complete the own request');
select throws_ok($$ select public.reject_withdrawal(tests.request()) $$, 'PT403', 'not_allowed', 'the driver does not reject the own request');
select throws_ok($$ update public.withdraw_requests set amount = 1 $$, '42501', null, 'the driver does not change the own request');
select tests.act_as('driver2');
select is_empty($$ select 1 from public.withdraw_requests where id = tests.request() $$, 'another driver does not read it');
select tests.act_as('fleet');
select is_empty($$ select 1 from public.withdraw_requests where id = tests.request() $$, 'a fleet admin does not read it');
select throws_ok($$ select public.complete_withdrawal(tests.request()) $$, 'PT403', 'not_allowed', 'who completes none');
select tests.as_owner();
create function tests.read_by(role text) returns bigint language plpgsql as $$
begin
  update public.profiles set staff_role = read_by.role::public.staff_role where id = tests.id('admin2');
  perform tests.act_as('admin2');
  return (select count(*) from public.withdraw_requests r where r.user_id = tests.id('driver'));
end $$;
select is(tests.read_by('support'), 0::bigint, 'support does not read where withdrawals go');
select tests.as_owner();
select is(tests.read_by('dispatcher'), 0::bigint, 'a dispatcher does not read where withdrawals go');
select tests.as_owner();
select cmp_ok(tests.read_by('finance'), '>', 0::bigint, 'finance reads where withdrawals go');
select tests.as_owner();
select cmp_ok(tests.read_by('owner'), '>', 0::bigint, 'an owner reads where withdrawals go');

select tests.act_as('admin');
select throws_ok($$ select public.complete_withdrawal(gen_random_uuid()) $$, 'PT404', 'withdrawal_not_found', 'an admin completes what there is');
select tests.set('allow_critical_edits_admin', 'false');
select throws_ok($$ select public.complete_withdrawal(tests.request()) $$, 'PT403', 'demo_mode', 'not in a demo');
select throws_ok($$ select public.reject_withdrawal(tests.request()) $$, 'PT403', 'demo_mode', 'a demo rejects no withdrawal');
select tests.set('allow_critical_edits_admin', 'true');
select results_eq($$ select processed, process_date from public.complete_withdrawal(tests.request()) $$, $$ values (true, app.now()) $$, 'it is transferred');
select is((public.complete_withdrawal(tests.request())).processed, true, 'once, however often');
select is(tests.moved('bank'), 30::numeric, 'from the bank');
select is(tests.moved('payouts_pending'), 0::numeric, 'a completed withdrawal is pending no more');
select throws_ok($$ select public.reject_withdrawal(tests.request()) $$, 'PT409', 'withdrawal_closed', 'too late to reject');
select is((select count(*) from public.audit_log where action = 'complete_withdrawal' and target_id = tests.request()::text), 1::bigint, 'audited');
select isnt_empty($$ select 1 from public.wallet_history where user_id = tests.id('driver') $$, 'a completed withdrawal is in the history');

select tests.act_as('driver');
select (public.request_withdrawal(20)).id;
select tests.act_as('admin');
select is((public.reject_withdrawal(tests.request(), ' wrong account ')).reason, 'wrong account', 'another is rejected');
select is((public.reject_withdrawal(tests.request())).reason, 'wrong account', 'once');
select is(tests.wallet_of('driver'), 20::numeric, 'a rejected amount is back in the wallet');
select throws_ok($$ select public.complete_withdrawal(tests.request()) $$, 'PT409', 'withdrawal_closed', 'not to be transferred');
select tests.set('rider_with_draw', 'true');
select tests.act_as('rider');
select is((public.request_withdrawal(50)).amount, 50::numeric, 'riders withdraw where they may');
select results_eq($$ select bank_name, bank_code, bank_account from public.withdraw_requests where id = tests.request() $$, $$ values ('', '', '') $$,
  'each empty where none are known');

-- The list
select throws_ok($$ select public.list_withdrawals() $$, 'PT403', 'not_allowed', 'a rider has no list of them');
select tests.as_owner();
update public.withdraw_requests set bank_name = 'LLB', bank_code = 'LILALI2X', bank_account = 'LI21 0881 0000 2324 013A A' where id = tests.request();
select tests.act_as('admin');
select is((select count(*) from public.list_withdrawals()), (select count(*) from public.withdraw_requests), 'admins list all');
select results_eq($$ select user_id, bank_account from public.list_withdrawals(status => 'open') $$, $$ values (tests.id('rider'), 'LI21 0881 0000 2324 013A A') $$, 'admins list the withdrawals that wait');
select is((select l.row_count from public.access_log l where l.what = 'withdrawals' order by l.id desc limit 1), 1, 'the access log notes how many an admin was shown');
select is((select count(*) from public.list_withdrawals(page_size => 1) a, public.list_withdrawals(after_value => a.date::text, after_id => a.id) b),
  (select count(*) - 1 from public.withdraw_requests), 'in pages that follow one another');
select tests.set('allow_critical_edits_admin', 'false');
select results_eq($$ select bank_name, bank_code, bank_account from public.list_withdrawals(user_id => tests.id('rider')) $$,
  $$ values ('LLB', '***2X', '*** A') $$, 'a demo masks where the money goes');
select is_empty($$ select 1 from public.withdraw_requests $$, 'the table shows an admin nothing in a demo');
select tests.act_as('rider');
select is((select bank_account from public.withdraw_requests), 'LI21 0881 0000 2324 013A A', 'people see their own');
select tests.as_owner();
set constraints all immediate;
select pass('the ledger adds up after withdrawals');
select * from finish();
