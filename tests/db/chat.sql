-- Chat.
select no_plan();
select tests.ride('NEW');
select tests.act_as('rider');
select throws_ok($$ select public.send_chat_message(tests.booking(), 'Hello') $$, 'PT409', 'chat_closed', 'without a driver there is nobody to write to');
select tests.let('driver', format('select public.accept_booking(%L)', tests.booking()));
select results_eq($$ select source, message, from_id, driver_id from public.send_chat_message(tests.booking(), ' I am at the door ', 'aaaaaaaa-0000-4000-8000-000000000001') $$,
  $$ values ('rider', 'I am at the door', tests.id('rider'), tests.id('driver')) $$, 'the rider writes');
select public.send_chat_message(tests.booking(), 'I am at the door', 'aaaaaaaa-0000-4000-8000-000000000001');
select is((select count(*) from public.chat_messages), 1::bigint, 'sending again with one key sends once');
select throws_ok($$ select public.send_chat_message(tests.booking(), '   ') $$, 'PT422', 'message_invalid', 'nothing is no message');
select throws_ok($$ select public.send_chat_message(tests.booking(), repeat('x', 1001)) $$, 'PT422', 'message_invalid', 'a novel neither');
select throws_ok($$ select public.send_chat_message(tests.booking(), null) $$, 'PT422', 'message_invalid', 'a message is not null');
select throws_ok($$ insert into public.chat_messages (message) values ('x') $$, '42501', null, 'no message is written past the function');
select results_eq($$ select sms_id, message, "from", type, msg_date, msg_time, source from public.chats $$,
  $$ select m.id, 'I am at the door', tests.id('rider'), 'msg', to_char(m.created_at at time zone 'Europe/Vaduz', 'MM:DD:YYYY'),
    to_char(m.created_at at time zone 'Europe/Vaduz', 'HH24:MI'), 'rider' from public.chat_messages m $$, 'older clients read it in their shape');
select matches((select msg_date || ' ' || msg_time from public.chats), '^[01][0-9]:[0-3][0-9]:20[0-9]{2} [0-2][0-9]:[0-5][0-9]$', 'month:day:year and hours:minutes, zero padded');
select tests.let('driver', $$ select public.register_push_token('driver-phone', 'ANDROID') $$),
  tests.let('rider', $$ select public.register_push_token('rider-phone', 'IOS') $$);
select tests.act_as('driver');
select is((public.send_chat_message(tests.booking(), 'Two minutes')).source, 'driver', 'the driver answers');
select is((select count(*) from public.chat_messages), 2::bigint, 'both read both');
select tests.as_owner();
select results_eq($$ select payload ->> 'token', payload ->> 'screen', payload -> 'params' from app.outbox $$,
  $$ values ('rider-phone', 'onlineChat', '{"from": "Lukas", "message": "Two minutes"}'::jsonb) $$, 'which is pushed to the rider');
select is((select count(*) from public.notices where key like 'chat%'), 0::bigint, 'a chat message makes no notice');
select tests.as_service();
select public.finish_outbox(id, true) from public.take_outbox(1);
select tests.as_owner();
select is((select payload -> 'params' from app.outbox), '{"from": "Lukas"}', 'its words leave the outbox when it is sent');
select tests.act_as('rider2');
select throws_ok($$ select public.send_chat_message(tests.booking(), 'x') $$, 'PT404', 'chat_not_found', 'a stranger does not write');
select is_empty($$ select 1 from public.chat_messages $$, 'a stranger reads no messages');
select is_empty($$ select 1 from public.chats $$, 'in no shape');
select tests.act_as('driver2');
select throws_ok($$ select public.send_chat_message(tests.booking(), 'x') $$, 'PT404', 'chat_not_found', 'another driver does not write');
select is_empty($$ select 1 from public.chat_messages $$, 'read');
select tests.act_as('admin');
select throws_ok($$ select public.send_chat_message(tests.booking(), 'x') $$, 'PT404', 'chat_not_found', 'an admin does not write');
select is_empty($$ select 1 from public.chat_messages $$, 'an admin does not read the table');
select is((select count(*) from public.read_chat(tests.booking())), 2::bigint, 'an admin reads the conversation by a function');
select is((select l.row_count from public.access_log l where l.actor_id = tests.id('admin') and l.what = 'chat' and l.subject_id = tests.booking()), 2, 'which notes who read it');
select tests.act_as('fleet');
select is_empty($$ select 1 from public.chat_messages $$, 'a fleet admin does not');
select tests.as_visitor();
select throws_ok($$ select public.send_chat_message(gen_random_uuid(), 'x') $$, '42501', null, 'a visitor neither writes');
select throws_ok($$ select 1 from public.chat_messages $$, '42501', null, 'a visitor does not read');

-- Not too many
select tests.act_as('rider');
select tests.turn('1 minute');
select public.send_chat_message(tests.booking(), 'x') from generate_series(1, 20);
select throws_ok($$ select public.send_chat_message(tests.booking(), 'x') $$, 'PT429', 'chat_too_fast', 'twenty in ten seconds are enough');
select tests.act_as('driver');
select lives_ok($$ select public.send_chat_message(tests.booking(), 'x') $$, 'for one person');
select tests.act_as('rider');
select tests.turn('10 seconds');
select lives_ok($$ select public.send_chat_message(tests.booking(), 'x') $$, 'then it goes on');
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
select is_empty($$ select 1 from public.chat_messages $$, 'a later driver does not read what an earlier one was written');
select tests.act_as('driver');
select is((select count(*) from public.chat_messages), 2::bigint, 'who keeps what was written to them');
select throws_ok($$ select public.send_chat_message(tests.booking(), 'x') $$, 'PT404', 'chat_not_found', 'who left a trip writes no more in its chat');
select tests.act_as('rider');
select public.cancel_booking(tests.booking());
select throws_ok($$ select public.send_chat_message(tests.booking(), 'x') $$, 'PT409', 'chat_closed', 'when it is over the chat is closed');
select * from finish();
