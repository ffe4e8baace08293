-- Tips, and refunds after a ride was paid.
select no_plan();
create function tests.of_kind(wanted text, name text) returns numeric language sql volatile security definer as $$
  select coalesce(sum(e.amount), 0) from public.ledger_transactions t join public.ledger_entries e on e.transaction_id = t.id
  join public.ledger_accounts a on a.id = e.account_id where t.booking_id = tests.booking() and t.kind = wanted and a.name = of_kind.name
$$;
select tests.ride('PENDING');
select tests.act_as('rider');
select throws_ok($$ select public.tip_driver(tests.booking(), 1) $$, 'PT409', 'wrong_status', 'a rider cannot tip before the ride is paid');
select tests.act_as('admin');
select throws_ok($$ select public.refund_booking(tests.booking(), 1, 'x') $$, 'PT409', 'wrong_status', 'an admin cannot refund a ride before it is paid');
select tests.let('driver', format('select public.confirm_cash(%L)', tests.booking()));
select tests.as_owner(), tests.fill_wallet('rider', 10), tests.fill_wallet('driver', 0);

-- Tips
select tests.act_as('rider2');
select throws_ok($$ select public.tip_driver(tests.booking(), 1) $$, 'PT404', 'booking_not_found', 'another rider cannot tip the driver');
select tests.act_as('driver');
select throws_ok($$ select public.tip_driver(tests.booking(), 1) $$, 'PT404', 'booking_not_found', 'the driver cannot tip themselves');
select tests.as_visitor();
select throws_ok($$ select public.tip_driver(gen_random_uuid(), 1) $$, '42501', null, 'a visitor cannot tip a driver');
select tests.act_as('rider');
select throws_ok(format('select public.tip_driver(tests.booking(), %s)', a), 'PT422', 'amount_invalid', 'a tip of ' || a || ' is refused')
from unnest(array['null', '0', '-1', '0.001', '''NaN''', '''Infinity''', '1e100']) a;
select throws_ok($$ select public.tip_driver(tests.booking(), 10.01) $$, 'PT409', 'insufficient_balance', 'a tip cannot exceed the wallet''s balance');
select is((public.tip_driver(tests.booking(), 4, '00000000-0000-4000-8000-00000000000e')).tip_amount, 4::numeric, 'a rider tips the driver');
select is((public.tip_driver(tests.booking(), 4, '00000000-0000-4000-8000-00000000000e')).tip_amount, 4::numeric, 'a tip with a repeated key is paid once');
select results_eq($$ select tests.wallet_of('rider'), tests.wallet_of('driver') $$, $$ values (6::numeric, 4::numeric) $$, 'the driver gets the whole tip');

-- Who can refund
select throws_ok($$ select public.refund_booking(tests.booking(), 1, 'x') $$, 'PT403', 'not_allowed', 'a rider cannot refund a booking');
select tests.act_as('driver');
select throws_ok($$ select public.refund_booking(tests.booking(), 1, 'x') $$, 'PT403', 'not_allowed', 'a driver cannot refund a booking');
select tests.act_as('fleet');
select throws_ok($$ select public.refund_booking(tests.booking(), 1, 'x') $$, 'PT403', 'not_allowed', 'a fleet admin cannot refund a booking');
select tests.as_visitor();
select throws_ok($$ select public.refund_booking(gen_random_uuid(), 1, 'x') $$, '42501', null, 'a visitor cannot refund a booking');
select tests.act_as('admin');
select throws_ok($$ select public.refund_booking(gen_random_uuid(), 1, 'x') $$, 'PT404', 'booking_not_found', 'an admin cannot refund a booking that does not exist');
select throws_ok($$ select public.refund_booking(tests.booking(), 'NaN', 'x') $$, 'PT422', 'amount_invalid', 'a refund of NaN is refused');
select throws_ok($$ select public.refund_booking(tests.booking(), -1, 'x') $$, 'PT422', 'amount_invalid', 'a refund of a negative amount is refused');
select throws_ok($$ select public.refund_booking(tests.booking(), (select customer_paid + 0.01 from public.bookings where id = tests.booking()), 'x') $$,
  'PT409', 'refund_too_high', 'a refund cannot exceed the paid amount');
select tests.set('allow_critical_edits_admin', 'false');
select throws_ok($$ select public.refund_booking(tests.booking(), 1, 'x') $$, 'PT403', 'demo_mode', 'an admin cannot refund in demo mode');
select tests.set('allow_critical_edits_admin', 'true');

select is(to_jsonb(public.refund_booking(tests.booking(), 3, 'late_payment', false, '00000000-0000-4000-8000-00000000000f')) #>> '{refunds,0,to}', 'wallet', 'a refund goes to the rider''s wallet');
select is((to_jsonb(public.refund_booking(tests.booking(), 3, 'x', false, '00000000-0000-4000-8000-00000000000f')) ->> 'amount')::numeric, 3::numeric, 'a refund with a repeated key is made once');
select is(tests.wallet_of('rider'), 9::numeric, 'a refund raises the rider''s balance');
select is(tests.of_kind('refund', 'expense.goodwill'), -3::numeric, 'a goodwill refund is booked to expense.goodwill');
select is(tests.wallet_of('driver'), 4::numeric, 'a goodwill refund does not change the driver''s balance');
select throws_ok($$ select public.refund_booking(tests.booking(), (select customer_paid - 2.99 from public.bookings where id = tests.booking()), 'x') $$,
  'PT409', 'refund_too_high', 'the sum of refunds cannot exceed the paid amount');
select lives_ok($$ select public.refund_booking(tests.booking(), (select customer_paid - 3 from public.bookings where id = tests.booking()), 'all', true) $$, 'an admin refunds the rest from the driver''s share');
select is(tests.of_kind('refund', 'wallet:' || tests.id('driver')),
  -least(b.customer_paid - 3, f.driver_share), 'a refund from the driver takes no more than the driver''s share')
from public.bookings b join public.booking_finances f on f.booking_id = b.id where b.id = tests.booking();
select is((select count(*) from public.audit_log where action = 'refund_booking' and target_id = tests.booking()::text), 2::bigint, 'refunds are audited');

-- To a card
select tests.as_owner(), tests.turn('1 minute'), tests.ride('PENDING'), tests.set('refund_to', 'source');
create temp table paid as select * from tests.create_payment(tests.booking(), 'stripe', tests.id('rider'));
select public.record_payment_event('stripe', 'refunded', p.id, p.amount, p.currency, 'paid') from paid p;
create temp table wallet as select tests.wallet_of('rider') as amount;
select tests.let('admin', format('select public.refund_booking(%L, 3, ''x''), public.refund_booking(%L, 2, ''y'')', tests.booking(), tests.booking()));
select is(tests.wallet_of('rider'), amount, 'a refund to the card does not change the wallet') from wallet;
select is(tests.of_kind('refund', 'refunds_due:stripe'), 5::numeric, 'a refund to a card is booked as due');
select tests.act_as('rider');
select throws_ok($$ select public.confirm_refund(gen_random_uuid()) $$, '42501', null, 'a rider cannot confirm a refund');
select is((select sum(amount) from public.refunds where booking_id = tests.booking() and status = 'due'), 5::numeric, 'a rider reads refunds that are due');
select tests.act_as('rider2');
select is_empty($$ select 1 from public.refunds where booking_id = tests.booking() $$, 'another rider cannot read the refunds');
select tests.as_service();
select throws_ok($$ select public.confirm_refund(gen_random_uuid()) $$, 'PT404', 'refund_not_found', 'a refund that does not exist cannot be confirmed');
select is((public.confirm_refund(r.id)).status, 'done', 'the service confirms that the provider sent a refund') from public.refunds r where r.booking_id = tests.booking() and r.amount = 3;
select is((public.confirm_refund(r.id, false)).status, 'done', 'a confirmed refund stays done when a failure is reported later') from public.refunds r where r.booking_id = tests.booking() and r.amount = 3;
select is((public.confirm_refund(r.id, false)).status, 'failed', 'the service marks a refund that the provider refuses as failed') from public.refunds r where r.booking_id = tests.booking() and r.amount = 2;
select tests.as_owner();
select is(tests.wallet_of('rider'), amount + 2, 'the wallet gets a refund that the provider refused') from wallet;
select is(tests.of_kind('refund', 'refunds_due:stripe') + tests.of_kind('refund_confirmed', 'refunds_due:stripe') + tests.of_kind('refund_failed', 'refunds_due:stripe'), 0::numeric, 'no refund is due after all were confirmed or failed');
set constraints all immediate;
select pass('the ledger balances after refunds');
select * from finish();
