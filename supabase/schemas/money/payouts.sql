-- Payouts: computes how much of a wallet may be withdrawn, and returns a top-up to its card.
-- Needs:  ledger, wallets, payments, refunds, withdrawals, audit, access log
-- Access: people return their own top-ups; staff with the permission refund returns those of others
-- Tests:  tests/db/withdrawable.sql

-- What may not be withdrawn ---------------------------------------------------------------------------------------------

-- Returns how much money in the wallet came from cards (app.card_credits) in the last settings.topup_lock_days and is not
-- spent. Card money counts as spent first, so that a driver's earnings can still be withdrawn. Withdrawals and lost chargebacks
-- do not count as spending. Card money that was spent on a booking becomes card money again if the booking returns it to the
-- wallet.
create function app.locked_topups(user_id uuid) returns numeric language plpgsql stable security definer set search_path = '' as $$
declare
  v_since timestamptz := app.now() - make_interval(days => (app.settings()).topup_lock_days);
  v_locked numeric := 0;
  v_spent jsonb := jsonb_build_object();
  v_part numeric;
  t record;
begin
  if not exists (select 1 from app.card_credits c where c.user_id = locked_topups.user_id and c.kind = 'topup' and c.at > v_since) then return 0; end if;
  for t in
    select x.id, x.booking_id::text as booking, sum(e.amount) as net, b.customer_id = locked_topups.user_id as is_rider,
      coalesce((select c.amount from app.card_credits c where c.transaction_id = x.id and c.user_id = locked_topups.user_id and c.kind = 'topup'), 0) as by_card
    from public.ledger_accounts a join public.ledger_entries e on e.account_id = a.id join public.ledger_transactions x on x.id = e.transaction_id
    left join public.bookings b on b.id = x.booking_id
    where a.name = 'wallet:' || locked_topups.user_id and x.created_at > v_since and x.kind not in ('withdrawal', 'withdrawal_rejected', 'chargeback_lost')
    group by x.id, b.customer_id order by min(e.id)
  loop
    v_part := case when t.net < 0 then -least(v_locked, -t.net)
      else t.by_card + case when t.is_rider then least(t.net - t.by_card, coalesce((v_spent ->> t.booking)::numeric, 0)) else 0 end end;
    if t.is_rider then
      v_spent := v_spent || jsonb_build_object(t.booking, coalesce((v_spent ->> t.booking)::numeric, 0) - v_part + greatest(t.by_card, 0));
    end if;
    v_locked := v_locked + v_part;
  end loop;
  return v_locked;
end $$;
comment on function app.locked_topups is 'Unspent card money in a wallet, from the last settings.topup_lock_days. It cannot be withdrawn, but only returned to its card.';

-- Returns the sum of all recent tips and reported cash, also of what is already spent. If spending counted, a cash ride, which lowers the wallet,
-- would make a tip withdrawable.
create function app.locked_tips(user_id uuid) returns numeric language sql stable security definer set search_path = '' as $$
  select coalesce(sum(c.amount), 0) from app.card_credits c cross join public.settings s
  where c.user_id = locked_tips.user_id and c.kind in ('tip', 'cash') and s.id = 1 and c.at > app.now() - make_interval(days => s.tip_lock_days)
$$;
comment on function app.locked_tips is 'Sum of what waits settings.tip_lock_days before it may be withdrawn: a driver''s tips that were paid by card or with topped-up money, and cash above the fare that only a driver reported to have got from the rider.';

-- Returns the unspent part of a top-up to its card. The amount leaves the wallet at once; if the provider refuses the refund,
-- it goes back to the wallet.
create function public.return_topup(payment_id uuid, client_key uuid default gen_random_uuid()) returns public.refunds
language plpgsql security definer set search_path = '' as $$
declare
  v_me public.profiles := app.me();
  v_payment public.payments;
  v_refund public.refunds;
  v_id uuid := md5(format('return_topup:%s:%s', payment_id, coalesce(client_key, gen_random_uuid())))::uuid;
begin
  perform app.check_permission(v_me, 'refund');
  if v_me.usertype = 'admin' then perform app.require_edits(); end if;
  select p.* into v_payment from public.payments p where p.id = return_topup.payment_id and p.purpose = 'topup' and p.status = 'paid'
    and (p.customer_id = v_me.id or v_me.usertype = 'admin');
  if not found then perform app.refuse('payment_not_found', 404, 'No such top-up of the caller'); end if;
  v_payment := app.lock_payment(v_payment.id);
  perform app.lock_wallets(v_payment.customer_id);
  select r.* into v_refund from public.refunds r where r.id = v_id;
  if found then return v_refund; end if;
  v_refund.amount := least(v_payment.captured_amount - v_payment.refunded_amount - v_payment.disputed_amount, app.card_money_in(v_payment.customer_id));
  if v_refund.amount <= 0 or v_payment.paid_at < app.now() - make_interval(days => (app.settings()).topup_lock_days) then
    perform app.refuse('nothing_to_return', 409, 'The top-up is spent, returned, disputed, or older than settings.topup_lock_days');
  end if;
  update public.payments p set refunded_amount = p.refunded_amount + v_refund.amount where p.id = v_payment.id;
  perform app.post_ledger('topup_returned', 'topup_returned:' || v_id, null, jsonb_build_array(
    app.entry('wallet:' || v_payment.customer_id, -v_refund.amount), app.entry('refunds_due:' || v_payment.provider, v_refund.amount)));
  insert into public.refunds (id, customer_id, payment_id, amount, reason, status, created_by)
  values (v_id, v_payment.customer_id, v_payment.id, v_refund.amount, 'topup_returned', 'due', case when v_me.usertype = 'admin' then v_me.id end) returning * into v_refund;
  if v_me.usertype = 'admin' then
    perform app.audit('return_topup', 'payments', v_payment.id::text, null, jsonb_build_object('user_id', v_payment.customer_id, 'amount', v_refund.amount));
  end if;
  return v_refund;
end $$;
comment on function public.return_topup is 'Returns the unspent part of a top-up to its card, within settings.topup_lock_days; for the person who topped up, or an admin. Returns the refund, whose status is due until the provider confirms; a repeated client_key returns the first refund. Errors: must_login, not_allowed, demo_mode, payment_not_found, nothing_to_return.';
grant execute on function public.return_topup(uuid, uuid) to authenticated;
