-- The weekly payout run, which requests withdrawals for drivers, and the payment file for the bank.

create table public.payout_runs (
  id uuid primary key default app.uuid_v7(),
  week date not null check (extract(isodow from week) = 1),
  started_at timestamptz not null default app.now(),
  started_by uuid references public.profiles (id),
  finished_at timestamptz,
  last_driver_id uuid,
  drivers integer not null default 0 check (drivers >= 0),
  requests integer not null default 0 check (requests >= 0),
  total numeric not null default 0 check (total >= 0 and total < 1e12),
  client_key uuid not null unique
);
call app.describe('public.payout_runs', $$
  Weekly payout runs: each requests withdrawals for drivers.
  week: Monday of the ISO week of the run.
  started_by: The admin who started the run; null if the schedule started it (settings.payout_weekday).
  finished_at: When the run finished; null while drivers are left: call run_payouts again.
  last_driver_id: The last driver processed; drivers are processed in the order of ids.
  drivers: Number of drivers processed so far.
  requests: Number of withdrawals requested.
  total: Sum of the withdrawals requested.
$$);

create index payout_runs_week on public.payout_runs (week desc, id desc);
create index payout_runs_started_by on public.payout_runs (started_by);

create table public.payout_rows (
  run_id uuid not null references public.payout_runs (id),
  driver_id uuid not null references public.profiles (id),
  week date not null,
  outcome text not null check (outcome in ('requested', 'nothing', 'negative', 'locked', 'no_bank', 'waits', 'failed')),
  balance numeric not null check (abs(balance) < 1e12),
  charges numeric not null default 0 check (charges >= 0 and charges < 1e12),
  locked numeric not null default 0 check (locked >= 0 and locked < 1e12),
  amount numeric not null default 0 check (amount >= 0),
  withdrawal_id uuid unique references public.withdraw_requests (id),
  primary key (run_id, driver_id),
  constraint payout_rows_requested check ((outcome = 'requested') = (withdrawal_id is not null)
    and (outcome = 'requested') = (amount > 0))
);
call app.describe('public.payout_rows', $$
  Result of a payout run for each driver, and the withdrawal requested. At most one withdrawal per driver and week.
  week: Monday of the week of the run.
  outcome: Result for the driver. requested; nothing: the wallet is at zero; negative: below zero, carried over to the
    next week; locked: the wallet contains only card money or recent tips; no_bank: no bank details; waits: bank details
    or a contact changed recently; failed: an error, retried by the next run.
  balance: Wallet balance without bonus, after charges. Withdrawals requested earlier are already subtracted.
  charges: Sum of the driver's charges that the run has taken from the wallet before.
  locked: The part of the balance that cannot be withdrawn yet.
  amount: Amount of the withdrawal requested.
$$);
grant select on public.payout_runs, public.payout_rows to authenticated;
revoke insert, update, delete, truncate on public.payout_runs, public.payout_rows from service_role;

create unique index payout_rows_once on public.payout_rows (driver_id, week) where withdrawal_id is not null;
create index payout_rows_driver_id on public.payout_rows (driver_id, week desc);

alter table public.payout_runs enable row level security;
alter table public.payout_rows enable row level security;

create policy "admins who pay out read every run" on public.payout_runs for select to authenticated
  using ((select app.has_permission('payouts')));
create policy "drivers read their own rows of runs" on public.payout_rows for select to authenticated
  using (driver_id = (select auth.uid()));
create policy "admins who pay out read every row of a run" on public.payout_rows for select to authenticated
  using ((select app.has_permission('payouts')));

create type public.payout_file_row as (
  withdrawal_id uuid, end_to_end_id text, user_id uuid, name text, bank_name text, bank_code text, bank_account text,
  amount numeric, currency text, requested_at timestamptz, sent_at timestamptz
);
comment on type public.payout_file_row is
  'A row of payout_file: a withdrawal for a payment file. sent_at: when it was first exported; null if never before '
  'this call.';
