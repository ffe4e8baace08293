-- Ledger: records every movement of money as double entry, append-only.
-- Access: people read the entries of their own wallet, admins with the permission money all entries; only
--         app.post_ledger writes
-- Tests:  tests/db/ledger.sql

create table public.ledger_accounts (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('wallet', 'bonus', 'held', 'refunds_due', 'clearing', 'chargebacks', 'bank',
    'payouts_pending', 'tax',
    'adjustments', 'rounding', 'revenue.convenience', 'revenue.cancellation', 'revenue.charges', 'expense.promotions',
      'expense.referral',
    'expense.goodwill', 'expense.chargeback', 'expense.provider_fees', 'expense.write_off', 'cash')),
  user_id uuid references public.profiles (id),
  booking_id uuid unique,
  provider text check (provider ~ '^[a-z]{2,20}$'),
  role text check (role in ('rider', 'driver', 'fleetadmin', 'admin')),
  name text not null unique generated always as
    (kind || coalesce(':' || user_id::text, ':' || booking_id::text, ':' || provider, '')) stored,
  label text not null generated always as
    (case when role is not null then kind || '.' || role when kind = 'held' then kind
      else kind || coalesce(':' || provider, '') end) stored,
  check ((kind in ('wallet', 'bonus')) = (user_id is not null)),
  check ((kind = 'held') = (booking_id is not null)),
  check ((kind in ('refunds_due', 'clearing', 'chargebacks')) = (provider is not null)),
  constraint ledger_accounts_role check (role is null or user_id is not null)
);
call app.describe('public.ledger_accounts', $$
  Accounts of the ledger: a wallet per person and its bonus, which can only pay fares; held money per booking (paid,
    not yet distributed); clearing (what a provider owes us), refunds due and chargebacks per payment provider; and one
    account each for the rest, such as the cash that drivers handed in (cash).
  name: Name of the account for app.post_ledger: wallet:<user>, bonus:<user>, held:<booking>, clearing:<provider>,
    bank, …
  kind: Kind of account: wallet, bonus, held, clearing, refunds_due, bank, payouts_pending, tax, adjustments,
    revenue.* or expense.*.
  role: Of a wallet and its bonus: the owner's role when the wallet was opened. It never changes, so that the sums of
    a closed day stay the same.
  label: Name under which the books add up accounts: wallet.driver for all drivers' wallets, held for all held money,
    clearing:<provider>, bank, …
  provider: The payment provider, for clearing, refunds due and chargebacks; null for other accounts.
$$);

create function app.is_personal(kind text) returns boolean language sql immutable parallel safe as $$
  select kind in ('wallet', 'bonus')
$$;
comment on function app.is_personal is
  'Whether an account of the ledger belongs to one person: a wallet, or its bonus.';

create index ledger_accounts_user_id on public.ledger_accounts (user_id);

insert into public.ledger_accounts (kind) values ('bank'), ('payouts_pending'), ('tax'), ('adjustments'), ('rounding'),
  ('revenue.convenience'), ('revenue.cancellation'), ('revenue.charges'), ('expense.promotions'), ('expense.referral'),
    ('expense.goodwill'),
  ('expense.chargeback'), ('expense.provider_fees'), ('expense.write_off'), ('cash');

create table public.ledger_transactions (
  id bigint generated always as identity primary key,
  kind text not null check (kind ~ '^[a-z_]{3,40}$'),
  booking_id uuid,
  idempotency_key text not null unique check (length(idempotency_key) between 1 and 300),
  created_at timestamptz not null default app.now()
);
call app.describe('public.ledger_transactions', $$
  One event that moved money; the amounts of its entries add up to zero.
  idempotency_key: Key of the event. The same key never moves money twice.
  kind: Why money moved: settlement, cancellation, wallet_payment, card_payment, refund, tip, withdrawal,
    admin_credit, referral, …
$$);

create function app.is_driver_charge(kind text) returns boolean language sql immutable parallel safe as $$
  select kind in ('charge', 'charge_reversed')
$$;
comment on function app.is_driver_charge is
  'Whether a transaction charges a driver (rent, insurance, …) or takes such a charge back.';

create index ledger_transactions_booking_id on public.ledger_transactions (booking_id);
create index ledger_transactions_created_at on public.ledger_transactions (created_at, id);

-- Indexes only rare kinds. Frequent kinds are found quickly by time, and leaving them out makes writing them cheaper.
create index ledger_transactions_rare on public.ledger_transactions (kind, created_at, id)
  where kind not in ('settlement', 'card_payment', 'wallet_payment', 'topup');

create table public.ledger_entries (
  id bigint primary key,
  transaction_id bigint not null references public.ledger_transactions (id),
  account_id bigint not null references public.ledger_accounts (id),
  amount numeric not null check (amount <> 0 and abs(amount) < 1000000000000 and amount = round(amount, 4)),
  balance numeric
);
call app.describe('public.ledger_entries', $$
  The amount that a transaction moves on one account. Positive: the operator owes or earned the amount. Negative: the
    operator has, is owed or spent the amount.
  id: Ascends within a wallet and its bonus in the order in which the balance changed.
  balance: Balance of wallet and bonus together after this entry; null for other accounts.
  amount: Signed amount with at most four decimals.
$$);
grant select on public.ledger_accounts, public.ledger_transactions, public.ledger_entries to authenticated;
revoke insert, update, delete, truncate on public.ledger_accounts, public.ledger_transactions, public.ledger_entries
  from service_role;

create sequence public.ledger_entries_id_seq owned by public.ledger_entries.id;
revoke all on sequence public.ledger_entries_id_seq from service_role;

create index ledger_entries_transaction_id on public.ledger_entries (transaction_id);
create index ledger_entries_account_id on public.ledger_entries (account_id, id desc);

create table app.left_money (
  transaction_id bigint not null references public.ledger_transactions (id),
  user_id uuid not null references public.profiles (id),
  amount numeric not null check (amount <> 0),
  at timestamptz not null default app.now(),
  primary key (transaction_id, user_id)
);
call app.describe('app.left_money', $$
  Money that would have gone to the wallet of a deleted account (negative: a debt of it), and was booked to
    adjustments instead.
$$);

create index left_money_user_id on app.left_money (user_id);
create index left_money_at on app.left_money (at);

alter table app.left_money enable row level security;

-- Who may read the ledger ---------------------------------------------------------------------------------------------

alter table public.ledger_accounts enable row level security;
alter table public.ledger_transactions enable row level security;
alter table public.ledger_entries enable row level security;

create policy "people read their own wallet's account" on public.ledger_accounts for select to authenticated
  using (user_id = (select auth.uid()));
create policy "admins who keep the money read every account" on public.ledger_accounts for select to authenticated
  using ((select app.has_permission('money')));
create policy "people read their own wallet's entries" on public.ledger_entries for select to authenticated
  using (account_id = any (array(select a.id from public.ledger_accounts a where a.user_id = (select auth.uid()))));
create policy "admins who keep the money read every entry" on public.ledger_entries for select to authenticated
  using ((select app.has_permission('money')));

-- The query on entries inside the policy obeys the policies of entries, so it finds only entries that the caller may
-- read.
create policy "people read the transactions of their own wallet" on public.ledger_transactions
  for select to authenticated
  using (exists (select 1 from public.ledger_entries e where e.transaction_id = ledger_transactions.id));
create policy "admins who keep the money read every transaction" on public.ledger_transactions
  for select to authenticated using ((select app.has_permission('money')));

-- Constraints for every writer ----------------------------------------------------------------------------------------

create trigger ledger_accounts__append_only before update or delete or truncate on public.ledger_accounts
  for each statement execute function app.tg_append_only();
create trigger ledger_transactions__append_only before update or delete or truncate on public.ledger_transactions
  for each statement execute function app.tg_append_only();
create trigger ledger_entries__append_only before update or delete or truncate on public.ledger_entries
  for each statement execute function app.tg_append_only();

-- Parts of a shared sum -----------------------------------------------------------------------------------------------

-- Returns a person's balance according to the latest entry of their wallet or bonus account.
create function app.last_balance(user_id uuid) returns numeric
language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce((select l.balance from public.ledger_accounts a
    cross join lateral (select e.id, e.balance from public.ledger_entries e where e.account_id = a.id
      order by e.id desc limit 1) l
    where a.user_id = last_balance.user_id order by l.id desc limit 1), 0);
end $$;

create function app.tg_ledger_entries__balance() returns trigger
language plpgsql security definer set search_path = '' as $$
declare v_sum numeric := (select sum(e.amount) from public.ledger_entries e
  where e.transaction_id = new.transaction_id);
begin
  if v_sum <> 0 then
    raise check_violation using message = format('ledger transaction %s is off by %s', new.transaction_id, v_sum);
  end if;
  return null;
end $$;

create constraint trigger ledger_entries__balance after insert on public.ledger_entries
  deferrable initially deferred for each row execute function app.tg_ledger_entries__balance();

create function app.tg_profiles__check_wallet() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_balance numeric := (select p.wallet_balance from public.profiles p where p.id = new.id);
  v_entries numeric := app.last_balance(new.id);
begin
  if v_balance <> v_entries then
    raise check_violation using message = format('wallet of %s says %s, its entries %s', new.id, v_balance, v_entries);
  end if;
  return null;
end $$;

create constraint trigger profiles__check_new_wallet after insert on public.profiles
  deferrable initially deferred for each row when (new.wallet_balance <> 0)
    execute function app.tg_profiles__check_wallet();
create constraint trigger profiles__check_wallet after update of wallet_balance on public.profiles
  deferrable initially deferred for each row when (old.wallet_balance is distinct from new.wallet_balance)
  execute function app.tg_profiles__check_wallet();

-- Writing transactions ------------------------------------------------------------------------------------------------

create table app.books (
  id integer primary key default 1 check (id = 1),
  summed_until date,
  summed_before timestamptz not null default '-infinity',
  locked_until date
);
comment on table app.books is
  'One row: until when days are summed and locked. No transaction is booked before summed_before.';

insert into app.books default values;

alter table app.books enable row level security;

create function app.ledger_has_entries() returns boolean language sql stable security definer set search_path = '' as $$
  select exists (select 1 from public.ledger_entries)
$$;
comment on function app.ledger_has_entries is
  'Whether any money was ever moved; from then on currency and decimals cannot change.';

-- Saving settings -----------------------------------------------------------------------------------------------------

-- Refuses a change of the currency or its decimals once the ledger has entries, because their amounts are rounded to
-- the old decimals and owed in the old currency. The table lock waits until a concurrent transaction has committed the
-- first entries.
create function app.tg_settings__lock_currency() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- A connection without a JWT role is the database's owner. The owner may change the currency, because a seed or a
  -- migration converts the amounts as well.
  if coalesce(auth.jwt() ->> 'role', '') = '' then return new; end if;
  lock table public.ledger_transactions in share mode;
  if app.ledger_has_entries() then
    perform app.refuse('currency_locked', 409, 'code and decimal cannot change once the ledger has entries');
  end if;
  return new;
end $$;

create trigger settings__lock_currency before update on public.settings
  for each row when (old.code is distinct from new.code or old."decimal" is distinct from new."decimal")
  execute function app.tg_settings__lock_currency();
