import { serverHeaders } from '../kernel/database.ts'
import type { Environment } from '../kernel/env.ts'

/** The operator's settings for search and routes. */
export interface MapSettings {
  /** ISO 3166 code of the only country in which to search; null for all countries. */
  country: string | null
  /** Whether an estimate takes distance and time from the provider's distance matrix instead of from a route. */
  useDistanceMatrix: boolean
}

export type ReadMapSettings = () => Promise<MapSettings>

export interface MapSettingsOptions {
  fetcher?: typeof fetch
  now?: () => number
  /** Age (ms) after which the settings are read again in the background. */
  freshMs?: number
  /** Time limit for reading the settings, and the pause before the next attempt after a failure (ms). */
  patienceMs?: number
}

/** The settings until the database responds for the first time. */
const UNKNOWN: MapSettings = { country: null, useDistanceMatrix: false }
const FIELDS = 'country,restrict_country,use_distance_matrix'

/**
 * Creates a function that returns the settings in the table `settings`. It reads the table about once a minute. Callers wait
 * only for the first read, at most `patienceMs`. If a read fails, the last known values stay; if there are none, UNKNOWN is
 * returned.
 */
export function createMapSettings(
  { supabaseUrl, secretKey }: Pick<Environment, 'supabaseUrl' | 'secretKey'>,
  { fetcher = fetch, now = Date.now, freshMs = 60_000, patienceMs = 2000 }: MapSettingsOptions = {},
): ReadMapSettings {
  let known: MapSettings | null = null
  let askAgainAt = 0
  let pending: Promise<void> | null = null

  const refresh = async () => {
    try {
      const answer = await fetcher(`${supabaseUrl}/rest/v1/settings?select=${FIELDS}&limit=1`, {
        headers: serverHeaders(secretKey),
        signal: AbortSignal.timeout(patienceMs),
      })
      if (!answer.ok) {
        await answer.body?.cancel()
        throw new Error(`status ${answer.status}`)
      }
      known = readRow(await answer.json())
      askAgainAt = now() + freshMs
    } catch (error) {
      known ??= UNKNOWN
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
    return known ?? UNKNOWN
  }
}

function readRow(rows: unknown): MapSettings {
  const [row] = Array.isArray(rows) ? rows as Record<string, unknown>[] : []
  if (!row) throw new Error('there is no row')
  const { country, restrict_country, use_distance_matrix } = row
  return {
    country: restrict_country === true && typeof country === 'string' ? country : null,
    useDistanceMatrix: use_distance_matrix === true,
  }
}
