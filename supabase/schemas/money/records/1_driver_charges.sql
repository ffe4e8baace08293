-- Driver charges: amounts that drivers pay weekly or once (rent, insurance, radio), taken from their wallets.

create table public.driver_charges (
  id uuid primary key default app.uuid_v7(),
  driver_id uuid not null references public.profiles (id),
  kind text not null check (kind in ('rent', 'insurance', 'radio', 'other')),
  amount numeric not null check (amount > 0 and amount < 1000000),
  weekly boolean not null default true,
  from_day date not null check (from_day between '2000-01-01' and '2200-01-01'),
  until_day date check (until_day >= from_day),
  charged_until date,
  note text check (length(note) <= 500),
  created_by uuid references public.profiles (id),
  created_at timestamptz not null default app.now(),
  client_key uuid not null,
  unique (created_by, client_key)
);
call app.describe('public.driver_charges', $$
  Charges that a driver pays in addition to commissions, mainly rent of a car. They are taken from the wallet before
    each payout run.
  kind: What the charge is for: rent, insurance, radio or other.
  amount: Amount per week, or of the single charge; including tax.
  weekly: Whether the amount is charged for each week that begins between from_day and until_day. If not, it is
    charged once, on from_day.
  from_day: The first day of the charge.
  until_day: The last day of the charge; null: no end.
  charged_until: Monday of the last week that was charged, or from_day of a single charge that was charged.
  note: A note for the driver.
  created_by: The admin who added the charge.
$$);
grant select on public.driver_charges to authenticated;
revoke insert, update, delete, truncate on public.driver_charges from service_role;

create index driver_charges_driver_id on public.driver_charges (driver_id, id desc);

alter table public.driver_charges enable row level security;

create policy "drivers read their own charges" on public.driver_charges for select to authenticated
  using (driver_id = (select auth.uid()));
create policy "admins who pay out read every charge" on public.driver_charges for select to authenticated
  using ((select app.has_permission('payouts')));
