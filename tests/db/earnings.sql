-- Earnings: the month a payment or a cancelling belongs to, per driver, fleet and platform; corrections; closing.
select no_plan();
select tests.set('time_zone', 'Europe/Vaduz'), tests.set('otp_secure', 'false');

create function tests.at(moment timestamptz) returns void language sql security definer as $$
  update app.clock set "offset" = moment - now()
$$;
create function tests.fleet_of(driver text, fleet text) returns void language sql security definer as $$
  update public.drivers set fleet_id = tests.id(fleet) where id = tests.id(driver)
$$;
-- What the tables themselves say of a month, for comparison with what was kept.
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

-- The month of payment, by the operator's clock
select tests.at('2031-01-31 22:40+00');
select tests.ride('PENDING');
select is((select count(*) from public.earnings_months where month >= '2031-01-01'), 0::bigint, 'a ride that is not paid earns nothing');
select tests.let('driver', format('select public.confirm_cash(%L)', tests.booking()));
select results_eq($$ select m.month, m.driver_id, m.fleet_id, m.rides, m.trip_cost, m.ride_cost, m.driver_share, m.convenience_fees, m.cancellations
    from public.earnings_months m where m.month >= '2031-01-01' $$,
  $$ select date '2031-01-01', tests.id('driver'), null::uuid, 1, b.trip_cost, f.ride_cost, f.driver_share, f.convenience_fees, 0
    from public.bookings b join public.booking_finances f on f.booking_id = b.id where b.id = tests.booking() $$, 'a paid ride counts in its month');
select results_eq($$ select day, rides, convenience_fees from public.earnings_days where day >= '2031-01-01' $$,
  $$ values (date '2031-01-31', 1, 1.00) $$, 'a paid ride counts on its day');
select tests.turn('30 minutes'), tests.let('rider', format('select public.rate_booking(%L, 5)', tests.booking()));
select is((select sum(rides) from public.earnings_months where month >= '2031-01-01'), 1::bigint, 'completing it counts nothing again');
select tests.fleet_of('driver', 'fleet'), tests.ride('PAID');
select results_eq($$ select month, fleet_id, rides from public.earnings_months where month >= '2031-01-01' order by month $$,
  $$ values (date '2031-01-01', null::uuid, 1), ('2031-02-01', tests.id('fleet'), 1) $$,
  'half an hour after midnight is February, though it is January in UTC; the fleet is the one of the booking');
select results_eq($$ select day from public.earnings_days where day >= '2031-01-01' order by day $$, $$ values (date '2031-01-31'), ('2031-02-01') $$, 'a ride after midnight counts on the next day');

-- A fleet change rewrites nothing
select tests.fleet_of('driver', 'fleet2'), tests.turn('5 minutes'), tests.ride('PAID'), tests.turn('5 minutes'), tests.ride('PAID');
select results_eq($$ select fleet_id, rides from public.earnings_months where month = '2031-02-01' order by rides $$,
  $$ values (tests.id('fleet'), 1), (tests.id('fleet2'), 2) $$, 'who changes fleet has a row for each');

-- Discounts, rides without a fee, cancelling
select tests.turn('5 minutes'), tests.ride('PENDING');
update public.bookings set promo_applied = true, promo_code = 'X', promo_details = '{}', discount_amount = 2.50, payable_amount = trip_cost - 2.50, cash_payment_amount = trip_cost - 2.50 where id = tests.booking();
select tests.let('driver', format('select public.confirm_cash(%L)', tests.booking()));
select is((select discount_amount from public.earnings_months where month = '2031-02-01' and fleet_id = tests.id('fleet2')), 2.50, 'a discount counts with its ride');
update public.car_types set convenience_fees = 0 where name = 'Cab';
select tests.turn('5 minutes'), tests.ride('PAID');
select is((select sum(rides) from public.earnings_months where month = '2031-02-01'), 4::bigint, 'a ride without a fee is no ride of the report');
select tests.turn('5 minutes'), tests.ride('PENDING');
update public.bookings set promo_applied = true, promo_code = 'X', promo_details = '{}', discount_amount = 1.20, payable_amount = trip_cost - 1.20, cash_payment_amount = trip_cost - 1.20 where id = tests.booking();
select tests.let('driver', format('select public.confirm_cash(%L)', tests.booking()));
select results_eq($$ select rides, discount_amount, free_ride_discounts from public.earnings_months where month = '2031-02-01' and fleet_id = tests.id('fleet2') $$,
  $$ values (3, 2.50, 1.20) $$, 'what was given away on one is kept aside');
update public.car_types set convenience_fees = 1 where name = 'Cab';
select tests.turn('5 minutes'), tests.ride('ACCEPTED'), tests.turn('3 minutes');
select tests.let('rider', format('select public.cancel_booking(%L, ''x'')', tests.booking()));
select results_eq($$ select rides, cancellations, cancellation_fee from public.earnings_months where month = '2031-02-01' and fleet_id = tests.id('fleet2') $$,
  $$ values (3, 1, 3.00) $$, 'a cancellation fee counts in the month of cancelling, and no ride');
select tests.clear_wallet('rider'), tests.turn('5 minutes'), tests.ride('ACCEPTED'), tests.let('admin', format('select public.cancel_booking(%L, ''x'')', tests.booking()));
select is((select sum(cancellations) from public.earnings_months where month = '2031-02-01'), 1::bigint, 'cancelling free is nothing');

-- What was kept is what the bookings say
select results_eq($$ select r.total_rides::bigint, r.trip_cost, r.ride_cost, r.convenience_fee, r.discount_amount, r.cancellation_fee
    from (select tests.act_as('admin')) a, public.earnings_report() r where r.month >= '2031-01-01' order by r.month $$,
  $$ select p.* from (values (date '2031-01-01'), ('2031-02-01')) m (month), tests.plain(m.month) p order by m.month $$, 'the report equals the plain sums over bookings');

-- Acting as an admin
select results_eq($$ select year, months_name, total_rides, gross, profit, free_ride_discounts from public.earnings_report() where year = 2031 $$,
  $$ select 2031, n, r, gross, profit, free from (values ('February', 4, (select trip_cost + 3.00 from tests.plain('2031-02-01')), 4.00 + 3.00 - 2.50, 1.20),
    ('January', 1, (select trip_cost from tests.plain('2031-01-01')), 1.00, 0)) v (n, r, gross, profit, free) $$,
  'the newest month first; gross = trip cost + cancellation, profit = fee + cancellation - discounts');
select results_eq($$ select months_name, driver_name, driver_vehicle_no, total_rides from public.driver_earnings() where year = 2031 $$,
  $$ values ('February', 'Lukas Marxer', 'FL 28 114', 4), ('January', 'Lukas Marxer', 'FL 28 114', 1) $$, 'admins read every driver''s months, whatever the fleet');
select is((select count(*) from public.driver_earnings('2031-02-01', '2031-02-01')), 1::bigint, 'between two months if asked');
select cmp_ok((select count(*) from public.earnings_months where month >= '2031-01-01'), '=', 3::bigint, 'an admin reads the rows behind the report');

-- Acting as fleet admins
select tests.act_as('fleet');
select throws_ok($$ select * from public.earnings_report() $$, 'PT403', 'not_allowed', 'the platform''s report is not for fleet admins');
select results_eq($$ select year, months_name, driver_name, total_rides from public.driver_earnings() where year = 2031 $$,
  $$ values (2031, 'February', 'Lukas Marxer', 1) $$, 'a fleet keeps what was driven for it, also of a driver who left');
select is((select count(*) from public.earnings_months where fleet_id is distinct from tests.id('fleet')), 0::bigint, 'a fleet sees nothing else');
select is((select count(*) from public.earnings_days where fleet_id is distinct from tests.id('fleet')), 0::bigint, 'by day neither');
select tests.act_as('fleet2');
select is((select total_rides from public.driver_earnings() where year = 2031), 3, 'the next fleet has what came later');
select tests.act_as('fleet3');
select is_empty($$ select * from public.driver_earnings() where year = 2031 $$, 'another fleet has nothing of it');
select is_empty($$ select * from public.earnings_months where month >= '2031-01-01' $$, 'another fleet reads no rows of it');

-- Acting as drivers
select tests.act_as('driver');
select is((select array_agg(total_rides) from public.driver_earnings() where year = 2031), array[4, 1], 'drivers read their own months, all fleets together');
select is((select sum(rides) from public.earnings_months where month >= '2031-01-01'), 5::bigint, 'drivers read the rows behind their own months');
select throws_ok($$ select * from public.earnings_report() $$, 'PT403', 'not_allowed', 'drivers do not read the platform''s report');
select tests.act_as('driver2');
select is_empty($$ select * from public.driver_earnings() where year = 2031 $$, 'another driver reads nothing of it');
select is_empty($$ select * from public.earnings_months where driver_id <> tests.id('driver2') $$, 'not even the rows');

-- Acting as a rider, a visitor, the service
select tests.act_as('rider');
select throws_ok($$ select * from public.earnings_report() $$, 'PT403', 'not_allowed', 'riders read no report');
select throws_ok($$ select * from public.driver_earnings() $$, 'PT403', 'not_allowed', 'riders read no earnings');
select is_empty($$ select * from public.earnings_months $$, 'riders read no rows of months');
select is_empty($$ select * from public.earnings_days $$, 'riders read no rows of days');
select throws_ok($$ update public.earnings_months set rides = 0 $$, '42501', null, 'riders write no earnings');
select throws_ok($$ select app.correct_earnings(null, 1) $$, '42501', null, 'nobody corrects by hand');
select throws_ok($$ select app.close_month() $$, '42501', null, 'nobody closes a month by hand');
select tests.as_visitor();
select throws_ok($$ select * from public.earnings_report() $$, '42501', null, 'visitors read no report');
select throws_ok($$ select * from public.driver_earnings() $$, '42501', null, 'visitors read no earnings');
select tests.as_service();
select throws_ok($$ update public.earnings_months set rides = 0 $$, '42501', null, 'the service role changes none either');

-- The lines behind a figure
select tests.act_as('admin');
select results_eq($$ select sum(l.rides), sum(l.trip_cost), sum(l.ride_cost), sum(l.convenience_fee), sum(l.discount_amount), sum(l.cancellation_fee), sum(l.cancellation_share), sum(l.free_ride_discounts)
    from public.earnings_report() r cross join lateral public.list_earnings(r.month, (r.month + interval '1 month')::date - 1, page_size => 1000) l where r.year = 2031 group by r.month order by r.month $$,
  $$ select total_rides::bigint, trip_cost, ride_cost, convenience_fee, discount_amount, cancellation_fee, cancellation_share, free_ride_discounts from public.earnings_report() where year = 2031 order by month $$,
  'the lines of a month sum to every figure of the report, to the cent');
select results_eq($$ select sum(l.rides), sum(l.driver_share) from public.driver_earnings() r
    cross join lateral public.list_earnings(r.month, (r.month + interval '1 month')::date - 1, r.driver_id, page_size => 1000) l where r.year = 2031 group by r.month order by r.month $$,
  $$ select total_rides::bigint, driver_share from public.driver_earnings() where year = 2031 order by month $$, 'the lines of a driver sum to what the driver earned');
select set_eq($$ select id from public.list_bookings(earned_from => '2031-02-01', earned_to => '2031-02-28', page_size => 1000) $$,
  $$ select booking_id from public.list_earnings('2031-02-01', '2031-02-28', page_size => 1000) $$, 'the list of bookings by days of earning has the bookings of the lines and no other');
select set_eq($$ select id from public.list_bookings(earned_from => '2031-02-01', earned_to => '2031-02-28', sort => 'trip', ascending => true) $$,
  $$ select booking_id from public.list_earnings('2031-02-01', '2031-02-28') $$, 'it has the same bookings in every order');
select is_empty($$ select 1 from public.list_bookings(earned_from => '2031-02-01', driver_id => tests.id('driver2')) $$, 'a driver who earned nothing then has no such bookings');
select results_eq($$ select p.id from public.list_earnings('2031-02-01', '2031-02-28', page_size => 2) f (id, day), lateral (select * from public.list_earnings('2031-02-01', '2031-02-28', after_day => f.day, after_id => f.id, page_size => 1)) p order by 1 desc offset 1 limit 1 $$,
  $$ select id from public.list_earnings('2031-02-01', '2031-02-28') offset 2 limit 1 $$, 'the last line of a page leads to the next');
select tests.act_as('fleet');
select is((select sum(rides) from public.list_earnings('2031-01-01', '2031-12-31')), 1::bigint, 'a fleet admin reads the lines of the own fleet');
select tests.act_as('driver');
select throws_ok($$ select public.list_earnings('2031-01-01', '2031-12-31') $$, 'PT403', 'not_allowed', 'a driver reads no list of earnings');
select tests.as_owner();

-- Closing: the report does not change by it, nor by what comes late
select tests.as_owner(), tests.act_as('admin');
create temp table before as select * from public.earnings_report();
select tests.as_owner();
create temp table closed (n integer, month date);
do $$ begin
  for n in 1 .. 40 loop
    insert into closed values (n, app.close_month());
  end loop;
end $$;
select is((select max(month) from closed), date '2031-01-01', 'months that are over are closed, oldest first');
select is((select month from closed where n = 40), null, 'until none is left; the present one stays open');
select tests.act_as('admin');
select results_eq('select * from public.earnings_report()', 'select * from before', 'the report is the same');
select tests.as_owner(), tests.turn('5 minutes'), tests.ride('PENDING'), tests.at('2031-01-31 22:55+00');
select tests.let('driver', format('select public.confirm_cash(%L)', tests.booking()));
select tests.act_as('admin');
select is((select total_rides from public.earnings_report() where month = '2031-01-01'), 2, 'a payment that arrives late counts in its closed month');
select is((select total_rides from public.driver_earnings() where month = '2031-01-01'), 2, 'the driver''s too');
select tests.as_owner();
select is((select rides from app.earnings_totals where month = '2031-01-01'), 2, 'in the sum that was kept');
select is((select count(*) from app.earnings_totals t join (select month, sum(rides) as rides, sum(profit.p) as p from public.earnings_months m,
    lateral (select m.convenience_fees + m.cancellation_fee - m.discount_amount as p) profit group by month) m using (month)
  where t.rides <> m.rides or t.convenience_fees + t.cancellation_fee - t.discount_amount <> m.p), 0::bigint, 'every kept sum is the sum of its rows');

-- Corrections count when they are made
select tests.at('2031-03-10 12:00+00');
select app.correct_earnings(tests.booking(), -8.00, convenience_fees => -1.00);
select tests.act_as('admin');
select results_eq($$ select total_rides, trip_cost, ride_cost, convenience_fee, profit from public.earnings_report() where month = '2031-03-01' $$,
  $$ values (0, 0::numeric, 0::numeric, -1.00, -1.00) $$, 'what is taken back is taken off the month of taking');
select is((select driver_share from public.driver_earnings() where month = '2031-03-01'), -8.00, 'what is taken back later is taken off the driver''s month, too');
select is((select total_rides from public.earnings_report() where month = '2031-01-01'), 2, 'the months before a correction stay as they were');


-- Acting as staff whose role does not hold reports
select tests.as_owner();
update public.profiles set staff_role = 'support' where id = tests.id('admin');
select tests.act_as('admin');
select throws_ok(format('select * from public.%s()', f), 'PT403', 'not_allowed', f || ' is not for staff without reports')
from unnest(array['earnings_report', 'driver_earnings', 'driver_earnings_sums', 'list_earnings', 'trial_balance']) f;
select is_empty($$ select * from public.earnings_months $$, 'the rows of months are no way around it');
select is_empty($$ select * from public.earnings_days $$, 'the rows of days are no way around it');
select lives_ok($$ select public.dashboard_totals() $$, 'the dashboard is the desk''s');

select * from finish();
