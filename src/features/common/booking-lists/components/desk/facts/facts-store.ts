import { useSyncExternalStore } from 'react'
import { unwrap } from '@/lib/server/api'
import { supabase } from '@/lib/server/supabase'
import type { Database } from '@/types/database'

/** Facts about a booking that change often, such as how many drivers have an offer and when the car arrives. */
export type DeskFacts = Database['public']['Functions']['desk_facts']['Returns'][number]

/** Interval between requests (ms), because positions and drivers' answers are not broadcast. */
export const FACTS_MS = 5000
/**
 * `SOON_MS`: delay after new rows appear until their facts are requested, so that one request covers all of them. `REST_MS`:
 * minimum interval between requests if rows change more often (both in ms).
 */
const SOON_MS = 300
const REST_MS = 1500

/**
 * Creates the store for the facts of the visible rows, which one request reads together. Each cell subscribes to the facts of
 * its booking, so that a change does not render the whole row again.
 */
export function createFacts() {
  let ids: readonly string[] = []
  let facts = new Map<string, DeskFacts>()
  let soon: ReturnType<typeof setTimeout> | undefined
  let turn = 0
  let askedAt = Number.NEGATIVE_INFINITY
  const listeners = new Set<() => void>()
  const ask = async () => {
    soon = undefined
    if (ids.length === 0 || document.visibilityState !== 'visible') return
    const mine = ++turn
    askedAt = performance.now()
    const rows = await unwrap(supabase.rpc('desk_facts', { booking_ids: [...ids] }))
    if (mine !== turn) return
    facts = new Map(rows.map((row) => [row.booking_id, row]))
    for (const listener of listeners) listener()
  }
  const askQuietly = () => void ask().catch(() => {})
  const askSoon = () => {
    soon ??= setTimeout(askQuietly, Math.max(SOON_MS, askedAt + REST_MS - performance.now()))
  }
  return {
    of: (id: string) => facts.get(id),
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** Sets the bookings whose facts are requested from now on. */
    want: (wanted: readonly string[]) => {
      ids = wanted
      askSoon()
    },
    askSoon,
    start: () => {
      const timer = setInterval(askQuietly, FACTS_MS)
      document.addEventListener('visibilitychange', askSoon)
      return () => {
        clearInterval(timer)
        clearTimeout(soon)
        soon = undefined
        document.removeEventListener('visibilitychange', askSoon)
      }
    }
  }
}

export type FactsStore = ReturnType<typeof createFacts>

export const useFacts = (store: FactsStore, id: string): DeskFacts | undefined =>
  useSyncExternalStore(store.subscribe, () => store.of(id))
