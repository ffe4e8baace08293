-- Wallet top-ups by card, payments of debts, and providers' fees.
select no_plan();
select tests.fill_wallet('rider', 0), tests.set('topup_min', '5'), tests.set('topup_max', '500');
create temp table topup as select tests.begin_payment('topup', 50) as id;
select is(tests.record_event(id, 'paid', 49.99), 'amount_mismatch', 'a top-up of another amount is not credited') from topup;
select is(tests.record_event(id, 'paid', 50, '{"currency": "EUR"}'), 'currency_mismatch', 'a top-up in another currency is not credited') from topup;
select is(tests.record_event(id, 'paid', 50, '{"provider": "paypal"}'), 'provider_mismatch', 'a top-up of another provider is not credited') from topup;
select is(tests.record_event(id, 'pending'), 'recorded', 'a pending top-up is not credited') from topup;
select is(tests.record_event(id, 'authorized'), 'recorded', 'an authorised top-up is not credited') from topup;
select is(tests.wallet_of('rider'), 0::numeric, 'the wallet is empty before the top-up is paid');
select is(tests.record_event(id, 'paid', 50, '{"charge": "ch_1", "event_id": "evt_a", "fee": 1.55}'), 'paid', 'a top-up is booked when it is paid') from topup;
select is((public.record_payment_event('stripe', 'evt_a', id, 50, 'CHF', 'paid')).duplicate, true, 'the same event of a top-up again is a duplicate') from topup;
select is(tests.record_event(id, 'paid', 50, '{"charge": "ch_1"}'), 'repeated', 'another event of the same charge is recognised as repeated') from topup;
select is(tests.record_event(id, 'paid', 50, '{"charge": "ch_2"}'), 'already_paid', 'a second charge of a top-up is flagged for the desk') from topup;
select is(tests.record_event(id, 'failed'), 'failed', 'a late failure of a paid top-up is recorded') from topup;
select is(tests.wallet_of('rider'), 50::numeric, 'a top-up with repeated events credits the wallet once');
select is(tests.booked('clearing:stripe'), -48.45, 'the provider''s clearing account has the top-up less the fee');
select is(tests.booked('expense.provider_fees'), -1.55, 'the fee of a top-up is booked as an expense');
select results_eq($$ select status, captured_amount, charge_ref, fee from public.payments p, topup t where p.id = t.id $$, $$ values ('paid', 50::numeric, 'ch_1', 1.55) $$, 'a paid top-up stores the amount, the charge and the fee');
select results_eq($$ select kind, amount, type from public.wallet_history where user_id = tests.id('rider') order by id desc limit 1 $$, $$ values ('topup', 50::numeric, 'Credit') $$, 'the wallet''s history shows a top-up');
select isnt_empty($$ select 1 from public.notices where user_id = tests.id('rider') and key = 'wallet_credited' $$, 'the rider gets a notice of a credited top-up');

-- Late fees and invalid fees
create temp table late_fee as select tests.begin_payment('topup', 20) as id;
select tests.record_event(id, 'paid', 20, '{"charge": "ch_f"}') from late_fee;
select tests.record_event(id, 'paid', 20, '{"charge": "ch_f", "fee": 0.70}'), tests.record_event(id, 'paid', 20, '{"charge": "ch_f", "fee": 0.90}') from late_fee;
select is(tests.paid(id, 'fee')::numeric, 0.70, 'a fee that is reported after the payment is booked once') from late_fee;
create temp table odd_fee as select tests.begin_payment('topup', 20) as id;
select tests.record_event(id, 'paid', 20, '{"charge": "ch_o", "fee": 25}') from odd_fee;
select is(tests.paid(id, 'fee')::numeric, 0::numeric, 'a fee above the payment is not booked') from odd_fee;
select tests.record_event(id, 'paid', 20, '{"charge": "ch_o", "fee": -3}'), tests.record_event(id, 'paid', 20, '{"charge": "ch_o", "fee": "NaN"}') from odd_fee;
select is(tests.paid(id, 'fee')::numeric, 0::numeric, 'a negative fee or a fee of NaN is not booked') from odd_fee;

-- Finding the payment by the provider's reference
create temp table by_ref as select tests.begin_payment('topup', 30) as id;
select public.note_payment(id, 'cs_30') from by_ref;
select is((public.record_payment_event('paypal', 'evt_ref0', null, 30, 'CHF', 'paid', '{}', 'cs_30')).outcome, 'unknown_payment', 'a reference of another provider finds no payment');
select is((public.record_payment_event('stripe', 'evt_ref', null, 30, 'CHF', 'paid', '{}', 'cs_30', 'ch_30')).payment_id, id, 'a payment is found by the provider''s reference') from by_ref;
select is((public.record_payment_event('stripe', 'evt_ref2', null, 30, 'CHF', 'paid', '{}', null, 'ch_30')).outcome, 'repeated', 'a payment is found by its charge');
create temp table reused as select tests.begin_payment('topup', 30) as id;
select is(tests.record_event(id, 'paid', 30, '{"charge": "ch_30"}'), 'charge_reused', 'a charge that paid one payment pays no other') from reused;
select is(tests.paid(id, 'status'), 'created', 'a payment whose charge was reused stays open') from reused;

-- Failed, expired, and paid afterwards
select is(tests.record_event(id, 'failed'), 'failed', 'a failure of a payment is recorded') from reused;
select is(tests.paid(id, 'status'), 'failed', 'a payment that failed has the status failed') from reused;
select is(tests.record_event(id, 'paid', 30, '{"charge": "ch_31"}'), 'paid', 'a failed payment can be paid by a later attempt') from reused;
create temp table expired as select tests.begin_payment('topup', 30) as id;
select tests.turn('2 days'), app.expire_payments();
select is(tests.paid(id, 'status'), 'expired', 'an unfinished payment expires') from expired;
select is(tests.record_event(id, 'paid', 30, '{"charge": "ch_32"}'), 'paid', 'a payment after the expiry is still credited') from expired;

-- A debt
select tests.fill_wallet('rider2', -12);
create temp table debt as select tests.begin_payment('debt', null, 'rider2') as id;
select is(tests.record_event(id, 'paid', 12), 'paid', 'a debt is paid by card') from debt;
select is(tests.wallet_of('rider2'), 0::numeric, 'the wallet is at zero after its debt was paid');
select is_empty($$ select 1 from app.card_credits where user_id = tests.id('rider2') $$, 'a payment of a debt leaves no card money');
create temp table credits as select c.amount, c.kind, c.payment_id from app.card_credits c where c.user_id = tests.id('rider');
select results_eq($$ select amount, kind from credits c, topup t where c.payment_id = t.id $$, $$ values (50::numeric, 'topup') $$, 'a top-up is stored as card money');
select is(app.card_money_in(tests.id('rider')), tests.wallet_of('rider'), 'a wallet with only top-ups contains only card money');
select tests.fill_wallet('rider2', -12);
create temp table debt2 as select tests.begin_payment('debt', null, 'rider2') as id;
select tests.fill_wallet('rider2', -2);
select is(tests.record_event(id, 'paid', 12), 'paid', 'a debt that shrank before the payment is paid') from debt2;
select is((select amount from app.card_credits where user_id = tests.id('rider2')), 10::numeric, 'the part of a payment above the debt is card money');

-- A deleted account
create temp table gone as select tests.begin_payment('topup', 15, 'rider4') as id;
select tests.fill_wallet('rider4', 0), tests.let('rider4', 'select public.delete_my_account()');
select is(tests.record_event(id, 'paid', 15), 'late', 'a top-up for a deleted account is late') from gone;
select results_eq($$ select r.amount, r.status, r.reason, r.booking_id from public.refunds r, gone g where r.payment_id = g.id $$, $$ values (15::numeric, 'due', 'late_payment', null::uuid) $$, 'a late top-up is refunded to the card');
select throws_ok($$ select tests.begin_payment('topup', 15, 'rider4') $$, 'PT404', 'person_not_found', 'a deleted account cannot begin a payment');
set constraints all immediate;
select pass('the ledger balances after top-ups');
select * from finish();
