-- Ledger: records every movement of money as double entry, append-only.

-- Changes the balance of a wallet. The update of its owner's profile locks the wallet. The entry's id is taken while
-- this lock is held, so that ids ascend in the order in which the balance changes. The new balance is computed from the
-- previous entry and not from the profile, so that a manipulated profile is detected (tg_profiles__check_wallet).
create function app.tg_ledger_entries__move_wallet() returns trigger
language plpgsql security definer set search_path = '' as $$
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

create trigger ledger_entries__move_wallet before insert on public.ledger_entries for each row
  execute function app.tg_ledger_entries__move_wallet();

create function app.tg_ledger_entries__broadcast() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Most transactions of a ride paid by card change no wallet, so they need no broadcast.
  if not exists (select 1 from moved m where m.balance is not null) then return null; end if;
  perform app.broadcast('user:' || w.user_id, 'wallet')
  from (select distinct a.user_id from moved m join public.ledger_accounts a on a.id = m.account_id
    where m.balance is not null) w;
  return null;
end $$;

-- A statement-level trigger sends one broadcast per wallet, however many entries change the wallet.
create trigger ledger_entries__broadcast after insert on public.ledger_entries
  referencing new table as moved for each statement execute function app.tg_ledger_entries__broadcast();
