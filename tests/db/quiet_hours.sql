-- Quiet hours: which moments are quiet, also in the nights in which clocks change, and what waits.
select no_plan();
create function tests.ends(at text, of_from text default '22:00', of_to text default '07:00', zone text default 'Europe/Vaduz') returns text language sql as $$
  select to_char(app.quiet_end(at::timestamptz, of_from, of_to, zone) at time zone 'UTC', 'MM-DD HH24:MI')
$$;

-- An ordinary night
select is(tests.ends('2026-11-30 21:59:59+01'), null, 'the second before the quiet hours is not quiet');
select is(tests.ends('2026-11-30 22:00+01'), '12-01 06:00', 'the quiet hours begin on their minute');
select is(tests.ends('2026-12-01 03:00+01'), '12-01 06:00', 'after midnight the quiet hours end on the same day');
select is(tests.ends('2026-12-01 07:00+01'), null, 'the quiet hours end on their minute');
select is(tests.ends('2026-12-01 13:30+01', '13:00', '15:00'), '12-01 14:00', 'quiet hours may lie within a day');
select is(tests.ends('2026-12-01 12:59+01', '13:00', '15:00'), null, 'before quiet hours within a day it is not quiet');
select is(tests.ends('2026-12-01 03:00+01', '', '07:00'), null, 'without a beginning there are no quiet hours');
select is(tests.ends('2026-12-01 03:00+01', '22:00', ''), null, 'without an end there are no quiet hours');
select is(tests.ends('2026-12-01 03:00+01', '07:00', '07:00'), null, 'a beginning that is the end means no quiet hours');

-- The night of 29 March 2026: clocks go from 02:00 to 03:00
select is(tests.ends('2026-03-29 01:30+01'), '03-29 05:00', 'in spring the quiet hours end at seven by the new clock');
select is(tests.ends('2026-03-29 04:59+00'), '03-29 05:00', 'in spring the last quiet minute is 06:59 by the new clock');
select is(tests.ends('2026-03-29 05:00+00'), null, 'in spring seven by the new clock is not quiet');
select is(tests.ends('2026-03-29 00:59+00', '22:00', '02:30'), '03-29 01:30', 'an end that the clock skips comes an hour later, not a day');
select is(tests.ends('2026-03-29 01:30+00', '22:00', '02:30'), null, 'after an end that the clock skips it is not quiet');
select is(tests.ends('2026-03-29 01:30+00', '02:30', '05:00'), '03-29 03:00', 'a beginning that the clock skips comes an hour later');

-- The night of 25 October 2026: clocks go from 03:00 back to 02:00
select is(tests.ends('2026-10-24 22:30+02'), '10-25 06:00', 'in autumn the quiet hours end at seven by the new clock');
select is(tests.ends('2026-10-25 05:59+00'), '10-25 06:00', 'in autumn the last quiet minute is 06:59 by the new clock');
select is(tests.ends('2026-10-25 06:00+00'), null, 'in autumn seven by the new clock is not quiet');
select is(tests.ends('2026-10-25 00:45+00', '22:00', '02:30'), '10-25 01:30', 'an end that the clock shows twice is the second one');
select is(tests.ends('2026-10-25 01:30+00', '22:00', '02:30'), null, 'after the second showing of the end it is not quiet');
select is((select count(*) from generate_series('2026-10-24 12:00+00'::timestamptz, '2026-10-25 11:59+00', '1 minute') m (at) where app.quiet_end(m.at, '22:00', '07:00', 'Europe/Vaduz') is not null), 600::bigint, 'in autumn a night from ten to seven has ten quiet hours');
select is((select count(*) from generate_series('2026-03-28 12:00+00'::timestamptz, '2026-03-29 11:59+00', '1 minute') m (at) where app.quiet_end(m.at, '22:00', '07:00', 'Europe/Vaduz') is not null), 480::bigint, 'in spring a night from ten to seven has eight quiet hours');
select is(tests.ends('2026-04-05 01:45+11', '22:00', '02:00', 'Australia/Lord_Howe'), '04-04 15:30', 'a clock that goes back half an hour ends the quiet hours at its second two o''clock');

-- What waits
select tests.set('quiet_from', '22:00'), tests.set('quiet_to', '07:00'), tests.set('time_zone', 'Europe/Vaduz');
create function tests.due(kind text, trip_at text, at text) returns text language sql as $$
  select to_char(app.text_due(jsonb_populate_record(null::public.bookings, jsonb_build_object('trip_at', trip_at)), kind, at::timestamptz) at time zone 'UTC', 'MM-DD HH24:MI')
$$;
select is(tests.due('driver', '2026-10-25 00:30+02', '2026-10-24 23:00+02'), '10-24 21:00', 'a text about a ride within two hours goes out at night');
select is(tests.due('booked', '2026-10-25 09:30+01', '2026-10-24 23:00+02'), '10-25 06:00', 'a text about a later ride waits until the morning');
select is(tests.due('cancelled', '2026-10-25 05:00+01', '2026-10-24 23:00+02'), '10-25 02:00', 'a text about an early ride waits until two hours before it');
select is(tests.due('receipt', '2026-10-24 22:30+02', '2026-10-24 23:00+02'), '10-25 06:00', 'a receipt waits until the morning');
select is(tests.due('booked', '2026-10-26 09:30+01', '2026-10-25 12:00+01'), '10-25 11:00', 'by day nothing waits');
select is(tests.due('driver', '2026-03-29 03:30+02', '2026-03-28 23:45+01'), '03-28 23:30', 'in spring two hours before a ride are two hours, not one by the clock');
select * from finish();
