-- Templates: the words in which the firm writes to people, with their earlier versions.
-- Access: admins with the permission settings write and read them, and send themselves a test
-- Tests:  tests/db/message_templates.sql

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
    and (t.kind = list_message_templates.of_kind or list_message_templates.of_kind is null
      and exists (select from app.current_templates c where c.kind = t.kind and c.channel = t.channel
        and c.lang_locale = t.lang_locale and c.version = t.version))
  order by t.kind, t.channel, t.version desc;
end $$;
comment on function public.list_message_templates is
  'The firm''s own words of its messages in a language: of each kind and channel the newest version, or all kept '
  'versions of one kind, newest first. kind: notices.driver_arrived, sent_messages.guest, … words: texts by the rest '
  'of their keys; by_name: who wrote them. '
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
    or save_message_template.channel <> 'all' and not (save_message_template.kind like 'notices.%'
      or save_message_template.kind = 'sent_messages.trip' and app.is_written(save_message_template.channel))
    or jsonb_typeof(save_message_template.words) is distinct from 'object' then
    perform app.refuse('texts_invalid', 422, 'Give a kind of message, all, push, sms or mail, and its texts by name');
  end if;
  select l.* into v_language from public.languages l where l.lang_locale = save_message_template.locale
    for no key update;
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
    coalesce((select w.words from app.words_by_kind(v_texts) w), '{}'))).version;
end $$;
comment on function public.save_message_template is
  'Writes a version of a message''s words in one language, for all channels or for push, sms or mail alone (notices, '
  'and sent_messages.trip by sms and mail); without a text the built-in one counts again. from_version: the version '
  'that was changed, 0 for none. Returns the new version. '
  'Errors: must_login, not_allowed, demo_mode, texts_invalid, language_not_found, version_conflict.';
grant execute on function public.save_message_template(text, text, text, jsonb, integer) to authenticated;

create function app.test_message(title text, body text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if app.is_blank(test_message.body) or length(test_message.body) > 4000 or length(test_message.title) > 200 then
    perform app.refuse('texts_invalid', 422, 'Give a text of up to 4000 characters and a title of up to 200');
  end if;
  return jsonb_build_object('plain', true, 'about', 'test', 'title', coalesce(app.plain(test_message.title), ''),
    'msg', app.plain_lines(test_message.body));
end $$;
comment on function app.test_message is
  'Words as a message of the outbox that is a test. '
  'Errors: texts_invalid.';

create function app.send_test(me uuid, channel text, message jsonb) returns text
language plpgsql security definer set search_path = '' as $$
declare
  v_to text;
  v_count integer;
begin
  if send_test.channel = 'push' then
    perform app.enforce_limit('test_message', send_test.me::text);
    insert into app.outbox (kind, user_id, payload, expires_at)
    select 'push', send_test.me, send_test.message || jsonb_build_object('token', t.token, 'platform', t.platform,
      'channelId', app.push_channel()), app.now() + interval '5 minutes'
    from public.push_tokens t where t.user_id = send_test.me;
    get diagnostics v_count = row_count;
    if v_count = 0 then
      perform app.refuse('no_device', 409, 'No device of yours gets push messages; turn them on in your profile');
    end if;
    return v_count::text;
  end if;
  v_to := app.own_contact(send_test.me, send_test.channel);
  if v_to is null then
    perform app.refuse('no_contact', 409, 'Your account has no confirmed address or number for this channel');
  end if;
  perform app.enforce_limit('test_message', send_test.me::text);
  insert into app.outbox (kind, user_id, payload, expires_at)
  values (send_test.channel, send_test.me, send_test.message || jsonb_build_object(
    case send_test.channel when 'mail' then 'email' else 'phone' end, v_to), app.now() + interval '5 minutes');
  return v_to;
end $$;
comment on function app.send_test is
  'Sends a message to the devices (push), the address or the number of the admin me; ten times an hour. Returns the '
  'number or address, or the number of devices. '
  'Errors: no_device, no_contact, too_many_requests.';

create function public.send_test_message(channel text, title text, body text, lang text default null) returns text
language plpgsql security definer set search_path = '' as $$
declare v_me public.profiles := app.require_editor('settings');
begin
  return app.send_test(v_me.id, send_test_message.channel, app.test_message(send_test_message.title,
    send_test_message.body) || jsonb_build_object('lang', send_test_message.lang));
end $$;
comment on function public.send_test_message is
  'Sends the caller the given words, as a text message (sms), mail or push; ten times an hour. They are sent as they '
  'are, with sample values instead of placeholders. Returns the number or address, or the number of devices. '
  'Errors: must_login, not_allowed, demo_mode, texts_invalid, no_device, no_contact, too_many_requests.';
grant execute on function public.send_test_message(text, text, text, text) to authenticated;
