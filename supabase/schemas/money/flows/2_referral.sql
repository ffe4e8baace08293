-- Referral: the inviter and the invited rider each receive settings.bonus once, after the invited rider's first paid
-- trip that meets the minimums.

-- Pays the bonus for a booking to referrer and rider if it is due. The caller has locked both wallets: due_referrer
-- then also counts bonuses that were paid at the same time, so that the monthly limit holds.
create function app.pay_referral(booking public.bookings) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_referrer uuid := app.due_referrer(booking);
  v_bonus numeric := (select round(s.bonus, s."decimal") from public.settings s where s.id = 1);
begin
  if v_referrer is null or v_bonus <= 0 then return; end if;
  insert into app.referrals (referred_id, referrer_id, driver_id, booking_id, amount)
  values ((booking).customer_id, v_referrer, (booking).driver_id, (booking).id, v_bonus);
  begin
    insert into app.referred_contacts (hash, referred_id)
    select k.hash, k.user_id from app.known_contacts k where k.user_id = (booking).customer_id order by k.hash;
  exception when unique_violation then
    delete from app.referrals f where f.referred_id = (booking).customer_id;
    return;
  end;
  perform app.post_ledger('referral', 'referral:' || (booking).customer_id, null, jsonb_build_array(
    app.entry('bonus:' || (booking).customer_id, v_bonus), app.entry('bonus:' || v_referrer, v_bonus),
    app.entry('expense.referral', -2 * v_bonus)));
  perform app.notify((booking).customer_id, 'referral_paid', jsonb_build_object('amount', v_bonus)),
    app.notify(v_referrer, 'referral_paid', jsonb_build_object('amount', v_bonus));
end $$;
comment on function app.pay_referral is
  'Pays the bonus to the inviter and the rider, if this booking is the invited rider''s first paid trip that meets '
  'the minimums.';
