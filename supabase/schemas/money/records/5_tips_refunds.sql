-- Tips for drivers, and refunds to riders.

create table public.refunds (
  id uuid primary key default app.uuid_v7(),
  booking_id uuid references public.bookings (id),
  customer_id uuid references public.profiles (id),
  payment_id uuid references public.payments (id),
  amount numeric not null check (amount > 0 and amount < 1000000000),
  reason text not null check (btrim(reason) <> ''),
  status text not null default 'done' check (status in ('due', 'done', 'failed', 'dropped')),
  provider_ref text check (length(provider_ref) between 1 and 300),
  created_by uuid references public.profiles (id),
  created_at timestamptz not null default app.now(),
  done_at timestamptz check ((status = 'due') = (done_at is null)),
  check (payment_id is not null or status = 'done'),
  check (payment_id is not null or booking_id is not null)
);
call app.describe('public.refunds', $$
  Money that was or will be returned to a rider. A refund to a card is in the ledger account refunds_due until the
    provider confirms it.
  payment_id: The card payment that is returned; null if the refund went to the wallet.
  reason: Why money is returned: the reason that an admin gave, or cancelled, late_payment or topup_returned.
  status: due: the provider has not confirmed it; done; failed: the provider refused, and the wallet got the money;
    dropped: not sent, because a chargeback returned the money.
  provider_ref: The provider's id of the refund.
  created_by: The admin who made the refund; null if it was automatic.
  amount: The amount that is returned.
$$);
grant select on public.refunds to authenticated;
revoke insert, update, delete, truncate on public.refunds from service_role;

create index refunds_booking_id on public.refunds (booking_id);
create index refunds_customer_id on public.refunds (customer_id, created_at desc, id);
create index refunds_payment_id on public.refunds (payment_id);
create index refunds_created_by on public.refunds (created_by);
create index refunds_due on public.refunds (created_at) where status = 'due';

alter table public.refunds enable row level security;

create policy "riders read their own refunds" on public.refunds for select to authenticated
  using (customer_id = (select auth.uid()));
create policy "admins read every refund" on public.refunds for select to authenticated
  using ((select app.has_current_role('admin')));

-- This foreign key is added in this file, because payment_jobs is created earlier.
alter table app.payment_jobs add foreign key (refund_id) references public.refunds (id);

create type public.booking_refund as (booking_id uuid, transaction_id bigint, amount numeric, refunds jsonb);
comment on type public.booking_refund is
  'Result of refund_booking: the amount that was refunded now, and all refunds of the booking.';
