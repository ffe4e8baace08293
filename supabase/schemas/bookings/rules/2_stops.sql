-- Stops between pickup and drop, and changes of the route.

-- Returns the seconds of waiting at all stops, as far as the trail proves them, less free_minutes for each stop. At a
-- stop the time counts from the arrival until the last point before the car was more than 150 m away. Without a point
-- after the arrival no time counts.
create function app.stop_wait_secs(booking public.bookings, free_minutes numeric) returns numeric
language sql stable security definer set search_path = '' as $$
  select coalesce(sum(greatest(0, round(extract(epoch from w.left_at - w.arrived_at)) - 60 * free_minutes)), 0)
  from (
    select s.arrived_at, (select max(t.at) from public.tracking_points t where t.booking_id = s.booking_id
      and t.driver_id = (booking).driver_id
      and t.at between s.arrived_at and s.until and not exists (select 1 from public.tracking_points f
        where f.booking_id = t.booking_id
        and f.driver_id = t.driver_id and f.at between s.arrived_at and t.at
          and app.distance_m(s.lat, s.lng, f.lat, f.lng) > 150)) as left_at
    from (select p.*, coalesce(lead(p.arrived_at) over (order by p.position), (booking).reached_at) as until
      from public.booking_stops p where p.booking_id = (booking).id and p.arrived_at is not null) s) w
$$;

create function app.route_of(booking public.bookings) returns jsonb language sql immutable set search_path = '' as $$
  select jsonb_build_object('quote_id', booking.quote_id, 'drop_lat', booking.drop_lat, 'drop_lng', booking.drop_lng,
    'drop_address', booking.drop_address, 'waypoints', booking.waypoints, 'estimate', booking.estimate,
      'estimate_distance', booking.estimate_distance,
    'estimate_time', booking.estimate_time, 'trip_cost', booking.trip_cost, 'discount_amount', booking.discount_amount)
$$;

-- The new quote must cover the whole route from the start: from the same pickup via the stops already reached.
create function app.check_route(booking public.bookings, quote public.fare_quotes) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if (quote).customer_id <> (booking).customer_id or (quote).car_type_id <> (booking).car_type_id
    or app.distance_m((quote).pickup_lat, (quote).pickup_lng, (booking).pickup_lat, (booking).pickup_lng) > 100
    or exists (select 1 from public.booking_stops s
      left join lateral (select (quote).waypoints -> (s.position - 1) as stop) w on true
      where s.booking_id = (booking).id and s.arrived_at is not null and (w.stop is null or app.distance_m(s.lat, s.lng,
        (w.stop ->> 'lat')::double precision, (w.stop ->> 'lng')::double precision) > 100)) then
    perform app.refuse('quote_unsuitable', 422,
      'Request the fare with the same car and pickup, and with the stops already reached first');
  end if;
  if exists (select 1 from app.fare_quote_rules k where k.quote_id = (quote).id
      and (k.inputs #>> '{parcel_type,description}' is distinct from (booking).parcel_type_selected ->> 'description'
        or k.inputs #>> '{option,description}' is distinct from (booking).option_selected ->> 'description')) then
    perform app.refuse('quote_unsuitable', 422, 'Request the fare with the booked parcel type and option');
  end if;
  if not app.is_quote_valid_at(quote, case when (booking).book_later then (booking).trip_at end) then
    perform app.refuse('quote_mismatch', 409, 'Request the fare with the booking''s trip_at');
  end if;
  -- During the trip the fare must not fall: the quote for a shorter route could be less than the distance already
  -- driven costs.
  if (booking).status = 'STARTED' and (quote).trip_cost < (booking).estimate then
    perform app.refuse('route_shortened', 422, 'To leave earlier, let the driver end the trip there');
  end if;
  if (quote).trip_cost < coalesce(((booking).promo_details ->> 'min_order')::numeric, 0) then
    perform app.refuse('promo_min_order', 422, 'The booking''s promotion needs a higher fare');
  end if;
end $$;
comment on function app.check_route is
  'Refuses a quote that cannot replace that of the booking: quote_unsuitable, quote_mismatch, route_shortened, '
  'promo_min_order.';

create function app.route_price(booking public.bookings, quote public.fare_quotes, out discount numeric,
  out rounding numeric)
language plpgsql stable security definer set search_path = '' as $$
begin
  discount := app.promo_discount((booking).id, (quote).trip_cost);
  rounding := case when (booking).payment_mode = 'cash' then app.cash_rounding((quote).trip_cost - discount,
    (quote).cash_unit) else 0 end;
end $$;
comment on function app.route_price is 'The promotion''s discount and the cash rounding for the fare of a new route.';

-- Refuses bookings whose route cannot change. These checks need no quote, so they run before the quote is read.
create function app.check_rerouting(booking public.bookings) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if not app.is_before_end((booking).status) then perform app.refuse_status(booking); end if;
  if (booking).prepaid or (booking).returning_at is not null or (booking).source = 'street' then
    perform app.refuse('route_fixed', 409, 'Prepaid, returning and street trips keep their route');
  end if;
  perform app.check_limit('route_changes', (select count(*) from public.booking_revisions r
    where r.booking_id = (booking).id)
    + (select count(*) from public.route_proposals p where p.booking_id = (booking).id and p.status <> 'accepted'));
end $$;
comment on function app.check_rerouting is
  'Refuses a route change for a booking whose route cannot change any more: wrong_status, route_fixed, '
  'too_many_changes.';
