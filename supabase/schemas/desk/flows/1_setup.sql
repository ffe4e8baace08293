-- Setting up a firm: what is left to do until it can drive.
-- Access: owners
-- Tests:  tests/db/firm_setup.sql

-- Refuses to open a firm whose set-up began and is not done: its legal pages would be empty, or nobody could drive.
create function app.check_ready() returns void
language plpgsql stable security definer set search_path = '' as $$
declare v_setup jsonb := to_jsonb(public.firm_setup());
begin
  if (v_setup ->> 'begun')::boolean and exists (
    select 1 from unnest('{town,firm,tax,offer,cars,places,legal,drivers,first_ride}'::text[]) s (step)
    where not (v_setup ->> s.step)::boolean) then
    perform app.refuse('setup_incomplete', 409, 'firm_setup says what is missing');
  end if;
end $$;

create function public.confirm_setup(step text, patch jsonb default '{}') returns public.settings
language plpgsql volatile security definer set search_path = '' as $$
declare v_settings public.settings;
begin
  perform app.require_editor('settings');
  if confirm_setup.step is null or confirm_setup.step not in ('town', 'tax', 'offer', 'places', 'live') then
    perform app.refuse('settings_invalid', 422, 'step is town, tax, offer, places or live');
  end if;
  v_settings := public.update_settings(confirm_setup.patch);
  if confirm_setup.step = 'live' then perform app.check_ready(); end if;
  update app.setup s set confirmed = (select array_agg(distinct c.step)
    from unnest(s.confirmed || confirm_setup.step) c (step)) where s.id;
  perform app.audit('confirm_setup', 'settings', '1', null, jsonb_build_object('step', confirm_setup.step));
  return v_settings;
end $$;
comment on function public.confirm_setup is
  'Confirms a step of setting up a firm (town, tax, offer, places or live), together with the settings that belong to '
  'it, all or nothing. patch: as of update_settings. Idempotent. For owners. '
  'Errors: must_login, not_allowed, demo_mode, setup_incomplete (live, before all other steps are done), and those of '
  'update_settings.';
grant execute on function public.confirm_setup(text, jsonb) to authenticated;

create function public.start_car_types(fare numeric, names text[], fee_percent numeric default 0) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_settings public.settings;
  v_count integer;
begin
  perform app.require_editor('settings');
  v_settings := app.settings();
  perform pg_advisory_xact_lock(hashtextextended('start_car_types', 0));
  if not coalesce(start_car_types.fare between 0.01 and 1000000
    and start_car_types.fee_percent between 0 and 100, false)
    or cardinality(start_car_types.names) is distinct from 5 or array_position(start_car_types.names, null) is not null
  then
    perform app.refuse('settings_invalid', 422, 'fare is 0.01 to 1000000, fee_percent 0 to 100, names are five texts');
  end if;
  insert into public.car_types (name, image, category, seats, sort_order, base_fare, rate_per_unit_distance,
    rate_per_hour, min_fare, convenience_fees, convenience_fee_type)
  select start_car_types.names[k.nr], k.image, k.category, k.seats, k.nr, f.base_fare, f.per_distance, f.per_hour,
    f.min_fare, start_car_types.fee_percent, 'percentage'
  from (values (1, 'cab', 'taxi', 4, 1.0), (2, 'estate', 'taxi', 4, 1.1), (3, 'van', 'taxi', 7, 1.35),
    (4, 'premium', 'taxi', 3, 1.6), (5, 'moto', 'delivery', 0, 0.8)) k (nr, image, category, seats, factor),
    app.tariff_of(start_car_types.fare * k.factor, start_car_types.fee_percent, v_settings) f
  where v_settings.app_category in (k.category, 'both')
    and not exists (select 1 from public.car_types c where c.category = k.category);
  get diagnostics v_count = row_count;
  return v_count;
exception when check_violation or unique_violation or data_exception then
  perform app.refuse('settings_invalid', 422, sqlerrm);
  return null;
end $$;
comment on function public.start_car_types is
  'Makes the first car types of a firm, of which a ride of five kilometres in twelve minutes costs `fare` in the '
  'cheapest for people: cab, estate, van and premium car, and a courier, as far as app_category offers them. names: '
  'their names, in this order. fee_percent: the firm''s share, included in the fare. Returns how many were made: none '
  'of a category (taxi, delivery) that has car types already. For owners. '
  'Errors: must_login, not_allowed, demo_mode, settings_invalid.';
grant execute on function public.start_car_types(numeric, text[], numeric) to authenticated;
