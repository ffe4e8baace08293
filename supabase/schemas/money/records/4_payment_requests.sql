-- What a paid ride costs more or less than its receipt says, and payment requests: more is only paid once the rider
-- accepts.

create table public.payment_requests (
  id uuid primary key default app.uuid_v7(),
  booking_id uuid not null references public.bookings (id),
  customer_id uuid not null references public.profiles (id),
  kind text not null check (kind in ('fare', 'toll', 'damage')),
  amount numeric not null check (amount > 0 and amount < 1000000),
  reason text not null check (btrim(reason) <> '' and length(reason) <= 500),
  status text not null default 'open' check (status in ('open', 'accepted', 'declined', 'withdrawn')),
  created_by uuid references public.profiles (id),
  created_at timestamptz not null default app.now(),
  expires_at timestamptz not null default app.now() + interval '30 days',
  decided_at timestamptz,
  transaction_id bigint unique references public.ledger_transactions (id),
  client_key uuid not null,
  constraint payment_requests_key unique nulls not distinct (created_by, client_key),
  constraint payment_requests_decided check ((status = 'open') = (decided_at is null)
    and (status = 'accepted') = (transaction_id is not null))
);
call app.describe('public.payment_requests', $$
  Requests to a rider to pay more for a paid ride than its receipt says. Nothing moves before the rider accepts.
  kind: What is asked for: fare (the meter counted too little), toll, or damage (to the car, also cleaning it).
  amount: The amount that the rider pays in addition.
  reason: The desk's reason, which the rider reads.
  status: open; accepted (paid from the wallet); declined by the rider; withdrawn by the desk.
  created_by: The admin who asked; null if a rule did.
  expires_at: Until when the rider can accept.
  transaction_id: The ledger transaction of the payment.
$$);
grant select on public.payment_requests to authenticated;
revoke insert, update, delete, truncate on public.payment_requests from service_role;

create index payment_requests_booking_id on public.payment_requests (booking_id, id);
create index payment_requests_customer_id on public.payment_requests (customer_id, id);
create index payment_requests_created_by on public.payment_requests (created_by);
create unique index payment_requests_one_fare on public.payment_requests (booking_id) where status = 'open'
  and kind = 'fare';

-- The tables of payments and extras are created before this one.
alter table public.payments add foreign key (request_id) references public.payment_requests (id);

create index payments_request_id on public.payments (request_id);

alter table public.booking_extras add foreign key (request_id) references public.payment_requests (id);

create index booking_extras_request_id on public.booking_extras (request_id);

alter table public.payment_requests enable row level security;

create policy "riders read their own payment requests" on public.payment_requests for select to authenticated
  using (customer_id = (select auth.uid()));
create policy "admins read every payment request" on public.payment_requests for select to authenticated
  using ((select app.has_current_role('admin')));

-- Riders must not see how a price is divided, so the shares are kept apart.
create table app.payment_request_shares (
  request_id uuid primary key references public.payment_requests (id),
  change app.fare_sums not null,
  to_goodwill boolean not null
);
comment on table app.payment_request_shares is
  'How the money of a payment request is divided once the rider accepts. to_goodwill: the operator has paid the '
  'driver already.';

alter table app.payment_request_shares enable row level security;
