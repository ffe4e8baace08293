import { delay } from '@std/async/delay'
import { retry } from '@std/async/retry'
import type { Breaker, Pass } from './breaker.ts'
import { type Ask, exchange, isRepeatable, type Reply } from './exchange.ts'
import { type FailureKind, garbage, ProviderFailure } from './failure.ts'
import type { Meter } from './meter.ts'

/** Time limit for one call, over all attempts and providers. */
export interface Budget {
  /** In the time of `Date.now()`. */
  endsAt: number
  /** Gives up before this time. */
  signal?: AbortSignal
}

/** A request to a provider. */
export interface Question extends Ask {
  /** The operation; each has its own circuit. */
  operation: string
  /** Billed units, if not one per request. */
  units?: number
  /** A large request: a timeout is not retried and does not count against the provider. */
  isHeavy?: boolean
}

/** The client of one provider. */
export interface Client {
  /**
   * Sends the request, at most twice, and reads the response. A request that is not repeatable is retried only after
   * 429, when the server did not execute it.
   *
   * @param read throws a ProviderFailure for what the provider does not document
   * @throws {ProviderFailure}
   */
  ask<Result>(question: Question, budget: Budget, read: (json: unknown, status: number) => Result): Promise<Result>
}

export interface ClientOptions {
  /** The circuit of an operation: failures of one say nothing about the others. */
  breakerOf: (operation: string) => Breaker
  meter: Meter
  /** Per attempt. */
  timeoutMs: number
  maxBytes?: number
  fetcher?: typeof fetch
}

/** With less time left, no attempt is made. */
const LEAST_MS = 100
/** A random pause before the second attempt, so that requests which failed together do not return together. */
const PAUSE = { minTimeout: 250, maxTimeout: 250, jitter: 1, maxAttempts: 2 }

/** Failures that a second attempt may fix. A bad key, a bad request or an unexpected response stays the same. */
const PASSING: ReadonlySet<FailureKind> = new Set<FailureKind>(['network', 'timeout', 'server', 'throttled'])

/**
 * A provider behind a timeout for each attempt, one second attempt, a circuit breaker for each operation and a count. Failures
 * that one question causes (4xx, oversized response, slow large question) do not count against the provider, so clients
 * cannot open its circuit with bad or large questions.
 */
export function createClient({ breakerOf, meter, timeoutMs, maxBytes, fetcher }: ClientOptions): Client {
  return {
    async ask(question, budget, read) {
      let isLast = false
      let pauseMs = 0
      return await retry(async () => {
        if (pauseMs > 0) await delay(pauseMs)
        const pass = admit(question, budget)
        isLast ||= pass.isProbe
        return await tryOnce(question, budget, pass, read)
      }, {
        ...PAUSE,
        isRetriable(error) {
          if (isLast || !(error instanceof ProviderFailure) || !mayPass(error, question)) return false
          isLast = true
          pauseMs = error.retryAfterMs ?? 0
          return Date.now() + pauseMs + PAUSE.maxTimeout + LEAST_MS <= budget.endsAt
        },
      })
    },
  }

  function admit({ operation, units = 1 }: Question, { endsAt, signal }: Budget): Pass {
    if (signal?.aborted) throw new ProviderFailure('cancelled', 'another part of the question failed')
    if (endsAt - Date.now() < LEAST_MS) throw new ProviderFailure('timeout', 'no time was left to ask')
    const pass = breakerOf(operation).enter()
    if (!pass) throw new ProviderFailure('resting', 'failed too often just now')
    if (meter.take(units)) return pass
    pass.release()
    throw new ProviderFailure('spent', "today's cap is reached")
  }

  async function tryOnce<Result>(
    question: Question,
    { endsAt, signal }: Budget,
    pass: Pass,
    read: (json: unknown, status: number) => Result,
  ): Promise<Result> {
    const begunAt = Date.now()
    const left = endsAt - begunAt
    let headers: Headers | undefined
    const onHeaders = (heard: Headers) => {
      headers = heard
    }
    try {
      const options = { timeoutMs: Math.min(timeoutMs, left), maxBytes, signal, fetcher, onHeaders }
      const value = readSafely(await exchange(question, options), read)
      pass.succeed()
      meter.note({ ms: Date.now() - begunAt, headers })
      return value
    } catch (error) {
      if (error instanceof ProviderFailure) {
        settle(pass, error, left < timeoutMs || question.isHeavy === true)
        meter.note({ ms: Date.now() - begunAt, failure: error.kind, headers })
      } else pass.release()
      throw error
    }
  }

  /** @param mayBeLate had less time than usual because earlier providers used it, or a larger request */
  function settle(pass: Pass, { kind, retryAfterMs }: ProviderFailure, mayBeLate: boolean): void {
    if (kind === 'refused') pass.succeed()
    else if (kind === 'oversize' || kind === 'cancelled' || kind === 'timeout' && mayBeLate) pass.release()
    // The second attempt waits out a short pause.
    else pass.fail(retryAfterMs !== undefined && retryAfterMs > timeoutMs ? retryAfterMs : undefined)
  }
}

function mayPass({ kind }: ProviderFailure, question: Question): boolean {
  if (kind === 'timeout' && question.isHeavy) return false
  // After 429 the server did not execute the request.
  return PASSING.has(kind) && (isRepeatable(question) || kind === 'throttled')
}

/** Readers throw ProviderFailures; any other error means an unexpected response. */
function readSafely<Result>({ json, status }: Reply, read: (json: unknown, status: number) => Result): Result {
  try {
    return read(json, status)
  } catch (error) {
    const failure = error instanceof ProviderFailure ? error : garbage('the answer cannot be read')
    // A 4xx is caused by the request, even with an unknown body.
    throw status >= 400 && failure.kind === 'garbage' ? new ProviderFailure('refused', failure.message) : failure
  }
}
