import { type RefObject, useEffect, useRef, useState } from 'react'

interface Box {
  width: number
  isRtl: boolean
}

/**
 * Measures an element: returns a ref to attach to it, its width (px; 0 until measured) and whether its text runs from right to
 * left.
 */
export function useBox<T extends HTMLElement>(): [RefObject<T | null>, Box] {
  const ref = useRef<T>(null)
  const [box, setBox] = useState<Box>({ width: 0, isRtl: false })
  useEffect(() => {
    const element = ref.current
    if (!element) return
    const measure = () => {
      const next = { width: element.clientWidth, isRtl: getComputedStyle(element).direction === 'rtl' }
      setBox((last) => (last.width === next.width && last.isRtl === next.isRtl ? last : next))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [ref, box]
}
