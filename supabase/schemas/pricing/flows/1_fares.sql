-- Fares: current tariffs, and the quotes from which bookings are created.

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
      drop_lat, drop_lng, drop_address, waypoints, distance_in_km, time_in_secs, polyline, lines, trip_cost,
        tax_amount, trip_at, expires_at,
      pickup_point_name, drop_point_name, cash_unit)
    values (quote_fare.customer_id, v_car.id, v_car.category,
      (q #>> '{pickup,lat}')::double precision, (q #>> '{pickup,lng}')::double precision,
        left(app.plain(coalesce(q #>> '{pickup,add}', '')), 500),
      (q #>> '{drop,lat}')::double precision, (q #>> '{drop,lng}')::double precision,
        left(app.plain(coalesce(q #>> '{drop,add}', '')), 500),
      (select coalesce(jsonb_agg(case when w.stop ? 'add' then w.stop || jsonb_build_object('add',
        left(app.plain(w.stop ->> 'add'), 500)) else w.stop end
        order by w.place), '[]')
          from jsonb_array_elements(coalesce(nullif(q -> 'waypoints', 'null'), '[]')) with ordinality w (stop, place)),
      (v_price #>> '{inputs,distance_km}')::numeric, (v_price #>> '{inputs,secs}')::integer,
      coalesce(q ->> 'polyline', ''), v_fare -> 'rider_lines', v_cost, (v_fare ->> 'tax')::numeric,
      v_trip_at, app.now() + interval '10 minutes', left(app.plain(q #>> '{pickup,point_name}'), 500),
        left(app.plain(q #>> '{drop,point_name}'), 500), v_unit)
    returning * into v_quote;
    -- Keeps at most 100 unused quotes per rider, to limit what a client can store. That is enough to compare cars and
    -- places.
    delete from public.fare_quotes d where d.id in (select o.id from public.fare_quotes o where o.id in (
      select u.id from public.fare_quotes u where u.customer_id = v_quote.customer_id and u.used_at is null
        and u.id <> v_quote.id
      order by u.created_at desc, u.id desc offset 99 limit 100) for update skip locked);
    insert into app.fare_quote_rules (quote_id, rule, inputs, fare)
      values (v_quote.id, v_price -> 'rule', v_price -> 'inputs', v_fare);
  end if;
  return row(v_quote.id, v_cost, v_cost + app.cash_rounding(v_cost, v_unit), v_fare -> 'rider_lines',
    (v_fare ->> 'tax')::numeric, v_price #>> '{rule,code}',
    coalesce(v_quote.expires_at, app.now() + interval '10 minutes'),
    app.price_parts(v_cost, (v_fare ->> 'tax')::numeric, 0, null, app.cash_rounding(v_cost, v_unit),
      true))::public.quoted_fare;
end $$;
comment on function public.quote_fare is
  'Prices a measured route. quote: {car_type_id, pickup:{lat,lng,add,point_name?}, drop: same keys, waypoints:[…], '
  'distance_in_km, time_in_secs, polyline, parcel_type_index?, option_index?, trip_at?}; point_name comes from the '
  'server''s map, never from a client. Returns {quote_id, trip_cost, cash_amount, lines, tax, currency, expires_at, '
  'price_parts}; cash_amount is trip_cost rounded for cash, price_parts is [{side: price, kind: fare or '
  'cash_rounding, amount, tax?}], tax is included in trip_cost, quote_id is null if customer_id is not a rider. '
  'Errors: select_proper, too_many_stops, no_route_found, zone_no_service, outside_area.';
grant execute on function public.quote_fare(uuid, jsonb) to service_role;
