-- Claims at risk: a driver who accepted a later booking ahead of time may be unable to come.

create table app.claim_checks (
  booking_id uuid primary key references public.bookings (id) on delete cascade,
  driver_id uuid not null references public.drivers (id) on delete cascade,
  trip_at timestamptz not null,
  risk text check (risk in ('suspended', 'papers', 'car', 'off_duty', 'silent', 'late')),
  since timestamptz,
  asked_at timestamptz,
  kept_at timestamptz,
  constraint claim_checks_risk check ((risk is null) = (since is null)),
  constraint claim_checks_answer check (kept_at is null or asked_at is not null)
);
call app.describe('app.claim_checks', $$
  Later bookings whose driver may be unable to come. A row is deleted when the booking leaves the status ACCEPTED.
  trip_at: The pickup time that the check is about. Another time starts a new check.
  risk: Why the driver may be unable to come (app.claim_risk); null if nothing speaks against it now.
  since: When this risk was first seen.
  asked_at: When the driver was asked.
  kept_at: When the driver confirmed. The answer counts until half of the lead time has passed.
$$);

create index claim_checks_driver_id on app.claim_checks (driver_id);

alter table app.claim_checks enable row level security;

-- A claim that is given back costs the rider a driver who was promised, so it is counted per driver, however it went
-- back.
create table app.lost_claims (
  booking_id uuid not null references public.bookings (id) on delete cascade,
  driver_id uuid not null references public.drivers (id) on delete cascade,
  reason text not null check (reason in ('cancelled', 'given_back', 'suspended', 'papers', 'car', 'off_duty',
    'silent', 'late')),
  at timestamptz not null default app.now(),
  primary key (booking_id, driver_id)
);
call app.describe('app.lost_claims', $$
  Later bookings that a driver had accepted ahead of time and did not keep.
  reason: How it went back. cancelled: the driver cancelled it; given_back: the driver was asked and said no;
    otherwise it was passed on, for this risk (app.claim_risk).
$$);

create index lost_claims_driver_id on app.lost_claims (driver_id, at);
create index lost_claims_at on app.lost_claims (at);

alter table app.lost_claims enable row level security;

create type public.lost_claim_sum as (reason text, times integer, last_at timestamptz);
comment on type public.lost_claim_sum is
  'How many later bookings a driver gave back for a reason, and when the last one.';

-- Drivers are asked for their claims in the order of the pickup times.
create index bookings_claimed on public.bookings (trip_at) where status = 'ACCEPTED' and book_later;
