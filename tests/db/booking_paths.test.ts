/**
 * Plays one ride or parcel along each path of a booking's life through the public functions. The results of each path (events,
 * ledger entries, notices, broadcasts, messages, the row itself) must equal the snapshot beside this file line by line. After an
 * intended change, `npm run test:db -- booking_paths -u` updates the snapshot: read its diff before you commit it.
 */
import type postgres from 'postgres'
import { expect, it } from 'vitest'
import { paths, setup } from './support/booking-paths.ts'
import { rolledBack } from './support/outcomes.ts'
import type { Sql } from './support/people.ts'

/** The results of a transaction, one query per kind. `at` is their order: rows of one transaction share a time, but differ by command. */
const leaves: Record<string, string> = {
  event: `select concat_ws(' ', coalesce(from_status::text, 'none'), '->', to_status, 'by', actor_role, actor_id, '"' || note || '"') as line, id as at
    from public.booking_events where xmin::text::bigint >= pg_current_xact_id()::text::bigint`,
  ledger: `select concat_ws(' ', t.kind, a.name, trim_scale(e.amount)) as line, e.id as at from public.ledger_entries e
    join public.ledger_transactions t on t.id = e.transaction_id join public.ledger_accounts a on a.id = e.account_id
    where t.xmin::text::bigint >= pg_current_xact_id()::text::bigint and t.kind <> 'testing'`,
  notice: `select concat_ws(' ', user_id, key, params) as line, cmin::text::bigint as at from public.notices where xmin::text::bigint >= pg_current_xact_id()::text::bigint `,
  broadcast: `select concat_ws(' ', topic, event) as line, cmin::text::bigint as at from realtime.messages where event not in ('settings', 'tracking') and xmin::text::bigint >= pg_current_xact_id()::text::bigint `,
  outbox: `select concat_ws(' ', kind, coalesce(user_id::text, '-'), payload ->> 'msg', payload ->> 'title') as line, id as at
    from app.outbox where xmin::text::bigint >= pg_current_xact_id()::text::bigint`,
  booking: `select jsonb_strip_nulls(to_jsonb(b) - '{id,reference,created_at,updated_at,quote_id,client_key,polyline,car_image,customer_image,driver_image,fare_lines,option_selected,parcel_type_selected,promo_details}'::text[])::text as line
    from public.bookings b where xmin::text::bigint >= pg_current_xact_id()::text::bigint and b.customer_id = tests.id('rider') and b.created_at >= now()`,
  offer: `select concat_ws(' ', driver_id, status) as line from public.booking_offers where xmin::text::bigint >= pg_current_xact_id()::text::bigint`,
  rest: `select concat_ws(' ', b.status, 'queued', (select count(*) from app.dispatch_queue q where q.booking_id = b.id),
      'topic', (select count(*) from app.position_topics t where t.booking_id = b.id), 'tries', (select count(*) from app.code_tries t where t.booking_id = b.id),
      'promo', (select u.status from public.promo_uses u where u.booking_id = b.id), 'proposal', (select max(p.status) from public.route_proposals p where p.booking_id = b.id),
      'stops', (select count(*) from public.booking_stops s where s.booking_id = b.id), 'contact', (select c.driver_contact is not null from public.booking_contacts c where c.booking_id = b.id),
      'busy', app.is_busy(tests.id('driver')), 'free', (select p.available from public.driver_positions p where p.driver_id = tests.id('driver'))) as line
    from public.bookings b where b.created_at >= now() and b.customer_id = tests.id('rider')`,
  earnings: `select concat_ws(' ', d.driver_id, d.rides, trim_scale(d.driver_share), trim_scale(d.convenience_fees), d.cancellations, trim_scale(d.cancellation_fee), trim_scale(d.cancellation_share)) as line
    from public.earnings_months d where d.xmin::text::bigint >= pg_current_xact_id()::text::bigint`
}

/** Replaces values that differ between runs by names: ids, references, times, keys. */
async function namer(tx: Sql): Promise<(line: string) => string> {
  const people = await tx<
    { id: string; name: string }[]
  >`select id, split_part(email, '@', 1) as name from auth.users where email like '%@hackney.test'`
  const names = new Map(people.map(({ id, name }) => [id, name]))
  const bookings = await tx<
    { id: string; reference: string }[]
  >`select id, reference from public.bookings where created_at >= now() order by id`
  for (const [index, { id }] of bookings.entries()) names.set(id, `booking${index + 1}`)
  const references = new Map(bookings.map(({ reference }, index) => [reference, `REF${index + 1}`]))
  return (line) =>
    line
      .replace(/position:[0-9a-f-]{36}:[0-9a-f]{32}/g, 'position:<key>')
      .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (id) => names.get(id) ?? '<id>')
      .replace(/\b[A-Z]{6}\b/g, (word) => references.get(word) ?? word)
      .replace(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d[.\d]*(\+\d\d(:\d\d)?)?/g, '<time>')
}

class Rollback extends Error {}

/** Plays one path in a savepoint that is rolled back. */
async function play(tx: postgres.TransactionSql, steps: readonly string[]): Promise<string> {
  const lines: string[] = []
  await tx
    .savepoint(async (inner) => {
      for (const step of steps) await inner.unsafe(`select ${step}`)
      await inner.unsafe('set constraints all immediate; select tests.as_owner()')
      const named = await namer(inner)
      for (const [kind, query] of Object.entries(leaves)) {
        const rows = await inner.unsafe<{ line: string; at?: string }[]>(query)
        const sorted = rows.map(({ line, at }) => ({ line: named(line), at: Number(at ?? 0) }))
        sorted.sort((a, b) => a.at - b.at || (a.line < b.line ? -1 : 1))
        for (const { line } of sorted) lines.push(`${kind}: ${line}`)
      }
      throw new Rollback()
    })
    .catch((error: unknown) => {
      if (!(error instanceof Rollback)) lines.push(`stopped: ${error instanceof Error ? error.message : String(error)}`)
    })
  return lines.join('\n')
}

const left = new Map<string, string>()
await rolledBack([], async (tx) => {
  await tx.unsafe(setup)
  for (const [title, steps] of Object.entries(paths)) left.set(title, await play(tx, steps))
})

it.each([...left])('%s leaves the rows of the snapshot', (_, lines) => {
  expect(lines).not.toContain('stopped')
  expect(lines).toMatchSnapshot()
})
