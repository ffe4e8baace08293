import { useEffect } from 'react'
import type { LitRows } from '@/components/data-table'

/**
 * How long the focus must stay on a row before its booking opens (ms): a person who moves quickly through the rows opens only
 * the last one.
 */
const REST_MS = 200

/**
 * Opens the booking of the row that has the keyboard focus, while the panel of another booking is open. So shortcuts always act
 * on the booking that is shown.
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
