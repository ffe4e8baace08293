-- Tips by card: the driver gets the whole tip, the company pays the provider's fee.
select no_plan();
select tests.set('tip_max', '30'), tests.ride('PENDING');
select throws_ok($$ select tests.begin_payment('tip', 5, 'rider', tests.booking()) $$, 'PT409', 'wrong_status', 'a card tip before the ride is paid is refused');
select tests.let('driver', format('select public.confirm_cash(%L)', tests.booking()));
select tests.fill_wallet('driver', 0), tests.fill_wallet('rider', 0);
create temp table before as select f.*, b.trip_cost, b.customer_paid from public.booking_finances f join public.bookings b on b.id = f.booking_id where b.id = tests.booking();
create temp table months as select to_jsonb(m) as row from public.earnings_months m where m.driver_id = tests.id('driver');
select throws_ok($$ select tests.begin_payment('tip', 5, 'rider2', tests.booking()) $$, 'PT404', 'booking_not_found', 'a rider cannot tip for another rider''s ride by card');
select throws_ok(format('select tests.begin_payment(''tip'', %s, ''rider'', tests.booking())', a), 'PT422', 'amount_invalid', 'a card tip is refused for the amount ' || a) from unnest(array['null', '0', '-1', '0.001', '''NaN''', '1e7']) a;
select throws_ok($$ select tests.begin_payment('tip', 30.01, 'rider', tests.booking()) $$, 'PT422', 'tip_too_high', 'a card tip above tip_max is refused');
create temp table tip as select tests.begin_payment('tip', 20, 'rider', tests.booking()) as id;
select is(tests.record_event(id, 'paid', 19), 'amount_mismatch', 'a card tip is not booked when another amount was paid') from tip;
select is(tests.record_event(id, 'paid', 20, '{"charge": "ch_tip", "fee": 0.80}'), 'paid', 'a card tip is booked when it is paid') from tip;
select is(tests.record_event(id, 'paid', 20, '{"charge": "ch_tip", "fee": 0.80}'), 'repeated', 'a second event of a card tip is recognised as repeated') from tip;
select is(tests.wallet_of('driver'), 20::numeric, 'the driver gets the whole card tip');
select is(tests.wallet_of('rider'), 0::numeric, 'a card tip does not change the rider''s wallet');
select is(tests.booked('expense.provider_fees'), -0.80, 'the company pays the provider''s fee of a card tip');
select is((select tip_amount from public.bookings where id = tests.booking()), 20::numeric, 'the booking stores the amount of the tip');
select results_eq($$ select b.trip_cost, b.customer_paid, f.driver_share, f.convenience_fees from public.bookings b join public.booking_finances f on f.booking_id = b.id where b.id = tests.booking() $$,
  $$ select trip_cost, customer_paid, driver_share, convenience_fees from before $$, 'a card tip changes neither the fare nor the paid amount nor the share');
select results_eq($$ select to_jsonb(m) from public.earnings_months m where m.driver_id = tests.id('driver') $$, $$ select row from months $$, 'a card tip does not count in the earnings');
select results_eq($$ select kind, amount, user_id from app.card_credits where payment_id = (select id from tip) $$, $$ values ('tip', 20::numeric, tests.id('driver')) $$, 'a card tip is stored as card money of the driver');
select throws_ok($$ select tests.begin_payment('tip', 10.01, 'rider', tests.booking()) $$, 'PT422', 'tip_too_high', 'all card tips of a ride together cannot exceed tip_max');
create temp table two as select tests.begin_payment('tip', 10, 'rider', tests.booking()) as a, tests.begin_payment('tip', 10, 'rider', tests.booking()) as b;
select is(array[tests.record_event(a, 'paid', 10, '{"charge": "ch_a"}'), tests.record_event(b, 'paid', 10, '{"charge": "ch_b"}')], '{paid,paid}'::text[], 'two card tips begun together are both booked, as the money was taken') from two;
select is((select tip_amount from public.bookings where id = tests.booking()), 40::numeric, 'the booking stores the sum of the tips');

-- A tip from the wallet passes the card-money mark on
create temp table topup as select tests.begin_payment('topup', 30) as id;
select tests.record_event(id, 'paid', 30, '{"charge": "ch_topup"}') from topup;
select tests.let('rider', format('select public.tip_driver(%L, 12)', tests.booking()));
select results_eq($$ select amount from app.card_credits where user_id = tests.id('driver') and payment_id is null $$, $$ values (12::numeric) $$, 'a wallet tip from a top-up is stored as card money of the driver');
select tests.turn('181 days');
select tests.let('rider', format('select public.tip_driver(%L, 3)', tests.booking()));
select is((select count(*) from app.card_credits where user_id = tests.id('driver') and payment_id is null), 1::bigint, 'a wallet tip from a top-up older than 180 days is not card money');

-- The driver deleted the account
create temp table late as select tests.begin_payment('tip', 1, 'rider2', b.id) as id from public.bookings b where false;
select tests.set('tip_max', '100');
insert into late select tests.begin_payment('tip', 5, 'rider', tests.booking());
select tests.fill_wallet('driver', 0), tests.let('driver', 'select public.delete_my_account()');
select throws_ok($$ select tests.begin_payment('tip', 5, 'rider', tests.booking()) $$, 'PT404', 'person_not_found', 'a rider cannot tip a driver who deleted the account');
create temp table had as select tests.wallet_of('rider') as amount, tests.wallet_of('driver') as driver;
select is(tests.record_event(id, 'paid', 5, '{"charge": "ch_late"}'), 'late', 'a card tip paid after the driver deleted the account is late') from late;
select is(tests.wallet_of('rider'), amount + 5, 'a late card tip is credited to the rider''s wallet') from had;
select is(tests.wallet_of('driver'), driver, 'a late card tip is not credited to the driver''s wallet') from had;
select is((select tip_amount from public.bookings where id = tests.booking()), 55::numeric, 'the booking stores only tips that the driver got');
set constraints all immediate;
select pass('the ledger balances after tips');
select * from finish();
