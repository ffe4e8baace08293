-- Wallets: their history, credits by an admin, and whether a driver can afford a booking.
-- Access: people read their own history, admins with the permission money all histories; only admins credit wallets and
--         read who credited whom
-- Tests:  tests/db/wallet.sql

create view public.wallet_history with (security_invoker = true) as
  select e.id, a.user_id,
    case when e.amount > 0 then 'Credit' when t.kind = 'withdrawal' then 'Withdraw' else 'Debit' end as type,
    abs(e.amount) as amount, e.balance, t.created_at as date,
    case when t.kind = 'admin_credit' then 'AdminCredit'
      else coalesce(t.booking_id::text, t.kind || '-' || t.id) end as tx_ref,
    t.booking_id, t.kind, a.kind = 'bonus' as is_bonus, b.reference
  from public.ledger_accounts a
  join public.ledger_entries e on e.account_id = a.id
  join public.ledger_transactions t on t.id = e.transaction_id
  left join public.bookings b on b.id = t.booking_id
  where a.user_id is not null;
call app.describe('public.wallet_history', $$
  Movements of wallets; sort by id for the order in time. Clients filter by user_id.
  type: Direction of the movement: Credit, Debit or Withdraw.
  balance: Balance of wallet and bonus together after the movement.
  is_bonus: Whether bonus money was moved. A fare paid with both is two rows with the same tx_ref.
  tx_ref: What the movement belongs to: AdminCredit, the booking's id, or kind and number of the transaction.
  reference: Reference of the booking; null without one, or if the reader may not see it.
  kind: Why money was moved: admin_credit, settlement, wallet_payment, cancellation, late_payment, refund,
    refund_failed, tip, withdrawal, withdrawal_rejected, referral, bonus_forfeited, topup, topup_returned, fee_payment,
    debt_payment, chargeback_lost, charge, write_off, fare_change, fee_reversed, credit_reversed, charge_reversed,
    write_off_reversed, extra, cash_difference, wallet_given_up.
  amount: Amount of the movement, always positive; `type` tells the direction.
  date: When the money was moved.
$$);
grant select on public.wallet_history to authenticated, service_role;

create function app.wallet_balance(user_id uuid) returns numeric
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform app.lock_wallets(wallet_balance.user_id);
  return (select p.wallet_balance from public.profiles p where p.id = wallet_balance.user_id);
end $$;
comment on function app.wallet_balance is 'Balance of a wallet including its bonus, locked until the transaction ends.';

create function app.real_balance(user_id uuid) returns numeric
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform app.lock_wallets(real_balance.user_id);
  return (select p.wallet_balance - p.bonus_balance from public.profiles p where p.id = real_balance.user_id);
end $$;
comment on function app.real_balance is
  'Balance of a wallet without its bonus, locked until the transaction ends: money that may be tipped or withdrawn.';

create function app.refuse_balance(amount numeric, balance numeric) returns void
language plpgsql set search_path = '' as $$
begin
  perform app.refuse('insufficient_balance', 409, format('The wallet has %s, not %s', balance, amount));
end $$;
comment on function app.refuse_balance is 'Refuses with insufficient_balance; the hint contains the balance.';

create function public.list_credits(of_user uuid default null, from_at timestamptz default null,
  to_at timestamptz default null,
  before_id bigint default null, page_size integer default 50)
returns table (id bigint, date timestamptz, user_id uuid, name text, usertype text, amount numeric, balance numeric,
  tx_ref text, credited_by text,
  decision_id uuid, reason text, reversed_at timestamptz)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
begin
  perform app.require_permission('credit');
  return query
  select t.id, t.created_at, a.user_id, btrim(p.first_name || ' ' || p.last_name), p.usertype::text, e.amount,
    e.balance, 'AdminCredit'::text,
    -- Finds the admin's name by the idempotency key, in which add_to_wallet puts the admin's id.
    (select nullif(btrim(b.first_name || ' ' || b.last_name), '') from public.profiles b
      where b.id = app.uuid_of(split_part(t.idempotency_key, ':', 2))), c.id, c.reason, c.reversed_at
  from public.ledger_transactions t
  left join public.money_decisions c on c.transaction_id = t.id
  join public.ledger_entries e on e.transaction_id = t.id
  join public.ledger_accounts a on a.id = e.account_id and a.kind = 'wallet'
  join public.profiles p on p.id = a.user_id
  where t.kind = 'admin_credit'
    and (list_credits.of_user is null or a.user_id = list_credits.of_user)
    and (list_credits.from_at is null or t.created_at >= list_credits.from_at)
    and (list_credits.to_at is null or t.created_at < list_credits.to_at)
    and (list_credits.before_id is null or t.id < list_credits.before_id)
  order by t.id desc
  limit least(greatest(coalesce(list_credits.page_size, 50), 1), 1000);
end $$;
comment on function public.list_credits is
  'Credits by admins, newest first: person, amount, balance after it, the admin who credited (if two were needed, the '
  'second), the reason, and when it was reversed. Filters: of_user, from_at until before to_at. Pass the last row''s '
  'id as before_id for the next page. '
  'Errors: must_login, not_allowed.';
grant execute on function public.list_credits(uuid, timestamptz, timestamptz, bigint, integer) to authenticated;

-- A driver who collects cash also collects the operator's share, so the wallet must cover that share. An employee hands
-- all cash in later.
create function app.can_afford(driver_id uuid, booking_id uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  if (app.settings()).negative_balance or app.is_employee(can_afford.driver_id) then return true; end if;
  return coalesce((
    select b.payment_mode <> 'cash' or b.prepaid or p.wallet_balance - p.bonus_balance + f.driver_share
      - b.payable_amount >= 0
    from public.bookings b join public.booking_finances f on f.booking_id = b.id
    join public.profiles p on p.id = can_afford.driver_id
    where b.id = can_afford.booking_id), false);
end $$;
comment on function app.can_afford is
  'Whether a driver''s wallet stays at zero or above when this booking is paid. Always true with '
  'settings.negative_balance, for bookings that are not paid in cash, and for employees.';
