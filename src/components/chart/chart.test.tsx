import { act, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { BarChart } from './bar-chart'
import { LineChart } from './line-chart'

const WIDTH = 400
const chf = (value: number) => `CHF ${value.toFixed(2)}`
let host: HTMLElement
let root: ReturnType<typeof createRoot>
let router: ReturnType<typeof createMemoryRouter>

async function show(chart: ReactNode) {
  router = createMemoryRouter([{ path: '*', element: chart }])
  await act(async () => root.render(<RouterProvider router={router} />))
}

const texts = (selector: string) => [...host.querySelectorAll(selector)].map(({ textContent }) => textContent)
const press = (element: Element | null | undefined) =>
  act(async () => element?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true })))

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    }
  )
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(WIDTH)
  host = document.body.appendChild(document.createElement('div'))
  root = createRoot(host)
})

afterEach(async () => {
  await act(async () => root.unmount())
  host.remove()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const months = [
  { key: '1', label: 'January', values: [120, 20], href: '/bookings?from=2026-01-01' },
  { key: '2', label: 'February', values: [null, 5] }
]
const bars = (
  <BarChart
    title="Revenue"
    axis="Month"
    format={chf}
    bars={months}
    series={[
      { id: 'a', label: 'Fares' },
      { id: 'b', label: 'Fees', tone: 'muted' }
    ]}
  />
)

it('a chart has all its values in a table for screen readers', async () => {
  await show(bars)
  expect(texts('caption')).toEqual(['Revenue'])
  expect(texts('thead th')).toEqual(['Month', 'Fares', 'Fees'])
  expect(texts('tbody th')).toEqual(['January', 'February'])
  expect(texts('td')).toEqual(['CHF 120.00', 'CHF 20.00', '–', 'CHF 5.00'])
  expect(host.querySelector('figure svg:not(ul svg)')?.getAttribute('aria-hidden')).toBe('true')
})

it('one press replaces the chart by its table, which links to the rows behind a value', async () => {
  await show(bars)
  expect(host.querySelector('table a')).toBeNull()
  await press(host.querySelector('figcaption button'))
  expect(host.querySelector('rect')).toBeNull()
  expect(host.querySelector('table a')?.getAttribute('href')).toBe('/bookings?from=2026-01-01')
})

it('pressing a bar opens the rows behind it', async () => {
  await show(bars)
  await press(host.querySelector('rect.cursor-pointer'))
  expect(router.state.location.search).toBe('?from=2026-01-01')
})

it('the bars are as high as their values', async () => {
  await show(bars)
  const heights = [...host.querySelectorAll('rect.pointer-events-none')].map((rect) =>
    Number(rect.getAttribute('height'))
  )
  expect(heights[0]).toBeCloseTo((heights[1] as number) * 6)
  expect(heights[2]).toBe(0)
})

it('the chart runs from right to left on a right-to-left page', async () => {
  const places = () =>
    [...host.querySelectorAll('rect.pointer-events-none')].map((rect) => Number(rect.getAttribute('x')))
  await show(bars)
  const ltr = places()
  await act(async () => root.unmount())
  root = createRoot(host)
  host.style.direction = 'rtl'
  await show(bars)
  const rtl = places()
  expect(ltr[0]).toBeLessThan(ltr[2] as number)
  expect(rtl[0]).toBeGreaterThan(rtl[2] as number)
})

it('a mark highlights its point on every line', async () => {
  await show(
    <LineChart
      title="Fare by distance"
      axis="Distance"
      format={chf}
      formatX={(km) => `${km} km`}
      mark={5}
      series={[
        { id: 'new', label: 'new' },
        { id: 'saved', label: 'saved', tone: 'muted', isDashed: true }
      ]}
      points={[0, 5, 10].map((x) => ({ x, values: [8 + x, 7 + x] }))}
    />
  )
  const circles = [...host.querySelectorAll('circle')]
  expect(circles).toHaveLength(2)
  expect(Number(circles[0]?.getAttribute('cy'))).toBeLessThan(Number(circles[1]?.getAttribute('cy')))
  expect(texts('tbody th')).toEqual(['0 km', '5 km', '10 km'])
})
