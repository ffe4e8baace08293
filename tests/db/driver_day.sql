-- The figures of the day on a driver's home page.
select no_plan();
select tests.as_visitor();
select throws_ok('select public.driver_day()', '42501', null, 'a visitor has no driver''s day');
select tests.act_as('rider');
select throws_ok('select public.driver_day()', 'PT403', 'not_a_driver', 'a rider has no driver''s day');
select tests.act_as('admin');
select throws_ok('select public.driver_day()', 'PT403', 'not_a_driver', 'an admin has no driver''s day');
select tests.as_owner();
select tests.set('tax_percent', '8.1'), tests.set('fleet_percent', '10');
update public.drivers set fleet_id = tests.id('fleet') where id = tests.id('driver');
select tests.ride('PAID');
select tests.fill_wallet('rider', 10);
select tests.let('rider', format('select public.tip_driver(%L, 2)', tests.booking()));
create temp table share as select f.driver_share - e.tax - f.fleet_share as amount from public.booking_finances f cross join lateral (
  select coalesce(sum(p.amount), 0) as tax from public.bookings b cross join lateral app.money_parts(b) p where b.id = f.booking_id and p.who = 'tax') e where f.booking_id = tests.booking();
grant select on share to authenticated;
select tests.act_as('driver');
select results_eq('select trips, earned, missed, last_missed_at, wanted_nearby from public.driver_day()',
  $$ select 1, amount + 2, 0, null::timestamptz, 1 from share $$, 'a paid trip counts with its tip and without tax and the fleet''s part');
select tests.as_owner(), tests.go_online();
select tests.book('rider2');
select tests.turn('30 seconds'), app.dispatch_tick();
select tests.act_as('driver');
select results_eq('select missed, last_missed_at is not null, wanted_nearby from public.driver_day()', $$ values (1, true, 2) $$, 'an expired offer counts as missed');
select tests.as_owner();
update public.driver_positions set lat = 40, lng = 9 where driver_id = tests.id('driver');
select tests.act_as('driver');
select is((select wanted_nearby from public.driver_day()), 0, 'wanted_nearby does not count bookings far from the driver');
select tests.act_as('driver2');
select results_eq('select trips, earned, missed from public.driver_day()', $$ values (0, 0::numeric, 0) $$, 'a driver''s day does not include another driver''s trips');
select tests.as_owner(), tests.turn('25 hours');
select tests.act_as('driver');
select results_eq('select trips, earned, missed from public.driver_day()', $$ values (0, 0::numeric, 0) $$, 'a driver''s day does not include yesterday''s trips');
select * from finish();
