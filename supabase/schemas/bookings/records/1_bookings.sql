-- Bookings: the table with one row per ride or parcel, from the quote to the receipt.
-- Access: riders read their own bookings, drivers the bookings assigned to them, fleet admins the bookings of their
--         fleet, admins all bookings; only functions write
-- Tests:  tests/db/bookings_state.sql, tests/db/bookings_create.sql, tests/db/bookings_shape.sql, tests/db/privacy.sql

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
  price_parts jsonb not null generated always as (case when status <> 'CANCELLED'
      then app.price_parts(trip_cost, tax_amount, discount_amount, promo_code, cash_rounding, payment_mode <> 'card'
        or cash_payment_amount > 0)
    else app.fee_parts(cancellation_fee, cancelled_by = 'driver') end) stored,
  total_amount numeric not null generated always as (case when status <> 'CANCELLED' then trip_cost - discount_amount
    + cash_rounding else cancellation_fee end) stored,
  arrival_confirmed_at timestamptz,
  unique (created_by, client_key),
  -- Stores only the last two digits of the phone number, because rider and driver can always read this row, even long
  -- after the trip.
  constraint bookings_contact_masked check (customer_contact ~ '^[*]{3}.{0,2}$'),
  constraint bookings_places check (app.is_place(pickup_lat, pickup_lng)
    and (app.is_place(drop_lat, drop_lng) or num_nonnulls(drop_lat, drop_lng, drop_address) = 0)),
  -- A street trip (a passenger hailed the cab in the street) has no known rider, no quote and, until it ends, no
  -- destination. Other bookings must have them.
  constraint bookings_street check (case source when 'street' then num_nonnulls(customer_id, quote_id) = 0
    and category = 'taxi' and driver_id is not null
      and not book_later and not prepaid and not promo_applied and not otp_secure
        and (drop_address is not null or reached_at is null)
    else num_nulls(customer_id, quote_id, drop_lat, drop_lng, drop_address) = 0 end),
  constraint bookings_later check (not book_later or trip_at > created_at),
  -- The upper bounds exclude NaN, because PostgreSQL sorts NaN above every number.
  constraint bookings_amounts check (
    least(estimate, estimate_distance, distance, trip_cost, customer_paid, cash_payment_amount, card_payment_amount,
      used_wallet_money, discount_amount, payable_amount, tip_amount, tax_amount, cancellation_fee) >= 0
    and greatest(estimate, estimate_distance, distance, trip_cost, customer_paid, cash_payment_amount,
      card_payment_amount,
      used_wallet_money, discount_amount, payable_amount, tip_amount, tax_amount, cancellation_fee) < 1e12),
  constraint bookings_cash_rounding check (abs(cash_rounding) < 1e6),
  constraint bookings_counts check (least(estimate_time, total_trip_time, driver_cancel_count, parcel_type_index,
    option_index) >= 0
    and driver_cancel_count <= 2 and greatest(parcel_type_index, option_index) < 100 and driver_rating between 1 and 5),
  constraint bookings_lists check (jsonb_typeof(fare_lines) = 'array' and jsonb_typeof(waypoints) = 'array'
    and jsonb_array_length(waypoints) <= 23),
  constraint bookings_discount check (discount_amount <= trip_cost and (discount_amount = 0 or promo_applied)),
  constraint bookings_promo check (promo_applied = (promo_code is not null)
    and promo_applied = (promo_details is not null)),
  constraint bookings_prepaid check (not prepaid
    or (category = 'delivery' and payment_mode <> 'cash' and not booking_type_admin and status <> 'PAYMENT_PENDING')),
  constraint bookings_payment_pending check (status <> 'PAYMENT_PENDING'
    or (category = 'delivery' and payment_mode <> 'cash' and not booking_type_admin)),
  -- Driver and timestamps must match the status. A booking that is cancelled after the driver arrived keeps arrived_at.
  constraint bookings_driver check (case when status in ('PAYMENT_PENDING', 'NEW') then driver_id is null
    when status = 'CANCELLED' then true else driver_id is not null end),
  constraint bookings_accepted check ((accepted_at is not null) = (driver_id is not null)
    and (driver_id is not null or (engaged_at is null and arrived_at is null and promised_at is null))),
  constraint bookings_along check (not is_along or (category = 'delivery' and driver_id is not null
    and engaged_at is not null)),
  constraint bookings_driver_facts check (driver_id is not null
    or num_nonnulls(fleet_id, driver_name, vehicle_number) = 0),
  constraint bookings_arrived check (case when status in ('PAYMENT_PENDING', 'NEW', 'ACCEPTED') then arrived_at is null
    when status = 'CANCELLED' then true else arrived_at is not null and engaged_at is not null end),
  constraint bookings_arrival_confirmed check (arrival_confirmed_at is null or arrival_confirmed_at >= arrived_at),
  constraint bookings_started
    check ((started_at is not null) = (status in ('STARTED', 'REACHED', 'PENDING', 'PAID', 'COMPLETE'))),
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
call app.describe('public.bookings', $$
  One ride or parcel. Names, cars and prices are copied into the row when they become binding.
  reference: Six letters that identify the booking and are easy to say on the telephone.
  source: How the trip came about: booked, or street (a passenger hailed the driver). A street trip has no customer
    and no quote, and its drop is where it ends.
  guest_name: Name of the passenger, if the rider booked for another person.
  trip_at: The requested time of the trip; for Book Now the time of creation.
  estimate: The trip_cost of the quote.
  distance: Kilometres that were charged; null before the end.
  fare_lines: Fare lines that the rider sees; the operator's fee is distributed over them, and their sum is trip_cost.
  cash_payment_amount: The amount that the driver collects in cash.
  tip_amount: Tips of the rider. They go entirely to the driver and are not part of trip_cost.
  tax_amount: Tax included in trip_cost.
  gateway: The payment provider that charged the card.
  promo_details: The promotion as it was when applied: {promo_id, code, type, value, max, min_order}.
  arrival_confirmed_at: When a position, less than 30 s old, showed the car within 500 m of the pickup, at the
    driver's arrival (arrived_at) or after it; null before. Until then the rider is told nothing of the arrival, and no
    waiting counts.
  returning_at: When the driver started to return an undeliverable parcel to its sender.
  reminded_at: When rider and driver of a later booking got the reminder.
  promised_at: The arrival at the pickup that was promised to the rider. The driver's delay after it does not raise
    the cancellation fee.
  is_along: Whether this parcel was taken along with another parcel from the same door. A driver has only one engaged
    booking besides such parcels. The value stays set after the trip.
  engaged_at: Since when the booking keeps its driver busy; null while it waits for its lead time or for the end of
    another trip.
  parcel_type_index: Index of parcel_type_selected in the car type's list at the time of booking.
  total_trip_time: Seconds from the start to the end of the trip.
  dispatch_note: Key that tells the rider why no driver is coming yet: no_driver_nearby, no_driver_answered,
    driver_cancelled.
  driver_cancel_count: How often a driver has returned the booking; the third time cancels it.
  category: taxi or delivery, copied from the car type.
  status: Status of the booking. Written only by app.move_booking, and only as booking_transitions allows.
  customer_name: The rider's name at the time of booking.
  customer_contact: The last two digits of the rider's number, to tell riders with the same name apart. The whole
    number is in booking_contacts.
  customer_image: Copy of the rider's profile_image at the time of booking.
  car_type: Name of the car type at the time of booking.
  car_image: Copy of the car type's image at the time of booking.
  waypoints: Stops between pickup and drop: [{lat, lng, add, point_name?}], in their order.
  pickup_point_name: Name of the pickup point on the server's map, in addition to the address that was typed; null if
    it has no name.
  requirements: What the car must carry (app.requirements_of): {seats, luggage, child_seats, wheelchair}, only the
    keys that are required.
  drop_point_name: Name of the drop point on the server's map, as quoted.
  polyline: The quoted route, as an encoded polyline.
  book_later: Whether the booking is for a later time (trip_at) instead of now.
  estimate_distance: Kilometres of the quoted route.
  estimate_time: Seconds of the quoted route.
  trip_cost: The fare: first the quoted one, from the end of the trip the final one.
  payment_mode: cash, card or wallet: first what the rider chose, at the end how it was paid.
  prepaid: Whether the booking was paid before the trip started.
  customer_paid: Amount that the rider has paid so far, by all ways of payment.
  card_payment_amount: The part of the fare paid by card.
  used_wallet_money: The part of the fare paid from the wallet.
  discount_amount: The promotion's discount on trip_cost.
  payable_amount: The amount left to pay; rounded if it is paid in cash.
  cash_rounding: The difference made by rounding to settings.cash_unit. It is included in payable_amount and
    customer_paid, not in trip_cost.
  promo_applied: Whether the booking uses a promotion.
  promo_code: Name of the promotion as the operator spells it.
  pickup_image: Path of the driver's picture of the parcel at the pickup, in the bucket `bookings`.
  deliver_image: Path of the driver's picture of the parcel at the delivery, in the bucket `bookings`.
  driver_name: The driver's name when they accepted.
  driver_image: Copy of the driver's profile_image, when they accepted.
  driver_rating: The driver's average rating when they accepted.
  vehicle_number: Number plate of the car when the driver accepted.
  vehicle_make: Make of the car when the driver accepted; it helps the rider find the car.
  vehicle_model: Model of the car when the driver accepted; it helps the rider find the car.
  vehicle_color: Colour of the car when the driver accepted; it helps the rider find the car.
  fleet_id: Fleet of the driver when they accepted. It stays, even if the driver changes fleet.
  accepted_at: When the driver accepted; null without a driver.
  reason: Why the booking was cancelled: a reason that a person chose or wrote, or a key such as no_show,
    no_driver_available, payment_timeout.
  cancelled_by: Who cancelled the booking: rider, driver, admin or system.
  cancellation_fee: The cancellation fee that the rider owes.
  otp_secure: Whether the driver needs the start code: settings.otp_secure at the time of booking, except for a ride
    that the desk booked for somebody without a session; false once an admin has let the driver continue without it.
  booking_type_admin: Whether an admin created the booking.
  option_index: Index of option_selected in the car type's list at the time of booking.
  parcel_type_selected: The parcel type that the rider chose: {description, amount}.
  option_selected: The option that the rider chose: {description, amount}.
  created_by: The person who created the booking: the rider, or the admin who booked for them.
  price_parts: What the booking costs the rider, part by part (app.price_parts): [{side: price, kind, amount, name?,
    tax?}]; of a cancelled booking only its fee. booking_money adds who paid what.
  total_amount: What the booking costs the rider: the sum of price_parts.
$$);

create index bookings_customer on public.bookings (customer_id, created_at desc, id);
create index bookings_driver on public.bookings (driver_id, created_at desc, id);
create index bookings_fleet on public.bookings (fleet_id, created_at desc, id);
create index bookings_status on public.bookings (status, created_at desc, id);
create index bookings_created on public.bookings (created_at desc, id);
create index bookings_car_type_id on public.bookings (car_type_id, created_at desc, id);

-- Indexes for the lists that staff sorts and filters; tests/db/list_plans.test.ts checks that the lists use them.
create index bookings_trip on public.bookings (trip_at, id);

-- Contains trip_at and created_at, so that a list of one month, sorted by total_amount, skips the other months in the
-- index without reading their rows.
create index bookings_total on public.bookings (total_amount, id, trip_at, created_at);
create index bookings_payment_mode on public.bookings (payment_mode, created_at desc, id);
create index bookings_unpaid on public.bookings (created_at desc, id) where paid_at is null and status <> 'CANCELLED';
create index bookings_unserved on public.bookings (created_at desc, id) where cancelled_by = 'system'
  and reason = 'no_driver_available';
create index bookings_reason on public.bookings (reason) where reason is not null;
create index bookings_pickup on public.bookings
  using gist (extensions.st_setsrid(extensions.st_makepoint(pickup_lng, pickup_lat), 4326));
create index bookings_drop on public.bookings
  using gist (extensions.st_setsrid(extensions.st_makepoint(drop_lng, drop_lat), 4326));

-- This index serves app.can_read_booking, because topics and paths contain the id as text.
create unique index bookings_id_text on public.bookings ((id::text));

-- Ensures that a driver has only one engaged booking (one that they are driving now), even if a function has a bug.
-- Parcels that the driver takes along from the same pickup (is_along) are exempt.
create unique index bookings_one_engaged_per_driver on public.bookings (driver_id)
  where engaged_at is not null and not is_along and status in ('ACCEPTED', 'ARRIVED', 'STARTED', 'REACHED');
create index bookings_engaged on public.bookings (driver_id) where engaged_at is not null
  and status in ('ACCEPTED', 'ARRIVED', 'STARTED', 'REACHED');

alter table public.notices add foreign key (booking_id) references public.bookings (id);
