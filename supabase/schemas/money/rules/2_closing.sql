-- Closing the books: closed days with a hash, and locked periods.
-- Access: admins with the permission money
-- Tests:  tests/db/closing.sql

create function app.close_hash(closed public.book_closes) returns text language sql stable set search_path = '' as $$
  select encode(sha256(convert_to(jsonb_build_array((closed).day, (closed).entries, (closed).totals, (closed).balances,
    (closed).closed_by,
    extract(epoch from (closed).closed_at), (closed).prev_hash)::text, 'UTF8')), 'hex')
$$;

create function app.totals_of(from_day date, to_day date) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('account', m.label, 'kind', m.kind, 'debit', m.debit, 'credit',
    m.credit, 'debits', m.debits, 'credits', m.credits)
    order by m.label, m.kind), '[]')
  from app.book_movements(totals_of.from_day, totals_of.to_day) m
$$;

create function app.balances_of(day date) returns jsonb language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_object_agg(m.label, m.amount), '{}')
  from (select m.label, sum(m.credit - m.debit) as amount from app.book_movements('1900-01-01', balances_of.day) m
    group by m.label) m
$$;

create function public.check_closes(from_day date default null, to_day date default null)
returns table (day date, hash_fits boolean, follows boolean, ledger_fits boolean)
language plpgsql stable security definer set search_path = '' as $$
declare
  v_from date := app.bounded_day(from_day, app.today() - 31);
  v_to date := app.bounded_day(to_day, app.today());
begin
  perform app.require_permission('money');
  return query
  select c.day, app.close_hash(c.closed) = c.hash, c.prev_hash = coalesce(c.before, '')
    and (c.day_before is null or c.day_before = c.day - 1),
    not exists (
      select 1 from (select t ->> 'account' as label, t ->> 'kind' as kind, (t ->> 'debit')::numeric as debit,
        (t ->> 'credit')::numeric as credit
        from jsonb_array_elements(c.totals) t) k
      full join app.sum_entries(case when c.day_before is null then '-infinity' else app.day_start(c.day) end,
        app.day_start(c.day + 1)) l
        on l.label = k.label and l.kind = k.kind
      where (k.debit, k.credit) is distinct from (l.debit, l.credit))
  from (select o as closed, o.day, o.totals, o.hash, o.prev_hash, lag(o.hash) over (order by o.day) as before,
    lag(o.day) over (order by o.day) as day_before from public.book_closes o) c
  where c.day between v_from and v_to order by c.day;
end $$;
comment on function public.check_closes is
  'Compares closed days (default: the last 31) with the current data: whether the row matches its hash, contains the '
  'hash of the previous day, and equals the sums of the ledger''s entries. '
  'Errors: must_login, not_allowed.';
grant execute on function public.check_closes(date, date) to authenticated;

create function public.money_days(from_day date default null, to_day date default null)
returns table (day date, held numeric, is_closed boolean)
language plpgsql stable security definer set search_path = '' as $$
declare
  v_from date := app.bounded_day(from_day, date_trunc('month', app.today())::date);
  v_to date := least(app.bounded_day(to_day, app.today()), app.today(),
    app.bounded_day(from_day, date_trunc('month', app.today())::date) + 400);
  v_held numeric;
begin
  perform app.require_permission('money');
  select coalesce(sum(m.debit - m.credit), 0) into v_held from app.book_movements('1900-01-01', v_from - 1) m
    where app.account_part(m.label) = 'hold';
  return query
  with moved as (
    select m.day, sum(m.debit - m.credit) as amount from app.book_sums m where m.day between v_from and v_to
      and app.account_part(m.label) = 'hold' group by m.day
    union all
    select l::date, m.amount
      from generate_series(greatest(v_from, (select b.summed_until + 1 from app.books b where b.id = 1)), v_to,
      interval '1 day') l
    cross join lateral (select sum(m.debit - m.credit) as amount from app.book_movements(l::date, l::date) m
      where app.account_part(m.label) = 'hold') m)
  select d::date, v_held + sum(coalesce(m.amount, 0)) over (order by d), exists (select 1 from public.book_closes c
    where c.day = d::date)
  from generate_series(v_from, v_to, interval '1 day') d left join moved m on m.day = d::date order by d;
end $$;
comment on function public.money_days is
  'How much money the operator held at the end of each day, and whether the day is closed; at most 401 days. '
  'Errors: must_login, not_allowed.';
grant execute on function public.money_days(date, date) to authenticated;

create function public.money_status() returns public.money_state
language plpgsql stable security definer set search_path = '' as $$
declare
  v_state public.money_state;
begin
  perform app.require_permission('money');
  v_state.today := app.today();
  select max(c.day) into v_state.closed_until from public.book_closes c;
  select b.locked_until into v_state.locked_until from app.books b where b.id = 1;
  v_state.next_day := coalesce(v_state.closed_until + 1, (select app.day_of(min(t.created_at))
    from public.ledger_transactions t));
  if v_state.next_day >= v_state.today then v_state.next_day := null; end if;
  select coalesce(sum(m.credit - m.debit) filter (where m.label ~ '^(wallet|bonus)[.]'), 0),
    coalesce(sum(m.credit - m.debit), 0)
  into v_state.wallets, v_state.off_by from app.book_movements('1900-01-01', v_state.today) m;
  select coalesce(sum(p.wallet_balance), 0) into v_state.profiles from public.profiles p;
  return v_state;
end $$;
comment on function public.money_status is
  'Until which day the books are closed and locked, and whether wallets and ledger agree. '
  'Errors: must_login, not_allowed.';
grant execute on function public.money_status() to authenticated;

create function app.check_period(on_day date) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  -- Takes this lock shared, so that several transactions may book at the same time. lock_period takes it exclusively:
  -- it waits for transactions that are booking now, and later transactions see the locked period.
  perform pg_advisory_xact_lock_shared(hashtextextended('period', 0));
  if on_day > app.today() or on_day < app.today() - 366 or on_day <= (select b.locked_until from app.books b
    where b.id = 1) then
    perform app.refuse('period_locked', 409, 'Give a day within the last year, up to today, outside locked periods');
  end if;
end $$;
comment on function app.check_period is
  'Refuses a date in a locked period: period_locked. The ledger itself always books with the current time.';
