-- Reconciliation: compares providers' reports with our books, and lists chargebacks that wait for the operator's
--                 response.
-- Access: admins with the permission money
-- Tests:  tests/db/reconciliation.sql, tests/db/month.test.ts

-- Compares a line of a report with what our books contain now: returns our payment, our amount (ledger_amount) and the
-- outcome.
create function app.state_of_line(line public.provider_lines, out payment_id uuid, out ledger_amount numeric,
  out outcome text)
language plpgsql stable security definer set search_path = '' as $$
declare v_payment public.payments;
begin
  select p.* into v_payment from public.payments p
  where p.provider = (line).provider and p.status = 'paid' and ((line).charge_ref in (p.charge_ref, p.provider_ref)
    or p.id = app.uuid_of((line).charge_ref))
  order by p.charge_ref = (line).charge_ref desc nulls last limit 1;
  payment_id := v_payment.id;
  ledger_amount := case (line).kind
    when 'charge' then v_payment.captured_amount
    when 'refund' then (select -r.amount from public.refunds r where r.payment_id = v_payment.id and r.status = 'done'
      order by r.amount = -(line).gross desc, r.id limit 1)
    when 'chargeback' then (select -c.amount from public.chargebacks c where c.payment_id = v_payment.id
      order by c.amount = -(line).gross desc, c.id limit 1)
    when 'chargeback_won' then (select c.amount from public.chargebacks c where c.payment_id = v_payment.id
      and c.status = 'won' order by c.amount = (line).gross desc, c.id limit 1)
    when 'payout' then (select -b.amount from public.bank_lines b where b.provider = (line).provider
      and b.outcome = 'provider_payout'
      order by b.amount = -(line).gross desc, b.id desc limit 1)
    when 'fee' then (line).gross end;
  -- A payout with another amount is a different payout, so this line has no match.
  if (line).kind = 'payout' and ledger_amount <> (line).gross then ledger_amount := null; end if;
  outcome := case when (line).outcome = 'accepted' then 'accepted' when ledger_amount is null then 'missing_here'
    when ledger_amount <> (line).gross then 'amount_differs' else 'matched' end;
end $$;

create function app.refuse_report(reason text) returns boolean language plpgsql set search_path = '' as $$
begin
  perform app.refuse('report_invalid', 422,
    format('lines: [{line_ref, kind, charge_ref, gross, fee, currency, at}], at most 20,000, in the currency of the operator: %s', reason));
  return null;
end $$;

-- Reads the lines of a report and finds our payments for its charges. Most lines are charges whose amount matches, so
-- they are compared in this one statement; state_of_line compares the other lines one by one.
create function app.read_provider_lines(provider text, lines jsonb) returns setof public.provider_lines
language sql stable security definer set search_path = '' as $$
  select read_provider_lines.provider, left(x.line_ref, 201), x.kind, left(x.charge_ref, 300), x.gross,
    coalesce(x.fee, 0), x.at, p.id, p.captured_amount,
    case when p.captured_amount = x.gross then 'matched' else 'missing_here' end
  from jsonb_to_recordset(lines) x (line_ref text, kind text, charge_ref text, gross numeric, fee numeric,
    currency text, at timestamptz)
  left join lateral (select q.id, q.captured_amount from public.payments q where x.kind = 'charge'
    and q.provider = read_provider_lines.provider
    and q.charge_ref = x.charge_ref and q.status = 'paid' limit 1) p on true
  cross join public.settings s
  where s.id = 1 and (upper(coalesce(x.currency, s.code)) = s.code
    or app.refuse_report(format('currency of %s', x.line_ref)))
$$;

-- Returns paid payments of a period whose charge no report contains. Reads payments and lines once and compares them
-- with a hash join. Newly imported lines have no statistics, so the planner might look up a million payments in a
-- million lines one by one, which would take hours.
create function app.unreported_payments(provider text, since timestamptz, until timestamptz, after_at timestamptz,
  after_ref text, most integer)
returns setof public.payments
language sql stable security definer set search_path = '' set enable_nestloop = off as $$
  select q.* from public.payments q
  where q.provider = unreported_payments.provider and q.status = 'paid' and q.paid_at >= unreported_payments.since
    and q.paid_at < unreported_payments.until
    and not exists (select 1 from public.provider_lines l where l.provider = unreported_payments.provider
      and l.payment_id = q.id and l.kind = 'charge'
      and l.at >= unreported_payments.since - interval '7 days'
        and l.at < unreported_payments.until + interval '7 days')
    and (unreported_payments.after_at is null
      or (q.paid_at, q.id::text) < (unreported_payments.after_at, unreported_payments.after_ref))
  order by q.paid_at desc, q.id desc limit unreported_payments.most
$$;
comment on function app.unreported_payments is
  'Payments of a period to which no line of a report refers, latest first.';

create function public.reconciliation(provider text, from_day date default null, to_day date default null,
  after_at timestamptz default null,
  after_ref text default null, page_size integer default 50)
returns table (outcome text, kind text, ref text, at timestamptz, charge_ref text, payment_id uuid, booking_id uuid,
  reference text, external_amount numeric, ledger_amount numeric, difference numeric)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
declare
  v_from timestamptz := app.day_start(app.bounded_day(from_day, date_trunc('month', app.today())::date));
  v_to timestamptz := app.day_start(app.bounded_day(to_day, app.today()) + 1);
  v_known tstzrange := (select case when count(*) = 0 then 'empty'
    else tstzrange(min(d.day) - interval '1 day', max(d.day) + interval '1 day') end
    from app.provider_days d where d.provider = reconciliation.provider);
  v_most integer := least(greatest(coalesce(page_size, 50), 1), 1000);
begin
  perform app.require_permission('money');
  return query
  select d.outcome, d.kind, d.ref, d.at, d.charge_ref, d.payment_id, p.booking_id, b.reference, d.external_amount,
    d.ledger_amount,
    coalesce(d.external_amount, 0) - coalesce(d.ledger_amount, 0)
  from (
    (select s.outcome, l.kind, l.line_ref as ref, l.at, l.charge_ref, s.payment_id, l.gross as external_amount,
      s.ledger_amount
      from public.provider_lines l cross join lateral app.state_of_line(l) s
      where l.provider = reconciliation.provider and app.is_difference(l.outcome) and l.at >= v_from and l.at < v_to
        and s.outcome <> 'matched'
        and (reconciliation.after_at is null
          or (l.at, l.line_ref) < (reconciliation.after_at, reconciliation.after_ref))
      order by l.at desc, l.line_ref desc limit v_most)
    union all
    -- Lists only payments of the days that reports cover so far, and of one day before and after, because payments of
    -- other days may still be reported.
    (select 'missing_there', 'charge', q.id::text, q.paid_at, q.charge_ref, q.id, null, q.captured_amount
      from app.unreported_payments(reconciliation.provider, greatest(v_from, lower(v_known)),
        least(v_to, upper(v_known)),
        reconciliation.after_at, reconciliation.after_ref, v_most) q
      where not isempty(v_known))) d (outcome, kind, ref, at, charge_ref, payment_id, external_amount, ledger_amount)
  left join public.payments p on p.id = d.payment_id left join public.bookings b on b.id = p.booking_id
  order by d.at desc, d.ref desc limit v_most;
end $$;
comment on function public.reconciliation is
  'Differences between a provider''s reports and our payments, from one day to another (both included), latest first: '
  'missing_here (only in the report), missing_there (paid in our books, but in no report of these days), '
  'amount_differs. Differences that were solved are left out. external_amount, ledger_amount and difference have the '
  'sign of what the provider owes us. Pass the last row''s at and ref as after_at and after_ref for the next page. '
  'Errors: must_login, not_allowed.';
grant execute on function public.reconciliation(text, date, date, timestamptz, text, integer) to authenticated;

create function public.reconciliation_sums(on_day date default null)
returns table (source text, as_of date, external_amount numeric, ledger_amount numeric, difference numeric,
  open_lines bigint)
language plpgsql stable security definer set search_path = '' as $$
declare v_day date := app.bounded_day(on_day, app.today());
begin
  perform app.require_permission('money');
  return query
  with balances as (select m.label, sum(m.credit - m.debit) as amount from app.book_movements('1900-01-01', v_day) m
    group by m.label),
  reported as (select d.provider, max(d.day) as day, sum(d.net) as net from app.provider_days d where d.day <= v_day
    group by d.provider),
  rows as (
    select 'bank' as source, k.day, k.balance as external_amount,
      -coalesce((select sum(m.credit - m.debit) from app.book_movements('1900-01-01', k.day) m
        where m.label = 'bank'), 0) as mine,
      (select count(*) from public.bank_lines l where app.is_open_line(l.outcome)) as open
    from (select b.day, b.balance from public.bank_balances b where b.day <= v_day order by b.day desc limit 1) k
    union all
    select split_part(b.label, ':', 2), s.day, s.net,
      -coalesce(case when s.day is null or s.day = v_day then b.amount
        else (select sum(m.credit - m.debit) from app.book_movements('1900-01-01', s.day) m
          where m.label = b.label) end, 0),
      (select count(*) from public.provider_lines l where l.provider = split_part(b.label, ':', 2)
        and app.is_difference(l.outcome))
    from balances b left join reported s on s.provider = split_part(b.label, ':', 2) where b.label like 'clearing:%'
    union all
    select 'wallets', v_day, (select coalesce(sum(p.wallet_balance), 0) from public.profiles p),
      (select coalesce(sum(b.amount), 0) from balances b where b.label ~ '^(wallet|bonus)[.]'), 0
    where v_day >= app.today())
  select r.source, r.day, r.external_amount, r.mine, r.external_amount - r.mine, r.open from rows r
    order by array_position('{bank,wallets}'::text[], r.source) nulls last, r.source;
end $$;
comment on function public.reconciliation_sums is
  'Balances of others compared with our ledger, up to a day (today): bank (the latest statement), each provider (its '
  'reports; `ledger_amount` is what it owes us and has not paid out) and, for today, wallets (the balances that '
  'people see). as_of: the date of the other balance, null if there is none; open_lines: number of lines that staff '
  'must decide. '
  'Errors: must_login, not_allowed.';
grant execute on function public.reconciliation_sums(date) to authenticated;

create function public.list_chargebacks(of_status text default 'open', after_due timestamptz default null,
  after_id uuid default null, page_size integer default 50)
returns table (id uuid, payment_id uuid, provider text, dispute_ref text, amount numeric, currency text, status text,
  opened_at timestamptz, due_at timestamptz,
  closed_at timestamptz, purpose text, booking_id uuid, reference text, customer_id uuid, name text, has_trail boolean,
    has_code boolean, has_receipt boolean, has_chat boolean)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
begin
  perform app.require_permission('money');
  if list_chargebacks.of_status not in ('open', 'won', 'lost') then
    perform app.refuse_sort('of_status is open, won or lost');
  end if;
  return query
  select c.id, c.payment_id, c.provider::text, c.dispute_ref, c.amount, p.currency, c.status, c.opened_at, c.due_at,
    c.closed_at, p.purpose, p.booking_id, b.reference, p.customer_id,
    btrim(f.first_name || ' ' || f.last_name), exists (select 1 from public.tracking_points t
      where t.booking_id = b.id),
    b.started_at is not null and b.otp_secure,
    exists (select 1 from public.receipts r where r.booking_id = b.id and r.kind = 'receipt'), exists (select 1
      from public.chat_messages m where m.booking_id = b.id)
  from public.chargebacks c join public.payments p on p.id = c.payment_id
    join public.profiles f on f.id = p.customer_id left join public.bookings b on b.id = p.booking_id
  where (list_chargebacks.of_status is null or c.status = list_chargebacks.of_status)
    and (list_chargebacks.after_id is null
      or (coalesce(c.due_at, 'infinity'), c.id) > (coalesce(list_chargebacks.after_due, 'infinity'),
      list_chargebacks.after_id))
  order by coalesce(c.due_at, 'infinity'), c.id
    limit least(greatest(coalesce(list_chargebacks.page_size, 50), 1), 1000);
end $$;
comment on function public.list_chargebacks is
  'Chargebacks of a status (null: all), next deadline first, with the evidence that exists: the ride''s trail, its '
  'start code, the receipt, the chat. Pass the last row''s due_at and id as after_due and after_id for the next '
  'page. '
  'Errors: must_login, not_allowed, list_invalid.';
grant execute on function public.list_chargebacks(text, timestamptz, uuid, integer) to authenticated;
