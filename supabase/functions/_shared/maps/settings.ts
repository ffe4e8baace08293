import { serverHeaders } from '../kernel/database.ts'
import type { Environment } from '../kernel/env.ts'

/** What the operator's settings say about searching and routing. */
export interface MapSettings {
  /** Places of this country alone, ISO 3166; null where they may lie anywhere. */
  country: string | null
  /** Distance and time of an estimate come from the matrix instead of the route. */
  useDistanceMatrix: boolean
}

export type ReadMapSettings = () => Promise<MapSettings>

export interface MapSettingsOptions {
  fetcher?: typeof fetch
  now?: () => number
  /** How old a value may be before it is read again, behind the back of who asks. */
  freshMs?: number
  /** How long the first one waits, and after a failure nobody asks again. */
  patienceMs?: number
}

/** Until the database answers for the first time. */
const UNKNOWN: MapSettings = { country: null, useDistanceMatrix: false }
const FIELDS = 'country,restrict_country,use_distance_matrix'

/**
 * Reads `settings`, about once a minute. Nobody waits for that but the first, and not for long: a database that does not
 * answer leaves the values that were known, and a search goes on.
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
