import { expect, it } from 'vitest'
import { pollInterval } from './live'

it('data are polled only while the channel is down, and only if they can still change', () => {
  expect(pollInterval('live')).toBe(0)
  expect(pollInterval('down')).toBe(15_000)
  expect(pollInterval('connecting', true, 5000)).toBe(5000)
  expect(pollInterval('down', false)).toBe(0)
})
