import { act } from 'react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { cars, click, definition, host, leave, press, settle, show, sourceOf, texts } from './fixture'
import { MOST_VIEWS, parseViews } from './saved-views'

beforeEach(() => localStorage.clear())
afterEach(leave)

/** The text of a button without the shortcut that is shown beside it. */
const wordsOf = (element: Element) =>
  [...element.childNodes]
    .map((part) => (part instanceof Element && part.querySelector('kbd') ? '' : part.textContent))
    .join('')
const button = (label: string) =>
  [...document.querySelectorAll<HTMLElement>('button, a')].find(
    (element) => wordsOf(element) === label || element.getAttribute('aria-label') === label
  )
const tabs = () => texts('nav li a')

async function saveAs(name: string) {
  await click(button('views.save'))
  await act(async () => {
    const input = document.querySelector<HTMLInputElement>('form input:not([type=search])')
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, name)
    input?.dispatchEvent(new Event('input', { bubbles: true }))
  })
  await act(async () => document.querySelector<HTMLFormElement>('[role=dialog] form')?.requestSubmit())
}

/** Unmounts the table and renders it again in the same browser. */
async function comeBack(to: Parameters<typeof show>[2] = host) {
  const kept = Object.entries({ ...localStorage })
  await leave()
  for (const [key, value] of kept) localStorage.setItem(key, value)
  await show(definition(sourceOf(cars(20)).source), '/cars', to)
}

it('the default rows and columns cannot be saved as a view', async () => {
  await show(definition(sourceOf(cars(20)).source))
  expect(button('views.save')).toBeUndefined()
})

it('a view stores filters and order under a name, and is available at the next visit', async () => {
  await show(definition(sourceOf(cars(20)).source), '/cars?make=Volvo&sort=-seats')
  await saveAs('Old Volvos')
  expect(tabs()).toEqual(['views.all', 'Old Volvos'])
  expect(button('views.save'), 'it is saved').toBeUndefined()
  await comeBack()
  await click(button('Old Volvos'))
  expect(window.location.search).toBe('?sort=-seats&make=Volvo')
})

it('a shortcut asks for the name of a view if there is one to save', async () => {
  await show(definition(sourceOf(cars(20)).source))
  await press('v')
  expect(document.querySelector('[role=dialog]')).toBeNull()
  await leave()
  await show(definition(sourceOf(cars(20)).source), '/cars?make=Volvo')
  expect(button('views.save')?.getAttribute('aria-keyshortcuts')).toBe('v')
  await press('v')
  expect(document.querySelector('[role=dialog] form')).not.toBeNull()
})

it('a view belongs to the person who saved it', async () => {
  await show(definition(sourceOf(cars(20)).source), '/cars?make=Volvo')
  await saveAs('Mine')
  await comeBack({ ...host, personId: 'somebody-else' })
  expect(button('Mine')).toBeUndefined()
})

it('a view is removed where it is open', async () => {
  await show(definition(sourceOf(cars(20)).source), '/cars?make=Volvo')
  await saveAs('Mine')
  await click(document.querySelector('[aria-label="views.remove"]'))
  await settle()
  expect(button('Mine')).toBeUndefined()
  await press('Escape')
})

it('invalid stored data are not read as a view', () => {
  const view = {
    id: 'a',
    label: 'x'.repeat(99),
    address: 'q=1',
    columns: { order: [1, 'b'], shown: { b: 'no', c: true } }
  }
  for (const kept of [null, 7, {}, [null, 'x', { id: 1 }]]) expect(parseViews(kept)).toEqual([])
  expect(parseViews([view])).toEqual([
    { ...view, label: 'x'.repeat(40), columns: { order: ['b'], shown: { c: true } } }
  ])
  expect(parseViews(Array(50).fill(view))).toHaveLength(MOST_VIEWS)
})
