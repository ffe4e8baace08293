import { useEffect, useRef, useState } from 'react'

type Ids = Record<string, true>

/**
 * The selected rows. With `isEverything`, rows that are not loaded yet are selected, too. Another query starts without selected
 * rows.
 *
 * @param ids of the loaded rows
 * @param of identifies the query of the rows
 */
export function useSelection(ids: readonly string[], of: string, kept: Ids) {
  const [picked, setPicked] = useState<Ids>(kept)
  const [isEverything, setEverything] = useState(false)
  const anchor = useRef<number | null>(null)
  const clear = () => {
    setPicked({})
    setEverything(false)
    anchor.current = null
  }
  const known = useRef(of)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another query clears the selection
  useEffect(() => {
    if (known.current !== of) clear()
    known.current = of
  }, [of])

  const everyId = (): Ids => Object.fromEntries(ids.map((id) => [id, true as const]))
  const current = isEverything ? everyId() : picked
  const change = (next: Ids) => {
    setPicked(next)
    setEverything(false)
  }
  const count = ids.filter((id) => current[id]).length
  return {
    ids: current,
    count,
    isEverything,
    isPage: count > 0 && count === ids.length,
    toggle: (index: number) => {
      const id = ids[index]
      if (id === undefined) return
      const { [id]: was, ...others } = current
      anchor.current = index
      change(was ? others : { ...others, [id]: true })
    },
    /** Selects all rows between the last pressed one and this one. */
    reach: (index: number, from: number = index) => {
      anchor.current ??= from
      const ends = [anchor.current, index].sort((a, b) => a - b)
      const range = ids.slice(ends[0], (ends[1] ?? 0) + 1)
      change({ ...current, ...Object.fromEntries(range.map((id) => [id, true as const])) })
    },
    selectPage: () => change(everyId()),
    selectEverything: () => setEverything(true),
    clear
  }
}
