-- Withdrawals from the wallet to the bank, each paid once.
select no_plan();
create function tests.request() returns uuid language sql volatile security definer as $$
  select r.id from public.withdraw_requests r order by r.id desc limit 1
$$;
create function tests.posted_to(name text) returns numeric language sql volatile security definer as $$
  select coalesce(sum(e.amount), 0) from public.ledger_transactions t join public.ledger_entries e on e.transaction_id = t.id
  join public.ledger_accounts a on a.id = e.account_id
  where a.name = posted_to.name and t.idempotency_key like 'withdrawal%' || tests.request()
$$;
select tests.fill_wallet('driver', 50), tests.fill_wallet('rider', 50), tests.set('rider_with_draw', 'false');
select tests.let('driver', 'select public.set_bank_details(''Landesbank'', ''LILALI2X'', ''LI21 0881'')');
delete from public.bank_details where user_id = tests.id('rider');
select tests.act_as('driver');
select results_eq($$ select balance, free, can_withdraw, waits_until from public.own_wallet() $$, $$ values (50::numeric, 50::numeric, true, null::timestamptz) $$, 'a driver reads the withdrawable amount');
select tests.act_as('rider');
select is((public.own_wallet()).can_withdraw, false, 'a rider reads that withdrawals are not allowed');
select tests.as_owner();
select tests.as_visitor();
select throws_ok($$ select public.own_wallet() $$, '42501', null, 'a visitor cannot read a wallet');
select throws_ok($$ select public.request_withdrawal(10) $$, '42501', null, 'a visitor cannot request a withdrawal');
select tests.act_as('rider');
select throws_ok($$ select public.request_withdrawal(10) $$, 'PT403', 'withdrawal_not_allowed', 'a rider cannot withdraw while rider_with_draw is off');
select tests.act_as('admin');
select throws_ok($$ select public.request_withdrawal(10) $$, 'PT403', 'withdrawal_not_allowed', 'an admin cannot request a withdrawal');
select tests.act_as('driver');
select throws_ok(format('select public.request_withdrawal(%s)', a), 'PT422', 'amount_invalid', 'a withdrawal is refused for the amount ' || a)
from unnest(array['null', '0', '-1', '0.001', '''NaN''', '''Infinity''', '''-Infinity''', '1e100', '1e-100']) a;
select throws_ok($$ select public.request_withdrawal(50.01) $$, 'PT409', 'insufficient_balance', 'a driver cannot withdraw a cent more than the balance');
select results_eq($$ select amount, processed, name from public.request_withdrawal(30, '00000000-0000-4000-8000-00000000000d') $$,
  -- Spec 1.10, 3.47
  $$ select 30::numeric, false, btrim(first_name || ' ' || last_name) from public.profiles where id = tests.id('driver') $$, 'a driver requests a withdrawal');
select is(tests.wallet_of('driver'), 20::numeric, 'the amount of a requested withdrawal leaves the wallet');
select results_eq($$ select bank_name, bank_code, bank_account from public.withdraw_requests where id = tests.request() $$,
  -- Spec 3.47
  $$ values ('Landesbank', 'LILALI2X', 'LI21 0881') $$, 'a withdrawal stores the bank details of its time');
select is((public.request_withdrawal(5, '00000000-0000-4000-8000-00000000000d')).amount, 30::numeric, 'a withdrawal with a repeated key returns the first');
select is(tests.wallet_of('driver'), 20::numeric, 'a withdrawal with a repeated key does not change the balance');
select throws_ok($$ select public.request_withdrawal(30) $$, 'PT409', 'insufficient_balance', 'a driver cannot withdraw the same money twice');
-- Spec 3.18
select is((select type from public.wallet_history where user_id = tests.id('driver') order by id desc limit 1), 'Withdraw', 'the wallet''s history shows a withdrawal');
-- Spec 7.48
select is((select count(*) from public.withdraw_requests where id = tests.request()), 1::bigint, 'the driver reads the own withdrawal');
select throws_ok($$ select public.complete_withdrawal(tests.request()) $$, 'PT403', 'not_allowed', 'the driver cannot complete the own withdrawal');
select throws_ok($$ select public.reject_withdrawal(tests.request()) $$, 'PT403', 'not_allowed', 'the driver cannot reject the own withdrawal');
select throws_ok($$ update public.withdraw_requests set amount = 1 $$, '42501', null, 'the driver cannot update the own withdrawal');
select tests.act_as('driver2');
select is_empty($$ select 1 from public.withdraw_requests where id = tests.request() $$, 'another driver cannot read the withdrawal');
select tests.act_as('fleet');
select is_empty($$ select 1 from public.withdraw_requests where id = tests.request() $$, 'a fleet admin cannot read the withdrawal');
-- Spec 6.11
select throws_ok($$ select public.complete_withdrawal(tests.request()) $$, 'PT403', 'not_allowed', 'a fleet admin cannot complete the withdrawal');
select tests.as_owner();
create function tests.read_by(role text) returns bigint language plpgsql as $$
begin
  update public.profiles set staff_role = read_by.role::public.staff_role where id = tests.id('admin2');
  perform tests.act_as('admin2');
  return (select count(*) from public.withdraw_requests r where r.user_id = tests.id('driver'));
end $$;
select is(tests.read_by('support'), 0::bigint, 'an admin with the support role cannot read withdrawals');
select tests.as_owner();
select is(tests.read_by('dispatcher'), 0::bigint, 'a dispatcher cannot read withdrawals');
select tests.as_owner();
select is(tests.read_by('finance'), 0::bigint, 'an admin with the finance role cannot read withdrawals in the table, where no read is logged');
select tests.as_owner();
select is(tests.read_by('owner'), 0::bigint, 'an owner cannot read withdrawals in the table, where no read is logged');
select cmp_ok((select count(*) from tests.list_withdrawals(user_id => tests.id('driver'))), '>', 0::bigint, 'an owner reads withdrawals in their list');

select tests.act_as('admin');
select throws_ok($$ select public.complete_withdrawal(gen_random_uuid()) $$, 'PT404', 'withdrawal_not_found', 'an admin cannot complete a withdrawal that does not exist');
select tests.set('allow_critical_edits_admin', 'false');
-- Spec 6.30
select throws_ok($$ select public.complete_withdrawal(tests.request()) $$, 'PT403', 'demo_mode', 'an admin cannot complete a withdrawal in demo mode');
select throws_ok($$ select public.reject_withdrawal(tests.request()) $$, 'PT403', 'demo_mode', 'an admin cannot reject a withdrawal in demo mode');
select tests.set('allow_critical_edits_admin', 'true');
-- Spec 4.60, 6.11, 7.31
select results_eq($$ select processed, process_date from public.complete_withdrawal(tests.request()) $$, $$ values (true, app.now()) $$, 'an admin completes a withdrawal');
-- Spec 4.60
select is((public.complete_withdrawal(tests.request())).processed, true, 'an admin can complete a withdrawal twice');
select is(tests.posted_to('bank'), 30::numeric, 'a completed withdrawal is booked from the bank once');
select is(tests.posted_to('payouts_pending'), 0::numeric, 'a completed withdrawal is no longer pending');
select throws_ok($$ select public.reject_withdrawal(tests.request()) $$, 'PT409', 'withdrawal_closed', 'a completed withdrawal cannot be rejected');
select is((select count(*) from public.audit_log where action = 'complete_withdrawal' and target_id = tests.request()::text), 1::bigint, 'a completed withdrawal is audited once');
select isnt_empty($$ select 1 from public.wallet_history where user_id = tests.id('driver') $$, 'an admin reads the driver''s wallet history');

select tests.act_as('driver');
select (public.request_withdrawal(20)).id;
select tests.act_as('admin');
select is((public.reject_withdrawal(tests.request(), ' wrong account ')).reason, 'wrong account', 'an admin rejects a withdrawal with a reason');
select is((public.reject_withdrawal(tests.request())).reason, 'wrong account', 'a second rejection of a withdrawal keeps the reason');
select is(tests.wallet_of('driver'), 20::numeric, 'the amount of a rejected withdrawal is back in the wallet');
select throws_ok($$ select public.complete_withdrawal(tests.request()) $$, 'PT409', 'withdrawal_closed', 'a rejected withdrawal cannot be completed');
select tests.set('rider_with_draw', 'true');
select tests.act_as('rider');
select is((public.request_withdrawal(50)).amount, 50::numeric, 'a rider withdraws while rider_with_draw is on');
select results_eq($$ select bank_name, bank_code, bank_account from public.withdraw_requests where id = tests.request() $$, $$ values ('', '', '') $$,
  -- Spec 3.47
  'a withdrawal without bank details stores empty ones');

-- The list
select throws_ok($$ select tests.list_withdrawals() $$, 'PT403', 'not_allowed', 'a rider cannot list withdrawals');
select tests.as_owner();
update public.withdraw_requests set bank_name = 'LLB', bank_code = 'LILALI2X', bank_account = 'LI21 0881 0000 2324 013A A' where id = tests.request();
create temp table asked as select count(*) as n from public.withdraw_requests;
grant select on asked to public;
select tests.act_as('admin');
select is((select count(*) from tests.list_withdrawals()), (select n from asked), 'an admin lists all withdrawals');
select results_eq($$ select user_id, bank_account from tests.list_withdrawals(status => 'open') $$, $$ values (tests.id('rider'), 'LI21 0881 0000 2324 013A A') $$, 'an admin lists open withdrawals with their accounts');
select is((select l.row_count from public.access_log l where l.what = 'withdrawals' order by l.id desc limit 1), 3, 'the access log holds of how many people an admin read withdrawals');
select results_eq($$ select id from tests.list_withdrawals(withdrawal_id => tests.request()) $$, $$ values (tests.request()) $$, 'an admin reads one withdrawal');
select is((select count(*) from tests.list_withdrawals(page_size => 1) a, tests.list_withdrawals(after_value => a.date::text, after_id => a.id) b),
  (select n - 1 from asked), 'withdrawals are listed in pages');
select tests.set('allow_critical_edits_admin', 'false');
select results_eq($$ select bank_name, bank_code, bank_account from tests.list_withdrawals(user_id => tests.id('rider')) $$,
  $$ values ('LLB', '***2X', '*** A') $$, 'the bank details in the list are masked in demo mode');
select is_empty($$ select 1 from public.withdraw_requests $$, 'an admin cannot read withdrawals in the table in demo mode');
select tests.act_as('rider');
select is((select bank_account from public.withdraw_requests), 'LI21 0881 0000 2324 013A A', 'a rider reads the own bank account in the withdrawal');
select tests.as_owner();
set constraints all immediate;
select pass('the ledger balances after withdrawals');
select * from finish();
