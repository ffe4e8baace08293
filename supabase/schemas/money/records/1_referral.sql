-- Referral: the inviter and the invited rider each receive settings.bonus once, after the invited rider's first paid
-- trip that meets the minimums.

create table app.referrals (
  referred_id uuid primary key references public.profiles (id),
  referrer_id uuid not null references public.profiles (id) check (referrer_id <> referred_id),
  driver_id uuid not null references public.drivers (id),
  booking_id uuid not null unique references public.bookings (id),
  amount numeric not null check (amount > 0 and amount < 1000001),
  at timestamptz not null default app.now()
);
comment on table app.referrals is 'One row per paid referral bonus: the referrer, the trip and its driver.';

create index referrals_referrer_id on app.referrals (referrer_id, at);
create index referrals_driver_id on app.referrals (driver_id);

alter table app.referrals enable row level security;

-- The primary key ensures that an e-mail address or number earns a bonus only once, even in concurrent transactions.
create table app.referred_contacts (
  hash text primary key,
  referred_id uuid not null references app.referrals (referred_id)
);
comment on table app.referred_contacts is 'Hashed e-mail addresses and numbers for which a bonus was already paid.';

create index referred_contacts_referred_id on app.referred_contacts (referred_id);

alter table app.referred_contacts enable row level security;
