-- Payouts: computes how much of a wallet may be withdrawn, and returns a top-up to its card.

-- Returns the unspent part of a top-up to its card. The amount leaves the wallet at once; if the provider refuses the
-- refund, it goes back to the wallet.
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
  select p.* into v_payment from public.payments p where p.id = return_topup.payment_id and p.purpose = 'topup'
    and p.status = 'paid'
    and (p.customer_id = v_me.id or v_me.usertype = 'admin');
  if not found then perform app.refuse('payment_not_found', 404, 'No such top-up of the caller'); end if;
  v_payment := app.lock_payment(v_payment.id);
  perform app.lock_wallets(v_payment.customer_id);
  select r.* into v_refund from public.refunds r where r.id = v_id;
  if found then return v_refund; end if;
  v_refund.amount := least(v_payment.captured_amount - v_payment.refunded_amount - v_payment.disputed_amount,
    app.card_money_in(v_payment.customer_id));
  if v_refund.amount <= 0 or v_payment.paid_at < app.now()
    - make_interval(days => (app.settings()).topup_lock_days) then
    perform app.refuse('nothing_to_return', 409,
      'The top-up is spent, returned, disputed, or older than settings.topup_lock_days');
  end if;
  update public.payments p set refunded_amount = p.refunded_amount + v_refund.amount where p.id = v_payment.id;
  perform app.post_ledger('topup_returned', 'topup_returned:' || v_id, null, jsonb_build_array(
    app.entry('wallet:' || v_payment.customer_id, -v_refund.amount), app.entry('refunds_due:' || v_payment.provider,
      v_refund.amount)));
  insert into public.refunds (id, customer_id, payment_id, amount, reason, status, created_by)
  values (v_id, v_payment.customer_id, v_payment.id, v_refund.amount, 'topup_returned', 'due',
    case when v_me.usertype = 'admin' then v_me.id end) returning * into v_refund;
  if v_me.usertype = 'admin' then
    perform app.audit('return_topup', 'payments', v_payment.id::text, null,
      jsonb_build_object('user_id', v_payment.customer_id, 'amount', v_refund.amount));
  end if;
  return v_refund;
end $$;
comment on function public.return_topup is
  'Returns the unspent part of a top-up to its card, within settings.topup_lock_days; for the person who topped up, '
  'or an admin. Returns the refund, whose status is due until the provider confirms; a repeated client_key returns '
  'the first refund. '
  'Errors: must_login, not_allowed, demo_mode, payment_not_found, nothing_to_return.';
grant execute on function public.return_topup(uuid, uuid) to authenticated;
