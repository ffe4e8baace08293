import i18next from 'i18next'
import { act, Fragment, StrictMode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { initReactI18next } from 'react-i18next'
import { createBrowserRouter, RouterProvider } from 'react-router-dom'
import { SWRConfig } from 'swr'
import { vi } from 'vitest'
import errors from '@/lib/texts/errors/en.json'
import { DataTable } from './data-table'
import type { Page, TableDefinition, TableHost, TableQuery } from './types'

/** A row of the test table. */
export interface Car {
  id: string
  plate: string
  make: string
  seats: number
}

export const cars = (count: number): Car[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `car-${index}`,
    plate: `FL ${String(index).padStart(3, '0')}`,
    make: index % 2 ? 'Volvo' : 'Škoda',
    seats: 4 + (index % 3)
  }))

export const host: TableHost = {
  personId: 'martina',
  timeZone: 'Europe/Vaduz',
  locale: 'en',
  money: (amount) => `CHF ${amount.toFixed(2)}`,
  dateTime: (at) => at,
  exportRefusal: null,
  paper: { company: ['Cabs Ltd'], currency: 'CHF', decimals: 2, person: 'Martina' }
}

/** Returns a source that reads pages of rows in memory, and records the requests in `asked`. */
export function sourceOf(all: Car[]) {
  const asked: TableQuery[] = []
  const source = vi.fn(
    async (query: TableQuery, { after, size }: { after: unknown; size: number }): Promise<Page<Car>> => {
      asked.push(query)
      const found = all.filter(
        ({ plate, make }) => plate.includes(query.search) && (!query.filters.make || query.filters.make.includes(make))
      )
      if (query.sort?.isDown) found.reverse()
      const from = typeof after === 'number' ? after : 0
      return { rows: found.slice(from, from + size), next: from + size < found.length ? from + size : null }
    }
  )
  return { source, asked }
}

export const definition = (
  source: TableDefinition<Car>['source'],
  more: Partial<TableDefinition<Car>> = {}
): TableDefinition<Car> => ({
  id: 'cars',
  label: 'Cars',
  columns: [
    { id: 'plate', label: 'Plate', value: (car) => car.plate, sortable: true },
    { id: 'make', label: 'Make', value: (car) => car.make },
    { id: 'seats', label: 'Seats', value: (car) => car.seats, kind: 'number', sortable: 'desc' }
  ],
  filters: [
    {
      id: 'make',
      label: 'Make',
      kind: 'choices',
      options: ['Volvo', 'Škoda'].map((value) => ({ value, label: value }))
    }
  ],
  search: 'Find a plate',
  source,
  rowId: ({ id }) => id,
  rowName: ({ plate }) => plate,
  rowLink: ({ id }) => `/cars/${id}`,
  empty: { title: 'No cars yet' },
  ...more
})

let root: Root | undefined

/**
 * Renders a table at an address; with `isStrict` in React's strict mode, like the development server. The page that a row links
 * to is only a heading.
 */
export async function show(
  table: TableDefinition<Car>,
  path = '/cars',
  person = host,
  isStrict = false
): Promise<HTMLElement> {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  // Translations return their key, except for error messages.
  if (!i18next.isInitialized) {
    await i18next.use(initReactI18next).init({ lng: 'en', resources: { en: { errors } } })
  }
  // The simulated browser (jsdom) has no layout and no media queries, so they are replaced.
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query === globalThis.matching,
    addEventListener: () => {},
    removeEventListener: () => {}
  }))
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    }
  )
  // Each test gets its own history entry, so that it does not see the scroll position that another test stored.
  window.history.replaceState({ key: crypto.randomUUID(), idx: 0 }, '', path)
  const frame = document.body.appendChild(document.createElement('div'))
  const cache = new Map()
  const router = createBrowserRouter([
    { path: '/cars', element: <DataTable definition={table} host={person} /> },
    { path: '/cars/:id', element: <h1>One car</h1> }
  ])
  root = createRoot(frame)
  const Mode = isStrict ? StrictMode : Fragment
  await act(async () =>
    root?.render(
      <Mode>
        <SWRConfig value={{ provider: () => cache, dedupingInterval: isStrict ? 2000 : 0 }}>
          <RouterProvider router={router} />
        </SWRConfig>
      </Mode>
    )
  )
  await settle()
  // Waits until parts that load on demand are rendered.
  await act(() => vi.dynamicImportSettled())
  await settle()
  return frame
}

declare global {
  /** The only media query that matches in this test. Undefined: none matches. */
  var matching: string | undefined
}

export const settle = (ms = 0) => act(async () => void (await new Promise((resolve) => setTimeout(resolve, ms))))

export async function leave(): Promise<void> {
  await act(async () => root?.unmount())
  document.body.replaceChildren()
  localStorage.clear()
  globalThis.matching = undefined
  vi.unstubAllGlobals()
}

/** Presses a key on the focused element. */
export async function press(key: string, options: KeyboardEventInit = {}): Promise<void> {
  await act(async () => {
    document.activeElement?.dispatchEvent(
      new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...options })
    )
  })
  await settle()
}

export async function click(element: Element | null | undefined, options: MouseEventInit = {}): Promise<void> {
  if (!element) throw new Error('nothing to press')
  await act(
    async () => void element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...options }))
  )
  await settle()
}

export const texts = (selector: string, within: ParentNode = document): string[] =>
  [...within.querySelectorAll(selector)].map((element) => element.textContent ?? '')

/** Returns the texts of the first column, from top to bottom. */
export const names = (): string[] => texts('tbody tr td[data-column="0"]')
