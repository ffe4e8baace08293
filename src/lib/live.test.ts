import { expect, it } from 'vitest'
import { pollInterval } from './live'

it('asks by itself only while the channel does not tell, and only for what can still change', () => {
  expect(pollInterval('live')).toBe(0)
  expect(pollInterval('down')).toBe(15_000)
  expect(pollInterval('connecting', true, 5000)).toBe(5000)
  expect(pollInterval('down', false)).toBe(0)
})
