-- Active texts: the operator's texts that pages read for each language, with limits and an ETag.
select no_plan();
create function tests.texts(patch jsonb) returns text language plpgsql as $$
declare v_hint text;
begin
  update public.languages set key_value_pairs = texts.patch where lang_locale = 'de';
  return 'taken';
exception when sqlstate 'PT422' then
  get stacked diagnostics v_hint = pg_exception_hint;
  return sqlerrm || ': ' || v_hint;
end $$;
create function tests.many(keys integer, letters integer) returns jsonb language sql as $$
  select jsonb_object_agg('common.key' || n, repeat('x', letters)) from generate_series(1, keys) n
$$;
create function tests.asked(etag text, method text default 'GET') returns text language plpgsql as $$
declare v_reply jsonb;
begin
  perform set_config('response.status', '', true), set_config('request.method', method, true),
    set_config('request.headers', jsonb_build_object('if-none-match', etag)::text, true);
  v_reply := public.active_texts('de');
  perform set_config('request.method', '', true);
  return coalesce(current_setting('response.status', true), '') || case when v_reply is null then ' empty' else ' full' end;
end $$;

update public.languages set key_value_pairs = '{}' where lang_locale = 'de';

-- Acting as a visitor
select tests.as_visitor();
select is(public.active_texts('de') -> 'texts', '{}', 'a language without texts of the operator answers an empty object');
select is(public.active_texts('de') #>> '{languages,0,locale}', 'en',
  'the default language comes first in the list of languages');
select results_eq($$ select l ->> 'locale' from jsonb_array_elements(public.active_texts() -> 'languages') l order by 1 $$, $$ values ('ar'), ('de'), ('en') $$, 'a visitor can read which languages are offered');
select is(public.active_texts('klingon') -> 'texts', '{}', 'a language that is not offered has no texts');
select throws_ok($$ update public.languages set lang_name = 'Mine' $$, '42501', null, 'a visitor cannot change a language');

-- Acting as users without permission
select tests.act_as('rider');
select is_empty($$ update public.languages set key_value_pairs = '{"common.save": "Mine"}' returning id $$, 'a rider cannot change a text');
select tests.act_as('fleet');
select is_empty($$ update public.languages set key_value_pairs = '{"common.save": "Mine"}' returning id $$, 'a fleet admin cannot change a text');

-- Acting as an admin
select tests.act_as('admin');
select is(tests.texts('{"common.save": "Sichern"}'), 'taken', 'an admin can change a text');
update public.languages set key_value_pairs = '{"common.save": "Keep"}' where is_default;
select is(public.active_texts('de') -> 'texts', '{"common.save": "Sichern"}', 'pages read the texts of their language');
select is(public.active_texts('de') -> 'default_texts', '{}', 'the default language''s texts are left out unless requested');
select is(public.active_texts('de', true) -> 'default_texts', '{"common.save": "Keep"}', 'the default language''s texts are included on request');
select is(tests.texts(jsonb_build_object('common.save', said)), 'taken', left(said, 40) || ' is accepted as a text') from (values
  ('<img src=x onerror=alert(1)>'), ('{{constructor}} $t(common.save)'), (U&'\202Esave\200F'), ('"\'), (repeat('x', 2000))) v (said);
select is(tests.texts(tests.many(1, 2001)), 'texts_invalid: common.key1 is longer than 2000 characters', 'a text of 2001 characters is refused');
select is(tests.texts(tests.many(1, 10000)), 'texts_invalid: common.key1 is longer than 2000 characters', 'a text of 10,000 characters is refused with its key');
select is(tests.texts(tests.many(10000, 100)), 'taken', '10,000 texts are accepted');
select is(tests.texts(tests.many(10001, 1)), 'texts_invalid: More than 10000 texts', '10,001 texts are refused');
select is(tests.texts(tests.many(1100, 2000)), 'texts_invalid: More than 2 MB of texts', 'more than 2 MB of texts are refused');
select is(tests.texts(jsonb_build_object(key, 'x')), format('texts_invalid: %s is no key such as common.save', key), key || ' is refused as a key of a text') from (values
  ('__proto__'), ('common.__proto__'), ('common..save'), ('.common'), ('common.'), ('<b>'), ('common.<b>'), ('common.save"'), (U&'common.s\200Bave'), ('1')) v (key);
select throws_ok($$ update public.languages set key_value_pairs = '{"a b": "x"}' where lang_locale = 'de' $$, 'PT422', 'texts_invalid', 'a key without a namespace, such as "a b", is refused');
select is(tests.texts('{"landing.pages.about.sections.0.title": "x", "cartypes.drawn.parcel-van": "x"}'), 'taken', 'a key can have numbers and hyphens between its dots');
select is(tests.texts('{"trips.reason.My plans changed": "x"}'), 'taken', 'a key can end with the sentence of a cancel reason');
select throws_ok(format($$ update public.languages set lang_locale = %L where lang_locale = 'de' $$, tag), '23514', null, tag || ' is refused as a language tag') from (values
  (''), ('DE'), ('de_CH'), ('de-ch'), ('d'), ('de-CH-1996'), ('../de'), ('de"><script>')) v (tag);
select throws_ok(format($$ update public.languages set date_locale = %L where lang_locale = 'de' $$, tag), '23514', null, tag || ' is refused as a date locale') from (values
  (''), ('de_CH'), ('de-CH-x-y'), ('de-u'), ('de-u-nu-latn-ca-gregory-hc-h23-co-phonebk')) v (tag);
select lives_ok($$ update public.languages set date_locale = 'fa-IR-u-nu-latn' where lang_locale = 'de' $$, 'a date locale can name its digits');
select throws_ok($$ update public.languages set lang_name = repeat('x', 81) where lang_locale = 'de' $$, '23514', null, 'the name of a language of 81 characters is refused');

-- Asking again with If-None-Match
select is(tests.asked('"old"'), ' full', 'a client with an older version gets the full texts');
select is(tests.asked(format('"%s"', public.active_texts('de') ->> 'version')), '304 empty', 'a client with the current version gets an empty 304');
select is(tests.asked(format('W/"x", W/"%s"', public.active_texts('de') ->> 'version')), '304 empty', 'a weak ETag in a list of ETags matches');
select is(tests.asked(format('"%s"', public.active_texts('de') ->> 'version'), 'POST'), ' full',
  'a POST with the current ETag is answered in full');
select matches(current_setting('response.headers'), '"ETag": "\\"[0-9a-f]{32}\\""', 'the answer carries an ETag header');
select isnt(public.active_texts('de') ->> 'version', public.active_texts('en') ->> 'version', 'the texts of two languages have different versions');

-- A message with a code or a link is useless without it.
select is(tests.texts(p.texts), p.answer, p.why) from (values
  ('{"sent_messages.parcel": "Your code"}'::jsonb, 'texts_invalid: sent_messages.parcel needs {{code}}', 'a text of a code without its code is refused'),
  ('{"sent_messages.sms.named": "{code} {{firm}}"}', 'texts_invalid: sent_messages.sms.named needs {{code}}', 'braces that are no placeholder do not count'),
  ('{"sent_messages.mail.lines.recovery": "{{kode}}"}', 'texts_invalid: sent_messages.mail.lines.recovery needs {{code}}', 'another placeholder does not count'),
  ('{"sent_messages.guest.link": "Follow the car"}', 'texts_invalid: sent_messages.guest.link needs {{link}}', 'a text of a link without its link is refused'),
  ('{"sent_messages.parcel": "{{ code }}", "sent_messages.sms.warning": "x", "sent_messages.mail.subjects.recovery": "x", "sent_messages.guest.booked": " "}', 'taken', 'texts with their placeholders are taken'),
  ('{"sent_messages.parcel": " "}', 'taken', 'an empty text is none')) p (texts, answer, why);
select * from finish();
