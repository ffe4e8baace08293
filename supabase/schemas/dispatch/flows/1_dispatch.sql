-- Dispatch: offers, the queue of bookings that wait for a driver, and the rules that decide which drivers may get an
-- offer and why others may not.

-- Inserts an offer for each driver, with distance and time of the trip rounded and a fare computed from them. The
-- quote's exact fare would reveal the distance to a few metres, and with it the addresses.
create function app.make_offers(booking public.bookings, driver_ids uuid[], wave integer, seconds integer)
returns void language plpgsql volatile security definer set search_path = '' as $$
declare
  v_km numeric := round(booking.estimate_distance, 1);
  v_secs integer := ceil(booking.estimate_time / 60.0) * 60;
  v_fare jsonb;
begin
  select app.compute_fare(f.rule, f.quote_inputs || jsonb_build_object('distance_km', v_km, 'secs', v_secs)) into v_fare
  from public.booking_finances f where f.booking_id = booking.id;
  insert into public.booking_offers (booking_id, driver_id, wave, distance_km, expires_at, reference, category,
    pickup_area_lat, pickup_area_lng, drop_area_lat, drop_area_lng, pickup_time, trip_distance, trip_time, driver_share,
    trip_cost, payment_mode, book_later, trip_at, requirements)
  select booking.id, i.id, make_offers.wave, d.km, app.now() + make_interval(secs => make_offers.seconds),
    booking.reference, booking.category, a.area_lat, a.area_lng, z.area_lat, z.area_lng,
      case when d.km is not null then greatest(1, ceil(2 * d.km)) * 60 end,
    v_km, v_secs, case when app.is_employee(i.id) then 0 else (v_fare ->> 'driver_share')::numeric end,
    (v_fare ->> 'trip_cost')::numeric, booking.payment_mode, booking.book_later, booking.trip_at, booking.requirements
  from unnest(make_offers.driver_ids) with ordinality i (id, place)
  cross join app.area_of(booking.pickup_lat, booking.pickup_lng) a
  cross join app.area_of(booking.drop_lat, booking.drop_lng) z
  -- The distance is measured to the area's middle, because exact distances from three places would reveal the address.
  left join public.driver_positions p on p.driver_id = i.id
  cross join lateral (select round((app.distance_m(a.area_lat, a.area_lng, p.lat, p.lng) / 1000)::numeric, 2) as km) d
  order by i.place;
end $$;

-- Writes a search to the log. `exclusions` contains all drivers who were not asked. The log stores the 50 nearest of
-- them, and for each reason the number of all.
create function app.record_wave(booking public.bookings, wave integer, mode text, radius_km numeric, candidates jsonb,
  exclusions jsonb)
returns void language plpgsql security definer set search_path = '' as $$
declare
  v_last public.dispatch_waves;
  v_listed jsonb;
  v_reasons jsonb;
begin
  select coalesce(jsonb_agg(e.line order by (e.line ->> 'distance_km')::numeric, e.line ->> 'driver_id')
    filter (where e.n <= 50), '[]') into v_listed
  from (select x.line, row_number() over (order by (x.line ->> 'distance_km')::numeric, x.line ->> 'driver_id') as n
    from jsonb_array_elements(exclusions) x (line)) e;
  select coalesce(jsonb_object_agg(g.reason, g.n), '{}') into v_reasons
  from (select x.line ->> 'reason' as reason, count(*) as n
    from jsonb_array_elements(exclusions) x (line) group by 1) g;
  select w.* into v_last from public.dispatch_waves w where w.booking_id = (booking).id order by w.id desc limit 1;
  -- Skips the log if a repeated search again finds no driver, for the same reasons: one entry instead of hundreds. The
  -- order and the distances of the excluded drivers may differ.
  if candidates = '[]' and v_last.mode <> 'assigned' and v_last.candidates = '[]' and v_last.reasons = v_reasons
    and (select coalesce(jsonb_object_agg(x.line ->> 'driver_id', x.line -> 'reason'), '{}')
      from jsonb_array_elements(v_last.exclusions) x (line))
      = (select coalesce(jsonb_object_agg(x.line ->> 'driver_id', x.line -> 'reason'), '{}')
        from jsonb_array_elements(v_listed) x (line)) then
    return;
  end if;
  -- Once a booking has 100 entries, searches without a driver are no longer logged, even if the excluded drivers change
  -- all the time.
  if candidates = '[]' and (select count(*) from public.dispatch_waves w where w.booking_id = (booking).id) >= 100 then
    return;
  end if;
  insert into public.dispatch_waves (booking_id, wave, mode, radius_km, candidates, exclusions, reasons)
  values ((booking).id, record_wave.wave, record_wave.mode, record_wave.radius_km, candidates, v_listed, v_reasons);
end $$;

create function app.set_dispatch_note(booking_id uuid, note text) returns void
language sql volatile security definer set search_path = '' as $$
  update public.bookings b set dispatch_note = set_dispatch_note.note
  where b.id = set_dispatch_note.booking_id and b.dispatch_note is distinct from set_dispatch_note.note
$$;
