-- Reconciliation: compares providers' reports with our books, and lists chargebacks that wait for the operator's response.
-- Needs:  payments, refunds, chargebacks, ledger, money desk, audit
-- Access: admins with the permission money
-- Tests:  tests/db/reconciliation.sql, tests/db/month.test.ts

-- The table has no foreign keys and few indexes, because a month may have a million lines, and each key or index would cost
-- another lookup per line.
create table public.provider_lines (
  provider public.payment_provider not null,
  line_ref text not null check (length(line_ref) between 1 and 200),
  kind text not null check (kind in ('charge', 'refund', 'chargeback', 'chargeback_won', 'fee', 'payout', 'adjustment')),
  charge_ref text check (length(charge_ref) <= 300),
  gross numeric not null check (abs(gross) < 1e12),
  fee numeric not null default 0 check (abs(fee) < 1e12),
  at timestamptz not null,
  payment_id uuid,
  ours numeric check (abs(ours) < 1e12),
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
  ours: The amount in our books for the same movement, with its sign; null if there is none.
  outcome: Result of the comparison when the report was imported: matched, missing_here (not in our books), amount_differs; accepted: staff booked the difference later.
$$);
create index provider_lines_open on public.provider_lines (provider, at desc, line_ref) where outcome in ('missing_here', 'amount_differs');
create index provider_lines_at on public.provider_lines using brin (at);
create index payments_paid_at on public.payments (provider, paid_at) where paid_at is not null;
alter table public.provider_lines enable row level security;
grant select on public.provider_lines to authenticated;
revoke insert, update, delete, truncate on public.provider_lines from service_role;
create policy "admins who keep the books read providers' reports" on public.provider_lines for select to authenticated
  using ((select app.has_permission('money')));

create table app.provider_days (
  provider public.payment_provider,
  day date,
  net numeric not null check (abs(net) < 1e15),
  lines bigint not null check (lines > 0),
  primary key (provider, day)
);
comment on table app.provider_days is 'Change per day of what each provider owes us, according to its reports, so that a balance can be computed without all lines.';
alter table app.provider_days enable row level security;

-- Compares a line of a report with what our books contain now: returns our payment, our amount (ours) and the outcome.
create function app.state_of_line(line public.provider_lines, out payment_id uuid, out ours numeric, out outcome text)
language plpgsql stable security definer set search_path = '' as $$
declare v_payment public.payments;
begin
  select p.* into v_payment from public.payments p
  where p.provider = (line).provider and p.status = 'paid' and ((line).charge_ref in (p.charge_ref, p.provider_ref) or p.id = app.uuid_of((line).charge_ref))
  order by p.charge_ref = (line).charge_ref desc nulls last limit 1;
  payment_id := v_payment.id;
  ours := case (line).kind
    when 'charge' then v_payment.captured_amount
    when 'refund' then (select -r.amount from public.refunds r where r.payment_id = v_payment.id and r.status = 'done'
      order by r.amount = -(line).gross desc, r.id limit 1)
    when 'chargeback' then (select -c.amount from public.chargebacks c where c.payment_id = v_payment.id order by c.amount = -(line).gross desc, c.id limit 1)
    when 'chargeback_won' then (select c.amount from public.chargebacks c where c.payment_id = v_payment.id and c.status = 'won' order by c.amount = (line).gross desc, c.id limit 1)
    when 'payout' then (select -b.amount from public.bank_lines b where b.provider = (line).provider and b.outcome = 'provider_payout'
      order by b.amount = -(line).gross desc, b.id desc limit 1)
    when 'fee' then (line).gross end;
  -- A payout with another amount is a different payout, so this line has no match.
  if (line).kind = 'payout' and ours <> (line).gross then ours := null; end if;
  outcome := case when (line).outcome = 'accepted' then 'accepted' when ours is null then 'missing_here' when ours <> (line).gross then 'amount_differs' else 'matched' end;
end $$;

create function app.refuse_report(reason text) returns boolean language plpgsql set search_path = '' as $$
begin
  perform app.refuse('report_invalid', 422, format('lines: [{line_ref, kind, charge_ref, gross, fee, currency, at}], at most 20,000, in the currency of the operator: %s', reason));
  return null;
end $$;

-- Reads the lines of a report and finds our payments for its charges. Most lines are charges whose amount matches, so they are
-- compared in this one statement; state_of_line compares the other lines one by one.
create function app.read_provider_lines(provider text, lines jsonb) returns setof public.provider_lines
language sql stable security definer set search_path = '' as $$
  select read_provider_lines.provider, left(x.line_ref, 201), x.kind, left(x.charge_ref, 300), x.gross, coalesce(x.fee, 0), x.at, p.id, p.captured_amount,
    case when p.captured_amount = x.gross then 'matched' else 'missing_here' end
  from jsonb_to_recordset(lines) x (line_ref text, kind text, charge_ref text, gross numeric, fee numeric, currency text, at timestamptz)
  left join lateral (select q.id, q.captured_amount from public.payments q where x.kind = 'charge' and q.provider = read_provider_lines.provider
    and q.charge_ref = x.charge_ref and q.status = 'paid' limit 1) p on true
  cross join public.settings s
  where s.id = 1 and (upper(coalesce(x.currency, s.code)) = s.code or app.refuse_report(format('currency of %s', x.line_ref)))
$$;

-- Books the fees of a provider's report. The report overrides the fees that events reported earlier, so the fees of payments
-- are updated. Two sums are booked: the differences from those earlier fees, and all other costs.
create function app.post_report_fees(provider text, lines public.provider_lines[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_sum numeric;
  v_key text := format('report:%s:%s', post_report_fees.provider, (select md5(string_agg(l.line_ref, ',' order by l.line_ref)) from unnest(lines) l));
begin
  with changed as (
    update public.payments p set fee = l.fee from unnest(lines) l
    where l.kind = 'charge' and l.outcome = 'matched' and p.id = l.payment_id and p.fee <> l.fee and l.fee between 0 and p.captured_amount
    returning l.fee - (select o.fee from public.payments o where o.id = p.id) as more)
  select coalesce(sum(c.more), 0) into v_sum from changed c;
  perform app.post_provider_costs('provider_fee', v_key, post_report_fees.provider, v_sum);
  perform app.post_provider_costs('provider_cost', v_key, post_report_fees.provider,
    (select coalesce(sum(case l.kind when 'refund' then l.fee when 'fee' then l.fee - l.gross else 0 end), 0) from unnest(lines) l where l.outcome = 'matched'));
end $$;

create function app.post_provider_costs(kind text, key text, provider text, amount numeric) returns void
language sql volatile security definer set search_path = '' as $$
  select app.post_ledger(post_provider_costs.kind, format('%s:%s', post_provider_costs.kind, post_provider_costs.key), null, jsonb_build_array(
    app.entry('clearing:' || post_provider_costs.provider, post_provider_costs.amount), app.entry('expense.provider_fees', -post_provider_costs.amount)))
  where post_provider_costs.amount <> 0
$$;
comment on function app.post_provider_costs is 'Books fees of a provider. Kind provider_fee: fees of payments (payments.fee); provider_cost: all others.';

create type public.report_result as (lines integer, new_lines integer, matched integer, missing_here integer, amount_differs integer);
comment on type public.report_result is 'Result of record_provider_report: number of lines, number of new lines, and outcomes of the new ones.';

create function public.record_provider_report(provider text, lines jsonb) returns public.report_result
language plpgsql security definer set search_path = '' set statement_timeout = '60s' as $$
declare
  v_lines public.provider_lines[];
  v_more public.provider_lines[];
  v_result public.report_result;
begin
  perform app.require_editor('money');
  perform app.check_provider(record_provider_report.provider);
  if jsonb_typeof(lines) is distinct from 'array' or jsonb_array_length(lines) > 20000 then perform app.refuse_report('no list'); end if;
  perform pg_advisory_xact_lock(hashtextextended('provider_report' || record_provider_report.provider, 0));
  begin
    with new as (
      insert into public.provider_lines select l.* from app.read_provider_lines(record_provider_report.provider, lines) l
      on conflict on constraint provider_lines_pkey do nothing returning provider_lines.*)
    select array_agg(row(n.*)::public.provider_lines) into v_lines from new n;
  exception when data_exception or not_null_violation or check_violation or invalid_text_representation or numeric_value_out_of_range
      or invalid_datetime_format or datetime_field_overflow or invalid_parameter_value then
    perform app.refuse_report(sqlerrm);
  end;
  v_lines := coalesce(v_lines, '{}');
  with looked as (
    update public.provider_lines o set payment_id = s.payment_id, ours = s.ours, outcome = s.outcome
    from unnest(v_lines) l cross join lateral app.state_of_line(l) s
    where l.outcome <> 'matched' and o.provider = l.provider and o.line_ref = l.line_ref returning o.*)
  select array_agg(row(k.*)::public.provider_lines) into v_more from looked k;
  if v_more is not null then
    v_lines := array(select l from unnest(v_lines) l where l.outcome = 'matched') || v_more;
  end if;
  perform app.post_report_fees(record_provider_report.provider, v_lines);
  insert into app.provider_days as d (provider, day, net, lines)
  select record_provider_report.provider, app.day_of(l.at), sum(l.gross - l.fee), count(*) from unnest(v_lines) l group by 2
  on conflict on constraint provider_days_pkey do update set net = d.net + excluded.net, lines = d.lines + excluded.lines;
  select jsonb_array_length(lines), count(*), count(*) filter (where l.outcome = 'matched'), count(*) filter (where l.outcome = 'missing_here'),
    count(*) filter (where l.outcome = 'amount_differs') into v_result from unnest(v_lines) l;
  if v_result.new_lines > 0 then
    perform app.audit('record_provider_report', 'provider_lines', record_provider_report.provider, null, to_jsonb(v_result));
  end if;
  return v_result;
end $$;
comment on function public.record_provider_report is 'Imports lines of a provider''s report: [{line_ref, kind: charge | refund | chargeback | chargeback_won | fee | payout | adjustment, charge_ref (or our payment''s id), gross (positive: came to us), fee, currency, at}], at most 20,000; each line_ref counts once. Compares them with our data, books fees that no event reported, and returns the counts; for differences see reconciliation(). Errors: must_login, not_allowed, demo_mode, no_provider_found, report_invalid.';
grant execute on function public.record_provider_report(text, jsonb) to authenticated;

-- Returns paid payments of a period whose charge no report contains. Reads payments and lines once and compares them with a
-- hash join. Newly imported lines have no statistics, so the planner might look up a million payments in a million lines one by
-- one, which would take hours.
create function app.unreported_payments(provider text, since timestamptz, until timestamptz, after_at timestamptz, after_ref text, most integer)
returns setof public.payments
language sql stable security definer set search_path = '' set enable_nestloop = off as $$
  select q.* from public.payments q
  where q.provider = unreported_payments.provider and q.status = 'paid' and q.paid_at >= unreported_payments.since and q.paid_at < unreported_payments.until
    and not exists (select 1 from public.provider_lines l where l.provider = unreported_payments.provider and l.payment_id = q.id and l.kind = 'charge'
      and l.at >= unreported_payments.since - interval '7 days' and l.at < unreported_payments.until + interval '7 days')
    and (unreported_payments.after_at is null or (q.paid_at, q.id::text) < (unreported_payments.after_at, unreported_payments.after_ref))
  order by q.paid_at desc, q.id desc limit unreported_payments.most
$$;
comment on function app.unreported_payments is 'Payments of a period to which no line of a report refers, latest first.';

create function public.reconciliation(provider text, from_day date default null, to_day date default null, after_at timestamptz default null,
  after_ref text default null, page_size integer default 50)
returns table (outcome text, kind text, ref text, at timestamptz, charge_ref text, payment_id uuid, booking_id uuid, reference text, theirs numeric, ours numeric, difference numeric)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
declare
  v_from timestamptz := app.day_start(app.book_day(from_day, date_trunc('month', app.today())::date));
  v_to timestamptz := app.day_start(app.book_day(to_day, app.today()) + 1);
  v_known tstzrange := (select case when count(*) = 0 then 'empty' else tstzrange(min(d.day) - interval '1 day', max(d.day) + interval '1 day') end
    from app.provider_days d where d.provider = reconciliation.provider);
  v_most integer := least(greatest(coalesce(page_size, 50), 1), 1000);
begin
  perform app.require_permission('money');
  return query
  select d.outcome, d.kind, d.ref, d.at, d.charge_ref, d.payment_id, p.booking_id, b.reference, d.theirs, d.ours, coalesce(d.theirs, 0) - coalesce(d.ours, 0)
  from (
    (select s.outcome, l.kind, l.line_ref as ref, l.at, l.charge_ref, s.payment_id, l.gross as theirs, s.ours
      from public.provider_lines l cross join lateral app.state_of_line(l) s
      where l.provider = reconciliation.provider and l.outcome in ('missing_here', 'amount_differs') and l.at >= v_from and l.at < v_to and s.outcome <> 'matched'
        and (reconciliation.after_at is null or (l.at, l.line_ref) < (reconciliation.after_at, reconciliation.after_ref))
      order by l.at desc, l.line_ref desc limit v_most)
    union all
    -- Lists only payments of the days that reports cover so far, and of one day before and after, because payments of other
    -- days may still be reported.
    (select 'missing_there', 'charge', q.id::text, q.paid_at, q.charge_ref, q.id, null, q.captured_amount
      from app.unreported_payments(reconciliation.provider, greatest(v_from, lower(v_known)), least(v_to, upper(v_known)),
        reconciliation.after_at, reconciliation.after_ref, v_most) q
      where not isempty(v_known))) d (outcome, kind, ref, at, charge_ref, payment_id, theirs, ours)
  left join public.payments p on p.id = d.payment_id left join public.bookings b on b.id = p.booking_id
  order by d.at desc, d.ref desc limit v_most;
end $$;
comment on function public.reconciliation is 'Differences between a provider''s reports and our payments, from one day to another (both included), latest first: missing_here (only in the report), missing_there (paid in our books, but in no report of these days), amount_differs. Differences that were solved are left out. theirs, ours and difference have the sign of what the provider owes us. Pass the last row''s at and ref as after_at and after_ref for the next page. Errors: must_login, not_allowed.';
grant execute on function public.reconciliation(text, date, date, timestamptz, text, integer) to authenticated;

-- Corrects our books if staff found that the provider is right: books the difference as an adjustment with a reason.
create function public.accept_provider_line(provider text, line_ref text, reason text) returns public.provider_lines
language plpgsql security definer set search_path = '' as $$
declare
  v_line public.provider_lines;
  v_state record;
  v_amount numeric;
begin
  perform app.require_editor('money');
  select l.* into v_line from public.provider_lines l where l.provider = accept_provider_line.provider and l.line_ref = accept_provider_line.line_ref
  for no key update;
  if not found then perform app.refuse('provider_line_not_found', 404, 'No such line'); end if;
  if v_line.outcome = 'accepted' then return v_line; end if;
  select s.* into v_state from app.state_of_line(v_line) s;
  -- A payout cannot be accepted, because only the bank statement proves it, not the provider's report.
  if v_state.outcome = 'matched' or v_line.kind = 'payout' or coalesce(btrim(accept_provider_line.reason), '') = '' then
    perform app.refuse('assignment_invalid', 422, 'Give a line that differs and is no payout, and a reason');
  end if;
  v_amount := v_line.gross - coalesce(v_state.ours, 0) - case when v_state.ours is null then v_line.fee else 0 end;
  perform app.post_ledger('provider_difference', format('provider_line:%s:%s', v_line.provider, v_line.line_ref), null, jsonb_build_array(
    app.entry('clearing:' || v_line.provider, -v_amount), app.entry('adjustments', v_amount)));
  update public.provider_lines l set outcome = 'accepted', ours = v_state.ours, payment_id = v_state.payment_id
  where l.provider = v_line.provider and l.line_ref = v_line.line_ref returning l.* into v_line;
  perform app.audit('accept_provider_line', 'provider_lines', v_line.provider || ' ' || v_line.line_ref, null,
    jsonb_build_object('amount', v_amount, 'reason', left(accept_provider_line.reason, 500)));
  return v_line;
end $$;
comment on function public.accept_provider_line is 'Books the difference between a provider''s line and our data as adjustment, with a reason. Idempotent. Errors: must_login, not_allowed, demo_mode, provider_line_not_found, assignment_invalid.';
grant execute on function public.accept_provider_line(text, text, text) to authenticated;

create function public.reconciliation_sums(on_day date default null)
returns table (source text, as_of date, they_say numeric, ours numeric, difference numeric, open_lines bigint)
language plpgsql stable security definer set search_path = '' as $$
declare v_day date := app.book_day(on_day, app.today());
begin
  perform app.require_permission('money');
  return query
  with balances as (select m.label, sum(m.credit - m.debit) as amount from app.book_moves('1900-01-01', v_day) m group by m.label),
  reported as (select d.provider, max(d.day) as day, sum(d.net) as net from app.provider_days d where d.day <= v_day group by d.provider),
  rows as (
    select 'bank' as source, k.day, k.balance as theirs,
      -coalesce((select sum(m.credit - m.debit) from app.book_moves('1900-01-01', k.day) m where m.label = 'bank'), 0) as mine,
      (select count(*) from public.bank_lines l where l.outcome in ('amount_differs', 'currency_differs', 'withdrawal_closed', 'unmatched')) as open
    from (select b.day, b.balance from public.bank_balances b where b.day <= v_day order by b.day desc limit 1) k
    union all
    select split_part(b.label, ':', 2), s.day, s.net,
      -coalesce(case when s.day is null or s.day = v_day then b.amount
        else (select sum(m.credit - m.debit) from app.book_moves('1900-01-01', s.day) m where m.label = b.label) end, 0),
      (select count(*) from public.provider_lines l where l.provider = split_part(b.label, ':', 2) and l.outcome in ('missing_here', 'amount_differs'))
    from balances b left join reported s on s.provider = split_part(b.label, ':', 2) where b.label like 'clearing:%'
    union all
    select 'wallets', v_day, (select coalesce(sum(p.wallet_balance), 0) from public.profiles p),
      (select coalesce(sum(b.amount), 0) from balances b where b.label ~ '^(wallet|bonus)[.]'), 0
    where v_day >= app.today())
  select r.source, r.day, r.theirs, r.mine, r.theirs - r.mine, r.open from rows r order by array_position('{bank,wallets}'::text[], r.source) nulls last, r.source;
end $$;
comment on function public.reconciliation_sums is 'Balances of others compared with our ledger, up to a day (today): bank (the latest statement), each provider (its reports; `ours` is what it owes us and has not paid out) and, for today, wallets (the balances that people see). as_of: the date of the other balance, null if there is none; open_lines: number of lines that staff must decide. Errors: must_login, not_allowed.';
grant execute on function public.reconciliation_sums(date) to authenticated;

-- Open chargebacks --------------------------------------------------------------------------------------------------

create function public.list_chargebacks(of_status text default 'open', after_due timestamptz default null, after_id uuid default null, page_size integer default 50)
returns table (id uuid, payment_id uuid, provider text, dispute_ref text, amount numeric, currency text, status text, opened_at timestamptz, due_at timestamptz,
  closed_at timestamptz, purpose text, booking_id uuid, reference text, customer_id uuid, name text, has_trail boolean, has_code boolean, has_receipt boolean, has_chat boolean)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
begin
  perform app.require_permission('money');
  if list_chargebacks.of_status not in ('open', 'won', 'lost') then perform app.refuse_sort('of_status is open, won or lost'); end if;
  return query
  select c.id, c.payment_id, c.provider::text, c.dispute_ref, c.amount, p.currency, c.status, c.opened_at, c.due_at, c.closed_at, p.purpose, p.booking_id, b.reference, p.customer_id,
    btrim(f.first_name || ' ' || f.last_name), exists (select 1 from public.tracking_points t where t.booking_id = b.id),
    b.started_at is not null and b.otp_secure,
    exists (select 1 from public.receipts r where r.booking_id = b.id and r.kind = 'receipt'), exists (select 1 from public.chat_messages m where m.booking_id = b.id)
  from public.chargebacks c join public.payments p on p.id = c.payment_id join public.profiles f on f.id = p.customer_id left join public.bookings b on b.id = p.booking_id
  where (list_chargebacks.of_status is null or c.status = list_chargebacks.of_status)
    and (list_chargebacks.after_id is null or (coalesce(c.due_at, 'infinity'), c.id) > (coalesce(list_chargebacks.after_due, 'infinity'), list_chargebacks.after_id))
  order by coalesce(c.due_at, 'infinity'), c.id limit least(greatest(coalesce(list_chargebacks.page_size, 50), 1), 1000);
end $$;
comment on function public.list_chargebacks is 'Chargebacks of a status (null: all), next deadline first, with the evidence that exists: the ride''s trail, its start code, the receipt, the chat. Pass the last row''s due_at and id as after_due and after_id for the next page. Errors: must_login, not_allowed, list_invalid.';
grant execute on function public.list_chargebacks(text, timestamptz, uuid, integer) to authenticated;
create index chargebacks_due on public.chargebacks (coalesce(due_at, 'infinity'), id);
