import { useEffect } from 'react'
import { type Key, useSWRConfig } from 'swr'
import { useBroadcast } from './use-broadcast'

/** What every page is made of; the database tells each by its table's name on the topic `catalogue`. */
const tables = ['settings', 'languages', 'car_types', 'cancel_reasons', 'zones', 'tariff_windows', 'promos'] as const

/** Visitors have no socket, so they ask again. */
const VISITOR_MS = 60_000

/** Queries name their table first: `'car-types'`, `['promos', cursor]`. */
function tableOf(key: Key): string {
  const first: unknown = Array.isArray(key) ? key[0] : key
  return typeof first === 'string' ? first.replaceAll('-', '_') : ''
}

const isCatalogue = (key: Key): boolean => tables.some((table) => table === tableOf(key))

/**
 * Keeps what the operator decides fresh on open pages: as soon as it changes for people who are signed in, each minute and
 * when they come back for visitors. Once per app.
 */
export function useCatalogue(isSignedIn: boolean): void {
  const { mutate } = useSWRConfig()
  useBroadcast(isSignedIn ? 'catalogue' : null, (message) => {
    void mutate((key: Key) => (message ? tableOf(key) === message.event : isCatalogue(key)))
  })

  useEffect(() => {
    if (isSignedIn) return
    const ask = () => {
      if (document.visibilityState === 'visible') void mutate(isCatalogue)
    }
    const timer = setInterval(ask, VISITOR_MS)
    document.addEventListener('visibilitychange', ask)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', ask)
    }
  }, [isSignedIn, mutate])
}
