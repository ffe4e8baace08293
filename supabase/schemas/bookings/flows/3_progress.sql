-- Progress of a trip: the remaining distance and time, whether the car is near, and whether it has left its route.

-- Stores the distances in along_m, because a route changes rarely, but every request for the progress reads them.
create function app.place_stops(booking public.bookings) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_least_m double precision := 0;
  s record;
begin
  for s in select p.position, p.lat, p.lng from public.booking_stops p where p.booking_id = (booking).id
    order by p.position loop
    v_least_m := app.first_pass_m((booking).polyline, s.lat, s.lng, v_least_m);
    update public.booking_stops p set along_m = v_least_m where p.booking_id = (booking).id and p.position = s.position;
    v_least_m := coalesce(v_least_m, 0);
  end loop;
end $$;
comment on function app.place_stops is 'Computes for each stop of a booking how far along the route it is.';

-- Notifies the rider that the car is within 300 m of the pickup, once per driver of a booking. If the car came so near
-- within a minute after the driver accepted, no notice is sent, because the rider was just told that a driver is
-- coming.
create function app.watch_near(booking public.bookings, lat double precision, lng double precision,
  at timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if app.distance_m((booking).pickup_lat, (booking).pickup_lng, watch_near.lat, watch_near.lng) > 300
    or exists (select 1 from app.trip_watch w where w.booking_id = (booking).id
      and w.driver_id = (booking).driver_id) then return; end if;
  insert into app.trip_watch (booking_id, driver_id, near_at) values ((booking).id, (booking).driver_id, watch_near.at)
    on conflict do nothing;
  if found and watch_near.at > (booking).accepted_at + interval '1 minute' then
    perform app.notify((booking).customer_id, 'driver_approaching', app.notice_params(booking), (booking).id);
  end if;
end $$;

-- Notes that the car of a driver who reported the arrival from elsewhere is at the pickup now, and tells the rider of
-- the arrival. Does not wait for the booking's lock: functions that hold it may wait for the driver's position, which
-- the calling report has locked. The next report tries again.
create function app.watch_arrival(booking public.bookings, lat double precision, lng double precision,
  at timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
declare v_booking public.bookings;
begin
  if app.distance_m((booking).pickup_lat, (booking).pickup_lng, watch_arrival.lat, watch_arrival.lng) > 500 then
    return;
  end if;
  select b.* into v_booking from public.bookings b where b.id = (booking).id for no key update skip locked;
  if v_booking.status is distinct from 'ARRIVED' or v_booking.arrival_confirmed_at is not null
    or v_booking.driver_id <> (booking).driver_id then
    return;
  end if;
  update public.bookings b set arrival_confirmed_at = greatest(v_booking.arrived_at, watch_arrival.at)
    where b.id = v_booking.id
    returning b.* into v_booking;
  perform app.set_driver_actor(v_booking.driver_id);
  perform app.add_event(v_booking.id, 'ARRIVED', 'ARRIVED', 'at_pickup');
  perform app.broadcast_booking(v_booking, v_booking);
  perform app.notify_arrived(v_booking);
end $$;
comment on function app.watch_arrival is
  'Notes when the car comes within 500 m of the pickup after its driver has reported the arrival, and tells the '
  'rider.';

-- Clears the record that the car is off its route. Also called when the next place of the trip changes, because the
-- distance is then measured to the new place.
create function app.clear_off_route(booking_id uuid) returns void
language sql volatile security definer set search_path = '' as $$
  update app.trip_watch w set off_since = null, off_target_m = null, target_m = null
  where w.booking_id = clear_off_route.booking_id and w.off_since is not null
$$;

create function app.watch_route(booking public.bookings, lat double precision, lng double precision,
  accuracy double precision, at timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_off_m double precision := case when (booking).returning_at is null then app.distance_to_line_m((booking).polyline,
    watch_route.lat, watch_route.lng) end;
  v_target_m double precision;
begin
  -- Ignores an inaccurate position: it proves neither that the car left the route nor that it came back to it.
  if watch_route.accuracy > 100 then return; end if;
  if app.is_off_route(v_off_m, watch_route.accuracy) is not true then
    perform app.clear_off_route((booking).id);
    return;
  end if;
  v_target_m := (select app.distance_m(watch_route.lat, watch_route.lng, p.lat, p.lng) from app.places_ahead(booking) p
    order by p.n limit 1);
  insert into app.trip_watch as w (booking_id, driver_id, off_since, off_target_m, target_m)
  values ((booking).id, (booking).driver_id, watch_route.at, v_target_m, v_target_m)
  on conflict on constraint trip_watch_pkey do update set off_since = coalesce(w.off_since, excluded.off_since),
    off_target_m = coalesce(w.off_target_m, excluded.off_target_m), target_m = excluded.target_m;
end $$;
