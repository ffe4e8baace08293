-- Closing the books: closed days with a hash, and locked periods.

create function public.close_day(day date) returns public.book_closes
language plpgsql security definer set search_path = '' as $$
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
    perform app.refuse('close_in_order', 409,
      format('The next day to close is %s', coalesce(v_last.day + 1, (select min(d.day) from app.book_days d))));
  end if;
  v_row.day := close_day.day;
  v_row.totals := app.totals_of(coalesce(v_last.day + 1, '1900-01-01'), close_day.day);
  v_row.balances := app.balances_of(close_day.day);
  v_row.entries := (select coalesce(sum((t ->> 'debits')::bigint + (t ->> 'credits')::bigint), 0)
    from jsonb_array_elements(v_row.totals) t);
  v_row.prev_hash := coalesce(v_last.hash, '');
  v_row.closed_by := v_me.id;
  v_row.closed_at := app.now();
  v_row.hash := app.close_hash(v_row);
  insert into public.book_closes values (v_row.*) returning * into v_row;
  perform app.audit('close_day', 'book_closes', v_row.day::text, null,
    jsonb_build_object('entries', v_row.entries, 'hash', v_row.hash));
  return v_row;
end $$;
comment on function public.close_day is
  'Closes a finished day: stores its sums and balances with a hash that includes the hash of the previous day. Days '
  'are closed in order; the first one may be any day and includes all before it. Idempotent. '
  'Errors: must_login, not_allowed, demo_mode, day_not_over, close_in_order, try_again.';
grant execute on function public.close_day(date) to authenticated;

create function public.lock_period(until_day date) returns date
language plpgsql security definer set search_path = '' as $$
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
  perform app.audit('lock_period', 'book_closes', lock_period.until_day::text, jsonb_build_object('until', v_until),
    jsonb_build_object('until', lock_period.until_day));
  return lock_period.until_day;
end $$;
comment on function public.lock_period is
  'Locks everything up to a closed day: from then on nothing can be booked with a date up to this day. Cannot be '
  'undone. Returns the last locked day. '
  'Errors: must_login, not_allowed, demo_mode, close_in_order.';
grant execute on function public.lock_period(date) to authenticated;
