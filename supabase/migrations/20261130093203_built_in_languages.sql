-- built_in_languages: from supabase/schemas, by npm run migration. Read it before it is applied.

set lock_timeout = '10s';
set statement_timeout = '10min';

call app.describe('public.languages', $$
  Available languages, with the operator's own texts that override the built-in ones.
  version: Number of the row's changes. An update with an outdated version is refused with version_conflict.
  key_value_pairs: Texts by namespace and key (common.save); the key of a translation of the firm's own text, such as
    the name of a car type, is firm. and that text. At most 10000 with up to 2000 characters each. A new language
    without texts starts with those of the default language.
  lang_name: The language's name in that language.
  lang_locale: BCP 47 tag of the language, such as en, de or ar. It decides whether pages run left to right.
  date_locale: BCP 47 tag for writing dates, such as de-CH or fa-u-nu-latn.
  is_default: Exactly one language is the default; it cannot be deleted. People who have not chosen a language get it.
$$);

insert into public.languages (lang_name, lang_locale, date_locale, is_default, key_value_pairs)
select built.lang_name, built.lang_locale, built.date_locale, built.lang_locale = 'en', '{}'
from (values ('English', 'en', 'en-GB'), ('Deutsch', 'de', 'de'), ('العربية', 'ar', 'ar'))
  built (lang_name, lang_locale, date_locale)
where not exists (select from public.languages);

create or replace function app.tg_languages__texts() returns trigger language plpgsql security definer set search_path = '' as $$
declare v_wrong text;
begin
  if jsonb_typeof(new.key_value_pairs) is distinct from 'object' then return new; end if;
  select case when jsonb_typeof(new.key_value_pairs -> t.key) in ('number', 'boolean', 'null') then left(t.key, 120)
    || ' is not a text'
      when length(t.value) > app.page_text_length() then
        format('%s is longer than %s characters', left(t.key, 120), app.page_text_length())
      else left(t.key, 120) || ' is no key such as common.save' end into v_wrong
  from jsonb_each_text(new.key_value_pairs) t
  where jsonb_typeof(new.key_value_pairs -> t.key) in ('number', 'boolean', 'null')
    or length(t.value) > app.page_text_length()
    or case when starts_with(t.key, 'firm.') then length(t.key) not between 6 and 505
    else length(t.key) > 120 or t.key !~ '^[A-Za-z][A-Za-z0-9_]*([.][A-Za-z0-9][A-Za-z0-9_ -]*)*$' end
      order by t.key limit 1;
  -- A whole language has about 6000 texts with keys of 30 letters, in scripts with three bytes a letter 1.2 MB.
  if v_wrong is null and (select count(*) from jsonb_object_keys(new.key_value_pairs)) > 10000 then
    v_wrong := 'More than 10000 texts';
  end if;
  if v_wrong is null and octet_length(new.key_value_pairs::text) > 2000000 then
    v_wrong := 'More than 2 MB of texts';
  end if;
  if v_wrong is not null then perform app.refuse('texts_invalid', 422, v_wrong); end if;
  return new;
end $$;

-- Sources of this migration, for the next one to compare with:
--   50380e015da8 description of public.languages
--   7d419c88cb42 rows of public.languages
--   38c70923034c function app.tg_languages__texts()
