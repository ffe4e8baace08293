import { expect, it } from 'vitest'
import { narrow, offsetOf } from './server-clock'

const HOUR = 3_600_000
const floor = (ms: number) => Math.floor(ms / 1000) * 1000

it('leaves a right clock alone', () => {
  expect(offsetOf(null)).toBe(0)
  expect(offsetOf(narrow(null, 10_400, 10_600, floor(10_500)))).toBe(0)
})

it('finds out how wrong a clock is, the better the more answers come', () => {
  let range = narrow(null, 0, 80, floor(HOUR + 40))
  for (const sent of [1300, 2650, 3990, 7777]) range = narrow(range, sent, sent + 80, floor(HOUR + sent + 40))
  expect(Math.abs(offsetOf(range) - HOUR)).toBeLessThan(250)
})

it('starts anew when the clock has been set meanwhile', () => {
  const before = narrow(null, 0, 100, floor(HOUR))
  const after = narrow(before, HOUR + 1000, HOUR + 1100, floor(HOUR + 1050))
  expect(offsetOf(after)).toBe(0)
})

it('ignores an answer that says no time', () => {
  const range = narrow(null, 0, 100, floor(HOUR))
  expect(narrow(range, 0, 100, Number.NaN)).toBe(range)
})
