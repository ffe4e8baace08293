-- The firm's words of its messages: versions, words for one channel, who writes them, and a test to oneself.
select no_plan();
select tests.as_owner();
update public.languages l set key_value_pairs = '{}';
delete from app.message_templates;
update auth.users u set phone = '4235550188', phone_confirmed_at = now(), email = 'admin@hackney.test', email_confirmed_at = now() where u.id = tests.id('admin');
create function tests.words(kind text, channel text, words jsonb, from_version integer default 0, locale text default 'en') returns text
language plpgsql as $$
begin
  return public.save_message_template(kind, channel, locale, words, from_version);
exception when others then return sqlerrm || coalesce(': ' || nullif(current_setting('response.detail', true), ''), '');
end $$;
create function tests.firm_texts(locale text) returns jsonb language sql security definer as $$
  select l from jsonb_array_elements(public.message_firm()::jsonb -> 'languages') l where l ->> 'locale' = locale
$$;
grant execute on all functions in schema tests to authenticated;

-- Versions
select tests.act_as('admin');
select is(public.save_message_template('notices.driver_arrived', 'all', 'en', '{"title": "Outside", "text": ""}'), 1, 'the first words of a message are version 1');
select is(public.save_message_template('notices.driver_arrived', 'all', 'en', '{"title": "Here", "text": "{{driver}} is here"}', 1), 2, 'changed words are the next version');
select results_eq($$ select t.version, t.words from public.list_message_templates('en', 'notices.driver_arrived') t $$,
  $$ values (2, '{"title": "Here", "text": "{{driver}} is here"}'::jsonb), (1, '{"title": "Outside"}') $$, 'both versions are kept, the newest first');
select throws_ok($$ select public.save_message_template('notices.driver_arrived', 'all', 'en', '{"title": "Late"}', 1) $$, 'PT409', 'version_conflict', 'words that somebody else has changed are not overwritten');
select is((select key_value_pairs from public.languages where lang_locale = 'en'), '{"notices.driver_arrived.title": "Here", "notices.driver_arrived.text": "{{driver}} is here"}'::jsonb,
  'the words of every channel are texts of the language, which the app shows');
update public.languages l set key_value_pairs = l.key_value_pairs || '{"notices.driver_arrived.title": "At the door", "sent_messages.parcel": "{{code}}!", "common.save": "Keep"}', version = version where l.lang_locale = 'en';
select results_eq($$ select t.kind, t.version, t.words ->> 'title' from public.list_message_templates('en') t $$,
  $$ values ('notices.driver_arrived', 3, 'At the door'), ('sent_messages.parcel', 1, null) $$, 'words that are changed among the texts of a language are versions, too; texts of pages are not');
select is((select t.by_name from public.list_message_templates('en', 'sent_messages.parcel') t), (select concat_ws(' ', p.first_name, p.last_name) from public.profiles p where p.id = tests.id('admin')), 'a version says who wrote it');
select is(public.save_message_template('notices.driver_arrived', 'all', 'en', '{}', 3), 4, 'without a text the built-in words count again');
select is((select key_value_pairs from public.languages where lang_locale = 'en'), '{"sent_messages.parcel": "{{code}}!", "common.save": "Keep"}'::jsonb, 'then the language no longer has them, and keeps its other texts');
update public.languages l set lang_name = 'English' where l.lang_locale = 'en';
select is((select max(t.version) from public.list_message_templates('en', 'notices.driver_arrived') t), 4, 'a change of nothing is no version');

-- Words for one channel
select is(public.save_message_template('notices.driver_arrived', 'sms', 'en', '{"text": "Taxi outside"}'), 1, 'a channel can have words of its own');
select is(tests.firm_texts('en') -> 'texts', '{"sent_messages.parcel": "{{code}}!"}'::jsonb, 'the sender gets the words of all channels');
select is(tests.firm_texts('en') -> 'channel_texts', '{"sms": {"notices.driver_arrived.text": "Taxi outside"}}'::jsonb, 'the sender gets the words of one channel apart');
select is((select count(*) from public.audit_log a where a.action = 'save_message_template'), 1::bigint, 'words for one channel are in the audit log');

-- What is refused
select is(tests.words(c.kind, c.channel, c.words), 'texts_invalid', c.why) from (values
  ('common.save', 'all', '{"": "x"}'::jsonb, 'texts of pages are no messages'),
  ('notices', 'all', '{"x": "y"}', 'a namespace is no kind of message'),
  (null, 'all', '{}', 'a kind is needed'),
  ('notices.receipt', 'fax', '{}', 'an unknown channel is refused'),
  ('sent_messages.parcel', 'mail', '{"": "{{code}}"}', 'a text message has no words for mails'),
  ('notices.receipt', 'mail', '[]', 'words are an object'),
  ('notices.receipt', 'mail', '{"text": 5}', 'a number is no text'),
  ('notices.receipt', 'mail', '{"text": {"a": "b"}}', 'an object is no text'),
  ('notices.receipt', 'mail', '{"a<b": "x"}', 'markup is no name of a text'),
  ('notices.receipt', 'mail', jsonb_build_object('text', repeat('x', 2001)), 'a text of 2001 letters is refused'),
  ('sent_messages.parcel', 'all', '{"": "Your code"}', 'a code needs its placeholder'),
  ('notices.invitation', 'mail', '{"text": "Welcome"}', 'an invitation needs its link'),
  ('notices.invitation_sms', 'all', '{"text": "Welcome"}', 'an invitation by text message needs its link')) c (kind, channel, words, why);
select throws_ok($$ select public.save_message_template('notices.receipt', 'all', 'xx', '{}') $$, 'PT404', 'language_not_found', 'an unknown language is refused');
select tests.act_as('rider');
select throws_ok($$ select public.save_message_template('notices.receipt', 'all', 'en', '{}') $$, 'PT403', 'not_allowed', 'a rider writes no words');
select throws_ok($$ select public.list_message_templates('en') $$, 'PT403', 'not_allowed', 'a rider does not read who wrote which words');
select throws_ok($$ select public.send_test_message('sms', '', 'Hi') $$, 'PT403', 'not_allowed', 'a rider sends no tests');
select throws_ok($$ select * from app.message_templates $$, '42501', null, 'nobody reads the table');

-- Keeping
select tests.as_owner();
select app.add_template('notices.receipt', 'mail', 'de', '{"title": "x"}') from generate_series(1, 60);
select is((select array[count(*), min(t.version), max(t.version)] from app.message_templates t where t.kind = 'notices.receipt'), '{50,11,60}'::bigint[], 'the fifty newest versions are kept');

-- A test to oneself
select tests.act_as('admin');
select is(public.send_test_message('sms', '', 'Taxi outside'), '+4235550188', 'a test goes to the own number');
select is(public.send_test_message('mail', 'Receipt', E'One\n\nTwo'), 'admin@hackney.test', 'a test goes to the own address');
select throws_ok($$ select public.send_test_message('mail', 'x', ' ') $$, 'PT422', 'texts_invalid', 'an empty test is refused');
select throws_ok($$ select public.send_test_message('fax', 'x', 'y') $$, 'PT409', 'no_contact', 'an unknown channel has no contact');
select tests.as_owner();
delete from public.push_tokens where user_id = tests.id('admin');
update auth.users u set phone_confirmed_at = null where u.id = tests.id('admin');
select tests.act_as('admin');
select throws_ok($$ select public.send_test_message('sms', '', 'x') $$, 'PT409', 'no_contact', 'a number that is not confirmed gets no test');
select throws_ok($$ select public.send_test_message('push', '', 'x') $$, 'PT409', 'no_device', 'without a device there is no test of a push');
select public.register_push_token('admin-device-1', 'IOS', '{trips}');
select is(public.send_test_message('push', 'Hi', 'x'), '1', 'with a device there is a test of a push');
select tests.as_owner();
select results_eq($$ select o.kind, o.payload ->> 'title', o.payload ->> 'msg', o.payload ->> 'plain' from app.outbox o where o.payload ->> 'about' = 'test' order by o.id $$,
  $$ values ('sms', '', 'Taxi outside', 'true'), ('mail', 'Receipt', E'One\n\nTwo', 'true'), ('push', 'Hi', 'x', 'true') $$, 'tests are sent as they were written');
select is((select array_agg(distinct l.kind) from app.message_log l where l.at > app.now() - interval '1 minute' and l.kind = 'test'), '{test}', 'the log says that they were tests');
select * from finish();
