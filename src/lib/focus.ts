/** After a press that found something wrong: the focus goes to the first field that says so. */
export function focusFirstError(form: ParentNode): void {
  // The errors are in the page once the press has been dealt with.
  setTimeout(() => {
    const field = form.querySelector<HTMLElement>('[aria-invalid="true"]')
    field?.focus()
    // One that has the focus already may lie below a bar that has grown.
    field?.scrollIntoView?.({ block: 'nearest' })
  })
}

/** Gives the focus to the page's heading, so that a reader hears where they are. False where there is none yet. */
export function focusHeading(): boolean {
  const heading = document.querySelector<HTMLElement>('main h1')
  if (!heading) return false
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
  return true
}
