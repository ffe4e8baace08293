-- Bookings: one ride or parcel from quote to receipt; its states, its history, its money.
-- Needs:  profiles, car_types, fare_quotes
-- Access: riders read their own, drivers what they carry, fleet admins their fleet's, admins all; writes by functions only
-- Tests:  tests/db/bookings_state.sql, tests/db/bookings_create.sql, tests/db/bookings_shape.sql, tests/db/privacy.sql

create domain public.booking_status as text check (value in (
  'PAYMENT_PENDING', 'NEW', 'ACCEPTED', 'ARRIVED', 'STARTED', 'REACHED', 'PENDING', 'PAID', 'COMPLETE', 'CANCELLED'));

create table public.bookings (
  id uuid primary key default app.uuid_v7(),
  reference text not null unique check (reference ~ '^[A-Z]{6}$'),
  category text not null check (category in ('taxi', 'delivery')),
  source text not null default 'booked' check (source in ('booked', 'street')),
  status public.booking_status not null,
  customer_id uuid references public.profiles (id),
  customer_name text not null,
  customer_contact text,
  customer_image text,
  guest_name text check (btrim(guest_name) <> '' and length(guest_name) <= 80),
  car_type_id uuid not null references public.car_types (id),
  car_type text not null,
  car_image text not null,
  pickup_lat double precision not null,
  pickup_lng double precision not null,
  pickup_address text not null,
  drop_lat double precision,
  drop_lng double precision,
  drop_address text,
  waypoints jsonb not null default '[]',
  polyline text not null default '',
  book_later boolean not null default false,
  trip_at timestamptz not null,
  created_at timestamptz not null default app.now(),
  estimate numeric not null,
  estimate_distance numeric not null,
  estimate_time integer not null,
  distance numeric,
  trip_cost numeric not null,
  fare_lines jsonb not null,
  payment_mode text not null check (payment_mode in ('cash', 'card', 'wallet')),
  prepaid boolean not null default false,
  customer_paid numeric not null default 0,
  cash_payment_amount numeric not null default 0,
  card_payment_amount numeric not null default 0,
  used_wallet_money numeric not null default 0,
  discount_amount numeric not null default 0,
  cash_rounding numeric not null default 0,
  payable_amount numeric not null default 0,
  tip_amount numeric not null default 0,
  tax_amount numeric not null default 0,
  gateway text,
  promo_applied boolean not null default false,
  promo_code text,
  promo_details jsonb,
  pickup_image text,
  deliver_image text,
  returning_at timestamptz,
  reminded_at timestamptz,
  driver_id uuid references public.drivers (id),
  driver_name text,
  driver_image text,
  driver_rating numeric(2, 1),
  vehicle_number text,
  vehicle_make text,
  vehicle_model text,
  vehicle_color text,
  fleet_id uuid references public.profiles (id),
  accepted_at timestamptz,
  promised_at timestamptz,
  engaged_at timestamptz,
  is_along boolean not null default false,
  arrived_at timestamptz,
  started_at timestamptz,
  reached_at timestamptz,
  paid_at timestamptz,
  completed_at timestamptz,
  cancelled_at timestamptz,
  total_trip_time integer,
  reason text check (length(reason) <= 500),
  cancelled_by text check (cancelled_by in ('rider', 'driver', 'admin', 'system')),
  cancellation_fee numeric not null default 0,
  driver_cancel_count integer not null default 0,
  otp_secure boolean not null default false,
  booking_type_admin boolean not null default false,
  dispatch_note text,
  parcel_type_index integer,
  option_index integer,
  parcel_type_selected jsonb,
  option_selected jsonb,
  quote_id uuid unique references public.fare_quotes (id),
  created_by uuid not null references public.profiles (id),
  client_key uuid not null,
  pickup_point_name text,
  drop_point_name text,
  requirements jsonb not null default '{}' check (app.is_requirements(requirements)),
  unique (created_by, client_key),
  -- Both parties read the row for good, so it holds no number that reaches anybody.
  constraint bookings_contact_masked check (customer_contact ~ '^[*]{3}.{0,2}$'),
  constraint bookings_places check (app.is_place(pickup_lat, pickup_lng)
    and (app.is_place(drop_lat, drop_lng) or num_nonnulls(drop_lat, drop_lng, drop_address) = 0)),
  -- Who is hailed in the street carries a stranger to nobody knows where, and nothing was promised.
  constraint bookings_street check (case source when 'street' then num_nonnulls(customer_id, quote_id) = 0 and category = 'taxi' and driver_id is not null
      and not book_later and not prepaid and not promo_applied and not otp_secure and (drop_address is not null or reached_at is null)
    else num_nulls(customer_id, quote_id, drop_lat, drop_lng, drop_address) = 0 end),
  constraint bookings_later check (not book_later or trip_at > created_at),
  -- NaN is above every number, so the upper bound refuses it, too.
  constraint bookings_amounts check (
    least(estimate, estimate_distance, distance, trip_cost, customer_paid, cash_payment_amount, card_payment_amount,
      used_wallet_money, discount_amount, payable_amount, tip_amount, tax_amount, cancellation_fee) >= 0
    and greatest(estimate, estimate_distance, distance, trip_cost, customer_paid, cash_payment_amount, card_payment_amount,
      used_wallet_money, discount_amount, payable_amount, tip_amount, tax_amount, cancellation_fee) < 1e12),
  constraint bookings_cash_rounding check (abs(cash_rounding) < 1e6),
  constraint bookings_counts check (least(estimate_time, total_trip_time, driver_cancel_count, parcel_type_index, option_index) >= 0
    and driver_cancel_count <= 2 and greatest(parcel_type_index, option_index) < 100 and driver_rating between 1 and 5),
  constraint bookings_lists check (jsonb_typeof(fare_lines) = 'array' and jsonb_typeof(waypoints) = 'array' and jsonb_array_length(waypoints) <= 23),
  constraint bookings_discount check (discount_amount <= trip_cost and (discount_amount = 0 or promo_applied)),
  constraint bookings_promo check (promo_applied = (promo_code is not null) and promo_applied = (promo_details is not null)),
  constraint bookings_prepaid check (not prepaid
    or (category = 'delivery' and payment_mode <> 'cash' and not booking_type_admin and status <> 'PAYMENT_PENDING')),
  constraint bookings_payment_pending check (status <> 'PAYMENT_PENDING'
    or (category = 'delivery' and payment_mode <> 'cash' and not booking_type_admin)),
  -- Status and times agree. Arrived is what a booking keeps when its rider cancels at the door.
  constraint bookings_driver check (case when status in ('PAYMENT_PENDING', 'NEW') then driver_id is null
    when status = 'CANCELLED' then true else driver_id is not null end),
  constraint bookings_accepted check ((accepted_at is not null) = (driver_id is not null)
    and (driver_id is not null or (engaged_at is null and arrived_at is null and promised_at is null))),
  constraint bookings_along check (not is_along or (category = 'delivery' and driver_id is not null and engaged_at is not null)),
  constraint bookings_driver_facts check (driver_id is not null or num_nonnulls(fleet_id, driver_name, vehicle_number) = 0),
  constraint bookings_arrived check (case when status in ('PAYMENT_PENDING', 'NEW', 'ACCEPTED') then arrived_at is null
    when status = 'CANCELLED' then true else arrived_at is not null and engaged_at is not null end),
  constraint bookings_started check ((started_at is not null) = (status in ('STARTED', 'REACHED', 'PENDING', 'PAID', 'COMPLETE'))),
  constraint bookings_reached check ((reached_at is not null) = (status in ('REACHED', 'PENDING', 'PAID', 'COMPLETE'))
    and (total_trip_time is null or reached_at is not null)),
  constraint bookings_paid check ((paid_at is not null) = (status in ('PAID', 'COMPLETE'))),
  constraint bookings_completed check ((completed_at is not null) = (status = 'COMPLETE')),
  constraint bookings_cancelled check ((cancelled_at is not null) = (status = 'CANCELLED')
    and (cancelled_by is not null) = (status = 'CANCELLED')),
  constraint bookings_cancellation_fee check (cancellation_fee = 0 or (status = 'CANCELLED'
    and (cancelled_by = 'rider' or (cancelled_by = 'driver' and reason = 'no_show')))),
  constraint bookings_returning check (returning_at is null or (category = 'delivery' and started_at is not null))
);
comment on table public.bookings is 'One ride or parcel. People''s names, cars and prices are copied at the moment they counted.';
comment on column public.bookings.reference is 'Six letters for people to say aloud.';
comment on column public.bookings.source is 'street: the driver was hailed, so nobody booked: no customer, no quote, and the drop is where it ends. Else booked.';
comment on column public.bookings.guest_name is 'Who travels where the rider booked for somebody else.';
comment on column public.bookings.trip_at is 'When the ride is wanted; the creation time for Book Now.';
comment on column public.bookings.estimate is 'trip_cost as quoted; distance km and time seconds beside it.';
comment on column public.bookings.distance is 'Kilometres charged; null before the end.';
comment on column public.bookings.fare_lines is 'The rider''s lines, fee folded in; their sum is trip_cost.';
comment on column public.bookings.cash_payment_amount is 'What the driver has to collect in cash.';
comment on column public.bookings.tip_amount is 'Wholly the driver''s, outside trip_cost.';
comment on column public.bookings.tax_amount is 'Tax included in trip_cost.';
comment on column public.bookings.gateway is 'The provider that a card was paid with.';
comment on column public.bookings.promo_details is 'The promotion as it stood when it was applied: {promo_id, code, type, value, max, min_order}.';
comment on column public.bookings.returning_at is 'When a parcel that could not be handed over turned back to its sender.';
comment on column public.bookings.reminded_at is 'When rider and driver of a later booking were reminded.';
comment on column public.bookings.promised_at is 'By when the driver said to be there: later, and a rider''s cancelling gets no dearer.';
comment on column public.bookings.is_along is 'A parcel that its driver took along at the door of another one, which keeps the place of the one engaged booking; kept when it is over.';
comment on column public.bookings.engaged_at is 'From when the booking makes its driver busy; null before, for a later booking.';
comment on column public.bookings.parcel_type_index is 'Place of parcel_type_selected in the car type''s list when it was booked; option_index likewise.';
comment on column public.bookings.total_trip_time is 'Seconds from start to end.';
comment on column public.bookings.dispatch_note is 'Key of why nobody comes yet: no_driver_nearby, no_driver_answered, driver_cancelled.';
comment on column public.bookings.driver_cancel_count is 'How often a driver gave the booking back; the third time it ends.';
comment on column public.bookings.category is 'taxi or delivery, copied from the car type.';
comment on column public.bookings.status is 'Only app.move_booking changes it, along booking_transitions.';
comment on column public.bookings.customer_name is 'As the profile said when it was booked; the image likewise.';
comment on column public.bookings.customer_contact is 'The last two digits of the rider''s number, to tell riders of one name apart; the number is in booking_contacts.';
comment on column public.bookings.customer_image is 'Path of the rider''s picture in the bucket users.';
comment on column public.bookings.car_type is 'Name of the car type when it was booked.';
comment on column public.bookings.car_image is 'Image of the car type when it was booked.';
comment on column public.bookings.waypoints is 'Stops between pickup and drop [{lat, lng, add, point_name?}], in order.';
comment on column public.bookings.pickup_point_name is 'What the server''s own map calls the point of the pickup, beside the words of whoever booked; null where it has none.';
comment on column public.bookings.requirements is 'What the car has to carry, as app.requirements_of says it: {seats, luggage, child_seats, wheelchair}, only what was asked.';
comment on column public.bookings.drop_point_name is 'The same of the drop that was quoted.';
comment on column public.bookings.polyline is 'The quoted way as an encoded polyline.';
comment on column public.bookings.book_later is 'Whether it was booked for trip_at instead of now.';
comment on column public.bookings.estimate_distance is 'Kilometres as quoted.';
comment on column public.bookings.estimate_time is 'Seconds as quoted.';
comment on column public.bookings.trip_cost is 'The fare: as quoted, from the end of the trip on the final one.';
comment on column public.bookings.payment_mode is 'cash, card or wallet: what was chosen, at the end what paid.';
comment on column public.bookings.prepaid is 'Paid before the trip began.';
comment on column public.bookings.customer_paid is 'What the rider has paid so far, by whatever way.';
comment on column public.bookings.card_payment_amount is 'What cards paid of it.';
comment on column public.bookings.used_wallet_money is 'What the wallet paid of it.';
comment on column public.bookings.discount_amount is 'What the promotion takes off trip_cost.';
comment on column public.bookings.payable_amount is 'What is left to pay, rounded where that is cash.';
comment on column public.bookings.cash_rounding is 'What rounding to settings.cash_unit adds to the cash, or takes off it: in payable_amount and customer_paid, not in trip_cost.';
comment on column public.bookings.promo_applied is 'Whether a promotion is used.';
comment on column public.bookings.promo_code is 'Name of the promotion as the operator spells it.';
comment on column public.bookings.pickup_image is 'Path of the driver''s picture of the parcel when fetched, in the bucket bookings.';
comment on column public.bookings.deliver_image is 'Path of the driver''s picture of the parcel when handed over.';
comment on column public.bookings.driver_name is 'As the profile said when it was accepted; image and rating likewise.';
comment on column public.bookings.driver_image is 'Path of the driver''s picture in the bucket users.';
comment on column public.bookings.driver_rating is 'Average of the driver''s stars then.';
comment on column public.bookings.vehicle_number is 'Plate of the car when it was accepted; make, model and colour likewise.';
comment on column public.bookings.vehicle_make is 'For the rider to find the car.';
comment on column public.bookings.vehicle_model is 'For the rider to find the car.';
comment on column public.bookings.vehicle_color is 'For the rider to find the car.';
comment on column public.bookings.fleet_id is 'The fleet the driver belonged to when accepting; a later change of fleet rewrites nothing.';
comment on column public.bookings.accepted_at is 'When the driver accepted; null while nobody has.';
comment on column public.bookings.reason is 'Why it was cancelled: what a person chose or wrote, or a key such as no_show, no_driver_available, payment_timeout.';
comment on column public.bookings.cancelled_by is 'rider, driver, admin or system.';
comment on column public.bookings.cancellation_fee is 'What the rider owes for cancelling.';
comment on column public.bookings.otp_secure is 'Whether a start code was asked for when it was booked.';
comment on column public.bookings.booking_type_admin is 'Whether an admin booked it.';
comment on column public.bookings.option_index is 'Place of option_selected in the car type''s list.';
comment on column public.bookings.parcel_type_selected is '{description, amount} as chosen.';
comment on column public.bookings.option_selected is '{description, amount} as chosen.';
comment on column public.bookings.created_by is 'The rider, or the admin who booked for them.';

create index bookings_customer on public.bookings (customer_id, created_at desc, id);
create index bookings_driver on public.bookings (driver_id, created_at desc, id);
create index bookings_fleet on public.bookings (fleet_id, created_at desc, id);
create index bookings_status on public.bookings (status, created_at desc, id);
create index bookings_created on public.bookings (created_at desc, id);
create index bookings_car_type_id on public.bookings (car_type_id, created_at desc, id);
-- What staff sorts and filters by: tests/db/list_plans.test.ts.
create index bookings_trip on public.bookings (trip_at, id);
-- With both times: a month by payable passes over the other months in the index, without reading their rows.
create index bookings_payable on public.bookings (payable_amount, id, trip_at, created_at);
create index bookings_payment_mode on public.bookings (payment_mode, created_at desc, id);
create index bookings_unpaid on public.bookings (created_at desc, id) where paid_at is null and status <> 'CANCELLED';
create index bookings_unserved on public.bookings (created_at desc, id) where cancelled_by = 'system' and reason = 'no_driver_available';
create index bookings_reason on public.bookings (reason) where reason is not null;
create index bookings_pickup on public.bookings using gist (extensions.st_setsrid(extensions.st_makepoint(pickup_lng, pickup_lat), 4326));
create index bookings_drop on public.bookings using gist (extensions.st_setsrid(extensions.st_makepoint(drop_lng, drop_lat), 4326));
-- For app.sees_booking: topics and paths name a booking by text.
create unique index bookings_id_text on public.bookings ((id::text));
-- A second engaged booking of one driver is impossible, whatever any function forgets, but for parcels from the same door.
create unique index bookings_one_engaged_per_driver on public.bookings (driver_id)
  where engaged_at is not null and not is_along and status in ('ACCEPTED', 'ARRIVED', 'STARTED', 'REACHED');
create index bookings_engaged on public.bookings (driver_id) where engaged_at is not null and status in ('ACCEPTED', 'ARRIVED', 'STARTED', 'REACHED');

-- A table of its own, as its rows close where the booking stays readable: a row of a booking is read by its driver for good.
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
  'How the parties of a booking reach one another, and what opens doors. Readable from ACCEPTED until 30 minutes after PAID.';
comment on column public.booking_contacts.customer_contact is 'Phone number of the rider when it was booked.';
comment on column public.booking_contacts.customer_email is 'E-mail address of the rider when it was booked.';
comment on column public.booking_contacts.guest_phone is 'How the driver reaches the guest.';
comment on column public.booking_contacts.delivery_person is 'Who takes the parcel in.';
comment on column public.booking_contacts.delivery_person_phone is 'How the courier reaches them; the code of the parcel goes there, too.';
comment on column public.booking_contacts.pick_up_instructions is 'What the driver should know at the pickup: a door, a code.';
comment on column public.booking_contacts.delivery_instructions is 'What the courier should know at the drop.';
comment on column public.booking_contacts.driver_contact is 'Phone number of the driver who carries the booking now; null while there is none.';
comment on column public.booking_contacts.received_by is 'Who took the parcel in, as the courier wrote it at the door.';
comment on column public.booking_contacts.signature is 'How they signed, as the path of an SVG: moves and lines between whole numbers, 600 wide and 300 high.';

create table public.booking_transitions (
  id integer generated always as identity primary key,
  from_status public.booking_status,
  to_status public.booking_status not null,
  actor text not null check (actor in ('rider', 'driver', 'admin', 'system')),
  unique nulls not distinct (from_status, to_status, actor)
);
comment on table public.booking_transitions is 'Which status may follow which, and by whom. A trigger refuses the rest.';
comment on column public.booking_transitions.from_status is 'Null: the booking is being made.';
comment on column public.booking_transitions.to_status is 'The status that may follow.';
comment on column public.booking_transitions.actor is 'On whose behalf: rider, driver, admin, or system for jobs, payments and what follows by itself.';
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
comment on table public.booking_events is 'Every status change: who, what, where, when. Append-only; each row seals the one before it.';
comment on column public.booking_events.to_status is 'Equal to from_status for what happened within a status: a stop reached, a route changed, a parcel turned back (see note).';
comment on column public.booking_events.hash is 'sha256 over the row and prev_hash: app.event_hash.';
comment on column public.booking_events.from_status is 'Null for the first event.';
comment on column public.booking_events.actor_role is 'rider, driver, admin or system; system has no actor_id.';
comment on column public.booking_events.note is 'A reason or a key: cash, wallet, card, ended_by_admin, payment_timeout, …';
comment on column public.booking_events.told_at is 'When it happened by the driver''s word, where the phone told it later; at is when the server heard of it.';
comment on column public.booking_events.prev_hash is 'Seal of the event before; empty for the first.';
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
comment on table public.booking_finances is 'Who earns what from a booking, and what the fare was computed from. Riders have no policy here.';
comment on column public.booking_finances.rule is 'The tariff the booking was quoted with; the final fare uses the same.';
comment on column public.booking_finances.flags is 'For the desk: arrived_far, trail_gap, held_at_quote, long_way (paid by the meter above 1.2 times the quoted distance), ended_elsewhere (an upfront ride that was measured), extras_capped, told_time (a step that the phone told later moved a time), route_unchecked (a street trip whose way was not compared with the roads).';
comment on column public.booking_finances.quote_inputs is 'What compute_fare was given for the quote: kilometres, seconds, parcel type, option.';
comment on column public.booking_finances.quote_fare is 'What compute_fare answered for them.';
comment on column public.booking_finances.final_inputs is 'The same at the end of the trip, with waiting and extras; null before.';
comment on column public.booking_finances.final_fare is 'What compute_fare answered at the end; null before.';
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
comment on table app.start_codes is 'The code that proves driver and rider met. Only start_code() shows it, and only to the rider.';

-- Rights --------------------------------------------------------------------------------------------------------

alter table public.bookings enable row level security;
alter table public.booking_contacts enable row level security;
alter table public.booking_transitions enable row level security;
alter table public.booking_events enable row level security;
alter table public.booking_finances enable row level security;
alter table app.start_codes enable row level security;
grant select on public.bookings, public.booking_contacts, public.booking_transitions, public.booking_events, public.booking_finances to authenticated;
revoke update, delete, truncate on public.booking_events from service_role;

create policy "riders read their own bookings" on public.bookings for select to authenticated
  using (customer_id = (select auth.uid()));
create policy "drivers read the bookings they carry" on public.bookings for select to authenticated
  using (driver_id = (select auth.uid()));
create policy "fleet admins read their fleet's bookings" on public.bookings for select to authenticated
  using (fleet_id = (select auth.uid()) and ((select auth.jwt()) ->> 'user_role') = 'fleetadmin');
-- As a sub-select of its own it is one boolean that the planner takes for half of the rows. Compared in place it is half
-- a percent: a list of 50 was then found by reading and sorting all of a driver's 2,500 rides (10.7 ms instead of 0.8).
create policy "admins read every booking" on public.bookings for select to authenticated
  using ((select ((select auth.jwt()) ->> 'user_role') = 'admin'));
create policy "riders read the contacts of their bookings for a while" on public.booking_contacts for select to authenticated
  using (exists (select 1 from public.bookings b where b.id = booking_contacts.booking_id and b.customer_id = (select auth.uid())
    and b.status <> 'CANCELLED' and (b.paid_at is null or b.paid_at > app.now() - interval '30 minutes')));
create policy "drivers read the contacts of what they carry for a while" on public.booking_contacts for select to authenticated
  using (exists (select 1 from public.bookings b where b.id = booking_contacts.booking_id and b.driver_id = (select auth.uid())
    and b.status <> 'CANCELLED' and (b.paid_at is null or b.paid_at > app.now() - interval '30 minutes')));
-- In demo mode staff reads nobody's contacts.
create policy "fleet admins read the contacts of active bookings" on public.booking_contacts for select to authenticated
  using (((select auth.jwt()) ->> 'user_role') = 'fleetadmin'
    and (select s.allow_critical_edits_admin from public.settings s where s.id = 1)
    and exists (select 1 from public.bookings b where b.id = booking_contacts.booking_id and b.fleet_id = (select auth.uid())
      and b.status not in ('PAID', 'COMPLETE', 'CANCELLED')));
create policy "admins read every contact" on public.booking_contacts for select to authenticated
  using ((select ((select auth.jwt()) ->> 'user_role') = 'admin' and s.allow_critical_edits_admin from public.settings s where s.id = 1));
create policy "people read the transitions" on public.booking_transitions for select to authenticated using (true);
-- The inner queries obey the policies of bookings. An event says where its driver was and why: to the rider of every driver,
-- to a driver and a fleet of the one who carries the booking now.
create policy "riders read the events of their bookings" on public.booking_events for select to authenticated
  using (exists (select 1 from public.bookings b where b.id = booking_events.booking_id and b.customer_id = (select auth.uid())));
create policy "drivers and fleets read the events of their own assignment" on public.booking_events for select to authenticated
  using (exists (select 1 from public.bookings b where b.id = booking_events.booking_id
    and (booking_events.actor_role <> 'driver' or booking_events.actor_id = b.driver_id)));
create policy "admins read every event" on public.booking_events for select to authenticated
  using ((select ((select auth.jwt()) ->> 'user_role') = 'admin'));
create policy "drivers read what they earn" on public.booking_finances for select to authenticated
  using (driver_id = (select auth.uid()));
create policy "fleet admins read what their drivers earn" on public.booking_finances for select to authenticated
  using (fleet_id = (select auth.uid()) and ((select auth.jwt()) ->> 'user_role') = 'fleetadmin');
create policy "admins read all finances" on public.booking_finances for select to authenticated
  using ((select ((select auth.jwt()) ->> 'user_role') = 'admin'));

-- For policies that know a booking by text alone (a topic, a path), which is compared and never cast. An inner query
-- under the policies of bookings would read the whole table: a comparison of text may not run before row-level
-- security, so it cannot use an index there.
create function app.sees_booking(id text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select 1 from public.bookings b where b.id::text = sees_booking.id
    and (auth.uid() in (b.customer_id, b.driver_id) and app.has_session() or app.is_now('admin')
      or (auth.uid() = b.fleet_id and app.is_now('fleetadmin'))))
$$;
comment on function app.sees_booking is 'Whether the caller may read the booking of this id: as its rider, its driver, its fleet''s admin or an admin of now.';
grant execute on function app.sees_booking(text) to authenticated;

create function app.carries_booking(id text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select 1 from public.bookings b where b.id::text = carries_booking.id
    and b.driver_id = auth.uid() and b.status in ('ACCEPTED', 'ARRIVED', 'STARTED')) and app.is_now('driver')
$$;
comment on function app.carries_booking is 'Whether the caller is the driver of this booking, now under way.';
grant execute on function app.carries_booking(text) to authenticated;

-- A picture that waited for a signal may come after the trip, but none takes the place of one that is kept.
create function app.adds_image(name text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select 1 from public.bookings b where b.id::text = split_part(adds_image.name, '/', 1) and b.driver_id = auth.uid()
    and (b.status in ('ACCEPTED', 'ARRIVED', 'STARTED') or b.status in ('REACHED', 'PENDING', 'PAID')
      and case split_part(adds_image.name, '/', 2) when 'pickup_image' then b.pickup_image else b.deliver_image end is null)) and app.is_now('driver')
$$;
comment on function app.adds_image is 'Whether the caller is the driver of this image''s booking, under way, or over without this image.';
grant execute on function app.adds_image(text) to authenticated;

-- Transitions ---------------------------------------------------------------------------------------------------

-- A function says on whose behalf it changes a status, for this transaction; without it the change is the system's.
create function app.act(role text, actor uuid default null, lat double precision default null, lng double precision default null, note text default null)
returns void language plpgsql volatile set search_path = '' as $$
begin
  perform set_config('app.actor', jsonb_build_object('role', role, 'actor', actor, 'lat', lat, 'lng', lng, 'note', app.plain_lines(note))::text, true);
end $$;
comment on function app.act is 'Names the actor, the place and a note for the status changes that follow in this transaction.';

-- Wallets and cards pay to the cent.
create function app.open_amount(booking public.bookings) returns numeric
language plpgsql immutable set search_path = '' as $$
begin
  return (booking).payable_amount - (booking).cash_rounding;
end $$;
comment on function app.open_amount is 'What is left to pay, before cash is rounded.';

create function app.cash_to_collect(booking_id uuid, open numeric) returns numeric
language sql stable security definer set search_path = '' as $$
  select cash_to_collect.open + app.cash_rounding(cash_to_collect.open, app.amount_in(f.rule -> 'cash_unit'))
  from public.booking_finances f where f.booking_id = cash_to_collect.booking_id
$$;
comment on function app.cash_to_collect is 'An amount as it is paid in cash, in the unit that stood when the booking was priced.';

create function app.actor() returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return coalesce(nullif(current_setting('app.actor', true), '')::jsonb, '{"role": "system"}');
end $$;

-- The only writer of a booking's status. What the move changes beside it comes in one statement with it, since constraints
-- tie each status to its times, its driver and its money. The steps that follow: app.booking_moved.
create function app.move_booking(booking_id uuid, to_status public.booking_status, patch jsonb default '{}') returns public.bookings
language plpgsql volatile security definer set search_path = '' as $$
declare v_booking public.bookings;
begin
  perform set_config('app.moving', move_booking.booking_id::text, true);
  update public.bookings b set status = move_booking.to_status,
    (driver_id, driver_name, driver_image, driver_rating, vehicle_number, vehicle_make, vehicle_model, vehicle_color, fleet_id, accepted_at, engaged_at,
    is_along, arrived_at, started_at, reached_at, total_trip_time, drop_lat, drop_lng, drop_address, distance, trip_cost, fare_lines, tax_amount, promo_applied, promo_code,
    promo_details, discount_amount, cash_rounding, payment_mode, prepaid, payable_amount, used_wallet_money, card_payment_amount, cash_payment_amount, customer_paid,
    gateway, paid_at, completed_at, cancelled_at, cancelled_by, reason, cancellation_fee, driver_cancel_count, dispatch_note) = (select
    p.driver_id, p.driver_name, p.driver_image, p.driver_rating, p.vehicle_number, p.vehicle_make, p.vehicle_model, p.vehicle_color, p.fleet_id,
    p.accepted_at, p.engaged_at, p.is_along, p.arrived_at, p.started_at, p.reached_at, p.total_trip_time, p.drop_lat, p.drop_lng, p.drop_address, p.distance, p.trip_cost,
    p.fare_lines, p.tax_amount, p.promo_applied, p.promo_code, p.promo_details, p.discount_amount, p.cash_rounding, p.payment_mode, p.prepaid, p.payable_amount,
    p.used_wallet_money, p.card_payment_amount, p.cash_payment_amount, p.customer_paid, p.gateway, p.paid_at, p.completed_at, p.cancelled_at,
    p.cancelled_by, p.reason, p.cancellation_fee, p.driver_cancel_count, p.dispatch_note
    from jsonb_populate_record(b, move_booking.patch) p)
  where b.id = move_booking.booking_id returning b.* into v_booking;
  perform set_config('app.moving', '', true);
  return v_booking;
end $$;
comment on function app.move_booking is
  'Moves a booking, whose row the caller has locked, to a status on behalf of app.act''s actor, and sets the columns of patch with it (of those that a move may change). Answers the row. Errors: transition_refused.';

-- A driver changes only together with a status. Columns that follow from a status are set here, in the same row.
create function app.tg_bookings__guard() returns trigger
language plpgsql security definer set search_path = '' as $$
declare v_from text := case when tg_op = 'UPDATE' then old.status end;
begin
  if tg_op = 'UPDATE' and old.status = new.status and old.driver_id is not distinct from new.driver_id then return new; end if;
  if tg_op = 'UPDATE' and current_setting('app.moving', true) is distinct from new.id::text then
    raise sqlstate 'PT409' using message = 'transition_refused', hint = 'Only app.move_booking changes a status or a driver';
  end if;
  if not exists (select 1 from public.booking_transitions t where t.from_status is not distinct from v_from
      and t.to_status = new.status and t.actor = app.actor() ->> 'role') or tg_op = 'INSERT' and (new.source = 'street') <> (new.status = 'STARTED') then
    raise sqlstate 'PT409' using message = 'transition_refused',
      hint = format('%s to %s is not for %s', coalesce(v_from, 'nothing'), new.status, app.actor() ->> 'role');
  end if;
  if tg_op = 'INSERT' then return new; end if;
  if new.status in ('NEW', 'ACCEPTED') then new.promised_at := app.promised_arrival(new); end if;
  if new.status = 'PAID' then new := app.with_payment(new); end if;
  return new;
end $$;
create trigger bookings__guard before insert or update of status, driver_id on public.bookings
  for each row execute function app.tg_bookings__guard();

create function app.event_hash(e public.booking_events) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return encode(sha256(convert_to(jsonb_build_array(e.booking_id, e.from_status, e.to_status, e.actor_id, e.actor_role,
    e.lat, e.lng, extract(epoch from e.at), e.note, e.prev_hash)::text || coalesce(extract(epoch from e.told_at)::text, ''), 'UTF8')), 'hex');
end $$;
comment on function app.event_hash is 'The seal of an event. A chain holds when every hash fits and every prev_hash is the one before.';

create function app.add_event(booking_id uuid, from_status public.booking_status, to_status public.booking_status, note text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_actor jsonb := app.actor();
  e public.booking_events;
begin
  e.booking_id := add_event.booking_id;
  e.from_status := add_event.from_status;
  e.to_status := add_event.to_status;
  e.actor_id := (v_actor ->> 'actor')::uuid;
  e.actor_role := v_actor ->> 'role';
  e.lat := (v_actor ->> 'lat')::double precision;
  e.lng := (v_actor ->> 'lng')::double precision;
  e.at := app.now();
  e.told_at := (v_actor ->> 'told_at')::timestamptz;
  e.note := add_event.note;
  e.prev_hash := coalesce(
    (select p.hash from public.booking_events p where p.booking_id = e.booking_id order by p.id desc limit 1), '');
  insert into public.booking_events (booking_id, from_status, to_status, actor_id, actor_role, lat, lng, at, told_at, note, prev_hash, hash)
  values (e.booking_id, e.from_status, e.to_status, e.actor_id, e.actor_role, e.lat, e.lng, e.at, e.told_at, e.note, e.prev_hash, app.event_hash(e));
end $$;
comment on function app.add_event is 'Adds to the history of a booking whose row the caller has locked, on behalf of app.act''s actor.';

create function app.tg_append_only() returns trigger language plpgsql set search_path = '' as $$
begin
  raise sqlstate 'PT409' using message = 'append_only', hint = 'History is added to, never changed';
end $$;
create trigger booking_events__append_only before update or delete on public.booking_events
  for each row execute function app.tg_append_only();
create trigger booking_events__no_truncate before truncate on public.booking_events
  for each statement execute function app.tg_append_only();

create function app.copy_driver_contact(booking public.bookings) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.booking_contacts c set driver_contact = (select p.mobile from public.profiles p where p.id = (booking).driver_id)
  where c.booking_id = (booking).id;
end $$;
comment on function app.copy_driver_contact is 'Puts the phone number of a new driver into the booking''s contacts, or removes that of one who left.';

-- Reading a booking inside functions ------------------------------------------------------------------------------

create function app.booking_of_mine(booking_id uuid) returns public.bookings
language plpgsql stable security definer set search_path = '' as $$
declare
  v_me public.profiles := app.caller();
  v_booking public.bookings;
begin
  select b.* into v_booking from public.bookings b where b.id = booking_of_mine.booking_id and (v_me.usertype = 'admin'
    or v_me.id in (b.customer_id, b.driver_id) or (v_me.usertype = 'fleetadmin' and v_me.id = b.fleet_id));
  if not found then
    raise sqlstate 'PT404' using message = 'booking_not_found', hint = 'There is no such booking of yours';
  end if;
  return v_booking;
end $$;
comment on function app.booking_of_mine is 'A booking for whoever has a part in it: rider, driver, their fleet admin, admins. Errors: must_login, booking_not_found.';

-- Waits for whoever holds the row: a cancel and an accept decide one after the other.
create function app.lock_booking(booking_id uuid) returns public.bookings
language plpgsql security definer set search_path = '' as $$
declare v_booking public.bookings;
begin
  -- A stranger is refused before the lock: else whoever knows an id could make the parties wait, and drivers try again.
  select b.* into v_booking from public.bookings b where b.id = lock_booking.booking_id and (not app.is_person()
    or auth.uid() in (b.customer_id, b.driver_id) or exists (select 1 from public.profiles p where p.id = auth.uid() and p.usertype = 'admin'))
  for no key update;
  if not found then
    raise sqlstate 'PT404' using message = 'booking_not_found', hint = 'There is no such booking';
  end if;
  return v_booking;
end $$;
comment on function app.lock_booking is 'The booking, locked until the transaction ends, for who has a part in it. Errors: booking_not_found.';

-- To someone who has no part in a booking it does not exist.
create function app.lock_carried(booking_id uuid, finishing boolean default false) returns public.bookings
language plpgsql security definer set search_path = '' as $$
declare
  v_driver public.drivers := app.driver_row(case when finishing then app.caller() else app.me() end);
  v_booking public.bookings := app.lock_booking(booking_id);
begin
  if v_booking.driver_id is distinct from v_driver.id then
    raise sqlstate 'PT404' using message = 'booking_not_found', hint = 'You do not carry this booking';
  end if;
  return v_booking;
end $$;
comment on function app.lock_carried is 'The booking the calling driver carries, locked. finishing: also for a driver who was suspended with somebody in the car. Errors: account_suspended, not_a_driver, require_approval, booking_not_found.';

create function app.refuse_status(booking public.bookings) returns void
language plpgsql set search_path = '' as $$
begin
  raise sqlstate 'PT409' using message = 'wrong_status', hint = format('The booking is %s', booking.status);
end $$;
comment on function app.refuse_status is 'Refuses with wrong_status, saying what the status is.';
