import type { RefObject } from 'react'
import { WHOLE_PAGE } from './all-pages'
import type { OrderContext, OrderOfRows, TableDefinition, TableQuery } from './types'
import { usePager } from './use-pager'
import { PAGE_SIZE, useRows } from './use-rows'
import { useTree } from './use-tree'

/**
 * Returns the rows that the table shows: the loaded rows of the query, in the order that people gave them. If a row sums other
 * rows and is opened, the summed rows follow it.
 */
export function useShownRows<Row>(
  definition: TableDefinition<Row>,
  request: TableQuery,
  mayAsk: boolean,
  lastChange: RefObject<(() => void) | null>
) {
  const { id, source, rowId, pageSize } = definition
  const isWhole = definition.order !== undefined || pageSize !== undefined
  const read = useRows(id, source, request, rowId, isWhole ? WHOLE_PAGE : PAGE_SIZE, mayAsk)
  const pager = usePager(pageSize, read.rows.length)
  const follow = (place: number) => pager?.openRow(place)
  // React forbids calling another hook in a later rendering, so a mounted table must not gain or lose its `order`.
  const useOrder = definition.order?.use ?? useNoOrder
  const order = useOrder(definition, { read, query: request, lastChange, follow })
  const tree = useTree(definition, order?.rows ?? read.rows, request)
  const first = pager?.first ?? 0
  const rows = pager ? tree.shown.slice(first, first + pager.size) : tree.shown
  return {
    rows: { ...read, rows },
    /** All loaded rows, also those on other pages of the list. */
    known: tree.shown,
    /** The index of the first row on this page. */
    first,
    tree,
    pager,
    order: order && definition.order?.isLocked === false ? { ...order, ...definition.order } : null
  }
}

const useNoOrder = <Row>(_table: unknown, _context: OrderContext<Row>): OrderOfRows<Row> | null => null
