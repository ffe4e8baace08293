-- Chargebacks: a customer's bank reverses a card payment.

create table public.chargebacks (
  id uuid primary key default app.uuid_v7(),
  payment_id uuid not null references public.payments (id),
  provider public.payment_provider not null,
  dispute_ref text not null check (length(dispute_ref) between 1 and 300),
  amount numeric not null check (amount > 0 and amount < 1000000000),
  status text not null default 'open' check (status in ('open', 'won', 'lost')),
  opened_at timestamptz not null default app.now(),
  due_at timestamptz,
  closed_at timestamptz check ((status = 'open') = (closed_at is null)),
  unique (provider, dispute_ref)
);
call app.describe('public.chargebacks', $$
  Card payments reversed by a customer's bank, from the report until it is decided who gets the money.
  provider: The payment provider that reported the chargeback.
  dispute_ref: The provider's id of the chargeback; the payment's id if it has none.
  amount: The amount that the customer's bank took back.
  status: open; won: the operator got the money back; lost: the customer keeps it.
  due_at: The provider's deadline for the operator's response.
$$);
grant select on public.chargebacks to authenticated;
revoke insert, update, delete, truncate on public.chargebacks from service_role;

create index chargebacks_payment_id on public.chargebacks (payment_id);
create index chargebacks_status on public.chargebacks (status, due_at, id);

alter table public.chargebacks enable row level security;

create policy "admins who keep the money read every chargeback" on public.chargebacks for select to authenticated
  using ((select app.has_permission('money')));
