-- News by mail and text message: who agreed, who gets them, in which language, when, and how they end.
select no_plan();
create function tests.news(title text, channels text[] default '{mail,sms}', words jsonb default '{}', usertype text default 'All') returns uuid language sql volatile as $$
  insert into public.notifications (title, body, channels, words, usertype) values (news.title, 'Snow', news.channels, news.words, news.usertype) returning id
$$;
create function tests.got(title text) returns text language sql stable security definer as $$
  select coalesce(string_agg(concat_ws(' ', o.kind, coalesce(o.payload ->> 'email', o.payload ->> 'phone'), o.payload ->> 'lang', nullif(o.status, 'queued'), o.last_error), ', ' order by o.kind, coalesce(o.payload ->> 'email', o.payload ->> 'phone') collate "C"), '')
  from app.outbox o join public.notifications n on n.id = o.notification_id where n.title = got.title
$$;
create function tests.key_of(receiver text) returns text language sql stable security definer as $$
  select o.payload ->> 'preferences' from app.outbox o where receiver in (o.payload ->> 'email', o.payload ->> 'phone') and o.payload ? 'preferences' order by o.id desc limit 1
$$;
create function tests.history(name text, of_channel text) returns text language sql stable security definer as $$
  select coalesce(string_agg(case when c.given then 'yes by ' else 'no by ' end || c.source, ', ' order by c.id), '') from app.news_consents c where c.user_id = tests.id(name) and c.channel = of_channel
$$;
create function tests.account(name text, phone text) returns void language sql security definer as $$
  update auth.users u set email_confirmed_at = now(), phone = account.phone, phone_confirmed_at = now() where u.id = tests.id(name)
$$;
select tests.as_owner();
delete from public.push_tokens;
select tests.account('rider', '4235557001'), tests.account('rider2', '4235557002'), tests.account('driver', '4235557003');
update public.profiles p set lang_locale = case p.id when tests.id('rider') then 'de-AT' when tests.id('rider2') then 'fr' else 'en' end
where p.id in (tests.id('rider'), tests.id('rider2'), tests.id('driver'));
update public.languages set is_default = true where lang_locale = 'en' and not is_default;
delete from app.outbox;
delete from app.message_log;

-- Nobody agreed
select tests.act_as('rider');
select results_eq($$ select n.channel, n.given from public.news_consents() n $$, $$ values ('mail', false), ('sms', false) $$, 'nobody has agreed to news before they said so');
select is((select n.receiver from public.news_consents() n where n.channel = 'sms'), '***01', 'a person sees for which number consent would count');
select tests.act_as('admin');
select throws_ok($$ select public.send_notification(tests.news('Nobody')) $$, 'PT404', 'no_user_match', 'without consent news reach nobody');
select is_empty($$ select 1 from public.news_audience() $$, 'without consent and devices there is no audience');

-- Agreeing, by oneself only
select throws_ok($$ select 1 from app.news_consents $$, '42501', null, 'an admin does not read who agreed');
select throws_ok($$ insert into app.news_consents (user_id, channel, receiver_hash, given, source, words) values (tests.id('rider'), 'mail', repeat('0', 64), true, 'profile', 'x') $$, '42501', null, 'an admin cannot agree for somebody else');
select tests.act_as('rider');
select throws_ok($$ select 1 from app.news_consents $$, '42501', null, 'a rider does not read who agreed');
select throws_ok($$ select public.save_news_consent('fax', true, 'Yes') $$, 'PT422', 'news_invalid', 'consent for an unknown channel is refused');
select throws_ok($$ select public.save_news_consent(null, true, 'Yes') $$, 'PT422', 'news_invalid', 'consent for no channel is refused');
select throws_ok($$ select public.save_news_consent('mail', null, 'Yes') $$, 'PT422', 'news_invalid', 'consent that is neither given nor taken back is refused');
select throws_ok($$ select public.save_news_consent('mail', true) $$, 'PT422', 'news_invalid', 'consent without the words that were agreed to is refused');
select is(public.save_news_consent('mail', true, 'I want news by e-mail.'), true, 'a person agrees to news by mail');
select is(public.save_news_consent('mail', true, 'I want news by e-mail.'), true, 'agreeing twice changes nothing');
select public.save_news_consent('sms', true, 'I want news by text message.');
select is(public.save_news_consent('sms', false), false, 'a person takes consent back');
select public.save_news_consent('sms', true, 'I want news by text message.');
select tests.let('rider2', $$ select public.save_news_consent('mail', true, 'Yes'), public.save_news_consent('sms', true, 'Yes') $$), tests.let('driver', $$ select public.save_news_consent('mail', true, 'Yes') $$);
select tests.as_visitor();
select throws_ok($$ select public.save_news_consent('mail', true, 'Yes') $$, '42501', null, 'a visitor cannot agree');
select tests.as_owner();
select is(tests.history('rider', 'sms'), 'yes by profile, no by profile, yes by profile', 'the history keeps each change');
select is(tests.history('rider', 'mail'), 'yes by profile', 'the history keeps no repetition');
select is((select c.words from app.news_consents c where c.user_id = tests.id('rider') and c.channel = 'mail'), 'I want news by e-mail.', 'the history keeps the words that were agreed to');
select throws_ok($$ update app.news_consents set given = true $$, 'PT409', 'append_only', 'the history cannot be changed');
select tests.act_as('rider');
select is(jsonb_array_length(public.export_my_data() -> 'news_consents'), 4, 'the own data contain the history');

-- Sending: each in their language, with a key of their own
select tests.act_as('rider');
select throws_ok($$ select public.news_audience() $$, 'PT403', 'not_allowed', 'a rider does not count the audience');
select throws_ok($$ select public.news_texts() $$, 'PT403', 'not_allowed', 'a rider does not read what texts cost');
select tests.act_as('admin');
select results_eq($$ select * from public.news_audience() $$, $$ values ('mail', 'de-AT', 1), ('mail', 'en', 1), ('mail', 'fr', 1), ('sms', 'de-AT', 1), ('sms', 'fr', 1) $$, 'the audience is counted by channel and language');
select results_eq($$ select * from public.news_audience('driver') $$, $$ values ('mail', 'en', 1) $$, 'the audience of drivers are drivers');
select throws_ok(format($$ select tests.news('Bad', '{mail}', %L) $$, w.words), '23514', null, 'words in another shape are refused: ' || w.why) from (values
  ('[]', 'a list'), ('"x"', 'a text'), ('{"de": "x"}', 'a language with a text'), ('{"de": {"title": "x"}}', 'no text'), ('{"de": {"title": " ", "body": "x"}}', 'a blank title'),
  ('{"de": {"title": "x", "body": 1}}', 'a number'), ('{"de": {"title": "x", "body": "x", "html": "x"}}', 'a further field'), ('{"DE!": {"title": "x", "body": "x"}}', 'no language'),
  ('{"de": {"title": "x", "body": null}}', 'null')) w (words, why);
select throws_ok($$ select tests.news('Bad', '{mail}', jsonb_build_object('de', jsonb_build_object('title', 'x', 'body', repeat('x', 2001)))) $$, '23514', null, 'words that are too long are refused');
select throws_ok($$ select tests.news('Bad', '{}') $$, '23514', null, 'news without a channel are refused');
select throws_ok($$ select tests.news('Bad', '{fax}') $$, '23514', null, 'an unknown channel is refused');
select tests.news('Winter', '{mail,sms}', '{"de": {"title": "Winter\u202e", "body": "Schnee"}}');
select is((select n.words #>> '{de,title}' from public.notifications n where n.title = 'Winter'), 'Winter', 'words in further languages have no marks that turn them around');
select is((public.send_notification((select id from public.notifications where title = 'Winter'))).recipients, 5, 'news go to everybody who agreed');
select tests.as_owner();
select is(tests.got('Winter'), 'mail driver@hackney.test en, mail rider2@hackney.test en, mail rider@hackney.test de, sms +4235557001 de, sms +4235557002 en', 'each gets the news in their language, else in the firm''s');
select is((select o.payload - 'preferences' from app.outbox o where o.payload ->> 'email' = 'rider@hackney.test'), '{"plain": true, "about": "news", "news": true, "lang": "de", "title": "Winter", "msg": "Schnee", "email": "rider@hackney.test"}'::jsonb, 'a mail has the words in the person''s language');
select is((select count(distinct o.payload ->> 'preferences') from app.outbox o where o.payload ? 'preferences'), 5::bigint, 'each message has a key of its own');
select is_empty($$ select 1 from app.preference_keys p join app.outbox o on p::text like '%' || (o.payload ->> 'preferences') || '%' $$, 'the keys are stored hashed');
select results_eq($$ select l.kind, l.channel, count(*) from app.message_log l group by 1, 2 order by 2 $$, $$ values ('news', 'mail', 3::bigint), ('news', 'sms', 2::bigint) $$, 'the log has a row of each message');
select public.finish_outbox(o.id, true, null, 0, '{"provider": "inbox", "ref": null, "segments": 1}') from app.outbox o where o.payload ->> 'phone' = '+4235557001';
select is((select o.payload ? 'preferences' from app.outbox o where o.payload ->> 'phone' = '+4235557001'), false, 'a message that was sent keeps no key');

-- Unsubscribing by the mail program, and on the page of the key
create temp table keys as select tests.key_of('rider2@hackney.test') as mail, tests.key_of('driver@hackney.test') as driver, tests.key_of('+4235557002') as sms;
grant select on keys to public;
select tests.as_visitor();
select throws_ok($$ select public.unsubscribe_news((select mail from keys)) $$, '42501', null, 'only the edge function unsubscribes for a mail program');
select is(to_jsonb(public.news_choice((select mail from keys))), '{"channel": "mail", "wanted": true}'::jsonb, 'the key shows whether its receiver wants news, and nothing else');
select throws_ok($$ select public.news_choice('0123456789abcdef01234567') $$, 'PT404', 'preferences_not_found', 'a guessed key shows nothing');
select throws_ok($$ select public.save_news_choice(null, false) $$, 'PT404', 'preferences_not_found', 'a key of null is refused');
select throws_ok($$ select public.save_news_choice((select mail from keys), null) $$, 'PT422', 'news_invalid', 'a choice of null is refused');
select tests.as_service();
select is(public.unsubscribe_news((select mail from keys)), true, 'a mail program unsubscribes by the key');
select is(public.unsubscribe_news((select mail from keys)), true, 'unsubscribing twice succeeds');
select is(public.unsubscribe_news('0123456789abcdef01234567'), false, 'a guessed key unsubscribes nobody');
select is(public.unsubscribe_news(null), false, 'no key unsubscribes nobody');
select tests.as_owner();
select is(tests.history('rider2', 'mail'), 'yes by profile, no by unsubscribe', 'the history says how consent ended');
select is((select concat_ws(' ', o.status, o.last_error, o.payload ? 'preferences') from app.outbox o where o.payload ->> 'email' = 'rider2@hackney.test'), 'dead stopped f', 'news that still wait are dropped');
select is(tests.history('rider2', 'sms'), 'yes by profile', 'unsubscribing from mails ends no text messages');
select tests.as_visitor();
select is((public.save_news_choice((select sms from keys), false)).wanted, false, 'the receiver ends news on the page of the key');
select is((public.save_news_choice((select sms from keys), true, 'Yes')).wanted, true, 'the receiver takes that back there');
select is((public.save_news_choice((select mail from keys), true, 'Yes')).wanted, true, 'who unsubscribed by mistake agrees again there');
select tests.as_service();
select public.unsubscribe_news((select mail from keys));
select tests.as_owner();
insert into app.preference_keys (key_hash, receiver_hash, channel) values (encode(sha256('guest'), 'hex'), app.receiver_hash('+4235559999'), 'sms');
select tests.as_visitor();
select is(to_jsonb(public.news_choice('guest')), '{"channel": "sms", "wanted": null}'::jsonb, 'a receiver who was never asked is not asked there');
select throws_ok($$ select public.save_news_choice('guest', true, 'Yes') $$, 'PT404', 'preferences_not_found', 'nobody agrees there who never agreed before');
select is((public.save_news_choice('guest', false)).wanted, null, 'ending what never began changes nothing');

-- A second campaign; stops, bounces and new addresses end consent
select tests.act_as('admin');
select public.send_notification(tests.news('Second'));
select tests.as_owner();
select is(tests.got('Second'), 'mail driver@hackney.test en, mail rider@hackney.test en, sms +4235557001 en, sms +4235557002 en', 'who unsubscribed gets no further news');
select app.stop_messages('sms', '+4235557002');
select is(tests.history('rider2', 'sms'), 'yes by profile, no by preferences, yes by preferences, no by stop', 'STOP ends consent');
select is((select concat_ws(' ', o.status, o.last_error) from app.outbox o join public.notifications n on n.id = o.notification_id and n.title = 'Second' where o.payload ->> 'phone' = '+4235557002'), 'dead stopped', 'STOP drops news that wait');
select app.start_messages('sms', '+4235557002');
select is(app.news_consent_of(tests.id('rider2'), 'sms'), false, 'START brings no consent back');
select public.record_stop('mail', 'driver@hackney.test');
select is(tests.history('driver', 'mail'), 'yes by profile, no by stop', 'a complaint ends consent');
select tests.act_as('driver');
select throws_ok($$ select public.save_news_consent('mail', true, 'Yes') $$, 'PT409', 'news_stopped', 'an address that complained cannot agree as long as the stop stands');
select tests.as_visitor();
select throws_ok($$ select public.save_news_choice((select driver from keys), true, 'Yes') $$, 'PT409', 'news_stopped', 'an address that complained cannot agree on the page of the key either');
select tests.as_owner();
delete from app.message_stops;
update app.message_log l set state = 'failed', reason = 'receiver_refused: bounced', changed_at = app.now() where l.receiver_end = 'hackney.test' and l.receiver_hash = app.receiver_hash('rider@hackney.test');
select is((select count(*) from app.news_receivers r where r.receiver = 'rider@hackney.test'), 0::bigint, 'an address whose mail bounced gets no further news');
update app.message_log l set counts = false;
select is((select count(*) from app.news_receivers r where r.receiver = 'rider@hackney.test'), 1::bigint, 'staff reset an address that bounced by mistake');
update auth.users set email = 'new@hackney.test' where id = tests.id('rider');
update auth.users set email = 'rider@hackney.test' where email = 'new@hackney.test';
select is(tests.history('rider', 'mail'), 'yes by profile, no by change', 'another address ends consent');
select is(app.news_consent_of(tests.id('rider'), 'mail'), false, 'the former address brings no consent back');
select is(tests.history('rider', 'sms'), 'yes by profile, no by profile, yes by profile', 'another address does not concern text messages');
update auth.users set phone = '4235557009' where id = tests.id('rider');
select is(tests.history('rider', 'sms'), 'yes by profile, no by profile, yes by profile, no by change', 'another number ends consent');
update auth.users set phone = null, phone_confirmed_at = null where id = tests.id('rider2');
select tests.act_as('rider2');
select throws_ok($$ select public.save_news_consent('sms', true, 'Yes') $$, 'PT409', 'no_contact', 'an account without a number cannot agree to text messages');
select tests.as_owner();
select app.delete_messages(tests.id('rider2'));
select is(tests.history('rider2', 'mail'), '', 'the history is deleted with the account');

-- Quiet hours, the day's limit, stopping
select tests.let('rider', $$ select public.save_news_consent('sms', true, 'Yes'), public.save_news_consent('mail', true, 'Yes'), public.register_push_token('rider-iphone', 'IOS') $$);
select tests.account('rider3', '4235557004'), tests.account('rider4', '4235557005');
select tests.let('rider3', $$ select public.save_news_consent('sms', true, 'Yes') $$), tests.let('rider4', $$ select public.save_news_consent('sms', true, 'Yes') $$);
select tests.set('time_zone', 'UTC'), tests.set('quiet_from', to_char(app.now() - interval '1 hour', 'HH24:MI')), tests.set('quiet_to', to_char(app.now() + interval '2 hours', 'HH24:MI'));
select tests.act_as('admin');
select public.send_notification(tests.news('At night', '{push,mail,sms}'));
select tests.as_owner();
select results_eq($$ select o.kind, o.due_at > app.now() + interval '1 hour', o.expires_at > o.due_at + interval '20 hours' from app.outbox o join public.notifications n on n.id = o.notification_id and n.title = 'At night' group by 1, 2, 3 order by 1 $$,
  $$ values ('mail', false, true), ('push', true, true), ('sms', true, true) $$, 'at night pushes and text messages wait for the morning, mails do not');
select tests.act_as('rider');
select throws_ok(format($$ select public.stop_notification(%L) $$, gen_random_uuid()), 'PT403', 'not_allowed', 'a rider stops no notification');
select tests.act_as('admin');
select throws_ok($$ select public.stop_notification(gen_random_uuid()) $$, 'PT404', 'notification_not_found', 'a notification that does not exist cannot be stopped');
select throws_ok($$ select public.stop_notification(tests.news('Draft')) $$, 'PT409', 'notification_not_sent', 'a draft cannot be stopped');
select tests.as_owner();
create temp table taken as select t.id, t.attempt from public.take_outbox(100) t where t.payload ->> 'about' = 'news';
grant select on taken to public;
select tests.act_as('admin');
select ok((public.stop_notification((select id from public.notifications where title = 'At night'))).stopped_at is not null, 'an admin stops a notification');
select results_eq($$ select p.* from public.notification_progress((select id from public.notifications where title = 'At night')) p $$, $$ values (1, 0, 0, 4) $$, 'what still waited is dropped and counted; what a sender has in hand is not');
select is((select n.progress from public.notifications n where n.title = 'At night'), '{1,0,0,4}'::integer[], 'the list shows how many were stopped');
select is((public.stop_notification((select id from public.notifications where title = 'At night'))).stopped_at is not null, true, 'stopping twice changes nothing');
select tests.as_owner();
select public.finish_outbox(t.id, false, 'not_now: down', t.attempt) from taken t;
select tests.turn('10 minutes');
select is_empty($$ select 1 from public.take_outbox(100) t where t.payload ->> 'about' = 'news' $$, 'what a sender had in hand is not tried again');
select is((select count(*) from app.message_log l where l.reason = 'campaign_stopped'), 3::bigint, 'the log says that the campaign was stopped');
select is((select count(*) from public.audit_log a where a.action = 'stop_notification'), 1::bigint, 'stopping is in the audit log');

select tests.set('quiet_from', ''), tests.set('quiet_to', ''), tests.set('sms_day_limit', '10');
delete from app.message_log;
select is(app.news_texts_left(), 3::bigint, 'news get three tenths of the day''s texts');
select tests.act_as('admin');
select is((public.news_texts())."left", 3::bigint, 'the page knows how many texts the day leaves');
select public.send_notification((select tests.news('Long', '{sms}', jsonb_build_object('de', jsonb_build_object('title', 'x', 'body', repeat('x', 160))))));
select tests.as_owner();
select is((select string_agg(o.status || ' ' || (o.payload ->> 'parts') || coalesce(' ' || o.last_error, ''), ', ' order by o.id) from app.outbox o join public.notifications n on n.id = o.notification_id and n.title = 'Long'), 'queued 2, queued 1, dead 1 no_texts_left', 'news beyond the day''s part are refused');
select is(app.texts_of_day(), 3::bigint, 'the parts of news that wait count in the day''s limit');
select is(app.news_texts_left(), 0::bigint, 'news have used their part of the day');
select public.log_code('sms', '+4235558' || n, null, 'sign_in_code', '{"state": "sent", "provider": "vonage", "segments": 1}') from generate_series(100, 103) n;
select is(public.admit_code('+4235558200'), null, 'a campaign takes no code from people who are new');
select public.log_code('sms', '+4235558104', null, 'sign_in_code', '{"state": "sent", "provider": "vonage", "segments": 1}');
select is(public.admit_code('+4235558200'), 'no_texts_left', 'codes to new people have their own half of the day');
select is(public.admit_code('+4235557004'), null, 'codes to known people get the rest of the day');
select public.finish_outbox(o.id, true, null, 0, '{"provider": "inbox", "ref": null, "segments": 1}') from app.outbox o where o.payload ->> 'parts' = '2' and o.status = 'queued';
select is((select array_agg(l.segments order by l.outbox_id) from app.message_log l where l.kind = 'news'), '{1,1,1}', 'the log has the parts that the sender counted');

-- Parts, as the sender counts them
select is(app.text_parts(t.text), t.parts, 'parts of ' || t.what) from (values
  ('', 1, 'nothing'), (repeat('a', 160), 1, '160 plain letters'), (repeat('a', 161), 2, '161 plain letters'), (repeat('a', 306), 2, '306 plain letters'), (repeat('a', 307), 3, '307 plain letters'),
  (repeat('€', 80), 1, '80 signs of two places'), (repeat('€', 81), 2, '81 signs of two places'), (repeat('س', 70), 1, '70 Arabic letters'), (repeat('س', 71), 2, '71 Arabic letters'),
  (repeat('😀', 35), 1, '35 emoji'), (repeat('😀', 36), 2, '36 emoji')) t (text, parts, what);

-- A test to oneself
select tests.account('admin', '4235550188');
select tests.act_as('admin');
select is(public.send_test_news('mail', 'Winter', 'Snow', 'en'), 'admin@hackney.test', 'a test goes to the own address');
select is(public.send_test_news('sms', 'Winter', 'Snow', 'en'), '+4235550188', 'a test goes to the own number');
select throws_ok($$ select public.send_test_news('mail', 'Winter', ' ') $$, 'PT422', 'texts_invalid', 'an empty test is refused');
select tests.act_as('rider');
select throws_ok($$ select public.send_test_news('mail', 'Winter', 'Snow') $$, 'PT403', 'not_allowed', 'a rider sends no tests');
select tests.as_owner();
select is((select count(*) from app.outbox o where o.payload ->> 'about' = 'test' and o.payload ? 'preferences' and (o.payload ->> 'news')::boolean and o.notification_id is null), 2::bigint, 'a test looks as the news do, and waits behind nothing');
select is((select count(*) from app.message_log l where l.kind = 'test'), 2::bigint, 'a test is a test in the log');
select * from finish();
