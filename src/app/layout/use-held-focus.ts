import { useEffect } from 'react'
import { areaOf, focusArea, focusHeading } from '@/lib/page/focus'

/** How long to look for a place for a lost focus (ms): the page may first load what follows, as in `useRouteFocus`. */
const PATIENCE_MS = 30_000
const AGAIN_MS = 100

/** Whether an element that is in the page can have the focus: the page has neither switched it off nor hidden it. */
const canHold = (element: Element): boolean =>
  !element.matches(':disabled') && (element.checkVisibility?.({ visibilityProperty: true }) ?? true)

/**
 * Moves the focus to the page's heading, or within the table or panel, if the focused element is removed from the page. Examples are a deleted row, and a
 * button that disappears when the status changes. Without this, keyboard users would start at the top of the page again, and a
 * screen reader would say nothing; the heading describes the current state. If a component moves the focus itself, the focus
 * stays there. An element that was only switched off or hidden for a while, as by a part that loads, gets the focus back.
 */
export function useHeldFocus(): void {
  useEffect(() => {
    let held: Element | null = null
    let area: Element | null = null
    let search: ReturnType<typeof setTimeout> | undefined
    let frame = 0
    const isLost = () => document.activeElement === document.body

    const giveBack = (): boolean => {
      if (!held?.isConnected) return focusArea(area) || focusHeading()
      if (canHold(held)) (held as HTMLElement).focus({ preventScroll: true })
      return !isLost()
    }
    const find = (until: number) => {
      clearTimeout(search)
      if (!isLost() || giveBack() || performance.now() > until) return
      search = setTimeout(find, AGAIN_MS, until)
    }
    // Waits two frames, because other code may move the focus first: a closing dialog does so in a separate task, a table in the
    // next frame.
    const findSoon = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(() => {
        frame = requestAnimationFrame(() => find(performance.now() + PATIENCE_MS))
      })
    }

    const onFocusIn = ({ target }: FocusEvent) => {
      held = target instanceof Element ? target : null
      area = areaOf(held)
    }
    const onFocusOut = ({ target, relatedTarget }: FocusEvent) => {
      // Decides in a microtask, because a removed element is then no longer in the document. If the element is still there and
      // could have the focus, the person has pressed an empty place of the page, and the focus need not move.
      queueMicrotask(() => {
        if (relatedTarget !== null || held !== target || !held?.isConnected) return
        if (canHold(held)) held = null
        else findSoon()
      })
    }
    let wasRemoved: Element | null = null
    const observer = new MutationObserver(() => {
      if (held === null || held.isConnected || held === wasRemoved) return
      wasRemoved = held
      findSoon()
    })
    document.addEventListener('focusin', onFocusIn)
    document.addEventListener('focusout', onFocusOut)
    observer.observe(document.body, { childList: true, subtree: true })
    return () => {
      clearTimeout(search)
      cancelAnimationFrame(frame)
      document.removeEventListener('focusin', onFocusIn)
      document.removeEventListener('focusout', onFocusOut)
      observer.disconnect()
    }
  }, [])
}
