import { useEffect, useRef } from 'react'

/** Returns a function that runs an action `ms` after it was called. Further calls before that time do nothing. */
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
