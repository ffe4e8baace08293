import { useCallback, useMemo, useState } from 'react'
import { type Density, type Layout, moved, noLayout, orderOf, readLayout, storeLayout, widthWithin } from './layout'
import type { Column } from './types'

/** This person's layout of a table: columns, their order and widths, and the row height. */
export function useLayout<Row>(personId: string, tableId: string, columns: readonly Column<Row>[]) {
  const [layout, setLayout] = useState<Layout>(() => readLayout(personId, tableId))
  const change = useCallback(
    (part: (now: Layout) => Partial<Layout>) =>
      setLayout((now) => {
        const next = { ...now, ...part(now) }
        storeLayout(personId, tableId, next)
        return next
      }),
    [personId, tableId]
  )
  const order = useMemo(
    () =>
      orderOf(
        columns.map(({ id }) => id),
        layout.order
      ),
    [columns, layout.order]
  )
  const [first] = order
  const shown = useMemo(
    () => Object.fromEntries(columns.map(({ id, hidden }) => [id, id === first || (layout.shown[id] ?? !hidden)])),
    [columns, layout.shown, first]
  )
  return {
    order,
    shown,
    widths: layout.widths,
    density: layout.density,
    isOwn: layout.order.length > 0 || Object.keys({ ...layout.shown, ...layout.widths }).length > 0,
    setDensity: (density: Density) => change(() => ({ density })),
    setShown: (id: string, isShown: boolean) => change((now) => ({ shown: { ...now.shown, [id]: isShown } })),
    setWidth: (id: string, width: number) => change((now) => ({ widths: { ...now.widths, [id]: widthWithin(width) } })),
    /** Applies the columns of a saved view; widths stay. */
    apply: (columns: Pick<Layout, 'order' | 'shown'>) => change(() => columns),
    move: (id: string, to: number) => change(() => ({ order: moved(order, id, to) })),
    reset: () => change(() => noLayout)
  }
}

export type TableLayout = ReturnType<typeof useLayout>
