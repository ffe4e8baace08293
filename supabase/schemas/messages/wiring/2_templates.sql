-- Templates: each change of the texts of a language that are messages is a version.

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
