import { useEffect, useMemo, useRef } from 'react'

/**
 * Hands values on no more often than every `ms`: the first at once, of those that come meanwhile the newest at the end.
 * Keeps one sender who hurries from keeping the page busy.
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
