-- Fares: current tariffs, and the quotes from which bookings are created.
-- Access: the service role creates quotes, the rider of a quote reads it; tariff details stay in schema app
-- Tests:  tests/db/fares.sql, tests/db/zones.sql, tests/db/tariff_windows.sql

create function app.tariff_rule(tariff jsonb) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('version', 1, 'decimal', s."decimal", 'convert_to_mile', s.convert_to_mile,
    'free_wait', s.free_wait, 'fare_mode', s.fare_mode, 'code', s.code, 'car_type', t.tariff -> 'name', 'base_fare',
      t.tariff -> 'base_fare',
    'rate_per_unit_distance', t.tariff -> 'rate_per_unit_distance', 'rate_per_hour', t.tariff -> 'rate_per_hour',
    'waiting_rate_per_hour', t.tariff -> 'waiting_rate_per_hour', 'min_fare', t.tariff -> 'min_fare',
    'convenience_fees', t.tariff -> 'convenience_fees', 'convenience_fee_type', t.tariff -> 'convenience_fee_type',
    'tax_percent', s.tax_percent, 'cash_unit', s.cash_unit)
  from public.settings s, (select tariff_rule.tariff) t where s.id = 1
$$;
comment on function app.tariff_rule is
  'Makes a rule for compute_fare from a car_types row as JSON (stored or not) and the current settings.';

create function app.fare_rule(car_type_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select app.tariff_rule(to_jsonb(c)) from public.car_types c where c.id = fare_rule.car_type_id
$$;
comment on function app.fare_rule is 'The current tariff of a car type, for compute_fare and for storing.';

-- Returns the parcel type or option at the index that the client chose. If the client chose none, returns the first
-- entry, which the form shows as chosen; null if the car type has no entries.
create function app.choice_at(choices jsonb, place jsonb) returns jsonb
language plpgsql immutable set search_path = '' as $$
begin
  if jsonb_array_length(choices) = 0 then return null; end if;
  if jsonb_typeof(place) is distinct from 'number' then return choices -> 0; end if;
  if (place #>> '{}')::numeric not between 0 and jsonb_array_length(choices) - 1 then
    perform app.refuse('select_proper', 422, 'No such parcel type or option');
  end if;
  return choices -> (place #>> '{}')::numeric::integer;
end $$;

create function app.is_route_place(place jsonb) returns boolean language plpgsql immutable set search_path = '' as $$
begin
  return app.is_place((place ->> 'lat')::double precision, (place ->> 'lng')::double precision);
exception when data_exception then
  return false;
end $$;

create function app.check_quote(quote jsonb) returns public.car_types
language plpgsql stable security definer set search_path = '' as $$
declare
  v_car public.car_types;
  v_stops jsonb := coalesce(nullif(quote -> 'waypoints', 'null'), '[]');
begin
  select c.* into v_car from public.car_types c where c.id::text = quote ->> 'car_type_id';
  if not found then perform app.refuse('select_proper', 422, 'Choose an available car type'); end if;
  if not (app.is_route_place(quote -> 'pickup') and app.is_route_place(quote -> 'drop')
    and jsonb_typeof(v_stops) = 'array') then
    perform app.refuse('select_proper', 422, 'Give pickup and drop with lat and lng, and waypoints as a list');
  end if;
  if jsonb_array_length(v_stops) > 23 then
    perform app.refuse('too_many_stops', 422, 'At most 23 stops between pickup and drop');
  end if;
  if exists (select 1 from jsonb_array_elements(v_stops) s where not app.is_route_place(s)) then
    perform app.refuse('select_proper', 422, 'Give each stop with lat and lng');
  end if;
  -- The upper bounds exclude NaN, because PostgreSQL sorts NaN above every number.
  if not coalesce((quote ->> 'distance_in_km')::numeric between 0 and 100000
    and (quote ->> 'time_in_secs')::numeric between 0 and 10000000, false) then
    perform app.refuse('no_route_found', 422, 'The route has no distance or no time');
  end if;
  return v_car;
end $$;

-- Prices a measured route with the current tariff; a null time means now.
create function app.price_route(car public.car_types, quote jsonb, at timestamptz) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_rule jsonb := app.fare_rule((car).id)
    || app.zone_rule((car).id, quote -> 'pickup', quote -> 'drop', nullif(quote -> 'waypoints', 'null'))
    || app.window_rule((car).id, coalesce(price_route.at, app.now()));
  v_inputs jsonb := jsonb_strip_nulls(jsonb_build_object(
    'distance_km', round((quote ->> 'distance_in_km')::numeric, 3), 'secs', round((quote ->> 'time_in_secs')::numeric),
    'parcel_type', app.choice_at((car).parcel_types, quote -> 'parcel_type_index'),
    'option', app.choice_at((car).options, quote -> 'option_index')));
begin
  return jsonb_build_object('rule', v_rule, 'inputs', v_inputs, 'fare', app.compute_fare(v_rule, v_inputs));
end $$;
comment on function app.price_route is
  'Prices a route for a car: {rule, inputs, fare}. '
  'Errors: select_proper, zone_no_service, outside_area.';

-- Returns whether the price of a quote is valid at a time: at its own trip_at, or at another time with the same tariff
-- windows. Comparing the totals at both times is not enough: a minimum fare can hide the surcharge of a window, which
-- then appears in the final fare.
create function app.is_quote_valid_at(quote public.fare_quotes, trip_at timestamptz) returns boolean
language sql stable security definer set search_path = '' as $$
  select is_quote_valid_at.trip_at is not distinct from (quote).trip_at or exists (select 1 from app.fare_quote_rules k
    where k.quote_id = (quote).id and coalesce(k.rule -> 'windows', '[]')
      = coalesce(app.window_rule((quote).car_type_id, coalesce(is_quote_valid_at.trip_at, app.now()))
        -> 'windows', '[]'))
$$;
comment on function app.is_quote_valid_at is
  'Whether a quote''s price is valid for a trip at this time (null: now); if not, create_booking refuses with '
  'quote_mismatch.';
