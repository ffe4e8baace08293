import { describe, expect, it } from 'vitest'
import { knownStops, placeAt, pointsOf, withPlace } from '@/entities/place'
import { type Draft, emptyDraft, hasRecipient, missingField } from './draft'

const vaduz = { lat: 47.1391, lng: 9.5215, add: 'Städtle 37, Vaduz' }
const schaan = { lat: 47.1689, lng: 9.5087, add: 'Bahnhof Schaan' }
const ready: Draft = { ...emptyDraft, pickup: vaduz, drop: schaan, carTypeId: 'cab' }

describe('the book button', () => {
  // Spec 5.4
  it('books for a rider with a pickup, a drop and a car', () => {
    expect(missingField(ready, true, null)).toBeNull()
  })

  it.each(['pickup', 'drop', 'carTypeId'] as const)('needs a %s', (field) => {
    expect(missingField({ ...ready, [field]: null }, true, null)).toBe('select_proper')
  })

  // Spec 5.1
  it('asks a visitor to sign in before anything else', () => {
    expect(missingField(ready, false, null)).toBe('must_login')
    expect(missingField(emptyDraft, false, undefined)).toBe('must_login')
  })

  it('needs a time for a later ride, and leaves the earliest time to the server', () => {
    expect(missingField(ready, true, undefined)).toBe('past_booking_error')
    expect(missingField(ready, true, 1)).toBeNull()
  })
})

describe('the recipient of a parcel', () => {
  it('has a name, and a number that can be read', () => {
    const ida = { ...emptyDraft.recipient, name: 'Ida' }
    expect(hasRecipient(ida, true)).toBe(true)
    expect(hasRecipient(ida, false)).toBe(false)
    expect(hasRecipient({ ...ida, name: ' ' }, true)).toBe(false)
  })
})

describe('the draft', () => {
  // Spec 3.63
  it('writes and reads each place', () => {
    const draft = { ...emptyDraft, stops: [null, null] }
    expect(placeAt({ ...draft, ...withPlace(draft, { stop: 1 }, schaan) }, { stop: 1 })).toEqual(schaan)
    expect(placeAt({ ...draft, ...withPlace(draft, 'pickup', vaduz) }, 'pickup')).toEqual(vaduz)
    expect(placeAt({ ...draft, ...withPlace(draft, 'drop', vaduz) }, 'drop')).toEqual(vaduz)
  })

  it('leaves out stops without an address', () => {
    const draft = { ...ready, stops: [null, schaan] }
    expect(knownStops(draft)).toEqual([schaan])
    expect(pointsOf(draft)).toEqual([vaduz, schaan, schaan])
  })
})
