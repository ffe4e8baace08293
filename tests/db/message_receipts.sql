-- Receipts of providers: each once, in any order, and only about the message that they name.
select no_plan();
select tests.as_owner();
delete from app.outbox;
delete from app.message_log;
create function tests.sent(kind text, receiver text, provider text, ref text) returns bigint language sql security definer as $$
  insert into app.outbox (kind, payload) values (sent.kind, jsonb_build_object(case sent.kind when 'sms' then 'phone' else 'email' end, sent.receiver, 'msg', 'street_receipt.text'));
  select public.finish_outbox(t.id, true, null, t.attempt, jsonb_build_object('provider', sent.provider, 'ref', sent.ref, 'segments', 1)) from public.take_outbox(10) t;
  select max(l.outbox_id) from app.message_log l
$$;
create function tests.report(provider text, ref text, state text, reason text default null, is_permanent boolean default false, key text default null, receiver text default null)
  returns text language sql security definer as $$
  select public.record_receipt(report.provider, coalesce(report.ref, report.key) || ':' || report.state, report.ref, report.key, report.receiver, report.state, report.reason, report.is_permanent)
$$;
create function tests.log_state(ref text) returns text language sql security definer as $$
  select concat_ws(' ', l.state, l.reason) from app.message_log l where l.ref = log_state.ref
$$;

-- In any order
select tests.sent('sms', '+4235550301', 'twilio', 'SM1');
select is(tests.log_state('SM1'), 'sent', 'a message that a provider took is sent');
select is(tests.report('twilio', 'SM1', 'taken'), 'late', 'that a message is on its way is no news');
select is(tests.report('twilio', 'SM1', 'failed', 'error 30008'), 'applied', 'a text can fail after it was taken');
select is(tests.log_state('SM1'), 'failed undeliverable: error 30008', 'the log says why a text failed');
select is(tests.report('twilio', 'SM1', 'delivered'), 'applied', 'a phone''s acknowledgement counts, even after a failure');
select is(tests.report('twilio', 'SM1', 'failed'), 'duplicate', 'a repeated report changes nothing');
select is(public.record_receipt('twilio', 'another', 'SM1', null, null, 'failed'), 'late', 'no failure follows the acknowledgement of a phone');
select is(tests.log_state('SM1'), 'delivered', 'a text that arrived stays so');
select tests.sent('mail', 'ann@hackney.test', 'resend', 're1');
select is(tests.report('resend', 're1', 'delivered'), 'applied', 'a server took the mail');
select is(public.record_receipt('resend', 'soft', 're1', null, null, 'failed', 'bounced, Transient'), 'late', 'a passing failure does not take back that a mail arrived');
select is(public.record_receipt('resend', 'hard', 're1', null, null, 'failed', 'bounced, Permanent', true), 'applied', 'a mail can bounce after a server took it');
select is(public.record_receipt('resend', 'late', 're1', null, null, 'delivered'), 'late', 'a bounced mail did not arrive, whatever comes later');
select is(tests.log_state('re1'), 'failed receiver_refused: bounced, Permanent', 'the log says that a mail bounced');
-- All orders of three reports of one text end alike.
select results_eq($$ select distinct app.is_news_of(r, l) from app.message_log l, (values ('delivered'), ('delivered')) s (state),
  lateral (select (jsonb_populate_record(null::app.message_receipts, jsonb_build_object('state', s.state, 'is_permanent', false))).*) r where l.ref = 'SM1' $$, array[true],
  'an acknowledgement always counts for a text');

-- Before the sender has noted it
insert into app.outbox (kind, payload) values ('sms', '{"phone": "+4235550304", "msg": "street_receipt.text"}');
create temporary table early as select t.id, t.attempt from public.take_outbox(10) t;
select is(tests.report('twilio', 'SM2', 'delivered', key => (select 'outbox-' || id from early), receiver => '+4235550304'), 'applied', 'a receipt that overtakes the sender is found by our key');
select public.finish_outbox(id, true, null, attempt, '{"provider": "twilio", "ref": "SM2", "segments": 1}') from early;
select is(tests.log_state('SM2'), 'delivered', 'the sender''s late note does not take back that a text arrived');
insert into app.outbox (kind, payload) values ('sms', '{"phone": "+4235550304", "msg": "street_receipt.text"}');
truncate early;
insert into early select t.id, t.attempt from public.take_outbox(10) t;
select tests.report('twilio', 'SM3', 'failed', 'error 30008', key => (select 'outbox-' || id from early));
select public.finish_outbox(id, true, null, attempt, '{"provider": "twilio", "ref": "SM3", "segments": 1}') from early;
select is(tests.log_state('SM3'), 'failed undeliverable: error 30008', 'the sender''s late note does not take back that a text failed');
insert into app.outbox (kind, payload) values ('sms', '{"phone": "+4235550304", "msg": "street_receipt.text"}');
truncate early;
insert into early select t.id, t.attempt from public.take_outbox(10) t;
select public.finish_outbox(id, false, 'unknown: no answer in time', attempt) from early;
select is(tests.report('twilio', 'SM4', 'delivered', key => (select 'outbox-' || id from early)), 'applied', 'a receipt says what nobody knew');
select is(tests.log_state('SM4'), 'delivered', 'a text that was perhaps sent has arrived');
select is(public.record_receipt('africastalking', 'AT1:Success', 'AT1', null, null, 'delivered'), 'unknown', 'a receipt of a message that is not logged is kept');
select public.log_code('sms', '+4235550303', null, 'sign_in_code', '{"state": "sent", "provider": "africastalking", "ref": "AT1", "segments": 1, "cost": {"amount": "0.8000", "currency": "KES"}}');
select is(app.settle_receipts(), 1, 'the next minute applies it');
select results_eq($$ select state, cost, currency, entered_at from app.message_log where ref = 'AT1' $$, $$ values ('delivered', 0.8::numeric(14, 8), 'KES', null::timestamptz) $$, 'a code that arrived is not one that was entered');

-- About another message
select is(tests.report('twilio', 'SM1', 'delivered', receiver => '+4235550399'), 'refused', 'a receipt that names another number is refused');
select is(tests.report('vonage', 'SM1', 'delivered'), 'unknown', 'a provider cannot report about a message of another one');
select is(public.record_receipt('twilio', 'x', 'SM9', (select 'outbox-' || l.outbox_id from app.message_log l where l.ref = 'SM3'), null, 'delivered'), 'unknown', 'our key does not help who names another id');
select is(public.record_receipt('twilio', 'y', 'SM9', k.key, null, 'delivered'), 'unknown', 'a key that is none of ours finds nothing: ' || k.key)
  from (values ('outbox-'), ('outbox-1 or 1=1'), ('outbox-99999999999999999999'), ('7'), ('')) k (key) where k.key <> 'outbox-' limit 1;
select is(tests.log_state('SM3'), 'failed undeliverable: error 30008', 'none of these changed a message');
select tests.turn('8 days');
select app.settle_receipts();
select is_empty($$ select 1 from app.message_receipts where message_id is null $$, 'receipts that belong to no message are forgotten after a week');

-- Costs
select public.record_receipt('twilio', 'price', 'SM1', null, null, 'taken', segments => 2, cost => 0.0333, currency => 'EUR');
select results_eq($$ select segments, cost, currency, state from app.message_log where ref = 'SM1' $$, $$ values (2, 0.0333::numeric(14, 8), 'EUR', 'delivered') $$, 'a provider''s price and count of segments replace ours');

-- A number that fails for ever
delete from app.message_log;
create function tests.failed_for_ever(reason text) returns boolean language plpgsql security definer as $$
declare v_ref text := 'SM' || gen_random_uuid();
begin
  perform tests.sent('sms', '+4235550302', 'twilio', v_ref);
  perform tests.report('twilio', v_ref, 'failed', failed_for_ever.reason, true);
  return app.is_dead_receiver('+4235550302');
end $$;
select is(tests.failed_for_ever('error 30005'), false, 'one receipt of a lasting failure does not end a number');
select is(tests.failed_for_ever('error 30005'), false, 'a second one on the same day does not either');
select tests.turn('25 hours');
select is(tests.failed_for_ever('error 30005'), true, 'lasting failures on two days end a number');
delete from app.message_log;
select tests.failed_for_ever('error 21610, unsubscribed');
select tests.turn('25 hours');
select is(tests.failed_for_ever('error 21610, unsubscribed'), false, 'who wants no messages is not out of reach');

-- Stops
select is(public.record_stop('sms', '+4235550302'), true, 'a provider tells that somebody wants no messages');
select is(public.record_stop('sms', '+4235550302'), false, 'a stop that is known changes nothing');
select results_eq($$ select source from app.message_stops $$, array['provider'], 'the stop is the provider''s');

-- Codes that arrive and are not entered
delete from app.message_log;
select public.log_code('sms', '+423557' || n, null, 'sign_in_code', jsonb_build_object('state', 'sent', 'provider', 'twilio', 'ref', 'C' || n, 'segments', 1)) from generate_series(2000, 2011) n;
select public.record_receipt('twilio', 'C' || n, 'C' || n, null, null, 'delivered') from generate_series(2000, 2011) n;
select tests.turn('10 minutes');
select is(app.is_unentered_range(app.receiver_hash(app.number_range('+4235572000'))), true, 'codes that arrive and that nobody enters still slow their range');
select is(app.texts_of_day(), 12::bigint, 'texts that arrived count for the day');
delete from app.message_receipts;
select public.record_receipt('twilio', 'F' || n, 'C' || n, null, null, 'failed', 'error 30008') from generate_series(2000, 2011) n;
select is(app.texts_of_day(), 12::bigint, 'texts that a provider took count for the day, even if they failed later');

select tests.act_as('admin');
select throws_ok($$ select public.record_receipt('twilio', 'e', 'SM1', null, null, 'delivered') $$, '42501', null, 'an admin cannot report for a provider');
select throws_ok($$ select public.record_stop('sms', '+4235550302') $$, '42501', null, 'an admin cannot report a stop for a provider');
select * from finish();
