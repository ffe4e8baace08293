-- What people are told, their devices, and delivery.
select no_plan();
create function tests.told(name text) returns setof text language sql volatile security definer as $$
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
select throws_ok($$ select public.register_push_token('visitor-token', 'WEB') $$, '42501', null, 'a visitor has no device');
select throws_ok($$ select public.forget_push_token('visitor-token') $$, '42501', null, 'to forget');
select throws_ok($$ select 1 from public.push_tokens $$, '42501', null, 'a visitor reads no device');
select tests.act_as('rider');
select is((public.register_push_token('rider-phone', 'IOS')).user_id, tests.id('rider'), 'a rider registers a phone');
select is((public.register_push_token('rider-phone', 'IOS')).channels, '{trips,chat,wallet,news}', 'twice is once');
select is((public.register_push_token('rider-phone', 'IOS', '{trips,wallet}')).channels, '{trips,wallet}', 'a device may want less');
select is((public.register_push_token('rider-phone', 'IOS')).channels, '{trips,wallet}', 'which stays');
select throws_ok($$ select public.register_push_token('rider-phone', 'FAX') $$, 'PT422', 'push_token_invalid', 'there are three platforms');
select throws_ok($$ select public.register_push_token('', 'IOS') $$, 'PT422', 'push_token_invalid', 'an empty token is none');
select throws_ok($$ select public.register_push_token(null, null) $$, 'PT422', 'push_token_invalid', 'null is no token');
select throws_ok($$ select public.register_push_token(repeat('x', 5000), 'IOS') $$, 'PT422', 'push_token_invalid', 'a novel is no token');
select throws_ok($$ select public.register_push_token('rider-phone', 'IOS', '{everything}') $$, 'PT422', 'push_token_invalid', 'a channel that does not exist is refused');
select throws_ok($$ select public.register_push_token('{"endpoint":"http://169.254.169.254/x","keys":{}}', 'WEB') $$, 'PT422', 'push_token_invalid', 'an address of an inner network is no subscription');
select throws_ok($$ insert into public.push_tokens (token, user_id, platform) values ('rider-phone-2', tests.id('rider2'), 'IOS') $$, '42501', null,
  'nobody writes the table');
select is((select count(*) from public.push_tokens), 1::bigint, 'people read their own devices');
select tests.act_as('driver');
select lives_ok($$ select public.register_push_token('driver-phone', 'ANDROID'), public.register_push_token('driver-tablet', 'WEB') $$, 'a driver has two');
select lives_ok($$ select public.forget_push_token('rider-phone') $$, 'a driver forgets no device of others');
select is((select count(*) from public.push_tokens where token = 'rider-phone'), 0::bigint, 'a driver sees no device of others');
select public.register_push_token('spare-device-' || n, 'WEB') from generate_series(1, 30) n;
select is((select count(*) from public.push_tokens), 20::bigint, 'twenty devices are enough');
select tests.act_as('admin');
select is_empty($$ select 1 from public.push_tokens $$, 'an admin reads no tokens');
select tests.as_owner();
select is((select count(*) from public.push_tokens where token = 'rider-phone'), 1::bigint, 'it is still there');
select is(app.is_push_subscription('{"endpoint":"' || e || '","keys":{"p256dh":"B' || repeat('x', 86) || '","auth":"' || repeat('y', 22) || '"}}'), ok, 'a subscription at ' || e)
from (values ('https://fcm.googleapis.com/fcm/send/abc', true), ('https://updates.push.services.mozilla.com/wpush/v2/x', true), ('http://fcm.googleapis.com/x', false),
  ('https://localhost/x', false), ('https://127.0.0.1/x', false), ('https://[::1]/x', false), ('https://user@evil.test/x', false), ('file:///etc/passwd', false), ('', false)) v (e, ok);
select is(app.is_push_subscription(t), false, 'no subscription: ' || t) from unnest(array['{}', '{', '{"endpoint":"https://fcm.googleapis.com/x"}',
  '{"endpoint":"https://fcm.googleapis.com/x","keys":{"p256dh":"short","auth":"short"}}', '{"endpoint":{"a":1},"keys":[]}']) t;
delete from public.push_tokens where token like 'spare%';
select tests.let('driver', $$ select public.register_push_token('driver-phone', 'ANDROID'), public.register_push_token('driver-tablet', 'WEB') $$);
delete from app.outbox;

-- A ride, told
select tests.ride('COMPLETE');
select tests.let('driver', format('select public.rate_booking(%L, 4)', tests.booking()));
select results_eq($$ select tests.told('rider') $$, array['driver_accepted', 'driver_near', 'trip_started', 'trip_complete', 'payment_done'], 'a rider hears of each step');
select results_eq($$ select tests.told('driver') $$, array['trip_paid', 'trip_rated'], 'a driver of payment and rating');
select is(tests.queued('trip_offered'), 2::bigint, 'the offer was pushed to both devices of the driver');
select is(tests.queued('driver_near'), 1::bigint, 'arriving to the rider''s phone');
select is(tests.queued('parcel_code'), 0::bigint, 'no code is sent for a taxi');
select is((select payload - 'params' from app.outbox where payload ->> 'title' = 'driver_accepted.title'),
  jsonb_build_object('token', 'rider-phone', 'platform', 'IOS', 'lang', null, 'channelId', 'bookings', 'title', 'driver_accepted.title',
    'msg', 'driver_accepted.text', 'screen', 'BookedCab', 'booking_id', tests.booking()), 'a push says where to go');
select is((select screen from public.notices where key = 'driver_near'), 'BookedCab', 'a notice says where to go');
select is((select expires_at from app.outbox where payload ->> 'title' = 'trip_offered.title' limit 1),
  (select expires_at from public.booking_offers order by id desc limit 1), 'an offer is not pushed after it lapsed');
select is((select (params ->> 'stars')::integer from public.notices where key = 'trip_rated'), 5, 'the rating is told with its stars');

-- Reading
select tests.act_as('rider');
select is((select count(*) from public.notices), 5::bigint, 'people read their own notices');
select is(public.mark_notices_read(array[(select id from public.notices where key = 'driver_near')]), 1, 'people mark a notice as read');
select is(public.mark_notices_read(array[(select id from public.notices where key = 'driver_near')]), 0, 'once');
select throws_ok($$ update public.notices set read_at = null $$, '42501', null, 'by the function alone');
select throws_ok($$ insert into public.notices (user_id, key) values (tests.id('rider'), 'hello') $$, '42501', null, 'people write no notices');
select tests.act_as('driver');
select is((select count(*) from public.notices), 2::bigint, 'a driver reads the driver''s');
select is(public.mark_notices_read(), 2, 'a driver marks all notices as read');
select is(public.mark_notices_read('{}'), 0, 'none of none');
select tests.act_as('rider');
select is((select count(*) from public.notices where read_at is null), 4::bigint, 'not the rider''s');
select tests.act_as('admin');
select is_empty($$ select 1 from public.notices $$, 'an admin reads none of them');
select tests.as_visitor();
select throws_ok($$ select public.mark_notices_read() $$, '42501', null, 'a visitor marks none');
select throws_ok($$ select 1 from public.notices $$, '42501', null, 'a visitor reads no notices');

-- The sound
select tests.as_owner(), tests.set('car_horn_repeat', 'true'), tests.turn('1 minute');
delete from app.outbox;
select tests.ride('ACCEPTED');
select is((select distinct payload ->> 'channelId' from app.outbox), 'bookings-repeat', 'the horn repeats where it shall');

-- Cancelling
select tests.let('driver', format('select public.cancel_booking(%L, ''Flat tyre'')', tests.booking()));
select results_eq($$ select tests.told('rider') $$, array['driver_accepted', 'driver_gave_back'], 'a driver who gives back is told to the rider');
select is((select params ->> 'driver' from public.notices where key = 'driver_gave_back'), 'Lukas Marxer', 'by name');
select tests.let('rider', format('select public.cancel_booking(%L)', tests.booking()));
select is_empty($$ select tests.told('rider') offset 2 $$, 'a rider who cancels without a driver is told nothing');
select tests.turn('1 minute'), tests.ride('ACCEPTED');
select tests.let('rider', format('select public.cancel_booking(%L, ''Plans changed'')', tests.booking()));
select results_eq($$ select tests.told('driver') $$, array['trip_cancelled'], 'a rider who cancels is told to the driver');
select results_eq($$ select tests.told('rider') $$, array['driver_accepted', 'booking_cancelled'], 'a cancellation is confirmed to the rider');
select is((select params ->> 'reason' from public.notices where key = 'trip_cancelled'), 'Plans changed', 'with the reason');
select tests.turn('1 minute'), tests.ride('ACCEPTED');
select tests.let('admin', format('select public.cancel_booking(%L)', tests.booking()));
select results_eq($$ select tests.told('driver') $$, array['trip_cancelled'], 'what the desk cancels is told to the driver');
select results_eq($$ select tests.told('rider') $$, array['driver_accepted', 'booking_cancelled'], 'what the desk cancels is told to the rider');
select tests.turn('1 minute'), tests.ride('NEW');
select tests.let('driver', format('select public.decline_booking(%L)', tests.booking()));
select results_eq($$ select tests.told('rider') $$, array['no_driver_found'], 'nobody found is told to the rider');

-- The desk books and assigns
select tests.turn('1 minute');
select tests.let('admin', format('select public.create_booking(%L, ''cash'')', tests.quote()));
select is((select array_agg(t) from tests.told('rider') t)::text, '{booking_made}', 'a booking made by the desk is told to the rider');
select tests.let('rider', format('select public.cancel_booking(%L)', tests.booking()));
select is(app.town_of(a), t, 'the town of ' || a) from (values ('Städtle 12, 9490 Vaduz', 'Vaduz'), ('Städtle, Vaduz', 'Vaduz'), ('Gasse 4, FL-9494 Schaan', 'Schaan'),
  ('Im Bretscha 22', null), ('Vaduz, Im Bretscha 22', null), ('Gate 4, ring at no 7', null), ('', null)) v (a, t);
select tests.turn('1 minute'), tests.go_online();
delete from app.outbox;
select tests.book();
select isnt_empty($$ select 1 from app.outbox where payload ->> 'title' = 'trip_offered.title' and (payload #>> '{params,amount}')::numeric > 0 $$, 'an offer says what it brings');
select is_empty($$ select 1 from app.outbox where payload ->> 'title' = 'trip_offered.title' and payload::text ~ (select regexp_replace(split_part(drop_address, ',', 1), '[^[:alpha:]]', '.', 'g')
  from public.bookings where id = tests.booking()) $$, 'the push of an offer names no street');
select tests.let('rider', format('select public.cancel_booking(%L)', tests.booking()));
select results_eq($$ select payload ->> 'token', payload ->> 'booking_id' from app.outbox where payload ->> 'title' = 'trip_offer_over.title' $$,
  $$ values ('driver-tablet', tests.booking()::text) $$, 'an offer that was withdrawn goes from the screens of browsers');
select tests.set('auto_dispatch', 'false'), tests.turn('1 minute'), tests.book();
delete from app.outbox;
select tests.let('admin', format('select public.assign_driver(%L, %L)', tests.booking(), tests.id('driver')));
select results_eq($$ select tests.told('driver') $$, array['trip_assigned'], 'an assignment is told to the driver');
select results_eq($$ select payload ->> 'screen' from app.outbox $$, array['DriverTrips', 'DriverTrips'], 'an assignment is pushed to each device, once');
select tests.set('auto_dispatch', 'true');

-- What is rolled back is not told
delete from app.outbox;
do $$ begin
  perform tests.let('driver', format('select public.accept_booking(%L)', tests.booking()));
  raise exception 'lost';
exception when raise_exception then null;
end $$;
select is((select count(*) from app.outbox), 0::bigint, 'what is rolled back is not told');

-- The recipient's code
select app.set_actor('admin', tests.id('admin'));
create temp table parcel as select gen_random_uuid() as id;
select tests.let('admin', format('select public.create_booking(%L, ''cash'', null, %L)', tests.quote('rider', 'Courier'),
  '{"delivery_person": "Ida", "delivery_person_phone": "+423 555 09 09"}'));
select tests.as_owner(), app.set_actor('driver', tests.id('driver'));
select tests.move('ACCEPTED', jsonb_build_object('driver_id', tests.id('driver'), 'accepted_at', app.now(), 'engaged_at', app.now()));
select tests.move('ARRIVED', jsonb_build_object('arrived_at', app.now()));
select is(tests.queued('parcel_code'), 0::bigint, 'the code of a parcel waits for the parcel');
select tests.move('STARTED', jsonb_build_object('started_at', app.now()));
select results_eq($$ select payload ->> 'phone', payload ->> 'code' from app.outbox where kind = 'sms' $$,
  $$ values ('+423 555 09 09', tests.code()) $$, 'then it goes to the recipient''s phone');

-- Delivery
delete from app.outbox where kind = 'push';
select tests.act_as('admin');
select throws_ok($$ select public.take_outbox(1) $$, '42501', null, 'an admin takes nothing');
select throws_ok($$ select public.finish_outbox(1, true) $$, '42501', null, 'an admin finishes nothing');
select throws_ok($$ select 1 from app.outbox $$, '42501', null, 'an admin reads nothing of the outbox');
select tests.as_visitor();
select throws_ok($$ select public.take_outbox(1) $$, '42501', null, 'a visitor takes nothing');
select tests.as_service();
create temp table taken as select * from public.take_outbox(10);
grant select on taken to public;
select results_eq($$ select kind, attempt from taken $$, $$ values ('sms', 1) $$, 'a sender takes what is due');
select is_empty($$ select 1 from public.take_outbox(10) $$, 'nobody else takes what a sender holds');
select is((select public.finish_outbox(id, false, 'no signal', attempt) from taken), 'queued', 'what fails is tried again');
select is_empty($$ select 1 from public.take_outbox(10) $$, 'not at once');
select tests.turn('15 seconds');
select results_eq($$ select attempt from public.take_outbox(10) $$, array[2], 'what failed is tried again after 15 seconds');
select tests.turn('1 minute');
select results_eq($$ select attempt from public.take_outbox(10) $$, array[3], 'a sender that died frees it after its lease');
select is((select public.finish_outbox(id, false, 'late', 2) from taken), 'queued', 'a sender that died has no say when it comes back');
select is_empty($$ select 1 from public.take_outbox(10) $$, 'so the lease of the next one stands');
select is((select public.finish_outbox(id, true) from taken), 'sent', 'until it is sent');
select is((select public.finish_outbox(id, false) from taken), 'sent', 'what was sent stays sent');
select is(public.finish_outbox(-1, true), null, 'a message that is none is nothing');
select is_empty($$ select 1 from public.take_outbox(null) $$, 'nothing is left');
select is_empty($$ select 1 from public.take_outbox(-5) $$, 'however it is asked');
select tests.as_owner();
select ok(not exists (select 1 from app.outbox where payload ? 'code'), 'the code is gone with it');
select app.notify(tests.id('rider'), 'wallet_credited', '{"amount": 5}');
select results_eq($$ select screen, booking_id from public.notices where key = 'wallet_credited' $$, $$ values ('Wallet', null::uuid) $$, 'others tell with a key');
select lives_ok($$ select app.notify(gen_random_uuid(), 'nobody_there'), app.notify(null, 'nobody_there') $$, 'nobody to tell is no error');
select tests.as_service();
select results_eq($$ select tests.fail_often() $$, array['queued', 'queued', 'queued', 'queued', 'queued', 'queued', 'queued', 'dead'], 'eight attempts are all');
select is_empty($$ select 1 from public.take_outbox(10) $$, 'dead is dead');
select tests.as_owner();
select app.notify(tests.id('rider'), 'wallet_debited');
select tests.as_service();
select is((select public.finish_outbox(t.id, false, 'token_gone', t.attempt) from public.take_outbox(1) t), 'dead', 'a device that is gone');
select tests.as_owner();
select is_empty($$ select 1 from public.push_tokens where token = 'rider-phone' $$, 'is forgotten');
select tests.let('rider', $$ select public.register_push_token('rider-phone', 'IOS') $$);
select app.notify(tests.id('rider'), 'wallet_debited');
select tests.turn('25 hours');
select tests.as_service();
select is_empty($$ select 1 from public.take_outbox(10) $$, 'what nobody wants to know any more is not sent');
select tests.act_as('rider2');
select is((public.register_push_token('rider-phone', 'IOS')).user_id, tests.id('rider2'), 'a phone that changes hands');
select tests.as_owner();
delete from app.outbox;
select app.notify(tests.id('rider'), 'wallet_debited');
select is_empty($$ select 1 from app.outbox $$, 'tells nothing of the one before');

-- Cleaning
insert into app.outbox (kind, payload, status, done_at) values ('push', '{}', 'sent', app.now() - interval '8 days'),
  ('push', '{}', 'sent', app.now() - interval '6 days'), ('push', '{}', 'dead', app.now() - interval '29 days'), ('push', '{}', 'dead', app.now() - interval '31 days');
select app.clean_outbox(), app.clean_outbox();
select results_eq($$ select status from app.outbox order by status $$, array['dead', 'sent'], 'what was delivered is forgotten after a week, what failed after a month');
select isnt_empty($$ select 1 from public.notices $$, 'notices stay');
select tests.turn('91 days');
select app.clean_outbox();
select is_empty($$ select 1 from public.notices $$, 'for 90 days');
select * from finish();
