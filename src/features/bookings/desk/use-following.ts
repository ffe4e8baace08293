import { useEffect } from 'react'
import type { LitRows } from '@/components/data-table'

/**
 * How long the focus must stay on a row before its booking opens (ms): a person who moves quickly through the rows opens only
 * the last one.
 */
const REST_MS = 200

/**
 * While the panel of a booking is open, it follows the keyboard focus through the rows of the list. So shortcuts always act on
 * the booking that is shown.
 */
export function useFollowing(lit: LitRows, openId: string | null, open: (id: string) => void): void {
  useEffect(() => {
    if (!openId) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let last = lit.focused()
    const stop = lit.subscribe(() => {
      const next = lit.focused()
      if (next === last) return
      last = next
      clearTimeout(timer)
      if (next && next !== openId) timer = setTimeout(() => open(next), REST_MS)
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [lit, openId, open])
}
