-- Fares: the one formula, and the quotes a booking is made from.
-- Needs:  settings, car_types, profiles
-- Access: quotes are made by the service role and read by their rider; tariffs inside stay in schema app
-- Tests:  tests/db/fares.sql

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
  expires_at timestamptz not null,
  created_at timestamptz not null default app.now(),
  used_at timestamptz
);
comment on table public.fare_quotes is 'A price promised to one rider for ten minutes, from a route the server measured.';
comment on column public.fare_quotes.lines is 'The rider''s lines [{key, amount, quantity?, unit?, rate?}], the fee folded in; their sum is trip_cost.';
comment on column public.fare_quotes.waypoints is '[{lat, lng, add}], in order.';
create index fare_quotes_customer_id on public.fare_quotes (customer_id, created_at desc);
create index fare_quotes_car_type_id on public.fare_quotes (car_type_id);
create index fare_quotes_unused on public.fare_quotes (expires_at) where used_at is null;

create table app.fare_quote_rules (
  quote_id uuid primary key references public.fare_quotes (id) on delete cascade,
  rule jsonb not null,
  inputs jsonb not null,
  fare jsonb not null
);
comment on table app.fare_quote_rules is 'Tariff, inputs and full result behind a quote: what riders may not see and explain_fare replays.';

alter table public.fare_quotes enable row level security;
alter table app.fare_quote_rules enable row level security;
grant select on public.fare_quotes to authenticated;
create policy "riders read their own quotes" on public.fare_quotes for select to authenticated
  using (customer_id = (select auth.uid()));
create policy "admins read every quote" on public.fare_quotes for select to authenticated
  using (((select auth.jwt()) ->> 'user_role') = 'admin');

-- The formula ---------------------------------------------------------------------------------------------------

create function app.fare_line(key text, amount numeric, quantity numeric default null, unit text default null, rate numeric default null)
returns jsonb language sql immutable as $$
  select jsonb_strip_nulls(jsonb_build_object('key', key, 'amount', amount, 'quantity', quantity, 'unit', unit, 'rate', rate))
$$;

-- What a rider sees: the fee disappears into the lines and the sum stays the total. A flat fee joins the base fare;
-- a percentage scales every line, and what rounding leaves over goes to the largest, where it shows least.
create function app.fold_fee(lines jsonb, fee numeric, fee_type text, total numeric, percent numeric, places integer)
returns jsonb language plpgsql immutable set search_path = '' as $$
declare
  v_lines jsonb := lines;
  v_line jsonb;
  v_largest integer := 0;
  v_sum numeric := 0;
begin
  if fee = 0 then return lines; end if;
  if fee_type = 'flat' then
    if lines -> 0 ->> 'key' = 'base_fare' then
      return jsonb_set(lines, '{0,amount}', to_jsonb((lines -> 0 ->> 'amount')::numeric + fee));
    end if;
    return jsonb_build_array(app.fare_line('base_fare', fee)) || lines;
  end if;
  if jsonb_array_length(lines) = 0 then return lines; end if;
  for i in 0 .. jsonb_array_length(lines) - 1 loop
    v_line := lines -> i;
    v_line := jsonb_set(v_line, '{amount}', to_jsonb(round((v_line ->> 'amount')::numeric * (1 + percent / 100), places)));
    if v_line ? 'rate' then
      v_line := jsonb_set(v_line, '{rate}', to_jsonb(round((v_line ->> 'rate')::numeric * (1 + percent / 100), 4)));
    end if;
    v_lines := jsonb_set(v_lines, array[i::text], v_line);
    v_sum := v_sum + (v_line ->> 'amount')::numeric;
    if (v_line ->> 'amount')::numeric > (v_lines -> v_largest ->> 'amount')::numeric then v_largest := i; end if;
  end loop;
  return jsonb_set(v_lines, array[v_largest::text, 'amount'],
    to_jsonb((v_lines -> v_largest ->> 'amount')::numeric + total - v_sum));
end $$;

create function app.compute_fare(rule jsonb, inputs jsonb) returns jsonb
language plpgsql immutable set search_path = '' as $$
declare
  v_places integer := (rule ->> 'decimal')::integer;
  v_mile boolean := coalesce((rule ->> 'convert_to_mile')::boolean, false);
  v_distance numeric := (inputs ->> 'distance_km')::numeric / case when v_mile then 1.609344 else 1 end;
  v_secs numeric := (inputs ->> 'secs')::numeric;
  v_wait_secs numeric := greatest(0, coalesce((inputs ->> 'wait_secs')::numeric, 0)
    - coalesce((rule ->> 'free_wait')::numeric, 0) * 60);
  v_distance_rate numeric := (rule ->> 'rate_per_unit_distance')::numeric;
  v_hour_rate numeric := (rule ->> 'rate_per_hour')::numeric;
  v_wait_rate numeric := coalesce((rule ->> 'waiting_rate_per_hour')::numeric, 0);
  v_percent numeric := (rule ->> 'convenience_fees')::numeric;
  v_lines jsonb;
  v_ride numeric;
  v_fee numeric;
begin
  select coalesce(jsonb_agg(l.line order by l.place), '[]'), coalesce(sum((l.line ->> 'amount')::numeric), 0)
    into v_lines, v_ride
  from (values
    (1, app.fare_line('base_fare', round((rule ->> 'base_fare')::numeric, v_places))),
    (2, app.fare_line('distance', round(v_distance_rate * v_distance, v_places), round(v_distance, 2),
      case when v_mile then 'mi' else 'km' end, v_distance_rate)),
    (3, app.fare_line('time', round(v_hour_rate * v_secs / 3600, v_places), round(v_secs / 60, 1), 'min', round(v_hour_rate / 60, 4))),
    (4, app.fare_line('parcel_type', round(coalesce((inputs #>> '{parcel_type,amount}')::numeric, 0), v_places))),
    (5, app.fare_line('option', round(coalesce((inputs #>> '{option,amount}')::numeric, 0), v_places))),
    (6, app.fare_line('waiting', round(v_wait_rate * v_wait_secs / 3600, v_places), round(v_wait_secs / 60, 1), 'min', round(v_wait_rate / 60, 4)))
  ) as l (place, line)
  where (l.line ->> 'amount')::numeric > 0 or (l.place in (2, 3) and (l.line ->> 'rate')::numeric > 0);

  if v_ride < (rule ->> 'min_fare')::numeric then
    v_lines := v_lines || app.fare_line('minimum_fare', round((rule ->> 'min_fare')::numeric, v_places) - v_ride);
    v_ride := round((rule ->> 'min_fare')::numeric, v_places);
  end if;
  v_fee := round(case rule ->> 'convenience_fee_type' when 'percentage' then v_ride * v_percent / 100 else v_percent end, v_places);

  return jsonb_build_object(
    'version', 1,
    'lines', v_lines || case when v_fee > 0 then jsonb_build_array(app.fare_line('convenience_fee', v_fee)) else '[]' end,
    'rider_lines', app.fold_fee(v_lines, v_fee, rule ->> 'convenience_fee_type', v_ride + v_fee, v_percent, v_places),
    'ride_cost', v_ride, 'driver_share', v_ride, 'convenience_fees', v_fee, 'trip_cost', v_ride + v_fee);
end $$;
comment on function app.compute_fare is
  'The fare. rule: a tariff by app.fare_rule; inputs: {distance_km, secs, wait_secs?, parcel_type?, option?}. Each line is rounded half up, totals are sums of rounded lines. Source: the fare formula in docs/data-model.md.';

create function app.fare_rule(car_type_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('version', 1, 'decimal', s."decimal", 'convert_to_mile', s.convert_to_mile,
    'free_wait', s.free_wait, 'fare_mode', s.fare_mode, 'code', s.code, 'car_type', c.name, 'base_fare', c.base_fare,
    'rate_per_unit_distance', c.rate_per_unit_distance, 'rate_per_hour', c.rate_per_hour,
    'waiting_rate_per_hour', c.waiting_rate_per_hour, 'min_fare', c.min_fare,
    'convenience_fees', c.convenience_fees, 'convenience_fee_type', c.convenience_fee_type)
  from public.car_types c, public.settings s
  where c.id = fare_rule.car_type_id and s.id = 1
$$;
comment on function app.fare_rule is 'The tariff of a car type as it stands now, for compute_fare and for keeping.';

-- Quotes --------------------------------------------------------------------------------------------------------

-- The first parcel type and option are taken where the caller names none, as the form does.
create function app.chosen(choices jsonb, place jsonb) returns jsonb
language plpgsql immutable set search_path = '' as $$
begin
  if jsonb_array_length(choices) = 0 then return null; end if;
  if jsonb_typeof(place) is distinct from 'number' then return choices -> 0; end if;
  if (place #>> '{}')::numeric not between 0 and jsonb_array_length(choices) - 1 then
    raise sqlstate 'PT422' using message = 'select_proper', hint = 'There is no such parcel type or option';
  end if;
  return choices -> (place #>> '{}')::numeric::integer;
end $$;

create function app.check_quote(quote jsonb) returns public.car_types
language plpgsql stable security definer set search_path = '' as $$
declare v_car public.car_types;
begin
  select c.* into v_car from public.car_types c where c.id::text = quote ->> 'car_type_id';
  if not found then
    raise sqlstate 'PT422' using message = 'select_proper', hint = 'Choose a car type that is offered';
  end if;
  if not app.is_place((quote #>> '{pickup,lat}')::double precision, (quote #>> '{pickup,lng}')::double precision)
    or not app.is_place((quote #>> '{drop,lat}')::double precision, (quote #>> '{drop,lng}')::double precision) then
    raise sqlstate 'PT422' using message = 'select_proper', hint = 'Give pickup and drop with lat and lng';
  end if;
  if jsonb_array_length(coalesce(quote -> 'waypoints', '[]')) > 23 then
    raise sqlstate 'PT422' using message = 'too_many_stops', hint = 'At most 23 stops between pickup and drop';
  end if;
  if coalesce((quote ->> 'distance_in_km')::numeric, -1) < 0 or coalesce((quote ->> 'time_in_secs')::numeric, -1) < 0 then
    raise sqlstate 'PT422' using message = 'no_route_found', hint = 'The route has no distance or no time';
  end if;
  return v_car;
end $$;

create function public.quote_fare(customer_id uuid, quote jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_car public.car_types := app.check_quote(quote_fare.quote);
  v_rule jsonb := app.fare_rule(v_car.id);
  v_inputs jsonb;
  v_fare jsonb;
  v_quote public.fare_quotes;
  q jsonb := quote_fare.quote;
begin
  v_inputs := jsonb_strip_nulls(jsonb_build_object(
    'distance_km', round((q ->> 'distance_in_km')::numeric, 3), 'secs', round((q ->> 'time_in_secs')::numeric),
    'parcel_type', app.chosen(v_car.parcel_types, q -> 'parcel_type_index'),
    'option', app.chosen(v_car.options, q -> 'option_index')));
  v_fare := app.compute_fare(v_rule, v_inputs);

  -- Only riders can book, so nobody else needs a quote that lasts.
  if exists (select 1 from public.profiles p where p.id = quote_fare.customer_id and p.usertype = 'rider') then
    insert into public.fare_quotes (customer_id, car_type_id, category, pickup_lat, pickup_lng, pickup_address,
      drop_lat, drop_lng, drop_address, waypoints, distance_in_km, time_in_secs, polyline, lines, trip_cost, expires_at)
    values (quote_fare.customer_id, v_car.id, v_car.category,
      (q #>> '{pickup,lat}')::double precision, (q #>> '{pickup,lng}')::double precision, left(coalesce(q #>> '{pickup,add}', ''), 500),
      (q #>> '{drop,lat}')::double precision, (q #>> '{drop,lng}')::double precision, left(coalesce(q #>> '{drop,add}', ''), 500),
      coalesce(q -> 'waypoints', '[]'), (v_inputs ->> 'distance_km')::numeric, (v_inputs ->> 'secs')::integer,
      coalesce(q ->> 'polyline', ''), v_fare -> 'rider_lines', (v_fare ->> 'trip_cost')::numeric, app.now() + interval '10 minutes')
    returning * into v_quote;
    insert into app.fare_quote_rules (quote_id, rule, inputs, fare) values (v_quote.id, v_rule, v_inputs, v_fare);
  end if;
  return jsonb_build_object('quote_id', v_quote.id, 'trip_cost', v_fare -> 'trip_cost', 'lines', v_fare -> 'rider_lines',
    'expires_at', coalesce(v_quote.expires_at, app.now() + interval '10 minutes'));
end $$;
comment on function public.quote_fare is
  'Prices a measured route. quote: {car_type_id, pickup:{lat,lng,add}, drop:{lat,lng,add}, waypoints:[…], distance_in_km, time_in_secs, polyline, parcel_type_index?, option_index?}. Answers {quote_id, trip_cost, lines, expires_at}; quote_id is null without a rider. Errors: select_proper, too_many_stops, no_route_found.';
revoke execute on function public.quote_fare(uuid, jsonb) from public, anon, authenticated;
grant execute on function public.quote_fare(uuid, jsonb) to service_role;
