-- Dispatch: offers, the queue of bookings that wait for a driver, and the rules that decide which drivers may get an
-- offer and why others may not.

create domain public.offer_status as text
  check (value in ('open', 'accepted', 'declined', 'lapsed', 'left_duty', 'withdrawn'));

create table public.booking_offers (
  id uuid primary key default app.uuid_v7(),
  booking_id uuid not null references public.bookings (id),
  driver_id uuid not null references public.drivers (id),
  wave integer not null,
  distance_km numeric,
  status public.offer_status not null default 'open',
  created_at timestamptz not null default app.now(),
  expires_at timestamptz not null,
  answered_at timestamptz,
  reference text not null,
  category text not null,
  pickup_area_lat double precision not null,
  pickup_area_lng double precision not null,
  drop_area_lat double precision not null,
  drop_area_lng double precision not null,
  pickup_time integer,
  trip_distance numeric not null,
  trip_time integer not null,
  driver_share numeric not null,
  trip_cost numeric not null,
  payment_mode text not null,
  book_later boolean not null,
  trip_at timestamptz not null,
  requirements jsonb not null default '{}' check (app.is_requirements(requirements)),
  constraint booking_offers_places check (app.is_place(pickup_area_lat, pickup_area_lng)
    and app.is_place(drop_area_lat, drop_area_lng)),
  constraint booking_offers_amounts
    check (least(wave, pickup_time, distance_km, trip_distance, trip_time, driver_share, trip_cost) >= 0
    and greatest(distance_km, trip_distance, driver_share, trip_cost) < 1e12),
  constraint booking_offers_times check (expires_at > created_at and (status = 'open') = (answered_at is null))
);
call app.describe('public.booking_offers', $$
  A booking offered to a driver, with the data needed to decide: areas, distances and money. It contains no exact
    address, and the driver cannot read it after answering.
  distance_km: Kilometres from the driver to the middle of the pickup's area at the time of the offer; null if the
    driver's position was unknown.
  pickup_area_lat: Latitude of the middle of the area that contains the pickup, at most 300 m from it (app.area_of).
  pickup_area_lng: Longitude of the middle of the area that contains the pickup.
  drop_area_lat: Latitude of the middle of the area that contains the drop.
  drop_area_lng: Longitude of the middle of the area that contains the drop.
  pickup_time: Estimated seconds from the driver to the pickup's area, at 30 km/h; null if the driver's position was
    unknown.
  wave: Number of the search in which the offer was made: 1, 2, …; 0 if an admin assigned the driver.
  status: Whether the driver answered: open, accepted, declined, lapsed (expired), left_duty (the driver went off duty
    instead of answering) or withdrawn. An open offer past expires_at counts as lapsed.
  reference: The booking's reference of six letters.
  category: taxi or delivery, copied from the booking.
  trip_distance: Kilometres from pickup to drop as quoted, rounded to 100 m.
  trip_time: Seconds from pickup to drop as quoted, rounded up to a minute.
  driver_share: The driver's earnings, computed from trip_distance and trip_time: close to the quote, but without
    revealing its exact distance.
  trip_cost: The rider's price, computed from trip_distance and trip_time.
  payment_mode: cash, card or wallet; it tells whether the driver collects the fare.
  requirements: What the car must carry, copied from the booking.
  book_later: Whether the booking is for a later time (trip_at) instead of now.
$$);

create function app.is_answered(status public.offer_status) returns boolean language sql immutable parallel safe as $$
  select status in ('accepted', 'declined')
$$;
comment on function app.is_answered is
  'Whether the driver has answered an offer. Who declined a booking, or accepted and returned it, is not asked again.';

create unique index booking_offers_one_open on public.booking_offers (booking_id, driver_id) where status = 'open';
create index booking_offers_booking_id on public.booking_offers (booking_id, created_at);
create index booking_offers_driver_id on public.booking_offers (driver_id, created_at desc, id);
create index booking_offers_open on public.booking_offers (expires_at) where status = 'open';

create table public.dispatch_waves (
  id bigint generated always as identity primary key,
  booking_id uuid not null references public.bookings (id),
  wave integer not null,
  mode text not null check (mode in ('waves', 'all', 'assigned', 'door')),
  radius_km numeric,
  candidates jsonb not null default '[]',
  exclusions jsonb not null default '[]',
  reasons jsonb not null default '{}',
  at timestamptz not null default app.now(),
  constraint dispatch_waves_amounts check (wave >= 0 and radius_km between 0 and 10000),
  constraint dispatch_waves_lists check (jsonb_typeof(candidates) = 'array' and jsonb_typeof(exclusions) = 'array'
    and jsonb_typeof(reasons) = 'object')
);
call app.describe('public.dispatch_waves', $$
  One row per search for a driver: which drivers got an offer, and which did not and why.
  candidates: Drivers who got an offer, nearest first: [{driver_id, distance_km}].
  exclusions: Drivers who got no offer, the 50 nearest: [{driver_id, distance_km, reason}]. reason: beyond_wave,
    declined, lapsed, left_duty, cannot_afford, bonus_refused, document_expired, busy, off_duty, last_ride,
    not_approved, stale_position, other_car_type, vehicle_unsuitable.
  reasons: Number of drivers per reason, of all who got no offer: {reason: count}.
  radius_km: Radius in kilometres of the circle that contains all drivers asked; the full radius if there were fewer
    drivers than wanted.
  wave: Number of the search for this booking: 1, 2, …; 0 if an admin assigned the driver.
  mode: How drivers were chosen: waves or all (settings.dispatch_mode at that time), assigned (by the desk), or door
    (drivers who fetch a parcel at the same door are asked first).
$$);
grant select on public.booking_offers, public.dispatch_waves to authenticated;

create index dispatch_waves_booking_id on public.dispatch_waves (booking_id, id);
create index dispatch_waves_at on public.dispatch_waves (at);
create index dispatch_waves_passed on public.dispatch_waves
  using gin (jsonb_path_query_array(exclusions, '$[*].driver_id'));

create table app.dispatch_queue (
  booking_id uuid primary key references public.bookings (id),
  due_at timestamptz not null,
  first_at timestamptz,
  wave integer not null default 0,
  waves_before integer not null default 0,
  rest_until timestamptz,
  constraint dispatch_queue_waves check (waves_before between 0 and wave)
);
call app.describe('app.dispatch_queue', $$
  Bookings that wait for a driver, and when the search for each continues.
  waves_before: Number of waves that do not count in the current search: those of earlier searches, after which a
    driver accepted and returned the booking, offers at the door of a parcel, and waves of which all drivers went off
    duty.
  rest_until: Until when the search pauses after wave_count waves; it continues earlier if a driver declines.
$$);

create index dispatch_queue_due_at on app.dispatch_queue (due_at);

alter table public.booking_offers enable row level security;
alter table public.dispatch_waves enable row level security;
alter table app.dispatch_queue enable row level security;

create policy "drivers read their own offers while they can answer" on public.booking_offers for select to authenticated
  using (driver_id = (select auth.uid()) and status = 'open' and expires_at > (select app.now()));
create policy "admins read every offer" on public.booking_offers for select to authenticated
  using ((select app.has_current_role('admin')));
create policy "admins read every wave" on public.dispatch_waves for select to authenticated
  using ((select app.has_current_role('admin')));
