import { useEffect, useMemo, useRef } from 'react'

/**
 * Throttles values to one every `ms`: passes on the first at once, then the newest at the end of each interval. A fast sender
 * cannot keep the page busy.
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
