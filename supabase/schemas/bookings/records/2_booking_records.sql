-- Records of a booking: contacts, allowed changes of status, history, money and start codes, and the policies that say
-- who may read them.
-- Access: rider, driver, fleet admin and admins of a booking read its records, as limited by the policies below;
--         clients cannot read start codes
-- Tests:  tests/db/bookings_shape.sql, tests/db/privacy.sql

-- Contacts have a table of their own, because they become unreadable after the trip, while the driver can always read
-- the booking's row.
create table public.booking_contacts (
  booking_id uuid primary key references public.bookings (id),
  customer_contact text check (customer_contact ~ '^[+][1-9][0-9]{5,14}$'),
  customer_email text,
  guest_phone text check (guest_phone ~ '^[+][1-9][0-9]{5,14}(;ext=[0-9]{1,6})?$'),
  delivery_person text check (length(delivery_person) <= 200),
  delivery_person_phone text check (delivery_person_phone ~ '^[+][1-9][0-9]{5,14}(;ext=[0-9]{1,6})?$'),
  pick_up_instructions text check (length(pick_up_instructions) <= 1000),
  delivery_instructions text check (length(delivery_instructions) <= 1000),
  driver_contact text check (driver_contact ~ '^[+][1-9][0-9]{5,14}$'),
  received_by text check (length(received_by) <= 200),
  signature text check (length(signature) <= 20000 and signature ~ '^M[0-9ML ]*$')
) with (fillfactor = 80);
call app.describe('public.booking_contacts', $$
  How rider, driver and recipient reach each other, and how to enter, such as door codes. Readable from ACCEPTED until
    30 minutes after PAID.
  customer_contact: The rider's phone number at the time of booking.
  customer_email: The rider's e-mail address at the time of booking.
  guest_phone: Phone number of the guest for whom the rider booked; for the driver. E.164, perhaps with an extension:
    +4235550101;ext=12.
  delivery_person: Name of the parcel's recipient.
  delivery_person_phone: The recipient's phone number, for the driver, as guest_phone; the parcel's code is also sent
    to this number.
  pick_up_instructions: Notes for the driver at the pickup, such as which door or a door code.
  delivery_instructions: Notes for the driver at the drop.
  driver_contact: Phone number of the current driver; null without a driver.
  received_by: Name of the person who received the parcel, as the driver entered it.
  signature: The recipient's signature as an SVG path: moves and lines between integers, 600 wide and 300 high.
$$);

create table public.booking_transitions (
  id integer generated always as identity primary key,
  from_status public.booking_status,
  to_status public.booking_status not null,
  actor text not null check (actor in ('rider', 'driver', 'admin', 'system')),
  unique nulls not distinct (from_status, to_status, actor)
);
call app.describe('public.booking_transitions', $$
  Which changes of a booking's status are allowed, and who may make them. A trigger refuses all others.
  from_status: Status before the change; null: the booking is created.
  to_status: Status after the change.
  actor: Who may make the change: rider, driver, admin, or system (jobs, payments and automatic steps).
$$);

insert into public.booking_transitions (from_status, to_status, actor) values
  (null, 'NEW', 'rider'), (null, 'NEW', 'admin'), (null, 'PAYMENT_PENDING', 'rider'), (null, 'STARTED', 'driver'),
  ('PAYMENT_PENDING', 'NEW', 'system'),
  ('NEW', 'ACCEPTED', 'driver'), ('ACCEPTED', 'ARRIVED', 'driver'), ('ARRIVED', 'STARTED', 'driver'),
  ('STARTED', 'REACHED', 'driver'), ('STARTED', 'REACHED', 'admin'),
  ('REACHED', 'PAID', 'system'), ('REACHED', 'PENDING', 'system'),
  ('PENDING', 'PAID', 'system'), ('PENDING', 'PAID', 'rider'), ('PENDING', 'PAID', 'driver'),
    ('PENDING', 'PAID', 'admin'),
  ('PAID', 'COMPLETE', 'rider'), ('PAID', 'COMPLETE', 'system'),
  ('ACCEPTED', 'NEW', 'driver'), ('ARRIVED', 'NEW', 'driver'),
  ('ACCEPTED', 'CANCELLED', 'driver'), ('ARRIVED', 'CANCELLED', 'driver'),
  ('PAYMENT_PENDING', 'CANCELLED', 'rider'), ('NEW', 'CANCELLED', 'rider'),
  ('ACCEPTED', 'CANCELLED', 'rider'), ('ARRIVED', 'CANCELLED', 'rider'),
  ('PAYMENT_PENDING', 'CANCELLED', 'admin'), ('NEW', 'CANCELLED', 'admin'), ('ACCEPTED', 'CANCELLED', 'admin'),
  ('PAYMENT_PENDING', 'CANCELLED', 'system'), ('NEW', 'CANCELLED', 'system');

create table app.booking_move_columns (
  name name primary key
);
comment on table app.booking_move_columns is
  'The columns of bookings that a change of status may set besides the status (app.move_booking). A trigger refuses '
  'all others.';
alter table app.booking_move_columns enable row level security;

-- The driver and the car, the times, the way and its price, how it is paid, and how it ends.
insert into app.booking_move_columns (name) values
  ('driver_id'), ('driver_name'), ('driver_image'), ('driver_rating'), ('vehicle_number'), ('vehicle_make'),
  ('vehicle_model'), ('vehicle_color'), ('fleet_id'),
  ('accepted_at'), ('engaged_at'), ('is_along'), ('arrived_at'), ('arrival_confirmed_at'), ('started_at'),
    ('reached_at'),
  ('total_trip_time'),
  ('drop_lat'), ('drop_lng'), ('drop_address'), ('distance'), ('trip_cost'), ('fare_lines'), ('tax_amount'),
  ('promo_applied'), ('promo_code'), ('promo_details'), ('discount_amount'), ('cash_rounding'), ('payment_mode'),
  ('prepaid'), ('payable_amount'), ('used_wallet_money'), ('card_payment_amount'), ('cash_payment_amount'),
  ('customer_paid'), ('gateway'),
  ('paid_at'), ('completed_at'), ('cancelled_at'), ('cancelled_by'), ('reason'), ('cancellation_fee'),
  ('driver_cancel_count'), ('dispatch_note');

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
  reported_at timestamptz,
  note text,
  prev_hash text not null check (prev_hash ~ '^([0-9a-f]{64})?$'),
  hash text not null check (hash ~ '^[0-9a-f]{64}$'),
  constraint booking_events_place check ((lat is null and lng is null) or app.is_place(lat, lng)),
  constraint booking_events_reported_at check (reported_at <= at)
);
call app.describe('public.booking_events', $$
  Every change of a booking's status: who, from what to what, where and when. Append-only; each row's hash covers the
    previous row.
  to_status: Status after the event. Equal to from_status for events without a change of status: a stop was reached,
    the route changed, a parcel is returned to its sender (see note).
  hash: sha256 over the row and prev_hash, computed by app.event_hash.
  from_status: Status before the event; null for the first event.
  actor_role: Role of the person who made the change: rider, driver or admin; system has no actor_id.
  note: A reason that a person wrote, or a key: cash, wallet, card, ended_by_admin, payment_timeout, …
  reported_at: When it happened according to the driver, if the phone reported it later; `at` is when the server
    received the report.
  prev_hash: Hash of the booking's previous event; empty for the first.
$$);
revoke update, delete, truncate on public.booking_events from service_role;

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
  flags text[] not null default '{}'
    check
    (flags <@ '{arrived_far,trail_gap,held_at_quote,long_way,below_quote,ended_elsewhere,extras_capped,reported_time,route_unchecked}'),
  constraint booking_finances_amounts check (ride_cost >= 0 and (driver_share = ride_cost or ride_cost = 0
    and driver_share >= 0) and convenience_fees >= 0 and greatest(ride_cost, convenience_fees) < 1e12),
  constraint booking_finances_final check ((final_inputs is null) = (final_fare is null))
);
call app.describe('public.booking_finances', $$
  How a booking's money is divided, and the inputs of its fare. Riders cannot read this table.
  rule: The tariff of the quote; the final fare uses the same tariff.
  flags: Signs for the desk that a fare should be checked: arrived_far (arrival was reported far from the pickup),
    trail_gap (a part of the distance was estimated, because positions are missing), held_at_quote (the measured
    distance was far above the quote, so the fare was limited by the quote), long_way (a metered distance above 1.2
    times the quoted one was paid), below_quote (the quote is above 1.2 times the metered fare), ended_elsewhere (an
    upfront ride that ended elsewhere was measured), extras_capped, reported_time (a step that was reported later
    changed a time), route_unchecked (the route of a street trip was not compared with the roads).
  quote_inputs: Inputs of compute_fare for the quote: kilometres, seconds, parcel type and option.
  quote_fare: Result of compute_fare for the quote.
  final_inputs: Inputs of compute_fare at the end of the trip, with waiting and extras; null before.
  final_fare: Result of compute_fare at the end of the trip; null before.
  ride_cost: Sum of the fare's lines before the convenience fee: first as quoted, then as at the end; 0 if the booking
    was cancelled.
  driver_share: What the driver earns: trip_cost less convenience_fees, or the part of the fee of a cancelled booking.
  convenience_fees: What the operator earns: the fee in the fare; 0 if the booking was cancelled.
$$);
grant select on public.bookings, public.booking_contacts, public.booking_transitions, public.booking_events,
  public.booking_finances to authenticated;

create index booking_finances_driver_id on public.booking_finances (driver_id);
create index booking_finances_fleet_id on public.booking_finances (fleet_id);

create table app.start_codes (
  booking_id uuid primary key references public.bookings (id),
  code text not null check (code ~ '^[0-9]{5}$'),
  attempts integer not null default 0 check (attempts between 0 and 5),
  is_locked boolean not null generated always as (attempts >= 5) stored
);
comment on table app.start_codes is
  'The start code of a booking, which proves that driver and rider met. Only start_code() returns it, and only to the '
  'rider.';

alter table public.bookings enable row level security;
alter table public.booking_contacts enable row level security;
alter table public.booking_transitions enable row level security;
alter table public.booking_events enable row level security;
alter table public.booking_finances enable row level security;
alter table app.start_codes enable row level security;

create policy "riders read their own bookings" on public.bookings for select to authenticated
  using (customer_id = (select auth.uid()));
create policy "drivers read the bookings they carry" on public.bookings for select to authenticated
  using (driver_id = (select auth.uid()));
create policy "fleet admins read their fleet's bookings" on public.bookings for select to authenticated
  using (fleet_id = (select auth.uid()) and (select app.has_current_role('fleetadmin')));
create policy "admins read every booking" on public.bookings for select to authenticated
  using ((select app.has_current_role('admin')));
create policy "riders read the contacts of their bookings for a while" on public.booking_contacts
  for select to authenticated
  using (exists (select 1 from public.bookings b where b.id = booking_contacts.booking_id
    and b.customer_id = (select auth.uid())
    and b.status <> 'CANCELLED' and (b.paid_at is null or b.paid_at > app.now() - interval '30 minutes')));
create policy "drivers read the contacts of what they carry for a while" on public.booking_contacts
  for select to authenticated
  using (exists (select 1 from public.bookings b where b.id = booking_contacts.booking_id
    and b.driver_id = (select auth.uid())
    and b.status <> 'CANCELLED' and (b.paid_at is null or b.paid_at > app.now() - interval '30 minutes')));

-- Staff cannot read contacts in demo mode.
create policy "fleet admins read the contacts of active bookings" on public.booking_contacts for select to authenticated
  using ((select app.has_current_role('fleetadmin'))
    and (select s.allow_critical_edits_admin from public.settings s where s.id = 1)
    and exists (select 1 from public.bookings b where b.id = booking_contacts.booking_id
      and b.fleet_id = (select auth.uid())
      and not app.is_closed(b.status)));
create policy "admins read every contact" on public.booking_contacts for select to authenticated
  using ((select app.has_current_role('admin') and s.allow_critical_edits_admin from public.settings s where s.id = 1));
create policy "people read the transitions" on public.booking_transitions for select to authenticated using (true);

-- The queries on bookings inside these policies obey the policies of bookings, so they find only bookings that the
-- caller may read. An event of a driver contains the driver's position and reason. So drivers and fleet admins do not
-- see the events of other drivers of the booking. Riders see the events of every driver.
create policy "riders read the events of their bookings" on public.booking_events for select to authenticated
  using (exists (select 1 from public.bookings b where b.id = booking_events.booking_id
    and b.customer_id = (select auth.uid())));
create policy "drivers and fleets read the events of their own assignment" on public.booking_events
  for select to authenticated
  using (exists (select 1 from public.bookings b where b.id = booking_events.booking_id
    and (booking_events.actor_role <> 'driver' or booking_events.actor_id = b.driver_id)));
create policy "admins read every event" on public.booking_events for select to authenticated
  using ((select app.has_current_role('admin')));
create policy "drivers read what they earn" on public.booking_finances for select to authenticated
  using (driver_id = (select auth.uid()));
create policy "fleet admins read what their drivers earn" on public.booking_finances for select to authenticated
  using (fleet_id = (select auth.uid()) and (select app.has_current_role('fleetadmin')));
create policy "admins who read reports read all finances" on public.booking_finances for select to authenticated
  using ((select app.has_permission('reports')));

-- What a rider wrote in an order. The rider may read it as long as it is stored; the policy of booking_contacts hides
-- it after the trip, together with the driver's number.
create type public.own_order as (
  booking_id uuid, guest_phone text, delivery_person text, delivery_person_phone text, pick_up_instructions text,
    delivery_instructions text
);
comment on type public.own_order is 'A row of own_orders: whom the rider named in an order, and the notes.';
