import { expect, it } from 'vitest'
import type { Booking } from '@/entities/booking'
import { draftOf } from './use-again'

const booking = {
  pickup_lat: 47.14,
  pickup_lng: 9.52,
  pickup_address: 'Städtle, Vaduz',
  drop_lat: 47.16,
  drop_lng: 9.51,
  drop_address: 'Bahnhof, Schaan',
  waypoints: [
    { lat: 47.15, lng: 9.51, add: 'First', point_name: 'x' },
    { lat: 47.155, lng: 9.51, add: 'Second' }
  ],
  car_type_id: 'van',
  parcel_type_index: null,
  option_index: 1,
  payment_mode: 'cash',
  category: 'taxi',
  guest_name: 'Eva Kranz',
  requirements: { seats: 5, wheelchair: true }
} as unknown as Booking

const written = {
  guest_phone: '+4235557731',
  pick_up_instructions: 'Ring twice',
  delivery_person: null,
  delivery_person_phone: null,
  delivery_instructions: null
}

it('booking again fills in the same ride with its stops, car and choices', () => {
  expect(draftOf(booking, false, written)).toEqual({
    pickup: { lat: 47.14, lng: 9.52, add: 'Städtle, Vaduz' },
    drop: { lat: 47.16, lng: 9.51, add: 'Bahnhof, Schaan' },
    stops: [
      { lat: 47.15, lng: 9.51, add: 'First' },
      { lat: 47.155, lng: 9.51, add: 'Second' }
    ],
    carTypeId: 'van',
    extras: { van: { parcel: 0, option: 1 } },
    payment: 'cash',
    requirements: { seats: 5, luggage: 0, child_seats: 0, wheelchair: true },
    guest: { name: 'Eva Kranz', phone: '+4235557731' },
    note: 'Ring twice'
  })
})

it('booking the way back goes from the drop to the pickup, with the stops reversed', () => {
  const back = draftOf(booking, true, written)
  expect(back.pickup?.add).toBe('Bahnhof, Schaan')
  expect(back.drop?.add).toBe('Städtle, Vaduz')
  expect(back.stops?.map((stop) => stop?.add)).toEqual(['Second', 'First'])
  expect(back.note).toBe('')
})

it('booking a parcel again fills in its recipient and the notes, and on the way back leaves them out', () => {
  const parcel = { ...booking, category: 'delivery', guest_name: null } as Booking
  const words = { ...written, delivery_person: 'Eva Kranz', delivery_person_phone: '+423 555 77 32' }
  expect(draftOf(parcel, false, words).recipient).toEqual({
    name: 'Eva Kranz',
    phone: '+423 555 77 32',
    pickupNote: 'Ring twice',
    dropNote: '',
    key: ''
  })
  expect(draftOf(parcel, true, words).recipient).toBeUndefined()
})
