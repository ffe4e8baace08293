import type { Sql } from './people.ts'

/** The figures of each month, driver and fleet from the ledger only; bookings name the driver and fleet of an entry. */
const ledger = `
  local as (select t.id, t.kind, t.booking_id, (t.created_at at time zone s.time_zone)::date as day
    from public.ledger_transactions t cross join public.settings s),
  with_fee as (select distinct t.booking_id from public.ledger_transactions t join public.ledger_entries e on e.transaction_id = t.id
    join public.ledger_accounts a on a.id = e.account_id where t.kind = 'settlement' and a.kind = 'revenue.convenience'),
  moved as (select l.day, l.kind, a.kind as account, e.amount, b.driver_id, b.fleet_id, f.booking_id is not null as counts, app.is_employed(p.rule) as employed,
      a.user_id = b.driver_id as is_driver, a.user_id = b.customer_id as is_rider
    from local l join public.bookings b on b.id = l.booking_id left join with_fee f on f.booking_id = l.booking_id
    join public.booking_finances p on p.booking_id = b.id join public.ledger_entries e on e.transaction_id = l.id join public.ledger_accounts a on a.id = e.account_id
    -- What the operator gets back of what it had paid for the rider is no part of a share.
    union all select l.day, l.kind, 'expense.goodwill', -(c.to_operator - coalesce((select sum(e.amount) from public.ledger_entries e
        join public.ledger_accounts a on a.id = e.account_id where e.transaction_id = l.id and a.kind = 'expense.write_off'), 0)),
      b.driver_id, b.fleet_id, f.booking_id is not null, app.is_employed(p.rule), false, false
    from local l join app.fare_changes c on c.transaction_id = l.id join public.bookings b on b.id = l.booking_id
    join public.booking_finances p on p.booking_id = b.id left join with_fee f on f.booking_id = l.booking_id),
  said as (select date_trunc('month', m.day)::date as month, m.day, m.driver_id, m.fleet_id,
      (m.account = 'revenue.convenience' and m.kind = 'settlement')::integer as rides,
      case when m.account = 'revenue.convenience' then m.amount else 0 end as fees,
      -- A refund of an employee's ride is no part of its price.
      case when m.account = 'revenue.convenience' and m.kind = 'refund' then m.amount else 0 end as returned,
      m.employed,
      case when m.account = 'expense.promotions' and m.counts then -m.amount else 0 end as discounts,
      case when m.account = 'expense.promotions' and not m.counts then -m.amount else 0 end as free,
      case when m.kind = 'settlement' and m.counts and (m.is_driver and m.amount > 0 or m.employed and m.account = 'tax')
        or m.kind = 'fare_change' and m.counts and (m.account in ('tax', 'expense.goodwill') or m.account = 'wallet' and m.is_rider is not true) then m.amount else 0 end as cost,
      case when m.kind = 'refund' and m.account = 'wallet' and m.amount < 0 and m.counts then m.amount
        when m.kind = 'fare_change' and m.account = 'expense.goodwill' and m.counts then -m.amount else 0 end as reclaimed,
      (m.kind = 'cancellation' and m.is_rider and m.amount < 0)::integer - (m.kind in ('no_show_waived', 'fee_reversed') and m.is_rider)::integer as cancellations,
      case when m.is_rider and (m.kind in ('no_show_waived', 'fee_reversed') or (m.kind = 'cancellation' and m.amount < 0)) then -m.amount else 0 end as cancelled,
      case when m.kind in ('cancellation', 'cancellation_share', 'no_show_waived', 'fee_reversed') and m.is_driver then m.amount else 0 end as cancelled_share,
      case when m.account in ('revenue.convenience', 'revenue.cancellation', 'expense.promotions') then m.amount else 0 end as profit
    from moved m)`

const months = `
  select 'driver ' || coalesce(l.driver_id, k.driver_id) || ' in ' || coalesce(l.month, k.month) as row, l.figures as ledger, k.figures as report
  from (select s.month, s.driver_id, s.fleet_id, array[sum(s.rides), sum(s.cost + s.fees - s.returned), sum(s.cost),
      sum(case when s.employed then 0 else s.cost + s.reclaimed end), sum(s.fees), sum(s.discounts),
      sum(s.cancellations), sum(s.cancelled), sum(s.free), sum(s.cancelled_share)] as figures from said s group by 1, 2, 3) l
  full join (select m.month, m.driver_id, m.fleet_id, array[m.rides, m.trip_cost, m.ride_cost, m.driver_share, m.convenience_fees, m.discount_amount,
      m.cancellations, m.cancellation_fee, m.free_ride_discounts, m.cancellation_share] as figures from public.earnings_months m) k
    on k.month = l.month and k.driver_id is not distinct from l.driver_id and k.fleet_id is not distinct from l.fleet_id`

/** Compares the last 400 days. Older rows of earnings_days are removed when a month is closed, so they may or may not be there. */
const days = `
  select 'day ' || coalesce(l.day, k.day), l.figures, k.figures
  from (select s.day, array[sum(s.rides), sum(s.fees)] as figures from said s group by 1) l
  full join (select d.day, array[sum(d.rides), sum(d.convenience_fees)] as figures from public.earnings_days d group by 1) k on k.day = l.day
  where coalesce(l.day, k.day) >= app.day_of(app.now()) - 400`

const platform = `
  select 'platform in ' || coalesce(l.month, k.month), l.figures, k.figures
  from (select s.month, array[sum(s.rides), sum(s.fees), sum(s.cancelled), sum(s.cancelled_share), sum(s.discounts), sum(s.profit) + sum(s.free)] as figures
    from said s group by 1) l
  full join (select t.month, array[t.rides, t.convenience_fees, t.cancellation_fee, t.cancellation_share, t.discount_amount,
      t.convenience_fees + t.cancellation_fee - t.cancellation_share - t.discount_amount] as figures from app.platform_months() t) k on k.month = l.month`

/** Compares each month of each driver with the sum of its earnings_entries. */
const lines = `
  select 'lines of driver ' || coalesce(l.driver_id, k.driver_id) || ' in ' || coalesce(l.month, k.month), l.figures, k.figures
  from (select date_trunc('month', e.day)::date as month, e.driver_id, e.fleet_id, array[sum(e.rides), sum(e.trip_cost), sum(e.ride_cost), sum(e.driver_share),
      sum(e.convenience_fees), sum(e.discount_amount), sum(e.cancellations), sum(e.cancellation_fee), sum(e.free_ride_discounts), sum(e.cancellation_share)] as figures
    from app.earnings_entries e group by 1, 2, 3) l
  full join (select m.month, m.driver_id, m.fleet_id, array[m.rides, m.trip_cost, m.ride_cost, m.driver_share, m.convenience_fees, m.discount_amount,
      m.cancellations, m.cancellation_fee, m.free_ride_discounts, m.cancellation_share] as figures from public.earnings_months m) k
    on k.month = l.month and k.driver_id is not distinct from l.driver_id and k.fleet_id is not distinct from l.fleet_id`

/** The rows in which a report differs from the ledger: all figures of drivers, days and the platform. */
export async function reportDifferences(sql: Sql): Promise<string[]> {
  const rows = await sql.unsafe<{ row: string; ledger: string[] | null; report: string[] | null }[]>(`
    with ${ledger}, compared as (${months} union all ${lines} union all ${days} union all ${platform})
    select c.row, c.ledger::text[] as ledger, c.report::text[] as report from compared c
    where c.ledger is distinct from c.report and coalesce(c.ledger, c.report) <> array_fill(0::numeric, array[cardinality(coalesce(c.ledger, c.report))])`)
  return rows.map(({ row, ledger: l, report: r }) => `${row}: ledger ${l?.join(' ')}, report ${r?.join(' ')}`)
}
