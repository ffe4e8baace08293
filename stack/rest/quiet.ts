import { AsyncLocalStorage } from 'node:async_hooks'

interface Capture {
  errors: unknown[]
}

const current = new AsyncLocalStorage<Capture>()
let installed = false

/** Wraps the console once: output inside a captured call is collected, all other output is printed. */
function install(): void {
  if (installed) return
  installed = true
  for (const method of ['log', 'info', 'warn', 'error'] as const) {
    const print = console[method].bind(console)
    console[method] = (...args: unknown[]) => {
      const capture = current.getStore()
      if (!capture) print(...args)
      else if (method === 'error') capture.errors.push(...args)
    }
  }
}

function describe(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: String(error) }
  const source = error.cause instanceof Error ? error.cause : error
  return { message: source.message, ...('code' in source ? { code: source.code } : {}) }
}

/**
 * Runs `work` with the console silenced. The library prints each database error, including refusals; the caller decides
 * which of them to log.
 *
 * @returns The result, and the printed errors, for the log.
 */
export async function captureConsole<T>(work: () => Promise<T>): Promise<[T, Record<string, unknown>]> {
  install()
  const capture: Capture = { errors: [] }
  const result = await current.run(capture, work)
  return [result, capture.errors.length > 0 ? describe(capture.errors.at(-1)) : {}]
}
