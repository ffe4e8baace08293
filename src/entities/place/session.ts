/** What Mapbox takes as one session; others end one sooner or later than that without asking. */
const MAX_REQUESTS = 50
const MAX_AGE_MS = 60 * 60_000

export interface SearchSession {
  /** The session's UUID for one more request of suggestions; the first begins it. */
  suggesting(): string | undefined
  /** The session's UUID for the choice; none where nothing was searched for. */
  choosing(): string | undefined
  /** A choice was made, or the search was cleared: what is typed next is another one. */
  end(): void
}

/**
 * Ties the keystrokes of one search to the choice that ends it, by which providers bill.
 *
 * @param newId answers nothing where the browser makes no UUIDs; then the server makes one for each request
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
