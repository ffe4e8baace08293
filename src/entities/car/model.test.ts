import { describe, expect, it } from 'vitest'
import { nearbyOf, pickupSeconds } from './model'

describe('nearby cars', () => {
  const car = (car_type_id: string, distance_km: number) => ({
    car_type_id,
    distance_km,
    lat: 0,
    lng: 0,
    heading: null
  })

  it('counts one type and takes its nearest car', () => {
    const nearby = nearbyOf([car('cab', 3), car('cab', 1), car('van', 0.1)], 'cab')
    expect(nearby).toEqual({ count: 2, seconds: pickupSeconds(1) })
  })

  it('says nothing where no car is near', () => {
    expect(nearbyOf([car('van', 1)], 'cab')).toBeNull()
  })

  it('never promises less than the time to set off', () => {
    expect(pickupSeconds(0)).toBe(60)
  })
})
