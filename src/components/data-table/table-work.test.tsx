import { act } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import type { BroadcastMessage } from '@/lib/server/channels'
import { AppError } from '@/lib/server/errors'
import errors from '@/lib/texts/errors/en.json'
import { type Car, cars, click, definition, host, leave, names, press, settle, show, sourceOf, texts } from './fixture'
import type { Column } from './types'

/** The table's channel, on which the test sends messages. */
const { channel } = vi.hoisted(() => ({ channel: { say: (_message?: BroadcastMessage) => {} } }))
vi.mock('@/lib/server/use-broadcast', () => ({
  useBroadcast: (_topic: string | null, onMessage: (message?: BroadcastMessage) => void) => {
    channel.say = onMessage
    return 'live'
  }
}))

afterEach(leave)

const query = (selector: string) => document.querySelector<HTMLElement>(selector)
/** The text of a button without the shortcut that is shown beside it. */
const wordsOf = (element: Element) =>
  [...element.childNodes]
    .map((part) => (part instanceof Element && part.querySelector('kbd') ? '' : part.textContent))
    .join('')
const button = (label: string) =>
  [...document.querySelectorAll<HTMLElement>('button')].find(
    (element) => wordsOf(element) === label || element.getAttribute('aria-label') === label
  )
const boxes = () => [...document.querySelectorAll<HTMLInputElement>('tbody input[type=checkbox]')]
const selected = () => document.querySelectorAll('tbody tr[aria-selected=true]').length
const dialog = () => query('[role=dialog]')
/** Waits until a dialog is open. A dialog's script loads with the first press. */
const opened = async () => {
  while (!dialog()) await settle(5)
}

it('checkboxes select rows, a range with Shift, and all loaded rows', async () => {
  await show(definition(async () => ({ rows: cars(6), next: 6 }), { bulk: [] }))
  expect(query('[role=toolbar]')).toBeNull()
  await click(boxes()[1])
  await click(boxes()[4], { shiftKey: true })
  expect(selected()).toBe(4)
  await click(query('thead input[type=checkbox]'))
  expect(selected()).toBe(6)
  expect(button('select.everything')).toBeDefined()
  await click(button('select.none'))
  expect(selected()).toBe(0)
})

it('by keyboard, Shift and Space select a row, Shift and an arrow the next, and Escape deselects all', async () => {
  await show(definition(sourceOf(cars(5)).source, { bulk: [] }))
  query('[role=grid] [tabindex="0"]')?.focus()
  await press(' ', { shiftKey: true })
  await press('ArrowDown', { shiftKey: true })
  await press('ArrowDown', { shiftKey: true })
  expect(selected()).toBe(3)
  await press('Escape')
  expect(selected()).toBe(0)
})

it('another query clears the selection', async () => {
  await show(definition(sourceOf(cars(5)).source, { bulk: [] }), '/cars?make=Volvo')
  await click(boxes()[0])
  expect(selected()).toBe(1)
  await click(button('filter.clear'))
  expect(selected()).toBe(0)
})

it('a bulk action reports each failed row with its reason, and can retry those', async () => {
  const run = vi.fn(async (car: Car) => {
    if (car.id === 'car-1' && run.mock.calls.length <= 3) throw new AppError('not_allowed')
  })
  const bulk = [{ id: 'wash', label: 'Wash', question: (count: number) => `Wash ${count} cars?`, run }]
  await show(definition(sourceOf(cars(5)).source, { bulk }))
  for (const index of [0, 1, 2]) await click(boxes()[index])
  await click(button('Wash'))
  await opened()
  expect(dialog()?.textContent).toContain('Wash 3 cars?')
  await click([...(dialog()?.querySelectorAll('button') ?? [])].find(({ textContent }) => textContent === 'Wash'))
  expect(texts('[role=dialog] li')).toEqual([`FL 001: ${errors.not_allowed}`])
  expect(dialog()?.querySelector('[role=status]')?.textContent).toContain('bulk.finished')
  await click(button('bulk.retry'))
  expect(texts('[role=dialog] li')).toEqual([])
  expect(run.mock.calls.map(([car]) => car.id)).toEqual(['car-0', 'car-1', 'car-2', 'car-1'])
})

it('a bulk action’s shortcut works while rows are selected, and waits for the required text', async () => {
  const run = vi.fn(async (_car: Car, _signal: AbortSignal, _note: string) => {})
  const note = { label: 'Why', limit: 100, isRequired: true } as const
  const bulk = [{ id: 'wash', label: 'Wash', keys: 'b', question: () => 'Why?', note, run }]
  await show(definition(sourceOf(cars(5)).source, { bulk }))
  await press('b')
  expect(dialog()).toBeNull()
  await click(boxes()[0])
  expect(button('Wash')?.getAttribute('aria-keyshortcuts')).toBe('b')
  await press('b')
  await opened()
  const wash = [...(dialog()?.querySelectorAll('button') ?? [])].find(({ textContent }) => textContent === 'Wash')
  expect(wash?.disabled).toBe(true)
  await act(async () => {
    const text = dialog()?.querySelector('textarea')
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(text, 'Mud')
    text?.dispatchEvent(new Event('input', { bubbles: true }))
  })
  await click(wash)
  expect(run.mock.calls.map(([car, , why]) => [car.id, why])).toEqual([['car-0', 'Mud']])
})

it('a row’s menu shows the shortcuts of its actions', async () => {
  const actions = () => [{ id: 'park', label: 'Park', keys: 'a', onSelect: () => {} }]
  await show(definition(sourceOf(cars(2)).source, { actions }))
  query('[role=grid] [tabindex="0"]')?.focus()
  await press('F10', { shiftKey: true })
  await settle(10)
  const item = query('[role=menuitem]')
  expect([item?.getAttribute('aria-keyshortcuts'), item?.querySelector('kbd')?.textContent]).toEqual(['a', 'A'])
})

it('a bulk action on all rows of the filter includes rows that are not loaded', async () => {
  const run = vi.fn(async () => {})
  const bulk = [{ id: 'wash', label: 'Wash', question: () => '', run }]
  await show(definition(sourceOf(cars(70)).source, { bulk }))
  await click(query('thead input[type=checkbox]'))
  await click(button('select.everything'))
  await click(button('Wash'))
  await opened()
  await click([...(dialog()?.querySelectorAll('button') ?? [])].find(({ textContent }) => textContent === 'Wash'))
  await settle(50)
  expect(run).toHaveBeenCalledTimes(70)
})

// Spec 6.32
it('a demo saves no file, and says why', async () => {
  await show(definition(sourceOf(cars(5)).source), '/cars', { ...host, exportRefusal: 'demo_mode' })
  await click(button('export.open'))
  await opened()
  expect(dialog()?.textContent).toContain(errors.demo_mode)
  expect((button('export.start') as HTMLButtonElement).disabled).toBe(true)
})

it('the reason for a refused file is shown', async () => {
  const source = vi.fn(sourceOf(cars(5)).source)
  await show(definition(source))
  source.mockRejectedValueOnce(new AppError('needs_approval'))
  await click(button('export.open'))
  await opened()
  await click(button('export.start'))
  await settle(20)
  expect(dialog()?.textContent).toContain(errors.needs_approval)
})

const seats = (save: (row: Car, value: unknown) => Promise<Car>): Column<Car>[] => [
  { id: 'plate', label: 'Plate', value: (car) => car.plate },
  {
    id: 'seats',
    label: 'Seats',
    value: (car) => car.seats,
    kind: 'number',
    editor: { type: 'number', min: 1, max: 8, save }
  }
]

async function edit(value: string) {
  query('[role=grid] [tabindex="0"]')?.focus()
  await press('ArrowRight')
  await press('Enter')
  await type(value)
}
const type = (value: string) =>
  act(async () => {
    const field = document.querySelector<HTMLInputElement>('input[data-editor]')
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value)
    field?.dispatchEvent(new Event('input', { bubbles: true }))
  })

// Spec 9.20
it('a cell is saved 600 ms after the last key, and can be undone', async () => {
  const save = vi.fn(async (car: Car, value: unknown) => ({ ...car, seats: Number(value) }))
  await show(definition(sourceOf(cars(2)).source, { columns: seats(save) }))
  await edit('7')
  await settle(400)
  expect(save).not.toHaveBeenCalled()
  await settle(300)
  expect(save.mock.calls.map(([, value]) => value)).toEqual([7])
  await press('Escape')
  expect(texts('tbody td[data-column="1"]')).toEqual(['7', '5'])
  await click(button('edit.undo'))
  expect(save.mock.calls.map(([, value]) => value)).toEqual([7, 4])
  expect(texts('tbody td[data-column="1"]')).toEqual(['4', '5'])
})

it('a refused value shows the reason at the cell, and the stored value', async () => {
  const save = vi.fn(async () => Promise.reject(new AppError('not_allowed')))
  await show(definition(sourceOf(cars(2)).source, { columns: seats(save) }))
  await edit('7')
  await press('Enter')
  expect(query('[role=alert]')?.textContent).toBe(errors.not_allowed)
  expect(texts('tbody td[data-column="1"]')).toEqual(['4', '5'])
})

it('changes of one row are sent in sequence, including the undo of an older one', async () => {
  let stored = { ...(cars(1)[0] as Car), version: 1 }
  const save = async (row: Car, part: Partial<Car>) => {
    await new Promise((resolve) => setTimeout(resolve, 20))
    if ((row as typeof stored).version !== stored.version) throw new AppError('version_conflict')
    stored = { ...stored, ...part, version: stored.version + 1 }
    return stored
  }
  const [plate, figure] = seats((row, value) => save(row, { seats: Number(value) })) as [Column<Car>, Column<Car>]
  const make: Column<Car> = {
    id: 'make',
    label: 'Make',
    value: (car) => car.make,
    editor: { type: 'text', save: (row, value) => save(row, { make: String(value) }) }
  }
  await show(definition(async () => ({ rows: [stored], next: null }), { columns: [plate, figure, make] }))
  const change = async (column: number, text: string) => {
    await act(async () => query(`td[data-column="${column}"]`)?.focus())
    await press('F2')
    await type(text)
    await press('Enter')
  }
  await change(1, '7')
  await settle(30)
  await change(1, '8')
  await change(2, 'Saab')
  await settle(80)
  expect([stored.seats, stored.make, document.querySelector('[role=alert]')]).toEqual([8, 'Saab', null])
  await click(button('edit.undo'))
  await settle(40)
  expect([stored.seats, stored.make]).toEqual([7, 'Saab'])
})

it('an empty required text and one that is too long are not sent, and the cell says why', async () => {
  const save = vi.fn(async (car: Car) => car)
  const editor = { type: 'text', required: 'reason_required', limit: 5, save } as const
  const [plate] = seats(save) as [Column<Car>]
  const make: Column<Car> = { id: 'make', label: 'Make', value: (car) => car.make, editor }
  await show(definition(sourceOf(cars(2)).source, { columns: [plate, make] }))
  await edit(' ')
  expect(query('[role=alert]')?.textContent).toBe(errors.reason_required)
  await press('Enter')
  await edit('123456')
  expect(query('[role=alert]')?.textContent).toBe('too_long')
  await press('Enter')
  expect(save).not.toHaveBeenCalled()
})

it('a value refused because of another person’s change is offered again on top of the reloaded rows', async () => {
  const all = cars(2)
  const save = vi.fn(async (car: Car, value: unknown) => {
    const now = all.find(({ id }) => id === car.id) as Car
    if (now !== car) throw new AppError('version_conflict')
    return { ...car, seats: Number(value) }
  })
  const { source } = sourceOf(all)
  await show(definition(source, { columns: seats(save) }))
  all[0] = { ...(all[0] as Car), seats: 3 }
  await edit('7')
  await press('Enter')
  await settle()
  expect(texts('tbody td[data-column="1"]')).toEqual(['3', '5'])
  await press('Enter')
  expect(query('input[data-editor]')).toHaveProperty('value', '7')
  await press('Enter')
  await settle()
  expect(texts('tbody td[data-column="1"]')).toEqual(['7', '5'])
})

it('a number cell accepts the format of the page’s language, with at most the column’s decimals', async () => {
  const save = vi.fn(async (car: Car, value: unknown) => ({ ...car, seats: Number(value) }))
  const [plate, figure] = seats(save) as [Column<Car>, Column<Car>]
  const editor = { ...figure.editor, decimals: 1 } as NonNullable<typeof figure.editor>
  await show(definition(sourceOf(cars(2)).source, { columns: [plate, { ...figure, editor }] }), '/cars', {
    ...host,
    locale: 'de-CH'
  })
  await edit('2,55')
  await press('Enter')
  expect(save).not.toHaveBeenCalled()
  await edit('2,5')
  await press('Enter')
  expect(save.mock.calls.map(([, value]) => value)).toEqual([2.5])
})

it('a number out of bounds is not sent, nor anything after Escape', async () => {
  const save = vi.fn(async (car: Car) => car)
  await show(definition(sourceOf(cars(2)).source, { columns: seats(save) }))
  await edit('12')
  expect(query('input[data-editor]')?.getAttribute('aria-invalid')).toBe('true')
  await press('Enter')
  await edit('8')
  await press('Escape')
  await settle(700)
  expect(save).not.toHaveBeenCalled()
})

const liveTable = (all: Car[]) => {
  const { source } = sourceOf(all)
  return definition(vi.fn(source), {
    live: {
      topic: 'admin',
      events: ['car'],
      idOf: ({ payload }) => String(payload.id),
      one: async (id) => all.find((car) => car.id === id) ?? null
    }
  })
}
const say = async (id: string) => {
  await act(async () => channel.say({ event: 'car', payload: { id } }))
  await settle(600)
}

it('a broadcast about a row updates it in place', async () => {
  const all = cars(3)
  const table = liveTable(all)
  await show(table)
  all[1] = { ...(all[1] as Car), make: 'Tesla' }
  await say('car-1')
  expect(texts('tbody td[data-column="1"]')).toEqual(['Škoda', 'Tesla', 'Škoda'])
  expect(table.source).toHaveBeenCalledTimes(1)
})

/** A table of cars that two dispatchers edit: a change is refused unless it names the current version. */
function sharedCars() {
  const all = cars(2).map((car) => ({ ...car, version: 1 }))
  const change = (id: string, part: Partial<Car>) => {
    const index = all.findIndex((car) => car.id === id)
    const stored = all[index] as (typeof all)[number]
    all[index] = { ...stored, ...part, version: stored.version + 1 }
    return all[index]
  }
  const save = async (row: Car, value: unknown) => {
    if ((row as (typeof all)[number]).version !== all.find(({ id }) => id === row.id)?.version)
      throw new AppError('version_conflict')
    return change(row.id, { seats: Number(value) })
  }
  return { all, change, save }
}

it('a cell that another person changes while it is open is not overwritten, although the table shows their row', async () => {
  const { all, change, save } = sharedCars()
  await show({ ...liveTable(all), columns: seats(save) })
  await edit('7')
  change('car-0', { seats: 3 })
  await say('car-0')
  await press('Enter')
  await settle(20)
  expect([all[0]?.seats, query('[role=alert]')?.textContent]).toEqual([3, errors.version_conflict])
})

it('a cell is saved even if another person changed another column of the row', async () => {
  const { all, change, save } = sharedCars()
  await show({ ...liveTable(all), columns: seats(save) })
  await edit('7')
  change('car-0', { make: 'Saab' })
  await say('car-0')
  await settle(100)
  expect([all[0]?.seats, all[0]?.make]).toEqual([7, 'Saab'])
})

it('undo does not revert another person’s later change', async () => {
  const { all, change, save } = sharedCars()
  await show({ ...liveTable(all), columns: seats(save) })
  await edit('7')
  await press('Enter')
  await settle(20)
  const undo = button('edit.undo')
  change('car-0', { seats: 3 })
  await say('car-0')
  await click(undo)
  await settle(20)
  expect([all[0]?.seats, query('[role=alert]')?.textContent]).toEqual([3, errors.version_conflict])
})

it('a new row appears automatically only while the table is not in use', async () => {
  const all = cars(3)
  await show(liveTable(all))
  all.unshift({ id: 'new-1', plate: 'FL 901', make: 'Volvo', seats: 4 })
  await say('new-1')
  expect(names()[0]).toBe('FL 901')
  query('[role=grid] [tabindex="0"]')?.focus()
  all.unshift({ id: 'new-2', plate: 'FL 902', make: 'Volvo', seats: 4 })
  await say('new-2')
  expect(names()[0]).toBe('FL 901')
  await click(button('news'))
  expect(names()[0]).toBe('FL 902')
})
