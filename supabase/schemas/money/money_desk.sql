-- Money desk: what moved, opened to its entries; days that are summed up and closed; periods that are locked; taxes that are paid on,
-- and debts that are given up.
-- Needs:  ledger, profiles, settings, payments, approvals, audit
-- Access: admins with the permission money
-- Tests:  tests/db/money_desk.sql, tests/db/closing.sql, tests/db/write_offs.sql, tests/db/month.test.ts

-- Days --------------------------------------------------------------------------------------------------------------------

-- A day is kept as its sums, so that a month costs what its days cost and not what its millions of entries do.
create table app.book_days (
  day date primary key,
  since timestamptz not null,
  until timestamptz not null check (until >= since)
);
comment on table app.book_days is 'Days that are summed up, with the moments between which their transactions lie: a change of settings.time_zone moves none of them.';
create table app.book_sums (
  day date not null references app.book_days (day),
  label text not null,
  kind text not null,
  debit numeric not null check (debit >= 0),
  credit numeric not null check (credit >= 0),
  debits bigint not null check (debits >= 0),
  credits bigint not null check (credits >= 0),
  primary key (day, label, kind)
);
comment on table app.book_sums is 'What moved on a day: by account (ledger_accounts.label) and kind of transaction. debit: what was negative, as a positive sum.';
alter table app.book_days enable row level security;
alter table app.book_sums enable row level security;

create function app.day_start(day date) returns timestamptz
language plpgsql stable security definer set search_path = '' as $$
declare
  v_books app.books;
  v_since timestamptz;
begin
  select d.since into v_since from app.book_days d where d.day = day_start.day;
  if found then return v_since; end if;
  select b.* into v_books from app.books b where b.id = 1;
  if v_books.summed_until is not null and day_start.day <= v_books.summed_until then return timestamptz '-infinity'; end if;
  return greatest(v_books.summed_before, day_start.day::timestamp at time zone (select s.time_zone from public.settings s where s.id = 1));
end $$;
comment on function app.day_start is 'When a day of the books begins.';

create function app.sum_entries(since timestamptz, until timestamptz)
returns table (label text, kind text, debit numeric, credit numeric, debits bigint, credits bigint)
language sql stable security definer set search_path = '' as $$
  select a.label, t.kind, coalesce(-sum(e.amount) filter (where e.amount < 0), 0), coalesce(sum(e.amount) filter (where e.amount > 0), 0),
    count(*) filter (where e.amount < 0), count(*) filter (where e.amount > 0)
  from public.ledger_transactions t join public.ledger_entries e on e.transaction_id = t.id join public.ledger_accounts a on a.id = e.account_id
  where t.created_at >= sum_entries.since and t.created_at < sum_entries.until
  group by a.label, t.kind
$$;
comment on function app.sum_entries is 'What moved between two moments, from the entries themselves.';

create function app.sum_day() returns date
language plpgsql security definer set search_path = '' set lock_timeout = '5s' as $$
declare
  v_books app.books;
  v_day date;
  v_until timestamptz;
begin
  -- Alone: whoever posts now is waited for, and whoever posts next counts as the day after.
  perform pg_advisory_xact_lock(4842075);
  select b.* into v_books from app.books b where b.id = 1;
  v_day := coalesce(v_books.summed_until + 1, (select app.day_of(min(t.created_at)) from public.ledger_transactions t));
  if v_day is null or v_day >= app.today() then return null; end if;
  v_until := greatest(v_books.summed_before, (v_day + 1)::timestamp at time zone (select s.time_zone from public.settings s where s.id = 1));
  if v_until > app.now() then return null; end if;
  insert into app.book_days (day, since, until) values (v_day, v_books.summed_before, v_until);
  insert into app.book_sums (day, label, kind, debit, credit, debits, credits)
  select v_day, m.* from app.sum_entries(v_books.summed_before, v_until) m;
  update app.books b set summed_until = v_day, summed_before = v_until where b.id = 1;
  return v_day;
end $$;
comment on function app.sum_day is 'Sums up the next day that is over; answers it, or null. From then on nothing is posted into it.';

create function app.sum_days() returns integer
language plpgsql security definer set search_path = '' as $$
begin
  if not pg_try_advisory_xact_lock(hashtextextended('sum_days', 0)) then return 0; end if;
  for i in 0 .. 30 loop
    if app.sum_day() is null then return i; end if;
  end loop;
  return 31;
exception when lock_not_available then
  raise warning 'no day was summed up: money was being posted all the time';
  return 0;
end $$;
comment on function app.sum_days is 'Sums up days that are over, 31 at most; answers how many.';

create function app.book_moves(from_day date, to_day date)
returns table (label text, kind text, debit numeric, credit numeric, debits bigint, credits bigint)
language plpgsql stable security definer set search_path = '' as $$
declare v_live timestamptz := greatest(app.day_start(from_day), (select b.summed_before from app.books b where b.id = 1));
begin
  return query
  select m.label, m.kind, sum(m.debit), sum(m.credit), sum(m.debits)::bigint, sum(m.credits)::bigint
  from (select s.label, s.kind, s.debit, s.credit, s.debits, s.credits from app.book_sums s where s.day between book_moves.from_day and book_moves.to_day
    union all select l.* from app.sum_entries(v_live, app.day_start(book_moves.to_day + 1)) l) m
  group by m.label, m.kind;
end $$;
comment on function app.book_moves is 'What moved from one day to another, both counted: sums of days, and entries of those that are not summed up yet.';

create function app.part_of(label text) returns text
language sql immutable set search_path = '' as $$
  select case when label ~ '^(bank$|clearing:|chargebacks:)' then 'hold' when label ~ '^(revenue|expense)[.]|^(adjustments|rounding)$' then 'earned' else 'owe' end
$$;
comment on function app.part_of is 'Of an account: hold (what we have, the ledger''s sign turned), owe, or earned (less what was spent).';

-- Days as people give them: within what a calendar has.
create function app.book_day(day date, otherwise date) returns date
language sql immutable set search_path = '' as $$
  select greatest('1900-01-01', least('9000-01-01', coalesce(book_day.day, book_day.otherwise)))
$$;

create function public.money_desk(from_day date default null, to_day date default null)
returns table (part text, account text, kind text, opening numeric, came_in numeric, went_out numeric, closing numeric, entries_in bigint, entries_out bigint)
language plpgsql stable security definer set search_path = '' as $$
declare
  v_from date := app.book_day(from_day, date_trunc('month', app.today())::date);
  v_to date := app.book_day(to_day, app.today());
begin
  perform app.require_permission('money');
  return query
  with opened as (select m.label, sum(m.credit - m.debit) as amount from app.book_moves('1900-01-01', v_from - 1) m group by m.label),
  moved as (select m.* from app.book_moves(v_from, v_to) m),
  rows as (
    select m.label, m.kind, null::numeric as opening, m.debit, m.credit, m.debits, m.credits from moved m
    union all
    select coalesce(o.label, m.label), null, coalesce(o.amount, 0), coalesce(m.debit, 0), coalesce(m.credit, 0), coalesce(m.debits, 0), coalesce(m.credits, 0)
    from opened o full join (select m.label, sum(m.debit) as debit, sum(m.credit) as credit, sum(m.debits)::bigint as debits, sum(m.credits)::bigint as credits
      from moved m group by m.label) m on m.label = o.label),
  -- What we hold is negative in the ledger: it is owed to us.
  turned as (select r.*, app.part_of(r.label) as of_part, case app.part_of(r.label) when 'hold' then -1 else 1 end as sign from rows r)
  select t.of_part, t.label, t.kind, t.opening * t.sign, case t.sign when 1 then t.credit else t.debit end, case t.sign when 1 then t.debit else t.credit end,
    (t.opening + t.credit - t.debit) * t.sign, case t.sign when 1 then t.credits else t.debits end, case t.sign when 1 then t.debits else t.credits end
  from turned t
  order by array_position('{hold,owe,earned}'::text[], t.of_part), t.label, t.kind nulls first;
end $$;
comment on function public.money_desk is
  'What moved from one day to another (both counted; this month up to today without them): for each account a row with kind null, {part: hold | owe | earned, account, opening, came_in, went_out, closing}, and one for each kind of transaction that moved it, without opening and closing. closing = opening + came_in - went_out, and hold = owe + earned in each column. Every figure is the sum of ledger_rows with the same of_account and of_kind: opening up to the day before from_day, closing up to to_day, came_in with direction in, went_out with out. Errors: must_login, not_allowed.';
revoke execute on function public.money_desk(date, date) from public, anon;
grant execute on function public.money_desk(date, date) to authenticated;

create type public.ledger_row as (
  id bigint,
  at timestamptz,
  transaction_id bigint,
  kind text,
  part text,
  account text,
  amount numeric,
  booking_id uuid,
  reference text,
  user_id uuid,
  name text,
  provider text
);
comment on type public.ledger_row is 'What ledger_rows answers: an entry with its transaction, its booking''s reference and its wallet''s owner.';

-- Of days that are summed up the sums say which kinds of transactions have such entries, and between which days: what is rare is
-- not looked for among millions. What is asked for is written into the query, so that the planner knows how rare it is.
create function app.ledger_where(of_account text, of_kind text, of_part text, direction text) returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  return concat_ws(' and ', 'true',
    case when of_account is not null then case when of_account ~ '^(wallet|bonus)[.]|^held$' then format('a.label = %L', of_account)
      else format('e.account_id = %s', coalesce((select o.id from public.ledger_accounts o where o.name = of_account), 0)) end end,
    case when of_kind is not null then format('t.kind = %L', of_kind) end,
    case when of_part is not null then format('app.part_of(a.label) = %L', of_part) end,
    case direction when 'in' then 'e.amount * s.sign > 0' when 'out' then 'e.amount * s.sign < 0' end);
end $$;

-- @plpgsql_check_options: security_warnings = off
create function public.ledger_rows(from_day date default null, to_day date default null, of_account text default null, of_kind text default null,
  direction text default null, of_part text default null, after_at timestamptz default null, after_id bigint default null, page_size integer default 50)
returns setof public.ledger_row
language plpgsql stable security definer set search_path = '' as $$
declare
  v_from date := app.book_day(from_day, '1900-01-01');
  v_to date := app.book_day(to_day, '9000-01-01');
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
  if after_at is not null then v_where := v_where || ' and t.created_at <= $2 and (t.created_at < $2 or e.id < $3)'; end if;
  select array_agg(distinct m.kind) as kinds, min(m.day) as first, max(m.day) as last into v_summed from app.book_sums m
  cross join lateral (select app.part_of(m.label) as part) p
  where m.day between v_from and v_to and (of_account is null or m.label = of_account) and (of_kind is null or m.kind = of_kind)
    and (of_part is null or p.part = of_part)
    and case when direction is null then true when (direction = 'in') = (p.part = 'hold') then m.debits > 0 else m.credits > 0 end;
  return query execute format('with found as (
      (select %1$s where t.created_at >= %2$L and t.created_at < %3$L and %4$s) union all (select %1$s where t.created_at >= %5$L and t.created_at < %6$L and t.kind = any (%7$L) and %8$s))
    select f.id, f.at, f.transaction_id, f.kind, f.part, f.label, f.amount, f.booking_id, b.reference, f.user_id, nullif(btrim(p.first_name || '' '' || p.last_name), ''''), f.provider
    from (select * from found order by at desc, id desc limit $4) f
    left join public.bookings b on b.id = f.booking_id left join public.profiles p on p.id = f.user_id order by f.at desc, f.id desc',
    'e.id, t.created_at as at, t.id as transaction_id, t.kind, s.part, a.label, e.amount * s.sign as amount, t.booking_id, a.user_id, a.provider
      from public.ledger_transactions t join public.ledger_entries e on e.transaction_id = t.id join public.ledger_accounts a on a.id = e.account_id
      cross join lateral (select app.part_of(a.label) as part, case app.part_of(a.label) when ''hold'' then -1 else 1 end as sign) s',
    greatest(v_live, app.day_start(v_from)), app.day_start(v_to + 1), v_where || v_page,
    coalesce(app.day_start(v_summed.first), 'infinity'), least(v_live, app.day_start(v_summed.last + 1)), coalesce(v_summed.kinds, '{}'), v_where || v_page)
    using null::text, after_at, coalesce(after_id, 0), v_most;
end $$;
comment on function public.ledger_rows is
  'The entries behind a figure of money_desk, the latest first: from_day to to_day (both counted), of_account (as money_desk names it), of_kind, direction (in or out), of_part. amount has the sign of the desk: what we hold is positive. Without filters it is the journal. The last row''s at and id as after_at and after_id give the next page. Errors: must_login, not_allowed, list_invalid.';
revoke execute on function public.ledger_rows(date, date, text, text, text, text, timestamptz, bigint, integer) from public, anon;
grant execute on function public.ledger_rows(date, date, text, text, text, text, timestamptz, bigint, integer) to authenticated;

-- Closing -----------------------------------------------------------------------------------------------------------------

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
comment on table public.book_closes is 'Days that were closed, in order, each with the hash of the one before. Append-only.';
comment on column public.book_closes.day is 'In settings.time_zone.';
comment on column public.book_closes.entries is 'Of the day; of the first one also all before it.';
comment on column public.book_closes.totals is 'What moved: [{account, kind, debit, credit, debits, credits}].';
comment on column public.book_closes.balances is 'Of every account at the end of the day, with the ledger''s sign: {account: amount}.';
comment on column public.book_closes.prev_hash is 'Of the day before; empty for the first.';
comment on column public.book_closes.hash is 'SHA-256 of all of it: app.close_hash.';
comment on column public.book_closes.closed_by is 'The admin.';
create index book_closes_closed_by on public.book_closes (closed_by);
alter table public.book_closes enable row level security;
grant select on public.book_closes to authenticated;
revoke insert, update, delete, truncate on public.book_closes from service_role;
create policy "admins who keep the books read what was closed" on public.book_closes for select to authenticated
  using ((select ((select auth.jwt()) ->> 'user_role') = 'admin' and app.holds('money')));
create trigger book_closes__append_only before update or delete on public.book_closes
  for each row execute function app.tg_audit_log__append_only();
create trigger book_closes__no_truncate before truncate on public.book_closes
  for each statement execute function app.tg_audit_log__append_only();

create function app.close_hash(closed public.book_closes) returns text
language sql stable set search_path = '' as $$
  select encode(sha256(convert_to(jsonb_build_array((closed).day, (closed).entries, (closed).totals, (closed).balances, (closed).closed_by,
    extract(epoch from (closed).closed_at), (closed).prev_hash)::text, 'UTF8')), 'hex')
$$;

create function app.totals_of(from_day date, to_day date) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('account', m.label, 'kind', m.kind, 'debit', m.debit, 'credit', m.credit, 'debits', m.debits, 'credits', m.credits)
    order by m.label, m.kind), '[]')
  from app.book_moves(totals_of.from_day, totals_of.to_day) m
$$;

create function app.balances_of(day date) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_object_agg(m.label, m.amount), '{}')
  from (select m.label, sum(m.credit - m.debit) as amount from app.book_moves('1900-01-01', balances_of.day) m group by m.label) m
$$;

create function public.close_day(day date) returns public.book_closes
language plpgsql security definer set search_path = '' as $$
declare
  v_me public.profiles := app.require_permission('money');
  v_last public.book_closes;
  v_row public.book_closes;
begin
  perform app.require_edits();
  perform pg_advisory_xact_lock(hashtextextended('close_day', 0));
  select c.* into v_row from public.book_closes c where c.day = close_day.day;
  if found then return v_row; end if;
  if close_day.day is null or close_day.day >= app.today() then
    raise sqlstate 'PT409' using message = 'day_not_over', hint = 'A day is closed after its midnight in settings.time_zone';
  end if;
  select c.* into v_last from public.book_closes c order by c.day desc limit 1;
  begin
    while coalesce((select b.summed_until < close_day.day from app.books b where b.id = 1), true) loop
      exit when app.sum_day() is null;
    end loop;
  exception when lock_not_available then
    raise sqlstate 'PT409' using message = 'try_again', hint = 'Money is being posted; try again in a moment';
  end;
  if close_day.day <> v_last.day + 1 or not exists (select 1 from app.book_days d where d.day = close_day.day) then
    raise sqlstate 'PT409' using message = 'close_in_order', hint = format('The next day to close is %s', coalesce(v_last.day + 1, (select min(d.day) from app.book_days d)));
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
comment on function public.close_day is
  'Closes a day that is over: keeps its sums and balances under a hash that includes the one of the day before. Days close in order; the first may be any, and includes all before it. Safe to call twice. Errors: must_login, not_allowed, demo_mode, day_not_over, close_in_order, try_again.';
revoke execute on function public.close_day(date) from public, anon;
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
comment on function public.check_closes is
  'Compares closed days (the last 31 without arguments) with what is there now: whether the row fits its hash, follows the day before, and is what the entries of the ledger add up to. Errors: must_login, not_allowed.';
revoke execute on function public.check_closes(date, date) from public, anon;
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
comment on function public.money_days is 'What we held at the end of each day, and whether it is closed; 401 days at most. Errors: must_login, not_allowed.';
revoke execute on function public.money_days(date, date) from public, anon;
grant execute on function public.money_days(date, date) to authenticated;

create type public.money_state as (
  today date,
  closed_until date,
  next_day date,
  locked_until date,
  wallets numeric,
  profiles numeric,
  off_by numeric
);
comment on type public.money_state is
  'What money_status answers. next_day: what close_day takes next, null where nothing is over; wallets: the ledger''s sum of all wallets, and profiles what people are shown; off_by: the sum of the whole ledger, which is 0.';

create function public.money_status() returns public.money_state
language plpgsql stable security definer set search_path = '' as $$
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
comment on function public.money_status is 'How far the books are closed and locked, and whether wallets and ledger agree. Errors: must_login, not_allowed.';
revoke execute on function public.money_status() from public, anon;
grant execute on function public.money_status() to authenticated;

-- Locking -----------------------------------------------------------------------------------------------------------------

create function public.lock_period(until_day date) returns date
language plpgsql security definer set search_path = '' as $$
declare v_until date;
begin
  perform app.require_permission('money');
  perform app.require_edits();
  perform pg_advisory_xact_lock(hashtextextended('period', 0));
  select b.locked_until into v_until from app.books b where b.id = 1 for update;
  if lock_period.until_day <= v_until then return v_until; end if;
  if not exists (select 1 from public.book_closes c where c.day = lock_period.until_day) then
    raise sqlstate 'PT409' using message = 'close_in_order', hint = 'Close its days first';
  end if;
  update app.books b set locked_until = lock_period.until_day where b.id = 1;
  perform app.audit('lock_period', 'book_closes', lock_period.until_day::text, jsonb_build_object('until', v_until), jsonb_build_object('until', lock_period.until_day));
  return lock_period.until_day;
end $$;
comment on function public.lock_period is
  'Locks everything up to a closed day: nothing is dated into it any more. It is not undone. Answers until when. Errors: must_login, not_allowed, demo_mode, close_in_order.';
revoke execute on function public.lock_period(date) from public, anon;
grant execute on function public.lock_period(date) to authenticated;

create function app.check_period(on_day date) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  -- Whoever locks a period waits for what is being dated into it, and what comes after sees the lock.
  perform pg_advisory_xact_lock_shared(hashtextextended('period', 0));
  if on_day > app.today() or on_day < app.today() - 366 or on_day <= (select b.locked_until from app.books b where b.id = 1) then
    raise sqlstate 'PT409' using message = 'period_locked', hint = 'A day of the last year up to today that is not in a locked period';
  end if;
end $$;
comment on function app.check_period is 'Refuses a day that nothing may be dated to: period_locked. The ledger itself always says now.';

-- Tax ---------------------------------------------------------------------------------------------------------------------

create table public.tax_remittances (
  id uuid primary key default app.uuid_v7(),
  month date not null unique check (extract(day from month) = 1),
  amount numeric not null check (amount > 0),
  on_day date not null,
  transaction_id bigint not null unique references public.ledger_transactions (id),
  created_by uuid references public.profiles (id),
  created_at timestamptz not null default app.now()
);
comment on table public.tax_remittances is 'Tax that was paid on, once for a month.';
comment on column public.tax_remittances.month is 'First day of the month whose end it was due for.';
comment on column public.tax_remittances.amount is 'What stood on the tax account at its end and had not been paid on.';
comment on column public.tax_remittances.on_day is 'The day it is dated to.';
comment on column public.tax_remittances.created_by is 'The admin.';
create index tax_remittances_created_by on public.tax_remittances (created_by);
alter table public.tax_remittances enable row level security;
grant select on public.tax_remittances to authenticated;
revoke insert, update, delete, truncate on public.tax_remittances from service_role;
create policy "admins who keep the books read what tax was paid" on public.tax_remittances for select to authenticated
  using ((select ((select auth.jwt()) ->> 'user_role') = 'admin' and app.holds('money')));
create trigger tax_remittances__append_only before update or delete on public.tax_remittances
  for each row execute function app.tg_ledger__append_only();

-- Up to the end of the month, less all that was ever paid on: a month with more refunds than rides lessens the next one.
create function app.tax_due(month date) returns numeric
language sql stable security definer set search_path = '' as $$
  select coalesce((select sum(m.credit - m.debit) from app.book_moves('1900-01-01', (tax_due.month + interval '1 month')::date - 1) m
      where m.label = 'tax' and m.kind <> 'tax_remittance'), 0) - (select coalesce(sum(r.amount), 0) from public.tax_remittances r)
$$;

create function public.remit_tax(month date, on_day date default null) returns public.tax_remittances
language plpgsql security definer set search_path = '' as $$
declare
  v_me public.profiles := app.require_permission('money');
  v_month date := date_trunc('month', remit_tax.month)::date;
  v_on date := coalesce(remit_tax.on_day, app.today());
  v_row public.tax_remittances;
begin
  perform app.require_edits();
  perform pg_advisory_xact_lock(hashtextextended('tax', 0));
  select r.* into v_row from public.tax_remittances r where r.month = v_month;
  if found then return v_row; end if;
  if v_month is null or v_month + interval '1 month' > app.today() then
    raise sqlstate 'PT409' using message = 'day_not_over', hint = 'Tax of a month is paid on once it is over';
  end if;
  perform app.check_period(v_on);
  v_row.amount := app.tax_due(v_month);
  if v_row.amount <= 0 then
    raise sqlstate 'PT409' using message = 'nothing_to_remit', hint = 'No tax is due at the end of that month';
  end if;
  v_row.transaction_id := app.post_ledger('tax_remittance', format('tax_remittance:%s', v_month), null, jsonb_build_array(
    app.entry('tax', -v_row.amount), app.entry('bank', v_row.amount)));
  insert into public.tax_remittances (month, amount, on_day, transaction_id, created_by) values (v_month, v_row.amount, v_on, v_row.transaction_id, v_me.id)
  returning * into v_row;
  perform app.audit('remit_tax', 'tax_remittances', v_row.id::text, null, jsonb_build_object('month', v_row.month, 'amount', v_row.amount, 'on_day', v_on));
  return v_row;
end $$;
comment on function public.remit_tax is
  'Books that the tax due at the end of a month was paid from the bank, once for a month. on_day: what the payment is dated to (today), never in a locked period. Errors: must_login, not_allowed, demo_mode, day_not_over, period_locked, nothing_to_remit.';
revoke execute on function public.remit_tax(date, date) from public, anon;
grant execute on function public.remit_tax(date, date) to authenticated;

-- Write-offs --------------------------------------------------------------------------------------------------------------

create table public.write_offs (
  id uuid primary key default app.uuid_v7(),
  booking_id uuid unique references public.bookings (id),
  user_id uuid not null references public.profiles (id),
  amount numeric not null check (amount > 0),
  reason text not null check (btrim(reason) <> '' and length(reason) <= 500),
  on_day date not null,
  transaction_id bigint not null unique references public.ledger_transactions (id),
  created_by uuid references public.profiles (id),
  created_at timestamptz not null default app.now(),
  client_key uuid not null,
  unique (created_by, client_key)
);
comment on table public.write_offs is 'Debts that were given up: of a ride that nobody paid, or of a wallet below zero.';
comment on column public.write_offs.user_id is 'Who owed it.';
comment on column public.write_offs.booking_id is 'The ride; null where the wallet was below zero.';
comment on column public.write_offs.amount is 'What was given up.';
comment on column public.write_offs.reason is 'What the admin wrote.';
comment on column public.write_offs.on_day is 'The day it is dated to.';
comment on column public.write_offs.created_by is 'The admin, of two the second.';
create index write_offs_user_id on public.write_offs (user_id);
alter table public.write_offs enable row level security;
grant select on public.write_offs to authenticated;
revoke insert, update, delete, truncate on public.write_offs from service_role;
create policy "admins who keep the books read write-offs" on public.write_offs for select to authenticated
  using ((select ((select auth.jwt()) ->> 'user_role') = 'admin' and app.holds('money')));

create function app.written_off(booking_id uuid) returns numeric
language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce((select w.amount from public.write_offs w where w.booking_id = written_off.booking_id), 0);
end $$;
comment on function app.written_off is 'What of a booking nobody paid, so that nobody gets it back.';

create function app.debt_of(booking_id uuid, user_id uuid, out debtor uuid, out amount numeric)
language plpgsql stable security definer set search_path = '' as $$
begin
  select b.customer_id, case b.status when 'PENDING' then app.open_amount(b) else 0 end into debtor, amount from public.bookings b where b.id = debt_of.booking_id;
  if debt_of.booking_id is null then
    select p.id, greatest(0, p.bonus_balance - p.wallet_balance) into debtor, amount from public.profiles p where p.id = debt_of.user_id and p.deleted_at is null;
  end if;
end $$;
comment on function app.debt_of is 'Who owes what: the rest of an unpaid ride, or what a wallet is below zero.';

create function public.write_off(booking_id uuid default null, user_id uuid default null, reason text default null, on_day date default null,
  client_key uuid default gen_random_uuid()) returns public.write_offs
language plpgsql security definer set search_path = '' as $$
declare
  v_me public.profiles := app.require_permission('money');
  v_key uuid := coalesce(write_off.client_key, gen_random_uuid());
  v_on date := coalesce(write_off.on_day, app.today());
  v_booking public.bookings;
  v_debt record;
  v_row public.write_offs;
begin
  perform app.require_edits();
  if (write_off.booking_id is null) = (write_off.user_id is null) or coalesce(btrim(write_off.reason), '') = '' then
    raise sqlstate 'PT422' using message = 'no_details_error', hint = 'A booking or a person, and a reason';
  end if;
  if write_off.booking_id is not null then
    v_booking := app.lock_booking(write_off.booking_id);
    perform app.check_no_capture(v_booking);
    perform app.lock_parties(v_booking);
  else
    perform app.lock_wallets(write_off.user_id);
  end if;
  select w.* into v_row from public.write_offs w where w.created_by = v_me.id and w.client_key = v_key or w.booking_id = v_booking.id;
  if found then return v_row; end if;
  select d.* into v_debt from app.debt_of(write_off.booking_id, write_off.user_id) d;
  if v_debt.debtor is null then
    raise sqlstate 'PT404' using message = 'person_not_found', hint = 'There is no such person';
  end if;
  if v_debt.amount <= 0 then
    raise sqlstate 'PT409' using message = 'nothing_owed', hint = 'The booking is not PENDING, or the wallet is not below zero';
  end if;
  perform app.check_period(v_on);
  perform app.check_one_person(v_me, 'write_off', coalesce(write_off.booking_id, write_off.user_id), v_debt.debtor, v_debt.amount);
  v_row.transaction_id := app.post_ledger('write_off', format('write_off:%s', coalesce(v_booking.id::text, v_me.id || ':' || v_key)), v_booking.id, jsonb_build_array(
    app.entry('expense.write_off', -v_debt.amount),
    app.entry(case when v_booking.id is null then 'wallet:' || v_debt.debtor else 'held:' || v_booking.id end, v_debt.amount)));
  insert into public.write_offs (booking_id, user_id, amount, reason, on_day, transaction_id, created_by, client_key)
  values (v_booking.id, v_debt.debtor, v_debt.amount, btrim(left(write_off.reason, 500)), v_on, v_row.transaction_id, v_me.id, v_key) returning * into v_row;
  if v_booking.id is null then
    -- A driver's part of a fee follows what the rider paid; this they did not.
    delete from app.fee_debts d where d.customer_id = v_debt.debtor;
  else
    perform app.act('admin', v_me.id, note => 'write_off');
    perform app.credit_booking(v_booking, v_debt.amount, 0, null);
  end if;
  perform app.audit('write_off', case when v_booking.id is null then 'profiles' else 'bookings' end, coalesce(v_booking.id, v_debt.debtor)::text, null,
    jsonb_build_object('user_id', v_debt.debtor, 'amount', v_debt.amount, 'reason', v_row.reason, 'on_day', v_on));
  return v_row;
end $$;
comment on function public.write_off is
  'Gives up a debt: the rest of a PENDING booking, which becomes PAID, so that its driver is paid, or what a person''s wallet is below zero. on_day: what it is dated to (today), never in a locked period. Safe to call twice; above settings.credit_limit two people decide (request_approval(write_off, …)). Errors: must_login, not_allowed (also for oneself), demo_mode, no_details_error, booking_not_found, person_not_found, nothing_owed, payment_running (a reserved card is being charged), period_locked, needs_approval.';
revoke execute on function public.write_off(uuid, uuid, text, date, uuid) from public, anon;
grant execute on function public.write_off(uuid, uuid, text, date, uuid) to authenticated;

create function public.list_write_offs(before_id uuid default null, page_size integer default 50)
returns table (id uuid, created_at timestamptz, on_day date, booking_id uuid, reference text, user_id uuid, name text, amount numeric, reason text, written_by text)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform app.require_permission('money');
  return query
  select w.id, w.created_at, w.on_day, w.booking_id, b.reference, w.user_id, btrim(p.first_name || ' ' || p.last_name), w.amount, w.reason,
    btrim(a.first_name || ' ' || a.last_name)
  from public.write_offs w join public.profiles p on p.id = w.user_id left join public.bookings b on b.id = w.booking_id left join public.profiles a on a.id = w.created_by
  where list_write_offs.before_id is null or w.id < list_write_offs.before_id
  order by w.id desc limit least(greatest(coalesce(list_write_offs.page_size, 50), 1), 1000);
end $$;
comment on function public.list_write_offs is 'Debts that were given up, the latest first. The last row''s id as before_id gives the next page. Errors: must_login, not_allowed.';
revoke execute on function public.list_write_offs(uuid, integer) from public, anon;
grant execute on function public.list_write_offs(uuid, integer) to authenticated;
