-- A driver's money: earnings by day and trip, the balance with the operator and when it is paid out, and the weekly
-- statement.
-- Access: each driver reads only their own money; the functions read the ledger and never write it
-- Tests:  tests/db/driver_money.sql

-- Divides each transaction of a driver's wallet into parts. The transaction of a paid booking (settlement) adds the
-- driver's share and subtracts tax, the fleet's part and the cash that the driver kept. Tax and the fleet's part are
-- also entries of other accounts; the rest of what was subtracted is the cash. Ids of entries ascend with time, so the
-- scan starts near the first entry of the period. It starts one hour and 1000 ids earlier, because concurrent
-- transactions may take ids in another order.
create function app.driver_moves(driver_id uuid, since timestamptz, until timestamptz)
returns table (transaction_id bigint, at timestamptz, booking_id uuid, kind text, fares numeric, tips numeric,
  fees numeric, cash numeric, tax numeric,
  fleet_part numeric, charges numeric, payouts numeric, other numeric, net numeric)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
declare
  v_account bigint := (select a.id from public.ledger_accounts a where a.name = 'wallet:' || driver_moves.driver_id);
  v_employee boolean := app.is_employee(driver_moves.driver_id);
  v_first bigint := (select min(e.id) from public.ledger_entries e where e.transaction_id = (
    select t.id from public.ledger_transactions t where t.created_at >= driver_moves.since - interval '1 hour'
      order by t.created_at, t.id limit 1));
begin
  if v_first is null then return; end if;
  return query
  with moves as (
    select t.id, t.created_at, t.booking_id, t.kind, sum(e.amount) as net,
      coalesce(sum(e.amount) filter (where e.amount > 0), 0) as plus
    from public.ledger_entries e join public.ledger_transactions t on t.id = e.transaction_id
    where e.account_id = v_account and e.id >= v_first - 1000 and t.created_at >= driver_moves.since
      and t.created_at < driver_moves.until
    group by t.id
    -- A ride of an employee that was not paid in cash moves nothing of the wallet, but is a ride.
    union all
    select t.id, t.created_at, t.booking_id, t.kind, 0, 0 from public.bookings b
      join public.booking_finances f on f.booking_id = b.id
      join public.ledger_transactions t on t.idempotency_key = 'settlement:' || b.id
    where v_employee and b.driver_id = driver_moves.driver_id and b.cash_payment_amount = 0
      and b.created_at >= driver_moves.since - interval '100 days' and app.is_employed(f.rule)
      and t.created_at >= driver_moves.since and t.created_at < driver_moves.until
  ), parts as (
    select m.*, coalesce(x.tax, 0) as tax, coalesce(x.fleet, 0) as fleet
    from moves m left join lateral (
      select sum(e.amount) filter (where a.kind = 'tax') as tax,
        sum(e.amount) filter (where a.role = 'fleetadmin') as fleet
      from public.ledger_entries e join public.ledger_accounts a on a.id = e.account_id
      -- Of an employee's ride the driver has no share, so the tax is not the driver's.
      where m.kind = 'settlement' and m.plus > 0 and e.transaction_id = m.id) x on true
  )
  select p.id, p.created_at, p.booking_id, p.kind, f.fares, f.tips, f.fees, f.cash, f.tax, f.fleet,
    f.charges, f.payouts,
    p.net - f.fares - f.tips - f.fees - f.cash - f.tax - f.fleet - f.charges - f.payouts, p.net
  from parts p cross join lateral (select
    case p.kind when 'settlement' then p.plus else 0 end as fares,
    case p.kind when 'tip' then p.net else 0 end as tips,
    case when p.kind in ('cancellation', 'cancellation_share', 'no_show_waived', 'fee_reversed') then p.net
      else 0 end as fees,
    case p.kind when 'settlement' then p.net - p.plus + p.tax + p.fleet when 'cash_difference' then p.net
      when 'cash_in' then p.net when 'cash_in_reversed' then p.net else 0 end as cash,
    case p.kind when 'settlement' then -p.tax else 0 end as tax,
    case p.kind when 'settlement' then -p.fleet else 0 end as fleet,
    case when app.is_driver_charge(p.kind) then p.net else 0 end as charges,
    case when p.kind in ('withdrawal', 'withdrawal_rejected') then p.net else 0 end as payouts) f
  order by p.created_at, p.id;
end $$;
comment on function app.driver_moves is
  'Movements of a driver''s wallet in a period, one row per transaction, with amounts signed as in the wallet; the '
  'parts add up to `net`.';

create function app.driver_period(since date, until date, out from_at timestamptz, out to_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
begin
  if not coalesce(isfinite(driver_period.since) and isfinite(driver_period.until)
    and driver_period.until >= driver_period.since
      and driver_period.until - driver_period.since <= 400, false) then
    perform app.refuse('period_invalid', 422, 'Give two days, the first one first, at most 400 days apart');
  end if;
  select driver_period.since::timestamp at time zone s.time_zone,
    (driver_period.until + 1)::timestamp at time zone s.time_zone into from_at, to_at
  from public.settings s where s.id = 1;
end $$;
comment on function app.driver_period is
  'The period from the start of one day to the end of another, in settings.time_zone. '
  'Errors: period_invalid.';

create function public.driver_money(since date, until date)
returns table (day date, trips integer, fares numeric, tips numeric, fees numeric, cash numeric, tax numeric,
  fleet_part numeric, charges numeric,
  payouts numeric, other numeric, net numeric)
language plpgsql stable security definer set search_path = '' as $$
declare
  v_driver public.drivers := app.me_as_driver();
  v_period record := app.driver_period(driver_money.since, driver_money.until);
  v_zone text := (app.settings()).time_zone;
begin
  return query select (m.at at time zone v_zone)::date, count(*) filter (where m.kind = 'settlement')::integer,
    sum(m.fares), sum(m.tips), sum(m.fees),
    sum(m.cash), sum(m.tax), sum(m.fleet_part), sum(m.charges), sum(m.payouts), sum(m.other), sum(m.net)
  from app.driver_moves(v_driver.id, v_period.from_at, v_period.to_at) m group by 1 order by 1;
end $$;
comment on function public.driver_money is
  'Movements of the calling driver''s wallet, a row per day in settings.time_zone on which something moved: paid '
  'rides, shares of fares, tips, shares of fees (cancellations, no-shows), cash kept, tax, the fleet''s part, '
  'charges, payouts and the rest (corrections, credits), signed as in the wallet; they add up to net. Weeks and '
  'months are sums of days. '
  'Errors: must_login, account_suspended, require_approval, not_a_driver, period_invalid.';
grant execute on function public.driver_money(date, date) to authenticated;

create function public.driver_money_trips(since date, until date)
returns table (booking_id uuid, reference text, at timestamptz, category text, source text, payment_mode text,
  trip_cost numeric, fares numeric, tips numeric,
  fees numeric, cash numeric, tax numeric, fleet_part numeric, other numeric, net numeric)
language plpgsql stable security definer set search_path = '' as $$
declare
  v_driver public.drivers := app.me_as_driver();
  v_period record := app.driver_period(driver_money_trips.since, driver_money_trips.until);
begin
  return query select b.id, b.reference, max(m.at), b.category, b.source, b.payment_mode,
    case when b.status <> 'CANCELLED' then b.trip_cost end, sum(m.fares), sum(m.tips), sum(m.fees), sum(m.cash),
    sum(m.tax), sum(m.fleet_part), sum(m.other), sum(m.net)
  from app.driver_moves(v_driver.id, v_period.from_at, v_period.to_at) m join public.bookings b on b.id = m.booking_id
  group by b.id order by max(m.at) desc, b.id limit 500;
end $$;
comment on function public.driver_money_trips is
  'Trips that moved the calling driver''s wallet in these days, the latest 500, each divided as in driver_money; '
  'trip_cost is null if the trip was cancelled. '
  'Errors: must_login, account_suspended, require_approval, not_a_driver, period_invalid.';
grant execute on function public.driver_money_trips(date, date) to authenticated;

create function public.driver_account() returns public.driver_balance
language plpgsql stable security definer set search_path = '' as $$
declare
  v_driver public.drivers := app.me_as_driver();
  v_week date := date_trunc('week', app.today())::date;
begin
  return (select (p.wallet_balance, greatest(0, p.wallet_balance - p.bonus_balance),
    greatest(0, p.bonus_balance - p.wallet_balance),
    (select coalesce(sum(w.amount), 0) from public.withdraw_requests w where w.user_id = p.id and not w.processed
      and w.rejected_at is null),
    (select coalesce(sum(b.payable_amount), 0) from public.bookings b where b.driver_id = p.id and b.status = 'PENDING'
      and b.payment_mode = 'cash'),
    case when s.payout_weekday is not null then v_week + s.payout_weekday - 1
      + case when v_week + s.payout_weekday - 1 < app.today()
      or exists (select 1 from public.payout_rows r where r.driver_id = p.id and r.week = v_week) then 7 else 0 end end,
    not (s.negative_balance or app.is_employee(p.id)), s.code)::public.driver_balance
    from public.profiles p cross join public.settings s where p.id = v_driver.id and s.id = 1);
end $$;
comment on function public.driver_account is
  'The balance between the operator and the calling driver, and the date of the next payout. '
  'Errors: must_login, account_suspended, require_approval, not_a_driver.';
grant execute on function public.driver_account() to authenticated;

create function public.driver_statement(week date) returns public.driver_week
language plpgsql stable security definer set search_path = '' as $$
declare
  v_driver public.drivers := app.me_as_driver();
  v_begins date;
  v_period record;
  v_closing numeric;
  v_net numeric;
begin
  perform app.driver_period(driver_statement.week, driver_statement.week);
  v_begins := date_trunc('week', driver_statement.week)::date;
  v_period := app.driver_period(v_begins, v_begins + 6);
  if v_period.from_at < app.now() - interval '3 years' or v_period.from_at > app.now() then
    perform app.refuse('period_invalid', 422, 'Give a week of the last three years');
  end if;
  select p.wallet_balance - p.bonus_balance - coalesce((select sum(m.net)
    from app.driver_moves(p.id, v_period.to_at, 'infinity') m), 0),
    coalesce((select sum(m.net) from app.driver_moves(p.id, v_period.from_at, v_period.to_at) m),
      0) into v_closing, v_net
  from public.profiles p where p.id = v_driver.id;
  return jsonb_populate_record(null::public.driver_week,
    (select app.receipt_head(null) - 'trip' || jsonb_build_object('week_begins', v_begins, 'week_ends', v_begins + 6,
    'is_over', v_period.to_at <= app.now(),
    'driver', jsonb_build_object('name', btrim(p.first_name || ' ' || p.last_name), 'vehicle_number',
      v_driver.vehicle_number),
    'opening', v_closing - v_net, 'closing', v_closing,
    'days', (select coalesce(jsonb_agg(to_jsonb(d) order by d.day), '[]')
      from public.driver_money(v_begins, v_begins + 6) d),
    'totals', (select jsonb_build_object('trips', coalesce(sum(d.trips), 0), 'fares', coalesce(sum(d.fares), 0),
      'tips', coalesce(sum(d.tips), 0),
        'fees', coalesce(sum(d.fees), 0), 'cash', coalesce(sum(d.cash), 0), 'tax', coalesce(sum(d.tax), 0),
          'fleet_part', coalesce(sum(d.fleet_part), 0),
        'charges', coalesce(sum(d.charges), 0), 'payouts', coalesce(sum(d.payouts), 0), 'other',
          coalesce(sum(d.other), 0), 'net', coalesce(sum(d.net), 0))
      from public.driver_money(v_begins, v_begins + 6) d),
    'trips', (select coalesce(jsonb_agg(to_jsonb(t) order by t.at, t.booking_id), '[]')
      from public.driver_money_trips(v_begins, v_begins + 6) t))
    from public.profiles p where p.id = v_driver.id));
end $$;
comment on function public.driver_statement is
  'The calling driver''s statement for a week (Monday to Sunday, chosen by any of its days): {week_begins, week_ends, '
  'is_over, driver: {name, vehicle_number}, company and money as in a receipt, opening, closing, days: [rows of '
  'driver_money], totals: {their sums}, trips: [rows of driver_money_trips]}; opening plus the net of totals is '
  'closing. '
  'Errors: must_login, account_suspended, require_approval, not_a_driver, period_invalid.';
grant execute on function public.driver_statement(date) to authenticated;
