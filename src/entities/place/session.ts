/** Mapbox's limits of a session; others end one sooner or later by themselves. */
const MAX_REQUESTS = 50
const MAX_AGE_MS = 60 * 60_000

export interface SearchSession {
  /** The session's UUID for a request of suggestions; the first one starts it. */
  suggesting(): string | undefined
  /** The session's UUID for the choice; none without a search. */
  choosing(): string | undefined
  /** After a choice or clearing: further typing is a new session. */
  end(): void
}

/**
 * Ties the keystrokes of one search to the final choice, for the providers' billing.
 *
 * @param newId returns nothing if the browser makes no UUIDs; then the server makes one for each request
 */
export function createSearchSession(
  newId: () => string | undefined = () => globalThis.crypto?.randomUUID?.(),
  now: () => number = Date.now
): SearchSession {
  let id: string | undefined
  let requests = 0
  let endsAt = 0
  return {
    suggesting() {
      if (id === undefined || requests >= MAX_REQUESTS || now() >= endsAt) {
        id = newId()
        requests = 0
        endsAt = now() + MAX_AGE_MS
      }
      requests++
      return id
    },
    choosing: () => (now() < endsAt ? id : undefined),
    end() {
      id = undefined
    }
  }
}
