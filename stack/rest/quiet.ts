import { AsyncLocalStorage } from 'node:async_hooks'

interface Capture {
  errors: unknown[]
}

const current = new AsyncLocalStorage<Capture>()
let installed = false

/** Replaces the console's methods once. Output within `captureConsole` is not printed, and errors are collected. */
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
 * Runs `work` without its output on the console: the library prints each database error, even of refused requests. The caller
 * of this function decides which errors to log.
 *
 * @returns The result of `work`, and the last printed error as fields for the log.
 */
export async function captureConsole<T>(work: () => Promise<T>): Promise<[T, Record<string, unknown>]> {
  install()
  const capture: Capture = { errors: [] }
  const result = await current.run(capture, work)
  return [result, capture.errors.length > 0 ? describe(capture.errors.at(-1)) : {}]
}
