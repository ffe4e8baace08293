-- Bank statements: imports the lines of the operator's bank account and matches them with withdrawals and providers'
-- payouts.

create table public.bank_lines (
  id bigint generated always as identity primary key,
  reference text not null unique check (length(reference) between 1 and 200),
  booked_on date not null,
  amount numeric not null check (amount <> 0 and abs(amount) < 1e12),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  end_to_end_id text check (length(end_to_end_id) <= 100),
  name text check (length(name) <= 200),
  note text check (length(note) <= 1000),
  outcome text not null check (outcome in ('withdrawal', 'provider_payout', 'tax', 'assigned', 'already_paid',
    'amount_differs', 'currency_differs',
    'withdrawal_closed', 'unmatched')),
  withdrawal_id uuid references public.withdraw_requests (id),
  provider text check (provider ~ '^[a-z]{2,20}$'),
  transaction_id bigint references public.ledger_transactions (id),
  imported_at timestamptz not null default app.now(),
  imported_by uuid references public.profiles (id),
  assigned_by uuid references public.profiles (id)
);
call app.describe('public.bank_lines', $$
  Lines of bank statements, unique by the bank's reference, and what each was matched with.
  reference: The bank's reference of the line. Because it is unique, importing a statement twice changes nothing.
  booked_on: The bank's date of booking.
  amount: Amount of the line; positive: incoming money, negative: outgoing.
  currency: Currency as given by the bank.
  name: Name of the other party, as given by the bank.
  note: Text of the line, as given by the bank.
  outcome: What the line was matched with. withdrawal: it completed a withdrawal; provider_payout: a payment provider
    paid out (or took back) money; tax: a tax remittance that was booked before; assigned: matched by staff. The other
    outcomes moved no money: already_paid (the withdrawal was completed manually before), amount_differs,
    currency_differs, withdrawal_closed (the withdrawal was rejected, or already paid by another line), unmatched.
  provider: The payment provider that paid out.
  imported_by: The admin who imported the statement.
  assigned_by: The admin who assigned the line.
$$);

create function app.statement_lines() returns integer language sql immutable parallel safe as $$ select 5000 $$;
comment on function app.statement_lines is 'Most lines of a bank statement that are imported at once. @shared';

create function app.is_open_line(outcome text) returns boolean language sql immutable parallel safe as $$
  select outcome in ('amount_differs', 'currency_differs', 'withdrawal_closed', 'unmatched')
$$;
comment on function app.is_open_line is
  'Whether staff must decide a line of a bank statement: it was not recognized and moved no money.';

create index bank_lines_booked_on on public.bank_lines (booked_on desc, id desc);
create index bank_lines_open on public.bank_lines (id desc)
  where outcome in ('amount_differs', 'currency_differs', 'withdrawal_closed', 'unmatched');
create index bank_lines_withdrawal_id on public.bank_lines (withdrawal_id);
create index bank_lines_transaction_id on public.bank_lines (transaction_id);
create index bank_lines_imported_by on public.bank_lines (imported_by);
create index bank_lines_assigned_by on public.bank_lines (assigned_by);

create table public.bank_balances (
  day date primary key,
  balance numeric not null check (abs(balance) < 1e15),
  imported_at timestamptz not null default app.now()
);
call app.describe('public.bank_balances', $$
  Balance of the operator's account at the end of a day, according to the bank.
  day: Date of the balance, according to the bank.
  balance: Closing balance of the bank statement.
$$);
grant select on public.bank_lines, public.bank_balances to authenticated;
revoke insert, update, delete, truncate on public.bank_lines, public.bank_balances from service_role;

alter table public.bank_lines enable row level security;
alter table public.bank_balances enable row level security;

-- Admins cannot read bank lines in demo mode, because a statement contains names and accounts.
-- Lines contain names and accounts, so there is no policy: staff reads them through list_bank_lines, which logs.
create policy "admins who keep the books read bank balances" on public.bank_balances for select to authenticated
  using ((select app.has_permission('money')));

create type public.bank_match as (reference text, outcome text, duplicate boolean, withdrawal_id uuid, provider text,
  transaction_id bigint);
comment on type public.bank_match is 'Result of match_statement for one line; outcome: as in bank_lines.outcome.';
