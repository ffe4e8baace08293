-- Receipts: invoices of paid bookings, numbered without gaps per series and year, and credit notes for refunds.
-- Needs:  bookings, ledger, settlement, refunds, stops, settings, outbox, rate limits
-- Access: a booking's rider, its fleet admin and admins read receipts; only app.issue_receipts writes them; riders send a
--   receipt to their own address
-- Tests:  tests/db/receipts.sql, tests/db/receipts.test.ts (races, kills, and the ledger)

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
  One receipt per paid booking, which is its invoice, a credit note for each later refund, and an addition for what the rider accepted to pay later, numbered in one series per year. Append-only. The names of rider and driver are not included: they are in the booking, which deletes the names of deleted accounts.
  kind: receipt; credit_note: money was returned after the receipt; addition: the rider paid more after it. The contents of the last two contain the number of the receipt.
  series: Value of settings.receipt_prefix when it was issued; another prefix starts another series.
  year: Year in which it was issued, in settings.time_zone.
  serial: Number within series and year: 1, 2, 3, … without a gap, in the order of issue.
  number: The printed number: series, year and serial with at least six digits, such as R-2026-000001.
  customer_id: The rider, copied from the booking for the policies, like fleet_id.
  transaction_id: The transaction in the ledger to which a credit note or an addition belongs; null for a receipt.
  lang: The language of the rider when it was issued.
  content: The data on the document: {company, money: {code, symbol, decimal, swipe_symbol, time_zone, country, convert_to_mile}, trip: {reference, category, car_type, vehicle_number, vehicle, pickup, stops: [], drop, pickup_at, drop_at, distance, secs}, and of a receipt: lines, total, tax, tax_percent, discount, promo_code, rounding, parts (what makes due of total: bookings.price_parts), due, payments: [{way: wallet|card|cash|goodwill|written_off, provider?, amount}], paid_at; of a credit note: receipt, receipt_at, amount, tax, tax_percent, ways: [{way: wallet|card, amount}], at}.
$$);
create unique index receipts_one_per_booking on public.receipts (booking_id) where kind = 'receipt';
create index receipts_booking_id on public.receipts (booking_id, issued_at);
create index receipts_customer_id on public.receipts (customer_id, issued_at);
create index receipts_issued_at on public.receipts (issued_at, id);
create index receipts_fleet_id on public.receipts (fleet_id, issued_at);

alter table public.receipts enable row level security;
grant select on public.receipts to authenticated;
revoke insert, update, delete, truncate on public.receipts from service_role;
create policy "riders read their own receipts" on public.receipts for select to authenticated using (customer_id = (select auth.uid()));
create policy "fleet admins read their fleet's receipts" on public.receipts for select to authenticated
  using (fleet_id = (select auth.uid()) and (select app.has_current_role('fleetadmin')));
create policy "admins read every receipt" on public.receipts for select to authenticated using ((select app.has_current_role('admin')));
create trigger receipts__append_only before update or delete or truncate on public.receipts for each statement execute function app.tg_append_only();

-- A payment only adds a row to this queue; app.issue_receipts assigns the number later. The last number of a series is stored
-- in one row, and payments must not wait for each other to release the lock on this row.
create table app.receipts_due (
  id bigint generated always as identity primary key,
  booking_id uuid not null references public.bookings (id),
  transaction_id bigint references public.ledger_transactions (id),
  due_at timestamptz not null default app.now(),
  attempts integer not null default 0 check (attempts >= 0),
  unique nulls not distinct (booking_id, transaction_id)
);
comment on table app.receipts_due is 'Payments whose receipt is not issued yet, and later transactions whose credit note or addition is not issued yet.';
create index receipts_due_due_at on app.receipts_due (due_at, id);
create index receipts_due_transaction_id on app.receipts_due (transaction_id);
alter table app.receipts_due enable row level security;

create table app.receipt_series (
  series text,
  year integer,
  last bigint not null check (last > 0),
  primary key (series, year)
);
comment on table app.receipt_series is 'The last number of each series and year. A row and not a sequence, because a rollback must give the number back.';
alter table app.receipt_series enable row level security;

-- Queues the receipt of a booking or, with the transaction of a refund, a credit note. After a refund, a broadcast makes a page
-- that shows the receipt fetch it again. That request issues the credit note, so the page need not wait for the job.
create function app.queue_receipt(booking_id uuid, transaction_id bigint default null) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into app.receipts_due (booking_id, transaction_id) values (queue_receipt.booking_id, queue_receipt.transaction_id)
  on conflict do nothing;
  if queue_receipt.transaction_id is not null then
    perform app.broadcast('booking:' || queue_receipt.booking_id, 'receipt', queue_receipt.booking_id);
  end if;
end $$;
comment on function app.queue_receipt is 'Queues a receipt for a PAID booking, or the credit note or addition for a transaction that changed what it cost.';

-- Content of receipts and credit notes ------------------------------------------------------------------------------

create function app.receipt_head(booking public.bookings) returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'company', jsonb_build_object('app_name', s.app_name, 'name', s.company_name, 'address', s.company_address, 'website', s.company_website,
      'email', s.contact_email, 'phone', s.company_phone, 'tax_number', s.company_tax_number, 'bank_account', s.company_bank_account, 'bank_code', s.company_bank_code, 'logo', s.logo),
    'money', jsonb_build_object('code', s.code, 'symbol', s.symbol, 'decimal', s."decimal", 'swipe_symbol', s.swipe_symbol, 'time_zone', s.time_zone,
      'country', s.country, 'convert_to_mile', s.convert_to_mile),
    'trip', jsonb_build_object('reference', (booking).reference, 'category', (booking).category, 'car_type', (booking).car_type,
      'vehicle_number', (booking).vehicle_number, 'vehicle', nullif(concat_ws(' ', (booking).vehicle_make, (booking).vehicle_model), ''),
      'pickup', (booking).pickup_address, 'drop', (booking).drop_address, 'pickup_at', (booking).started_at, 'drop_at', (booking).reached_at,
      'stops', (select coalesce(jsonb_agg(t.address order by t.position), '[]') from public.booking_stops t where t.booking_id = (booking).id and t.address <> ''),
      'distance', coalesce((booking).distance, (booking).estimate_distance), 'secs', coalesce((booking).total_trip_time, (booking).estimate_time)))
  from public.settings s where s.id = 1
$$;
comment on function app.receipt_head is 'The current data of company, money and trip, with which receipts and credit notes begin.';

create function app.receipt_payments(booking public.bookings) returns jsonb language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object('way', p.kind, 'provider', p.name, 'amount', p.amount))
    order by array_position('{wallet,card,cash,goodwill,written_off}'::text[], p.kind), p.kind, p.name), '[]')
  from app.money_parts(booking) p where p.side = 'paid'
$$;
comment on function app.receipt_payments is 'How a PAID booking was paid; the amounts add up to the amount that was due. A negative amount went back to the wallet, because more was paid than due.';

create function app.receipt_content(booking public.bookings) returns jsonb language sql stable security definer set search_path = '' as $$
  select app.receipt_head(booking) || jsonb_build_object('lines', (booking).fare_lines, 'total', (booking).trip_cost,
    'tax', (booking).tax_amount, 'tax_percent', app.amount_in(f.rule -> 'tax_percent'), 'discount', (booking).discount_amount,
    'promo_code', (booking).promo_code, 'rounding', (booking).cash_rounding, 'due', (booking).total_amount,
    'parts', (booking).price_parts, 'payments', app.receipt_payments(booking), 'paid_at', (booking).paid_at)
  from public.booking_finances f where f.booking_id = (booking).id
$$;

-- Content of what follows a receipt: a credit note for money that went back, or the invoice of an addition that the rider accepted
-- to pay. The tax of a refund is a part of the tax of the price as it is now, in proportion to it; money beyond the price, such as
-- what cash rounding added, contains no tax. The tax of a changed price is the difference between the taxes of both prices.
create function app.later_content(booking public.bookings, receipt public.receipts, transaction_id bigint) returns jsonb
language sql stable security definer set search_path = '' as $$
  with moved as (
    select case when a.kind = 'refunds_due' then 'card' else 'wallet' end as way, abs(sum(e.amount)) as amount
    from public.ledger_entries e join public.ledger_accounts a on a.id = e.account_id
    where e.transaction_id = later_content.transaction_id and (a.kind = 'refunds_due' or a.user_id = (booking).customer_id)
    group by 1
    union all select 'goodwill', c.to_operator from app.fare_changes c where c.transaction_id = later_content.transaction_id and c.to_operator > 0),
  whole as (select sum(m.amount) as amount, jsonb_agg(jsonb_build_object('way', m.way, 'amount', m.amount) order by m.way) as ways from moved m)
  select app.receipt_head(booking) || jsonb_build_object('receipt', (receipt).number, 'receipt_at', (receipt).issued_at,
    'amount', w.amount, 'ways', w.ways, 'tax_percent', (receipt).content -> 'tax_percent',
    'tax', coalesce(abs(c.tax), (app.split_part(w.amount, array[f.tax, f.price - f.tax], array[f.tax_before, f.before - f.tax_before],
      ((receipt).content #>> '{money,decimal}')::integer))[1]),
    'at', (select t.created_at from public.ledger_transactions t where t.id = later_content.transaction_id))
  from whole w
  left join app.fare_changes c on c.transaction_id = later_content.transaction_id
  cross join (select ((receipt).content ->> 'tax')::numeric + k.tax as tax, (booking).trip_cost + k.price as price, n.before, n.tax_before
    from (select coalesce(sum(k.tax), 0) as tax, coalesce(sum(k.driver_share + k.convenience_fees), 0) as price from app.fare_changes k where k.booking_id = (booking).id) k
    cross join (select coalesce(sum((n.content ->> 'amount')::numeric), 0) as before, coalesce(sum((n.content ->> 'tax')::numeric), 0) as tax_before
      from public.receipts n where n.booking_id = (booking).id and n.kind = 'credit_note'
        and not exists (select from app.fare_changes k where k.transaction_id = n.transaction_id)) n) f
$$;

-- Issuing receipts --------------------------------------------------------------------------------------------------

create function app.issue_receipt(due app.receipts_due) returns boolean language plpgsql security definer set search_path = '' as $$
declare
  v_booking public.bookings;
  v_receipt public.receipts;
  v_content jsonb;
  v_number app.receipt_series;
begin
  select b.* into strict v_booking from public.bookings b where b.id = (due).booking_id;
  select r.* into v_receipt from public.receipts r where r.booking_id = v_booking.id and r.kind = 'receipt';
  -- A credit note contains the number of its receipt, so it waits until the receipt is issued.
  if (due).transaction_id is not null and v_receipt.id is null then return false; end if;
  v_content := case when (due).transaction_id is null then app.receipt_content(v_booking)
    else app.later_content(v_booking, v_receipt, (due).transaction_id) end;
  insert into app.receipt_series as n (series, year, last)
  select s.receipt_prefix, extract(year from app.now() at time zone s.time_zone)::integer, 1 from public.settings s where s.id = 1
  on conflict on constraint receipt_series_pkey do update set last = n.last + 1 returning n.* into v_number;
  insert into public.receipts (booking_id, kind, series, year, serial, number, customer_id, fleet_id, transaction_id, lang, content)
  select v_booking.id, case when (due).transaction_id is null then 'receipt'
      when exists (select from app.fare_changes c where c.transaction_id = (due).transaction_id and c.driver_share + c.convenience_fees > c.discount_amount) then 'addition'
      else 'credit_note' end, v_number.series, v_number.year, v_number.last,
    format('%s%s-%s', v_number.series, v_number.year, lpad(v_number.last::text, greatest(6, length(v_number.last::text)), '0')), v_booking.customer_id, v_booking.fleet_id,
    (due).transaction_id, coalesce((select p.lang_locale from public.profiles p where p.id = v_booking.customer_id),
      (select l.lang_locale from public.languages l where l.is_default), 'en'), v_content
  from public.settings s where s.id = 1;
  delete from app.receipts_due d where d.id = (due).id;
  perform app.broadcast('booking:' || v_booking.id, 'receipt', v_booking.id);
  return true;
end $$;

-- Issues receipts that are due and returns their number. Only one transaction issues receipts at a time; a concurrent call
-- returns 0 at once. If a receipt fails, its number is released, and the receipt is retried after 1, 2, 4 minutes and so on, at
-- most an hour.
create function app.issue_receipts() returns integer language plpgsql security definer set search_path = '' as $$
declare
  v_due app.receipts_due;
  v_done integer := 0;
begin
  if not exists (select 1 from app.receipts_due d where d.due_at <= app.now()) then return 0; end if;
  if not pg_try_advisory_xact_lock(hashtextextended('receipts', 0)) then return 0; end if;
  for v_due in select d.* from app.receipts_due d where d.due_at <= app.now() order by d.id limit 200 loop
    begin
      if app.issue_receipt(v_due) then v_done := v_done + 1; end if;
    exception when others then
      raise warning 'the receipt of % failed: %', v_due.booking_id, sqlerrm;
      update app.receipts_due d set attempts = d.attempts + 1, due_at = app.now() + interval '1 minute' * least(60, 2 ^ least(d.attempts, 6)) where d.id = v_due.id;
    end;
  end loop;
  return v_done;
end $$;
comment on function app.issue_receipts is 'Issues queued receipts and credit notes, oldest payment first; returns the number issued. Safe to run concurrently.';

-- Issues the due receipts if this booking has one, so that a person who opens it need not wait for the job that runs every
-- second.
create function app.issue_if_due(booking_id uuid) returns void language plpgsql security definer set search_path = '' as $$
begin
  if exists (select 1 from app.receipts_due d where d.booking_id = issue_if_due.booking_id) then perform app.issue_receipts(); end if;
end $$;
comment on function app.issue_if_due is 'Issues queued receipts if one of them is for this booking.';

-- This is a procedure without SECURITY DEFINER and SET, like app.dispatch_loop, because only such a procedure may COMMIT.
create procedure app.receipt_loop() language plpgsql as $$
begin
  for i in 1 .. 60 loop
    perform app.issue_receipts();
    commit;
    exit when i = 60;
    perform pg_catalog.pg_sleep(1);
  end loop;
end $$;
comment on procedure app.receipt_loop is 'Issues queued receipts every second for a minute.';

-- Reading and sending receipts --------------------------------------------------------------------------------------

create type public.receipt_document as (
  id uuid, booking_id uuid, kind text, number text, issued_at timestamptz, lang text, customer_name text, guest_name text,
  driver_name text, content jsonb, tip numeric
);
comment on type public.receipt_document is 'A row of booking_receipts: a receipt, with the names that the booking still contains, and the tips until now (null in a credit note), which go to the driver and are no part of the invoice.';

-- Returns the receipts of a booking. Its driver cannot read them. A receipt contains addresses, so a read by staff is counted,
-- logged and limited in the same way as the read of a list.
create function public.booking_receipts(booking_id uuid) returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_me public.profiles;
  v_booking public.bookings;
  v_refusal jsonb;
  v_moved boolean;
begin
  select b.* into v_booking from public.bookings b where b.id = booking_receipts.booking_id;
  if app.is_person() then
    v_me := app.caller();
    if v_booking.customer_id is distinct from v_me.id then v_refusal := app.read_refusal('addresses', booking_receipts.booking_id); end if;
    if v_refusal is not null then return v_refusal; end if;
    if v_booking.id is null or not coalesce(v_booking.customer_id = v_me.id or v_me.usertype = 'admin'
      or (v_me.usertype = 'fleetadmin' and v_booking.fleet_id = v_me.id), false) then
      perform app.refuse('booking_not_found', 404, 'No such booking of the caller');
    end if;
    if v_booking.customer_id is distinct from v_me.id then v_refusal := app.count_shown_rows('addresses', v_booking.id, array[v_booking.id]); end if;
    if v_refusal is not null then return v_refusal; end if;
  end if;
  perform app.issue_if_due(v_booking.id);
  -- What was paid in cash is known better after a decision of the desk. The price on the receipt is the same.
  v_moved := exists (select 1 from public.ledger_transactions t where t.booking_id = v_booking.id and t.kind = 'cash_difference');
  return app.page((select json_agg(row(r.id, r.booking_id, r.kind, r.number, r.issued_at, r.lang, v_booking.customer_name, v_booking.guest_name,
      v_booking.driver_name, case when r.kind = 'receipt' and v_moved then r.content || jsonb_build_object('payments', app.receipt_payments(v_booking)) else r.content end,
      case when r.kind = 'receipt' then v_booking.tip_amount end)::public.receipt_document order by r.issued_at, r.year, r.serial)
    from public.receipts r where r.booking_id = v_booking.id));
end $$;
comment on function public.booking_receipts is 'The receipt of a booking, followed by its credit notes; for its rider, its fleet admin, admins and the service role. A queued receipt is issued by this call; before PAID there is no row. The access log records reads by staff. @returns page of receipt_document. Errors: must_login, account_suspended, not_allowed, booking_not_found, needs_approval (above settings.export_limit).';
grant execute on function public.booking_receipts(uuid) to authenticated, service_role;

-- Sends only to the account's verified address, so that no one else receives a person's trips.
create function public.send_receipt(booking_id uuid) returns text language plpgsql security definer set search_path = '' as $$
declare
  v_me public.profiles := app.me();
  v_receipt public.receipts;
  v_email text;
  v_tip numeric := (select b.tip_amount from public.bookings b where b.id = send_receipt.booking_id and b.customer_id = v_me.id);
begin
  if v_tip is null then perform app.refuse('booking_not_found', 404, 'No such booking of the caller'); end if;
  perform app.issue_if_due(send_receipt.booking_id);
  select r.* into v_receipt from public.receipts r where r.booking_id = send_receipt.booking_id and r.kind = 'receipt';
  if not found then perform app.refuse('receipt_not_issued', 409, 'The receipt is issued within seconds after the payment; retry'); end if;
  select u.email into v_email from auth.users u where u.id = v_me.id and u.email_confirmed_at is not null and u.email <> '';
  if v_email is null then perform app.refuse('receipt_no_address', 409, 'The account has no verified e-mail address'); end if;
  perform app.take_limit('receipt', v_me.id::text);
  insert into app.outbox (kind, user_id, payload)
  values ('mail', v_me.id, jsonb_build_object('email', v_email, 'lang', v_receipt.lang, 'title', 'receipt.title', 'msg', case when v_tip > 0 then 'receipt_with_tip.text' else 'receipt.text' end,
    'params', jsonb_build_object('number', v_receipt.number, 'reference', v_receipt.content #> '{trip,reference}', 'amount', v_receipt.content -> 'due',
      'name', v_receipt.content #> '{company,app_name}', 'tip', v_tip),
    'receipt_of', v_receipt.booking_id));
  return v_email;
end $$;
comment on function public.send_receipt is 'E-mails the receipt of the caller''s booking, and its credit notes, as a PDF to the account''s verified address; returns that address. Five times an hour. Errors: must_login, account_suspended, booking_not_found, receipt_not_issued, receipt_no_address, too_many_requests.';
grant execute on function public.send_receipt(uuid) to authenticated;
