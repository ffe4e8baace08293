import { useEffect, useRef } from 'react'

/** Does something once in so many ms at most, however often it is asked to. */
export function useSoon(act: () => void, ms: number): () => void {
  const live = useRef(act)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    live.current = act
  })
  useEffect(() => () => clearTimeout(timer.current), [])
  return () => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      live.current()
    }, ms)
  }
}
