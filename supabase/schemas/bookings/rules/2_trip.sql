-- The trip until it starts: arriving at the pickup, and starting the trip.

-- Returns whether the driver's last position proves that the car is within 500 m of a place now.
create function app.is_at(driver_id uuid, lat double precision, lng double precision) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select 1 from public.driver_positions p where p.driver_id = is_at.driver_id
    and app.is_fresh_position(p.updated_at) and app.distance_m(is_at.lat, is_at.lng, p.lat, p.lng) <= 500)
$$;

-- Returns since when the driver is at the pickup: the reported arrival, or, if the car was far away then, the first
-- report within 500 m that arrived in time. Waiting, no-shows and lateness count from this time; otherwise a driver
-- could report the arrival first and drive later.
create function app.at_pickup_since(booking public.bookings) returns timestamptz
language plpgsql stable security definer set search_path = '' as $$
begin
  if not exists (select 1 from public.booking_finances f where f.booking_id = (booking).id
    and 'arrived_far' = any (f.flags)) then
    return (booking).arrived_at;
  end if;
  return coalesce((select min(t.at) from public.tracking_points t where t.booking_id = (booking).id
    and t.driver_id = (booking).driver_id
    and t.at >= (booking).arrived_at and t.at <= coalesce((booking).started_at, app.now()) and t.received_at is null
    and app.distance_m((booking).pickup_lat, (booking).pickup_lng, t.lat, t.lng) <= 500),
      (booking).arrival_confirmed_at);
end $$;
comment on function app.at_pickup_since is 'When the driver reached the pickup, if known; null before.';
