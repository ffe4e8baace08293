import useSWR from 'swr'
import { setHomeCountry } from '@/lib/format/home-country'
import { seed } from '@/lib/loading/seed'
import { toAppError } from '@/lib/server/errors'
import { apiUrl, authorizedFetch } from '@/lib/session/auth-client'
import type { Tables } from '@/types/database'

export type Settings = Tables<'settings'>

/**
 * Reads the operator's settings, which everyone may read; null if there are none. Every page needs them first, so they are
 * requested without loading the database client.
 */
async function fetchSettings(): Promise<{ row: Settings | null }> {
  const response = await authorizedFetch(`${apiUrl}/rest/v1/settings?select=*&id=eq.1`).catch((error: unknown) => {
    throw toAppError(error)
  })
  const body: unknown = await response.json().catch(() => null)
  if (!response.ok) throw toAppError({ ...(body ?? {}), status: response.status })
  const row = Array.isArray(body) ? ((body[0] as Settings | undefined) ?? null) : null
  setHomeCountry(row?.country ?? '')
  return { row }
}

export const settingsKey = 'settings'

export function useSettings() {
  // SWR's own `isLoading` would render every reader again, because it also changes while known settings are asked for again.
  const { data, error, mutate } = useSWR(settingsKey, fetchSettings, {
    revalidateOnFocus: false,
    dedupingInterval: 60_000
  })
  return { settings: data === undefined ? undefined : data.row, error, retry: () => void mutate() }
}

/** Requests the settings before the page renders. Resolves once the first render has them, or once they have failed. */
export const preloadSettings = (): Promise<unknown> => seed(settingsKey, fetchSettings)
