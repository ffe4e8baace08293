-- Texts to the firm: what they ask for, what is answered, and that nobody cancels for another one.
select no_plan();
select tests.as_owner();
delete from app.outbox;
delete from app.message_log;
delete from app.inbound_texts;
create function tests.text(words text, sender text default '+4235550399', is_answered boolean default false) returns text language sql security definer as $$
  select public.record_text('twilio', gen_random_uuid()::text, text.sender, text.words, text.is_answered)
$$;
create function tests.answers() returns text[] language sql security definer as $$
  select coalesce(array_agg(o.payload ->> 'msg' order by o.id), '{}') from app.outbox o where o.kind = 'sms' and o.payload ->> 'msg' like 'answer%'
$$;

-- What texts ask for
select is(app.text_intent(w.words), w.intent, format('"%s" asks for %s', w.words, w.intent)) from (values
  ('STOP', 'stop'), (' Stop. ', 'stop'), ('STOPALL', 'stop'), ('Abmelden', 'stop'), ('إيقاف', 'stop'), ('START', 'start'), ('unstop', 'start'),
  ('Please stop at the bakery', 'other'), ('Where is my taxi?', 'where'), ('how long will it take', 'where'), ('Wo bleibt mein Taxi', 'where'), ('أين السيارة', 'where'),
  ('Cancel', 'cancel'), ('please cancel my ride', 'cancel'), ('Stornieren bitte', 'cancel'), ('YES 123', 'yes'), ('ja', 'yes'), ('نعم ١٢٣', 'yes'), ('123', 'yes'),
  ('Auto-Reply: I am driving, where are you', 'automatic'), ('Automatische Antwort: bin im Urlaub', 'automatic'), ('Thank you!', 'other'), ('', 'other')) w (words, intent);

-- Stops
select is(tests.text('STOP'), 'stop', 'STOP is understood');
select ok(app.is_stopped('sms', '+4235550399'), 'who texts STOP gets no more texts');
select is(tests.answers(), array['answer_stop'], 'STOP is answered once');
select is(tests.text('STOP', '+4235550398', true), 'stop', 'a STOP that the provider answered is obeyed');
select is(tests.answers(), array['answer_stop'], 'a STOP that the provider answered gets no second answer');
select is(tests.text('START'), 'start', 'START is understood');
select ok(not app.is_stopped('sms', '+4235550399'), 'who texts START gets texts again');
select is(public.record_text('twilio', 'SMtwice', '+4235550397', 'Hello'), 'other', 'a text without a rule is kept');
select is(public.record_text('twilio', 'SMtwice', '+4235550397', 'Hello'), 'duplicate', 'a repeated text is one text');
select is((select count(*) from app.inbound_texts where closed_at is null), 1::bigint, 'a text that nothing answered waits for a person');

-- Where is my taxi
delete from app.outbox;
select tests.ride('ACCEPTED');
update public.booking_contacts set customer_contact = '+4235550301' where booking_id = tests.booking();
select is(tests.text('Where is my taxi?', '+4235550301'), 'where', 'somebody asks for the car');
select is((select count(*) from app.outbox o where o.payload ->> 'msg' like 'answer%' and o.payload ->> 'phone' = '+4235550301'), 1::bigint, 'who has a booking gets an answer');
select is(tests.text('Where is my taxi?', '+4235550301'), 'where', 'the same words at once are kept');
select is(cardinality(tests.answers()), 1, 'the same words at once are not answered twice: a machine may have written them');
delete from app.outbox;
select is(tests.text('Where is my taxi?', '+4235550396'), 'where', 'a stranger asks for a car');
select is(tests.answers(), '{}', 'a number without a booking learns nothing');

-- Cancelling
select is(tests.text('Cancel', '+4235550301'), 'cancel', 'somebody wants to cancel');
select is((select b.status::text from public.bookings b where b.id = tests.booking()), 'ACCEPTED', 'the word alone cancels nothing');
select tests.text('YES', '+4235550301');
select is((select b.status::text from public.bookings b where b.id = tests.booking()), 'ACCEPTED', 'YES without the code cancels nothing');
select tests.text('YES 99', '+4235550396');
select tests.text('YES ' || (select t.code from app.inbound_texts t where t.code is not null), '+4235550396');
select is((select b.status::text from public.bookings b where b.id = tests.booking()), 'ACCEPTED', 'the code from another number cancels nothing');
select tests.turn('11 minutes');
select tests.text('YES ' || (select t.code from app.inbound_texts t where t.code is not null), '+4235550301');
select is((select b.status::text from public.bookings b where b.id = tests.booking()), 'ACCEPTED', 'after ten minutes the code is void');
select tests.turn('1 hour');
select tests.text('Cancel', '+4235550301');
select tests.text('YES ' || (select t.code from app.inbound_texts t where t.code is not null), '+4235550301');
select results_eq($$ select b.status::text, b.cancelled_by, b.cancellation_fee = t.fee from public.bookings b, lateral (select i.fee from app.inbound_texts i where i.booking_id = b.id and i.fee is not null order by i.id desc limit 1) t where b.id = tests.booking() $$,
  $$ values ('CANCELLED', 'rider', true) $$, 'who repeats the code cancels, for the fee that was told');

-- Floods
delete from app.outbox;
select tests.turn('2 hours');
select tests.text('Cancel ' || n, '+4235550301') from generate_series(1, 3) n;
select is((select bool_or(tests.text('Hello ' || n, '+4235550395') = 'too_many') from generate_series(1, 40) n), true, 'a flood of one number ends');
select is(tests.text('STOP', '+4235550395'), 'stop', 'STOP is obeyed in the middle of a flood');
select ok(app.is_stopped('sms', '+4235550395'), 'the stop of a flooded number counts');

-- The desk
select tests.act_as('admin');
select ok(json_array_length(public.list_inbound_texts(only_open => true) -> 'rows') > 0, 'the desk reads the texts that wait');
select ok(exists (select from json_array_elements(public.attention_list() -> 'rows') r where r ->> 'reason' = 'texts_waiting'), 'texts without a booking are on the attention list');
select lives_ok($$ select public.close_inbound_text((t ->> 'id')::bigint) from json_array_elements(public.list_inbound_texts(only_open => true, page_size => 200) -> 'rows') t $$, 'the desk settles them');
select is(json_array_length(public.list_inbound_texts(only_open => true) -> 'rows'), 0, 'settled texts wait no longer');
select tests.act_as('rider');
select throws_ok($$ select public.list_inbound_texts() $$, 'PT403', 'not_allowed', 'a rider reads no texts to the firm');
select throws_ok($$ select public.record_text('twilio', 'x', '+4235550301', 'STOP') $$, '42501', null, 'a rider cannot invent a text');

-- The conversation at the booking
select tests.as_owner(), tests.turn('1 day'), tests.go_online(), tests.book('rider2');
select tests.let('driver', format('select public.accept_booking(%L)', tests.booking()));
update public.booking_contacts set customer_contact = '+4235550310' where booking_id = tests.booking();
delete from app.message_log where booking_id = tests.booking();
insert into app.outbox (kind, payload) values ('sms', jsonb_build_object('phone', '+4235550310', 'msg', 'text_driver', 'booking_id', tests.booking(), 'driver_id', tests.id('driver')));
select tests.turn('1 minute'), tests.text('I am at the back door', '+4235550310'), tests.turn('1 minute'), tests.text('Where are you?', '+4235550310'), tests.text('YES 123', '+4235550310');
select tests.act_as('admin');
select results_eq($$ select t.kind, t.state, t.words, t.receiver_end from public.booking_texts(tests.booking()) t where t.kind <> 'yes' $$,
  $$ values ('text_driver', 'queued', null, '0310'), ('other', 'waits', 'I am at the back door', '0310'), ('where', 'received', 'Where are you?', '0310'), ('answer', 'queued', null, '0310') $$,
  'the desk reads what was sent and what came in, in the order of time');
select is_empty($$ select 1 from public.booking_texts(tests.booking()) t where t::text ~ '35550310' $$, 'the conversation shows no whole number');
select tests.act_as('rider');
select throws_ok($$ select * from public.booking_texts(tests.booking()) $$, 'PT403', 'not_allowed', 'a rider does not read the conversation');

-- The driver
select tests.act_as('driver');
select is_empty($$ select 1 from public.passenger_texts(tests.booking()) $$, 'a driver reads no texts unless the setting says so');
select tests.as_owner(), tests.set('driver_reads_texts', 'true');
select tests.act_as('driver');
select results_eq($$ select t.words, t.who from public.passenger_texts(tests.booking()) t $$, $$ values ('Where are you?', 'customer'), ('I am at the back door', 'customer') $$,
  'the driver of the trip reads what its people write, without codes');
select is_empty($$ select 1 from public.passenger_texts(tests.booking()) t where t::text ~ '35550310' $$, 'the driver reads no number');
select tests.act_as('driver2');
select is_empty($$ select 1 from public.passenger_texts(tests.booking()) $$, 'another driver reads nothing');
select tests.act_as('rider');
select throws_ok($$ select * from public.passenger_texts(tests.booking()) $$, 'PT403', 'not_a_driver', 'a rider reads nothing');
select tests.as_owner();
create temp table told as select count(*) from realtime.messages where topic = 'driver:' || tests.id('driver') and event = 'text';
select tests.text('Blue jacket', '+4235550310');
select is((select count(*) from realtime.messages where topic = 'driver:' || tests.id('driver') and event = 'text') - (select count from told), 1::bigint, 'the driver''s page hears of a new text');
select tests.set('driver_reads_texts', 'false'), tests.text('Red jacket', '+4235550310');
select is((select count(*) from realtime.messages where topic = 'driver:' || tests.id('driver') and event = 'text') - (select count from told), 1::bigint, 'without the setting the driver''s page hears nothing');
select tests.set('driver_reads_texts', 'true'), tests.let('driver', format('select public.cancel_booking(%L, ''Flat tyre'')', tests.booking()));
select tests.act_as('driver');
select is_empty($$ select 1 from public.passenger_texts(tests.booking()) $$, 'a driver who gave the trip back reads nothing');
select tests.as_owner(), tests.set('driver_reads_texts', 'false');

-- Sending again
select tests.as_owner();
delete from app.outbox;
delete from app.message_log;
insert into app.outbox (kind, payload) values ('sms', '{"phone": "+4235550302", "msg": "street_receipt.text"}'), ('sms', '{"phone": "+4235550302", "msg": "parcel_code", "code": "12345"}');
select public.finish_outbox(t.id, false, 'undeliverable: 400 error 21617', t.attempt) from public.take_outbox(10) t;
select tests.act_as('admin');
select results_eq($$ select kind, can_resend from public.list_messages() order by id $$, $$ values ('street_receipt', true), ('parcel_code', false) $$, 'a failed message can be sent again, a code cannot');
select lives_ok($$ select public.resend_message((select min(id) from public.list_messages())) $$, 'the desk sends a message again');
select throws_ok($$ select public.resend_message((select min(id) from public.list_messages())) $$, 'PT409', 'message_not_resent', 'a message is sent again only once');
select throws_ok($$ select public.resend_message(-1) $$, 'PT404', 'message_not_found', 'an unknown message is not sent again');
select throws_ok($$ select public.resend_message((select id from public.list_messages() where kind = 'parcel_code')) $$, 'PT409', 'message_not_resent', 'a code is never sent again');
select is((select count(*) from public.list_messages() where state = 'queued' and not can_resend), 1::bigint, 'the copy waits, and is not sent again either');
select tests.as_owner();
select is((select count(*) from public.audit_log where action = 'resend_message'), 1::bigint, 'sending again is in the audit log');

-- The day's limit
delete from app.message_log;
update public.settings set sms_day_limit = 100 where id = 1;
select public.log_code('sms', '+4235587000', null, 'sign_in_code', '{"state": "sent", "provider": "vonage", "segments": 79}');
select is(app.warn_of_texts(), false, 'nobody is warned below four fifths of the limit');
select public.log_code('sms', '+4235587000', null, 'sign_in_code', '{"state": "sent", "provider": "vonage", "segments": 1}');
select is(app.warn_of_texts(), true, 'staff is warned at four fifths of the limit');
select is(app.warn_of_texts(), false, 'staff is warned once a day');
select ok((select count(*) from public.notices where key = 'texts_near_limit') > 0 and exists (select from app.outbox where payload ->> 'msg' = 'texts_near_limit.text' and kind = 'mail'), 'the warning is a notice and a mail');
select tests.act_as('admin');
select results_eq($$ select (public.text_usage()).used::int, (public.text_usage())."limit" $$, $$ values (80, 100) $$, 'the desk sees what the day has used');
select is((public.text_usage()).estimated, null, 'without a price no cost is estimated');
select tests.as_owner();
select tests.set('sms_price', '0.07'), public.log_code('sms', '+4235587000', null, 'sign_in_code', '{"state": "sent", "provider": "vonage", "segments": 1, "cost": {"amount": "0.05", "currency": "EUR"}}'), public.log_code('sms', '+4235587000', null, 'sign_in_code', '{"state": "retry", "segments": 5}');
select tests.act_as('admin');
select is((public.text_usage()).estimated, 5.6, 'parts whose cost no provider told are estimated by the price; what was not sent costs nothing');
select ok(exists (select from json_array_elements(public.attention_list() -> 'rows') r where r ->> 'reason' = 'texts_near_limit'), 'the limit is on the attention list');
select * from finish();
