-- Bank statements: what a line completes, what it posts, and what staff must check.
select no_plan();
create function tests.add_money(name text, amount numeric) returns void language sql volatile security definer as $$
  select app.post_ledger('testing', gen_random_uuid()::text, null, jsonb_build_array(app.entry('wallet:' || tests.id(name), amount), app.entry('adjustments', -amount)))
$$;
create function tests.line(reference text, amount numeric, more jsonb default '{}') returns jsonb language sql stable security definer as $$
  select jsonb_build_object('reference', reference, 'amount', amount::text, 'currency', 'CHF', 'booked_on', app.today()) || more
$$;
create function tests.outcome(reference text) returns text language sql volatile security definer as $$
  select l.outcome from public.bank_lines l where l.reference = outcome.reference
$$;
create function tests.asked(n integer) returns uuid language sql volatile security definer as $$
  select r.id from public.withdraw_requests r where r.user_id = tests.id('driver') order by r.id offset n - 1 limit 1
$$;
create function tests.bank_line(reference text) returns bigint language sql volatile security definer as $$ select l.id from public.bank_lines l where l.reference = bank_line.reference $$;
delete from public.bank_details;
select tests.clear_wallet('driver'), tests.add_money('driver', 500), tests.set('payout_limit', '1');
select tests.let('driver', format('select public.request_withdrawal(%s)', a)) from unnest('{10,20,30,40,50,60}'::integer[]) a;
select app.post_ledger('testing', 'clearing', null, jsonb_build_array(app.entry('clearing:stripe', -300), app.entry('adjustments', 300)));
select tests.let('admin', format('select public.reject_withdrawal(%L)', tests.asked(4)));

select tests.as_visitor();
select throws_ok($$ select * from public.match_statement('[]') $$, '42501', null, 'a visitor cannot import a bank statement');
select tests.act_as('driver');
select throws_ok($$ select * from public.match_statement('[]') $$, 'PT403', 'not_allowed', 'a driver cannot import a bank statement');
select throws_ok($$ select * from tests.list_bank_lines() $$, 'PT403', 'not_allowed', 'a driver cannot list bank lines');
select throws_ok($$ select * from public.assign_bank_line(1, 'fees') $$, 'PT403', 'not_allowed', 'a driver cannot assign a bank line');
select tests.act_as('admin');
select tests.set('allow_critical_edits_admin', 'false');
select throws_ok($$ select * from public.match_statement('[]') $$, 'PT403', 'demo_mode', 'an admin cannot import a bank statement in demo mode');
select throws_ok($$ select * from tests.list_bank_lines() $$, 'PT403', 'demo_mode', 'an admin cannot list bank lines in demo mode');
select tests.set('allow_critical_edits_admin', 'true');
select throws_ok(format('select * from public.match_statement(%L)', e), 'PT422', 'statement_invalid', 'a bank statement is refused: ' || e) from (values
  ('{}'), ('[1]'), ('[{}]'), ('[{"reference": "a", "amount": "1", "currency": "CHF"}]'), ('[{"reference": "a", "amount": "x", "currency": "CHF", "booked_on": "2026-01-01"}]'),
  ('[{"reference": "a", "amount": "NaN", "currency": "CHF", "booked_on": "2026-01-01"}]'), ('[{"reference": "a", "amount": "1e99", "currency": "CHF", "booked_on": "2026-01-01"}]'),
  ('[{"reference": "a", "amount": "0", "currency": "CHF", "booked_on": "2026-01-01"}]'), ('[{"reference": "a", "amount": "1", "currency": "francs", "booked_on": "2026-01-01"}]'),
  ('[{"reference": "", "amount": "1", "currency": "CHF", "booked_on": "2026-01-01"}]'), ('[{"reference": "a", "amount": "1", "currency": "CHF", "booked_on": "2026-02-31"}]')) v (e);
select throws_ok($$ select * from public.match_statement('[]', '{"day": "x", "balance": 1}') $$, 'PT422', 'statement_invalid', 'a closing balance without a valid day is refused');

-- Matching
create temp table answers as select * from public.match_statement(jsonb_build_array(
  tests.line('b1', -10, jsonb_build_object('end_to_end_id', replace(tests.asked(1)::text, '-', ''), 'name', U&'Lukas\202E Marxer')),
  tests.line('b2', -21, jsonb_build_object('end_to_end_id', upper(replace(tests.asked(2)::text, '-', '')))),
  tests.line('b3', -30, jsonb_build_object('end_to_end_id', tests.asked(3), 'currency', 'EUR')),
  tests.line('b4', -40, jsonb_build_object('end_to_end_id', tests.asked(4))),
  tests.line('b5', 280.5, '{"name": "STRIPE PAYMENTS EUROPE", "note": "STRIPE K4 payout"}'),
  tests.line('b6', 12, '{"note": "Stripes and dots"}'),
  tests.line('b7', -3.2, '{"note": "Fee"}'),
  tests.line('b8', -5, '{"provider": "stripe"}'),
  tests.line('b9', 77, '{"end_to_end_id": "NOTPROVIDED"}')), '{"day": "2026-01-02", "balance": 1234.56}');
select results_eq($$ select reference, outcome, duplicate, provider from answers $$, $$ values ('b1', 'withdrawal', false, null), ('b2', 'amount_differs', false, null),
  ('b3', 'currency_differs', false, null), ('b4', 'withdrawal_closed', false, null), ('b5', 'provider_payout', false, 'stripe'), ('b6', 'unmatched', false, null),
  ('b7', 'unmatched', false, null), ('b8', 'provider_payout', false, 'stripe'), ('b9', 'unmatched', false, null) $$, 'each line of a bank statement has an outcome');
select is((select w.processed from tests.list_withdrawals(status => 'processed') w where w.id = tests.asked(1)), true, 'a bank line completes its withdrawal regardless of payout_limit');
select is((select count(*) from tests.list_withdrawals(status => 'processed', user_id => tests.id('driver'))), 1::bigint, 'a bank line of another amount, currency or state completes no withdrawal');
select is((select name from tests.list_bank_lines() where reference = 'b1'), 'Lukas Marxer', 'names in a bank line lose direction overrides');
select is(tests.booked('bank'), -265.5::numeric, 'the bank account of the ledger has the sum of the posted lines');
select is(tests.booked('clearing:stripe'), -24.5::numeric, 'a provider''s clearing account changes by its payouts and reversals');
select is((select count(*) from public.match_statement(jsonb_build_array(tests.line('b1', -10), tests.line('b5', 280.5))) where duplicate), 2::bigint, 'the lines of a repeated statement are marked as duplicates');
select is(tests.booked('bank'), -265.5::numeric, 'a repeated statement posts nothing');
select is((select balance from public.bank_balances where day = '2026-01-02'), 1234.56, 'the closing balance of a statement is stored');
select is((select count(*) from public.audit_log where action = 'match_statement'), 1::bigint, 'an imported statement is audited once');
select tests.set('payout_limit', null);
select (public.complete_withdrawal(tests.asked(5))).id;
select is((select outcome from public.match_statement(jsonb_build_array(tests.line('c1', -50, jsonb_build_object('end_to_end_id', tests.asked(5)))))), 'already_paid', 'a withdrawal that was completed by hand is recognised in a bank line');
select is((select transaction_id is not null from tests.list_bank_lines() where reference = 'c1'), true, 'a bank line of a completed withdrawal refers to its transaction');
select is((select outcome from public.match_statement(jsonb_build_array(tests.line('c2', -50, jsonb_build_object('end_to_end_id', tests.asked(5)))))), 'withdrawal_closed', 'a second bank line of a withdrawal completed by hand is left for staff');
select is((select outcome from public.match_statement(jsonb_build_array(tests.line('c3', -10, jsonb_build_object('end_to_end_id', tests.asked(1)))))), 'withdrawal_closed', 'a second bank line of a withdrawal completed by a line is left for staff');

-- Lines that staff assigns
select is((select count(*) from tests.list_bank_lines(true)), 8::bigint, 'an admin lists open bank lines');
select is((select count(*) from tests.list_bank_lines(true, page_size => 1) a, tests.list_bank_lines(true, before_id => a.id) b), 7::bigint, 'open bank lines are listed in pages');
select is((select count(*) from tests.list_bank_lines(false)), 4::bigint, 'an admin lists processed bank lines');
select is((select what from public.access_log where actor_id = tests.id('admin') order by id desc limit 1), 'bank_lines', 'reading bank lines is in the access log');
select throws_ok($$ select public.assign_bank_line(0, 'fees') $$, 'PT404', 'bank_line_not_found', 'a bank line that does not exist cannot be assigned');
select throws_ok(format('select public.assign_bank_line(tests.bank_line(''b6''), %L, %L)', a, t), 'PT422', 'assignment_invalid', format('a bank line cannot be assigned as %s %s', a, t))
from (values ('love', null), ('provider', 'paypal'), ('provider', null), ('tax', '2026-01-01'), ('tax', 'x'), ('other', null), (null, null)) v (a, t);
select is((public.assign_bank_line(tests.bank_line('b6'), 'provider', 'stripe')).outcome, 'provider_payout', 'an admin assigns a bank line as a provider''s payout');
select is((public.assign_bank_line(tests.bank_line('b6'), 'fees')).outcome, 'provider_payout', 'a bank line is assigned only once');
select is((public.assign_bank_line(tests.bank_line('b7'), 'fees')).outcome, 'assigned', 'an admin assigns a bank line as bank fees');
select is((public.assign_bank_line(tests.bank_line('b9'), 'other', reason => 'Capital')).outcome, 'assigned', 'an admin assigns a bank line as other with a reason');
select is(tests.booked('bank'), -265.5 - 12 + 3.2 - 77 + 50, 'assigned bank lines are posted to the bank account');
select is((select count(*) from public.audit_log where action = 'assign_bank_line'), 3::bigint, 'each assignment of a bank line is audited');
select tests.as_owner();
update public.profiles set staff_role = 'support' where id = tests.id('admin2');
select tests.act_as('admin2');
select is_empty($$ select 1 from public.bank_lines $$, 'an admin with the support role cannot read bank lines');
select throws_ok($$ select * from public.match_statement('[]') $$, 'PT403', 'not_allowed', 'an admin with the support role cannot import a bank statement');
select tests.as_owner();
set constraints all immediate;
select pass('the ledger balances after bank statements');
select * from finish();
