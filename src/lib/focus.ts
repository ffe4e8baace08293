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
