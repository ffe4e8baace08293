import { useEffect, useMemo, useReducer, useRef, useState } from 'react'
import { toast } from '@/lib/page/toast'
import { useErrorText } from '@/lib/server/use-error-text'
import type { TableDefinition, TableQuery } from './types'

/** Time limit for reading the rows that a row sums (ms). */
const PATIENCE_MS = 20_000

/**
 * For a table with rows that sum other rows: which sums are opened, and the summed rows below them. The summed rows are
 * requested when a sum is opened, and again when the sum itself has been read again.
 */
export function useTree<Row>({ tree, rowId }: TableDefinition<Row>, rows: readonly Row[], request: TableQuery) {
  const errorText = useErrorText()
  const [pressed, setPressed] = useState<Readonly<Record<string, boolean>>>({})
  // Caches the summed rows by the object of their sum. A sum that is read again is a new object, so its old cached rows are no
  // longer used.
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

  // biome-ignore lint/correctness/useExhaustiveDependencies: `found` signals that more rows have loaded
  const shown = useMemo(
    () => (tree ? rows.flatMap((row) => (open.has(row) ? [row, ...(below.get(row as object) ?? [])] : [row])) : rows),
    [tree, rows, open, below, found]
  )
  return {
    shown,
    /** For a row that sums other rows: whether the summed rows are shown below it. Null for other rows. */
    isOpen: (row: Row): boolean | null => (tree?.isSum(row) ? open.has(row) : null),
    toggle: (row: Row) => setPressed((last) => ({ ...last, [rowId(row)]: !open.has(row) }))
  }
}
