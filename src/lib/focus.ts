/** After a press that found something wrong: the focus goes to the first field that says so. */
export function focusFirstError(form: ParentNode): void {
  // The errors are in the page once the press has been dealt with.
  setTimeout(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
}
