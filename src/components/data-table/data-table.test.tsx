import { act } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { AppError } from '@/lib/server/errors'
import { type Car, cars, click, definition, host, leave, names, press, settle, show, sourceOf, texts } from './fixture'
import type { Page } from './types'

afterEach(leave)

const query = (selector: string) => document.querySelector<HTMLElement>(selector)
const button = (label: string) =>
  [...document.querySelectorAll<HTMLElement>('button, a')].find(
    (element) => element.textContent === label || element.getAttribute('aria-label') === label
  )
const type = async (input: HTMLInputElement | null, text: string) => {
  await act(async () => {
    if (!input) throw new Error('no field')
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text)
    input.dispatchEvent(new Event('input', { bubbles: true }))
  })
}

it('the table shows the first page of rows below the headers, without requesting a count', async () => {
  await show(definition(sourceOf(cars(120)).source))
  expect(texts('thead th')).toEqual(['Plate', 'Make', 'Seats'])
  expect(names()).toHaveLength(50)
  expect(query('[role=grid]')?.getAttribute('aria-rowcount')).toBe('-1')
  expect(query('footer [role=status]')?.textContent).toBe('count.first')
})

it('the table keeps its first request if effects run twice, as in development', async () => {
  const signals: AbortSignal[] = []
  const answer = async (_: unknown, _page: unknown, signal: AbortSignal): Promise<Page<Car>> => {
    signals.push(signal)
    await new Promise((resolve) => setTimeout(resolve, 20))
    signal.throwIfAborted()
    return { rows: cars(3), next: null }
  }
  await show(definition(answer), '/cars', host, true)
  await settle(50)
  expect(names()).toHaveLength(3)
  expect(signals).toHaveLength(1)
})

it('a press requests the next page, until all rows are loaded', async () => {
  await show(definition(sourceOf(cars(70)).source))
  await click(button('more'))
  expect(names()).toHaveLength(70)
  expect(button('more')).toBeUndefined()
  expect(query('[role=grid]')?.getAttribute('aria-rowcount')).toBe('71')
})

it('a list of more than 200 rows renders only those near the view and the focused one', async () => {
  // The simulated browser (jsdom) has no layout: elements get a height of 600 px.
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600)
  await show(definition(async () => ({ rows: cars(250), next: null })))
  expect(names().length).toBeLessThan(100)
  expect(names()).toContain('FL 000')
  expect(document.querySelectorAll('tbody tr[aria-hidden]').length).toBeGreaterThan(0)
})

it('a search starts after a pause in typing, is kept in the address and can be cleared', async () => {
  const { source, asked } = sourceOf(cars(20))
  await show(definition(source))
  await type(document.querySelector('input[type=search]'), '01')
  expect(window.location.search).toBe('')
  await settle(300)
  expect(window.location.search).toBe('?q=01')
  expect(names()).toEqual([
    'FL 001',
    ...cars(20)
      .slice(10, 20)
      .map(({ plate }) => plate)
  ])
  expect(asked.map(({ search }) => search)).toEqual(['', '01'])
  await click(button('filter.clear'))
  expect(window.location.search).toBe('')
  expect(document.querySelector<HTMLInputElement>('input[type=search]')?.value).toBe('')
  expect(names()).toHaveLength(20)
})

it('a filter in the address is shown as a chip, which removes it', async () => {
  await show(definition(sourceOf(cars(20)).source), '/cars?make=Volvo')
  expect(names()).toHaveLength(10)
  expect(button('MakeVolvo')).toBeDefined()
  await click(button('filter.remove'))
  expect(window.location.search).toBe('')
  expect(names()).toHaveLength(20)
})

it('pressing a header sorts in the first direction, then in the other, then in the source’s order', async () => {
  const { source, asked } = sourceOf(cars(5))
  await show(definition(source))
  const head = () => [...document.querySelectorAll('thead th')].find((th) => th.textContent === 'Seats')
  expect(head()?.getAttribute('aria-sort')).toBe('none')
  await click(button('Seats'))
  expect(head()?.getAttribute('aria-sort')).toBe('descending')
  expect(window.location.search).toBe('?sort=-seats')
  await click(button('Seats'))
  expect(head()?.getAttribute('aria-sort')).toBe('ascending')
  await click(button('Seats'))
  expect(head()?.getAttribute('aria-sort')).toBe('none')
  expect(asked.map(({ sort }) => sort?.column)).toEqual([undefined, 'seats', 'seats'])
  expect(
    [...document.querySelectorAll('thead th')].find((th) => th.textContent === 'Make')?.ariaSort ?? null
  ).toBeNull()
})

it('the rows of the last query stay, marked as old, until the next response arrives', async () => {
  const { source } = sourceOf(cars(20))
  let answer: (() => void) | undefined
  const slow: typeof source = vi.fn(async (...args: Parameters<typeof source>): Promise<Page<never>> => {
    if (args[0].search) await new Promise<void>((resolve) => (answer = resolve))
    return (await source(...args)) as never
  })
  await show(definition(slow))
  await type(document.querySelector('input[type=search]'), '013')
  await settle(300)
  expect(query('[role=grid]')?.getAttribute('aria-busy')).toBe('true')
  expect(query('footer [role=status]')?.textContent).toBe('searching')
  expect(names()).toHaveLength(20)
  await act(async () => answer?.())
  await settle()
  expect(query('[role=grid]')?.hasAttribute('aria-busy')).toBe(false)
  expect(names()).toEqual(['FL 013'])
})

it('the request of an abandoned query is aborted', async () => {
  const signals: AbortSignal[] = []
  await show(
    definition(async (_query, _page, signal) => {
      signals.push(signal)
      return { rows: [], next: null }
    })
  )
  await type(document.querySelector('input[type=search]'), 'A')
  await settle(300)
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, false])
})

it('an empty table and a filter without matches have different texts, and the filters can be removed', async () => {
  await show(definition(sourceOf([]).source))
  expect(texts('h2')).toEqual(['No cars yet'])
  await leave()
  await show(definition(sourceOf(cars(3)).source), '/cars?q=nothing')
  expect(texts('h2')).toEqual(['nothing_found'])
  await click(button('filter.clear_all'))
  expect(names()).toHaveLength(3)
})

// Spec 3.61
it('a failed load shows the reason and a retry', async () => {
  const source = vi.fn(sourceOf(cars(3)).source).mockRejectedValueOnce(new AppError('not_allowed'))
  await show(definition(source))
  expect(texts('h2')).toEqual(['load_failed'])
  await click(button('retry'))
  expect(names()).toHaveLength(3)
})

it('one cell is in the tab order, and arrow keys move between the cells', async () => {
  await show(definition(sourceOf(cars(5)).source))
  const stops = () => [...document.querySelectorAll<HTMLElement>('[role=grid] [tabindex="0"]')]
  expect(stops()).toHaveLength(1)
  // The first cell is a link to the row: the link takes the focus.
  stops()[0]?.focus()
  expect(document.activeElement?.textContent).toBe('FL 000')
  await press('ArrowDown')
  expect(document.activeElement?.textContent).toBe('FL 001')
  await press('End')
  expect(document.activeElement?.textContent).toBe('5')
  await press('Home', { ctrlKey: true })
  expect(document.activeElement?.textContent).toBe('FL 000')
  await press('ArrowUp')
  expect(document.activeElement?.textContent).toBe('Plate')
  expect(stops()).toEqual([document.activeElement])
})

it('moving to the last row by keyboard requests more rows', async () => {
  await show(definition(sourceOf(cars(60)).source))
  query('[role=grid] [tabindex="0"]')?.focus()
  await press('End', { ctrlKey: true })
  await press('ArrowDown')
  expect(names()).toHaveLength(60)
})

it('Enter opens a row, and Back returns to the same cell', async () => {
  await show(definition(sourceOf(cars(5)).source))
  query('[role=grid] [tabindex="0"]')?.focus()
  await press('ArrowDown')
  await press('ArrowRight')
  await press('Enter')
  expect(texts('h1')).toEqual(['One car'])
  await act(async () => window.history.back())
  await settle(50)
  expect(query('[role=grid] [data-row="1"] > [data-column="1"]')?.contains(query('[role=grid] [tabindex="0"]'))).toBe(
    true
  )
})

it('a table shows on return what was added meanwhile, even without a broadcast', async () => {
  const all = cars(2)
  await show(definition(sourceOf(all).source))
  await click(button('FL 000'))
  expect(texts('h1')).toEqual(['One car'])
  all.push({ id: 'new', plate: 'FL 900', make: 'Volvo', seats: 4 })
  await act(async () => window.history.back())
  await settle(50)
  expect(names()).toEqual(['FL 000', 'FL 001', 'FL 900'])
})

/** Opens the panel beside the table. The panel's script loads with the first press. */
const panel = async () => {
  while (!query('aside')) await settle(5)
}

it('Space opens a row’s panel, arrow keys move on to the next row, and Escape returns the focus', async () => {
  await show(definition(sourceOf(cars(5)).source, { peek: { content: (car) => <p>About {car.plate}</p> } }))
  query('[role=grid] [tabindex="0"]')?.focus()
  await press('ArrowDown')
  await press(' ')
  await panel()
  expect(texts('aside p')).toEqual(['About FL 001'])
  await click(button('peek.next'))
  expect(texts('aside p')).toEqual(['About FL 002'])
  await press('Escape')
  expect(query('aside')).toBeNull()
  expect(document.activeElement?.textContent).toBe('FL 002')
})

it('a panel without custom content shows every column, including hidden ones', async () => {
  const { columns } = definition(sourceOf([]).source)
  const hidden = { id: 'id', label: 'ID', value: (car: { id: string }) => car.id, hidden: true }
  await show(definition(sourceOf(cars(2)).source, { peek: {}, columns: [...columns, hidden] }))
  query('[role=grid] [tabindex="0"]')?.focus()
  await press('ArrowDown')
  await press(' ')
  await panel()
  expect(texts('aside h2')).toEqual(['FL 001'])
  expect(texts('aside dl > div')).toEqual(['MakeVolvo', 'Seats5', 'IDcar-1'])
})

it('a column is moved and widened by keys, and both are stored for this person and table', async () => {
  const table = definition(sourceOf(cars(5)).source)
  await show(table)
  query('[role=grid] [tabindex="0"]')?.focus()
  await press('ArrowUp')
  await press('End')
  await press('ArrowLeft', { altKey: true })
  expect(texts('thead th')).toEqual(['Plate', 'Seats', 'Make'])
  const seats = () => [...document.querySelectorAll('thead th')].find((th) => th.textContent === 'Seats')
  await act(async () => {
    seats()?.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', shiftKey: true, bubbles: true }))
  })
  expect(JSON.parse(localStorage.getItem('hackney.table.martina.cars') ?? '{}')).toMatchObject({
    order: ['plate', 'seats', 'make'],
    widths: { seats: 176 }
  })
})

it('a phone shows cards with the same menu', async () => {
  globalThis.matching = '(max-width: 639px)'
  await show(definition(sourceOf(cars(3)).source, { actions: () => [] }))
  expect(query('[role=grid]')).toBeNull()
  expect(texts('ul[aria-label=Cars] > li a p')).toEqual(['FL 000', 'FL 001', 'FL 002'])
  expect(document.querySelectorAll('[aria-label=actions_of]')).toHaveLength(3)
})
