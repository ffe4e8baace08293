-- Holds: before a card ride starts, a maximum amount that the rider sees is reserved on the card (a hold); at the end
-- the fare is taken from it (captured).

create table app.hold_asks (
  booking_id uuid primary key references public.bookings (id),
  at timestamptz not null default app.now()
);
comment on table app.hold_asks is
  'Later card rides whose saved card or rider was already asked to reserve the fare, so that each is asked once.';

alter table app.hold_asks enable row level security;
