-- Rules of settings and languages: invalid numbers, the locked currency, the one default language.
-- Access: admins change settings by update_settings or by writing the tables
-- Tests:  tests/db/settings.sql, tests/db/catalogues.sql

-- The currencies that people pay with (ISO 4217, table A.1 of 2026, without funds, metals and units of account).
create function app.currency_decimals(code text) returns integer language sql immutable set search_path = '' as $$
  select case
    when currency_decimals.code
      = any (string_to_array('BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF', ' ')) then 0
    when currency_decimals.code = any (string_to_array('BHD IQD JOD KWD LYD OMR TND', ' ')) then 3
    when currency_decimals.code
      = any
      (string_to_array('AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CNY COP CRC CUP CVE '
      'CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA '
      'MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC '
      'SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD UYU UZS VED VES WST XCD XCG YER ZAR ZMW ZWG', ' ')) then 2 end
$$;
comment on function app.currency_decimals is
  'The number of decimals of a current currency by ISO 4217; null for any other code.';

create function app.check_currency(settings public.settings) returns void
language plpgsql immutable set search_path = '' as $$
declare v_most integer := app.currency_decimals((settings).code);
begin
  -- The constraint of the column refuses what is no code at all.
  if v_most is null and (settings).code ~ '^[A-Z]{3}$' then
    perform app.refuse('currency_unknown', 422, 'code is a current currency of ISO 4217 such as EUR');
  end if;
  if (settings)."decimal" > v_most and (settings)."decimal" <= 4 then
    perform app.refuse('currency_decimals', 422, format('%s has %s decimals at most', (settings).code, v_most));
  end if;
  if upper(btrim((settings).symbol)) <> (settings).code
    and app.currency_decimals(upper(btrim((settings).symbol))) is not null then
    perform app.refuse('currency_symbol', 422, format('%s is the code of another currency', (settings).symbol));
  end if;
end $$;
comment on function app.check_currency is
  'Refuses a currency that is not current, more decimals than it has, and the code of another currency as its symbol.';

-- Checks currency, bonus, radius, decimals and time zone before settings are saved. A number that is negative, infinite
-- or NaN counts as empty (NaN sorts above every number, hence the upper bound). An empty bonus is refused; an empty
-- radius or decimals gets its default. An unknown time zone is refused. A new currency without a new symbol gets its
-- code as symbol, because the symbol of the old one would be wrong, and a code is understood everywhere.
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
  if not coalesce(new.driver_radius >= 0 and new.driver_radius < 'Infinity', false) then
    new.driver_radius := 10;
  end if;
  new.bonus := round(new.bonus, least(new."decimal", 4));
  if not exists (select 1 from pg_catalog.pg_timezone_names z where z.name = new.time_zone) then
    perform app.refuse('time_zone_invalid', 422, 'Use a time zone name such as Europe/Vaduz');
  end if;
  if new.company_bank_account <> old.company_bank_account and not app.is_account(new.company_bank_account) then
    perform app.refuse('iban_invalid', 422, 'The check digits of this IBAN are wrong');
  end if;
  new.updated_at := app.now();
  return new;
end $$;

create trigger settings__check before update on public.settings for each row execute function app.tg_settings__check();

-- Makes the first language the default. A later language without texts starts with the texts of the default language.
create function app.tg_languages__start() returns trigger language plpgsql security definer set search_path = '' as $$
declare v_texts jsonb;
begin
  select l.key_value_pairs into v_texts from public.languages l where l.is_default;
  if not found then new.is_default := true; end if;
  new.key_value_pairs := coalesce(new.key_value_pairs, v_texts, '{}');
  return new;
end $$;

create trigger languages__start before insert on public.languages for each row
  execute function app.tg_languages__start();

create function app.needed_placeholder(key text) returns text
language sql immutable set search_path = '' as $$
  select case when needed_placeholder.key
      ~ '^sent_messages[.](mail[.]lines[.][a-z_]+|sms[.](named|unnamed)|parcel|guest[.]code)$' then 'code'
    when needed_placeholder.key in ('sent_messages.mail.link', 'sent_messages.guest.link', 'notices.invitation.text',
      'notices.invitation_sms.text', 'sent_messages.trip.link', 'sent_messages.trip.preferences',
      'sent_messages.trip.mails', 'sent_messages.news.mail', 'sent_messages.news.sms') then 'link' end
$$;
comment on function app.needed_placeholder is
  'The placeholder without which a text of a message is useless: the code of a message with a code, the link of one '
  'with a link; null for all others.';

-- Limits the number and length of the texts, because every page fetches them. A key must not contain characters that a
-- page could treat as markup or as a built-in property; only a translation of the firm's own text has that text as its
-- key, after `firm.`.
create function app.check_texts(texts jsonb) returns void
language plpgsql immutable security definer set search_path = '' as $$
declare v_wrong text;
begin
  select case when jsonb_typeof(check_texts.texts -> t.key) <> 'string' then left(t.key, 120) || ' is not a text'
      when length(t.value) > app.page_text_length() then
        format('%s is longer than %s characters', left(t.key, 120), app.page_text_length())
      else left(t.key, 120) || ' is no key such as common.save' end into v_wrong
  from jsonb_each_text(check_texts.texts) t
  where jsonb_typeof(check_texts.texts -> t.key) <> 'string'
    or length(t.value) > app.page_text_length()
    or case when starts_with(t.key, 'firm.') then length(t.key) not between 6 and 505
    else length(t.key) > 120 or t.key !~ '^[A-Za-z][A-Za-z0-9_]*([.][A-Za-z0-9][A-Za-z0-9_ -]*)*$' end
      order by t.key limit 1;
  v_wrong := coalesce(v_wrong, (select format('%s needs {{%s}}', t.key, app.needed_placeholder(t.key))
    from jsonb_each_text(check_texts.texts) t
    where btrim(t.value) <> '' and t.value !~ ('[{][{] *' || app.needed_placeholder(t.key) || ' *[}][}]')
    order by t.key limit 1));
  -- A whole language has about 6000 texts with keys of 30 letters, in scripts with three bytes a letter 1.2 MB.
  if v_wrong is null and (select count(*) from jsonb_object_keys(check_texts.texts)) > 10000 then
    v_wrong := 'More than 10000 texts';
  end if;
  if v_wrong is null and octet_length(check_texts.texts::text) > 2000000 then
    v_wrong := 'More than 2 MB of texts';
  end if;
  if v_wrong is not null then perform app.refuse('texts_invalid', 422, v_wrong); end if;
end $$;
comment on function app.check_texts is
  'Refuses texts by key that nobody could use: not a text, too long, without the placeholder that they need, or too '
  'many. '
  'Errors: texts_invalid.';

-- A constraint of the table checks that the value is an object.
create function app.tg_languages__texts() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if jsonb_typeof(new.key_value_pairs) = 'object' then perform app.check_texts(new.key_value_pairs); end if;
  return new;
end $$;

create trigger languages__texts before insert or update of key_value_pairs on public.languages
  for each row execute function app.tg_languages__texts();

create function app.tg_languages__keep_default() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform app.refuse('default_language', 409, 'Make another language the default first');
  return null;
end $$;

create trigger languages__keep_default before delete on public.languages
  for each row when (old.is_default) execute function app.tg_languages__keep_default();

-- Refuses an update by a client that unsets the default language. If an admin makes another language the default, a
-- trigger unsets the old one; the condition pg_trigger_depth() = 0 allows that.
create trigger languages__stay_default before update of is_default on public.languages
  for each row when (old.is_default and not new.is_default and pg_trigger_depth() = 0)
  execute function app.tg_languages__keep_default();
