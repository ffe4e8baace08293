import { expect, it } from 'vitest'
import { countdown, liveOffers } from './offers'

const start = Date.parse('2026-05-01T10:00:00Z')
const offer = (seconds: number, status = 'open') => ({
  status,
  created_at: '2026-05-01T10:00:00Z',
  expires_at: new Date(start + seconds * 1000).toISOString()
})

it('an offer counts down in whole seconds within its ring', () => {
  expect(countdown(offer(20) as never, start)).toEqual({ seconds: 20, share: 1 })
  expect(countdown(offer(20) as never, start + 15_500)).toEqual({ seconds: 5, share: 0.225 })
  expect(countdown(offer(20) as never, start + 60_000)).toEqual({ seconds: 0, share: 0 })
  expect(countdown(offer(20) as never, start - 60_000).share).toBe(1)
})

it('only open offers are shown, the most urgent first', () => {
  const urgent = offer(5)
  const calm = offer(20)
  expect(liveOffers([calm, urgent, offer(20, 'declined'), offer(-1)] as never[], start)).toEqual([urgent, calm])
})
