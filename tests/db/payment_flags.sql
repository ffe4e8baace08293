-- Payments that did not fit: what the office makes of them, each once, and every cent in the books.
select no_plan();
select tests.as_owner();
select tests.fill_wallet('rider', 0), tests.fill_wallet('rider2', 0), tests.set('refund_to', 'wallet'), tests.set('credit_limit', null);
create function tests.decide(event uuid, decision text, who text default 'admin') returns text language plpgsql as $$
declare v_decision text;
begin
  perform tests.act_as(who);
  select f.decision into v_decision from public.decide_payment_flag(event, decide.decision, 'Looked up') f;
  perform tests.as_owner();
  return v_decision;
end $$;
create function tests.flag(payment uuid) returns uuid language sql stable security definer as $$
  select e.id from public.payment_events e where e.payment_id = flag.payment and app.is_flagged(e.outcome) order by e.received_at desc, e.id desc limit 1
$$;
create function tests.open_flags() returns setof text language plpgsql security definer as $$
begin
  perform set_config('request.jwt.claims', tests.claims('admin'), true);
  return query select f.outcome || ' ' || array_to_string(f.choices, ',') || ' ' || coalesce(f.books_to, '-') from public.list_payment_flags() f;
  perform set_config('request.jwt.claims', '', true);
end $$;
create function tests.clearing() returns numeric language sql volatile security definer as $$ select -app.ledger_balance('clearing:stripe') $$;

-- Paid twice
create temp table topup as select tests.begin_payment('topup', 25, 'rider') as id;
select tests.hear(id, 'paid', 25, '{"charge": "ch_1"}'), tests.hear(id, 'paid', 25, '{"charge": "ch_2"}') from topup;
select set_eq('select tests.open_flags()', array['already_paid give_back,book,write_off wallet'], 'a payment that was paid twice waits for the office');
create temp table before as select tests.clearing() as clearing;
select throws_ok(format('select tests.decide(%L, ''settle'')', tests.flag(id)), 'PT409', 'decision_not_possible', 'money that came cannot be talked away') from topup;
select throws_ok(format('select public.decide_payment_flag(%L, ''give_back'', '' '')', tests.flag(id)), 'PT401', 'must_login', 'a visitor decides nothing') from topup;
select throws_ok(format('select tests.decide(%L, ''give_back'', ''rider'')', tests.flag(id)), 'PT403', 'not_allowed', 'a rider decides nothing') from topup;
select throws_ok(format('select tests.let(''admin'', %L)', format('select public.decide_payment_flag(%L, ''give_back'', '' '')', tests.flag(id))), 'PT422', 'no_details_error', 'a decision has a reason') from topup;
select throws_ok($$ select tests.decide(gen_random_uuid(), 'give_back') $$, 'PT404', 'flag_not_found', 'an event that is not there is not decided');
select throws_ok(format('select tests.decide(%L, ''give_back'')', (select e.id from public.payment_events e where e.charge_ref = 'ch_1')), 'PT404', 'flag_not_found', 'an event that was booked is not decided');
select is(tests.decide(tests.flag(id), 'give_back'), 'give_back', 'the second charge goes back to its card') from topup;
select is(tests.decide(tests.flag(id), 'book'), 'give_back', 'the first decision stands') from topup;
select is(tests.clearing(), clearing + 25, 'the provider took the money') from before;
select is(app.ledger_balance('refunds_due:stripe'), 25::numeric, 'it is due to the card');
create temp table job as select * from public.take_payment_jobs(200) where kind = 'refund';
select results_eq($$ select payment ->> 'charge_ref', amount::numeric from job $$, $$ values ('ch_2', 25::numeric) $$, 'the refund names the second charge');
select is((public.record_payment_event('stripe', 'evt_back', id, 25, 'CHF', 'refunded', '{}', null, 'ch_2', null, (select refund_id from job))).outcome, 'refunded', 'the provider may say so of the payment that was paid twice') from topup;
select is(app.ledger_balance('refunds_due:stripe'), 0::numeric, 'nothing is due any more');
select is(tests.wallet_of('rider'), 25::numeric, 'the rider has the top-up once');
select is_empty('select tests.open_flags()', 'nothing waits any more');
select is((select count(*) from public.audit_log where action = 'decide_payment_flag'), 1::bigint, 'a decision is in the log, once');

-- Told by a webhook and by an answer
create temp table other as select tests.begin_payment('topup', 30, 'rider') as id;
select tests.hear(id, 'paid', 29, '{"charge": "ch_3"}'), tests.hear(id, 'paid', 29, '{"charge": "ch_3"}') from other;
select set_eq('select tests.open_flags()', array['amount_mismatch give_back,book,write_off wallet'], 'a charge waits once, however often it is told');
select throws_ok(format('select tests.decide(%L, ''book'')', tests.flag(id)), 'PT409', 'decision_not_possible', 'only the first of its events is decided') from other;
select is(tests.decide((select e.id from public.payment_events e where e.payment_id = o.id order by e.received_at, e.id limit 1), 'book'), 'book', 'the rider gets what was really paid') from other o;
select is(tests.wallet_of('rider'), 54::numeric, 'in the wallet');
select is(app.card_money_in(tests.id('rider')), 54::numeric, 'as card money, which is no cash');
select is_empty('select tests.open_flags()', 'the other events of the charge do not wait');
select is(tests.hear(id, 'paid', 30, '{"charge": "ch_3"}'), 'amount_mismatch', 'the right word that comes later pays nothing more') from other;
select set_eq('select tests.open_flags()', array['amount_mismatch settle -'], 'that is for the office, without money');
select is(tests.decide(e.id, 'settle'), 'settle', 'which notes that it is settled') from public.payment_events e where e.charge_ref = 'ch_3' and e.amount = 30;
select is(tests.hear(id, 'paid', 29, '{"charge": "ch_3"}'), 'repeated', 'the word that was booked is known when it comes again') from other;
select is(tests.hear(id, 'chargeback', 29, '{"charge": "ch_3", "dispute": "dp_3"}'), 'chargeback', 'a chargeback of the charge is one of what was booked') from other;
select is((select p.disputed_amount from public.payments p where p.charge_ref = 'ch_3'), 29::numeric, 'not of the payment that asked for another amount');
select is(tests.hear(id, 'chargeback_won', null, '{"charge": "ch_3", "dispute": "dp_3", "no_amount": true}'), 'chargeback_won', 'it is won') from other;
select is(tests.hear(id, 'paid', 28, '{}'), 'amount_mismatch', 'money without a charge cannot be told from money that is booked') from other;
select set_eq('select tests.open_flags()', array['amount_mismatch settle -'], 'so that it is only noted');
select is(tests.decide(tests.flag(id), 'settle'), 'settle', 'as settled') from other;
select is(tests.wallet_of('rider'), 54::numeric, 'nothing more is booked');

-- To the ride
select tests.ride('PENDING');
create temp table ride as select tests.begin_payment('booking', null, 'rider', tests.booking()) as id, (select b.payable_amount from public.bookings b where b.id = tests.booking()) as open;
select tests.hear(id, 'paid', open - 1, '{"charge": "ch_4"}') from ride;
select set_eq('select tests.open_flags()', array['amount_mismatch give_back,book,write_off ride'], 'a ride that waits can get it');
select is(tests.decide(tests.flag(id), 'book'), 'book', 'the office books it to the ride') from ride;
select results_eq('select status::text, payable_amount, card_payment_amount from public.bookings where id = tests.booking()', 'select ''PENDING'', 1::numeric, open - 1 from ride', 'what is left stays open');
select tests.let('admin', format('select public.write_off(%L, reason => ''One franc'')', tests.booking()));
select is(tests.status(), 'PAID', 'the rest can be written off');
create temp table late as select tests.begin_payment('topup', 20, 'rider2') as id;
select tests.hear(id, 'paid', 20, '{"charge": "ch_5"}'), tests.hear(id, 'paid', 20, '{"charge": "ch_6"}') from late;

-- Two people
select tests.set('credit_limit', '10');
select throws_ok(format('select tests.decide(%L, ''write_off'')', tests.flag(id)), 'PT409', 'needs_approval', 'one admin keeps no more than the limit') from late;
create temp table twice as select tests.flag(id) as event from late;
grant select on twice to authenticated;
select tests.act_as('admin');
create temp table asked as select a.* from twice t, public.request_approval('write_off', t.event, reason => 'Nobody answers') a;
select results_eq('select user_id, amount from asked', $$ select tests.id('rider2'), 20::numeric $$, 'the request says whose money and how much');
select throws_ok(format('select public.approve(%L)', id), 'PT403', 'second_person_needed', 'nobody approves what they asked for') from asked;
grant select on asked to public;
select tests.act_as('admin2');
select is((public.approve(id)).status, 'approved', 'a second admin approves') from asked;
select tests.as_owner();
select is(app.ledger_balance('expense.write_off'), 20 - 1::numeric, 'the company keeps it');
select is(tests.wallet_of('rider2'), 20::numeric, 'the rider has the first payment only');
select is((select f.created_by from public.payment_flags f where f.decision = 'write_off'), tests.id('admin2'), 'the second decided');
select tests.set('credit_limit', null);

-- What has no money of ours
select tests.hear(id, 'paid', 20, '{"charge": "ch_7", "currency": "JPY"}') from late;
select public.record_payment_event('stripe', 'evt_unknown', gen_random_uuid(), 5, 'CHF', 'paid');
select set_eq('select tests.open_flags()', array['currency_mismatch settle -', 'unknown_payment settle -'], 'another currency and a payment of nobody are settled at the provider');
select is(tests.decide(e.id, 'settle'), 'settle', 'which is noted of ' || e.outcome) from public.payment_events e where e.outcome in ('currency_mismatch', 'unknown_payment');

-- Not for oneself, not in a demo, not after leaving
create temp table gone as select tests.begin_payment('topup', 15, 'rider3') as id;
select tests.hear(id, 'paid', 15, '{"charge": "ch_8"}'), tests.hear(id, 'paid', 15, '{"charge": "ch_9"}') from gone;
select tests.set('allow_critical_edits_admin', 'false');
select throws_ok(format('select tests.decide(%L, ''give_back'')', tests.flag(id)), 'PT403', 'demo_mode', 'a demo decides nothing') from gone;
select tests.set('allow_critical_edits_admin', 'true');
select app.anonymize_person(tests.id('rider3'));
select set_eq('select tests.open_flags()', array['already_paid give_back,write_off -'], 'money of somebody who left is not booked to their wallet');
select is(tests.decide(tests.flag(id), 'give_back'), 'give_back', 'it goes back to the card') from gone;
select tests.act_as('driver');
select throws_ok('select * from public.list_payment_flags()', 'PT403', 'not_allowed', 'a driver lists no payments');
select tests.act_as('admin');
select is((select count(*) from public.list_payment_flags(false)), 9::bigint, 'what was decided stays listed');
select is((select count(*) from public.list_payment_flags(false, page_size => 1) a, public.list_payment_flags(false, a.received_at, a.event_id) b), 8::bigint, 'in pages that follow one another');
select tests.as_owner();
select throws_ok('update public.payment_flags set decision = ''book''', 'PT409', 'append_only', 'a decision is not changed');
set constraints all immediate;
select pass('the ledger adds up after all decisions');
select * from finish();
