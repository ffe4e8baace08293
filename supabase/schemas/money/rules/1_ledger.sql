-- Ledger: records every movement of money as double entry, append-only.

create function app.round_up_to_step(amount numeric, step numeric) returns numeric
language sql immutable set search_path = '' as $$
  select case when step > 0 then ceil(amount / step) * step else amount end
$$;
comment on function app.round_up_to_step is
  'The smallest multiple of step that is not below the amount; the amount itself if step is 0.';

-- Splits a part of a sum among those who share the sum. Each gets the rounded share of everything so far, less what
-- earlier parts took, so however a sum is divided, its parts add up to the shares. The last of the list takes what
-- rounding leaves.
create function app.split_part(part numeric, shares numeric[], taken numeric[], places integer) returns numeric[]
language plpgsql immutable set search_path = '' as $$
declare
  v_whole numeric := nullif((select sum(s.share) from unnest(split_part.shares) s (share)), 0);
  v_so_far numeric := split_part.part + (select sum(t.amount) from unnest(split_part.taken) t (amount));
  v_left numeric := split_part.part;
  v_room numeric;
  v_room_after numeric := (select sum(greatest(0, s.share - s.taken))
    from unnest(split_part.shares, split_part.taken) s (share, taken));
  v_parts numeric[] := array[]::numeric[];
begin
  for i in 1 .. cardinality(split_part.shares) loop
    v_room := greatest(0, split_part.shares[i] - split_part.taken[i]);
    v_room_after := v_room_after - v_room;
    v_parts[i] := greatest(v_left - v_room_after,
      least(v_left, v_room, greatest(0, round(coalesce(v_so_far * split_part.shares[i] / v_whole, 0),
        split_part.places) - split_part.taken[i])));
    v_left := v_left - v_parts[i];
  end loop;
  return v_parts;
end $$;
comment on function app.split_part is
  'Splits a part of a sum among its shares, in their order. taken: what earlier parts took of each share. No share is '
  'exceeded while the part fits into what is left.';

create function app.lock_wallets(variadic user_ids uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform 1 from public.profiles p where p.id = any (lock_wallets.user_ids) order by p.id for no key update;
end $$;
comment on function app.lock_wallets is
  'Locks wallets in the order of ids, so that transactions between the same people wait for each other instead of '
  'deadlocking. Call it once, with all wallets, before reading a balance.';

create function app.entry(account text, amount numeric) returns jsonb language sql stable as $$
  select pg_catalog.jsonb_build_object('account', account, 'amount', amount)
$$;
comment on function app.entry is
  'One entry for app.post_ledger. The function has no search_path, so that it can be inlined.';

-- Returns the time with which a transaction is booked, and takes a shared advisory lock until the transaction ends. The
-- function that sums a day takes this lock exclusively, for less than a second. A transaction that began before
-- midnight but books money after its day was summed counts for the next day.
create function app.booking_time() returns timestamptz
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock_shared(4842075);
  return greatest(app.now(), (select b.summed_before from app.books b where b.id = 1));
end $$;
comment on function app.booking_time is
  'The time with which a transaction is booked: now, but never within a day that is already summed.';

create function app.ledger_balance(account text) returns numeric
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select coalesce(sum(e.amount), 0) from public.ledger_accounts a
    join public.ledger_entries e on e.account_id = a.id
    where a.name = ledger_balance.account);
end $$;
comment on function app.ledger_balance is
  'The sum of an account''s entries; only for accounts with few entries, such as held:<booking>.';
