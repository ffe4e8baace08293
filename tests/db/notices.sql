-- Notices, push devices, and delivery.
select no_plan();
select tests.set('text_' || k, 'off') from unnest(app.text_kinds()) k;
create function tests.notices_of(name text) returns setof text language sql volatile security definer as $$
  select n.key from public.notices n where n.user_id = tests.id(name) and n.booking_id = tests.booking() order by n.id
$$;
create function tests.queued(key text) returns bigint language sql volatile security definer as $$
  select count(*) from app.outbox o where o.payload ->> 'title' = queued.key || '.title' or (o.kind = 'sms' and o.payload ->> 'msg' = queued.key)
$$;
create function tests.fail_often() returns setof text language plpgsql as $$
begin
  for i in 1 .. 8 loop
    return query select public.finish_outbox(t.id, false, 'refused', t.attempt) from public.take_outbox(10) t;
    perform tests.turn('20 minutes');
  end loop;
end $$;

-- Devices
select tests.as_visitor();
select throws_ok($$ select public.register_push_token('visitor-token', 'WEB') $$, '42501', null,
  'a visitor cannot register a device');
select throws_ok($$ select public.unregister_push_token('visitor-token') $$, '42501', null, 'a visitor cannot forget a device');
select throws_ok($$ select 1 from public.push_tokens $$, '42501', null, 'a visitor cannot read devices');
select tests.act_as('rider');
-- Spec 3.5
select is((public.register_push_token('rider-phone', 'IOS')).user_id, tests.id('rider'), 'a rider can register a phone');
select is((public.register_push_token('rider-phone', 'IOS')).channels, '{trips,chat,wallet,news}',
  'registering a phone twice keeps all channels by default');
select is((public.register_push_token('rider-phone', 'IOS', '{trips,wallet}')).channels, '{trips,wallet}', 'a device can subscribe to some channels only');
select is((public.register_push_token('rider-phone', 'IOS')).channels, '{trips,wallet}',
  'registering a device again keeps its channels');
-- Spec 3.5
select throws_ok($$ select public.register_push_token('rider-phone', 'FAX') $$, 'PT422', 'push_token_invalid', 'a device of an unknown platform is refused');
select throws_ok($$ select public.register_push_token('', 'IOS') $$, 'PT422', 'push_token_invalid',
  'an empty push token is refused');
select throws_ok($$ select public.register_push_token(null, null) $$, 'PT422', 'push_token_invalid',
  'a push token of null is refused');
select throws_ok($$ select public.register_push_token(repeat('x', 5000), 'IOS') $$, 'PT422', 'push_token_invalid', 'a push token of 5000 characters is refused');
select throws_ok($$ select public.register_push_token('rider-phone', 'IOS', '{everything}') $$, 'PT422', 'push_token_invalid', 'an unknown push channel is refused');
select throws_ok($$ select public.register_push_token('{"endpoint":"http://169.254.169.254/x","keys":{}}', 'WEB') $$, 'PT422', 'push_token_invalid', 'a web push subscription at an internal address is refused');
select throws_ok($$ insert into public.push_tokens (token, user_id, platform) values ('rider-phone-2', tests.id('rider2'), 'IOS') $$, '42501', null,
  'a rider cannot insert into the push tokens table');
select is((select count(*) from public.push_tokens), 1::bigint, 'a rider can read the own devices');
select tests.act_as('driver');
select lives_ok($$ select public.register_push_token('driver-phone', 'ANDROID'), public.register_push_token('driver-tablet', 'WEB') $$, 'a driver can register two devices');
select lives_ok($$ select public.unregister_push_token('rider-phone') $$, 'forgetting another person''s device raises no error');
select is((select count(*) from public.push_tokens where token = 'rider-phone'), 0::bigint, 'a driver cannot see another person''s device');
select public.register_push_token('spare-device-' || n, 'WEB') from generate_series(1, 30) n;
select is((select count(*) from public.push_tokens), 20::bigint, 'a person has at most twenty devices');
select tests.act_as('admin');
-- Spec 3.21
select is_empty($$ select 1 from public.push_tokens $$, 'an admin cannot read push tokens');
select tests.as_owner();
select is((select count(*) from public.push_tokens where token = 'rider-phone'), 1::bigint,
  'another person''s device cannot be forgotten');
select is(app.is_push_subscription('{"endpoint":"' || e || '","keys":{"p256dh":"B' || repeat('x', 86) || '","auth":"' || repeat('y', 22) || '"}}'), ok, 'whether a push subscription may be at: ' || e)
from (values ('https://fcm.googleapis.com/fcm/send/abc', true), ('https://updates.push.services.mozilla.com/wpush/v2/x', true), ('http://fcm.googleapis.com/x', false),
  ('https://localhost/x', false), ('https://127.0.0.1/x', false), ('https://[::1]/x', false), ('https://user@evil.test/x', false), ('file:///etc/passwd', false), ('', false)) v (e, ok);
select is(app.is_push_subscription(t), false, 'an invalid push subscription is refused: ' || t) from unnest(array['{}', '{', '{"endpoint":"https://fcm.googleapis.com/x"}',
  '{"endpoint":"https://fcm.googleapis.com/x","keys":{"p256dh":"short","auth":"short"}}', '{"endpoint":{"a":1},"keys":[]}']) t;
delete from public.push_tokens where token like 'spare%';
select tests.let('driver', $$ select public.register_push_token('driver-phone', 'ANDROID'), public.register_push_token('driver-tablet', 'WEB') $$);

-- Names of devices, and what each gets
select tests.act_as('driver');
select is((public.register_push_token('driver-tablet', 'WEB', name => U&' Chrome,\202E Android ')).name, 'Chrome, Android', 'a device tells its name, which becomes plain');
select is((public.change_push_device('driver-tablet', 'In the car')).name, 'In the car', 'a driver can rename a device');
select is((public.register_push_token('driver-tablet', 'WEB', name => 'Chrome, Android')).name, 'In the car', 'a device that registers again does not undo the name that its owner chose');
select is((public.change_push_device('driver-tablet', repeat('x', 500))).name, repeat('x', 60), 'a long name of a device is cut');
select throws_ok($$ select public.change_push_device('driver-tablet', U&'\200B ') $$, 'PT422', 'push_token_invalid', 'a name of only invisible characters is refused');
select is((public.change_push_device('driver-tablet', channels => '{chat}')).channels, '{chat}', 'a driver decides what a device gets');
select is((public.change_push_device('driver-tablet', channels => '{}')).channels, '{}', 'a device may get nothing');
select throws_ok($$ select public.change_push_device('driver-tablet', channels => '{all}') $$, 'PT422', 'push_token_invalid', 'an unknown kind of messages is refused');
select is((public.change_push_device('driver-tablet', channels => '{trips,chat,wallet,news}')).name, repeat('x', 60), 'changing what a device gets keeps its name');
select tests.act_as('rider');
select throws_ok($$ select public.change_push_device('driver-tablet', 'Mine') $$, 'PT404', 'device_not_found', 'a rider cannot rename another person''s device, also with its token');
select tests.as_owner();
delete from app.outbox;

-- Notices of a ride
select tests.ride('COMPLETE');
select tests.let('driver', format('select public.rate_booking(%L, 4)', tests.booking()));
-- Spec 4.10, 4.17, 4.20, 4.26, 4.30
select results_eq($$ select tests.notices_of('rider') $$, array['driver_accepted', 'driver_arrived', 'trip_started', 'trip_complete', 'payment_done'], 'a rider gets a notice of each step of the ride');
select results_eq($$ select tests.notices_of('driver') $$, array['trip_paid', 'trip_rated'],
  -- Spec 4.30
  'a driver gets notices of payment and rating');
-- Spec 1.12
select is(tests.queued('trip_offered'), 2::bigint, 'an offer is pushed to both devices of the driver');
-- Spec 4.17
select is(tests.queued('driver_arrived'), 1::bigint, 'the driver''s arrival is pushed to the rider''s phone');
select is(tests.queued('parcel_code'), 0::bigint, 'no delivery code is sent for a taxi ride');
select is((select payload - 'params' from app.outbox where payload ->> 'title' = 'driver_accepted.title'),
  jsonb_build_object('token', 'rider-phone', 'platform', 'IOS', 'lang', null, 'channelId', 'bookings', 'unread', 1, 'title', 'driver_accepted.title',
    'msg', 'driver_accepted.text', 'screen', 'BookedCab', 'booking_id', tests.booking()),
      -- Spec 2.6
      'a push names the screen and the booking to open');
-- Spec 2.6
select is((select screen from public.notices where key = 'driver_arrived'), 'BookedCab', 'a notice names the screen to open');
select is((select expires_at from app.outbox where payload ->> 'title' = 'trip_offered.title' limit 1),
  (select expires_at from public.booking_offers order by id desc limit 1), 'an offer''s push expires with the offer');
-- Spec 4.31
select is((select (params ->> 'stars')::integer from public.notices where key = 'trip_rated'), 5, 'the notice of a rating contains the stars');

-- Reading notices
select tests.act_as('rider');
-- Spec 3.13
select is((select count(*) from public.notices), 5::bigint, 'a rider can read the own notices');
select is(public.mark_notices_read(array[(select id from public.notices where key = 'driver_arrived')]), 1, 'a rider can mark a notice as read');
select is(public.mark_notices_read(array[(select id from public.notices where key = 'driver_arrived')]), 0,
  'marking a read notice again changes nothing');
select throws_ok($$ update public.notices set read_at = null $$, '42501', null, 'a rider cannot update notices directly');
select throws_ok($$ insert into public.notices (user_id, key) values (tests.id('rider'), 'hello') $$, '42501', null, 'a rider cannot insert notices');
select tests.act_as('driver');
select is((select count(*) from public.notices), 2::bigint, 'a driver can read the own notices');
select is(public.mark_notices_read(), 2, 'a driver can mark all notices as read');
select is(public.mark_notices_read('{}'), 0, 'marking an empty list of notices changes nothing');
select tests.act_as('rider');
select is((select count(*) from public.notices where read_at is null), 4::bigint,
  'marking all notices does not mark those of another person');
select tests.act_as('admin');
select is_empty($$ select 1 from public.notices $$, 'an admin cannot read the notices of others');
select tests.as_visitor();
select throws_ok($$ select public.mark_notices_read() $$, '42501', null, 'a visitor cannot mark notices');
select throws_ok($$ select 1 from public.notices $$, '42501', null, 'a visitor cannot read notices');

-- The sound
select tests.as_owner(), tests.set('car_horn_repeat', 'true'), tests.turn('1 minute');
delete from app.outbox;
select tests.ride('ACCEPTED');
select is((select distinct payload ->> 'channelId' from app.outbox), 'bookings-repeat',
  -- Spec 7.24
  'with car_horn_repeat the push uses the repeating channel');

-- Cancelling
select tests.let('driver', format('select public.cancel_booking(%L, ''Flat tyre'')', tests.booking()));
select results_eq($$ select tests.notices_of('rider') $$, array['driver_accepted', 'driver_gave_back'], 'the rider gets a notice when the driver gives the booking back');
select is((select params ->> 'driver' from public.notices where key = 'driver_gave_back'), 'Lukas Marxer',
  'the notice of a booking given back names the driver');
select tests.let('rider', format('select public.cancel_booking(%L)', tests.booking()));
select is_empty($$ select tests.notices_of('rider') offset 2 $$, 'a rider who cancels without a driver gets no notice');
select tests.turn('1 minute'), tests.ride('ACCEPTED');
select tests.let('rider', format('select public.cancel_booking(%L, ''Plans changed'')', tests.booking()));
select results_eq($$ select tests.notices_of('driver') $$, array['trip_cancelled'],
  -- Spec 4.34
  'the driver gets a notice when the rider cancels');
-- Spec 4.34
select results_eq($$ select tests.notices_of('rider') $$, array['driver_accepted', 'booking_cancelled'], 'the rider gets a confirmation of the own cancellation');
select is((select params ->> 'reason' from public.notices where key = 'trip_cancelled'), 'Plans changed',
  -- Spec 4.33, 4.37
  'the driver''s notice of a cancellation contains the reason');
select tests.turn('1 minute'), tests.ride('ACCEPTED');
select tests.let('admin', format('select public.cancel_booking(%L)', tests.booking()));
select results_eq($$ select tests.notices_of('driver') $$, array['trip_cancelled'], 'the driver gets a notice when the desk cancels');
select results_eq($$ select tests.notices_of('rider') $$, array['driver_accepted', 'booking_cancelled'], 'the rider gets a notice when the desk cancels');
select tests.turn('1 minute'), tests.ride('NEW');
select tests.let('driver', format('select public.decline_booking(%L)', tests.booking()));
select results_eq($$ select tests.notices_of('rider') $$, array['no_driver_found'],
  -- Spec 4.13
  'the rider gets a notice when no driver was found');

-- The desk creates bookings and assigns drivers
select tests.turn('1 minute');
select tests.let('admin', format('select public.create_booking(%L, ''cash'')', tests.quote()));
select is((select array_agg(t) from tests.notices_of('rider') t)::text, '{booking_made}', 'the rider gets a notice of a booking created by the desk');
select tests.let('rider', format('select public.cancel_booking(%L)', tests.booking()));
select is(app.town_of(a), t, 'the town is extracted from the address: ' || a) from (values ('Städtle 12, 9490 Vaduz', 'Vaduz'), ('Städtle, Vaduz', 'Vaduz'), ('Gasse 4, FL-9494 Schaan', 'Schaan'),
  ('Im Bretscha 22', null), ('Vaduz, Im Bretscha 22', null), ('Gate 4, ring at no 7', null), ('', null)) v (a, t);
select tests.turn('1 minute'), tests.go_online();
delete from app.outbox;
select tests.book();
select isnt_empty($$ select 1 from app.outbox where payload ->> 'title' = 'trip_offered.title' and (payload #>> '{params,amount}')::numeric > 0 $$, 'the push of an offer contains the driver''s share');
select is_empty($$ select 1 from app.outbox where payload ->> 'title' = 'trip_offered.title' and payload::text ~ (select regexp_replace(split_part(drop_address, ',', 1), '[^[:alpha:]]', '.', 'g')
  from public.bookings where id = tests.booking()) $$, 'the push of an offer does not contain the street');
select tests.let('rider', format('select public.cancel_booking(%L)', tests.booking()));
select results_eq($$ select payload ->> 'token', payload ->> 'booking_id' from app.outbox where payload ->> 'title' = 'trip_offer_over.title' $$,
  $$ values ('driver-tablet', tests.booking()::text) $$,
    'a withdrawn offer is removed from the driver''s browser notifications');
select tests.set('auto_dispatch', 'false'), tests.turn('1 minute'), tests.book();
delete from app.outbox;
select tests.let('admin', format('select public.assign_driver(%L, %L)', tests.booking(), tests.id('driver')));
select results_eq($$ select tests.notices_of('driver') $$, array['trip_assigned'], 'the driver gets a notice of an assignment');
-- Spec 4.41
select results_eq($$ select payload ->> 'screen' from app.outbox $$, array['DriverTrips', 'DriverTrips'], 'an assignment is pushed once to each device');
select tests.set('auto_dispatch', 'true');

-- A rolled back change sends nothing
delete from app.outbox;
do $$ begin
  perform tests.let('driver', format('select public.accept_booking(%L)', tests.booking()));
  raise exception 'lost';
exception when raise_exception then null;
end $$;
select is((select count(*) from app.outbox), 0::bigint, 'a rolled back acceptance leaves nothing in the outbox');

-- The recipient's code
select app.set_actor('admin', tests.id('admin'));
create temp table parcel as select gen_random_uuid() as id;
select tests.let('admin', format('select public.create_booking(%L, ''cash'', null, %L)', tests.quote('rider', 'Courier'),
  '{"delivery_person": "Ida", "delivery_person_phone": "+4235550909"}'));
select tests.as_owner(), app.set_actor('driver', tests.id('driver'));
select tests.move('ACCEPTED', jsonb_build_object('driver_id', tests.id('driver'), 'accepted_at', app.now(), 'engaged_at', app.now()));
select tests.move('ARRIVED', jsonb_build_object('arrived_at', app.now()));
select is(tests.queued('parcel_code'), 0::bigint, 'the delivery code is not sent before the parcel is picked up');
select tests.move('STARTED', jsonb_build_object('started_at', app.now()));
select results_eq($$ select payload ->> 'phone', payload ->> 'code' from app.outbox where kind = 'sms' $$,
  $$ values ('+4235550909', tests.code()) $$, 'the delivery code is sent to the recipient''s phone at the start');

-- Delivery
delete from app.outbox where kind = 'push';
select tests.act_as('admin');
select throws_ok($$ select public.take_outbox(1) $$, '42501', null, 'an admin cannot take messages from the outbox');
select throws_ok($$ select public.finish_outbox(1, true) $$, '42501', null, 'an admin cannot finish messages of the outbox');
select throws_ok($$ select 1 from app.outbox $$, '42501', null, 'an admin cannot read the outbox');
select tests.as_visitor();
select throws_ok($$ select public.take_outbox(1) $$, '42501', null, 'a visitor cannot take messages from the outbox');
select tests.as_service();
create temp table taken as select * from public.take_outbox(10);
grant select on taken to public;
-- Spec 7.10
select results_eq($$ select kind, attempt from taken $$, $$ values ('sms', 1) $$, 'a sender takes the due messages');
select is_empty($$ select 1 from public.take_outbox(10) $$, 'another sender cannot take messages that are leased');
select is((select public.finish_outbox(id, false, 'no signal', attempt) from taken), 'queued',
  'a failed message is queued again');
select is_empty($$ select 1 from public.take_outbox(10) $$, 'a failed message is not retried at once');
select tests.turn('15 seconds');
select results_eq($$ select attempt from public.take_outbox(10) $$, array[2], 'a failed message is retried after 15 seconds');
select tests.turn('1 minute');
select results_eq($$ select attempt from public.take_outbox(10) $$, array[3],
  'a message of a dead sender is free after its lease');
select is((select public.finish_outbox(id, false, 'late', 2) from taken), 'queued', 'a late result of a dead sender is ignored');
select is_empty($$ select 1 from public.take_outbox(10) $$, 'a late result of a dead sender does not end the next lease');
select is((select public.finish_outbox(id, true) from taken), 'sent', 'a delivered message is marked as sent');
select is((select public.finish_outbox(id, false) from taken), 'sent', 'a sent message stays sent after a late failure');
select is(public.finish_outbox(-1, true), null, 'finishing an unknown message answers null');
select is_empty($$ select 1 from public.take_outbox(null) $$, 'take_outbox with a limit of null takes nothing');
select is_empty($$ select 1 from public.take_outbox(-5) $$, 'take_outbox with a negative limit takes nothing');
select tests.as_owner();
select ok(not exists (select 1 from app.outbox where payload ? 'code'),
  'the delivery code is removed from the outbox after sending');
select app.notify(tests.id('rider'), 'wallet_credited', '{"amount": 5}');
select results_eq($$ select screen, booking_id from public.notices where key = 'wallet_credited' $$, $$ values ('Wallet', null::uuid) $$, 'other functions can notify a person with a key');
select lives_ok($$ select app.notify(gen_random_uuid(), 'nobody_there'), app.notify(null, 'nobody_there') $$, 'notifying an unknown person raises no error');
select tests.as_service();
select results_eq($$ select tests.fail_often() $$, array['queued', 'queued', 'queued', 'queued', 'queued', 'queued', 'queued', 'dead'], 'a message is given up after eight attempts');
select is_empty($$ select 1 from public.take_outbox(10) $$, 'a message that was given up is not taken again');
select tests.as_owner();
select app.notify(tests.id('rider'), 'wallet_debited');
select tests.as_service();
select is((select public.finish_outbox(t.id, false, 'token_gone', t.attempt) from public.take_outbox(1) t), 'dead', 'a message to a device that is gone is given up');
select tests.as_owner();
select is_empty($$ select 1 from public.push_tokens where token = 'rider-phone' $$, 'a device that is gone is deleted');
select tests.let('rider', $$ select public.register_push_token('rider-phone', 'IOS') $$);
select app.notify(tests.id('rider'), 'wallet_debited');
select tests.turn('25 hours');
select tests.as_service();
select is_empty($$ select 1 from public.take_outbox(10) $$, 'a message older than a day is not sent');
select tests.act_as('rider2');
select is((public.register_push_token('rider-phone', 'IOS')).user_id, tests.id('rider2'),
  'a device can be registered by another person');
select tests.as_owner();
delete from app.outbox;
select app.notify(tests.id('rider'), 'wallet_debited');
select is_empty($$ select 1 from app.outbox $$, 'a device registered by another person gets no messages of the previous one');

-- Cleaning up
insert into app.outbox (kind, payload, status, done_at) values ('push', '{}', 'sent', app.now() - interval '8 days'),
  ('push', '{}', 'sent', app.now() - interval '6 days'), ('push', '{}', 'dead', app.now() - interval '29 days'), ('push', '{}', 'dead', app.now() - interval '31 days');
select app.clean_outbox(), app.clean_outbox();
select results_eq($$ select status from app.outbox order by status $$, array['dead', 'sent'], 'sent messages are deleted after a week, failed ones after a month');
select isnt_empty($$ select 1 from public.notices $$, 'notices are kept when the outbox is cleaned');
select tests.turn('91 days');
select app.clean_outbox();
select is_empty($$ select 1 from public.notices $$, 'notices are deleted after 90 days');
select * from finish();
