import { assertEquals, assertMatch } from '@std/assert'
import type { Caller } from '../_shared/kernel/auth.ts'
import type { Database } from '../_shared/kernel/database.ts'
import { HttpError } from '../_shared/kernel/errors.ts'
import { callerOf, databaseOf, post } from '../_shared/kernel/testing/doubles.ts'
import { firmOf } from '../_shared/messages/testing/firm.ts'
import { createReceiptsHandler } from './handler.ts'
import { createReadLogo } from './logo.ts'
import { paper } from './testing/papers.ts'

const booking_id = '0d000000-0000-4000-8000-000000000002'
const server: Caller = { role: 'service_role', uid: null, userRole: null }

function setUp({ caller = callerOf('rider'), own = { rows: [paper()] } as unknown, isBusy = false } = {}) {
  const database = databaseOf({ take_rate_limit: !isBusy, booking_receipts: { rows: [paper()] } })
  const asPerson: Database = {
    rpc: <Result>() => own instanceof Error ? Promise.reject(own) : Promise.resolve(own as Result),
  }
  const handler = createReceiptsHandler({
    authenticate: () => Promise.resolve(caller),
    database,
    databaseAs: () => asPerson,
    readLogo: () => Promise.resolve(null),
    readFirm: () => Promise.resolve(firmOf('Rigi Taxi')),
  })
  return { ask: (body: unknown) => handler(post('receipts/pdf', body)), database }
}

const codeOf = async (response: Response) => ((await response.json()) as { code: string }).code

Deno.test('a rider gets a PDF named by its number', async () => {
  const response = await setUp().ask({ booking_id })
  assertEquals(response.status, 200)
  assertEquals(response.headers.get('content-type'), 'application/pdf')
  assertEquals(response.headers.get('access-control-allow-origin'), '*')
  assertMatch(response.headers.get('content-disposition') ?? '', /filename="receipt-R-000123.pdf"/)
  assertEquals(new TextDecoder().decode((await response.arrayBuffer()).slice(0, 5)), '%PDF-')
})

Deno.test('the database decides whose receipt it is', async () => {
  const own = new HttpError(404, 'booking_not_found', 'no')
  assertEquals(await codeOf(await setUp({ own }).ask({ booking_id })), 'booking_not_found')
})

Deno.test('our own servers read a receipt with their own key', async () => {
  const { ask, database } = setUp({ caller: server, own: new HttpError(401, 'must_login', 'no') })
  assertEquals((await ask({ booking_id })).status, 200)
  assertEquals(database.calls, [['booking_receipts', { booking_id }]])
})

Deno.test('visitors, invalid ids, missing receipts and excessive requests are refused', async () => {
  assertEquals(await codeOf(await setUp({ caller: callerOf('visitor') }).ask({ booking_id })), 'must_login')
  for (const id of [undefined, 5, 'x', { $ne: null }]) {
    assertEquals(await codeOf(await setUp().ask({ booking_id: id })), 'invalid_request')
  }
  assertEquals(await codeOf(await setUp({ own: { rows: [] } }).ask({ booking_id })), 'receipt_not_issued')
  assertEquals(await codeOf(await setUp({ isBusy: true }).ask({ booking_id })), 'too_many_requests')
})

Deno.test('a logo is only read from our own storage, and a large one is left out', async () => {
  const asked: string[] = []
  const readLogo = createReadLogo(
    { supabaseUrl: 'http://127.0.0.1:1' },
    ((url: string) => {
      asked.push(url)
      return Promise.resolve(new Response(new Uint8Array(url.endsWith('big') ? 600_000 : 10)))
    }) as typeof fetch,
  )
  assertEquals((await readLogo('logo-1'))?.length, 10)
  assertEquals(await readLogo('logo-big'), null)
  for (const path of ['', '../secret', 'https://evil.example/logo-1', 'logo-']) assertEquals(await readLogo(path), null)
  assertEquals(asked.length, 2)
})

Deno.test('a driver gets the statement of a week, and invalid weeks are refused', async () => {
  const { company, money } = paper().content
  const amounts = { fares: 0, tips: 0, cash: 0, tax: 0, fleet_part: 0, fees: 0, other: 0, net: 0 }
  const own = {
    company,
    money,
    week_begins: '2026-11-23',
    week_ends: '2026-11-29',
    driver: { name: 'Lukas Marxer', vehicle_number: null },
    opening: 0,
    closing: 0,
    days: [],
    trips: [],
    totals: { ...amounts, trips: 0, charges: 0, payouts: 0 },
  }
  const ask = (body: unknown, caller = callerOf('rider')) =>
    createReceiptsHandler({
      authenticate: () => Promise.resolve(caller),
      database: databaseOf({ take_rate_limit: true }),
      databaseAs: () => databaseOf({ driver_statement: own }),
      readLogo: () => Promise.resolve(null),
      readFirm: () => Promise.resolve(firmOf('Rigi Taxi')),
    })(post('receipts/statement', body))
  const response = await ask({ week: '2026-11-25', lang: 'de' })
  assertEquals(response.status, 200)
  assertMatch(response.headers.get('content-disposition') ?? '', /filename="statement-2026-11-23.pdf"/)
  for (const week of [undefined, 5, '2026-13-01', 'now']) {
    assertEquals(await codeOf(await ask({ week })), 'invalid_request')
  }
  assertEquals(await codeOf(await ask({ week: '2026-11-25' }, callerOf('visitor'))), 'must_login')
})
