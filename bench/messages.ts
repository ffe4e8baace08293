import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import postgres from 'postgres'
import { service } from '../tests/support/people.ts'
import { startStack } from '../tests/support/stack.ts'
import { percentile, report, round } from './report.ts'

// Measures text messages from the commit in the database to the provider's socket, through outbox, function and provider. The
// provider is a gateway on this machine, in this process. News to all devices go to push services that are not set up: they are
// logged.

const [paced, backlog, news] = [200, 5000, 100_000]
/** Strangers who ask for a code, from how many addresses, and how many of them at the same time; people with an account beside them. */
const [strangers, addresses, atOnce, known] = [5000, 500, 50, 20]

/** A gateway that takes every text message, and remembers when. */
async function startGateway() {
  const taken = new Map<string, number>()
  let changed = () => {}
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    taken.set((JSON.parse(body) as { to: string }).to, performance.now())
    response.writeHead(202, { 'content-type': 'application/json' }).end('{"id": "1"}')
    changed()
  })
  server.keepAliveTimeout = 60_000
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/send`,
    taken,
    /** Waits until these numbers have got a text message. */
    async until(count: number): Promise<void> {
      while (taken.size < count) await new Promise<void>((resolve) => (changed = resolve))
    },
    /** Waits until this number has got a text message. */
    async reached(number: string): Promise<void> {
      while (!taken.has(number)) await new Promise<void>((resolve) => (changed = resolve))
    },
    stop: () => {
      server.closeAllConnections()
      server.close()
    }
  }
}

const numberOf = (n: number): string => `+4235${String(n).padStart(7, '0')}`

const gateway = await startGateway()
const stack = await startStack({
  variables: {
    SMS_PROVIDER: 'http',
    SMS_HTTP_URL: gateway.url,
    SMS_HTTP_HEADERS: '{"content-type": "application/json"}',
    SMS_HTTP_BODY: '{"to": "{to}", "text": "{text}"}'
  }
})
const sql = postgres(stack.env.SUPABASE_DB_URL ?? '', { max: 2, onnotice: () => undefined })
let next = 0

/** Queues text messages with a code in one transaction; returns the time of the commit and their numbers. */
async function queue(count: number): Promise<{ at: number; numbers: string[] }> {
  const numbers = Array.from({ length: count }, () => numberOf(next++))
  await sql`insert into app.outbox (kind, payload) select 'sms', jsonb_build_object('phone', n, 'code', '12345', 'lang', 'en')
    from unnest(${numbers}::text[]) n`
  return { at: performance.now(), numbers }
}

/** Asks Auth for a code from an address of this machine, as a network would have it; returns the status. */
function askCode(phone: string, localAddress: string): Promise<number> {
  const { hostname, port } = new URL(stack.env.SUPABASE_URL)
  const headers = { 'content-type': 'application/json', apikey: stack.env.SUPABASE_PUBLISHABLE_KEY }
  return new Promise((resolve, reject) => {
    const asked = request({ hostname, port, path: '/auth/v1/otp', method: 'POST', headers, localAddress }, (answer) => {
      answer.resume()
      answer.once('end', () => resolve(answer.statusCode ?? 0))
    })
    asked.once('error', reject)
    asked.end(JSON.stringify({ phone }))
  })
}

/** Makes people with an account, who never got a code; returns their numbers. */
async function makeRiders(prefix: string): Promise<string[]> {
  const phones = Array.from({ length: known }, (_, n) => `${prefix}${String(n).padStart(3, '0')}`)
  for (const phone of phones) {
    const { error } = await service(stack.env).auth.admin.createUser({ phone, phone_confirm: true })
    if (error) throw error
  }
  return phones
}

/** Lets a person with an account ask for a code; returns how long it took to the provider's socket (ms). */
async function waitForCode(phone: string): Promise<number> {
  const at = performance.now()
  const status = await askCode(phone, '127.0.0.2')
  if (status !== 200) throw new Error(`a known rider was refused: ${status}`)
  await gateway.reached(phone)
  return (gateway.taken.get(phone) ?? Number.NaN) - at
}

/** Lets strangers ask for codes, and people with an account beside them; returns their waits (ms) and how many strangers got one. */
async function crowd(phones: string[]): Promise<{ waits: number[]; admitted: number }> {
  const queue = Array.from({ length: strangers }, (_, n) => n).values()
  let admitted = 0
  let isOver = false
  const work = async () => {
    for (const n of queue) {
      const place = n % addresses
      const status = await askCode(`+42378${String(n).padStart(5, '0')}`, `127.${10 + (place >> 8)}.${place & 255}.7`)
      if (status === 200) admitted += 1
    }
  }
  const working = Promise.all(Array.from({ length: atOnce }, work)).then(() => (isOver = true))
  const waits: number[] = []
  for (const phone of phones) {
    await sleep(500)
    if (isOver) break
    waits.push(await waitForCode(phone))
  }
  await working
  return { waits, admitted }
}

try {
  await sql`update cron.job set active = false`
  const first = await queue(20)
  await gateway.until(first.numbers.length)
  gateway.taken.clear()

  const waits: number[] = []
  for (let n = 0; n < paced; n += 1) {
    const { at, numbers } = await queue(1)
    await gateway.until(n + 1)
    waits.push((gateway.taken.get(numbers[0] ?? '') ?? Number.NaN) - at)
    await sleep(20 + (n % 7) * 40)
  }

  gateway.taken.clear()
  const many = await queue(backlog)
  await gateway.until(backlog)
  const rate = (backlog * 1000) / (Math.max(...gateway.taken.values()) - many.at)

  gateway.taken.clear()
  const calm: number[] = []
  for (const phone of await makeRiders('+4237911')) calm.push(await waitForCode(phone))
  const { waits: riders, admitted } = await crowd(await makeRiders('+4237922'))
  console.log(`${admitted} of ${strangers} strangers got a code`)

  gateway.taken.clear()
  await sql`insert into app.outbox (kind, notification_id, payload)
    select 'push', '00000000-0000-0000-0000-000000000001', jsonb_build_object('token', 'device-' || n, 'platform', 'ANDROID',
      'plain', true, 'title', 'News', 'msg', 'To everybody') from generate_series(1, ${news}::int) n`
  await sleep(3000)
  const codes: number[] = []
  for (let n = 0; n < 20; n += 1) {
    const { at, numbers } = await queue(1)
    await gateway.until(n + 1)
    codes.push((gateway.taken.get(numbers[0] ?? '') ?? Number.NaN) - at)
    await sleep(100)
  }
  const [left] = await sql<{ n: number }[]>`select count(*)::int as n from app.outbox where status = 'queued'`
  if (!left || left.n < news / 10) throw new Error(`only ${left?.n} news were left when the last code was sent`)
  report('messages', [
    { metric: 'commit to the provider’s socket, p50', value: round(percentile(waits, 0.5)), unit: 'ms', goal: null },
    { metric: 'commit to the provider’s socket, p95', value: round(percentile(waits, 0.95)), unit: 'ms', goal: 500 },
    {
      metric: `text messages, ${backlog} queued at once`,
      value: Math.round(rate),
      unit: '/s',
      goal: 500,
      atLeast: true
    },
    {
      metric: 'a code asked for, Auth and hook to the provider’s socket, p95',
      value: round(percentile(calm, 0.95)),
      unit: 'ms',
      goal: 150
    },
    {
      metric: `a known rider’s code amid ${strangers} strangers of ${addresses} addresses, longest of ${riders.length}`,
      value: Math.round(Math.max(...riders)),
      unit: 'ms',
      goal: 2000
    },
    { metric: `a code amid ${news} news, longest of 20`, value: round(Math.max(...codes)), unit: 'ms', goal: 1000 }
  ])
} finally {
  await sql.end()
  await stack.stop()
  gateway.stop()
}
