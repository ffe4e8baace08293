/**
 * Functions whose reads are logged, counted or limited: whatever a request adds to the call, either the call is recorded or
 * the response contains nothing of what it read.
 */
import { randomUUID } from 'node:crypto'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Ask, ask, tokenOf } from '../support/ask.ts'
import { type Person, signIn } from '../support/people.ts'
import { schaan, vaduz } from '../support/places.ts'
import { unwrap } from '../support/responses.ts'
import { estimate } from '../support/ride.ts'
import { stackUnderTest } from '../support/worker.ts'

const env = stackUnderTest()

interface Call {
  name: string
  /** Names of the arguments without a default. */
  needs: string[]
}

/** The functions that reach one of the three that record reads; tests/db/sweeps.sql says what they return. */
const recorded = `with recursive f as (select p.proname::text as name, n.nspname::text as schema, p.prosrc,
    coalesce(p.proargnames[1 : p.pronargs - p.pronargdefaults], '{}') as needs
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname in ('public', 'app')),
  reaching as (
    select f.* from f where f.schema = 'app' and f.name in ('log_access', 'log_list', 'count_shown_rows')
    union select f.* from f join reaching r on f.prosrc ~ format('\\m%s\\.%s\\(', r.schema, r.name) and f.name <> 'count_acted_booking')
  select r.name, r.needs from reaching r where r.schema = 'public' order by 1`

const post = (query: string, headers: Record<string, string> = {}, method = 'POST') => ({ query, headers, method })

/** What a client may add to a call. */
const additions = [
  ...[
    'select=rows::int',
    'select=rows->0->>id::int',
    'select=x:rows->0->>bank_account::int',
    'select=pgrst_scalar:pgrst_scalar->rows->0->>id::int',
    'select=pgrst_scalar::int',
    'select=id::int',
    'select=x:bank_account::int',
    'select=message::date,id',
    'select=*,rows',
    'select=*,bookings(id)',
    'select=profiles(id,nothing)',
    'select=count()',
    'order=rows->0->>id',
    'order=id.desc.nullslast',
    'id=eq.1',
    'rows=cs.5',
    'rows->0->>id=eq.1',
    'id=not.is.null',
    'or=(id.eq.1,reference.gt.2)',
    'not.and=(id.eq.x,id.eq.y)',
    'limit=0',
    'offset=5',
    'limit=1&offset=7',
    'columns=nothing',
    'on_conflict=id'
  ].map((query) => post(query)),
  ...[
    'handling=strict, max-affected=0',
    'handling=strict, nonsense',
    'handling=strict, timezone=Nowhere',
    'tx=rollback',
    'return=minimal',
    'count=exact',
    'params=single-object',
    'params=multiple-objects'
  ].map((prefer) => post('', { prefer })),
  ...[
    'application/vnd.pgrst.object+json',
    'application/vnd.pgrst.array+json',
    'application/vnd.pgrst.plan+json; options=analyze|verbose',
    'application/geo+json',
    'application/octet-stream',
    'application/openapi+json',
    'text/csv',
    'text/plain',
    'text/xml',
    'image/png'
  ].map((accept) => post('', { accept })),
  post('offset=9', { prefer: 'count=exact' }),
  post('', { range: '5-9', 'range-unit': 'items', prefer: 'count=exact' }),
  post('', { range: '9-5' }),
  post('', { 'content-profile': 'app' }),
  post('', { 'content-type': 'text/csv' }),
  post('', { 'content-type': 'text/plain' }),
  post('', {}, 'GET'),
  post('', {}, 'HEAD'),
  post('', { range: '7-9', prefer: 'count=exact' }, 'GET'),
  post('select=id::int', {}, 'GET'),
  post('', {}, 'PUT'),
  post('', {}, 'PATCH'),
  post('', {}, 'DELETE')
]

const sql = postgres(env.SUPABASE_DB_URL ?? '', { max: 1, onnotice: () => undefined })
const calls = await sql<Call[]>`${sql.unsafe(recorded)}`
let token: string
let admin: Person
let known: Record<string, unknown>
/** Arguments of single functions, in place of the known ones. */
const special: Record<string, object> = {
  // Without a search this function shows only what is on the desk's map, and is not recorded.
  assignable_drivers: { search: 'a' }
}

beforeAll(async () => {
  const [rider, driver] = await Promise.all([signIn(env, 'rider@hackney.test'), signIn(env, 'driver2@hackney.test')])
  admin = await signIn(env, 'admin@hackney.test')
  token = await tokenOf(admin)
  const bank = { bank_name: 'Landesbank', bank_code: 'LILALI2X', bank_account: 'LI21 0881 0000 2324 013A A' }
  unwrap(await driver.client.rpc('set_bank_details', bank))
  const { quote_id } = await estimate(rider.client, vaduz, schaan)
  const booked = {
    quote_id: quote_id ?? '',
    payment_mode: 'cash',
    trip_at: new Date(Date.now() + 7_200_000).toISOString()
  }
  const { id: booking_id } = unwrap(await rider.client.rpc('create_booking', booked))
  const [paper] = await sql<{ id: string }[]>`insert into public.driver_documents (driver_id, kind, path, expires_on)
    values (${driver.id}, 'insurance', ${`${driver.id}/insurance`}, '2100-01-01') returning id`
  known = { booking_id, user_id: driver.id, driver_id: driver.id, year: new Date().getFullYear(), id: paper?.id }
  const [cars, staff] = await Promise.all(
    ['cars', 'staff'].map(async (kind) => {
      const client_key = randomUUID()
      return unwrap(await admin.client.rpc('start_import', { kind, name: 'a.csv', client_key }))
    })
  )
  // What the admin's own imports tell about themselves is no read of people.
  known = {
    ...known,
    import_id: cars?.id,
    own: [cars, staff].flatMap((one) => [one?.id, one?.by_name])
  }
  known = { ...known, phone: '+4235550100' }
  special.plan_import_accounts = { import_id: staff?.id }
  await sql`insert into public.chat_messages (booking_id, customer_id, driver_id, from_id, source, message, client_key)
    values (${booking_id}, ${rider.id}, ${driver.id}, ${rider.id}, 'rider', 'Ring at the red door', gen_random_uuid())`
  unwrap(await driver.client.rpc('message_desk', { message: 'Stuck at the red door' }))
  await sql`insert into public.cases (booking_id, customer_id, kind, message) values (${booking_id}, ${rider.id}, 'question', 'Where is my red hat')`
  await sql`insert into public.receipts (booking_id, kind, series, year, serial, number, customer_id, content)
    values (${booking_id}, 'receipt', 'T', 2020, 1, 'T2020-000001', ${rider.id}, '{"trip": {"pickup": "Vaduz, Red door"}}')`
})
afterAll(() => sql.end())

const bodyOf = ({ name: call, needs }: Call): Record<string, unknown> => {
  for (const name of needs) if (!(name in known)) throw new Error(`say what the argument ${name} is`)
  return { ...Object.fromEntries(needs.map((name) => [name, known[name]])), ...special[call] }
}

/** The number of rows that the access log says the admin has read. */
async function logged(): Promise<number> {
  const [row] = await sql<{ sum: number }[]>`select count(*)::int + coalesce(sum(row_count), 0)::int as sum
    from public.access_log where actor_id = ${admin.id}`
  return row?.sum ?? 0
}

/** The texts in a page, by which a response that contains a part of it is recognised. Moments tell of nobody. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') {
    const isOwn = Object.values(known).flat().includes(value)
    return value.length > 5 && !isOwn && !/^\d{4}-\d\d-\d\dT/.test(value) ? [value] : []
  }
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

it('each function whose reads are recorded is tried', () => {
  expect(calls.length).toBeGreaterThan(12)
})

it.each(calls)('a read by $name stays recorded, or tells nothing', async (call) => {
  const asked = (query: string, { method, headers }: Required<Pick<Ask, 'method' | 'headers'>>) => {
    const args = bodyOf(call)
    const isBodyless = method === 'GET' || method === 'HEAD'
    const params = [isBodyless ? new URLSearchParams(args as Record<string, string>).toString() : '', query]
    const path = `/rest/v1/rpc/${call.name}?${params.filter(Boolean).join('&')}`
    return ask(env, path, { token, method, headers, ...(!isBodyless && { body: JSON.stringify(args) }) })
  }
  const plain = await asked('', { method: 'POST', headers: {} })
  expect(plain.status, plain.text).toBe(200)
  const texts = textsIn(JSON.parse(plain.text)).filter((one) => !call.name.includes(one))
  const faults: string[] = []
  let before = await logged()
  for (const { query, headers, method } of additions) {
    const what = `${method} ${query} ${JSON.stringify(headers)}`
    const { status, text } = await asked(query, { method, headers })
    const told = texts.find((one) => text.includes(JSON.stringify(one).slice(1, -1)))
    if (status >= 500) faults.push(`${what}: ${status} ${text}`)
    if (told === undefined) continue
    const after = await logged()
    if (status >= 400 || after === before) faults.push(`${what}: ${status} tells ${told}`)
    before = after
  }
  expect(faults).toEqual([])
})

it('a cast that fails leaves no read unrecorded', async () => {
  const body = JSON.stringify({ user_id: known.user_id })
  const { status, text } = await ask(env, '/rest/v1/rpc/read_bank_details?select=bank_account::int', { token, body })
  expect([status, JSON.parse(text)]).toEqual([
    400,
    { code: '42703', message: 'column read_bank_details.bank_account does not exist', details: null, hint: null }
  ])
})
