-- Closing the books: closed days with a hash, and locked periods.
-- Needs:  money_desk, ledger
-- Access: admins with the permission money
-- Tests:  tests/db/closing.sql

create table public.book_closes (
  day date primary key,
  entries bigint not null check (entries >= 0),
  totals jsonb not null check (jsonb_typeof(totals) = 'array'),
  balances jsonb not null check (jsonb_typeof(balances) = 'object'),
  prev_hash text not null,
  hash text not null check (hash ~ '^[0-9a-f]{64}$'),
  closed_by uuid references public.profiles (id),
  closed_at timestamptz not null default app.now()
);
call app.describe('public.book_closes', $$
  Closed days in their order, each with the hash of the previous day. Append-only.
  day: Date of the closed day, in settings.time_zone.
  entries: Number of ledger entries of the day; for the first closed day, also those of all days before it.
  totals: Movements of the day: [{account, kind, debit, credit, debits, credits}].
  balances: Balance of every account at the end of the day, with the ledger's sign: {account: amount}.
  prev_hash: Hash of the previous closed day; empty for the first.
  hash: SHA-256 of the row, computed by app.close_hash.
  closed_by: The admin who closed the day.
$$);
create index book_closes_closed_by on public.book_closes (closed_by);
alter table public.book_closes enable row level security;
grant select on public.book_closes to authenticated;
revoke insert, update, delete, truncate on public.book_closes from service_role;
create policy "admins who keep the books read what was closed" on public.book_closes for select to authenticated
  using ((select app.has_permission('money')));
create trigger book_closes__append_only before update or delete or truncate on public.book_closes
  for each statement execute function app.tg_append_only();

create function app.close_hash(closed public.book_closes) returns text language sql stable set search_path = '' as $$
  select encode(sha256(convert_to(jsonb_build_array((closed).day, (closed).entries, (closed).totals, (closed).balances, (closed).closed_by,
    extract(epoch from (closed).closed_at), (closed).prev_hash)::text, 'UTF8')), 'hex')
$$;

create function app.totals_of(from_day date, to_day date) returns jsonb language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('account', m.label, 'kind', m.kind, 'debit', m.debit, 'credit', m.credit, 'debits', m.debits, 'credits', m.credits)
    order by m.label, m.kind), '[]')
  from app.book_moves(totals_of.from_day, totals_of.to_day) m
$$;

create function app.balances_of(day date) returns jsonb language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_object_agg(m.label, m.amount), '{}')
  from (select m.label, sum(m.credit - m.debit) as amount from app.book_moves('1900-01-01', balances_of.day) m group by m.label) m
$$;

create function public.close_day(day date) returns public.book_closes language plpgsql security definer set search_path = '' as $$
declare
  v_me public.profiles := app.require_editor('money');
  v_last public.book_closes;
  v_row public.book_closes;
begin
  perform pg_advisory_xact_lock(hashtextextended('close_day', 0));
  select c.* into v_row from public.book_closes c where c.day = close_day.day;
  if found then return v_row; end if;
  if close_day.day is null or close_day.day >= app.today() then
    perform app.refuse('day_not_over', 409, 'A day can be closed after its midnight in settings.time_zone');
  end if;
  select c.* into v_last from public.book_closes c order by c.day desc limit 1;
  begin
    while coalesce((select b.summed_until < close_day.day from app.books b where b.id = 1), true) loop
      exit when app.sum_day() is null;
    end loop;
  exception when lock_not_available then
    perform app.refuse('try_again', 409, 'Money is being posted; retry');
  end;
  if close_day.day <> v_last.day + 1 or not exists (select 1 from app.book_days d where d.day = close_day.day) then
    perform app.refuse('close_in_order', 409, format('The next day to close is %s', coalesce(v_last.day + 1, (select min(d.day) from app.book_days d))));
  end if;
  v_row.day := close_day.day;
  v_row.totals := app.totals_of(coalesce(v_last.day + 1, '1900-01-01'), close_day.day);
  v_row.balances := app.balances_of(close_day.day);
  v_row.entries := (select coalesce(sum((t ->> 'debits')::bigint + (t ->> 'credits')::bigint), 0) from jsonb_array_elements(v_row.totals) t);
  v_row.prev_hash := coalesce(v_last.hash, '');
  v_row.closed_by := v_me.id;
  v_row.closed_at := app.now();
  v_row.hash := app.close_hash(v_row);
  insert into public.book_closes values (v_row.*) returning * into v_row;
  perform app.audit('close_day', 'book_closes', v_row.day::text, null, jsonb_build_object('entries', v_row.entries, 'hash', v_row.hash));
  return v_row;
end $$;
comment on function public.close_day is 'Closes a finished day: stores its sums and balances with a hash that includes the hash of the previous day. Days are closed in order; the first one may be any day and includes all before it. Idempotent. Errors: must_login, not_allowed, demo_mode, day_not_over, close_in_order, try_again.';
grant execute on function public.close_day(date) to authenticated;

create function public.check_closes(from_day date default null, to_day date default null)
returns table (day date, hash_fits boolean, follows boolean, ledger_fits boolean)
language plpgsql stable security definer set search_path = '' as $$
declare
  v_from date := app.book_day(from_day, app.today() - 31);
  v_to date := app.book_day(to_day, app.today());
begin
  perform app.require_permission('money');
  return query
  select c.day, app.close_hash(c.closed) = c.hash, c.prev_hash = coalesce(c.before, '') and (c.day_before is null or c.day_before = c.day - 1),
    not exists (
      select 1 from (select t ->> 'account' as label, t ->> 'kind' as kind, (t ->> 'debit')::numeric as debit, (t ->> 'credit')::numeric as credit
        from jsonb_array_elements(c.totals) t) k
      full join app.sum_entries(case when c.day_before is null then '-infinity' else app.day_start(c.day) end, app.day_start(c.day + 1)) l
        on l.label = k.label and l.kind = k.kind
      where (k.debit, k.credit) is distinct from (l.debit, l.credit))
  from (select o as closed, o.day, o.totals, o.hash, o.prev_hash, lag(o.hash) over (order by o.day) as before, lag(o.day) over (order by o.day) as day_before from public.book_closes o) c
  where c.day between v_from and v_to order by c.day;
end $$;
comment on function public.check_closes is 'Compares closed days (default: the last 31) with the current data: whether the row matches its hash, contains the hash of the previous day, and equals the sums of the ledger''s entries. Errors: must_login, not_allowed.';
grant execute on function public.check_closes(date, date) to authenticated;

create function public.money_days(from_day date default null, to_day date default null)
returns table (day date, held numeric, is_closed boolean)
language plpgsql stable security definer set search_path = '' as $$
declare
  v_from date := app.book_day(from_day, date_trunc('month', app.today())::date);
  v_to date := least(app.book_day(to_day, app.today()), app.today(), app.book_day(from_day, date_trunc('month', app.today())::date) + 400);
  v_held numeric;
begin
  perform app.require_permission('money');
  select coalesce(sum(m.debit - m.credit), 0) into v_held from app.book_moves('1900-01-01', v_from - 1) m where app.part_of(m.label) = 'hold';
  return query
  with moved as (
    select m.day, sum(m.debit - m.credit) as amount from app.book_sums m where m.day between v_from and v_to and app.part_of(m.label) = 'hold' group by m.day
    union all
    select l::date, m.amount from generate_series(greatest(v_from, (select b.summed_until + 1 from app.books b where b.id = 1)), v_to, interval '1 day') l
    cross join lateral (select sum(m.debit - m.credit) as amount from app.book_moves(l::date, l::date) m where app.part_of(m.label) = 'hold') m)
  select d::date, v_held + sum(coalesce(m.amount, 0)) over (order by d), exists (select 1 from public.book_closes c where c.day = d::date)
  from generate_series(v_from, v_to, interval '1 day') d left join moved m on m.day = d::date order by d;
end $$;
comment on function public.money_days is 'How much money the operator held at the end of each day, and whether the day is closed; at most 401 days. Errors: must_login, not_allowed.';
grant execute on function public.money_days(date, date) to authenticated;

create type public.money_state as (
  today date, closed_until date, next_day date, locked_until date, wallets numeric, profiles numeric, off_by numeric
);
comment on type public.money_state is 'Result of money_status. next_day: the next day that close_day can close, null if none is finished; wallets: the ledger''s sum of all wallets; profiles: the sum of the balances that people see; off_by: the sum of the whole ledger, which must be 0.';

create function public.money_status() returns public.money_state language plpgsql stable security definer set search_path = '' as $$
declare
  v_state public.money_state;
begin
  perform app.require_permission('money');
  v_state.today := app.today();
  select max(c.day) into v_state.closed_until from public.book_closes c;
  select b.locked_until into v_state.locked_until from app.books b where b.id = 1;
  v_state.next_day := coalesce(v_state.closed_until + 1, (select app.day_of(min(t.created_at)) from public.ledger_transactions t));
  if v_state.next_day >= v_state.today then v_state.next_day := null; end if;
  select coalesce(sum(m.credit - m.debit) filter (where m.label ~ '^(wallet|bonus)[.]'), 0), coalesce(sum(m.credit - m.debit), 0)
  into v_state.wallets, v_state.off_by from app.book_moves('1900-01-01', v_state.today) m;
  select coalesce(sum(p.wallet_balance), 0) into v_state.profiles from public.profiles p;
  return v_state;
end $$;
comment on function public.money_status is 'Until which day the books are closed and locked, and whether wallets and ledger agree. Errors: must_login, not_allowed.';
grant execute on function public.money_status() to authenticated;

-- Locking a period --------------------------------------------------------------------------------------------------

create function public.lock_period(until_day date) returns date language plpgsql security definer set search_path = '' as $$
declare v_until date;
begin
  perform app.require_editor('money');
  perform pg_advisory_xact_lock(hashtextextended('period', 0));
  select b.locked_until into v_until from app.books b where b.id = 1 for no key update;
  if lock_period.until_day <= v_until then return v_until; end if;
  if not exists (select 1 from public.book_closes c where c.day = lock_period.until_day) then
    perform app.refuse('close_in_order', 409, 'Close its days first');
  end if;
  update app.books b set locked_until = lock_period.until_day where b.id = 1;
  perform app.audit('lock_period', 'book_closes', lock_period.until_day::text, jsonb_build_object('until', v_until), jsonb_build_object('until', lock_period.until_day));
  return lock_period.until_day;
end $$;
comment on function public.lock_period is 'Locks everything up to a closed day: from then on nothing can be booked with a date up to this day. Cannot be undone. Returns the last locked day. Errors: must_login, not_allowed, demo_mode, close_in_order.';
grant execute on function public.lock_period(date) to authenticated;

create function app.check_period(on_day date) returns void language plpgsql volatile security definer set search_path = '' as $$
begin
  -- Takes this lock shared, so that several transactions may book at the same time. lock_period takes it exclusively: it waits
  -- for transactions that are booking now, and later transactions see the locked period.
  perform pg_advisory_xact_lock_shared(hashtextextended('period', 0));
  if on_day > app.today() or on_day < app.today() - 366 or on_day <= (select b.locked_until from app.books b where b.id = 1) then
    perform app.refuse('period_locked', 409, 'Give a day within the last year, up to today, outside locked periods');
  end if;
end $$;
comment on function app.check_period is 'Refuses a date in a locked period: period_locked. The ledger itself always books with the current time.';
