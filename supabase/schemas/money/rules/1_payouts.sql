-- Payouts: computes how much of a wallet may be withdrawn, and returns a top-up to its card.
-- Access: people return their own top-ups; staff with the permission refund returns those of others
-- Tests:  tests/db/withdrawable.sql

-- Returns how much money in the wallet came from cards (app.card_credits) in the last settings.topup_lock_days and is
-- not spent. Card money counts as spent first, so that a driver's earnings can still be withdrawn. Withdrawals and lost
-- chargebacks do not count as spending. Card money that was spent on a booking becomes card money again if the booking
-- returns it to the wallet.
create function app.locked_topups(user_id uuid) returns numeric
language plpgsql stable security definer set search_path = '' as $$
declare
  v_since timestamptz := app.now() - make_interval(days => (app.settings()).topup_lock_days);
  v_locked numeric := 0;
  v_spent jsonb := jsonb_build_object();
  v_part numeric;
  t record;
begin
  if not exists (select 1 from app.card_credits c where c.user_id = locked_topups.user_id and c.kind = 'topup'
    and c.at > v_since) then
    return 0;
  end if;
  for t in
    select x.id, x.booking_id::text as booking, sum(e.amount) as net, b.customer_id = locked_topups.user_id as is_rider,
      coalesce((select c.amount from app.card_credits c where c.transaction_id = x.id
        and c.user_id = locked_topups.user_id and c.kind = 'topup'), 0) as by_card
    from public.ledger_accounts a join public.ledger_entries e on e.account_id = a.id join public.ledger_transactions x
      on x.id = e.transaction_id
    left join public.bookings b on b.id = x.booking_id
    where a.name = 'wallet:' || locked_topups.user_id and x.created_at > v_since
      and x.kind not in ('withdrawal', 'withdrawal_rejected', 'chargeback_lost')
    group by x.id, b.customer_id order by min(e.id)
  loop
    v_part := case when t.net < 0 then -least(v_locked, -t.net)
      else t.by_card + case when t.is_rider then least(t.net - t.by_card,
        coalesce((v_spent ->> t.booking)::numeric, 0)) else 0 end end;
    if t.is_rider then
      v_spent := v_spent || jsonb_build_object(t.booking, coalesce((v_spent ->> t.booking)::numeric, 0) - v_part
        + greatest(t.by_card, 0));
    end if;
    v_locked := v_locked + v_part;
  end loop;
  return v_locked;
end $$;
comment on function app.locked_topups is
  'Unspent card money in a wallet, from the last settings.topup_lock_days. It cannot be withdrawn, but only returned '
  'to its card.';

-- Returns the sum of all recent tips and reported cash, also of what is already spent. If spending counted, a cash
-- ride, which lowers the wallet, would make a tip withdrawable.
create function app.locked_tips(user_id uuid) returns numeric
language sql stable security definer set search_path = '' as $$
  select coalesce(sum(c.amount), 0) from app.card_credits c cross join public.settings s
  where c.user_id = locked_tips.user_id and c.kind in ('tip', 'cash') and s.id = 1
    and c.at > app.now() - make_interval(days => s.tip_lock_days)
$$;
comment on function app.locked_tips is
  'Sum of what waits settings.tip_lock_days before it may be withdrawn: a driver''s tips that were paid by card or '
  'with topped-up money, and cash above the fare that only a driver reported to have got from the rider.';
