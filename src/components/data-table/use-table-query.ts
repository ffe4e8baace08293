import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import { usePutParams } from '@/lib/page/use-put-params'
import { readQuery, writeQuery } from './query'
import type { Column, Filter, TableQuery } from './types'

/** Search, filters and sort of a table, kept in the address, so that a link to it shows the same rows. */
export function useTableQuery<Row>(columns: readonly Column<Row>[], filters: readonly Filter[]) {
  const [params] = useSearchParams()
  const putParams = usePutParams()
  const sortable = useMemo(() => columns.filter((column) => column.sortable).map(({ id }) => id), [columns])
  const query = useMemo(() => readQuery(params, { filters, sortable }), [params, filters, sortable])
  const change = useCallback(
    (part: Partial<TableQuery>) =>
      putParams((now) => writeQuery(now, { ...readQuery(now, { filters, sortable }), ...part }, filters)),
    [filters, sortable, putParams]
  )
  const setFilter = useCallback(
    (id: string, values: readonly string[]) => {
      const { filters: known } = readQuery(new URLSearchParams(window.location.search), { filters, sortable })
      const { [id]: _old, ...others } = known
      change({ filters: values.length > 0 ? { ...others, [id]: values } : others })
    },
    [change, filters, sortable]
  )
  return { query, change, setFilter, clear: () => change({ search: '', filters: {} }) }
}
