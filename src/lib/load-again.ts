/** Matches the error messages with which browsers and Vite report that code cannot be loaded. */
const missing = /dynamically imported module|importing a module script|preload css/i

/** Returns whether code could not be loaded. Other errors come from the loaded code itself. */
export const isMissing = (error: unknown) => error instanceof Error && missing.test(error.message)

const SHORTEST_MS = 1000
const LONGEST_MS = 15_000

/**
 * Resolves when the next attempt may start: as soon as the browser is online again, or else after a pause. The pause doubles
 * with each attempt, up to `LONGEST_MS`.
 */
function nextTry(attempt: number): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      window.removeEventListener('online', done)
      resolve()
    }
    const timer = setTimeout(done, Math.min(LONGEST_MS, SHORTEST_MS * 2 ** attempt))
    window.addEventListener('online', done)
  })
}

/**
 * Loads a part of the program, and retries until it has arrived: as soon as the network returns, or after 1 to 15 seconds.
 *
 * @throws the error that the part itself throws when it starts
 */
export async function loadAgain<T>(load: () => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await load()
    } catch (error) {
      if (!isMissing(error)) throw error
      await nextTry(attempt)
    }
  }
}
