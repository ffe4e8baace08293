import { useEffect, useMemo, useReducer, useRef, useState } from 'react'
import { toast } from '@/lib/toast'
import { useErrorText } from '@/lib/use-error-text'
import type { TableDefinition, TableQuery } from './types'

/** What is asked for the rows below one takes no longer (ms). */
const PATIENCE_MS = 20_000

/**
 * Rows with those below them, where a row sums others: they are asked for when it is opened, and again when the row came
 * anew.
 */
export function useTree<Row>({ tree, rowId }: TableDefinition<Row>, rows: readonly Row[], request: TableQuery) {
  const errorText = useErrorText()
  const [pressed, setPressed] = useState<Readonly<Record<string, boolean>>>({})
  // By the row itself: what was read for one that has come anew is gone with it.
  const below = useRef(new WeakMap<object, readonly Row[]>()).current
  const asked = useRef(new WeakSet<object>()).current
  const [found, noteFound] = useReducer((count: number) => count + 1, 0)
  const open = useMemo(() => {
    const byItself = (index: number) => tree?.opened === 'all' || (tree?.opened === 'first' && index === 0)
    return new Set(rows.filter((row, index) => tree?.isSum(row) && (pressed[rowId(row)] ?? byItself(index))))
  }, [rows, tree, rowId, pressed])

  useEffect(() => {
    for (const row of open) {
      if (!tree || asked.has(row as object)) continue
      asked.add(row as object)
      tree.below(row, request, AbortSignal.timeout(PATIENCE_MS)).then(
        (rowsBelow) => {
          below.set(row as object, rowsBelow)
          noteFound()
        },
        (error: unknown) => {
          asked.delete(row as object)
          setPressed((last) => ({ ...last, [rowId(row)]: false }))
          toast('error', errorText(error))
        }
      )
    }
  }, [open, tree, asked, below, request, rowId, errorText])

  // biome-ignore lint/correctness/useExhaustiveDependencies: `found` says that there is more below
  const shown = useMemo(
    () => (tree ? rows.flatMap((row) => (open.has(row) ? [row, ...(below.get(row as object) ?? [])] : [row])) : rows),
    [tree, rows, open, below, found]
  )
  return {
    shown,
    /** Whether a row's own are shown; null for a row that has none. */
    isOpen: (row: Row): boolean | null => (tree?.isSum(row) ? open.has(row) : null),
    toggle: (row: Row) => setPressed((last) => ({ ...last, [rowId(row)]: !open.has(row) }))
  }
}
