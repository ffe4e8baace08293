-- Positions: where drivers are now, in a narrow table that is written often and that the search for drivers reads.
-- Access: drivers write their own position with functions; rider, driver, fleet admin and admins read a trip's trail
-- Tests:  tests/db/positions.sql, tests/db/on_duty.sql

-- The search for drivers reads an index over pt, the anchor. The anchor is a point that stays behind the driver and
-- moves only after more than 50 m, so that most reports change no index (heap-only updates). pt is null while the
-- driver may not get offers, so that the index contains only drivers who may. Drivers who may not get offers have
-- away_pt instead, which moves every 500 m. Only the log ("why was I not asked") reads away_pt, so these drivers do not
-- slow a search down. The points of each car type are shifted by a different distance (app.search_point), as if each
-- car type had a separate map, called its plane. So an index over pt alone finds the cars of one type. This index is a
-- quad tree; it needs two thirds of the time and a third of the size of a GiST index over (car_type, pt). Vacuum runs
-- early, because a nearest-neighbour scan also visits dead index entries.
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
  constraint driver_positions_car check (seats between 0 and 1000 and luggage between 0 and 20
    and child_seats between 0 and 4),
  -- Repeats the conditions of app.is_place, because every report is checked and a function call would be slower.
  constraint driver_positions_place check (lat between -85 and 85 and lng between -180 and 180 and isfinite(updated_at)
    and heading between 0 and 360 and accuracy between 0 and 500)
) with (fillfactor = 60, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.2);
call app.describe('public.driver_positions', $$
  The latest position of each driver, and whether the driver may get offers now.
  updated_at: When the position was measured, not when it arrived. A driver whose position is older than 60 s gets no
    offers.
  available: Whether the driver may get offers: on duty, approved and not busy, or so near the end of a trip that the
    next one may be offered. Written by app.refresh_driver.
  pt: Point for the search index (app.search_point), at most 50 m behind the driver; null unless the driver may get
    offers.
  away_pt: Point in Mercator metres for the index of drivers who may not get offers (busy, off duty or without a
    recent report), at most 500 m behind the driver.
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
  constraint tracking_points_place check (app.is_place(lat, lng) and heading between 0 and 360
    and accuracy between 0 and 500)
);
call app.describe('public.tracking_points', $$
  The trail of a trip: positions as its driver reported them, without implausible points.
  status: Status of the booking at the time of the point.
  received_at: When the point arrived, if 30 s or more after `at`. Such a point does not prove where the car was,
    because the server did not know it at that time.
  heading: Direction of travel, in degrees clockwise from north.
  accuracy: Accuracy of the position in metres, as reported by the phone.
$$);
grant select on public.driver_positions, public.tracking_points to authenticated;

create index tracking_points_booking_id on public.tracking_points (booking_id, at);
create index tracking_points_driver_id on public.tracking_points (driver_id);

alter table public.driver_positions enable row level security;
alter table public.tracking_points enable row level security;

create policy "drivers read their own position" on public.driver_positions for select to authenticated
  using (driver_id = (select auth.uid()));

-- Staff sees a driver's position only while the driver is on duty. Off duty a driver is a private person, so staff
-- cannot even see the last position.
create policy "admins read the positions of drivers on duty" on public.driver_positions for select to authenticated
  using ((select app.has_current_role('admin'))
    and exists (select 1 from public.drivers d where d.id = driver_positions.driver_id and d.driver_active_status));
create policy "fleet admins read the positions of their drivers on duty" on public.driver_positions
  for select to authenticated
  using ((select app.has_current_role('fleetadmin'))
    and exists (select 1 from public.drivers d where d.id = driver_positions.driver_id and d.driver_active_status
      and d.fleet_id = (select auth.uid())));
create policy "riders read the position of the driver who is coming" on public.driver_positions
  for select to authenticated
  using (exists (select 1 from public.bookings b where b.driver_id = driver_positions.driver_id
    and b.customer_id = (select auth.uid()) and b.engaged_at is not null and app.is_on_the_road(b.status)));
create policy "drivers read their own trails" on public.tracking_points for select to authenticated
  using (driver_id = (select auth.uid()));
create policy "riders read the trails of their bookings" on public.tracking_points for select to authenticated
  using (exists (select 1 from public.bookings b where b.id = tracking_points.booking_id
    and b.customer_id = (select auth.uid())));
create policy "fleet admins read the trails of their drivers" on public.tracking_points for select to authenticated
  using ((select app.has_current_role('fleetadmin')) and exists (select 1 from public.bookings b
    where b.id = tracking_points.booking_id and b.driver_id = tracking_points.driver_id
      and b.fleet_id = (select auth.uid())));
create policy "admins read every trail" on public.tracking_points for select to authenticated
  using ((select app.has_current_role('admin')));

-- Stores since when each driver is off duty, free or busy. A live map requests the changes since its last call, and a
-- driver who has gone off duty sends no more positions that would show the change.
create table app.driver_states (
  driver_id uuid primary key references public.drivers (id) on delete cascade,
  state text not null check (state in ('off', 'free', 'busy')),
  changed_at timestamptz not null default app.now()
);
comment on table app.driver_states is
  'Since when each driver is off duty, free or busy. Written by app.refresh_driver for live maps.';

create index driver_states_changed_at on app.driver_states (changed_at);

alter table app.driver_states enable row level security;
