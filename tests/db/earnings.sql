-- Earnings: the month of a payment or cancellation, per driver, fleet and platform; corrections; closing months.
select no_plan();
select tests.set('time_zone', 'Europe/Vaduz'), tests.set('otp_secure', 'false');

create function tests.set_time(moment timestamptz) returns void language sql security definer as $$
  update app.clock set "offset" = moment - now()
$$;
create function tests.fleet_of(driver text, fleet text) returns void language sql security definer as $$
  update public.drivers set fleet_id = tests.id(fleet) where id = tests.id(driver)
$$;
-- The sums of a month straight from the tables, to compare with the stored ones.
create function tests.plain(a_month date) returns table (rides bigint, trip_cost numeric, ride_cost numeric, fees numeric, discounts numeric, cancelled numeric)
language sql stable security definer as $$
  with local as (select b.*, f.ride_cost as cost, f.convenience_fees,
    date_trunc('month', b.paid_at at time zone 'Europe/Vaduz')::date as paid_in, date_trunc('month', b.cancelled_at at time zone 'Europe/Vaduz')::date as cancelled_in
    from public.bookings b join public.booking_finances f on f.booking_id = b.id)
  select count(*) filter (where r), coalesce(sum(l.trip_cost) filter (where r), 0), coalesce(sum(l.cost) filter (where r), 0),
    coalesce(sum(l.convenience_fees) filter (where r), 0), coalesce(sum(l.discount_amount) filter (where r), 0),
    coalesce(sum(l.cancellation_fee) filter (where l.status = 'CANCELLED' and l.cancelled_in = a_month), 0)
  from local l cross join lateral (select l.status in ('PAID', 'COMPLETE') and l.convenience_fees > 0 and l.paid_in = a_month as r) c
$$;

-- The month of payment in the operator's time zone
select tests.set_time('2031-01-31 22:40+00');
select tests.ride('PENDING');
-- Spec 4.46
select is((select count(*) from public.earnings_months where month >= '2031-01-01'), 0::bigint, 'an unpaid ride has no earnings');
select tests.let('driver', format('select public.confirm_cash(%L)', tests.booking()));
select results_eq($$ select m.month, m.driver_id, m.fleet_id, m.rides, m.trip_cost, m.ride_cost, m.driver_share, m.convenience_fees, m.cancellations
    from public.earnings_months m where m.month >= '2031-01-01' $$,
  $$ select date '2031-01-01', tests.id('driver'), null::uuid, 1, b.trip_cost, f.ride_cost, f.driver_share, f.convenience_fees, 0
    from public.bookings b join public.booking_finances f on f.booking_id = b.id where b.id = tests.booking() $$, 'a paid ride counts in its month');
select results_eq($$ select day, rides, convenience_fees from public.earnings_days where day >= '2031-01-01' $$,
  $$ values (date '2031-01-31', 1, 1.00) $$, 'a paid ride counts on its day');
select tests.turn('30 minutes'), tests.let('rider', format('select public.rate_booking(%L, 5)', tests.booking()));
-- Spec 4.46
select is((select sum(rides) from public.earnings_months where month >= '2031-01-01'), 1::bigint, 'completing a paid ride does not count it again');
select tests.fleet_of('driver', 'fleet'), tests.ride('PAID');
select results_eq($$ select month, fleet_id, rides from public.earnings_months where month >= '2031-01-01' order by month $$,
  $$ values (date '2031-01-01', null::uuid, 1), ('2031-02-01', tests.id('fleet'), 1) $$,
  -- Spec 3.35
  'the month changes at midnight in the operator''s time zone, with the booking''s fleet');
select results_eq($$ select day from public.earnings_days where day >= '2031-01-01' order by day $$, $$ values (date '2031-01-31'), ('2031-02-01') $$, 'a ride paid after midnight counts on the next day');

-- A change of fleet does not change past earnings
select tests.fleet_of('driver', 'fleet2'), tests.turn('5 minutes'), tests.ride('PAID'), tests.turn('5 minutes'), tests.ride('PAID');
select results_eq($$ select fleet_id, rides from public.earnings_months where month = '2031-02-01' order by rides $$,
  $$ values (tests.id('fleet'), 1), (tests.id('fleet2'), 2) $$, 'a driver who changes the fleet has a row for each fleet');

-- Discounts, rides without a fee, cancelling
select tests.turn('5 minutes'), tests.ride('PENDING');
update public.bookings set promo_applied = true, promo_code = 'X', promo_details = '{}', discount_amount = 2.50, payable_amount = trip_cost - 2.50, cash_payment_amount = trip_cost - 2.50 where id = tests.booking();
select tests.let('driver', format('select public.confirm_cash(%L)', tests.booking()));
select is((select discount_amount from public.earnings_months where month = '2031-02-01' and fleet_id = tests.id('fleet2')), 2.50, 'a discount counts in the month of its ride');
update public.car_types set convenience_fees = 0 where name = 'Cab';
select tests.turn('5 minutes'), tests.ride('PAID');
-- Spec 4.46
select is((select sum(rides) from public.earnings_months where month = '2031-02-01'), 4::bigint, 'a ride without a convenience fee is not counted as a ride');
select tests.turn('5 minutes'), tests.ride('PENDING');
update public.bookings set promo_applied = true, promo_code = 'X', promo_details = '{}', discount_amount = 1.20, payable_amount = trip_cost - 1.20, cash_payment_amount = trip_cost - 1.20 where id = tests.booking();
select tests.let('driver', format('select public.confirm_cash(%L)', tests.booking()));
select results_eq($$ select rides, discount_amount, free_ride_discounts from public.earnings_months where month = '2031-02-01' and fleet_id = tests.id('fleet2') $$,
  $$ values (3, 2.50, 1.20) $$, 'the discount of a ride without a fee is counted separately');
update public.car_types set convenience_fees = 1 where name = 'Cab';
select tests.turn('5 minutes'), tests.ride('ACCEPTED'), tests.turn('3 minutes');
select tests.let('rider', format('select public.cancel_booking(%L, ''x'')', tests.booking()));
select results_eq($$ select rides, cancellations, cancellation_fee from public.earnings_months where month = '2031-02-01' and fleet_id = tests.id('fleet2') $$,
  $$ values (3, 1, 3.00) $$, 'a cancellation fee counts in the month of cancelling without a ride');
select tests.clear_wallet('rider'), tests.turn('5 minutes'), tests.ride('ACCEPTED'), tests.let('admin', format('select public.cancel_booking(%L, ''x'')', tests.booking()));
select is((select sum(cancellations) from public.earnings_months where month = '2031-02-01'), 1::bigint, 'a cancellation free of charge is not counted');

-- The stored sums equal the sums over bookings
select results_eq($$ select r.total_rides::bigint, r.trip_cost, r.ride_cost, r.convenience_fee, r.discount_amount, r.cancellation_fee
    from (select tests.act_as('admin')) a, public.earnings_report() r where r.month >= '2031-01-01' order by r.month $$,
  -- Spec 6.16, 7.46
  $$ select p.* from (values (date '2031-01-01'), ('2031-02-01')) m (month), tests.plain(m.month) p order by m.month $$, 'the report equals the sums over bookings');

-- Acting as an admin
select results_eq($$ select year, months_name, total_rides, gross, profit, free_ride_discounts from public.earnings_report() where year = 2031 $$,
  $$ select 2031, n, r, gross, profit, free from (values ('February', 4, (select trip_cost + 3.00 from tests.plain('2031-02-01')), 4.00 + 3.00 - 2.50, 1.20),
    ('January', 1, (select trip_cost from tests.plain('2031-01-01')), 1.00, 0)) v (n, r, gross, profit, free) $$,
  -- Spec 3.54, 9.26, 9.27
  'the report starts with the newest month and computes gross and profit');
select results_eq($$ select months_name, driver_name, driver_vehicle_no, total_rides from public.driver_earnings() where year = 2031 $$,
  -- Spec 3.53
  $$ values ('February', 'Lukas Marxer', 'FL 28 114', 4), ('January', 'Lukas Marxer', 'FL 28 114', 1) $$, 'an admin can read the months of all drivers across fleets');
select is((select count(*) from public.driver_earnings('2031-02-01', '2031-02-01')), 1::bigint,
  'an admin can limit drivers'' earnings to a range of months');
select cmp_ok((select count(*) from public.earnings_months where month >= '2031-01-01'), '=', 3::bigint, 'an admin can read the rows behind the report');

-- Acting as fleet admins
select tests.act_as('fleet');
-- Spec 6.16
select throws_ok($$ select * from public.earnings_report() $$, 'PT403', 'not_allowed', 'a fleet admin cannot read the platform''s report');
select results_eq($$ select year, months_name, driver_name, total_rides from public.driver_earnings() where year = 2031 $$,
  $$ values (2031, 'February', 'Lukas Marxer', 1) $$,
    -- Spec 6.20
    'a fleet admin can read the fleet''s rides of a driver who changed the fleet');
select is((select count(*) from public.earnings_months where fleet_id is distinct from tests.id('fleet')), 0::bigint, 'a fleet admin cannot read months of other fleets');
select is((select count(*) from public.earnings_days where fleet_id is distinct from tests.id('fleet')), 0::bigint, 'a fleet admin cannot read days of other fleets');
select tests.act_as('fleet2');
select is((select total_rides from public.driver_earnings() where year = 2031), 3,
  'the driver''s next fleet can read only the later rides');
select tests.act_as('fleet3');
select is_empty($$ select * from public.driver_earnings() where year = 2031 $$,
  'another fleet cannot read the driver''s earnings');
select is_empty($$ select * from public.earnings_months where month >= '2031-01-01' $$,
  'another fleet cannot read the rows of months');

-- Acting as drivers
select tests.act_as('driver');
select is((select array_agg(total_rides) from public.driver_earnings() where year = 2031), array[4, 1], 'a driver can read the own months across fleets');
select is((select sum(rides) from public.earnings_months where month >= '2031-01-01'), 5::bigint, 'a driver can read the rows behind the own months');
select throws_ok($$ select * from public.earnings_report() $$, 'PT403', 'not_allowed', 'a driver cannot read the platform''s report');
select tests.act_as('driver2');
select is_empty($$ select * from public.driver_earnings() where year = 2031 $$, 'another driver cannot read the earnings');
select is_empty($$ select * from public.earnings_months where driver_id <> tests.id('driver2') $$,
  'another driver cannot read the rows of months');

-- Acting as a rider, a visitor, the service
select tests.act_as('rider');
select throws_ok($$ select * from public.earnings_report() $$, 'PT403', 'not_allowed',
  -- Spec 6.21
  'a rider cannot read the platform''s report');
select throws_ok($$ select * from public.driver_earnings() $$, 'PT403', 'not_allowed',
  'a rider cannot read drivers'' earnings');
select is_empty($$ select * from public.earnings_months $$, 'a rider cannot read rows of months');
select is_empty($$ select * from public.earnings_days $$, 'a rider cannot read rows of days');
select throws_ok($$ update public.earnings_months set rides = 0 $$, '42501', null, 'a rider cannot update earnings');
select throws_ok($$ select app.correct_earnings(null, 1) $$, '42501', null, 'a rider cannot correct earnings');
select throws_ok($$ select app.close_month() $$, '42501', null, 'a rider cannot close a month');
select tests.as_visitor();
select throws_ok($$ select * from public.earnings_report() $$, '42501', null, 'a visitor cannot read the platform''s report');
select throws_ok($$ select * from public.driver_earnings() $$, '42501', null, 'a visitor cannot read drivers'' earnings');
select tests.as_service();
select throws_ok($$ update public.earnings_months set rides = 0 $$, '42501', null, 'the service role cannot update earnings');

-- The lines behind a figure
select tests.act_as('admin');
select results_eq($$ select sum(l.rides), sum(l.trip_cost), sum(l.ride_cost), sum(l.convenience_fee), sum(l.discount_amount), sum(l.cancellation_fee), sum(l.cancellation_share), sum(l.free_ride_discounts)
    from public.earnings_report() r cross join lateral public.list_earnings(r.month, (r.month + interval '1 month')::date - 1, page_size => 1000) l where r.year = 2031 group by r.month order by r.month $$,
  $$ select total_rides::bigint, trip_cost, ride_cost, convenience_fee, discount_amount, cancellation_fee, cancellation_share, free_ride_discounts from public.earnings_report() where year = 2031 order by month $$,
  'the lines of a month add up to each figure of the report');
select results_eq($$ select sum(l.rides), sum(l.driver_share) from public.driver_earnings() r
    cross join lateral public.list_earnings(r.month, (r.month + interval '1 month')::date - 1, r.driver_id, page_size => 1000) l where r.year = 2031 group by r.month order by r.month $$,
  $$ select total_rides::bigint, driver_share from public.driver_earnings() where year = 2031 order by month $$, 'the lines of a driver add up to the driver''s earnings');
select set_eq($$ select id from tests.list_bookings(earned_from => '2031-02-01', earned_to => '2031-02-28', page_size => 1000) $$,
  $$ select booking_id from public.list_earnings('2031-02-01', '2031-02-28', page_size => 1000) $$, 'the bookings by days of earning are exactly those of the earnings lines');
select set_eq($$ select id from tests.list_bookings(earned_from => '2031-02-01', earned_to => '2031-02-28', sort => 'trip', ascending => true) $$,
  $$ select booking_id from public.list_earnings('2031-02-01', '2031-02-28') $$,
    'the bookings by days of earning are the same in another sort order');
select is_empty($$ select 1 from tests.list_bookings(earned_from => '2031-02-01', driver_id => tests.id('driver2')) $$, 'a driver without earnings has no bookings by days of earning');
select results_eq($$ select p.id from public.list_earnings('2031-02-01', '2031-02-28', page_size => 2) f (id, day), lateral (select * from public.list_earnings('2031-02-01', '2031-02-28', after_day => f.day, after_id => f.id, page_size => 1)) p order by 1 desc offset 1 limit 1 $$,
  $$ select id from public.list_earnings('2031-02-01', '2031-02-28') offset 2 limit 1 $$, 'the next page of earnings starts after the last line');
select tests.act_as('fleet');
select is((select sum(rides) from public.list_earnings('2031-01-01', '2031-12-31')), 1::bigint, 'a fleet admin can read the earnings lines of the own fleet');
select tests.act_as('driver');
select throws_ok($$ select public.list_earnings('2031-01-01', '2031-12-31') $$, 'PT403', 'not_allowed', 'a driver cannot read the earnings lines');
select tests.as_owner();

-- Closing a month does not change the report, and late payments are still added
select tests.as_owner(), tests.act_as('admin');
create temp table before as select * from public.earnings_report();
select tests.as_owner();
create temp table closed (n integer, month date);
do $$ begin
  for n in 1 .. 40 loop
    insert into closed values (n, app.close_month());
  end loop;
end $$;
select is((select max(month) from closed), date '2031-01-01', 'past months are closed, oldest first');
select is((select month from closed where n = 40), null, 'the current month is not closed');
select tests.act_as('admin');
select results_eq('select * from public.earnings_report()', 'select * from before',
  'closing months does not change the report');
select tests.as_owner(), tests.turn('5 minutes'), tests.ride('PENDING'), tests.set_time('2031-01-31 22:55+00');
select tests.let('driver', format('select public.confirm_cash(%L)', tests.booking()));
select tests.act_as('admin');
select is((select total_rides from public.earnings_report() where month = '2031-01-01'), 2, 'a late payment counts in its closed month');
select is((select total_rides from public.driver_earnings() where month = '2031-01-01'), 2,
  'a late payment counts in the driver''s closed month');
select tests.as_owner();
select is((select rides from app.earnings_totals where month = '2031-01-01'), 2,
  'a late payment is added to the stored sum of its month');
select is((select count(*) from app.earnings_totals t join (select month, sum(rides) as rides, sum(profit.p) as p from public.earnings_months m,
    lateral (select m.convenience_fees + m.cancellation_fee - m.discount_amount as p) profit group by month) m using (month)
  where t.rides <> m.rides or t.convenience_fees + t.cancellation_fee - t.discount_amount <> m.p), 0::bigint, 'each stored sum of a month equals the sum of its rows');

-- Corrections count in the month of the correction
select tests.set_time('2031-03-10 12:00+00');
select app.correct_earnings(tests.booking(), -8.00, convenience_fees => -1.00);
select tests.act_as('admin');
select results_eq($$ select total_rides, trip_cost, ride_cost, convenience_fee, profit from public.earnings_report() where month = '2031-03-01' $$,
  $$ values (0, 0::numeric, 0::numeric, -1.00, -1.00) $$, 'a correction counts in the month when it is made');
select is((select driver_share from public.driver_earnings() where month = '2031-03-01'), -8.00, 'a correction counts in the driver''s month when it is made');
select is((select total_rides from public.earnings_report() where month = '2031-01-01'), 2, 'a correction does not change earlier months');


-- Acting as staff without the permission reports
select tests.as_owner();
update public.profiles set staff_role = 'support' where id = tests.id('admin');
select tests.act_as('admin');
select throws_ok(format('select * from public.%s()', f), 'PT403', 'not_allowed', 'an admin without the permission reports cannot call ' || f)
from unnest(array['earnings_report', 'driver_earnings', 'driver_earnings_sums', 'list_earnings', 'trial_balance']) f;
select is_empty($$ select * from public.earnings_months $$,
  'an admin without the permission reports cannot read rows of months');
select is_empty($$ select * from public.earnings_days $$, 'an admin without the permission reports cannot read rows of days');
select throws_ok($$ select public.dashboard_totals() $$, 'PT403', 'not_allowed', 'an admin without the permission reports cannot read the operator''s earnings on the dashboard');
select is((select array[revenue is null, fleet_share is null, bookings >= 0] from public.dashboard_days() where day is null), '{t,t,t}',
  'an admin without the permission reports reads the dashboard''s figures without earnings');

select * from finish();
