-- SOS alarms: who can raise one and when, what the desk sees, and how it is closed.
select no_plan();
create function tests.sos() returns table (reason text, booking_id uuid, lat double precision, contact_name text, by_driver boolean, contact text)
language plpgsql as $$
begin
  perform tests.act_as('admin');
  return query select a.reason, a.booking_id, a.lat, a.contact_name, a.by_driver, a.contact from tests.attention_list() a where a.is_alarm;
end $$;
create function tests.alarm_id() returns uuid language sql stable security definer as $$ select a.id from app.alarms a order by a.since desc limit 1 $$;
select tests.ride('STARTED') as ride;

-- Acting as others
select tests.as_visitor();
select throws_ok($$ select public.raise_alarm() $$, '42501', null, 'a visitor cannot raise an alarm');
select throws_ok($$ select public.my_alarm() $$, '42501', null, 'a visitor cannot read an alarm');
select throws_ok($$ select public.close_alarm(gen_random_uuid(), 'x') $$, '42501', null, 'a visitor cannot close an alarm');
select tests.act_as('rider2');
select throws_ok($$ select public.raise_alarm(tests.booking(), 47.1, 9.5) $$, 'PT404', 'booking_not_found', 'a rider cannot raise an alarm for another rider''s booking');
select throws_ok($$ select public.raise_alarm() $$, 'PT404', 'booking_not_found',
  'a rider without a booking cannot raise an alarm');
select tests.act_as('driver2');
select throws_ok($$ select public.raise_alarm(tests.booking()) $$, 'PT404', 'booking_not_found', 'the driver of another trip cannot raise an alarm for this one');
select tests.act_as('admin');
select throws_ok($$ select public.raise_alarm(tests.booking()) $$, 'PT403', 'not_allowed', 'an admin cannot raise an alarm');
select tests.act_as('fleet');
select throws_ok($$ select public.raise_alarm() $$, 'PT403', 'not_allowed', 'a fleet admin cannot raise an alarm');
select tests.as_owner();
select is_empty($$ select 1 from app.alarms $$, 'refused alarms are not stored');

-- Acting as the rider
delete from realtime.messages;
select tests.act_as('rider');
select is((select has_place from public.raise_alarm(tests.booking(), 47.15, 9.53)), true, 'raising an alarm tells the rider that the desk has the position');
select tests.as_owner();
select set_eq($$ select m.topic || ' ' || m.event from realtime.messages m where m.event in ('attention', 'alarm') $$,
  $$ values ('admin attention'), ('user:' || tests.id('rider') || ' alarm') $$,
    'raising an alarm broadcasts to the desk and to the rider');
select results_eq($$ select reason, booking_id, lat, by_driver from tests.sos() $$, $$ select 'sos', tests.booking(), 47.15::double precision, false $$, 'the desk sees the booking and the position of a rider''s alarm');
select isnt((select contact from tests.attention_list() where is_alarm), null,
  'the desk gets the rider''s phone number with the alarm');
select tests.act_as('rider');
select lives_ok($$ select public.raise_alarm(tests.booking(), 47.16, 9.54) $$, 'a rider can raise the same alarm again');
select lives_ok($$ select public.raise_alarm(tests.booking(), 'NaN', 400) $$,
  'an alarm with an invalid position is still raised');
select lives_ok($$ select public.raise_alarm(tests.booking()) $$, 'an alarm without a position is raised');
select results_eq($$ select lat from tests.sos() $$, $$ values (47.16::double precision) $$, 'repeated alarms are one alarm with the last valid position');
select tests.act_as('rider');
select is((select count(*)::integer from public.my_alarm()), 1, 'a rider can read the own alarm');
select throws_ok($$ select 1 from app.alarms $$, '42501', null, 'a client cannot read the alarms table');
select tests.act_as('driver');
select is_empty($$ select * from public.my_alarm() $$, 'a driver cannot see that the rider raised an alarm');

-- Acting as the driver, on the same trip
select is((select has_place from public.raise_alarm()), true,
  'a driver''s alarm without a position uses the position of the car');
select is((select has_number from public.my_alarm()), true, 'a driver reads that the desk can call back');
select tests.as_owner(), tests.turn('61 seconds'), tests.act_as('driver');
select is((select has_place from public.my_alarm()), false, 'an old position of the car is not said to be where the person is');
select tests.as_owner();
create temp table numbers as select * from public.booking_contacts c where c.booking_id = tests.booking();
update public.booking_contacts c set customer_contact = null where c.booking_id = tests.booking();
select tests.act_as('rider');
select is((select has_number from public.my_alarm()), false, 'a rider without a number does not read that the desk calls back');
select tests.as_owner();
update public.booking_contacts c set customer_contact = n.customer_contact from numbers n where c.booking_id = n.booking_id;
select tests.act_as('rider');
select is((select has_number from public.my_alarm()), true, 'a rider with a number reads that the desk can call back');
select tests.act_as('driver');
select set_eq($$ select booking_id, by_driver from tests.sos() $$, $$ values (tests.booking(), false), (tests.booking(), true) $$, 'a driver''s alarm without a booking is for the trip under way');

-- Closing
select tests.act_as('rider');
select throws_ok($$ select public.close_alarm(tests.alarm_id(), 'All good') $$, 'PT403', 'not_allowed', 'a rider cannot close an alarm');
select tests.act_as('fleet');
select throws_ok($$ select public.close_alarm(tests.alarm_id(), 'All good') $$, 'PT403', 'not_allowed', 'a fleet admin cannot close an alarm');
select tests.act_as('admin');
select throws_ok($$ select public.close_alarm(tests.alarm_id(), E' \u200B ') $$, 'PT422', 'reason_required', 'closing an alarm requires a visible note');
select throws_ok($$ select public.close_alarm(tests.alarm_id(), repeat('x', 10000)) $$, 'PT422', 'message_invalid', 'closing an alarm with a note of 10,000 characters is refused');
select throws_ok($$ select public.close_alarm(gen_random_uuid(), 'x') $$, 'PT404', 'alarm_not_found', 'closing an alarm that does not exist is refused');
select tests.as_owner();
select tests.let('admin', format('select public.close_alarm(%L, %L)', a.id, 'Called <b>both</b>, all well')) from app.alarms a;
select is_empty($$ select * from tests.sos() $$, 'closed alarms leave the attention list');
select tests.as_owner();
select results_eq($$ select l.target, l.target_id, l.after ->> 'note' from public.audit_log l where l.action = 'close_alarm' $$,
  $$ select 'bookings', tests.booking()::text, 'Called <b>both</b>, all well' from generate_series(1, 2) $$, 'the audit log keeps the closing note of each alarm word for word');
select is_empty($$ select 1 from app.attention_sent t where t.reason = 'sos' $$, 'the count in the menu drops closed alarms');

-- Around a trip
select tests.let('driver', format('select public.reach_drop(%L)', tests.booking())), tests.let('driver', format('select public.confirm_cash(%L)', tests.booking()));
select tests.turn('29 minutes');
select tests.act_as('rider');
select lives_ok($$ select public.raise_alarm(tests.booking()) $$, 'a rider can raise an alarm 29 minutes after the trip');
select tests.as_owner();
delete from app.alarms;
select tests.turn('2 minutes'), tests.act_as('rider');
select throws_ok($$ select public.raise_alarm(tests.booking()) $$, 'PT409', 'wrong_status', 'a rider cannot raise an alarm 31 minutes after the trip');
select tests.act_as('driver');
select lives_ok($$ select public.raise_alarm(tests.booking(), 47.14, 9.52) $$, 'a driver can raise an alarm that names a booking long over');
select results_eq($$ select booking_id, lat, by_driver, contact is not null from tests.sos() $$, $$ values (null::uuid, 47.14::double precision, true, true) $$, 'a driver''s alarm without a trip reaches the desk with position and contact');
select is((select attention from public.portal_counts()), 1,
  'the count in the menu includes an alarm of a driver without a trip');
select tests.act_as('fleet');
select is_empty($$ select 1 from tests.attention_list() where is_alarm $$, 'a fleet admin does not see alarms');

-- Too many alarms
select tests.act_as('driver');
select throws_ok($$ do $x$ begin for i in 1..25 loop perform public.raise_alarm(null, 47.1, 9.5); end loop; end $x$ $$, 'PT429', 'too_many_requests', '25 alarms in a row are refused with too_many_requests');
select tests.as_owner();
select is((select count(*)::integer from app.alarms), 1, 'repeated alarms of a driver are stored as one alarm');

-- A suspended driver and a demo
delete from app.alarms;
create function tests.suspend(name text) returns void language sql security definer as $$
  update public.profiles set approved = false, suspended_at = app.now() where id = tests.id(name)
$$;
select tests.turn('2 minutes'), tests.set('allow_critical_edits_admin', 'false');
select tests.act_as('driver'), tests.suspend('driver');
select lives_ok($$ select public.raise_alarm() $$, 'a suspended driver can raise an alarm, also in a demo');
select matches((select contact from tests.sos()), '^[*]{3}', 'a demo masks the phone number of an alarm');
select tests.act_as('admin');
select lives_ok($$ select public.close_alarm(tests.alarm_id(), 'Demo') $$, 'an admin can close an alarm in a demo');
select * from finish();
