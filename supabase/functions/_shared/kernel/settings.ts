import { serverHeaders } from './database.ts'
import type { Environment } from './env.ts'

export interface SettingsOptions {
  fetcher?: typeof fetch
  now?: () => number
  /** Age (ms) after which the settings are read again. */
  freshMs?: number
  /** Time limit for reading the settings, and the pause before the next attempt after a failure (ms). */
  patienceMs?: number
  /** How long (ms) a caller waits for settings that are read again; then the last known count. */
  waitMs?: number
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
 * Creates a function that returns settings of the operator. It reads the table `settings` at most every four seconds, so that a
 * change of the country or of the firm's name reaches every function within five. Callers wait for a read: for the first at most
 * `patienceMs`, for further ones `waitMs`. If a read fails or takes longer, the last known values count; if there are none,
 * `unknown` is returned.
 */
export function createSettings<Settings>(
  { supabaseUrl, secretKey }: Pick<Environment, 'supabaseUrl' | 'secretKey'>,
  { fields = [], call, read, unknown }: Reading<Settings>,
  { fetcher = fetch, now = Date.now, freshMs = 4000, patienceMs = 2000, waitMs = 250 }: SettingsOptions = {},
): () => Promise<Settings> {
  const path = call ? `rpc/${call}` : `settings?select=${fields.join(',')}&limit=1`
  let known: { settings: Settings } | null = null
  let askAgainAt = 0
  let pending: Promise<void> | null = null

  const refresh = async () => {
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
      known = { settings: read(row as Record<string, unknown>) }
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
      await (known ? atMost(waitMs, pending) : pending)
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
