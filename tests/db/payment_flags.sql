-- Payment events that did not match: the office decides each once, and the ledger stays complete.
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
select tests.record_event(id, 'paid', 25, '{"charge": "ch_1"}'), tests.record_event(id, 'paid', 25, '{"charge": "ch_2"}') from topup;
select set_eq('select tests.open_flags()', array['already_paid give_back,book,write_off wallet'], 'a payment that was paid twice waits for the office');
create temp table before as select tests.clearing() as clearing;
select throws_ok(format('select tests.decide(%L, ''settle'')', tests.flag(id)), 'PT409', 'decision_not_possible', 'the office cannot close a flag as settled when money arrived') from topup;
select throws_ok(format('select public.decide_payment_flag(%L, ''give_back'', '' '')', tests.flag(id)), 'PT401', 'must_login', 'a visitor cannot decide a payment flag') from topup;
select throws_ok(format('select tests.decide(%L, ''give_back'', ''rider'')', tests.flag(id)), 'PT403', 'not_allowed', 'a rider cannot decide a payment flag') from topup;
select throws_ok(format('select tests.let(''admin'', %L)', format('select public.decide_payment_flag(%L, ''give_back'', '' '')', tests.flag(id))), 'PT422', 'no_details_error', 'an admin cannot decide a payment flag without a reason') from topup;
select throws_ok($$ select tests.decide(gen_random_uuid(), 'give_back') $$, 'PT404', 'flag_not_found', 'a payment flag that does not exist cannot be decided');
select throws_ok(format('select tests.decide(%L, ''give_back'')', (select e.id from public.payment_events e where e.charge_ref = 'ch_1')), 'PT404', 'flag_not_found', 'a payment event that was booked cannot be decided');
select is(tests.decide(tests.flag(id), 'give_back'), 'give_back', 'an admin gives the second charge of a payment back to the card') from topup;
select is(tests.decide(tests.flag(id), 'book'), 'give_back', 'a second decision on a payment flag keeps the first') from topup;
select is(tests.clearing(), clearing + 25, 'giving a charge back books its amount to the provider''s clearing account') from before;
select is(app.ledger_balance('refunds_due:stripe'), 25::numeric, 'giving a charge back makes the amount due to the card');
create temp table job as select * from public.take_payment_jobs(200) where kind = 'refund';
select results_eq($$ select payment ->> 'charge_ref', amount::numeric from job $$, $$ values ('ch_2', 25::numeric) $$, 'the refund of a double payment names the second charge');
select is((public.record_payment_event('stripe', 'evt_back', id, 25, 'CHF', 'refunded', '{}', null, 'ch_2', null, (select refund_id from job))).outcome, 'refunded', 'the provider can report the refund of a payment that was paid twice') from topup;
select is(app.ledger_balance('refunds_due:stripe'), 0::numeric, 'no refund is due after the provider reported it');
select is(tests.wallet_of('rider'), 25::numeric, 'a rider who paid a top-up twice is credited once');
select is_empty('select tests.open_flags()', 'no flag is open after the double payment is decided');
select is((select count(*) from public.audit_log where action = 'decide_payment_flag'), 1::bigint, 'a repeated decision is logged once');

-- The same charge reported by a webhook and by a response
create temp table other as select tests.begin_payment('topup', 30, 'rider') as id;
select tests.record_event(id, 'paid', 29, '{"charge": "ch_3"}'), tests.record_event(id, 'paid', 29, '{"charge": "ch_3"}') from other;
select set_eq('select tests.open_flags()', array['amount_mismatch give_back,book,write_off wallet'], 'a charge that is reported twice has one open flag');
select throws_ok(format('select tests.decide(%L, ''book'')', tests.flag(id)), 'PT409', 'decision_not_possible', 'only the first event of a charge can be decided') from other;
select is(tests.decide((select e.id from public.payment_events e where e.payment_id = o.id order by e.received_at, e.id limit 1), 'book'), 'book', 'an admin books the amount that the rider really paid') from other o;
select is(tests.wallet_of('rider'), 54::numeric, 'the amount of a booked flag is credited to the rider''s wallet');
select is(app.card_money_in(tests.id('rider')), 54::numeric, 'a booked card payment counts as card money in the wallet');
select is_empty('select tests.open_flags()', 'the other events of a decided charge are not listed as open');
select is(tests.record_event(id, 'paid', 30, '{"charge": "ch_3"}'), 'amount_mismatch', 'a later event with the right amount pays nothing more for a decided charge') from other;
select set_eq('select tests.open_flags()', array['amount_mismatch settle -'], 'a later event for a decided charge can only be settled, without money');
select is(tests.decide(e.id, 'settle'), 'settle', 'an admin settles the later event of a decided charge') from public.payment_events e where e.charge_ref = 'ch_3' and e.amount = 30;
select is(tests.record_event(id, 'paid', 29, '{"charge": "ch_3"}'), 'repeated', 'an event that repeats the booked amount is recognised as repeated') from other;
select is(tests.record_event(id, 'chargeback', 29, '{"charge": "ch_3", "dispute": "dp_3"}'), 'chargeback', 'a chargeback of a booked charge is recorded') from other;
select is((select p.disputed_amount from public.payments p where p.charge_ref = 'ch_3'), 29::numeric, 'a chargeback is noted on the payment of its charge, not on the original payment');
select is(tests.record_event(id, 'chargeback_won', null, '{"charge": "ch_3", "dispute": "dp_3", "no_amount": true}'), 'chargeback_won', 'a chargeback of a booked charge can be won') from other;
select is(tests.record_event(id, 'paid', 28, '{}'), 'amount_mismatch', 'a paid event without a charge is flagged on a payment that has money') from other;
select set_eq('select tests.open_flags()', array['amount_mismatch settle -'], 'a paid event without a charge can only be settled');
select is(tests.decide(tests.flag(id), 'settle'), 'settle', 'an admin settles a paid event without a charge') from other;
select is(tests.wallet_of('rider'), 54::numeric, 'a paid event without a charge credits nothing to the wallet');

-- To the ride
select tests.ride('PENDING');
create temp table ride as select tests.begin_payment('booking', null, 'rider', tests.booking()) as id, (select b.payable_amount from public.bookings b where b.id = tests.booking()) as open;
select tests.record_event(id, 'paid', open - 1, '{"charge": "ch_4"}') from ride;
select set_eq('select tests.open_flags()', array['amount_mismatch give_back,book,write_off ride'], 'an amount that does not match can be booked to the ride that waits for payment');
select is(tests.decide(tests.flag(id), 'book'), 'book', 'an admin books a wrong amount to the ride') from ride;
select results_eq('select status::text, payable_amount, card_payment_amount from public.bookings where id = tests.booking()', 'select ''PENDING'', 1::numeric, open - 1 from ride', 'a ride paid in part keeps the rest to pay');
select tests.let('admin', format('select public.write_off(%L, reason => ''One franc'')', tests.booking()));
select is(tests.status(), 'PAID', 'the rest of a ride that was paid in part can be written off');
create temp table late as select tests.begin_payment('topup', 20, 'rider2') as id;
select tests.record_event(id, 'paid', 20, '{"charge": "ch_5"}'), tests.record_event(id, 'paid', 20, '{"charge": "ch_6"}') from late;

-- A second person approves
select tests.set('credit_limit', '10');
select throws_ok(format('select tests.decide(%L, ''write_off'')', tests.flag(id)), 'PT409', 'needs_approval', 'an admin cannot write off more than credit_limit without an approval') from late;
create temp table twice as select tests.flag(id) as event from late;
grant select on twice to authenticated;
select tests.act_as('admin');
create temp table asked as select a.* from twice t, public.request_approval('write_off', t.event, reason => 'Nobody answers') a;
select results_eq('select user_id, amount from asked', $$ select tests.id('rider2'), 20::numeric $$, 'the approval request holds the rider''s id and the amount');
select throws_ok(format('select public.approve(%L)', id), 'PT403', 'second_person_needed', 'an admin cannot approve their own request to write money off') from asked;
grant select on asked to public;
select tests.act_as('admin2');
select is((public.approve(id)).status, 'approved', 'a second admin approves writing money off') from asked;
select tests.as_owner();
select is(app.ledger_balance('expense.write_off'), 20 - 1::numeric, 'money that is written off by a flag is booked to the company');
select is(tests.wallet_of('rider2'), 20::numeric, 'a rider whose second charge was written off has only the first payment');
select is((select f.created_by from public.payment_flags f where f.decision = 'write_off'), tests.id('admin2'), 'the decision by approval is recorded as the second admin''s');
select tests.set('credit_limit', null);

-- Events without money of ours
select tests.record_event(id, 'paid', 20, '{"charge": "ch_7", "currency": "JPY"}') from late;
select public.record_payment_event('stripe', 'evt_unknown', gen_random_uuid(), 5, 'CHF', 'paid');
select set_eq('select tests.open_flags()', array['currency_mismatch settle -', 'unknown_payment settle -'], 'another currency and an unknown payment can only be settled');
select is(tests.decide(e.id, 'settle'), 'settle', 'an admin settles the event of ' || e.outcome) from public.payment_events e where e.outcome in ('currency_mismatch', 'unknown_payment');

-- Not in demo mode; not to the wallet of a deleted account
create temp table gone as select tests.begin_payment('topup', 15, 'rider3') as id;
select tests.record_event(id, 'paid', 15, '{"charge": "ch_8"}'), tests.record_event(id, 'paid', 15, '{"charge": "ch_9"}') from gone;
select tests.set('allow_critical_edits_admin', 'false');
select throws_ok(format('select tests.decide(%L, ''give_back'')', tests.flag(id)), 'PT403', 'demo_mode', 'an admin cannot decide a payment flag in demo mode') from gone;
select tests.set('allow_critical_edits_admin', 'true');
select app.anonymize_person(tests.id('rider3'));
select set_eq('select tests.open_flags()', array['already_paid give_back,write_off -'], 'money of a person who left cannot be booked to their wallet');
select is(tests.decide(tests.flag(id), 'give_back'), 'give_back', 'money of a person who left can be given back to the card') from gone;
select tests.act_as('driver');
select throws_ok('select * from public.list_payment_flags()', 'PT403', 'not_allowed', 'a driver cannot list payment flags');
select tests.act_as('admin');
select is((select count(*) from public.list_payment_flags(false)), 9::bigint, 'decided payment flags stay in the full list');
select is((select count(*) from public.list_payment_flags(false, page_size => 1) a, public.list_payment_flags(false, a.received_at, a.event_id) b), 8::bigint, 'payment flags are listed in pages');
select tests.as_owner();
select throws_ok('update public.payment_flags set decision = ''book''', 'PT409', 'append_only', 'a decision on a payment flag cannot be changed');
set constraints all immediate;
select pass('the ledger balances after all decisions on payment flags');
select * from finish();
