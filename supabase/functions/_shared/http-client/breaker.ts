export interface BreakerOptions {
  /** Number of failures within the window after which the circuit opens. */
  failures: number
  windowMs: number
  /** How long an open circuit blocks requests before one request may probe the provider (ms). */
  restMs: number
}

export const BREAKER: BreakerOptions = { failures: 5, windowMs: 30_000, restMs: 15_000 }

export type BreakerState = 'closed' | 'open' | 'half-open'

/** Permission to send one request. Report the outcome by exactly one of its methods: `succeed`, `fail` or `release`. */
export interface Pass {
  /** Whether this request probes a provider whose circuit was open. */
  isProbe: boolean
  succeed(): void
  /**
   * Counts a failure.
   *
   * @param restMs pause in ms that the provider asked for; if given, the circuit opens at once, for this time
   */
  fail(restMs?: number): void
  /** Ends the request without counting its outcome for or against the provider. */
  release(): void
}

export interface Breaker {
  /** Returns a pass for one request; null while the circuit is open, or while another request is probing. */
  enter(): Pass | null
  state(): BreakerState
}

/**
 * Creates a circuit breaker. `failures` failures within `windowMs` open the circuit. After `restMs` one request may probe the
 * provider: success closes the circuit, failure opens it again.
 */
export function createBreaker(
  { failures, windowMs, restMs }: BreakerOptions = BREAKER,
  { now = Date.now, onChange = () => {} }: { now?: () => number; onChange?: (state: BreakerState) => void } = {},
): Breaker {
  let state: BreakerState = 'closed'
  let opensUntil = 0
  let failedAt: number[] = []

  const change = (next: BreakerState) => {
    if (state === next) return
    state = next
    onChange(next)
  }
  const open = (forMs: number) => {
    opensUntil = now() + forMs
    failedAt = []
    change('open')
  }

  return {
    state: () => state,
    enter() {
      if (state === 'closed') {
        return {
          isProbe: false,
          succeed: () => {},
          release: () => {},
          fail(askedMs) {
            // Ignore a response to a request that was sent before the circuit opened.
            if (state !== 'closed') return
            if (askedMs !== undefined) return open(askedMs)
            failedAt = [...failedAt.filter((at) => at > now() - windowMs), now()]
            if (failedAt.length >= failures) open(restMs)
          },
        }
      }
      if (state === 'half-open' || now() < opensUntil) return null
      change('half-open')
      return {
        isProbe: true,
        succeed: () => change('closed'),
        fail: (askedMs = restMs) => open(askedMs),
        release: () => change('open'),
      }
    },
  }
}

/** Returns a function that finds the circuit breaker of a name and creates it on first use. */
export function createBreakers<Name extends string>(
  options: BreakerOptions = BREAKER,
  { now = Date.now, onChange = () => {} }: {
    now?: () => number
    onChange?: (name: Name, state: BreakerState) => void
  } = {},
): (name: Name) => Breaker {
  const breakers = new Map<Name, Breaker>()
  return (name) => {
    const known = breakers.get(name)
    if (known) return known
    const breaker = createBreaker(options, { now, onChange: (state) => onChange(name, state) })
    breakers.set(name, breaker)
    return breaker
  }
}
