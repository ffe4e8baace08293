-- Chargebacks: what a customer's bank takes back, and who bears the loss.
select no_plan();
create function tests.paid_ride(charge text) returns uuid language plpgsql security definer as $$
declare v_id uuid;
begin
  perform tests.turn('1 minute'), tests.ride('PENDING');
  v_id := tests.begin_payment('booking', null, 'rider', tests.booking());
  perform tests.record_event(v_id, 'paid', null, jsonb_build_object('charge', paid_ride.charge));
  return v_id;
end $$;
create function tests.chargebacks_of(payment_id uuid) returns text language sql volatile security definer as $$
  select string_agg(c.status || ' ' || c.amount, ', ' order by c.id) from public.chargebacks c where c.payment_id = chargebacks_of.payment_id
$$;
create function tests.cost() returns numeric language sql volatile security definer as $$ select trip_cost from public.bookings where id = tests.booking() $$;
select tests.fill_wallet('rider', 0), tests.fill_wallet('driver', 0);

-- Opened
create temp table one as select tests.paid_ride('ch_1') as id;
create temp table before as select tests.wallet_of('driver') as driver, tests.booked('clearing:stripe') as clearing;
select is(tests.record_event(id, 'chargeback', tests.cost() + 0.01, '{"dispute": "dp_0"}'), 'amount_mismatch', 'a chargeback of more than was paid is refused') from one;
select is(tests.record_event(id, 'chargeback', -1, '{"dispute": "dp_0"}'), 'amount_mismatch', 'a chargeback of a negative amount is refused') from one;
select is(tests.record_event(id, 'chargeback', 5, '{"dispute": "dp_0", "currency": "USD"}'), 'currency_mismatch', 'a chargeback in another currency is refused') from one;
select is(tests.record_event(id, 'chargeback', 5, '{"dispute": "dp_0", "currency": ""}'), 'currency_mismatch', 'a chargeback whose currency is empty is refused') from one;
select is(tests.record_event(id, 'chargeback', tests.cost(), '{"dispute": "dp_1", "fee": 2, "due_at": "2030-01-01T00:00:00Z"}'), 'chargeback', 'a chargeback event opens a chargeback') from one;
select is(tests.record_event(id, 'chargeback', tests.cost(), '{"dispute": "dp_1", "fee": 2, "due_at": "2030-01-05T00:00:00Z"}'), 'repeated', 'the same chargeback event with a new deadline answers repeated') from one;
select results_eq($$ select status, amount, due_at from public.chargebacks $$, $$ select 'open', tests.cost(), '2030-01-05T00:00:00Z'::timestamptz $$, 'a repeated chargeback updates the deadline');
select is(tests.booked('clearing:stripe'), clearing + tests.cost() + 2, 'the provider''s clearing account drops by the chargeback and its fee') from before;
select is(tests.booked('chargebacks:stripe'), -tests.cost(), 'an open chargeback''s amount is in the chargebacks account');
select is(tests.wallet_of('driver'), driver, 'the driver keeps the share of a ride with an open chargeback') from before;
select throws_ok($$ select tests.let('admin', format('select public.refund_booking(%L, 1, ''sorry'')', tests.booking())) $$, 'PT409', 'refund_too_high', 'a disputed payment cannot be refunded');

-- Won
select is(tests.record_event(id, 'chargeback_won', null, '{"dispute": "dp_1"}'), 'chargeback_won',
  'a won event closes the chargeback as won') from one;
select is(tests.record_event(id, 'chargeback_won', null, '{"dispute": "dp_1"}'), 'repeated',
  'a repeated won event answers repeated') from one;
select is(tests.record_event(id, 'chargeback_lost', null, '{"dispute": "dp_1"}'), 'contradicted', 'a lost event after a won chargeback answers contradicted') from one;
select is(tests.booked('clearing:stripe'), clearing + 2,
  'a won chargeback returns the amount to the provider''s clearing account') from before;
select is(tests.booked('chargebacks:stripe'), 0::numeric, 'a won chargeback empties the chargebacks account');
select is(tests.paid(id, 'disputed_amount')::numeric, 0::numeric,
  'a won chargeback resets the payment''s disputed amount') from one;
select lives_ok($$ select tests.let('admin', format('select public.refund_booking(%L, 1, ''sorry'')', tests.booking())) $$, 'a payment can be refunded after a won chargeback');

-- Lost
create temp table two as select tests.paid_ride('ch_2') as id;
create temp table then2 as select tests.wallet_of('driver') as driver, tests.wallet_of('rider') as rider;
select tests.record_event(id, 'chargeback', 3, '{"dispute": "dp_2"}') from two;
select is(tests.record_event(id, 'chargeback_lost', null, '{"dispute": "dp_2"}'), 'chargeback_lost', 'a chargeback of a part of a payment can be lost') from two;
select is(tests.booked('expense.chargeback'), -3::numeric, 'a lost chargeback of a ride is the company''s expense');
select is(tests.wallet_of('driver'), driver, 'a lost chargeback does not debit the driver') from then2;
select is(tests.wallet_of('rider'), rider, 'a lost chargeback of a ride does not debit the rider''s wallet') from then2;
select tests.record_event(id, 'chargeback', null, '{"dispute": "dp_3", "no_amount": true}') from two;
select is(tests.chargebacks_of(id), 'lost 3, open ' || (tests.cost() - 3),
  'a chargeback without an amount is for the rest of the payment') from two;
select is(tests.record_event(id, 'chargeback', 1, '{"dispute": "dp_4"}'), 'amount_mismatch', 'chargebacks of a payment cannot exceed its amount') from two;
select is(tests.record_event(tests.begin_payment('topup', 10), 'chargeback', 1, '{"dispute": "dp_3"}'), 'recorded', 'a chargeback of an unpaid payment is only recorded');

-- Events out of order
create temp table early as select tests.begin_payment('topup', 40) as id;
select is(tests.record_event(id, 'chargeback', null, '{"dispute": "dp_5"}'), 'recorded', 'a chargeback event before the payment is recorded and waits') from early;
select is(tests.record_event(id, 'paid', 40, '{"charge": "ch_5"}'), 'paid',
  'the payment that follows its chargeback event is paid') from early;
select is(tests.chargebacks_of(id), 'open 40.00',
  'a chargeback that arrived before its payment is opened with the payment') from early;
select is((select outcome from public.payment_events e, early where e.payment_id = early.id and e.status = 'chargeback'), 'chargeback', 'a waiting chargeback event gets the outcome chargeback');
create temp table decided as select tests.begin_payment('topup', 15) as id;
select tests.record_event(id, 'paid', 15, '{"charge": "ch_6"}') from decided;
select is(tests.record_event(id, 'chargeback_won', 15, '{"dispute": "dp_6"}'), 'chargeback_won', 'a won event before the chargeback was opened opens and closes it') from decided;
select is(tests.record_event(id, 'chargeback', 15, '{"dispute": "dp_6"}'), 'repeated', 'a chargeback event after the won event answers repeated') from decided;
select is(tests.record_event(id, 'chargeback', 15, '{"dispute": "dp_5"}'), 'contradicted', 'a dispute id of another payment answers contradicted') from decided;

-- A top-up
create temp table had as select tests.wallet_of('rider') as amount;
select is(tests.record_event(id, 'chargeback_lost', null, '{"dispute": "dp_5"}'), 'chargeback_lost', 'a chargeback of a top-up can be lost') from early;
select is(tests.wallet_of('rider'), amount - 40, 'a lost chargeback of a top-up debits the wallet') from had;
select is_empty($$ select 1 from app.card_credits c, early e where c.payment_id = e.id $$, 'a lost top-up is no longer card money of the wallet');
create temp table spent as select tests.begin_payment('topup', 30) as id;
select tests.record_event(id, 'paid', 30, '{"charge": "ch_7"}') from spent;
select tests.fill_wallet('rider', 4), tests.record_event(id, 'chargeback_lost', 30, '{"dispute": "dp_7"}') from spent;
select is(tests.wallet_of('rider'), -26::numeric,
  'a wallet that spent the top-up becomes negative when its chargeback is lost');
select isnt_empty($$ select 1 from public.notices where key = 'wallet_debited' and user_id = tests.id('rider') $$, 'the rider gets a notice when a lost chargeback debits the wallet');
select throws_ok($$ select tests.book() $$, 'PT409', 'unpaid_booking',
  'a rider with a wallet below zero after a chargeback cannot book');
select tests.record_event(tests.begin_payment('debt'), 'paid');
select is(tests.wallet_of('rider'), 0::numeric, 'a rider can pay the negative balance as a debt');

-- Money that a booking returned to the wallet: card money cannot become cash
create temp table parcel (id uuid);
do $$ declare v_id uuid; begin
  perform tests.set('app_category', 'both'), tests.turn('1 minute'), tests.go_online();
  perform tests.let('rider', format('select public.create_booking(%L, ''card'', null, ''{"delivery_person": "Eva", "delivery_person_phone": "+4235551212"}'')', tests.quote('rider', 'Courier')));
  v_id := tests.begin_payment('booking', null, 'rider', tests.booking());
  perform tests.record_event(v_id, 'paid', null, '{"charge": "ch_8"}');
  perform tests.let('rider', format('select public.cancel_booking(%L)', tests.booking()));
  insert into parcel values (v_id);
end $$;
select is(tests.wallet_of('rider'), tests.cost(), 'cancelling a parcel paid by card returns its cost to the wallet');
select is((select c.amount from app.card_credits c join public.ledger_transactions t on t.id = c.transaction_id where t.booking_id = tests.booking()), tests.cost(), 'the money returned by a cancelled parcel is marked as card money');
select tests.record_event(id, 'chargeback_lost', null, '{"dispute": "dp_8"}') from parcel;
select is(tests.wallet_of('rider'), 0::numeric, 'a lost chargeback of a cancelled parcel debits the wallet');

-- A refund during a chargeback
select tests.set('refund_to', 'source');
create temp table twice as select tests.paid_ride('ch_9') as id;
select tests.let('admin', format('select public.refund_booking(%L, %s, ''all'')', tests.booking(), tests.cost()));
create temp table loss as select tests.booked('expense.chargeback') as amount, tests.booked('refunds_due:stripe') as due;
select tests.record_event(id, 'chargeback', null, '{"dispute": "dp_9"}') from twice;
select is_empty($$ select 1 from tests.take_job('refund') t, twice b where t.payment_id = b.id $$, 'a refund to the card is not sent while its payment is disputed');
select tests.record_event(id, 'chargeback_lost', null, '{"dispute": "dp_9"}') from twice;
select results_eq($$ select r.status, r.amount from public.refunds r, twice b where r.payment_id = b.id $$, $$ select 'dropped', tests.cost() $$, 'a refund to the card is dropped when the chargeback is lost');
select is(tests.booked('refunds_due:stripe'), due - tests.cost(), 'a dropped refund leaves the refunds due account') from loss;
select is(tests.booked('expense.chargeback'), amount, 'a lost chargeback of a refunded ride is no second expense') from loss;
select tests.turn('1 day');
select is_empty($$ select 1 from tests.take_job('refund') t, twice b where t.payment_id = b.id $$,
  'a dropped refund is not sent later');
create temp table kept as select tests.paid_ride('ch_10') as id;
select tests.let('admin', format('select public.refund_booking(%L, 2, ''some'')', tests.booking()));
select tests.record_event(id, 'chargeback', null, '{"dispute": "dp_10"}') from kept;
select tests.record_event(id, 'chargeback_won', null, '{"dispute": "dp_10"}') from kept;
select tests.turn('1 day');
select is((select t.amount from tests.take_job('refund') t, kept k where t.payment_id = k.id), '2.00', 'a refund is sent once the chargeback is won');

-- A tip
create temp table tip as select tests.begin_payment('tip', 5, 'rider', tests.booking()) as id;
create temp table then3 as select tests.wallet_of('driver') + 5 as driver, tests.booked('expense.chargeback') - 5 as loss;
select tests.record_event(id, 'paid', 5, '{"charge": "ch_11"}'), tests.record_event(id, 'chargeback_lost', 5, '{"dispute": "dp_11"}') from tip;
select is(tests.wallet_of('driver'), driver, 'the driver keeps a tip that was charged back') from then3;
select is(tests.booked('expense.chargeback'), loss, 'a tip that was charged back is the company''s expense') from then3;

-- Recorded by hand, for providers that announce chargebacks by mail
select tests.set('refund_to', 'wallet');
create temp table mailed as select tests.paid_ride('ch_12') as id;
grant select on mailed to public;
select tests.act_as('admin');
select throws_ok(format('select public.record_chargeback(%L, ''open'', 1000)', id), 'PT409', 'chargeback_refused', 'an admin cannot record a chargeback of more than was paid') from mailed;
select throws_ok(format('select public.record_chargeback(%L, ''gone'')', id), 'PT422', 'no_details_error', 'a chargeback status other than open, won or lost is refused') from mailed;
select throws_ok('select public.record_chargeback(gen_random_uuid())', 'PT404', 'payment_not_found', 'a chargeback without a payment is refused');
select is((public.record_chargeback(id, 'open', 4, '2030-01-01')).status, 'open', 'an admin can open a chargeback') from mailed;
select is((public.record_chargeback(id, 'open', 4)).amount, 4::numeric,
  'a chargeback that an admin opens twice is one chargeback') from mailed;
select is((public.record_chargeback(id, 'won')).status, 'won', 'an admin can record that a chargeback was won') from mailed;
select throws_ok(format('select public.record_chargeback(%L, ''lost'')', id), 'PT409', 'chargeback_refused', 'an admin cannot record a won chargeback as lost') from mailed;
select is((select count(*) from public.audit_log where action = 'record_chargeback'), 2::bigint, 'recording a chargeback by hand is in the audit log');
select tests.act_as('rider');
select throws_ok(format('select public.record_chargeback(%L, ''won'')', id), 'PT403', 'not_allowed', 'a rider cannot record a chargeback') from mailed;
select tests.as_visitor();
select throws_ok('select public.record_chargeback(gen_random_uuid())', '42501', null, 'a visitor cannot record a chargeback');
select tests.as_owner();

-- Read access
select tests.act_as('admin');
select isnt_empty($$ select 1 from public.chargebacks $$, 'an admin can read chargebacks');
select tests.act_as('rider');
select is_empty($$ select 1 from public.chargebacks $$, 'a rider cannot read chargebacks');
select tests.act_as('driver');
select is_empty($$ select 1 from public.chargebacks $$, 'a driver cannot read chargebacks');
select tests.as_visitor();
select throws_ok($$ select 1 from public.chargebacks $$, '42501', null, 'a visitor cannot read chargebacks');
select tests.as_owner();
set constraints all immediate;
select pass('the ledger balances after chargebacks');
select * from finish();
