-- Payment requests: more money for a paid ride, which the rider accepts or declines.
select no_plan();
create function tests.moved(name text) returns numeric language sql volatile security definer as $$
  select coalesce(sum(e.amount), 0) from public.ledger_transactions t join public.ledger_entries e on e.transaction_id = t.id
  join public.ledger_accounts a on a.id = e.account_id where t.booking_id = tests.booking() and t.kind = 'fare_change' and a.name = moved.name
$$;
create function tests.request() returns uuid language sql volatile security definer as $$
  select r.id from public.payment_requests r where r.booking_id = tests.booking() order by r.id desc limit 1
$$;
create function tests.read_request() returns text language sql volatile as $$ select r.status from public.payment_requests r where r.booking_id = tests.booking() order by r.id desc limit 1 $$;
select tests.set('tax_percent', '8.1');
select tests.ride('PENDING');
select tests.act_as('admin');
select throws_ok($$ select public.request_payment(tests.booking(), 'toll', 2, 'Tunnel') $$, 'PT409', 'wrong_status', 'before the payment the desk adds an extra and asks for no payment');
select tests.let('driver', format('select public.confirm_cash(%L)', tests.booking()));
select tests.as_owner(), tests.fill_wallet('rider', 10), tests.fill_wallet('driver', 0);

-- Who asks
select tests.act_as('rider');
select throws_ok($$ select public.request_payment(tests.booking(), 'toll', 2, 'Tunnel') $$, 'PT403', 'not_allowed', 'a rider cannot ask for a payment');
select tests.act_as('driver');
select throws_ok($$ select public.request_payment(tests.booking(), 'toll', 2, 'Tunnel') $$, 'PT403', 'not_allowed', 'a driver cannot ask for a payment');
select tests.act_as('fleet');
select throws_ok($$ select public.request_payment(tests.booking(), 'toll', 2, 'Tunnel') $$, 'PT403', 'not_allowed', 'a fleet admin cannot ask for a payment');
select tests.act_as('admin');
select throws_ok(format('select public.request_payment(tests.booking(), ''toll'', %s, ''Tunnel'')', a), 'PT422', 'amount_invalid', 'asking for ' || a || ' is refused')
from unnest(array['null', '0', '-1', '0.001', '''NaN''', '''Infinity''', '1e100']) a;
select throws_ok($$ select public.request_payment(tests.booking(), 'fare', 2, 'Tunnel') $$, 'PT422', 'select_proper', 'a fare is corrected, not just asked for');
select throws_ok($$ select public.request_payment(tests.booking(), 'toll', 2, '  ') $$, 'PT422', 'reason_required', 'a request without a reason is refused');
select is((public.request_payment(tests.booking(), 'toll', 2.50, 'Tunnel', '00000000-0000-4000-8000-0000000000a1')).status, 'open', 'an admin asks for a toll');
select is((public.request_payment(tests.booking(), 'toll', 2.50, 'Tunnel', '00000000-0000-4000-8000-0000000000a1')).id, tests.request(), 'a repeated key asks once');
select tests.as_owner();
select is((select count(*) from public.notices n where n.key = 'payment_requested' and n.user_id = tests.id('rider')), 1::bigint, 'the rider is told once');
select is(tests.moved('wallet:' || tests.id('rider')), 0::numeric, 'a request moves no money');

-- Who answers
select tests.act_as('rider2');
select is(tests.read_request(), null, 'another rider cannot read the request');
select throws_ok($$ select public.accept_payment_request(tests.request()) $$, 'PT404', 'payment_request_not_found', 'another rider cannot accept it');
select throws_ok($$ select public.decline_payment_request(tests.request()) $$, 'PT404', 'payment_request_not_found', 'another rider cannot decline it');
select tests.act_as('driver');
select is(tests.read_request(), null, 'the driver cannot read the request');
select throws_ok($$ select public.accept_payment_request(tests.request()) $$, 'PT404', 'payment_request_not_found', 'the driver cannot accept it');
select tests.act_as('admin');
select throws_ok($$ select public.accept_payment_request(tests.request()) $$, 'PT404', 'payment_request_not_found', 'an admin cannot accept it for the rider');
select tests.as_owner(), tests.fill_wallet('rider', 1);
select tests.act_as('rider');
select is(tests.read_request(), 'open', 'the rider reads the request');
select throws_ok($$ select public.accept_payment_request(tests.request()) $$, 'PT409', 'insufficient_balance', 'a wallet with less than the amount cannot pay it');
select tests.as_owner(), tests.fill_wallet('rider', 10);
select tests.act_as('rider');
select is((public.accept_payment_request(tests.request())).status, 'accepted', 'the rider accepts');
select is((public.accept_payment_request(tests.request())).status, 'accepted', 'accepting again changes nothing');
select throws_ok($$ select public.decline_payment_request(tests.request()) $$, 'PT409', 'payment_request_closed', 'what was accepted cannot be declined');
select is(tests.wallet_of('rider'), 7.50, 'the wallet paid it once');
select tests.as_owner();
select is(tests.moved('tax'), n.tax_booked - s.tax, 'its tax is the difference between the taxes of both prices')
from public.bookings b cross join lateral app.current_fare(b) n cross join lateral (select coalesce(sum(e.amount), 0) as tax from public.ledger_transactions t
  join public.ledger_entries e on e.transaction_id = t.id join public.ledger_accounts a on a.id = e.account_id where t.booking_id = b.id and t.kind = 'settlement' and a.kind = 'tax') s
where b.id = tests.booking();
select is(tests.moved('wallet:' || tests.id('driver')) + tests.moved('tax'), 2.50, 'the driver gets all but the tax');
select is((select tax_booked > 0 from app.fare_changes where booking_id = tests.booking()), true, 'a toll contains tax');
select app.issue_receipts();
select is((select string_agg(r.kind || ' ' || (r.content ->> 'amount'), ', ') from public.receipts r where r.booking_id = tests.booking() and r.kind <> 'receipt'), 'addition 2.50', 'an invoice of the addition follows the receipt');
select is((select app.refundable(b) - b.customer_paid from public.bookings b where b.id = tests.booking()), 2.50, 'what was paid later can be refunded');

-- Closing
select tests.act_as('admin');
select is((public.withdraw_payment_request((public.request_payment(tests.booking(), 'damage', 3, 'Cleaning')).id)).status, 'withdrawn', 'the desk withdraws a request');
select tests.act_as('rider');
select throws_ok($$ select public.accept_payment_request(tests.request()) $$, 'PT409', 'payment_request_closed', 'a withdrawn request cannot be accepted');
select tests.act_as('admin');
select isnt((public.request_payment(tests.booking(), 'damage', 3, 'Cleaning')).id, null, 'the desk asks again');
select tests.act_as('rider');
select is((public.decline_payment_request(tests.request())).status, 'declined', 'the rider declines');
select tests.act_as('admin');
select throws_ok($$ select public.withdraw_payment_request(tests.request()) $$, 'PT409', 'payment_request_closed', 'a declined request cannot be withdrawn');
select isnt((public.request_payment(tests.booking(), 'damage', 3, 'Cleaning')).id, null, 'a declined request does not prevent another');
select tests.as_owner(), tests.turn('31 days');
select tests.act_as('rider');
select throws_ok($$ select public.accept_payment_request(tests.request()) $$, 'PT409', 'payment_request_closed', 'after 30 days a request has expired');
select tests.act_as('admin');
select throws_ok($$ select public.request_payment(tests.booking(), 'toll', 1, 'Late') $$, 'PT409', 'correction_too_late', 'after 30 days the desk cannot ask');
select tests.as_owner();
select is((select count(*) from public.audit_log where action = 'request_payment' and target_id = tests.booking()::text), 4::bigint, 'each request is audited once');

-- The operator has paid the driver
select tests.as_owner(), tests.ride('PAID'), tests.fill_wallet('rider', 10);
select isnt((app.open_request(b, 'toll', 4, 'Tunnel', to_goodwill => true)).id, null, 'a rule asks for a toll that the operator has paid') from public.bookings b where b.id = tests.booking();
select tests.act_as('rider');
select is((public.accept_payment_request(tests.request())).status, 'accepted', 'the rider accepts that, too');
select is(tests.moved('expense.goodwill') + tests.moved('tax'), 4.00, 'the operator gets it back');
select is(tests.moved('wallet:' || tests.id('driver')), 0::numeric, 'the driver gets nothing a second time');

-- By card
select tests.as_owner(), tests.ride('PAID'), tests.fill_wallet('rider', 1);
select isnt((app.open_request(b, 'toll', 4, 'Tunnel')).id, null, 'the rider of another ride is asked for a toll') from public.bookings b where b.id = tests.booking();
create temp table bought as select (public.create_payment('topup', 'stripe', tests.id('rider'), amount => 0.01, request_id => q.id) ->> 'id')::uuid as id, q.id as request_id
  from public.payment_requests q where q.booking_id = tests.booking();
select is(tests.paid(id, 'amount')::numeric, 4::numeric, 'a card pays what is asked for, whatever amount the rider names') from bought;
select throws_ok($$ select public.create_payment('topup', 'stripe', tests.id('rider2'), request_id => b.request_id) from bought b $$, 'PT404', 'payment_request_not_found', 'a stranger pays no request');
select is(tests.record_event(id, 'paid', null, '{"charge": "ch_request"}'), 'paid', 'the provider reports the payment') from bought;
select is((select q.status from public.payment_requests q, bought b where q.id = b.request_id), 'accepted', 'the paid card accepts the request');
select is(tests.wallet_of('rider'), 1.00, 'the wallet is as before');
select is((select count(*) from public.payments p, bought b where p.id = b.id and app.is_payable(p)), 0::bigint, 'the card is not asked twice');
select throws_ok($$ select public.create_payment('topup', 'stripe', tests.id('rider'), request_id => b.request_id) from bought b $$, 'PT409', 'payment_request_closed', 'an accepted request is not paid again');
select tests.ride('PAID'), tests.fill_wallet('rider', 0);
select isnt((app.open_request(b, 'toll', 4, 'Tunnel')).id, null, 'a third ride has a toll') from public.bookings b where b.id = tests.booking();
update bought set request_id = q.id, id = (public.create_payment('topup', 'stripe', tests.id('rider'), request_id => q.id) ->> 'id')::uuid from public.payment_requests q where q.booking_id = tests.booking();
select tests.let('rider', format('select public.decline_payment_request(%L)', request_id)) from bought;
select is(tests.record_event(id, 'paid', null, '{"charge": "ch_declined"}'), 'paid', 'a card pays what was declined meanwhile') from bought;
select is(tests.wallet_of('rider') || ' ' || (select q.status from public.payment_requests q, bought b where q.id = b.request_id), '4.00 declined', 'its money stays in the rider''s wallet');
