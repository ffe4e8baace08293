import { expect, it } from 'vitest'
import { distance } from '../supabase/functions/_shared/region/mod.ts'
import { createCar } from './car.ts'

const home = { lat: 47.14, lng: 9.52 }
const corner = { lat: 47.14, lng: 9.53 }
const shop = { lat: 47.15, lng: 9.53 }
const way = { line: [home, corner, shop], metres: distance(home, corner) + distance(corner, shop), seconds: 200 }

it('a simulated car stays where it was placed', () => {
  const car = createCar(home)
  expect(car.fix(5000)).toMatchObject({ ...home, at: 5000 })
  expect(car.isMoving(5000)).toBe(false)
})

it('a simulated car follows its route at a constant speed, and stops at the end', () => {
  const car = createCar(home)
  const until = car.follow(way, 1000, 1)
  expect(until).toBe(201_000)
  const fixes = Array.from({ length: 21 }, (_, step) => car.fix(1000 + step * 10_000))
  const steps = fixes.slice(1).map((fix, index) => distance(fixes[index] ?? fix, fix))
  for (const step of steps) expect(step).toBeLessThan((way.metres / 20) * 1.01)
  expect(fixes[2]?.heading).toBe(90)
  expect(fixes[15]?.heading).toBe(0)
  expect(distance(car.fix(500_000), shop)).toBeLessThan(1)
  expect(car.isMoving(until)).toBe(false)
})

it('a simulated car takes longer with a calm driver', () => {
  expect(createCar(home).follow(way, 0, 0.8)).toBe(250_000)
})

it('a simulated car stops on the way when told to', () => {
  const car = createCar(home)
  car.follow(way, 0, 1)
  const here = car.fix(50_000)
  car.halt(50_000)
  expect(car.fix(90_000)).toMatchObject({ lat: here.lat, lng: here.lng })
})
