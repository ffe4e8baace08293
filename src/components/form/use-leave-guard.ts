import { useCallback, useEffect, useRef } from 'react'
import { useBlocker } from 'react-router-dom'
import { isSameForm } from './use-new-row'

/**
 * Asks for confirmation before unsaved work is lost: when the person follows a link, uses the browser's Back or Forward, or
 * closes the page. When the page is closed, the browser asks with its own text.
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
  /** Allows leaving without a question: the work was saved or discarded. */
  const release = useCallback(() => {
    isDone.current = true
  }, [])
  return { asks: state === 'blocked', leave: () => proceed?.(), stay: () => reset?.(), release }
}
