import { useEffect } from 'react'
import { focusHeading } from '@/lib/focus'

/**
 * What had the focus may go while the page stays: a button of a status that is over, a question whose opener is gone, a row
 * that was removed. The focus then goes to the page's heading, which says what is now; else a keyboard would begin again at
 * the top and a screen reader would read nothing. A part of the page that places the focus itself keeps it.
 */
export function useHeldFocus(): void {
  useEffect(() => {
    let held: Element | null = null
    const onFocusIn = ({ target }: FocusEvent) => {
      held = target instanceof Element ? target : null
    }
    const onFocusOut = ({ target, relatedTarget }: FocusEvent) => {
      // Left by a press beside it, as what goes is no longer there by then.
      queueMicrotask(() => {
        if (relatedTarget === null && held === target && held?.isConnected) held = null
      })
    }
    const observer = new MutationObserver(() => {
      if (held === null || held.isConnected) return
      held = null
      // A dialog that closes gives the focus back in a task of its own, a table in the next frame: they come first.
      requestAnimationFrame(() =>
        requestAnimationFrame(() => {
          if (document.activeElement === document.body) focusHeading()
        })
      )
    })
    document.addEventListener('focusin', onFocusIn)
    document.addEventListener('focusout', onFocusOut)
    observer.observe(document.body, { childList: true, subtree: true })
    return () => {
      document.removeEventListener('focusin', onFocusIn)
      document.removeEventListener('focusout', onFocusOut)
      observer.disconnect()
    }
  }, [])
}
