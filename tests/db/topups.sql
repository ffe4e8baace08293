-- Money paid into a wallet by card, debts, and what providers keep of it.
select no_plan();
select tests.fill_wallet('rider', 0), tests.set('topup_min', '5'), tests.set('topup_max', '500');
create temp table topup as select tests.begin_payment('topup', 50) as id;
select is(tests.hear(id, 'paid', 49.99), 'amount_mismatch', 'a top-up of another amount is not credited') from topup;
select is(tests.hear(id, 'paid', 50, '{"currency": "EUR"}'), 'currency_mismatch', 'a top-up in another currency is not credited') from topup;
select is(tests.hear(id, 'paid', 50, '{"provider": "paypal"}'), 'provider_mismatch', 'a top-up of another provider is not credited') from topup;
select is(tests.hear(id, 'pending'), 'recorded', 'a pending top-up is not credited') from topup;
select is(tests.hear(id, 'authorized'), 'recorded', 'an authorised top-up is not credited') from topup;
select is(tests.wallet_of('rider'), 0::numeric, 'the wallet has nothing before the payment');
select is(tests.hear(id, 'paid', 50, '{"charge": "ch_1", "event_id": "evt_a", "fee": 1.55}'), 'paid', 'a top-up is paid') from topup;
select is((public.record_payment_event('stripe', 'evt_a', id, 50, 'CHF', 'paid')).duplicate, true, 'the same event again is a duplicate') from topup;
select is(tests.hear(id, 'paid', 50, '{"charge": "ch_1"}'), 'repeated', 'another event of the same charge is a repetition') from topup;
select is(tests.hear(id, 'paid', 50, '{"charge": "ch_2"}'), 'already_paid', 'a second charge is for the desk') from topup;
select is(tests.hear(id, 'failed'), 'failed', 'a late failure is kept') from topup;
select is(tests.wallet_of('rider'), 50::numeric, 'all of it credits the wallet once');
select is(tests.booked('clearing:stripe'), -48.45, 'the provider owes it without its fee');
select is(tests.booked('expense.provider_fees'), -1.55, 'the fee is an expense');
select results_eq($$ select status, captured_amount, charge_ref, fee from public.payments p, topup t where p.id = t.id $$, $$ values ('paid', 50::numeric, 'ch_1', 1.55) $$, 'the payment says what was taken');
select results_eq($$ select kind, amount, type from public.wallet_history where user_id = tests.id('rider') order by id desc limit 1 $$, $$ values ('topup', 50::numeric, 'Credit') $$, 'the wallet''s history shows a top-up');
select isnt_empty($$ select 1 from public.notices where user_id = tests.id('rider') and key = 'wallet_credited' $$, 'the customer is told');

-- A fee that comes later, and fees that are none
create temp table late_fee as select tests.begin_payment('topup', 20) as id;
select tests.hear(id, 'paid', 20, '{"charge": "ch_f"}') from late_fee;
select tests.hear(id, 'paid', 20, '{"charge": "ch_f", "fee": 0.70}'), tests.hear(id, 'paid', 20, '{"charge": "ch_f", "fee": 0.90}') from late_fee;
select is(tests.paid(id, 'fee')::numeric, 0.70, 'a fee that is known later is booked once') from late_fee;
create temp table odd_fee as select tests.begin_payment('topup', 20) as id;
select tests.hear(id, 'paid', 20, '{"charge": "ch_o", "fee": 25}') from odd_fee;
select is(tests.paid(id, 'fee')::numeric, 0::numeric, 'a fee above the payment is not booked') from odd_fee;
select tests.hear(id, 'paid', 20, '{"charge": "ch_o", "fee": -3}'), tests.hear(id, 'paid', 20, '{"charge": "ch_o", "fee": "NaN"}') from odd_fee;
select is(tests.paid(id, 'fee')::numeric, 0::numeric, 'no fee is below zero, or no number') from odd_fee;

-- The payment is found by what the provider calls it
create temp table by_ref as select tests.begin_payment('topup', 30) as id;
select public.note_payment(id, 'cs_30') from by_ref;
select is((public.record_payment_event('paypal', 'evt_ref0', null, 30, 'CHF', 'paid', '{}', 'cs_30')).outcome, 'unknown_payment', 'a reference counts for its provider only');
select is((public.record_payment_event('stripe', 'evt_ref', null, 30, 'CHF', 'paid', '{}', 'cs_30', 'ch_30')).payment_id, id, 'a payment is found by the provider''s reference') from by_ref;
select is((public.record_payment_event('stripe', 'evt_ref2', null, 30, 'CHF', 'paid', '{}', null, 'ch_30')).outcome, 'repeated', 'a payment is found by its charge');
create temp table reused as select tests.begin_payment('topup', 30) as id;
select is(tests.hear(id, 'paid', 30, '{"charge": "ch_30"}'), 'charge_reused', 'a charge that paid one payment pays no other') from reused;
select is(tests.paid(id, 'status'), 'created', 'the other payment stays open') from reused;

-- Failed, expired, and paid after all
select is(tests.hear(id, 'failed'), 'failed', 'a payment fails') from reused;
select is(tests.paid(id, 'status'), 'failed', 'a payment that failed says so') from reused;
select is(tests.hear(id, 'paid', 30, '{"charge": "ch_31"}'), 'paid', 'what failed first may be paid by a later attempt') from reused;
create temp table expired as select tests.begin_payment('topup', 30) as id;
select tests.turn('2 days'), app.expire_payments();
select is(tests.paid(id, 'status'), 'expired', 'a payment that nobody went on with expires') from expired;
select is(tests.hear(id, 'paid', 30, '{"charge": "ch_32"}'), 'paid', 'money that comes after that is credited all the same') from expired;

-- A debt
select tests.fill_wallet('rider2', -12);
create temp table debt as select tests.begin_payment('debt', null, 'rider2') as id;
select is(tests.hear(id, 'paid', 12), 'paid', 'a debt is paid') from debt;
select is(tests.wallet_of('rider2'), 0::numeric, 'the wallet is at zero again');
select is_empty($$ select 1 from app.card_credits where user_id = tests.id('rider2') $$, 'what covers a debt is spent: nothing of it waits to be withdrawn');
create temp table credits as select c.amount, c.kind, c.payment_id from app.card_credits c where c.user_id = tests.id('rider');
select results_eq($$ select amount, kind from credits c, topup t where c.payment_id = t.id $$, $$ values (50::numeric, 'topup') $$, 'a top-up is kept as card money');
select is(app.card_money_in(tests.id('rider')), tests.wallet_of('rider'), 'all that the wallet has is card money');
select tests.fill_wallet('rider2', -12);
create temp table debt2 as select tests.begin_payment('debt', null, 'rider2') as id;
select tests.fill_wallet('rider2', -2);
select is(tests.hear(id, 'paid', 12), 'paid', 'a debt that became smaller meanwhile is paid') from debt2;
select is((select amount from app.card_credits where user_id = tests.id('rider2')), 10::numeric, 'what is more than the debt is card money');

-- Somebody who left
create temp table gone as select tests.begin_payment('topup', 15, 'rider4') as id;
select tests.fill_wallet('rider4', 0), tests.let('rider4', 'select public.delete_my_account()');
select is(tests.hear(id, 'paid', 15), 'late', 'money for somebody who left comes too late') from gone;
select results_eq($$ select r.amount, r.status, r.reason, r.booking_id from public.refunds r, gone g where r.payment_id = g.id $$, $$ values (15::numeric, 'due', 'late_payment', null::uuid) $$, 'it goes back to the card');
select throws_ok($$ select tests.begin_payment('topup', 15, 'rider4') $$, 'PT404', 'person_not_found', 'somebody who left begins no payment');
set constraints all immediate;
select pass('the ledger adds up after top-ups');
select * from finish();
