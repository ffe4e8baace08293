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

/** Focuses the page's heading, so that a screen reader announces the page. Returns false if the page has no heading yet. */
export function focusHeading(): boolean {
  const heading = document.querySelector<HTMLElement>('main h1')
  if (!heading) return false
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
  return true
}
