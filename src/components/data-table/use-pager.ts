import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { usePutParams } from '@/lib/page/use-put-params'
import { PAGE } from './query'

/**
 * The current page of a list that is read as a whole and shown page by page. The address contains the page's number; a number
 * that is too high shows the last page.
 *
 * @param size rows on a page; undefined for a list without pages
 */
export function usePager(size: number | undefined, count: number) {
  const [params] = useSearchParams()
  const putParams = usePutParams()
  const asked = Math.max(0, Math.trunc(Number(params.get(PAGE) ?? 1)) - 1 || 0)
  // The page shown now. The address changes later, and a row that moves to the next page must show on that page at once.
  const [wanted, setWanted] = useState(asked)
  useEffect(() => setWanted(asked), [asked])
  if (size === undefined) return null
  const last = Math.max(0, Math.ceil(count / size) - 1)
  const page = Math.min(wanted, last)
  const open = (next: number) => {
    if (next === page) return
    setWanted(next)
    putParams((address) => {
      if (next > 0) address.set(PAGE, String(next + 1))
      else address.delete(PAGE)
    })
  }
  return {
    page,
    last,
    first: page * size,
    size,
    count,
    open,
    openRow: (index: number) => open(Math.floor(index / size))
  }
}

export type Pager = NonNullable<ReturnType<typeof usePager>>
