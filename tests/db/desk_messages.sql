-- Messages between drivers and the desk.
select no_plan();
select tests.act_as('driver');
select lives_ok($$ select public.message_desk('  Where do I park?  ', '00000000-0000-4000-8000-0000000000d1') $$, 'a driver can message the desk without a trip');
select lives_ok($$ select public.message_desk('Where do I park?', '00000000-0000-4000-8000-0000000000d1') $$, 'a driver''s message with a repeated key is accepted');
select results_eq($$ select m.message, m.is_from_desk from public.desk_messages m $$, $$ values ('Where do I park?', false) $$, 'a driver reads the own message once');
select throws_ok($$ select public.message_desk(' ') $$, 'PT422', 'message_invalid', 'a blank message to the desk is refused');
select throws_ok($$ select public.message_desk(repeat('a', 1001)) $$, 'PT422', 'message_invalid', 'a message of 1001 characters to the desk is refused');
select tests.act_as('driver2');
select is_empty($$ select 1 from public.desk_messages $$, 'another driver cannot read the messages');
select throws_ok($$ select public.read_desk_messages(tests.id('driver')) $$, 'PT403', 'not_allowed', 'a driver cannot read another driver''s conversation');
select throws_ok($$ select public.answer_driver(tests.id('driver'), 'Anywhere') $$, 'PT403', 'not_allowed', 'a driver cannot answer as the desk');
select tests.act_as('rider');
select throws_ok($$ select public.message_desk('Hello') $$, 'PT403', 'not_a_driver',
  'a rider cannot message the desk as a driver');
select tests.act_as('admin');
select results_eq($$ select a.driver_id, a.booking_id, a.is_alarm from tests.attention_list() a where a.reason = 'driver_message' $$,
  $$ values (tests.id('driver'), null::uuid, false) $$,
    'the attention list shows a driver''s unanswered message, not as an alarm');
select ok((select c.attention from public.portal_counts() c) > 0,
  'the count in the menu includes a driver''s unanswered message');
select is((select count(*) from tests.read_desk_messages(tests.id('driver'))), 1::bigint,
  'an admin can read the conversation with a driver');
select throws_ok($$ select public.answer_driver(gen_random_uuid(), 'Hello') $$, 'PT404', 'person_not_found', 'an answer to an unknown driver is refused');
select lives_ok($$ select public.answer_driver(tests.id('driver'), 'Behind the station', '00000000-0000-4000-8000-0000000000d2') $$, 'an admin can answer a driver');
select lives_ok($$ select public.answer_driver(tests.id('driver'), 'Behind the station', '00000000-0000-4000-8000-0000000000d2') $$, 'an answer with a repeated key is accepted');
select is_empty($$ select 1 from tests.attention_list() a where a.reason = 'driver_message' $$, 'an answered message leaves the attention list');
select tests.as_owner();
select is((select count(*) from public.notices n where n.user_id = tests.id('driver') and n.key = 'desk_message'), 1::bigint, 'the driver gets one notice of the answer');
select is((select count(*) from public.audit_log l where l.action = 'answer_driver'), 1::bigint, 'an answer to a driver is recorded once in the audit log');
select tests.act_as('driver');
select results_eq($$ select m.message from public.desk_messages m order by m.created_at, m.id $$, $$ values ('Where do I park?'), ('Behind the station') $$, 'the driver reads the own message and the answer');
select lives_ok($$ select public.message_desk('Thanks') $$, 'a driver can message the desk again');
select tests.act_as('admin');
select lives_ok($$ select public.answer_driver(tests.id('driver')) $$, 'an admin can mark a message as needing no answer');
select is_empty($$ select 1 from tests.attention_list() a where a.reason = 'driver_message' $$, 'a message that needs no answer leaves the attention list');
select tests.as_owner(), tests.set('allow_critical_edits_admin', 'false');
select tests.act_as('admin');
select throws_ok($$ select public.answer_driver(tests.id('driver'), 'Hello') $$, 'PT403', 'demo_mode', 'an admin cannot answer a driver in a demo');
select tests.as_owner(), tests.set('allow_critical_edits_admin', 'true');
select tests.act_as('driver');
select lives_ok($$ select public.message_desk('Hello') from generate_series(1, 18) $$, 'a driver can send twenty messages a minute to the desk');
select throws_ok($$ select public.message_desk('Hello') from generate_series(1, 3) $$, 'PT429', 'too_many_requests', 'a driver cannot send more than twenty messages a minute to the desk');
-- Retention
select tests.as_owner(), tests.turn('400 days');
select app.purge_desk_messages();
select is_empty($$ select 1 from public.desk_messages $$, 'conversations with the desk are purged after a year');
select * from finish();
