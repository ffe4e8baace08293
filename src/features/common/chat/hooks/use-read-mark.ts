import { useCallback, useSyncExternalStore } from 'react'

const keyOf = (bookingId: string) => `hackney.chat-read.${bookingId}`

const listeners = new Set<() => void>()
/** Marks of this page, also where the browser refuses to store them: the count then restarts with the page. */
const marks = new Map<string, string>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function readMark(bookingId: string): string | null {
  try {
    return localStorage.getItem(keyOf(bookingId)) ?? marks.get(bookingId) ?? null
  } catch {
    return marks.get(bookingId) ?? null
  }
}

/**
 * Returns the time of the newest message that this device has shown in the conversation, and its setter. Null if none was shown
 * yet. All parts of the page share it.
 */
export function useReadMark(bookingId: string): [string | null, (at: string) => void] {
  const mark = useSyncExternalStore(
    subscribe,
    () => readMark(bookingId),
    () => null
  )
  const move = useCallback(
    (at: string) => {
      marks.set(bookingId, at)
      try {
        localStorage.setItem(keyOf(bookingId), at)
      } catch {}
      for (const listener of listeners) listener()
    },
    [bookingId]
  )
  return [mark, move]
}
