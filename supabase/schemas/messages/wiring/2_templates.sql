-- Templates: each change of the texts of a language that are messages is a version.

create function app.tg_languages__templates() returns trigger
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

create trigger languages__templates after insert or update of key_value_pairs on public.languages
  for each row execute function app.tg_languages__templates();
