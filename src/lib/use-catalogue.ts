import { useEffect } from 'react'
import { type Key, useSWRConfig } from 'swr'
import { useBroadcast } from './use-broadcast'

/** Data that every page uses; the database broadcasts a table's name on the topic `catalogue` when it changes. */
const tables = ['settings', 'languages', 'car_types', 'cancel_reasons', 'zones', 'tariff_windows', 'promos'] as const

/** Visitors have no socket, so they poll at this interval. */
const VISITOR_MS = 60_000

/** The first element of a query's key is its table: `'car-types'`, `['promos', cursor]`. */
function tableOf(key: Key): string {
  const first: unknown = Array.isArray(key) ? key[0] : key
  return typeof first === 'string' ? first.replaceAll('-', '_') : ''
}

const isCatalogue = (key: Key): boolean => tables.some((table) => table === tableOf(key))

/**
 * Keeps the operator's settings fresh on open pages: signed-in people get changes at once, visitors poll each minute and when
 * they return to the page. Mount once per app.
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
