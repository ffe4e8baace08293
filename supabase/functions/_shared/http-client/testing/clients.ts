import { type BreakerOptions, createBreakers } from '../breaker.ts'
import { type Client, createClient } from '../client.ts'
import { createMeter } from '../meter.ts'

/** Returns a time budget of 20 s, which is enough for any response of a local test server. */
export const budget = () => ({ endsAt: Date.now() + 20_000 })

/** Creates a client for a test. @param timeoutMs time limit of each attempt (ms) */
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
