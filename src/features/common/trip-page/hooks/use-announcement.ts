import { useEffect, useRef, useState } from 'react'

/**
 * Returns the text that screen readers announce when `status` changes on an open page. It is empty at first, because a screen
 * reader then reads the page itself.
 */
export function useAnnouncement(status: string, words: string): string {
  const last = useRef(status)
  const [said, setSaid] = useState('')
  useEffect(() => {
    if (last.current === status) return
    last.current = status
    setSaid(words)
  }, [status, words])
  return said
}
