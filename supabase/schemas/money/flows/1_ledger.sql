-- Ledger: records every movement of money as double entry, append-only.

create function app.ledger_account(name text) returns bigint
language plpgsql security definer set search_path = '' as $$
declare
  v_id bigint := (select a.id from public.ledger_accounts a where a.name = ledger_account.name);
  v_kind text;
  v_of text;
begin
  if v_id is null then
    v_kind := split_part(ledger_account.name, ':', 1);
    v_of := nullif(substr(ledger_account.name, length(v_kind) + 2), '');
    insert into public.ledger_accounts (kind, user_id, booking_id, provider, role)
    values (v_kind, case when app.is_personal(v_kind) then v_of::uuid end, case v_kind when 'held' then v_of::uuid end,
      case when v_kind in ('refunds_due', 'clearing', 'chargebacks') then v_of end,
      case when app.is_personal(v_kind) then (select p.usertype::text from public.profiles p
        where p.id = v_of::uuid) end)
    on conflict do nothing;
    select a.id into strict v_id from public.ledger_accounts a where a.name = ledger_account.name;
  end if;
  return v_id;
end $$;
comment on function app.ledger_account is
  'The id of an account by its name; creates accounts for wallets, held money and providers when first used.';

-- The ledger's entries without those of wallets whose owner's account was deleted: nobody could use such a wallet or
-- pay its debt. The office gets the money and the debt, and is told for 72 hours (attention_people). Every function
-- that moves money goes through here, so none has to think of it; those that know where the money belongs instead (its
-- card) still ask app.has_no_account.
create function app.without_deleted_wallets(entries jsonb, user_ids uuid[], transaction_id bigint) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare v_gone uuid[] := (select array_agg(p.id) from public.profiles p where p.id = any (user_ids)
  and p.deleted_at is not null);
begin
  if v_gone is null then return entries; end if;
  insert into app.left_money (transaction_id, user_id, amount)
  select without_deleted_wallets.transaction_id, g.id, sum((e ->> 'amount')::numeric)
  from jsonb_array_elements(entries) e join unnest(v_gone) g (id) on e ->> 'account' in ('wallet:' || g.id,
    'bonus:' || g.id)
  group by g.id having sum((e ->> 'amount')::numeric) <> 0;
  if found then perform app.broadcast('admin', 'attention'); end if;
  return (select jsonb_agg(case when app.is_personal(split_part(e ->> 'account', ':', 1))
    and split_part(e ->> 'account', ':', 2) = any (v_gone::text[])
    then e || '{"account": "adjustments"}' else e end order by place)
      from jsonb_array_elements(entries) with ordinality j (e, place));
end $$;

create function app.post_ledger(kind text, idempotency_key text, booking_id uuid, entries jsonb) returns bigint
language plpgsql security definer set search_path = '' as $$
declare
  v_id bigint;
  v_at timestamptz;
  v_sum numeric;
  v_wallets uuid[];
  v_entries jsonb;
begin
  select coalesce(sum((e ->> 'amount')::numeric), 0),
    coalesce(array_agg(distinct split_part(e ->> 'account', ':', 2)::uuid)
    filter (where e ->> 'account' ~ '^(wallet|bonus):'), '{}') into v_sum, v_wallets
      from jsonb_array_elements(post_ledger.entries) e;
  if v_sum <> 0 then
    raise check_violation using message = format('ledger entries of %s are off by %s',
      post_ledger.idempotency_key, v_sum);
  end if;
  -- Locks wallets before it inserts the idempotency key. In the other order two transactions could deadlock: one with
  -- the wallets locked would wait for the key of another that waits for the wallets.
  if v_wallets <> '{}' then perform app.lock_wallets(variadic v_wallets); end if;
  v_at := app.booking_time();
  insert into public.ledger_transactions (kind, booking_id, idempotency_key, created_at)
  values (post_ledger.kind, post_ledger.booking_id, post_ledger.idempotency_key, v_at)
  on conflict on constraint ledger_transactions_idempotency_key_key do nothing returning id into v_id;
  if v_id is null then
    select t.id into strict v_id from public.ledger_transactions t
      where t.idempotency_key = post_ledger.idempotency_key;
    return v_id;
  end if;
  v_entries := case when v_wallets = '{}' then post_ledger.entries
    else app.without_deleted_wallets(post_ledger.entries, v_wallets, v_id) end;
  -- Usually all accounts exist, so one join finds them; only a missing account needs a function call.
  insert into public.ledger_entries (transaction_id, account_id, amount)
  select v_id, coalesce(a.id, app.ledger_account(n.account)), n.amount
  from (select e ->> 'account' as account, (e ->> 'amount')::numeric as amount, place
    from jsonb_array_elements(v_entries) with ordinality as j (e, place)) n
  left join lateral (select a.id from public.ledger_accounts a where a.name = n.account limit 1) a on true
  where n.amount <> 0 order by n.place;
  return v_id;
end $$;
comment on function app.post_ledger is
  'Moves money. entries: [{account, amount}] made by app.entry, with the sum zero; entries of zero are skipped. What '
  'belongs to a deleted account is booked to adjustments (app.left_money). A repeated key returns the first '
  'transaction and moves nothing.';
