-- Closing the books: closed days with a hash, and locked periods.

create table public.book_closes (
  day date primary key,
  entries bigint not null check (entries >= 0),
  totals jsonb not null check (jsonb_typeof(totals) = 'array'),
  balances jsonb not null check (jsonb_typeof(balances) = 'object'),
  prev_hash text not null,
  hash text not null check (hash ~ '^[0-9a-f]{64}$'),
  closed_by uuid references public.profiles (id),
  closed_at timestamptz not null default app.now()
);
call app.describe('public.book_closes', $$
  Closed days in their order, each with the hash of the previous day. Append-only.
  day: Date of the closed day, in settings.time_zone.
  entries: Number of ledger entries of the day; for the first closed day, also those of all days before it.
  totals: Movements of the day: [{account, kind, debit, credit, debits, credits}].
  balances: Balance of every account at the end of the day, with the ledger's sign: {account: amount}.
  prev_hash: Hash of the previous closed day; empty for the first.
  hash: SHA-256 of the row, computed by app.close_hash.
  closed_by: The admin who closed the day.
$$);
grant select on public.book_closes to authenticated;
revoke insert, update, delete, truncate on public.book_closes from service_role;

create index book_closes_closed_by on public.book_closes (closed_by);

alter table public.book_closes enable row level security;

create policy "admins who keep the books read what was closed" on public.book_closes for select to authenticated
  using ((select app.has_permission('money')));

create trigger book_closes__append_only before update or delete or truncate on public.book_closes
  for each statement execute function app.tg_append_only();

create type public.money_state as (
  today date, closed_until date, next_day date, locked_until date, wallets numeric, profiles numeric, off_by numeric
);
comment on type public.money_state is
  'Result of money_status. next_day: the next day that close_day can close, null if none is finished; wallets: the '
  'ledger''s sum of all wallets; profiles: the sum of the balances that people see; off_by: the sum of the whole '
  'ledger, which must be 0.';
