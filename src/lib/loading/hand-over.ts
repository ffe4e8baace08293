declare global {
  interface Window {
    /** Records presses of buttons from the first paint on. It is defined by an inline script in `index.html`. */
    keepPress?: (event: MouseEvent) => void
    /** The button that was pressed last in the prerendered page. */
    pressed?: HTMLButtonElement
  }
}

/** Returns the name by which a field of the prerendered page is found again in the live page. */
const nameOf = (field: HTMLInputElement) => field.name || field.getAttribute('aria-label')
const wordsOf = (button: HTMLButtonElement) => button.getAttribute('aria-label') ?? button.textContent

const visible = <T extends Element>(root: HTMLElement, selector: string) =>
  [...root.querySelectorAll<T>(selector)].filter((one) => one.getClientRects().length > 0)
const fieldsOf = (root: HTMLElement) => visible<HTMLInputElement>(root, 'input')

/**
 * Records what someone types, focuses and presses in the prerendered page, until the live page replaces it.
 *
 * @returns `giveBack` restores input and focus; call it in the same task that mounts the live page. `pressAgain` repeats the
 * last press; call it as soon as the page handles events
 */
export function rememberInput(root: HTMLElement): { giveBack: () => void; pressAgain: () => void } {
  const painted = fieldsOf(root)
  let focused = document.activeElement
  const onFocusIn = ({ target }: FocusEvent) => {
    focused = target as Element
  }
  // Read the focus a moment later. A field also loses the focus when the live page replaces it. `giveBack` then runs before
  // this timer, so the replaced field still counts as focused.
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
    // Finding the fields of the live page forces a layout, so only where there is something to give back.
    if (!painted.some((field) => field.value || field === focused)) return
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
  // A menu's button reacts to `pointerdown` and not to `click`, so send both.
  button?.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, cancelable: true, button: 0 }))
  button?.click()
}

/**
 * Sets a field's value as typing does. The setter of the prototype must be called: React replaces the element's own setter and
 * would not notice the change.
 */
function enter(field: HTMLInputElement, value: string) {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
