import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { allowSingleKeys, holdShortcuts, holdText, type Shortcut, useShortcut, useShortcuts } from './shortcuts'

let root: Root
let labels: string[] = []
const run = vi.fn()

function Offer(props: Partial<Shortcut>) {
  useShortcut({ keys: 'mod+k', label: 'Search', group: 'Go', run, ...props })
  return null
}
function Sheet() {
  labels = useShortcuts().map(({ label }) => label)
  return <select />
}
const show = (...offers: Partial<Shortcut>[]) =>
  act(async () =>
    root.render(
      <>
        <Sheet />
        {offers.map((offer, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they have no other name
          <Offer key={index} {...offer} />
        ))}
      </>
    )
  )
const press = (key: string, init: KeyboardEventInit = {}, target: Element = document.body) => {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init })
  target.dispatchEvent(event)
  return event.defaultPrevented
}

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const place = document.createElement('div')
  document.body.replaceChildren(place)
  root = createRoot(place)
  run.mockClear()
  localStorage.clear()
})
afterEach(() => act(async () => root.unmount()))

it('a shortcut runs its action, also from a field, and prevents the browser’s own', async () => {
  await show({})
  expect(press('k', { ctrlKey: true })).toBe(true)
  press('k', { ctrlKey: true }, document.querySelector('select') as Element)
  expect(run).toHaveBeenCalledTimes(2)
})

it('a character without a modifier counts as typing in a field', async () => {
  await show({ keys: '?' })
  expect(press('?', {}, document.querySelector('select') as Element)).toBe(false)
  expect(run).not.toHaveBeenCalled()
  press('?')
  expect(run).toHaveBeenCalledOnce()
})

it('shortcuts without a modifier can be turned off, and the choice is stored', async () => {
  await show({ keys: '?' }, {})
  await act(async () => allowSingleKeys(false))
  expect(press('?')).toBe(false)
  expect(press('k', { ctrlKey: true })).toBe(true)
  expect(localStorage.getItem('hackney.single-keys')).toBe('false')
  await act(async () => allowSingleKeys(true))
  expect(press('?')).toBe(true)
  expect(localStorage.getItem('hackney.single-keys')).toBeNull()
})

it('an open dialog disables the shortcuts of the page below', async () => {
  await show({})
  document.body.insertAdjacentHTML('beforeend', '<div role="dialog" data-state="open"></div>')
  expect(press('k', { ctrlKey: true })).toBe(false)
})

it('the last registered shortcut wins, and removed or disabled ones are ignored', async () => {
  const later = vi.fn()
  await show({ label: 'First' }, { label: 'Second', run: later })
  press('k', { ctrlKey: true })
  expect([run.mock.calls.length, later.mock.calls.length]).toEqual([0, 1])
  expect(labels).toEqual(['First', 'Second'])
  await show({ label: 'First' }, { label: 'Second', run: later, isOff: true })
  press('k', { ctrlKey: true })
  expect(run).toHaveBeenCalledOnce()
  expect(labels).toEqual(['First'])
  await show()
  expect(press('k', { ctrlKey: true })).toBe(false)
})

it('keys for a field that is still loading reach it, and no shortcut of the page', async () => {
  await show({ keys: 'h' }, { keys: 'o' })
  const text = holdText(() => {})
  for (const key of ['h', 'o', 'x', 'Backspace', 'f', 'Enter', 'Tab', 'ö']) expect(press(key)).toBe(true)
  expect(run).not.toHaveBeenCalled()
  expect(text.take()).toBe('hofö')
  expect(text.take()).toBe('')
  expect(press('h')).toBe(true)
  expect(run).toHaveBeenCalledOnce()
})

it('Escape gives the keys back if the field does not load', async () => {
  await show({ keys: 'h' })
  const text = holdText(() => text.take())
  press('o')
  expect(press('Escape')).toBe(true)
  expect(press('h')).toBe(true)
  expect(run).toHaveBeenCalledOnce()
  expect(text.take()).toBe('')
})

it('a dialog that is still loading turns the shortcuts off, and releasing twice counts once', async () => {
  await show({ keys: 'h' })
  const [one, other] = [holdShortcuts(), holdShortcuts()]
  one()
  one()
  expect(press('h')).toBe(false)
  other()
  expect(press('h')).toBe(true)
})
