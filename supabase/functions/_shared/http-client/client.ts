import type { Breaker, Pass } from './breaker.ts'
import { type Ask, exchange, type Reply } from './exchange.ts'
import { type FailureKind, garbage, ProviderFailure } from './failure.ts'
import type { Meter } from './meter.ts'

/** How long somebody waits for an answer, over all attempts and providers. */
export interface Budget {
  /** Time by `Date.now()`. */
  endsAt: number
  /** Gives up before. */
  signal?: AbortSignal
}

/** What a provider is asked. */
export interface Question extends Ask {
  /** What it is asked for; each has a circuit of its own. */
  operation: string
  /** What it bills, where that is not one request. */
  units?: number
  /** So large that a timeout speaks of the question: it is not tried again, and does not count against the provider. */
  isHeavy?: boolean
}

/** Asks one provider. */
export interface Client {
  /**
   * Asks, at most twice, and reads the answer.
   *
   * @param read throws a ProviderFailure for what the provider does not document
   * @throws {ProviderFailure}
   */
  ask<Result>(question: Question, budget: Budget, read: (json: unknown, status: number) => Result): Promise<Result>
}

export interface ClientOptions {
  /** The circuit of an operation: trouble with one says nothing about the others. */
  breakerOf: (operation: string) => Breaker
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
 * A provider behind a timeout for each attempt, one second attempt, a circuit breaker for each operation and a count. What
 * comes of one question alone (4xx, too long an answer, too long a search) says nothing about the provider, so clients
 * cannot switch it off by asking nonsense or much.
 */
export function createClient({ breakerOf, meter, timeoutMs, maxBytes, fetcher }: ClientOptions): Client {
  return {
    async ask(question, budget, read) {
      for (let attempt = 1;; attempt++) {
        const pass = admit(question, budget)
        const failure = await tryOnce(question, budget, pass, read)
        if (!(failure instanceof ProviderFailure)) return failure.value
        const wait = failure.retryAfterMs ?? Math.random() * JITTER_MS
        const isLate = Date.now() + wait + LEAST_MS > budget.endsAt
        if (attempt === 2 || pass.isProbe || isLate || !mayPass(failure, question)) throw failure
        await new Promise((resolve) => setTimeout(resolve, wait))
      }
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
  ): Promise<ProviderFailure | { value: Result }> {
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
      return { value }
    } catch (error) {
      if (!(error instanceof ProviderFailure)) {
        pass.release()
        throw error
      }
      settle(pass, error, left < timeoutMs || question.isHeavy === true)
      meter.note({ ms: Date.now() - begunAt, failure: error.kind, headers })
      return error
    }
  }

  /** @param mayBeLate was given less time than the usual, after others took it, or more to do */
  function settle(pass: Pass, { kind, retryAfterMs }: ProviderFailure, mayBeLate: boolean): void {
    if (kind === 'refused') pass.succeed()
    else if (kind === 'oversize' || kind === 'cancelled' || kind === 'timeout' && mayBeLate) pass.release()
    // A short pause is the second attempt's to keep.
    else pass.fail(retryAfterMs !== undefined && retryAfterMs > timeoutMs ? retryAfterMs : undefined)
  }
}

const mayPass = ({ kind }: ProviderFailure, { isHeavy = false }: Question): boolean =>
  PASSING.has(kind) && !(kind === 'timeout' && isHeavy)

/** Our own readers speak in ProviderFailures; whatever else they throw came of an answer nobody thought of. */
function readSafely<Result>({ json, status }: Reply, read: (json: unknown, status: number) => Result): Result {
  try {
    return read(json, status)
  } catch (error) {
    const failure = error instanceof ProviderFailure ? error : garbage('the answer cannot be read')
    // A refusal speaks of the request, also by a word that we do not know.
    throw status >= 400 && failure.kind === 'garbage' ? new ProviderFailure('refused', failure.message) : failure
  }
}
