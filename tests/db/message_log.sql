-- The log of text messages and mails: what it says of each, who reads it, when a number gets no more messages.
select no_plan();
select tests.set('text_' || k, 'off') from unnest(app.text_kinds()) k;
select tests.as_owner();
delete from app.outbox;
delete from app.message_log;
select tests.book();
insert into app.outbox (kind, payload) values
  ('sms', jsonb_build_object('phone', '+4235550301', 'msg', 'parcel_code', 'code', '12345', 'booking_id', tests.booking())),
  ('mail', '{"email": "Ann.Bell@Hackney.test", "msg": "receipt.text", "title": "receipt.title"}'),
  ('push', '{"token": "rider-phone", "plain": true}'), ('sms', '{"phone": "+4235550302", "msg": "street_receipt.text"}');
select results_eq($$ select kind, channel, receiver, receiver_end, state, booking_id = tests.booking() from app.message_log order by id $$,
  $$ values ('parcel_code', 'sms', '***01', '0301', 'queued', true), ('receipt', 'mail', 'A***@***', 'hackney.test', 'queued', null), ('street_receipt', 'sms', '***02', '0302', 'queued', null) $$,
  'text messages and mails are logged when they are queued, pushes are not');
select is_empty($$ select 1 from app.message_log l where l::text ~ '12345|5550301|Ann.Bell' $$, 'the log has no code, no number and no address');
select tests.as_service();
select public.finish_outbox(t.id, t.kind = 'mail', case when t.payload ? 'code' then 'unknown: no answer in time' when t.kind = 'sms' then 'undeliverable: receiver_refused: 400 error 21614' end, t.attempt,
  case when t.kind = 'mail' then '{"provider": "resend", "ref": "r1", "segments": null}'::jsonb end) from public.take_outbox(10) t;
select tests.as_owner();
select results_eq($$ select state, reason, provider, ref from app.message_log order by id $$,
  $$ values ('sent', 'unknown: no answer in time', null, null), ('sent', null, 'resend', 'r1'), ('failed', 'undeliverable: receiver_refused: 400 error 21614', null, null) $$,
  'the log says what became of each message, and that nobody knows it of one');

-- Who reads it
select tests.act_as('admin');
select is((select count(*) from public.list_messages()), 3::bigint, 'an admin lists the messages');
select results_eq($$ select m.kind from public.list_messages(of_state => 'failed', of_channel => 'sms', of_receiver => '+423 555 0302') m $$, array['street_receipt'], 'messages are found by state, channel and the end of the number');
select results_eq($$ select m.kind from public.list_messages(of_receiver => 'ann@HACKNEY.test') m $$, array['receipt'], 'mails are found by the host of the address');
select is((select count(*) from public.list_messages(after_id => (select max(m.id) from public.list_messages() m))), 2::bigint, 'the next page has the older messages');
select tests.act_as('rider');
select throws_ok($$ select public.list_messages() $$, 'PT403', 'not_allowed', 'a rider cannot list messages');
select throws_ok($$ select public.revive_receiver(1) $$, 'PT403', 'not_allowed', 'a rider cannot make a number get messages again');
select throws_ok($$ select * from app.message_log $$, '42501', null, 'nobody reads the log''s table');

-- A number that refuses
select tests.as_owner();
create function tests.refused() returns text language sql security definer as $$
  insert into app.outbox (kind, payload) values ('sms', '{"phone": "+4235550302", "msg": "street_receipt.text"}');
  select public.finish_outbox(t.id, false, 'undeliverable: receiver_refused: 400', t.attempt) from public.take_outbox(10) t;
  select l.reason from app.message_log l order by l.id desc limit 1
$$;
select is(tests.refused(), 'undeliverable: receiver_refused: 400', 'a number that was refused once on one day still gets messages');
select is(tests.refused(), 'undeliverable: receiver_refused: 400', 'refusals on the same day do not end a number');
select tests.turn('25 hours');
select is(tests.refused(), 'undeliverable: receiver_refused: 400', 'a number that was refused on one day gets messages on the next');
select is(tests.refused(), 'undeliverable: it was refused on two days', 'a number that was refused on two days gets no more messages');
select tests.act_as('admin');
select ok(public.revive_receiver((select max(m.id) from public.list_messages() m)) >= 4, 'the desk makes a number get messages again');
select tests.as_owner();
select is(tests.refused(), 'undeliverable: receiver_refused: 400', 'a number that the desk revived gets messages again');
select is((select count(*) from public.audit_log where action = 'revive_receiver'), 1::bigint, 'reviving a number is in the audit log');
select tests.turn('25 hours');
insert into app.outbox (kind, payload) values ('sms', '{"phone": "+4235550302", "msg": "street_receipt.text"}');
select public.finish_messages((select jsonb_agg(jsonb_build_object('id', t.id, 'ok', true, 'attempt', t.attempt, 'sent', '{"provider": "twilio", "ref": "SM1", "segments": 2}'::jsonb)) from public.take_outbox(10) t));
select is(tests.refused(), 'undeliverable: receiver_refused: 400', 'a message that a provider took makes up for earlier refusals');

-- Codes
select tests.as_service();
select public.log_code('sms', '+4235550303', tests.id('rider'), 'sign_in_code', '{"state": "sent", "provider": "vonage", "ref": "v1", "segments": 1}');
select public.log_code('mail', 'ann@hackney.test', null, 'sign_in_code', '{"state": "retry", "reason": "status 503"}');
select tests.as_owner();
select results_eq($$ select state, reason, provider, segments, user_id = tests.id('rider') from app.message_log where kind = 'sign_in_code' order by id $$,
  $$ values ('sent', null, 'vonage', 1, true), ('failed', 'retry: status 503', null, null, null) $$, 'codes of the hooks are logged with what became of them');
select tests.act_as('admin');
select throws_ok($$ select public.log_code('sms', '+4235550303', null, 'sign_in_code', '{}') $$, '42501', null, 'an admin cannot write the log of messages');

-- How long it stays
select tests.as_owner();
select app.delete_messages(tests.id('rider'));
select is_empty($$ select 1 from app.message_log where user_id = tests.id('rider') or booking_id = tests.booking() $$, 'an account''s logged messages are deleted with it, and those about its trips');
select tests.turn('91 days'), app.clean_outbox();
select is_empty($$ select 1 from app.message_log $$, 'logged messages are deleted after 90 days');
select * from finish();
