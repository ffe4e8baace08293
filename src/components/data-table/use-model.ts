import {
  columnOrderingFeature,
  columnPinningFeature,
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  functionalUpdate,
  tableFeatures,
  useTable
} from '@tanstack/react-table'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { MAX_WIDTH, MIN_WIDTH } from './layout'
import type { Column } from './types'
import type { TableLayout } from './use-layout'

/** Id of the column with checkboxes; like the other ids with "#" it is added by the table itself. */
export const SELECT = '#select'
/** Id of the column with the handles for dragging rows. */
export const ORDER = '#order'
export const ACTIONS = '#actions'

const features = tableFeatures({
  columnVisibilityFeature,
  columnOrderingFeature,
  columnPinningFeature,
  columnSizingFeature,
  columnResizingFeature
})

const own = { size: 44, minSize: 44, maxSize: 44, enableResizing: false }
const noRows: never[] = []

interface Options<Row> {
  columns: readonly Column<Row>[]
  layout: TableLayout
  isSelectable: boolean
  hasOrder: boolean
  hasActions: boolean
}

/**
 * Returns the positions and widths of the columns. The column with the row's name is fixed at the start, the one with the row's
 * actions at the end. The table library is only used for columns, so it gets no rows.
 */
export function useColumns<Row>({ columns, layout, isSelectable, hasOrder, hasActions }: Options<Row>) {
  const { i18n } = useTranslation()
  const definitions = useMemo(
    () => [
      ...(isSelectable ? [{ id: SELECT, ...own }] : []),
      ...(hasOrder ? [{ id: ORDER, ...own, size: 36, minSize: 36 }] : []),
      ...columns.map(({ id, width = 160 }) => ({ id, size: width, minSize: MIN_WIDTH, maxSize: MAX_WIDTH })),
      ...(hasActions ? [{ id: ACTIONS, ...own }] : [])
    ],
    [columns, isSelectable, hasOrder, hasActions]
  )
  const byId = useMemo(() => new Map(columns.map((column) => [column.id, column])), [columns])
  const [first] = layout.order
  const table = useTable({
    features,
    columns: definitions,
    data: noRows,
    columnResizeMode: 'onChange',
    columnResizeDirection: i18n.dir(),
    state: {
      columnVisibility: layout.shown,
      columnOrder: [SELECT, ORDER, ...layout.order, ACTIONS],
      columnPinning: { start: [SELECT, ORDER, ...(first === undefined ? [] : [first])], end: [ACTIONS] },
      columnSizing: layout.widths
    },
    onColumnSizingChange: (updater) => {
      const next = functionalUpdate(updater, layout.widths)
      for (const [id, width] of Object.entries(next)) if (layout.widths[id] !== width) layout.setWidth(id, width)
    }
  })
  const headers = table.getHeaderGroups()[0]?.headers ?? []
  const places = headers.map((header) => ({
    id: header.column.id,
    column: byId.get(header.column.id),
    header,
    width: header.column.getSize(),
    pin: header.column.getIsPinned(),
    offset: header.column.getIsPinned() === 'start' ? header.column.getStart('start') : 0
  }))
  /** A text that changes only if a column moves or changes its width. While it is the same, rows need not be rendered again. */
  const key = places.map(({ id, width, pin }) => `${id} ${width} ${pin}`).join()
  return { places, key, total: table.getTotalSize() }
}

export type ColumnPlace<Row> = ReturnType<typeof useColumns<Row>>['places'][number]
