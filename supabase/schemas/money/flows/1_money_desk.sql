-- Money desk: shows staff the movements of money in a period, computed from stored sums of days, and the ledger entries
-- behind each figure.

create function app.sum_day() returns date
language plpgsql security definer set search_path = '' set lock_timeout = '5s' as $$
declare
  v_books app.books;
  v_day date;
  v_until timestamptz;
begin
  -- Takes the lock of booking_time exclusively: waits for transactions that are booking money now, and later
  -- transactions count for the next day.
  perform pg_advisory_xact_lock(4842075);
  select b.* into v_books from app.books b where b.id = 1;
  v_day := coalesce(v_books.summed_until + 1, (select app.day_of(min(t.created_at)) from public.ledger_transactions t));
  if v_day is null or v_day >= app.today() then return null; end if;
  v_until := greatest(v_books.summed_before, (v_day + 1)::timestamp at time zone (app.settings()).time_zone);
  if v_until > app.now() then return null; end if;
  insert into app.book_days (day, since, until) values (v_day, v_books.summed_before, v_until);
  insert into app.book_sums (day, label, kind, debit, credit, debits, credits)
  select v_day, m.* from app.sum_entries(v_books.summed_before, v_until) m;
  update app.books b set summed_until = v_day, summed_before = v_until where b.id = 1;
  return v_day;
end $$;
comment on function app.sum_day is
  'Stores the sums of the next finished day and returns its date; null if there is none. From then on nothing is '
  'booked on this day.';

create function app.sum_days() returns integer language plpgsql security definer set search_path = '' as $$
begin
  if not pg_try_advisory_xact_lock(hashtextextended('sum_days', 0)) then return 0; end if;
  for i in 0 .. 30 loop
    if app.sum_day() is null then return i; end if;
  end loop;
  return 31;
exception when lock_not_available then
  raise warning 'no day was summed: postings held the lock';
  return 0;
end $$;
comment on function app.sum_days is 'Stores the sums of finished days, at most 31; returns their number.';
