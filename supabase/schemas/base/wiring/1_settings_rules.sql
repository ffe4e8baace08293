-- Rules of settings and languages: invalid numbers, the locked currency, the one default language.

create function app.tg_languages__one_default() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.languages l set is_default = false where l.is_default and l.id <> new.id;
  return new;
end $$;

create trigger languages__unset_others before insert on public.languages
  for each row when (new.is_default) execute function app.tg_languages__one_default();
create trigger languages__unset_others_later before update of is_default on public.languages
  for each row when (new.is_default and not old.is_default) execute function app.tg_languages__one_default();
