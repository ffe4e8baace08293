-- Money desk: shows staff the movements of money in a period, computed from stored sums of days, and the ledger entries
-- behind each figure.

-- Stores the sums of each day, so that the sums of a month are computed from some thirty days instead of millions of
-- entries.
create table app.book_days (
  day date primary key,
  since timestamptz not null,
  until timestamptz not null check (until >= since)
);
comment on table app.book_days is
  'Days whose sums are stored, with the times between which their transactions lie, so that a later change of '
  'settings.time_zone does not move transactions to another day.';

create table app.book_sums (
  day date not null references app.book_days (day),
  label text not null,
  kind text not null,
  debit numeric not null check (debit >= 0),
  credit numeric not null check (credit >= 0),
  debits bigint not null check (debits >= 0),
  credits bigint not null check (credits >= 0),
  primary key (day, label, kind)
);
comment on table app.book_sums is
  'Sums of a day, by account (ledger_accounts.label) and kind of transaction. debit: the sum of the negative entries, '
  'as a positive number.';

alter table app.book_days enable row level security;
alter table app.book_sums enable row level security;

create type public.ledger_row as (
  id bigint, at timestamptz, transaction_id bigint, kind text, part text, account text, amount numeric, booking_id uuid,
  reference text, user_id uuid, name text, provider text
);
comment on type public.ledger_row is
  'A row of ledger_rows: an entry with its transaction, the reference of its booking and the owner of its wallet.';
