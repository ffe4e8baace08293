import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { BroadcastMessage } from '@/lib/server/channels'
import { AppError } from '@/lib/server/errors'
import { type Car, cars, click, definition, leave, press, settle, show, texts } from '../fixture'
import type { TableDefinition, TableQuery } from '../types'
import { rowOrder } from '.'

const { channel, toasts } = vi.hoisted(() => ({
  channel: { say: (_message?: BroadcastMessage) => {} },
  toasts: [] as { words: string; undo?: { label: string; onClick: () => void } | undefined }[]
}))
vi.mock('@/lib/server/use-broadcast', () => ({
  useBroadcast: (_topic: string | null, onMessage: (message?: BroadcastMessage) => void) => {
    channel.say = onMessage
    return 'live'
  }
}))
vi.mock('@/lib/page/toast', () => ({
  toast: (_kind: string, words: string, undo?: { label: string; run: () => void }) =>
    void toasts.push({ words, undo: undo && { label: undo.label, onClick: undo.run } })
}))

beforeEach(() => void toasts.splice(0))
afterEach(leave)

let kept: Car[]
let stored: string[]
/** A test table whose order is stored, as the database would. */
function ordered(count: number, more: Partial<TableDefinition<Car>> = {}): TableDefinition<Car> {
  kept = cars(count)
  stored = []
  return definition(
    async ({ search, sort }: TableQuery) => {
      const found = kept.filter(({ plate }) => plate.includes(search))
      return { rows: sort ? found.toSorted((a, b) => a.seats - b.seats) : found, next: null }
    },
    {
      order: rowOrder(async (rows) => {
        kept = [...rows]
        stored.push(plates().join(' '))
      }),
      rowName: ({ plate }) => plate,
      columns: [
        { id: 'plate', label: 'Plate', value: (car) => car.plate },
        { id: 'seats', label: 'Seats', value: (car) => car.seats, kind: 'number', sortable: true }
      ],
      ...more
    }
  )
}
const plates = () => kept.map(({ plate }) => plate.slice(-1))
const shown = () =>
  texts('tbody td[data-column="1"]')
    .map((name) => name.slice(-1))
    .join(' ')
const said = () => texts('[role=status]').join(' ')
const focusOn = (row: number) =>
  act(async () => document.querySelector<HTMLElement>(`[data-row="${row}"] > [data-column="2"]`)?.focus())
const focused = () => document.activeElement?.closest('tr')?.textContent
const alt = { altKey: true }

it('Alt and an arrow move the focused row, announce its position and store the order', async () => {
  await show(ordered(4))
  await focusOn(1)
  await press('ArrowDown', alt)
  expect(shown()).toBe('0 2 1 3')
  expect(focused()).toContain('FL 001')
  expect(said()).toContain('order.moved')
  await press('ArrowUp', alt)
  await press('ArrowUp', alt)
  expect([shown(), plates().join(' ')]).toEqual(['1 0 2 3', '1 0 2 3'])
  await press('ArrowUp', alt)
  expect(shown()).toBe('1 0 2 3')
})

it('consecutive moves are undone together, by the toast or Ctrl+Z', async () => {
  await show(ordered(4))
  await focusOn(0)
  await press('ArrowDown', alt)
  await press('ArrowDown', alt)
  expect(toasts).toEqual([])
  await settle(950)
  expect(toasts.map(({ words }) => words)).toEqual(['order.saved'])
  await act(async () => toasts[0]?.undo?.onClick())
  await settle()
  expect([shown(), plates().join(' ')]).toEqual(['0 1 2 3', '0 1 2 3'])
  await focusOn(0)
  await press('ArrowDown', alt)
  await press('z', { ctrlKey: true })
  expect([shown(), plates().join(' '), said()]).toEqual(['0 1 2 3', '0 1 2 3', expect.stringContaining('order.undone')])
})

it('rows in a search or another order cannot be moved, and the table says why and links back', async () => {
  await show(ordered(4), '/cars?sort=seats')
  await focusOn(1)
  await press('ArrowDown', alt)
  expect(stored).toEqual([])
  expect(said()).toContain('order.blocked')
  expect(document.querySelector('[data-handle]')?.getAttribute('title')).toBe('order.blocked')
  await click(
    [...document.querySelectorAll('footer button')].find(({ textContent }) => textContent === 'order.show_own')
  )
  expect(window.location.search).toBe('')
  expect(document.querySelector('[data-handle]')?.getAttribute('title')).toBe('order.drag')
})

it('a row’s menu moves it up, down and to the top, but not beyond the ends', async () => {
  await show(ordered(3))
  const open = async (row: number) => {
    const trigger = document.querySelectorAll<HTMLElement>('[aria-label=actions_of]')[row]
    trigger?.focus()
    await press('Enter')
    return [...document.querySelectorAll<HTMLElement>('[role=menuitem]')]
  }
  const items = await open(2)
  expect(items.map(({ textContent, ariaDisabled }) => [textContent, ariaDisabled])).toEqual([
    ['order.up', null],
    ['order.down', 'true'],
    ['order.top', null]
  ])
  await click(items[2])
  expect([shown(), plates().join(' ')]).toEqual(['2 0 1', '2 0 1'])
})

it('a refused order is replaced by the stored one, with the reason', async () => {
  await show(ordered(3, { order: rowOrder(async () => Promise.reject(new AppError('demo_mode'))) }))
  await focusOn(0)
  await press('ArrowDown', alt)
  await settle()
  expect(shown()).toBe('0 1 2')
  expect(toasts).toHaveLength(1)
})

it('a locked order is shown without a handle, a menu or a key', async () => {
  await show(ordered(3, { order: rowOrder(async () => {}, true) }))
  expect(document.querySelector('[data-handle], [aria-label=actions_of]')).toBeNull()
  expect(texts('tbody td[data-column="0"]')).toEqual(['FL 000', 'FL 001', 'FL 002'])
})

/** jsdom has no layout: each row is given a height of 40 px, one below the other. */
function withSizes() {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const top = 40 * Number((this as HTMLElement).dataset.place ?? 0)
    return { top, height: 40, bottom: top + 40 } as DOMRect
  })
  return (target: EventTarget, name: string, clientY: number) =>
    act(async () => void target.dispatchEvent(new MouseEvent(name, { bubbles: true, clientY })))
}

it('a row is dragged by its handle; Escape puts it back', async () => {
  await show(ordered(4))
  const point = withSizes()
  const handle = (row: number) => document.querySelectorAll('[data-handle]')[row] as Element
  await point(handle(0), 'pointerdown', 20)
  await point(window, 'pointermove', 105)
  expect([shown(), stored]).toEqual(['1 2 0 3', []])
  await act(
    async () => void document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
  )
  expect([shown(), stored]).toEqual(['0 1 2 3', []])
  await point(handle(3), 'pointerdown', 140)
  await point(window, 'pointermove', 58)
  await point(window, 'pointerup', 58)
  await settle()
  expect([shown(), stored]).toEqual(['0 3 1 2', ['0 3 1 2']])
  vi.restoreAllMocks()
})

it('a dragged row is dropped correctly even if another person deletes a row above it meanwhile', async () => {
  const live = { topic: 'admin', events: ['car'], idOf: () => 'car-0', one: async () => null }
  await show(ordered(4, { live }))
  const point = withSizes()
  await point(document.querySelectorAll('[data-handle]')[1] as Element, 'pointerdown', 58)
  kept = kept.slice(1)
  await act(async () => channel.say({ event: 'car', payload: {} }))
  await settle(600)
  expect(shown()).toBe('0 1 2 3')
  await point(window, 'pointermove', 150)
  await point(window, 'pointerup', 150)
  await settle()
  expect([shown(), stored]).toEqual(['2 3 1', ['2 3 1']])
  vi.restoreAllMocks()
})

it('cards on a phone have handles and the same menu, even without row actions', async () => {
  globalThis.matching = '(max-width: 639px)'
  await show(ordered(3))
  const point = withSizes()
  await point(document.querySelectorAll('li [data-handle]')[0] as Element, 'pointerdown', 20)
  await point(window, 'pointermove', 70)
  await point(window, 'pointerup', 70)
  await settle()
  expect(stored).toEqual(['1 0 2'])
  expect(document.querySelectorAll('[aria-label=actions_of]')).toHaveLength(3)
  vi.restoreAllMocks()
})

it('moving a row to another page shows that page', async () => {
  await show(ordered(5, { pageSize: 2 }))
  expect(shown()).toBe('0 1')
  await focusOn(1)
  await press('ArrowDown', alt)
  expect(shown()).toBe('1 3')
  expect(focused()).toContain('FL 001')
  expect(window.location.search).toBe('?page=2')
  expect(texts('footer nav span')).toEqual(['pages.of'])
  await press('ArrowUp', alt)
  expect([shown(), focused()]).toEqual(['0 1', expect.stringContaining('FL 001')])
})

it('a search begins on the first page, and a page beyond the last is the last', async () => {
  await show(ordered(5, { pageSize: 2 }), '/cars?page=9')
  expect(shown()).toBe('4')
  await leave()
  await show(ordered(5, { pageSize: 2 }), '/cars?page=2&make=Volvo')
  await click([...document.querySelectorAll('button')].find(({ ariaLabel }) => ariaLabel === 'filter.remove'))
  expect(window.location.search).toBe('')
})

it('a row without its own page is edited by a double click, a click, and on a phone by its menu', async () => {
  const save = vi.fn(async (car: Car, seats: unknown) => ({ ...car, seats: Number(seats) }))
  const table = ordered(2)
  const [plate, seats] = table.columns
  const { rowLink: _link, ...unlinked } = table
  const columns = [plate, { ...seats, editor: { type: 'number', max: 9, save } }] as typeof table.columns
  const field = () => document.querySelector<HTMLInputElement>('input[data-editor]')
  const cell = () => document.querySelector('[data-row="1"] > [data-column="2"]')
  await show({ ...table, columns })
  await act(async () => void cell()?.dispatchEvent(new MouseEvent('dblclick', { bubbles: true })))
  expect(field()?.value).toBe('5')
  await leave()
  await show({ ...unlinked, columns })
  await click(cell())
  expect(field()?.value).toBe('5')
  await leave()
  globalThis.matching = '(max-width: 639px)'
  await show({ ...unlinked, columns })
  document.querySelectorAll<HTMLElement>('[aria-label=actions_of]')[1]?.focus()
  await press('Enter')
  await click(document.querySelector('[role=menuitem]'))
  await settle(20)
  expect([field()?.value, document.activeElement]).toEqual(['5', field()])
})

const live = { topic: 'catalogue', events: ['cars'] }
const say = async () => {
  await act(async () => channel.say({ event: 'cars', payload: {} }))
  await settle(600)
}
const news = () => [...document.querySelectorAll('button')].filter(({ textContent }) => textContent === 'news').length

it('a broadcast without a row id updates and removes rows in place, but one that moves rows waits while the table is in use', async () => {
  await show(ordered(4, { live }))
  await focusOn(0)
  kept = kept.filter(({ id }) => id !== 'car-1').map((car) => ({ ...car, seats: 9 }))
  await say()
  expect([shown(), news()]).toEqual(['0 2 3', 0])
  expect(texts('tbody td[data-column="2"]')).toEqual(['9', '9', '9'])
  kept = [...kept].reverse()
  await say()
  expect([shown(), news()]).toEqual(['0 2 3', 1])
})

it('a broadcast without a row id leaves the list’s other pages unchanged', async () => {
  await show(ordered(4, { live, pageSize: 2 }))
  await focusOn(0)
  kept = kept.map((car) => ({ ...car, seats: 9 }))
  await say()
  expect([shown(), news(), texts('tbody td[data-column="2"]')]).toEqual(['0 1', 0, ['9', '9']])
})

it('the input line above the rows adds rows one after the other and shows each at the end', async () => {
  let answer: (() => void) | undefined
  const add = vi.fn(async (plate: string, id: string) => {
    await new Promise<void>((resolve) => {
      answer = resolve
    })
    kept = [...kept, { id, plate, make: '', seats: 1 }]
  })
  const newRow = { label: 'New car', button: 'Add', limit: 8, required: 'reason_required', add }
  await show(ordered(4, { pageSize: 2, newRow }))
  // Submits the form, as Enter in its field would.
  const submit = () => act(async () => document.querySelector<HTMLButtonElement>('form button')?.click())
  const field = document.querySelector<HTMLInputElement>('form input')
  const type = (text: string) =>
    act(async () => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text)
      field?.dispatchEvent(new Event('input', { bubbles: true }))
    })
  await submit()
  expect([document.querySelector('form [role=alert]')?.textContent, add.mock.calls]).toEqual([expect.any(String), []])
  await type('  FL 004 ')
  await submit()
  await act(async () => answer?.())
  await settle()
  expect(add.mock.calls.map(([plate]) => plate)).toEqual(['FL 004'])
  expect([shown(), field?.value, document.activeElement]).toEqual(['4', '', field])
  await type('FL 005')
  await submit()
  await type('FL 006')
  await submit()
  await act(async () => answer?.())
  await settle(20)
  expect(add.mock.calls.map(([plate]) => plate)).toEqual(['FL 004', 'FL 005', 'FL 006'])
  await type('FL 0')
  await act(async () => answer?.())
  expect(field?.value).toBe('FL 0')
})
