-- Trips under way that need a look: too slow, off the route, or past their end.

create function app.watch_trip(booking_id uuid, driver_id uuid, lat double precision, lng double precision,
  accuracy double precision, at timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
declare v_booking public.bookings;
begin
  select b.* into v_booking from public.bookings b where b.id = watch_trip.booking_id
    and b.driver_id = watch_trip.driver_id;
  case v_booking.status
    when 'ARRIVED' then
      if v_booking.arrival_confirmed_at is null and app.is_fresh_position(watch_trip.at) then
        perform app.watch_arrival(v_booking, watch_trip.lat, watch_trip.lng, watch_trip.at);
      end if;
    when 'ACCEPTED' then
      if app.is_fresh_position(watch_trip.at) then
        perform app.watch_near(v_booking, watch_trip.lat, watch_trip.lng, watch_trip.at);
      end if;
    when 'STARTED' then
      perform app.watch_drop(v_booking, watch_trip.lat, watch_trip.lng);
      -- With several parcels in the car, the driver may go to the other recipients first, so the position is not
      -- compared with this parcel's route.
      if exists (select 1 from public.bookings o where o.driver_id = v_booking.driver_id and o.engaged_at is not null
        and app.is_under_way(o.status) and o.id <> v_booking.id) then
        perform app.clear_off_route(v_booking.id);
      else
        perform app.watch_route(v_booking, watch_trip.lat, watch_trip.lng, watch_trip.accuracy, watch_trip.at);
      end if;
    else null;
  end case;
end $$;
comment on function app.watch_trip is
  'Handles the newest position of a trip: notifies the rider once, and only while the position proves it, that the '
  'car is near, or at the pickup if the driver has reported the arrival too early, and stores since when the car is '
  'off its route.';
