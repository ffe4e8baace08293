-- The time at which a driver promises to be at the pickup.

-- Returns the arrival at the pickup that was promised to the rider. This is the time of the acceptance, plus the drive,
-- plus five minutes of grace, as is usual in the trade. The drive is the distance in the offer (5 km if unknown) at 30
-- km/h, but at least one minute. For a later booking the promised arrival is never before its trip_at.
create function app.promised_arrival(booking public.bookings) returns timestamptz
language plpgsql stable security definer set search_path = '' as $$
declare
  v_km numeric;
  v_at timestamptz;
begin
  if (booking).driver_id is null then return null; end if;
  select o.distance_km into v_km from public.booking_offers o
  where o.booking_id = (booking).id and o.driver_id = (booking).driver_id order by o.created_at desc, o.id desc limit 1;
  v_at := (booking).accepted_at + interval '5 minutes' + greatest(interval '1 minute',
    coalesce(v_km, 5)::double precision * interval '2 minutes')
    -- Adds five minutes if the driver is still on another trip, because its passenger has to get out first.
    + case when (booking).engaged_at is null and not (booking).book_later then interval '5 minutes'
      else interval '0' end;
  return case when (booking).book_later then greatest(v_at, (booking).trip_at) else v_at end;
end $$;
comment on function app.promised_arrival is
  'The promised arrival of a booking''s driver at the pickup; null without a driver.';
