import { expect, it } from 'vitest'
import { gapsOf, momentAt, type TrailPoint } from './replay'

const at = (seconds: number, lng: number): TrailPoint => ({ at: seconds * 1000, lat: 47, lng, heading: 90 })

it('between two points the car’s position is interpolated by time, at the speed between them', () => {
  const points = [at(0, 9.5), at(10, 9.501)]
  const half = momentAt(points, 5000)
  expect(half?.lng).toBeCloseTo(9.5005, 6)
  expect(half?.speed).toBeCloseTo(27.3, 0)
  expect(momentAt(points, 99_000)).toMatchObject({ lng: 9.501, speed: null, isGap: false })
  expect(momentAt([], 0)).toBeNull()
})

it('a silence of more than a minute is a gap without a speed', () => {
  const points = [at(0, 9.5), at(30, 9.501), at(120, 9.502)]
  expect(gapsOf(points)).toEqual([{ from: 0.25, to: 1, ms: 90_000 }])
  expect(momentAt(points, 60_000)).toMatchObject({ isGap: true, speed: null })
})
