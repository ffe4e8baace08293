-- Payment flags: events of providers about money that do not match our data, and what the office decided about them.
-- Needs:  payment events, holds, settlement, refunds, write-offs, approvals, audit
-- Access: admins with the permission money
-- Tests:  tests/db/payment_flags.sql

create table public.payment_flags (
  event_id uuid primary key references public.payment_events (id),
  decision text not null check (decision in ('give_back', 'book', 'write_off', 'settle')),
  reason text not null check (btrim(reason) <> '' and length(reason) <= 500),
  payment_id uuid references public.payments (id),
  created_by uuid references public.profiles (id),
  created_at timestamptz not null default app.now(),
  constraint payment_flags_payment check ((decision = 'settle') = (payment_id is null))
);
call app.describe('public.payment_flags', $$
  Decisions about events that record_payment_event only flagged. Append-only.
  decision: What happened to the money. give_back: returned to the card; book: credited to the ride that waits for it, otherwise to the customer's wallet; write_off: the operator keeps or bears it; settle: nothing was booked, because the case was solved at the provider or contained no money.
  reason: The reason that the admin gave.
  payment_id: The payment that was created for the money, with a charge of its own.
  created_by: The admin who decided; if two were needed, the second.
$$);
create index payment_flags_payment_id on public.payment_flags (payment_id);
create index payment_flags_created_by on public.payment_flags (created_by);
alter table public.payment_flags enable row level security;
grant select on public.payment_flags to authenticated;
revoke insert, update, delete, truncate on public.payment_flags from service_role;
create policy "admins who keep the books read decisions on flags" on public.payment_flags for select to authenticated
  using ((select app.has_permission('money')));
create trigger payment_flags__append_only before update or delete or truncate on public.payment_flags
  for each statement execute function app.tg_append_only();

-- Possible decisions ------------------------------------------------------------------------------------------------

-- Returns whether an event is the first about its charge. Several events may report the same charge (a webhook and a response);
-- only the first is listed.
create function app.is_first_flag(event public.payment_events) returns boolean language sql stable security definer set search_path = '' as $$
  select (event).charge_ref is null or (event).payment_id is null or not exists (select 1 from public.payment_events e
    where e.payment_id = (event).payment_id and e.provider = (event).provider and e.charge_ref = (event).charge_ref and e.status = (event).status
      and e.amount is not distinct from (event).amount
      and app.is_flagged(e.outcome) and (e.received_at, e.id) < ((event).received_at, (event).id))
$$;

-- Returns whether an event reports money in our currency that the provider took but our books do not contain. The event must
-- have the id of a charge, because otherwise this money cannot be distinguished from money already booked.
create function app.is_unbooked_money(event public.payment_events, payment public.payments) returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce((event).status = 'paid' and (event).outcome in ('already_paid', 'amount_mismatch') and upper((event).currency) = (payment).currency
    and (event).charge_ref is not null and (event).amount = app.to_money((event).amount), false)
    and not exists (select 1 from public.payments p where p.provider = (event).provider and p.charge_ref = (event).charge_ref)
$$;

create function app.books_to(event public.payment_events, payment public.payments) returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  if not app.is_unbooked_money(event, payment) then return null; end if;
  if (payment).purpose = 'booking' and exists (select 1 from public.bookings b where b.id = (payment).booking_id
    and b.status in ('PAYMENT_PENDING', 'PENDING') and app.open_amount(b) >= (event).amount) then return 'ride'; end if;
  return case when not app.has_no_account((payment).customer_id) then 'wallet' end;
end $$;
comment on function app.books_to is 'Where the money of an event can be booked: ride (one waits for this amount), wallet (the customer''s), or null.';

create function app.flag_choices(event public.payment_events, payment public.payments) returns text[]
language plpgsql stable security definer set search_path = '' as $$
begin
  if not app.is_unbooked_money(event, payment) then return array['settle']; end if;
  return array_remove(array['give_back', case when app.books_to(event, payment) is not null then 'book' end, 'write_off'], null);
end $$;
comment on function app.flag_choices is 'The decisions that are possible for a flagged event.';

create function public.list_payment_flags(is_open boolean default true, after_at timestamptz default null, after_id uuid default null, page_size integer default 50)
returns table (event_id uuid, received_at timestamptz, outcome text, status text, provider text, amount numeric, currency text, expected numeric, payment_id uuid,
  customer_id uuid, name text, booking_id uuid, reference text, charge_ref text, choices text[], books_to text, decision text, reason text, decided_at timestamptz, decided_by text)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform app.require_permission('money');
  return query
  select e.id, e.received_at, e.outcome, e.status, e.provider::text, e.amount, e.currency, p.amount, p.id, p.customer_id, nullif(btrim(c.first_name || ' ' || c.last_name), ''),
    p.booking_id, b.reference, e.charge_ref, case when f.event_id is null then app.flag_choices(e, p) else '{}' end, case when f.event_id is null then app.books_to(e, p) end,
    f.decision, f.reason, f.created_at, nullif(btrim(a.first_name || ' ' || a.last_name), '')
  from public.payment_events e
  left join public.payment_flags f on f.event_id = e.id
  left join public.payments p on p.id = e.payment_id left join public.profiles c on c.id = p.customer_id
  left join public.bookings b on b.id = p.booking_id left join public.profiles a on a.id = f.created_by
  where e.outcome in ('already_paid', 'charge_reused', 'unknown_payment', 'unknown_refund', 'provider_mismatch', 'amount_mismatch', 'currency_mismatch', 'contradicted')
    and (f.event_id is null) = coalesce(list_payment_flags.is_open, true) and app.is_first_flag(e)
    and (list_payment_flags.after_at is null or (e.received_at, e.id) < (list_payment_flags.after_at, coalesce(list_payment_flags.after_id, e.id)))
  order by e.received_at desc, e.id desc limit least(greatest(coalesce(list_payment_flags.page_size, 50), 1), 1000);
end $$;
comment on function public.list_payment_flags is 'Provider events that did not match (payment_events.outcome), latest first, one row per charge: open, or decided. expected: the amount of the payment. choices: possible decisions for decide_payment_flag; books_to: where the decision book would credit the money, ride or wallet. Pass the last row''s received_at and event_id as after_at and after_id for the next page. Errors: must_login, not_allowed.';
grant execute on function public.list_payment_flags(boolean, timestamptz, uuid, integer) to authenticated;

-- Deciding about an event -------------------------------------------------------------------------------------------

-- Creates a separate payment for the unbooked money of an event, so that its charge can be refunded, disputed and reconciled
-- like any other.
create function app.book_flag(event public.payment_events, payment public.payments, decision text) returns public.payments
language plpgsql security definer set search_path = '' as $$
declare
  -- The passenger of a street trip is unknown, so only the ride can be credited.
  v_of_ride boolean := (payment).purpose = 'booking'
    and ((payment).customer_id is null or decision = 'give_back' or decision = 'book' and app.books_to(event, payment) = 'ride');
  v_row public.payments;
begin
  insert into public.payments (purpose, booking_id, customer_id, provider, amount, currency, status, paid_at, captured_amount, refunded_amount, charge_ref, client_key)
  values (case when v_of_ride then 'booking' else 'topup' end, case when v_of_ride then (payment).booking_id end, (payment).customer_id, (payment).provider,
    (event).amount, (payment).currency, 'paid', app.now(), (event).amount, case when decision = 'give_back' then (event).amount else 0 end,
    (event).charge_ref, md5('payment_flag:' || (event).id)::uuid) returning * into v_row;
  return v_row;
end $$;

create function app.decide_flag(event public.payment_events, payment public.payments, booking public.bookings, decision text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  v_to text := app.books_to(event, payment);
  v_row public.payments;
begin
  if decision = 'settle' then return null; end if;
  if decision = 'book' and v_to = 'ride' then perform app.check_no_capture(booking); end if;
  v_row := app.book_flag(event, payment, decision);
  if decision = 'give_back' then
    insert into public.refunds (booking_id, customer_id, payment_id, amount, reason, status)
    values (v_row.booking_id, v_row.customer_id, v_row.id, v_row.captured_amount, 'paid_twice', 'due');
    perform app.post_ledger('late_payment', 'late_payment:' || v_row.id, v_row.booking_id, jsonb_build_array(
      app.entry('clearing:' || v_row.provider, -v_row.captured_amount), app.entry('refunds_due:' || v_row.provider, v_row.captured_amount)));
  elsif decision = 'write_off' then
    perform app.post_ledger('card_payment', 'card_payment:' || v_row.id, null, jsonb_build_array(
      app.entry('clearing:' || v_row.provider, -v_row.captured_amount), app.entry('expense.write_off', v_row.captured_amount)));
  elsif v_to = 'ride' then
    perform app.take_booking_money(v_row, booking);
  else
    perform app.take_wallet_money(v_row, 'topup');
  end if;
  perform app.post_provider_fee(v_row.id, v_row.id::text, (event).fee);
  return v_row.id;
end $$;

create function public.decide_payment_flag(event_id uuid, decision text, reason text) returns public.payment_flags
language plpgsql security definer set search_path = '' as $$
declare
  v_me public.profiles := app.require_editor('money');
  v_event public.payment_events;
  v_payment public.payments;
  v_booking public.bookings;
  v_row public.payment_flags;
begin
  select e.* into v_event from public.payment_events e where e.id = decide_payment_flag.event_id and app.is_flagged(e.outcome);
  if not found then perform app.refuse('flag_not_found', 404, 'No such flagged event'); end if;
  if coalesce(btrim(decide_payment_flag.reason), '') = '' then
    perform app.refuse('no_details_error', 422, 'Give a reason');
  end if;
  v_payment := app.lock_payment(v_event.payment_id);
  select b.* into v_booking from public.bookings b where b.id = v_payment.booking_id;
  perform pg_advisory_xact_lock(hashtextextended('payment_flag' || v_event.id::text, 0));
  select f.* into v_row from public.payment_flags f where f.event_id = v_event.id;
  if found then return v_row; end if;
  if v_payment.id is not null then perform app.refuse_own(v_me, v_payment.customer_id); end if;
  perform app.lock_charge(v_event.provider, v_event.charge_ref);
  if not app.is_first_flag(v_event) or not coalesce(decide_payment_flag.decision = any (app.flag_choices(v_event, v_payment)), false) then
    perform app.refuse('decision_not_possible', 409, format('Possible decisions: %s', app.flag_choices(v_event, v_payment)));
  end if;
  if decide_payment_flag.decision = 'write_off' then perform app.check_one_person(v_me, 'write_off', v_event.id, v_payment.customer_id, v_event.amount); end if;
  if v_booking.id is not null then perform app.lock_parties(v_booking); elsif v_payment.id is not null then perform app.lock_wallets(v_payment.customer_id); end if;
  v_row.payment_id := app.decide_flag(v_event, v_payment, v_booking, decide_payment_flag.decision);
  insert into public.payment_flags (event_id, decision, reason, payment_id, created_by)
  values (v_event.id, decide_payment_flag.decision, btrim(left(app.plain_lines(decide_payment_flag.reason), 500)), v_row.payment_id, v_me.id) returning * into v_row;
  perform app.audit(case decide_payment_flag.decision when 'write_off' then 'write_off' else 'decide_payment_flag' end, 'payment_events', v_event.id::text,
    jsonb_build_object('outcome', v_event.outcome), jsonb_build_object('user_id', v_payment.customer_id, 'amount', v_event.amount, 'decision', v_row.decision, 'reason', v_row.reason));
  perform app.broadcast('admin', 'money');
  return v_row;
end $$;
comment on function public.decide_payment_flag is 'The office decides about a flagged event of a provider: give_back (a refund to the card), book (credit the ride that waits for this amount, otherwise the customer''s wallet), write_off (the operator keeps it; above settings.credit_limit two people decide: request_approval(write_off, event)), or settle, if it contains no money of ours. list_payment_flags lists the possible decisions. Idempotent; the first decision counts. Errors: must_login, not_allowed (also for one''s own payment), demo_mode, flag_not_found, no_details_error, decision_not_possible, needs_approval, payment_running.';
grant execute on function public.decide_payment_flag(uuid, text, text) to authenticated;

-- Returns the debtor and the amount that request_approval(write_off) is about: the target is a flagged event or a debt.
create function app.to_write_off(target_id uuid, out debtor uuid, out amount numeric)
language plpgsql stable security definer set search_path = '' as $$
begin
  select p.customer_id, e.amount into debtor, amount from public.payment_events e join public.payments p on p.id = e.payment_id
  where e.id = to_write_off.target_id and app.is_unbooked_money(e, p);
  if debtor is not null then return; end if;
  select d.debtor, nullif(d.amount, 0) into debtor, amount
  from app.debt_of((select b.id from public.bookings b where b.id = to_write_off.target_id), to_write_off.target_id) d;
end $$;

-- Cases that wait at the money desk ---------------------------------------------------------------------------------

create function app.money_waiting() returns integer language sql stable security definer set search_path = '' as $$
  select count(*)::integer from (
    (select from public.payment_events e left join public.payment_flags f on f.event_id = e.id where f.event_id is null
      and e.outcome in ('already_paid', 'charge_reused', 'unknown_payment', 'unknown_refund', 'provider_mismatch', 'amount_mismatch', 'currency_mismatch', 'contradicted')
      and app.is_first_flag(e) limit 100)
    union all (select from app.payment_jobs j where j.status = 'dead' limit 100)
    union all (select from public.chargebacks c where c.status = 'open' limit 100)
    union all (select from public.bank_lines l where l.outcome in ('amount_differs', 'currency_differs', 'withdrawal_closed', 'unmatched') limit 100)
    union all (select from public.approvals a where a.kind = 'write_off' and a.status = 'pending' and a.requested_at > app.now() - interval '7 days' limit 100)
    limit 100) w
$$;
comment on function app.money_waiting is 'Number of cases that wait at the money desk, counted up to 100: flagged events, stuck requests, open chargebacks, unmatched bank lines, write-offs waiting for a second person.';
