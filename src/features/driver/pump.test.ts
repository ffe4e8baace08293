import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { flushShift, keepFix, reportPositions } from '@/entities/shift'
import { broadcast } from '@/lib/channels'
import { aimAlso, aimPump, pumpState, startPump } from './pump'

vi.mock('@/entities/shift', () => ({
  reportPositions: vi.fn(async () => 1),
  keepFix: vi.fn(async () => {}),
  flushShift: vi.fn(async () => {})
}))
vi.mock('@/lib/channels', () => ({ broadcast: vi.fn(async () => true) }))

const report = vi.mocked(reportPositions)
const kept = vi.mocked(keepFix)
const flush = vi.mocked(flushShift)
const sent = vi.mocked(broadcast)
let tell: (lat: number) => void
let stop: () => void
let hour = 0
let clockError = 0

beforeEach(() => {
  // The pump is a module singleton, so each test starts long after the previous one.
  vi.useFakeTimers({ now: ++hour * 3_600_000 })
  vi.clearAllMocks()
  const geolocation = {
    watchPosition: (onPosition: PositionCallback) => {
      tell = (latitude) => {
        const coords = { latitude, longitude: 9.5, heading: 90, accuracy: 5, speed: 9 } as GeolocationCoordinates
        onPosition({ coords, timestamp: Date.now() + clockError } as GeolocationPosition)
      }
      return 1
    },
    clearWatch: () => {}
  }
  vi.stubGlobal('navigator', { ...navigator, geolocation })
  clockError = 0
  aimPump(false, null)
  stop = startPump()
})

afterEach(() => {
  stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const drive = async (...lats: number[]) => {
  for (const lat of lats) {
    tell(lat)
    await vi.advanceTimersByTimeAsync(1000)
  }
}
const latsOf = (calls: (typeof kept.mock.calls)[number][]) => calls.map(([fix]) => fix.lat)

it('the car’s position is broadcast once for each trip on board', async () => {
  aimPump(true, 'position:b1:key')
  const forget = aimAlso('position:b2:key')
  await drive(47.1)
  expect(sent.mock.calls.map(([to]) => to)).toEqual(['position:b1:key', 'position:b2:key'])
  forget()
  await vi.advanceTimersByTimeAsync(5000)
  await drive(47.2)
  expect(sent.mock.calls.map(([to]) => to).slice(2)).toEqual(['position:b1:key'])
})

it('each position of a trip is stored, and all are sent every fifteen seconds', async () => {
  aimPump(true, 'position:b1:key')
  await drive(47.1, 47.2, 47.3)
  expect(latsOf(kept.mock.calls)).toEqual([47.1, 47.2, 47.3])
  expect(flush).toHaveBeenCalledTimes(1)
  for (let n = 0; n < 14; n++) await drive(47.4 + n / 100)
  expect(flush).toHaveBeenCalledTimes(2)
  expect(report).not.toHaveBeenCalled()
})

it('a driver without a trip sends only the newest position, again after a failure', async () => {
  report.mockRejectedValueOnce(new Error('offline'))
  await drive(47.1, 47.2)
  expect(report).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(6000)
  expect(report.mock.calls.map(([fixes]) => fixes.map((fix) => fix.lat))).toEqual([[47.1], [47.2]])
  expect(kept).not.toHaveBeenCalled()
})

it('a driver without a trip is told when reports fail for twenty seconds, until one succeeds', async () => {
  report.mockRejectedValue(new Error('no answer'))
  for (let n = 0; n < 20; n++) await drive(47.1 + n / 100)
  expect(pumpState().isHeard).toBe(true)
  for (let n = 0; n < 6; n++) await drive(47.3 + n / 100)
  expect(pumpState().isHeard).toBe(false)
  report.mockResolvedValue(1)
  for (let n = 0; n < 7; n++) await drive(47.4 + n / 100)
  expect(pumpState().isHeard).toBe(true)
})

it('the trail of a trip starts at the car’s position', async () => {
  await drive(47.1)
  aimPump(true, null)
  expect(latsOf(kept.mock.calls)).toEqual([47.1])
})

it('positions are broadcast every three seconds during a trip, and never without one', async () => {
  await drive(47.1)
  expect(sent).not.toHaveBeenCalled()
  aimPump(true, 'position:b1:key')
  await drive(47.2, 47.3, 47.4, 47.5)
  expect(sent.mock.calls.map(([topic, event, fix]) => [topic, event, (fix as { lat: number }).lat])).toEqual([
    ['position:b1:key', 'position', 47.2],
    ['position:b1:key', 'position', 47.5]
  ])
})

it('a moving car is lost after a minute without a fix, and found again by the next one', async () => {
  await drive(47.1)
  await vi.advanceTimersByTimeAsync(57_000)
  expect(pumpState().location).toBe('on')
  await vi.advanceTimersByTimeAsync(3000)
  expect(pumpState().location).toBe('unavailable')
  await drive(47.2)
  expect(pumpState().location).toBe('on')
})

it('the time of a fix is limited to a plausible age', async () => {
  for (const [error, at] of [
    [600_000, 0],
    [-600_000, -5000]
  ] as const) {
    clockError = error
    const now = Date.now()
    await drive(47.6 + at / 1000)
    expect(pumpState().fix?.at).toBe(now + at)
    await vi.advanceTimersByTimeAsync(10_000)
  }
})
