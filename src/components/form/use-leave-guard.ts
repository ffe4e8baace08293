import { useCallback, useEffect, useRef } from 'react'
import { useBlocker } from 'react-router-dom'
import { isSameForm } from './use-new-row'

/**
 * Asks before unsaved work is lost: on a link, on the browser's buttons, or on closing the page, where the browser uses its own
 * text.
 */
export function useLeaveGuard(isDirty: boolean) {
  const isDone = useRef(false)
  const { state, proceed, reset } = useBlocker(
    ({ currentLocation: here, nextLocation: next }) =>
      isDirty &&
      !isDone.current &&
      !isSameForm(next.state) &&
      (here.pathname !== next.pathname || here.search !== next.search)
  )
  useEffect(() => {
    if (!isDirty) {
      isDone.current = false
      return
    }
    const onLeave = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', onLeave)
    return () => window.removeEventListener('beforeunload', onLeave)
  }, [isDirty])
  /** The work is saved or discarded: no question needed. */
  const release = useCallback(() => {
    isDone.current = true
  }, [])
  return { asks: state === 'blocked', leave: () => proceed?.(), stay: () => reset?.(), release }
}
