-- Ledger: records every movement of money as double entry, append-only.
-- Needs:  basics, settings, profiles
-- Access: people read the entries of their own wallet, admins with the permission money all entries; only app.post_ledger writes
-- Tests:  tests/db/ledger.sql

create table public.ledger_accounts (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('wallet', 'bonus', 'held', 'refunds_due', 'clearing', 'chargebacks', 'bank', 'payouts_pending', 'tax',
    'adjustments', 'rounding', 'revenue.convenience', 'revenue.cancellation', 'revenue.charges', 'expense.promotions', 'expense.referral',
    'expense.goodwill', 'expense.chargeback', 'expense.provider_fees', 'expense.write_off')),
  user_id uuid references public.profiles (id),
  booking_id uuid unique,
  provider text check (provider ~ '^[a-z]{2,20}$'),
  role text check (role in ('rider', 'driver', 'fleetadmin', 'admin')),
  name text not null unique generated always as
    (kind || coalesce(':' || user_id::text, ':' || booking_id::text, ':' || provider, '')) stored,
  label text not null generated always as
    (case when role is not null then kind || '.' || role when kind = 'held' then kind else kind || coalesce(':' || provider, '') end) stored,
  check ((kind in ('wallet', 'bonus')) = (user_id is not null)),
  check ((kind = 'held') = (booking_id is not null)),
  check ((kind in ('refunds_due', 'clearing', 'chargebacks')) = (provider is not null)),
  constraint ledger_accounts_role check (role is null or user_id is not null)
);
create index ledger_accounts_user_id on public.ledger_accounts (user_id);
call app.describe('public.ledger_accounts', $$
  Accounts of the ledger: a wallet per person and its bonus, which can only pay fares; held money per booking (paid, not yet distributed); clearing (what a provider owes us), refunds due and chargebacks per payment provider; and one account each for the rest.
  name: Name of the account for app.post_ledger: wallet:<user>, bonus:<user>, held:<booking>, clearing:<provider>, bank, …
  kind: Kind of account: wallet, bonus, held, clearing, refunds_due, bank, payouts_pending, tax, adjustments, revenue.* or expense.*.
  role: Of a wallet and its bonus: the owner's role when the wallet was opened. It never changes, so that the sums of a closed day stay the same.
  label: Name under which the books add up accounts: wallet.driver for all drivers' wallets, held for all held money, clearing:<provider>, bank, …
  provider: The payment provider, for clearing, refunds due and chargebacks; null for other accounts.
$$);
insert into public.ledger_accounts (kind) values ('bank'), ('payouts_pending'), ('tax'), ('adjustments'), ('rounding'),
  ('revenue.convenience'), ('revenue.cancellation'), ('revenue.charges'), ('expense.promotions'), ('expense.referral'), ('expense.goodwill'),
  ('expense.chargeback'), ('expense.provider_fees'), ('expense.write_off');

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
  kind: Why money moved: settlement, cancellation, wallet_payment, card_payment, refund, tip, withdrawal, admin_credit, referral, …
$$);
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
  The amount that a transaction moves on one account. Positive: the operator owes or earned the amount. Negative: the operator has, is owed or spent the amount.
  id: Ascends within a wallet and its bonus in the order in which the balance changed.
  balance: Balance of wallet and bonus together after this entry; null for other accounts.
  amount: Signed amount with at most four decimals.
$$);
create sequence public.ledger_entries_id_seq owned by public.ledger_entries.id;
create index ledger_entries_transaction_id on public.ledger_entries (transaction_id);
create index ledger_entries_account_id on public.ledger_entries (account_id, id desc);

-- Who may read the ledger -------------------------------------------------------------------------------------------

alter table public.ledger_accounts enable row level security;
alter table public.ledger_transactions enable row level security;
alter table public.ledger_entries enable row level security;
grant select on public.ledger_accounts, public.ledger_transactions, public.ledger_entries to authenticated;
revoke insert, update, delete, truncate on public.ledger_accounts, public.ledger_transactions, public.ledger_entries from service_role;
revoke all on sequence public.ledger_entries_id_seq from service_role;

create policy "people read their own wallet's account" on public.ledger_accounts for select to authenticated using (user_id = (select auth.uid()));
create policy "admins who keep the money read every account" on public.ledger_accounts for select to authenticated using ((select app.has_permission('money')));
create policy "people read their own wallet's entries" on public.ledger_entries for select to authenticated
  using (account_id = any (array(select a.id from public.ledger_accounts a where a.user_id = (select auth.uid()))));
create policy "admins who keep the money read every entry" on public.ledger_entries for select to authenticated using ((select app.has_permission('money')));
-- The query on entries inside the policy obeys the policies of entries, so it finds only entries that the caller may read.
create policy "people read the transactions of their own wallet" on public.ledger_transactions for select to authenticated
  using (exists (select 1 from public.ledger_entries e where e.transaction_id = ledger_transactions.id));
create policy "admins who keep the money read every transaction" on public.ledger_transactions for select to authenticated using ((select app.has_permission('money')));

-- Constraints for every writer ------------------------------------------------------------------------------------

create trigger ledger_accounts__append_only before update or delete or truncate on public.ledger_accounts
  for each statement execute function app.tg_append_only();
create trigger ledger_transactions__append_only before update or delete or truncate on public.ledger_transactions
  for each statement execute function app.tg_append_only();
create trigger ledger_entries__append_only before update or delete or truncate on public.ledger_entries
  for each statement execute function app.tg_append_only();

-- Parts of a shared sum -----------------------------------------------------------------------------------------------

create function app.in_steps(amount numeric, step numeric) returns numeric language sql immutable set search_path = '' as $$
  select case when step > 0 then ceil(amount / step) * step else amount end
$$;
comment on function app.in_steps is 'The smallest multiple of step that is not below the amount; the amount itself if step is 0.';

-- Splits a part of a sum among those who share the sum. Each gets the rounded share of everything so far, less what earlier
-- parts took, so however a sum is divided, its parts add up to the shares. The last of the list takes what rounding leaves.
create function app.split_part(part numeric, shares numeric[], taken numeric[], places integer) returns numeric[]
language plpgsql immutable set search_path = '' as $$
declare
  v_whole numeric := nullif((select sum(s.share) from unnest(split_part.shares) s (share)), 0);
  v_so_far numeric := split_part.part + (select sum(t.amount) from unnest(split_part.taken) t (amount));
  v_left numeric := split_part.part;
  v_room numeric;
  v_room_after numeric := (select sum(greatest(0, s.share - s.taken)) from unnest(split_part.shares, split_part.taken) s (share, taken));
  v_parts numeric[] := array[]::numeric[];
begin
  for i in 1 .. cardinality(split_part.shares) loop
    v_room := greatest(0, split_part.shares[i] - split_part.taken[i]);
    v_room_after := v_room_after - v_room;
    v_parts[i] := greatest(v_left - v_room_after,
      least(v_left, v_room, greatest(0, round(coalesce(v_so_far * split_part.shares[i] / v_whole, 0), split_part.places) - split_part.taken[i])));
    v_left := v_left - v_parts[i];
  end loop;
  return v_parts;
end $$;
comment on function app.split_part is 'Splits a part of a sum among its shares, in their order. taken: what earlier parts took of each share. No share is exceeded while the part fits into what is left.';

-- Returns a person's balance according to the latest entry of their wallet or bonus account.
create function app.last_balance(user_id uuid) returns numeric language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce((select l.balance from public.ledger_accounts a
    cross join lateral (select e.id, e.balance from public.ledger_entries e where e.account_id = a.id order by e.id desc limit 1) l
    where a.user_id = last_balance.user_id order by l.id desc limit 1), 0);
end $$;

-- Changes the balance of a wallet. The update of its owner's profile locks the wallet. The entry's id is taken while this lock
-- is held, so that ids ascend in the order in which the balance changes. The new balance is computed from the previous entry
-- and not from the profile, so that a manipulated profile is detected (tg_profiles__check_wallet).
create function app.tg_ledger_entries__move_wallet() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_user uuid;
  v_is_bonus boolean;
begin
  new.balance := null;
  select a.user_id, a.kind = 'bonus' into v_user, v_is_bonus from public.ledger_accounts a where a.id = new.account_id;
  if v_user is not null then
    update public.profiles p set wallet_balance = p.wallet_balance + new.amount,
      bonus_balance = p.bonus_balance + case when v_is_bonus then new.amount else 0 end where p.id = v_user;
    new.balance := new.amount + app.last_balance(v_user);
  end if;
  new.id := nextval('public.ledger_entries_id_seq');
  return new;
end $$;
create trigger ledger_entries__move_wallet before insert on public.ledger_entries for each row execute function app.tg_ledger_entries__move_wallet();

create function app.tg_ledger_entries__balance() returns trigger language plpgsql security definer set search_path = '' as $$
declare v_sum numeric := (select sum(e.amount) from public.ledger_entries e where e.transaction_id = new.transaction_id);
begin
  if v_sum <> 0 then
    raise check_violation using message = format('ledger transaction %s is off by %s', new.transaction_id, v_sum);
  end if;
  return null;
end $$;
create constraint trigger ledger_entries__balance after insert on public.ledger_entries
  deferrable initially deferred for each row execute function app.tg_ledger_entries__balance();

create function app.tg_profiles__check_wallet() returns trigger language plpgsql security definer set search_path = '' as $$
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
  deferrable initially deferred for each row when (new.wallet_balance <> 0) execute function app.tg_profiles__check_wallet();
create constraint trigger profiles__check_wallet after update of wallet_balance on public.profiles
  deferrable initially deferred for each row when (old.wallet_balance is distinct from new.wallet_balance)
  execute function app.tg_profiles__check_wallet();

create function app.tg_ledger_entries__broadcast() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  -- Most transactions of a ride paid by card change no wallet, so they need no broadcast.
  if not exists (select 1 from moved m where m.balance is not null) then return null; end if;
  perform app.broadcast('user:' || w.user_id, 'wallet')
  from (select distinct a.user_id from moved m join public.ledger_accounts a on a.id = m.account_id where m.balance is not null) w;
  return null;
end $$;
-- A statement-level trigger sends one broadcast per wallet, however many entries change the wallet.
create trigger ledger_entries__broadcast after insert on public.ledger_entries
  referencing new table as moved for each statement execute function app.tg_ledger_entries__broadcast();

-- Writing transactions ----------------------------------------------------------------------------------------------

create function app.lock_wallets(variadic user_ids uuid[]) returns void language plpgsql security definer set search_path = '' as $$
begin
  perform 1 from public.profiles p where p.id = any (lock_wallets.user_ids) order by p.id for no key update;
end $$;
comment on function app.lock_wallets is 'Locks wallets in the order of ids, so that transactions between the same people wait for each other instead of deadlocking. Call it once, with all wallets, before reading a balance.';

create function app.ledger_account(name text) returns bigint language plpgsql security definer set search_path = '' as $$
declare
  v_id bigint := (select a.id from public.ledger_accounts a where a.name = ledger_account.name);
  v_kind text;
  v_of text;
begin
  if v_id is null then
    v_kind := split_part(ledger_account.name, ':', 1);
    v_of := nullif(substr(ledger_account.name, length(v_kind) + 2), '');
    insert into public.ledger_accounts (kind, user_id, booking_id, provider, role)
    values (v_kind, case when v_kind in ('wallet', 'bonus') then v_of::uuid end, case v_kind when 'held' then v_of::uuid end,
      case when v_kind in ('refunds_due', 'clearing', 'chargebacks') then v_of end,
      case when v_kind in ('wallet', 'bonus') then (select p.usertype::text from public.profiles p where p.id = v_of::uuid) end)
    on conflict do nothing;
    select a.id into strict v_id from public.ledger_accounts a where a.name = ledger_account.name;
  end if;
  return v_id;
end $$;
comment on function app.ledger_account is 'The id of an account by its name; creates accounts for wallets, held money and providers when first used.';

create function app.entry(account text, amount numeric) returns jsonb language sql stable as $$
  select pg_catalog.jsonb_build_object('account', account, 'amount', amount)
$$;
comment on function app.entry is 'One entry for app.post_ledger. The function has no search_path, so that it can be inlined.';

create table app.books (
  id integer primary key default 1 check (id = 1),
  summed_until date,
  summed_before timestamptz not null default '-infinity',
  locked_until date
);
comment on table app.books is 'One row: until when days are summed and locked. No transaction is booked before summed_before.';
insert into app.books default values;
alter table app.books enable row level security;

-- Returns the time with which a transaction is booked, and takes a shared advisory lock until the transaction ends. The
-- function that sums a day takes this lock exclusively, for less than a second. A transaction that began before midnight but
-- books money after its day was summed counts for the next day.
create function app.booking_time() returns timestamptz language plpgsql volatile security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock_shared(4842075);
  return greatest(app.now(), (select b.summed_before from app.books b where b.id = 1));
end $$;
comment on function app.booking_time is 'The time with which a transaction is booked: now, but never within a day that is already summed.';

create function app.post_ledger(kind text, idempotency_key text, booking_id uuid, entries jsonb) returns bigint
language plpgsql security definer set search_path = '' as $$
declare
  v_id bigint;
  v_at timestamptz;
  v_sum numeric;
  v_wallets uuid[];
begin
  select coalesce(sum((e ->> 'amount')::numeric), 0), coalesce(array_agg(distinct split_part(e ->> 'account', ':', 2)::uuid)
    filter (where e ->> 'account' ~ '^(wallet|bonus):'), '{}') into v_sum, v_wallets from jsonb_array_elements(post_ledger.entries) e;
  if v_sum <> 0 then
    raise check_violation using message = format('ledger entries of %s are off by %s', post_ledger.idempotency_key, v_sum);
  end if;
  -- Locks wallets before it inserts the idempotency key. In the other order two transactions could deadlock: one with the
  -- wallets locked would wait for the key of another that waits for the wallets.
  if v_wallets <> '{}' then perform app.lock_wallets(variadic v_wallets); end if;
  v_at := app.booking_time();
  insert into public.ledger_transactions (kind, booking_id, idempotency_key, created_at)
  values (post_ledger.kind, post_ledger.booking_id, post_ledger.idempotency_key, v_at)
  on conflict on constraint ledger_transactions_idempotency_key_key do nothing returning id into v_id;
  if v_id is null then
    select t.id into strict v_id from public.ledger_transactions t where t.idempotency_key = post_ledger.idempotency_key;
    return v_id;
  end if;
  -- Usually all accounts exist, so one join finds them; only a missing account needs a function call.
  insert into public.ledger_entries (transaction_id, account_id, amount)
  select v_id, coalesce(a.id, app.ledger_account(n.account)), n.amount
  from (select e ->> 'account' as account, (e ->> 'amount')::numeric as amount, place
    from jsonb_array_elements(post_ledger.entries) with ordinality as j (e, place)) n
  left join lateral (select a.id from public.ledger_accounts a where a.name = n.account limit 1) a on true
  where n.amount <> 0 order by n.place;
  return v_id;
end $$;
comment on function app.post_ledger is 'Moves money. entries: [{account, amount}] made by app.entry, with the sum zero; entries of zero are skipped. A repeated key returns the first transaction and moves nothing.';

create function app.ledger_balance(account text) returns numeric language plpgsql stable security definer set search_path = '' as $$
begin
  return (select coalesce(sum(e.amount), 0) from public.ledger_accounts a join public.ledger_entries e on e.account_id = a.id
    where a.name = ledger_balance.account);
end $$;
comment on function app.ledger_balance is 'The sum of an account''s entries; only for accounts with few entries, such as held:<booking>.';

create function app.ledger_has_entries() returns boolean language sql stable security definer set search_path = '' as $$
  select exists (select 1 from public.ledger_entries)
$$;
comment on function app.ledger_has_entries is 'Whether any money was ever moved; from then on currency and decimals cannot change.';
