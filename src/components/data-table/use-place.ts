import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react'
import { type Place, within } from './grid-keys'

/**
 * Returns the element that takes the focus in a cell: the button, link or checkbox in the cell if it has one, otherwise the
 * cell.
 */
const focusable = (cell: HTMLElement): HTMLElement => cell.querySelector<HTMLElement>('[data-widget]') ?? cell

export const placeSelector = ({ row, column }: Place): string => `[data-row="${row}"] > [data-column="${column}"]`

/** Which cell of the grid is in the tab order (roving tabindex), and a function that moves the focus to a cell. */
export function usePlace(
  start: Place,
  grid: RefObject<HTMLElement | null>,
  size: { rows: number; columns: number },
  scrollTo: (row: number) => void
) {
  const [place, setPlace] = useState(start)
  const wanted = useRef<Place | null>(null)
  const at = within(place, { ...size, page: 1 })

  // A row far out of view is rendered only after some more renderings, so this effect tries again after each of them.
  useLayoutEffect(() => {
    if (!wanted.current) return
    const cell = grid.current?.querySelector<HTMLElement>(placeSelector(wanted.current))
    if (!cell) return
    wanted.current = null
    focusable(cell).focus()
  })

  const focusOn = useCallback(
    (next: Place) => {
      wanted.current = next
      setPlace(next)
      if (next.row >= 0) scrollTo(next.row)
    },
    [scrollTo]
  )
  return { at, setPlace, focusOn }
}
