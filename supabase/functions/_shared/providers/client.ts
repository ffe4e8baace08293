import type { Breaker, Pass } from './breaker.ts'
import { type Ask, exchange, type Reply } from './exchange.ts'
import { type FailureKind, garbage, ProviderFailure } from './failure.ts'
import type { Meter } from './meter.ts'
import type { Budget } from './types.ts'

/** Asks one provider. */
export interface Client {
  /**
   * Asks, at most twice, and reads the answer.
   *
   * @param read throws a ProviderFailure for what the provider does not document
   * @throws {ProviderFailure}
   */
  ask<Result>(request: Ask, budget: Budget, read: (json: unknown, status: number) => Result): Promise<Result>
}

export interface ClientOptions {
  breaker: Breaker
  meter: Meter
  /** For one attempt. */
  timeoutMs: number
  maxBytes?: number
  fetcher?: typeof fetch
}

/** Less is not worth an attempt. */
const LEAST_MS = 100
/** Up to so long before the second attempt, so that many who failed together do not come back together. */
const JITTER_MS = 250

/** What a second attempt may mend. A key or a request that is no good stays so, and so does an answer of another kind. */
const PASSING: ReadonlySet<FailureKind> = new Set<FailureKind>(['network', 'timeout', 'server', 'throttled'])

/**
 * A provider behind a timeout for each attempt, one second attempt, a circuit breaker and a count. A refusal of one
 * request (4xx) says nothing about the provider, so clients cannot switch it off by asking nonsense.
 */
export function createClient({ breaker, meter, timeoutMs, maxBytes, fetcher }: ClientOptions): Client {
  return {
    async ask(request, budget, read) {
      for (let attempt = 1;; attempt++) {
        const pass = admit(budget)
        const failure = await tryOnce(request, budget, pass, read)
        if (!(failure instanceof ProviderFailure)) return failure.value
        const wait = failure.retryAfterMs ?? Math.random() * JITTER_MS
        const isLate = Date.now() + wait + LEAST_MS > budget.endsAt
        if (attempt === 2 || pass.isProbe || isLate || !PASSING.has(failure.kind)) throw failure
        await new Promise((resolve) => setTimeout(resolve, wait))
      }
    },
  }

  function admit({ endsAt }: Budget): Pass {
    if (endsAt - Date.now() < LEAST_MS) throw new ProviderFailure('timeout', 'no time was left to ask')
    const pass = breaker.enter()
    if (!pass) throw new ProviderFailure('resting', 'failed too often just now')
    if (meter.take()) return pass
    pass.release()
    throw new ProviderFailure('spent', "today's cap is reached")
  }

  async function tryOnce<Result>(
    request: Ask,
    { endsAt }: Budget,
    pass: Pass,
    read: (json: unknown, status: number) => Result,
  ): Promise<ProviderFailure | { value: Result }> {
    const begunAt = Date.now()
    const left = endsAt - begunAt
    let headers: Headers | undefined
    const onHeaders = (heard: Headers) => {
      headers = heard
    }
    try {
      const options = { timeoutMs: Math.min(timeoutMs, left), maxBytes, fetcher, onHeaders }
      const value = readSafely(await exchange(request, options), read)
      pass.succeed()
      meter.note({ ms: Date.now() - begunAt, headers })
      return { value }
    } catch (error) {
      if (!(error instanceof ProviderFailure)) {
        pass.release()
        throw error
      }
      settle(pass, error, left)
      meter.note({ ms: Date.now() - begunAt, failure: error.kind, headers })
      return error
    }
  }

  function settle(pass: Pass, { kind, retryAfterMs }: ProviderFailure, left: number): void {
    if (kind === 'refused') pass.succeed()
    // Who came late, after others took the time, was given less than the usual.
    else if (kind === 'timeout' && left < timeoutMs) pass.release()
    // A short pause is the second attempt's to keep.
    else pass.fail(retryAfterMs !== undefined && retryAfterMs > timeoutMs ? retryAfterMs : undefined)
  }
}

/** Our own readers speak in ProviderFailures; whatever else they throw came of an answer nobody thought of. */
function readSafely<Result>({ json, status }: Reply, read: (json: unknown, status: number) => Result): Result {
  try {
    return read(json, status)
  } catch (error) {
    throw error instanceof ProviderFailure ? error : garbage('the answer cannot be read')
  }
}
