-- Fares: current tariffs, and the quotes from which bookings are created.
-- Needs:  settings, car_types, profiles, compute_fare, zones, tariff_windows
-- Access: the service role creates quotes, the rider of a quote reads it; tariff details stay in schema app
-- Tests:  tests/db/fares.sql, tests/db/zones.sql, tests/db/tariff_windows.sql

create table public.fare_quotes (
  id uuid primary key default app.uuid_v7(),
  customer_id uuid not null references public.profiles (id) on delete cascade,
  car_type_id uuid not null references public.car_types (id) on delete cascade,
  category text not null check (category in ('taxi', 'delivery')),
  pickup_lat double precision not null,
  pickup_lng double precision not null,
  pickup_address text not null,
  drop_lat double precision not null,
  drop_lng double precision not null,
  drop_address text not null,
  waypoints jsonb not null default '[]',
  distance_in_km numeric not null,
  time_in_secs integer not null,
  polyline text not null default '',
  lines jsonb not null,
  trip_cost numeric not null,
  tax_amount numeric not null default 0,
  trip_at timestamptz,
  expires_at timestamptz not null,
  created_at timestamptz not null default app.now(),
  used_at timestamptz,
  pickup_point_name text,
  drop_point_name text,
  cash_unit numeric not null default 0 check (cash_unit >= 0 and cash_unit < 1000000),
  constraint fare_quotes_places check (app.is_place(pickup_lat, pickup_lng) and app.is_place(drop_lat, drop_lng)),
  -- The upper bounds exclude NaN, because PostgreSQL sorts NaN above every number.
  constraint fare_quotes_amounts check (distance_in_km between 0 and 100000 and time_in_secs between 0 and 10000000
    and trip_cost >= 0 and trip_cost < 1e12 and tax_amount between 0 and trip_cost),
  constraint fare_quotes_lists check (jsonb_typeof(lines) = 'array' and jsonb_typeof(waypoints) = 'array' and jsonb_array_length(waypoints) <= 23),
  constraint fare_quotes_times check (expires_at > created_at)
);
call app.describe('public.fare_quotes', $$
  A price guaranteed to one rider for ten minutes, for a route that the server measured.
  lines: Fare lines that the rider sees: [{key, amount, quantity?, unit?, rate?, name?, percent?}]. The operator's fee is distributed over them; their sum is trip_cost.
  tax_amount: Tax included in trip_cost.
  trip_at: The time of the trip for which the price is valid; null means now.
  waypoints: Stops between pickup and drop: [{lat, lng, add, point_name?}], in their order; point_name is a name as in pickup_point_name.
  pickup_point_name: Name of the pickup point on the server's own map; null without a name or if the maps provider is not a free one. pickup_address contains the address that a person entered.
  cash_unit: Value of settings.cash_unit at the time of the quote.
  drop_point_name: Name of the drop point on the server's own map; null as for pickup_point_name.
  category: taxi or delivery, copied from the car type.
  distance_in_km: Kilometres of the route, measured by the route service.
  time_in_secs: Seconds of the drive, measured by the route service.
  polyline: The route, as an encoded polyline.
  trip_cost: The guaranteed fare, before a promotion.
$$);
create index fare_quotes_customer_id on public.fare_quotes (customer_id, created_at desc);
create index fare_quotes_car_type_id on public.fare_quotes (car_type_id);
create index fare_quotes_unused on public.fare_quotes (expires_at) where used_at is null;

create table app.fare_quote_rules (
  quote_id uuid primary key references public.fare_quotes (id) on delete cascade,
  rule jsonb not null check (jsonb_typeof(rule) = 'object'),
  inputs jsonb not null check (jsonb_typeof(inputs) = 'object'),
  fare jsonb not null check (jsonb_typeof(fare) = 'object')
);
comment on table app.fare_quote_rules is 'Tariff, inputs and full result of a quote. Riders may not see these; explain_fare recomputes fares from them.';

alter table public.fare_quotes enable row level security;
alter table app.fare_quote_rules enable row level security;
grant select on public.fare_quotes to authenticated;
create policy "riders read their own quotes" on public.fare_quotes for select to authenticated using (customer_id = (select auth.uid()));
create policy "admins read every quote" on public.fare_quotes for select to authenticated using ((select app.has_current_role('admin')));

-- Quotes --------------------------------------------------------------------------------------------------------

create function app.tariff_rule(tariff jsonb) returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('version', 1, 'decimal', s."decimal", 'convert_to_mile', s.convert_to_mile,
    'free_wait', s.free_wait, 'fare_mode', s.fare_mode, 'code', s.code, 'car_type', t.tariff -> 'name', 'base_fare', t.tariff -> 'base_fare',
    'rate_per_unit_distance', t.tariff -> 'rate_per_unit_distance', 'rate_per_hour', t.tariff -> 'rate_per_hour',
    'waiting_rate_per_hour', t.tariff -> 'waiting_rate_per_hour', 'min_fare', t.tariff -> 'min_fare',
    'convenience_fees', t.tariff -> 'convenience_fees', 'convenience_fee_type', t.tariff -> 'convenience_fee_type',
    'tax_percent', s.tax_percent, 'cash_unit', s.cash_unit)
  from public.settings s, (select tariff_rule.tariff) t where s.id = 1
$$;
comment on function app.tariff_rule is 'Makes a rule for compute_fare from a car_types row as JSON (stored or not) and the current settings.';

create function app.fare_rule(car_type_id uuid) returns jsonb language sql stable security definer set search_path = '' as $$
  select app.tariff_rule(to_jsonb(c)) from public.car_types c where c.id = fare_rule.car_type_id
$$;
comment on function app.fare_rule is 'The current tariff of a car type, for compute_fare and for storing.';

-- Returns the parcel type or option at the index that the client chose. If the client chose none, returns the first entry,
-- which the form shows as chosen; null if the car type has no entries.
create function app.chosen(choices jsonb, place jsonb) returns jsonb language plpgsql immutable set search_path = '' as $$
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

create function app.check_quote(quote jsonb) returns public.car_types language plpgsql stable security definer set search_path = '' as $$
declare
  v_car public.car_types;
  v_stops jsonb := coalesce(nullif(quote -> 'waypoints', 'null'), '[]');
begin
  select c.* into v_car from public.car_types c where c.id::text = quote ->> 'car_type_id';
  if not found then perform app.refuse('select_proper', 422, 'Choose an available car type'); end if;
  if not (app.is_route_place(quote -> 'pickup') and app.is_route_place(quote -> 'drop') and jsonb_typeof(v_stops) = 'array') then
    perform app.refuse('select_proper', 422, 'Give pickup and drop with lat and lng, and waypoints as a list');
  end if;
  if jsonb_array_length(v_stops) > 23 then perform app.refuse('too_many_stops', 422, 'At most 23 stops between pickup and drop'); end if;
  if exists (select 1 from jsonb_array_elements(v_stops) s where not app.is_route_place(s)) then
    perform app.refuse('select_proper', 422, 'Give each stop with lat and lng');
  end if;
  -- The upper bounds exclude NaN, because PostgreSQL sorts NaN above every number.
  if not coalesce((quote ->> 'distance_in_km')::numeric between 0 and 100000 and (quote ->> 'time_in_secs')::numeric between 0 and 10000000, false) then
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
    'parcel_type', app.chosen((car).parcel_types, quote -> 'parcel_type_index'),
    'option', app.chosen((car).options, quote -> 'option_index')));
begin
  return jsonb_build_object('rule', v_rule, 'inputs', v_inputs, 'fare', app.compute_fare(v_rule, v_inputs));
end $$;
comment on function app.price_route is 'Prices a route for a car: {rule, inputs, fare}. Errors: select_proper, zone_no_service.';

create type public.quoted_fare as (
  quote_id uuid, trip_cost numeric, cash_amount numeric, lines jsonb, tax numeric, currency text, expires_at timestamptz, price_parts jsonb
);
comment on type public.quoted_fare is 'Result of quote_fare.';

create function public.quote_fare(customer_id uuid, quote jsonb) returns public.quoted_fare
language plpgsql security definer set search_path = '' as $$
declare
  q jsonb := quote_fare.quote;
  v_car public.car_types := app.check_quote(q);
  v_trip_at timestamptz := app.time_of(q -> 'trip_at');
  v_price jsonb := app.price_route(v_car, q, v_trip_at);
  v_fare jsonb := v_price -> 'fare';
  v_cost numeric := (v_fare ->> 'trip_cost')::numeric;
  v_unit numeric := (v_price #>> '{rule,cash_unit}')::numeric;
  v_quote public.fare_quotes;
begin
  -- Only the quote of a rider is stored, because only riders can book.
  if exists (select 1 from public.profiles p where p.id = quote_fare.customer_id and p.usertype = 'rider') then
    insert into public.fare_quotes (customer_id, car_type_id, category, pickup_lat, pickup_lng, pickup_address,
      drop_lat, drop_lng, drop_address, waypoints, distance_in_km, time_in_secs, polyline, lines, trip_cost, tax_amount, trip_at, expires_at,
      pickup_point_name, drop_point_name, cash_unit)
    values (quote_fare.customer_id, v_car.id, v_car.category,
      (q #>> '{pickup,lat}')::double precision, (q #>> '{pickup,lng}')::double precision, left(app.plain(coalesce(q #>> '{pickup,add}', '')), 500),
      (q #>> '{drop,lat}')::double precision, (q #>> '{drop,lng}')::double precision, left(app.plain(coalesce(q #>> '{drop,add}', '')), 500),
      (select coalesce(jsonb_agg(case when w.stop ? 'add' then w.stop || jsonb_build_object('add', left(app.plain(w.stop ->> 'add'), 500)) else w.stop end
        order by w.place), '[]') from jsonb_array_elements(coalesce(nullif(q -> 'waypoints', 'null'), '[]')) with ordinality w (stop, place)),
      (v_price #>> '{inputs,distance_km}')::numeric, (v_price #>> '{inputs,secs}')::integer,
      coalesce(q ->> 'polyline', ''), v_fare -> 'rider_lines', v_cost, (v_fare ->> 'tax')::numeric,
      v_trip_at, app.now() + interval '10 minutes', left(app.plain(q #>> '{pickup,point_name}'), 500), left(app.plain(q #>> '{drop,point_name}'), 500), v_unit)
    returning * into v_quote;
    -- Keeps at most 100 unused quotes per rider, to limit what a client can store. That is enough to compare cars and places.
    delete from public.fare_quotes d where d.id in (select o.id from public.fare_quotes o where o.id in (
      select u.id from public.fare_quotes u where u.customer_id = v_quote.customer_id and u.used_at is null and u.id <> v_quote.id
      order by u.created_at desc, u.id desc offset 99 limit 100) for update skip locked);
    insert into app.fare_quote_rules (quote_id, rule, inputs, fare) values (v_quote.id, v_price -> 'rule', v_price -> 'inputs', v_fare);
  end if;
  return row(v_quote.id, v_cost, v_cost + app.cash_rounding(v_cost, v_unit), v_fare -> 'rider_lines', (v_fare ->> 'tax')::numeric, v_price #>> '{rule,code}',
    coalesce(v_quote.expires_at, app.now() + interval '10 minutes'),
    app.price_parts(v_cost, (v_fare ->> 'tax')::numeric, 0, null, app.cash_rounding(v_cost, v_unit), true))::public.quoted_fare;
end $$;
comment on function public.quote_fare is 'Prices a measured route. quote: {car_type_id, pickup:{lat,lng,add,point_name?}, drop: same keys, waypoints:[…], distance_in_km, time_in_secs, polyline, parcel_type_index?, option_index?, trip_at?}; point_name comes from the server''s map, never from a client. Returns {quote_id, trip_cost, cash_amount, lines, tax, currency, expires_at, price_parts}; cash_amount is trip_cost rounded for cash, price_parts is [{side: price, kind: fare or cash_rounding, amount, tax?}], tax is included in trip_cost, quote_id is null if customer_id is not a rider. Errors: select_proper, too_many_stops, no_route_found, zone_no_service.';
grant execute on function public.quote_fare(uuid, jsonb) to service_role;

-- Returns whether the price of a quote is valid at a time: at its own trip_at, or at another time with the same tariff windows.
-- Comparing the totals at both times is not enough: a minimum fare can hide the surcharge of a window, which then appears in
-- the final fare.
create function app.quote_holds(quote public.fare_quotes, trip_at timestamptz) returns boolean
language sql stable security definer set search_path = '' as $$
  select quote_holds.trip_at is not distinct from (quote).trip_at or exists (select 1 from app.fare_quote_rules k
    where k.quote_id = (quote).id and coalesce(k.rule -> 'windows', '[]')
      = coalesce(app.window_rule((quote).car_type_id, coalesce(quote_holds.trip_at, app.now())) -> 'windows', '[]'))
$$;
comment on function app.quote_holds is 'Whether a quote''s price is valid for a trip at this time (null: now); if not, create_booking refuses with quote_mismatch.';
