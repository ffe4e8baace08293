import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useGliding } from './use-gliding'

interface Car {
  id: string
  lat: number
  lng: number
  heading: number | null
}

const car = (id: string, lat: number, heading: number | null = 0): Car => ({ id, lat, lng: 9.5, heading })
const always = () => true

let shown: readonly Car[] = []
let root: ReturnType<typeof createRoot>

function Probe({ cars, isSeen }: { cars: readonly Car[]; isSeen: () => boolean }) {
  useGliding(cars, isSeen, (next) => {
    shown = next
  })
  return null
}

const show = (cars: readonly Car[], isSeen = always) =>
  act(async () => root.render(<Probe cars={cars} isSeen={isSeen} />))
const pass = (ms: number) => act(async () => vi.advanceTimersByTime(ms))

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))
  vi.useFakeTimers()
  root = createRoot(document.createElement('div'))
  await show([car('a', 47), car('b', 47.1)])
  await pass(1000)
})

afterEach(async () => {
  await act(async () => root.unmount())
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('all cars glide in one animation, for the interval between their fixes', async () => {
  await show([car('a', 47.001, 90), car('b', 47.1)])
  expect(shown[0]?.lat).toBe(47)
  await pass(500)
  expect(shown[0]?.lat).toBeGreaterThan(47.0003)
  expect(shown[0]?.lat).toBeLessThan(47.0007)
  await pass(600)
  expect(shown).toEqual([car('a', 47.001, 90), car('b', 47.1)])
})

it('a car with an early fix continues from its current position', async () => {
  await show([car('a', 47.001)])
  await pass(400)
  const on = shown[0]?.lat ?? 0
  await show([car('a', 47.002)])
  expect(shown[0]?.lat).toBe(on)
  await pass(2100)
  expect(shown[0]?.lat).toBe(47.002)
})

it('a new car, a correction and an invisible movement are placed at once', async () => {
  await show([car('a', 47.001)], () => false)
  expect(shown[0]?.lat).toBe(47.001)
  await show([car('a', 47.001), car('new', 47.3)])
  expect(shown[1]?.lat).toBe(47.3)
  await show([car('a', 47.2), car('new', 47.3)])
  expect(shown[0]?.lat).toBe(47.2)
})

it('a standing car keeps its heading', async () => {
  await show([car('a', 47, 90)], () => false)
  await show([car('a', 47, null)], () => false)
  expect(shown[0]?.heading).toBe(90)
})
