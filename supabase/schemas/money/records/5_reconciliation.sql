-- Reconciliation: compares providers' reports with our books, and lists chargebacks that wait for the operator's
-- response.

-- The table has no foreign keys and few indexes, because a month may have a million lines, and each key or index would
-- cost another lookup per line.
create table public.provider_lines (
  provider public.payment_provider not null,
  line_ref text not null check (length(line_ref) between 1 and 200),
  kind text not null check (kind in ('charge', 'refund', 'chargeback', 'chargeback_won', 'fee', 'payout',
    'adjustment')),
  charge_ref text check (length(charge_ref) <= 300),
  gross numeric not null check (abs(gross) < 1e12),
  fee numeric not null default 0 check (abs(fee) < 1e12),
  at timestamptz not null,
  payment_id uuid,
  ledger_amount numeric check (abs(ledger_amount) < 1e12),
  outcome text not null check (outcome in ('matched', 'missing_here', 'amount_differs', 'accepted')),
  primary key (provider, line_ref)
);
call app.describe('public.provider_lines', $$
  Lines of providers' reports, unique by reference, and what in our data matches each.
  provider: The payment provider whose report contains the line.
  line_ref: The provider's reference of the line. Because it is unique, importing a report twice changes nothing.
  kind: What the line is about: charge, refund, chargeback, chargeback_won, fee, payout or adjustment.
  charge_ref: The charge to which the line refers, or the id of our payment.
  gross: Amount before the fee; positive: it came to us, negative: it left us.
  fee: The provider's fee. gross - fee is the change of what the provider owes us.
  ledger_amount: The amount in our books for the same movement, with its sign; null if there is none.
  outcome: Result of the comparison when the report was imported: matched, missing_here (not in our books),
    amount_differs; accepted: staff booked the difference later.
$$);
grant select on public.provider_lines to authenticated;
revoke insert, update, delete, truncate on public.provider_lines from service_role;

create function app.is_difference(outcome text) returns boolean language sql immutable parallel safe as $$
  select outcome in ('missing_here', 'amount_differs')
$$;
comment on function app.is_difference is 'Whether a line of a provider''s report differs from our books.';

create index provider_lines_open on public.provider_lines (provider, at desc, line_ref)
  where outcome in ('missing_here', 'amount_differs');
create index provider_lines_at on public.provider_lines using brin (at);
create index payments_paid_at on public.payments (provider, paid_at) where paid_at is not null;

alter table public.provider_lines enable row level security;

create policy "admins who keep the books read providers' reports" on public.provider_lines for select to authenticated
  using ((select app.has_permission('money')));

create table app.provider_days (
  provider public.payment_provider,
  day date,
  net numeric not null check (abs(net) < 1e15),
  lines bigint not null check (lines > 0),
  primary key (provider, day)
);
comment on table app.provider_days is
  'Change per day of what each provider owes us, according to its reports, so that a balance can be computed without '
  'all lines.';

alter table app.provider_days enable row level security;

create type public.report_result as (lines integer, new_lines integer, matched integer, missing_here integer,
  amount_differs integer);
comment on type public.report_result is
  'Result of record_provider_report: number of lines, number of new lines, and outcomes of the new ones.';

create index chargebacks_due on public.chargebacks (coalesce(due_at, 'infinity'), id);
