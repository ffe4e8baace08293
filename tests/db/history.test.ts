/**
 * The demo company's history: plays the seeds of `supabase/seeds` in one transaction that is rolled back. Each planned booking
 * is played, the books are right afterwards, each report has data, and nothing is broadcast or sent.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type postgres from 'postgres'
import { root } from '../../scripts/catalogue.ts'
import { splitStatements } from '../../stack/database/statements.ts'
import { withCluster } from './support/cluster.ts'
import { checkInvariants } from './support/invariants.ts'
import { outcomes, type Report } from './support/outcomes.ts'
import { actAs, actAsRole, idOf, type Sql } from './support/people.ts'

const folder = join(root, 'supabase/seeds')
const statements = readdirSync(folder)
  .sort()
  .flatMap((file) => splitStatements(readFileSync(join(folder, file), 'utf8')).map(({ text }) => text))
const isPlay = (text: string) => text.includes('seed.play_next(2)') && !text.includes('create')
const isEnd = (text: string) => text.includes('drop schema seed')

async function count(sql: Sql, query: string): Promise<number> {
  const [row] = await sql.unsafe<{ n: string }[]>(`select count(*) as n from ${query}`)
  return Number(row?.n)
}

/** Queries for the kinds of data that the history contains, each with at least one row. */
const present: Record<string, string> = {
  'rides and parcels': `public.bookings where status = 'COMPLETE' group by category having count(*) > 20`,
  'rides of each payment mode': `public.bookings where status = 'COMPLETE' and category = 'taxi' group by payment_mode having count(*) > 20`,
  'parcels paid by card and by wallet': `public.bookings where prepaid and status = 'COMPLETE' group by payment_mode having count(*) > 5`,
  'cancellation fees of riders': `public.bookings where cancelled_by = 'rider' and cancellation_fee > 0`,
  'no-show fees': `public.bookings where reason = 'no_show' and cancellation_fee > 0`,
  'bookings that each kind of actor cancelled': `public.bookings where status = 'CANCELLED' group by cancelled_by`,
  'bookings given back': `public.bookings where driver_cancel_count = 1 and status = 'COMPLETE'`,
  'returned parcels': `public.bookings where returning_at is not null`,
  'bookings for a later day': `public.bookings where book_later and trip_at > now() + interval '1 day' group by status, category`,
  'bookings by the desk': `public.bookings where booking_type_admin`,
  'guests of riders': `public.bookings where guest_name is not null and not booking_type_admin`,
  'stops that were reached': `public.booking_stops where arrived_at is not null`,
  extras: 'public.booking_extras group by key',
  tips: 'public.bookings where tip_amount > 0',
  refunds: 'public.refunds',
  'refused cards': `public.payment_events where outcome = 'failed'`,
  'codes in use': `public.promos where user_avail > 0 and promo_validity > now()::date`,
  'a code that is used up': 'public.promos where user_avail = promo_usage_limit',
  'an expired code': 'public.promos where user_avail > 0 and promo_validity < now()::date',
  'withdrawals open': 'public.withdraw_requests where not processed and rejected_at is null',
  'withdrawals done': 'public.withdraw_requests where processed',
  'withdrawals rejected': 'public.withdraw_requests where rejected_at is not null',
  bonuses: `public.ledger_transactions where kind = 'referral'`,
  'top-ups': `public.ledger_transactions where kind = 'admin_credit'`,
  'comments on ratings': 'public.rating_comments',
  chats: 'public.chat_messages group by source',
  'notices, read and unread': 'public.notices group by read_at is null',
  'a licence that expires soon': 'public.driver_documents where warned_at is not null and expired_at is null',
  'a driver with an expired insurance': 'public.drivers d where app.has_expired_document(d.id)',
  'places with a name': 'public.saved_addresses where label is not null group by label',
  'zones of each kind': 'public.zones group by kind',
  'night tariffs on receipts': `public.bookings where fare_lines @> '[{"key": "tariff_window"}]'`,
  'fixed fares on receipts': `public.bookings where fare_lines @> '[{"key": "zone_fixed"}]'`,
  'fares held at the quote': `public.booking_finances where 'held_at_quote' = any (flags)`,
  'declined offers': `public.booking_offers where status = 'declined'`
}
const least: Record<string, number> = {
  'rides and parcels': 2,
  'rides of each payment mode': 3,
  'parcels paid by card and by wallet': 2,
  'bookings that each kind of actor cancelled': 4,
  'bookings for a later day': 3,
  extras: 2,
  chats: 2,
  'notices, read and unread': 2,
  'places with a name': 2,
  'zones of each kind': 3
}

/** Queries of pages with the person who runs them; each returns a row. */
const reports: [who: string, query: string][] = [
  ['admin', `(select from public.earnings_report() where profit > 0 offset 5) r`],
  ['admin', `(select from public.driver_earnings() offset 100) r`],
  ['fleet', 'public.driver_earnings()'],
  ['fleet2', 'public.driver_earnings()'],
  ['driver', 'public.driver_earnings()'],
  ['admin', `public.dashboard_totals() d where d.total > 300`],
  ['fleet', `public.dashboard_totals() d where d.total > 50`],
  ['admin', 'public.heat_map(47.04, 9.47, 47.28, 9.64) where demand > 2'],
  ['admin', 'public.heat_map(47.04, 9.47, 47.28, 9.64) where unmet > 0'],
  ['fleet', 'public.heat_map(47.04, 9.47, 47.28, 9.64)'],
  ['driver', 'public.heat_map(47.04, 9.47, 47.28, 9.64)'],
  ['admin', `json_array_elements(public.attention_list() -> 'rows') r where r ->> 'reason' = 'no_driver'`],
  ['admin', `json_array_elements(public.attention_list() -> 'rows') r where r ->> 'reason' = 'unpaid'`],
  ['admin', `public.duty_drivers() where state = 'busy'`],
  ['rider', 'public.wallet_history'],
  ['rider', `public.bookings where status = 'COMPLETE'`],
  ['driver', `public.bookings where status = 'COMPLETE'`],
  ['fleet', 'public.bookings'],
  ['rider', 'public.saved_addresses'],
  ['driver', `public.rating_details() d where d.comments <> '[]'`]
]

async function play(tx: Sql, report: Report): Promise<void> {
  const settings = await tx`select * from public.settings`
  const [before] =
    await tx`select (select count(*) from realtime.messages) as told, (select count(*) from app.outbox) as queued`
  const run = async (wanted: (text: string) => boolean, most = Infinity) => {
    for (const text of statements.filter(wanted).slice(0, most)) {
      await tx.unsafe(text)
      // Dead versions of the clock's row stay within one transaction, and each app.now() would read them all.
      if (isPlay(text)) await tx.unsafe('truncate app.clock; insert into app.clock default values')
    }
  }
  await tx`set local role postgres`
  await run((text) => !isEnd(text), statements.findIndex(isPlay) + 4)
  const begun = await count(tx, 'public.bookings b join seed.plan p on p.booking_id = b.id')
  await run((text) => !isEnd(text))
  await tx`set constraints all immediate`

  report(begun === 8, 'the playing of the demo history can be interrupted', `${begun} bookings before it was`)
  const [plan] =
    await tx`select count(*)::integer as planned, count(b.id)::integer as played, string_agg(distinct p.failed, ', ') as failed
    from seed.plan p left join public.bookings b on b.id = p.booking_id`
  report(
    plan?.planned === 400 && plan.played === 400,
    'all 400 planned bookings of the demo history are played',
    JSON.stringify(plan)
  )
  report((await count(tx, 'public.bookings')) === 400, 'no booking of the demo history is played twice')
  const resting = await tx<{ status: string }[]>`select distinct status::text from public.bookings order by 1`
  report(
    resting.map(({ status }) => status).join() ===
      'ACCEPTED,ARRIVED,CANCELLED,COMPLETE,NEW,PAID,PAYMENT_PENDING,PENDING,STARTED',
    'the demo history has a booking in each status except REACHED, which is left at once',
    resting.map(({ status }) => status).join()
  )
  for (const [what, query] of Object.entries(present)) {
    const [row] = await tx.unsafe<{ n: string }[]>(`select count(*) as n from (select from ${query}) there`)
    report(Number(row?.n) >= (least[what] ?? 1), `the demo history contains ${what}`, `${row?.n} found`)
  }
  await checkInvariants(tx as postgres.Sql, report, 'after the demo history')
  report((await count(tx, `app.clock where "offset" <> '0'`)) === 0, 'the clock has no offset after the demo history')
  report(
    JSON.stringify(await tx`select * from public.settings`) === JSON.stringify(settings),
    'the demo history leaves the settings unchanged'
  )
  const [after] =
    await tx`select (select count(*) from realtime.messages) as told, (select count(*) from app.outbox) as queued`
  report(
    JSON.stringify(after) === JSON.stringify(before),
    'the demo history broadcasts and sends nothing',
    JSON.stringify({ before, after })
  )
  const onDuty = await tx<
    { is: boolean }[]
  >`select d.id = ${await idOf(tx, 'driver')} or app.is_busy(d.id) as is from public.drivers d where d.driver_active_status`
  report(
    onDuty.length > 3 && onDuty.every((driver) => driver.is),
    'only driver@ and drivers on a trip are on duty after the demo history'
  )
  const open = `public.bookings b join auth.users u on u.id in (b.customer_id, b.driver_id) where b.status not in ('PAID', 'COMPLETE', 'CANCELLED')
    and u.email similar to '(rider|driver)[2-5]?@%'`
  report((await count(tx, open)) === 0, 'the demo accounts of riders and drivers have no open booking')

  for (const [who, query] of reports) {
    await actAs(tx, await idOf(tx, who))
    report((await count(tx, query)) > 0, `after the demo history ${who}@ can read rows of ${query}`)
    await actAsRole(tx, 'none')
  }
  await tx`set local role postgres`
  await run(isEnd)
  report(
    (await tx`select to_regnamespace('seed') as there`)[0]?.there === null,
    'the schema seed is dropped after the demo history'
  )
  await run(() => true, statements.findIndex(isPlay))
  report((await count(tx, 'seed.plan')) === 0, 'a company with bookings gets no second demo history')
}

await outcomes(async (report) => {
  await withCluster(async (cluster) => {
    const sql = cluster.connect(1)
    try {
      await sql.begin((tx) => play(tx, report))
    } finally {
      await sql.end()
    }
  })
})
