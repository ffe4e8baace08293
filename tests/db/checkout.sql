-- A payment before the customer goes to the provider: its amount, the checkout link, and its status.
select no_plan();
create function tests.token(n integer) returns text language sql immutable as $$ select encode(sha256(convert_to(n::text, 'UTF8')), 'hex') $$;
create function tests.message(answer jsonb) returns text language sql immutable as $$ select coalesce(answer ->> 'message', 'served') $$;
select tests.set('topup_min', '5'), tests.set('topup_max', '200'), tests.set('test_payments', 'true');

-- Permissions
select tests.act_as('rider');
select throws_ok(format('select %s', call), '42501', null, 'a rider cannot call ' || split_part(call, '(', 1)) from unnest(array[
  'public.create_payment(''topup'', ''test'', tests.id(''rider''), amount => 10)', 'public.start_checkout(gen_random_uuid(), tests.id(''rider''), ''x'')',
  'public.redeem_checkout(''x'')', 'public.note_payment(gen_random_uuid())', 'public.payment_view(gen_random_uuid())',
  'public.take_payment_jobs(1)', 'public.finish_payment_job(1, ''done'')']) call;
select tests.as_visitor();
select throws_ok($$ select public.payment_view(gen_random_uuid()) $$, '42501', null, 'a visitor cannot read a payment');
select throws_ok($$ select public.booking_hold(gen_random_uuid()) $$, '42501', null, 'a visitor cannot read a hold');

-- Purposes and amounts
select tests.as_service();
select throws_ok($$ select public.create_payment('gift', 'stripe', tests.id('rider')) $$, 'PT422', 'no_details_error', 'a payment with an unknown purpose is refused');
select throws_ok($$ select public.create_payment(null, 'stripe', tests.id('rider')) $$, 'PT422', 'no_details_error', 'a payment without a purpose is refused');
select throws_ok(format('select public.create_payment(''topup'', ''stripe'', tests.id(''rider''), amount => %s)', a), 'PT422', 'topup_out_of_range', 'a top-up of ' || a || ' is refused')
from unnest(array['null', '0', '-10', '4.99', '200.01', '1e9', '''NaN''', '''Infinity''', '0.001']) a;
select throws_ok($$ select public.create_payment('debt', 'stripe', tests.id('rider')) $$, 'PT409', 'nothing_to_pay', 'a debt payment is refused when the wallet is not negative');
select throws_ok($$ select public.create_payment('tip', 'stripe', tests.id('rider'), amount => 5) $$, 'PT404', 'booking_not_found', 'a tip without a booking is refused');
select throws_ok($$ select public.create_payment('topup', 'stripe', gen_random_uuid(), amount => 10) $$, 'PT404', 'person_not_found', 'a top-up for an unknown person is refused');
select throws_ok($$ select public.create_payment('topup', 'stripe', tests.id('admin'), amount => 10) $$, 'PT403', 'user_issue_contact_admin', 'a top-up for an admin is refused');
select is(public.create_payment('topup', 'stripe', tests.id('driver'), amount => 12.345) ->> 'amount', '12.35', 'a driver can top up, and the amount is rounded to cents');
select is((public.create_payment('topup', 'stripe', tests.id('rider'), amount => 20, client_key => '00000000-0000-4000-8000-00000000000a') ->> 'id'),
  (public.create_payment('topup', 'paypal', tests.id('rider'), amount => 90, client_key => '00000000-0000-4000-8000-00000000000a') ->> 'id'), 'a repeated key of the same person answers the first payment');
select isnt((public.create_payment('topup', 'stripe', tests.id('rider2'), amount => 20, client_key => '00000000-0000-4000-8000-00000000000a') ->> 'id'),
  (public.create_payment('topup', 'stripe', tests.id('rider'), amount => 20, client_key => '00000000-0000-4000-8000-00000000000a') ->> 'id'), 'the same key of another person creates another payment');

-- What a provider takes
select throws_ok($$ select public.create_payment('topup', 'stripe', tests.id('rider'), amount => 12, rule => '{"min": "12.01"}') $$, 'PT422', 'payment_out_of_range', 'an amount below the provider''s minimum is refused');
select throws_ok($$ select public.create_payment('topup', 'stripe', tests.id('rider'), amount => 12, rule => '{"max": "11.99"}') $$, 'PT422', 'payment_out_of_range', 'an amount above the provider''s maximum is refused');
select is((select count(*) from public.payments p where p.amount = 12), 0::bigint, 'a refused amount leaves no payment');
select is(public.create_payment('topup', 'stripe', tests.id('rider5'), amount => 12.01, rule => '{"step": "0.10"}') ->> 'amount', '12.10', 'an amount is raised to the step that the provider takes');
create temp table topup as select public.create_payment('topup', 'test', tests.id('rider'), amount => 25) as view;
grant select on topup to public;
select is(view - '{id,created_at,customer}'::text[], '{"purpose": "topup", "provider": "test", "is_hold": false, "status": "created", "amount": "25.00", "currency": "CHF", "decimals": 2, "has_card": false, "saves_card": false,
  "authorized_amount": "0.00", "captured_amount": "0.00", "refunded_amount": "0.00", "disputed_amount": "0.00", "provider_ref": null, "charge_ref": null, "booking_id": null,
  "booking_status": null, "reference": null, "product": {"kind": "topup", "reference": null}, "expires_at": null}', 'a payment''s view has its amounts as text') from topup;
select is(view -> 'customer' ->> 'id', tests.id('rider')::text, 'a payment''s view names its customer') from topup;
select is(array(select jsonb_object_keys(view -> 'customer') order by 1), array['email', 'first_name', 'id', 'lang', 'last_name', 'mobile'], 'a payment''s view contains the customer''s contact details') from topup;
select tests.as_owner(), tests.fill_wallet('rider3', -7.5);
select tests.as_service();
select is(public.create_payment('debt', 'stripe', tests.id('rider3')) ->> 'amount', '7.50', 'a debt payment is for the negative balance of the wallet');
select is(public.create_payment('debt', 'stripe', tests.id('rider3'), amount => 1) ->> 'amount', '7.50', 'a debt payment ignores the amount that the customer names');

-- The checkout link
select throws_ok(format('select public.start_checkout(%L, tests.id(''rider2''), tests.token(1))', view ->> 'id'), 'PT404', 'payment_not_found', 'a rider cannot start the checkout of another customer''s payment') from topup;
select throws_ok(format('select public.start_checkout(%L, null, tests.token(1))', view ->> 'id'), 'PT404', 'payment_not_found', 'a checkout without a customer is refused') from topup;
select throws_ok(format('select public.start_checkout(%L, tests.id(''rider''), ''short'')', view ->> 'id'), 'PT422', 'no_details_error', 'a checkout link that is not a SHA-256 hash is refused') from topup;
select is(public.start_checkout((view ->> 'id')::uuid, tests.id('rider'), tests.token(1)), app.now() + interval '15 minutes', 'a checkout link is valid for 15 minutes') from topup;
select is(public.redeem_checkout(tests.token(1)) ->> 'id', view ->> 'id',
  'redeeming a checkout link answers its payment') from topup;
select is(public.redeem_checkout(tests.token(1)) - 'hint', jsonb_build_object('code', 'PT410', 'message', 'checkout_expired', 'details', view ->> 'id'), 'a checkout link redeemed again answers checkout_expired with the payment''s id') from topup;
select is(current_setting('response.status', true), '410', 'a used checkout link answers status 410 without a rollback');
select is(public.redeem_checkout(tests.token(9)) - 'hint', '{"code": "PT410", "message": "checkout_expired", "details": null}', 'an unknown checkout link answers checkout_expired without a payment''s id');
select is(tests.message(public.redeem_checkout(null)), 'checkout_expired', 'a missing checkout link answers checkout_expired');
select public.start_checkout((view ->> 'id')::uuid, tests.id('rider'), tests.token(2)), public.start_checkout((view ->> 'id')::uuid, tests.id('rider'), tests.token(3)) from topup;
select is(tests.message(public.redeem_checkout(tests.token(2))), 'checkout_expired',
  'a later checkout link invalidates the earlier one');
select tests.turn('16 minutes');
select is(tests.message(public.redeem_checkout(tests.token(3))), 'checkout_expired',
  'a checkout link expires after 15 minutes');

-- During the checkout
select is(public.note_payment((view ->> 'id')::uuid, 'cs_1', app.now() + interval '1 hour', '{"kind": "redirect", "url": "https://pay.example"}') #>> '{next,url}', 'https://pay.example', 'note_payment stores the next step') from topup;
select is(public.payment_view((view ->> 'id')::uuid, tests.id('rider')) - '{created_at,customer,product}'::text[] @> '{"provider_ref": "cs_1", "next": {"kind": "redirect"}}', true, 'the customer can read the next step of the own payment') from topup;
select throws_ok(format('select public.payment_view(%L, tests.id(''rider2''))', view ->> 'id'), 'PT404', 'payment_not_found', 'another customer cannot read the payment') from topup;
select throws_ok($$ select public.payment_view(gen_random_uuid()) $$, 'PT404', 'payment_not_found', 'a payment that does not exist is not found');
select throws_ok($$ select public.note_payment(gen_random_uuid(), 'x') $$, 'PT404', 'payment_not_found', 'note_payment for a payment that does not exist is refused');
select is(public.note_payment((view ->> 'id')::uuid) ->> 'provider_ref', 'cs_1',
  'note_payment without a reference keeps the stored reference') from topup;
select is(tests.record_event((view ->> 'id')::uuid, 'paid'), 'paid', 'a paid event pays the top-up') from topup;
select is(public.payment_view((view ->> 'id')::uuid) -> 'next', 'null', 'a paid payment has no next step') from topup;
select is(public.note_payment((view ->> 'id')::uuid, 'cs_2') ->> 'provider_ref', 'cs_1', 'note_payment after the payment was paid changes nothing') from topup;
select throws_ok(format('select public.start_checkout(%L, tests.id(''rider''), tests.token(4))', view ->> 'id'), 'PT409', 'payment_closed', 'a paid payment cannot be checked out again') from topup;

-- A booking that was partly paid meanwhile
select tests.as_owner(), tests.ride('PENDING'), tests.fill_wallet('rider', 5);
select tests.as_service();
create temp table ride as select tests.begin_payment('booking', null, 'rider', tests.booking()) as id;
grant select on ride to public;
select is(public.payment_view(r.id) -> 'product', jsonb_build_object('kind', 'ride', 'reference', b.reference), 'a ride''s payment shows the booking''s reference') from ride r, public.bookings b where b.id = tests.booking();
select public.start_checkout(id, tests.id('rider'), tests.token(5)) from ride;
select tests.let('rider', format('select public.pay_with_wallet(%L)', tests.booking()));
select is(tests.message(public.redeem_checkout(tests.token(5))), 'checkout_expired', 'a checkout link for the full price expires after a partial wallet payment');
select throws_ok(format('select public.start_checkout(%L, tests.id(''rider''), tests.token(6))', id), 'PT409', 'payment_closed', 'a payment of the full price cannot be checked out after a partial wallet payment') from ride;
select is(public.create_payment('booking', 'stripe', tests.id('rider'), tests.booking()) ->> 'amount', (select (trip_cost - 5)::text from public.bookings where id = tests.booking()), 'the next payment is for the rest after a partial wallet payment');
select tests.let('driver', format('select public.confirm_cash(%L)', tests.booking()));
select throws_ok($$ select public.create_payment('booking', 'stripe', tests.id('rider'), tests.booking()) $$, 'PT409', 'wrong_status', 'a paid booking cannot be paid again');

-- Card testing
select throws_ok($$ select public.create_payment('topup', 'stripe', tests.id('rider4'), amount => 5) from generate_series(1, 21) $$, 'PT429', 'too_many_requests', 'a person cannot create more than twenty unpaid payments an hour');

-- Suspended people
select tests.as_owner();
update public.profiles set approved = false, suspended_at = app.now() where id = tests.id('rider3');
select tests.as_service();
select throws_ok($$ select public.create_payment('topup', 'stripe', tests.id('rider3'), amount => 10) $$, 'PT403', 'account_suspended', 'a suspended person cannot top up');
select is(public.create_payment('debt', 'stripe', tests.id('rider3')) ->> 'amount', '7.50', 'a suspended person can pay a debt');
select tests.as_owner();
select tests.turn('2 days'), app.purge_checkouts();
select is_empty($$ select 1 from app.checkout_tokens $$, 'expired checkout links are purged after two days');
select * from finish();
