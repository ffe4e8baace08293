import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useEffect } from 'react'

/** Up to here all rows are drawn: find-in-page and copying work on them. */
const VIRTUAL_ABOVE = 200

/** A row to be drawn, after so many pixels without any. */
export interface Slot {
  index: number
  gap: number
}

/**
 * The rows to draw: all of a short list, of a long one those near the eyes and the one that has the keyboard.
 *
 * @param kept the row that stays whatever is in sight
 */
export function useVirtualRows(count: number, height: number, scroller: RefObject<HTMLElement | null>, kept: number) {
  const isVirtual = count > VIRTUAL_ABOVE
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: 16,
    rangeExtractor: (range) => {
      const near = defaultRangeExtractor(range)
      return kept < 0 || kept >= count || near.includes(kept) ? near : [...near, kept].sort((a, b) => a - b)
    }
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another height needs other places
  useEffect(() => virtualizer.measure(), [height])

  const scrollTo = (index: number) => {
    if (isVirtual) virtualizer.scrollToIndex(index, { align: 'auto' })
  }
  if (!isVirtual) {
    return { slots: Array.from({ length: count }, (_, index): Slot => ({ index, gap: 0 })), rest: 0, scrollTo }
  }
  let end = 0
  const slots = virtualizer.getVirtualItems().map((item): Slot => {
    const gap = item.start - end
    end = item.end
    return { index: item.index, gap }
  })
  return { slots, rest: Math.max(0, virtualizer.getTotalSize() - end), scrollTo }
}
