-- Corrections of a fare that the meter got wrong, by the desk.

create table public.fare_corrections (
  id uuid primary key default app.uuid_v7(),
  booking_id uuid not null references public.bookings (id),
  customer_id uuid references public.profiles (id),
  amount_before numeric not null check (amount_before >= 0 and amount_before < 1e12),
  amount_after numeric not null check (amount_after > 0 and amount_after < 1e12),
  returned numeric not null default 0 check (returned >= 0),
  reason text not null check (btrim(reason) <> '' and length(reason) <= 500),
  request_id uuid unique references public.payment_requests (id),
  transaction_id bigint unique references public.ledger_transactions (id),
  created_by uuid references public.profiles (id),
  created_at timestamptz not null default app.now(),
  client_key uuid not null,
  unique (created_by, client_key),
  constraint fare_corrections_changes check (amount_before <> amount_after),
  constraint fare_corrections_way check (num_nonnulls(request_id, transaction_id) <= 1
    and (request_id is null or amount_after > amount_before)
    and (transaction_id is null or amount_after < amount_before or returned = 0)
      and (returned = 0 or transaction_id is not null))
);
call app.describe('public.fare_corrections', $$
  Fares that the desk corrected. Before the payment the fare itself changes; afterwards a lower fare is refunded, and
    a higher one is asked for.
  amount_before: The price (trip_cost) before.
  amount_after: The right price.
  reason: Why the fare was wrong; the rider reads it.
  returned: What the rider got back, for a correction after the payment.
  request_id: The payment request that the rider must accept; until then nothing changed.
  transaction_id: The ledger transaction of the refund.
  created_by: The admin who corrected; if two were needed, the second.
$$);
grant select on public.fare_corrections to authenticated;
revoke insert, update, delete, truncate on public.fare_corrections from service_role;

create index fare_corrections_booking_id on public.fare_corrections (booking_id, id);
create index fare_corrections_customer_id on public.fare_corrections (customer_id);

alter table public.fare_corrections enable row level security;

create policy "riders read the corrections of their own fares" on public.fare_corrections for select to authenticated
  using (customer_id = (select auth.uid()));
create policy "admins read every correction of a fare" on public.fare_corrections for select to authenticated
  using ((select app.has_current_role('admin')));

create function app.correction_time() returns interval
language sql immutable parallel safe as $$ select interval '30 days' $$;
comment on function app.correction_time is
  'How long after the end of a trip its fare can be corrected and its rider be asked for more.';
