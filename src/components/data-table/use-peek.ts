import { useState } from 'react'

/** Holds which row the panel beside the table shows. */
export function usePeek(ids: readonly string[]) {
  const [id, setId] = useState<string | null>(null)
  const index = id === null ? -1 : ids.indexOf(id)
  const open = (at: number) => setId(ids[at] ?? null)
  return {
    id: index < 0 ? null : id,
    index,
    open,
    close: () => setId(null),
    /** Shows the next or previous row in the panel. */
    step: (by: number) => {
      const next = ids[index + by]
      if (index >= 0 && next !== undefined) setId(next)
    }
  }
}
