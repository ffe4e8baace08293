import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { drag } from './drag'

/**
 * Lets people move rows by a handle: by dragging, or by arrow keys while the handle has the focus. Escape cancels a drag.
 *
 * @param move is called when a row was moved
 */
export function useReorder(move: (from: number, to: number) => void) {
  const [dragged, setDragged] = useState<{ from: number; to: number } | null>(null)
  const stop = useRef<(() => void) | null>(null)
  const latest = useRef(move)
  useEffect(() => {
    latest.current = move
  })
  useEffect(() => () => stop.current?.(), [])

  const onPointerDown = (event: PointerEvent<HTMLElement>, from: number) => {
    if (event.button !== 0) return
    stop.current?.()
    setDragged({ from, to: from })
    const pointer = { id: event.pointerId, y: event.clientY }
    stop.current = drag(event.currentTarget, pointer, from, {
      onMove: (to) => setDragged({ from, to }),
      onEnd: (to) => {
        setDragged(null)
        if (to !== null && to !== from) latest.current(from, to)
      }
    })
  }
  const handle = (index: number, count: number) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => onPointerDown(event, index),
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      const to = event.key === 'ArrowUp' ? index - 1 : event.key === 'ArrowDown' ? index + 1 : -1
      if (to < 0 || to >= count) return
      event.preventDefault()
      move(index, to)
    }
  })
  return { dragged, handle, onPointerDown }
}
