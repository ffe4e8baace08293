declare global {
  interface Window {
    /** Listens to presses from the first paint on; it stands in `index.html`. */
    keepPress?: (event: MouseEvent) => void
    /** The painted button that was pressed last. */
    pressed?: HTMLButtonElement
  }
}

/** A field is the same before and after by what it is called, and so is a button. */
const nameOf = (field: HTMLInputElement) => field.name || field.getAttribute('aria-label')
const wordsOf = (button: HTMLButtonElement) => button.getAttribute('aria-label') ?? button.textContent

const visible = <T extends Element>(root: HTMLElement, selector: string) =>
  [...root.querySelectorAll<T>(selector)].filter((one) => one.getClientRects().length > 0)
const fieldsOf = (root: HTMLElement) => visible<HTMLInputElement>(root, 'input')

/**
 * Remembers what somebody has typed into a painted page, where they are in it, and what they have pressed.
 *
 * @returns gives it to the page that has taken over
 */
export function rememberInput(root: HTMLElement): () => void {
  const { pressed, keepPress } = window
  if (keepPress) removeEventListener('click', keepPress, true)
  const words = pressed && wordsOf(pressed)
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
    if (words) press(visible<HTMLButtonElement>(root, 'button').find((button) => wordsOf(button) === words))
  }
}

function press(button: HTMLButtonElement | undefined) {
  // Menus open by the finger's or the mouse's way down.
  button?.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, cancelable: true, button: 0 }))
  button?.click()
}

/** As typing does: React looks for a change of its own last value, so the element's own setter it is. */
function enter(field: HTMLInputElement, value: string) {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
