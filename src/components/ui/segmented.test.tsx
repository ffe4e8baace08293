import { act, useState } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Segmented } from './segmented'

let root: Root
beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  root = createRoot(document.body.appendChild(document.createElement('div')))
})
afterEach(async () => {
  await act(async () => root.unmount())
  document.body.replaceChildren()
  document.body.removeAttribute('style')
  vi.unstubAllGlobals()
})

function Choice() {
  const [value, setValue] = useState('now')
  const options = ['now', 'later', 'never'].map((name) => ({ value: name, label: name }))
  return <Segmented label="When" value={value} onChange={setValue} options={options} />
}

const chosen = () => document.querySelector('[aria-checked=true]')?.textContent
const focused = () => document.activeElement?.textContent
const press = (key: string) =>
  act(async () =>
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
  )

it('the arrow keys, Home and End choose and focus a choice, around both ends', async () => {
  await act(async () => root.render(<Choice />))
  document.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
  const seen: unknown[] = []
  for (const key of ['ArrowLeft', 'ArrowRight', 'ArrowRight', 'End', 'Home', 'Enter', 'ArrowDown']) {
    await press(key)
    expect(focused()).toBe(chosen())
    seen.push(chosen())
  }
  expect(seen).toEqual(['never', 'now', 'later', 'never', 'now', 'now', 'now'])
})

it('on a right-to-left page the left arrow key chooses the next choice', async () => {
  document.body.style.direction = 'rtl'
  await act(async () => root.render(<Choice />))
  document.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
  await press('ArrowLeft')
  expect(chosen()).toBe('later')
})

it('only the chosen one of the choices is reached by Tab', async () => {
  await act(async () => root.render(<Choice />))
  await act(async () => document.querySelectorAll<HTMLElement>('[role=radio]')[2]?.click())
  expect([...document.querySelectorAll('[tabindex="0"]')].map((one) => one.textContent)).toEqual(['never'])
})
