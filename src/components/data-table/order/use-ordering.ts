import { useMemo, useRef, useState } from 'react'
import { useCommand } from '@/lib/use-command'

interface Ordering<Row> {
  /** As read. */
  rows: readonly Row[]
  rowId: (row: Row) => string
  /** Stores the whole order. */
  store: (rows: readonly Row[]) => Promise<unknown>
  /** Reads the rows again after their order is stored. */
  read: () => Promise<unknown>
  /** The queue is empty: everything was stored, or the last order was refused. */
  onRest: (isStored: boolean) => void
}

/** Rows in an order of ids; unknown ones keep theirs at the end. */
function inOrder<Row>(rows: readonly Row[], rowId: (row: Row) => string, ids: readonly string[]): readonly Row[] {
  const places = new Map(ids.map((id, place) => [id, place]))
  const indexOf = (row: Row) => places.get(rowId(row)) ?? ids.length
  return rows.toSorted((a, b) => indexOf(a) - indexOf(b))
}

interface Order {
  ids: readonly string[]
  /** The rows it applies to. */
  over: readonly unknown[]
  isPending: boolean
}

/**
 * A person's order of rows. It shows at once and is saved in sequence: moves during a save are sent after it. Of several waiting
 * orders only the last counts, because each is complete.
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
    // Again if something was moved while the stored order was read.
    while (isStored && waiting.current) isStored = await storing.run()
    isRunning.current = false
    waiting.current = null
    setOrder((now) => (isStored && now ? { ...now, isPending: false } : null))
    onRest(isStored)
  }
  // A response to an earlier request would move rows back under the pointer.
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
