/** Matches the error messages of browsers and Vite when code cannot be loaded. */
const missing = /dynamically imported module|importing a module script|preload css/i

/** Whether code failed to load, rather than failed while running. */
export const isMissing = (error: unknown) => error instanceof Error && missing.test(error.message)

const SHORTEST_MS = 1000
const LONGEST_MS = 15_000

/** Resolves when a retry makes sense: when the browser is online again, otherwise after an exponentially growing pause. */
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
 * Loads a part of the program and retries until it arrives. Offline, it waits for the network.
 *
 * @throws what the part itself throws when it starts
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
