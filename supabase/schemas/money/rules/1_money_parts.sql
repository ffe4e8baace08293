-- The money of a booking in parts: what it costs, who paid what, and who got what.
-- Access: rider, driver and fleet admin of the booking, and admins; each sees the parts that concern them
-- Tests:  tests/db/money_parts.sql, tests/db/money_parts.test.ts

-- Returns on which side a transaction of the ledger counts. A new kind counts as payment of the price:
-- tests/db/support/invariants.ts says whether the parts still add up. Null: the transaction has a booking, but moves
-- nothing of its price. share: it only divides money anew.
create function app.part_side(kind text) returns text language sql immutable set search_path = '' as $$
  select case when kind in ('provider_fee', 'referral', 'late_payment') then null when kind = 'tip' then 'tip'
    when kind = 'extra' then 'share'
    when kind like 'refund%' or kind like 'chargeback%' then 'back' else 'paid' end
$$;

-- Returns the parts that the ledger records. An entry of the rider's wallet, bonus or card is a payment with the
-- opposite sign, and so is an expense of the operator that pays a part of the price, such as a write-off. All other
-- entries are shares. In a settlement the driver's wallet gets the share and pays tax, the fleet's part and the cash
-- that the driver kept. Tax and the fleet's part are entries of other accounts as well, and the cash is a payment of
-- the rider (cash_payment_amount), also where it was corrected later (cash_difference). What a passenger without an
-- account paid too much is kept for them (adjustments).
create function app.ledger_parts(booking public.bookings) returns setof public.money_part
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
  with moved as (
    -- A price that changed after the payment was returned in part, or the rider paid more (payment_requests).
    select t.kind, case when t.kind <> 'fare_change' then app.part_side(t.kind) when exists (select
      from app.fare_changes c
        where c.transaction_id = t.id and c.driver_share + c.convenience_fees > c.discount_amount) then
          'later' else 'back' end as side, a.kind as account, split_part(a.kind, '.', 2) as short, a.provider, e.amount,
      case a.user_id when (booking).customer_id then 'rider' when (booking).driver_id then 'driver'
        when (booking).fleet_id then 'fleet' end as owner
    from public.ledger_transactions t join public.ledger_entries e on e.transaction_id = t.id
      join public.ledger_accounts a on a.id = e.account_id
    where t.booking_id = (booking).id and a.kind <> 'held' and app.part_side(t.kind) is not null),
  known as (
    select m.*, m.owner = 'rider' or m.account in ('clearing', 'refunds_due')
      or m.kind in ('settlement', 'cash_difference') and m.account = 'adjustments' as by_rider,
      m.side = 'paid' and m.account like 'expense.%' and m.account <> 'expense.promotions' as by_operator
    from moved m where not (coalesce(m.owner = 'driver', false)
      and (m.kind = 'settlement' and m.amount < 0 or m.kind = 'cash_difference'))),
  parts (side, kind, amount, name, who) as (
    select k.side, case when k.owner = 'rider' then 'wallet' when k.account = 'adjustments' then 'other'
      else 'card' end, -k.amount, k.provider, 'rider' from known k where k.by_rider
    union all
    select k.side, case k.short when 'write_off' then 'written_off' else k.short end, -k.amount, null, 'operator'
      from known k where k.by_operator
    union all
    select 'share', case when k.owner is not null then case k.kind when 'settlement' then 'share' when 'tip' then 'tip'
      when 'refund' then 'reclaimed' when 'fare_change' then 'corrected' when 'extra' then 'extra' else 'fee_share' end
      else coalesce(nullif(k.short, ''), k.account) end, k.amount, null,
        coalesce(k.owner, case k.account when 'tax' then 'tax' else 'operator' end)
    from known k where k.by_rider is not true and not k.by_operator
    union all
    select 'share', case k.account when 'tax' then 'tax' else 'fleet' end, -k.amount, null, 'driver'
    from known k where k.kind = 'settlement' and (k.account = 'tax' or k.owner = 'fleet')
      and not app.is_employed((select f.rule from public.booking_finances f where f.booking_id = (booking).id)))
  select p.side, p.kind, sum(p.amount), p.name, null::numeric, p.who from parts p
    group by p.side, p.kind, p.name, p.who having sum(p.amount) <> 0;
end $$;
comment on function app.ledger_parts is
  'The parts of a booking''s money that the ledger records; cash, which the driver keeps, is not among them.';

create function app.money_parts(booking public.bookings) returns setof public.money_part
language plpgsql stable security definer set search_path = '' as $$
declare
  v_is_open boolean := not app.is_closed((booking).status);
begin
  return query
  select p.side, p.kind, p.amount, p.name, p.tax, 'rider'
    from jsonb_populate_recordset(null::public.money_part, (booking).price_parts) p
  union all select p.side, p.kind, p.amount, p.name, p.tax, p.who from app.ledger_parts(booking) p
  union all select 'paid', 'cash', (booking).cash_payment_amount, null, null, 'rider'
    where (booking).paid_at is not null and (booking).cash_payment_amount <> 0
  union all select 'open', (booking).payment_mode, (booking).payable_amount, null, null, 'rider'
    where v_is_open and (booking).payable_amount <> 0
  -- Before the settlement the shares are those of the price as it is now.
  union all select 'share', s.kind, s.amount, null, null, s.who
    from public.booking_finances f cross join lateral (values ('driver', 'share', f.driver_share),
      ('operator', 'convenience', f.convenience_fees),
      ('operator', 'promotions', -(booking).discount_amount),
        ('operator', 'rounding', (booking).cash_rounding)) s (who, kind, amount)
    where v_is_open and f.booking_id = (booking).id and s.amount <> 0;
end $$;
comment on function app.money_parts is
  'All parts of a booking''s money: what it costs (price_parts), who paid what and who got what. Every screen, '
  'receipt and file shows parts of this function.';

create type public.booking_money as (booking_id uuid, parts jsonb, total numeric, paid numeric, open numeric,
  tips numeric, returned numeric,
  paid_in_all numeric, earned numeric);
comment on type public.booking_money is
  'Result of booking_money. parts: [{side, kind, amount, name?, tax?, who}], in the order in which they are shown. '
  'total: what the booking costs the rider; paid and open: the part of it that is paid, and the rest; tips; returned: '
  'refunds (positive); paid_in_all: what the rider paid with all tips and without what was returned; earned: what the '
  'driver got, after tax and the fleet''s part; null if the caller may not see it.';

create function public.booking_money(booking_id uuid) returns public.booking_money
language plpgsql stable security definer set search_path = '' as $$
declare
  v_me public.profiles := app.caller();
  v_booking public.bookings := app.readable_booking(booking_money.booking_id);
begin
  return app.booking_money(v_booking, case when v_booking.customer_id = v_me.id then '{back}'
    when v_booking.driver_id = v_me.id then '{driver}'
    when v_me.usertype = 'fleetadmin' then '{driver,fleet}' when app.has_permission('reports') then
      '{back,driver,fleet,tax,operator,other}' else '{back}' end::text[]);
end $$;
comment on function public.booking_money is
  'The money of a booking in parts: what it costs, who paid what, and who got what. Riders see no shares, drivers and '
  'fleet admins their own (drivers and fleets no refunds), admins with the permission reports all. Returns '
  '{booking_id, parts: [{side, kind, amount, name?, tax?, who}], total, paid, open, tips, returned, paid_in_all, '
  'earned} (types money_part and booking_money). '
  'Errors: must_login, booking_not_found.';
grant execute on function public.booking_money(uuid) to authenticated;

create function app.booking_money(booking public.bookings, sees text[]) returns public.booking_money
language sql stable security definer set search_path = '' as $$
  with parts as materialized (
    select p.*, row_number() over (order by array_position('{price,paid,open,later,tip,back,share}', p.side),
      array_position(
      '{fare,promotion,cash_rounding,card_rounding,wallet,card,cash,share,fleet,tax}', p.kind), p.kind, p.name,
        p.who) as place
    from app.money_parts(booking) p where p.side <> 'share' and p.side <> 'back' or p.side = 'back'
      and 'back' = any (sees) or p.side = 'share' and p.who = any (sees))
  select row((booking).id, coalesce(jsonb_agg(jsonb_strip_nulls(to_jsonb(p) - 'place') order by p.place), '[]'),
    (booking).total_amount, coalesce(sum(p.amount) filter (where p.side = 'paid'), 0),
      coalesce(sum(p.amount) filter (where p.side = 'open'), 0),
    coalesce(sum(p.amount) filter (where p.side = 'tip'), 0),
      coalesce(-sum(p.amount) filter (where p.side = 'back'), 0),
    coalesce(sum(p.amount) filter (where p.who = 'rider' and p.side in ('paid', 'later', 'tip', 'back')), 0),
    case when 'driver' = any (sees) then coalesce(sum(p.amount) filter (where p.side = 'share' and p.who = 'driver'),
      0) end)::public.booking_money
  from parts p
$$;
