-- Taxes: monthly payments to the tax office.

create table public.tax_remittances (
  id uuid primary key default app.uuid_v7(),
  month date not null unique check (extract(day from month) = 1),
  amount numeric not null check (amount > 0),
  on_day date not null,
  transaction_id bigint not null unique references public.ledger_transactions (id),
  created_by uuid references public.profiles (id),
  created_at timestamptz not null default app.now()
);
call app.describe('public.tax_remittances', $$
  Payments of tax to the tax office, once per month.
  month: First day of the month whose tax was paid.
  amount: Amount paid: the balance of the tax account at the end of the month that had not been paid yet.
  on_day: Date of the payment in the books.
  created_by: The admin who recorded the payment.
$$);
grant select on public.tax_remittances to authenticated;
revoke insert, update, delete, truncate on public.tax_remittances from service_role;

create index tax_remittances_created_by on public.tax_remittances (created_by);

alter table public.tax_remittances enable row level security;

create policy "admins who keep the books read what tax was paid" on public.tax_remittances for select to authenticated
  using ((select app.has_permission('money')));

create trigger tax_remittances__append_only before update or delete or truncate on public.tax_remittances
  for each statement execute function app.tg_append_only();
