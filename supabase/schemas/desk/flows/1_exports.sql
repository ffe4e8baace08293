-- Exports of the books: drivers' yearly earnings for tax offices (DAC7), and invoices.
-- Access: drivers enter their own tax details; admins with the permission money export the books
-- Tests:  tests/db/exports.sql

create function public.set_tax_details(details jsonb) returns public.tax_details
language plpgsql security definer set search_path = '' as $$
declare
  v_me public.profiles := app.me();
  v_row public.tax_details;
begin
  begin
    select r.* into v_row from jsonb_populate_record(null::public.tax_details,
      details - '{user_id,updated_at}'::text[]) r;
    v_row.user_id := v_me.id;
    insert into public.tax_details as t (user_id, tax_number, vat_number, tax_country, birth_date, street,
      postal_code, city)
    values (v_me.id, coalesce(btrim(v_row.tax_number), ''), coalesce(btrim(v_row.vat_number), ''),
      upper(v_row.tax_country), v_row.birth_date,
      coalesce(btrim(v_row.street), ''), coalesce(btrim(v_row.postal_code), ''), coalesce(btrim(v_row.city), ''))
    on conflict on constraint tax_details_pkey do update
      set (tax_number, vat_number, tax_country, birth_date, street, postal_code, city, updated_at) =
      (excluded.tax_number, excluded.vat_number, excluded.tax_country, excluded.birth_date, excluded.street,
        excluded.postal_code, excluded.city, app.now())
    returning t.* into v_row;
  exception when data_exception or not_null_violation or check_violation or invalid_text_representation
    or invalid_datetime_format
      or datetime_field_overflow or invalid_parameter_value then
    perform app.refuse('tax_details_invalid', 422,
      'Give tax_country with two letters; optional: tax_number, vat_number, birth_date, street, postal_code, city');
  end;
  return v_row;
end $$;
comment on function public.set_tax_details is
  'Sets the calling driver''s tax details {tax_number, vat_number, tax_country, birth_date, street, postal_code, '
  'city}, all at once. '
  'Errors: must_login, account_suspended, tax_details_invalid.';
grant execute on function public.set_tax_details(jsonb) to authenticated;

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
  if not coalesce(tax_report.year between 2000 and 9000, false) then
    perform app.refuse_sort('year is one of a calendar');
  end if;
  select json_agg(row(p.id, btrim(p.first_name || ' ' || p.last_name), p.first_name, p.last_name,
    coalesce(d.tax_number, ''), coalesce(d.vat_number, ''), d.tax_country, d.birth_date,
    coalesce(d.street, ''), coalesce(d.postal_code, ''), coalesce(d.city, ''),
      case when k.user_id is not null then btrim(p.first_name || ' ' || p.last_name) end, k.bank_account,
    q.quarter, q.activities, q.consideration, q.fees, q.taxes, q.fleet_share, q.charges)::public.driver_year
      order by p.id, q.quarter), array_agg(distinct p.id order by p.id) into v_rows, v_ids
  from (select o.* from public.profiles o where o.usertype = 'driver'
    and (tax_report.after_id is null or o.id > tax_report.after_id)
    order by o.id limit v_size) p
  left join public.tax_details d on d.user_id = p.id left join public.bank_details k on k.user_id = p.id
  cross join lateral app.driver_quarters(p.id, tax_report.year) q;
  return coalesce(app.count_shown_rows('bank_details', null, v_ids)::json,
    app.page(v_rows, case when v_ids[v_size] is not null then json_build_object('after_id', v_ids[v_size]) end));
end $$;
comment on function public.tax_report is
  'Earnings of every driver in a year according to the ledger, four rows (quarters) per driver, in '
  'settings.time_zone, with the columns that platforms report to tax offices (DAC7, OECD DPI). Ordered by driver_id, '
  'page_size drivers at a time. Logged as reading bank details, and counted towards the read limit. @returns page of '
  'driver_year. '
  'Errors: must_login, not_allowed, demo_mode, list_invalid, needs_approval.';
grant execute on function public.tax_report(integer, uuid, integer) to authenticated;

create function public.invoice_rows(from_day date default null, to_day date default null,
  after_at timestamptz default null, after_id uuid default null, page_size integer default 100)
returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_from timestamptz := app.day_start(app.bounded_day(from_day, date_trunc('month', app.today())::date));
  v_to timestamptz := app.day_start(app.bounded_day(to_day, app.today()) + 1);
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
    (array_agg(json_build_object('after_at', (i.line).issued_at, 'after_id', (i.line).id)))[v_size] into v_rows,
      v_bookings, v_next from (
    select row(r.id, r.number, r.kind, r.issued_at, r.booking_id, r.customer_id, b.customer_name,
      r.content #>> '{money,code}', n.total - n.tax, n.tax, n.total,
      r.content)::public.invoice_row as line
    from public.receipts r join public.bookings b on b.id = r.booking_id
    cross join lateral (select coalesce((r.content ->> 'tax')::numeric, 0) as tax,
      case r.kind when 'receipt' then (select sum((p ->> 'amount')::numeric)
        from jsonb_array_elements(r.content -> 'parts') p where p ->> 'kind' not like '%rounding')
        else (r.content ->> 'amount')::numeric end as total) n
    where r.issued_at >= v_from and r.issued_at < v_to
      and (invoice_rows.after_at is null or (r.issued_at, r.id) > (invoice_rows.after_at, invoice_rows.after_id))
    order by r.issued_at, r.id limit v_size) i;
  return coalesce(app.count_shown_rows('addresses', null, v_bookings)::json, app.page(v_rows, v_next));
end $$;
comment on function public.invoice_rows is
  'Invoices (receipts) and credit notes issued from one day to another (both included), in the order of issue, for '
  'files in the format UBL. Logged as reading addresses, and counted towards the read limit. @returns page of '
  'invoice_row. '
  'Errors: must_login, not_allowed, demo_mode, needs_approval.';
grant execute on function public.invoice_rows(date, date, timestamptz, uuid, integer) to authenticated;
