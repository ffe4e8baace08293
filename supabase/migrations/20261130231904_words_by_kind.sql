-- words_by_kind: from supabase/schemas, by npm run migration. Read it before it is applied.

set lock_timeout = '10s';
set statement_timeout = '10min';

drop function app.template_words(jsonb, text);

create function app.words_by_kind(texts jsonb) returns table (kind text, words jsonb)
language sql immutable parallel safe set search_path = '' as $$
  select k.kind, jsonb_object_agg(substr(t.key, length(k.kind) + 2), t.value)
  from jsonb_each_text(words_by_kind.texts) t
  cross join lateral (select app.template_kind(t.key) as kind offset 0) k
  where k.kind is not null and btrim(t.value) <> ''
  group by k.kind
$$;

comment on function app.words_by_kind is 'The words of each kind of message among the texts of a language.';

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
      or save_message_template.kind = 'sent_messages.trip' and save_message_template.channel in ('sms', 'mail'))
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

create or replace function app.tg_languages__templates() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- One pass over the texts: a whole language has thousands, and a hundred kinds.
  perform app.add_template(k.kind, 'all', new.lang_locale, k.words)
  from (select coalesce(w.kind, c.kind) as kind, coalesce(w.words, '{}') as words, coalesce(c.words, '{}') as before
    from app.words_by_kind(new.key_value_pairs) w
    full join (select t.kind, t.words from app.current_templates t
      where t.channel = 'all' and t.lang_locale = new.lang_locale) c on c.kind = w.kind) k
  where k.words <> k.before;
  return null;
end $$;

-- Sources of this migration, for the next one to compare with:
--   gone comment on function app.template_words
--   gone function app.template_words(jsonb, text)
--   91bac4236b9b function app.words_by_kind(jsonb)
--   76575508fc59 comment on function app.words_by_kind
--   b068d3ad7c40 function public.save_message_template(text, text, text, jsonb, integer)
--   283e5a491deb function app.tg_languages__templates()
