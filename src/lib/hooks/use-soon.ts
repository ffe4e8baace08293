import { useEffect, useRef } from 'react'

/** Returns a function that schedules an action: a call runs it `ms` later. Calls while the action is scheduled do nothing. */
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
