import { assertEquals } from '@std/assert'
import { databaseOf } from '../kernel/testing/doubles.ts'
import { createMeter, type MeterOptions } from './meter.ts'

function setUp(options: Partial<MeterOptions> = {}) {
  const clock = { now: 0 }
  const lines: Record<string, unknown>[] = []
  const meter = createMeter({ name: 'mapbox', log: (line) => lines.push(line), now: () => clock.now, ...options })
  return { clock, lines, meter }
}

Deno.test('the meter periodically reports requests, failures and durations', () => {
  const { clock, lines, meter } = setUp({ intervalMs: 1000 })
  meter.take()
  meter.note({ ms: 100 })
  meter.take()
  meter.note({ ms: 300, failure: 'throttled' })
  assertEquals(lines, [])
  clock.now = 1000
  meter.take()
  assertEquals(lines, [{
    event: 'provider_usage',
    provider: 'mapbox',
    calls: 2,
    errors: 1,
    throttled: 1,
    ms_mean: 200,
    ms_max: 300,
    failures: { throttled: 1 },
  }])
  meter.flush()
  assertEquals(lines.length, 1)
})

Deno.test('the meter logs the provider’s rate limit headers, and nothing else of its responses', () => {
  const { lines, meter } = setUp()
  const headers = new Headers({
    'X-Rate-Limit-Limit': '600',
    'X-Rate-Limit-Interval': '60',
    'X-Rate-Limit-Reset': '1767225600',
    'X-RateLimit-Remaining': '<script>',
    'X-Rate-Limit-Secret': 'sk.1',
  })
  meter.note({ ms: 1, headers })
  meter.flush()
  assertEquals(lines[0]?.['rate_limit'], { interval: '60', limit: '600', reset: '1767225600' })
})

Deno.test('the meter enforces a daily cap', () => {
  const { clock, meter } = setUp({ dailyCap: 2 })
  const takes = () => [meter.take(), meter.take(), meter.take()]
  assertEquals(takes(), [true, true, false])
  clock.now = 24 * 60 * 60_000
  assertEquals(takes(), [true, true, false])
})

Deno.test('billed units are counted, and none exceed the cap', () => {
  const database = databaseOf({ take_rate_limit: true })
  const { meter } = setUp({ dailyCap: 1000, database })
  assertEquals([meter.take(625), meter.take(625), meter.take(375), meter.take()], [true, false, true, false])
  assertEquals(database.calls.map(([, { cost }]) => cost), [625, 375])
})

Deno.test('the database counts for all instances, and its count is cached for a while', async () => {
  const answers = { take_rate_limit: true }
  const database = databaseOf(answers)
  const { clock, meter } = setUp({ dailyCap: 100, database })
  assertEquals(meter.take(), true)
  await Promise.resolve()
  assertEquals(database.calls, [['take_rate_limit', {
    bucket: 'provider:mapbox',
    limit_count: 100,
    window_secs: 86_400,
    cost: 1,
  }]])
  answers.take_rate_limit = false
  assertEquals(meter.take(), true)
  await Promise.resolve()
  assertEquals(meter.take(), false)
  clock.now = 10 * 60_000
  assertEquals(meter.take(), true)
})

Deno.test('while the database is down each instance enforces the cap itself', async () => {
  const database = { rpc: () => Promise.reject(new Error('down')) }
  const { meter } = setUp({ dailyCap: 2, database })
  assertEquals(meter.take(), true)
  await Promise.resolve()
  assertEquals([meter.take(), meter.take()], [true, false])
})
