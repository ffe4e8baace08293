-- Records of a booking: contacts, transitions, history, money, start codes, and who may read each.
-- Needs:  bookings
-- Access: as bookings; no client can read the table of start codes
-- Tests:  tests/db/bookings_shape.sql, tests/db/privacy.sql

-- A separate table: contacts stop being readable after the trip, while the driver can always read the booking's row.
create table public.booking_contacts (
  booking_id uuid primary key references public.bookings (id),
  customer_contact text,
  customer_email text,
  guest_phone text,
  delivery_person text check (length(delivery_person) <= 200),
  delivery_person_phone text check (length(delivery_person_phone) <= 60),
  pick_up_instructions text check (length(pick_up_instructions) <= 1000),
  delivery_instructions text check (length(delivery_instructions) <= 1000),
  driver_contact text,
  received_by text check (length(received_by) <= 200),
  signature text check (length(signature) <= 20000 and signature ~ '^M[0-9ML ]*$')
) with (fillfactor = 80);
comment on table public.booking_contacts is
  'How the parties of a booking reach each other, and access notes such as door codes. Readable from ACCEPTED until 30 minutes after PAID.';
comment on column public.booking_contacts.customer_contact is 'The rider''s phone number when booked.';
comment on column public.booking_contacts.customer_email is 'The rider''s e-mail address when booked.';
comment on column public.booking_contacts.guest_phone is 'The guest''s phone number, for the driver.';
comment on column public.booking_contacts.delivery_person is 'The parcel''s recipient.';
comment on column public.booking_contacts.delivery_person_phone is 'The recipient''s phone number, for the courier; the parcel''s code is also sent to it.';
comment on column public.booking_contacts.pick_up_instructions is 'Notes for the driver at the pickup: a door, a code.';
comment on column public.booking_contacts.delivery_instructions is 'Notes for the courier at the drop.';
comment on column public.booking_contacts.driver_contact is 'Phone number of the current driver; null without one.';
comment on column public.booking_contacts.received_by is 'Who received the parcel, as the courier entered it.';
comment on column public.booking_contacts.signature is 'The recipient''s signature as an SVG path: moves and lines between integers, 600 wide and 300 high.';

create table public.booking_transitions (
  id integer generated always as identity primary key,
  from_status public.booking_status,
  to_status public.booking_status not null,
  actor text not null check (actor in ('rider', 'driver', 'admin', 'system')),
  unique nulls not distinct (from_status, to_status, actor)
);
comment on table public.booking_transitions is 'Allowed status changes and their actors. A trigger refuses all others.';
comment on column public.booking_transitions.from_status is 'Null when the booking is created.';
comment on column public.booking_transitions.to_status is 'The status that may follow.';
comment on column public.booking_transitions.actor is 'The actor: rider, driver, admin, or system for jobs, payments and automatic steps.';
insert into public.booking_transitions (from_status, to_status, actor) values
  (null, 'NEW', 'rider'), (null, 'NEW', 'admin'), (null, 'PAYMENT_PENDING', 'rider'), (null, 'STARTED', 'driver'),
  ('PAYMENT_PENDING', 'NEW', 'system'),
  ('NEW', 'ACCEPTED', 'driver'), ('ACCEPTED', 'ARRIVED', 'driver'), ('ARRIVED', 'STARTED', 'driver'),
  ('STARTED', 'REACHED', 'driver'), ('STARTED', 'REACHED', 'admin'),
  ('REACHED', 'PAID', 'system'), ('REACHED', 'PENDING', 'system'),
  ('PENDING', 'PAID', 'system'), ('PENDING', 'PAID', 'rider'), ('PENDING', 'PAID', 'driver'), ('PENDING', 'PAID', 'admin'),
  ('PAID', 'COMPLETE', 'rider'), ('PAID', 'COMPLETE', 'system'),
  ('ACCEPTED', 'NEW', 'driver'), ('ARRIVED', 'NEW', 'driver'),
  ('ACCEPTED', 'CANCELLED', 'driver'), ('ARRIVED', 'CANCELLED', 'driver'),
  ('PAYMENT_PENDING', 'CANCELLED', 'rider'), ('NEW', 'CANCELLED', 'rider'),
  ('ACCEPTED', 'CANCELLED', 'rider'), ('ARRIVED', 'CANCELLED', 'rider'),
  ('PAYMENT_PENDING', 'CANCELLED', 'admin'), ('NEW', 'CANCELLED', 'admin'), ('ACCEPTED', 'CANCELLED', 'admin'),
  ('PAYMENT_PENDING', 'CANCELLED', 'system'), ('NEW', 'CANCELLED', 'system');

create table public.booking_events (
  id bigint generated always as identity primary key,
  booking_id uuid not null references public.bookings (id),
  from_status public.booking_status,
  to_status public.booking_status not null,
  actor_id uuid,
  actor_role text not null check (actor_role in ('rider', 'driver', 'admin', 'system')),
  lat double precision,
  lng double precision,
  at timestamptz not null,
  told_at timestamptz,
  note text,
  prev_hash text not null check (prev_hash ~ '^([0-9a-f]{64})?$'),
  hash text not null check (hash ~ '^[0-9a-f]{64}$'),
  constraint booking_events_place check ((lat is null and lng is null) or app.is_place(lat, lng)),
  constraint booking_events_told check (told_at <= at)
);
comment on table public.booking_events is 'Every status change: actor, change, place, time. Append-only; each row''s hash covers the previous row.';
comment on column public.booking_events.to_status is 'Equal to from_status for events within a status: a stop reached, a route changed, a parcel turned back (see note).';
comment on column public.booking_events.hash is 'sha256 over the row and prev_hash: app.event_hash.';
comment on column public.booking_events.from_status is 'Null for the first event.';
comment on column public.booking_events.actor_role is 'rider, driver, admin or system; system has no actor_id.';
comment on column public.booking_events.note is 'A reason or a key: cash, wallet, card, ended_by_admin, payment_timeout, …';
comment on column public.booking_events.told_at is 'When it happened according to the driver, if the phone reported it later; at is when the server received it.';
comment on column public.booking_events.prev_hash is 'Hash of the previous event; empty for the first.';
create index booking_events_booking_id on public.booking_events (booking_id, id);

create table public.booking_finances (
  booking_id uuid primary key references public.bookings (id),
  driver_id uuid references public.drivers (id),
  fleet_id uuid references public.profiles (id),
  rule jsonb not null,
  quote_inputs jsonb not null,
  quote_fare jsonb not null,
  final_inputs jsonb,
  final_fare jsonb,
  ride_cost numeric not null,
  driver_share numeric not null,
  convenience_fees numeric not null,
  flags text[] not null default '{}' check (flags <@ '{arrived_far,trail_gap,held_at_quote,long_way,ended_elsewhere,extras_capped,told_time,route_unchecked}'),
  constraint booking_finances_amounts check (ride_cost >= 0 and driver_share = ride_cost and convenience_fees >= 0 and greatest(ride_cost, convenience_fees) < 1e12),
  constraint booking_finances_final check ((final_inputs is null) = (final_fare is null))
);
comment on table public.booking_finances is 'Who earns what from a booking, and the fare''s inputs. Riders have no policy here.';
comment on column public.booking_finances.rule is 'The tariff of the quote; the final fare uses the same.';
comment on column public.booking_finances.flags is 'For the desk: arrived_far, trail_gap, held_at_quote, long_way (the meter was paid above 1.2 times the quoted distance), ended_elsewhere (an upfront ride that was measured), extras_capped, told_time (a step reported later changed a time), route_unchecked (a street trip whose route was not compared with the roads).';
comment on column public.booking_finances.quote_inputs is 'Inputs of compute_fare for the quote: kilometres, seconds, parcel type, option.';
comment on column public.booking_finances.quote_fare is 'Result of compute_fare for the quote.';
comment on column public.booking_finances.final_inputs is 'Inputs at the end of the trip, with waiting and extras; null before.';
comment on column public.booking_finances.final_fare is 'Result of compute_fare at the end; null before.';
comment on column public.booking_finances.ride_cost is 'Sum of the fare''s lines before the convenience fee: quoted, then final.';
comment on column public.booking_finances.driver_share is 'What the driver earns: trip_cost - convenience_fees.';
comment on column public.booking_finances.convenience_fees is 'What the operator earns.';
create index booking_finances_driver_id on public.booking_finances (driver_id);
create index booking_finances_fleet_id on public.booking_finances (fleet_id);

create table app.start_codes (
  booking_id uuid primary key references public.bookings (id),
  code text not null check (code ~ '^[0-9]{5}$'),
  attempts integer not null default 0 check (attempts between 0 and 5)
);
comment on table app.start_codes is 'The code that proves that driver and rider met. Only start_code() returns it, and only to the rider.';

-- Rights --------------------------------------------------------------------------------------------------------

alter table public.bookings enable row level security;
alter table public.booking_contacts enable row level security;
alter table public.booking_transitions enable row level security;
alter table public.booking_events enable row level security;
alter table public.booking_finances enable row level security;
alter table app.start_codes enable row level security;
grant select on public.bookings, public.booking_contacts, public.booking_transitions, public.booking_events, public.booking_finances to authenticated;
revoke update, delete, truncate on public.booking_events from service_role;

create policy "riders read their own bookings" on public.bookings for select to authenticated using (customer_id = (select auth.uid()));
create policy "drivers read the bookings they carry" on public.bookings for select to authenticated using (driver_id = (select auth.uid()));
create policy "fleet admins read their fleet's bookings" on public.bookings for select to authenticated
  using (fleet_id = (select auth.uid()) and (select app.signed_in_as('fleetadmin')));
create policy "admins read every booking" on public.bookings for select to authenticated using ((select app.signed_in_as('admin')));
create policy "riders read the contacts of their bookings for a while" on public.booking_contacts for select to authenticated
  using (exists (select 1 from public.bookings b where b.id = booking_contacts.booking_id and b.customer_id = (select auth.uid())
    and b.status <> 'CANCELLED' and (b.paid_at is null or b.paid_at > app.now() - interval '30 minutes')));
create policy "drivers read the contacts of what they carry for a while" on public.booking_contacts for select to authenticated
  using (exists (select 1 from public.bookings b where b.id = booking_contacts.booking_id and b.driver_id = (select auth.uid())
    and b.status <> 'CANCELLED' and (b.paid_at is null or b.paid_at > app.now() - interval '30 minutes')));
-- In demo mode staff cannot read contacts.
create policy "fleet admins read the contacts of active bookings" on public.booking_contacts for select to authenticated
  using ((select app.signed_in_as('fleetadmin'))
    and (select s.allow_critical_edits_admin from public.settings s where s.id = 1)
    and exists (select 1 from public.bookings b where b.id = booking_contacts.booking_id and b.fleet_id = (select auth.uid())
      and b.status not in ('PAID', 'COMPLETE', 'CANCELLED')));
create policy "admins read every contact" on public.booking_contacts for select to authenticated
  using ((select app.signed_in_as('admin') and s.allow_critical_edits_admin from public.settings s where s.id = 1));
create policy "people read the transitions" on public.booking_transitions for select to authenticated using (true);
-- The inner queries obey the policies of bookings. An event contains a driver's position and reason. Riders see those of every
-- driver; drivers and fleets only those of the current driver.
create policy "riders read the events of their bookings" on public.booking_events for select to authenticated
  using (exists (select 1 from public.bookings b where b.id = booking_events.booking_id and b.customer_id = (select auth.uid())));
create policy "drivers and fleets read the events of their own assignment" on public.booking_events for select to authenticated
  using (exists (select 1 from public.bookings b where b.id = booking_events.booking_id
    and (booking_events.actor_role <> 'driver' or booking_events.actor_id = b.driver_id)));
create policy "admins read every event" on public.booking_events for select to authenticated using ((select app.signed_in_as('admin')));
create policy "drivers read what they earn" on public.booking_finances for select to authenticated using (driver_id = (select auth.uid()));
create policy "fleet admins read what their drivers earn" on public.booking_finances for select to authenticated
  using (fleet_id = (select auth.uid()) and (select app.signed_in_as('fleetadmin')));
create policy "admins read all finances" on public.booking_finances for select to authenticated using ((select app.signed_in_as('admin')));
