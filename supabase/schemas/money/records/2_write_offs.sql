-- Write-offs: debts that the operator gives up.

create table public.write_offs (
  id uuid primary key default app.uuid_v7(),
  booking_id uuid unique references public.bookings (id),
  user_id uuid not null references public.profiles (id),
  amount numeric not null check (amount > 0),
  reason text not null check (btrim(reason) <> '' and length(reason) <= 500),
  on_day date not null,
  transaction_id bigint not null unique references public.ledger_transactions (id),
  created_by uuid references public.profiles (id),
  created_at timestamptz not null default app.now(),
  client_key uuid not null,
  unique (created_by, client_key)
);
call app.describe('public.write_offs', $$
  Debts that were written off: the rest of an unpaid ride, or a wallet's negative balance.
  user_id: The person who owed the money.
  booking_id: The unpaid ride; null for a negative wallet.
  amount: The amount that was written off.
  reason: The reason that the admin gave.
  on_day: Date of the write-off in the books.
  created_by: The admin who wrote the debt off; if two were needed, the second.
$$);
grant select on public.write_offs to authenticated;
revoke insert, update, delete, truncate on public.write_offs from service_role;

create index write_offs_user_id on public.write_offs (user_id);

alter table public.write_offs enable row level security;

create policy "admins who keep the books read write-offs" on public.write_offs for select to authenticated
  using ((select app.has_permission('money')));
