/** What browsers and Vite say when a part of the program did not arrive. */
const missing = /dynamically imported module|importing a module script|preload css/i

/** Whether a part of the program did not arrive, rather than failed at its work. */
export const isMissing = (error: unknown) => error instanceof Error && missing.test(error.message)

const SHORTEST_MS = 1000
const LONGEST_MS = 15_000

/** Resolves when a next try is worth it: once the browser is online again, else after a growing pause. */
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
 * A part of the program, asked for until it comes: without a connection it is waited for, and nothing breaks meanwhile.
 *
 * @throws what the part itself throws while it starts
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
