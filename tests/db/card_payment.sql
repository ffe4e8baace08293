-- Wallet and card payments: what pays a booking, what does not, and what is returned.
select no_plan();
create function tests.held() returns numeric language sql volatile security definer as $$ select app.ledger_balance('held:' || tests.booking()) $$;
-- Sets a wallet's balance.
create function tests.payment() returns uuid language sql volatile security definer as $$
  select p.id from public.payments p order by p.created_at desc, p.id desc limit 1
$$;
create function tests.event(id text, amount numeric, status text default 'paid', currency text default 'CHF', provider text default 'stripe') returns text
language sql volatile security definer as $$
  select to_jsonb(public.record_payment_event(event.provider, event.id, tests.payment(), event.amount, event.currency, event.status, '{}')) ->> 'outcome'
$$;
-- A parcel that waits for its payment: 13.50 for the driver and a fee of 1.50.
create function tests.parcel() returns uuid language plpgsql security definer as $$
begin
  perform tests.turn('1 minute');
  perform tests.let('admin', format($q$ select public.create_booking(%L, 'cash', null, '{"delivery_person": "Eva", "delivery_person_phone": "+4235551212"}') $q$,
    tests.quote('rider', 'Courier')));
  set local session_replication_role = replica;
  update public.bookings set status = 'PAYMENT_PENDING', payment_mode = 'card', booking_type_admin = false, trip_cost = 15, payable_amount = 15 where id = tests.booking();
  update public.booking_finances set driver_share = 13.5, ride_cost = 13.5, convenience_fees = 1.5 where booking_id = tests.booking();
  delete from app.dispatch_queue q where q.booking_id = tests.booking();
  set local session_replication_role = origin;
  return tests.booking();
end $$;
select tests.ride('PENDING');
select tests.fill_wallet('rider', 5);

-- The wallet
select tests.act_as('rider2');
-- Spec 4.43
select throws_ok($$ select public.pay_with_wallet(tests.booking()) $$, 'PT404', 'booking_not_found', 'another rider cannot pay the ride with the wallet');
select tests.act_as('driver');
select throws_ok($$ select public.pay_with_wallet(tests.booking()) $$, 'PT404', 'booking_not_found',
  'a driver cannot pay the ride with the wallet');
select tests.act_as('admin');
select throws_ok($$ select public.pay_with_wallet(tests.booking()) $$, 'PT404', 'booking_not_found',
  'an admin cannot pay the ride with the wallet');
select tests.as_visitor();
select throws_ok($$ select public.pay_with_wallet(gen_random_uuid()) $$, '42501', null,
  'a visitor cannot pay a ride with a wallet');
select tests.act_as('rider');
select results_eq($$ select status::text, used_wallet_money, payable_amount, cash_payment_amount
  from public.pay_with_wallet(tests.booking(), '00000000-0000-4000-8000-00000000000b') $$,
  $$ select 'PENDING', 5::numeric, trip_cost - 5, trip_cost - 5 from public.bookings where id = tests.booking() $$, 'a wallet with too little money pays a part of the ride');
select is(tests.held(), 5::numeric, 'the wallet''s part is held until the ride is paid');
select is(tests.wallet_of('rider'), 0::numeric, 'held money has left the wallet''s balance');
select is((public.pay_with_wallet(tests.booking(), '00000000-0000-4000-8000-00000000000b')).used_wallet_money, 5::numeric, 'a wallet payment with a repeated key pays nothing more');
select throws_ok($$ select public.pay_with_wallet(tests.booking()) $$, 'PT409', 'insufficient_balance', 'an empty wallet cannot pay');
select tests.act_as('driver');
select results_eq($$ select status::text, cash_payment_amount, customer_paid from public.confirm_cash(tests.booking()) $$,
  $$ select 'PAID', trip_cost - 5, trip_cost from public.bookings where id = tests.booking() $$,
    -- Spec 3.28
    'a driver can confirm the rest in cash');
select is(tests.held(), 0::numeric, 'no money stays held after the rest was paid in cash');
select tests.as_owner(), tests.turn('1 minute'), tests.ride('PENDING'), tests.fill_wallet('rider', 100);
select tests.act_as('rider');
-- Spec 1.4, 6.23
select is((public.pay_with_wallet(tests.booking())).status, 'PAID', 'a wallet with enough money pays the whole ride');
select is(tests.wallet_of('rider'), 100 - trip_cost,
  'a wallet is debited once for the ride') from public.bookings where id = tests.booking();
select is((public.pay_with_wallet(tests.booking())).status, 'PAID', 'paying a paid ride with the wallet answers PAID');
select is(tests.wallet_of('rider'), 100 - trip_cost,
  'paying a paid ride again does not debit the wallet') from public.bookings where id = tests.booking();

-- Cards
select tests.as_owner(), tests.turn('1 minute'), tests.ride('STARTED');
-- Spec 4.43
select throws_ok($$ select tests.create_payment(tests.booking(), 'stripe', tests.id('rider')) $$, 'PT409', 'wrong_status', 'a card payment before the end of the ride is refused');
select tests.let('driver', format('select public.reach_drop(%L)', tests.booking()));
-- Spec 6.23
select throws_ok($$ select tests.create_payment(tests.booking(), 'stripe', tests.id('rider2')) $$, 'PT404', 'booking_not_found', 'a rider cannot create a card payment for another rider''s ride');
-- Spec 8.37
select throws_ok($$ select tests.create_payment(tests.booking(), 'piggy', tests.id('rider')) $$, 'PT403', 'no_provider_found', 'an unknown payment provider is refused');
select is((select count(*) from unnest(array['paypal', 'braintree', 'stripe', 'paytm', 'payulatam', 'flutterwave', 'paystack', 'securepay', 'payfast',
  -- Spec 3.55
  'liqpay', 'culqi', 'mercadopago', 'squareup', 'wipay', 'razorpay']::public.payment_provider[]) p where app.check_provider(p::text) is not null), 15::bigint, 'all fifteen payment providers are known');
select throws_ok($$ select tests.create_payment(tests.booking(), null, tests.id('rider')) $$, 'PT403', 'no_provider_found', 'a payment without a provider is refused');
select tests.set('test_payments', 'false');
-- Spec 3.55
select throws_ok($$ select tests.create_payment(tests.booking(), 'test', tests.id('rider')) $$, 'PT403', 'no_provider_found', 'the test provider is refused while it is off');
select throws_ok($$ select public.record_payment_event('test', 'e', null, 1, 'CHF', 'paid') $$, 'PT403', 'no_provider_found', 'the test provider cannot confirm a payment while it is off');
select tests.act_as('rider');
select throws_ok($$ select tests.create_payment(tests.booking(), 'stripe', tests.id('rider')) $$, '42501', null, 'a rider cannot create a payment directly');
select throws_ok($$ select public.record_payment_event('stripe', 'e', null, 1, 'CHF', 'paid') $$, '42501', null, 'a rider cannot record a payment event');
select tests.as_service();
select is((tests.create_payment(tests.booking(), 'stripe', tests.id('rider'), '00000000-0000-4000-8000-00000000000c')).amount,
  (select payable_amount from public.bookings where id = tests.booking()),
    -- Spec 3.40
    'a card payment is for the open amount of the booking');
select is((tests.create_payment(tests.booking(), 'paypal', tests.id('rider'), '00000000-0000-4000-8000-00000000000c')).provider::text, 'stripe', 'a repeated key answers the first payment');
create temp table due as select amount from public.payments where id = tests.payment();
grant select on due to public;
select is(tests.event('a', (select amount from due) - 0.01), 'amount_mismatch', 'an event of one cent less does not pay');
select is(tests.event('b', 'NaN'), 'amount_mismatch', 'an event with the amount NaN does not pay');
select is(tests.event('c', (select amount from due), 'paid', 'JPY'), 'currency_mismatch', 'an event in another currency is refused');
select is(tests.event('d', (select amount from due), 'paid', 'CHF', 'paypal'), 'provider_mismatch', 'an event of another provider is refused');
select is(tests.event('e', (select amount from due), 'pending'), 'recorded', 'a pending event is recorded without paying');
select is(tests.event('f', (select amount from due), 'failed'), 'failed', 'a failed event is recorded without paying');
select is(to_jsonb(public.record_payment_event('stripe', 'g', gen_random_uuid(), 10, 'CHF', 'paid')) ->> 'outcome', 'unknown_payment', 'an event for an unknown payment changes nothing');
select is(tests.status(), 'PENDING', 'a ride stays unpaid after events that do not pay');
-- Spec 1.4
select is(tests.event('h', (select amount from due)), 'paid', 'an event with the exact amount pays');
select is(tests.status(), 'PAID', 'a paid event sets the ride to PAID');
select is((select count(*) from generate_series(1, 200) n where tests.event('h', (select amount from due)) = 'paid'), 200::bigint, 'a paid event delivered 200 more times answers paid');
select is(tests.event('i', (select amount from due)), 'already_paid',
  'a second paid event for the same payment pays nothing more');
select tests.as_owner();
select results_eq($$ select card_payment_amount, customer_paid, cash_payment_amount, payable_amount, payment_mode, gateway from public.bookings where id = tests.booking() $$,
  $$ select amount, amount, 0::numeric, 0::numeric, 'card', 'stripe' from due $$,
    'a cash ride paid by card stores the card payment once');
select is(tests.held(), 0::numeric, 'no money stays held after a card payment');
select is((select sum(e.amount) from public.ledger_entries e join public.ledger_transactions t on t.id = e.transaction_id
  join public.ledger_accounts a on a.id = e.account_id where t.booking_id = tests.booking() and a.name = 'clearing:stripe'), (select -amount from due), 'the provider owes a repeated card payment once');
select throws_ok($$ delete from public.payment_events $$, 'PT409', 'append_only', 'payment events cannot be deleted');
set constraints all immediate;
set constraints all deferred;

-- Read access
select tests.act_as('rider');
select is((select count(*) from public.payments), 1::bigint, 'a rider can read the own payment');
select is_empty($$ select 1 from public.payment_events $$, 'a rider cannot read payment events');
select tests.act_as('rider2');
select is_empty($$ select 1 from public.payments where customer_id = tests.id('rider') $$,
  'a rider cannot read the payments of another rider');
select tests.act_as('admin');
select isnt_empty($$ select 1 from public.payment_events $$, 'an admin can read payment events');
select tests.as_visitor();
select throws_ok($$ select 1 from public.payments $$, '42501', null, 'a visitor cannot read payments');

-- A prepaid parcel cancelled with a fee: the example of the documents
select tests.as_owner(), tests.parcel(), tests.fill_wallet('rider', 0);
select tests.create_payment(tests.booking(), 'stripe', tests.id('rider'));
-- Spec 3.29, 3.40
select is(tests.event('parcel', 15), 'paid', 'a paid event pays the parcel');
select results_eq($$ select status::text, prepaid, payable_amount, customer_paid from public.bookings where id = tests.booking() $$,
  $$ values ('NEW', true, 0::numeric, 15::numeric) $$, 'a prepaid parcel is NEW with nothing left to pay');
select isnt_empty($$ select 1 from app.dispatch_queue q where q.booking_id = tests.booking() $$,
  'a prepaid parcel enters the dispatch queue');
select is(tests.held(), 15::numeric, 'the money of a prepaid parcel is held');
select tests.let('admin', 'select 1'), app.set_actor('rider', tests.id('rider'));
select tests.cancel('rider', 3);
select results_eq($$ select a.kind, e.amount from public.ledger_transactions t join public.ledger_entries e on e.transaction_id = t.id
  join public.ledger_accounts a on a.id = e.account_id where t.booking_id = tests.booking() order by e.id $$,
  $$ values ('clearing', -15::numeric), ('held', 15), ('held', -15), ('wallet', 15), ('wallet', -3), ('revenue.cancellation', 3) $$, 'cancelling a prepaid parcel returns the money less the fee');
select is(tests.wallet_of('rider'), 12::numeric, 'a cancelled parcel''s money less the fee is in the wallet');

-- Late payments, and refunds to the card
select tests.parcel();
select tests.create_payment(tests.booking(), 'stripe', tests.id('rider'));
select app.set_actor('system');
select tests.cancel('system');
select is(tests.event('late', 15), 'late', 'a payment for a cancelled parcel is late');
select is(tests.wallet_of('rider'), 27::numeric, 'a late payment is credited to the wallet');
select tests.set('refund_to', 'source'), tests.parcel();
select tests.create_payment(tests.booking(), 'stripe', tests.id('rider'));
select tests.event('source', 15), app.set_actor('rider', tests.id('rider'));
select tests.cancel('rider', 3);
select is(tests.wallet_of('rider'), 27::numeric, 'with refund_to source a cancelled parcel credits nothing to the wallet');
select results_eq($$ select amount, status, reason from public.refunds where booking_id = tests.booking() $$, $$ values (12::numeric, 'due', 'cancelled') $$, 'with refund_to source a cancelled parcel is refunded to the card less the fee');
set constraints all immediate;
set constraints all deferred;

-- A parcel paid by wallet, and a fee without enough money
select tests.set('refund_to', 'wallet'), tests.parcel(), tests.fill_wallet('rider', 20);
select tests.act_as('rider');
select is((public.pay_with_wallet(tests.booking())).status, 'NEW', 'a wallet pays a parcel');
select tests.as_owner(), tests.turn('1 minute'), tests.fill_wallet('rider', 0);
select tests.go_online(), tests.book();
select app.set_actor('rider', tests.id('rider'));
select tests.cancel('rider', 3);
select is(tests.wallet_of('rider'), -3::numeric, 'a cancellation fee can make a wallet negative');
select * from finish();
