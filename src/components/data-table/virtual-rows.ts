import { type RefObject, useDeferredValue, useEffect, useState } from 'react'

/** A list of up to this many rows is rendered as a whole, so that find-in-page and copying work on it. */
const VIRTUAL_ABOVE = 200

/**
 * How many rows are rendered above and below the visible ones (`OVERSCAN`). While scrolling, the rendered range changes in
 * steps of `STEP` rows.
 */
const OVERSCAN = 16
const STEP = 8

/** The rows rendered until the window's height is known: enough for a tall window. */
const AT_FIRST: Range = { from: 0, to: 80 }

interface Range {
  from: number
  to: number
}

/** A rendered row, and the height (px) of the gap above it, where rows are not rendered. */
export interface Slot {
  index: number
  gap: number
}

interface Rows {
  count: number
  /** Identifies the rows' query. When it changes, the visible rows are rendered first. */
  of: string
  /** Height of each row, in pixels. */
  height: number
  /** Height of the header (px), which covers the top of the list. */
  head: number
  scroller: RefObject<HTMLElement | null>
  /** Index of a row that is always rendered, because it has the keyboard focus; -1 for none. */
  kept: number
}

/**
 * Returns the rows to render: all rows of a short list. Of a long list, the rows in view and the one with the keyboard focus.
 * All rows have the same height, so a row's position is its index times that height. This needs no library, which would add 9
 * KB. New rows of a short list are rendered in two steps, which halves the time until the first ones show.
 */
export function useVirtualRows({ count, of, height, head, scroller, kept }: Rows) {
  const isVirtual = count > VIRTUAL_ABOVE
  const near = useRange(isVirtual ? scroller : null, height)
  const soon = useFirstDrawn(of, count, height, scroller)
  const range = isVirtual ? near : { from: 0, to: soon }
  const scrollTo = (index: number) => {
    const element = scroller.current
    if (!isVirtual || !element) return
    const lowest = (index + 1) * height - (element.clientHeight - head)
    element.scrollTop = Math.min(index * height, Math.max(element.scrollTop, lowest))
  }
  const drawn = drawnRows(count, range, kept)
  const slots = drawn.map((index, at): Slot => ({ index, gap: (index - (drawn[at - 1] ?? -1) - 1) * height }))
  return { slots, rest: (count - 1 - (drawn.at(-1) ?? -1)) * height, scrollTo }
}

/**
 * Returns how many rows, counted from the first row, may be rendered now. After a new query, these are at first only the rows
 * down to the end of the visible part, and in the next rendering all rows.
 */
function useFirstDrawn(of: string, count: number, height: number, scroller: RefObject<HTMLElement | null>): number {
  const drawnOf = useDeferredValue(of, '')
  if (drawnOf === of) return count
  const { scrollTop = 0, clientHeight = 0 } = scroller.current ?? {}
  const inSight = Math.ceil((scrollTop + (clientHeight || window.innerHeight)) / height)
  return inSight
}

function drawnRows(count: number, { from, to }: Range, kept: number): number[] {
  const end = Math.min(count, to)
  // If the list became shorter than the scroll position, its last rows are rendered until the scrollbar follows.
  const first = Math.min(from, Math.max(0, end - OVERSCAN))
  const near = Array.from({ length: end - first }, (_, at) => first + at)
  if (kept < 0 || kept >= count || (kept >= first && kept < end)) return near
  return kept < first ? [kept, ...near] : [...near, kept]
}

/** The range of rows in view, updated while scrolling. */
function useRange(scroller: RefObject<HTMLElement | null> | null, height: number): Range {
  const [range, setRange] = useState(AT_FIRST)
  useEffect(() => {
    const element = scroller?.current
    if (!element) return
    const look = () => {
      const top = element.scrollTop / height
      const from = Math.max(0, Math.floor(top / STEP) * STEP - OVERSCAN)
      const to = Math.ceil((top + element.clientHeight / height) / STEP) * STEP + OVERSCAN
      setRange((before) => (before.from === from && before.to === to ? before : { from, to }))
    }
    look()
    const observer = new ResizeObserver(look)
    observer.observe(element)
    element.addEventListener('scroll', look, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', look)
    }
  }, [scroller, height])
  return range
}
