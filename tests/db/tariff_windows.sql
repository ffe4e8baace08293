-- Tariff windows: who edits them, when they apply, and whether a quote holds at another time. Vaduz is UTC+1 in November.
select no_plan();
select tests.set('time_zone', 'Europe/Vaduz');
-- The wanted time in Vaduz; 2026-11-20 is a Friday.
create function tests.total(at timestamp) returns text language sql security definer as $$
  select to_jsonb(public.quote_fare(null, tests.order() || jsonb_build_object('trip_at', at at time zone 'Europe/Vaduz'))) ->> 'trip_cost'
$$;

-- Editing
select tests.as_visitor();
select throws_ok($$ select 1 from public.tariff_windows $$, '42501', null, 'a visitor reads no tariff windows');
select tests.act_as('rider');
select throws_ok($$ insert into public.tariff_windows (name, percent) values ('x', 10) $$, '42501', null, 'a rider writes none');
select tests.act_as('fleet');
select throws_ok($$ insert into public.tariff_windows (name, percent) values ('x', 10) $$, '42501', null, 'a fleet admin writes none');
select tests.act_as('admin');
select throws_ok($$ insert into public.tariff_windows (name) values ('x') $$, '23514', null, 'one has an amount or a percentage');
select throws_ok($$ insert into public.tariff_windows (name, amount, percent) values ('x', 1, 1) $$, '23514', null, 'not both');
select throws_ok($$ insert into public.tariff_windows (name, amount) values ('x', 'NaN') $$, '23514', null, 'that is a number');
select throws_ok($$ insert into public.tariff_windows (name, amount, days) values ('x', 1, '{8}') $$, '23514', null, 'on days of the week');
select throws_ok($$ insert into public.tariff_windows (name, amount, days) values ('x', 1, '{}') $$, '23514', null, 'some at least');
select lives_ok($$ insert into public.tariff_windows (name, percent, days, from_time, to_time) values ('Weekend night', 20, '{5,6}', '22:00', '06:00') $$, 'an admin adds one');
select tests.act_as('rider');
select is_empty($$ select 1 from public.tariff_windows $$, 'riders do not read it');
select tests.act_as('fleet');
select isnt_empty($$ select 1 from public.tariff_windows $$, 'fleet admins do');
select is_empty($$ delete from public.tariff_windows returning 1 $$, 'fleet admins change no windows');
select tests.as_owner();

-- When
select is(tests.total('2026-11-20 21:59:59'), '14.80', 'before ten it is the plain fare');
select is(tests.total('2026-11-20 22:00'), '17.56', 'from ten on a fifth more');
select is(tests.total('2026-11-21 05:59:59'), '17.56', 'across midnight');
select is(tests.total('2026-11-21 06:00'), '14.80', 'until six');
select is(tests.total('2026-11-20 03:00'), '14.80', 'Thursday''s night is no weekend');
select is(tests.total('2026-11-22 03:00'), '17.56', 'Saturday''s lasts into Sunday');
select is(tests.total('2026-11-22 23:00'), '14.80', 'Sunday''s is none');
select tests.set('time_zone', 'UTC');
select is(tests.total('2026-11-20 22:00'), '14.80', 'the operator''s clock counts');
select tests.set('time_zone', 'Europe/Vaduz');
insert into public.tariff_windows (name, amount, days, dates) values ('Holiday', 3, '{}', '{2026-12-24,2026-12-25}');
select is(tests.total('2026-12-24 12:00'), '17.80', 'a holiday is a date, and lasts the day');
select is(tests.total('2026-12-24 00:00') || ' ' || tests.total('2026-12-23 23:59:59'), '17.80 14.80', 'from its beginning');
select is(tests.total('2026-12-25 23:00'), '20.56', 'windows add up');
select is((select to_jsonb(public.quote_fare(null, tests.order() || '{"trip_at": "2026-12-25T22:00:00Z"}')) #> '{lines,4}'),
  '{"key": "tariff_window", "name": "Holiday", "amount": 3.00}', 'each a line with its name');
update public.tariff_windows set car_type_id = tests.car('Van') where name = 'Holiday';
select is(tests.total('2026-12-25 12:00'), '14.80', 'one may be for a single car type');
update public.tariff_windows set active = false;
select is(tests.total('2026-12-25 23:00'), '14.80', 'a window may be switched off');
delete from public.tariff_windows;
insert into public.tariff_windows (name, amount, from_time, to_time) values ('Round the clock', 1, '04:00', '04:00');
select is(tests.total('2026-11-20 03:59') || ' ' || tests.total('2026-11-20 04:00'), '15.80 15.80', 'equal times are a whole day');
delete from public.tariff_windows;

-- A quote for one time is not booked for another that costs more or less
create function tests.quote_at(at timestamptz) returns uuid language sql security definer as $$
  select (to_jsonb(public.quote_fare(tests.id('rider'), tests.order() || jsonb_build_object('trip_at', at))) ->> 'quote_id')::uuid
$$;
insert into public.tariff_windows (name, amount, days, dates) select 'Tomorrow', 5, '{}', array[((app.now() at time zone 'Europe/Vaduz')::date + 1)];
create temp table times as select (((app.now() at time zone 'Europe/Vaduz')::date + 1)::timestamp + interval '12 hours') at time zone 'Europe/Vaduz' as tomorrow;
grant all on times to public;
create temp table asked as select tests.quote('rider') as now, tests.quote_at((select tomorrow from times)) as tomorrow;
grant all on asked to public;
select tests.act_as('rider');
select throws_ok($$ select public.create_booking((select now from asked), 'cash', (select tomorrow from times)) $$, 'PT409', 'quote_mismatch', 'a price for now is not one for tomorrow');
select throws_ok($$ select public.create_booking((select tomorrow from asked), 'cash') $$, 'PT409', 'quote_mismatch', 'a price for tomorrow is not one for now');
select throws_ok($$ select public.create_booking((select tomorrow from asked), 'cash', (select tomorrow + interval '1 day' from times)) $$, 'PT409', 'quote_mismatch', 'a price for now is not one for the day after');
select is((public.create_booking((select tomorrow from asked), 'cash', (select tomorrow + interval '1 hour' from times))).trip_cost, 19.80, 'another hour of the same tariff is the same');
select tests.as_owner();
delete from public.tariff_windows;
select tests.act_as('rider');
select is((public.create_booking((select now from asked), 'cash', (select tomorrow from times))).trip_cost, 14.80, 'without windows a quote holds at any time');
select * from finish();
