-- Start codes: the rider's code that a driver enters to start a ride or to deliver a parcel, the limit of tries, and
-- the desk's permission to continue without a code.

-- Counts tries in slots. A slot belongs to one booking and its driver while a code may be checked, so that a driver's
-- guesses never count against another driver. Each slot has a sequence, which also counts checks that are rolled back
-- (see count_try). A sequence per booking would leave an entry in the database's catalog for each ride. So slots are
-- reused; their number grows to the maximum in use at once.
create table app.code_tries (
  slot integer primary key generated always as identity,
  booking_id uuid unique references public.bookings (id) on delete set null,
  driver_id uuid references public.drivers (id) on delete set null,
  kept bigint not null default 0 check (kept >= 0),
  server_start timestamptz not null default pg_postmaster_start_time()
);
call app.describe('app.code_tries', $$
  Number of code checks that were committed, per booking and driver; the slot's sequence counts all checks, also those
    that were rolled back.
  booking_id: The booking whose code is checked; null if the slot is free.
$$);

create index code_tries_driver_id on app.code_tries (driver_id);

alter table app.code_tries enable row level security;

create table app.code_overrides (
  booking_id uuid references public.bookings (id),
  driver_id uuid,
  admin_id uuid not null,
  reason text not null check (btrim(reason) <> ''),
  at timestamptz not null default app.now(),
  used_at timestamptz,
  primary key (booking_id, driver_id)
);
call app.describe('app.code_overrides', $$
  Drivers whom an admin has allowed to continue once without the code, and bookings of the desk that the customer's
    wallet or card pays, although the customer has no code.
  admin_id: The admin who allowed it, or who made the booking.
  reason: What the admin wrote; booked_without_code: the customer had no code.
$$);

create index code_overrides_at on app.code_overrides (at);

alter table app.code_overrides enable row level security;
