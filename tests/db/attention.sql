-- The attention list: each reason begins and ends when it should, for admins alone.
select no_plan();
create function tests.reasons(id uuid default tests.booking()) returns text language plpgsql as $$
begin
  perform tests.act_as('admin');
  return (select string_agg(a.reason, ' ' order by a.reason) from public.attention_list() a where a.booking_id = reasons.id);
end $$;
create function tests.later(by_how_much interval) returns void language sql as $$
  select tests.as_owner(), tests.turn(by_how_much)
$$;
create function tests.heard(who text default 'driver') returns void language sql security definer as $$
  select tests.let(who, 'select public.report_position(47.141, 9.5200)')
$$;

-- Nobody comes
select tests.as_owner(), tests.go_online(), tests.book();
select is(tests.reasons(), null, 'a booking that drivers are being asked about needs nobody');
select tests.as_owner(), tests.let('driver', 'select public.set_driver_active(false)'), tests.turn('1 minute');
select tests.let('rider', format('select public.nudge_dispatch(%L)', tests.booking()));
select is(tests.reasons(), 'no_driver', 'one that nobody is near does');
select is((select dispatch_note from public.attention_list() where booking_id = tests.booking()),
  (select dispatch_note from public.bookings where id = tests.booking()), 'an unmet booking says why it needs attention');
select tests.as_owner(), tests.let('rider', format('select public.cancel_booking(%L)', tests.booking()));
select is(tests.reasons(), null, 'cancelled it is over');
select tests.as_owner(), tests.set('auto_dispatch', 'false'), tests.turn('1 minute'), tests.book();
select is(tests.reasons(), 'no_driver', 'without auto-dispatch every new booking waits for the desk');
select tests.as_owner(), tests.go_online();
select tests.let('admin', format('select public.assign_driver(%L, %L)', tests.booking(), tests.id('driver')));
select is(tests.reasons(), null, 'until somebody is asked');
select tests.as_owner(), tests.set('auto_dispatch', 'true'), tests.let('rider', format('select public.cancel_booking(%L)', tests.booking()));
select tests.turn('1 minute'), tests.book('rider', 'Cab', app.now() + interval '60 minutes');
select is(tests.reasons(), null, 'a later booking does not wait');
select tests.later('47 minutes');
select is(tests.reasons(), 'no_driver', 'before its lead time has passed');
select tests.as_owner(), tests.let('rider', format('select public.cancel_booking(%L)', tests.booking()));

-- A driver who does not come
select tests.turn('1 minute'), tests.ride('ACCEPTED'), tests.turn('9 minutes'), tests.heard();
select is(tests.reasons(), null, 'ten minutes are in time');
select tests.later('1 minute 1 second'), tests.heard();
select is(tests.reasons(), 'late', 'then the driver is late');
select tests.later('5 minutes 1 second');
select is(tests.reasons(), 'driver_silent late', 'a driver nobody hears of is silent, too');
select tests.as_owner();
update public.booking_offers set distance_km = 10 where booking_id = tests.booking() and status = 'accepted';
select tests.heard();
select is(tests.reasons(), null, 'from 10 km away 30 minutes are in time');

-- A ride that does not go on
select tests.as_owner(), tests.let('driver', format('select public.arrive_at_pickup(%L)', tests.booking()));
select tests.turn('20 minutes'), tests.heard();
select is(tests.reasons(), null, 'a driver may wait');
select tests.later('1 second');
select is(tests.reasons(), 'stuck', 'a driver may wait no longer than 20 minutes');
select tests.as_owner();
update app.start_codes set attempts = 5 where booking_id = tests.booking();
select is(tests.reasons(), 'code_locked stuck', 'a locked code needs the desk');
select tests.as_owner();
update app.start_codes set attempts = 0 where booking_id = tests.booking();
select tests.let('driver', format('select public.start_trip(%L, %L)', tests.booking(), tests.code()));
select tests.turn('37 minutes'), tests.heard();
select is(tests.reasons(), null, 'a ride of 7 minutes may take 37');
select tests.later('1 second');
select is(tests.reasons(), 'stuck', 'then it is stuck');

-- A ride that is not paid, and a fare that was held
select tests.as_owner(), tests.let('driver', format('select public.reach_drop(%L)', tests.booking()));
update public.booking_finances set flags = '{}' where booking_id = tests.booking();
select tests.turn('15 minutes');
select is(tests.reasons(), null, 'paying takes its time');
select tests.later('1 second');
select is(tests.reasons(), 'unpaid', 'then somebody has to ask');
select tests.as_owner(), tests.let('driver', format('select public.confirm_cash(%L)', tests.booking()));
select is(tests.reasons(), null, 'until it is paid');
select tests.as_owner();
update public.booking_finances set flags = '{held_at_quote}' where booking_id = tests.booking();
select is(tests.reasons(), 'held_at_quote', 'a fare held at its quote is to be looked at');
select tests.as_owner(), tests.let('rider', format('select public.rate_booking(%L, 5)', tests.booking()));
select is(tests.reasons(), 'held_at_quote', 'also when the ride is complete');
select tests.later('72 hours');
select is(tests.reasons(), null, 'for three days');

-- What another concept calls the desk for
select tests.as_owner(), tests.turn('1 minute'), tests.ride('STARTED');
update public.drivers set fleet_id = tests.id('fleet') where id = tests.id('driver');
update public.bookings set fleet_id = tests.id('fleet') where id = tests.booking();
delete from realtime.messages;
insert into app.alarms (booking_id, reason, lat, lng) values (tests.booking(), 'sos', 47.15, 9.53);
select results_eq($$ select m.topic, m.event from realtime.messages m $$, $$ values ('admin', 'attention') $$, 'an alarm is told at once');
select is(tests.reasons(), 'sos', 'an alarm stands on the list by the name that it has');
select results_eq($$ select reason, is_alarm, lat, lng, contact_name from public.attention_list() limit 1 $$,
  $$ select 'sos', true, 47.15::double precision, 9.53::double precision, customer_name from public.bookings where id = tests.booking() $$, 'on top, with its place and whom to call');
select is((select contact from public.attention_list() limit 1), (select customer_contact from public.booking_contacts where booking_id = tests.booking()), 'the rider is called');
select is((select attention from (select public.attention(b) from public.bookings b where b.id = tests.booking()) a), '{sos}', 'its row says so, too');
select tests.as_owner();
update app.alarms set person_id = tests.id('driver');
select tests.act_as('admin');
select is((select contact from public.attention_list() limit 1), (select driver_contact from public.booking_contacts where booking_id = tests.booking()), 'a person who raised it is called instead');
select tests.as_owner(), tests.set('allow_critical_edits_admin', 'false'), tests.act_as('admin');
select matches((select contact from public.attention_list() limit 1), '^[*]{3}..$', 'a demo shows no number');
select tests.as_owner(), tests.set('allow_critical_edits_admin', 'true'), tests.act_as('fleet');
select is_empty($$ select reason from public.attention_list() where reason = 'sos' $$, 'a fleet is not called');
select tests.as_owner();
delete from app.alarms;
select is(tests.reasons(), null, 'once it is over the row is taken away');
select tests.later('6 minutes'), tests.act_as('fleet');
select results_eq($$ select reason, contact is not null from public.attention_list() where booking_id = tests.booking() $$,
  $$ select 'driver_silent', true $$, 'a fleet admin sees what the fleet can end, and the number of its driver');
select tests.act_as('fleet3');
select is_empty($$ select * from public.attention_list() $$, 'another fleet sees none of it');
select tests.as_owner();
select throws_ok($$ insert into app.alarms (booking_id, reason, lat, lng) values (tests.booking(), 'Help!', 47, 9) $$, '23514', null, 'an alarm has a name');
select throws_ok($$ insert into app.alarms (booking_id, reason, lat, lng) values (tests.booking(), 'sos', 99, 9) $$, '23514', null, 'an alarm has a place on earth');

-- Refusals
select tests.act_as('rider');
select throws_ok($$ select * from public.attention_list() $$, 'PT403', 'not_allowed', 'riders have no attention list');
select tests.act_as('driver');
select throws_ok($$ select * from public.attention_list() $$, 'PT403', 'not_allowed', 'drivers have no attention list');

select tests.as_visitor();
select throws_ok($$ select * from public.attention_list() $$, '42501', null, 'visitors have no attention list');

select * from finish();
