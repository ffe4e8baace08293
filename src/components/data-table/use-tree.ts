import { useEffect, useMemo, useReducer, useRef, useState } from 'react'
import { toast } from '@/lib/toast'
import { useErrorText } from '@/lib/use-error-text'
import type { TableDefinition, TableQuery } from './types'

/** Time limit for reading the rows below a sum (ms). */
const PATIENCE_MS = 20_000

/**
 * The opened sums of a table, and the rows below them: requested when a sum is opened, and again after the sum was read again.
 */
export function useTree<Row>({ tree, rowId }: TableDefinition<Row>, rows: readonly Row[], request: TableQuery) {
  const errorText = useErrorText()
  const [pressed, setPressed] = useState<Readonly<Record<string, boolean>>>({})
  // Cache of the rows below a sum, by the sum's object: when a sum is read again, it is a new object, so its cached rows no
  // longer apply.
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
    /** Whether the rows below this one are shown; null if it sums no others. */
    isOpen: (row: Row): boolean | null => (tree?.isSum(row) ? open.has(row) : null),
    toggle: (row: Row) => setPressed((last) => ({ ...last, [rowId(row)]: !open.has(row) }))
  }
}
