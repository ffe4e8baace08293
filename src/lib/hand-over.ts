declare global {
  interface Window {
    /** Records presses from the first paint on; an inline script in `index.html` defines it. */
    keepPress?: (event: MouseEvent) => void
    /** The last button pressed in the painted (prerendered) page. */
    pressed?: HTMLButtonElement
  }
}

/** Fields and buttons of the painted page are matched to those of the live page by name. */
const nameOf = (field: HTMLInputElement) => field.name || field.getAttribute('aria-label')
const wordsOf = (button: HTMLButtonElement) => button.getAttribute('aria-label') ?? button.textContent

const visible = <T extends Element>(root: HTMLElement, selector: string) =>
  [...root.querySelectorAll<T>(selector)].filter((one) => one.getClientRects().length > 0)
const fieldsOf = (root: HTMLElement) => visible<HTMLInputElement>(root, 'input')

/**
 * Remembers what someone types, focuses and presses in the painted page until the live page takes over.
 *
 * @returns `giveBack` restores fields and focus, in the same task that mounts the live page; `pressAgain` repeats the press
 *   once the page handles events
 */
export function rememberInput(root: HTMLElement): { giveBack: () => void; pressAgain: () => void } {
  const painted = fieldsOf(root)
  let focused = document.activeElement
  const onFocusIn = ({ target }: FocusEvent) => {
    focused = target as Element
  }
  // An element may lose the focus just before it is removed; what counts is the focus afterwards.
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
  // Menus open on pointerdown.
  button?.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, cancelable: true, button: 0 }))
  button?.click()
}

/** Emulates typing. React overrides the element's `value` setter to notice changes, so call the prototype's setter. */
function enter(field: HTMLInputElement, value: string) {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
