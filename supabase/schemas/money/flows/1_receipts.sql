-- Receipts: invoices of paid bookings, numbered without gaps per series and year, and credit notes for refunds.
-- Access: a booking's rider, its fleet admin and admins read receipts; only app.issue_receipts writes them; riders send
--         a receipt to their own address
-- Tests:  tests/db/receipts.sql, tests/db/receipts.test.ts (races, kills, and the ledger)

-- Queues the receipt of a booking or, with the transaction of a refund, a credit note. After a refund, a broadcast
-- makes a page that shows the receipt fetch it again. That request issues the credit note, so the page need not wait
-- for the job.
create function app.queue_receipt(booking_id uuid, transaction_id bigint default null) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into app.receipts_due (booking_id, transaction_id)
    values (queue_receipt.booking_id, queue_receipt.transaction_id)
  on conflict do nothing;
  if queue_receipt.transaction_id is not null then
    perform app.broadcast('booking:' || queue_receipt.booking_id, 'receipt', queue_receipt.booking_id);
  end if;
end $$;
comment on function app.queue_receipt is
  'Queues a receipt for a PAID booking, or the credit note or addition for a transaction that changed what it cost.';

-- Issuing receipts ----------------------------------------------------------------------------------------------------

create function app.issue_receipt(due app.receipts_due) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  v_booking public.bookings;
  v_receipt public.receipts;
  v_content jsonb;
  v_lang text;
  v_number app.receipt_series;
begin
  select b.* into strict v_booking from public.bookings b where b.id = (due).booking_id;
  select r.* into v_receipt from public.receipts r where r.booking_id = v_booking.id and r.kind = 'receipt';
  -- A credit note contains the number of its receipt, so it waits until the receipt is issued.
  if (due).transaction_id is not null and v_receipt.id is null then return false; end if;
  v_lang := coalesce((select p.lang_locale from public.profiles p where p.id = v_booking.customer_id),
    (select l.lang_locale from public.languages l where l.is_default), 'en');
  v_content := case when (due).transaction_id is null then app.receipt_content(v_booking, v_lang)
    else app.later_receipt_content(v_booking, v_receipt, (due).transaction_id) end;
  insert into app.receipt_series as n (series, year, last, first)
  select s.receipt_prefix, extract(year from app.now() at time zone s.time_zone)::integer, f.first, f.first
    from public.settings s
    cross join lateral (select case when exists (select from app.receipt_series) then 1 else s.receipt_start end
      as first) f
    where s.id = 1
  on conflict on constraint receipt_series_pkey do update set last = n.last + 1 returning n.* into v_number;
  insert into public.receipts (booking_id, kind, series, year, serial, number, customer_id, fleet_id,
    transaction_id, lang, content)
  select v_booking.id, case when (due).transaction_id is null then 'receipt'
      when exists (select from app.fare_changes c where c.transaction_id = (due).transaction_id
        and c.driver_share + c.convenience_fees > c.discount_amount) then 'addition'
      else 'credit_note' end, v_number.series, v_number.year, v_number.last,
    format('%s%s-%s', v_number.series, v_number.year,
      lpad(v_number.last::text, greatest(6, length(v_number.last::text)), '0')), v_booking.customer_id,
      v_booking.fleet_id,
    (due).transaction_id, v_lang, v_content
  from public.settings s where s.id = 1;
  delete from app.receipts_due d where d.id = (due).id;
  perform app.broadcast('booking:' || v_booking.id, 'receipt', v_booking.id);
  return true;
end $$;

-- Issues receipts that are due and returns their number. Only one transaction issues receipts at a time; a concurrent
-- call returns 0 at once. If a receipt fails, its number is released, and the receipt is retried after 1, 2, 4 minutes
-- and so on, at most an hour.
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
      update app.receipts_due d set attempts = d.attempts + 1, due_at = app.now() + interval '1 minute'
        * least(60, 2 ^ least(d.attempts, 6)) where d.id = v_due.id;
    end;
  end loop;
  return v_done;
end $$;
comment on function app.issue_receipts is
  'Issues queued receipts and credit notes, oldest payment first; returns the number issued. Safe to run '
  'concurrently.';

-- Issues the due receipts if this booking has one, so that a person who opens it need not wait for the job that runs
-- every second.
create function app.issue_if_due(booking_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select 1 from app.receipts_due d where d.booking_id = issue_if_due.booking_id) then
    perform app.issue_receipts();
  end if;
end $$;
comment on function app.issue_if_due is 'Issues queued receipts if one of them is for this booking.';

-- This is a procedure without SECURITY DEFINER and SET, like app.dispatch_loop, because only such a procedure may
-- COMMIT.
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

-- Reading and sending receipts ----------------------------------------------------------------------------------------

-- Returns the receipts of a booking. Its driver cannot read them. A receipt contains addresses, so a read by staff is
-- counted, logged and limited in the same way as the read of a list.
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
    if v_booking.customer_id is distinct from v_me.id then
      v_refusal := app.read_refusal('addresses', booking_receipts.booking_id);
    end if;
    if v_refusal is not null then return v_refusal; end if;
    if v_booking.id is null or not coalesce(v_booking.customer_id = v_me.id or v_me.usertype = 'admin'
      or (v_me.usertype = 'fleetadmin' and v_booking.fleet_id = v_me.id), false) then
      perform app.refuse('booking_not_found', 404, 'No such booking of the caller');
    end if;
    if v_booking.customer_id is distinct from v_me.id then
      v_refusal := app.count_shown_rows('addresses', v_booking.id, array[v_booking.id]);
    end if;
    if v_refusal is not null then return v_refusal; end if;
  end if;
  perform app.issue_if_due(v_booking.id);
  -- What was paid in cash is known better after a decision of the desk. The price on the receipt is the same.
  v_moved := exists (select 1 from public.ledger_transactions t where t.booking_id = v_booking.id
    and t.kind = 'cash_difference');
  return app.page((select json_agg(row(r.id, r.booking_id, r.kind, r.number, r.issued_at, r.lang,
    v_booking.customer_name, v_booking.guest_name,
      v_booking.driver_name, case when r.kind = 'receipt'
        and v_moved then r.content || jsonb_build_object('payments', app.receipt_payments(v_booking))
        else r.content end,
      case when r.kind = 'receipt' then v_booking.tip_amount end)::public.receipt_document
        order by r.issued_at, r.year, r.serial)
    from public.receipts r where r.booking_id = v_booking.id));
end $$;
comment on function public.booking_receipts is
  'The receipt of a booking, followed by its credit notes; for its rider, its fleet admin, admins and the service '
  'role. A queued receipt is issued by this call; before PAID there is no row. The access log records reads by staff. '
  '@returns page of receipt_document. '
  'Errors: must_login, account_suspended, not_allowed, booking_not_found, needs_approval (above '
  'settings.export_limit).';
grant execute on function public.booking_receipts(uuid) to authenticated, service_role;

-- Sends only to the account's verified address, so that no one else receives a person's trips.
create function public.send_receipt(booking_id uuid) returns text
language plpgsql security definer set search_path = '' as $$
declare
  v_me public.profiles := app.me();
  v_receipt public.receipts;
  v_email text;
  v_tip numeric := (select b.tip_amount from public.bookings b where b.id = send_receipt.booking_id
    and b.customer_id = v_me.id);
begin
  if v_tip is null then perform app.refuse('booking_not_found', 404, 'No such booking of the caller'); end if;
  perform app.issue_if_due(send_receipt.booking_id);
  select r.* into v_receipt from public.receipts r where r.booking_id = send_receipt.booking_id and r.kind = 'receipt';
  if not found then
    perform app.refuse('receipt_not_issued', 409, 'The receipt is issued within seconds after the payment; retry');
  end if;
  select u.email into v_email from auth.users u where u.id = v_me.id and u.email_confirmed_at is not null
    and u.email <> '';
  if v_email is null then
    perform app.refuse('receipt_no_address', 409, 'The account has no verified e-mail address');
  end if;
  perform app.enforce_limit('receipt', v_me.id::text);
  insert into app.outbox (kind, user_id, payload)
  values ('mail', v_me.id, jsonb_build_object('email', v_email, 'lang', v_receipt.lang, 'title', 'receipt.title',
    'msg', case when v_tip > 0 then 'receipt_with_tip.text' else 'receipt.text' end,
    'params', jsonb_build_object('number', v_receipt.number, 'reference', v_receipt.content #> '{trip,reference}',
      'amount', v_receipt.content -> 'due',
      'name', v_receipt.content #> '{company,app_name}', 'tip', v_tip),
    'receipt_of', v_receipt.booking_id));
  return v_email;
end $$;
comment on function public.send_receipt is
  'E-mails the receipt of the caller''s booking, and its credit notes, as a PDF to the account''s verified address; '
  'returns that address. Five times an hour. '
  'Errors: must_login, account_suspended, booking_not_found, receipt_not_issued, receipt_no_address, '
  'too_many_requests.';
grant execute on function public.send_receipt(uuid) to authenticated;
