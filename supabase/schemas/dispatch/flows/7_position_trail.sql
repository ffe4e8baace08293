-- The trail of a trip, which is built from reported positions, and the functions with which a driver's phone reports
-- positions.
-- Access: drivers report their own position
-- Tests:  tests/db/positions.sql

-- Stores a point that arrived late in the trail of a booking, with the status that the booking had when the point was
-- measured. Returns false and stores nothing in four cases: the trip was not under way at that time; the point is an
-- impossible jump; it was measured less than 0.9 seconds before or after another point; or the points before and after
-- it are at most 30 seconds apart. In the last two cases an additional point would only lengthen the distance.
create function app.store_late_booking_point(booking_id uuid, driver_id uuid, lat double precision,
  lng double precision,
  heading double precision,
  accuracy double precision, at timestamptz) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_id uuid := store_late_booking_point.booking_id;
  v_status public.booking_status;
  v_before public.tracking_points;
  v_after public.tracking_points;
begin
  v_status := app.status_at(v_id, store_late_booking_point.at);
  if v_status is null or not app.is_on_the_road(v_status) then return false; end if;
  select t.* into v_before from public.tracking_points t where t.booking_id = v_id
    and t.driver_id = store_late_booking_point.driver_id
    and t.at <= store_late_booking_point.at order by t.at desc limit 1;
  select t.* into v_after from public.tracking_points t where t.booking_id = v_id
    and t.driver_id = store_late_booking_point.driver_id
    and t.at > store_late_booking_point.at order by t.at limit 1;
  if v_before.at is not null and (store_late_booking_point.at < v_before.at + interval '900 milliseconds'
      or app.distance_m(v_before.lat, v_before.lng, store_late_booking_point.lat, store_late_booking_point.lng)
        > app.fastest_mps()
        * extract(epoch from store_late_booking_point.at - v_before.at))
    or v_after.at is not null and (v_after.at < store_late_booking_point.at + interval '900 milliseconds'
      or v_before.at is not null and v_after.at <= v_before.at + interval '30 seconds'
      or app.distance_m(v_after.lat, v_after.lng, store_late_booking_point.lat, store_late_booking_point.lng)
        > app.fastest_mps()
        * extract(epoch from v_after.at - store_late_booking_point.at)) then
    return false;
  end if;
  insert into public.tracking_points (booking_id, driver_id, status, lat, lng, heading, accuracy, at, received_at)
  values (v_id, store_late_booking_point.driver_id, v_status, store_late_booking_point.lat,
    store_late_booking_point.lng,
    store_late_booking_point.heading, store_late_booking_point.accuracy,
    store_late_booking_point.at, case when not app.is_fresh_position(store_late_booking_point.at) then app.now() end);
  return true;
end $$;

-- Stores a late point in the trails of the trips to which it belongs. Each parcel that the driver carried at that time
-- gets the point. Among rides, only the last one that was accepted before that time can have been under way.
create function app.store_late_point(driver_id uuid, lat double precision, lng double precision,
  heading double precision,
  accuracy double precision, at timestamptz) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_job record;
  v_kept boolean := false;
begin
  for v_job in select b.id, b.category from public.bookings b
    where b.driver_id = store_late_point.driver_id and b.engaged_at is not null
      and greatest(b.accepted_at, b.engaged_at) <= store_late_point.at
      and coalesce(b.reached_at, b.cancelled_at, 'infinity') > app.now() - interval '24 hours'
    order by b.accepted_at desc limit 10
  loop
    v_kept := app.store_late_booking_point(v_job.id, store_late_point.driver_id, store_late_point.lat,
      store_late_point.lng,
      store_late_point.heading,
      store_late_point.accuracy, store_late_point.at) or v_kept;
    exit when v_job.category <> 'delivery';
  end loop;
  return v_kept;
end $$;
comment on function app.store_late_point is
  'Stores a point of the last day in the trail of the trip that was under way at its time; false if there was no '
  'trip, or the point is implausible.';

-- Several parcels travel in one car. Copies a point from the trail of the first parcel to the trails of the others, but
-- not to that of a parcel which the driver took along after the point was measured.
create function app.copy_trail_point(first_id uuid, driver_id uuid, lat double precision, lng double precision,
  heading double precision,
  accuracy double precision, at timestamptz) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  insert into public.tracking_points (booking_id, driver_id, status, lat, lng, heading, accuracy, at, received_at)
  select b.id, b.driver_id,
    case when copy_trail_point.at >= greatest(b.accepted_at, b.engaged_at, b.arrived_at, b.started_at) then b.status
      else coalesce(app.status_at(b.id, copy_trail_point.at), b.status) end,
    copy_trail_point.lat, copy_trail_point.lng, copy_trail_point.heading, copy_trail_point.accuracy,
      copy_trail_point.at,
    case when not app.is_fresh_position(copy_trail_point.at) then app.now() end
  from public.bookings b where b.driver_id = copy_trail_point.driver_id and b.is_along and app.is_on_the_road(b.status)
    and b.id <> copy_trail_point.first_id and greatest(b.accepted_at, b.engaged_at) <= copy_trail_point.at;
end $$;

create function public.report_positions(points jsonb) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  v_me public.profiles := app.caller();
  v_driver public.drivers := app.driver_row(v_me);
  v_trip record;
  v_last public.tracking_points;
  v_newest record;
  v_known timestamptz;
  v_kept integer := 0;
  v_has_others boolean := false;
  p record;
begin
  select d.updated_at into v_known from public.driver_positions d where d.driver_id = v_driver.id;
  select b.id, b.status, greatest(b.accepted_at, b.engaged_at) as since,
    greatest(b.accepted_at, b.engaged_at, b.arrived_at, b.started_at) as moved_at into v_trip
  from public.bookings b
  where b.driver_id = v_driver.id and b.engaged_at is not null and app.is_on_the_road(b.status)
  order by b.is_along, b.accepted_at, b.id limit 1;
  if v_trip.id is null then
    perform app.require_active(v_me);
  else
    -- Lets only one report of a driver run at a time, because each point is compared with the previous one, and two
    -- concurrent reports could mix two routes.
    perform pg_advisory_xact_lock(hashtextextended('trail' || v_driver.id, 0));
    select t.* into v_last from public.tracking_points t where t.booking_id = v_trip.id
      and t.driver_id = v_driver.id order by t.at desc limit 1;
    v_has_others := exists (select 1 from public.bookings b where b.driver_id = v_driver.id and b.engaged_at is not null
      and app.is_on_the_road(b.status) and b.id <> v_trip.id);
  end if;
  for p in select r.* from app.read_points(report_positions.points) r loop
    if v_trip.id is not null and p.at >= v_trip.since and (v_last.at is null or p.at >= v_last.at) then
      -- Drops impossible jumps. Also drops a point less than 0.9 seconds after the last one, because many small steps
      -- would lengthen the distance.
      continue when v_last.at is not null and (p.at < v_last.at + interval '900 milliseconds'
        or app.distance_m(v_last.lat, v_last.lng, p.lat, p.lng) > app.fastest_mps()
          * extract(epoch from p.at - v_last.at));
      insert into public.tracking_points (booking_id, driver_id, status, lat, lng, heading, accuracy, at, received_at)
      values (v_trip.id, v_driver.id, case when p.at >= v_trip.moved_at then v_trip.status
        else coalesce(app.status_at(v_trip.id, p.at), v_trip.status) end,
        p.lat, p.lng, p.heading, p.accuracy, p.at, case when not app.is_fresh_position(p.at) then app.now() end);
      if v_has_others then
        perform app.copy_trail_point(v_trip.id, v_driver.id, p.lat, p.lng, p.heading, p.accuracy, p.at);
      end if;
      v_last.lat := p.lat; v_last.lng := p.lng; v_last.at := p.at;
    elsif p.at < app.now() - interval '60 seconds' or p.at < v_last.at then
      -- A late point is added to the trail of the trip that was under way when it was measured. If there was no such
      -- trip, the point becomes the driver's position, but only if the driver is on no trip now and no newer position
      -- is stored.
      if v_trip.id is null then perform pg_advisory_xact_lock(hashtextextended('trail' || v_driver.id, 0)); end if;
      if not app.store_late_point(v_driver.id, p.lat, p.lng, p.heading, p.accuracy, p.at) then
        continue when v_trip.id is not null or p.at < v_known;
      end if;
    else
      continue when p.at < v_known;
    end if;
    v_newest := p;
    v_kept := v_kept + 1;
  end loop;
  -- The row in driver_positions is written once per report, however many points the report has.
  if v_kept > 0 then
    if not app.store_position(v_driver, v_newest.lat, v_newest.lng, v_newest.heading, v_newest.accuracy,
      v_newest.at) then
      return case when v_trip.id is null and v_newest.at >= v_known then 0 else v_kept end;
    end if;
    if v_trip.id is not null then
      perform app.watch_trip(j.id, v_driver.id, v_newest.lat, v_newest.lng, v_newest.accuracy, v_newest.at)
      from (select v_trip.id union all select b.id from public.bookings b where v_has_others
        and b.driver_id = v_driver.id and b.engaged_at is not null
        and app.is_on_the_road(b.status) and b.id <> v_trip.id) j (id);
    end if;
  end if;
  return v_kept;
end $$;
comment on function public.report_positions is
  'Stores the caller''s positions [{lat, lng, heading, accuracy, at}] (degrees, metres, time or milliseconds). Late '
  'points are stored with the booking and status of their own time, up to a day after the end of the trip. '
  'Implausible points and points outside a trip are dropped. After a jump above 200 km/h the old position stays until '
  'three consecutive points over 20 s confirm the new one. Returns the number of stored points. '
  'Errors: not_a_driver, require_approval.';
grant execute on function public.report_positions(jsonb) to authenticated;

create function public.report_position(lat double precision, lng double precision,
  heading double precision default null,
  accuracy double precision default null, at timestamptz default null) returns integer
language plpgsql security definer set search_path = '' as $$
begin
  return public.report_positions(jsonb_build_array(jsonb_build_object('lat', report_position.lat, 'lng',
    report_position.lng,
    'heading', report_position.heading, 'accuracy', report_position.accuracy, 'at', report_position.at)));
end $$;
comment on function public.report_position is
  'Stores one position, like report_positions; without `at` it counts as measured now.';
grant execute on function public.report_position(double precision, double precision, double precision,
  double precision, timestamptz) to authenticated;
