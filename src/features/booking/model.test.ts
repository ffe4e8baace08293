import { describe, expect, it } from 'vitest'
import { bookingProblem, type Draft, emptyDraft, knownStops, placeAt, pointsOf, withPlace } from './model'

const vaduz = { lat: 47.1391, lng: 9.5215, add: 'Städtle 37, Vaduz' }
const schaan = { lat: 47.1689, lng: 9.5087, add: 'Bahnhof Schaan' }
const ready: Draft = { ...emptyDraft, pickup: vaduz, drop: schaan, carTypeId: 'cab' }
const rider = {
  signedIn: true,
  role: 'rider' as const,
  profile: { email: 'a@b.test', first_name: 'Mira', last_name: 'Beck' }
}
const now = 1_000_000_000_000
const minutes = (count: number) => now + count * 60_000

describe('the book button', () => {
  it('books for a rider with a pickup, a drop and a car', () => {
    expect(bookingProblem(ready, rider, null, now)).toBeNull()
  })

  it.each(['pickup', 'drop', 'carTypeId'] as const)('needs a %s', (field) => {
    expect(bookingProblem({ ...ready, [field]: null }, rider, null, now)).toBe('select_proper')
  })

  it('asks a visitor to sign in before anything else', () => {
    const visitor = { signedIn: false, role: null, profile: null }
    expect(bookingProblem(ready, visitor, null, now)).toBe('must_login')
    expect(bookingProblem(emptyDraft, visitor, undefined, now)).toBe('must_login')
  })

  it.each(['driver', 'admin', 'fleetadmin'] as const)('is not for a %s', (role) => {
    expect(bookingProblem(ready, { ...rider, role }, null, now)).toBe('user_issue_contact_admin')
  })

  it.each(['email', 'first_name', 'last_name'] as const)('needs the %s in the profile', (field) => {
    const profile = { ...rider.profile, [field]: ' ' }
    expect(bookingProblem(emptyDraft, { ...rider, profile }, null, now)).toBe('profile_incomplete')
    expect(bookingProblem(ready, { ...rider, profile }, null, now)).toBe('profile_incomplete')
  })

  it('takes a later time from fifteen minutes on', () => {
    expect(bookingProblem(ready, rider, minutes(14), now)).toBe('past_booking_error')
    expect(bookingProblem(ready, rider, minutes(15), now)).toBeNull()
    expect(bookingProblem(ready, rider, undefined, now)).toBe('past_booking_error')
  })
})

describe('the draft', () => {
  it('writes and reads each place', () => {
    const draft = { ...emptyDraft, stops: [null, null] }
    expect(placeAt(withPlace(draft, { stop: 1 }, schaan), { stop: 1 })).toEqual(schaan)
    expect(placeAt(withPlace(draft, 'pickup', vaduz), 'pickup')).toEqual(vaduz)
    expect(placeAt(withPlace(draft, 'drop', vaduz), 'drop')).toEqual(vaduz)
  })

  it('leaves out stops without an address', () => {
    const draft = { ...ready, stops: [null, schaan] }
    expect(knownStops(draft)).toEqual([schaan])
    expect(pointsOf(draft)).toEqual([vaduz, schaan, schaan])
  })
})
