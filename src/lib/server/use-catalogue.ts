import { useEffect } from 'react'
import { type Key, useSWRConfig } from 'swr'
import { useBroadcast } from './use-broadcast'

/**
 * The catalogue: tables that pages of every kind use. When one of them changes, the database broadcasts the table's name on the
 * topic `catalogue`.
 */
const tables = [
  'settings',
  'languages',
  'car_types',
  'cancel_reasons',
  'paper_kinds',
  'zones',
  'tariff_windows',
  'promos'
] as const

/** How often the pages of visitors ask for changes (ms). Visitors have no websocket connection. */
const VISITOR_MS = 60_000

/**
 * Returns the name of the table that a query reads: `car_types` for the query's key `'car-types'`, `promos` for the key
 * `['promos', cursor]`.
 */
function tableOf(key: Key): string {
  const first: unknown = Array.isArray(key) ? key[0] : key
  return typeof first === 'string' ? first.replaceAll('-', '_') : ''
}

const isCatalogue = (key: Key): boolean => tables.some((table) => table === tableOf(key))

/**
 * Keeps the catalogue (settings, car types, zones and so on) up to date on open pages. Pages of signed-in people get changes at
 * once. Pages of visitors fetch it every minute while they are visible, and when the visitor returns to the page. Mount it once
 * per app.
 */
export function useCatalogue(isSignedIn: boolean): void {
  const { mutate } = useSWRConfig()
  useBroadcast(isSignedIn ? 'catalogue' : null, (message) =>
    mutate((key: Key) => (message ? tableOf(key) === message.event : isCatalogue(key)))
  )

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
