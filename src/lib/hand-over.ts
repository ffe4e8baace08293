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
 * Remembers what somebody types into a painted page, where they are in it and what they press, until the page takes over.
 *
 * @returns what gives fields and focus to that page, in the task that puts it there, and what presses once it listens
 */
export function rememberInput(root: HTMLElement): { giveBack: () => void; pressAgain: () => void } {
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
  const giveBack = () => {
    root.removeEventListener('focusin', onFocusIn)
    root.removeEventListener('focusout', onFocusOut)
    if (window.keepPress) removeEventListener('click', window.keepPress, true)
    const known = new Map(painted.map((field) => [nameOf(field), field]))
    for (const field of fieldsOf(root)) {
      const before = known.get(nameOf(field))
      if (before?.value) enter(field, before.value)
      if (before && before === focused) field.focus()
    }
  }
  const pressAgain = () => {
    const words = window.pressed && wordsOf(window.pressed)
    delete window.pressed
    if (words) press(visible<HTMLButtonElement>(root, 'button').find((button) => wordsOf(button) === words))
  }
  return { giveBack, pressAgain }
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
