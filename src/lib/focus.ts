/** After a submit that failed validation: focuses the first invalid field. */
export function focusFirstError(form: ParentNode): void {
  // The error messages render after the submit was handled.
  setTimeout(() => {
    const field = form.querySelector<HTMLElement>('[aria-invalid="true"]')
    field?.focus()
    // A field that already has the focus may be covered by a bar that has grown.
    field?.scrollIntoView?.({ block: 'nearest' })
  })
}

/** Focuses the page's heading, so that a screen reader announces the page. Returns false if it has none yet. */
export function focusHeading(): boolean {
  const heading = document.querySelector<HTMLElement>('main h1')
  if (!heading) return false
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
  return true
}
