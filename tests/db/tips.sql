-- Tips by card: all of it is the driver's, the company bears the provider's fee.
select no_plan();
select tests.set('tip_max', '30'), tests.ride('PENDING');
select throws_ok($$ select tests.begin_payment('tip', 5, 'rider', tests.booking()) $$, 'PT409', 'wrong_status', 'thanks come after paying');
select tests.let('driver', format('select public.confirm_cash(%L)', tests.booking()));
select tests.fill_wallet('driver', 0), tests.fill_wallet('rider', 0);
create temp table before as select f.*, b.trip_cost, b.customer_paid from public.booking_finances f join public.bookings b on b.id = f.booking_id where b.id = tests.booking();
create temp table months as select to_jsonb(m) as row from public.earnings_months m where m.driver_id = tests.id('driver');
select throws_ok($$ select tests.begin_payment('tip', 5, 'rider2', tests.booking()) $$, 'PT404', 'booking_not_found', 'nobody tips for the ride of another rider');
select throws_ok(format('select tests.begin_payment(''tip'', %s, ''rider'', tests.booking())', a), 'PT422', 'amount_invalid', 'no tip of ' || a) from unnest(array['null', '0', '-1', '0.001', '''NaN''', '1e7']) a;
select throws_ok($$ select tests.begin_payment('tip', 30.01, 'rider', tests.booking()) $$, 'PT422', 'tip_too_high', 'a card tip has a limit');
create temp table tip as select tests.begin_payment('tip', 20, 'rider', tests.booking()) as id;
select is(tests.hear(id, 'paid', 19), 'amount_mismatch', 'a tip of another amount does not count') from tip;
select is(tests.hear(id, 'paid', 20, '{"charge": "ch_tip", "fee": 0.80}'), 'paid', 'a tip is paid by card') from tip;
select is(tests.hear(id, 'paid', 20, '{"charge": "ch_tip", "fee": 0.80}'), 'repeated', 'once') from tip;
select is(tests.wallet_of('driver'), 20::numeric, 'all of it is the driver''s');
select is(tests.wallet_of('rider'), 0::numeric, 'the rider''s wallet has no part in it');
select is(tests.booked('expense.provider_fees'), -0.80, 'the company bears the fee');
select is((select tip_amount from public.bookings where id = tests.booking()), 20::numeric, 'the booking says what was tipped');
select results_eq($$ select b.trip_cost, b.customer_paid, f.driver_share, f.convenience_fees from public.bookings b join public.booking_finances f on f.booking_id = b.id where b.id = tests.booking() $$,
  $$ select trip_cost, customer_paid, driver_share, convenience_fees from before $$, 'a tip is no part of the fare, nor of what was paid for it');
select results_eq($$ select to_jsonb(m) from public.earnings_months m where m.driver_id = tests.id('driver') $$, $$ select row from months $$, 'a tip is no part of the earnings');
select results_eq($$ select kind, amount, user_id from app.card_credits where payment_id = (select id from tip) $$, $$ values ('tip', 20::numeric, tests.id('driver')) $$, 'a tip by card is marked, so that it can wait');
select throws_ok($$ select tests.begin_payment('tip', 10.01, 'rider', tests.booking()) $$, 'PT422', 'tip_too_high', 'the limit counts for all cards together');
create temp table two as select tests.begin_payment('tip', 10, 'rider', tests.booking()) as a, tests.begin_payment('tip', 10, 'rider', tests.booking()) as b;
select is(array[tests.hear(a, 'paid', 10, '{"charge": "ch_a"}'), tests.hear(b, 'paid', 10, '{"charge": "ch_b"}')], '{paid,paid}'::text[], 'two tips that were begun together both count: the money was taken') from two;
select is((select tip_amount from public.bookings where id = tests.booking()), 40::numeric, 'both stand in the booking');

-- A tip from the wallet passes card money on
create temp table topup as select tests.begin_payment('topup', 30) as id;
select tests.hear(id, 'paid', 30, '{"charge": "ch_topup"}') from topup;
select tests.let('rider', format('select public.tip_driver(%L, 12)', tests.booking()));
select results_eq($$ select amount from app.card_credits where user_id = tests.id('driver') and payment_id is null $$, $$ values (12::numeric) $$, 'a tip out of a top-up is marked like one by card');
select tests.turn('181 days');
select tests.let('rider', format('select public.tip_driver(%L, 3)', tests.booking()));
select is((select count(*) from app.card_credits where user_id = tests.id('driver') and payment_id is null), 1::bigint, 'money that was paid in half a year ago is money like any other');

-- The driver left
create temp table late as select tests.begin_payment('tip', 1, 'rider2', b.id) as id from public.bookings b where false;
select tests.set('tip_max', '100');
insert into late select tests.begin_payment('tip', 5, 'rider', tests.booking());
select tests.fill_wallet('driver', 0), tests.let('driver', 'select public.delete_my_account()');
select throws_ok($$ select tests.begin_payment('tip', 5, 'rider', tests.booking()) $$, 'PT404', 'person_not_found', 'nobody tips a driver who left');
create temp table had as select tests.wallet_of('rider') as amount, tests.wallet_of('driver') as driver;
select is(tests.hear(id, 'paid', 5, '{"charge": "ch_late"}'), 'late', 'a tip for a driver who left comes too late') from late;
select is(tests.wallet_of('rider'), amount + 5, 'it goes to the rider''s wallet') from had;
select is(tests.wallet_of('driver'), driver, 'not to the driver''s') from had;
select is((select tip_amount from public.bookings where id = tests.booking()), 55::numeric, 'the booking counts what the driver got');
set constraints all immediate;
select pass('the ledger adds up after tips');
select * from finish();
