-- Stops between pickup and drop, and changes of the route.

create table public.booking_stops (
  booking_id uuid not null references public.bookings (id),
  position integer not null check (position between 1 and 23),
  lat double precision not null,
  lng double precision not null,
  address text not null default '',
  point_name text,
  arrived_at timestamptz,
  along_m double precision check (along_m >= 0),
  primary key (booking_id, position),
  check (app.is_place(lat, lng))
);
call app.describe('public.booking_stops', $$
  Stops of a trip between pickup and drop, in their order; bookings.waypoints contains the same places.
  arrived_at: When the driver arrived at the stop; null before.
  along_m: Metres from the start of the quoted route to this stop; null if the route is unknown.
  point_name: Name of the stop on the server's map; null if it has no name.
  position: Number of the stop in the order of the trip: 1, 2, …
$$);

create table public.booking_revisions (
  id uuid primary key default app.uuid_v7(),
  booking_id uuid not null references public.bookings (id),
  kind text not null check (kind in ('route', 'return')),
  status public.booking_status not null,
  actor_id uuid not null,
  before jsonb not null check (jsonb_typeof(before) = 'object'),
  after jsonb not null check (jsonb_typeof(after) = 'object'),
  client_key uuid not null default gen_random_uuid(),
  at timestamptz not null default app.now(),
  unique (booking_id, client_key)
);
call app.describe('public.booking_revisions', $$
  Values of the booking before and after each change of its route.
  status: Status of the booking at the time of the change.
  before: Values before the change: {quote_id, drop_lat, drop_lng, drop_address, waypoints, estimate,
    estimate_distance, estimate_time, trip_cost, discount_amount}.
  kind: Why the route changed: route (by a new quote) or return (a parcel is returned to its sender).
  after: Values after the change, with the same keys as in the column `before`.
$$);
grant select on public.booking_stops, public.booking_revisions to authenticated;

alter table public.booking_stops enable row level security;
alter table public.booking_revisions enable row level security;

-- The queries on bookings inside these policies obey the policies of bookings, so they find only bookings that the
-- caller may read.
create policy "people read the stops of bookings they see" on public.booking_stops for select to authenticated
  using (exists (select 1 from public.bookings b where b.id = booking_stops.booking_id));

-- Admins need policies of their own for stops and changes (and for booking_events), because in demo mode no policy on
-- bookings admits them.
create policy "admins read every stop" on public.booking_stops for select to authenticated
  using ((select app.has_current_role('admin')));
create policy "admins read every change" on public.booking_revisions for select to authenticated
  using ((select app.has_current_role('admin')));
create policy "people read the changes of bookings they see" on public.booking_revisions for select to authenticated
  using (exists (select 1 from public.bookings b where b.id = booking_revisions.booking_id));
