-- Fee debts: cancellation and no-show fees that riders have not paid and of which a driver gets a share.

create table app.fee_debts (
  booking_id uuid primary key references public.bookings (id),
  customer_id uuid not null references public.profiles (id),
  fee numeric not null check (fee > 0 and fee < 1e12),
  unpaid numeric not null,
  percent numeric not null check (percent > 0 and percent <= 100),
  at timestamptz not null default app.now(),
  constraint fee_debts_unpaid check (unpaid > 0 and unpaid <= fee)
);
call app.describe('app.fee_debts', $$
  Fees that a rider has not paid in full. The driver gets the share only when the rider pays, because an invented
    rider never pays.
  unpaid: The part of the fee that the rider's wallet has not covered yet.
  percent: Value of settings.cancellation_driver_percent when the fee was charged.
$$);

create index fee_debts_customer_id on app.fee_debts (customer_id, at);

alter table app.fee_debts enable row level security;
