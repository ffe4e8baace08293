import { useEffect } from 'react'
import { focusHeading } from '@/lib/focus'

/**
 * The focused element may disappear while the page stays: a button of a past status, the opener of a dialog, a removed row. The
 * focus then moves to the page's heading, which describes the current state; otherwise a keyboard would start at the top again
 * and a screen reader would be silent. A part of the page that sets the focus itself keeps it.
 */
export function useHeldFocus(): void {
  useEffect(() => {
    let held: Element | null = null
    const onFocusIn = ({ target }: FocusEvent) => {
      held = target instanceof Element ? target : null
    }
    const onFocusOut = ({ target, relatedTarget }: FocusEvent) => {
      // Lost by a press beside it: the element is not being removed then.
      queueMicrotask(() => {
        if (relatedTarget === null && held === target && held?.isConnected) held = null
      })
    }
    const observer = new MutationObserver(() => {
      if (held === null || held.isConnected) return
      held = null
      // A closing dialog returns the focus in a separate task, a table in the next frame: they come first.
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
