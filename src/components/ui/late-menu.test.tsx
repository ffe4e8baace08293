import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { LateMenu, type OpenMenu, type OpenMenuProps } from './late-menu'
import { MenuItem } from './menu'
import { OpenedMenu } from './opened-menu'

function Opened(props: OpenMenuProps) {
  return (
    <OpenedMenu {...props}>
      <MenuItem>Ride</MenuItem>
      <MenuItem>Bookings</MenuItem>
    </OpenedMenu>
  )
}

let root: Root
let come: () => void
beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    }
  )
  const code = new Promise<OpenMenu>((resolve) => {
    come = () => resolve(Opened)
  })
  const load = () => code
  root = createRoot(document.body.appendChild(document.createElement('div')))
  await act(async () =>
    root.render(
      <>
        <LateMenu load={load} aria-label="Menu" className="">
          =
        </LateMenu>
        <input />
      </>
    )
  )
})
afterEach(async () => {
  await act(async () => root.unmount())
  document.body.replaceChildren()
  vi.unstubAllGlobals()
})

const button = () => document.querySelector<HTMLElement>('[aria-label=Menu]') as HTMLElement
const press = (key: string) =>
  act(async () =>
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
  )
const point = () =>
  act(async () => button().dispatchEvent(new MouseEvent('pointerdown', { button: 0, bubbles: true, cancelable: true })))
/** The code comes, and the menu has had time to take the focus. */
const arrive = () =>
  act(async () => {
    come()
    await new Promise((resolve) => setTimeout(resolve, 20))
  })
const menu = () => document.querySelector('[role=menu]')
const focused = () => document.activeElement?.textContent

it.each(['Enter', ' ', 'ArrowDown'])(
  'a menu whose code comes after the key %j has the focus on its first item',
  async (key) => {
    button().focus()
    await press(key)
    expect(menu()).toBeNull()
    await arrive()
    expect(focused()).toBe('Ride')
    await press('ArrowDown')
    await arrive()
    expect(focused()).toBe('Bookings')
    await press('Escape')
    await arrive()
    expect(document.activeElement).toBe(button())
  }
)

it('a menu whose code comes after a press of the mouse marks no item', async () => {
  await point()
  await arrive()
  expect(document.activeElement).toBe(menu())
})

it('a menu whose code comes after the focus has moved on stays closed until the next press', async () => {
  button().focus()
  await press('Enter')
  document.querySelector('input')?.focus()
  await arrive()
  expect(menu()).toBeNull()
  expect(document.activeElement?.tagName).toBe('INPUT')
  button().focus()
  await press('Enter')
  await arrive()
  expect(focused()).toBe('Ride')
})

it('the button of a menu whose code has not come says that it opens one, and whether it is open', async () => {
  const said = () => [button().getAttribute('aria-haspopup'), button().getAttribute('aria-expanded')]
  expect(said()).toEqual(['menu', 'false'])
  await point()
  expect(said()).toEqual(['menu', 'false'])
  await arrive()
  expect(said()).toEqual(['menu', 'true'])
})
