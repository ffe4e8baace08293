import { useSyncExternalStore } from 'react'
import { isPlace, type Place } from '@/lib/geo/geo'
import { listOf } from '@/lib/storage/shape'

/** Key in the browser's storage for places that were chosen on this device without signing in, newest first. */
const storageKey = 'hackney.places'
const MOST = 5
const none: readonly Place[] = []
const isList = listOf(isPlace)

function read(): readonly Place[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '[]')
    return isList(kept) ? (kept as Place[]).slice(0, MOST) : none
  } catch {
    return none
  }
}

let places: readonly Place[] | null = null
const readers = new Set<() => void>()

function put(next: readonly Place[] | null): void {
  places = next
  try {
    if (next?.length === 0) localStorage.removeItem(storageKey)
    else if (next) localStorage.setItem(storageKey, JSON.stringify(next))
  } catch {
    // Storage may be full or forbidden. The list then lasts until the page is closed.
  }
  for (const tell of readers) tell()
}

function subscribe(reader: () => void): () => void {
  // Reads the list again when another tab has changed it.
  const reread = (event: StorageEvent) => event.key === storageKey && put(null)
  readers.add(reader)
  window.addEventListener('storage', reread)
  return () => {
    readers.delete(reader)
    window.removeEventListener('storage', reread)
  }
}

function recentPlaces(): readonly Place[] {
  places ??= read()
  return places
}

const others = (place: Place) => recentPlaces().filter(({ add }) => add !== place.add)

export const keepRecent = (place: Place): void => put([place, ...others(place)].slice(0, MOST))
export const forgetRecent = (place: Place): void => put(others(place))
export const useRecentPlaces = (): readonly Place[] => useSyncExternalStore(subscribe, recentPlaces, () => none)
