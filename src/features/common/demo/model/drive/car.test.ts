import { expect, it } from 'vitest'
import { distanceKm } from '@/lib/geo/geo'
import { createCar } from './car'

const start = { lat: 47.14, lng: 9.52 }
const corner = { lat: 47.15, lng: 9.52 }
const end = { lat: 47.15, lng: 9.54 }
const metres = (distanceKm(start, corner) + distanceKm(corner, end)) * 1000

function parked() {
  let now = 1_000_000
  const car = createCar(start, () => now)
  return {
    car,
    wait: (secs: number) => {
      now += secs * 1000
    }
  }
}

it('a car stays where it was placed until it has a destination', () => {
  const { car, wait } = parked()
  wait(3600)
  expect(car.state()).toEqual({ ...start, speed: 0 })
})

it('a car follows its line at the route’s speed, and stops at the end', () => {
  const { car, wait } = parked()
  car.drive({ points: [start, corner, end], secs: 200 })
  wait(100)
  const half = car.state()
  expect(half.speed).toBeCloseTo(metres / 200, 1)
  expect(half.lat).toBe(corner.lat)
  expect(distanceKm(start, corner) * 1000 + distanceKm(corner, half) * 1000).toBeCloseTo(metres / 2, 0)
  wait(101)
  expect(car.state()).toEqual({ ...end, speed: 0 })
})

it('a car drives no faster than a road allows, whatever its route says', () => {
  const { car, wait } = parked()
  car.drive({ points: [start, end], secs: 1 })
  wait(10)
  expect(distanceKm(start, car.state()) * 1000).toBeCloseTo(330, 0)
})

it('a car stops where it is when its destination is removed', () => {
  const { car, wait } = parked()
  car.drive({ points: [start, corner], secs: 100 })
  wait(50)
  const { lat, lng } = car.state()
  car.stand()
  wait(50)
  expect(car.state()).toEqual({ lat, lng, speed: 0 })
})

it('a route of one point means standing still', () => {
  const { car, wait } = parked()
  car.drive({ points: [end], secs: 10 })
  wait(10)
  expect(car.state()).toEqual({ ...start, speed: 0 })
})
