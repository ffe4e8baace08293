/** A field is the same before and after by what it is called. */
const nameOf = (field: HTMLInputElement) => field.name || field.getAttribute('aria-label')

const fieldsOf = (root: HTMLElement) =>
  [...root.querySelectorAll<HTMLInputElement>('input')].filter((field) => field.getClientRects().length > 0)

/**
 * Remembers what somebody types into a painted page, and where they are in it, until another page takes over.
 *
 * @returns gives it to the page that has taken over; called in the task that does so
 */
export function rememberFields(root: HTMLElement): () => void {
  const painted = fieldsOf(root)
  let focused = document.activeElement
  const onFocusIn = ({ target }: FocusEvent) => {
    focused = target as Element
  }
  // An element that is taken away may lose its focus before it goes: what counts is what has it afterwards.
  const onFocusOut = () => {
    setTimeout(() => {
      focused = document.activeElement
    })
  }
  root.addEventListener('focusin', onFocusIn)
  root.addEventListener('focusout', onFocusOut)
  return () => {
    root.removeEventListener('focusin', onFocusIn)
    root.removeEventListener('focusout', onFocusOut)
    const known = new Map(painted.map((field) => [nameOf(field), field]))
    for (const field of fieldsOf(root)) {
      const before = known.get(nameOf(field))
      if (before?.value) enter(field, before.value)
      if (before && before === focused) field.focus()
    }
  }
}

/** As typing does: React looks for a change of its own last value, so the element's own setter it is. */
function enter(field: HTMLInputElement, value: string) {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
