-- Positions: where drivers are now, in a narrow table that is written often and that the search for drivers reads.
-- Needs:  drivers, bookings
-- Access: drivers write their own position with functions; rider, driver, fleet admin and admins read a trip's trail
-- Tests:  tests/db/positions.sql, tests/db/on_duty.sql

-- The search for drivers reads an index over pt, the anchor. The anchor is a point that stays behind the driver and moves only
-- after more than 50 m, so that most reports change no index (heap-only updates). pt is null while the driver may not get
-- offers, so that the index contains only drivers who may. Drivers who may not get offers have away_pt instead, which moves
-- every 500 m. Only the log ("why was I not asked") reads away_pt, so these drivers do not slow a search down. The points of
-- each car type are shifted by a different distance (app.search_point), as if each car type had a separate map, called its
-- plane. So an index over pt alone finds the cars of one type. This index is a quad tree; it needs two thirds of the time and a
-- third of the size of a GiST index over (car_type, pt). Vacuum runs early, because a nearest-neighbour scan also visits dead
-- index entries.
create table public.driver_positions (
  driver_id uuid primary key with (fillfactor = 75) references public.drivers (id) on delete cascade,
  car_type uuid,
  lat double precision not null,
  lng double precision not null,
  heading double precision,
  accuracy double precision,
  updated_at timestamptz not null default app.now(),
  available boolean not null default false,
  wheelchair boolean not null default false,
  seats integer not null default 4,
  luggage integer not null default 2,
  child_seats integer not null default 0,
  pt point,
  away_pt point,
  check (pt is null or away_pt is null),
  constraint driver_positions_car check (seats between 0 and 1000 and luggage between 0 and 20 and child_seats between 0 and 4),
  -- Repeats the conditions of app.is_place, because every report is checked and a function call would be slower.
  constraint driver_positions_place check (lat between -85 and 85 and lng between -180 and 180 and isfinite(updated_at)
    and heading between 0 and 360 and accuracy between 0 and 500)
) with (fillfactor = 60, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.2);
call app.describe('public.driver_positions', $$
  The latest position of each driver, and whether the driver may get offers now.
  updated_at: When the position was measured, not when it arrived. A driver whose position is older than 60 s gets no offers.
  available: Whether the driver may get offers: on duty, approved and not busy, or so near the end of a trip that the next one may be offered. Written by app.refresh_driver.
  pt: Point for the search index (app.search_point), at most 50 m behind the driver; null unless the driver may get offers.
  away_pt: Point in Mercator metres for the index of drivers who may not get offers (busy, off duty or without a recent report), at most 500 m behind the driver.
  car_type: The driver's car type, copied from drivers for the search.
  seats: Passenger seats of the car, copied for the search from app.car_of.
  luggage: Large pieces of luggage that the car takes, copied for the search.
  child_seats: Child seats in the car, copied for the search.
  wheelchair: Whether a wheelchair user can ride in the car, copied for the search.
  heading: Direction of travel, in degrees clockwise from north.
  accuracy: Accuracy of the position in metres, as reported by the phone.
$$);
create index driver_positions_near on public.driver_positions using spgist (pt) where pt is not null;
create index driver_positions_away on public.driver_positions using gist (away_pt) where away_pt is not null;

create table public.tracking_points (
  id bigint generated always as identity primary key,
  booking_id uuid not null references public.bookings (id),
  driver_id uuid not null references public.drivers (id),
  status public.booking_status not null,
  lat double precision not null,
  lng double precision not null,
  heading double precision,
  accuracy double precision,
  at timestamptz not null,
  received_at timestamptz,
  constraint tracking_points_place check (app.is_place(lat, lng) and heading between 0 and 360 and accuracy between 0 and 500)
);
call app.describe('public.tracking_points', $$
  The trail of a trip: positions as its driver reported them, without implausible points.
  status: Status of the booking at the time of the point.
  received_at: When the point arrived, if 30 s or more after `at`. Such a point does not prove where the car was, because the server did not know it at that time.
  heading: Direction of travel, in degrees clockwise from north.
  accuracy: Accuracy of the position in metres, as reported by the phone.
$$);
create index tracking_points_booking_id on public.tracking_points (booking_id, at);
create index tracking_points_driver_id on public.tracking_points (driver_id);

alter table public.driver_positions enable row level security;
alter table public.tracking_points enable row level security;
grant select on public.driver_positions, public.tracking_points to authenticated;

create policy "drivers read their own position" on public.driver_positions for select to authenticated using (driver_id = (select auth.uid()));
-- Staff sees a driver's position only while the driver is on duty. Off duty a driver is a private person, so staff cannot even
-- see the last position.
create policy "admins read the positions of drivers on duty" on public.driver_positions for select to authenticated
  using ((select app.has_current_role('admin'))
    and exists (select 1 from public.drivers d where d.id = driver_positions.driver_id and d.driver_active_status));
create policy "fleet admins read the positions of their drivers on duty" on public.driver_positions for select to authenticated
  using ((select app.has_current_role('fleetadmin'))
    and exists (select 1 from public.drivers d where d.id = driver_positions.driver_id and d.driver_active_status
      and d.fleet_id = (select auth.uid())));
create policy "riders read the position of the driver who is coming" on public.driver_positions for select to authenticated
  using (exists (select 1 from public.bookings b where b.driver_id = driver_positions.driver_id
    and b.customer_id = (select auth.uid()) and b.engaged_at is not null and b.status in ('ACCEPTED', 'ARRIVED', 'STARTED')));
create policy "drivers read their own trails" on public.tracking_points for select to authenticated using (driver_id = (select auth.uid()));
create policy "riders read the trails of their bookings" on public.tracking_points for select to authenticated
  using (exists (select 1 from public.bookings b where b.id = tracking_points.booking_id and b.customer_id = (select auth.uid())));
create policy "fleet admins read the trails of their drivers" on public.tracking_points for select to authenticated
  using ((select app.has_current_role('fleetadmin')) and exists (select 1 from public.bookings b
    where b.id = tracking_points.booking_id and b.driver_id = tracking_points.driver_id and b.fleet_id = (select auth.uid())));

create policy "admins read every trail" on public.tracking_points for select to authenticated using ((select app.has_current_role('admin')));

-- The age of a position ---------------------------------------------------------------------------------------------

-- A phone's clock can claim any time, so an age is counted up to now, by the server's clock. No report is newer than its
-- arrival (app.read_points), so a claim can only make a position older.
create function app.is_current(at timestamptz) returns boolean language sql stable parallel safe as $$
  select is_current.at > app.now() - interval '60 seconds'
$$;
comment on function app.is_current is 'Whether a position still says where the car is: at most a minute old. Arrival times, distances and states are computed only from such positions.';

create function app.is_proof(at timestamptz) returns boolean language sql stable parallel safe as $$
  select is_proof.at > app.now() - interval '30 seconds'
$$;
comment on function app.is_proof is 'Whether a position that was measured at this time proves where the car is now: less than 30 s old. The rider''s notice of the arrival, waiting and a no-show need such a position.';

-- Anchors: points in the search index -------------------------------------------------------------------------------

-- Returns the number of the plane of a car type: its points in the index are shifted by this many times 100,000 km. In the rare
-- case that two car types have the same number, a search skips the drivers of the other type.
create function app.plane_of(car_type uuid) returns integer language sql immutable parallel safe as $$
  select get_byte(uuid_send(car_type), 14) * 256 + get_byte(uuid_send(car_type), 15)
$$;

create function app.search_point(car_type uuid, lat double precision, lng double precision) returns point language sql immutable parallel safe as $$
  select app.anchor(lat, lng) operator(pg_catalog.+) point(1e8::double precision * app.plane_of(car_type), 0)
$$;
comment on function app.search_point is 'The Mercator point of a place on the plane of a car type. Planes are 100,000 km apart, more than twice the earth''s circumference.';

-- Returns a square that contains the index points of all drivers within the radius. The square is larger than the radius,
-- because these points are up to 50 m behind their drivers (away_pt: 500 m), and because Mercator stretches lengths most at the
-- edge that is farther from the equator.
create function app.box_around(middle point, lat double precision, radius_m double precision, trail_m double precision default 50)
returns box language sql immutable parallel safe as $$
  -- box(circle) is the square inside the circle, so the radius is multiplied by the square root of two.
  select box(circle(middle, 1.4143 * (radius_m + trail_m + 1) / (0.99888 * cos(radians(least(85.1, abs(lat) + (radius_m + trail_m) / 111000))))))
$$;

-- Returns the metres on the ground between two Mercator points at a latitude.
create function app.metres_apart(a point, b point, lat double precision) returns double precision language sql immutable parallel safe as $$
  select (metres_apart.a operator(pg_catalog.<->) metres_apart.b) * 0.99888 * cos(radians(lat))
$$;

-- Which drivers are available ---------------------------------------------------------------------------------------

-- This function is in plpgsql, which caches the plan, because each step of a trip calls it several times. A SQL function with
-- SECURITY DEFINER would be planned at every call.
create function app.is_busy(driver_id uuid) returns boolean language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select 1 from public.bookings b where b.driver_id = is_busy.driver_id and b.engaged_at is not null
    and b.status in ('ACCEPTED', 'ARRIVED', 'STARTED', 'REACHED'));
end $$;
comment on function app.is_busy is 'Whether an engaged booking keeps the driver busy now. Computed from bookings, because a stored flag could become outdated.';

-- Stores since when each driver is off duty, free or busy. A live map requests the changes since its last call, and a driver
-- who has gone off duty sends no more positions that would show the change.
create table app.driver_states (
  driver_id uuid primary key references public.drivers (id) on delete cascade,
  state text not null check (state in ('off', 'free', 'busy')),
  changed_at timestamptz not null default app.now()
);
create index driver_states_changed_at on app.driver_states (changed_at);
comment on table app.driver_states is 'Since when each driver is off duty, free or busy. Written by app.refresh_driver for live maps.';
alter table app.driver_states enable row level security;

create function app.refresh_driver(driver_id uuid) returns void language plpgsql volatile security definer set search_path = '' as $$
begin
  -- Also locks a position that does not change: the lock comes before that of the state in every call, so that two calls cannot
  -- deadlock.
  perform 1 from public.driver_positions p where p.driver_id = refresh_driver.driver_id for no key update;
  update public.driver_positions p
  set car_type = d.car_type_id, seats = v.seats, luggage = v.luggage, child_seats = v.child_seats, wheelchair = v.wheelchair, available = f.free, pt = case when f.free then app.search_point(d.car_type_id, p.lat, p.lng) end,
    away_pt = case when not f.free then app.anchor(p.lat, p.lng) end
  from public.drivers d
  join public.profiles pr on pr.id = d.id
  cross join lateral app.car_of(d.id) v
  cross join lateral (select d.driver_active_status and not d.last_ride and pr.approved and pr.usertype = 'driver' and not app.is_taken(d.id) as free offset 0) f
  where d.id = refresh_driver.driver_id and p.driver_id = d.id
    and (p.available is distinct from f.free or p.car_type is distinct from d.car_type_id
      or (p.seats, p.luggage, p.child_seats, p.wheelchair) <> (v.seats, v.luggage, v.child_seats, v.wheelchair));
  insert into app.driver_states as s (driver_id, state)
  select d.id, case when not (d.driver_active_status and pr.approved and pr.usertype = 'driver') then 'off' when app.is_busy(d.id) then 'busy' else 'free' end
  from public.drivers d join public.profiles pr on pr.id = d.id where d.id = refresh_driver.driver_id
  on conflict on constraint driver_states_pkey do update set state = excluded.state, changed_at = excluded.changed_at where s.state <> excluded.state;
end $$;
comment on function app.refresh_driver is 'Updates whether the search can find a driver; called after any change that affects it.';

create function app.refresh_drivers(was public.bookings, booking public.bookings) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if (was).driver_id is not null then perform app.refresh_driver((was).driver_id); end if;
  if (booking).driver_id is not null and (booking).driver_id is distinct from (was).driver_id then
    perform app.refresh_driver((booking).driver_id);
  end if;
end $$;
comment on function app.refresh_drivers is 'Refreshes the previous and the new driver after a change of a booking''s status.';

create function app.tg_drivers__refresh() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform app.refresh_driver(new.id);
  return null;
end $$;
create trigger drivers__refresh after update of driver_active_status, last_ride, car_type_id on public.drivers
  for each row execute function app.tg_drivers__refresh();
create function app.tg_vehicles__refresh() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform app.refresh_driver(coalesce(new.driver_id, old.driver_id));
  return null;
end $$;
create trigger vehicles__refresh after insert or update or delete on public.vehicles for each row execute function app.tg_vehicles__refresh();
create function app.tg_car_types__refresh() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform app.refresh_driver(t.id) from (select d.id from public.drivers d where d.car_type_id = new.id order by d.id) t;
  return null;
end $$;
create trigger car_types__refresh after update of seats on public.car_types
  for each row when (old.seats is distinct from new.seats) execute function app.tg_car_types__refresh();
