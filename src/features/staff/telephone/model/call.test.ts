import { describe, expect, it } from 'vitest'
import type { CarType } from '@/entities/car'
import type { EarlierTrip } from '@/entities/person'
import { missingSlot } from '@/entities/place'
import { again, type Call, isBlank, missingField, newCall, typedCaller } from './call'

const vaduz = { lat: 47.14, lng: 9.52, add: 'Städtle, Vaduz' }
const schaan = { lat: 47.16, lng: 9.51, add: 'Bahnhof, Schaan' }
const cab = { id: 'cab', category: 'taxi' } as CarType
const courier = { id: 'courier', category: 'delivery' } as CarType
const call: Call = {
  ...newCall('+423 555 01 23'),
  rider: { id: 'r', name: 'Anna', mobile: '+423 555 01 23' },
  pickup: vaduz,
  drop: schaan
}

describe('before anything is sent', () => {
  it.each<[string, Partial<Call>, CarType | null, number | null | undefined, string | null]>([
    ['nothing', {}, cab, null, null],
    ['a rider', { rider: null }, cab, null, 'select_proper'],
    ['a pickup', { pickup: null }, cab, null, 'select_proper'],
    ['a drop', { drop: null }, cab, null, 'select_proper'],
    ['a car', {}, null, null, 'select_proper'],
    ['a number', { rider: { id: 'r', name: 'Anna', mobile: null } }, cab, null, 'incomplete_user'],
    [
      'a number of somebody new',
      { rider: null, newName: { first: 'Rosa', last: '' }, text: 'x' },
      cab,
      null,
      'incomplete_user'
    ],
    ['a time', {}, cab, undefined, 'past_booking_error'],
    ['who takes the parcel', {}, courier, null, 'deliveryDetailMissing'],
    ['the number of the guest', { guest: { name: 'Otto', phone: '' } }, cab, null, 'mobile_no_blank_error']
    // Spec 5.18
  ])('reports what a call lacks by the specification’s key: %s', (_, patch, car, at, key) => {
    expect(missingField({ ...call, ...patch }, car, at)).toBe(key)
  })
})

it('another number takes along the name that the list gave for the one before, but no name that was typed', () => {
  const typed = { ...call, rider: null, newName: { first: 'Nora', last: 'Hilti' } }
  expect(typedCaller(typed, '+423 555 01 24')).toEqual({ text: '+423 555 01 24', rider: null })
  const listed = { ...typed, newName: { ...typed.newName, isListed: true as const } }
  expect(typedCaller(listed, '+423 555 01 24').newName).toEqual({ first: '', last: '' })
})

const trip = {
  pickup: vaduz,
  drop: schaan,
  waypoints: [{ lat: 47.15, lng: 9.51, add: 'First' }],
  car_type_id: 'cab',
  parcel_type_index: null,
  option_index: 1,
  payment_mode: 'wallet',
  guest_name: 'Otto',
  guest_phone: '+423 555 01 24',
  pick_up_instructions: 'Ring twice'
} as unknown as EarlierTrip

it('a repeated trip is filled in with its stops, car, guest and note', () => {
  expect(again(trip, false, [cab])).toMatchObject({
    pickup: vaduz,
    drop: schaan,
    carTypeId: 'cab',
    extras: { cab: { parcel: 0, option: 1 } },
    guest: { name: 'Otto', phone: '+423 555 01 24' },
    pickupNote: 'Ring twice',
    payment: 'wallet',
    when: 'now'
  })
})

it('the way back is filled in without the note of the other end, and only with an offered car', () => {
  expect(again(trip, true, [])).toMatchObject({
    pickup: schaan,
    drop: vaduz,
    carTypeId: null,
    extras: {},
    pickupNote: ''
  })
})

it('a new call is blank, and asks for the pickup first', () => {
  expect(isBlank(newCall())).toBe(true)
  expect(isBlank(call)).toBe(false)
  expect(missingSlot(newCall())).toBe('pickup')
  expect(missingSlot({ pickup: vaduz, stops: [null], drop: schaan })).toEqual({ stop: 0 })
})
