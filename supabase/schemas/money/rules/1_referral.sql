-- Referral: the inviter and the invited rider each receive settings.bonus once, after the invited rider's first paid
--           trip that meets the minimums.
-- Access: only the settlement of a booking pays bonuses; admins read referral_rings
-- Tests:  tests/db/referral.sql, tests/db/ring.sql, tests/db/attacks_money.sql

-- Requires a minimum distance and time, because very short rides are easily faked. Both are the server's own
-- measurements.
create function app.is_referral_trip(booking public.bookings, referrer_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce((booking).driver_id <> is_referral_trip.referrer_id and (booking).distance >= s.referral_min_km
    and (booking).total_trip_time >= 60 * s.referral_min_minutes and (booking).trip_cost >= c.min_fare, false)
  from public.settings s, public.car_types c where s.id = 1 and c.id = (booking).car_type_id
$$;

create function app.month_start() returns timestamptz language sql stable security definer set search_path = '' as $$
  select date_trunc('month', app.now() at time zone s.time_zone) at time zone s.time_zone
    from public.settings s where s.id = 1
$$;
comment on function app.month_start is 'Start of the current month in settings.time_zone.';

-- Returns the referrer who must get a bonus for this booking; null if no bonus is due. A person's referrer
-- (signup_via_referral) never changes. People cannot refer themselves or the person who referred them. Trips driven by
-- the referrer do not count: a driver could stage them with invented accounts. Accounts that share an e-mail address or
-- number count as one person, whether as referrer, rider or driver. Most riders have no referrer, so the first check
-- returns early. Each payment calls this function twice, so it is written in plpgsql, which caches plans.
create function app.due_referrer(booking public.bookings) returns uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  if not exists (select 1 from public.profiles p where p.id = (booking).customer_id
    and p.signup_via_referral is not null) then
    return null;
  end if;
  return (select r.id
  from public.profiles p join public.profiles r on r.referral_id = p.signup_via_referral
  where p.id = (booking).customer_id and r.approved and r.id <> p.id
    and r.signup_via_referral is distinct from p.referral_id
    and app.is_referral_trip(booking, r.id)
    and not exists (select 1 from app.referrals f where f.referred_id = p.id)
    and not exists (select 1 from public.bookings b where b.customer_id = p.id and b.paid_at is not null
      and b.id <> (booking).id
      and app.is_referral_trip(b, r.id))
    and not exists (select 1 from app.same_person_accounts(p.id) o (id) where o.id in (r.id, (booking).driver_id)
      or exists (select 1 from app.referrals f where f.referred_id = o.id))
    and not exists (select 1 from app.same_person_accounts(r.id) o (id) where o.id = (booking).driver_id)
    and (select count(*) from app.referrals f where f.referrer_id = r.id and f.at >= app.month_start())
      < (select s.referral_monthly_cap from public.settings s where s.id = 1));
end $$;
comment on function app.due_referrer is
  'The referrer who earns a bonus if this booking is its rider''s first paid trip that meets the minimums; null if no '
  'bonus is due.';

create type public.own_referrals as (code text, bonus numeric, invited bigint, rewarded bigint, earned numeric,
  left_this_month bigint);
comment on type public.own_referrals is
  'Result of own_referrals. bonus: amount that each of the two people receives now; invited: number of sign-ups with '
  'the caller''s code; rewarded and earned: number and sum of the bonuses paid to the caller for them so far.';

create function public.own_referrals() returns public.own_referrals
language plpgsql stable security definer set search_path = '' as $$
declare v_me public.profiles := app.me();
begin
  return (select (v_me.referral_id, round(s.bonus, s."decimal"),
    (select count(*) from public.profiles p where p.signup_via_referral = v_me.referral_id and p.id <> v_me.id),
    count(f.referred_id), coalesce(sum(f.amount), 0),
    greatest(s.referral_monthly_cap - count(f.referred_id) filter (where f.at >= app.month_start()),
      0))::public.own_referrals
    from public.settings s left join app.referrals f on f.referrer_id = v_me.id where s.id = 1 group by s.id);
end $$;
comment on function public.own_referrals is
  'The caller''s invitation code and its results, as numbers without names. '
  'Errors: must_login.';
grant execute on function public.own_referrals() to authenticated;

create function app.bonus_spent(booking public.bookings) returns numeric
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select -coalesce(sum(e.amount), 0) from public.ledger_transactions t
  join public.ledger_entries e on e.transaction_id = t.id join public.ledger_accounts a on a.id = e.account_id
  where t.booking_id = (booking).id and a.kind = 'bonus' and a.user_id = (booking).customer_id);
end $$;
comment on function app.bonus_spent is 'Amount of bonus money spent on a booking, less refunds.';

-- Returns whether a rider's bonus money may pay a fare of this driver; in the driver's wallet it becomes real money. A
-- family is a referrer and the people they invited. A rider who was invited and has invited others belongs to two
-- families. A bonus never pays a driver whose trips earned a bonus in the rider's families. Of each family, only one
-- member may ever pay the same driver with bonus money. So invented riders gain nothing: each of them would need
-- another approved driver.
create function app.can_take_bonus(customer_id uuid, driver_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  with heads as (
    select can_take_bonus.customer_id as id union select f.referrer_id from app.referrals f
      where f.referred_id = can_take_bonus.customer_id),
  family as (select h.id from heads h union select f.referred_id from app.referrals f
    join heads h on h.id = f.referrer_id)
  select not exists (select 1 from app.referrals f join heads h on h.id = f.referrer_id
    where f.driver_id = can_take_bonus.driver_id)
    and not exists (select 1 from family m
      join public.ledger_accounts a on a.user_id = m.id and a.kind = 'bonus'
        join public.ledger_entries e on e.account_id = a.id and e.amount < 0
      join public.ledger_transactions t on t.id = e.transaction_id join public.bookings b on b.id = t.booking_id
      where m.id <> can_take_bonus.customer_id and b.driver_id = can_take_bonus.driver_id)
$$;
comment on function app.can_take_bonus is 'Whether a rider''s bonus money may pay a fare of this driver.';

-- A parcel is paid before its driver is known, so each driver is checked when offers are made and accepted.
create function app.is_bonus_refused(booking public.bookings, driver_id uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  if not (booking).prepaid then return false; end if;
  return app.bonus_spent(booking) > 0 and not app.can_take_bonus((booking).customer_id, is_bonus_refused.driver_id);
end $$;
comment on function app.is_bonus_refused is
  'Whether a booking was prepaid with bonus money that may not pay this driver, so that the driver cannot take the '
  'booking.';

create function app.usable_bonus(booking public.bookings) returns numeric
language sql stable security definer set search_path = '' as $$
  select case when p.bonus_balance > 0
    and ((booking).driver_id is null or app.can_take_bonus(p.id, (booking).driver_id))
    then p.bonus_balance else 0 end
  from public.profiles p where p.id = (booking).customer_id
$$;
comment on function app.usable_bonus is 'The bonus money that the rider may spend on this booking.';
