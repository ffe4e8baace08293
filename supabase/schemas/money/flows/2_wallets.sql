-- Wallets: their history, credits by an admin, and whether a driver can afford a booking.

create function app.record_decision(kind text, user_id uuid, amount numeric, transaction_id bigint,
  booking_id uuid default null, decided_by uuid default null,
  reason text default null, extra_id uuid default null) returns void language sql security definer
    set search_path = '' as $$
  insert into public.money_decisions (kind, booking_id, user_id, amount, reason, transaction_id, decided_by, extra_id)
  values (record_decision.kind, record_decision.booking_id, record_decision.user_id, record_decision.amount,
    nullif(btrim(app.plain_lines(left(record_decision.reason, app.reason_length()))), ''),
      record_decision.transaction_id, record_decision.decided_by, record_decision.extra_id)
$$;
comment on function app.record_decision is 'Stores a decision about money, so that it can be reversed.';

create function public.add_to_wallet(user_id uuid, amount numeric, client_key uuid default gen_random_uuid(),
  reason text default null) returns public.wallet_credit
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
  if v_amount is null or not exists (select 1 from public.profiles p where p.id = add_to_wallet.user_id
    and p.usertype <> 'admin' and p.deleted_at is null) then
    perform app.refuse('no_details_error', 422,
      'Choose a rider, a driver or a fleet admin, and an amount above 0 and below a million');
  end if;
  -- Locks the key: the second of two concurrent calls with the same key waits and then finds the transaction of the
  -- first.
  perform pg_advisory_xact_lock(hashtextextended(v_key, 0));
  select t.id into v_id from public.ledger_transactions t where t.idempotency_key = v_key;
  if v_id is null then
    perform app.check_approval_limit(v_me, 'credit', add_to_wallet.user_id, add_to_wallet.user_id, v_amount);
    v_id := app.post_ledger('admin_credit', v_key, null, jsonb_build_array(
      app.entry('wallet:' || add_to_wallet.user_id, v_amount), app.entry('adjustments', -v_amount)));
    perform app.record_decision('credit', add_to_wallet.user_id, v_amount, v_id, null, v_me.id, add_to_wallet.reason);
    perform app.audit('add_to_wallet', 'profiles', add_to_wallet.user_id::text, null,
      jsonb_strip_nulls(jsonb_build_object('user_id', add_to_wallet.user_id, 'amount', v_amount, 'reason',
        nullif(btrim(left(add_to_wallet.reason, app.reason_length())), ''))));
    perform app.notify(add_to_wallet.user_id, 'wallet_credited', jsonb_build_object('amount', v_amount));
  end if;
  select e.id, a.user_id, e.amount, e.balance, 'AdminCredit', t.created_at into strict v_answer
  from public.ledger_transactions t
  join public.ledger_entries e on e.transaction_id = t.id join public.ledger_accounts a on a.id = e.account_id
    and a.kind = 'wallet'
  where t.id = v_id;
  return v_answer;
end $$;
comment on function public.add_to_wallet is
  'An admin credits a wallet, with a reason; the amount is rounded to settings.decimal. The credit can be reversed '
  '(reverse_decision). Returns {id, user_id, amount, wallet_balance, tx_ref: AdminCredit, date}; a repeated '
  'client_key returns the first credit. '
  'Errors: must_login, not_allowed, demo_mode, no_details_error, needs_approval.';
grant execute on function public.add_to_wallet(uuid, numeric, uuid, text) to authenticated;
