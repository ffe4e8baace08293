-- Exports of the books: drivers' yearly earnings for tax offices (DAC7), and invoices.
-- Needs:  ledger, receipts, profiles, bank details
-- Access: drivers enter their own tax details; admins with the permission money export the books
-- Tests:  tests/db/exports.sql

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
alter table public.tax_details enable row level security;
grant select on public.tax_details to authenticated;
revoke insert, update, delete, truncate on public.tax_details from service_role;
create policy "people read their own tax details" on public.tax_details for select to authenticated using (user_id = (select auth.uid()));

create function public.set_tax_details(details jsonb) returns public.tax_details language plpgsql security definer set search_path = '' as $$
declare
  v_me public.profiles := app.me();
  v_row public.tax_details;
begin
  begin
    select r.* into v_row from jsonb_populate_record(null::public.tax_details, details - '{user_id,updated_at}'::text[]) r;
    v_row.user_id := v_me.id;
    insert into public.tax_details as t (user_id, tax_number, vat_number, tax_country, birth_date, street, postal_code, city)
    values (v_me.id, coalesce(btrim(v_row.tax_number), ''), coalesce(btrim(v_row.vat_number), ''), upper(v_row.tax_country), v_row.birth_date,
      coalesce(btrim(v_row.street), ''), coalesce(btrim(v_row.postal_code), ''), coalesce(btrim(v_row.city), ''))
    on conflict on constraint tax_details_pkey do update set (tax_number, vat_number, tax_country, birth_date, street, postal_code, city, updated_at) =
      (excluded.tax_number, excluded.vat_number, excluded.tax_country, excluded.birth_date, excluded.street, excluded.postal_code, excluded.city, app.now())
    returning t.* into v_row;
  exception when data_exception or not_null_violation or check_violation or invalid_text_representation or invalid_datetime_format
      or datetime_field_overflow or invalid_parameter_value then
    perform app.refuse('tax_details_invalid', 422, 'Give tax_country with two letters; optional: tax_number, vat_number, birth_date, street, postal_code, city');
  end;
  return v_row;
end $$;
comment on function public.set_tax_details is 'Sets the calling driver''s tax details {tax_number, vat_number, tax_country, birth_date, street, postal_code, city}, all at once. Errors: must_login, account_suspended, tax_details_invalid.';
grant execute on function public.set_tax_details(jsonb) to authenticated;

create type public.driver_year as (
  driver_id uuid, name text, first_name text, last_name text, tax_number text, vat_number text, tax_country text,
  birth_date date, street text, postal_code text, city text, bank_holder text, bank_account text, quarter integer,
  activities integer, consideration numeric, fees numeric, taxes numeric, fleet_share numeric, charges numeric
);
comment on type public.driver_year is 'A row of tax_report: one quarter of a driver. activities: number of paid rides; consideration: what the driver was credited for them, with tips and shares of cancellation fees, less what was reversed; fees: the operator''s earnings from them; taxes: tax that was retained; fleet_share: what the fleet received; charges: rent and other charges.';

-- Adds up a driver's figures for each quarter of a year. Reads only the wallet of this driver, so that the cost of a page of
-- the report depends only on the rides of the drivers on that page.
create function app.driver_quarters(driver_id uuid, year integer)
returns table (quarter integer, activities integer, consideration numeric, fees numeric, taxes numeric, fleet_share numeric, charges numeric)
language plpgsql stable security definer set search_path = '' as $$
declare
  v_zone text := (app.settings()).time_zone;
begin
  return query
  with moved as (
    select extract(quarter from t.created_at at time zone v_zone)::integer as in_quarter, t.id, t.kind, sum(e.amount) as net, sum(e.amount) filter (where e.amount > 0) as credit
    from public.ledger_accounts a join public.ledger_entries e on e.account_id = a.id join public.ledger_transactions t on t.id = e.transaction_id
    left join public.bookings b on b.id = t.booking_id
    where a.name = 'wallet:' || driver_quarters.driver_id
      and t.created_at >= make_date(driver_quarters.year, 1, 1)::timestamp at time zone v_zone
      and t.created_at < make_date(driver_quarters.year + 1, 1, 1)::timestamp at time zone v_zone
      and (t.kind in ('charge', 'charge_reversed') or b.driver_id = driver_quarters.driver_id and t.kind in ('settlement', 'tip', 'cancellation', 'cancellation_share', 'no_show_waived', 'fee_reversed', 'refund', 'fare_change', 'extra'))
    group by 1, t.id, t.kind),
  -- Sums what the tax account, the fleet and the operator got from each ride.
  beside as (
    select m.id, coalesce(sum(e.amount) filter (where a.kind = 'tax'), 0) as tax, coalesce(sum(e.amount) filter (where a.kind = 'revenue.convenience'), 0) as fee,
      coalesce(sum(e.amount) filter (where a.kind = 'wallet' and a.user_id = b.fleet_id), 0) as fleet
    from moved m join public.ledger_transactions t on t.id = m.id join public.bookings b on b.id = t.booking_id
    join public.ledger_entries e on e.transaction_id = m.id join public.ledger_accounts a on a.id = e.account_id
    where m.kind in ('settlement', 'refund', 'fare_change') group by m.id)
  select q.n, (count(*) filter (where m.kind = 'settlement'))::integer,
    coalesce(sum(case when m.kind = 'settlement' then m.credit when m.kind in ('charge', 'charge_reversed') then 0 when m.kind in ('refund', 'fare_change') then m.net + x.tax + x.fleet else m.net end), 0),
    coalesce(sum(x.fee), 0), coalesce(sum(x.tax), 0), coalesce(sum(x.fleet), 0), coalesce(-sum(m.net) filter (where m.kind in ('charge', 'charge_reversed')), 0)
  from generate_series(1, 4) q (n) left join moved m on m.in_quarter = q.n left join beside x on x.id = m.id
  group by q.n order by q.n;
end $$;

create function public.tax_report(year integer, after_id uuid default null, page_size integer default 25) returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_size constant integer := least(greatest(coalesce(tax_report.page_size, 25), 1), 500);
  v_ids uuid[];
  v_rows json;
  v_refusal jsonb;
begin
  perform app.require_permission('money');
  -- Demo mode refuses the report, because it contains names, home addresses and accounts of all drivers.
  perform app.require_edits();
  v_refusal := app.read_refusal('bank_details');
  if v_refusal is not null then return v_refusal; end if;
  if not coalesce(tax_report.year between 2000 and 9000, false) then perform app.refuse_sort('year is one of a calendar'); end if;
  select json_agg(row(p.id, btrim(p.first_name || ' ' || p.last_name), p.first_name, p.last_name, coalesce(d.tax_number, ''), coalesce(d.vat_number, ''), d.tax_country, d.birth_date,
    coalesce(d.street, ''), coalesce(d.postal_code, ''), coalesce(d.city, ''), case when k.user_id is not null then btrim(p.first_name || ' ' || p.last_name) end, k.bank_account,
    q.quarter, q.activities, q.consideration, q.fees, q.taxes, q.fleet_share, q.charges)::public.driver_year order by p.id, q.quarter), array_agg(distinct p.id order by p.id) into v_rows, v_ids
  from (select o.* from public.profiles o where o.usertype = 'driver' and (tax_report.after_id is null or o.id > tax_report.after_id)
    order by o.id limit v_size) p
  left join public.tax_details d on d.user_id = p.id left join public.bank_details k on k.user_id = p.id
  cross join lateral app.driver_quarters(p.id, tax_report.year) q;
  return coalesce(app.count_shown_rows('bank_details', null, v_ids)::json,
    app.page(v_rows, case when v_ids[v_size] is not null then json_build_object('after_id', v_ids[v_size]) end));
end $$;
comment on function public.tax_report is 'Earnings of every driver in a year according to the ledger, four rows (quarters) per driver, in settings.time_zone, with the columns that platforms report to tax offices (DAC7, OECD DPI). Ordered by driver_id, page_size drivers at a time. Logged as reading bank details, and counted towards the read limit. @returns page of driver_year. Errors: must_login, not_allowed, demo_mode, list_invalid, needs_approval.';
grant execute on function public.tax_report(integer, uuid, integer) to authenticated;

create type public.invoice_row as (
  id uuid, number text, kind text, issued_at timestamptz, booking_id uuid, customer_id uuid, customer_name text, currency text,
  net numeric, tax numeric, total numeric, content jsonb
);
comment on type public.invoice_row is 'A row of invoice_rows: an invoice or a credit note, with its content as in receipts, and the rider''s name as the booking contains it now.';

create function public.invoice_rows(from_day date default null, to_day date default null, after_at timestamptz default null, after_id uuid default null, page_size integer default 100)
returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_from timestamptz := app.day_start(app.book_day(from_day, date_trunc('month', app.today())::date));
  v_to timestamptz := app.day_start(app.book_day(to_day, app.today()) + 1);
  v_size constant integer := least(greatest(coalesce(invoice_rows.page_size, 100), 1), 1000);
  v_rows json;
  v_bookings uuid[];
  v_next json;
  v_refusal jsonb;
begin
  perform app.require_editor('money');
  v_refusal := app.read_refusal('addresses');
  if v_refusal is not null then return v_refusal; end if;
  select json_agg(i.line), array_agg(distinct (i.line).booking_id),
    (array_agg(json_build_object('after_at', (i.line).issued_at, 'after_id', (i.line).id)))[v_size] into v_rows, v_bookings, v_next from (
    select row(r.id, r.number, r.kind, r.issued_at, r.booking_id, r.customer_id, b.customer_name, r.content #>> '{money,code}', n.total - n.tax, n.tax, n.total,
      r.content)::public.invoice_row as line
    from public.receipts r join public.bookings b on b.id = r.booking_id
    cross join lateral (select coalesce((r.content ->> 'tax')::numeric, 0) as tax,
      case r.kind when 'receipt' then (select sum((p ->> 'amount')::numeric) from jsonb_array_elements(r.content -> 'parts') p where p ->> 'kind' not like '%rounding')
        else (r.content ->> 'amount')::numeric end as total) n
    where r.issued_at >= v_from and r.issued_at < v_to
      and (invoice_rows.after_at is null or (r.issued_at, r.id) > (invoice_rows.after_at, invoice_rows.after_id))
    order by r.issued_at, r.id limit v_size) i;
  return coalesce(app.count_shown_rows('addresses', null, v_bookings)::json, app.page(v_rows, v_next));
end $$;
comment on function public.invoice_rows is 'Invoices (receipts) and credit notes issued from one day to another (both included), in the order of issue, for files in the format UBL. Logged as reading addresses, and counted towards the read limit. @returns page of invoice_row. Errors: must_login, not_allowed, demo_mode, needs_approval.';
grant execute on function public.invoice_rows(date, date, timestamptz, uuid, integer) to authenticated;
