/** A limit of events per time window that refills continuously, as GoTrue's token bucket does. */
export interface Limit {
  /** Takes one event of `key`; returns false if none is left. */
  take(key: string): boolean
}

const maxKeys = 10_000

/**
 * Creates a limit, which counts the events of each key separately. Used events become available again at a constant rate.
 *
 * @param count Number of events that become available again per `windowSeconds`.
 * @param now Clock in milliseconds.
 * @param burst Number of events that a key may have at once.
 */
export function createLimit(
  count: number,
  windowSeconds: number,
  now: () => number = Date.now,
  burst: number = count
): Limit {
  const buckets = new Map<string, { left: number; at: number }>()
  const perMillisecond = count / (windowSeconds * 1000)
  return {
    take(key) {
      const at = now()
      const bucket = buckets.get(key) ?? { left: burst, at }
      bucket.left = Math.min(burst, bucket.left + (at - bucket.at) * perMillisecond)
      bucket.at = at
      // Move the key to the end: the map then begins with the longest unused keys, which are dropped first.
      buckets.delete(key)
      buckets.set(key, bucket)
      forgetOldest(buckets)
      if (bucket.left < 1) return false
      bucket.left -= 1
      return true
    }
  }
}

/**
 * Creates a limit over all keys that counts by fixed windows, as GoTrue counts messages: at the end of a window all events are
 * available again. The first window begins now.
 */
export function createWindow(count: number, windowSeconds: number, now: () => number = Date.now): { take(): boolean } {
  const length = windowSeconds * 1000
  let [begin, taken] = [now(), 0]
  return {
    take() {
      const windows = Math.floor((now() - begin) / length)
      if (windows > 0) [begin, taken] = [begin + windows * length, 0]
      if (taken >= count) return false
      taken += 1
      return true
    }
  }
}

/** GoTrue's burst of every limit per client address. It does not depend on the setting, which is only the refill. */
const burst = 30
const fiveMinutes = 300

/** What a client address may do: check codes, refresh tokens, request codes or sign in, and challenge or verify a factor. */
export type Counted = 'checks' | 'refreshes' | 'requests' | 'factors'

/** Creates the limits per client address, with GoTrue's buckets: 30 events at once, then the setting's number in five minutes. */
export function createAddressLimits(
  limits: { tokenVerifications: number; tokenRefresh: number; signInSignUps: number },
  now?: () => number
): Record<Counted, Limit> {
  const bucket = (count: number) => createLimit(count, fiveMinutes, now, burst)
  return {
    checks: bucket(limits.tokenVerifications),
    refreshes: bucket(limits.tokenRefresh),
    requests: bucket(limits.signInSignUps),
    // GoTrue's value, for which config.toml has no key.
    factors: createLimit(15, 60, now, burst)
  }
}

/** Enforces a minimum time between two events of one key. */
export interface Spacing {
  /** Seconds until the next event of `key` is allowed; 0 if it is allowed now. */
  wait(key: string): number
  mark(key: string): void
  /** Undoes `mark`, for example when the event failed: the next event is then allowed at once. */
  release(key: string): void
}

export function createSpacing(seconds: number, now: () => number = Date.now): Spacing {
  const last = new Map<string, number>()
  return {
    wait: (key) => Math.max(0, seconds - (now() - (last.get(key) ?? Number.NEGATIVE_INFINITY)) / 1000),
    mark(key) {
      last.delete(key)
      last.set(key, now())
      forgetOldest(last)
    },
    release: (key) => void last.delete(key)
  }
}

function forgetOldest(map: Map<string, unknown>): void {
  if (map.size <= maxKeys) return
  const [oldest] = map.keys()
  if (oldest !== undefined) map.delete(oldest)
}
