-- Withdrawals: people request money from their wallet to a bank account; an admin transfers it and completes the
-- request.

create table public.withdraw_requests (
  id uuid primary key default app.uuid_v7(),
  user_id uuid not null references public.profiles (id),
  name text not null,
  amount numeric not null check (amount > 0 and amount < 1000000),
  date timestamptz not null default app.now(),
  bank_name text not null default '',
  bank_code text not null default '',
  bank_account text not null default '',
  processed boolean not null default false,
  process_date timestamptz check (processed = (process_date is not null)),
  rejected_at timestamptz check (rejected_at is null or not processed),
  reason text check (length(reason) <= 500) check (reason is null or rejected_at is not null),
  client_key uuid not null,
  sent_at timestamptz,
  unique (user_id, client_key)
);
call app.describe('public.withdraw_requests', $$
  Withdrawals: money on its way from a wallet to a bank account. Open until processed or rejected, each once.
  date: When the person requested the withdrawal; at that time the money left the wallet.
  bank_account: IBAN or account number at the time of the request; empty if none was given.
  process_date: When an admin confirmed that the money was transferred.
  sent_at: When the withdrawal was first exported in a payment file.
  reason: Why the withdrawal was rejected.
  name: The person's name at the time of the request.
  amount: The amount that left the wallet.
  bank_name: Name of the bank at the time of the request; empty if none was given.
  bank_code: BIC or sort code at the time of the request; empty if none was given.
  processed: Whether the money was transferred.
$$);
grant select on public.withdraw_requests to authenticated;
revoke insert, update, delete, truncate on public.withdraw_requests from service_role;

create index withdraw_requests_user_id on public.withdraw_requests (user_id, date desc, id);
create index withdraw_requests_date on public.withdraw_requests (date desc, id);
create index withdraw_requests_amount on public.withdraw_requests (amount, id);
create index withdraw_requests_rejected on public.withdraw_requests (date desc, id) where rejected_at is not null;
create index withdraw_requests_open on public.withdraw_requests (date) where not processed and rejected_at is null;

alter table public.withdraw_requests enable row level security;

create policy "people read their own withdrawals" on public.withdraw_requests for select to authenticated
  using (user_id = (select auth.uid()));
