import { useCallback, useState } from 'react'

const keyOf = (bookingId: string) => `hackney.chat-read.${bookingId}`

function readMark(bookingId: string): string | null {
  try {
    return localStorage.getItem(keyOf(bookingId))
  } catch {
    return null
  }
}

/** The time up to which this device has shown the conversation. */
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
