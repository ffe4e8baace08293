import { expect, it } from 'vitest'
import { type SharedTrip, STATUSES } from '@/entities/booking'
import words from '@/entities/booking/texts/ride/en.json'
import { sharedTitle } from './shared-view'

const unknown = { left: null, expected: { pickup: null, drop: null } }
const known = { left: { km: 1, secs: 60 }, expected: { pickup: 1, drop: 2 } }

it('a shared trip is described in every status, with and without a time', () => {
  const title: Record<string, string> = words.shared.title
  const said = (facts: Pick<SharedTrip, 'left' | 'expected'>) =>
    STATUSES.map((status) => title[sharedTitle({ status, ...facts })])
  expect([...said(unknown), ...said(known)]).not.toContain(undefined)
  expect(new Set(said(known)).size).toBe(7)
})

it('a shared trip shows no unknown time', () => {
  expect(sharedTitle({ status: 'STARTED', ...unknown })).toBe('started_unknown')
  expect(sharedTitle({ status: 'STARTED', ...known })).toBe('started')
  expect(sharedTitle({ status: 'NEW', ...unknown })).toBe('new')
  expect(sharedTitle({ status: 'NEW', ...known })).toBe('scheduled')
})
