-- A driver's money: earnings by day and trip, the balance with the operator and when it is paid out, and the weekly
-- statement.

create type public.driver_balance as (
  wallet_balance numeric, owed numeric, owing numeric, pending_withdrawals numeric, cash_to_confirm numeric,
    settled_on date,
  blocks boolean, currency text
);
comment on type public.driver_balance is
  'Result of driver_account. owed: what the operator owes the driver; owing: what the driver owes the operator after '
  'keeping more cash than their share; cash_to_confirm: cash of rides that wait for confirm_cash; settled_on: date of '
  'the next payout run, null if staff starts it; blocks: whether cash rides that would make the wallet negative are '
  'refused.';

create type public.driver_week as (
  week_begins date, week_ends date, is_over boolean, driver jsonb, company jsonb, money jsonb, opening numeric,
  closing numeric, days jsonb, totals jsonb, trips jsonb
);
comment on type public.driver_week is 'Result of driver_statement: a driver''s week.';
