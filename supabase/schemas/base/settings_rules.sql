-- Rules of settings and languages: invalid numbers, the locked currency, the one default language.
-- Needs:  settings, audit
-- Access: admins change settings by update_settings or by writing the tables
-- Tests:  tests/db/settings.sql, tests/db/catalogues.sql

-- Currencies ------------------------------------------------------------------------------------------------------

-- The currencies that people pay with (ISO 4217, table A.1 of 2026, without funds, metals and units of account).
create function app.currency_decimals(code text) returns integer language sql immutable set search_path = '' as $$
  select case
    when currency_decimals.code = any (string_to_array('BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF', ' ')) then 0
    when currency_decimals.code = any (string_to_array('BHD IQD JOD KWD LYD OMR TND', ' ')) then 3
    when currency_decimals.code = any (string_to_array('AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CNY COP CRC CUP CVE '
      'CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA '
      'MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC '
      'SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD UYU UZS VED VES WST XCD XCG YER ZAR ZMW ZWG', ' ')) then 2 end
$$;
comment on function app.currency_decimals is 'The number of decimals of a current currency by ISO 4217; null for any other code.';

-- Saving settings -------------------------------------------------------------------------------------------------

create function app.check_currency(settings public.settings) returns void language plpgsql immutable set search_path = '' as $$
declare v_most integer := app.currency_decimals((settings).code);
begin
  -- The constraint of the column refuses what is no code at all.
  if v_most is null and (settings).code ~ '^[A-Z]{3}$' then
    perform app.refuse('currency_unknown', 422, 'code is a current currency of ISO 4217 such as EUR');
  end if;
  if (settings)."decimal" > v_most and (settings)."decimal" <= 4 then
    perform app.refuse('currency_decimals', 422, format('%s has %s decimals at most', (settings).code, v_most));
  end if;
  if upper(btrim((settings).symbol)) <> (settings).code and app.currency_decimals(upper(btrim((settings).symbol))) is not null then
    perform app.refuse('currency_symbol', 422, format('%s is the code of another currency', (settings).symbol));
  end if;
end $$;
comment on function app.check_currency is 'Refuses a currency that is not current, more decimals than it has, and the code of another currency as its symbol.';

-- Checks currency, bonus, radius, decimals and time zone before settings are saved. A number that is negative, infinite or NaN counts as
-- empty (NaN sorts above every number, hence the upper bound). An empty bonus is refused; an empty radius or decimals gets its
-- default. An unknown time zone is refused. A new currency without a new symbol gets its code as symbol, because the symbol of
-- the old one would be wrong, and a code is understood everywhere.
create function app.tg_settings__check() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if not coalesce(new.bonus >= 0 and new.bonus < 'Infinity', false) then
    perform app.refuse('proper_bonus', 422, 'bonus must be a number of at least zero');
  end if;
  if not coalesce(new."decimal" >= 0, false) then new."decimal" := 2; end if;
  if new.code <> old.code and new.symbol = old.symbol then new.symbol := new.code; end if;
  if (new.code, new."decimal", new.symbol) is distinct from (old.code, old."decimal", old.symbol) then
    perform app.check_currency(new);
  end if;
  if not coalesce(new.driver_radius >= 0 and new.driver_radius < 'Infinity', false) then new.driver_radius := 10; end if;
  new.bonus := round(new.bonus, least(new."decimal", 4));
  if not exists (select 1 from pg_catalog.pg_timezone_names z where z.name = new.time_zone) then
    perform app.refuse('time_zone_invalid', 422, 'Use a time zone name such as Europe/Vaduz');
  end if;
  new.updated_at := app.now();
  return new;
end $$;
create trigger settings__check before update on public.settings for each row execute function app.tg_settings__check();

-- Refuses a change of the currency or its decimals once the ledger has entries, because their amounts are rounded to the old
-- decimals and owed in the old currency. The table lock waits until a concurrent transaction has committed the first entries.
create function app.tg_settings__lock_currency() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  -- A connection without a JWT role is the database's owner. The owner may change the currency, because a seed or a migration
  -- converts the amounts as well.
  if coalesce(auth.jwt() ->> 'role', '') = '' then return new; end if;
  lock table public.ledger_transactions in share mode;
  if app.ledger_has_entries() then perform app.refuse('currency_locked', 409, 'code and decimal cannot change once the ledger has entries'); end if;
  return new;
end $$;
create trigger settings__lock_currency before update on public.settings
  for each row when (old.code is distinct from new.code or old."decimal" is distinct from new."decimal")
  execute function app.tg_settings__lock_currency();

-- Reads a number that a form sent as text. An invalid number becomes null, and tg_settings__check decides whether null is
-- refused or replaced by a default.
create function app.number_or_null(value jsonb) returns numeric language plpgsql immutable set search_path = '' as $$
begin
  return btrim(value #>> '{}')::numeric;
exception when data_exception then
  return null;
end $$;

create function public.update_settings(patch jsonb) returns public.settings language plpgsql security definer set search_path = '' as $$
declare
  v_settings public.settings;
  v_patch jsonb := case when jsonb_typeof(update_settings.patch) = 'object' then update_settings.patch else '{}' end - 'id' - 'updated_at';
  v_number numeric;
  k text;
begin
  perform app.require_editor('settings');
  if jsonb_typeof(update_settings.patch) is distinct from 'object' then
    perform app.refuse('settings_invalid', 422, 'Pass an object of settings');
  end if;
  select s.* into v_settings from public.settings s where s.id = 1 for no key update;
  perform app.check_version(v_patch, 'settings', '1', v_settings.version);
  v_patch := v_patch - 'version';
  for k in select jsonb_object_keys(v_patch) loop
    if not to_jsonb(v_settings) ? k then perform app.refuse('settings_invalid', 422, format('Unknown setting %s', k)); end if;
    if k in ('bonus', 'driver_radius', 'decimal') then
      v_number := app.number_or_null(v_patch -> k);
      if k = 'decimal' and v_number % 1 <> 0 then v_number := null; end if;
      v_patch := v_patch || jsonb_build_object(k, v_number);
    end if;
  end loop;
  return app.save_settings(v_settings, v_patch);
end $$;
comment on function public.update_settings is 'Applies a patch {key: value} to the settings; numbers may be text. If the patch has a version, it is refused if the settings have changed since. An invalid radius or number of decimals becomes the default. A new currency without a new symbol gets its code as symbol. Errors: must_login, not_allowed, demo_mode, proper_bonus, currency_locked, currency_unknown, currency_decimals, currency_symbol, time_zone_invalid, settings_invalid, version_conflict.';
grant execute on function public.update_settings(jsonb) to authenticated;

create function app.save_settings(before public.settings, patch jsonb) returns public.settings
language plpgsql security definer set search_path = '' as $$
declare v_settings public.settings;
begin
  -- The statement is safe: only quoted column names are inserted. @plpgsql_check_options: security_warnings = off
  v_settings := jsonb_populate_record(before, patch);
  if patch <> '{}' then
    execute (select format('update public.settings set (id, %s) = row(1, %s) where id = 1',
      string_agg(quote_ident(k), ', '), string_agg('$1.' || quote_ident(k), ', ')) from jsonb_object_keys(save_settings.patch) k) using v_settings;
  end if;
  v_settings := app.settings();
  return v_settings;
exception
  when check_violation or not_null_violation or data_exception then
    perform app.refuse('settings_invalid', 422, sqlerrm);
    return null;
end $$;

-- Languages -------------------------------------------------------------------------------------------------------

-- Makes the first language the default. A later language without texts starts with the texts of the default language.
create function app.tg_languages__start() returns trigger language plpgsql security definer set search_path = '' as $$
declare v_texts jsonb;
begin
  select l.key_value_pairs into v_texts from public.languages l where l.is_default;
  if not found then new.is_default := true; end if;
  new.key_value_pairs := coalesce(new.key_value_pairs, v_texts, '{}');
  return new;
end $$;
create trigger languages__start before insert on public.languages for each row execute function app.tg_languages__start();

-- Limits the number and length of the texts, because every page fetches them. A key must not contain characters that a page
-- could treat as markup or as a built-in property. A constraint of the table checks that the value is an object.
create function app.tg_languages__texts() returns trigger language plpgsql security definer set search_path = '' as $$
declare v_wrong text;
begin
  if jsonb_typeof(new.key_value_pairs) is distinct from 'object' then return new; end if;
  select case when length(t.value) > 2000 then left(t.key, 120) || ' is longer than 2000 characters'
      else left(t.key, 120) || ' is no key such as common.save' end into v_wrong
  from jsonb_each_text(new.key_value_pairs) t
  where length(t.value) > 2000 or length(t.key) > 120 or t.key !~ '^[A-Za-z][A-Za-z0-9_]*([.][A-Za-z][A-Za-z0-9_ ]*)*$' order by t.key limit 1;
  if v_wrong is null and (select count(*) from jsonb_object_keys(new.key_value_pairs)) > 5000 then v_wrong := 'More than 5000 texts'; end if;
  if v_wrong is null and octet_length(new.key_value_pairs::text) > 400000 then v_wrong := 'More than 400 kB of texts'; end if;
  if v_wrong is not null then perform app.refuse('texts_invalid', 422, v_wrong); end if;
  return new;
end $$;
create trigger languages__texts before insert or update of key_value_pairs on public.languages
  for each row execute function app.tg_languages__texts();

create function app.tg_languages__one_default() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  update public.languages l set is_default = false where l.is_default and l.id <> new.id;
  return new;
end $$;
create trigger languages__unset_others before insert on public.languages
  for each row when (new.is_default) execute function app.tg_languages__one_default();
create trigger languages__unset_others_later before update of is_default on public.languages
  for each row when (new.is_default and not old.is_default) execute function app.tg_languages__one_default();

create function app.tg_languages__keep_default() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform app.refuse('default_language', 409, 'Make another language the default first');
  return null;
end $$;
create trigger languages__keep_default before delete on public.languages
  for each row when (old.is_default) execute function app.tg_languages__keep_default();
-- Refuses an update by a client that unsets the default language. If an admin makes another language the default, a trigger
-- unsets the old one; the condition pg_trigger_depth() = 0 allows that.
create trigger languages__stay_default before update of is_default on public.languages
  for each row when (old.is_default and not new.is_default and pg_trigger_depth() = 0)
  execute function app.tg_languages__keep_default();
