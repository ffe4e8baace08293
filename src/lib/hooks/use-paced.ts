import { useEffect, useMemo, useRef } from 'react'

/**
 * Throttles values to one every `ms`, so that a fast sender cannot keep the page busy. The first value is passed on at once. At
 * the end of each interval the newest value is passed on.
 */
export function usePaced<T>(take: (value: T) => void, ms: number): (value: T) => void {
  const latest = useRef(take)
  useEffect(() => {
    latest.current = take
  })
  const paced = useMemo(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let waiting: { value: T } | null = null
    const rest = () => {
      timer = undefined
      if (waiting) hand(waiting.value)
    }
    const hand = (value: T) => {
      waiting = null
      latest.current(value)
      timer = setTimeout(rest, ms)
    }
    return {
      put: (value: T) => {
        if (timer === undefined) hand(value)
        else waiting = { value }
      },
      stop: () => {
        clearTimeout(timer)
        timer = undefined
        waiting = null
      }
    }
  }, [ms])
  useEffect(() => paced.stop, [paced])
  return paced.put
}
