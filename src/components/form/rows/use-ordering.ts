import { useRef, useState } from 'react'
import type { Key } from 'swr'
import { useCommand } from '@/lib/use-command'

interface Ordering<Row> {
  /** As they were read. */
  rows: readonly Row[]
  /** Stores the whole order. */
  store: (rows: readonly Row[]) => Promise<unknown>
  invalidates: () => readonly Key[]
}

/**
 * The order that a person gives to rows. It shows at once and is stored one after the other: what is moved while an order
 * is on its way is sent after it. Of several that wait the last one counts, since each is the whole order.
 */
export function useOrdering<Row>({ rows, store, invalidates }: Ordering<Row>) {
  const [order, setOrder] = useState<{ list: readonly Row[]; over: readonly Row[] } | null>(null)
  const waiting = useRef<readonly Row[] | null>(null)
  const storing = useCommand<void>(
    async () => {
      while (waiting.current) {
        const next = waiting.current
        waiting.current = null
        await store(next)
      }
    },
    {
      invalidates,
      // Moved while the stored order was read again.
      onSettled: () => {
        if (waiting.current) void storing.run()
      }
    }
  )
  // An answer that was asked for before the order was stored would put rows back under the hand.
  const isOurs = order !== null && !storing.error && (storing.busy || order.over === rows)
  return {
    rows: isOurs ? order.list : rows,
    error: storing.error,
    put: (list: readonly Row[]) => {
      setOrder({ list, over: rows })
      waiting.current = list
      void storing.run()
    }
  }
}
