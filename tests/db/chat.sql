-- Chat between a rider and the driver.
select no_plan();
select tests.ride('NEW');
select tests.act_as('rider');
select throws_ok($$ select public.send_chat_message(tests.booking(), 'Hello') $$, 'PT409', 'chat_closed', 'a rider cannot send a chat message before a driver accepted');
select tests.let('driver', format('select public.accept_booking(%L)', tests.booking()));
select results_eq($$ select source, message, from_id, driver_id from public.send_chat_message(tests.booking(), ' I am at the door ', 'aaaaaaaa-0000-4000-8000-000000000001') $$,
  $$ values ('rider', 'I am at the door', tests.id('rider'), tests.id('driver')) $$,
    'the rider can send a message, which is trimmed');
select public.send_chat_message(tests.booking(), 'I am at the door', 'aaaaaaaa-0000-4000-8000-000000000001');
select is((select count(*) from public.chat_messages), 1::bigint, 'sending again with the same key stores one message');
select throws_ok($$ select public.send_chat_message(tests.booking(), 'My start code: 12345', to_driver => tests.id('driver2')) $$, 'PT409', 'chat_closed', 'a message that waited for a network does not reach another driver than the one of then');
select throws_ok($$ select public.send_chat_message(tests.booking(), '   ') $$, 'PT422', 'message_invalid', 'a blank chat message is refused');
select throws_ok($$ select public.send_chat_message(tests.booking(), repeat('x', 1001)) $$, 'PT422', 'message_invalid', 'a chat message of 1001 characters is refused');
select throws_ok($$ select public.send_chat_message(tests.booking(), null) $$, 'PT422', 'message_invalid', 'a chat message that is null is refused');
select throws_ok($$ insert into public.chat_messages (message) values ('x') $$, '42501', null, 'a rider cannot insert into the chat messages table');
select results_eq($$ select sms_id, message, "from", type, msg_date, msg_time, source from public.chats $$,
  $$ select m.id, 'I am at the door', tests.id('rider'), 'msg', to_char(m.created_at at time zone 'Europe/Vaduz', 'MM:DD:YYYY'),
    -- Spec 3.51
    to_char(m.created_at at time zone 'Europe/Vaduz', 'HH24:MI'), 'rider' from public.chat_messages m $$, 'the chats view shows messages in the format of older clients');
-- Spec 3.51
select matches((select msg_date || ' ' || msg_time from public.chats), '^[01][0-9]:[0-3][0-9]:20[0-9]{2} [0-2][0-9]:[0-5][0-9]$', 'the chats view pads dates and times with zeros');
select tests.let('driver', $$ select public.register_push_token('driver-phone', 'ANDROID') $$),
  tests.let('rider', $$ select public.register_push_token('rider-phone', 'IOS') $$);
select tests.act_as('driver');
select is((public.send_chat_message(tests.booking(), 'Two minutes')).source, 'driver', 'the driver can send a message');
select is((select count(*) from public.chat_messages), 2::bigint, 'the driver can read the messages of both');
select tests.as_owner();
select results_eq($$ select payload ->> 'token', payload ->> 'screen', payload -> 'params' from app.outbox $$,
  $$ values ('rider-phone', 'onlineChat', '{"from": "Lukas", "message": "Two minutes"}'::jsonb) $$, 'a driver''s message is pushed to the rider''s phone');
select is((select count(*) from public.notices where key like 'chat%'), 0::bigint, 'a chat message creates no notice');
select tests.as_service();
select public.finish_outbox(id, true) from public.take_outbox(1);
select tests.as_owner();
select is((select payload -> 'params' from app.outbox), '{"from": "Lukas"}',
  'the text of a chat message leaves the outbox after sending');
select tests.act_as('rider2');
-- Spec 8.41
select throws_ok($$ select public.send_chat_message(tests.booking(), 'x') $$, 'PT404', 'chat_not_found', 'another rider cannot send a message');
select is_empty($$ select 1 from public.chat_messages $$, 'another rider cannot read the messages');
select is_empty($$ select 1 from public.chats $$, 'another rider cannot read the messages through the chats view');
select tests.act_as('driver2');
select throws_ok($$ select public.send_chat_message(tests.booking(), 'x') $$, 'PT404', 'chat_not_found', 'another driver cannot send a message');
select is_empty($$ select 1 from public.chat_messages $$, 'another driver cannot read the messages');
select tests.act_as('admin');
select throws_ok($$ select public.send_chat_message(tests.booking(), 'x') $$, 'PT404', 'chat_not_found', 'an admin cannot send a message in the chat');
select is_empty($$ select 1 from public.chat_messages $$, 'an admin cannot read the chat messages table');
select is((select count(*) from tests.read_chat(tests.booking())), 2::bigint, 'an admin can read a conversation by read_chat');
select is((select l.row_count from public.access_log l where l.actor_id = tests.id('admin') and l.what = 'chat' and l.subject_id = tests.booking()), 2, 'reading a conversation is recorded in the access log');
select tests.act_as('fleet');
select is_empty($$ select 1 from public.chat_messages $$, 'a fleet admin cannot read the messages');
select tests.as_visitor();
select throws_ok($$ select public.send_chat_message(gen_random_uuid(), 'x') $$, '42501', null,
  'a visitor cannot send a message');
select throws_ok($$ select 1 from public.chat_messages $$, '42501', null, 'a visitor cannot read the messages');

-- Rate limit
select tests.act_as('rider');
select tests.turn('1 minute');
select public.send_chat_message(tests.booking(), 'x') from generate_series(1, 20);
select throws_ok($$ select public.send_chat_message(tests.booking(), 'x') $$, 'PT429', 'chat_too_fast', 'a rider cannot send more than twenty messages in ten seconds');
select tests.act_as('driver');
select lives_ok($$ select public.send_chat_message(tests.booking(), 'x') $$,
  'the rate limit of the rider does not limit the driver');
select tests.act_as('rider');
select tests.turn('10 seconds');
select lives_ok($$ select public.send_chat_message(tests.booking(), 'x') $$, 'the rider can send again after ten seconds');
select tests.as_owner();
delete from public.chat_messages where message = 'x';

-- A later driver
select tests.as_owner();
update public.drivers set car_type_id = tests.car() where id = tests.id('driver2');
select tests.let('driver', format('select public.cancel_booking(%L)', tests.booking()));
select tests.turn('10 seconds'), tests.go_online('driver2');
select app.dispatch_tick();
select tests.let('driver2', format('select public.accept_booking(%L)', tests.booking()));
select tests.act_as('driver2');
select is_empty($$ select 1 from public.chat_messages $$, 'a later driver cannot read the messages to the previous driver');
select tests.act_as('driver');
select is((select count(*) from public.chat_messages), 2::bigint, 'the previous driver can still read the own conversation');
select throws_ok($$ select public.send_chat_message(tests.booking(), 'x') $$, 'PT404', 'chat_not_found', 'the previous driver cannot send a message any more');
select tests.act_as('rider');
select public.cancel_booking(tests.booking());
select throws_ok($$ select public.send_chat_message(tests.booking(), 'x') $$, 'PT409', 'chat_closed', 'a cancelled booking''s chat is closed');
select * from finish();
