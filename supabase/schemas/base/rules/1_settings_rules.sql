-- Rules of settings and languages: invalid numbers, the locked currency, the one default language.

-- Reads a number that a form sent as text. An invalid number becomes null, and tg_settings__check decides whether null
-- is refused or replaced by a default.
create function app.number_or_null(value jsonb) returns numeric language plpgsql immutable set search_path = '' as $$
begin
  return btrim(value #>> '{}')::numeric;
exception when data_exception then
  return null;
end $$;
