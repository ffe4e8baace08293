-- What messages say about the firm, and in which languages it writes.
-- Needs:  settings, languages
-- Access: the service role
-- Tests:  tests/db/message_firm.sql

create function public.message_firm() returns json
language sql stable security definer set search_path = '' as $$
  select json_build_object('name', s.app_name, 'colour', s.brand_color, 'logo', s.logo, 'phone', s.company_phone,
    'languages', (select json_agg(json_build_object('locale', l.lang_locale, 'is_default', l.is_default, 'texts',
        coalesce((select json_object_agg(t.key, t.value) from jsonb_each_text(l.key_value_pairs) t
          where t.key ~ '^(notices|sent_messages)[.]' and btrim(t.value) <> ''), '{}'))
      order by l.is_default desc, l.lang_locale) from public.languages l))
  from public.settings s where s.id = 1
$$;
comment on function public.message_firm is
  'The firm''s name, colour, logo and phone, and its languages with the texts that it has written itself: of notices, '
  'by notices.<key>.title or .text, and of codes and text messages, by sent_messages.<key>. For the edge functions '
  'that send messages.';
grant execute on function public.message_firm() to service_role;
