-- What messages say about the firm, and in which languages it writes.
-- Needs:  settings, languages
-- Access: the service role
-- Tests:  tests/db/message_firm.sql

create function app.texts_of_messages(locale text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_object_agg(c.channel, c.texts), '{}')
  from (select t.channel, jsonb_object_agg(app.template_key(t.kind, w.key), w.value) as texts
    from app.current_templates t cross join lateral jsonb_each_text(t.words) w
    where t.lang_locale = texts_of_messages.locale group by t.channel) c
$$;
comment on function app.texts_of_messages is
  'The firm''s own words of its messages in a language: by channel (all, push, sms, mail) and key.';

create function public.message_firm() returns json
language sql stable security definer set search_path = '' as $$
  select json_build_object('name', s.app_name, 'colour', s.brand_color, 'logo', s.logo, 'phone', s.company_phone,
    'languages', (select json_agg(json_build_object('locale', l.lang_locale, 'is_default', l.is_default,
        'texts', coalesce(m.texts -> 'all', '{}')
          || (select coalesce(jsonb_object_agg(t.key, t.value), '{}') from jsonb_each_text(l.key_value_pairs) t
            where t.key ~ '^receipt[.]paper[.]' and btrim(t.value) <> ''),
        'channel_texts', m.texts - 'all')
      order by l.is_default desc, l.lang_locale)
      -- Without offset 0 the planner would call the function where each of its results is used.
      from public.languages l cross join lateral (select app.texts_of_messages(l.lang_locale) as texts offset 0) m))
  from public.settings s where s.id = 1
$$;
comment on function public.message_firm is
  'The firm''s name, colour, logo and phone, and its languages with the texts that it has written itself: of notices, '
  'by notices.<key>.title or .text, and of codes and text messages, by sent_messages.<key>; channel_texts are those '
  'for push, sms or mail alone. texts also has those of receipts, by receipt.paper.<key>. For the edge functions that '
  'send messages and make receipts.';
grant execute on function public.message_firm() to service_role;
