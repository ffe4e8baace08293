-- Hours on duty, and when a break is due.
select no_plan();
create function tests.hours() returns text language sql volatile as $$
  select format('%s today %s worked %s due %s', h.on_duty, h.duty_secs_today / 60, h.worked_secs / 60, round(extract(epoch from h.break_due_at - app.now()) / 60)) from public.driver_hours() h
$$;
select tests.as_owner();
update public.drivers set driver_active_status = false where id = tests.id('driver');
delete from app.duty_periods;
select tests.act_as('driver');
select is(tests.hours(), 'f today 0 worked 0 due ', 'a driver who was not on duty has no hours');
select public.set_driver_active(true);
select tests.turn('4 hours');
select is(tests.hours(), 't today 240 worked 240 due 30', 'after four hours on duty the break is due in thirty minutes');
select public.set_driver_active(true);
select is(tests.hours(), 't today 240 worked 240 due 30', 'going on duty twice counts the hours once');
select public.set_driver_active(false);
select tests.turn('20 minutes');
select is(tests.hours(), 'f today 240 worked 240 due ', 'off duty no break is due, and 20 minutes do not count as a break');
select public.set_driver_active(true);
select tests.turn('1 hour');
select is(tests.hours(), 't today 300 worked 300 due -30', 'a break can be thirty minutes overdue');
select public.set_driver_active(false);
select tests.turn('45 minutes');
select is(tests.hours(), 'f today 300 worked 0 due ', 'a break of 45 minutes resets the worked time');
select public.set_driver_active(true);
select tests.turn('10 minutes');
select is(tests.hours(), 't today 310 worked 10 due 260', 'after a break the next one is due after another full period');
select tests.turn('8 hours');
select ok((select duty_secs_today between 60 and 6 * 3600 from public.driver_hours()),
  'the duty time of today starts at midnight');
select tests.set('break_after_minutes', '0');
select is((select break_due_at from public.driver_hours()), null, 'with break_after_minutes 0 no break is due');
select tests.set('break_after_minutes', '270'), tests.set('break_minutes', '60');
select is((select break_minutes from public.driver_hours()), 60, 'driver_hours returns the setting break_minutes');
select ok((select worked_secs > 12 * 3600 from public.driver_hours()),
  'a pause shorter than break_minutes does not reset the worked time');
select tests.act_as('rider');
select throws_ok($$ select public.driver_hours() $$, 'PT403', 'not_a_driver', 'a rider has no duty hours');
select tests.as_visitor();
select throws_ok($$ select public.driver_hours() $$, '42501', null, 'a visitor has no duty hours');
select * from finish();
