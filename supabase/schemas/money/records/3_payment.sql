-- Payments requested from providers, and paying by cash and wallet.

create domain public.payment_provider as text
  check (value in ('paypal', 'braintree', 'stripe', 'paytm', 'payulatam', 'flutterwave',
  'paystack', 'securepay', 'payfast', 'liqpay', 'culqi', 'mercadopago', 'squareup', 'wipay', 'razorpay', 'test'));

create table public.payments (
  id uuid primary key default app.uuid_v7(),
  purpose text not null check (purpose in ('booking', 'topup', 'tip', 'debt')),
  booking_id uuid references public.bookings (id),
  customer_id uuid references public.profiles (id),
  provider public.payment_provider not null,
  amount numeric not null check (amount > 0 and amount < 1000000000),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  is_hold boolean not null default false,
  status text not null default 'created'
    check (status in ('created', 'authorized', 'paid', 'failed', 'voided', 'expired')),
  authorized_amount numeric not null default 0 check (authorized_amount between 0 and amount),
  captured_amount numeric not null default 0 check (captured_amount between 0 and amount),
  refunded_amount numeric not null default 0,
  disputed_amount numeric not null default 0,
  fee numeric not null default 0,
  step numeric not null default 0 check (step >= 0 and step < 1000000),
  provider_ref text check (length(provider_ref) between 1 and 300),
  charge_ref text check (length(charge_ref) between 1 and 300),
  created_at timestamptz not null default app.now(),
  authorized_at timestamptz,
  paid_at timestamptz,
  expires_at timestamptz,
  client_key uuid not null,
  request_id uuid,
  unique (customer_id, client_key),
  constraint payments_customer check (customer_id is not null or purpose = 'booking' and not is_hold),
  constraint payments_purpose check ((purpose in ('booking', 'tip')) = (booking_id is not null)),
  constraint payments_request check (request_id is null or purpose = 'topup'),
  constraint payments_hold check (purpose = 'booking' or not is_hold),
  constraint payments_authorized check ((authorized_amount > 0) = (authorized_at is not null)
    and (status <> 'authorized' or authorized_amount > 0)
    and (authorized_amount = 0 or is_hold)),
  constraint payments_paid check ((status = 'paid') = (paid_at is not null)
    and (status = 'paid') = (captured_amount > 0)),
  constraint payments_refunded check (refunded_amount between 0 and captured_amount),
  constraint payments_disputed check (disputed_amount between 0 and captured_amount),
  constraint payments_fee check (fee between 0 and captured_amount)
);
call app.describe('public.payments', $$
  Payments requested from a provider: the amount and currency that the provider's event must match, and the result.
  purpose: What is paid: booking (a ride or a parcel), topup (of the wallet), tip (for the driver of booking_id) or
    debt (the wallet's negative balance).
  status: created: not decided; authorized: the amount is reserved on the card (hold); paid: the money was taken;
    failed; expired. A failed or expired payment may still be paid by a later event.
  is_hold: Whether an amount is reserved before the ride and captured after it; `amount` is then the maximum.
  authorized_amount: The amount reserved on the card by the hold; not in the ledger.
  captured_amount: The amount that was taken; for a hold at most authorized_amount.
  refunded_amount: The amount that was returned to the card, or, for a late payment, to the wallet.
  disputed_amount: The amount of open or lost chargebacks of this payment; it cannot be refunded again.
  step: The amount and what is captured or returned are multiples of this, because the provider takes no smaller part
    of the currency; 0 if it takes any amount.
  fee: The fee that the provider keeps for this payment.
  provider: The payment provider, by name.
  provider_ref: The provider's reference of the payment, such as the id of a session or an order.
  charge_ref: The provider's id of the charge; refunds, captures and chargebacks refer to it.
  amount: The amount to pay: the open amount of the booking at that time, or the amount that the customer chose; for a
    hold the maximum to capture.
  currency: Currency of the payment: settings.code at that time.
  expires_at: When the provider stops accepting the payment; for a hold, when the reservation ends.
  request_id: The payment request that a top-up pays as soon as it is paid.
$$);
grant select on public.payments to authenticated;
revoke insert, update, delete, truncate on public.payments from service_role;

create function app.is_secured(status text) returns boolean language sql immutable parallel safe as $$
  select status in ('authorized', 'paid')
$$;
comment on function app.is_secured is 'Whether the money of a payment is reserved or taken.';

create function app.is_undecided(status text) returns boolean language sql immutable parallel safe as $$
  select status in ('created', 'failed')
$$;
comment on function app.is_undecided is
  'Whether a payment may still succeed: the customer has not paid, or an attempt failed.';

create index payments_customer_id on public.payments (customer_id, created_at desc, id);
create index payments_booking_id on public.payments (booking_id);
create index payments_provider_ref on public.payments (provider, provider_ref) where provider_ref is not null;
create index payments_charge_ref on public.payments (provider, charge_ref) where charge_ref is not null;
create index payments_open on public.payments (created_at) where status in ('created', 'authorized');

alter table public.payments enable row level security;

create policy "people read their own payments" on public.payments for select to authenticated
  using (customer_id = (select auth.uid()));
create policy "admins read every payment" on public.payments for select to authenticated
  using ((select app.has_current_role('admin')));

-- The tables of the ledger are created before the bookings, so these foreign keys are added in this file.
alter table public.ledger_transactions add foreign key (booking_id) references public.bookings (id);
alter table public.ledger_accounts add foreign key (booking_id) references public.bookings (id);
alter table public.money_decisions add foreign key (booking_id) references public.bookings (id);
