export interface BreakerOptions {
  /** Failures within the window that open the circuit. */
  failures: number
  windowMs: number
  /** How long it stays open before one request probes the provider. */
  restMs: number
}

export const BREAKER: BreakerOptions = { failures: 5, windowMs: 30_000, restMs: 15_000 }

export type BreakerState = 'closed' | 'open' | 'half-open'

/** Permission for one request; call exactly one of the three. */
export interface Pass {
  /** This request probes a provider after its rest. */
  isProbe: boolean
  succeed(): void
  /** @param restMs pause that the provider asked for; opens the circuit at once */
  fail(restMs?: number): void
  /** The outcome says nothing about the provider. */
  release(): void
}

export interface Breaker {
  /** Null while the circuit is open, or another request is probing. */
  enter(): Pass | null
  state(): BreakerState
}

/**
 * A circuit breaker. It opens after so many failures within a window; when it has been open for a while, one request may
 * try: its success closes it, its failure opens it anew.
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
            // An answer to what was asked before the circuit opened says nothing new.
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

/** A breaker for each name, made when it is asked for. */
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
