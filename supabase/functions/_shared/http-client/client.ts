import { setTimeout as delay } from 'node:timers/promises'
import type { Breaker, Pass } from './breaker.ts'
import { type Ask, exchange, isRepeatable, type Reply } from './exchange.ts'
import { type FailureKind, garbage, ProviderFailure } from './failure.ts'
import type { Meter } from './meter.ts'

/** Time limit for one call, over all attempts and providers. */
export interface Budget {
  /** When the time is over (ms since 1970, as in `Date.now()`). */
  endsAt: number
  /** Cancels the request, for example because another part of the same call failed. */
  signal?: AbortSignal
}

/** A request to a provider, with what the client needs to know for retries, circuit breaker and billing. */
export interface Question extends Ask {
  /** Name of the provider's operation, such as a search; each operation has its own circuit breaker. */
  operation: string
  /** Units that the provider bills for this request; default: 1. */
  units?: number
  /** Whether the request is large: then a timeout is not retried and does not count against the provider. */
  isHeavy?: boolean
}

/** The client of one provider. */
export interface Client {
  /**
   * Sends the request, at most twice, and reads the response. A request that is not repeatable is sent a second time only after
   * the status 429, which says that the server has not executed it.
   *
   * @param read turns the JSON into the result; throws a ProviderFailure for a response that the provider does not document
   * @throws {ProviderFailure} of the last attempt
   */
  ask<Result>(question: Question, budget: Budget, read: (json: unknown, status: number) => Result): Promise<Result>
}

export interface ClientOptions {
  /** Returns the circuit breaker of an operation. Each operation has its own: failures of a search say nothing about routes. */
  breakerOf: (operation: string) => Breaker
  meter: Meter
  /** Time limit of each attempt (ms). */
  timeoutMs: number
  maxBytes?: number
  fetcher?: typeof fetch
}

/** No attempt is made if less time than this is left (ms). */
const LEAST_MS = 100
/** Longest random pause before the retry (ms), so that requests which failed together are not retried together. */
const LONGEST_PAUSE_MS = 250

/** Kinds of failure that a second attempt may fix. A bad key, a bad request or an unexpected response would stay the same. */
const PASSING: ReadonlySet<FailureKind> = new Set<FailureKind>(['network', 'timeout', 'server', 'throttled'])

/**
 * Creates the client of one provider: a timeout for each attempt, at most one retry, a circuit breaker for each operation, and
 * a count of all requests. Failures that the request itself causes do not count against the provider: a refused request, an
 * oversized response, a timeout of a large request. So our clients cannot open the provider's circuit with bad or large
 * requests.
 */
export function createClient({ breakerOf, meter, timeoutMs, maxBytes, fetcher }: ClientOptions): Client {
  return {
    async ask(question, budget, read) {
      const pass = admit(question, budget)
      try {
        return await tryOnce(question, budget, pass, read)
      } catch (error) {
        if (pass.isProbe || !(error instanceof ProviderFailure) || !mayPass(error, question)) throw error
        const { retryAfterMs = 0 } = error
        if (Date.now() + retryAfterMs + LONGEST_PAUSE_MS + LEAST_MS > budget.endsAt) throw error
        await delay(retryAfterMs + Math.random() * LONGEST_PAUSE_MS)
        return await tryOnce(question, budget, admit(question, budget), read)
      }
    },
  }

  function admit({ operation, units = 1 }: Question, { endsAt, signal }: Budget): Pass {
    if (signal?.aborted) throw new ProviderFailure('cancelled', 'another part of the question failed')
    if (endsAt - Date.now() < LEAST_MS) throw new ProviderFailure('timeout', 'no time was left to ask', { isUnsent: true })
    const pass = breakerOf(operation).enter()
    if (!pass) throw new ProviderFailure('resting', 'failed too often just now', { isUnsent: true })
    if (meter.take(units)) return pass
    pass.release()
    throw new ProviderFailure('spent', "today's cap is reached", { isUnsent: true })
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

  /**
   * Reports a failure to the circuit breaker. Most failures count against the provider. A refusal counts as a success, because
   * the provider has answered. An oversized response, a cancelled request and some timeouts (`mayBeLate`) do not count at all.
   *
   * @param mayBeLate whether a timeout does not count, because earlier providers used up part of the time or the request is
   * large
   */
  function settle(pass: Pass, { kind, retryAfterMs }: ProviderFailure, mayBeLate: boolean): void {
    if (kind === 'refused') pass.succeed()
    else if (kind === 'oversize' || kind === 'cancelled' || kind === 'timeout' && mayBeLate) pass.release()
    // If the provider asks for a pause shorter than the timeout, the circuit stays closed: the retry waits for the pause.
    else pass.fail(retryAfterMs !== undefined && retryAfterMs > timeoutMs ? retryAfterMs : undefined)
  }
}

function mayPass({ kind }: ProviderFailure, question: Question): boolean {
  if (kind === 'timeout' && question.isHeavy) return false
  // A request that got 429 may be sent again even if it changes something: the server did not execute it.
  return PASSING.has(kind) && (isRepeatable(question) || kind === 'throttled')
}

/** Calls a reader. An error that is no ProviderFailure means a response in an unexpected form and becomes `garbage`. */
function readSafely<Result>({ json, status }: Reply, read: (json: unknown, status: number) => Result): Result {
  try {
    return read(json, status)
  } catch (error) {
    const failure = error instanceof ProviderFailure ? error : garbage('the answer cannot be read')
    // A 4xx status means a refusal caused by the request, even if the body is unreadable.
    throw status >= 400 && failure.kind === 'garbage' ? new ProviderFailure('refused', failure.message, { status }) : failure
  }
}
