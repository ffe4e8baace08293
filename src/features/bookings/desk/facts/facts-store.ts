import { useSyncExternalStore } from 'react'
import { unwrap } from '@/lib/api'
import { supabase } from '@/lib/supabase'
import type { Database } from '@/types/database'

/** Facts about a booking that change often: which driver is asked, when the car arrives. */
export type DeskFacts = Database['public']['Functions']['desk_facts']['Returns'][number]

/** Interval between requests (ms), because positions and drivers' answers are not broadcast. */
export const FACTS_MS = 5000
/**
 * Delay after which facts of new rows are requested together, and the longer interval when rows change very often (both in ms).
 */
const SOON_MS = 300
const REST_MS = 1500

/**
 * Stores facts of the visible rows, which are requested together. Each cell subscribes to its own facts, so rows do not render
 * again.
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
