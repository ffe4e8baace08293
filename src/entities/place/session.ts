/**
 * Mapbox's limits for a search session: number of requests, and age (ms). When one is reached, a new session begins. Other
 * providers end a session themselves.
 */
const MAX_REQUESTS = 50
const MAX_AGE_MS = 60 * 60_000

export interface SearchSession {
  /** The session's id for a request of suggestions; the first request starts a session. */
  suggesting(): string | undefined
  /** The session's id for the request of the chosen place; undefined if no search is running. */
  choosing(): string | undefined
  /** Ends the session after a choice, or after the text was cleared. Further typing starts another session. */
  end(): void
}

/**
 * Gives all requests of one search the same id (a session), because providers bill per session. A search lasts from the first
 * typed letter to the choice of a place.
 *
 * @param newId returns undefined if the browser makes no UUIDs; then the server makes one for each request
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
