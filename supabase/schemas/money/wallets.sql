-- Wallets: their history, credits by an admin, and whether a driver can afford a booking.
-- Needs:  ledger, settings, profiles, audit
-- Access: people read their own history, admins with the permission money all histories; only admins credit wallets and read who credited whom
-- Tests:  tests/db/wallet.sql

create view public.wallet_history with (security_invoker = true) as
  select e.id, a.user_id,
    case when e.amount > 0 then 'Credit' when t.kind = 'withdrawal' then 'Withdraw' else 'Debit' end as type,
    abs(e.amount) as amount, e.balance, t.created_at as date,
    case when t.kind = 'admin_credit' then 'AdminCredit' else coalesce(t.booking_id::text, t.kind || '-' || t.id) end as tx_ref,
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
  kind: Why money was moved: admin_credit, settlement, wallet_payment, cancellation, late_payment, refund, refund_failed, tip, withdrawal, withdrawal_rejected, referral, bonus_forfeited, topup, topup_returned, fee_payment, debt_payment, chargeback_lost, charge, write_off, fare_change, fee_reversed, credit_reversed, charge_reversed, write_off_reversed, extra, cash_difference, wallet_given_up.
  amount: Amount of the movement, always positive; `type` tells the direction.
  date: When the money was moved.
$$);
grant select on public.wallet_history to authenticated, service_role;

create function app.to_money(amount numeric) returns numeric language plpgsql stable security definer set search_path = '' as $$
declare v_amount numeric;
begin
  -- The upper limit excludes NaN, because PostgreSQL sorts NaN above every number.
  if not coalesce(to_money.amount > 0 and to_money.amount < 1000000, false) then return null; end if;
  v_amount := round(to_money.amount, (app.settings())."decimal");
  return case when v_amount > 0 then v_amount end;
end $$;
comment on function app.to_money is 'An amount that a person entered, rounded half up to settings.decimal; null if missing, NaN, infinite, a million or more, or not positive.';

create function app.wallet_balance(user_id uuid) returns numeric language plpgsql volatile security definer set search_path = '' as $$
begin
  perform app.lock_wallets(wallet_balance.user_id);
  return (select p.wallet_balance from public.profiles p where p.id = wallet_balance.user_id);
end $$;
comment on function app.wallet_balance is 'Balance of a wallet including its bonus, locked until the transaction ends.';

create function app.real_balance(user_id uuid) returns numeric language plpgsql volatile security definer set search_path = '' as $$
begin
  perform app.lock_wallets(real_balance.user_id);
  return (select p.wallet_balance - p.bonus_balance from public.profiles p where p.id = real_balance.user_id);
end $$;
comment on function app.real_balance is 'Balance of a wallet without its bonus, locked until the transaction ends: money that may be tipped or withdrawn.';

create function app.refuse_balance(amount numeric, balance numeric) returns void language plpgsql set search_path = '' as $$
begin
  perform app.refuse('insufficient_balance', 409, format('The wallet has %s, not %s', balance, amount));
end $$;
comment on function app.refuse_balance is 'Refuses with insufficient_balance; the hint contains the balance.';

-- What the desk or a rule decided about money --------------------------------------------------------------------------------

create table public.money_decisions (
  id uuid primary key default app.uuid_v7(),
  kind text not null check (kind in ('credit', 'cancellation_fee', 'no_show_fee', 'no_show_waiver', 'driver_charge', 'write_off', 'cash', 'extra')),
  booking_id uuid,
  user_id uuid not null references public.profiles (id),
  amount numeric not null check (amount >= 0 and amount < 1e12 and (amount > 0 or kind in ('cash', 'extra'))),
  reason text check (length(reason) <= 500),
  transaction_id bigint unique references public.ledger_transactions (id),
  decided_by uuid references public.profiles (id),
  decided_at timestamptz not null default app.now(),
  reversed_by uuid references public.profiles (id),
  reversed_at timestamptz,
  reversal_reason text check (btrim(reversal_reason) <> '' and length(reversal_reason) <= 500),
  reversal_id bigint unique references public.ledger_transactions (id),
  extra_id uuid,
  constraint money_decisions_reversed check (num_nonnulls(reversed_by, reversed_at, reversal_reason) in (0, 3) and (reversal_id is null or reversed_at is not null))
);
call app.describe('public.money_decisions', $$
  Decisions that charged a person or gave them money: credits, fees, waived fees, charges of drivers, write-offs, and decisions about cash and tolls. Each can be reversed once, within 30 days (reverse_decision).
  kind: credit (to a wallet), cancellation_fee, no_show_fee (charged), no_show_waiver (a no-show fee that was not charged or given back), driver_charge, write_off, cash (how much a driver collected: decide_cash), extra (what a driver got of a toll that did not count: decide_extra).
  user_id: The person whose money it is; of a decision about cash the one who got the difference.
  transaction_id: The ledger transaction; null if the decision moved no money.
  amount: The amount that was charged or given; 0 if a decision about cash or a toll moved nothing.
  decided_by: The admin who decided; null if a rule did.
  reason: The reason of the decision.
  reversed_by: The admin who took the decision back; if two were needed, the second.
  reversal_reason: Why it was taken back.
  reversal_id: The ledger transaction that reversed it; null if the decision moved no money.
  extra_id: The toll or other cost that a decision of kind extra is about.
$$);
create index money_decisions_booking_id on public.money_decisions (booking_id, id);
create index money_decisions_user_id on public.money_decisions (user_id, id desc);
create index money_decisions_decided_by on public.money_decisions (decided_by);
create index money_decisions_reversed_by on public.money_decisions (reversed_by);
alter table public.money_decisions enable row level security;
grant select on public.money_decisions to authenticated;
revoke insert, update, delete, truncate on public.money_decisions from service_role;
create policy "admins read every decision about money" on public.money_decisions for select to authenticated using ((select app.has_current_role('admin')));

create function app.record_decision(kind text, user_id uuid, amount numeric, transaction_id bigint, booking_id uuid default null, decided_by uuid default null,
  reason text default null, extra_id uuid default null) returns void language sql security definer set search_path = '' as $$
  insert into public.money_decisions (kind, booking_id, user_id, amount, reason, transaction_id, decided_by, extra_id)
  values (record_decision.kind, record_decision.booking_id, record_decision.user_id, record_decision.amount,
    nullif(btrim(app.plain_lines(left(record_decision.reason, 500))), ''), record_decision.transaction_id, record_decision.decided_by, record_decision.extra_id)
$$;
comment on function app.record_decision is 'Stores a decision about money, so that it can be reversed.';

create type public.wallet_credit as (id bigint, user_id uuid, amount numeric, wallet_balance numeric, tx_ref text, date timestamptz);
comment on type public.wallet_credit is 'Result of add_to_wallet: the credit, and the wallet''s balance after it.';

create function public.add_to_wallet(user_id uuid, amount numeric, client_key uuid default gen_random_uuid(), reason text default null) returns public.wallet_credit
language plpgsql security definer set search_path = '' as $$
declare
  v_me public.profiles := app.require_editor('credit');
  v_amount numeric := app.to_money(add_to_wallet.amount);
  v_key text := format('admin_credit:%s:%s', v_me.id, coalesce(add_to_wallet.client_key, gen_random_uuid()));
  v_id bigint;
  v_answer public.wallet_credit;
begin
  -- Locks the wallet, as deleting an account does, so that a deleted account never gets money.
  perform app.lock_wallets(add_to_wallet.user_id);
  if v_amount is null or not exists (select 1 from public.profiles p where p.id = add_to_wallet.user_id and p.usertype <> 'admin' and p.deleted_at is null) then
    perform app.refuse('no_details_error', 422, 'Choose a rider, a driver or a fleet admin, and an amount above 0 and below a million');
  end if;
  -- Locks the key: the second of two concurrent calls with the same key waits and then finds the transaction of the first.
  perform pg_advisory_xact_lock(hashtextextended(v_key, 0));
  select t.id into v_id from public.ledger_transactions t where t.idempotency_key = v_key;
  if v_id is null then
    perform app.check_one_person(v_me, 'credit', add_to_wallet.user_id, add_to_wallet.user_id, v_amount);
    v_id := app.post_ledger('admin_credit', v_key, null, jsonb_build_array(
      app.entry('wallet:' || add_to_wallet.user_id, v_amount), app.entry('adjustments', -v_amount)));
    perform app.record_decision('credit', add_to_wallet.user_id, v_amount, v_id, null, v_me.id, add_to_wallet.reason);
    perform app.audit('add_to_wallet', 'profiles', add_to_wallet.user_id::text, null,
      jsonb_strip_nulls(jsonb_build_object('user_id', add_to_wallet.user_id, 'amount', v_amount, 'reason', nullif(btrim(left(add_to_wallet.reason, 500)), ''))));
    perform app.notify(add_to_wallet.user_id, 'wallet_credited', jsonb_build_object('amount', v_amount));
  end if;
  select e.id, a.user_id, e.amount, e.balance, 'AdminCredit', t.created_at into strict v_answer
  from public.ledger_transactions t
  join public.ledger_entries e on e.transaction_id = t.id join public.ledger_accounts a on a.id = e.account_id and a.kind = 'wallet'
  where t.id = v_id;
  return v_answer;
end $$;
comment on function public.add_to_wallet is 'An admin credits a wallet, with a reason; the amount is rounded to settings.decimal. The credit can be reversed (reverse_decision). Returns {id, user_id, amount, wallet_balance, tx_ref: AdminCredit, date}; a repeated client_key returns the first credit. Errors: must_login, not_allowed, demo_mode, no_details_error, needs_approval.';
grant execute on function public.add_to_wallet(uuid, numeric, uuid, text) to authenticated;

create index ledger_transactions_credits on public.ledger_transactions (id desc) where kind = 'admin_credit';

create function public.list_credits(of_user uuid default null, from_at timestamptz default null, to_at timestamptz default null,
  before_id bigint default null, page_size integer default 50)
returns table (id bigint, date timestamptz, user_id uuid, name text, usertype text, amount numeric, balance numeric, tx_ref text, credited_by text,
  decision_id uuid, reason text, reversed_at timestamptz)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
begin
  perform app.require_permission('credit');
  return query
  select t.id, t.created_at, a.user_id, btrim(p.first_name || ' ' || p.last_name), p.usertype::text, e.amount, e.balance, 'AdminCredit'::text,
    -- Finds the admin's name by the idempotency key, in which add_to_wallet puts the admin's id.
    (select nullif(btrim(b.first_name || ' ' || b.last_name), '') from public.profiles b where b.id = app.uuid_of(split_part(t.idempotency_key, ':', 2))), c.id, c.reason, c.reversed_at
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
comment on function public.list_credits is 'Credits by admins, newest first: person, amount, balance after it, the admin who credited (if two were needed, the second), the reason, and when it was reversed. Filters: of_user, from_at until before to_at. Pass the last row''s id as before_id for the next page. Errors: must_login, not_allowed.';
grant execute on function public.list_credits(uuid, timestamptz, timestamptz, bigint, integer) to authenticated;

-- A driver who collects cash also collects the operator's share, so the wallet must cover that share.
create function app.affords(driver_id uuid, booking_id uuid) returns boolean language plpgsql stable security definer set search_path = '' as $$
begin
  if (app.settings()).negative_balance then return true; end if;
  return coalesce((
    select b.payment_mode <> 'cash' or b.prepaid or p.wallet_balance - p.bonus_balance + f.driver_share - b.payable_amount >= 0
    from public.bookings b join public.booking_finances f on f.booking_id = b.id
    join public.profiles p on p.id = affords.driver_id
    where b.id = affords.booking_id), false);
end $$;
comment on function app.affords is 'Whether a driver''s wallet stays at zero or above when this booking is paid. Always true with settings.negative_balance, and for bookings that are not paid in cash.';
