import { expect, it } from 'vitest'
import { pollWithout } from './live'

it('asks by itself only while the channel does not tell, and only for what can still change', () => {
  expect(pollWithout('live')).toBe(0)
  expect(pollWithout('down')).toBe(15_000)
  expect(pollWithout('connecting', true, 5000)).toBe(5000)
  expect(pollWithout('down', false)).toBe(0)
})
