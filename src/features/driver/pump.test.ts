import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { broadcast } from '@/lib/channels'
import { reportPositions } from './commands'
import { aimPump, handInTrail, pumpState, startPump } from './pump'

vi.mock('./commands', () => ({ reportPositions: vi.fn(async () => 1) }))
vi.mock('@/lib/channels', () => ({ broadcast: vi.fn(async () => true) }))

const report = vi.mocked(reportPositions)
let tell: (lat: number) => void
let stop: () => void
let hour = 0
let clockError = 0

beforeEach(() => {
  // The pump lives as long as its page, so each test begins long after the one before.
  vi.useFakeTimers({ now: ++hour * 3_600_000 })
  report.mockReset().mockResolvedValue(1)
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
  aimPump(true, 'position:b1:key')
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

it('hands in what is left of the trail at once', async () => {
  await drive(47.1, 47.2)
  expect(report).not.toHaveBeenCalled()
  await handInTrail()
  expect(report.mock.calls.map(([fixes]) => fixes.map((fix) => fix.lat))).toEqual([[47.1, 47.2]])
  expect(pumpState()).toMatchObject({ location: 'on', fix: { lat: 47.2 } })
})

it('tells those who follow the trip on its topic, and nobody without one', async () => {
  const sent = vi.mocked(broadcast)
  sent.mockClear()
  await drive(47.1)
  expect(sent.mock.calls).toEqual([['position:b1:key', 'position', expect.objectContaining({ lat: 47.1 })]])
  aimPump(true, null)
  await drive(47.2)
  expect(sent).toHaveBeenCalledTimes(1)
  await handInTrail()
})

it('keeps a trail that did not get through, in order, and holds no step up for it', async () => {
  await drive(47.3)
  report.mockRejectedValueOnce(new Error('offline'))
  await handInTrail()
  await drive(47.4)
  await handInTrail()
  expect(report.mock.calls.at(-1)?.[0].map((fix) => fix.lat)).toEqual([47.3, 47.4])
})

it('lets a step go ahead when the server does not answer', async () => {
  await drive(47.5)
  let answer = (_kept: number) => {}
  report.mockReturnValueOnce(
    new Promise((resolve) => {
      answer = resolve
    })
  )
  const over = vi.fn()
  void handInTrail().then(over)
  await vi.advanceTimersByTimeAsync(3900)
  expect(over).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(200)
  expect(over).toHaveBeenCalled()
  answer(1)
})

it('trusts the time on a fix no further than its age can be', async () => {
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
