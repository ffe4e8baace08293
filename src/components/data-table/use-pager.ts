import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { usePutParams } from '@/lib/use-put-params'
import { PAGE } from './query'

/**
 * Pages of a fully loaded list: the one in the address. A page beyond the last is the last.
 *
 * @param size rows on a page; undefined for a list without pages
 */
export function usePager(size: number | undefined, count: number) {
  const [params] = useSearchParams()
  const putParams = usePutParams()
  const asked = Math.max(0, Math.trunc(Number(params.get(PAGE) ?? 1)) - 1 || 0)
  // The address is updated late: a row that moved to the next page shows there at once.
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
