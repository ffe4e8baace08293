-- SOS: who calls the desk when, what it is shown, and how it ends.
select no_plan();
create function tests.sos() returns table (reason text, booking_id uuid, lat double precision, contact_name text, by_driver boolean, contact text)
language plpgsql as $$
begin
  perform tests.act_as('admin');
  return query select a.reason, a.booking_id, a.lat, a.contact_name, a.by_driver, a.contact from public.attention_list() a where a.is_alarm;
end $$;
create function tests.alarm_id() returns uuid language sql stable security definer as $$ select a.id from app.alarms a order by a.since desc limit 1 $$;
select tests.ride('STARTED') as ride;

-- Acting as others
select tests.as_visitor();
select throws_ok($$ select public.raise_alarm() $$, '42501', null, 'a visitor raises no alarm');
select throws_ok($$ select public.my_alarm() $$, '42501', null, 'a visitor has no alarm');
select throws_ok($$ select public.close_alarm(gen_random_uuid(), 'x') $$, '42501', null, 'a visitor closes no alarm');
select tests.act_as('rider2');
select throws_ok($$ select public.raise_alarm(tests.booking(), 47.1, 9.5) $$, 'PT404', 'booking_not_found', 'a rider raises no alarm for another''s booking');
select throws_ok($$ select public.raise_alarm() $$, 'PT404', 'booking_not_found', 'a rider needs a booking');
select tests.act_as('driver2');
select throws_ok($$ select public.raise_alarm(tests.booking()) $$, 'PT404', 'booking_not_found', 'the driver of another trip raises no alarm for this one');
select tests.act_as('admin');
select throws_ok($$ select public.raise_alarm(tests.booking()) $$, 'PT403', 'not_allowed', 'an admin raises no alarm');
select tests.act_as('fleet');
select throws_ok($$ select public.raise_alarm() $$, 'PT403', 'not_allowed', 'a fleet admin raises no alarm');
select tests.as_owner();
select is_empty($$ select 1 from app.alarms $$, 'nothing of it reached the desk');

-- Acting as the rider
delete from realtime.messages;
select tests.act_as('rider');
select is((select has_place from public.raise_alarm(tests.booking(), 47.15, 9.53)), true, 'the rider is told that the desk sees where they are');
select tests.as_owner();
select set_eq($$ select m.topic || ' ' || m.event from realtime.messages m where m.event in ('attention', 'alarm') $$,
  $$ values ('admin attention'), ('user:' || tests.id('rider') || ' alarm') $$, 'desk and rider are told at once');
select results_eq($$ select reason, booking_id, lat, by_driver from tests.sos() $$, $$ select 'sos', tests.booking(), 47.15::double precision, false $$, 'the desk sees which booking and where');
select isnt((select contact from public.attention_list() where is_alarm), null, 'the desk can call the rider');
select tests.act_as('rider');
select lives_ok($$ select public.raise_alarm(tests.booking(), 47.16, 9.54) $$, 'a repeat is taken');
select lives_ok($$ select public.raise_alarm(tests.booking(), 'NaN', 400) $$, 'a wrong position takes no help away');
select lives_ok($$ select public.raise_alarm(tests.booking()) $$, 'help needs no position');
select results_eq($$ select lat from tests.sos() $$, $$ values (47.16::double precision) $$, 'repeats are one alarm with the last position');
select tests.act_as('rider');
select is((select count(*)::integer from public.my_alarm()), 1, 'the rider reads the own alarm');
select throws_ok($$ select 1 from app.alarms $$, '42501', null, 'nobody reads the table');
select tests.act_as('driver');
select is_empty($$ select * from public.my_alarm() $$, 'the driver does not learn that the rider called');

-- Acting as the driver, on the same trip
select is((select has_place from public.raise_alarm()), true, 'a driver is seen by the car');
select set_eq($$ select booking_id, by_driver from tests.sos() $$, $$ values (tests.booking(), false), (tests.booking(), true) $$, 'a driver who names no booking is helped with the one under way');

-- Closing
select tests.act_as('rider');
select throws_ok($$ select public.close_alarm(tests.alarm_id(), 'All good') $$, 'PT403', 'not_allowed', 'a rider closes no alarm');
select tests.act_as('fleet');
select throws_ok($$ select public.close_alarm(tests.alarm_id(), 'All good') $$, 'PT403', 'not_allowed', 'a fleet admin closes no alarm');
select tests.act_as('admin');
select throws_ok($$ select public.close_alarm(tests.alarm_id(), E' \u200B ') $$, 'PT422', 'reason_required', 'an alarm is not closed without a word');
select throws_ok($$ select public.close_alarm(tests.alarm_id(), repeat('x', 10000)) $$, 'PT422', 'message_invalid', 'a note has a limit');
select throws_ok($$ select public.close_alarm(gen_random_uuid(), 'x') $$, 'PT404', 'alarm_not_found', 'what does not exist is not closed');
select tests.as_owner();
select tests.let('admin', format('select public.close_alarm(%L, %L)', a.id, 'Called <b>both</b>, all well')) from app.alarms a;
select is_empty($$ select * from tests.sos() $$, 'closed alarms leave the list');
select tests.as_owner();
select results_eq($$ select l.target, l.target_id, l.after ->> 'note' from public.audit_log l where l.action = 'close_alarm' $$,
  $$ select 'bookings', tests.booking()::text, 'Called <b>both</b>, all well' from generate_series(1, 2) $$, 'the log keeps what was done, word for word');
select is_empty($$ select 1 from app.attention_sent t where t.reason = 'sos' $$, 'the menu counts them no longer');

-- Around a trip
select tests.let('driver', format('select public.reach_drop(%L)', tests.booking())), tests.let('driver', format('select public.confirm_cash(%L)', tests.booking()));
select tests.turn('29 minutes');
select tests.act_as('rider');
select lives_ok($$ select public.raise_alarm(tests.booking()) $$, 'half an hour after the trip a rider may still need help');
select tests.as_owner();
delete from app.alarms;
select tests.turn('2 minutes'), tests.act_as('rider');
select throws_ok($$ select public.raise_alarm(tests.booking()) $$, 'PT409', 'wrong_status', 'a trip that is long over raises no alarm');
select tests.act_as('driver');
select lives_ok($$ select public.raise_alarm(tests.booking(), 47.14, 9.52) $$, 'a driver with an old booking is helped all the same');
select results_eq($$ select booking_id, lat, by_driver, contact is not null from tests.sos() $$, $$ values (null::uuid, 47.14::double precision, true, true) $$, 'a driver needs no booking');
select is((select attention from public.portal_counts()), 1, 'the menu counts a driver without a trip');
select tests.act_as('fleet');
select is_empty($$ select 1 from public.attention_list() where is_alarm $$, 'alarms are the office''s');

-- A storm
select tests.act_as('driver');
select throws_ok($$ do $x$ begin for i in 1..25 loop perform public.raise_alarm(null, 47.1, 9.5); end loop; end $x$ $$, 'PT429', 'too_many_requests', 'a storm of alarms is refused');
select tests.as_owner();
select is((select count(*)::integer from app.alarms), 1, 'a storm is one alarm');

-- A suspended driver, a demo, and leaving
delete from app.alarms;
create function tests.suspend(name text) returns void language sql security definer as $$
  update public.profiles set approved = false, suspended_at = app.now() where id = tests.id(name)
$$;
select tests.turn('2 minutes'), tests.set('allow_critical_edits_admin', 'false');
select tests.act_as('driver'), tests.suspend('driver');
select lives_ok($$ select public.raise_alarm() $$, 'a suspended driver may be in need, and so may people of a demo');
select matches((select contact from tests.sos()), '^[*]{3}', 'a demo shows no number');
select tests.act_as('admin');
select lives_ok($$ select public.close_alarm(tests.alarm_id(), 'Demo') $$, 'a demo''s alarm can be closed');
select * from finish();
