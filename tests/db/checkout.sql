-- A payment before its customer is sent to a provider: what it is of, the link, and where it stands.
select no_plan();
create function tests.token(n integer) returns text language sql immutable as $$ select encode(sha256(convert_to(n::text, 'UTF8')), 'hex') $$;
create function tests.message(answer jsonb) returns text language sql immutable as $$ select coalesce(answer ->> 'message', 'served') $$;
select tests.set('topup_min', '5'), tests.set('topup_max', '200'), tests.set('test_payments', 'true');

-- Who
select tests.act_as('rider');
select throws_ok(format('select %s', call), '42501', null, 'a person does not call ' || split_part(call, '(', 1)) from unnest(array[
  'public.create_payment(''topup'', ''test'', tests.id(''rider''), amount => 10)', 'public.start_checkout(gen_random_uuid(), tests.id(''rider''), ''x'')',
  'public.redeem_checkout(''x'')', 'public.note_payment(gen_random_uuid())', 'public.payment_view(gen_random_uuid())',
  'public.take_payment_jobs(1)', 'public.finish_payment_job(1, ''done'')']) call;
select tests.as_visitor();
select throws_ok($$ select public.payment_view(gen_random_uuid()) $$, '42501', null, 'a visitor reads no payment');
select throws_ok($$ select public.booking_hold(gen_random_uuid()) $$, '42501', null, 'a visitor reads no hold');

-- What
select tests.as_service();
select throws_ok($$ select public.create_payment('gift', 'stripe', tests.id('rider')) $$, 'PT422', 'no_details_error', 'a payment has one of four purposes');
select throws_ok($$ select public.create_payment(null, 'stripe', tests.id('rider')) $$, 'PT422', 'no_details_error', 'a payment without a purpose is refused');
select throws_ok(format('select public.create_payment(''topup'', ''stripe'', tests.id(''rider''), amount => %s)', a), 'PT422', 'topup_out_of_range', 'no top-up of ' || a)
from unnest(array['null', '0', '-10', '4.99', '200.01', '1e9', '''NaN''', '''Infinity''', '0.001']) a;
select throws_ok($$ select public.create_payment('debt', 'stripe', tests.id('rider')) $$, 'PT409', 'nothing_to_pay', 'a wallet that owes nothing has no debt to pay');
select throws_ok($$ select public.create_payment('tip', 'stripe', tests.id('rider'), amount => 5) $$, 'PT404', 'booking_not_found', 'a tip is for a ride');
select throws_ok($$ select public.create_payment('topup', 'stripe', gen_random_uuid(), amount => 10) $$, 'PT404', 'person_not_found', 'a stranger pays nothing in');
select throws_ok($$ select public.create_payment('topup', 'stripe', tests.id('admin'), amount => 10) $$, 'PT403', 'user_issue_contact_admin', 'an admin has no wallet');
select is(public.create_payment('topup', 'stripe', tests.id('driver'), amount => 12.345) ->> 'amount', '12.35', 'a driver pays in, to the cent');
select is((public.create_payment('topup', 'stripe', tests.id('rider'), amount => 20, client_key => '00000000-0000-4000-8000-00000000000a') ->> 'id'),
  (public.create_payment('topup', 'paypal', tests.id('rider'), amount => 90, client_key => '00000000-0000-4000-8000-00000000000a') ->> 'id'), 'a repeated key answers the first payment');
select isnt((public.create_payment('topup', 'stripe', tests.id('rider2'), amount => 20, client_key => '00000000-0000-4000-8000-00000000000a') ->> 'id'),
  (public.create_payment('topup', 'stripe', tests.id('rider'), amount => 20, client_key => '00000000-0000-4000-8000-00000000000a') ->> 'id'), 'the key of one person says nothing about that of another');
create temp table topup as select public.create_payment('topup', 'test', tests.id('rider'), amount => 25) as view;
grant select on topup to public;
select is(view - '{id,created_at,customer}'::text[], '{"purpose": "topup", "provider": "test", "is_hold": false, "status": "created", "amount": "25.00", "currency": "CHF", "decimals": 2, "has_card": false, "saves_card": false,
  "authorized_amount": "0.00", "captured_amount": "0.00", "refunded_amount": "0.00", "disputed_amount": "0.00", "provider_ref": null, "charge_ref": null, "booking_id": null,
  "booking_status": null, "reference": null, "product": {"kind": "topup", "reference": null}, "expires_at": null}', 'the view of a payment has amounts as text') from topup;
select is(view -> 'customer' ->> 'id', tests.id('rider')::text, 'the view names its customer') from topup;
select is(array(select jsonb_object_keys(view -> 'customer') order by 1), array['email', 'first_name', 'id', 'lang', 'last_name', 'mobile'], 'the view says how to reach the customer') from topup;
select tests.as_owner(), tests.fill_wallet('rider3', -7.5);
select tests.as_service();
select is(public.create_payment('debt', 'stripe', tests.id('rider3')) ->> 'amount', '7.50', 'a debt is what the wallet is below zero');
select is(public.create_payment('debt', 'stripe', tests.id('rider3'), amount => 1) ->> 'amount', '7.50', 'whatever amount the customer names');

-- The link
select throws_ok(format('select public.start_checkout(%L, tests.id(''rider2''), tests.token(1))', view ->> 'id'), 'PT404', 'payment_not_found', 'nobody begins the checkout of another customer') from topup;
select throws_ok(format('select public.start_checkout(%L, null, tests.token(1))', view ->> 'id'), 'PT404', 'payment_not_found', 'a checkout has a customer') from topup;
select throws_ok(format('select public.start_checkout(%L, tests.id(''rider''), ''short'')', view ->> 'id'), 'PT422', 'no_details_error', 'a link is kept as its hash') from topup;
select is(public.start_checkout((view ->> 'id')::uuid, tests.id('rider'), tests.token(1)), app.now() + interval '15 minutes', 'a link lasts 15 minutes') from topup;
select is(public.redeem_checkout(tests.token(1)) ->> 'id', view ->> 'id', 'the link leads to its payment') from topup;
select is(public.redeem_checkout(tests.token(1)) - 'hint', jsonb_build_object('code', 'PT410', 'message', 'checkout_expired', 'details', view ->> 'id'), 'a link is used once, and then names the payment') from topup;
select is(current_setting('response.status', true), '410', 'with a refusal that commits');
select is(public.redeem_checkout(tests.token(9)) - 'hint', '{"code": "PT410", "message": "checkout_expired", "details": null}', 'an unknown link names nothing');
select is(tests.message(public.redeem_checkout(null)), 'checkout_expired', 'no link leads nowhere');
select public.start_checkout((view ->> 'id')::uuid, tests.id('rider'), tests.token(2)), public.start_checkout((view ->> 'id')::uuid, tests.id('rider'), tests.token(3)) from topup;
select is(tests.message(public.redeem_checkout(tests.token(2))), 'checkout_expired', 'a later link ends the earlier one');
select tests.turn('16 minutes');
select is(tests.message(public.redeem_checkout(tests.token(3))), 'checkout_expired', 'a link of 16 minutes ago has expired');

-- On the way
select is(public.note_payment((view ->> 'id')::uuid, 'cs_1', app.now() + interval '1 hour', '{"kind": "redirect", "url": "https://pay.example"}') #>> '{next,url}', 'https://pay.example', 'the way on is kept') from topup;
select is(public.payment_view((view ->> 'id')::uuid, tests.id('rider')) - '{created_at,customer,product}'::text[] @> '{"provider_ref": "cs_1", "next": {"kind": "redirect"}}', true, 'the way on is shown to the customer') from topup;
select throws_ok(format('select public.payment_view(%L, tests.id(''rider2''))', view ->> 'id'), 'PT404', 'payment_not_found', 'the way on is shown to no other customer') from topup;
select throws_ok($$ select public.payment_view(gen_random_uuid()) $$, 'PT404', 'payment_not_found', 'a payment that is not there is not found');
select throws_ok($$ select public.note_payment(gen_random_uuid(), 'x') $$, 'PT404', 'payment_not_found', 'nothing is noted of a payment that is not there');
select is(public.note_payment((view ->> 'id')::uuid) ->> 'provider_ref', 'cs_1', 'a reference is not forgotten') from topup;
select is(tests.hear((view ->> 'id')::uuid, 'paid'), 'paid', 'the payment is paid') from topup;
select is(public.payment_view((view ->> 'id')::uuid) -> 'next', 'null', 'nothing leads on from what is paid') from topup;
select is(public.note_payment((view ->> 'id')::uuid, 'cs_2') ->> 'provider_ref', 'cs_1', 'a late note changes nothing') from topup;
select throws_ok(format('select public.start_checkout(%L, tests.id(''rider''), tests.token(4))', view ->> 'id'), 'PT409', 'payment_closed', 'what is paid is not checked out again') from topup;

-- A booking that moved on
select tests.as_owner(), tests.ride('PENDING'), tests.fill_wallet('rider', 5);
select tests.as_service();
create temp table ride as select tests.begin_payment('booking', null, 'rider', tests.booking()) as id;
grant select on ride to public;
select is(public.payment_view(r.id) -> 'product', jsonb_build_object('kind', 'ride', 'reference', b.reference), 'a ride is named by its reference') from ride r, public.bookings b where b.id = tests.booking();
select public.start_checkout(id, tests.id('rider'), tests.token(5)) from ride;
select tests.let('rider', format('select public.pay_with_wallet(%L)', tests.booking()));
select is(tests.message(public.redeem_checkout(tests.token(5))), 'checkout_expired', 'once the wallet has paid a part, nobody is sent to pay the whole');
select throws_ok(format('select public.start_checkout(%L, tests.id(''rider''), tests.token(6))', id), 'PT409', 'payment_closed', 'no link is made to a payment of the whole') from ride;
select is(public.create_payment('booking', 'stripe', tests.id('rider'), tests.booking()) ->> 'amount', (select (trip_cost - 5)::text from public.bookings where id = tests.booking()), 'the next payment is of the rest');
select tests.let('driver', format('select public.confirm_cash(%L)', tests.booking()));
select throws_ok($$ select public.create_payment('booking', 'stripe', tests.id('rider'), tests.booking()) $$, 'PT409', 'wrong_status', 'what is paid is not paid again');

-- Trying out cards
select throws_ok($$ select public.create_payment('topup', 'stripe', tests.id('rider4'), amount => 5) from generate_series(1, 21) $$, 'PT429', 'too_many_requests', 'twenty unpaid payments an hour are enough');

-- Whoever may not
select tests.as_owner();
update public.profiles set approved = false, suspended_at = app.now() where id = tests.id('rider3');
select tests.as_service();
select throws_ok($$ select public.create_payment('topup', 'stripe', tests.id('rider3'), amount => 10) $$, 'PT403', 'account_suspended', 'suspended people pay nothing in');
select is(public.create_payment('debt', 'stripe', tests.id('rider3')) ->> 'amount', '7.50', 'suspended people may pay what they owe');
select tests.as_owner();
select tests.turn('2 days'), app.purge_checkouts();
select is_empty($$ select 1 from app.checkout_tokens $$, 'old links are forgotten');
select * from finish();
