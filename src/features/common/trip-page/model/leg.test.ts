import { describe, expect, it } from 'vitest'
import { type Leg, metresBetween, progressOn, roughProgress, tripShare } from './leg'
import { minutesLeft } from './minutes-left'

const leg: Leg = {
  dest: { lat: 47.15, lng: 9.53 },
  polyline: '',
  points: [
    { lat: 47.14, lng: 9.52 },
    { lat: 47.15, lng: 9.52 },
    { lat: 47.15, lng: 9.53 }
  ],
  distanceKm: 2,
  timeSecs: 240
}

describe('progress on a leg', () => {
  it('is the whole line at the start and nothing at the end', () => {
    expect(progressOn(leg, { lat: 47.14, lng: 9.52 })).toMatchObject({ share: 0, remainingKm: 2, remainingSecs: 240 })
    expect(progressOn(leg, { lat: 47.15, lng: 9.53 })?.share).toBeCloseTo(1, 6)
  })

  it('projects a car beside the road onto it', () => {
    const progress = progressOn(leg, { lat: 47.145, lng: 9.5205 })
    expect(progress?.offRouteMetres).toBeGreaterThan(30)
    expect(progress?.offRouteMetres).toBeLessThan(45)
    expect(progress?.share).toBeGreaterThan(0.25)
    expect(progress?.share).toBeLessThan(0.35)
  })

  it('is unknown for a line without length', () => {
    expect(progressOn({ ...leg, points: [{ lat: 47, lng: 9 }] }, { lat: 47, lng: 9 })).toBeNull()
  })
})

it('a hundredth of a degree of latitude measures 1.1 km', () => {
  expect(metresBetween({ lat: 47.14, lng: 9.52 }, { lat: 47.15, lng: 9.52 })).toBeCloseTo(1112, 0)
})

it('a remaining time is never shown as zero minutes', () => {
  expect([5, 70, 200].map(minutesLeft)).toEqual([1, 1, 3])
})

it('the progress of a trip is measured by its remaining part', () => {
  expect(tripShare({ remainingKm: 1 }, 4)).toBe(0.75)
  expect(tripShare({ remainingKm: 5 }, 4)).toBe(0)
  expect(tripShare({ remainingKm: 0 }, 0)).toBe(0)
})

it('the progress of a trip is estimated without a route', () => {
  const guess = roughProgress({ lat: 47.14, lng: 9.52 }, { lat: 47.15, lng: 9.52 })
  expect(guess.remainingKm).toBeCloseTo(1.446, 2)
  expect(guess.remainingSecs).toBeCloseTo(173.5, 0)
})
