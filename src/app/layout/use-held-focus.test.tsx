import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useHeldFocus } from './use-held-focus'

let root: Root
let container: HTMLElement

function Page({ title, button }: { title?: string; button?: 'on' | 'off' }) {
  useHeldFocus()
  return (
    <main>
      {title && <h1>{title}</h1>}
      {button && <button type="button" disabled={button === 'off'} />}
    </main>
  )
}
const show = (page: { title?: string; button?: 'on' | 'off' }) => act(async () => root.render(<Page {...page} />))
const button = () => container.querySelector('button')
const heading = () => container.querySelector('h1')
/** Browsers take the focus from a control that is switched off; the DOM of this test does not. */
const blur = () => act(async () => button()?.blur())
const isFocused = async (find: () => Element | null) =>
  vi.waitFor(() => {
    const element = find()
    expect(element).not.toBeNull()
    expect(document.activeElement).toBe(element)
  })

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  container = document.body.appendChild(document.createElement('div'))
  root = createRoot(container)
  await show({ title: 'Rate', button: 'on' })
  await act(async () => button()?.focus())
})
afterEach(async () => {
  await act(async () => root.unmount())
  container.remove()
  vi.unstubAllGlobals()
})

it('the heading gets the focus of a button that is removed', async () => {
  await show({ title: 'Thank you' })
  await isFocused(heading)
})

it('a heading that comes later than the button goes gets the focus, too', async () => {
  await show({})
  await new Promise((resolve) => setTimeout(resolve, 150))
  expect(document.activeElement).toBe(document.body)
  await show({ title: 'Thank you' })
  await isFocused(heading)
})

it('a button that was switched off gets the focus back when it is on again', async () => {
  await show({ title: 'Rate', button: 'off' })
  await blur()
  await show({ title: 'Rate', button: 'on' })
  await isFocused(button)
})

it('the heading gets the focus of a button that was switched off before it was removed', async () => {
  await show({ title: 'Rate', button: 'off' })
  await blur()
  await show({ title: 'Thank you' })
  await isFocused(heading)
})

it('a person who presses an empty place of the page keeps the focus there', async () => {
  await blur()
  await show({ title: 'Thank you' })
  await new Promise((resolve) => setTimeout(resolve, 150))
  expect(document.activeElement).toBe(document.body)
})
