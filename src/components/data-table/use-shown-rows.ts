import type { RefObject } from 'react'
import { moved } from '@/components/reorder/places'
import { useReorder } from '@/components/reorder/use-reorder'
import { WHOLE_PAGE } from './all-pages'
import type { TableDefinition, TableQuery } from './types'
import { useOrder } from './use-order'
import { usePager } from './use-pager'
import { PAGE_SIZE, useRows } from './use-rows'
import { useTree } from './use-tree'

/** The rows of a query as they stand on the page: those that were read, in a person's order, with those below them. */
export function useShownRows<Row>(
  definition: TableDefinition<Row>,
  request: TableQuery,
  lastChange: RefObject<(() => void) | null>
) {
  const { id, source, rowId, pageSize } = definition
  const isWhole = definition.order !== undefined || pageSize !== undefined
  const read = useRows(id, source, request, rowId, isWhole ? WHOLE_PAGE : PAGE_SIZE)
  const order = useOrder(definition, read, request, lastChange)
  const tree = useTree(definition, order.rows, request)
  const pager = usePager(pageSize, tree.shown.length)
  const first = pager?.first ?? 0
  const onPage = pager ? tree.shown.slice(first, first + pager.size) : tree.shown
  /** Places on this page; a row that leaves it is followed. */
  const move = (from: number, to: number): number => {
    if (!order.move(first + from, first + to)) return from
    pager?.openRow(first + to)
    return pager ? (first + to) % pager.size : to
  }
  const { dragged, onPointerDown } = useReorder(move)
  const rows = dragged ? moved(onPage, dragged.from, dragged.to) : onPage
  return {
    rows: { ...read, rows },
    tree,
    pager,
    order: definition.order
      ? {
          ...order,
          first,
          count: order.rows.length,
          move,
          onPointerDown,
          /** The place of the row that is under the hand. */
          dragged: dragged?.to ?? null
        }
      : null
  }
}

export type OrderModel = NonNullable<ReturnType<typeof useShownRows>['order']>
