-- Cash is rounded to the smallest coin; wallets, cards, fares and shares are not.
select no_plan();
-- A ride without distance costs the minimum fare and the fee of 1.00.
create function tests.cents(min_fare numeric, unit numeric default 0.05) returns void language sql volatile security definer as $$
  select tests.turn('1 minute'), tests.set('cash_unit', unit::text);
  update public.car_types set min_fare = cents.min_fare where name = 'Cab';
$$;
create function tests.paid() returns table (trip_cost numeric, cash_rounding numeric, payable_amount numeric, used_wallet_money numeric, cash_payment_amount numeric, customer_paid numeric, status text)
language sql volatile security definer as $$
  select b.trip_cost, b.cash_rounding, b.payable_amount, b.used_wallet_money, b.cash_payment_amount, b.customer_paid, b.status::text from public.bookings b where b.id = tests.booking()
$$;
create function tests.posted() returns table (account text, amount numeric) language sql volatile security definer as $$
  select a.kind, e.amount from public.ledger_transactions t join public.ledger_entries e on e.transaction_id = t.id
  join public.ledger_accounts a on a.id = e.account_id where t.booking_id = tests.booking() and t.kind = 'settlement' order by e.id
$$;
create function tests.fund(amount numeric) returns void language sql volatile security definer as $$
  select tests.clear_wallet('rider'), app.post_ledger('testing', gen_random_uuid()::text, null,
    jsonb_build_array(app.entry('wallet:' || tests.id('rider'), amount), app.entry('adjustments', -amount)))
$$;

-- Before the ride
update public.car_types set base_fare = 4.03 where name = 'Cab';
select tests.cents(8);
select results_eq($$ select trip_cost, cash_amount, tax from public.quote_fare(tests.id('rider'), tests.order()) $$, $$ values (14.83, 14.85, 0.00) $$, 'a quote shows the rounded amount for cash');
select tests.book();
select results_eq('select trip_cost, cash_rounding, payable_amount from tests.paid()', $$ values (14.83, 0.02, 14.85) $$, 'a cash ride''s payable amount is rounded to the smallest coin');
select is((select driver_share from public.booking_finances where booking_id = tests.booking()), 13.83, 'the driver''s share is computed from the unrounded fare');
select tests.let('rider', format('select public.create_booking(%L, ''wallet'')', tests.quote()));
select results_eq('select trip_cost, cash_rounding, payable_amount from tests.paid()', $$ values (14.83, 0::numeric, 14.83) $$, 'a wallet ride''s payable amount is not rounded');
insert into public.promos (promo_name, promo_discount_value, promo_validity, promo_usage_limit) values ('CENTS', 1.11, '2100-01-01', 100);
create temp table q as select tests.quote() as id;
select tests.let('rider', format('select public.apply_promo(%L, ''cents'')', (select id from q)));
select results_eq($$ select payable_amount, cash_amount from public.fare_quotes where id = (select id from q) $$, $$ values (13.72, 13.70) $$, 'cash is rounded after the promotion''s discount');
select tests.set('cash_unit', '0');
select tests.let('rider', format('select public.create_booking(%L, ''cash'')', (select id from q)));
select results_eq('select trip_cost, cash_rounding, payable_amount from tests.paid()', $$ values (14.83, -0.02, 13.70) $$, 'a booking keeps the cash unit of its quote');
select tests.as_owner();
update public.car_types set base_fare = 4 where name = 'Cab';
select tests.delete_bookings();

-- At the end, in cash
select tests.cents(8.03), tests.ride('PENDING');
select results_eq('select * from tests.paid()', $$ values (9.03, 0.02, 9.05, 0::numeric, 9.05, 0::numeric, 'PENDING') $$, 'the cash due at the end of a ride is rounded up to the next coin');
select tests.act_as('driver');
select is((select cash_amount from public.trip_options(tests.booking())), 9.05,
  'trip_options shows the driver the rounded cash amount');
select results_eq($$ select total, cash_rounding ->> 'key', (cash_rounding ->> 'amount')::numeric from public.explain_fare(tests.booking()) $$, $$ values (9.05, 'cash_rounding', 0.02) $$, 'explain_fare shows the rounding as a separate line');
select is((select replays from public.explain_fare(tests.booking())), true, 'explain_fare can replay a rounded fare');
select is((public.confirm_cash(tests.booking())).cash_payment_amount, 9.05, 'confirming cash records the rounded amount');
select tests.as_owner();
select results_eq('select * from tests.paid()', $$ values (9.03, 0.02, 0::numeric, 0::numeric, 9.05, 9.05, 'PAID') $$, 'the rider has paid the rounded amount');
select results_eq('select * from tests.posted()', $$ values ('wallet', 8.03), ('wallet', -9.05), ('revenue.convenience', 1.00), ('rounding', 0.02) $$, 'the rounding is posted to its own account, not to a share');
select tests.cents(8.01), tests.ride('PAID');
select results_eq('select * from tests.paid()', $$ values (9.01, -0.01, 0::numeric, 0::numeric, 9.00, 9.00, 'PAID') $$, 'the cash due at the end of a ride is rounded down to the next coin');
select is((select amount from tests.posted() where account = 'rounding'), -0.01,
  'a rounding down is posted as the operator''s loss');
select tests.cents(8.05), tests.ride('PAID');
select is((select count(*) from tests.posted() where account = 'rounding'), 0::bigint, 'an amount that is a multiple of the coin posts no rounding');

-- By wallet and card, and the rest in cash
select tests.cents(8.03), tests.fund(100), tests.ride('PENDING');
select tests.let('rider', format('select public.pay_with_wallet(%L)', tests.booking()));
select results_eq('select * from tests.paid()', $$ values (9.03, 0::numeric, 0::numeric, 9.03, 0::numeric, 9.03, 'PAID') $$, 'a wallet pays the exact amount without rounding');
select tests.cents(8.03), tests.fund(4), tests.ride('PENDING');
select tests.let('rider', format('select public.pay_with_wallet(%L)', tests.booking()));
select results_eq('select * from tests.paid()', $$ values (9.03, 0.02, 5.05, 4::numeric, 5.05, 4::numeric, 'PENDING') $$, 'the rest after a partial wallet payment is rounded');
select tests.let('driver', format('select public.confirm_cash(%L)', tests.booking()));
select results_eq('select * from tests.paid()', $$ values (9.03, 0.02, 0::numeric, 4::numeric, 5.05, 9.05, 'PAID') $$, 'wallet and cash together pay the rounded amount');
select is((select amount from tests.posted() where account = 'rounding'), 0.02, 'the rounding of the rest is posted');
select tests.cents(8.03), tests.fund(9.01), tests.ride('PENDING');
select tests.let('rider', format('select public.pay_with_wallet(%L)', tests.booking()));
select results_eq('select * from tests.paid()', $$ values (9.03, -0.02, 0::numeric, 9.01, 0::numeric, 9.01, 'PAID') $$, 'a rest below half a coin is rounded to zero');
select tests.clear_wallet('rider'), tests.cents(8.03), tests.ride('PENDING');
update public.bookings set payment_mode = 'wallet', cash_rounding = 0, payable_amount = 9.03, cash_payment_amount = 0 where id = tests.booking();
select tests.act_as('driver');
select is((select cash_amount from public.trip_options(tests.booking())), 9.05, 'a driver who takes cash for a wallet ride sees the rounded amount');
select is((public.confirm_cash(tests.booking())).customer_paid, 9.05, 'cash confirmed for a wallet ride is rounded');
select tests.as_owner(), tests.cents(8.03), tests.ride('PENDING');
select tests.as_service();
select is((tests.create_payment(tests.booking(), 'stripe', tests.id('rider'))).amount, 9.03,
  'a card pays the exact amount without rounding');
select tests.as_owner();
select is((public.record_payment_event('stripe', 'evt', (select id from public.payments where booking_id = tests.booking()), 9.03, 'CHF', 'paid')).outcome, 'paid', 'a card can pay a ride that was booked for cash');
select results_eq('select trip_cost, cash_rounding, customer_paid, status from tests.paid()', $$ values (9.03, 0::numeric, 9.03, 'PAID') $$, 'a cash ride paid by card has no rounding');

-- Extras, another unit, and a currency without decimals
select tests.cents(8.03), tests.ride('STARTED');
select tests.let('admin', format('select public.add_extra(%L, ''toll'', 5.02)', tests.booking()));
select tests.let('driver', format('select public.reach_drop(%L)', tests.booking()));
select results_eq('select trip_cost, cash_rounding, payable_amount, cash_payment_amount from tests.paid()', $$ values (10.02, -0.02, 10.00, 10.00) $$, 'an extra is included before rounding');
select tests.let('admin', format('select public.remove_extra(%L, ''by mistake'')', (select id from public.booking_extras where booking_id = tests.booking())));
select results_eq('select trip_cost, cash_rounding, payable_amount, cash_payment_amount from tests.paid()', $$ values (9.03, 0.02, 9.05, 9.05) $$, 'removing an extra rounds the remaining amount again');
select tests.let('driver', format('select public.confirm_cash(%L)', tests.booking()));
select tests.cents(8.03, 0.50), tests.ride('PAID');
select results_eq('select trip_cost, cash_rounding, customer_paid from tests.paid()', $$ values (9.03, -0.03, 9.00) $$, 'a cash unit of 0.50 rounds to multiples of 0.50');
select tests.cents(8.03, 0), tests.ride('PAID');
select results_eq('select trip_cost, cash_rounding, customer_paid from tests.paid()', $$ values (9.03, 0::numeric, 9.03) $$, 'a cash unit of 0 rounds nothing');
select tests.set('decimal', '0'), tests.cents(123, 10), tests.ride('PAID');
select results_eq('select trip_cost, cash_rounding, customer_paid from tests.paid()', $$ values (124::numeric, -4::numeric, 120::numeric) $$, 'a currency without decimals is rounded to multiples of 10');
select throws_ok($$ update public.settings set cash_unit = 0.05 $$, '23514', null, 'a cash unit smaller than the currency''s decimals is refused');
select tests.act_as('admin');
select throws_ok($$ select public.update_settings('{"cash_unit": "0.5"}') $$, 'PT422', 'settings_invalid', 'an admin cannot set a cash unit smaller than the currency''s decimals');
select tests.as_owner();
set constraints all immediate;
select pass('the ledger balances after rounding');
select * from finish();
