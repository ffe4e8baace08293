import 'fake-indexeddb/auto'
import { expect, it } from 'vitest'
import { deviceStorage } from './device-storage'
import type { Conflict, QueuedAction } from './model'
import { FIXES_AT_MOST } from './storage'

const action = (key: string, driverId: string, at: number): QueuedAction => ({
  ...{ key, driverId, bookingId: 'b1', reference: 'ABCDEF', acceptedAt: null, heldKey: null },
  ...{ action: { kind: 'arrive' }, at }
})
const fix = (at: number) => ({ lat: 47, lng: 9, heading: null, accuracy: 5, speed: null, at })

it('a driver’s actions stay in order after a corrected code and a reloaded page', async () => {
  const first = await deviceStorage('d1', 0)
  await first.putAction(action('a', 'd1', 1))
  await first.putAction(action('b', 'd1', 2))
  await first.putAction({ ...action('a', 'd1', 1), heldKey: 'start_code_wrong' })
  await first.replaceAction('a', action('c', 'd1', 1))
  const second = await deviceStorage('d1', 0)
  expect((await second.actions()).map(({ key }) => key)).toEqual(['c', 'b'])
  await second.removeAction('c')
  expect((await first.actions()).map(({ key }) => key)).toEqual(['b'])
})

it('drivers on the same phone cannot see each other’s data', async () => {
  const [one, two] = await Promise.all([deviceStorage('d2', 0), deviceStorage('d3', 0)])
  await one.putAction(action('x', 'd2', 1))
  await one.addFix(fix(1))
  expect([await two.actions(), await two.fixes(10, 10), await two.conflicts()]).toEqual([[], [], []])
})

it('the oldest fixes up to a time are returned, and deleted by time', async () => {
  const storage = await deviceStorage('d4', 0)
  for (const at of [1, 2, 3, 4]) await storage.addFix(fix(at))
  expect((await storage.fixes(3, 2)).map(({ at }) => at)).toEqual([1, 2])
  await storage.removeFixes(2)
  expect((await storage.fixes(9, 9)).map(({ at }) => at)).toEqual([3, 4])
})

it('hours without a signal keep a coarse trail of the whole time', async () => {
  const storage = await deviceStorage('d5', 0)
  for (let at = 1; at <= FIXES_AT_MOST + 100; at++) await storage.addFix(fix(at))
  const kept = await storage.fixes(Number.MAX_SAFE_INTEGER, FIXES_AT_MOST)
  expect(kept.length).toBeLessThan(FIXES_AT_MOST)
  expect([kept[0]?.at, kept.at(-1)?.at]).toEqual([2, FIXES_AT_MOST + 100])
}, 30_000)

it('actions become evidence in one step, which is deleted after two months', async () => {
  const storage = await deviceStorage('d6', 0)
  await storage.putAction(action('k', 'd6', 1))
  const conflict: Conflict = {
    ...{
      id: 'k',
      driverId: 'd6',
      bookingId: 'b1',
      reference: 'ABCDEF',
      refusedKey: 'wrong_status',
      status: 'CANCELLED'
    },
    ...{ at: 5, actions: [{ key: 'k', kind: 'arrive', at: 1 }], isNoted: false, isSeen: false }
  }
  await storage.keepConflict(conflict)
  await storage.putConflict({ ...conflict, isSeen: true })
  expect([await storage.actions(), await storage.conflicts()]).toEqual([[], [{ ...conflict, isSeen: true }]])
  expect(await (await deviceStorage('d6', 61 * 86_400_000)).conflicts()).toEqual([])
})
