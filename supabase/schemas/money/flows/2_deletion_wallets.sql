-- The wallet of somebody who leaves: back to the cards that filled it, to the office, or given up.

-- Returns the money of a wallet to the cards that topped it up, the latest first. Bonus money was never paid in. The
-- caller has locked the payments and the profile. Returns what is left.
create function app.return_wallet(user_id uuid) returns numeric
language plpgsql security definer set search_path = '' as $$
declare
  -- What waits before it may be withdrawn goes to no card either.
  v_locked constant numeric := app.locked_tips(return_wallet.user_id);
  v_left numeric := (select p.wallet_balance - p.bonus_balance - v_locked from public.profiles p
    where p.id = return_wallet.user_id);
  v_part numeric;
  v_refund uuid;
  v_topup record;
begin
  for v_topup in select p.*, r.amount as most from app.returnable_topups(return_wallet.user_id) r
    join public.payments p on p.id = r.payment_id order by p.paid_at desc, p.id loop
    exit when v_left <= 0;
    v_part := least(v_left, v_topup.most);
    if v_topup.step > 0 then v_part := floor(v_part / v_topup.step) * v_topup.step; end if;
    continue when v_part <= 0;
    v_left := v_left - v_part;
    v_refund := app.uuid_v7();
    update public.payments p set refunded_amount = p.refunded_amount + v_part where p.id = v_topup.id;
    perform app.post_ledger('topup_returned', 'topup_returned:' || v_refund, null, jsonb_build_array(
      app.entry('wallet:' || return_wallet.user_id, -v_part), app.entry('refunds_due:' || v_topup.provider, v_part)));
    insert into public.refunds (id, customer_id, payment_id, amount, reason, status)
    values (v_refund, return_wallet.user_id, v_topup.id, v_part, 'topup_returned', 'due');
  end loop;
  return v_left + v_locked;
end $$;

-- With give_up, money that cannot go back to a card is given to the firm. Returns the id of the case if the office is
-- asked instead; the account then stays.
create function app.settle_wallet(person public.profiles, rest text, note text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare v_left numeric := app.return_wallet((person).id);
begin
  if v_left = 0 then return null; end if;
  if v_left > 0 and settle_wallet.rest = 'ask_office' then
    return app.open_wallet_case(person, v_left, settle_wallet.note);
  end if;
  if v_left < 0 or settle_wallet.rest is distinct from 'give_up' then
    perform app.refuse('wallet_not_empty', 409, format('%s remain in the wallet: see wallet_at_deletion', v_left));
  end if;
  -- Whoever has taken over an account changes its contact first, and can then sign in again.
  perform app.check_payout_wait((person).id);
  perform app.post_ledger('wallet_given_up', 'wallet_given_up:' || (person).id, null, jsonb_build_array(
    app.entry('wallet:' || (person).id, -v_left), app.entry('adjustments', v_left)));
  return null;
end $$;
