import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { drain, drainPhotos } from './drain'
import { depsOf } from './drain-deps'
import type { Fix, QueuedAction } from './model'
import { flushShift, keepFix, queueAction, runShift, shiftState } from './shift-store'
import { memoryStorage } from './storage'

vi.mock('@/entities/booking', () => ({
  bookingKeys: { booking: (id: string) => ['booking', id], hasRated: (id: string) => ['has-rated', id] },
  getBooking: async (id: string) => ({ id, driver_id: 'd1', status: 'PAID', accepted_at: null, returning_at: null })
}))

/** What was sent, in order: times of positions, and names of actions. */
let sent: (number[] | string)[]
let stop: () => void

const fix = (at: number, lat = 47.1): Fix => ({ lat, lng: 9.5, heading: 90, accuracy: 5, speed: 9, at })

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 })
  sent = []
  const storage = memoryStorage()
  stop = runShift('d1', {
    open: async () => storage,
    drain,
    drainPhotos,
    depsOf,
    sendTogether: async (actions: readonly QueuedAction[]) => actions.map(() => null),
    sendAction: async ({ action }: QueuedAction) => {
      sent.push(action.kind)
      return null
    },
    reportPositions: async (fixes) => sent.push(fixes.map(({ at }) => at)),
    refusal: () => null,
    note: async () => {}
  })
})
afterEach(() => {
  stop()
  vi.useRealTimers()
})

it('a hardly moving car stores a position each five seconds, and the newest with each sending', async () => {
  await vi.advanceTimersByTimeAsync(0)
  for (let n = 0; n <= 12; n++) await keepFix(fix(900_000 + n * 1000))
  await flushShift()
  expect(sent).toEqual([[900_000, 905_000, 910_000, 912_000]])
})

it('the position of an action is sent before the action', async () => {
  await vi.advanceTimersByTimeAsync(0)
  await keepFix(fix(900_000))
  await keepFix(fix(901_000))
  queueAction({ id: 'b1', reference: 'ABCDEF', accepted_at: null }, { kind: 'arrive' })
  await vi.advanceTimersByTimeAsync(0)
  expect(sent).toEqual([[900_000, 901_000], 'arrive'])
})

it('a rating that the server refuses for good is reported with its trip', async () => {
  stop()
  const storage = memoryStorage()
  stop = runShift('d1', {
    ...{ open: async () => storage, drain, drainPhotos, depsOf, note: async () => {}, reportPositions: async () => 0 },
    sendTogether: async () => [],
    sendAction: async () => {
      throw new Error('already_rated')
    },
    refusal: (error) => (error as Error).message
  })
  await vi.advanceTimersByTimeAsync(0)
  queueAction({ id: 'b1', reference: 'ABCDEF', accepted_at: null }, { kind: 'rate', stars: 4, comment: '', tags: [] })
  await vi.advanceTimersByTimeAsync(0)
  expect(shiftState()).toMatchObject({
    actions: [],
    refused: { queued: { bookingId: 'b1', reference: 'ABCDEF', action: { kind: 'rate' } }, key: 'already_rated' }
  })
})
