-- The reports and the ledger agree, whatever happened to the rides.
select no_plan();
select tests.set('otp_secure', 'false');
update app.clock set "offset" = '2031-05-10 12:00+00'::timestamptz - now();
create function tests.ledger_sum(kind text) returns numeric language sql volatile security definer as $$
  select coalesce(sum(e.amount), 0) from public.ledger_transactions t join public.ledger_entries e on e.transaction_id = t.id
  join public.ledger_accounts a on a.id = e.account_id
  where a.kind = ledger_sum.kind and t.created_at >= '2031-05-01'
$$;
create function tests.report() returns setof record language plpgsql as $$
begin
  perform tests.act_as('admin');
  return query select r.convenience_fee, r.cancellation_fee, r.discount_amount, r.free_ride_discounts, r.profit
  from public.earnings_report() r where r.month = '2031-05-01';
  perform tests.as_owner();
end $$;
create function tests.equals_ledger(what text) returns text language sql as $$
  select results_eq($q$ select convenience_fee, cancellation_fee, discount_amount, profit
      from tests.report() r (convenience_fee numeric, cancellation_fee numeric, discount_amount numeric, free numeric, profit numeric) $q$,
    $q$ select tests.ledger_sum('revenue.convenience'), tests.ledger_sum('revenue.cancellation'), -tests.ledger_sum('expense.promotions') - r.free,
      tests.ledger_sum('revenue.convenience') + tests.ledger_sum('revenue.cancellation') + tests.ledger_sum('expense.promotions') + r.free
      from tests.report() r (fee numeric, cancelled numeric, discount numeric, free numeric, profit numeric) $q$, what)
$$;
create function tests.discount(amount numeric) returns void language sql security definer as $$
  update public.bookings set promo_applied = true, promo_code = 'TEST', promo_details = '{}', discount_amount = coalesce(amount, trip_cost), payable_amount = trip_cost - coalesce(amount, trip_cost),
    cash_payment_amount = trip_cost - coalesce(amount, trip_cost) where id = tests.booking()
$$;

select tests.ride('PAID');
select tests.equals_ledger('the report equals the ledger after a cash ride: profit is fees minus promotions');
select tests.turn('5 minutes'), tests.ride('PENDING'), tests.discount(2.5), tests.let('driver', format('select public.confirm_cash(%L)', tests.booking()));
select tests.equals_ledger('the report equals the ledger after a ride with a promotion');
select tests.turn('5 minutes'), tests.ride('PENDING'), tests.discount(null);
select tests.let('driver', format('select public.confirm_cash(%L)', tests.booking()));
select tests.equals_ledger('the report equals the ledger after a ride that a promotion paid in full');
select tests.turn('5 minutes'), tests.ride('ACCEPTED'), tests.turn('3 minutes'), tests.let('rider', format('select public.cancel_booking(%L)', tests.booking()));
select tests.equals_ledger('the report equals the ledger after a cancellation with a fee');
select app.post_ledger('testing', 'fill', null, jsonb_build_array(app.entry('wallet:' || tests.id('rider'), 100), app.entry('adjustments', -100)));
update public.car_types set convenience_fees = 0 where name = 'Cab';
select tests.turn('5 minutes'), tests.ride('PENDING'), tests.discount(1.2), tests.let('driver', format('select public.confirm_cash(%L)', tests.booking()));
select tests.equals_ledger('the report excludes a promotion on a ride without a fee from the profit');
select is((select free from tests.report() r (a numeric, b numeric, c numeric, free numeric, p numeric)), 1.20, 'a promotion on a ride without a fee is reported as a free ride discount');
update public.car_types set convenience_fees = 1 where name = 'Cab';

-- Refunds
select tests.turn('5 minutes'), tests.ride('PAID');
select tests.act_as('admin');
create temp table before as select e.driver_share from public.driver_earnings('2031-05-01') e where e.driver_id = tests.id('driver');
select tests.as_owner();
grant select on before to public;
select tests.let('admin', format('select public.refund_booking(%L, 2, ''late'')', tests.booking()));
select tests.as_owner();
select tests.equals_ledger('a goodwill refund does not change the earnings report');
select tests.act_as('admin');
select is((select driver_share from public.driver_earnings('2031-05-01') where driver_id = tests.id('driver')), (select driver_share from before), 'a goodwill refund does not change the driver''s earnings');
select tests.let('admin', format('select public.refund_booking(%L, 3, ''damage'', true)', tests.booking()));
select is((select driver_share from public.driver_earnings('2031-05-01') where driver_id = tests.id('driver')), (select driver_share - 3 from before), 'a reclaimed share is taken off the driver''s month');
select tests.as_owner();
select tests.equals_ledger('a share reclaimed from the driver does not change the earnings report');
select tests.turn('30 days');
select tests.let('admin', format('select public.refund_booking(%L, 1, ''damage'', true)', tests.booking()));
select tests.act_as('admin');
select is((select driver_share from public.driver_earnings('2031-05-01', '2031-05-01') where driver_id = tests.id('driver')), (select driver_share - 3 from before), 'a refund in a later month leaves the driver''s earlier month unchanged');
select is((select driver_share from public.driver_earnings('2031-06-01', '2031-06-01') where driver_id = tests.id('driver')), -1.00, 'a refund in a later month is taken off the driver''s later month');
select * from finish();
