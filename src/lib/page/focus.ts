/** Focuses the first invalid field. Call it after a submit that failed validation. */
export function focusFirstError(form: ParentNode): void {
  // Wait until the error messages are rendered, which happens after the submit was handled.
  setTimeout(() => {
    const field = form.querySelector<HTMLElement>('[aria-invalid="true"]')
    field?.focus()
    // Scroll to the field even if it already has the focus: a bar at the bottom may have grown and cover it.
    field?.scrollIntoView?.({ block: 'nearest' })
  })
}

/**
 * Focuses the page's heading, so that a screen reader announces the page. Returns false if the page has no heading yet, or hides
 * it while a part of the page loads.
 */
export function focusHeading(): boolean {
  const heading = document.querySelector<HTMLElement>('main h1')
  if (!heading) return false
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
  return document.activeElement === heading
}

/** Returns the rows of a table, or the panel, in which an element stands; null for others. */
export const areaOf = (element: Element | null): Element | null => element?.closest('[data-rows], aside') ?? null

/** Focuses the area in which a focused element was that is gone now: a table's current cell, or a panel's first control. */
export function focusArea(area: Element | null): boolean {
  const control = area?.isConnected
    ? (area.querySelector<HTMLElement>('[tabindex="0"]') ?? area.querySelector<HTMLElement>('a[href], button:enabled'))
    : null
  control?.focus({ preventScroll: true })
  return control !== null && document.activeElement === control
}
