import type { Database } from '../kernel/database.ts'
import type { FailureKind } from './failure.ts'

/** The outcome of one request to a provider, which the meter counts. */
export interface Outcome {
  ms: number
  /** Kind of the failure; absent on success. */
  failure?: FailureKind | undefined
  headers?: Headers | undefined
}

export interface Meter {
  /** Counts the units of a request before it is sent. Returns false if the daily cap is reached. */
  take(units?: number): boolean
  note(outcome: Outcome): void
  /** Writes a log line with the counts since the last line, if there are any. */
  flush(): void
}

export interface MeterOptions {
  name: string
  /** Writes one line of JSON. */
  log: (line: Record<string, unknown>) => void
  /** Largest number of units per day; unlimited by default. With `database` all instances of the function share the limit. */
  dailyCap?: number | undefined
  database?: Pick<Database, 'rpc'> | undefined
  intervalMs?: number
  now?: () => number
}

const INTERVAL_MS = 5 * 60_000
const DAY_SECS = 24 * 60 * 60
/**
 * After the database has refused units because the cap is reached, the meter refuses requests for this long, then asks again.
 */
const ASK_AGAIN_MS = 10 * 60_000
/** Headers with which Mapbox and others report their own rate limit in each response; the meter logs them. */
const RATE_HEADERS = /^x-rate-?limit-(limit|remaining|interval|reset)$/

const nothing = () => ({ calls: 0, errors: 0, throttled: 0, ms: 0, msMax: 0, kinds: {} as Record<string, number> })

/** Creates a meter, which counts the requests to a provider, logs the counts at intervals, and enforces the daily cap. */
export function createMeter(
  { name, log, dailyCap, database, intervalMs = INTERVAL_MS, now = Date.now }: MeterOptions,
): Meter {
  let counted = nothing()
  let since = now()
  let rate: Record<string, string> = {}
  let today = { endsAt: 0, units: 0 }
  let spentUntil = 0

  const flush = () => {
    const { calls, errors, throttled, ms, msMax, kinds } = counted
    if (calls > 0) {
      log({
        event: 'provider_usage',
        provider: name,
        calls,
        errors,
        throttled,
        ms_mean: Math.round(ms / calls),
        ms_max: Math.round(msMax),
        ...(errors > 0 && { failures: kinds }),
        ...(dailyCap !== undefined && { today: today.units, daily_cap: dailyCap }),
        ...(Object.keys(rate).length > 0 && { rate_limit: rate }),
      })
    }
    counted = nothing()
    since = now()
  }

  /** Takes the units from the database's counter. All instances of the function share it, and it survives their end. */
  const takeOfAll = (cap: number, cost: number) => {
    database?.rpc<boolean>('take_rate_limit', {
      bucket: `provider:${name}`,
      limit_count: cap,
      window_secs: DAY_SECS,
      cost,
    }).then((isAllowed) => {
      if (isAllowed === false) spentUntil = now() + ASK_AGAIN_MS
    }, () => {})
  }

  return {
    flush,
    take(units = 1) {
      if (now() - since >= intervalMs) flush()
      if (dailyCap === undefined) return true
      if (now() >= today.endsAt) today = { endsAt: now() + DAY_SECS * 1000, units: 0 }
      if (today.units + units > dailyCap || now() < spentUntil) return false
      today.units += units
      takeOfAll(dailyCap, units)
      return true
    },
    note({ ms, failure, headers }) {
      counted.calls++
      counted.ms += ms
      counted.msMax = Math.max(counted.msMax, ms)
      if (failure) {
        counted.errors++
        counted.kinds[failure] = (counted.kinds[failure] ?? 0) + 1
        if (failure === 'throttled') counted.throttled++
      }
      const said = [...headers ?? []].flatMap(([header, value]) => {
        const [, part] = RATE_HEADERS.exec(header.toLowerCase()) ?? []
        return part && /^[\w .;=,:-]{1,40}$/.test(value) ? [[part, value]] : []
      })
      if (said.length > 0) rate = Object.fromEntries(said)
    },
  }
}
