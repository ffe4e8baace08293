-- Tariff windows: who can edit them, when they apply, and whether a quote is valid at another time. Vaduz is UTC+1 in November.
select no_plan();
select tests.set('time_zone', 'Europe/Vaduz');
-- A quote for a local time in Vaduz; 2026-11-20 is a Friday.
create function tests.total(at timestamp) returns text language sql security definer as $$
  select to_jsonb(public.quote_fare(null, tests.order() || jsonb_build_object('trip_at', at at time zone 'Europe/Vaduz'))) ->> 'trip_cost'
$$;

-- Editing
select tests.as_visitor();
select throws_ok($$ select 1 from public.tariff_windows $$, '42501', null, 'a visitor cannot read tariff windows');
select tests.act_as('rider');
select throws_ok($$ insert into public.tariff_windows (name, percent) values ('x', 10) $$, '42501', null, 'a rider cannot add a tariff window');
select tests.act_as('fleet');
select throws_ok($$ insert into public.tariff_windows (name, percent) values ('x', 10) $$, '42501', null, 'a fleet admin cannot add a tariff window');
select tests.act_as('admin');
select throws_ok($$ insert into public.tariff_windows (name) values ('x') $$, '23514', null, 'a tariff window without an amount or a percentage is refused');
select throws_ok($$ insert into public.tariff_windows (name, amount, percent) values ('x', 1, 1) $$, '23514', null, 'a tariff window with both an amount and a percentage is refused');
select throws_ok($$ insert into public.tariff_windows (name, amount) values ('x', 'NaN') $$, '23514', null, 'a tariff window with an amount of NaN is refused');
select throws_ok($$ insert into public.tariff_windows (name, amount, days) values ('x', 1, '{8}') $$, '23514', null, 'a tariff window on an eighth day of the week is refused');
select throws_ok($$ insert into public.tariff_windows (name, amount, days) values ('x', 1, '{}') $$, '23514', null, 'a tariff window without days or dates is refused');
select lives_ok($$ insert into public.tariff_windows (name, percent, days, from_time, to_time) values ('Weekend night', 20, '{5,6}', '22:00', '06:00') $$, 'an admin adds a tariff window');
select tests.act_as('rider');
select is_empty($$ select 1 from public.tariff_windows $$, 'a rider cannot read tariff windows');
select tests.act_as('fleet');
select isnt_empty($$ select 1 from public.tariff_windows $$, 'a fleet admin reads tariff windows');
select is_empty($$ delete from public.tariff_windows returning 1 $$, 'a fleet admin cannot delete tariff windows');
select tests.as_owner();

-- When windows apply
select is(tests.total('2026-11-20 21:59:59'), '14.80', 'a window from 22:00 does not apply a second before');
select is(tests.total('2026-11-20 22:00'), '17.56', 'a window from 22:00 applies at 22:00');
select is(tests.total('2026-11-21 05:59:59'), '17.56', 'a window from 22:00 to 06:00 applies after midnight');
select is(tests.total('2026-11-21 06:00'), '14.80', 'a window to 06:00 does not apply at 06:00');
select is(tests.total('2026-11-20 03:00'), '14.80', 'a window on Fridays and Saturdays does not apply in the night that began on Thursday');
select is(tests.total('2026-11-22 03:00'), '17.56', 'a window on Saturdays applies in the night to Sunday');
select is(tests.total('2026-11-22 23:00'), '14.80', 'a window on Fridays and Saturdays does not apply on Sunday night');
select tests.set('time_zone', 'UTC');
select is(tests.total('2026-11-20 22:00'), '14.80', 'a window applies in the operator''s time zone');
select tests.set('time_zone', 'Europe/Vaduz');
insert into public.tariff_windows (name, amount, days, dates) values ('Holiday', 3, '{}', '{2026-12-24,2026-12-25}');
select is(tests.total('2026-12-24 12:00'), '17.80', 'a window on a date applies on that day');
select is(tests.total('2026-12-24 00:00') || ' ' || tests.total('2026-12-23 23:59:59'), '17.80 14.80', 'a window on a date applies from midnight');
select is(tests.total('2026-12-25 23:00'), '20.56', 'windows that apply at the same time add up');
select is((select to_jsonb(public.quote_fare(null, tests.order() || '{"trip_at": "2026-12-25T22:00:00Z"}')) #> '{lines,4}'),
  '{"key": "tariff_window", "name": "Holiday", "amount": 3.00}', 'each window is a line of the fare with its name');
update public.tariff_windows set except_dates = '{2026-12-25,2027-01-01}' where name = 'Weekend night';
select is(tests.total('2026-12-25 23:00') || ' ' || tests.total('2026-12-26 05:00'), '17.80 14.80', 'a window does not begin on a date that it leaves out, also not after midnight');
select is(tests.total('2026-12-18 23:00') || ' ' || tests.total('2026-12-26 23:00'), '17.56 17.56', 'a window that leaves out a date applies on its other days');
update public.tariff_windows set except_dates = dates where name = 'Holiday';
select is(tests.total('2026-12-24 12:00'), '17.80', 'a date of a window counts, even if the window also leaves it out');
update public.tariff_windows set except_dates = '{}';
select throws_ok($$ update public.tariff_windows set except_dates = '{null}' $$, '23514', null, 'a window cannot leave out a missing date');
update public.tariff_windows set car_type_id = tests.car('Van') where name = 'Holiday';
select is(tests.total('2026-12-25 12:00'), '14.80', 'a window for one car type does not apply to others');
update public.tariff_windows set active = false;
select is(tests.total('2026-12-25 23:00'), '14.80', 'an inactive window does not apply');
delete from public.tariff_windows;
insert into public.tariff_windows (name, amount, from_time, to_time) values ('Round the clock', 1, '04:00', '04:00');
select is(tests.total('2026-11-20 03:59') || ' ' || tests.total('2026-11-20 04:00'), '15.80 15.80', 'a window with equal times applies the whole day');
delete from public.tariff_windows;

-- A quote for one time is not accepted for a time with another price
create function tests.quote_at(at timestamptz) returns uuid language sql security definer as $$
  select (to_jsonb(public.quote_fare(tests.id('rider'), tests.order() || jsonb_build_object('trip_at', at))) ->> 'quote_id')::uuid
$$;
insert into public.tariff_windows (name, amount, days, dates) select 'Tomorrow', 5, '{}', array[((app.now() at time zone 'Europe/Vaduz')::date + 1)];
create temp table times as select (((app.now() at time zone 'Europe/Vaduz')::date + 1)::timestamp + interval '12 hours') at time zone 'Europe/Vaduz' as tomorrow;
grant all on times to public;
create temp table asked as select tests.quote('rider') as now, tests.quote_at((select tomorrow from times)) as tomorrow;
grant all on asked to public;
select tests.act_as('rider');
select throws_ok($$ select public.create_booking((select now from asked), 'cash', (select tomorrow from times)) $$, 'PT409', 'quote_mismatch', 'a quote for now cannot be booked for tomorrow at another tariff');
select throws_ok($$ select public.create_booking((select tomorrow from asked), 'cash') $$, 'PT409', 'quote_mismatch', 'a quote for tomorrow cannot be booked for now at another tariff');
select throws_ok($$ select public.create_booking((select tomorrow from asked), 'cash', (select tomorrow + interval '1 day' from times)) $$, 'PT409', 'quote_mismatch', 'a quote for tomorrow cannot be booked for the day after at another tariff');
select is((public.create_booking((select tomorrow from asked), 'cash', (select tomorrow + interval '1 hour' from times))).trip_cost, 19.80, 'a quote can be booked for another hour of the same tariff');
select tests.as_owner();
delete from public.tariff_windows;
select tests.act_as('rider');
select is((public.create_booking((select now from asked), 'cash', (select tomorrow from times))).trip_cost, 14.80, 'without windows a quote can be booked for any time');
select * from finish();
