-- message_templates: from supabase/schemas, by npm run migration. Read it before it is applied.

set lock_timeout = '10s';
set statement_timeout = '10min';

insert into app.limits (purpose, most, seconds, refusal) values
  ('test_message', 10, 3600, 'At most %s tests an hour')
on conflict do nothing;

create or replace function app.needed_placeholder(key text) returns text
language sql immutable set search_path = '' as $$
  select case when needed_placeholder.key
      ~ '^sent_messages[.](mail[.]lines[.][a-z_]+|sms[.](named|unnamed)|parcel|guest[.]code)$' then 'code'
    when needed_placeholder.key in ('sent_messages.mail.link', 'sent_messages.guest.link', 'notices.invitation.text',
      'notices.invitation_sms.text') then 'link' end
$$;

create function app.check_texts(texts jsonb) returns void
language plpgsql immutable security definer set search_path = '' as $$
declare v_wrong text;
begin
  select case when jsonb_typeof(check_texts.texts -> t.key) <> 'string' then left(t.key, 120) || ' is not a text'
      when length(t.value) > app.page_text_length() then
        format('%s is longer than %s characters', left(t.key, 120), app.page_text_length())
      else left(t.key, 120) || ' is no key such as common.save' end into v_wrong
  from jsonb_each_text(check_texts.texts) t
  where jsonb_typeof(check_texts.texts -> t.key) <> 'string'
    or length(t.value) > app.page_text_length()
    or case when starts_with(t.key, 'firm.') then length(t.key) not between 6 and 505
    else length(t.key) > 120 or t.key !~ '^[A-Za-z][A-Za-z0-9_]*([.][A-Za-z0-9][A-Za-z0-9_ -]*)*$' end
      order by t.key limit 1;
  v_wrong := coalesce(v_wrong, (select format('%s needs {{%s}}', t.key, app.needed_placeholder(t.key))
    from jsonb_each_text(check_texts.texts) t
    where btrim(t.value) <> '' and t.value !~ ('[{][{] *' || app.needed_placeholder(t.key) || ' *[}][}]')
    order by t.key limit 1));
  -- A whole language has about 6000 texts with keys of 30 letters, in scripts with three bytes a letter 1.2 MB.
  if v_wrong is null and (select count(*) from jsonb_object_keys(check_texts.texts)) > 10000 then
    v_wrong := 'More than 10000 texts';
  end if;
  if v_wrong is null and octet_length(check_texts.texts::text) > 2000000 then
    v_wrong := 'More than 2 MB of texts';
  end if;
  if v_wrong is not null then perform app.refuse('texts_invalid', 422, v_wrong); end if;
end $$;

comment on function app.check_texts is
  'Refuses texts by key that nobody could use: not a text, too long, without the placeholder that they need, or too many. '
  'Errors: texts_invalid.';

create or replace function app.tg_languages__texts() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if jsonb_typeof(new.key_value_pairs) = 'object' then perform app.check_texts(new.key_value_pairs); end if;
  return new;
end $$;

create table app.message_templates (
  kind text not null check (kind ~ '^(notices|sent_messages)[.][a-z][A-Za-z0-9_]{0,80}$'),
  channel text not null check (channel in ('all', 'push', 'sms', 'mail')),
  lang_locale text not null references public.languages (lang_locale) on update cascade on delete cascade,
  version integer not null check (version > 0),
  words jsonb not null check (jsonb_typeof(words) = 'object'),
  at timestamptz not null default app.now(),
  by uuid references public.profiles (id) on delete set null,
  primary key (lang_locale, kind, channel, version)
);

call app.describe('app.message_templates', $$
  The firm's own words of its messages. Of each kind, channel and language the newest version counts; the fifty newest
    are kept.
  kind: Namespace and first name of the texts' keys: notices.driver_arrived, sent_messages.guest.
  channel: all: the words of every channel, which are also among the texts of the language. push, sms or mail: other words
    for this channel only.
  words: Texts by the rest of their keys (title, text, code …); the name is empty where the kind is the whole key. Without a
    text the built-in one counts.
  by: Who wrote the version; null for one that came with an import, a seed or a deleted account.
$$);

create index message_templates_by on app.message_templates (by);

alter table app.message_templates enable row level security;

create function app.template_kind(key text) returns text language sql immutable parallel safe as $$
  select substring(key from '^(?:notices|sent_messages)[.][a-z][A-Za-z0-9_]{0,80}(?=[.]|$)')
$$;

comment on function app.template_kind is
  'The kind of message to which a text belongs: notices.driver_arrived of notices.driver_arrived.title. Null for a text '
  'of a page.';

create function app.template_key(kind text, part text) returns text language sql immutable parallel safe as $$
  select kind || case when part = '' then '' else '.' || part end
$$;

comment on function app.template_key is 'The key of a text, from the kind of its message and its name there.';

create function app.template_words(texts jsonb, kind text) returns jsonb
language sql immutable parallel safe set search_path = '' as $$
  select coalesce(jsonb_object_agg(substr(t.key, length(template_words.kind) + 2), t.value), '{}')
  from jsonb_each_text(template_words.texts) t
  where app.template_kind(t.key) = template_words.kind and btrim(t.value) <> ''
$$;

comment on function app.template_words is 'The words of one kind of message among the texts of a language.';

create view app.current_templates as
  select distinct on (t.kind, t.channel, t.lang_locale) t.* from app.message_templates t
  order by t.kind, t.channel, t.lang_locale, t.version desc;

comment on view app.current_templates is 'The newest version of each template.';

create function app.texts_of_messages(locale text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_object_agg(c.channel, c.texts), '{}')
  from (select t.channel, jsonb_object_agg(app.template_key(t.kind, w.key), w.value) as texts
    from app.current_templates t cross join lateral jsonb_each_text(t.words) w
    where t.lang_locale = texts_of_messages.locale group by t.channel) c
$$;

comment on function app.texts_of_messages is
  'The firm''s own words of its messages in a language: by channel (all, push, sms, mail) and key.';

create or replace function public.message_firm() returns json
language sql stable security definer set search_path = '' as $$
  select json_build_object('name', s.app_name, 'colour', s.brand_color, 'logo', s.logo, 'phone', s.company_phone,
    'languages', (select json_agg(json_build_object('locale', l.lang_locale, 'is_default', l.is_default,
        'texts', coalesce(app.texts_of_messages(l.lang_locale) -> 'all', '{}'),
        'channel_texts', app.texts_of_messages(l.lang_locale) - 'all')
      order by l.is_default desc, l.lang_locale) from public.languages l))
  from public.settings s where s.id = 1
$$;

comment on function public.message_firm is
  'The firm''s name, colour, logo and phone, and its languages with the texts that it has written itself: of notices, '
  'by notices.<key>.title or .text, and of codes and text messages, by sent_messages.<key>; channel_texts are those for '
  'push, sms or mail alone. For the edge functions that send messages.';

create function app.add_template(kind text, channel text, locale text, words jsonb) returns app.message_templates
language plpgsql security definer set search_path = '' as $$
declare v_row app.message_templates;
begin
  insert into app.message_templates (kind, channel, lang_locale, version, words, by)
  select add_template.kind, add_template.channel, add_template.locale, coalesce(max(t.version), 0) + 1,
    add_template.words, (select p.id from public.profiles p where p.id = auth.uid())
  from app.message_templates t
  where t.kind = add_template.kind and t.channel = add_template.channel and t.lang_locale = add_template.locale
  returning * into v_row;
  delete from app.message_templates t where t.kind = v_row.kind and t.channel = v_row.channel
    and t.lang_locale = v_row.lang_locale and t.version <= v_row.version - 50;
  return v_row;
end $$;

comment on function app.add_template is 'Adds a version of a template. The row of the language must be locked.';

create function public.list_message_templates(locale text, of_kind text default null)
returns table (kind text, channel text, version integer, words jsonb, at timestamptz, by_name text)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform app.require_permission('settings');
  return query
  select t.kind, t.channel, t.version, t.words, t.at, nullif(concat_ws(' ', p.first_name, p.last_name), '')
  from app.message_templates t left join public.profiles p on p.id = t.by
  where t.lang_locale = list_message_templates.locale
    and case when list_message_templates.of_kind is null then not exists (select 1 from app.message_templates n
        where n.kind = t.kind and n.channel = t.channel and n.lang_locale = t.lang_locale and n.version > t.version)
      else t.kind = list_message_templates.of_kind end
  order by t.kind, t.channel, t.version desc;
end $$;

comment on function public.list_message_templates is
  'The firm''s own words of its messages in a language: of each kind and channel the newest version, or all kept versions '
  'of one kind, newest first. kind: notices.driver_arrived, sent_messages.guest, … words: texts by the rest of their '
  'keys; by_name: who wrote them. '
  'Errors: must_login, not_allowed.';

grant execute on function public.list_message_templates(text, text) to authenticated;

create function public.save_message_template(kind text, channel text, locale text, words jsonb,
  from_version integer default 0) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  v_language public.languages;
  v_texts jsonb;
  v_version integer;
begin
  perform app.require_editor('settings');
  if coalesce(app.template_kind(save_message_template.kind), '') <> coalesce(save_message_template.kind, 'none')
    or coalesce(save_message_template.channel, '') not in ('all', 'push', 'sms', 'mail')
    or save_message_template.channel <> 'all' and save_message_template.kind not like 'notices.%'
    or jsonb_typeof(save_message_template.words) is distinct from 'object' then
    perform app.refuse('texts_invalid', 422, 'Give a kind of message, all, push, sms or mail, and its texts by name');
  end if;
  select l.* into v_language from public.languages l where l.lang_locale = save_message_template.locale for update;
  if not found then perform app.refuse('language_not_found', 404, 'No such language'); end if;
  select jsonb_object_agg(app.template_key(save_message_template.kind, w.key), w.value) into v_texts
  from jsonb_each(save_message_template.words) w where w.value <> '""';
  v_texts := coalesce(v_texts, '{}');
  perform app.check_texts(v_texts);
  select max(t.version) into v_version from app.message_templates t where t.kind = save_message_template.kind
    and t.channel = save_message_template.channel and t.lang_locale = v_language.lang_locale;
  if coalesce(v_version, 0) <> coalesce(save_message_template.from_version, 0) then
    perform app.refuse('version_conflict', 409, 'Somebody else has changed these words');
  end if;
  if save_message_template.channel = 'all' then
    -- The words of every channel are texts of the language, too; its trigger adds the version.
    update public.languages l set key_value_pairs = v_texts || (
      select coalesce(jsonb_object_agg(o.key, o.value), '{}') from jsonb_each(l.key_value_pairs) o
      where app.template_kind(o.key) is distinct from save_message_template.kind)
    where l.id = v_language.id;
    return (select max(t.version) from app.message_templates t where t.kind = save_message_template.kind
      and t.channel = 'all' and t.lang_locale = v_language.lang_locale);
  end if;
  perform app.audit('save_message_template', 'languages', v_language.id::text, null, jsonb_build_object('kind',
    save_message_template.kind, 'channel', save_message_template.channel, 'words', save_message_template.words));
  return (app.add_template(save_message_template.kind, save_message_template.channel, v_language.lang_locale,
    app.template_words(v_texts, save_message_template.kind))).version;
end $$;

comment on function public.save_message_template is
  'Writes a version of a message''s words in one language, for all channels or for push, sms or mail alone (notices only); '
  'without a text the built-in one counts again. from_version: the version that was changed, 0 for none. Returns the '
  'new version. '
  'Errors: must_login, not_allowed, demo_mode, texts_invalid, language_not_found, version_conflict.';

grant execute on function public.save_message_template(text, text, text, jsonb, integer) to authenticated;

create function public.send_test_message(channel text, title text, body text, lang text default null) returns text
language plpgsql security definer set search_path = '' as $$
declare
  v_me public.profiles := app.require_editor('settings');
  v_message jsonb;
  v_to text;
  v_count integer;
begin
  if coalesce(btrim(send_test_message.body), '') = '' or length(send_test_message.body) > 4000
    or length(send_test_message.title) > 200 then
    perform app.refuse('texts_invalid', 422, 'Give a text of up to 4000 characters and a title of up to 200');
  end if;
  v_message := jsonb_build_object('plain', true, 'about', 'test', 'lang', send_test_message.lang,
    'title', coalesce(app.plain(send_test_message.title), ''), 'msg', app.plain_lines(send_test_message.body));
  if send_test_message.channel = 'push' then
    perform app.enforce_limit('test_message', v_me.id::text);
    insert into app.outbox (kind, user_id, payload, expires_at)
    select 'push', v_me.id, v_message || jsonb_build_object('token', t.token, 'platform', t.platform,
      'channelId', app.push_channel()), app.now() + interval '5 minutes'
    from public.push_tokens t where t.user_id = v_me.id;
    get diagnostics v_count = row_count;
    if v_count = 0 then
      perform app.refuse('no_device', 409, 'No device of yours gets push messages; turn them on in your profile');
    end if;
    return v_count::text;
  end if;
  select case send_test_message.channel
    when 'mail' then case when u.email_confirmed_at is not null then nullif(u.email, '') end
    when 'sms' then case when u.phone_confirmed_at is not null then app.verified_number(u.phone) end end into v_to
  from auth.users u where u.id = v_me.id;
  if v_to is null then
    perform app.refuse('no_contact', 409, 'Your account has no confirmed address or number for this channel');
  end if;
  perform app.enforce_limit('test_message', v_me.id::text);
  insert into app.outbox (kind, user_id, payload, expires_at)
  values (send_test_message.channel, v_me.id, v_message || jsonb_build_object(
    case send_test_message.channel when 'mail' then 'email' else 'phone' end, v_to), app.now() + interval '5 minutes');
  return v_to;
end $$;

comment on function public.send_test_message is
  'Sends the caller the given words, as a text message (sms), mail or push; ten times an hour. They are sent as they are, '
  'with sample values instead of placeholders. Returns the number or address, or the number of devices. '
  'Errors: must_login, not_allowed, demo_mode, texts_invalid, no_device, no_contact, too_many_requests.';

grant execute on function public.send_test_message(text, text, text, text) to authenticated;

create or replace function app.tg_outbox__log() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    perform app.log_message(new.kind, coalesce(new.payload ->> 'phone', new.payload ->> 'email', ''),
      coalesce(new.payload ->> 'about', split_part(coalesce(new.payload ->> 'msg', ''), '.', 1)), new.user_id,
        (new.payload ->> 'booking_id')::uuid, new.id);
  end if;
  -- What may have been sent is not a failure: nobody knows.
  if new.status <> 'queued' then
    update app.message_log l set changed_at = app.now(),
      state = case when new.status = 'sent' or new.last_error like 'unknown%' then 'sent' else 'failed' end,
      reason = case when new.status = 'dead' then left(new.last_error, 300) end,
      -- Who wants no messages is not out of reach.
      counts = new.last_error is null or new.last_error !~ 'unsubscribed'
    where l.outbox_id = new.id and l.state <> 'delivered' and l.receipt_at is null;
    if new.last_error ~ 'unsubscribed' then
      perform app.stop_messages(new.kind, coalesce(new.payload ->> 'phone', new.payload ->> 'email'), 'provider');
    end if;
  end if;
  return null;
end $$;

create function app.tg_languages__templates() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform app.add_template(k.kind, 'all', new.lang_locale, w.words)
  from (select app.template_kind(t.key) as kind from jsonb_object_keys(new.key_value_pairs) t (key)
    union select t.kind from app.message_templates t
      where t.lang_locale = new.lang_locale and t.channel = 'all') k
  cross join lateral (select app.template_words(new.key_value_pairs, k.kind) as words) w
  where k.kind is not null and w.words is distinct from coalesce((select t.words from app.current_templates t
    where t.kind = k.kind and t.channel = 'all' and t.lang_locale = new.lang_locale), '{}');
  return null;
end $$;

create trigger languages__templates after insert or update of key_value_pairs on public.languages
  for each row execute function app.tg_languages__templates();

-- The words that the firm has written so far are the first version of each message.
select app.add_template(k.kind, 'all', l.lang_locale, app.template_words(l.key_value_pairs, k.kind))
from public.languages l
cross join lateral (select distinct app.template_kind(t.key) as kind from jsonb_each_text(l.key_value_pairs) t (key, value)
  where btrim(t.value) <> '') k
where k.kind is not null;

-- Sources of this migration, for the next one to compare with:
--   049a571e71a2 rows of app.limits
--   | insert into app.limits (purpose, most, seconds, refusal) values
--   |   ('account_check', 20, 3600, 'At most %s addresses an hour'),
--   |   ('account_plan', 20, 3600, 'At most %s addresses an hour'),
--   |   ('alarm', 20, 60, 'At most %s a minute; the desk already has the alarm'),
--   |   ('application_file', 20, 3600, 'At most %s files an hour'),
--   |   ('cancelled_bookings', 20, 600, '%s bookings cancelled within ten minutes; try again later'),
--   |   ('case', 10, 3600, 'At most %s cases an hour'),
--   |   ('desk_message', 20, 60, 'At most %s messages a minute'),
--   |   ('guest_text', 10, 3600, 'At most %s guests an hour'),
--   |   ('import', 60, 3600, 'At most %s files an hour'),
--   |   ('invitation', 60, 3600, 'At most %s invitations an hour'),
--   |   ('message_desk', 20, 60, 'At most %s messages a minute'),
--   |   ('nearby', 60, 60, 'At most %s calls a minute'),
--   |   ('nearby_of_visitors', 1200, 60, 'At most %s calls of all visitors a minute'),
--   |   ('receipt', 5, 3600, 'At most %s receipts an hour'),
--   |   ('street_receipt', 3, 86400, 'At most %s texts per trip'),
--   |   ('street_receipt_of_driver', 40, 86400, 'At most %s texts a day'),
--   |   ('test_message', 10, 3600, 'At most %s tests an hour'),
--   |   ('unpaid_payments', 20, 3600, '%s payments within an hour were not paid; try again later')
--   fa92b6dcfba7 function app.needed_placeholder(text)
--   666f44754a4d function app.check_texts(jsonb)
--   e21d9f0c6501 comment on function app.check_texts
--   67bfd6bf3e36 function app.tg_languages__texts()
--   0e6860517e87 table app.message_templates
--   b0831a6323c1 description of app.message_templates
--   e2c09a8bcd7d index app.message_templates_by
--   b856e28efe08 alter table app.message_templates enable row level security
--   f23c84962dac function app.template_kind(text)
--   ea6b51d544d8 comment on function app.template_kind
--   d497b29b2e7f function app.template_key(text, text)
--   7fa22f24778a comment on function app.template_key
--   509c872dcaa9 function app.template_words(jsonb, text)
--   96e2484fa93d comment on function app.template_words
--   fcc5566d50cd view app.current_templates
--   9ca83202f38f comment on view app.current_templates
--   7c8b0642fa3c function app.texts_of_messages(text)
--   320a97571fbb comment on function app.texts_of_messages
--   dbf886f7892a function public.message_firm()
--   a02658a6b75e comment on function public.message_firm
--   bba9c56d09aa function app.add_template(text, text, text, jsonb)
--   86a883c4d62a comment on function app.add_template
--   340d30f1f000 function public.list_message_templates(text, text)
--   bfbb5a321996 comment on function public.list_message_templates
--   0e19121fea88 grant execute on function public.list_message_templates(text, text) to authenticated
--   26a55123c228 function public.save_message_template(text, text, text, jsonb, integer)
--   d1af7686fd85 comment on function public.save_message_template
--   ffe5ec4f2b6d grant execute on function public.save_message_template(text, text, text, jsonb, integer) to authenticated
--   f64d93bf8aaa function public.send_test_message(text, text, text, text)
--   822778de4408 comment on function public.send_test_message
--   e1d7d78dc8bf grant execute on function public.send_test_message(text, text, text, text) to authenticated
--   2f6a77c3e15c function app.tg_outbox__log()
--   72df0e72e1f4 function app.tg_languages__templates()
--   6e33ece75253 trigger languages__templates on public.languages
