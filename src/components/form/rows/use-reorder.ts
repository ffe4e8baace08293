import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import { placeAt } from './reorder'

/**
 * Moves rows by a handle: dragged with mouse or finger, or by the arrow keys while the handle has the focus.
 *
 * @param move is called once a row has another place
 */
export function useReorder(move: (from: number, to: number) => void) {
  const [dragged, setDragged] = useState<{ from: number; to: number } | null>(null)
  const middles = useRef<number[]>([])

  const handle = (index: number, count: number) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return
      const rows = event.currentTarget.closest('[data-rows]')?.querySelectorAll('[data-row]') ?? []
      middles.current = [...rows].map((row) => {
        const { top, height } = row.getBoundingClientRect()
        return top + height / 2
      })
      event.currentTarget.setPointerCapture?.(event.pointerId)
      setDragged({ from: index, to: index })
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (dragged) setDragged({ ...dragged, to: placeAt(event.clientY, middles.current, dragged.from) })
    },
    onPointerUp: () => {
      if (dragged && dragged.to !== dragged.from) move(dragged.from, dragged.to)
      setDragged(null)
    },
    onPointerCancel: () => setDragged(null),
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      const to = event.key === 'ArrowUp' ? index - 1 : event.key === 'ArrowDown' ? index + 1 : -1
      if (to < 0 || to >= count) return
      event.preventDefault()
      move(index, to)
    }
  })
  return { dragged, handle }
}
