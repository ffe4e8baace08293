import { useEffect } from 'react'
import { areaOf, focusArea, focusHeading } from '@/lib/page/focus'

/**
 * Moves the focus to the page's heading, or within the table or panel, if the focused element is removed from the page. Examples are a deleted row, and a
 * button that disappears when the status changes. Without this, keyboard users would start at the top of the page again, and a
 * screen reader would say nothing; the heading describes the current state. If a component moves the focus itself, the focus
 * stays there.
 */
export function useHeldFocus(): void {
  useEffect(() => {
    let held: Element | null = null
    let area: Element | null = null
    const onFocusIn = ({ target }: FocusEvent) => {
      held = target instanceof Element ? target : null
      area = areaOf(held)
    }
    const onFocusOut = ({ target, relatedTarget }: FocusEvent) => {
      // Decides in a microtask, because a removed element is then no longer in the document. If the element is still there, the
      // person has pressed an empty place of the page, and the focus need not move.
      queueMicrotask(() => {
        if (relatedTarget === null && held === target && held?.isConnected) held = null
      })
    }
    const observer = new MutationObserver(() => {
      if (held === null || held.isConnected) return
      held = null
      // Waits two frames, because other code may move the focus first: a closing dialog does so in a separate task, a table in
      // the next frame.
      requestAnimationFrame(() =>
        requestAnimationFrame(() => {
          if (document.activeElement === document.body && !focusArea(area)) focusHeading()
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
