-- Street trips: metered rides of passengers who hail a cab in the street without booking.

-- A street trip has no quote, so its fare is always metered.
create function app.street_price(car public.car_types, lat double precision, lng double precision) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('rule', r.rule, 'inputs', r.inputs, 'fare', app.compute_fare(r.rule, r.inputs))
  from (select (p.price -> 'rule') - 'zone_fixed' || '{"fare_mode": "metered"}' as rule,
      '{"distance_km": 0, "secs": 0}'::jsonb as inputs
    from (select app.price_route(car, jsonb_build_object('distance_in_km', 0, 'time_in_secs', 0, 'pickup', l.place,
      'drop', l.place), null) as price
      from (select jsonb_build_object('lat', street_price.lat, 'lng', street_price.lng) as place) l) p) r
$$;
comment on function app.street_price is
  'The tariff of a trip that starts at this place now, before it has a distance: {rule, inputs, fare}. '
  'Errors: zone_no_service, outside_area.';

-- With ahead_km and ahead_secs, computes what the meter will show after a further way. The driver's page asks for it
-- when the passenger names a destination; the values are the page's, and nothing is stored.
create function public.street_fare(booking_id uuid, ahead_km numeric default 0, ahead_secs integer default 0)
  returns public.street_meter
language plpgsql stable security definer set search_path = '' as $$
declare
  v_booking public.bookings := app.readable_booking(street_fare.booking_id);
  v_fare jsonb;
  v_final jsonb;
  v_km numeric := least(1000, greatest(0, coalesce(street_fare.ahead_km, 0)));
  v_secs integer := least(86400, greatest(0, coalesce(street_fare.ahead_secs, 0)));
begin
  if v_booking.source <> 'street' then perform app.refuse('booking_not_found', 404, 'No such street trip'); end if;
  if v_booking.status <> 'STARTED' then
    return row(v_booking.distance, v_booking.total_trip_time, v_booking.trip_cost,
      v_booking.fare_lines)::public.street_meter;
  end if;
  v_booking.reached_at := app.now();
  v_final := app.final_fare(v_booking);
  v_fare := v_final -> 'fare';
  if v_km > 0 or v_secs > 0 then
    select app.compute_fare(f.rule, v_final -> 'inputs' || jsonb_build_object('distance_km',
      (v_final ->> 'distance_km')::numeric + v_km,
        'secs', (v_final #>> '{inputs,secs}')::numeric + v_secs)) into v_fare
    from public.booking_finances f where f.booking_id = v_booking.id;
  end if;
  return row((v_final ->> 'distance_km')::numeric + v_km, round(extract(epoch from app.now() - v_booking.started_at))
    + v_secs, (v_fare ->> 'trip_cost')::numeric,
    v_fare -> 'rider_lines')::public.street_meter;
end $$;
comment on function public.street_fare is
  'What the meter of a street trip shows now, or at the end: {distance_km, secs, trip_cost, lines}; during the trip '
  'with ahead_km and ahead_secs (at most 1000 km and a day) what it will show after this further way. '
  'Errors: must_login, booking_not_found.';
grant execute on function public.street_fare(uuid, numeric, integer) to authenticated;

create type public.street_bill as (
  reference text, status text, amount numeric, currency text, total numeric, tax numeric, lines jsonb,
    started_at timestamptz,
  reached_at timestamptz, distance_km numeric, vehicle_number text, company text, price_parts jsonb
);
comment on type public.street_bill is
  'The bill that the link for paying a street trip or a telephone order shows. amount: the amount left to pay; '
  'price_parts: as in bookings.';

create function public.street_bill(token text) returns public.street_bill
language plpgsql stable security definer set search_path = '' as $$
declare v_bill public.street_bill;
begin
  select b.reference, b.status::text, app.open_amount(b), s.code, b.trip_cost, b.tax_amount, b.fare_lines,
    b.started_at, b.reached_at, b.distance, b.vehicle_number,
    coalesce(nullif(s.company_name, ''), s.app_name), b.price_parts into v_bill
  from app.street_pay_links l join public.bookings b on b.id = l.booking_id cross join public.settings s
  where s.id = 1 and l.token = street_bill.token and b.reached_at > app.now() - interval '7 days';
  if v_bill.reference is null then
    perform app.refuse('booking_not_found', 404, 'No such bill, or it is older than a week');
  end if;
  return v_bill;
end $$;
comment on function public.street_bill is
  'The bill of a street trip or a telephone order for any client with the link for paying, without addresses and '
  'names. '
  'Errors: booking_not_found.';
grant execute on function public.street_bill(text) to anon, authenticated;

create function app.wake_street_checker() returns boolean language plpgsql security definer set search_path = '' as $$
begin
  return exists (select 1 from app.street_checks c where c.status = 'queued' and c.due_at <= app.now())
    and app.call_worker('routes/street');
end $$;
comment on function app.wake_street_checker is 'Calls the route routes/street if a comparison is due.';
