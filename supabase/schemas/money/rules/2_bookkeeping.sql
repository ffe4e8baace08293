-- Bookkeeping: the trial balance, a list of all accounts with their sums.
-- Access: admins with the permission reports
-- Tests:  tests/db/bookkeeping.sql

-- Lists all accounts of the ledger with their sums. Wallets are added up by the role that their owners had when the
-- wallet was opened, because the operator owes riders and drivers for different reasons. The balance of one wallet is
-- in wallet_history. Money held for bookings and money at providers are accounts of their own.
create function public.trial_balance(from_day date default null, to_day date default null)
returns table (account text, opening numeric, debit numeric, credit numeric, closing numeric, part text)
language plpgsql stable security definer set search_path = '' as $$
declare
  v_from date := greatest('0001-01-02',
    least('9999-12-30', coalesce(trial_balance.from_day, date_trunc('month', app.today())::date)));
  v_to date := greatest('0001-01-02', least('9999-12-30', coalesce(trial_balance.to_day, app.today())));
begin
  perform app.require_permission('reports');
  return query
  select m.label, sum(m.opening), sum(m.debit), sum(m.credit), sum(m.opening + m.credit - m.debit),
    app.account_part(m.label)
  from (select o.label, o.credit - o.debit as opening, 0 as debit, 0 as credit
    from app.book_movements('0001-01-01', v_from - 1) o
    union all select n.label, 0, n.debit, n.credit from app.book_movements(v_from, v_to) n) m
  group by m.label order by m.label;
end $$;
comment on function public.trial_balance is
  'Every account from one day to another (both included, in settings.time_zone; default: this month up to today): '
  '{account, opening, debit, credit, closing, part}, part as in money_desk. closing = opening - debit + credit; '
  'positive means that the operator owes or earned the amount. The opening balances add up to zero, and so do the '
  'closing ones; all debits equal all credits. Wallets are one account per role (wallet.rider, wallet.driver, '
  'wallet.fleetadmin, bonus.rider, …), held money is one account, clearing and refunds due are one per provider. '
  'Errors: must_login, not_allowed.';
grant execute on function public.trial_balance(date, date) to authenticated;
