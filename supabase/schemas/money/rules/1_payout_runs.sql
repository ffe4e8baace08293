-- The weekly payout run, which requests withdrawals for drivers, and the payment file for the bank.

create function public.list_payout_rows(run_id uuid, of_outcome text default null, after_id uuid default null,
  page_size integer default 50)
returns table (driver_id uuid, name text, outcome text, balance numeric, charges numeric, locked numeric,
  amount numeric, withdrawal_id uuid, state text)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform app.require_permission('payouts');
  return query
  select r.driver_id, btrim(p.first_name || ' ' || p.last_name), r.outcome, r.balance, r.charges, r.locked, r.amount,
    r.withdrawal_id,
    case when w.processed then 'processed' when w.rejected_at is not null then 'rejected'
      when w.sent_at is not null then 'sent' when w.id is not null then 'open' end
  from public.payout_rows r join public.profiles p on p.id = r.driver_id left join public.withdraw_requests w
    on w.id = r.withdrawal_id
  where r.run_id = list_payout_rows.run_id
    and (list_payout_rows.of_outcome is null or r.outcome = list_payout_rows.of_outcome)
    and (list_payout_rows.after_id is null or r.driver_id > list_payout_rows.after_id)
  order by r.driver_id limit least(greatest(coalesce(list_payout_rows.page_size, 50), 1), 1000);
end $$;
comment on function public.list_payout_rows is
  'Results of a payout run per driver, in the order of ids; state is that of the withdrawal: open, sent, processed or '
  'rejected. Pass the last row''s driver_id as after_id for the next page. '
  'Errors: must_login, not_allowed.';
grant execute on function public.list_payout_rows(uuid, text, uuid, integer) to authenticated;
