-- Topics: what is told where, and who may listen and send.
select no_plan();
-- Whether the acting person may read, and write, a private topic, asked as Realtime asks.
create function tests.probe(topic text) returns void language sql security definer as $$
  select set_config('realtime.topic', probe.topic, true);
  insert into realtime.messages (topic, extension, event, private, payload) values (probe.topic, 'broadcast', 'probe', true, '{}')
$$;
create function tests.may_listen(topic text) returns boolean language plpgsql as $$
begin
  perform tests.probe(may_listen.topic);
  return exists (select 1 from realtime.messages m where m.event = 'probe' and m.topic = may_listen.topic);
end $$;
create function tests.may_send(topic text) returns boolean language plpgsql as $$
begin
  perform set_config('realtime.topic', may_send.topic, true);
  insert into realtime.messages (topic, extension, event, private, payload) values (may_send.topic, 'broadcast', 'sent', true, '{}');
  return true;
exception when insufficient_privilege then return false;
end $$;
create function tests.topic(kind text, name text default null) returns text language sql as $$
  select kind || ':' || coalesce(tests.id(name), tests.booking())
$$;
delete from realtime.messages;

-- What is told
select tests.ride('COMPLETE');
select results_eq($$ select tests.events_of(tests.topic('booking')) $$, array['status ACCEPTED', 'status ARRIVED', 'status STARTED', 'status REACHED', 'status PENDING', 'status PAID', 'status COMPLETE'],
  'a booking tells its statuses');
select results_eq($$ select tests.events_of(tests.topic('user', 'rider')) $$, array['booking NEW', 'booking ACCEPTED', 'notice', 'booking ARRIVED', 'notice',
  'booking STARTED', 'notice', 'booking REACHED', 'notice', 'booking PENDING', 'booking PAID', 'notice', 'booking COMPLETE'], 'the rider hears of it, and of the notices about it');
select results_eq($$ select tests.events_of(tests.topic('user', 'driver')) $$, array['wallet', 'wallet', 'notice', 'notice'], 'the driver of notices and the wallet, too');
select is((select count(*) from realtime.messages m join public.notices n on n.id = (m.payload ->> 'id')::uuid where m.event = 'notice'), 7::bigint, 'each names one');
select tests.let('rider', 'select public.mark_notices_read()');
select is((select count(*) from tests.events_of(tests.topic('user', 'rider')) e where e = 'notice'), 6::bigint, 'reading them is told to the other tabs');
select set_has($$ select tests.events_of(tests.topic('driver', 'driver')) $$, $$ select unnest(array['offer open', 'offer accepted', 'booking ACCEPTED', 'booking PAID']) $$, 'the driver of offers and bookings');
select set_has($$ select tests.events_of('admin') $$, $$ select unnest(array['booking NEW', 'booking COMPLETE', 'driver']) $$, 'the desk of bookings and drivers');
select is_empty($$ select tests.events_of(tests.topic('fleet', 'fleet')) $$, 'a fleet of nothing that is not its own');
select ok((select bool_and(private and extension = 'broadcast') from realtime.messages), 'every message is private');
select ok(not exists (select 1 from realtime.messages m, jsonb_object_keys(m.payload) k where k not in ('id', 'status', 'booking_id')), 'and says no more than what changed');
delete from realtime.messages;
select tests.turn('1 minute'), tests.ride('ACCEPTED');
select tests.let('driver', format('select public.send_chat_message(%L, ''Hi'')', tests.booking()));
select set_has($$ select tests.events_of(tests.topic('booking')) $$, $$ select unnest(array['chat']) $$, 'a chat message is told to the booking');
delete from realtime.messages;
update public.bookings set pick_up_instructions = 'Blue door' where id = tests.booking();
select results_eq($$ select tests.events_of(tests.topic('booking')) $$, array['booking'], 'any other change is told to the booking alone');
select is((select count(*) from realtime.messages), 1::bigint, 'and to nobody else');
delete from realtime.messages;
select tests.let('driver', 'select public.report_position(47.1411, 9.52)');
select is((select count(*) from realtime.messages), 0::bigint, 'a position is no message');
select tests.let('driver', format('select public.cancel_booking(%L)', tests.booking()));
select set_has($$ select tests.events_of(tests.topic('driver', 'driver')) $$, $$ select unnest(array['booking NEW', 'offer declined']) $$, 'a driver who gives back is told');
delete from realtime.messages;
select tests.go_online('driver2');
select results_eq($$ select tests.events_of(tests.topic('fleet', 'fleet')) $$, array['driver'], 'a fleet is told of its drivers');

-- Acting as the parties
select tests.turn('1 minute'), tests.ride('ACCEPTED');
select tests.act_as('rider');
select ok(tests.may_listen(tests.topic('user', 'rider')), 'a rider listens to their own topic');
select ok(tests.may_listen(tests.topic('booking')), 'to their booking');
select ok(tests.may_listen(tests.topic('position')), 'and follows the driver');
select ok(not tests.may_listen(tests.topic('user', 'rider2')), 'not to another rider');
select ok(not tests.may_listen(tests.topic('driver', 'driver')), 'nor to a driver');
select ok(not tests.may_listen(tests.topic('driver', 'rider')), 'nor as one');
select ok(not tests.may_listen('admin'), 'nor to the desk');
select ok(not tests.may_listen(tests.topic('fleet', 'fleet')), 'nor to a fleet');
select ok(not tests.may_listen('booking:nonsense'), 'a topic that is no booking is refused, not an error');
select ok(not tests.may_listen('booking:'), 'an empty one too');
select ok(not tests.may_listen('booking:%'), 'and a pattern');
select ok(not tests.may_send(tests.topic('position')), 'a rider sends no position');
select ok(not tests.may_send(tests.topic('booking')), 'and nothing on the booking');
select ok(not tests.may_send(tests.topic('user', 'rider')), 'nor on their own topic');
select tests.act_as('driver');
select ok(tests.may_listen(tests.topic('driver', 'driver')), 'a driver listens to their own topic');
select ok(tests.may_listen(tests.topic('booking')), 'and to the booking they carry');
select ok(tests.may_send(tests.topic('position')), 'and sends its position');
select ok(not tests.may_send(tests.topic('booking')), 'but no status');
select ok(not tests.may_send(tests.topic('driver', 'driver')), 'and no offers');
select ok(not tests.may_listen(tests.topic('user', 'rider')), 'a driver does not listen to the rider');
select ok(not tests.may_listen('admin'), 'nor to the desk');

-- Acting as others
select tests.act_as('rider2');
select ok(not tests.may_listen(tests.topic('booking')), 'a stranger does not listen to the booking');
select ok(not tests.may_listen(tests.topic('position')), 'nor follow the driver');
select tests.act_as('driver2');
select ok(not tests.may_listen(tests.topic('booking')), 'nor another driver');
select ok(not tests.may_send(tests.topic('position')), 'who sends no position for it');
select tests.act_as('fleet');
select ok(tests.may_listen(tests.topic('fleet', 'fleet')), 'a fleet admin listens to the fleet');
select ok(not tests.may_listen(tests.topic('fleet', 'fleet2')), 'not to another');
select ok(not tests.may_listen('admin'), 'nor to the desk');
select ok(not tests.may_listen(tests.topic('booking')), 'nor to bookings without the fleet');
select tests.act_as('admin');
select ok(tests.may_listen('admin'), 'an admin listens to the desk');
select ok(tests.may_listen(tests.topic('booking')), 'and to every booking');
select ok(tests.may_listen(tests.topic('position')), 'and follows every driver');
select ok(not tests.may_send('admin'), 'but sends nothing');
select tests.as_visitor();
select ok(not tests.may_listen(tests.topic('booking')), 'a visitor hears nothing');
select ok(not tests.may_send(tests.topic('position')), 'and says nothing');

-- When the trip has ended
select tests.as_owner();
select tests.let('driver', format('select public.arrive_at_pickup(%L)', tests.booking())), tests.let('driver', format('select public.start_trip(%L, %L)', tests.booking(), tests.code())),
  tests.let('driver', format('select public.reach_drop(%L)', tests.booking()));
select tests.act_as('driver');
select ok(not tests.may_send(tests.topic('position')), 'after the trip the driver sends no position');
select tests.act_as('rider');
select ok(not tests.may_listen(tests.topic('position')), 'and the rider follows no more');
select ok(tests.may_listen(tests.topic('booking')), 'but still listens to the booking');
select * from finish();
