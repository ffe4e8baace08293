-- Sharing a trip: links with which friends, family or a guest can follow a trip.

create table app.trip_shares (
  booking_id uuid primary key references public.bookings (id),
  token text not null unique check (token ~ '^[0-9a-f]{32}$'),
  created_at timestamptz not null default app.now(),
  ended_at timestamptz
);
call app.describe('app.trip_shares', $$
  The links to shared trips: the secret token in each.
  ended_at: When the rider ended the link; since then shared_trip refuses it with share_ended.
$$);

alter table app.trip_shares enable row level security;

-- Links for guests have a table of their own, apart from the links that riders share, because a guest's link also shows
-- the start code.
create table app.guest_links (
  booking_id uuid primary key references public.bookings (id),
  token text not null unique check (token ~ '^[0-9a-f]{32}$'),
  created_at timestamptz not null default app.now(),
  ended_at timestamptz
);
call app.describe('app.guest_links', $$
  The links that are texted to guests: the secret token in each. A link expires together with the page of the shared
    trip.
  ended_at: When the rider or the desk ended the link, for example because it was sent to a wrong number; since then
    shared_trip refuses it with share_ended.
$$);

alter table app.guest_links enable row level security;

-- Types of the result of shared_trip. The result contains the car's position only while the car is under way.
create type public.shared_place as (lat double precision, lng double precision, add text);
comment on type public.shared_place is 'A place of a shared trip: its pickup or drop.';

create type public.shared_driver as (name text, vehicle_make text, vehicle_model text, vehicle_color text,
  vehicle_number text);
comment on type public.shared_driver is 'First name of the driver of a shared trip, and the car.';

create type public.shared_position as (lat double precision, lng double precision, heading double precision,
  at timestamptz);
comment on type public.shared_position is 'The position of the car of a shared trip.';

create type public.shared_journey as (
  status public.booking_status, category text, trip_at timestamptz, started_at timestamptz, reached_at timestamptz,
  pickup public.shared_place, "drop" public.shared_place, polyline text, driver public.shared_driver,
  position public.shared_position, progress public.trip_outlook, pickup_eta timestamptz, drop_eta timestamptz,
    start_code text,
  requirements jsonb
);
comment on type public.shared_journey is 'Result of shared_trip: what a client with the link sees of a trip.';
