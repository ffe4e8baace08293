-- Rules of settings and languages: invalid numbers, the locked currency, the one default language.

create function app.save_settings(before public.settings, patch jsonb) returns public.settings
language plpgsql security definer set search_path = '' as $$
declare v_settings public.settings;
begin
  -- The statement is safe: only quoted column names are inserted. @plpgsql_check_options: security_warnings = off
  v_settings := jsonb_populate_record(before, patch);
  if patch <> '{}' then
    execute (select format('update public.settings set (id, %s) = row(1, %s) where id = 1',
      string_agg(quote_ident(k), ', '), string_agg('$1.' || quote_ident(k), ', '))
        from jsonb_object_keys(save_settings.patch) k) using v_settings;
  end if;
  v_settings := app.settings();
  return v_settings;
exception
  when check_violation or not_null_violation or data_exception then
    perform app.refuse('settings_invalid', 422, sqlerrm);
    return null;
end $$;

create function public.update_settings(patch jsonb) returns public.settings
language plpgsql security definer set search_path = '' as $$
declare
  v_settings public.settings;
  v_patch jsonb := case when jsonb_typeof(update_settings.patch) = 'object' then update_settings.patch else '{}' end
    - 'id' - 'updated_at';
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
    if not to_jsonb(v_settings) ? k then
      perform app.refuse('settings_invalid', 422, format('Unknown setting %s', k));
    end if;
    if k in ('bonus', 'driver_radius', 'decimal') then
      v_number := app.number_or_null(v_patch -> k);
      if k = 'decimal' and v_number % 1 <> 0 then v_number := null; end if;
      v_patch := v_patch || jsonb_build_object(k, v_number);
    end if;
  end loop;
  return app.save_settings(v_settings, v_patch);
end $$;
comment on function public.update_settings is
  'Applies a patch {key: value} to the settings; numbers may be text. If the patch has a version, it is refused if '
  'the settings have changed since. An invalid radius or number of decimals becomes the default. A new currency '
  'without a new symbol gets its code as symbol. '
  'Errors: must_login, not_allowed, demo_mode, proper_bonus, currency_locked, currency_unknown, currency_decimals, '
  'currency_symbol, time_zone_invalid, receipts_issued, settings_invalid, version_conflict.';
grant execute on function public.update_settings(jsonb) to authenticated;
