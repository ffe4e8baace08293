import { useSearchParams } from 'react-router-dom'
import { type BookingStatus, STATUSES } from '@/entities/booking'
import { readSort, type Sort, writeSort } from '../table'

/** Order, search and filter of the desk's list, kept in the address: a link shows the same rows. */
export function useTableState() {
  const [search, setSearch] = useSearchParams()
  const put = (name: string, value: string) => {
    // From the address itself: what this hook last rendered may be a change behind.
    const next = new URLSearchParams(window.location.search)
    if (value) next.set(name, value)
    else next.delete(name)
    setSearch(next, { replace: true })
  }
  return {
    sort: readSort(search.get('sort')),
    setSort: (sort: Sort) => put('sort', writeSort(sort)),
    reference: search.get('ref') ?? '',
    setReference: (text: string) => put('ref', text.trim().toUpperCase()),
    status: (STATUSES.find((status) => status === search.get('status')) ?? null) as BookingStatus | null,
    setStatus: (status: string) => put('status', status)
  }
}
