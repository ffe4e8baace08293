import { type BreakerOptions, createBreakers } from '../breaker.ts'
import { type Client, createClient } from '../client.ts'
import { createMeter } from '../meter.ts'

/** A time budget of 20 s: enough for any response of a local test server. */
export const budget = () => ({ endsAt: Date.now() + 20_000 })

/** A client with the time limit that the test needs. */
export function clientFor(
  { timeoutMs = 10_000, maxBytes, breaker }: { timeoutMs?: number; maxBytes?: number; breaker?: BreakerOptions } = {},
): Client {
  const meter = createMeter({ name: 'test', log: () => {} })
  return createClient({
    breakerOf: createBreakers(breaker),
    meter,
    timeoutMs,
    ...(maxBytes !== undefined && { maxBytes }),
  })
}
