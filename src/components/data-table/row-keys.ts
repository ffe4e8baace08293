import { useLayoutEffect, useMemo, useRef } from 'react'

interface Known {
  of: string
  ids: readonly string[]
  keys: readonly string[]
  made: number
}

/**
 * React keys of rows. A row keeps its elements for as long as it is shown, wherever it moves to; where the rows are those of
 * another query, each takes over the elements in its place, since to change a text is a small part of the browser's work
 * of making a row.
 *
 * @param of what the rows answer
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
    // Of two rows that call themselves the same, one.
    before.delete(id)
    return key
  }
  const keys = ids.map((id, at) => (known.of === of ? taken(id) : known.keys[at]) ?? fresh())
  return { of, ids, keys, made }
}
