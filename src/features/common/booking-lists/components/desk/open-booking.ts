import { useCallback, useEffect } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { LitRows } from '@/components/data-table'
import { usePutParams } from '@/lib/page/use-put-params'

const OPEN = 'open'
const isId = (text: string | null): text is string => text !== null && /^[0-9a-f-]{36}$/i.test(text)

const openIn = (params: URLSearchParams): string | null => {
  const text = params.get(OPEN)
  return isId(text) ? text : null
}

/**
 * Reads the id of the open booking from the page's URL. After quick key presses this is newer than the value of the last
 * rendering.
 */
export const openNow = (): string | null => openIn(new URLSearchParams(window.location.search))

/**
 * Returns the id of the booking that is open beside the list, and functions to open and close one. The id is kept in the
 * page's URL, so that links and reloads restore it.
 */
export function useOpenBooking(lit: LitRows) {
  const [params] = useSearchParams()
  const putParams = usePutParams()
  const id = openIn(params)
  useEffect(() => lit.setOpen(id), [lit, id])
  const put = useCallback(
    (next: string | null) =>
      putParams((params) => {
        if (next) params.set(OPEN, next)
        else params.delete(OPEN)
      }),
    [putParams]
  )
  return { id, open: put, close: useCallback(() => put(null), [put]) }
}
