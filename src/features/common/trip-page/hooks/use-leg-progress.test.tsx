import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Booking } from '@/entities/booking'
import type { LatLng } from '@/lib/geo/geo'
import type { LegProgress } from '../model/leg'
import { getLeg } from '../queries'
import { useLegProgress } from './use-leg-progress'

const invoke = vi.hoisted(() => vi.fn())
vi.mock('@/lib/server/api', () => ({ invoke, unwrap: vi.fn() }))

const pickup = { pickup_lat: 47.15, pickup_lng: 9.52, drop_lat: 47.2, drop_lng: 9.52 }
const booking = { ...pickup, polyline: null, estimate_distance: 6, estimate_time: 600 } as unknown as Booking

let seen: LegProgress | null = null
let root: ReturnType<typeof createRoot>

function Probe({ heading, car }: { heading: 'pickup' | 'drop' | null; car: LatLng | null }) {
  seen = useLegProgress(booking, heading, car).progress
  return null
}

const show = (heading: 'pickup' | 'drop' | null, car: LatLng | null) =>
  act(async () => root.render(<Probe heading={heading} car={car} />))

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  root = createRoot(document.createElement('div'))
  // From 47.14, 9.52 due north to the pickup.
  invoke.mockReset().mockResolvedValue({ distance_in_km: 1.1, time_in_secs: 110, polylinePoints: '_`v~G_kby@o}@?' })
})

afterEach(async () => {
  await act(async () => root.unmount())
  vi.unstubAllGlobals()
})

it('the route is requested at once if the page opens with the car’s position known', async () => {
  await show('pickup', { lat: 47.14, lng: 9.52 })
  expect(invoke).toHaveBeenCalledTimes(1)
  expect(seen?.remainingKm).toBeGreaterThan(0)
})

it('the route is not requested again while the car follows it, nor from a point without a road', async () => {
  await show('pickup', { lat: 47.141, lng: 9.52 })
  await show('pickup', { lat: 47.142, lng: 9.52 })
  expect(invoke).toHaveBeenCalledTimes(1)
  await show('pickup', { lat: 47.142, lng: 9.53 })
  expect(invoke).toHaveBeenCalledTimes(2)
  await show('pickup', { lat: 47.142, lng: 9.5301 })
  expect(invoke).toHaveBeenCalledTimes(2)
})

it('the drive is not measured on the way to the pickup', async () => {
  await show('pickup', { lat: 47.1405, lng: 9.52 })
  expect(seen).not.toBeNull()
  await show('drop', { lat: 47.15, lng: 9.52 })
  expect(seen).toBeNull()
})

it('the progress names the route’s destination', async () => {
  const dest = { lat: 47.15, lng: 9.52 }
  expect(await getLeg({ lat: 47.14, lng: 9.52 }, dest)).toMatchObject({ dest, distanceKm: 1.1, timeSecs: 110 })
})

it('a car at the pickup has almost arrived, and the route is requested again once it has left', async () => {
  invoke.mockResolvedValue({ distance_in_km: 0, time_in_secs: 0, polylinePoints: '_`v~G_kby@' })
  await show('pickup', { lat: 47.15, lng: 9.52 })
  expect(seen?.remainingKm).toBe(0)
  await show('pickup', { lat: 47.153, lng: 9.52 })
  expect(invoke).toHaveBeenCalledTimes(2)
})
