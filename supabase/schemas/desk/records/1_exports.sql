-- Exports of the books: drivers' yearly earnings for tax offices (DAC7), and invoices.

create table public.tax_details (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  tax_number text not null default '' check (tax_number ~ '^[A-Za-z0-9 ./-]{0,40}$'),
  vat_number text not null default '' check (vat_number ~ '^[A-Za-z0-9 ./-]{0,40}$'),
  tax_country text not null check (tax_country ~ '^[A-Z]{2}$'),
  birth_date date check (birth_date between '1900-01-01' and '2100-01-01'),
  street text not null default '' check (length(street) <= 200),
  postal_code text not null default '' check (length(postal_code) <= 20),
  city text not null default '' check (length(city) <= 100),
  updated_at timestamptz not null default app.now()
);
call app.describe('public.tax_details', $$
  A driver's details for the reports that platforms send to the tax office. Only the driver and tax_report read them.
  tax_number: The driver's tax identification number.
  vat_number: The driver's VAT number, if there is one.
  tax_country: Country in which the driver pays tax, as ISO 3166 code.
  birth_date: The driver's date of birth.
  street: Street and number of the driver's home address.
  postal_code: Postal code of the driver's home address.
  city: City of the driver's home address.
$$);
grant select on public.tax_details to authenticated;
revoke insert, update, delete, truncate on public.tax_details from service_role;

alter table public.tax_details enable row level security;

create policy "people read their own tax details" on public.tax_details for select to authenticated
  using (user_id = (select auth.uid()));

create type public.driver_year as (
  driver_id uuid, name text, first_name text, last_name text, tax_number text, vat_number text, tax_country text,
  birth_date date, street text, postal_code text, city text, bank_holder text, bank_account text, quarter integer,
  activities integer, consideration numeric, fees numeric, taxes numeric, fleet_share numeric, charges numeric
);
comment on type public.driver_year is
  'A row of tax_report: one quarter of a driver. activities: number of paid rides; consideration: what the driver was '
  'credited for them, with tips and shares of cancellation fees, less what was reversed; fees: the operator''s '
  'earnings from them; taxes: tax that was retained; fleet_share: what the fleet received; charges: rent and other '
  'charges.';

create type public.invoice_row as (
  id uuid, number text, kind text, issued_at timestamptz, booking_id uuid, customer_id uuid,
    customer_name text, currency text,
  net numeric, tax numeric, total numeric, content jsonb
);
comment on type public.invoice_row is
  'A row of invoice_rows: an invoice or a credit note, with its content as in receipts, and the rider''s name as the '
  'booking contains it now.';
