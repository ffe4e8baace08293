import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { flushShift, keepFix, reportPositions } from '@/entities/shift'
import { broadcast } from '@/lib/server/channels'
import { aimAlso, aimPump, pumpState, startPump } from './pump'

vi.mock('@/entities/shift', () => ({
  reportPositions: vi.fn(async () => 1),
  keepFix: vi.fn(async () => {}),
  flushShift: vi.fn(async () => {})
}))
vi.mock('@/lib/server/channels', () => ({ broadcast: vi.fn(async () => true) }))

const report = vi.mocked(reportPositions)
const kept = vi.mocked(keepFix)
const flush = vi.mocked(flushShift)
const sent = vi.mocked(broadcast)
let tell: (lat: number) => void
let stop: () => void
let hour = 0
let clockError = 0
/** How the phone answers a request for a new position; null: it does not answer. */
let answer: ((found: PositionCallback) => void) | null
let asked: (PositionOptions | undefined)[]
let watches: number
/** Events that a page gets when it works again. */
const returned = () => window.dispatchEvent(new Event('online'))
const positionAt = (latitude: number, timestamp: number, accuracy = 5) =>
  ({
    coords: { latitude, longitude: 9.5, heading: 90, accuracy, speed: 9 } as GeolocationCoordinates,
    timestamp
  }) as GeolocationPosition
let watcher: PositionCallback

beforeEach(() => {
  // The pump is a module singleton, so each test starts long after the previous one.
  vi.useFakeTimers({ now: ++hour * 3_600_000 })
  vi.clearAllMocks()
  // The page opened a minute ago.
  vi.spyOn(performance, 'timeOrigin', 'get').mockReturnValue(Date.now() - 60_000)
  answer = null
  asked = []
  watches = 0
  const geolocation = {
    watchPosition: (onPosition: PositionCallback) => {
      watcher = onPosition
      tell = (latitude) => onPosition(positionAt(latitude, Date.now() + clockError))
      return ++watches
    },
    getCurrentPosition: (found: PositionCallback, _: unknown, options?: PositionOptions) => {
      asked.push(options)
      answer?.(found)
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
  vi.restoreAllMocks()
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

it('a car whose phone does not answer is lost a minute after its last position, and found again by the next one', async () => {
  await drive(47.1)
  await vi.advanceTimersByTimeAsync(58_000)
  expect(pumpState().location).toBe('on')
  await vi.advanceTimersByTimeAsync(2000)
  expect(pumpState().location).toBe('unavailable')
  await drive(47.2)
  expect(pumpState().location).toBe('on')
})

it('a silent watch is replaced after twenty seconds, and the position measured anew', async () => {
  await drive(47.1)
  await vi.advanceTimersByTimeAsync(18_000)
  expect([asked.length, watches]).toEqual([0, 1])
  await vi.advanceTimersByTimeAsync(2000)
  expect([asked.length, watches]).toEqual([1, 2])
  expect(asked[0]?.maximumAge).toBe(0)
})

it('a parked car stays fresh, because it is measured again', async () => {
  answer = (found) => found(positionAt(47.1, Date.now()))
  await drive(47.1)
  await vi.advanceTimersByTimeAsync(600_000)
  expect(pumpState().location).toBe('on')
  expect(Date.now() - (pumpState().fix?.at ?? 0)).toBeLessThanOrEqual(21_000)
  const sent = report.mock.calls.map(([[fix]]) => fix?.at)
  expect(new Set(sent).size).toBe(sent.length)
  expect(sent.length).toBeGreaterThanOrEqual(25)
})

it('a phone that repeats one position sends it once, and is lost after a minute', async () => {
  aimPump(true, 'position:b1:key')
  const frozen = positionAt(47.1, Date.now())
  answer = (found) => found(frozen)
  watcher(frozen)
  for (let n = 0; n < 1800; n++) {
    watcher(frozen)
    await vi.advanceTimersByTimeAsync(1000)
    if (n === 70) expect(pumpState().location).toBe('unavailable')
  }
  expect(kept).toHaveBeenCalledTimes(1)
  expect(sent).toHaveBeenCalledTimes(1)
  expect(pumpState().fix?.at).toBe(frozen.timestamp)
})

it.each([
  ['an hour old', -3_600_000],
  ['an hour in the future', 3_600_000]
])('a position that is %s is not sent, whoever delivers it', async (_, error) => {
  const odd = positionAt(47.1, Date.now() + error)
  answer = (found) => found(odd)
  watcher(odd)
  await vi.advanceTimersByTimeAsync(120_000)
  expect(pumpState().fix?.lat).not.toBe(47.1)
  expect(report).not.toHaveBeenCalled()
  expect(asked.length).toBeGreaterThanOrEqual(3)
})

it('a timestamp of unknown age counts only from a request for a new position, and not from the watch', async () => {
  const odd = positionAt(47.1, Date.now() - 70_000)
  watcher(odd)
  expect(pumpState().fix?.lat).not.toBe(47.1)
  expect(asked).toHaveLength(1)
  answer = (found) => found(odd)
  await vi.advanceTimersByTimeAsync(21_000)
  const { fix } = pumpState()
  expect(fix).toMatchObject({ lat: 47.1 })
  expect(Date.now() - (fix?.at ?? 0)).toBeLessThanOrEqual(2000)
})

it('a position keeps its own age', async () => {
  watcher(positionAt(47.1, Date.now() - 40_000))
  expect(pumpState().fix?.at).toBe(Date.now() - 40_000)
  await vi.advanceTimersByTimeAsync(20_000)
  expect(pumpState().location).toBe('unavailable')
})

it.each(['visibilitychange', 'pageshow', 'online'])(
  'a page that works again after %s measures at once',
  async (event) => {
    await drive(47.1)
    ;(event === 'visibilitychange' ? document : window).dispatchEvent(new Event(event))
    expect([asked.length, watches]).toEqual([1, 2])
  }
)

it('a phone that slept is found by the request at its return', async () => {
  await drive(47.1)
  vi.setSystemTime(Date.now() + 1_260_000)
  answer = (found) => found(positionAt(47.3, Date.now()))
  returned()
  expect(pumpState()).toMatchObject({ location: 'on', fix: { lat: 47.3 } })
})

it('a position worse than 500 m is not sent, and the driver reads that it is too coarse', async () => {
  watcher(positionAt(47.1, Date.now(), 501))
  expect(pumpState()).toMatchObject({ location: 'coarse' })
  await vi.advanceTimersByTimeAsync(1000)
  expect(report).not.toHaveBeenCalled()
  await drive(47.2)
  expect(pumpState()).toMatchObject({ location: 'on', fix: { lat: 47.2 } })
  watcher(positionAt(47.3, Date.now(), 2000))
  expect(pumpState(), 'a good position counts for a minute').toMatchObject({ location: 'on', fix: { lat: 47.2 } })
})
