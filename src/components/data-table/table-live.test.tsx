import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { BroadcastMessage, ChannelState } from '@/lib/server/channels'
import { useCommand } from '@/lib/server/use-command'
import { type Car, cars, click, definition, leave, names, settle, show, texts } from './fixture'
import type { Page } from './types'

interface Listener {
  onMessage: (message: BroadcastMessage) => void
  onState: (state: ChannelState) => void
}

/** A simulated channel: the table joins it and the test sends messages on it. */
const topic = vi.hoisted(() => ({ listeners: new Set<Listener>(), isLive: false }))
vi.mock('@/lib/server/channels', () => ({
  isLive: () => topic.isLive,
  listen: (_: string, listener: Listener) => {
    topic.listeners.add(listener)
    if (topic.isLive) listener.onState('live')
    return () => topic.listeners.delete(listener)
  }
}))
const join = () =>
  act(async () => {
    topic.isLive = true
    for (const listener of topic.listeners) listener.onState('live')
  })
const say = (id: string) =>
  act(async () => {
    for (const listener of topic.listeners) listener.onMessage({ event: 'car', payload: { id } })
  })

/**
 * The rows in the simulated database, and how often the whole list was requested. A delayed response contains the rows as of
 * its request.
 */
let all: Car[]
let asked: number
let held: Promise<void> | null
const table = () =>
  definition(
    async (): Promise<Page<Car>> => {
      asked++
      const rows = [...all]
      await held
      return { rows, next: null }
    },
    {
      live: {
        topic: 'admin',
        events: ['car'],
        idOf: ({ payload }) => String(payload.id),
        one: async (id) => all.find((car) => car.id === id) ?? null
      }
    }
  )
const car = (plate: string): Car => ({ id: plate, plate, make: 'Volvo', seats: 4 })

beforeEach(() => {
  all = cars(2)
  asked = 0
  held = null
  topic.isLive = false
  topic.listeners.clear()
})
afterEach(leave)

it('a table requests its rows once, after joining its topic, so that no change is missed', async () => {
  await show(table())
  expect(asked).toBe(0)
  all.unshift(car('FL 900'))
  await join()
  await settle(700)
  expect(names()[0]).toBe('FL 900')
  expect(asked).toBe(1)
})

it('a table requests its rows once if another component has already joined the topic', async () => {
  topic.isLive = true
  await show(table())
  await settle(700)
  expect(names()).toHaveLength(2)
  expect(asked).toBe(1)
})

it('a table shows rows before a slow topic is joined, and requests them again afterwards', async () => {
  await show(table())
  await settle(350)
  expect([names().length, asked]).toEqual([2, 1])
  all.unshift(car('FL 900'))
  await join()
  await settle(700)
  expect([names()[0], asked]).toEqual(['FL 900', 2])
})

it.each([
  ['changed', 'Tesla'],
  ['did not change', 'Škoda']
])('a row that %s and is patched while the list loads does not lose a new row of that list', async (_, make) => {
  topic.isLive = true
  await show(table())
  let release = () => {}
  held = new Promise((resolve) => {
    release = resolve
  })
  all.unshift(car('FL 900'))
  await say('FL 900')
  await settle(600)
  all[1] = { ...(all[1] as Car), make }
  await say('car-0')
  await settle(600)
  held = null
  release()
  await settle(50)
  expect(names()[0]).toBe('FL 900')
  expect(texts('tbody td[data-column="1"]')).toEqual(['Volvo', make, 'Volvo'])
})

it('on return a long list is read again as far as it was shown', async () => {
  topic.isLive = true
  all = cars(300)
  const pages = definition(
    async (_, { after, size }): Promise<Page<Car>> => {
      const from = Number(after ?? 0)
      const rows = all.slice(from, from + size)
      return { rows, next: from + size < all.length ? from + size : null }
    },
    { live: { topic: 'admin', events: ['car'] } }
  )
  await show(pages)
  for (let page = 1; page < 6; page += 1) {
    await click([...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'more'))
    await settle(20)
  }
  const count = () => document.querySelector('[role=grid]')?.getAttribute('aria-rowcount')
  expect(count()).toBe('301')
  await click(document.querySelector('tbody a'))
  all[0] = { ...(all[0] as Car), make: 'Saab' }
  await act(async () => window.history.back())
  await settle(100)
  expect([count(), texts('tbody td[data-column="1"]')[0]]).toEqual(['301', 'Saab'])
})

it.each([true, false])(
  'a remounted table requests its rows again, since it missed broadcasts meanwhile (topic joined: %s)',
  async (isLive) => {
    topic.isLive = true
    await show(table())
    await click(document.querySelector('tbody a'))
    expect(texts('h1')).toEqual(['One car'])
    all.unshift(car('FL 900'))
    topic.isLive = isLive
    await act(async () => window.history.back())
    await settle(50)
    if (!isLive) await join()
    await settle(100)
    expect([names()[0], asked]).toEqual(['FL 900', 2])
  }
)

it('an older list that arrives after a newer one is not shown', async () => {
  topic.isLive = true
  const { live, ...rest } = table()
  await show({ ...rest, live: { topic: 'admin', events: ['car'] } })
  let release = () => {}
  held = new Promise((resolve) => {
    release = resolve
  })
  all[0] = { ...(all[0] as Car), make: 'Older' }
  await say('')
  await settle(600)
  held = null
  all[0] = { ...(all[0] as Car), make: 'Newer' }
  await say('')
  await settle(600)
  release()
  await settle(50)
  expect(texts('tbody td[data-column="1"]')[0]).toBe('Newer')
})

it('rows sorted by time are reordered automatically, but while the table is in use only on request', async () => {
  topic.isLive = true
  const { live, ...rest } = table()
  await show({ ...rest, live: { topic: 'admin', events: ['car'], orderMs: 100 } })
  all.reverse()
  await settle(250)
  expect(names()).toEqual(['FL 001', 'FL 000'])
  document.querySelector<HTMLElement>('tbody a')?.focus()
  all.reverse()
  await settle(250)
  expect(names()).toEqual(['FL 001', 'FL 000'])
  await click([...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'old_order'))
  await settle(50)
  expect(names()).toEqual(['FL 000', 'FL 001'])
})

it('a message without an id takes a row away at once even while the table is in use, and offers a new row', async () => {
  topic.isLive = true
  const { live, ...rest } = table()
  await show({ ...rest, live: { topic: 'admin', events: ['car'] } })
  document.querySelector<HTMLElement>('tbody a')?.focus()
  all = all.slice(1)
  await say('')
  await settle(600)
  expect(names()).toEqual(['FL 001'])
  document.querySelector<HTMLElement>('tbody a')?.focus()
  all = [car('FL 000'), ...all]
  await say('')
  await settle(600)
  expect(names()).toEqual(['FL 001'])
  expect(document.body.textContent).toContain('news')
})

it('what a person’s own command changes is shown although the table is in use', async () => {
  topic.isLive = true
  const { live, ...rest } = table()
  await show({ ...rest, live: { topic: 'admin', events: ['car'] } })
  document.querySelector<HTMLElement>('tbody a')?.focus()
  let run = async () => false
  const Button = () => {
    run = useCommand(async () => all.unshift(car('FL 999'))).run
    return null
  }
  const root = createRoot(document.createElement('div'))
  await act(async () => root.render(<Button />))
  await act(run)
  await say('')
  await settle(600)
  expect(names()[0]).toBe('FL 999')
  await act(async () => root.unmount())
})

it('a cell’s link to another page opens by a press, and is in the row’s menu for the keyboard', async () => {
  topic.isLive = true
  const { columns, ...rest } = table()
  await show({
    ...rest,
    columns: columns.map((one) => (one.id === 'make' ? { ...one, link: () => '/cars/skoda' } : one))
  })
  const link = document.querySelector<HTMLAnchorElement>('tbody td[data-column="1"] a')
  expect([link?.tabIndex, link?.textContent]).toEqual([-1, 'Škoda'])
  await click(link)
  expect(location.pathname).toBe('/cars/skoda')
})

it('a new first row keeps the elements of the other rows', async () => {
  topic.isLive = true
  await show(table())
  await settle(50)
  const rows = () => [...document.querySelectorAll('tbody tr')]
  const before = rows()
  all.unshift(car('FL 900'))
  await say('FL 900')
  await settle(100)
  expect(names()[0]).toBe('FL 900')
  expect(rows()).toHaveLength(before.length + 1)
  expect(
    rows()
      .slice(1)
      .every((row, index) => row === before[index])
  ).toBe(true)
})

it('rows of another order reuse the elements at their positions', async () => {
  topic.isLive = true
  all = [car('FL 1'), car('FL 2'), car('FL 3')]
  await show(table())
  await settle(50)
  const row = () => document.querySelector('tbody tr')
  const first = row()
  all = [car('FL 9'), car('FL 2')]
  await click(document.querySelector('thead button'))
  await settle(50)
  expect(names()).toEqual(['FL 9', 'FL 2'])
  expect(row()).toBe(first)
})
