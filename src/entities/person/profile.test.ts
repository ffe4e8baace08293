import { expect, it } from 'vitest'
import { type Profile, vetProfile } from './profile'

const profile = (fields: Partial<Profile>): Profile => ({
  id: 'id',
  first_name: 'Anna',
  last_name: 'Büchel',
  email: 'anna@example.com',
  mobile: null,
  mobile_locked: false,
  usertype: 'rider',
  approved: true,
  profile_image: null,
  lang_locale: null,
  date_locale: null,
  ...fields
})

it('lets every role stay', () => {
  for (const usertype of ['rider', 'driver', 'admin', 'fleetadmin']) {
    expect(vetProfile(profile({ usertype }), true)).toBeNull()
  }
})

it('sends away who has no profile, and who has a role that is none', () => {
  expect(vetProfile(null, true)).toBe('user_issue_contact_admin')
  expect(vetProfile(profile({ usertype: 'owner' }), true)).toBe('not_valid_user_type')
})

it('sends away a driver who waits for approval, while approval is asked for', () => {
  const waiting = profile({ usertype: 'driver', approved: false })
  expect(vetProfile(waiting, true)).toBe('require_approval')
  expect(vetProfile(waiting, false)).toBeNull()
})

it('sends away a suspended person, unless a trip is to be finished', () => {
  const suspended = profile({ approved: false, suspended_at: '2026-01-01T00:00:00Z' })
  expect(vetProfile(suspended, true)).toBe('account_suspended')
  expect(vetProfile(suspended, true, true)).toBeNull()
})
