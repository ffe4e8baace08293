import { useEffect } from 'react'
import { focusHeading } from '@/lib/focus'

/**
 * Moves the focus to the page's heading, which describes the current state, if the focused element was removed while the page
 * stays: a button of a past status, the opener of a dialog, a deleted row. Otherwise a keyboard would start at the top again
 * and a screen reader would be silent. If a part of the page sets the focus itself, it stays there.
 */
export function useHeldFocus(): void {
  useEffect(() => {
    let held: Element | null = null
    const onFocusIn = ({ target }: FocusEvent) => {
      held = target instanceof Element ? target : null
    }
    const onFocusOut = ({ target, relatedTarget }: FocusEvent) => {
      // Decides a moment later: if the focus was lost by a press beside the element, the element still exists and nothing is
      // done.
      queueMicrotask(() => {
        if (relatedTarget === null && held === target && held?.isConnected) held = null
      })
    }
    const observer = new MutationObserver(() => {
      if (held === null || held.isConnected) return
      held = null
      // Waits two steps: a closing dialog returns the focus in a separate task, a table in the next frame, and both have
      // priority.
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
