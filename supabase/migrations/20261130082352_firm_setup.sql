-- firm_setup: from supabase/schemas, by npm run migration. Read it before it is applied.

set lock_timeout = '10s';
set statement_timeout = '10min';

drop function public.set_service_area(double precision, double precision, double precision, double precision);

-- The table has one row.
alter table app.service_area add column country text constraint service_area_country check (country ~ '^[A-Z]{2}$');

call app.describe('app.service_area', $$
  One row: the bounding box of the map region that this database serves. Without the row trips can begin anywhere.
  country: The country that the region's borders or addresses name (ISO 3166); null if they name none.
$$);

create table app.setup (
  id boolean primary key default true check (id),
  begun_at timestamptz not null default app.now(),
  confirmed text[] not null default '{}'
    check (confirmed <@ array['town', 'tax', 'offer', 'live'])
);

call app.describe('app.setup', $$
  One row in the database of a firm that a one-time link or npm run firm began. The dashboard then lists what is left.
  confirmed: The steps that an owner has confirmed. All other steps are done once the data say so.
$$);

alter table app.setup enable row level security;

create type public.firm_setup as (
  begun boolean, firm boolean, town boolean, tax boolean, offer boolean, cars boolean, drivers boolean, legal boolean,
  first_ride boolean, live boolean, currency_locked boolean, region_country text, lat double precision,
  lng double precision
);

comment on type public.firm_setup is
  'Result of firm_setup: whether a set-up began, which of its steps are done, whether the currency can no longer '
  'change, and the country (ISO 3166) and the middle of the map region, null if unknown.';

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
    exists (select 1 from public.car_types c where c.category = 'taxi' or v_settings.app_category = 'delivery'),
    exists (select 1 from public.drivers d join public.profiles p on p.id = d.id
      where p.approved and p.deleted_at is null and d.car_type_id is not null),
    v_settings.company_name <> '' and v_settings.company_address <> '',
    exists (select 1 from public.bookings b where b.status = 'PAID'),
    app.is_confirmed('live'), app.ledger_has_entries(), v_area.country, (v_area.south + v_area.north) / 2,
    (v_area.west + v_area.east) / 2)::public.firm_setup;
end $$;

comment on function public.firm_setup is
  'What is left to do until a new firm can drive, computed from its data: name and phone (firm), town, tax, what it '
  'offers, cars with a tariff, a driver with a car, the company''s name and address (legal), a paid ride, and live '
  'once the owner has said so. For owners. '
  'Errors: must_login, not_allowed.';

grant execute on function public.firm_setup() to authenticated;

create function app.round_tariff(amount numeric, decimals integer) returns numeric
language sql immutable set search_path = '' as $$
  select round(round_tariff.amount,
    least(round_tariff.decimals, 2 - floor(log(greatest(round_tariff.amount, 0.0001)))::integer))
$$;

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

create function app.begin_setup() returns void language sql volatile security definer set search_path = '' as $$
  insert into app.setup default values on conflict do nothing
$$;

create or replace function public.finish_setup(key_hash text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare v_key app.setup_keys;
begin
  perform app.lock_setup();
  perform app.refuse_second_owner();
  update app.setup_keys k set used_at = app.now() where k.hash = finish_setup.key_hash and k.ended_at is null
  returning k.* into v_key;
  if v_key.hash is null then
    perform app.refuse('setup_key_expired', 410, 'This link has ended; print a new one');
  end if;
  perform app.begin_setup();
  perform app.audit('use_setup_key', 'profiles', v_key.user_id::text, null, jsonb_build_object('email', v_key.email));
end $$;

create function public.set_service_area(west double precision default null, south double precision default null,
  east double precision default null, north double precision default null, country text default null) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if set_service_area.west is null then
    delete from app.service_area where true;
    return;
  end if;
  if not coalesce(app.is_place(set_service_area.south, set_service_area.west)
    and app.is_place(set_service_area.north, set_service_area.east)
    and set_service_area.west < set_service_area.east and set_service_area.south < set_service_area.north
    and coalesce(set_service_area.country ~ '^[A-Z]{2}$', true), false) then
    perform app.refuse('service_area_invalid', 422,
      'Give west, south, east and north in degrees and country as LI, or no arguments for everywhere');
  end if;
  insert into app.service_area as a (west, south, east, north, country)
    values (set_service_area.west, set_service_area.south, set_service_area.east, set_service_area.north,
      set_service_area.country)
  on conflict (id) do update set west = excluded.west, south = excluded.south, east = excluded.east,
    north = excluded.north, country = excluded.country;
end $$;

comment on function public.set_service_area is
  'Sets the area in which trips can begin, as the bounding box of the map region (degrees), and the country of the '
  'region (ISO 3166); without arguments trips can begin anywhere. '
  'Errors: service_area_invalid.';

grant execute on function public.set_service_area(double precision, double precision, double precision,
  double precision, text) to service_role;

create function public.confirm_setup(step text, patch jsonb default '{}') returns public.settings
language plpgsql volatile security definer set search_path = '' as $$
declare v_settings public.settings;
begin
  perform app.require_editor('settings');
  if confirm_setup.step is null or confirm_setup.step not in ('town', 'tax', 'offer', 'live') then
    perform app.refuse('settings_invalid', 422, 'step is town, tax, offer or live');
  end if;
  v_settings := public.update_settings(confirm_setup.patch);
  update app.setup s set confirmed = (select array_agg(distinct c.step)
    from unnest(s.confirmed || confirm_setup.step) c (step)) where s.id;
  perform app.audit('confirm_setup', 'settings', '1', null, jsonb_build_object('step', confirm_setup.step));
  return v_settings;
end $$;

comment on function public.confirm_setup is
  'Confirms a step of setting up a firm (town, tax, offer or live), together with the settings that belong to it, all '
  'or nothing. patch: as of update_settings. Idempotent. For owners. '
  'Errors: must_login, not_allowed, demo_mode, and those of update_settings.';

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
  if not coalesce(start_car_types.fare between 0.01 and 100000 and start_car_types.fee_percent between 0 and 100, false)
    or cardinality(start_car_types.names) is distinct from 5 or array_position(start_car_types.names, null) is not null
  then
    perform app.refuse('settings_invalid', 422, 'fare is 0.01 to 100000, fee_percent 0 to 100, names are five texts');
  end if;
  if exists (select 1 from public.car_types) then return 0; end if;
  insert into public.car_types (name, image, category, seats, sort_order, base_fare, rate_per_unit_distance,
    rate_per_hour, min_fare, convenience_fees, convenience_fee_type)
  select start_car_types.names[k.nr], k.image, k.category, k.seats, k.nr, f.base_fare, f.per_distance, f.per_hour,
    f.min_fare, start_car_types.fee_percent, 'percentage'
  from (values (1, 'cab', 'taxi', 4, 1.0), (2, 'estate', 'taxi', 4, 1.1), (3, 'van', 'taxi', 7, 1.35),
    (4, 'premium', 'taxi', 3, 1.6), (5, 'moto', 'delivery', 0, 0.8)) k (nr, image, category, seats, factor),
    app.tariff_of(start_car_types.fare * k.factor, start_car_types.fee_percent, v_settings) f
  where v_settings.app_category in (k.category, 'both');
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
  'if there are car types already. For owners. '
  'Errors: must_login, not_allowed, demo_mode, settings_invalid.';

grant execute on function public.start_car_types(numeric, text[], numeric) to authenticated;

-- Sources of this migration, for the next one to compare with:
--   gone grant execute on function public.set_service_area(double precision, double preci c2fb132b
--   gone function public.set_service_area(double precision, double precision, double precision, double precision)
--   gone comment on table app.service_area
--   f64b9999d131 table app.service_area
--   | create table app.service_area (
--   |   id boolean primary key default true check (id),
--   |   west double precision not null,
--   |   south double precision not null,
--   |   east double precision not null,
--   |   north double precision not null,
--   |   constraint service_area_box check (west >= -180 and west < east and east <= 180 and south >= -85 and south < north
--   |     and north <= 85),
--   |   country text constraint service_area_country check (country ~ '^[A-Z]{2}$')
--   | )
--   9a3d629a560a description of app.service_area
--   510b570068d8 table app.setup
--   63c2e53c2c2c description of app.setup
--   7f44acf5e1e0 alter table app.setup enable row level security
--   6fcb0abac486 type public.firm_setup
--   cdbb0553d7c5 comment on type public.firm_setup
--   2cbc47a670da function app.is_confirmed(text)
--   7a28ed8f8070 function public.firm_setup()
--   272464a05316 comment on function public.firm_setup
--   7da094e97c34 grant execute on function public.firm_setup() to authenticated
--   c5adf027e453 function app.round_tariff(numeric, integer)
--   3252cf126b7f function app.tariff_of(numeric, numeric, public.settings)
--   da1b6719c3bf function app.begin_setup()
--   93175f151fdb function public.finish_setup(text)
--   a87492d9ca81 function public.set_service_area(double precision, double precision, double precision, double precision, text)
--   4d1ac12e4c63 comment on function public.set_service_area
--   906ffd3b6f51 grant execute on function public.set_service_area(double precision, double preci 906ffd3b
--   1c1f47b87256 function public.confirm_setup(text, jsonb)
--   e1b4b2f42194 comment on function public.confirm_setup
--   fe195f592853 grant execute on function public.confirm_setup(text, jsonb) to authenticated
--   ab41427385fa function public.start_car_types(numeric, text[], numeric)
--   99072fbeb607 comment on function public.start_car_types
--   3a30c0a3e7af grant execute on function public.start_car_types(numeric, text[], numeric) to authenticated
