-- Trip texts: who is texted about what, once for each event, and who may call it off.
select no_plan();
select tests.set('app_category', 'both');
create function tests.desk_books(rider text default 'rider4', details jsonb default '{}', car text default 'Cab') returns uuid language plpgsql security definer as $$
begin
  perform tests.turn('1 minute'), tests.go_online();
  perform tests.let('admin', format('select public.create_booking(%L, ''cash'', details => %L)', tests.quote(rider, car), details));
  return tests.booking();
end $$;
create function tests.texts() returns text language sql security definer as $$
  select coalesce(string_agg(concat_ws(' ', o.payload ->> 'who', o.payload ->> 'msg', case when o.kind = 'mail' then 'by mail' end, case when o.status = 'dead' then o.last_error end), ', ' order by o.id), '')
  from app.outbox o where o.kind in ('sms', 'mail') and o.payload ->> 'booking_id' = tests.booking()::text
$$;
create function tests.call_off() returns void language sql security definer as $$
  select tests.let('admin', format('select public.cancel_booking(%L, ''Road closed'')', tests.booking()))
$$;
create function tests.ride_on(upto text) returns void language plpgsql security definer as $$
begin
  perform tests.let('driver', format('select public.accept_booking(%L)', tests.booking()));
  if upto = 'ACCEPTED' then return; end if;
  perform tests.let('driver', format('select public.arrive_at_pickup(%L)', tests.booking()));
  if upto = 'ARRIVED' then return; end if;
  perform tests.let('driver', format('select public.start_trip(%L, %L)', tests.booking(), tests.code()));
  perform tests.let('driver', format('select public.reach_drop(%L)', tests.booking())), tests.let('driver', format('select public.confirm_cash(%L)', tests.booking()));
end $$;
create function tests.rider_mail(is_known boolean) returns void language sql security definer as $$
  update auth.users set email_confirmed_at = case when rider_mail.is_known then now() end where id = tests.id('rider4')
$$;
select tests.rider_mail(false);
delete from auth.sessions;

-- A caller without the app
select tests.set('text_receipt', 'without_app'), tests.desk_books(), tests.ride_on('PAID');
select is(tests.texts(), 'customer text_booked, customer text_driver, customer text_outside, customer text_receipt', 'a caller without the app is texted from the booking to the receipt');
select ok((select o.payload ->> 'phone' = p.mobile and o.user_id = p.id and public.shared_trip(o.payload ->> 'link_token') ->> 'status' = 'PAID' from app.outbox o, public.profiles p
  where p.id = tests.id('rider4') and o.payload ->> 'msg' = 'text_booked' and o.payload ->> 'booking_id' = tests.booking()::text), 'the text has a link to the trip');
select ok((select o.payload #>> '{params,plate}' = 'FL 28 114' and (o.payload #>> '{params,minutes}')::integer between 1 and 60 from app.outbox o
  where o.payload ->> 'msg' = 'text_driver' and o.payload ->> 'booking_id' = tests.booking()::text), 'the text about the driver has plate and minutes');
select is((select (o.payload #>> '{params,amount}')::numeric from app.outbox o where o.payload ->> 'msg' = 'text_receipt' and o.payload ->> 'booking_id' = tests.booking()::text),
  (select payable_amount from public.bookings where id = tests.booking()), 'the text about the receipt has what was paid');

-- Never twice
select is(app.text_trip(b, 'booked') + app.text_trip(b, 'driver', b.driver_id::text) + app.text_trip(b, 'receipt'), 0, 'an event is never texted twice') from public.bookings b where b.id = tests.booking();
select throws_ok($$ insert into app.trip_texts (booking_id, kind, event, receiver_hash) select t.booking_id, t.kind, t.event, t.receiver_hash from app.trip_texts t limit 1 $$, '23505', null, 'a table holds each event and receiver once');
select tests.desk_books(), tests.ride_on('ACCEPTED'), tests.let('driver', format('select public.cancel_booking(%L, ''Flat tyre'')', tests.booking())), tests.turn('5 minutes'), tests.go_online();
select tests.let('admin', format('select public.assign_driver(%L, %L)', tests.booking(), tests.id('driver'))), tests.ride_on('ACCEPTED');
select is(tests.texts(), 'customer text_booked, customer text_driver', 'the same driver who comes back is texted once');
select tests.call_off();
select is((select o.payload #>> '{params,reason}' from app.outbox o where o.payload ->> 'msg' = 'text_cancelled' and o.payload ->> 'booking_id' = tests.booking()::text), 'Road closed', 'the reason of the desk is in the text');

-- With the app
insert into auth.sessions (id, user_id, created_at, updated_at) values (gen_random_uuid(), tests.id('rider4'), now(), now());
select tests.desk_books(), tests.ride_on('ACCEPTED'), tests.call_off();
select is(tests.texts(), '', 'a customer with the app gets no texts');
insert into public.push_tokens (token, user_id, platform) values ('fcm-token-rider4', tests.id('rider4'), 'ANDROID');
select tests.set('text_driver', 'everybody'), tests.desk_books(), tests.ride_on('ACCEPTED');
select is(tests.texts(), 'customer text_driver', 'a text to everybody also goes to customers with the app');
create temp table acked as select o.id, o.due_at - app.now() as waits, p.payload ->> 'ack' as ack from app.outbox o, app.outbox p
  where o.payload ->> 'msg' = 'text_driver' and o.payload ->> 'booking_id' = tests.booking()::text and p.kind = 'push' and p.payload ->> 'title' = 'driver_accepted.title' and p.payload ->> 'booking_id' = tests.booking()::text;
grant select on acked to public;
select ok((select waits between interval '15 seconds' and interval '20 seconds' and ack is not null from acked), 'the text waits 20 seconds for a device that shows the push');
select tests.as_visitor();
select throws_ok($$ select public.push_shown(gen_random_uuid()) $$, '42501', null, 'a visitor says nothing to the database itself');
select tests.as_service();
select lives_ok($$ select public.push_shown(gen_random_uuid()) $$, 'an unknown key says nothing');
select tests.as_owner();
select is(tests.texts(), 'customer text_driver', 'an unknown key calls off no text');
select tests.as_service();
select lives_ok($$ select public.push_shown((select ack::uuid from acked)) $$, 'a device says that it has shown the push');
select tests.as_owner();
select is(tests.texts(), '', 'a text whose push was shown is not sent');
select is_empty($$ select 1 from app.message_log l, acked a where l.outbox_id = a.id $$, 'a text that was never sent is not in the log');
select lives_ok($$ select app.text_trip(b, 'driver', b.driver_id::text) from public.bookings b where b.id = tests.booking() $$, 'the event may come again');
select is(tests.texts(), '', 'a text whose push was shown does not come back');
select tests.call_off(), tests.desk_books(), tests.ride_on('ACCEPTED'), tests.turn('21 seconds');
select is((select count(*) from public.take_outbox(1000) t where t.payload ->> 'msg' = 'text_driver'), 1::bigint, 'without an answer of a device the text goes out');
select public.push_shown((select p.payload ->> 'ack' from app.outbox p where p.kind = 'push' and p.payload ->> 'title' = 'driver_accepted.title' and p.payload ->> 'booking_id' = tests.booking()::text)::uuid);
select is(tests.texts(), 'customer text_driver', 'a late answer does not touch a text that a sender has');
select tests.call_off(), tests.set('text_driver', 'without_app');
delete from auth.sessions;

-- Guests and recipients
select tests.desk_books('rider', '{"guest_name": "Gina", "guest_phone": "+4235558888"}'), tests.ride_on('ACCEPTED'), tests.call_off();
select is(tests.texts(), 'guest guest_ride, guest text_driver, guest text_cancelled', 'a guest is texted instead of the customer');
select is((select string_agg(distinct payload ->> 'phone', ' ') from app.outbox where kind = 'sms' and payload ->> 'booking_id' = tests.booking()::text), '+4235558888', 'all texts go to the guest''s number');
select tests.desk_books('rider', '{"delivery_person": "Eva", "delivery_person_phone": "+4235551212"}', 'Courier'), tests.call_off();
select is(tests.texts(), 'customer text_booked, recipient text_booked, customer text_cancelled, recipient text_cancelled', 'sender and recipient of a parcel are both texted');
select tests.turn('1 minute'), tests.go_online(), tests.let('rider', format('select public.create_booking(%L, ''cash'', null, ''{"guest_name": "Oma", "guest_phone": "+4235558889"}'')', tests.quote()));
select tests.let('rider', format('select public.cancel_booking(%L, ''Buy at evil.example'')', tests.booking()));
select is((select count(*) from app.outbox where kind = 'sms' and payload::text ~ 'evil'), 0::bigint, 'a rider''s reason is not texted to somebody else');

-- Switches
select tests.set('text_booked', 'off'), tests.set('text_cancelled', 'off'), tests.desk_books(), tests.call_off();
select is(tests.texts(), '', 'a kind that is switched off is not texted');
select tests.set('text_booked', 'without_app');

-- Mails
create temp table number as select mobile from public.profiles where id = tests.id('rider4');
select tests.rider_mail(true), tests.set('text_cancelled', 'without_app'), tests.desk_books(), tests.call_off();
select is(tests.texts(), 'customer text_booked, customer text_cancelled', 'who has a number and an address gets texts only');
select tests.desk_books();
update public.booking_contacts set customer_contact = null where booking_id = tests.booking();
select tests.ride_on('ACCEPTED'), tests.call_off();
select is(tests.texts(), 'customer text_booked, customer text_driver by mail, customer text_cancelled by mail', 'a customer without a number gets mails');
select app.stop_messages('sms', (select mobile from number));
select tests.set('mail_receipt', 'without_app'), tests.set('quiet_from', '00:01'), tests.set('quiet_to', '00:00'), tests.desk_books(), tests.ride_on('PAID'), tests.set('quiet_from', '');
select is(tests.texts(), 'customer text_booked by mail, customer text_driver by mail, customer text_outside by mail, customer text_receipt by mail', 'a customer whose number stopped texts gets mails from the booking to the receipt');
select ok((select count(*) = 4 and bool_and(o.payload ->> 'email' = (select email from auth.users where id = tests.id('rider4')) and o.due_at <= app.now() + interval '20 seconds' and o.payload ->> 'preferences' ~ '^[0-9a-f]{24}$'
  and public.shared_trip(o.payload ->> 'link_token') ->> 'status' = 'PAID') from app.outbox o where o.kind = 'mail' and o.payload ->> 'booking_id' = tests.booking()::text), 'a mail waits for no morning and has links to the trip, also when it is paid, and to the choice of mails');
select is(app.text_trip(b, 'booked') + app.text_trip(b, 'receipt'), 0, 'an event is never mailed twice') from public.bookings b where b.id = tests.booking();
select tests.desk_books(), tests.ride_on('ACCEPTED');
select app.start_messages('sms', (select mobile from number));
select is(app.text_trip(b, 'driver', b.driver_id::text), 0, 'an event that was mailed is not texted when texts are wanted again') from public.bookings b where b.id = tests.booking();
select tests.call_off();
select is(tests.texts(), 'customer text_booked by mail, customer text_driver by mail, customer text_cancelled', 'the next event is texted again');
select tests.set('text_booked', 'off'), tests.desk_books();
select is(tests.texts(), 'customer text_booked by mail', 'a kind without texts is mailed');
select tests.call_off(), tests.set('mail_booked', 'off'), tests.desk_books();
select is(tests.texts(), '', 'a kind that is switched off on both ways is not sent');
select tests.call_off(), tests.set('mail_booked', 'without_app');
select tests.rider_mail(false);
select tests.desk_books();
select is(tests.texts(), '', 'nothing is mailed to an address that nobody has confirmed');
select tests.call_off(), tests.rider_mail(true), tests.set('text_booked', 'without_app'), tests.set('sms_day_limit', '0'), tests.desk_books();
select is(tests.texts(), 'customer text_booked by mail', 'when the day''s texts are used up, a mail goes out');
select tests.call_off(), tests.set('sms_day_limit', null);
insert into app.message_log (kind, channel, receiver, receiver_end, receiver_hash, state, reason, at, changed_at)
select 'text_driver', 'sms', '***', '0000', app.receiver_hash((select mobile from number)), 'failed', 'undeliverable: receiver_refused', app.now() - d, app.now() - d from unnest(array['1 day', '2 days']::interval[]) d;
select tests.desk_books();
select is(tests.texts(), 'customer text_booked by mail', 'a number that was refused on two days gets mails instead');
select tests.call_off();
delete from app.message_log where reason = 'undeliverable: receiver_refused';

-- The choice of mails
select tests.set('text_booked', 'off'), tests.desk_books();
create temp table mail_keys as select o.payload ->> 'preferences' as key from app.outbox o where o.payload ->> 'msg' = 'text_booked' and o.payload ->> 'booking_id' = tests.booking()::text;
grant select on mail_keys to public;
select tests.as_visitor();
select is(to_jsonb(public.message_preferences((select key from mail_keys))), '{"kinds": ["booked", "driver", "outside", "cancelled", "receipt"], "off": [], "stopped": false, "channel": "mail"}'::jsonb, 'the key of a mail shows the kinds of mails');
select is((public.save_message_preferences((select key from mail_keys), '{driver}', false)).off, '{driver}'::text[], 'a kind of mails is switched off');
select tests.as_owner();
update public.booking_contacts set customer_contact = null where booking_id = tests.booking();
select tests.ride_on('ACCEPTED');
select is(tests.texts(), 'customer text_booked by mail', 'a kind of mails that the person switched off is not sent');
select tests.as_visitor();
select ok((public.save_message_preferences((select key from mail_keys), '{}', true)).stopped, 'the person stops all mails about trips');
select tests.as_owner(), tests.call_off();
select is(tests.texts(), 'customer text_booked by mail', 'who stopped mails about trips gets none');
insert into app.outbox (kind, user_id, payload) select 'mail', id, jsonb_build_object('email', email, 'title', 'receipt.title', 'msg', 'receipt.text') from auth.users where id = tests.id('rider4');
select is((select status from app.outbox where payload ->> 'msg' = 'receipt.text' order by id desc limit 1), 'queued', 'a receipt that somebody asked for is sent all the same');
select tests.rider_mail(false), tests.set('mail_receipt', 'off'), tests.set('text_booked', 'without_app'), tests.set('text_cancelled', 'off');

-- A push before a mail
select tests.set('mail_booked', 'everybody'), tests.set('text_booked', 'off'), tests.rider_mail(true), tests.desk_books();
select is(tests.texts(), '', 'a stop of mails also holds for people with the app');
delete from app.message_stops;
select tests.call_off(), tests.desk_books();
select is(tests.texts(), 'customer text_booked by mail', 'without the stop they are mailed');
select tests.call_off(), tests.rider_mail(false), tests.set('mail_booked', 'without_app'), tests.set('text_booked', 'without_app');

-- The day's limit
select tests.set('sms_day_limit', '1000000'), tests.desk_books();
select is(tests.texts(), 'customer text_booked', 'within the day''s limit texts go out');
update app.message_log set segments = 1, at = app.now() - interval '2 days';
select public.log_code('sms', '+4235557000', null, 'sign_in_code', '{"state": "sent", "provider": "vonage", "segments": 80}');
select tests.call_off(), tests.set('sms_day_limit', '100'), tests.desk_books();
select is(tests.texts(), 'customer text_booked no_texts_left', 'the last fifth of the day''s texts is for codes');
select is(public.admit_code('+4235550404') is distinct from 'no_texts_left' or (select count(*) from auth.users where phone = '4235550404') = 0, true, 'codes go out when texts no longer do');
select is(app.texts_of_day(), 80::bigint, 'a text that was refused does not count');
select tests.set('sms_day_limit', null), tests.call_off();
select tests.desk_books();
select cmp_ok(app.texts_of_day(), '>', 80::bigint, 'trip texts count within the day''s limit');
select tests.call_off();

-- A number is not flooded
insert into app.trip_texts (booking_id, kind, event, receiver_hash) select gen_random_uuid(), 'booked', n::text, app.receiver_hash('+4235558890') from generate_series(1, 40) n;
select tests.desk_books('rider', '{"guest_name": "Gina", "guest_phone": "+4235558890"}');
select is(tests.texts(), 'guest guest_ride too_many_texts', 'a number gets at most forty texts a day');
select tests.call_off();

-- Delays
select tests.set('text_delayed', 'without_app'), tests.set('late_text_minutes', '10'), tests.desk_books(), tests.ride_on('ACCEPTED');
update public.bookings set promised_at = app.now() + interval '1 minute' where id = tests.booking();
select tests.turn('10 minutes');
update public.driver_positions set updated_at = app.now() - interval '5 minutes';
select is(app.text_delays(), 0, 'a car that is less late than the setting is not texted');
select tests.turn('2 minutes');
select is(app.text_delays(), 1, 'a late car is texted');
select is(app.text_delays(), 0, 'a late car is texted once');
select is((select o.payload #>> '{params,minutes}' from app.outbox o where o.payload ->> 'msg' = 'text_delayed'), '11', 'the text says how late the car is');
select tests.call_off();

-- Preferences
select tests.desk_books();
create temp table keys as select o.payload ->> 'preferences' as key from app.outbox o where o.payload ->> 'msg' = 'text_booked' and o.payload ->> 'booking_id' = tests.booking()::text;
grant select on keys to public;
select matches((select key from keys), '^[0-9a-f]{24}$', 'the text has a key of its receiver');
select is_empty($$ select 1 from app.preference_keys p, keys k where p::text ~ k.key $$, 'the key itself is stored nowhere but in the waiting text');
select tests.as_visitor();
select is(to_jsonb(public.message_preferences((select key from keys))), '{"kinds": ["booked", "driver", "outside", "delayed", "receipt"], "off": [], "stopped": false, "channel": "sms"}'::jsonb, 'the key shows the kinds of texts, and nothing about the person');
select throws_ok($$ select public.message_preferences('0123456789abcdef01234567') $$, 'PT404', 'preferences_not_found', 'a guessed key is refused');
select throws_ok($$ select public.message_preferences(null) $$, 'PT404', 'preferences_not_found', 'a key of null is refused');
select throws_ok($$ select public.save_message_preferences('0123456789abcdef01234567', '{}', true) $$, 'PT404', 'preferences_not_found', 'a guessed key stores nothing');
select throws_ok($$ select public.save_message_preferences((select key from keys), '{parcel_code}', false) $$, 'PT422', 'preferences_invalid', 'a kind that does not exist is refused');
select throws_ok($$ select public.save_message_preferences((select key from keys), null, false) $$, 'PT422', 'preferences_invalid', 'preferences of null are refused');
select is((public.save_message_preferences((select key from keys), '{driver,driver}', false)).off, '{driver}'::text[], 'a kind is switched off');
select tests.as_owner();
select tests.ride_on('PAID');
select is(tests.texts(), 'customer text_booked, customer text_outside, customer text_receipt', 'a kind that the person switched off is not texted');
select tests.as_visitor();
select ok((public.save_message_preferences((select key from keys), '{}', true)).stopped, 'the person stops all texts');
select tests.as_owner(), tests.desk_books();
select is(tests.texts(), '', 'a person who stopped all texts gets none');
select tests.call_off(), tests.desk_books('rider', '{"guest_name": "Gina", "guest_phone": "+4235558888"}');
select is(tests.texts(), 'guest guest_ride', 'the stop of one person stops nobody else');
select tests.call_off(), tests.as_visitor();
select is(to_jsonb(public.save_message_preferences((select key from keys), '{}', false)), '{"kinds": ["booked", "driver", "outside", "delayed", "receipt"], "off": [], "stopped": false, "channel": "sms"}'::jsonb, 'the person wants texts again');
select tests.as_owner();
select app.stop_messages('sms', (select mobile from public.profiles where id = tests.id('rider4')), 'provider');
select ok((public.save_message_preferences((select key from keys), '{}', false)).stopped, 'a stop at the provider is not taken back on our page');
select tests.turn('91 days'), tests.as_visitor();
select throws_ok($$ select public.message_preferences((select key from keys)) $$, 'PT404', 'preferences_not_found', 'a key expires after 90 days');
select tests.as_owner();
select app.clean_outbox();
select is_empty($$ select 1 from app.preference_keys where created_at < app.now() - interval '90 days' union all select 1 from app.trip_texts where created_at < app.now() - interval '90 days' $$, 'keys and events are deleted after 90 days');

-- The desk
select tests.desk_books('rider', '{"guest_name": "Gina", "guest_phone": "+4235558888"}');
select tests.act_as('admin');
select results_eq($$ select t.kind, t.receiver_end, t.state from public.booking_texts(tests.booking()) t $$, $$ values ('guest_ride', '8888', 'queued') $$, 'the desk sees the texts about a booking');
select tests.act_as('rider');
select throws_ok($$ select * from public.booking_texts(tests.booking()) $$, 'PT403', 'not_allowed', 'a rider cannot read the texts about a booking');
select throws_ok($$ select app.text_trip(b, 'booked') from public.bookings b limit 1 $$, '42501', null, 'a rider cannot text');
select throws_ok($$ select * from app.trip_texts $$, '42501', null, 'nobody reads the table of texts');
select throws_ok($$ select * from app.preference_keys $$, '42501', null, 'nobody reads the keys');
select * from finish();
