import { expect, it } from 'vitest'
import { type CarType, type NearbyCar, soonestOther, waitFor } from './model'

const car = (car_type_id: string, pickup_secs: number): NearbyCar => ({
  car_type_id,
  pickup_secs,
  lat: 47.14,
  lng: 9.52,
  heading: null,
  distance_km: 1
})
const type = (id: string, category: CarType['category'] = 'taxi') => ({ id, category }) as CarType
const cars = [car('cab', 300), car('cab', 180), car('estate', 240), car('bike', 60)]
const types = [type('cab'), type('estate'), type('van'), type('bike', 'delivery')]

it('the wait for a car type is that of its nearest free car', () => {
  expect(waitFor(cars, 'cab')).toBe(180)
  expect(waitFor(cars, 'van')).toBeNull()
})

it('the quickest car of the same kind is offered instead of one that is not available', () => {
  expect(soonestOther(types, cars, type('van'))?.id).toBe('cab')
  expect(soonestOther(types, cars, type('cab'))?.id).toBe('estate')
  expect(soonestOther(types, [], type('van'))).toBeNull()
  expect(soonestOther(types, cars, type('bike', 'delivery'))).toBeNull()
})
