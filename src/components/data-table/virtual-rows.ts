import { type RefObject, useDeferredValue, useEffect, useState } from 'react'

/** Up to this number all rows are rendered, so that find-in-page and copying work on them. */
const VIRTUAL_ABOVE = 200

/** Rows rendered beyond the visible ones, and the step by which they change. */
const OVERSCAN = 16
const STEP = 8

/** Enough for a tall window until its height is known. */
const AT_FIRST: Range = { from: 0, to: 80 }

interface Range {
  from: number
  to: number
}

/** A rendered row, after a gap in pixels. */
export interface Slot {
  index: number
  gap: number
}

interface Rows {
  count: number
  /** The rows' query: another query's rows are rendered from scratch, visible ones first. */
  of: string
  /** Height of each row, in pixels. */
  height: number
  /** Height of the header, which covers the top. */
  head: number
  scroller: RefObject<HTMLElement | null>
  /** The row that is always rendered; -1 for none. */
  kept: number
}

/**
 * The rows to render: all of a short list, of a long one those in view and the one with the keyboard. All rows have the same
 * height, so positions are a multiplication; a library that measures them weighed 9 KB. New rows of a short list are rendered in
 * two steps, which halves the time to the first of them.
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

/** How many rows are rendered now: for another query those in view, and all of them right after the next frame. */
function useFirstDrawn(of: string, count: number, height: number, scroller: RefObject<HTMLElement | null>): number {
  const drawnOf = useDeferredValue(of, '')
  if (drawnOf === of) return count
  const { scrollTop = 0, clientHeight = 0 } = scroller.current ?? {}
  const inSight = Math.ceil((scrollTop + (clientHeight || window.innerHeight)) / height)
  return inSight
}

function drawnRows(count: number, { from, to }: Range, kept: number): number[] {
  const end = Math.min(count, to)
  // A list that became shorter shows its end until the scrollbar follows.
  const first = Math.min(from, Math.max(0, end - OVERSCAN))
  const near = Array.from({ length: end - first }, (_, at) => first + at)
  if (kept < 0 || kept >= count || (kept >= first && kept < end)) return near
  return kept < first ? [kept, ...near] : [...near, kept]
}

/** The rows in view, during scrolling. */
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
