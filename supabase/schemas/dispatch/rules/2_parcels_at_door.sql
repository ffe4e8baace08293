-- Several parcels from one door: a driver who fetches a parcel takes along further parcels from the same pickup, and
-- confirms steps of several bookings at once.

-- Each parcel stays a booking of its own with its fare, trail, code, receipt and history. The first parcel is the
-- driver's engaged booking (the one that they drive now), as a ride would be. The other parcels have bookings.is_along
-- set and are exempt from the rule that a driver has only one engaged booking.
create function app.engaged_jobs(driver_id uuid) returns setof public.bookings
language plpgsql stable security definer set search_path = '' rows 1 as $$
begin
  return query select b.* from public.bookings b where b.driver_id = engaged_jobs.driver_id and b.engaged_at is not null
    and app.is_under_way(b.status) order by b.is_along, b.accepted_at, b.id;
end $$;
comment on function app.engaged_jobs is
  'The bookings that keep a driver busy: one booking, or several parcels from one door, the first parcel first.';

create function app.is_one_door(a public.bookings, b public.bookings) returns boolean
language sql immutable set search_path = '' as $$
  select app.distance_m((a).pickup_lat, (a).pickup_lng, (b).pickup_lat, (b).pickup_lng) <= 50
$$;
comment on function app.is_one_door is
  'Whether two bookings have the same pickup door: within 50 m, because two pins on the same house can be that far '
  'apart.';

-- Returns whether a driver who fetches parcels at this pickup may take this parcel along. settings.parcels_at_once and
-- the car's room for luggage limit the number of parcels. A parcel counts as the pieces of luggage that it requires,
-- but at least as one. None of the driver's parcels may have left the pickup yet.
create function app.can_join(booking public.bookings, driver_id uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return (booking).category = 'delivery' and app.is_due(booking) and (
    select count(*) > 0 and count(*) < max(s.parcels_at_once)
      and bool_and(j.category = 'delivery' and app.is_awaiting_pickup(j.status) and app.is_one_door(j, booking))
      and sum(greatest(1, coalesce((j.requirements ->> 'luggage')::integer, 1))) + greatest(1,
        coalesce(((booking).requirements ->> 'luggage')::integer, 1))
        <= max((app.car_of(can_join.driver_id)).luggage)
    from app.engaged_jobs(can_join.driver_id) j, public.settings s where s.id = 1);
end $$;
comment on function app.can_join is
  'Whether a driver who fetches other parcels at this parcel''s door may also take this parcel along: none of the '
  'other parcels is under way yet, and settings.parcels_at_once and the car leave room.';

-- Checks like can_join, with the driver's parcels locked until the end of the transaction, which accepts the new
-- parcel. Without the lock the driver's last parcel could end meanwhile, and the new parcel would be marked as taken
-- along although there is no first parcel.
create function app.can_join_locked(booking public.bookings, driver_id uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  if not app.can_join(booking, can_join_locked.driver_id) then return false; end if;
  perform 1 from public.bookings b where b.driver_id = can_join_locked.driver_id and b.engaged_at is not null
    and app.is_under_way(b.status) order by b.id for no key update;
  return app.can_join(booking, can_join_locked.driver_id);
end $$;
