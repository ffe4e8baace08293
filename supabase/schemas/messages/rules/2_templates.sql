-- Templates: the words in which the firm writes to people, with their earlier versions.

create function app.template_kind(key text) returns text language sql immutable parallel safe as $$
  select substring(key from '^(?:notices|sent_messages)[.][a-z][A-Za-z0-9_]{0,80}(?=[.]|$)')
$$;
comment on function app.template_kind is
  'The kind of message to which a text belongs: notices.driver_arrived of notices.driver_arrived.title. Null for a '
  'text of a page.';

create function app.template_key(kind text, part text) returns text language sql immutable parallel safe as $$
  select kind || case when part = '' then '' else '.' || part end
$$;
comment on function app.template_key is 'The key of a text, from the kind of its message and its name there.';

create function app.words_by_kind(texts jsonb) returns table (kind text, words jsonb)
language sql immutable parallel safe set search_path = '' as $$
  select k.kind, jsonb_object_agg(substr(t.key, length(k.kind) + 2), t.value)
  from jsonb_each_text(words_by_kind.texts) t
  cross join lateral (select app.template_kind(t.key) as kind offset 0) k
  where k.kind is not null and btrim(t.value) <> ''
  group by k.kind
$$;
comment on function app.words_by_kind is 'The words of each kind of message among the texts of a language.';

create view app.current_templates as
  select distinct on (t.kind, t.channel, t.lang_locale) t.* from app.message_templates t
  order by t.kind, t.channel, t.lang_locale, t.version desc;
comment on view app.current_templates is 'The newest version of each template.';
