-- Cash that drivers hand in: what they owe of the fares that they collected.
-- Access: admins with the permission payouts
-- Tests:  tests/db/employees.sql

create function public.take_driver_cash(driver_id uuid, amount numeric, client_key uuid default gen_random_uuid())
  returns public.wallet_credit
language plpgsql security definer set search_path = '' as $$
declare
  v_me public.profiles := app.require_editor('payouts');
  v_amount numeric := app.to_money(take_driver_cash.amount);
  v_key text := format('cash_in:%s:%s', v_me.id, coalesce(take_driver_cash.client_key, gen_random_uuid()));
  v_owed numeric;
  v_id bigint;
  v_answer public.wallet_credit;
begin
  perform app.lock_wallets(take_driver_cash.driver_id);
  perform app.refuse_own(v_me, take_driver_cash.driver_id);
  if v_amount is null or not exists (select 1 from public.profiles p where p.id = take_driver_cash.driver_id
    and p.usertype = 'driver' and p.deleted_at is null) then
    perform app.refuse('no_details_error', 422, 'Choose a driver, and an amount above 0');
  end if;
  perform pg_advisory_xact_lock(hashtextextended(v_key, 0));
  select t.id into v_id from public.ledger_transactions t where t.idempotency_key = v_key;
  if v_id is null then
    v_owed := greatest(0, -app.real_balance(take_driver_cash.driver_id));
    if v_amount > v_owed then
      perform app.refuse('cash_above_debt', 409, format('The driver owes %s', v_owed));
    end if;
    v_id := app.post_ledger('cash_in', v_key, null, jsonb_build_array(
      app.entry('wallet:' || take_driver_cash.driver_id, v_amount), app.entry('cash', -v_amount)));
    perform app.record_decision('cash_in', take_driver_cash.driver_id, v_amount, v_id, null, v_me.id);
    perform app.audit('take_driver_cash', 'profiles', take_driver_cash.driver_id::text, null,
      jsonb_build_object('user_id', take_driver_cash.driver_id, 'amount', v_amount));
    perform app.notify(take_driver_cash.driver_id, 'wallet_credited', jsonb_build_object('amount', v_amount));
  end if;
  select e.id, a.user_id, e.amount, e.balance, t.kind || ':' || t.id, t.created_at into strict v_answer
  from public.ledger_transactions t
  join public.ledger_entries e on e.transaction_id = t.id join public.ledger_accounts a on a.id = e.account_id
    and a.kind = 'wallet'
  where t.id = v_id;
  return v_answer;
end $$;
comment on function public.take_driver_cash is
  'An admin takes cash that a driver collected: at most what the driver owes. The cash is in the office until a bank '
  'line is assigned to it (assign_bank_line). The decision can be reversed (reverse_decision). Returns {id, user_id, '
  'amount, wallet_balance, tx_ref, date}; a repeated client_key returns the first. '
  'Errors: must_login, not_allowed (also for one''s own money), demo_mode, no_details_error, cash_above_debt.';
grant execute on function public.take_driver_cash(uuid, numeric, uuid) to authenticated;
