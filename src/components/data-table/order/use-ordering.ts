import { useMemo, useRef, useState } from 'react'
import { useCommand } from '@/lib/use-command'

interface Ordering<Row> {
  /** As they were read. */
  rows: readonly Row[]
  rowId: (row: Row) => string
  /** Stores the whole order. */
  store: (rows: readonly Row[]) => Promise<unknown>
  /** Reads the rows again once their order is stored. */
  read: () => Promise<unknown>
  /** Nothing waits any more: everything was stored, or the last order was refused. */
  onRest: (isStored: boolean) => void
}

/** Rows in an order of ids; those that the order does not know keep theirs behind the others. */
function inOrder<Row>(rows: readonly Row[], rowId: (row: Row) => string, ids: readonly string[]): readonly Row[] {
  const places = new Map(ids.map((id, place) => [id, place]))
  const indexOf = (row: Row) => places.get(rowId(row)) ?? ids.length
  return rows.toSorted((a, b) => indexOf(a) - indexOf(b))
}

interface Order {
  ids: readonly string[]
  /** The rows that it was given to. */
  over: readonly unknown[]
  isPending: boolean
}

/**
 * The order that a person gives to rows. It shows at once and is stored one after the other: what is moved while an order
 * is on its way is sent after it. Of several that wait the last one counts, since each is the whole order.
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
    // Again where something was moved while the stored order was read.
    while (isStored && waiting.current) isStored = await storing.run()
    isRunning.current = false
    waiting.current = null
    setOrder((now) => (isStored && now ? { ...now, isPending: false } : null))
    onRest(isStored)
  }
  // An answer that was asked for before the order was stored would put rows back under the hand.
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
