-- setup_of_second_thoughts: from supabase/schemas, by npm run migration. Read it before it is applied.

set lock_timeout = '10s';
set statement_timeout = '10min';

create or replace function public.firm_setup() returns public.firm_setup
language plpgsql stable security definer set search_path = '' as $$
declare
  v_settings public.settings;
  v_area app.service_area;
begin
  perform app.require_permission('settings');
  v_settings := app.settings();
  select a.* into v_area from app.service_area a;
  return row(exists (select 1 from app.setup),
    v_settings.app_name <> 'Hackney' and v_settings.company_phone <> '',
    app.is_confirmed('town'), app.is_confirmed('tax'), app.is_confirmed('offer'),
    exists (select 1 from public.car_types c
      where c.category = case v_settings.app_category when 'delivery' then 'delivery' else 'taxi' end),
    exists (select 1 from public.drivers d join public.profiles p on p.id = d.id
      where p.approved and p.deleted_at is null and d.car_type_id is not null),
    v_settings.company_name <> '' and v_settings.company_address <> '',
    exists (select 1 from public.bookings b where app.is_paid(b.status)),
    app.is_confirmed('live'), app.ledger_has_entries(), v_area.country, (v_area.south + v_area.north) / 2,
    (v_area.west + v_area.east) / 2)::public.firm_setup;
end $$;

create or replace function public.start_car_types(fare numeric, names text[], fee_percent numeric default 0) returns integer
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

-- Sources of this migration, for the next one to compare with:
--   959c8a6a09a9 function public.firm_setup()
--   1e3dc5e24b77 function public.start_car_types(numeric, text[], numeric)
--   14c57a0f2ec5 comment on function public.start_car_types
