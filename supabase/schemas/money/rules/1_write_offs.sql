-- Write-offs: debts that the operator gives up.

create function app.written_off(booking_id uuid) returns numeric
language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce((select w.amount from public.write_offs w where w.booking_id = written_off.booking_id
    and not exists (select from public.money_decisions d where d.transaction_id = w.transaction_id
      and d.reversed_at is not null)), 0);
end $$;
comment on function app.written_off is 'The part of a booking that was written off; it cannot be refunded.';

create function app.debt_of(booking_id uuid, user_id uuid, out debtor uuid, out amount numeric)
language plpgsql stable security definer set search_path = '' as $$
begin
  select b.customer_id, case b.status when 'PENDING' then app.open_amount(b) else 0 end into debtor, amount
    from public.bookings b where b.id = debt_of.booking_id;
  if debt_of.booking_id is null then
    select p.id, greatest(0, p.bonus_balance - p.wallet_balance) into debtor, amount from public.profiles p
      where p.id = debt_of.user_id and p.deleted_at is null;
  end if;
end $$;
comment on function app.debt_of is
  'A debt and the person who owes it: the rest of an unpaid ride, or a wallet''s negative balance.';

create function public.list_write_offs(before_id uuid default null, page_size integer default 50)
returns table (id uuid, created_at timestamptz, on_day date, booking_id uuid, reference text, user_id uuid, name text,
  amount numeric, reason text, written_by text)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform app.require_permission('money');
  return query
  select w.id, w.created_at, w.on_day, w.booking_id, b.reference, w.user_id, btrim(p.first_name || ' ' || p.last_name),
    w.amount, w.reason,
    btrim(a.first_name || ' ' || a.last_name)
  from public.write_offs w join public.profiles p on p.id = w.user_id
    left join public.bookings b on b.id = w.booking_id left join public.profiles a on a.id = w.created_by
  where list_write_offs.before_id is null or w.id < list_write_offs.before_id
  order by w.id desc limit least(greatest(coalesce(list_write_offs.page_size, 50), 1), 1000);
end $$;
comment on function public.list_write_offs is
  'Written-off debts, latest first. Pass the last row''s id as before_id for the next page. '
  'Errors: must_login, not_allowed.';
grant execute on function public.list_write_offs(uuid, integer) to authenticated;
