import { useEffect } from 'react'
import type { LitRows } from '@/components/data-table'

/** Somebody who walks rows quickly opens only the one where they stop (ms). */
const REST_MS = 200

/** While a booking is open, the panel goes along with the keyboard: what keys act on is what is shown. */
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
