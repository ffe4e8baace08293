-- The attention list: when each reason starts and ends, and who can read it.
select no_plan();
create function tests.reasons(id uuid default tests.booking()) returns text language plpgsql as $$
begin
  perform tests.act_as('admin');
  return (select string_agg(a.reason, ' ' order by a.reason) from tests.attention_list() a where a.booking_id = reasons.id);
end $$;
create function tests.later(by_how_much interval) returns void language sql as $$
  select tests.as_owner(), tests.turn(by_how_much)
$$;
create function tests.report_position(who text default 'driver') returns void language sql security definer as $$
  select tests.let(who, 'select public.report_position(47.141, 9.5200)')
$$;

-- No driver available
select tests.as_owner(), tests.go_online(), tests.book();
select is(tests.reasons(), null, 'a booking with an open offer needs no attention');
select tests.as_owner(), tests.let('driver', 'select public.set_driver_active(false)'), tests.turn('1 minute');
select tests.let('rider', format('select public.nudge_dispatch(%L)', tests.booking()));
select is(tests.reasons(), 'no_driver', 'a booking without a driver nearby needs attention');
select is((select dispatch_note from tests.attention_list() where booking_id = tests.booking()),
  (select dispatch_note from public.bookings where id = tests.booking()),
    'the attention list shows the dispatch note of an unmet booking');
select tests.as_owner(), tests.let('rider', format('select public.cancel_booking(%L)', tests.booking()));
select is(tests.reasons(), null, 'a cancelled booking needs no attention');
select tests.as_owner(), tests.set('auto_dispatch', 'false'), tests.turn('1 minute'), tests.book();
select is(tests.reasons(), 'no_driver', 'without auto-dispatch each new booking needs attention');
select tests.as_owner(), tests.go_online();
select tests.let('admin', format('select public.assign_driver(%L, %L)', tests.booking(), tests.id('driver')));
select is(tests.reasons(), null, 'a booking whose driver was assigned by the desk needs no attention');
select tests.as_owner(), tests.set('auto_dispatch', 'true'), tests.let('rider', format('select public.cancel_booking(%L)', tests.booking()));
select tests.turn('1 minute'), tests.book('rider', 'Cab', app.now() + interval '60 minutes');
select is(tests.reasons(), null, 'a booking for later needs no attention before its lead time');
select tests.later('47 minutes');
select is(tests.reasons(), 'no_driver', 'a booking for later needs attention when it has no driver within its lead time');
select tests.as_owner(), tests.let('rider', format('select public.cancel_booking(%L)', tests.booking()));

-- A driver who does not arrive
select tests.turn('1 minute'), tests.ride('ACCEPTED'), tests.turn('9 minutes'), tests.report_position();
select is(tests.reasons(), null, 'a driver is on time within ten minutes of accepting');
select tests.later('1 minute 1 second'), tests.report_position();
select is(tests.reasons(), 'late', 'a driver is late ten minutes after accepting');
select tests.later('5 minutes 1 second');
select is(tests.reasons(), 'driver_silent late', 'a late driver without positions for five minutes is also silent');
select tests.as_owner();
update public.booking_offers set distance_km = 10 where booking_id = tests.booking() and status = 'accepted';
select tests.report_position();
select is(tests.reasons(), null, 'a driver who accepted from 10 km away is not late after 15 minutes');

-- A ride that does not proceed
select tests.as_owner(), tests.let('driver', format('select public.arrive_at_pickup(%L)', tests.booking()));
select tests.turn('20 minutes'), tests.report_position();
select is(tests.reasons(), null, 'a driver who waits 20 minutes at the pickup needs no attention');
select tests.later('1 second');
select is(tests.reasons(), 'stuck', 'a driver who waits longer than 20 minutes at the pickup is stuck');
select tests.as_owner();
update app.start_codes set attempts = 5 where booking_id = tests.booking();
select is(tests.reasons(), 'code_locked stuck', 'a locked start code needs attention');
select tests.as_owner();
update app.start_codes set attempts = 0 where booking_id = tests.booking();
select tests.let('driver', format('select public.start_trip(%L, %L)', tests.booking(), tests.code()));
select tests.turn('37 minutes'), tests.report_position();
select is(tests.reasons(), null, 'a ride planned for 7 minutes is not stuck after 37');
select tests.later('1 second');
select is(tests.reasons(), 'stuck', 'a ride planned for 7 minutes is stuck after more than 37');

-- An unpaid ride, and a fare held at its quote
select tests.as_owner(), tests.let('driver', format('select public.reach_drop(%L)', tests.booking()));
update public.booking_finances set flags = '{}' where booking_id = tests.booking();
select tests.turn('15 minutes');
select is(tests.reasons(), null, 'a ride unpaid for 15 minutes needs no attention');
select tests.later('1 second');
select is(tests.reasons(), 'unpaid', 'a ride unpaid for longer than 15 minutes needs attention');
select tests.as_owner(), tests.let('driver', format('select public.confirm_cash(%L)', tests.booking()));
select is(tests.reasons(), null, 'a paid ride needs no attention');
select tests.as_owner();
update public.booking_finances set flags = '{held_at_quote}' where booking_id = tests.booking();
select is(tests.reasons(), 'held_at_quote', 'a fare held at its quote needs attention');
select tests.as_owner(), tests.let('rider', format('select public.rate_booking(%L, 5)', tests.booking()));
select is(tests.reasons(), 'held_at_quote', 'a fare held at its quote needs attention also after the ride was rated');
select tests.later('72 hours');
select is(tests.reasons(), null, 'a fare held at its quote leaves the list after three days');

-- Alarms of other concepts
select tests.as_owner(), tests.turn('1 minute'), tests.ride('STARTED');
update public.drivers set fleet_id = tests.id('fleet') where id = tests.id('driver');
update public.bookings set fleet_id = tests.id('fleet') where id = tests.booking();
delete from realtime.messages;
insert into app.alarms (booking_id, reason, lat, lng) values (tests.booking(), 'sos', 47.15, 9.53);
select results_eq($$ select m.topic, m.event from realtime.messages m $$, $$ values ('admin', 'attention') $$, 'an alarm is broadcast to the admins at once');
select is(tests.reasons(), 'sos', 'an alarm appears on the attention list under its own reason');
select results_eq($$ select reason, is_alarm, lat, lng, contact_name from tests.attention_list() limit 1 $$,
  $$ select 'sos', true, 47.15::double precision, 9.53::double precision, customer_name from public.bookings where id = tests.booking() $$, 'an alarm comes first on the attention list, with its place and contact');
select is((select contact from tests.attention_list() limit 1), (select customer_contact from public.booking_contacts where booking_id = tests.booking()), 'an alarm without a person shows the rider''s phone number');
select tests.as_owner();
select is((select array_agg(t.reason order by t.reason) from app.attention_sent t where t.booking_id = tests.booking()), '{sos}', 'the booking''s row names the alarm as a reason for attention');
update app.alarms set person_id = tests.id('driver');
select tests.act_as('admin');
select is((select contact from tests.attention_list() limit 1), (select driver_contact from public.booking_contacts where booking_id = tests.booking()), 'an alarm raised by the driver shows the driver''s phone number');
select tests.as_owner(), tests.set('allow_critical_edits_admin', 'false'), tests.act_as('admin');
select matches((select contact from tests.attention_list() limit 1), '^[*]{3}..$',
  'a demo masks the phone numbers of the attention list');
select tests.as_owner(), tests.set('allow_critical_edits_admin', 'true'), tests.act_as('fleet');
select is_empty($$ select reason from tests.attention_list() where reason = 'sos' $$,
  'a fleet admin does not see the alarms of the fleet''s bookings');
select tests.as_owner();
delete from app.alarms;
select is(tests.reasons(), null, 'a removed alarm leaves the attention list');
select tests.later('6 minutes'), tests.act_as('fleet');
select results_eq($$ select reason, contact is not null from tests.attention_list() where booking_id = tests.booking() $$,
  $$ select 'driver_silent', true $$, 'a fleet admin sees a silent driver of the fleet with the contact');
select tests.act_as('fleet3');
select is_empty($$ select * from tests.attention_list() $$,
  'an admin of another fleet does not see the booking on the attention list');
select tests.as_owner();
select throws_ok($$ insert into app.alarms (booking_id, reason, lat, lng) values (tests.booking(), 'Help!', 47, 9) $$, '23514', null, 'an alarm with an invalid reason is refused');
select throws_ok($$ insert into app.alarms (booking_id, reason, lat, lng) values (tests.booking(), 'sos', 99, 9) $$, '23514', null, 'an alarm with a latitude of 99 degrees is refused');

-- Refusals
select tests.act_as('rider');
select throws_ok($$ select * from tests.attention_list() $$, 'PT403', 'not_allowed', 'a rider cannot read the attention list');
select tests.act_as('driver');
select throws_ok($$ select * from tests.attention_list() $$, 'PT403', 'not_allowed',
  'a driver cannot read the attention list');

select tests.as_visitor();
select throws_ok($$ select * from tests.attention_list() $$, '42501', null, 'a visitor cannot read the attention list');

select * from finish();
