import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useVirtualRows } from './virtual-rows'

const HEIGHT = 40
const HEAD = 40
let element: HTMLElement
let root: ReturnType<typeof createRoot>
let seen: ReturnType<typeof useVirtualRows>

function Probe({ count, kept }: { count: number; kept: number }) {
  seen = useVirtualRows({ count, of: 'all', height: HEIGHT, head: HEAD, scroller: { current: element }, kept })
  return null
}

const show = (count: number, kept = -1) => act(async () => root.render(<Probe count={count} kept={kept} />))
const scroll = (top: number) =>
  act(async () => {
    element.scrollTop = top
    element.dispatchEvent(new Event('scroll'))
  })
const indexes = () => seen.slots.map(({ index }) => index)
const heightOfAll = () => seen.slots.reduce((sum, { gap }) => sum + gap + HEIGHT, 0) + seen.rest

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    }
  )
  element = document.createElement('div')
  Object.defineProperty(element, 'clientHeight', { value: 800 })
  root = createRoot(document.createElement('div'))
})
afterEach(async () => {
  await act(async () => root.unmount())
  vi.unstubAllGlobals()
})

it('up to 200 rows are all rendered', async () => {
  await show(200)
  expect(indexes()).toHaveLength(200)
  expect(heightOfAll()).toBe(200 * HEIGHT)
})

it('of more rows only those in view are rendered, and the others keep their space', async () => {
  await show(10_000)
  await scroll(5000 * HEIGHT)
  expect(indexes().length).toBeLessThan(80)
  expect(indexes()).toEqual(expect.arrayContaining([5000, 5019]))
  expect(heightOfAll()).toBe(10_000 * HEIGHT)
})

it('the focused row stays rendered wherever the list is scrolled', async () => {
  await show(10_000, 3)
  await scroll(5000 * HEIGHT)
  expect(indexes().slice(0, 1)).toEqual([3])
  expect(heightOfAll()).toBe(10_000 * HEIGHT)
  await scroll(0)
  expect(indexes().filter((index) => index === 3)).toHaveLength(1)
})

it('a list that becomes shorter than its scroll position still shows rows', async () => {
  await show(10_000)
  await scroll(9000 * HEIGHT)
  await show(300)
  expect(indexes().at(-1)).toBe(299)
  expect(heightOfAll()).toBe(300 * HEIGHT)
})

it('scrolling a row into view moves no further than needed', async () => {
  await show(1000)
  seen.scrollTo(10)
  expect(element.scrollTop, 'in sight already').toBe(0)
  seen.scrollTo(30)
  expect(element.scrollTop).toBe(31 * HEIGHT - (800 - HEAD))
  seen.scrollTo(5)
  expect(element.scrollTop).toBe(5 * HEIGHT)
})
