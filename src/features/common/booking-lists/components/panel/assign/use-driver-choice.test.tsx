import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { type Cache, SWRConfig } from 'swr'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type DriverChoice, useDriverChoice } from './use-driver-choice'

/** The simulated server: drivers by straight line, and the driving times, which the test sends when it wants. */
const server = vi.hoisted(() => ({ measure: (_seconds: (number | null)[]) => {} }))
vi.mock('@/lib/server/supabase', () => {
  const rows = ['near', 'far', 'barred'].map((driver_id, index) => ({
    driver_id,
    driver_name: driver_id,
    assignable: driver_id !== 'barred',
    lat: 47 + index / 100,
    lng: 9.5,
    distance_km: index + 1
  }))
  return { supabase: { rpc: async () => ({ data: { rows }, error: null }) } }
})
vi.mock('@/lib/server/functions', () => ({
  loadFunctions: async () => ({
    invoke: () =>
      new Promise((resolve) => {
        server.measure = (seconds) =>
          resolve({ data: { rows: seconds.map((secs) => [secs && { time_in_secs: secs }]) }, error: null })
      })
  })
}))

let root: Root
let cache: Cache
let choice: DriverChoice

function Probe() {
  choice = useDriverChoice('b', { lat: 47, lng: 9.5 }, () => {})
  return null
}

const listed = () => choice.drivers.map(({ driver_id }) => driver_id)
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

beforeEach(async () => {
  vi.useFakeTimers()
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  cache = new Map()
  root = createRoot(document.createElement('div'))
  await act(async () =>
    root.render(
      <SWRConfig value={{ provider: () => cache }}>
        <Probe />
      </SWRConfig>
    )
  )
  await wait(100)
})
afterEach(async () => {
  await act(async () => root.unmount())
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

it('the list waits for the driving times, and the soonest by road is selected', async () => {
  expect([choice.isLoading, listed()]).toEqual([true, []])
  server.measure([900, 300])
  await wait(100)
  expect([choice.isLoading, listed()]).toEqual([false, ['far', 'near', 'barred']])
  expect(choice.active?.driver_id).toBe('far')
})

it('without driving times the list is by straight line, and the selected driver stays when they come late', async () => {
  await wait(1600)
  expect([choice.isLoading, listed()]).toEqual([false, ['near', 'far', 'barred']])
  server.measure([900, 300])
  await wait(100)
  expect(choice.active?.driver_id).toBe('near')
  expect(choice.seconds).toEqual({ near: 900, far: 300 })
})
