import { type RefObject, useEffect, useState } from 'react'

/** Up to here all rows are drawn: find-in-page and copying work on them. */
const VIRTUAL_ABOVE = 200

/** Rows beyond those in sight, and the step by which the drawn ones change. */
const OVERSCAN = 16
const STEP = 8

/** Enough for a tall window until its height is known. */
const AT_FIRST: Range = { from: 0, to: 80 }

interface Range {
  from: number
  to: number
}

/** A row to be drawn, after so many pixels without any. */
export interface Slot {
  index: number
  gap: number
}

interface Rows {
  count: number
  /** Of each row, in pixels. */
  height: number
  /** Of the head, which covers the upper edge. */
  head: number
  scroller: RefObject<HTMLElement | null>
  /** The row that stays whatever is in sight; -1 for none. */
  kept: number
}

/**
 * The rows to draw: all of a short list, of a long one those near the eyes and the one that has the keyboard. All rows are
 * equally high, so places are a multiplication; a library that measures them weighed 9 KB.
 */
export function useVirtualRows({ count, height, head, scroller, kept }: Rows) {
  const isVirtual = count > VIRTUAL_ABOVE
  const range = useRange(isVirtual ? scroller : null, height)
  const scrollTo = (index: number) => {
    const element = scroller.current
    if (!isVirtual || !element) return
    const lowest = (index + 1) * height - (element.clientHeight - head)
    element.scrollTop = Math.min(index * height, Math.max(element.scrollTop, lowest))
  }
  const drawn = isVirtual ? drawnRows(count, range, kept) : Array.from({ length: count }, (_, index) => index)
  const slots = drawn.map((index, at): Slot => ({ index, gap: (index - (drawn[at - 1] ?? -1) - 1) * height }))
  return { slots, rest: (count - 1 - (drawn.at(-1) ?? -1)) * height, scrollTo }
}

function drawnRows(count: number, { from, to }: Range, kept: number): number[] {
  const end = Math.min(count, to)
  // A list that became shorter shows its end until the scrollbar follows.
  const first = Math.min(from, Math.max(0, end - OVERSCAN))
  const near = Array.from({ length: end - first }, (_, at) => first + at)
  if (kept < 0 || kept >= count || (kept >= first && kept < end)) return near
  return kept < first ? [kept, ...near] : [...near, kept]
}

/** Which rows are near the eyes, while somebody looks. */
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
