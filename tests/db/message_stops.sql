-- Stops: who wants no text messages gets none, except codes and warnings.
select no_plan();
select tests.ride('NEW');
delete from app.outbox where kind <> 'file';
delete from app.message_log;
create function tests.text(msg text, phone text default '+4235550302') returns text language sql security definer as $$
  insert into app.outbox (kind, payload) values ('sms', jsonb_build_object('phone', phone, 'msg', msg, 'code', '12345', 'link_token', 'x')) returning status || coalesce(' ' || last_error, '')
$$;

select is(tests.text('street_receipt.text'), 'queued', 'a number that nobody stopped gets texts');
select is(tests.text('parcel_code'), 'queued', 'a number that nobody stopped gets the code of a parcel');
select is(app.stop_messages('sms', '+4235550302'), true, 'somebody stops the texts to a number');
select is(app.stop_messages('sms', '+4235550302'), false, 'stopping twice changes nothing');
select results_eq($$ select payload ->> 'msg', status, last_error from app.outbox where kind = 'sms' order by id $$,
  $$ values ('street_receipt.text', 'dead', 'stopped'), ('parcel_code', 'queued', null) $$, 'a stop drops the texts that wait, but not the code of a parcel');
select is_empty($$ select 1 from app.outbox where status = 'dead' and payload ?| '{code,link_token}' $$, 'a dropped text keeps no code and no link');
select is(tests.text('guest_ride'), 'dead stopped', 'a stopped number gets no texts');
select is(tests.text('parcel_code'), 'queued', 'a stopped number gets the code of a parcel');
select is(tests.text('bank_details_changed.text'), 'queued', 'a stopped number is warned that its bank details changed');
select is(tests.text('guest_ride', '+4235550303'), 'queued', 'another number still gets texts');
insert into app.outbox (kind, payload) values ('mail', '{"email": "+4235550302", "msg": "receipt.text"}');
select is((select status from app.outbox where kind = 'mail'), 'queued', 'a stop of texts stops no mails');
select is((select reason from app.message_log where kind = 'guest_ride' order by id limit 1), 'stopped', 'the log says that the person wants no messages');
select is_empty($$ select 1 from app.message_stops s where s::text ~ '5550302' $$, 'the table of stops has no number');
select is(public.admit_code('+4235550302'), null, 'a stopped number gets codes to sign in');
select is(app.start_messages('sms', '+4235550302'), true, 'somebody starts the texts again');
select is(app.start_messages('sms', '+4235550302'), false, 'starting twice changes nothing');
select is(tests.text('guest_ride'), 'queued', 'a number that was started again gets texts');

-- The provider says it
create function tests.fail(error text) returns void language sql security definer as $$
  delete from app.outbox where kind = 'sms';
  select tests.text('street_receipt.text');
  select public.finish_outbox(t.id, false, error, t.attempt) from public.take_outbox(10) t where t.kind = 'sms';
$$;
select tests.fail('undeliverable: receiver_refused: 400 error 21610, unsubscribed');
select results_eq($$ select channel, kind, source from app.message_stops $$, $$ values ('sms', 'all', 'provider') $$, 'a refusal because the person unsubscribed at the provider is a stop');
select is((select counts from app.message_log order by id desc limit 1), false, 'who unsubscribed is not out of reach');
select is(app.start_messages('sms', '+4235550302'), true, 'the person takes a stop at the provider back');
select tests.fail('undeliverable: receiver_refused: 400 error 21211');
select is_empty($$ select 1 from app.message_stops $$, 'a number that does not exist is no stop');
select public.log_code('sms', '+4235550309', null, 'sign_in_code', '{"state": "receiver_refused", "reason": "400 error 21610, unsubscribed"}');
select is(tests.text('guest_ride', '+4235550309'), 'dead stopped', 'a code that is refused because the person unsubscribed is a stop');
select is((select counts from app.message_log where kind = 'sign_in_code' order by id desc limit 1), false, 'a code to somebody who unsubscribed does not count as out of reach');

-- Nobody else
select tests.as_visitor();
select throws_ok($$ select app.start_messages('sms', '+4235550309') $$, '42501', null, 'a visitor cannot start texts');
select tests.act_as('rider');
select throws_ok($$ select app.stop_messages('sms', '+4235550309') $$, '42501', null, 'a rider cannot stop the texts of others');
select throws_ok($$ select * from app.message_stops $$, '42501', null, 'nobody reads the table of stops');
select * from finish();
