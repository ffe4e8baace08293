import { serverHeaders } from '../kernel/database.ts'
import type { Environment } from '../kernel/env.ts'

/** The operator's settings for search and routes. */
export interface MapSettings {
  /** Search only in this country, ISO 3166; null for all countries. */
  country: string | null
  /** Whether distance and time of an estimate come from the matrix instead of the route. */
  useDistanceMatrix: boolean
}

export type ReadMapSettings = () => Promise<MapSettings>

export interface MapSettingsOptions {
  fetcher?: typeof fetch
  now?: () => number
  /** Age (ms) after which the settings are read again in the background. */
  freshMs?: number
  /** How long the first caller waits for the settings, and the pause after a failure (ms). */
  patienceMs?: number
}

/** The settings until the database responds for the first time. */
const UNKNOWN: MapSettings = { country: null, useDistanceMatrix: false }
const FIELDS = 'country,restrict_country,use_distance_matrix'

/**
 * Reads `settings` about once a minute. Only the first caller waits, and only briefly: if the database does not respond, the last
 * known values stay.
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
