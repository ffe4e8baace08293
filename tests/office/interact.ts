/** What a test does in the simulated browser: wait, find elements, press, type, use keys and menus. */
import { act } from 'react'

const settle = (ms: number) => act(async () => void (await new Promise((resolve) => setTimeout(resolve, ms))))

const POLL_MS = 10
// A page's modules are transformed when its first test opens it, which takes long beside other suites.
const PATIENCE_MS = 30_000

/** Waits until `isThere` returns true and the page has stopped changing. */
export async function quiet(isThere: () => boolean = () => true): Promise<void> {
  const end = Date.now() + PATIENCE_MS
  let hasMoved = false
  const observer = new MutationObserver(() => {
    hasMoved = true
  })
  observer.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true })
  for (let still = 0; still < 2; ) {
    if (Date.now() > end) throw new Error(`what was waited for does not come: ${isThere}`)
    hasMoved = false
    await settle(POLL_MS)
    still = !hasMoved && observer.takeRecords().length === 0 && isThere() ? still + 1 : 0
  }
  observer.disconnect()
}

/** Returns the first element that matches the selector and whose label or text matches `name`. */
export const named = (selector: string, name: RegExp): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>(selector)].find((element) =>
    name.test(element.getAttribute('aria-label') ?? element.textContent ?? '')
  )

export async function press(element: Element | null | undefined): Promise<void> {
  if (!element) throw new Error('nothing to press')
  await act(async () => (element as HTMLElement).click())
  await quiet()
}

/** Opens a menu by keyboard, and returns its items. */
export async function openMenu(trigger: HTMLElement | undefined): Promise<HTMLElement[]> {
  if (!trigger) throw new Error('no menu')
  await act(async () => {
    trigger.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
  })
  await quiet(() => document.querySelector('[role=menu]:not([aria-busy=true])') !== null)
  return [...document.querySelectorAll<HTMLElement>('[role=menuitem]')]
}

/** Presses a key on the focused element. */
export async function key(name: string): Promise<void> {
  await act(async () => {
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true }))
  })
  await quiet()
}

/** Types a text into a field, replacing the field's value. */
export async function type(field: HTMLInputElement | HTMLTextAreaElement, text: string): Promise<void> {
  await act(async () => {
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, text)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  })
}
