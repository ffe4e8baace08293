/** A field is the same before and after by what it is called. */
const nameOf = (field: HTMLInputElement) => field.name || field.getAttribute('aria-label')

const fieldsOf = (root: HTMLElement) =>
  [...root.querySelectorAll<HTMLInputElement>('input')].filter((field) => field.getClientRects().length > 0)

/**
 * Remembers what somebody has typed into a painted page, and where they are in it.
 *
 * @returns gives it to the page that has taken over
 */
export function rememberFields(root: HTMLElement): () => void {
  const typed = fieldsOf(root).map((field) => ({
    name: nameOf(field),
    value: field.value,
    hasFocus: field === document.activeElement
  }))
  return () => {
    for (const field of fieldsOf(root)) {
      const known = typed.find(({ name }) => name === nameOf(field))
      if (known?.value) enter(field, known.value)
      if (known?.hasFocus) field.focus()
    }
  }
}

/** As typing does: React looks for a change of its own last value, so the element's own setter it is. */
function enter(field: HTMLInputElement, value: string) {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
