-- Progress of a trip: the remaining distance and time, whether the car is near, and whether it has left its route.

create table app.trip_watch (
  booking_id uuid not null references public.bookings (id) on delete cascade,
  driver_id uuid not null references public.drivers (id) on delete cascade,
  near_at timestamptz,
  off_since timestamptz,
  off_target_m double precision check (off_target_m >= 0),
  target_m double precision check (target_m >= 0),
  ending_at timestamptz,
  primary key (booking_id, driver_id),
  constraint trip_watch_off check (num_nulls(off_since, off_target_m, target_m) in (0, 3))
);
call app.describe('app.trip_watch', $$
  What the server has noticed about the car of a trip: near the pickup, off the route, near the drop. Written only
    when one of these changes, not with each position.
  near_at: When the car first came within 300 m of the pickup.
  off_since: Since when the car is off the quoted route; null while it is on the route.
  off_target_m: Metres from the car to the next place of the trip when it left the route.
  ending_at: Since when the car is so near the drop that its driver may get the next ride; null before.
  target_m: Metres from the car to the next place of the trip at the last report.
$$);

create index trip_watch_driver_id on app.trip_watch (driver_id);
create index trip_watch_off on app.trip_watch (off_since) where off_since is not null;

alter table app.trip_watch enable row level security;

create type public.trip_outlook as (
  "to" text, remaining_km numeric, remaining_secs integer, "by" text, at timestamptz, eta timestamptz, near boolean,
  share numeric, off_route boolean, off_route_m integer
);
comment on type public.trip_outlook is 'Result of trip_progress; all columns are null while no driver is on the way.';
