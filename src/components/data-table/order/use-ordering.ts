import { useMemo, useRef, useState } from 'react'
import { useCommand } from '@/lib/server/use-command'

interface Ordering<Row> {
  /** The rows as read from the server. */
  rows: readonly Row[]
  rowId: (row: Row) => string
  /** Stores the order of all rows. */
  store: (rows: readonly Row[]) => Promise<unknown>
  /** Reads the rows again. Called after their order was stored. */
  read: () => Promise<unknown>
  /** Called when no order is waiting to be stored any more: everything was stored, or the last order was refused. */
  onRest: (isStored: boolean) => void
}

/** Sorts rows by a list of ids; rows that are not in the list keep their order at the end. */
function inOrder<Row>(rows: readonly Row[], rowId: (row: Row) => string, ids: readonly string[]): readonly Row[] {
  const places = new Map(ids.map((id, place) => [id, place]))
  const indexOf = (row: Row) => places.get(rowId(row)) ?? ids.length
  return rows.toSorted((a, b) => indexOf(a) - indexOf(b))
}

interface Order {
  ids: readonly string[]
  /** The rows that were read when the person made this order. */
  over: readonly unknown[]
  isPending: boolean
}

/**
 * Holds the order of rows that a person is changing. A move shows at once. Only one save runs at a time. If the person moves
 * rows during a save, only the last order is sent afterwards, because each order contains all rows. If a save fails, the rows
 * are shown in the stored order again.
 */
export function useOrdering<Row>({ rows, rowId, store, read, onRest }: Ordering<Row>) {
  const [order, setOrder] = useState<Order | null>(null)
  const waiting = useRef<readonly string[] | null>(null)
  const isRunning = useRef(false)
  const latest = useRef(rows)
  latest.current = rows
  const storing = useCommand<void>(
    async () => {
      while (waiting.current) {
        const next = waiting.current
        waiting.current = null
        await store(inOrder(latest.current, rowId, next))
      }
      await read()
    },
    { failure: 'toast' }
  )
  const run = async (): Promise<void> => {
    if (isRunning.current) return
    isRunning.current = true
    let isStored = true
    // Repeats if the person moved a row while the stored order was being read.
    while (isStored && waiting.current) isStored = await storing.run()
    isRunning.current = false
    waiting.current = null
    setOrder((now) => (isStored && now ? { ...now, isPending: false } : null))
    onRest(isStored)
  }
  // Shows the person's order until it is stored and the rows are read again. Rows from an older response would jump back under
  // the pointer.
  const ids = order && (order.isPending || order.over === rows) ? order.ids : null
  return {
    rows: useMemo(() => (ids ? inOrder(rows, rowId, ids) : rows), [rows, rowId, ids]),
    put: (next: readonly string[]) => {
      setOrder({ ids: next, over: rows, isPending: true })
      waiting.current = next
      void run()
    }
  }
}
