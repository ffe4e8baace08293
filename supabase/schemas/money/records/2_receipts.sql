-- Receipts: invoices of paid bookings, numbered without gaps per series and year, and credit notes for refunds.

create table public.receipts (
  id uuid primary key default app.uuid_v7(),
  booking_id uuid not null references public.bookings (id),
  kind text not null check (kind in ('receipt', 'addition', 'credit_note')),
  series text not null check (series ~ '^[A-Z0-9/-]{0,12}$'),
  year integer not null check (year between 2000 and 9999),
  serial bigint not null check (serial > 0),
  number text not null unique check (length(number) between 1 and 40),
  issued_at timestamptz not null default app.now(),
  customer_id uuid references public.profiles (id),
  fleet_id uuid references public.profiles (id),
  transaction_id bigint unique references public.ledger_transactions (id),
  lang text not null default 'en' check (length(lang) <= 20),
  content jsonb not null check (jsonb_typeof(content) = 'object'),
  unique (series, year, serial),
  constraint receipts_credit_note check ((kind = 'receipt') = (transaction_id is null))
);
call app.describe('public.receipts', $$
  One receipt per paid booking, which is its invoice, a credit note for each later refund, and an addition for what
    the rider accepted to pay later, numbered in one series per year. Append-only. The names of rider and driver are not
    included: they are in the booking, which deletes the names of deleted accounts.
  kind: receipt; credit_note: money was returned after the receipt; addition: the rider paid more after it. The
    contents of the last two contain the number of the receipt.
  series: Value of settings.receipt_prefix when it was issued; another prefix starts another series.
  year: Year in which it was issued, in settings.time_zone.
  serial: Number within series and year: 1, 2, 3, … without a gap, in the order of issue. The very first series begins
    with settings.receipt_start.
  number: The printed number: series, year and serial with at least six digits, such as R-2026-000001.
  customer_id: The rider, copied from the booking for the policies, like fleet_id.
  transaction_id: The transaction in the ledger to which a credit note or an addition belongs; null for a receipt.
  lang: The language of the rider when it was issued.
  content: The data on the document: {company, money: {code, symbol, decimal, swipe_symbol, time_zone, country,
    convert_to_mile}, trip: {reference, category, car_type, vehicle_number, vehicle, pickup, stops: [], drop, pickup_at,
    drop_at, distance, secs}, and of a receipt: lines, total, tax, tax_percent, tax_name, discount, promo_code,
    rounding, parts (what makes due of total: bookings.price_parts), due, payments: [{way:
    wallet|card|cash|goodwill|written_off, provider?, amount}], paid_at; of a credit note: receipt, receipt_at, amount,
    tax, tax_percent, tax_name, ways: [{way: wallet|card, amount}], at}.
$$);
grant select on public.receipts to authenticated;
revoke insert, update, delete, truncate on public.receipts from service_role;

create unique index receipts_one_per_booking on public.receipts (booking_id) where kind = 'receipt';
create index receipts_booking_id on public.receipts (booking_id, issued_at);
create index receipts_customer_id on public.receipts (customer_id, issued_at);
create index receipts_issued_at on public.receipts (issued_at, id);
create index receipts_fleet_id on public.receipts (fleet_id, issued_at);

alter table public.receipts enable row level security;

create policy "riders read their own receipts" on public.receipts for select to authenticated
  using (customer_id = (select auth.uid()));
create policy "fleet admins read their fleet's receipts" on public.receipts for select to authenticated
  using (fleet_id = (select auth.uid()) and (select app.has_current_role('fleetadmin')));
create policy "admins read every receipt" on public.receipts for select to authenticated
  using ((select app.has_current_role('admin')));

create trigger receipts__append_only before update or delete or truncate on public.receipts for each statement
  execute function app.tg_append_only();

-- A payment only adds a row to this queue; app.issue_receipts assigns the number later. The last number of a series is
-- stored in one row, and payments must not wait for each other to release the lock on this row.
create table app.receipts_due (
  id bigint generated always as identity primary key,
  booking_id uuid not null references public.bookings (id),
  transaction_id bigint references public.ledger_transactions (id),
  due_at timestamptz not null default app.now(),
  attempts integer not null default 0 check (attempts >= 0),
  unique nulls not distinct (booking_id, transaction_id)
);
comment on table app.receipts_due is
  'Payments whose receipt is not issued yet, and later transactions whose credit note or addition is not issued yet.';

create index receipts_due_due_at on app.receipts_due (due_at, id);
create index receipts_due_transaction_id on app.receipts_due (transaction_id);

alter table app.receipts_due enable row level security;

create table app.receipt_series (
  series text,
  year integer,
  last bigint not null check (last > 0),
  first bigint not null default 1 check (first > 0),
  primary key (series, year),
  constraint receipt_series_order check (first <= last)
);
comment on table app.receipt_series is
  'The first and last number of each series and year. A row and not a sequence, because a rollback must give the '
  'number back.';

alter table app.receipt_series enable row level security;

-- Refuses another first number once there is a receipt: numbers would be missing or issued twice. Receipts are issued
-- under the same lock, so none is issued meanwhile.
create function app.tg_settings__lock_receipt_start() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('receipts', 0));
  if exists (select from public.receipts) then
    perform app.refuse('receipts_issued', 409, 'receipt_start cannot change after the first receipt');
  end if;
  return new;
end $$;

create trigger settings__lock_receipt_start before update on public.settings
  for each row when (old.receipt_start is distinct from new.receipt_start)
  execute function app.tg_settings__lock_receipt_start();

create type public.receipt_document as (
  id uuid, booking_id uuid, kind text, number text, issued_at timestamptz, lang text, customer_name text,
    guest_name text,
  driver_name text, content jsonb, tip numeric
);
comment on type public.receipt_document is
  'A row of booking_receipts: a receipt, with the names that the booking still contains, and the tips until now (null '
  'in a credit note), which go to the driver and are no part of the invoice.';
