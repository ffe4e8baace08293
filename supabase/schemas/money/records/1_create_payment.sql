-- Creating a payment before its customer is sent to a provider: checks who may pay and how much, and defines the
-- payment view (the JSON in which the edge function and pages see a payment).

create table app.street_pay_links (
  booking_id uuid primary key references public.bookings (id) on delete cascade,
  token text not null unique check (token ~ '^[0-9a-f]{32}$'),
  created_at timestamptz not null default app.now()
);
comment on table app.street_pay_links is 
  'The secret token in the QR code for paying a street trip or a telephone order by card.';

alter table app.street_pay_links enable row level security;
