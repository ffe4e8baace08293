import { afterEach, expect, it, vi } from 'vitest'
import { clockedFetch, narrow, offsetOf, serverNow, serverRate, setServerPace, toServerTime } from './server-clock'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  setServerPace(Date.now(), 1)
})

const HOUR = 3_600_000
const floor = (ms: number) => Math.floor(ms / 1000) * 1000

it('a correct clock gets no offset', () => {
  expect(offsetOf(null)).toBe(0)
  expect(offsetOf(narrow(null, 10_400, 10_600, floor(10_500)))).toBe(0)
})

it('the offset of a wrong clock is estimated, more exactly with more responses', () => {
  let range = narrow(null, 0, 80, floor(HOUR + 40))
  for (const sent of [1300, 2650, 3990, 7777]) range = narrow(range, sent, sent + 80, floor(HOUR + sent + 40))
  expect(Math.abs(offsetOf(range) - HOUR)).toBeLessThan(250)
})

it('the estimate starts over if the clock was changed meanwhile', () => {
  const before = narrow(null, 0, 100, floor(HOUR))
  const after = narrow(before, HOUR + 1000, HOUR + 1100, floor(HOUR + 1050))
  expect(offsetOf(after)).toBe(0)
})

it('a response without a date is ignored', () => {
  const range = narrow(null, 0, 100, floor(HOUR))
  expect(narrow(range, 0, 100, Number.NaN)).toBe(range)
})

it('a demo’s time advances at its rate from its start', () => {
  vi.useFakeTimers({ now: 1_000_000 })
  setServerPace(50_000_000, 16)
  vi.advanceTimersByTime(500)
  expect([serverNow(), toServerTime(1_000_250), serverRate()]).toEqual([50_008_000, 50_004_000, 16])
  setServerPace(60_000_000, 1)
  vi.advanceTimersByTime(500)
  expect(serverNow()).toBe(60_000_500)
})

it('responses correct the time after an unnoticed change of rate', async () => {
  vi.useFakeTimers({ now: 1_000_000 })
  setServerPace(50_000_000, 16)
  const answer = (date: number) => {
    const headers = { date: new Date(date).toUTCString() }
    vi.stubGlobal('fetch', async () => {
      const response = new Response('[]', { headers })
      Object.defineProperty(response, 'url', { value: 'http://127.0.0.1/rest/v1/bookings' })
      return response
    })
    return clockedFetch('/rest/v1/bookings')
  }
  vi.advanceTimersByTime(10_000)
  expect(serverNow()).toBe(50_160_000)
  // A response ten seconds later, while the clock runs at rate 1.
  await answer(50_010_000)
  expect(Math.abs(serverNow() - 50_010_000)).toBeLessThan(1000)
})
