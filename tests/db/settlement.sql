-- The ledger entries when a ride is paid: driver, fleet, operator and tax.
select no_plan();
create function tests.posted() returns table (account text, amount numeric) language sql volatile security definer as $$
  select replace(replace(replace(replace(a.name, tests.id('driver')::text, 'driver'), tests.id('rider')::text, 'rider'), tests.id('fleet')::text, 'fleet'), tests.booking()::text, 'booking'), e.amount
  from public.ledger_transactions t join public.ledger_entries e on e.transaction_id = t.id join public.ledger_accounts a on a.id = e.account_id
  where t.booking_id = tests.booking() and t.kind = 'settlement' order by e.id
$$;
create function tests.price(cost numeric, fee numeric, discount numeric) returns void language sql volatile security definer as $$
  update public.bookings set trip_cost = cost, discount_amount = discount, promo_applied = discount > 0,
    promo_code = case when discount > 0 then 'X' end, promo_details = case when discount > 0 then '{}'::jsonb end, payable_amount = cost - discount, cash_payment_amount = cost - discount, tax_amount = 0 where id = tests.booking();
  update public.booking_finances set driver_share = cost - fee, ride_cost = cost - fee, convenience_fees = fee where booking_id = tests.booking();
$$;
select tests.ride('PENDING'), tests.price(22, 2, 5);
select tests.let('driver', format('select public.confirm_cash(%L)', tests.booking()));
select results_eq('select * from tests.posted()', $$ values ('wallet:driver', 20::numeric), ('wallet:driver', -17), ('revenue.convenience', 2), ('expense.promotions', -5) $$,
  -- Spec 1.9, 4.29
  'a cash ride of 22.00 with a fee of 2.00 and a promotion of 5.00 is settled');
select is((select customer_paid from public.bookings where id = tests.booking()), 17::numeric, 'a cash ride of 22.00 with a promotion of 5.00 has 17.00 as paid');
select is((select count(*) from public.ledger_transactions where booking_id = tests.booking() and kind = 'settlement'), 1::bigint, 'a ride is settled in one transaction');
select results_eq($$ select type, amount, tx_ref from public.wallet_history where user_id = tests.id('driver') and booking_id = tests.booking() order by id $$,
  -- Spec 4.29
  $$ values ('Credit', 20::numeric, tests.booking()::text), ('Debit', 17, tests.booking()::text) $$, 'the driver''s history shows the share and the cash of a ride');

-- With a fleet and tax
select tests.turn('1 minute'), tests.ride('PENDING'), tests.price(22, 2, 0), tests.set('fleet_percent', '10');
update public.bookings set fleet_id = tests.id('fleet'), tax_amount = 1.1 where id = tests.booking();
select tests.let('driver', format('select public.confirm_cash(%L)', tests.booking()));
select results_eq('select * from tests.posted()', $$ values ('wallet:driver', 20::numeric), ('wallet:driver', -22), ('wallet:driver', -1), ('tax', 1),
  ('wallet:driver', -2), ('wallet:fleet', 2), ('revenue.convenience', 2) $$, 'a fleet gets its percentage, and the tax in the driver''s share is kept');
select is((select fleet_share from public.booking_finances where booking_id = tests.booking()), 2::numeric, 'the fleet''s share is stored with the booking');
select tests.act_as('fleet');
select is((select array[t.today, t.this_month, t.total, t.yesterday] from public.fleet_totals() t), array[2, 2, 2, 0]::numeric[], 'a fleet admin reads the own share of the fares, not the operator''s fees');
select is((select fleet_share from public.dashboard_days() where day is null), 2::numeric, 'the days of a fleet''s dashboard add up to its share');
select tests.act_as('admin');
select throws_ok($$ select public.fleet_totals() $$, 'PT403', 'not_allowed', 'an admin has no fleet''s share');
select tests.act_as('driver');
select throws_ok($$ select public.fleet_totals() $$, 'PT403', 'not_allowed', 'a driver has no fleet''s share');
select tests.act_as('admin');
select public.refund_booking(tests.booking(), 11, 'Late', true);
select tests.act_as('fleet');
select is((select t.today from public.fleet_totals() t), (select 2 + sum(h.amount * case h.type when 'Debit' then -1 else 1 end) from public.wallet_history h
  where h.booking_id = tests.booking() and h.user_id = tests.id('fleet') and h.id > (select min(o.id) from public.wallet_history o where o.booking_id = tests.booking() and o.user_id = tests.id('fleet'))),
  'a refund that reclaims the share takes its part from the fleet''s day');
select tests.as_owner();
select tests.set('fleet_percent', '0');

-- Nothing left to pay
select tests.turn('1 minute'), tests.ride('PENDING'), tests.price(22, 2, 22);
select tests.let('driver', format('select public.confirm_cash(%L)', tests.booking()));
select results_eq('select * from tests.posted()', $$ values ('wallet:driver', 20::numeric), ('revenue.convenience', 2), ('expense.promotions', -22) $$, 'a ride that a promotion paid in full credits the driver''s share');

-- Cancelling after acceptance, with a part for the driver
select tests.turn('1 minute'), tests.ride('ACCEPTED'), tests.set('cancellation_driver_percent', '50');
select app.post_ledger('testing', gen_random_uuid()::text, null, jsonb_build_array(app.entry('wallet:' || tests.id('rider'), 100), app.entry('adjustments', -100)));
select app.set_actor('rider', tests.id('rider'));
select tests.cancel('rider', 3);
select results_eq($$ select a.kind, e.amount from public.ledger_transactions t join public.ledger_entries e on e.transaction_id = t.id
  join public.ledger_accounts a on a.id = e.account_id where t.booking_id = tests.booking() order by e.id $$,
  $$ values ('wallet', -3::numeric), ('wallet', 1.5), ('revenue.cancellation', 1.5) $$, 'the driver gets a part of the fee of a cancelled ride');
set constraints all immediate;
select pass('the ledger balances after settlements');
select * from finish();
