import type postgres from 'postgres'
import type { Report } from '../run.ts'

/**
 * What is true between any two transactions, whatever people did at once and wherever the server was killed. Each query
 * answers the rows that break its sentence; it reads tables, and does not trust the constraints it is about.
 */
const invariants: Record<string, string> = {
  'no driver has two engaged bookings': `
    select driver_id, count(*) from public.bookings where engaged_at is not null and status in ('ACCEPTED', 'ARRIVED', 'STARTED', 'REACHED')
    group by driver_id having count(*) > 1`,
  'a booking has a driver exactly while somebody carries it': `
    select id, status, driver_id from public.bookings
    where (status in ('ACCEPTED', 'ARRIVED', 'STARTED', 'REACHED', 'PENDING', 'PAID', 'COMPLETE') and driver_id is null)
      or (status in ('NEW', 'PAYMENT_PENDING') and driver_id is not null)`,
  'one driver at a time holds an accepted offer, and it is the one who carries the booking': `
    select o.booking_id, count(*) from public.booking_offers o join public.bookings b on b.id = o.booking_id where o.status = 'accepted'
    group by o.booking_id having count(*) > 1 or bool_or(b.status in ('ACCEPTED', 'ARRIVED', 'STARTED') and b.driver_id <> o.driver_id)`,
  'each history is a chain of steps that ends at the status': `
    select b.id, b.status from public.bookings b
    cross join lateral (select e.*, lag(e.to_status) over (order by e.id) as before, lead(e.id) over (order by e.id) as next
      from public.booking_events e where e.booking_id = b.id) e
    where e.from_status is distinct from e.before or (e.next is null and e.to_status <> b.status)
    union all select b.id, b.status from public.bookings b
    where not exists (select 1 from public.booking_events e where e.booking_id = b.id)`,
  'the hash chains of events are intact': `
    select e.id from (select e.*, lag(e.hash, 1, '') over (partition by e.booking_id order by e.id) as before from public.booking_events e) e
    where e.prev_hash <> e.before or e.hash <> encode(sha256(convert_to(jsonb_build_array(e.booking_id, e.from_status, e.to_status,
      e.actor_id, e.actor_role, e.lat, e.lng, extract(epoch from e.at), e.note, e.prev_hash)::text, 'UTF8')), 'hex')`,
  'what waits for dispatch is NEW, and what is NEW waits': `
    select b.id, b.status from public.bookings b left join app.dispatch_queue q on q.booking_id = b.id
    where (b.status = 'NEW') <> (q.booking_id is not null)`,
  'nobody is findable who is off duty, unapproved or busy': `
    select p.driver_id from public.driver_positions p join public.drivers d on d.id = p.driver_id join public.profiles r on r.id = d.id
    where p.available and (not d.driver_active_status or not r.approved or exists (select 1 from public.bookings b
      where b.driver_id = d.id and b.engaged_at is not null and b.status in ('ACCEPTED', 'ARRIVED', 'STARTED', 'REACHED')))`,
  'no quote is booked twice': `
    select quote_id, count(*) from public.bookings group by quote_id having count(*) > 1`,
  'every fare replays from what is stored': `
    select f.booking_id from public.booking_finances f where app.compute_fare(f.rule, f.quote_inputs) <> f.quote_fare
      or (f.final_inputs is not null and not 'held_at_quote' = any (f.flags) and app.compute_fare(f.rule, f.final_inputs) <> f.final_fare)`,
  'nothing is owed below zero': `
    select id, status, payable_amount from public.bookings
    where payable_amount < 0 or cash_payment_amount < 0 or card_payment_amount < 0 or used_wallet_money < 0 or discount_amount < 0`
}

/** The same of money, once there is a ledger. */
const money: Record<string, string> = {
  'every ledger transaction adds up to zero': `
    select transaction_id, sum(amount) from public.ledger_entries group by transaction_id having sum(amount) <> 0`,
  'the whole ledger is at zero': `select sum(amount) from public.ledger_entries having sum(amount) <> 0`,
  'every wallet equals its entries': `
    select p.id, p.wallet_balance, sum(e.amount) from public.profiles p
    left join public.ledger_accounts a on a.user_id = p.id left join public.ledger_entries e on e.account_id = a.id
    group by p.id having p.wallet_balance <> coalesce(sum(e.amount), 0)`,
  'the running balances of a wallet follow its entries': `
    select e.id from (select e.*, sum(e.amount) over (partition by e.account_id order by e.id) as total from public.ledger_entries e) e
    where e.balance is not null and e.balance <> e.total`,
  'nothing is held for a booking that ended': `
    select b.id, b.status, sum(e.amount) from public.bookings b join public.ledger_accounts a on a.booking_id = b.id
    join public.ledger_entries e on e.account_id = a.id where b.status in ('PAID', 'COMPLETE', 'CANCELLED')
    group by b.id having sum(e.amount) <> 0`,
  'nothing held is negative': `
    select a.name, sum(e.amount) from public.ledger_accounts a join public.ledger_entries e on e.account_id = a.id
    where a.kind = 'held' group by a.name having sum(e.amount) < 0`
}

/** The same of what else may be there, by the table it is about. */
const further: Record<string, Record<string, string>> = {
  'public.promo_uses': {
    'no promotion is used more often than its limit, and its count is right': `
      select p.id, p.user_avail, count(u.*) from public.promos p left join public.promo_uses u on u.promo_id = p.id and u.status <> 'released'
      group by p.id having p.user_avail <> count(u.*) or count(u.*) > p.promo_usage_limit`
  },
  'public.withdraw_requests': {
    'what waits to be paid out is what was asked for': `
      select * from (select (select coalesce(sum(e.amount), 0) from public.ledger_entries e join public.ledger_accounts a on a.id = e.account_id
          where a.kind = 'payouts_pending') as pending,
        (select coalesce(sum(amount), 0) from public.withdraw_requests where not processed and rejected_at is null) as asked) s
      where pending <> asked`
  },
  'public.payment_events': {
    'a booking is settled once when it is paid, and not before': `
      select b.id, b.status, count(t.*) from public.bookings b left join public.ledger_transactions t on t.booking_id = b.id and t.kind = 'settlement'
      group by b.id having count(t.*) <> (b.status in ('PAID', 'COMPLETE'))::integer`,
    'what fees earned and promotions cost is what the bookings say': `
      select * from (select (select coalesce(sum(e.amount), 0) from public.ledger_entries e join public.ledger_accounts a on a.id = e.account_id
          where a.kind in ('revenue.convenience', 'expense.promotions')) as earned,
        (select coalesce(sum(f.convenience_fees - b.discount_amount), 0) from public.bookings b join public.booking_finances f on f.booking_id = b.id
          where b.status in ('PAID', 'COMPLETE')) as due) s where earned <> due`
  }
}

async function has(sql: postgres.Sql, table: string): Promise<boolean> {
  const [row] = await sql<{ there: boolean }[]>`select to_regclass(${table}) is not null as there`
  return row?.there ?? false
}

/** Checks everything that must hold; each sentence is one assertion, its offenders the detail. */
export async function checkInvariants(sql: postgres.Sql, report: Report, when: string): Promise<void> {
  const sentences = (await has(sql, 'public.ledger_entries')) ? { ...invariants, ...money } : { ...invariants }
  for (const [table, more] of Object.entries(further)) {
    if (await has(sql, table)) Object.assign(sentences, more)
  }
  for (const [sentence, query] of Object.entries(sentences)) {
    const rows = await sql.unsafe(query)
    report(rows.length === 0, `${when}: ${sentence}`, `${rows.length} rows, such as ${JSON.stringify(rows[0])}`)
  }
}
