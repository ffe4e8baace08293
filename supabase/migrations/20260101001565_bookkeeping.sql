-- Bookkeeping: what closes a month.
-- Needs:  ledger, profiles, settings
-- Access: admins
-- Tests:  tests/db/bookkeeping.sql

-- Wallets stand by what their owners are, as the operator owes riders and drivers for different reasons; who is owed what
-- is in wallet_history. Held money and providers stand by themselves.
create function public.trial_balance(from_day date default null, to_day date default null)
returns table (account text, opening numeric, debit numeric, credit numeric, closing numeric)
language plpgsql stable security definer set search_path = '' as $$
declare
  v_zone text := (select s.time_zone from public.settings s where s.id = 1);
  v_from date := greatest('0001-01-01', least('9999-12-31', coalesce(trial_balance.from_day, date_trunc('month', app.today())::date)));
  v_to date := greatest('0001-01-01', least('9999-12-31', coalesce(trial_balance.to_day, app.today())));
  v_since timestamptz := v_from::timestamp at time zone v_zone;
  v_until timestamptz := (v_to + 1)::timestamp at time zone v_zone;
begin
  perform app.require_permission('reports');
  return query
  select case when a.user_id is not null then a.kind || '.' || p.usertype when a.kind = 'held' then 'held' else a.name end as label,
    coalesce(sum(e.amount) filter (where t.created_at < v_since), 0),
    coalesce(-sum(e.amount) filter (where t.created_at >= v_since and e.amount < 0), 0),
    coalesce(sum(e.amount) filter (where t.created_at >= v_since and e.amount > 0), 0), sum(e.amount)
  from public.ledger_entries e
  join public.ledger_transactions t on t.id = e.transaction_id
  join public.ledger_accounts a on a.id = e.account_id
  left join public.profiles p on p.id = a.user_id
  where t.created_at < v_until
  group by label order by label;
end $$;
comment on function public.trial_balance is
  'Every account from one day to another (both counted, in settings.time_zone; this month up to today without them): {account, opening, debit, credit, closing}. closing = opening - debit + credit; positive is what the operator owes or has earned. Each column of balances adds up to zero, debit to credit. Wallets are one account per role (wallet.rider, wallet.driver, wallet.fleetadmin, bonus.rider, …), held money is one, clearing and refunds due are one per provider. Errors: must_login, not_allowed.';
revoke execute on function public.trial_balance(date, date) from public, anon;
grant execute on function public.trial_balance(date, date) to authenticated;
