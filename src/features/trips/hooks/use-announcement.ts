import { useEffect, useRef, useState } from 'react'

/**
 * The words for a screen reader when `status` changes under a page that is already open; silent on arrival, since
 * the page is read then anyway.
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
