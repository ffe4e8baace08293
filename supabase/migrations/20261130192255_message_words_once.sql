-- message_words_once: from supabase/schemas, by npm run migration. Read it before it is applied.

set lock_timeout = '10s';
set statement_timeout = '10min';

create or replace function public.message_firm() returns json
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

create or replace function app.open_booking_of(phone text) returns public.bookings
language sql stable security definer set search_path = '' as $$
  select b.* from public.bookings b join public.booking_contacts k on k.booking_id = b.id
  where (app.is_running(b.status) or b.status = 'PAYMENT_PENDING')
    and (app.sms_number(k.guest_phone) = open_booking_of.phone or k.customer_contact = open_booking_of.phone
      or app.sms_number(k.delivery_person_phone) = open_booking_of.phone)
  order by (app.sms_number(k.guest_phone) = open_booking_of.phone) is true desc,
    (k.customer_contact = open_booking_of.phone) is true desc, b.engaged_at is null, b.trip_at, b.id limit 1
$$;

create or replace function public.list_message_templates(locale text, of_kind text default null)
returns table (kind text, channel text, version integer, words jsonb, at timestamptz, by_name text)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform app.require_permission('settings');
  return query
  select t.kind, t.channel, t.version, t.words, t.at, nullif(concat_ws(' ', p.first_name, p.last_name), '')
  from app.message_templates t left join public.profiles p on p.id = t.by
  where t.lang_locale = list_message_templates.locale
    and (t.kind = list_message_templates.of_kind or list_message_templates.of_kind is null
      and exists (select from app.current_templates c where c.kind = t.kind and c.channel = t.channel
        and c.lang_locale = t.lang_locale and c.version = t.version))
  order by t.kind, t.channel, t.version desc;
end $$;

-- Sources of this migration, for the next one to compare with:
--   5affef1d7519 function public.message_firm()
--   2d888e3efeb8 function app.open_booking_of(text)
--   74d7d38555ad function public.list_message_templates(text, text)
