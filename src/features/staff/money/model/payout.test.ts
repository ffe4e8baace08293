import { expect, it } from 'vitest'
import { messageId, standingOf, weekOf } from './payout'

const row = {
  bank_account: 'LI21 0881 0000 2324 013A A',
  bank_code: 'LILALI2X',
  bank_name: 'Landesbank',
  name: 'Lukas Marxer',
  amount: 640,
  sent_at: null
}

it('a payout week starts on Monday, also across the end of a year', () => {
  expect(['2026-11-22', '2026-11-23', '2027-01-01'].map(weekOf)).toEqual(['2026-11-16', '2026-11-23', '2026-12-28'])
})

it('a withdrawal is ready, in a file, without an account, or with one that no bank accepts', () => {
  expect(standingOf(row, 2, false)).toBe('ready')
  expect(standingOf({ ...row, sent_at: '2026-11-23T08:00:00Z' }, 2, false)).toBe('in_file')
  expect(standingOf({ ...row, bank_account: '' }, 2, false)).toBe('no_bank')
  const slip = { ...row, bank_account: 'LI12 0881 0000 2324 013A A', sent_at: '2026-11-23T08:00:00Z' }
  expect(standingOf(slip, 2, false)).toBe('faulty')
  // The account is masked, so it cannot be checked and counts as valid.
  expect(standingOf({ ...row, bank_account: '•••• A A' }, 2, true)).toBe('ready')
})

it('each payment file has a unique name that banks accept', () => {
  expect(messageId(Date.parse('2026-11-23T08:00:00.123Z'))).toBe('PAYOUT-20261123080000123')
})
