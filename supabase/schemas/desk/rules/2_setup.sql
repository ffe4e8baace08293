-- Setting up a firm: what is left to do until it can drive.
-- Access: owners
-- Tests:  tests/db/firm_setup.sql

create function app.is_confirmed(step text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select 1 from app.setup s where is_confirmed.step = any (s.confirmed))
$$;

create function public.firm_setup() returns public.firm_setup
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
    v_settings.company_name <> '' and v_settings.company_address <> '' and v_settings.legal_template <> 'none',
    app.is_confirmed('first_ride') or exists (select 1 from public.bookings b where app.is_paid(b.status)),
    app.is_confirmed('live'), app.ledger_has_entries(), v_area.country, (v_area.south + v_area.north) / 2,
    (v_area.west + v_area.east) / 2, app.is_confirmed('places'))::public.firm_setup;
end $$;
comment on function public.firm_setup is
  'What is left to do until a new firm can drive, computed from its data: name and phone (firm), town, tax, what it '
  'offers, cars with a tariff, a driver with a car, the company''s name and address with a template for '
  'its legal pages (legal), a ride that was paid or rehearsed, and live '
  'once the owner has said so. For owners. '
  'Errors: must_login, not_allowed.';
grant execute on function public.firm_setup() to authenticated;

-- Rounds an amount to three figures, but not below the smallest coin: 1.1234 to 1.12, 1123.4 to 1120 yen.
create function app.round_tariff(amount numeric, decimals integer) returns numeric
language sql immutable set search_path = '' as $$
  select round(round_tariff.amount,
    least(round_tariff.decimals, 2 - floor(log(greatest(round_tariff.amount, 0.0001)))::integer))
$$;

-- The tariff with which a ride of five kilometres in twelve minutes costs an amount, the firm's fee included: about a
-- fifth is the base fare, more than half the distance, the rest the time.
create function app.tariff_of(fare numeric, fee_percent numeric, settings public.settings, out base_fare numeric,
  out per_distance numeric, out per_hour numeric, out min_fare numeric)
language plpgsql immutable set search_path = '' as $$
declare
  v_ride numeric := tariff_of.fare / (1 + tariff_of.fee_percent / 100);
  v_distance numeric := case when (settings).convert_to_mile then 5 / 1.609344 else 5 end;
begin
  per_distance := app.round_tariff(0.55 * v_ride / v_distance, (settings)."decimal");
  per_hour := app.round_tariff(0.23 * v_ride * 5, (settings)."decimal");
  base_fare := greatest(0, round(v_ride - per_distance * v_distance - per_hour / 5, (settings)."decimal"));
  min_fare := app.round_tariff(0.45 * v_ride, (settings)."decimal");
end $$;

create function public.preview_start(fare numeric, fee_percent numeric, rides jsonb) returns setof public.previewed_fare
language plpgsql stable security definer set search_path = '' as $$
declare v_tariff record;
begin
  perform app.require_permission('settings');
  if not coalesce(preview_start.fare between 0.01 and 1000000
    and preview_start.fee_percent between 0 and 100, false) then
    perform app.refuse('settings_invalid', 422, 'fare is 0.01 to 1000000, fee_percent 0 to 100');
  end if;
  v_tariff := app.tariff_of(preview_start.fare, preview_start.fee_percent, app.settings());
  return query select f.* from public.preview_fares(jsonb_build_object('name', '', 'base_fare', v_tariff.base_fare,
    'rate_per_unit_distance', v_tariff.per_distance, 'rate_per_hour', v_tariff.per_hour, 'waiting_rate_per_hour', 0,
    'min_fare', v_tariff.min_fare, 'convenience_fees', preview_start.fee_percent,
    'convenience_fee_type', 'percentage'), preview_start.rides) f;
end $$;
comment on function public.preview_start is
  'The price of rides in the first car type that start_car_types would make for a fare and a share of the firm. rides, '
  'and the result: as of preview_fares. For owners. '
  'Errors: must_login, not_allowed, settings_invalid, tariff_invalid.';
grant execute on function public.preview_start(numeric, numeric, jsonb) to authenticated;
