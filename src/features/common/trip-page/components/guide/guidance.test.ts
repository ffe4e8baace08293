import { expect, it } from 'vitest'
import type { GuideStep, Leg } from '../../model/leg'
import { announcement, guidanceOn, metresToArrival } from './guidance'

const step = (manoeuvre: GuideStep['manoeuvre'], distance_in_km: number, name = ''): GuideStep => ({
  ...{ lat: 47, lng: 9, time_in_secs: 60 },
  ...{ manoeuvre, distance_in_km, name }
})

/** The route: 500 m, left, 50 m, right, 450 m to a stop, 1 km to the end. */
const leg: Leg = {
  dest: { lat: 47, lng: 9 },
  polyline: '',
  points: [],
  distanceKm: 2,
  timeSecs: 200,
  steps: [
    step('depart', 0.5, 'Städtle'),
    step('left', 0.05, 'Landstrasse'),
    step('right', 0.45, 'Im Bretscha'),
    step('arrive', 0),
    step('depart', 1, 'Feldkircher Strasse'),
    step('arrive', 0)
  ]
}
const at = (km: number) => guidanceOn(leg, { share: km / 2 })

it('guidance shows the next manoeuvre, its distance, and one that follows immediately', () => {
  expect(at(0)).toMatchObject({ index: 1, metres: 500, following: { manoeuvre: 'right' }, isLast: false })
  expect(at(0.4)?.metres).toBeCloseTo(100)
  expect(at(0.52)).toMatchObject({ index: 2, following: null })
})

it('guidance arrives at a stop, departs from it, and ends at the destination', () => {
  expect(at(0.9)).toMatchObject({ index: 3, step: { manoeuvre: 'arrive' }, isLast: false })
  expect(at(1.1)).toMatchObject({ index: 5, isLast: true })
  expect(at(2)).toMatchObject({ index: 5, metres: 0, isLast: true })
})

it('the way to the next stop ends at the stop, and after it at the destination', () => {
  const left = (km: number) => metresToArrival(leg, { share: km / 2 })
  expect([0, 0.4, 0.9].map(left).map((metres) => Math.round(metres ?? -1))).toEqual([1000, 600, 100])
  expect([1.1, 1.5, 2].map(left).map((metres) => Math.round(metres ?? -1))).toEqual([900, 500, 0])
  const { steps: _, ...plain } = leg
  expect(metresToArrival(plain, { share: 0 })).toBeNull()
})

it('guidance is empty for a route without steps', () => {
  const { steps: _, ...plain } = leg
  expect(guidanceOn(plain, { share: 0 })).toBeNull()
})

it('guidance speaks a manoeuvre in advance and at it, once each, and a new route at once', () => {
  const far = at(0.1)
  const near = at(0.3)
  const there = at(0.46)
  if (!far || !near || !there) throw new Error('no guidance')
  expect(announcement(leg, far, 10, null)).toBe('ahead')
  const said = { leg, index: 1, urgency: 'ahead' } as const
  expect(announcement(leg, near, 10, said)).toBeNull()
  expect(announcement(leg, there, 10, said)).toBe('now')
  expect(announcement(leg, there, 10, { ...said, urgency: 'now' })).toBeNull()
  expect(announcement({ ...leg }, there, 10, { ...said, urgency: 'now' })).toBe('now')
})

it('guidance announces the following manoeuvre only when it is near, earlier at higher speed', () => {
  const next = { leg, index: 0, urgency: 'now' } as const
  const far = at(0.1)
  if (!far) throw new Error('no guidance')
  expect(announcement(leg, far, 5, next)).toBeNull()
  expect(announcement(leg, far, 25, next)).toBe('ahead')
})
