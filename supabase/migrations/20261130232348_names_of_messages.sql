-- names_of_messages: from supabase/schemas, by npm run migration. Read it before it is applied.

set lock_timeout = '10s';
set statement_timeout = '10min';

drop trigger outbox__dead_receiver on app.outbox;

create function app.is_written(channel text) returns boolean language sql immutable parallel safe as $$
  select channel in ('sms', 'mail')
$$;

comment on function app.is_written is
  'Whether a message goes to a number or an address, as text messages and mails do: it is logged, and can be stopped.';

create function app.is_taken(state text) returns boolean language sql immutable parallel safe as $$
  select state in ('sent', 'delivered')
$$;

comment on function app.is_taken is 'Whether a provider took a message, by its state in the log.';

create or replace function app.is_dead_receiver(receiver text) returns boolean
language sql stable security definer set search_path = '' as $$
  select count(distinct (l.at at time zone s.time_zone)::date) >= 2
  from app.message_log l cross join public.settings s
  where s.id = 1 and l.receiver_hash = app.receiver_hash(is_dead_receiver.receiver) and l.counts and l.state = 'failed'
    and l.reason ~ 'receiver_refused' and not exists (select 1 from app.message_log t
      where t.receiver_hash = l.receiver_hash and t.changed_at > l.changed_at and app.is_taken(t.state)
        and t.reason is null)
$$;

create or replace function app.has_bounced(channel text, receiver text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from app.message_log l
    where l.receiver_hash = app.receiver_hash(has_bounced.receiver) and l.channel = has_bounced.channel
      and l.state = 'failed' and l.counts and l.reason ~ 'receiver_refused'
      and not exists (select from app.message_log t where t.receiver_hash = l.receiver_hash
        and t.changed_at > l.changed_at and app.is_taken(t.state) and t.reason is null))
$$;

create or replace function public.save_message_template(kind text, channel text, locale text, words jsonb,
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

create or replace function public.text_usage() returns public.day_texts
language plpgsql stable security definer set search_path = '' as $$
begin
  perform app.require_permission('desk');
  return (select row(app.texts_of_day(), s.sms_day_limit,
    (select coalesce(jsonb_agg(jsonb_build_object('currency', c.currency, 'amount', c.amount)), '[]')
      from (select l.currency, sum(l.cost) as amount from app.message_log l
        where l.cost is not null and l.at >= date_trunc('day', app.now(), s.time_zone)
        group by l.currency order by l.currency) c),
    s.sms_price * (select coalesce(sum(coalesce(l.segments, 1)), 0) from app.message_log l
      where l.channel = 'sms' and l.cost is null and (app.is_taken(l.state) or l.receipt_at is not null)
        and l.at >= date_trunc('day', app.now(), s.time_zone)))::public.day_texts
  from public.settings s where s.id = 1);
end $$;

create or replace function public.save_news_consent(channel text, given boolean, words text default null) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare v_me public.profiles := app.caller();
begin
  if app.is_written(save_news_consent.channel) is not true
    or save_news_consent.given is null then
    perform app.refuse('news_invalid', 422, 'channel: mail or sms; given: true or false');
  end if;
  if save_news_consent.given then
    perform app.agree_to_news(v_me, save_news_consent.channel, 'profile', save_news_consent.words);
  else
    perform app.record_news_consent(v_me.id, save_news_consent.channel, c.receiver_hash, false, 'profile')
    from app.current_news_consents c where c.user_id = v_me.id and c.channel = save_news_consent.channel;
  end if;
  return app.news_consent_of(v_me.id, save_news_consent.channel);
end $$;

create trigger outbox__dead_receiver before insert on app.outbox for each row
  when (app.is_written(new.kind) and new.status = 'queued') execute function app.tg_outbox__dead_receiver();

create or replace function app.tg_outbox__log() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform app.log_message(n.kind, coalesce(n.payload ->> 'phone', n.payload ->> 'email', ''),
    app.message_kind(n.payload), n.user_id, (n.payload ->> 'booking_id')::uuid, n.id)
  from became n where app.is_written(n.kind);
  -- Until the sender has counted the parts, the day's limit knows the most that they can be.
  update app.message_log l set segments = (n.payload ->> 'parts')::integer
  from became n where n.kind = 'sms' and n.payload ? 'parts' and l.outbox_id = n.id;
  perform app.log_ends(array(select n.id from became n where app.is_written(n.kind) and n.status <> 'queued'));
  return null;
end $$;

create or replace function app.tg_outbox__log_end() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform app.log_ends(array(select n.id from became n join was o on o.id = n.id
    where app.is_written(n.kind) and n.status <> 'queued' and n.status <> o.status));
  return null;
end $$;

create or replace function app.tg_users__code_entered() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update app.message_log l set state = 'delivered', changed_at = app.now(), reason = null, entered_at = app.now()
  where l.receiver_hash = app.receiver_hash('+' || new.phone) and app.is_taken(l.state)
    and l.entered_at is null and l.outbox_id is null
    and l.at > app.now() - interval '10 minutes';
  return null;
end $$;

-- Sources of this migration, for the next one to compare with:
--   e4e98310ff3c function app.is_written(text)
--   a9b7520abb76 comment on function app.is_written
--   4025be62ea7f function app.is_taken(text)
--   b4dbf7733086 comment on function app.is_taken
--   a4e2dcebcdd1 function app.is_dead_receiver(text)
--   b8b5df2df79e function app.has_bounced(text, text)
--   57184f16d339 function public.save_message_template(text, text, text, jsonb, integer)
--   f5beb9b48eda function public.text_usage()
--   0d8d680c1ffa function public.save_news_consent(text, boolean, text)
--   7876208a3898 trigger outbox__dead_receiver on app.outbox
--   514171d68e64 function app.tg_outbox__log()
--   a44f34d2ccd5 function app.tg_outbox__log_end()
--   c5538126ed5a function app.tg_users__code_entered()
