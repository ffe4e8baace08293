import { expect, it } from 'vitest'
import type { StaffPerson } from '@/entities/person'
import type { Rights } from '../../hooks/use-rights'
import { tabsFor } from './tabs'

const driver = { usertype: 'driver' } as StaffPerson

const dispatcher: Rights = {
  isAdmin: true,
  canEdit: false,
  canApprove: false,
  canDelete: false,
  canCredit: false,
  canPayOut: false,
  canReadLedger: false,
  canReadBank: false,
  canReleaseBank: false,
  canRemoveFactor: false,
  isDesk: false
}

const offered = (rights: Partial<Rights>) => tabsFor(driver, { ...dispatcher, ...rights }).map(({ id }) => id)

it('a dispatcher gets no tabs for money and papers of a driver', () => {
  expect(offered({})).toEqual(['overview', 'trips', 'dispatch', 'ratings', 'audit'])
})

it('each permission adds its tab, and a fleet admin reads the papers of the own drivers', () => {
  expect(offered({ canReadLedger: true })).toContain('wallet')
  expect(offered({ isDesk: true })).toContain('documents')
  expect(offered({ isAdmin: false })).toEqual(['overview', 'trips', 'documents', 'dispatch', 'ratings'])
})
