import { assertEquals } from '@std/assert'
import { HttpError } from './errors.ts'
import { createLimiter, type TakeLimit } from './rate-limit.ts'
import { databaseOf } from './testing/doubles.ts'

const rule = { name: 'places', limit: 20, windowSecs: 60 }
const addressHeader = 'x-forwarded-for'

function from(address: string): Request {
  return new Request('http://127.0.0.1/', { headers: { [addressHeader]: `10.0.0.1, ${address}` } })
}

function isTaken(take: TakeLimit, address: string): boolean {
  try {
    take(from(address), rule)
    return true
  } catch (error) {
    assertEquals(error instanceof HttpError && [error.status, error.code], [429, 'too_many_requests'])
    return false
  }
}

Deno.test('the rate limit permits each address its number of calls in a window', () => {
  let now = 0
  const take = createLimiter(databaseOf({ take_rate_limit: true }), { now: () => now, addressHeader })
  const count = (address: string) => Array.from({ length: 30 }, () => isTaken(take, address)).filter(Boolean).length
  assertEquals(count('1.1.1.1'), 20)
  assertEquals(count('2.2.2.2'), 20)
  now = 60_000
  assertEquals(count('1.1.1.1'), 20)
})

Deno.test('the rate limit reports every tenth call to the shared counter, and obeys its result', async () => {
  const database = databaseOf({ take_rate_limit: false })
  const take = createLimiter(database, { now: () => 0, addressHeader })
  for (let i = 0; i < 10; i++) assertEquals(isTaken(take, '1.1.1.1'), true)
  await Promise.resolve()
  assertEquals(database.calls, [['take_rate_limit', {
    bucket: 'places:1.1.1.1',
    limit_count: 2,
    window_secs: 60,
    cost: 1,
  }]])
  assertEquals(isTaken(take, '1.1.1.1'), false)
  assertEquals(isTaken(take, '2.2.2.2'), true)
})

Deno.test('the rate limit works without the database', async () => {
  const take = createLimiter({ rpc: () => Promise.reject(new Error('down')) }, { now: () => 0, addressHeader })
  for (let i = 0; i < 15; i++) assertEquals(isTaken(take, '1.1.1.1'), true)
  await Promise.resolve()
  assertEquals(isTaken(take, '1.1.1.1'), true)
})

Deno.test('the rate limit’s memory is bounded', () => {
  const take = createLimiter(databaseOf({}), { now: () => 0, addressHeader })
  for (let i = 0; i < 25_000; i++) isTaken(take, `10.${i >> 16}.${(i >> 8) & 255}.${i & 255}`)
})

/** Every header in which some proxy puts a client's address. A client can write each of them itself. */
const claims = ['cf-connecting-ip', 'x-forwarded-for', 'x-real-ip', 'true-client-ip', 'x-client-ip', 'forwarded']

function takenBy(requests: Request[], header: string | undefined, limit: number): number {
  const take = createLimiter(databaseOf({}), { now: () => 0, addressHeader: header, warn: () => {} })
  return requests.filter((request) => {
    try {
      take(request, { ...rule, limit })
      return true
    } catch {
      return false
    }
  }).length
}

const claiming = (names: string[], count: number) =>
  Array.from(
    { length: count },
    (_, i) =>
      new Request('http://127.0.0.1/', {
        headers: Object.fromEntries(names.map((name) => [name, `10.0.${i >> 8}.${i & 255}`])),
      }),
  )

Deno.test('the rate limit ignores addresses that a client can forge: without the trusted header all share one large limit', () => {
  assertEquals(takenBy(claiming(claims, 1000), undefined, 2), 100)
  assertEquals(takenBy(claiming([], 1000), undefined, 2), 100)
})

Deno.test('the rate limit reads only the trusted header, and of a list the entry that the last server added', () => {
  for (const header of claims) {
    assertEquals(takenBy(claiming(claims.filter((name) => name !== header), 10), header, 2), 2, header)
    assertEquals(takenBy(claiming([header], 10), header, 2), 10, header)
  }
  const listed = (list: string) => new Request('http://127.0.0.1/', { headers: { 'x-forwarded-for': list } })
  assertEquals(takenBy([listed('1.1.1.1, 9.9.9.9'), listed('2.2.2.2, 9.9.9.9')], 'x-forwarded-for', 1), 1)
  assertEquals(takenBy([listed('1.1.1.1, 9.9.9.9'), listed('1.1.1.1, 8.8.8.8')], 'x-forwarded-for', 1), 2)
})

Deno.test('a missing trusted header is logged once', () => {
  const said: string[] = []
  const take = createLimiter(databaseOf({}), { now: () => 0, warn: (text) => said.push(text) })
  for (const request of claiming([], 3)) take(request, rule)
  assertEquals(said.length, 1)
  assertEquals(said[0]?.includes('CLIENT_ADDRESS_HEADER'), true)
})

Deno.test('a call with the cost of several counts as several, in memory and in the shared counter', () => {
  const database = databaseOf({ take_rate_limit: true })
  const take = createLimiter(database, { now: () => 0, addressHeader })
  take(from('1.1.1.1'), rule, 4)
  take(from('1.1.1.1'), rule, 16)
  assertEquals(database.calls.map(([, { cost }]) => cost), [2])
  assertEquals(isTaken(take, '1.1.1.1'), false)
})

Deno.test('the rate limit identifies IPv6 clients by their first 64 bits, and IPv4 clients by the full address', () => {
  const bucketOf = (address: string) => {
    const database = databaseOf({})
    createLimiter(database, { now: () => 0, addressHeader })(from(address), rule, 10)
    return database.calls[0]?.[1]['bucket']
  }
  const cases: [string, string][] = [
    ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002:0:0:0:9', '2001:db8:1:2::/64'],
    ['[2001:db8:1:2::1]:4711', '2001:db8:1:2::/64'],
    ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::ffff:cb00:7107', '203.0.113.7'],
    ['203.0.113.7', '203.0.113.7'],
    ['203.0.113.7:4711', '203.0.113.7'],
    ['a:b', 'a:b'],
    ['unknown', 'unknown'],
  ]
  for (const [address, network] of cases) assertEquals(bucketOf(address), `places:${network}`, address)
})
