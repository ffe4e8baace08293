-- Referral: both sides receive settings.bonus after the referred rider's first paid trip, once.
-- Needs:  profiles, bookings, ledger, settlement
-- Access: the settlement alone
-- Tests:  tests/db/referral.sql, tests/db/attacks_money.sql

-- Whose code a person gave when signing up is written once; nobody refers themselves, or is referred by whom they referred.
-- Rides that the referrer drove count for nothing: a driver could play them alone, with accounts of their own making.
create function app.due_referrer(booking public.bookings) returns uuid
language sql stable security definer set search_path = '' as $$
  select r.id
  from public.profiles p join public.profiles r on r.referral_id = p.signup_via_referral
  where p.id = (booking).customer_id and r.approved and r.id not in (p.id, (booking).driver_id) and r.signup_via_referral is distinct from p.referral_id
    and not exists (select 1 from public.ledger_transactions t where t.idempotency_key = 'referral:' || p.id)
    and not exists (select 1 from public.bookings b where b.customer_id = p.id and b.paid_at is not null and b.id <> (booking).id
      and b.driver_id <> r.id)
$$;
comment on function app.due_referrer is 'Who earns a bonus when this booking is the first that its rider pays to another driver than them; null where nobody does.';

create function app.pay_referral(booking public.bookings) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_referrer uuid := app.due_referrer(booking);
  v_bonus numeric := (select round(s.bonus, s."decimal") from public.settings s where s.id = 1);
begin
  if v_referrer is null or v_bonus <= 0 then return; end if;
  perform app.post_ledger('referral', 'referral:' || (booking).customer_id, null, jsonb_build_array(
    app.entry('wallet:' || (booking).customer_id, v_bonus), app.entry('wallet:' || v_referrer, v_bonus),
    app.entry('expense.referral', -2 * v_bonus)));
  perform app.notify((booking).customer_id, 'referral_paid', jsonb_build_object('amount', v_bonus)),
    app.notify(v_referrer, 'referral_paid', jsonb_build_object('amount', v_bonus));
end $$;
comment on function app.pay_referral is 'Pays the bonus to both sides if this booking is the first that a referred rider paid.';
