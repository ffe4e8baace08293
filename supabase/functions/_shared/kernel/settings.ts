import { serverHeaders } from './database.ts'
import type { Environment } from './env.ts'

export interface SettingsOptions {
  fetcher?: typeof fetch
  now?: () => number
  /** Age (ms) after which the settings are read again in the background. */
  freshMs?: number
  /** Time limit for reading the settings, and the pause before the next attempt after a failure (ms). */
  patienceMs?: number
}

interface Reading<Settings> {
  /** Columns of the table `settings`. */
  fields: readonly string[]
  read(row: Record<string, unknown>): Settings
  /** The settings until the database responds for the first time. */
  unknown: Settings
}

/**
 * Creates a function that returns settings of the operator. It reads the table `settings` about once a minute. Callers wait
 * only for the first read, at most `patienceMs`. If a read fails, the last known values stay; if there are none, `unknown` is
 * returned.
 */
export function createSettings<Settings>(
  { supabaseUrl, secretKey }: Pick<Environment, 'supabaseUrl' | 'secretKey'>,
  { fields, read, unknown }: Reading<Settings>,
  { fetcher = fetch, now = Date.now, freshMs = 60_000, patienceMs = 2000 }: SettingsOptions = {},
): () => Promise<Settings> {
  let known: { settings: Settings } | null = null
  let askAgainAt = 0
  let pending: Promise<void> | null = null

  const refresh = async () => {
    try {
      const answer = await fetcher(`${supabaseUrl}/rest/v1/settings?select=${fields.join(',')}&limit=1`, {
        headers: serverHeaders(secretKey),
        signal: AbortSignal.timeout(patienceMs),
      })
      if (!answer.ok) {
        await answer.body?.cancel()
        throw new Error(`status ${answer.status}`)
      }
      const rows: unknown = await answer.json()
      const [row] = Array.isArray(rows) ? rows as Record<string, unknown>[] : []
      if (!row) throw new Error('there is no row')
      known = { settings: read(row) }
      askAgainAt = now() + freshMs
    } catch (error) {
      known ??= { settings: unknown }
      askAgainAt = now() + Math.min(patienceMs, freshMs)
      console.error(`settings: ${error instanceof Error ? error.message : String(error)}`)
    }
  }

  return async () => {
    if (now() >= askAgainAt) {
      pending ??= refresh().finally(() => {
        pending = null
      })
      if (!known) await pending
    }
    return known?.settings ?? unknown
  }
}
