import { serverHeaders } from './database.ts'
import type { Environment } from './env.ts'

export interface SettingsOptions {
  fetcher?: typeof fetch
  now?: () => number
  /** Age (ms) after which the settings are read again, in the background. */
  freshMs?: number
  /** Age (ms) from which callers wait for that read. */
  oldMs?: number
  /** Time limit for reading the settings, and the pause before the next attempt after a failure (ms). */
  patienceMs?: number
  /** How long (ms) a caller waits if the database did not respond within the last `oldMs`. */
  outageMs?: number
}

interface Reading<Settings> {
  /** Columns of the table `settings`, or a SQL function whose JSON object is read instead. */
  fields?: readonly string[]
  call?: string
  read(row: Record<string, unknown>): Settings
  /** The settings until the database responds for the first time. */
  unknown: Settings
}

/**
 * Creates a function that returns settings of the operator. They are at most five seconds old, however long the function was
 * idle, so that a change of the country or of the firm's name reaches every function in that time: the table `settings` is read
 * again after four seconds, and who calls after five waits for it. Only while the database is unreachable (it fails, or does not
 * respond within `patienceMs`) do older values count, or `unknown` if there are none; the log says so.
 */
export function createSettings<Settings>(
  { supabaseUrl, secretKey }: Pick<Environment, 'supabaseUrl' | 'secretKey'>,
  { fields = [], call, read, unknown }: Reading<Settings>,
  { fetcher = fetch, now = Date.now, freshMs = 4000, oldMs = 5000, patienceMs = 2000, outageMs = 250 }:
    SettingsOptions = {},
): () => Promise<Settings> {
  const path = call ? `rpc/${call}` : `settings?select=${fields.join(',')}&limit=1`
  let known: { settings: Settings; at: number } | null = null
  let failedAt = -Infinity
  let pending: Promise<void> | null = null

  const refresh = async () => {
    // What is read is at least as new as the request.
    const at = now()
    try {
      const answer = await fetcher(`${supabaseUrl}/rest/v1/${path}`, {
        headers: serverHeaders(secretKey),
        signal: AbortSignal.timeout(patienceMs),
      })
      if (!answer.ok) {
        await answer.body?.cancel()
        throw new Error(`status ${answer.status}`)
      }
      const body: unknown = await answer.json()
      const row: unknown = Array.isArray(body) ? body[0] : body
      if (typeof row !== 'object' || row === null) throw new Error('there is no row')
      known = { settings: read(row as Record<string, unknown>), at }
      failedAt = -Infinity
    } catch (error) {
      failedAt = now()
      const instead = known ? `those of ${Math.round((failedAt - known.at) / 1000)} s ago count` : 'none are known'
      console.error(`settings: ${error instanceof Error ? error.message : String(error)}; ${instead}`)
    }
  }

  return async () => {
    const age = known ? now() - known.at : Infinity
    const sinceFailure = now() - failedAt
    if (age >= freshMs && sinceFailure >= Math.min(patienceMs, freshMs)) {
      pending ??= refresh().finally(() => {
        pending = null
      })
      if (age >= oldMs) await (sinceFailure < oldMs ? atMost(outageMs, pending) : pending)
    }
    return known?.settings ?? unknown
  }
}

/** Waits for work that does not fail, at most for a time (ms). */
const atMost = (ms: number, work: Promise<void>): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    work.then(() => {
      clearTimeout(timer)
      resolve()
    })
  })
