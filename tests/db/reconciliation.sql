-- Providers' reports compared with our payments, and chargebacks that need an answer.
select no_plan();
create function tests.topup(name text, amount numeric, fee numeric default null) returns text language plpgsql security definer as $$
declare v_id uuid := (public.create_payment('topup', 'stripe', tests.id(name), amount => topup.amount) ->> 'id')::uuid;
begin
  perform public.record_payment_event('stripe', 'evt_' || v_id, v_id, p.amount, p.currency, 'paid', charge_ref => 'ch_' || v_id, fee => topup.fee) from public.payments p where p.id = v_id;
  return 'ch_' || v_id;
end $$;
create function tests.line(ref text, kind text, charge text, gross numeric, fee numeric default 0, days integer default 0) returns jsonb language sql stable security definer as $$
  select jsonb_build_object('line_ref', ref, 'kind', kind, 'charge_ref', charge, 'gross', gross, 'fee', fee, 'currency', 'chf', 'at', app.now() + days * interval '1 day')
$$;
create temp table c (n integer primary key, ref text);
grant all on c to public;
insert into c select n, tests.topup('rider', 20 + n, case when n < 3 then 1 end) from generate_series(1, 6) n;
update public.settings set refund_to = 'source';
select tests.let('rider', format('select public.return_topup(%L)', (select substr(ref, 4) from c where n = 4)));
select public.confirm_refund((select id from public.refunds where reason = 'topup_returned'));

select tests.as_visitor();
select throws_ok($$ select public.record_provider_report('stripe', '[]') $$, '42501', null, 'a visitor cannot record a provider report');
select tests.act_as('driver');
select throws_ok($$ select public.record_provider_report('stripe', '[]') $$, 'PT403', 'not_allowed', 'a driver cannot record a provider report');
select throws_ok($$ select * from public.reconciliation('stripe') $$, 'PT403', 'not_allowed', 'a driver cannot read the reconciliation');
select throws_ok($$ select * from public.reconciliation_sums() $$, 'PT403', 'not_allowed', 'a driver cannot read the reconciliation sums');
select throws_ok($$ select * from public.list_chargebacks() $$, 'PT403', 'not_allowed', 'a driver cannot list chargebacks');
select throws_ok($$ select public.accept_provider_line('stripe', 'x', 'y') $$, 'PT403', 'not_allowed', 'a driver cannot accept a provider line');
select tests.act_as('admin');
select tests.set('allow_critical_edits_admin', 'false');
select throws_ok($$ select public.record_provider_report('stripe', '[]') $$, 'PT403', 'demo_mode', 'an admin cannot record a provider report in demo mode');
select throws_ok($$ select public.accept_provider_line('stripe', 'x', 'y') $$, 'PT403', 'demo_mode', 'an admin cannot accept a provider line in demo mode');
select tests.set('allow_critical_edits_admin', 'true');
select throws_ok($$ select public.record_provider_report('bank of mine', '[]') $$, 'PT403', 'no_provider_found', 'a report of an unknown provider is refused');
select throws_ok(format('select public.record_provider_report(''stripe'', %L)', l), 'PT422', 'report_invalid', 'a provider report is refused: ' || l) from (values ('{}'), ('[1]'), ('[{}]'),
  ('[{"line_ref": "a", "kind": "charge", "gross": "x", "at": "2026-01-01"}]'), ('[{"line_ref": "a", "kind": "love", "gross": 1, "at": "2026-01-01"}]'),
  ('[{"line_ref": "a", "kind": "charge", "gross": 1, "at": "yesterday evening"}]'), ('[{"line_ref": "a", "kind": "charge", "gross": 1}]'),
  ('[{"line_ref": "a", "kind": "charge", "gross": 1, "at": "2026-01-01", "currency": "EUR"}]'), ('[{"line_ref": "", "kind": "charge", "gross": 1, "at": "2026-01-01"}]'),
  ('[{"line_ref": "a", "kind": "charge", "gross": "NaN", "at": "2026-01-01"}]')) v (l);

-- Matching: one as we have it, one with a fee unknown so far, one of another amount, one unknown to us, and the refund
create temp table result as select * from public.record_provider_report('stripe', jsonb_build_array(
  tests.line('t1', 'charge', (select ref from c where n = 1), 21, 1), tests.line('t3', 'charge', (select ref from c where n = 3), 23, 1.15),
  tests.line('t2', 'charge', (select ref from c where n = 2), 21.9, 1), tests.line('t9', 'charge', 'ch_nobody', 50),
  tests.line('t4', 'charge', (select ref from c where n = 4), 24), tests.line('t4r', 'refund', (select ref from c where n = 4), -24, 0.3),
  tests.line('t6', 'charge', (select substr(ref, 4) from c where n = 6), 26), tests.line('m', 'fee', null, -2.5), tests.line('p', 'payout', null, -100)));
grant select on result to public;
select results_eq($$ select * from result $$, $$ values (9, 9, 6, 2, 1) $$, 'a recorded report returns how many lines match');
select results_eq($$ select outcome, kind, ref, external_amount, ledger_amount, difference from public.reconciliation('stripe', null, null) where ref in ('t2', 't9', 'p') or outcome = 'missing_there' order by ref like '0%', ref $$,
  $$ select * from (values ('missing_here', 'payout', 'p', -100::numeric, null::numeric, -100::numeric), ('amount_differs', 'charge', 't2', 21.9, 22, -0.1),
    ('missing_here', 'charge', 't9', 50, null, 50), ('missing_there', 'charge', (select substr(ref, 4) from c where n = 5), null, 25, -25)) v $$, 'reconciliation lists differences with both sides'' amounts');
select is((select fee from public.payments p where p.charge_ref = (select ref from c where n = 3)), 1.15, 'a fee that only the report contains is stored on the payment');
select is(tests.booked('expense.provider_fees'), -(1 + 1 + 1.15 + 0.3 + 2.5), 'fees of payments, refunds and the month are booked');
select is((select count(*) from public.reconciliation('stripe', page_size => 1) a, public.reconciliation('stripe', after_at => a.at, after_ref => a.ref) b), 3::bigint, 'differences of the reconciliation are listed in pages');
select results_eq($$ select * from public.record_provider_report('stripe', jsonb_build_array(tests.line('t1', 'charge', 'x', 1), tests.line('t9', 'charge', 'ch_nobody', 50))) $$,
  $$ values (2, 0, 0, 0, 0) $$, 'a report that is recorded twice changes nothing');
select is((select count(*) from public.audit_log where action = 'record_provider_report'), 1::bigint, 'a report that changes nothing is not audited again');
select tests.as_owner();
select public.record_payment_event('stripe', 'evt_late', p.id, p.amount, p.currency, 'paid', charge_ref => p.charge_ref, fee => 1.15) from public.payments p where p.charge_ref = (select ref from c where n = 3);
select is((select fee from public.payments p where p.charge_ref = (select ref from c where n = 3)), 1.15, 'a fee in an event after the report is not booked again');

-- Resolved differences are left out
select tests.act_as('admin');
select (public.match_statement(jsonb_build_array(jsonb_build_object('reference', 'b1', 'amount', '100', 'currency', 'CHF', 'booked_on', '2026-01-02', 'provider', 'stripe')))).outcome;
select is_empty($$ select 1 from public.reconciliation('stripe') where ref = 'p' $$, 'a payout that the bank statement contains is no difference');
select throws_ok(format('select public.accept_provider_line(''stripe'', %L, %L)', r, w), 'PT422', 'assignment_invalid', format('accepting the provider line %s is refused', r)) from (values ('t1', 'fits'), ('p', 'payout'), ('t9', ' ')) v (r, w);
select throws_ok($$ select public.accept_provider_line('stripe', 'zz', 'y') $$, 'PT404', 'provider_line_not_found', 'a provider line that does not exist cannot be accepted');
create temp table before as select tests.booked('clearing:stripe') as clearing, tests.booked('adjustments') as adjustments;
grant select on before to public;
select is((public.accept_provider_line('stripe', 't2', 'Rounded there')).outcome, 'accepted', 'an admin accepts a provider line of another amount');
select is((public.accept_provider_line('stripe', 't9', 'Paid at the counter')).outcome, 'accepted', 'an admin accepts a provider line unknown to us');
select is((public.accept_provider_line('stripe', 't9', 'again')).outcome, 'accepted', 'an admin can repeat the acceptance of a provider line');
select is(tests.booked('clearing:stripe') - (select clearing from before), 0.1 - 50, 'accepted lines are booked to the provider''s clearing account once');
select is(tests.booked('adjustments') - (select adjustments from before), -0.1 + 50, 'the difference of accepted lines is booked as an adjustment');
select is((select count(*) from public.reconciliation('stripe')), 1::bigint, 'one difference is left after two lines are accepted');
select public.record_provider_report('stripe', jsonb_build_array(tests.line('t5', 'charge', (select ref from c where n = 5), 25)));
select is_empty($$ select 1 from public.reconciliation('stripe') $$, 'a payment that is reported later is no difference');
select results_eq($$ select source, difference, open_lines from public.reconciliation_sums() where source = 'wallets' $$, $$ values ('wallets', 0::numeric, 0::bigint) $$, 'the sum of the wallets has no difference to the ledger');
select results_eq($$ select external_amount, ledger_amount, difference from public.reconciliation_sums() where source = 'stripe' $$,
  $$ select (21 - 1) + (23 - 1.15) + (21.9 - 1) + 50 + 24 + (-24 - 0.3) + 26 - 2.5 - 100 + 25, -tests.booked('clearing:stripe'), 0::numeric $$, 'the sum of the provider''s lines equals our clearing account');

-- Chargebacks
select tests.as_owner(), tests.ride('PENDING');
create temp table paid as select p.* from tests.create_payment(tests.booking(), 'stripe', tests.id('rider')) p;
grant select on paid to public;
select public.record_payment_event('stripe', 'evt_ride', id, amount, currency, 'paid', charge_ref => 'ch_ride') from paid;
select app.issue_receipts();
select public.record_payment_event('stripe', 'evt_d1', id, amount, currency, 'chargeback', dispute_ref => 'd1', due_at => app.now() + interval '3 days') from paid;
select public.record_payment_event('stripe', 'evt_d2', p.id, p.amount, p.currency, 'chargeback', dispute_ref => 'd2') from public.payments p where p.charge_ref = (select ref from c where n = 1);
select tests.act_as('admin');
select results_eq($$ select dispute_ref, purpose, reference is not null, due_at is not null, has_trail, has_code, has_receipt, has_chat from public.list_chargebacks() $$,
  $$ values ('d1', 'booking', true, true, true, true, true, false), ('d2', 'topup', false, false, false, false, false, false) $$, 'chargebacks are listed by deadline, with the available evidence');
select is((select count(*) from public.list_chargebacks(page_size => 1) a, public.list_chargebacks(after_due => a.due_at, after_id => a.id) b), 1::bigint, 'chargebacks are listed in pages');
select is_empty($$ select 1 from public.list_chargebacks('won') $$, 'chargebacks are listed by status');
select throws_ok($$ select * from public.list_chargebacks('maybe') $$, 'PT422', 'list_invalid', 'chargebacks cannot be listed by an unknown status');
select is((public.record_provider_report('stripe', jsonb_build_array(tests.line('r1', 'charge', 'ch_ride', (select amount from paid)), tests.line('r2', 'chargeback', 'ch_ride', -(select amount from paid))))).matched, 2, 'a chargeback in a provider report is matched');
select tests.as_owner();
update public.profiles set staff_role = 'support' where id = tests.id('admin2');
select tests.act_as('admin2');
select is_empty($$ select 1 from public.provider_lines $$, 'an admin with the support role cannot read provider lines');
select tests.as_owner();
set constraints all immediate;
select pass('the ledger balances after the reconciliation');
select * from finish();
