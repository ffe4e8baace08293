-- Money desk: shows staff the movements of money in a period, computed from stored sums of days, and the ledger entries
-- behind each figure.
-- Access: admins with the permission money
-- Tests:  tests/db/money_desk.sql, tests/db/month.test.ts

create function app.day_start(day date) returns timestamptz
language plpgsql stable security definer set search_path = '' as $$
declare
  v_books app.books;
  v_since timestamptz;
begin
  select d.since into v_since from app.book_days d where d.day = day_start.day;
  if found then return v_since; end if;
  select b.* into v_books from app.books b where b.id = 1;
  if v_books.summed_until is not null and day_start.day <= v_books.summed_until then
    return timestamptz '-infinity';
  end if;
  return greatest(v_books.summed_before, day_start.day::timestamp at time zone (app.settings()).time_zone);
end $$;
comment on function app.day_start is 'When a day begins in the books.';

create function app.sum_entries(since timestamptz, until timestamptz)
returns table (label text, kind text, debit numeric, credit numeric, debits bigint, credits bigint)
language sql stable security definer set search_path = '' as $$
  select a.label, t.kind, coalesce(-sum(e.amount) filter (where e.amount < 0), 0),
    coalesce(sum(e.amount) filter (where e.amount > 0), 0),
    count(*) filter (where e.amount < 0), count(*) filter (where e.amount > 0)
  from public.ledger_transactions t join public.ledger_entries e on e.transaction_id = t.id
    join public.ledger_accounts a on a.id = e.account_id
  where t.created_at >= sum_entries.since and t.created_at < sum_entries.until
  group by a.label, t.kind
$$;
comment on function app.sum_entries is 'Sums of the movements between two times, computed from the ledger''s entries.';

create function app.book_movements(from_day date, to_day date)
returns table (label text, kind text, debit numeric, credit numeric, debits bigint, credits bigint)
language plpgsql stable security definer set search_path = '' as $$
declare v_live timestamptz := greatest(app.day_start(from_day), (select b.summed_before from app.books b
  where b.id = 1));
begin
  return query
  select m.label, m.kind, sum(m.debit), sum(m.credit), sum(m.debits)::bigint, sum(m.credits)::bigint
  from (select s.label, s.kind, s.debit, s.credit, s.debits, s.credits from app.book_sums s
    where s.day between book_movements.from_day and book_movements.to_day
    union all select l.* from app.sum_entries(v_live, app.day_start(book_movements.to_day + 1)) l) m
  group by m.label, m.kind;
end $$;
comment on function app.book_movements is
  'Movements from one day to another, both included: stored sums of days, plus entries of days that are not summed '
  'yet.';

create function app.account_part(label text) returns text language sql immutable set search_path = '' as $$
  select case when label ~ '^(bank|cash)$|^(clearing|chargebacks):' then 'hold'
    when label ~ '^(wallet|bonus)[.]|^refunds_due:|^(held|payouts_pending|tax)$' then 'owe'
    when label ~ '^(revenue|expense)[.]|^(adjustments|rounding)$' then 'earned' end
$$;
comment on function app.account_part is
  'The part of the books to which an account belongs: hold (money and claims that the operator has; the ledger''s '
  'sign is inverted), owe (what the operator owes), or earned (earnings less expenses).';

-- Returns the day, or `otherwise` if it is null, limited to the years 1900 to 9000.
create function app.bounded_day(day date, otherwise date) returns date language sql immutable set search_path = '' as $$
  select greatest('1900-01-01', least('9000-01-01', coalesce(bounded_day.day, bounded_day.otherwise)))
$$;

create function public.money_desk(from_day date default null, to_day date default null)
returns table (part text, account text, kind text, opening numeric, inflow numeric, outflow numeric, closing numeric,
  entries_in bigint, entries_out bigint)
language plpgsql stable security definer set search_path = '' as $$
declare
  v_from date := app.bounded_day(from_day, date_trunc('month', app.today())::date);
  v_to date := app.bounded_day(to_day, app.today());
begin
  perform app.require_permission('money');
  return query
  with opened as (select m.label, sum(m.credit - m.debit) as amount from app.book_movements('1900-01-01', v_from - 1) m
    group by m.label),
  moved as (select m.* from app.book_movements(v_from, v_to) m),
  rows as (
    select m.label, m.kind, null::numeric as opening, m.debit, m.credit, m.debits, m.credits from moved m
    union all
    select coalesce(o.label, m.label), null, coalesce(o.amount, 0), coalesce(m.debit, 0), coalesce(m.credit, 0),
      coalesce(m.debits, 0), coalesce(m.credits, 0)
    from opened o full join (select m.label, sum(m.debit) as debit, sum(m.credit) as credit,
      sum(m.debits)::bigint as debits, sum(m.credits)::bigint as credits
      from moved m group by m.label) m on m.label = o.label),
  -- In the ledger, money that the operator holds (part hold) is negative. The result shows it as positive.
  turned as (select r.*, app.account_part(r.label) as of_part,
    case app.account_part(r.label) when 'hold' then -1 else 1 end as sign from rows r)
  select t.of_part, t.label, t.kind, t.opening * t.sign, case t.sign when 1 then t.credit else t.debit end,
    case t.sign when 1 then t.debit else t.credit end,
    (t.opening + t.credit - t.debit) * t.sign, case t.sign when 1 then t.credits else t.debits end,
      case t.sign when 1 then t.debits else t.credits end
  from turned t
  order by array_position('{hold,owe,earned}'::text[], t.of_part), t.label, t.kind nulls first;
end $$;
comment on function public.money_desk is
  'Movements of money from one day to another (both included; default: this month up to today). For each account one '
  'row with kind null, {part: hold | owe | earned, account, opening, inflow, outflow, closing}, and one row for '
  'each kind of transaction, without opening and closing. closing = opening + inflow - outflow, and hold = owe + '
  'earned in each column. Every figure is the sum of ledger_rows with the same of_account and of_kind: opening up to '
  'the day before from_day, closing up to to_day, inflow with direction in, outflow with direction out. '
  'Errors: must_login, not_allowed.';
grant execute on function public.money_desk(date, date) to authenticated;

-- Returns the conditions of a search in the ledger as SQL. The values of the filters are written into the query,
-- quoted, so that the planner can estimate how many rows match.
create function app.ledger_where(of_account text, of_kind text, of_part text, direction text) returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  return concat_ws(' and ', 'true',
    case when of_account is not null then case
      when of_account ~ '^(wallet|bonus)[.]|^held$' then format('a.label = %L', of_account)
      else format('e.account_id = %s',
        coalesce((select o.id from public.ledger_accounts o where o.name = of_account), 0)) end end,
    case when of_kind is not null then format('t.kind = %L', of_kind) end,
    case when of_part is not null then format('app.account_part(a.label) = %L', of_part) end,
    case direction when 'in' then 'e.amount * s.sign > 0' when 'out' then 'e.amount * s.sign < 0' end);
end $$;

-- Returns a page of ledger entries. For days that are already summed, app.book_sums tells which kinds of transactions
-- have matching entries, and between which days. Only these kinds and days are searched, because a search for rare
-- entries would otherwise read millions of rows. The query contains only checked values. @plpgsql_check_options:
-- security_warnings = off
create function public.ledger_rows(from_day date default null, to_day date default null, of_account text default null,
  of_kind text default null,
  direction text default null, of_part text default null, after_at timestamptz default null,
    after_id bigint default null, page_size integer default 50)
returns setof public.ledger_row
language plpgsql stable security definer set search_path = '' as $$
declare
  v_from date := app.bounded_day(from_day, '1900-01-01');
  v_to date := app.bounded_day(to_day, '9000-01-01');
  v_most integer := least(greatest(coalesce(page_size, 50), 1), 5000);
  v_where text := app.ledger_where(of_account, of_kind, of_part, direction);
  v_live timestamptz := (select b.summed_before from app.books b where b.id = 1);
  v_summed record;
  v_page text := ' order by t.created_at desc, e.id desc limit $4';
begin
  perform app.require_permission('money');
  if direction not in ('in', 'out') or of_part not in ('hold', 'owe', 'earned') then
    perform app.refuse_sort('direction is in or out; of_part is hold, owe or earned');
  end if;
  if after_at is not null then
    v_where := v_where || ' and t.created_at <= $2 and (t.created_at < $2 or e.id < $3)';
  end if;
  select array_agg(distinct m.kind) as kinds, min(m.day) as first, max(m.day) as last into v_summed from app.book_sums m
  cross join lateral (select app.account_part(m.label) as part) p
  where m.day between v_from and v_to and (of_account is null or m.label = of_account)
    and (of_kind is null or m.kind = of_kind)
    and (of_part is null or p.part = of_part)
    and case when direction is null then true when (direction = 'in') = (p.part = 'hold') then m.debits > 0
      else m.credits > 0 end;
  return query execute format('with found as (
      (select %1$s where t.created_at >= %2$L and t.created_at < %3$L and %4$s) union all (select %1$s where t.created_at >= %5$L and t.created_at < %6$L and t.kind = any (%7$L) and %8$s))
    select f.id, f.at, f.transaction_id, f.kind, f.part, f.label, f.amount, f.booking_id, b.reference, f.user_id, nullif(btrim(p.first_name || '' '' || p.last_name), ''''), f.provider
    from (select * from found order by at desc, id desc limit $4) f
    left join public.bookings b on b.id = f.booking_id left join public.profiles p on p.id = f.user_id order by f.at desc, f.id desc',
    'e.id, t.created_at as at, t.id as transaction_id, t.kind, s.part, a.label, e.amount * s.sign as amount, t.booking_id, a.user_id, a.provider
      from public.ledger_transactions t join public.ledger_entries e on e.transaction_id = t.id join public.ledger_accounts a on a.id = e.account_id
      cross join lateral (select app.account_part(a.label) as part, case app.account_part(a.label) when ''hold'' then -1 else 1 end as sign) s',
    greatest(v_live, app.day_start(v_from)), app.day_start(v_to + 1), v_where || v_page,
    coalesce(app.day_start(v_summed.first), 'infinity'), least(v_live, app.day_start(v_summed.last + 1)),
      coalesce(v_summed.kinds, '{}'), v_where || v_page)
    using null::text, after_at, coalesce(after_id, 0), v_most;
end $$;
comment on function public.ledger_rows is
  'The ledger entries behind a figure of money_desk, latest first: from_day to to_day (both included), of_account (as '
  'in money_desk), of_kind, direction (in or out), of_part. amount has the sign that money_desk uses: what the '
  'operator holds is positive. Without filters the rows are the journal. Pass the last row''s at and id as after_at '
  'and after_id for the next page. '
  'Errors: must_login, not_allowed, list_invalid.';
grant execute on function public.ledger_rows(date, date, text, text, text, text, timestamptz, bigint,
  integer) to authenticated;
