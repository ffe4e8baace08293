import { type PointerEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { moved } from '@/components/reorder/places'
import { useReorder } from '@/components/reorder/use-reorder'
import { toast } from '@/lib/page/toast'
import { isNarrowed } from '../query'
import type { OrderContext, OrderedRows, OrderOfRows } from '../types/order'
import { useOrdering } from './use-ordering'

/** Moves that follow each other within this time (ms) are undone together. */
const SERIES_MS = 900

const storesNothing = async () => {}

/**
 * The rows of a table that people order by hand. They can only be moved while the whole list is shown in its own order: a
 * filter hides rows, and another sort has other positions.
 */
export function useOrder<Row>(
  { order, rowId, rowName }: OrderedRows<Row>,
  { read, query, lastChange, follow }: OrderContext<Row>
): OrderOfRows<Row> {
  const { t } = useTranslation('table')
  const [said, say] = useState('')
  const before = useRef<readonly string[] | null>(null)
  const offer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  useEffect(() => () => clearTimeout(offer.current), [])
  const isOwn = query.sort === null && !isNarrowed(query)
  const canMove = isOwn && !read.hasMore && !read.isOld

  const offerUndo = () => {
    const ids = before.current
    if (ids === null) return
    offer.current = setTimeout(() => {
      before.current = null
      toast('success', t('order.saved'), { label: t('edit.undo'), run: () => back(ids) })
    }, SERIES_MS)
  }
  const ordering = useOrdering({
    rows: read.rows,
    rowId,
    store: order?.store ?? storesNothing,
    read: read.refresh,
    onRest: (isStored) => {
      if (isStored) return offerUndo()
      before.current = null
      lastChange.current = null
      say('')
    }
  })
  const back = (ids: readonly string[]) => {
    clearTimeout(offer.current)
    before.current = null
    ordering.put(ids)
    say(t('order.undone'))
  }
  const rows = isOwn ? ordering.rows : read.rows

  const move = (from: number, to: number): number => {
    const row = rows[from]
    if (row === undefined || to === from || to < 0 || to >= rows.length) return from
    if (!canMove) {
      say(t('order.blocked'))
      return from
    }
    clearTimeout(offer.current)
    const ids = rows.map(rowId)
    before.current ??= ids
    const series = before.current
    lastChange.current = () => back(series)
    ordering.put(moved(ids, from, to))
    say(t('order.moved', { name: rowName(row), place: to + 1, count: rows.length }))
    follow(to)
    return to
  }
  // The rows as they were at the start of a drag. They are shown until the drop, even if other people change the list
  // meanwhile, so that nothing moves under the pointer. Positions may be outdated at the drop, so the rows are then found by
  // their ids.
  const [held, hold] = useState(rows)
  const drop = (from: number, to: number) => {
    const ids = rows.map(rowId)
    const [row = -1, place = -1] = [held[from], held[to]].map((one) =>
      one === undefined ? -1 : ids.indexOf(rowId(one))
    )
    if (row >= 0 && place >= 0) move(row, place)
  }
  const { dragged, onPointerDown } = useReorder(drop)
  return {
    rows: dragged ? moved(held, dragged.from, dragged.to) : rows,
    canMove,
    isOwn,
    said,
    dragged: dragged?.to ?? null,
    move,
    onPointerDown: (event: PointerEvent<HTMLElement>, place: number) => {
      if (!canMove) return
      hold(rows)
      onPointerDown(event, place)
    }
  }
}
