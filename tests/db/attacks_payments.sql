-- Attacks on payments: payments of other people, forged amounts, cards turned into cash, money taken twice.
select no_plan();
create function tests.total_moved() returns numeric language sql volatile security definer as $$ select coalesce(sum(abs(e.amount)), 0) from public.ledger_entries e $$;
select tests.fill_wallet('rider', 0), tests.fill_wallet('rider2', 0), tests.fill_wallet('driver', 0), tests.set('app_category', 'both');

-- Payments and bookings of other people
select tests.ride('PENDING');
create temp table mine as select tests.booking() as booking, tests.begin_payment('booking', null, 'rider', tests.booking()) as id;
select throws_ok(format('select tests.begin_payment(%L, 5, ''rider2'', tests.booking())', p), 'PT404', 'booking_not_found', 'a rider cannot begin a ' || p || ' payment for another rider''s ride') from unnest('{booking,tip}'::text[]) p;
select throws_ok($$ select tests.begin_payment('booking', null, 'driver', tests.booking()) $$, 'PT404', 'booking_not_found', 'a driver cannot begin a payment in the rider''s name');
select throws_ok(format('select public.payment_view(%L, tests.id(''rider2''))', id), 'PT404', 'payment_not_found', 'a rider cannot view the payment of another rider by its id') from mine;
create temp table topup as select tests.begin_payment('topup', 25, 'rider2') as id;
create temp table before as select tests.total_moved() as amount;
select is((public.record_payment_event('stripe', 'evt_x1', t.id, m.amount, 'CHF', 'paid')).outcome, 'amount_mismatch', 'a top-up is not paid by the amount of another payment') from topup t, public.payments m where m.id = (select id from mine) and m.amount <> 25;
select is((public.record_payment_event('stripe', 'evt_x2', gen_random_uuid(), 25, 'CHF', 'paid')).outcome, 'unknown_payment', 'an event with an invented payment id pays nothing');
select is((public.record_payment_event('stripe', 'evt_x3', null, 25, 'CHF', 'paid')).outcome, 'unknown_payment', 'an event without a payment id pays nothing');
select is((public.record_payment_event('stripe', 'evt_x4', null, 25, 'CHF', 'paid', '{}', '', '')).outcome, 'unknown_payment', 'an event with empty references finds no payment');
select is((public.record_payment_event('paypal', 'evt_x5', id, 25, 'CHF', 'paid')).outcome, 'provider_mismatch', 'an event of another provider does not pay the payment') from topup;
select throws_ok(format('select public.record_payment_event(''test'', ''evt_x6'', %L, 25, ''CHF'', ''paid'')', id), 'PT403', 'no_provider_found', 'the test provider cannot confirm a payment while it is off') from topup;
select is((public.record_payment_event('stripe', 'evt_y' || a, id, a::numeric, 'CHF', 'paid')).outcome, 'amount_mismatch', 'a top-up of 25 is not paid by ' || a) from topup, unnest('{0,-25,24.99,25.01,2500,NaN,Infinity}'::text[]) a;
select is((public.record_payment_event('stripe', 'evt_z' || coalesce(c, ''), id, 25, c, 'paid')).outcome, 'currency_mismatch', 'a top-up in CHF is not paid in ' || coalesce(c, 'nothing')) from topup, unnest('{JPY,CH,"",NULL}'::text[]) c;
select is((public.record_payment_event('stripe', 'evt_s' || s, id, 25, 'CHF', s)).outcome, 'recorded', 'a status of ' || s || ' pays nothing') from topup, unnest('{PAID,succeeded,captured,pending,authorized,FAILED,""}'::text[]) s;
select is(tests.total_moved(), amount, 'refused payment events move no money') from before;
select is((public.record_payment_event('stripe', repeat('e', 400), id, 25, 'CHF', 'pending')).duplicate, false, 'an event id of 400 characters is recorded') from topup;

-- One event counts once, whatever its repetition says
select is(tests.record_event(id, 'paid', 25, '{"charge": "ch_1", "event_id": "same_1"}'), 'paid',
  'a paid event pays the top-up') from topup;
select is((public.record_payment_event('stripe', 'same_1', m.id, 25, 'CHF', 'paid')).payment_id, t.id, 'a repeated event id for another payment returns the first payment') from mine m, topup t;
select is(tests.status(), 'PENDING', 'a repeated event id does not pay another ride');
select is(tests.wallet_of('rider2'), 25::numeric, 'a repeated event credits the wallet only once');

-- Card money cannot be turned into cash: a top-up, a tip by card, a tip from a top-up, a cancelled parcel, a late payment
select tests.set('rider_with_draw', 'true');
select is(app.card_money_in(tests.id('rider2')), 25::numeric, 'a top-up by card is marked as card money');
select tests.let('driver', format('select public.confirm_cash(%L)', booking)) from mine;
select is(tests.record_event(id, 'paid', null, '{"charge": "ch_2"}'), 'late',
  'a card payment after the cash was confirmed is late') from mine;
select is(app.card_money_in(tests.id('rider')), tests.wallet_of('rider'),
  'a late card payment enters the wallet marked as card money');
select tests.fill_wallet('driver', 0);
create temp table tip as select tests.begin_payment('tip', 40, 'rider', booking) as id from mine;
select tests.record_event(id, 'paid', 40, '{"charge": "ch_3"}') from tip;
select tests.let('rider', format('select public.tip_driver(%L, 5)', booking)) from mine;
select is((select sum(amount) from app.card_credits where user_id = tests.id('driver') and kind = 'tip'), 45::numeric, 'tips by card and tips from topped-up wallets are marked as the driver''s card money');
select tests.turn('1 minute'), tests.go_online(), tests.fill_wallet('rider', 0);
select tests.let('rider', format('select public.create_booking(%L, ''card'', null, ''{"delivery_person": "Eva", "delivery_person_phone": "+4235551212"}'')', tests.quote('rider', 'Courier')));
create temp table parcel as select tests.begin_payment('booking', null, 'rider', tests.booking()) as id;
select tests.record_event(id, 'paid', null, '{"charge": "ch_4"}'), tests.let('rider', format('select public.cancel_booking(%L)', tests.booking())) from parcel;
select is((select c.amount from app.card_credits c join public.ledger_transactions t on t.id = c.transaction_id where t.booking_id = tests.booking()), tests.wallet_of('rider'), 'the refund of a cancelled parcel enters the wallet marked as card money');

-- Tips cannot move large amounts
select tests.set('tip_max', '50');
select throws_ok($$ select tests.begin_payment('tip', 10.01, 'rider', (select booking from mine)) $$, 'PT422', 'tip_too_high', 'a tip above the limit per ride is refused');

-- Refunded only once, and never more than was paid
select tests.set('refund_to', 'source'), tests.turn('1 minute'), tests.ride('PENDING');
create temp table ride as select tests.begin_payment('booking', null, 'rider', tests.booking()) as id, (select trip_cost from public.bookings where id = tests.booking()) as cost;
select tests.record_event(id, 'paid', null, '{"charge": "ch_5"}') from ride;
select throws_ok($$ select tests.let('admin', format('select public.refund_booking(%L, %s, ''x'')', tests.booking(), (select cost + 0.01 from ride))) $$, 'PT409', 'refund_too_high', 'an admin cannot refund more than was paid');
select tests.let('admin', format('select public.refund_booking(%L, %s, ''x'')', tests.booking(), cost)) from ride;
select throws_ok($$ select tests.let('admin', format('select public.refund_booking(%L, 0.01, ''x'')', tests.booking())) $$, 'PT409', 'refund_too_high', 'an admin cannot refund a fully refunded ride again');
select is(tests.record_event(id, 'refunded', cost), 'refunded', 'the provider''s event completes the requested refund') from ride;
select is(tests.record_event(id, 'refunded', cost), 'unknown_refund',
  'a refund event without a requested refund is not booked') from ride;
select is(tests.record_event(id, 'chargeback', cost, '{"dispute": "dp_1"}'), 'chargeback', 'a refunded customer''s chargeback is recorded') from ride;
select is(tests.record_event(id, 'chargeback_lost', null, '{"dispute": "dp_1"}'), 'chargeback_lost', 'a lost chargeback of a refunded customer is recorded') from ride;
select is(tests.wallet_of('driver') >= 0, true, 'a lost chargeback does not make the driver''s wallet negative');
create temp table wallet as select tests.wallet_of('rider2') as amount;
select is((public.record_payment_event('stripe', 'evt_foreign', t.id, 10, 'CHF', 'refunded', '{}', null, null, null, r.id)).outcome, 'unknown_refund', 'a refund event that names another payment''s refund is unknown')
from topup t, public.refunds r where r.payment_id = (select id from ride) limit 1;
select is(tests.wallet_of('rider2'), amount,
  'a refund event for another payment''s refund does not change the wallet') from wallet;

-- The link of a checkout
select is(public.redeem_checkout(h) ->> 'message', 'checkout_expired', 'no checkout is opened by the guessed link ' || coalesce(left(h, 8), 'nothing')) from unnest(array[null, '', '%', repeat('0', 64), 'x'' or ''1''=''1']) h;
set constraints all immediate;
select pass('the ledger balances after the attacks on payments');
select * from finish();
