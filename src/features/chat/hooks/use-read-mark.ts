import { useCallback, useState } from 'react'

const keyOf = (bookingId: string) => `hackney.chat-read.${bookingId}`

function readMark(bookingId: string): string | null {
  try {
    return localStorage.getItem(keyOf(bookingId))
  } catch {
    return null
  }
}

/**
 * Returns the time of the newest message that this device has shown in the conversation, and its setter. Null if none was shown
 * yet.
 */
export function useReadMark(bookingId: string): [string | null, (at: string) => void] {
  const [mark, setMark] = useState(() => readMark(bookingId))
  const move = useCallback(
    (at: string) => {
      setMark(at)
      try {
        localStorage.setItem(keyOf(bookingId), at)
      } catch {
        // Without storage the unread count restarts with the page.
      }
    },
    [bookingId]
  )
  return [mark, move]
}
