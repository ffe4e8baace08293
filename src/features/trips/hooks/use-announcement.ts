import { useEffect, useRef, useState } from 'react'

/** The text for screen readers when `status` changes on an open page; empty at first, because the page itself is read then. */
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
