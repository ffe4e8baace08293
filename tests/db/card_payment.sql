-- Wallet and card: what pays, what never does, and what is returned.
select no_plan();
create function tests.balance(name text) returns numeric language sql volatile security definer as $$
  select p.wallet_balance from public.profiles p where p.id = tests.id(name)
$$;
create function tests.held() returns numeric language sql volatile security definer as $$ select app.ledger_balance('held:' || tests.booking()) $$;
-- Brings a wallet to an amount.
create function tests.fill(name text, amount numeric) returns void language sql volatile security definer as $$
  select app.post_ledger('testing', gen_random_uuid()::text, null, jsonb_build_array(
    app.entry('wallet:' || tests.id(name), amount - tests.balance(name)), app.entry('adjustments', tests.balance(name) - amount)))
$$;
create function tests.payment() returns uuid language sql volatile security definer as $$
  select p.id from public.payments p order by p.created_at desc, p.id desc limit 1
$$;
create function tests.event(id text, amount numeric, status text default 'paid', currency text default 'CHF', provider text default 'stripe') returns text
language sql volatile security definer as $$
  select to_jsonb(public.record_payment_event(event.provider, event.id, tests.payment(), event.amount, event.currency, event.status, '{}')) ->> 'outcome'
$$;
-- A parcel that waits for its payment: 13.50 and 1.50.
create function tests.parcel() returns uuid language plpgsql security definer as $$
begin
  perform tests.turn('1 minute');
  perform tests.let('admin', format($q$ select public.create_booking(%L, 'cash', null, '{"delivery_person": "Eva", "delivery_person_phone": "+423 555 12 12"}') $q$,
    tests.quote('rider', 'Courier')));
  set local session_replication_role = replica;
  update public.bookings set status = 'PAYMENT_PENDING', payment_mode = 'card', booking_type_admin = false, trip_cost = 15, payable_amount = 15 where id = tests.booking();
  update public.booking_finances set driver_share = 13.5, ride_cost = 13.5, convenience_fees = 1.5 where booking_id = tests.booking();
  delete from app.dispatch_queue q where q.booking_id = tests.booking();
  set local session_replication_role = origin;
  return tests.booking();
end $$;
select tests.ride('PENDING');
select tests.fill('rider', 5);

-- The wallet
select tests.act_as('rider2');
select throws_ok($$ select public.pay_with_wallet(tests.booking()) $$, 'PT404', 'booking_not_found', 'another rider does not pay');
select tests.act_as('driver');
select throws_ok($$ select public.pay_with_wallet(tests.booking()) $$, 'PT404', 'booking_not_found', 'the driver does not pay');
select tests.act_as('admin');
select throws_ok($$ select public.pay_with_wallet(tests.booking()) $$, 'PT404', 'booking_not_found', 'an admin does not pay');
select tests.as_visitor();
select throws_ok($$ select public.pay_with_wallet(gen_random_uuid()) $$, '42501', null, 'a visitor does not pay');
select tests.act_as('rider');
select results_eq($$ select status::text, used_wallet_money, payable_amount, cash_payment_amount
  from public.pay_with_wallet(tests.booking(), '00000000-0000-4000-8000-00000000000b') $$,
  $$ select 'PENDING', 5::numeric, trip_cost - 5, trip_cost - 5 from public.bookings where id = tests.booking() $$, 'a small wallet pays its part');
select is(tests.held(), 5::numeric, 'which is held');
select is(tests.balance('rider'), 0::numeric, 'what is held is gone from the wallet');
select is((public.pay_with_wallet(tests.booking(), '00000000-0000-4000-8000-00000000000b')).used_wallet_money, 5::numeric, 'a repeated key pays nothing more');
select throws_ok($$ select public.pay_with_wallet(tests.booking()) $$, 'PT409', 'insufficient_balance', 'an empty wallet nothing');
select tests.act_as('driver');
select results_eq($$ select status::text, cash_payment_amount, customer_paid from public.confirm_cash(tests.booking()) $$,
  $$ select 'PAID', trip_cost - 5, trip_cost from public.bookings where id = tests.booking() $$, 'the rest is paid in cash');
select is(tests.held(), 0::numeric, 'nothing stays held once the rest is paid in cash');
select tests.as_owner(), tests.turn('1 minute'), tests.ride('PENDING'), tests.fill('rider', 100);
select tests.act_as('rider');
select is((public.pay_with_wallet(tests.booking())).status, 'PAID', 'a full wallet pays all');
select is(tests.balance('rider'), 100 - trip_cost, 'once') from public.bookings where id = tests.booking();
select is((public.pay_with_wallet(tests.booking())).status, 'PAID', 'paying twice is paying once');
select is(tests.balance('rider'), 100 - trip_cost, 'paying twice costs once') from public.bookings where id = tests.booking();

-- Cards
select tests.as_owner(), tests.turn('1 minute'), tests.ride('STARTED');
select throws_ok($$ select tests.create_payment(tests.booking(), 'stripe', tests.id('rider')) $$, 'PT409', 'wrong_status', 'nothing to pay before the end');
select tests.let('driver', format('select public.reach_drop(%L)', tests.booking()));
select throws_ok($$ select tests.create_payment(tests.booking(), 'stripe', tests.id('rider2')) $$, 'PT404', 'booking_not_found', 'nobody pays the ride of another rider by card');
select throws_ok($$ select tests.create_payment(tests.booking(), 'piggy', tests.id('rider')) $$, 'PT403', 'no_provider_found', 'an unknown provider is refused');
select is((select count(*) from unnest(array['paypal', 'braintree', 'stripe', 'paytm', 'payulatam', 'flutterwave', 'paystack', 'securepay', 'payfast',
  'liqpay', 'culqi', 'mercadopago', 'squareup', 'wipay', 'razorpay']::public.payment_provider[]) p where app.check_provider(p::text) is not null), 15::bigint, 'fifteen are known');
select throws_ok($$ select tests.create_payment(tests.booking(), null, tests.id('rider')) $$, 'PT403', 'no_provider_found', 'a payment without a provider is refused');
select tests.set('test_payments', 'false');
select throws_ok($$ select tests.create_payment(tests.booking(), 'test', tests.id('rider')) $$, 'PT403', 'no_provider_found', 'the test provider is refused while it is off');
select throws_ok($$ select public.record_payment_event('test', 'e', null, 1, 'CHF', 'paid') $$, 'PT403', 'no_provider_found', 'which confirms nothing, either');
select tests.act_as('rider');
select throws_ok($$ select tests.create_payment(tests.booking(), 'stripe', tests.id('rider')) $$, '42501', null, 'people do not create payments');
select throws_ok($$ select public.record_payment_event('stripe', 'e', null, 1, 'CHF', 'paid') $$, '42501', null, 'let alone confirm them');
select tests.as_service();
select is((tests.create_payment(tests.booking(), 'stripe', tests.id('rider'), '00000000-0000-4000-8000-00000000000c')).amount,
  (select payable_amount from public.bookings where id = tests.booking()), 'a payment is of what we know is open');
select is((tests.create_payment(tests.booking(), 'paypal', tests.id('rider'), '00000000-0000-4000-8000-00000000000c')).provider::text, 'stripe', 'a repeated key answers the first');
create temp table due as select amount from public.payments where id = tests.payment();
grant select on due to public;
select is(tests.event('a', (select amount from due) - 0.01), 'amount_mismatch', 'a cent less pays nothing');
select is(tests.event('b', 'NaN'), 'amount_mismatch', 'no number, either');
select is(tests.event('c', (select amount from due), 'paid', 'JPY'), 'currency_mismatch', 'an event in another currency is refused');
select is(tests.event('d', (select amount from due), 'paid', 'CHF', 'paypal'), 'provider_mismatch', 'an event of another provider is refused');
select is(tests.event('e', (select amount from due), 'pending'), 'recorded', 'an event of what is not paid yet changes nothing');
select is(tests.event('f', (select amount from due), 'failed'), 'failed', 'an event of what failed changes nothing');
select is(to_jsonb(public.record_payment_event('stripe', 'g', gen_random_uuid(), 10, 'CHF', 'paid')) ->> 'outcome', 'unknown_payment', 'an event that we never asked for changes nothing');
select is(tests.status(), 'PENDING', 'the ride stays unpaid after events that do not count');
select is(tests.event('h', (select amount from due)), 'paid', 'the right event pays');
select is(tests.status(), 'PAID', 'the ride');
select is((select count(*) from generate_series(1, 200) n where tests.event('h', (select amount from due)) = 'paid'), 200::bigint, 'two hundred more of it');
select is(tests.event('i', (select amount from due)), 'already_paid', 'another event for the same payment pays nothing more');
select tests.as_owner();
select results_eq($$ select card_payment_amount, customer_paid, cash_payment_amount, payable_amount, payment_mode, gateway from public.bookings where id = tests.booking() $$,
  $$ select amount, amount, 0::numeric, 0::numeric, 'card', 'stripe' from due $$, 'change nothing: a cash ride paid by card');
select is(tests.held(), 0::numeric, 'nothing stays held');
select is((select sum(e.amount) from public.ledger_entries e join public.ledger_transactions t on t.id = e.transaction_id
  join public.ledger_accounts a on a.id = e.account_id where t.booking_id = tests.booking() and a.name = 'clearing:stripe'), (select -amount from due), 'the provider owes it once');
select throws_ok($$ delete from public.payment_events $$, 'PT409', 'append_only', 'events stay');
set constraints all immediate;
set constraints all deferred;

-- Who reads
select tests.act_as('rider');
select is((select count(*) from public.payments), 1::bigint, 'the rider reads the payment');
select is_empty($$ select 1 from public.payment_events $$, 'the rider reads no payment events');
select tests.act_as('rider2');
select is_empty($$ select 1 from public.payments where customer_id = tests.id('rider') $$, 'others read nothing');
select tests.act_as('admin');
select isnt_empty($$ select 1 from public.payment_events $$, 'admins everything');
select tests.as_visitor();
select throws_ok($$ select 1 from public.payments $$, '42501', null, 'visitors nothing');

-- A parcel, prepaid, cancelled for a fee: the example of the documents
select tests.as_owner(), tests.parcel(), tests.fill('rider', 0);
select tests.create_payment(tests.booking(), 'stripe', tests.id('rider'));
select is(tests.event('parcel', 15), 'paid', 'a parcel is paid');
select results_eq($$ select status::text, prepaid, payable_amount, customer_paid from public.bookings where id = tests.booking() $$,
  $$ values ('NEW', true, 0::numeric, 15::numeric) $$, 'a parcel that was paid looks for a driver');
select isnt_empty($$ select 1 from app.dispatch_queue q where q.booking_id = tests.booking() $$, 'in dispatch');
select is(tests.held(), 15::numeric, 'its money is held');
select tests.let('admin', 'select 1'), app.set_actor('rider', tests.id('rider'));
select tests.cancel('rider', 3);
select results_eq($$ select a.kind, e.amount from public.ledger_transactions t join public.ledger_entries e on e.transaction_id = t.id
  join public.ledger_accounts a on a.id = e.account_id where t.booking_id = tests.booking() order by e.id $$,
  $$ values ('clearing', -15::numeric), ('held', 15), ('held', -15), ('wallet', 15), ('wallet', -3), ('revenue.cancellation', 3) $$, 'cancelled, the rest is the rider''s');
select is(tests.balance('rider'), 12::numeric, 'in the wallet');

-- Too late, and to the source
select tests.parcel();
select tests.create_payment(tests.booking(), 'stripe', tests.id('rider'));
select app.set_actor('system');
select tests.cancel('system');
select is(tests.event('late', 15), 'late', 'money for a cancelled parcel');
select is(tests.balance('rider'), 27::numeric, 'goes to the wallet');
select tests.set('refund_to', 'source'), tests.parcel();
select tests.create_payment(tests.booking(), 'stripe', tests.id('rider'));
select tests.event('source', 15), app.set_actor('rider', tests.id('rider'));
select tests.cancel('rider', 3);
select is(tests.balance('rider'), 27::numeric, 'a late payment goes past the wallet where settings say so');
select results_eq($$ select amount, status, reason from public.refunds where booking_id = tests.booking() $$, $$ values (12::numeric, 'due', 'cancelled') $$, 'back to the card, without the fee');
set constraints all immediate;
set constraints all deferred;

-- A parcel by wallet, and a fee without money
select tests.set('refund_to', 'wallet'), tests.parcel(), tests.fill('rider', 20);
select tests.act_as('rider');
select is((public.pay_with_wallet(tests.booking())).status, 'NEW', 'a wallet pays a parcel');
select tests.as_owner(), tests.turn('1 minute'), tests.fill('rider', 0);
select tests.go_online(), tests.book();
select app.set_actor('rider', tests.id('rider'));
select tests.cancel('rider', 3);
select is(tests.balance('rider'), -3::numeric, 'a fee may take a wallet below zero');
select * from finish();
