import { useLayoutEffect, useMemo, useRef } from 'react'

interface Known {
  of: string
  ids: readonly string[]
  keys: readonly string[]
  made: number
}

/**
 * Returns the React keys of rows. While a row is shown, it keeps its key and so its DOM elements, wherever it moves. Rows of
 * another query get the keys of the rows at the same positions, because changing the text of elements is much cheaper for the
 * browser than creating a row.
 *
 * @param of the query of the rows
 */
export function useRowKeys(of: string, ids: readonly string[]): readonly string[] {
  const last = useRef<Known>({ of, ids: [], keys: [], made: 0 })
  const next = useMemo(() => nextKeys(last.current, of, ids), [of, ids])
  useLayoutEffect(() => {
    last.current = next
  })
  return next.keys
}

function nextKeys(known: Known, of: string, ids: readonly string[]): Known {
  let { made } = known
  const fresh = () => `row-${++made}`
  const before = new Map(known.ids.map((id, at) => [id, known.keys[at]]))
  const taken = (id: string) => {
    const key = before.get(id)
    // If two rows have the same id, only one of them keeps its key.
    before.delete(id)
    return key
  }
  const keys = ids.map((id, at) => (known.of === of ? taken(id) : known.keys[at]) ?? fresh())
  return { of, ids, keys, made }
}
